//! The oracle's own power: how often it would call sound what is not. A definition of "sound"
//! that everything satisfies finds nothing.

use pvcheck::algorithm::Habits;
use pvcheck::algorithm::pvs_soft;
use pvcheck::bugs::StaleRow;
use pvcheck::campaign::{Games, Random};
use pvcheck::check::{Bench, judge_line};
use pvcheck::contract::rules;
use pvcheck::game::{Choices, Graph, Seeded};
use pvcheck::oracle::{Among, Claim, Drafts, Rules, Truth};
use pvcheck::position::{Move, Position};
use pvcheck::pv::Triangular;
use pvcheck::score::{Bound, Score};
use pvcheck::search::{Outcome, Shortcuts};
use pvcheck::subject::Subject;
use pvcheck::verdict::LineKind;

/// Random moves from the root, as many as `line` has.
fn random_line(graph: &Graph, length: usize, choices: &mut Seeded) -> Vec<Move> {
    let (mut position, mut line, mut moves) = (graph.root(), Vec::new(), Vec::new());
    while line.len() < length && !position.is_terminal() {
        moves.clear();
        position.moves(&mut moves);
        let mv = moves[choices.below(moves.len() as u32) as usize];
        line.push(mv);
        position = position.play(mv);
    }
    line
}

/// Of how many, how many were called sound.
#[derive(Clone, Copy, Default)]
struct Share {
    sound: u64,
    of: u64,
}

impl Share {
    fn note(&mut self, sound: bool) {
        self.sound += u64::from(sound);
        self.of += 1;
    }

    fn percent(self) -> f64 {
        100.0 * self.sound as f64 / self.of.max(1) as f64
    }
}

#[derive(Default)]
struct Power {
    off_by_one: Share,
    stale: Share,
    random: Share,
}

fn is_sound<P: Position>(truth: &Truth<P>, outcome: &Outcome<'_>) -> bool {
    judge_line(truth, outcome, true).kind <= LineKind::Truncated
}

/// Over the random games in which the root has a choice, judged by the rules of these shortcuts.
fn power(shortcuts: &Shortcuts) -> Power {
    power_by(&rules(Habits::ALPHA_BETA, shortcuts), shortcuts)
}

/// The same, judged by any rules that no honest search of these shortcuts breaks.
fn power_by(rules: &Rules, shortcuts: &Shortcuts) -> Power {
    let games = Random { seed: 2, games: 20_000 };
    let mut bench: Bench<(Triangular, StaleRow)> = Bench::default();
    let (mut graph, mut power) = (Graph::leaf(Score::ZERO), Power::default());
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph);
        let mut choices = Seeded::new(3, index);
        if depth == 0 || graph.children(0).len() < 2 {
            continue;
        }
        let mut last = Vec::new();
        let mut game = bench.game(&graph.root(), depth).expect("grown games are shallow");
        game.try_by(pvs_soft, rules, Habits::ALPHA_BETA, shortcuts, |truth, store, outcome| {
            let Some(line) = outcome.line else { return };
            if store == 1 {
                if line != last {
                    power.stale.note(is_sound(truth, outcome));
                }
                return;
            }
            last = line.to_vec();
            assert!(is_sound(truth, outcome));
            power.off_by_one.note(truth.claim(Among::ALL, Bound::Exact, outcome.score + 1) == Claim::Honest);
            let random = random_line(&graph, line.len(), &mut choices);
            if random != last {
                power.random.note(is_sound(truth, &Outcome { line: Some(&random), ..*outcome }));
            }
        });
        game.finish();
    }
    power
}

/// In percent, at most: a score that is one too large, a stale row, and random legal moves, which in
/// games as small as these are optimal by luck in a quarter of all games without any table.
#[test]
fn scores_off_by_one_and_stale_rows_are_hardly_ever_called_sound() {
    let mut table = String::new();
    let mut worst = Vec::new();
    for (shortcuts, off_by_one, stale, random) in [
        ("", 0.0, 0.0, 26.0),
        ("+tt", 0.0, 0.0, 26.0),
        ("+tt(draft=deeper)", 1.5, 1.5, 28.0),
        ("+tt+repetition", 1.5, 0.5, 28.0),
        ("+tt(draft=deeper,leaves=yes)+deepening+repetition", 3.5, 1.5, 28.0),
        ("+null(1)", 1.0, 0.1, 28.0),
        ("+lmr(1)", 2.5, 0.1, 28.0),
        ("+futility(1)", 0.2, 0.1, 28.0),
        ("+static-null(1)", 7.5, 0.1, 28.0),
        ("+razoring(1)", 1.0, 0.1, 28.0),
        ("+move-count(1)", 5.0, 0.1, 28.0),
        ("+tt+iir", 8.0, 7.5, 32.0),
        ("+tt(draft=deeper)+null(1)+lmr(1)+futility(1)+iir", 11.0, 8.5, 32.0),
        ("+quiescence+extension", 0.0, 0.0, 28.0),
        ("+tt(draft=deeper,leaves=yes)+quiescence+extension+repetition", 5.0, 2.0, 32.0),
    ] {
        let subject: Subject = format!("pvs-soft+triangular{shortcuts}").parse().expect("a subject");
        let found = power(&subject.shortcuts);
        let shares = [found.off_by_one, found.stale, found.random].map(Share::percent);
        assert!(found.off_by_one.of > 5_000 && found.stale.of > 2_000 && found.random.of > 5_000);
        table
            .push_str(&format!("{shortcuts:<60} {:>6.2} {:>6.2} {:>6.2}\n", shares[0], shares[1], shares[2]));
        if shares[0] > off_by_one || shares[1] > stale || shares[2] > random {
            worst.push(shortcuts);
        }
    }
    assert!(worst.is_empty(), "{worst:?}\n{table}");
    println!("{table}");
}

/// Each rule that can be widened by a step is as narrow as can be: a step further, and more scores that
/// are one too large are called honest. (A reduction by two plies allows other values than one by a
/// single ply, and not more.)
#[test]
fn a_rule_that_goes_a_step_further_is_blind_to_more() {
    type Widen = fn(Rules) -> Rules;
    let wider: [(&str, Widen); 7] = [
        ("futility(1)", |rules| Rules { futility: Some(0), ..rules }),
        ("static-null(1)", |rules| Rules { static_null: Some(0), ..rules }),
        ("move-count(2)", |rules| Rules { move_count: Some(1), ..rules }),
        ("lmr(1)", |rules| Rules { reorders: 1, ..rules }),
        ("razoring(1)", |rules| Rules { iir: true, ..rules }),
        ("null(1)", |rules| Rules { lmr: Some(1), ..rules }),
        ("tt+iir", |rules| Rules { drafts: Drafts::Deeper, ..rules }),
    ];
    let mut table = String::new();
    let mut blind = Vec::new();
    for (text, widen) in wider {
        let subject: Subject = format!("pvs-soft+triangular+{text}").parse().expect("a subject");
        let honest = rules(Habits::ALPHA_BETA, &subject.shortcuts);
        let [own, further] =
            [honest, widen(honest)].map(|rules| power_by(&rules, &subject.shortcuts).off_by_one.percent());
        table.push_str(&format!("{text:<20} {own:>6.2} {further:>6.2}\n"));
        if further <= own {
            blind.push(text);
        }
    }
    assert!(blind.is_empty(), "{blind:?}\n{table}");
    println!("{table}");
}
