//! Oracle sensitivity: how often the oracle accepts wrong scores and lines. An oracle that accepts everything would
//! find nothing.

use crate::common::prelude::*;
use crate::common::{options, percent, random_line};
use pvcheck::bugs::StaleRow;
use pvcheck::contract::rules;
use pvcheck::oracle::{ClaimValidity, Drafts, GroundTruth, Margin, Reductions, RootMoveSet};

/// The number of results that were accepted, and of all.
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
        percent(self.sound, self.of)
    }
}

#[derive(Default)]
struct Sensitivity {
    off_by_one: Share,
    stale: Share,
    random: Share,
}

fn is_sound<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) -> bool {
    judge_line(ground_truth, outcome, true).kind <= LineKind::Truncated
}

/// Over the random games in which the root has a choice, by the rules of these options.
fn sensitivity(options: &SearchOptions) -> Sensitivity {
    sensitivity_by(&rules(Profile::ALPHA_BETA, options), options)
}

/// The same, by any rules that no correct search with these options violates.
fn sensitivity_by(rules: &Rules, options: &SearchOptions) -> Sensitivity {
    let games = Random { seed: 2, games: 20_000 };
    let mut harness: Harness<(Triangular, StaleRow)> = Harness::default();
    let (mut graph, mut sensitivity) = (Graph::leaf(Score::ZERO), Sensitivity::default());
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph);
        let mut choices = Seeded::new(3, index);
        if depth == 0 || graph.children(0).len() < 2 {
            continue;
        }
        let mut last = Vec::new();
        let mut game = harness.game(&graph.root(), depth).expect("grown games are within capacity");
        game.run_search_by(
            rules,
            pvs_soft,
            Profile::ALPHA_BETA,
            options,
            &mut |ground_truth, store, outcome| {
                let Some(line) = outcome.line else { return };
                if store == 1 {
                    if line != last {
                        sensitivity.stale.note(is_sound(ground_truth, outcome));
                    }
                    return;
                }
                last = line.to_vec();
                assert!(is_sound(ground_truth, outcome));
                sensitivity.off_by_one.note(
                    ground_truth.claim(RootMoveSet::ALL, Bound::Exact, outcome.score + 1)
                        == ClaimValidity::Valid,
                );
                let random = random_line(ground_truth.root(), line.len(), &mut choices);
                if random != last {
                    sensitivity
                        .random
                        .note(is_sound(ground_truth, &Outcome { line: Some(&random), ..*outcome }));
                }
            },
        );
        game.finish();
    }
    sensitivity
}

/// The most that may be accepted, in percent: a score that is one too large, a stale row, and random legal moves. In
/// games as small as these, random moves are optimal by chance in a quarter of all games where each position has one
/// value. Where the trace judges, in an eighth: the search must have found their value.
#[test]
fn wrong_scores_and_stale_rows_are_rarely_accepted() {
    let mut table = String::new();
    let mut worst = Vec::new();
    for (text, off_by_one, stale, random) in [
        ("", 0.0, 0.0, 26.0),
        ("tt", 0.0, 0.0, 26.0),
        ("tt(draft=deeper)", 1.0, 0.1, 13.0),
        ("tt+repetition", 0.1, 0.1, 13.0),
        ("tt(draft=deeper,leaves=yes)+deepening+repetition", 1.0, 0.1, 13.0),
        ("null(1)", 0.5, 0.1, 13.0),
        ("lmr(1)", 2.0, 0.1, 13.0),
        ("futility(1)", 0.2, 0.1, 13.0),
        ("static-null(1)", 5.5, 0.1, 13.0),
        ("razoring(1)", 1.0, 0.1, 13.0),
        ("move-count(1)", 4.0, 0.1, 13.0),
        ("tt+iir", 6.5, 2.0, 14.0),
        ("tt(draft=deeper)+null(1)+lmr(1)+futility(1)+iir", 9.0, 2.0, 13.0),
        ("quiescence+extension", 0.0, 0.0, 28.0),
        ("tt(draft=deeper,leaves=yes)+quiescence+extension+repetition", 1.5, 0.1, 11.0),
    ] {
        let found = sensitivity(&options(text));
        let shares = [found.off_by_one, found.stale, found.random].map(Share::percent);
        assert!(found.off_by_one.of > 5_000 && found.stale.of > 2_000 && found.random.of > 5_000);
        table.push_str(&format!("{text:<60} {:>6.2} {:>6.2} {:>6.2}\n", shares[0], shares[1], shares[2]));
        if shares[0] > off_by_one || shares[1] > stale || shares[2] > random {
            worst.push(text);
        }
    }
    assert!(worst.is_empty(), "{worst:?}\n{table}");
    println!("{table}");
}

/// Each rule that can be widened by one step is as narrow as possible: with the next step the oracle accepts more
/// scores that are one too large. (A reduction by two plies allows other values than one by a single ply, and
/// not more.)
#[test]
fn each_rule_made_one_step_wider_accepts_more_wrong_scores() {
    type Widen = fn(Rules) -> Rules;
    let wider: [(&str, Widen); 7] = [
        ("futility(1)", |rules| Rules { futility: Some(Margin::at_one(0)), ..rules }),
        ("static-null(1)", |rules| Rules { static_null: Some(Margin::at_all(0)), ..rules }),
        ("move-count(2)", |rules| Rules { move_count: Some(1), ..rules }),
        ("lmr(1)", |rules| Rules { reorders: 1, ..rules }),
        ("razoring(1)", |rules| rules.iir(1)),
        ("null(1)", |rules| Rules { lmr: Some(Reductions::by_plies(1)), ..rules }),
        ("tt+iir", |rules| Rules { drafts: Drafts::Deeper, ..rules }),
    ];
    let mut table = String::new();
    let mut blind = Vec::new();
    for (text, widen) in wider {
        let options = options(text);
        let correct = rules(Profile::ALPHA_BETA, &options);
        let [own, further] =
            [correct, widen(correct)].map(|rules| sensitivity_by(&rules, &options).off_by_one.percent());
        table.push_str(&format!("{text:<20} {own:>6.2} {further:>6.2}\n"));
        if further <= own {
            blind.push(text);
        }
    }
    assert!(blind.is_empty(), "{blind:?}\n{table}");
    println!("{table}");
}

/// A search that never tests for repetition, judged by rules that declare it: where its score is not that of the correct
/// search, the witnessed values accept that score in at most this many percent of the games.
#[test]
fn a_score_that_ignores_repetition_is_rarely_accepted() {
    let games = Random { seed: 5, games: 40_000 };
    let mut table = String::new();
    let mut worst = Vec::new();
    for (text, limit) in [
        ("tt", 2.5),
        ("tt+deepening", 2.5),
        ("tt(draft=deeper)", 2.5),
        ("tt(draft=deeper,leaves=yes)+deepening", 3.0),
        ("null(1)", 3.5),
        ("lmr(1)+futility(1)", 3.0),
        ("tt(draft=deeper)+null(1)+lmr(1)+futility(1)+iir", 6.0),
    ] {
        let ignoring = options(text);
        let testing = SearchOptions { repetition: true, ..ignoring };
        let declared = rules(Profile::ALPHA_BETA, &testing);
        let (mut harness, mut graph) = (Harness::<Triangular>::default(), Graph::leaf(Score::ZERO));
        let mut accepted = Share::default();
        for index in 0..games.count() {
            let depth = games.game(index, &mut graph);
            let mut game = harness.game(&graph.root(), depth).expect("within capacity");
            let mut run = |options| {
                game.run_search_by(&declared, pvs_soft, Profile::ALPHA_BETA, options, &mut |_, _, _| ())
            };
            let (correct, wrong) = (run(&testing), run(&ignoring));
            assert!(!correct.verdict.is_fault(), "{graph}");
            if correct.score != wrong.score {
                accepted.note(!wrong.verdict.is_fault());
            }
            game.finish();
        }
        table.push_str(&format!("{text:<50} {:>6} {:>6.2}\n", accepted.of, accepted.percent()));
        if accepted.of < 500 || accepted.percent() > limit {
            worst.push(text);
        }
    }
    assert!(worst.is_empty(), "{worst:?}\n{table}");
    println!("{table}");
}
