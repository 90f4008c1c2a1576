//! Engines that misbehave on request.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use pvcheck::position::Position as _;
use pvcheck_chess::bundled;

use super::driver::{Engine, LIMIT, after, info, lines, output, searches};

/// Mate in one, castling, and an ordinary position.
const MATE: &str = "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const CASTLING: &str = "position fen 4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1\ngo depth 1 searchmoves e1g1";
const ORDINARY: &str = "position startpos\ngo depth 3";

fn doubled(kind: &str, commands: &str) -> Vec<String> {
    lines(&["--misbehave", kind], commands)
}

#[test]
fn wrong_moves_are_wrong_in_the_way_that_was_requested() {
    let start = pvcheck_chess::ChessPosition::start();
    let answer = |kind: &str| {
        let lines = doubled(kind, ORDINARY);
        let (infos, answer) = searches(&lines).pop().expect("a search");
        let line = infos.last().expect("a line").line.clone();
        let legal = |mv: Option<&String>| mv.map(|mv| after(&start, std::slice::from_ref(mv)).is_ok());
        (answer[1] == line[0], legal(answer.get(1)), answer.get(3) == line.get(1))
    };
    assert_eq!(answer("illegal-bestmove"), (false, Some(false), false));
    assert_eq!(answer("wrong-bestmove"), (false, Some(true), false));
    assert_eq!(answer("illegal-ponder"), (true, Some(true), false));
    assert!(doubled("no-bestmove", ORDINARY).iter().all(|line| line.starts_with("info")));
    assert_eq!(doubled("castling-notation", CASTLING).pop().as_deref(), Some("bestmove e1h1"));
    assert!(doubled("no-uciok", "uci\nisready").iter().all(|line| line != "uciok"));
}

#[test]
fn wrong_lines_are_wrong_in_the_way_that_was_requested() {
    let infos = |kind: &str, commands: &str| -> Vec<_> {
        doubled(kind, commands).iter().filter_map(|line| info(line)).collect()
    };
    let continued = infos("continues-after-mate", &format!("{MATE}\ngo depth 1"));
    assert_eq!(continued[0].line, ["d1d8", "d8d1"]);
    assert!(infos("empty-line", ORDINARY).iter().all(|info| info.is_exact && info.line.is_empty()));
    let duplicate = infos("duplicate-multipv", &format!("setoption name MultiPV value 3\n{ORDINARY}"));
    assert!(duplicate.len() == 9 && duplicate.chunks(3).all(|three| three[0].line == three[2].line));
    let record = bundled().iter().find(|record| record.id() == Some("mate-3-two-rooks")).expect("a position");
    assert!(!record.position().is_terminal());
    let short = infos("overstated-mate", &format!("position {}\ngo depth 3", record.uci_position()));
    assert_eq!(short.last().map(|info| (info.score.1, info.line.len())), Some((1, 3)));
    let stale = doubled("stale-line", &format!("{MATE}\ngo depth 1\n{ORDINARY}"));
    assert_eq!((stale[0].as_str(), &stale[2]), (stale[2].as_str(), &stale[0]), "{stale:?}");
}

#[test]
fn misbehaviour_begins_after_the_searches_that_were_requested() {
    let lines = lines(
        &["--misbehave", "illegal-bestmove", "--after", "2"],
        &format!("{ORDINARY}\n{ORDINARY}\n{ORDINARY}"),
    );
    let legal: Vec<bool> = searches(&lines)
        .iter()
        .map(|(_, answer)| after(&pvcheck_chess::ChessPosition::start(), &answer[1..2]).is_ok())
        .collect();
    assert_eq!(legal, [true, true, false]);
}

/// Each engine breaks the dialogue; the test ends its process.
#[test]
fn engines_that_break_the_dialogue_do_so() {
    let silent = Duration::from_millis(150);
    let started = |kind: &str, command: &str| {
        let mut engine = Engine::start(&["--reproducible", "--misbehave", kind]);
        engine.send(&format!("position startpos\n{command}"));
        engine
    };
    for kind in ["hang", "half-line"] {
        let mut engine = started(kind, "go depth 1\nisready");
        assert!(engine.line_within(silent) == Err(RecvTimeoutError::Timeout) && engine.runs(), "{kind}");
    }
    let flood = started("flood", "go depth 1");
    for _ in 0..1000 {
        assert!(flood.line_within(LIMIT).is_ok_and(|line| line.starts_with("info depth 1 ")));
    }
    let mut stubborn = started("ignores-stop", "go infinite");
    stubborn.until("info depth 3");
    stubborn.send("stop");
    stubborn.until("info depth 5");
    let mut silent_end = started("no-bestmove", "go depth 1");
    silent_end.until("info depth 1");
    silent_end.send("isready");
    silent_end.until("readyok");

    let crashed = output(&["--misbehave", "crash"], b"go depth 5");
    assert_eq!(crashed.status.code(), Some(9), "{crashed:?}");
    assert!(crashed.stdout.starts_with(b"info depth 1 ") && crashed.stdout.ends_with(b"\n"), "{crashed:?}");
    let binary = output(&["--misbehave", "binary"], b"go depth 1");
    assert!(String::from_utf8(binary.stdout).is_err(), "bytes that are no text");
}

#[cfg(unix)]
#[test]
fn an_output_can_be_closed_and_a_child_can_keep_it_open() {
    let mut closed = Engine::start(&["--misbehave", "closes-output"]);
    closed.send("go depth 1");
    assert_eq!(closed.line_within(LIMIT), Err(RecvTimeoutError::Disconnected));
    assert!(closed.runs(), "only its output is closed");

    let mut forks = Engine::start(&["--misbehave", "forks"]);
    forks.send("go depth 1\nquit");
    let lines = forks.until("info string started process");
    let child = lines.last().and_then(|line| line.rsplit(' ').next()).expect("a number").to_owned();
    assert!(forks.ends());
    let open = std::iter::from_fn(|| Some(forks.line_within(Duration::from_millis(100))));
    assert_eq!(open.into_iter().find_map(Result::err), Some(RecvTimeoutError::Timeout));
    let killed = std::process::Command::new("kill").arg(&child).status().expect("a command of the system");
    assert!(killed.success(), "the child was alive");
}
