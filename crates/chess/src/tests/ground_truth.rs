use cozy_chess::{Board, BoardBuilder, Color, Piece, Square, get_king_moves};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::Distance;
use crate::endgames::{LineValue, Tables};
use crate::mates::{LineProof, MateAnswer, MateProver, MoveFinding};

pub fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub fn moves(text: &str) -> Vec<cozy_chess::Move> {
    text.split(' ').map(|mv| mv.parse().expect("a move")).collect()
}

/// A random legal position of the kings and these men.
pub fn random_board(random: &mut Pcg32, men: &[(Piece, Color)]) -> Board {
    loop {
        let mut builder = BoardBuilder::empty();
        let kings = Color::ALL.map(|color| (Piece::King, color));
        for &man in kings.iter().chain(men) {
            builder.board[random.random_range(0..Square::NUM)] = Some(man);
        }
        builder.side_to_move = Color::ALL[random.random_range(0..2)];
        let Ok(board) = builder.build() else { continue };
        let [white, black] = Color::ALL.map(|color| board.king(color));
        if board.occupied().len() as usize == 2 + men.len() && !get_king_moves(white).has(black) {
            return board;
        }
    }
}

#[test]
fn the_better_distance_is_the_greater_one() {
    let ordered = [
        Distance::Mated(0),
        Distance::Mated(2),
        Distance::Mated(8),
        Distance::Draw,
        Distance::Mate(9),
        Distance::Mate(1),
    ];
    assert!(ordered.is_sorted_by(|worse, better| worse < better));
    assert_eq!(ordered.map(Distance::before_move)[..2], [Distance::Mate(1), Distance::Mate(3)]);
}

/// The plies of the shortest mate within this number of plies, which must be proven.
pub fn shortest(prover: &mut MateProver, board: &Board, most: u32) -> Option<u32> {
    (most % 2..=most).step_by(2).find(|&plies| {
        let answer = prover.is_forced(board, plies);
        assert_ne!(answer, MateAnswer::Unknown, "{board}");
        answer == MateAnswer::Yes
    })
}

/// Compares prover and tables on random positions; returns the number of mates of each side.
fn agree(men: &[(Piece, Color)], positions: usize, most: u32) -> [usize; 2] {
    let (tables, mut prover) = (Tables::new(None), MateProver::new(10_000_000));
    let mut random = Pcg32::seed_from_u64(men.len() as u64);
    let mut found = [0; 2];
    for _ in 0..positions {
        let board = random_board(&mut random, men);
        let distance = tables.probe(&board).expect("few men");
        for parity in [1, 0] {
            let expected = match distance {
                Distance::Mate(plies) | Distance::Mated(plies) if plies % 2 == parity && plies <= most => {
                    found[parity as usize] += 1;
                    Some(plies)
                }
                _ => None,
            };
            assert_eq!(shortest(&mut prover, &board, most - parity), expected, "{board}: {distance:?}");
        }
    }
    found
}

#[test]
fn prover_and_tables_agree_on_three_men() {
    for piece in [Piece::Queen, Piece::Rook, Piece::Pawn] {
        let found = agree(&[(piece, Color::Black)], 250, 6);
        assert!(piece == Piece::Pawn || found.iter().all(|&mates| mates >= 1), "{piece:?} {found:?}");
    }
}

/// Every legal move with the distance that it leads to, for the side that moves, the best ones first.
pub fn moves_by_distance(tables: &Tables, board: &Board) -> Vec<(cozy_chess::Move, Distance)> {
    let mut moves = Vec::new();
    board.generate_moves(|some| {
        let after = |mv| {
            let mut after = board.clone();
            after.play_unchecked(mv);
            (mv, tables.probe(&after).expect("few men").before_move())
        };
        moves.extend(some.into_iter().map(after));
        false
    });
    moves.sort_by_key(|&(_, distance)| std::cmp::Reverse(distance));
    moves
}

/// A random line of at most this many moves, most of which are best ones.
fn random_line(random: &mut Pcg32, tables: &Tables, board: &Board, most: u32) -> Vec<cozy_chess::Move> {
    let (mut board, mut line) = (board.clone(), Vec::new());
    while line.len() < most as usize {
        let moves = moves_by_distance(tables, &board);
        let Some(&(_, best)) = moves.first() else { break };
        let best = moves.iter().filter(|&&(_, distance)| distance == best).count();
        let among = if random.random_range(0..4) == 0 { moves.len() } else { best };
        line.push(moves[random.random_range(0..among)].0);
        board.play(line[line.len() - 1]);
    }
    line
}

#[test]
fn prover_and_tables_find_the_same_wrong_move_of_a_line() {
    let (tables, mut prover) = (Tables::new(None), MateProver::new(10_000_000));
    let mut random = Pcg32::seed_from_u64(7);
    let [mut right, mut missed, mut helped] = [0; 3];
    for _ in 0..4000 {
        let board = random_board(&mut random, &[(Piece::Queen, Color::White)]);
        let Some(Distance::Mate(plies @ ..=5) | Distance::Mated(plies @ ..=5)) = tables.probe(&board) else {
            continue;
        };
        for _ in 0..5 {
            let line = random_line(&mut random, &tables, &board, plies);
            let expected = match tables.judge_line(&board, &line) {
                LineValue::Best => None,
                LineValue::Worse { ply, .. } => Some(ply),
                other => panic!("{other:?}"),
            };
            let judged = match prover.judge_line(&board, &line, plies, plies) {
                LineProof::Right => None,
                LineProof::Wrong { ply, finding } => {
                    missed += usize::from(matches!(finding, MoveFinding::Misses { .. }));
                    helped += usize::from(matches!(finding, MoveFinding::Helps { .. }));
                    Some(ply)
                }
                LineProof::Unknown { .. } => panic!("{board}"),
            };
            assert_eq!(judged, expected, "{board} {line:?}");
            right += usize::from(expected.is_none());
        }
    }
    assert!(right.min(missed).min(helped) >= 10, "{right} {missed} {helped}");
}
