use std::sync::Arc;

use super::*;

/// The classes of what is wrong with `lines` as the answer to a search of `root`.
fn classes(root: &str, limit: Limit, context: &Context<'_>, lines: &[&str]) -> Vec<Class> {
    let root = Arc::new(root.parse().expect("a position"));
    let printed = lines.iter().copied().collect();
    let findings = judge(&Go::new(root, limit), &printed, context);
    findings.into_iter().map(|finding| finding.class).collect()
}

const ONE: Context<'_> = Context { lines: 1, before: &[] };

fn start(lines: &[&str]) -> Vec<Class> {
    classes("startpos", Limit::Nodes(900), &ONE, lines)
}

/// A right answer, and each way in which it can be wrong.
#[test]
fn each_class_is_found_and_nothing_else() {
    let exact = "info depth 5 score cp 20 nodes 100 pv e2e4 e7e5 g1f3";
    assert_eq!(start(&[exact, "bestmove e2e4 ponder e7e5"]), []);
    for (lines, class) in [
        (&["info depth 5 score cp 20 pv e2e4 e7e5 g1f4", "bestmove e2e4"][..], Class::IllegalMove),
        (&["info depth 5 score cp 20 pv e2e4 (none)", "bestmove e2e4"], Class::IllegalMove),
        (&["info depth 5 score cp 20 pv e2-e4", "bestmove e2e4"], Class::Malformed),
        (&["info depth 5 score cp 20 pv e2e4 e7e5 +0.2", "bestmove e2e4"], Class::Malformed),
        (&["info depth 5 score cp 20", exact, "bestmove e2e4"], Class::EmptyLine),
        (&["info depth 5 score cp 20 pv", exact, "bestmove e2e4"], Class::EmptyLine),
        (&[exact, "bestmove d2d4"], Class::OtherBestMove),
        (&[exact, "bestmove e2e5"], Class::IllegalBestMove),
        (&[exact, "bestmove (none)"], Class::NoBestMove),
        (&[exact, "bestmove e2e4 ponder e2e4"], Class::IllegalPonder),
        (&[exact, "bestmove e2e4 ponder d7d5"], Class::OtherPonder),
        (&["info depth x", exact, "bestmove e2e4"], Class::Malformed),
        (&[exact, "info depth 4 score cp 1 pv e2e4", "bestmove e2e4"], Class::DepthDecreases),
    ] {
        assert_eq!(start(lines), [class], "{lines:?}");
    }
}

#[test]
fn a_search_to_a_depth_shows_a_line_of_that_depth() {
    let to_five = |root: &str, lines: &[&str]| classes(root, Limit::Depth(5), &ONE, lines);
    let at_start = |lines: &[&str]| to_five("startpos", lines);
    let (four, five) = ("info depth 4 score cp 20 pv e2e4", "info depth 5 score cp 20 pv e2e4");
    assert_eq!(at_start(&[four, five, "bestmove e2e4"]), []);
    assert_eq!(at_start(&[four, "bestmove e2e4"]), [Class::DepthNotReached]);
    assert_eq!(at_start(&[four, "info depth 5 score cp 9 upperbound pv d2d4", "bestmove d2d4"]), []);
    assert_eq!(at_start(&["info depth 6 score cp 1 pv e2e4", "bestmove e2e4"]), [Class::DepthBeyondLimit]);
    assert_eq!(at_start(&["bestmove e2e4"]), [Class::NoLine]);
    for (limit, long) in [
        (Limit::Nodes(999), Limit::Nodes(1000)),
        (Limit::MoveTime(99), Limit::MoveTime(100)),
        (clock("0.9+9"), clock("1+0")),
    ] {
        let answered = |limit| classes("startpos", limit, &ONE, &["bestmove e2e4"]);
        assert_eq!((answered(limit), answered(long)), (vec![], vec![Class::NoLine]), "{long}");
    }
    assert_eq!(at_start(&["info depth 5 score cp 20", "bestmove e2e4"]), [Class::EmptyLine]);
    // A mate, and the only move, may be shown at once.
    let mate = ["info depth 1 score mate 1 pv a1a8", "bestmove a1a8"];
    assert_eq!(to_five("7k/8/6K1/8/8/8/8/R7 w - -", &mate), []);
    assert_eq!(to_five("7k/5K2/8/8/8/8/8/R7 b - -", &["bestmove h8h7"]), []);
}

#[test]
fn a_line_with_a_bound_is_judged_by_its_moves_only() {
    let exact = "info depth 5 score cp 20 pv e2e4 e7e5";
    let bound = "info depth 6 score cp 60 lowerbound pv d2d4";
    assert_eq!(start(&[exact, bound, "bestmove d2d4"]), []);
    assert_eq!(start(&[exact, bound, "bestmove e2e4 ponder d7d5"]), []);
    assert_eq!(start(&[exact, bound, "bestmove c2c4"]), [Class::OtherBestMove]);
    assert_eq!(
        start(&[exact, "info depth 6 score mate 3 lowerbound pv d2d5", "bestmove e2e4"]),
        [Class::IllegalMove]
    );
    assert_eq!(start(&[exact, "info depth 6 score mate 3 lowerbound pv d2d4", "bestmove e2e4"]), []);
}

#[test]
fn a_line_that_goes_on_after_the_end_is_named_by_the_end() {
    let after = |root: &str, line: &str| {
        let line = format!("info depth 5 score cp 0 pv {line}");
        classes(root, Limit::Nodes(900), &ONE, &[&line])
    };
    assert_eq!(after("startpos moves f2f3 e7e5 g2g4", "d8h4 e1f2"), [Class::AfterCheckmate]);
    assert_eq!(after("7k/8/6K1/8/8/8/5Q2/8 w - -", "f2f7 h8g8"), [Class::AfterStalemate]);
    assert_eq!(after("7k/8/8/8/8/8/p7/K7 w - - 0 90", "a1a2 h8h7"), [Class::AfterDeadPosition]);
    assert_eq!(after("7k/8/8/8/8/8/R7/K7 w - - 98 90", "a2a3 h8h7 a3a4"), [Class::AfterFiftyMoves]);
    let root = "startpos moves g1f3 g8f6 f3g1 f6g8";
    assert_eq!(after(root, "g1f3 g8f6 f3g1 f6g8 e2e4"), [Class::AfterThreefold]);
    assert_eq!(after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1h1"), [Class::CastlingNotation]);
}

#[test]
fn a_mate_score_is_compared_with_its_line() {
    let mate = |root: &str, score: &str, line: &str| {
        let line = format!("info depth 9 score mate {score} pv {line}");
        classes(root, Limit::Depth(9), &ONE, &[&line])
    };
    let two_rooks = "7k/8/8/8/8/8/R7/1R4K1 w - -";
    assert_eq!(mate(two_rooks, "2", "a2a7 h8g8 b1b8"), []);
    assert_eq!(mate(two_rooks, "2", "a2a7 h8g8"), [Class::MateIncomplete]);
    assert_eq!(mate(two_rooks, "2", "a2a7 h8g8 b1b7"), [Class::MateWithoutMate]);
    assert_eq!(mate(two_rooks, "2", "a2a6 h8g8 b1b7 g8f8"), [Class::MateTooLong]);
    assert_eq!(mate(two_rooks, "3", "a2a7 h8g8 b1b8"), [Class::MateDistance]);
    assert_eq!(mate(two_rooks, "-2", "a2a7 h8g8 b1b8"), [Class::MateOtherSide]);
    assert_eq!(mate("7k/R7/8/8/8/8/8/1R4K1 b - -", "-1", "h8g8 b1b8"), []);
    assert_eq!(mate("7k/R7/8/8/8/8/8/1R4K1 b - -", "-1", "h8g8"), [Class::MateIncomplete]);
}

#[test]
fn several_lines_are_distinct_ordered_and_complete() {
    let ranks = |lines: &[&str]| {
        let two = Context { lines: 2, before: &[] };
        let mut found = classes("startpos", Limit::Depth(2), &two, lines);
        // Some of the answers end before depth 2.
        found.retain(|&class| class != Class::DepthNotReached);
        found
    };
    let first = "info depth 1 multipv 1 score cp 20 pv e2e4";
    let second = "info depth 1 multipv 2 score cp 10 pv d2d4";
    assert_eq!(ranks(&[first, second, "bestmove e2e4"]), []);
    assert_eq!(ranks(&[first, "bestmove e2e4"]), [Class::MissingRank]);
    assert_eq!(
        ranks(&[first, second, "info depth 1 multipv 2 score cp 10 pv e2e4 e7e5", "bestmove e2e4"]),
        [Class::SameMoveTwice]
    );
    // In any order, and printed again: the last lines of an iteration count.
    assert_eq!(ranks(&[second, first, "bestmove e2e4"]), []);
    let demoted = "info depth 1 multipv 2 score cp 20 pv e2e4";
    let promoted = "info depth 1 multipv 1 score cp 30 pv d2d4";
    assert_eq!(ranks(&[first, second, demoted, promoted, "bestmove d2d4"]), []);
    let deeper = "info depth 3 multipv 1 score cp 20 pv e2e4 e7e5";
    assert_eq!(
        ranks(&[first, second, deeper, "bestmove e2e4"]),
        [Class::DepthBeyondLimit, Class::MissingRank]
    );
    // The lines of the iteration before have other ranks while an iteration runs.
    let (best, other) =
        ("info depth 2 multipv 1 score cp 30 pv c2c4", "info depth 1 multipv 2 score cp 20 pv e2e4");
    let last = "info depth 2 multipv 2 score cp 10 pv e2e4";
    assert_eq!(ranks(&[first, second, best, other, best, last, "bestmove c2c4"]), []);
    let third = "info depth 1 multipv 3 score cp 5 pv c2c4";
    assert_eq!(ranks(&[first, second, third, "bestmove e2e4"]), [Class::RankBeyondLimit]);
    assert_eq!(
        ranks(&[first, "info depth 1 multipv 2 score cp 30 pv d2d4", "bestmove e2e4"]),
        [Class::LineOrder]
    );
    // A mate is better than every other score, the shorter the better; a later line 1 begins a new iteration.
    assert_eq!(
        ranks(&[
            "info depth 1 multipv 1 score mate 2 pv e2e4 e7e5 f1c4",
            second,
            "info depth 2 multipv 1 score cp 20 pv d2d4",
            "info depth 2 multipv 2 score cp 20 pv e2e4",
            "bestmove d2d4"
        ]),
        [Class::MateWithoutMate]
    );
    // Where there is one legal move, one line is complete.
    let two = Context { lines: 2, before: &[] };
    let forced = ["info depth 1 score cp 0 pv h8h7", "bestmove h8h7"];
    assert_eq!(classes("7k/5K2/8/8/8/8/8/R7 b - -", Limit::Depth(1), &two, &forced), []);
}

#[test]
fn a_line_of_a_position_before_is_stale() {
    let before = ["startpos", "startpos moves d2d4"].map(|text| {
        let root: crate::uci::Root = text.parse().expect("a position");
        Go::new(Arc::new(root), Limit::Depth(5))
    });
    let after = Context { lines: 1, before: &before };
    let root = "startpos moves e2e4";
    let judged = |line: &str| classes(root, Limit::Nodes(900), &after, &[line]);
    assert_eq!(judged("info depth 5 score cp 20 pv e2e4 e7e5"), [Class::StaleLine]);
    assert_eq!(judged("info depth 5 score cp 20 pv e4e5 e7e5"), [Class::IllegalMove]);
    assert_eq!(judged("info depth 5 score cp 20 pv e7e5"), []);
}

/// Moves are compared as moves, in whichever notation they are.
#[test]
fn the_same_move_in_another_notation_is_the_same() {
    let promotes = |lines: &[&str]| classes("8/1P6/8/8/8/2k5/8/K7 w - -", Limit::Depth(3), &ONE, lines);
    assert_eq!(promotes(&["info depth 3 score cp 900 pv b7b8Q", "bestmove b7b8q"]), [Class::Malformed]);
    assert_eq!(promotes(&["info depth 3 score cp 900 pv b7b8q", "bestmove b7b8Q"]), []);
    assert_eq!(promotes(&["info depth 3 score cp 900 pv b7b8q", "bestmove b7b8r"]), [Class::OtherBestMove]);
    let castles = |lines: &[&str]| classes("4k3/8/8/8/8/8/8/4K2R w K -", Limit::Depth(3), &ONE, lines);
    assert_eq!(castles(&["info depth 3 score cp 500 pv e1g1", "bestmove e1g1"]), []);
    let other = "info depth 3 score cp 500 pv e1h1";
    assert_eq!(castles(&[other, "bestmove e1g1"]), [Class::CastlingNotation]);
    assert_eq!(castles(&["bestmove e1h1"]), [Class::CastlingNotation, Class::NoLine]);
}

#[test]
fn lines_of_progress_and_bounds_before_the_score_are_no_faults() {
    let exact = "info depth 5 score cp 20 pv e2e4 e7e5";
    assert_eq!(
        start(&["info depth 5 score cp 10 currmove e2e4 currmovenumber 1", exact, "bestmove e2e4"]),
        []
    );
    assert_eq!(start(&[exact, "info depth 6 score lowerbound cp 30 pv d2d4", "bestmove d2d4"]), []);
    let least = "info depth 5 score cp -9223372036854775808 pv e2e4 e7e5";
    assert_eq!(start(&[least, "bestmove e2e4"]), [Class::Malformed]);
}

/// Some engines print line 1 last, and the other lines with the depth of the preceding iteration until they are searched again.
#[test]
fn lines_that_are_printed_in_descending_order_are_compared_within_their_block() {
    let block = |depths: [u64; 4], moves: [&str; 4]| -> Vec<String> {
        let line = |rank: usize| {
            let (depth, mv) = (depths[rank - 1], moves[rank - 1]);
            format!("info depth {depth} multipv {rank} score cp {} pv {mv}", 50 - rank)
        };
        (1..=4).rev().map(line).collect()
    };
    let judged = |blocks: &[Vec<String>]| {
        let four = Context { lines: 4, before: &[] };
        let lines: Vec<&str> = blocks.iter().flatten().map(String::as_str).collect();
        classes("startpos", Limit::Nodes(900), &four, &lines)
    };
    let first = block([2; 4], ["g1f3", "b1c3", "e2e4", "d2d4"]);
    let (next, last) = (
        block([3, 2, 2, 2], ["b1c3", "g1f3", "e2e4", "d2d4"]),
        block([4, 3, 3, 3], ["b1c3", "g1f3", "e2e4", "d2d4"]),
    );
    assert_eq!(judged(&[first.clone(), next.clone(), last.clone()]), []);
    let twice = block([3, 2, 2, 2], ["b1c3", "g1f3", "g1f3", "d2d4"]);
    assert_eq!(judged(&[first, twice, last]), [Class::SameMoveTwice]);
}

fn clock(text: &str) -> Limit {
    Limit::Clock(text.parse().expect("a clock"))
}

/// A root without moves has no best move, which engines print in many ways.
#[test]
fn a_finished_root_has_no_best_move() {
    for root in ["7k/5Q2/6K1/8/8/8/8/8 b - -", "R5k1/5ppp/8/8/8/8/8/6K1 b - -"] {
        let judged = |lines: &[&str]| classes(root, Limit::Depth(5), &ONE, lines);
        for none in ["(none)", "0000", "a1a1", "none"] {
            let (best, line) = (format!("bestmove {none}"), format!("info depth 1 score cp 0 pv {none}"));
            assert_eq!(judged(&["info depth 0 score mate 0", &line, &best]), [], "{none}");
        }
        assert_eq!(judged(&["bestmove g8h8"]), [Class::IllegalBestMove]);
    }
}

/// The side to move is mated, and moves.
#[test]
fn a_mate_in_none_has_no_moves() {
    let root = "7k/8/6K1/8/8/8/8/R7 w - -";
    let line = "info depth 1 score mate 0 pv a1a8";
    assert_eq!(classes(root, Limit::Nodes(9), &ONE, &[line]), [Class::WrongMate]);
}
