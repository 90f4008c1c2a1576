use cozy_chess::{Board, Color, Piece};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use super::*;
use crate::tests::ground_truth::shortest;
use crate::tests::ground_truth::{board, moves, random_board};
use crate::uci::UciScore;

const BUDGET: u64 = 10_000_000;

/// Mate in 3 by Ra6.
const SACRIFICE: &str = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";

/// The definition in the docs of the module, word by word.
fn is_forced(board: &Board, plies: u32) -> bool {
    let mut after = Vec::new();
    board.generate_moves(|some| {
        after.extend(some.into_iter().map(|mv| {
            let mut after = board.clone();
            after.play(mv);
            after
        }));
        false
    });
    if after.is_empty() {
        return plies.is_multiple_of(2) && !board.checkers().is_empty();
    }
    if plies == 0 || board.halfmove_clock() >= 100 {
        return false;
    }
    let mut after = after.iter();
    if plies.is_multiple_of(2) {
        after.all(|after| is_forced(after, plies - 1))
    } else {
        after.any(|after| is_forced(after, plies - 1))
    }
}

#[test]
fn the_prover_agrees_with_the_definition() {
    use Color::{Black, White};
    let sets: [&[(Piece, Color)]; 4] = [
        &[(Piece::Queen, White), (Piece::Knight, White), (Piece::Pawn, Black), (Piece::Rook, Black)],
        &[(Piece::Pawn, White), (Piece::Rook, White), (Piece::Bishop, White), (Piece::Queen, Black)],
        &[(Piece::Queen, Black), (Piece::Rook, Black), (Piece::Pawn, White)],
        &[(Piece::Pawn, Black), (Piece::Pawn, Black), (Piece::Queen, Black), (Piece::Pawn, White)],
    ];
    let mut random = Pcg32::seed_from_u64(1);
    let mut prover = MateProver::new(BUDGET);
    let (mut forced, mut late) = ([0; 4], 0);
    for round in 0..1600 {
        let mut board = random_board(&mut random, sets[round % sets.len()]);
        for plies in 0..4 {
            let at_start = is_forced(&board, plies);
            for clock in [0, random.random_range(97..=100)] {
                board.set_halfmove_clock(clock);
                let expected = is_forced(&board, plies);
                let answer = if expected { MateAnswer::Yes } else { MateAnswer::No };
                assert_eq!(prover.is_forced(&board, plies), answer, "{board} in {plies} plies");
                late += usize::from(expected != at_start);
            }
            board.set_halfmove_clock(0);
            forced[plies as usize] += usize::from(at_start);
        }
    }
    assert!(forced.iter().all(|&count| count >= 5) && late >= 20, "{forced:?}, {late} too late");
}

#[test]
fn known_mates_have_their_distance() {
    let known = [
        (SACRIFICE, 5),
        // Morphy against the Duke of Brunswick and Count Isouard, 1858.
        ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 1", 3),
        // Castling does not matter.
        ("8/8/8/8/8/8/5Q2/R3K2k w Q - 0 1", 1),
        // Two rooks and a king at the edge.
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 3),
        ("8/7k/8/8/8/8/R7/1R4K1 w - - 0 1", 5),
        ("7k/8/5K2/8/8/8/8/R7 w - - 97 120", 3),
    ];
    for (fen, plies) in known {
        let mut prover = MateProver::new(BUDGET);
        assert_eq!(shortest(&mut prover, &board(fen), 9), Some(plies), "{fen}");
        assert_eq!(prover.is_forced(&board(fen), 9), MateAnswer::Yes, "{fen}");
    }
    // A ply too late for the fifty-move rule.
    let late = board("7k/8/5K2/8/8/8/8/R7 w - - 98 120");
    assert_eq!(shortest(&mut MateProver::new(BUDGET), &late, 7), None);
}

#[test]
fn a_budget_ends_the_proof() {
    let start = board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 0 1");
    let mut prover = MateProver::new(1000);
    assert_eq!([3, 5].map(|plies| prover.is_forced(&start, plies)), [MateAnswer::No, MateAnswer::Unknown]);
    assert_eq!(prover.nodes, 1000);
    assert_eq!(prover.is_forced(&start, 9), MateAnswer::Unknown);
    assert_eq!(prover.judge_line(&start, &moves("g8f6"), 9, 9), LineProof::Unknown { ply: 0 });
    assert_eq!(MateProver::new(0).is_forced(&start, 1), MateAnswer::Unknown);
    // What is known from a proof that was not finished is right.
    prover = MateProver::new(1000);
    for _ in 0..1000 {
        prover.is_forced(&start, 7);
    }
    assert_eq!(prover.is_forced(&start, 7), MateAnswer::No);
}

#[test]
fn a_mate_that_is_too_far_away_is_not_looked_for() {
    let start = board("8/8/8/3k4/8/8/8/K6R w - - 0 1");
    let mut prover = MateProver::new(u64::MAX);
    for plies in [65, 66, u32::MAX] {
        assert_eq!(prover.is_forced(&start, plies), MateAnswer::Unknown, "{plies}");
    }
    assert_eq!(prover.nodes, 0);
    // The budget is used up long before 64 plies are searched.
    assert_eq!(MateProver::new(1000).is_forced(&start, 64), MateAnswer::Unknown);
}

#[test]
fn no_mate_in_4_is_proven_in_few_nodes() {
    let mut prover = MateProver::new(BUDGET);
    let kiwipete = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    assert_eq!(prover.is_forced(&kiwipete, 7), MateAnswer::No);
    assert!(prover.nodes < 200_000, "{} nodes", prover.nodes);
}

/// Judges a line of a mate that is claimed in this many moves.
fn judged(fen: &str, line: &str, claimed: i64) -> LineProof {
    let (plies, _) = UciScore::Mate(claimed).mate().expect("a mate");
    MateProver::new(BUDGET).judge_line(&board(fen), &moves(line), plies as u32, 9)
}

fn wrong(ply: usize, finding: MoveFinding) -> LineProof {
    LineProof::Wrong { ply, finding }
}

#[test]
fn right_mate_lines_are_right() {
    assert_eq!(judged(SACRIFICE, "f6a6 f7f6 e5f6 g8g7 a6a8", 3), LineProof::Right);
    assert_eq!(judged(SACRIFICE, "f6a6", 3), LineProof::Right);
    assert_eq!(judged("r5rk/5p1p/R7/4B3/8/8/7P/7K b - - 0 1", "f7f6 e5f6 g8g7 a6a8", -2), LineProof::Right);
    assert_eq!(judged("7k/8/6K1/8/8/8/8/R7 b - - 0 1", "h8g8 a1a8", -1), LineProof::Right);
}

#[test]
fn the_first_wrong_move_of_a_mate_line_is_found() {
    assert_eq!(judged(SACRIFICE, "f6a6 f7f6", 2), wrong(0, MoveFinding::NotForced));
    assert_eq!(judged("7k/8/8/6K1/8/8/8/R7 b - - 0 1", "h8g8 g5g6", -1), wrong(0, MoveFinding::NotForced));
    // The reply that is given avoids the mate.
    let missed = judged(SACRIFICE, "f6a6 f7f6 a6f6 a8a7 f6f7", 3);
    let LineProof::Wrong { ply: 2, finding: MoveFinding::Misses { reply: Some(reply) } } = missed else {
        panic!("{missed:?}");
    };
    let mut after = board(SACRIFICE);
    for mv in moves("f6a6 f7f6 a6f6") {
        after.play(mv);
    }
    after.play(reply);
    assert!(!is_forced(&after, 1));
    // Stalemate.
    let stalemate = judged("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2f7", 1);
    assert_eq!(stalemate, wrong(0, MoveFinding::Misses { reply: None }));
    // On the eighth rank the king is mated a move later.
    let helped = judged("8/7k/8/5K2/8/8/8/R7 w - - 0 1", "f5f6 h7h6", 3);
    assert_eq!(helped, wrong(1, MoveFinding::Helps { within: 1 }));
    assert_eq!(judged("8/7k/8/5K2/8/8/8/R7 w - - 0 1", "f5f6 h7g8", 3), LineProof::Right);
    assert_eq!(judged("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8 h8g8", 1), wrong(1, MoveFinding::Illegal));
}

#[test]
fn a_mate_line_is_judged_from_where_the_limit_allows() {
    let mut prover = MateProver::new(BUDGET);
    let start = board("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    let line = moves("a1a4 d5c5");
    // The claim of 39 plies is not judged, nor is the rest of 37. The claim of 7 is judged from 5 plies on.
    assert_eq!(prover.judge_line(&start, &line, 39, 5), LineProof::Right);
    assert_eq!(prover.judge_line(&start, &line, 7, 5), wrong(2, MoveFinding::NotForced));
    assert_eq!(prover.judge_line(&start, &line, 7, 6), wrong(1, MoveFinding::NotForced));
}

#[test]
fn a_proof_allocates_nothing() {
    let mut prover = MateProver::new(BUDGET);
    let start = board(SACRIFICE);
    let counted = allocation_counter::measure(|| {
        assert_eq!(prover.is_forced(&start, 3), MateAnswer::No);
        assert_eq!(prover.is_forced(&start, 5), MateAnswer::Yes);
    });
    assert_eq!(counted.count_total, 0);
    assert!(prover.nodes > 10);
}
