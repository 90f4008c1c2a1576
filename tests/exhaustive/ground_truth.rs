//! The endgame tables with four men, all of them, and the mate prover against them.

use cozy_chess::{Board, BoardBuilder, Color, Piece, Rank, Square, get_king_moves};
use pvcheck_chess::Distance;
use pvcheck_chess::endgames::Tables;
use pvcheck_chess::mates::{MateAnswer, MateProver};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The longest mates in moves, of White and of Black, 0 if no mate is forced: the side to move mates.
///
/// Published are, for example, KQK 10, KRK 16, KPK 28, KBBK 19, KBNK 33, KQKQ 13, KQKR 35, KRKB 29, KRKN 40, KRKP 26 and
/// 43, and KPKP 33.
const LONGEST: &[(&str, [u32; 2])] = &[
    ("KQK", [10, 0]),
    ("KRK", [16, 0]),
    ("KBK", [0, 0]),
    ("KNK", [0, 0]),
    ("KPK", [28, 0]),
    ("KQQK", [4, 0]),
    ("KQRK", [6, 0]),
    ("KQBK", [8, 0]),
    ("KQNK", [9, 0]),
    ("KQPK", [10, 0]),
    ("KRRK", [7, 0]),
    ("KRBK", [16, 0]),
    ("KRNK", [16, 0]),
    ("KRPK", [16, 0]),
    ("KBBK", [19, 0]),
    ("KBNK", [33, 0]),
    ("KBPK", [31, 0]),
    ("KNNK", [1, 0]),
    ("KNPK", [27, 0]),
    ("KPPK", [32, 0]),
    ("KQKQ", [13, 13]),
    ("KQKR", [35, 19]),
    ("KQKB", [17, 0]),
    ("KQKN", [21, 0]),
    ("KQKP", [28, 29]),
    ("KRKR", [19, 19]),
    ("KRKB", [29, 0]),
    ("KRKN", [40, 1]),
    ("KRKP", [26, 43]),
    ("KBKB", [1, 1]),
    ("KBKN", [1, 1]),
    ("KBKP", [1, 29]),
    ("KNKN", [1, 1]),
    ("KNKP", [7, 29]),
    ("KPKP", [33, 33]),
];

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn men(name: &str) -> Vec<(Piece, Color)> {
    let second = name.rfind('K').expect("two kings");
    let piece = |letter: char| letter.to_ascii_lowercase().try_into().expect("a piece");
    let color = |at| if at < second { Color::White } else { Color::Black };
    name.char_indices().map(|(at, letter)| (piece(letter), color(at))).collect()
}

/// A random legal position with these men. Where a pawn may just have moved two squares, it has.
fn random_board(random: &mut Pcg32, men: &[(Piece, Color)]) -> Board {
    loop {
        let mut builder = BoardBuilder::empty();
        for &man in men {
            builder.board[random.random_range(0..Square::NUM)] = Some(man);
        }
        builder.side_to_move = Color::ALL[random.random_range(0..2)];
        builder.en_passant = en_passant(&builder);
        let Ok(board) = builder.build() else { continue };
        let [white, black] = Color::ALL.map(|color| board.king(color));
        if board.occupied().len() as usize == men.len() && !get_king_moves(white).has(black) {
            return board;
        }
    }
}

/// The square that a pawn of the side that has moved may have passed.
fn en_passant(builder: &BoardBuilder) -> Option<Square> {
    let side = builder.side_to_move;
    let pawn = Some((Piece::Pawn, !side));
    let ranks =
        |square: Square, ranks: i8| square.offset(0, if side == Color::White { ranks } else { -ranks });
    let is_passed = |&square: &Square| {
        square.rank().relative_to(side) == Rank::Fifth
            && builder.board[square as usize] == pawn
            && [1, 2].iter().all(|&count| builder.board[ranks(square, count) as usize].is_none())
    };
    Square::ALL.into_iter().find(is_passed).map(|square| ranks(square, 1))
}

/// Checks that the distance of a position follows from those after its moves. Returns whether one of them is an
/// en-passant capture.
fn is_consistent(tables: &Tables, board: &Board) -> bool {
    let distance = tables.probe(board).expect("few men");
    let mut moves = Vec::new();
    board.generate_moves(|some| {
        moves.extend(some);
        false
    });
    let after = |&mv| {
        let mut after = board.clone();
        after.play_unchecked(mv);
        tables.probe(&after).expect("few men").before_move()
    };
    let stuck = if board.checkers().is_empty() { Distance::Draw } else { Distance::Mated(0) };
    let expected = moves.iter().map(after).max().unwrap_or(stuck);
    assert_eq!(distance, expected, "{board}");
    moves.iter().any(|mv| {
        board.piece_on(mv.from) == Some(Piece::Pawn)
            && mv.from.file() != mv.to.file()
            && board.piece_on(mv.to).is_none()
    })
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn all_tables_with_four_men_are_consistent_and_have_the_known_longest_mates() {
    let tables = Tables::new(None);
    let mut random = Pcg32::seed_from_u64(4);
    let mut prover = MateProver::new(1_000_000);
    let mut mates = 0;
    for &(name, longest) in LONGEST {
        let men = men(name);
        let mut found = [None; 2];
        for round in 0..2000 {
            let board = random_board(&mut random, &men);
            is_consistent(&tables, &board);
            let longest = || tables.longest_mate(&board).map_or(0, |plies| plies.div_ceil(2));
            found[board.side_to_move() as usize].get_or_insert_with(longest);
            if round < 100 {
                mates += usize::from(agrees(&mut prover, &tables, &board));
            }
        }
        assert_eq!(found, longest.map(Some), "{name}");
    }
    assert!(mates >= 100, "{mates}");
    let mut passed = 0;
    for _ in 0..200_000 {
        let board = random_board(&mut random, &men("KPKP"));
        if board.en_passant().is_some() && is_consistent(&tables, &board) {
            agrees(&mut prover, &tables, &board);
            passed += 1;
        }
    }
    assert!(passed >= 100, "{passed} en passant");
    let known = [
        // With queens on both sides, the side to move wins.
        ("8/8/8/8/8/1K6/3Q4/k6q w - - 0 1", Distance::Mate(1)),
        // Réti's study: the king catches the pawn or supports its own.
        ("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", Distance::Draw),
        // Saavedra's study: the pawn becomes a rook.
        ("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", Distance::Mate(51)),
    ];
    for (fen, distance) in known {
        assert_eq!(tables.probe(&board(fen)), Some(distance), "{fen}");
    }
}

/// Checks that the prover finds the mate of a position within each number of plies up to 5 exactly where the tables have one.
/// Returns whether there is one.
fn agrees(prover: &mut MateProver, tables: &Tables, board: &Board) -> bool {
    let distance = tables.probe(board).expect("few men");
    let is_mate = |within: u32| match distance {
        Distance::Mate(plies) | Distance::Mated(plies) => plies % 2 == within % 2 && plies <= within,
        Distance::Draw => false,
    };
    for within in 0..=5 {
        let expected = if is_mate(within) { MateAnswer::Yes } else { MateAnswer::No };
        assert_eq!(prover.is_forced(board, within), expected, "{board}");
    }
    is_mate(4) || is_mate(5)
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn that_there_is_no_mate_in_5_is_proven_in_middlegames() {
    let middlegames = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "2r2rk1/pp3ppp/2n2n2/3p4/3P4/2N2N2/PP3PPP/2R2RK1 w - - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 0 1",
    ];
    let mut prover = MateProver::new(20_000_000);
    for fen in middlegames {
        assert_eq!(prover.is_forced(&board(fen), 9), MateAnswer::No, "{fen}");
        assert_eq!(prover.is_forced(&board(fen), 8), MateAnswer::No, "{fen}");
    }
}
