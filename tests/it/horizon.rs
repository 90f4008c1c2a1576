//! Quiescence and extensions: what is searched beyond the depth. Without a table it is one fixed tree.

use crate::common::prelude::*;
use crate::common::{assert_kept, checked, options, row, subjects};
use pvcheck::contract::rules;
use pvcheck::oracle::Horizon;
use pvcheck::pv::CAPACITY;

const HORIZONS: [&str; 6] = [
    "quiescence",
    "quiescence(line=no)",
    "quiescence(plies=1)+repetition",
    "extension",
    "extension+repetition+deepening",
    "extension+quiescence(plies=2)+repetition",
];

fn play(games: &Random, text: &str, algorithms: &[Algorithm], stores: &[Store]) -> Finished {
    let subjects = subjects(algorithms, stores, options(text));
    Campaign::new(games, subjects).threads(2).replaying(Vec::new()).run(|_| ())
}

/// The score and the line of a case.
fn shown(text: &str) -> (i32, Vec<u16>) {
    let checked = checked(text);
    assert!(checked.is_kept(), "{text}: {checked:?}");
    (checked.trial.score.get(), checked.line().iter().copied().flatten().map(|mv| mv.number()).collect())
}

/// Stores that copy the line show the leftmost one, whole, and so does the single array with PVS: the algorithm
/// itself searches quiescence, with stand pat as its first move.
#[test]
fn copied_lines_and_the_single_array_of_pvs_stay_right_with_quiescence_and_extensions() {
    let games = Random { seed: 51, games: 12_000 };
    let copying: Vec<Store> = Store::ALL.iter().copied().filter(|store| store.profile().copies()).collect();
    for text in HORIZONS {
        let stores = [&copying[..], &[Store::SingleArray]].concat();
        let finished = play(&games, text, &[Algorithm::PvsSoft, Algorithm::PvsHard], &stores);
        assert_kept(&finished.rows);
        for row in &finished.rows {
            assert_eq!(row.tally.line(LineKind::Same), games.games, "{}", row.subject);
            assert_eq!(row.tally.score(ScoreVerdict::Exact), games.games, "{}", row.subject);
        }
        let finished =
            play(&games, text, &[Algorithm::AlphaBetaHard], &[Store::Triangular, Store::SingleArray]);
        let tally = |store| &row(&finished, Algorithm::AlphaBetaHard, store).tally;
        assert_eq!(tally(Store::Triangular).line(LineKind::Same), games.games, "{text}");
        assert!(tally(Store::SingleArray).wrong_lines() > 0, "{text}");
    }
}

/// In a share of the games they act, and in a share the search differs from the one without them.
#[test]
fn quiescence_and_extensions_act_and_change_the_search() {
    let games = Random { seed: 52, games: 10_000 };
    for (text, acts, matters) in [("quiescence", 0.03, 0.06), ("extension", 0.10, 0.10)] {
        let finished = play(&games, text, &[Algorithm::PvsSoft], &[Store::Triangular]);
        let tally = &finished.rows[0].tally;
        let of = |count: u64| count as f64 / games.games as f64;
        assert!(of(tally.acted) > acts && of(tally.mattered) > matters, "{text}: {tally:?}");
    }
}

#[test]
fn quiescence_moves_are_in_the_line_unless_the_subject_excludes_them() {
    let game = "depth=1 [-5[!-1[!7] 9]]";
    assert_eq!(shown(&format!("v1 pvs-soft+triangular {game}")), (5, vec![0]));
    assert_eq!(shown(&format!("v1 pvs-soft+triangular+quiescence {game}")), (-1, vec![0, 0]));
    assert_eq!(shown(&format!("v1 pvs-soft+triangular+quiescence(line=no) {game}")), (-1, vec![0]));
    assert_eq!(shown(&format!("v1 pvs-soft+single-array+quiescence {game}")), (-1, vec![0, 0]));
    // A line that is read from the table ends with its last entry: sound, and truncated.
    let walked = checked(&format!("v1 pvs-soft+table-walk-checked+quiescence {game}"));
    assert_eq!(walked.verdict.line.kind, LineKind::Truncated);
    // Standing pat is better than each noisy move; then the line ends at the horizon.
    assert_eq!(shown("v1 pvs-soft+triangular+quiescence depth=1 [-5[!6 !7 9]]"), (5, vec![0]));
    assert_eq!(shown("v1 minimax+triangular+quiescence depth=1 [-5[!6 !7 9]]"), (5, vec![0]));
    assert_eq!(shown("v1 minimax+single-array+quiescence depth=0 -5[!6 !7 9]").0, -5);
    // The root itself, where the second noisy move is better than standing pat.
    assert_eq!(shown("v1 pvs-soft+triangular+quiescence depth=0 -5[!6 !-7 9]"), (7, vec![1]));
    assert_eq!(shown("v1 pvs-soft+triangular+quiescence(line=no) depth=0 -5[!6 !-7 9]"), (7, vec![]));
    let root = checked("v1 pvs-soft+triangular+quiescence depth=0 -5[!6 !-7 9]");
    assert_eq!(root.lines.worst().best_move.map(Move::number), Some(1));
}

#[test]
fn quiescence_ends_in_a_cycle_of_noisy_moves() {
    for plies in 1..=8 {
        let (score, line) =
            shown(&format!("v1 pvs-soft+triangular+quiescence(plies={plies}) depth=1 a:2[!b:3[!a]]"));
        assert!(line.len() <= 1 + plies, "{score} {line:?}");
    }
    let (_, line) = shown("v1 pvs-soft+triangular+quiescence(plies=32)+repetition depth=1 a:2[!b:3[!a]]");
    assert!(line.len() <= 2, "a repetition is a draw");
}

#[test]
fn extended_lines_are_at_most_twice_as_long_as_the_depth_and_fit_the_stores() {
    assert_eq!(shown("v1 pvs-soft+triangular depth=2 a:[+b:1[+2[+a] 3] 4]"), (2, vec![0, 0]));
    assert_eq!(shown("v1 pvs-soft+triangular+extension depth=2 a:[+b:1[+2[+a] 3] 4]"), (1, vec![0, 0, 0, 0]));
    for depth in [1, 20, 32, 33, CAPACITY] {
        let (_, line) = shown(&format!("v1 pvs-soft+triangular+extension depth={depth} a:[+a]"));
        assert_eq!(line.len(), CAPACITY.min(2 * depth));
    }
    let both = "v1 pvs-soft+stack-list-half+extension+quiescence(plies=8) depth=56 a:[!+a]";
    assert!(shown(both).1.len() <= CAPACITY);
}

#[test]
fn lines_too_long_for_the_stores_are_refused_with_the_largest_depth_that_fits() {
    let refused = |text: &str| text.parse::<Case>().expect_err("too deep").to_string();
    let error = refused("v1 pvs-soft+none+quiescence(plies=8) depth=60 a:[!a]");
    let expected = "lines of 68 moves do not fit in the stores; expected at most `depth=56`";
    assert!(error.contains(expected), "{error}");
    let error = refused("v1 pvs-soft+none+extension depth=30 a:[+a +a]");
    assert!(error.contains("more than 5000000 positions"), "{error}");
    assert!("v1 pvs-soft+none depth=20 a:[+a +a]".parse::<Case>().is_ok());
}

/// In how many games the oracle with these rules reports a correct search with these options, or expects another
/// line than the search shows.
fn reported(text: &str, rules: &Rules) -> u64 {
    let worst = if rules.is_fixed() { LineKind::Same } else { LineKind::NoneDue };
    crate::common::reported(&Random { seed: 53, games: 4_000 }, &options(text), rules, worst)
}

/// Each rule is needed, with exactly its limit.
#[test]
fn an_oracle_with_another_horizon_reports_correct_searches() {
    let assert_needed = |text, change: fn(Rules) -> Rules| {
        let correct = rules(Profile::ALPHA_BETA, &options(text));
        assert_eq!(reported(text, &correct), 0, "{text}");
        assert!(reported(text, &change(correct)) > 0, "{text}: {:?}", change(correct));
    };
    let plies = |rules: Rules, plies| Rules { horizon: Horizon { plies, ..rules.horizon }, ..rules };
    assert_needed("quiescence(plies=2)", |rules| Rules { horizon: Horizon::NO_QUIESCENCE, ..rules });
    assert_needed("quiescence(line=no)", |rules| Rules {
        horizon: Horizon { hides: false, ..rules.horizon },
        ..rules
    });
    assert_needed("quiescence", |rules| Rules { horizon: Horizon { hides: true, ..rules.horizon }, ..rules });
    assert_needed("extension", |rules| Rules { extends: None, ..rules });
    assert_needed("extension", |rules| Rules { extends: Some(3), ..rules });
    assert_needed("tt(draft=deeper)+extension", |rules| Rules { extends: None, ..rules });
    assert_needed("tt(draft=deeper,leaves=yes)+quiescence(plies=1)", |rules| Rules {
        horizon: Horizon::NO_QUIESCENCE,
        ..rules
    });
    for wrong in [1, 3] {
        let correct = rules(Profile::ALPHA_BETA, &options("quiescence(plies=2)"));
        assert!(reported("quiescence(plies=2)", &plies(correct, wrong)) > 0, "{wrong} plies instead of two");
    }
}
