use std::fs;

use cozy_chess::{Color, Piece};
use rand::SeedableRng;
use rand_pcg::Pcg32;

use super::*;
use crate::tests::ground_truth::{board, moves, moves_by_distance, random_board};

const KQK: &str = "8/8/8/4k3/8/8/8/K6Q w - - 0 1";
const KRK: &str = "8/8/8/4k3/8/8/8/K6R w - - 0 1";
const KPK: &str = "8/8/8/4k3/8/8/7P/K7 w - - 0 1";

/// Whether the distance of a position follows from its legal moves and the distances after them.
fn is_consistent(tables: &Tables, board: &Board) -> bool {
    let stuck = if board.checkers().is_empty() { Distance::Draw } else { Distance::Mated(0) };
    let moves = moves_by_distance(tables, board);
    tables.probe(board) == Some(moves.iter().map(|&(_, distance)| distance).max().unwrap_or(stuck))
}

#[test]
fn the_longest_mates_with_three_men_are_known() {
    let tables = Tables::new(None);
    let moves = |fen| tables.longest_mate(&board(fen)).map(|plies| plies.div_ceil(2));
    assert_eq!([KQK, KRK, KPK].map(moves), [Some(10), Some(16), Some(28)]);
    assert_eq!(moves("8/8/8/4k3/8/8/8/K6B w - - 0 1"), None);
    assert_eq!(moves("8/8/8/4k3/8/8/8/K6N w - - 0 1"), None);
    // The side without men does not mate, and colours are exchanged.
    assert_eq!(moves("8/8/8/4k3/8/8/8/K6Q b - - 0 1"), None);
    assert_eq!(moves("8/8/8/4k2q/8/8/8/K7 b - - 0 1"), Some(10));
}

#[test]
fn each_distance_follows_from_those_after_the_moves() {
    let tables = Tables::new(None);
    let mut random = Pcg32::seed_from_u64(1);
    for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn] {
        for round in 0..1000 {
            let board = random_board(&mut random, &[(piece, Color::ALL[round % 2])]);
            assert!(is_consistent(&tables, &board), "{board}");
        }
    }
}

#[test]
fn a_wrong_distance_does_not_follow_from_the_others() {
    let folder = folder();
    let name = "KQK";
    let mut values = cache::read(folder.path(), name, 2 << 16).expect("the file");
    let placement = Placement::on_board(&board(KQK)).expect("three men");
    values[Layout::new(placement.material).index(placement.squares, placement.side)] += 2;
    cache::write(folder.path(), name, &values).expect("a file");
    assert!(!is_consistent(&Tables::new(Some(folder.path().to_owned())), &board(KQK)));
    assert!(is_consistent(&Tables::new(None), &board(KQK)));
}

#[test]
fn a_pawn_wins_or_draws_as_the_textbooks_have_it() {
    let tables = Tables::new(None);
    let known = [
        // The king on the sixth rank in front of its pawn wins, whoever moves.
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
        // Opposition: who moves, does not get what it wants.
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false),
        ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true),
        // A pawn on the edge, and the king in the corner.
        ("k7/8/8/8/8/8/P7/K7 w - - 0 1", false),
        ("7k/8/8/8/8/8/P7/K7 w - - 0 1", true),
        // Stalemate.
        ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false),
    ];
    for (fen, is_won) in known {
        assert_eq!(tables.probe(&board(fen)) != Some(Distance::Draw), is_won, "{fen}");
    }
}

#[test]
fn positions_that_are_not_covered_have_no_distance() {
    let tables = Tables::new(None);
    let castling = "4k2r/8/8/8/8/8/8/4K3 w k - 0 1";
    let five_men = "8/8/8/4k3/8/8/8/KRNB4 w - - 0 1";
    let adjacent_kings = "1K6/k7/8/8/8/3q4/8/8 b - - 0 1";
    for fen in [castling, five_men, adjacent_kings] {
        assert_eq!(tables.probe(&board(fen)), None, "{fen}");
        assert_eq!(tables.judge_line(&board(fen), &[]), LineValue::NotCovered, "{fen}");
    }
    assert_eq!(tables.longest_mate(&board(five_men)), None);
    assert_eq!(tables.probe(&board("8/8/8/4k3/8/8/8/K7 w - - 0 1")), Some(Distance::Draw));
}

#[test]
fn lines_are_judged_move_by_move() {
    let tables = Tables::new(None);
    let judged = |line: &str| tables.judge_line(&board("7k/8/8/6K1/8/8/8/R7 w - - 0 1"), &moves(line));
    assert_eq!(judged("g5g6 h8g8 a1a8"), LineValue::Best);
    let worse = judged("g5g6 h8g8 g6h6");
    assert!(matches!(worse, LineValue::Worse { ply: 2, best: Distance::Mate(1), .. }), "{worse:?}");
    assert_eq!(judged("g5g6 a1a8"), LineValue::Illegal { ply: 1 });
}

/// A folder with the files of KQK and KRK.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = Tables::new(Some(folder.path().to_owned()));
    assert_eq!(tables.probe(&board(KQK)), Some(Distance::Mate(17)));
    assert_eq!(tables.probe(&board(KRK)), Some(Distance::Mate(29)));
    assert!(tables.write_error().is_none());
    folder
}

#[test]
fn tables_are_read_from_their_files() {
    let folder = folder();
    // All distances are wrong here, and the file is valid.
    cache::write(folder.path(), "KQK", &vec![3; 2 << 16]).expect("a file");
    let tables = Tables::new(Some(folder.path().to_owned()));
    assert_eq!(tables.probe(&board(KQK)), Some(Distance::Mate(3)));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "no temporary file is left");
}

#[test]
fn a_file_that_is_not_valid_is_replaced() {
    let folder = folder();
    let path = folder.path().join("KQK.dtm");
    let valid = fs::read(&path).expect("the file");
    let changed = |at: usize| {
        let mut bytes = valid.clone();
        bytes[at] ^= 1;
        bytes
    };
    let newer = {
        let mut bytes = valid.clone();
        bytes[12] += 1;
        let mut sum = crc32fast::Hasher::new();
        sum.update(&bytes[..32]);
        sum.update(&bytes[36..]);
        bytes[32..36].copy_from_slice(&sum.finalize().to_le_bytes());
        bytes
    };
    let other = fs::read(folder.path().join("KRK.dtm")).expect("the file");
    let wrong = [
        ("the title", changed(0)),
        ("the version", newer),
        ("the checksum", changed(33)),
        ("a value", changed(valid.len() - 1)),
        ("the material", other),
        ("the length", valid[..valid.len() - 1].to_vec()),
        ("more bytes", [&valid[..], b"x"].concat()),
        ("no bytes", Vec::new()),
    ];
    for (what, bytes) in wrong {
        assert_ne!(bytes, valid, "{what}");
        fs::write(&path, bytes).expect("the file");
        let tables = Tables::new(Some(folder.path().to_owned()));
        assert_eq!(tables.probe(&board(KQK)), Some(Distance::Mate(17)), "{what}");
        assert!(fs::read(&path).expect("the file") == valid, "{what}");
    }
}

/// A reader of a pipe would wait for a writer, and a writer for a reader.
#[cfg(unix)]
#[test]
fn a_pipe_instead_of_a_file_is_not_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("KQK.dtm");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("a command of the system").success());
    let tables = Tables::new(Some(folder.path().to_owned()));
    assert_eq!(tables.probe(&board(KQK)), Some(Distance::Mate(17)));
    assert!(tables.write_error().is_some_and(|error| error.to_string().contains("not a regular file")));
}

#[test]
fn tables_work_where_no_file_can_be_written() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let tables = Tables::new(Some(file.path().to_owned()));
    assert_eq!(tables.probe(&board(KQK)), Some(Distance::Mate(17)));
    assert!(tables.write_error().is_some());
}

#[test]
fn threads_share_the_tables() {
    let tables = Tables::new(None);
    let found = std::thread::scope(|scope| {
        let threads = [KQK, KQK, KRK].map(|fen| scope.spawn(|| tables.probe(&board(fen))));
        threads.map(|thread| thread.join().expect("no panic"))
    });
    assert_eq!(found, [17, 17, 29].map(|plies| Some(Distance::Mate(plies))));
}
