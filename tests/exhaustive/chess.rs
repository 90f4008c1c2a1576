//! The claims on the chess positions of the project.

use crate::common::prelude::*;
use crate::common::{assert_kept, options, share, subjects};

use pvcheck::feature::Feature;
use pvcheck::subject::Regime;
use pvcheck_chess::{ChessGames, bundled};

/// The search options that make a regime, and further ones, without the selective options alone; margins and windows in hundredths of a pawn.
const OPTIONS: [&str; 17] = [
    "aspiration(30)",
    "aspiration(30,widen=side)",
    "repetition",
    "quiescence(plies=2)",
    "extension",
    "multipv(2)",
    "deepening+stop-after(20)",
    "deepening+stop-after(20,improved=yes)",
    "tt(pv-cut=none)",
    "tt",
    "tt(narrow=beyond)",
    "tt(narrow=yes)",
    "tt(draft=deeper)",
    "tt+repetition",
    "tt(key-bits=8)",
    "tt+deepening+threads(2)",
    "tt(draft=deeper)+quiescence(plies=2)+lmr(1)+null(1)+deepening",
];

/// Searches the first positions of the project.
fn run(positions: usize, options: &[SearchOptions], depth: usize) -> Finished {
    let subjects: Vec<Subject> =
        options.iter().flat_map(|&options| subjects(Algorithm::ALL, Store::ALL, options)).collect();
    let games =
        ChessGames::new(bundled()[..positions].to_vec(), depth, &subjects, ChessGames::MOST_POSITIONS);
    let finished = Campaign::new(&games, subjects).threads(2).run(|_| ());
    assert_eq!((finished.games, games.shallower()), (positions as u64, vec![]));
    finished
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn without_options_all_algorithms_and_sound_stores_agree_to_depth_4_on_all_positions() {
    let finished = run(bundled().len(), &[SearchOptions::NONE], 4);
    let (mut exact, mut sound) = (0, 0);
    for row in &finished.rows {
        assert_kept([row]);
        let guaranteed = guarantee(&row.subject);
        // All but two published mistakes guarantee the exact score, and with most stores the leftmost line.
        if guaranteed.score != ScoreVerdict::Exact || guaranteed.may_bound || guaranteed.may_fail {
            continue;
        }
        exact += 1;
        assert_eq!(row.tally.score(ScoreVerdict::Exact), finished.games, "{}", row.subject);
        if guaranteed.line == LineKind::Same {
            sound += 1;
            assert_eq!(row.tally.line(LineKind::Same), finished.games, "{}", row.subject);
        }
    }
    assert!(exact > 300 && sound > 120, "{exact} and {sound} of {}", finished.rows.len());
    // A wrong line of the single array is no accident of synthetic games.
    let single: Subject = "alpha-beta-hard+single-array".parse().expect("a subject");
    let row = finished.rows.iter().find(|row| row.subject == single).expect("it was run");
    assert!(row.tally.line(LineKind::Unsound) + row.tally.line(LineKind::Illegal) >= 5, "{:?}", row.tally);
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn guarantees_hold_in_all_regimes_to_depth_3_on_all_positions() {
    let selective = Feature::guesses().map(|(_, guess)| guess.presets[1]);
    let options: Vec<SearchOptions> = OPTIONS.into_iter().chain(selective).map(options).collect();
    let positions = share(bundled().len() as u64) as usize;
    let finished = run(positions, &options, 3);
    for row in &finished.rows {
        assert_kept([row]);
    }
    let regimes =
        Regime::ALL.iter().filter(|&&regime| finished.rows.iter().any(|row| row.subject.regime() == regime));
    assert_eq!(regimes.count(), Regime::ALL.len());
}
