//! The rules of chess: perft, endings, repetition, the fifty-move rule.

use super::*;
use crate::LONGEST_SEARCH;
use pvcheck::oracle::Oracle;
use pvcheck::pv::CAPACITY;
use pvcheck::score::Score;

fn perft(position: &ChessPosition, depth: usize) -> u64 {
    let moves = legal_moves(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| perft(&position.play(mv), depth - 1)).sum()
}

/// The published numbers of paths: of the start position, "Kiwipete", positions 3 to 6 of the same list, and two of
/// Chess960.
#[test]
fn the_numbers_of_paths_are_those_of_the_literature() {
    let known: &[(&str, &[u64])] = &[
        (START, &[20, 400, 8_902, 197_281]),
        (KIWIPETE, &[48, 2_039, 97_862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2_079, 89_890]),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", &[21, 528, 12_189]),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", &[21, 807, 18_002]),
    ];
    for (fen, counts) in known {
        let root = position(fen);
        for (depth, count) in (1..).zip(*counts) {
            assert_eq!(perft(&root, depth), *count, "{fen} at {depth}");
        }
    }
}

#[test]
fn moves_are_in_the_documented_order() {
    // Captures by the victim and then the capturer, better promotions first; promotions; then from a1 on.
    let root = position("1r2k3/P1P5/3q4/4P3/2N5/8/8/R3K2Q w Q - 0 1");
    let all = names(&root);
    let first = ["e5d6", "c4d6", "a7b8q", "c7b8q", "a7b8r", "c7b8r", "a7b8b", "c7b8b", "a7b8n", "c7b8n"];
    assert_eq!(all[..10], first);
    assert_eq!(all[10..18], ["a7a8q", "c7c8q", "a7a8r", "c7c8r", "a7a8b", "c7c8b", "a7a8n", "c7c8n"]);
    assert_eq!(all[18..22], ["a1b1", "a1c1", "a1d1", "a1a2"]);
}

#[test]
fn captures_and_promotions_are_noisy_and_checks_are_forcing() {
    let noisy = |text: &str, name: &str| {
        let position = position(text);
        position.is_noisy(mv(&position, name))
    };
    assert!(noisy(KIWIPETE, "e5g6") && noisy(KIWIPETE, "f3h3") && !noisy(KIWIPETE, "e1g1"));
    assert!(noisy("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "en passant");
    assert!(noisy("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"));
    let forcing = |text: &str, name: &str| {
        let position = position(text);
        position.is_forcing(mv(&position, name))
    };
    assert!(forcing("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8"));
    assert!(forcing("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"), "castling");
    assert!(forcing("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4c3"), "a discovered check");
    assert!(!forcing("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1b1"));
}

#[test]
fn a_null_move_ends_en_passant_and_is_not_allowed_in_check() {
    let ep = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let passed = ep.pass().expect("not in check");
    assert_eq!(passed.name().as_deref(), Some("4k3/8/8/3pP3/8/8/8/4K3 b - - 1 1"));
    assert_ne!(passed.pass().expect("not in check"), ep);
    assert!(position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").pass().is_none());
    assert!(record("stalemate-at-the-root-pawn").position().pass().is_none());
    // Allowed in pawn endings.
    assert!(position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").pass().is_some());
}

#[test]
fn games_end_as_documented() {
    let ending = |text: &str| position(text).ending();
    assert_eq!(ending("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Some(Ending::Checkmate));
    assert_eq!(ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(Ending::Stalemate));
    assert_eq!(ending("4k3/8/8/8/8/8/8/4K1N1 b - - 0 1"), Some(Ending::DeadPosition));
    assert_eq!(ending("4k3/8/8/8/8/8/8/2B1K3 b - - 0 1"), Some(Ending::DeadPosition));
    assert_eq!(ending("4k3/8/8/8/8/8/8/4K3 b - - 0 1"), Some(Ending::DeadPosition));
    assert_eq!(ending("4k1n1/8/8/8/8/8/8/4K1N1 b - - 0 1"), None);
    assert_eq!(ending("4k3/8/8/8/8/8/8/4K2R b - - 100 90"), Some(Ending::FiftyMoves));
    assert_eq!(ending("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90"), Some(Ending::Checkmate));
    for (text, score) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Score::MIN),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::ZERO),
        ("4k3/8/8/8/8/8/8/4K2R b - - 100 90", Score::ZERO),
    ] {
        let position = position(text);
        assert_eq!((position.evaluate(), position.is_terminal()), (score, true), "{text}");
        assert!(legal_moves(&position).is_empty() && position.pass().is_none(), "{text}");
    }
}

/// `P`, `A`, `B`, `C`: the positions before and after the moves of two knights and back.
const SHUFFLE: &str = "f3d2 f6d7 d2f3 d7f6";
const KNIGHTS: &str = "2r2rk1/pp3ppp/2n2n2/3p4/3P4/2N2N2/PP3PPP/2R2RK1 w - - 0 1";

#[test]
fn the_third_occurrence_is_a_draw_if_two_are_in_the_game() {
    // P A B C P: the root occurs for the second time, and a return to it is the third.
    let root = position(&format!("{KNIGHTS} moves {SHUFFLE}"));
    assert_eq!(root.ending(), None);
    let path: Vec<_> =
        ["f3d2", "f3d2 f6d7", "f3d2 f6d7 d2f3"].map(|moves| after(&root, moves).ending()).into();
    assert_eq!(path, [None; 3], "the others occur for the second time");
    let third = after(&root, SHUFFLE);
    assert_eq!(third.ending(), Some(Ending::Threefold));
    assert_ne!(third, root, "the root is no draw");
    assert_ne!(third.key(), root.key());
    // Whatever the path.
    assert_eq!(after(&root, "f3d2 f6d7 d2b1 d7f6 b1d2 f6d7 d2f3 d7f6").ending(), Some(Ending::Threefold));
    // In the game the third occurrence is a draw at the root too.
    let third = position(&format!("{KNIGHTS} moves {SHUFFLE} {SHUFFLE}"));
    assert_eq!((third.ending(), third.evaluate()), (Some(Ending::Threefold), Score::ZERO));
    assert!(legal_moves(&third).is_empty());
}

#[test]
fn positions_that_occurred_once_are_history_and_no_draws() {
    let root = position(&format!("{KNIGHTS} moves f3d2 f6d7"));
    let history = root.history();
    let names: Vec<_> = history.iter().map(|position| position.name().expect("a FEN")).collect();
    let second = "2r2rk1/pp3ppp/2n2n2/3p4/3P4/2N5/PP1N1PPP/2R2RK1 b - - 1 1";
    assert_eq!(names, [KNIGHTS, second]);
    // The search returns to the first one.
    let again = after(&root, "d2f3 d7f6");
    assert_eq!((&again, again.ending()), (&history[0], None));
    assert!(history.iter().all(|before| *before != root));
    // An irreversible move ends the history: a pawn move, a capture, the loss of a right, a null move.
    assert!(after(&root, "h2h3").history().is_empty());
    assert!(after(&root, "c3d5").history().is_empty());
    assert!(root.pass().expect("not in check").history().is_empty());
    assert!(position(&format!("{KNIGHTS} moves f3d2 f6d7 h2h3")).history().is_empty());
    let castles = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves a1b1");
    assert_eq!((castles.history().len(), castles.play_in_game(mv(&castles, "a8b8")).history().len()), (0, 0));
    assert_eq!(after(&root, "d2b1").history().len(), 2);
}

#[test]
fn histories_make_positions_different_only_where_they_matter() {
    let fresh = position(KNIGHTS);
    let once = position(&format!("{KNIGHTS} moves {SHUFFLE}"));
    assert_ne!(fresh, once, "one more return to it is a draw");
    // No position occurred twice: nothing will be a draw.
    let quiet = position(&format!("{KNIGHTS} moves f3d2 f6d7"));
    let same = position("2r2rk1/pp1n1ppp/2n5/3p4/3P4/2N5/PP1N1PPP/2R2RK1 w - - 7 20");
    assert_eq!((&quiet, quiet.key()), (&same, same.key()));
    // After an irreversible move both are equal.
    assert_eq!(after(&fresh, "h2h3"), after(&once, "h2h3"));
    assert_ne!(after(&fresh, "g1h1"), after(&once, "g1h1"));
    // The same positions occurred twice, by different moves.
    let other = position(&format!("{KNIGHTS} moves f3d2 f6e8 d2f3 e8f6"));
    assert_eq!((&once, once.key()), (&other, other.key()));
}

#[test]
fn a_game_that_is_played_move_by_move_is_the_game_that_is_read() {
    let mut root = position(KNIGHTS);
    let mut text = format!("{KNIGHTS} moves");
    for name in [SHUFFLE, SHUFFLE, "h2h3 h7h6 f3d2"].join(" ").split(' ').take(7) {
        root = root.play_in_game(mv(&root, name));
        text = format!("{text} {name}");
        let read = position(&text);
        assert_eq!((&root, root.key(), root.history()), (&read, read.key(), read.history()), "{text}");
    }
}

#[test]
fn the_clock_counts_only_from_a_root_near_enough_to_the_limit() {
    assert_eq!(LONGEST_SEARCH, CAPACITY);
    let at = |clock: u8| position(&format!("4k3/8/8/8/8/8/4P3/R3K3 w Q - {clock} 90"));
    assert_eq!((at(0), at(0).key()), (at(35), at(35).key()));
    assert_ne!(at(35), at(36));
    assert_ne!(at(36), at(37));
    assert_ne!(at(36).key(), at(37).key());
    // Equal positions remain equal.
    assert_eq!(after(&at(35), "a1a2 e8d8"), after(&at(3), "a1a2 e8d8"));
    // A pawn move ends the count.
    assert_eq!(after(&at(40), "e2e3 e8d8"), after(&at(0), "e2e3 e8d8"));
    // The limit is reached at ply 64 from a clock of 36, and by a null move too.
    let shuffled = |clock: u8, plies: usize| {
        let moves = ["a1b1", "e8d8", "b1a1", "d8e8"].into_iter().cycle().take(plies);
        moves.fold(position(&format!("4k3/8/8/8/8/8/4P3/R3K3 w - - {clock} 90")), |position, name| {
            position.play(mv(&position, name))
        })
    };
    assert_eq!((shuffled(36, 63).ending(), shuffled(36, 64).ending()), (None, Some(Ending::FiftyMoves)));
    assert_eq!(shuffled(35, 64).ending(), None);
    assert_eq!(at(99).pass().expect("not in check").ending(), Some(Ending::FiftyMoves));
}

#[test]
fn a_mate_on_the_hundredth_ply_wins() {
    let value = |id: &str, depth| Oracle::new(record(id).position(), depth).score();
    assert_eq!(value("fifty-mate-at-99", 1), Score::MAX - 1);
    assert_eq!(value("fifty-mate-on-the-last-ply", 3), Score::MAX - 3);
    assert_eq!(value("fifty-mate-a-ply-late", 3), Score::ZERO);
    assert_eq!(value("mate-3-two-rooks", 3), Score::MAX - 3);
}

#[test]
fn a_clone_is_small() {
    assert!((100..=160).contains(&size_of::<ChessPosition>()), "{}", size_of::<ChessPosition>());
}
