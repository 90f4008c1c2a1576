//! The positions of the project have what their ids claim.

use std::collections::HashSet;

use super::*;
use pvcheck::oracle::Oracle;
use pvcheck::score::Score;

/// The records of a category, at least three, with their ids.
fn category(prefix: &str) -> Vec<(&'static str, &'static ChessPosition)> {
    let with_ids = bundled().iter().map(|record| (record.id().expect("an id"), record.position()));
    let all: Vec<_> = with_ids.filter(|(id, _)| id.starts_with(prefix)).collect();
    assert!(all.len() >= 3, "{prefix}");
    all
}

fn score(position: &ChessPosition, depth: usize) -> Score {
    Oracle::new(position, depth).score()
}

#[test]
fn each_record_has_an_id_that_begins_with_its_category() {
    let categories = [
        "opening-", "middlegame-", "fifty-", "repetition-", "mate-", "stalemate-", "promotion-", "castling-",
        "en-passant-",
    ];
    let ids: Vec<_> = bundled().iter().filter_map(EpdRecord::id).collect();
    assert_eq!(ids.len(), categories.iter().map(|prefix| category(prefix).len()).sum::<usize>());
    assert_eq!((ids.len(), ids.iter().collect::<HashSet<_>>().len()), (bundled().len(), bundled().len()));
    assert!((30..=40).contains(&ids.len()), "{}", ids.len());
    let most = bundled().iter().map(|record| legal_moves(record.position()).len()).max();
    assert!(most.is_some_and(|most| most <= 40), "{most:?}");
}

/// The moves of `bm` and `am` are legal. Where a mate or draw is near, the moves of `bm` are best and those of `am` are not.
#[test]
fn best_moves_are_best_and_avoided_ones_are_not() {
    let mut checked = 0;
    for record in bundled() {
        let position = record.position();
        let moves = legal_moves(position);
        let named = |opcode| {
            let operands = record.operation(opcode).unwrap_or_default();
            let with_name =
                |san: &String| moves.iter().copied().find(|&mv| position.san(mv).as_ref() == Some(san));
            operands.iter().map(|san| with_name(san).unwrap_or_else(|| panic!("{san}"))).collect::<Vec<_>>()
        };
        let (best, avoided) = (named("bm"), named("am"));
        if best.is_empty() && avoided.is_empty() {
            continue;
        }
        let value = |mv: Move| score(&position.play(mv), 2).for_parent();
        let highest = moves.iter().map(|&mv| value(mv)).max().expect("a move");
        for &mv in &moves {
            let (is_best, is_avoided) = (best.contains(&mv), avoided.contains(&mv));
            let claim = value(mv) == highest && !best.is_empty();
            assert!(best.is_empty() || is_best == claim, "{:?}: {:?}", record.id(), position.san(mv));
            assert!(!is_avoided || value(mv) < highest, "{:?}: {:?}", record.id(), position.san(mv));
        }
        checked += 1;
    }
    assert!(checked >= 12, "{checked}");
}

#[test]
fn mates_have_the_number_of_plies_of_their_ids() {
    for (id, position) in category("mate-") {
        let plies: u8 = id.split('-').nth(1).and_then(|plies| plies.parse().ok()).expect("plies");
        let (depth, plies) = (usize::from(plies), i32::from(plies));
        let mate = if plies % 2 == 1 { Score::MAX - plies } else { Score::MIN + plies };
        assert_eq!(score(position, depth), mate, "{id}");
        assert!(!score(position, depth - 1).is_mate(), "{id}: no shorter mate");
    }
    let plies: HashSet<_> = category("mate-").iter().map(|(id, _)| &id[..6]).collect();
    assert_eq!(plies.len(), 4);
}

#[test]
fn openings_have_nearly_all_pieces_and_one_is_of_chess960() {
    for (id, position) in category("opening-") {
        let name = position.name().expect("a FEN");
        assert_eq!(
            name.chars().take_while(|&letter| letter != ' ').filter(char::is_ascii_alphabetic).count(),
            32
        );
        assert_eq!(position.is_chess960(), id == "opening-960", "{id}");
    }
}

#[test]
fn middlegames_have_history() {
    let history = |id| record(id).position().history();
    let distinct = |id| history(id).into_iter().collect::<HashSet<_>>().len();
    for (id, position) in category("middlegame-") {
        assert!(position.history().len() >= 2 && position.ending().is_none(), "{id}");
    }
    let quiet = "middlegame-quiet-history";
    assert!(history(quiet).len() == 9 && distinct(quiet) == 9);
    assert!(!history(quiet).contains(record(quiet).position()));
    let once = record("middlegame-root-occurred-once").position();
    assert_eq!(
        history("middlegame-root-occurred-once").iter().filter(|p| p.name() != once.name()).count(),
        4
    );
    assert_eq!(after(once, "g1h1 g8h8 h1g1 h8g8").ending(), Some(Ending::Threefold));
    let twice = "middlegame-two-occurred-twice";
    assert_eq!((history(twice).len(), distinct(twice)), (6, 4));
    assert_eq!(after(record(twice).position(), "d2f3 e8f6").ending(), Some(Ending::Threefold));
    let counts = record("middlegame-clock-counts").position();
    assert_eq!(counts.name().as_deref(), Some("3r1k2/1b3ppp/p3p3/1p6/3P4/1B3P2/PP3KPP/3R4 w - - 42 61"));
    assert_ne!(*counts, position("3r1k2/1b3ppp/p3p3/1p6/3P4/1B3P2/PP3KPP/3R4 w - - 0 61"));
}

#[test]
fn endgames_are_near_the_limit_of_the_fifty_move_rule() {
    for (id, position) in category("fifty-") {
        let name = position.name().expect("a FEN");
        let clock: u32 = name.split(' ').nth(4).and_then(|clock| clock.parse().ok()).expect("a clock");
        assert!((94..100).contains(&clock) && position.ending().is_none(), "{id}");
        // Without the clock the value differs, unless the best move is in time.
        if id.ends_with("late") || id.starts_with("fifty-a-pawn") {
            let fields: Vec<&str> = name.split(' ').collect();
            let fresh = super::position(&[&fields[..4], &["0", "1"]].concat().join(" "));
            assert!((1..=4).any(|depth| score(position, depth) != score(&fresh, depth)), "{id}");
        }
    }
    let capture = record("fifty-only-a-capture-goes-on").position();
    for mv in legal_moves(capture) {
        let ending = capture.play(mv).ending();
        assert_eq!(ending == Some(Ending::FiftyMoves), !capture.is_noisy(mv), "{}", capture.move_name(mv));
    }
}

#[test]
fn repetitions_are_near() {
    for (id, position) in category("repetition-") {
        let mut path = vec![position.clone()];
        let mut found = position.ending() == Some(Ending::Threefold);
        for _ in 0..4 {
            path = path.iter().flat_map(|p| legal_moves(p).into_iter().map(|mv| p.play(mv))).collect();
            path.retain(|p| !p.history().is_empty());
            found |= path.iter().any(|p| p.ending() == Some(Ending::Threefold));
            if found {
                break;
            }
        }
        assert!(found, "{id}");
    }
    let third = record("repetition-third-at-the-root").position();
    assert_eq!((third.ending(), third.history().len()), (Some(Ending::Threefold), 8));
    let perpetual = record("repetition-perpetual-check").position();
    assert_eq!(score(perpetual, 4), Score::ZERO);
    assert!(score(&position(&perpetual.name().expect("a FEN")), 4) < Score::ZERO, "without the history");
    assert_eq!(after(record("repetition-in-one-move").position(), "d7f6").ending(), Some(Ending::Threefold));
    assert_eq!(
        after(record("repetition-to-avoid").position(), "a7a1 c8b8").ending(),
        Some(Ending::Threefold)
    );
}

#[test]
fn stalemates_are_at_the_root_or_near() {
    for (id, position) in category("stalemate-") {
        if id.starts_with("stalemate-at-the-root") {
            let values = (position.ending(), position.evaluate(), score(position, 3));
            assert_eq!(values, (Some(Ending::Stalemate), Score::ZERO, Score::ZERO), "{id}");
        } else {
            assert_eq!(position.ending(), None, "{id}");
        }
    }
    let trap = record("stalemate-trap-beside-mate").position();
    assert_eq!(after(trap, "f2f7").ending(), Some(Ending::Stalemate));
    assert_eq!(after(trap, "f2f8").ending(), Some(Ending::Checkmate));
    let rook = record("stalemate-rook-sacrifice").position();
    for capture in ["h3g3", "f2g3"] {
        assert_eq!(after(rook, &format!("g6g3 {capture}")).ending(), Some(Ending::Stalemate), "{capture}");
    }
}

#[test]
fn promotions_are_legal_and_the_better_piece_is_not_always_a_queen() {
    for (id, position) in category("promotion-") {
        let pieces =
            legal_moves(position).into_iter().filter(|&mv| position.move_name(mv).len() == 5).count();
        assert!(pieces >= 4 && pieces.is_multiple_of(4), "{id}: {pieces}");
    }
    let endings = |id, names: [&str; 4]| names.map(|name| after(record(id).position(), name).ending());
    let [queen, rook, bishop, knight] =
        endings("promotion-knight-mates", ["f7f8q", "f7f8r", "f7f8b", "f7f8n"]);
    assert_eq!([queen, rook, bishop, knight], [None, None, None, Some(Ending::Checkmate)]);
    let [queen, rook, ..] = endings("promotion-queen-stalemates", ["g7g8q", "g7g8r", "g7g8b", "g7g8n"]);
    assert_eq!([queen, rook], [Some(Ending::Stalemate), None]);
}

/// The legal castling moves in standard algebraic notation.
fn castlings(id: &str) -> Vec<String> {
    let position = record(id).position();
    let moves = legal_moves(position).into_iter();
    moves.filter_map(|mv| position.san(mv)).filter(|san| san.starts_with("O-O")).collect()
}

#[test]
fn castling_is_legal_where_it_should_be() {
    assert_eq!(category("castling-").len(), 5);
    assert_eq!(castlings("castling-all-rights"), ["O-O-O", "O-O"]);
    assert_eq!(castlings("castling-one-side-attacked"), ["O-O-O"]);
    assert_eq!(castlings("castling-one-right-each"), ["O-O-O"]);
    assert_eq!(castlings("castling-960-king-stays"), ["O-O-O", "O-O"]);
    assert_eq!(castlings("castling-960-rook-is-pinned"), Vec::<String>::new());
    let pinned = record("castling-960-rook-is-pinned").position();
    assert!(pinned.name().is_some_and(|name| name.contains(" w B ")) && !pinned.is_in_check());
}

#[test]
fn en_passant_is_legal_where_it_should_be() {
    let captures = |position: &ChessPosition| {
        let is_diagonal = |name: &String| name.as_bytes()[0] != name.as_bytes()[2];
        let pawns = |name: &String| ["c5", "e5", "d4"].contains(&&name[..2]);
        names(position).into_iter().filter(|name| pawns(name) && is_diagonal(name)).collect::<Vec<_>>()
    };
    for (id, position) in category("en-passant-") {
        let expected: &[&str] = match id {
            "en-passant-two-capturers" => &["c5d6", "e5d6"],
            "en-passant-by-black" => &["d4c3"],
            "en-passant-out-of-check" => &["e5d6"],
            _ => &[],
        };
        assert_eq!(captures(position), expected, "{id}");
        let square = position.name().and_then(|name| name.split(' ').nth(3).map(str::to_owned));
        assert_eq!(square.as_deref() == Some("-"), expected.is_empty(), "{id}");
    }
    assert!(record("en-passant-out-of-check").position().is_in_check());
}

/// Asserts that each of the `count` records near the end of a game whose ids begin with `prefix` has a move that
/// satisfies `has`, by its name and the position after it.
fn near_the_end_all(prefix: &str, count: usize, has: impl Fn(&str, &ChessPosition) -> bool) {
    let records = near_the_end().iter().filter(|record| record.id().is_some_and(|id| id.starts_with(prefix)));
    let records: Vec<_> = records.collect();
    assert_eq!(records.len(), count, "{prefix}");
    for record in records {
        let position = record.position();
        assert_eq!(position.ending(), None, "{:?}", record.id());
        let has_one = legal_moves(position)
            .into_iter()
            .any(|mv| has(&position.move_name(mv), &position.play_in_game(mv)));
        assert!(has_one, "{:?}", record.id());
    }
}

#[test]
fn positions_near_the_end_have_what_their_ids_claim() {
    assert_eq!(near_the_end().len(), 200);
    let ids: HashSet<_> = near_the_end().iter().map(|record| record.id().expect("an id")).collect();
    assert_eq!(ids.len(), 200);
    let ends = |ending: Ending| move |_: &str, next: &ChessPosition| next.ending() == Some(ending);
    let is_under = |name: &str| name.len() == 5 && !name.ends_with('q');
    near_the_end_all("mate-in-1-", 24, ends(Ending::Checkmate));
    near_the_end_all("under-promotion-mates-", 14, |name, next| {
        is_under(name) && next.ending() == Some(Ending::Checkmate)
    });
    near_the_end_all("under-promotion-without-stalemate-", 14, |name, next| {
        is_under(name) && next.ending().is_none()
    });
    near_the_end_all("under-promotion-without-stalemate-", 14, |name, next| {
        name.ends_with('q') && next.ending() == Some(Ending::Stalemate)
    });
    near_the_end_all("stalemate-in-one-", 34, ends(Ending::Stalemate));
    near_the_end_all("threefold-in-one-", 12, ends(Ending::Threefold));
    near_the_end_all("threefold-near-", 18, |_, _| true);
    near_the_end_all("few-moves-", 12, |_, _| true);
    let clock = |record: &&EpdRecord| record.position().board().halfmove_clock();
    let all = |prefix: &'static str| {
        near_the_end().iter().filter(move |record| record.id().is_some_and(|id| id.starts_with(prefix)))
    };
    assert!(all("fifty-moves-").all(|record| (95..100).contains(&clock(&record))));
    assert_eq!((all("fifty-moves-and-a-mate-").count(), all("fifty-moves-by-moves-").count()), (15, 15));
    assert!(all("fifty-moves-by-moves-").all(|record| record.position().history().len() >= 90));
    assert!(all("few-moves-").all(|record| legal_moves(record.position()).len() <= 3));
}

/// `dm` is the number of moves of the shortest mate.
#[test]
fn mates_near_the_end_are_as_long_as_they_claim() {
    use super::ground_truth::shortest;
    use crate::mates::MateProver;

    let (mut prover, mut count) = (MateProver::new(10_000_000), 0);
    for record in near_the_end() {
        let Some([moves]) = record.operation("dm") else { continue };
        let moves: u32 = moves.parse().expect("a number");
        let (board, expected) = (record.position().board(), Some(2 * moves - 1));
        assert_eq!(shortest(&mut prover, board, 7), expected, "{:?}", record.id());
        count += 1;
    }
    assert_eq!(count, 24 + 30 + 12);
}
