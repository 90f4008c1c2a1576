use super::*;
use pvcheck::algorithm::Algorithm;
use pvcheck::check::{Harness, judge_store};
use pvcheck::contract::rules;
use pvcheck::game::AnyPosition;
use pvcheck::position::{Move, Position as _};
use pvcheck::score::{Bound, Score, Window};
use pvcheck::verdict::{End, Fault, FaultKind, Finding, LineKind, ScoreVerdict, Truncation, Verdict};

use pvcheck::bugs::{Bug, FaultySearch};

/// Small games: trees and games that transpose, which end at the depth, above it or not at all, with few scores or many.
fn small_games() -> impl Iterator<Item = (ImplicitGame, usize)> {
    let shapes = [(1, 5), (2, 6), (3, 4), (5, 3)];
    let rules = [(2, ImplicitGame::ENDLESS), (3, 3), (201, ImplicitGame::ENDLESS)];
    let games = shapes.into_iter().flat_map(move |shape| rules.map(|rules| (shape, rules)));
    games.zip(1..).flat_map(|(((branching, depth), (scores, plies)), seed)| {
        let game =
            |transposes| ImplicitGame { plies, scores, transposes, ..ImplicitGame::tree(seed, branching) };
        [false, true].map(|transposes| (game(transposes), depth))
    })
}

/// Every verdict is that of the judge that stores all values, for searches that are right, wrong or end with a bound.
#[test]
fn the_verdicts_are_those_of_the_oracle_that_stores_values() {
    let mut harness: Harness = Harness::default();
    let mut judge = Judge::new(Unstored::new(&ImplicitGame::tree(0, 1).root(), 0));
    let mut seen = [0; LineKind::ALL.len()];
    let (mut bounds, mut wrong, mut cutoffs) = (0, 0, 0);
    let tables = ["", "+tt", "+tt(entries=4,leaves=yes)", "+tt(pv-cut=all,narrow=yes)+deepening+order=table"];
    let options = tables.map(|text| {
        let subject: Subject = format!("pvs-soft+none{text}").parse().expect("a subject");
        subject.options
    });
    for (game, depth) in small_games() {
        let root = game.root();
        judge.begin(&root, depth);
        let mut stored = harness.game(&root, depth).expect("shallow");
        for &algorithm in Algorithm::ALL {
            for options in
                options.iter().filter(|one| one.table.is_some() || !algorithm.profile().needs_table())
            {
                assert!(rules(algorithm.profile(), options).is_fixed());
                let mut found = Vec::new();
                let trial = stored.run_search(
                    algorithm.callee(),
                    algorithm.profile(),
                    options,
                    |ground_truth, slot, outcome| {
                        let store = Store::ALL[slot];
                        found.push((
                            judge.judge(store, outcome),
                            judge_store(ground_truth, store, outcome),
                            store,
                        ));
                    },
                );
                for ((own, line), expected, store) in found {
                    let text = format!(
                        "{}+{}{options} on {game:?} to depth {depth}",
                        algorithm.name(),
                        store.name()
                    );
                    assert_eq!((own.verdict, own.end), (trial.verdict, trial.end), "{text}");
                    assert_eq!(line, expected, "{text}");
                    let is_other = |kind| trial.fault.is_some_and(|fault: Fault| fault.kind() == kind);
                    if let Some(Fault::WrongMove { mv }) = own.fault {
                        assert!(trial.fault.is_some(), "{text}: {mv:?}");
                    } else {
                        assert!(
                            !is_other(FaultKind::WrongMove) || own.verdict != ScoreVerdict::Exact,
                            "{text}"
                        );
                    }
                    seen[line.kind as usize] += 1;
                    bounds += u64::from(own.verdict == ScoreVerdict::Bound);
                    wrong += u64::from(own.verdict == ScoreVerdict::Unwitnessed);
                    cutoffs += u64::from(line.truncation == Some(Truncation::Cutoff));
                }
            }
        }
        stored.finish();
    }
    for kind in ["same", "equivalent", "none_due", "truncated", "unsound", "illegal"] {
        let at = LineKind::ALL.iter().position(|one| one.name() == kind).expect("a kind");
        assert!(seen[at] > 100, "{kind}: {seen:?}");
    }
    assert!(bounds > 100 && wrong > 100 && cutoffs > 0, "{bounds} {wrong} {cutoffs}");
}

/// Each wrong result of a deliberately wrong search breaks the strictest guarantee.
#[test]
fn each_wrong_result_is_found() {
    let (root, depth) = (ImplicitGame::tree(9, 3).root(), 4);
    let oracle = Unstored::new(&root, depth);
    let (value, right) = (oracle.score(), oracle.line().to_vec());
    let mut judge = Judge::new(oracle);
    let guarantee = guarantee(&"pvs-soft+triangular".parse().expect("a subject"));
    let best_move = Some(right[0]);
    let outcome = Outcome { best_move, ..Outcome::new(depth, value, Bound::Exact) };
    let mut breach = |outcome: &Outcome<'_>| {
        let (trial, line) = judge.judge(Store::Triangular, outcome);
        let fault = trial.fault.map(|fault| Finding::Fault(fault.kind()));
        guarantee.breach(Verdict { score: trial.verdict, line }, trial.end).or(fault)
    };
    let whole = Outcome { line: Some(&right), ..outcome };
    assert_eq!(breach(&whole), None);
    let illegal = [right[0], Move::new(3)];
    // The tail of the line belongs to another move: not all of these can attain the score.
    let tails = (0..3).map(|mv| [&right[..3], &[Move::new(mv)]].concat());
    let found: Vec<_> = tails.map(|line| breach(&Outcome { line: Some(&line), ..outcome })).collect();
    assert!(found.contains(&Some(Finding::Line(LineKind::Unsound))), "{found:?}");
    let other = (0..3).map(Move::new).find(|&mv| Some(mv) != best_move);
    for (outcome, finding) in [
        (Outcome { score: value + 1, ..whole }, Finding::Score(ScoreVerdict::Unwitnessed)),
        (Outcome { bound: Bound::Lower, line: None, ..outcome }, Finding::Score(ScoreVerdict::Bound)),
        (
            Outcome { bound: Bound::Lower, score: value + 1, ..outcome },
            Finding::Score(ScoreVerdict::FalseBound),
        ),
        (
            Outcome { bound: Bound::Upper, score: value - 1, ..outcome },
            Finding::Score(ScoreVerdict::FalseBound),
        ),
        (Outcome { bound: Bound::Lower, ..whole }, Finding::Line(LineKind::Unproven)),
        (outcome, Finding::Line(LineKind::Missing)),
        (Outcome { line: Some(&illegal), ..outcome }, Finding::Line(LineKind::Illegal)),
        (Outcome { line: Some(&right[..2]), ..outcome }, Finding::Line(LineKind::Truncated)),
        (Outcome { best_move: other, ..whole }, Finding::Fault(FaultKind::OtherMove)),
        (Outcome { best_move: None, ..whole }, Finding::Fault(FaultKind::WrongMove)),
    ] {
        assert_eq!(breach(&outcome), Some(finding), "{outcome:?}");
    }
    let above = Window { alpha: -Score::INFINITY, beta: value };
    let (trial, _) = judge.judge(Store::None, &Outcome { window: above, bound: Bound::Lower, ..outcome });
    assert_eq!((trial.verdict, trial.end), (ScoreVerdict::Bound, End::Outside));
}

/// More different lines than are remembered, in two orders: what is remembered does not change a verdict.
#[test]
fn a_line_is_judged_as_at_first_when_it_is_shown_again() {
    let (root, depth) = (ImplicitGame { scores: 2, ..ImplicitGame::tree(2, 3) }.root(), 5);
    let mut judge = Judge::new(Unstored::new(&root, depth));
    let score = judge.oracle.score();
    let lines: Vec<Vec<Move>> = (0..243)
        .map(|number: u16| (0..5).map(|ply| Move::new(number / 3_u16.pow(ply) % 3)).collect())
        .collect();
    let mut verdicts = |order: &mut dyn Iterator<Item = &Vec<Move>>| -> Vec<LineVerdict> {
        let outcome = |line| Outcome { line: Some(line), ..Outcome::new(depth, score, Bound::Exact) };
        order.map(|line| judge.judge(Store::Triangular, &outcome(line.as_slice())).1).collect()
    };
    let first = verdicts(&mut lines.iter());
    let mut backwards = verdicts(&mut lines.iter().rev());
    backwards.reverse();
    assert_eq!(first, backwards);
    for kind in [LineKind::Same, LineKind::Equivalent, LineKind::Unsound] {
        assert!(first.iter().any(|line| line.kind == kind), "{kind}");
    }
}

fn subjects(texts: &[&str]) -> Vec<Subject> {
    texts.iter().map(|text| text.parse().expect("a subject")).collect()
}

#[test]
fn the_usual_subjects_keep_their_guarantees() {
    let subjects = guaranteed_subjects();
    for transposes in [false, true] {
        let first = ImplicitGame { transposes, scores: 15, ..ImplicitGame::tree(3, 4) };
        let games = LargeGames::new(first, 6, 3).expect("small games");
        assert_eq!(games.minimax_nodes(), 5461);
        let (mut steps, mut minimax) = (0, 0);
        let rows = check_large(&games, &subjects, |search| {
            steps += 1;
            minimax += u64::from(search.is_none());
        });
        let rows = rows.expect("all can be judged");
        assert_eq!((minimax, steps), (3, 3 * (1 + plan(&subjects).expect("a plan").len())));
        for LargeRow { subject, tally, .. } in &rows {
            // Some algorithms know only a bound of their best move.
            let right = tally.score(ScoreVerdict::Exact) + tally.score(ScoreVerdict::Bound);
            assert_eq!((tally.games, right), (3, 3), "{subject}");
            assert!(tally.breaches.is_empty() && tally.counts.nodes > 0, "{subject}");
        }
        let cutoffs = |row: &LargeRow| row.tally.counts.table_cutoffs;
        assert!(rows.iter().any(|row| cutoffs(row) > 0) && rows.iter().any(|row| cutoffs(row) == 0));
        let cut = |row: &&LargeRow| row.subject.to_string() == "pvs-soft+triangular+tt" && cutoffs(row) > 100;
        assert_eq!(rows.iter().any(|row| cut(&row)), transposes, "only equal positions are recognized");
    }
}

/// The results of several games are the sums of those of each game by its own seed.
#[test]
fn each_game_is_that_of_its_own_seed() {
    let subjects =
        subjects(&["pvs-soft+single-array-refuting", "mtdf+table-walk+tt", "alpha-beta-hard+single-array"]);
    let first = ImplicitGame::tree(u64::MAX, 3);
    let all = LargeGames::new(first, 5, 9).expect("small games");
    let rows = check_large(&all, &subjects, |_| ()).expect("all can be judged");
    assert_eq!((all.game(0), all.game(1).seed), (first, 0), "after the last seed comes the first one");
    let mut sums = vec![Tally::default(); subjects.len()];
    for index in 0..9 {
        let one = LargeGames::new(all.game(index), 5, 1).expect("a small game");
        for (sum, row) in sums.iter_mut().zip(check_large(&one, &subjects, |_| ()).expect("judged")) {
            sum.add(&row.tally);
        }
    }
    for (row, sum) in rows.iter().zip(&sums) {
        assert_eq!((row.tally.games, row.tally.counts), (sum.games, sum.counts));
        assert_eq!((row.tally.line, row.tally.score), (sum.line, sum.score));
    }
    assert!(rows[0].tally.line(LineKind::Unsound) + rows[2].tally.line(LineKind::Unsound) > 0, "{rows:?}");
}

/// A bug of each kind is found, and the game that the finding names shows it alone.
#[test]
fn seeded_bugs_are_found() {
    for (name, subject, finding) in [
        ("re-search-forgotten", "pvs-hard+triangular", Finding::Score(ScoreVerdict::Unwitnessed)),
        ("draft-not-compared", "pvs-soft+triangular+tt+deepening", Finding::Score(ScoreVerdict::Unwitnessed)),
        ("every-entry-is-exact", "pvs-soft+triangular+tt", Finding::Score(ScoreVerdict::Unwitnessed)),
        ("key-not-compared", "pvs-soft+triangular+tt(entries=4)", Finding::Score(ScoreVerdict::Unwitnessed)),
        ("keeps-first-line", "alpha-beta-hard+triangular", Finding::Line(LineKind::Unsound)),
        ("index-off-by-one", "alpha-beta-hard+triangular", Finding::Line(LineKind::Illegal)),
        ("copies-one-short", "alpha-beta-hard+triangular", Finding::Line(LineKind::Truncated)),
        ("shows-no-line", "alpha-beta-hard+triangular", Finding::Line(LineKind::Missing)),
    ] {
        let bug = Bug::named(name).expect("a bug");
        let subject: Subject = subject.parse().expect("a subject");
        assert!(bug.fits(&subject), "{name}");
        let first_game = |games: &LargeGames| {
            let (mut faulty, mut store) = (FaultySearch::new(bug, subject.algorithm), bug.store(&subject));
            let rows = check_large_by(
                games,
                &[subject],
                |_| (),
                |_, task, each| {
                    faulty.new_game();
                    let root = AnyPosition::new(*task.root);
                    let task = task.with_root(&root);
                    faulty.search(&mut store, &mut (), task, &mut |outcome| each(subject.store, outcome))
                },
            );
            rows.expect("it can be judged").remove(0).tally.breaches.get(&finding).copied()
        };
        let first = ImplicitGame { transposes: true, ..ImplicitGame::tree(100, 4) };
        let games = LargeGames::new(first, 6, 60).expect("small games");
        let index = first_game(&games).unwrap_or_else(|| panic!("{name} is not found")).index;
        let alone = LargeGames::new(games.game(index), 6, 1).expect("a small game");
        assert!(first_game(&alone).is_some(), "{name} when its game is searched alone");
        // The correct search passes all of them.
        let correct = check_large(&games, &[subject], |_| ()).expect("it can be judged").remove(0);
        assert!(correct.tally.breaches.is_empty(), "{name}: {:?}", correct.tally.breaches);
    }
}

#[test]
fn what_cannot_be_searched_or_judged_is_an_error() {
    let tree = ImplicitGame::tree(1, 4);
    for empty in [
        ImplicitGame { branching: 0, ..tree },
        ImplicitGame { scores: 0, ..tree },
        ImplicitGame { plies: 0, ..tree },
    ] {
        assert_eq!(LargeGames::new(empty, 3, 1), Err(LargeError::Empty));
    }
    let error = |game, depth| LargeGames::new(game, depth, 1).expect_err("too deep or too large").to_string();
    assert_eq!(error(tree, 0), "depth 0; expected 1 to 64, the capacity of the stores in plies");
    assert!(error(ImplicitGame::tree(1, 1), 65).contains("depth 65"));
    assert!(LargeGames::new(ImplicitGame::tree(1, 1), 64, 1).is_ok());
    assert!(error(tree, 16).contains("visits 5726623061 positions; expected at most 4000000000"));
    assert!(error(tree, 64).contains("2^64 positions or more"));
    assert!(
        LargeGames::new(ImplicitGame { plies: 15, ..tree }, 64, 1).is_ok(),
        "no position is below ply 15"
    );
    let games = LargeGames::new(tree, 2, 1).expect("a small game");
    let check = |texts: &[&str]| {
        check_large(&games, &subjects(texts), |_| panic!("nothing is searched"))
            .expect_err("an error")
            .to_string()
    };
    let error = check(&["pvs-soft+triangular", "pvs-soft+triangular+tt(draft=deeper)"]);
    assert!(error.starts_with("pvs-soft+triangular+tt(draft=deeper) cannot be judged"), "{error}");
    assert!(check(&["pvs-soft+triangular", "pvs-soft+triangular"]).contains("given twice"));
}

#[test]
fn positions_of_a_task_are_those_of_the_game() {
    let games = LargeGames::new(ImplicitGame::tree(5, 2), 3, 2).expect("small games");
    let subjects = subjects(&["pvs-soft+triangular"]);
    let mut roots = Vec::new();
    let rows = check_large_by(
        &games,
        &subjects,
        |_| (),
        |_, task, each| {
            roots.push((*task.root, task.depth));
            each(Store::Triangular, &Outcome::new(task.depth, task.root.evaluate(), Bound::Exact));
            Counts { nodes: 1, ..Counts::NONE }
        },
    );
    let rows = rows.expect("it can be judged");
    assert_eq!(roots, [(games.game(0).root(), 3), (games.game(1).root(), 3)]);
    assert_eq!((rows[0].tally.counts.nodes, rows[0].tally.line(LineKind::Missing)), (2, 2));
    assert!(rows[0].tally.breaches.contains_key(&Finding::Line(LineKind::Missing)));
}
