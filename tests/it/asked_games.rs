//! What is asked of games holds for the smaller ones of a report too, and a failed test begins with its cases.

use crate::common::run_test;
use pvcheck::position::legal_moves;
use pvcheck::prelude::*;
use pvcheck::verify::{GameSource, Problem};

/// Minimax that forgets the last of several moves.
fn forgetful(position: &SharedPosition, depth: usize) -> (Score, Vec<Move>) {
    if depth == 0 || position.is_terminal() {
        return (position.evaluate(), Vec::new());
    }
    let (moves, mut best) = (legal_moves(position), (-Score::INFINITY, Vec::new()));
    for &mv in &moves[..moves.len().saturating_sub(1).max(1)] {
        let (score, line) = forgetful(&position.play(mv), depth - 1);
        if score.for_parent() > best.0 {
            best = (score.for_parent(), [vec![mv], line].concat());
        }
    }
    best
}

fn verification() -> Verification {
    verify(|request: &Request<'_>| {
        let (score, line) = forgetful(request.root(), request.depth());
        Answer::exact(score, line)
    })
}

/// The examples of the report on such games.
fn cases(games: impl GameSource + 'static) -> Vec<Problem> {
    let report = verification().games(games).report();
    assert!(!report.is_clean());
    report.examples().iter().map(|example| example.case.parse().expect("a case")).collect()
}

fn moves(problem: &Problem) -> impl Iterator<Item = usize> {
    let game = problem.game();
    (0..game.len()).map(|node| game.children(node).count())
}

#[test]
fn examples_are_games_as_they_were_asked_for() {
    let smallest = cases(RandomGames::seed(1));
    assert!(smallest.iter().any(|case| case.depth == 1 && moves(case).max() == Some(2)), "{smallest:?}");

    let deep = cases(RandomGames::seed(1).depths(3..=4));
    assert!(deep.iter().all(|case| (3..=4).contains(&case.depth)), "{deep:?}");

    let wide = cases(RandomGames::seed(1).branching(3..=4));
    assert!(wide.iter().all(|case| moves(case).all(|count| [0, 3, 4].contains(&count))), "{wide:?}");

    let far = cases(RandomGames::seed(1).scores(5..=9));
    let is_far =
        |case: &Problem| (0..case.game().len()).all(|node| (5..=9).contains(&case.game().score(node).get()));
    assert!(far.iter().all(is_far), "{far:?}");

    let large = cases(RandomGames::seed(1).only(|problem| problem.game().len() > 12));
    assert!(large.iter().all(|case| case.game().len() > 12), "{large:?}");
}

#[test]
#[should_panic(expected = "begins with 1 to 4")]
fn numbers_of_moves_that_no_random_game_has_are_refused() {
    let _ = RandomGames::seed(1).branching(6..=8);
}

#[test]
#[should_panic(expected = "none of 10000 random games is such a game")]
fn games_that_do_not_exist_are_refused() {
    verification().games(RandomGames::seed(1).only(|_| false)).report();
}

/// Is run by the test below, in a process of its own.
#[test]
#[ignore = "it has to fail"]
fn fails() {
    verification().games(RandomGames::seed(1).count(500)).run();
}

/// The search is wrong: a test that does nothing because of a variable would hide that.
#[cfg(unix)]
#[test]
fn each_variable_is_read_as_strictly_as_the_command_line() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let (number, seed) = ("expected a number from 1 to 1e15", "expected a whole number");
    for (name, value, expected) in [
        ("PVCHECK_CASES", &b"0"[..], number),
        ("PVCHECK_CASES", b"1e16", number),
        ("PVCHECK_CASES", b"", seed),
        ("PVCHECK_CASES", b" 5", seed),
        ("PROPTEST_CASES", b"5\xe9", "expected UTF-8 text"),
        ("PVCHECK_SEED", b"-1", seed),
        ("PROPTEST_RNG_SEED", b"18446744073709551616", "expected a number from 0"),
        ("PVCHECK_CASE", b"v1 nothing", "expected"),
        ("PVCHECK_CASE", b"\xe9", "expected UTF-8 text"),
        ("PVCHECK_JOURNAL", b"", "expected a folder"),
        ("PVCHECK_MERGE", b"", "expected a folder"),
        ("PVCHECK_REGRESSIONS", b"", "expected a folder"),
        ("PVCHECK_SHARD", b"3/2", "expected k/n"),
        ("PVCHECK_SHARD", b"\xe9", "expected UTF-8 text"),
        ("PVCHECK_CASES", b"2_0e1", "unsound line in 200 searches"),
    ] {
        let (succeeds, text) = run_test("asked_games::fails", &[(name, OsStr::from_bytes(value))]);
        let is_shown = expected.contains("searches") || text.contains(&format!("{name}=\""));
        assert!(!succeeds && is_shown && text.contains(expected), "{name}: {text}");
    }
}

#[test]
fn the_next_run_of_a_failed_test_begins_with_its_cases() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |games: &'static str| {
        let variables =
            [("PVCHECK_REGRESSIONS", folder.path().as_os_str()), ("PVCHECK_CASES", games.as_ref())];
        run_test("asked_games::fails", &variables)
    };
    let file = folder.path().join("it.asked_games.fails.case");
    assert!(run("1").0 && !file.exists(), "the first game shows nothing");
    let (is_clean, text) = run("500");
    assert!(!is_clean && text.contains("regression the next run begins with this case, from "), "{text}");
    let pages = |text: &str| text.matches("\ncase ").count();
    let pages_of_first = pages(&text);
    let kept = std::fs::read_to_string(&file).expect("the file");
    assert!(kept.starts_with("# ") && kept.contains("\nv1 depth=1 ["), "{kept}");
    let (is_clean, text) = run("1");
    assert!(!is_clean && text.contains("v1 depth=1 ["), "its case is run: {text}");
    let (_, text) = run("500");
    assert_eq!(pages(&text), pages_of_first, "a case that the games find again has one page: {text}");
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), kept, "no case is written twice");
    std::fs::write(&file, "v2 nothing").expect("written");
    let (is_clean, text) = run("500");
    assert!(!is_clean && text.contains("it.asked_games.fails.case:1 is left out: "), "{text}");
    let kept = std::fs::read_to_string(&file).expect("the file");
    assert!(kept.starts_with("v2 nothing\nv1 depth=1 ["), "{kept}");
}
