//! FEN, EPD, UCI and SAN.

use super::*;

fn san(text: &str, name: &str) -> String {
    let position = position(text);
    position.san(mv(&position, name)).expect("a legal move")
}

#[test]
fn moves_are_written_in_standard_algebraic_notation() {
    assert_eq!(san(START, "g1f3"), "Nf3");
    assert_eq!(san(START, "e2e4"), "e4");
    // Two pieces of a kind: by file, by rank, by both.
    assert_eq!(san("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2"), "Nbd2");
    assert_eq!(san("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1a3"), "N1a3");
    assert_eq!(san("8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1"), "Qh4e1");
    // A pinned knight cannot move: the other one needs no file.
    assert_eq!(san("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2"), "Ne2");
    assert_eq!(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");
    assert_eq!(san("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"), "axb8=Q+");
    assert_eq!(san("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"), "O-O");
    assert_eq!(san("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"), "O-O-O+");
    assert_eq!(san("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8"), "Rd8#");
}

#[test]
fn lines_have_numbers_and_end_where_they_are_illegal() {
    let start = position(START);
    let in_san = |root: &ChessPosition, line: &[&str]| root.walk_in_san(&root.walk(line.iter().copied()));
    assert_eq!(in_san(&start, &["e2e4", "e7e5", "g1f3"]), "1. e4 e5 2. Nf3");
    assert_eq!(in_san(&after(&start, "e2e4"), &["e7e5", "g1f3"]), "1... e5 2. Nf3");
    assert_eq!(in_san(&start, &["e2e4", "e2e4", "poison"]), "1. e4");
    assert_eq!(in_san(&start, &["poison"]), "");
    assert_eq!(in_san(&start, &[]), "");
    // The game has ended.
    let mated = position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    assert_eq!(in_san(&mated, &["e2e4"]), "");
    assert_eq!(mated.parse_move("g8f8"), None);
}

#[test]
fn a_walk_is_written_beyond_a_draw() {
    // After the capture there are two kings.
    let start = position("8/8/8/4k3/8/8/1r6/K7 w - - 0 60");
    let walk = start.walk("a1b2 e5d4 b2c2 d4d5 c2c4".split(' '));
    assert_eq!((walk.legal, walk.drawn[0].0), (4, 1));
    assert_eq!(start.walk_in_san(&walk), "60. Kxb2 Kd4 61. Kc2 Kd5");
    let black = position("8/8/8/4K3/8/8/1R6/k7 b - - 0 60");
    assert_eq!(black.walk_in_san(&black.walk(["a1b2", "e5d4"])), "60... Kxb2 61. Kd4");
}

#[test]
fn any_number_of_a_move_has_a_name() {
    let start = position(START);
    for number in 0..=Move::LARGEST {
        let name = start.move_name(Move::new(number));
        assert!((4..=5).contains(&name.len()), "{name}");
        assert_eq!(start.san(Move::new(number)).is_some(), start.parse_move(&name).is_some(), "{name}");
    }
    // Without the right it is no castling.
    let unmoved = position("4k3/8/8/8/8/8/8/4KR2 w - - 0 1");
    let mv = Move::new(4 | 5 << 6);
    assert_eq!((unmoved.move_name(mv), unmoved.san(mv)), ("e1f1".to_owned(), None));
    assert_eq!((start.move_name(Move::NULL), start.san(Move::NULL)), ("null".to_owned(), None));
}

#[test]
fn castling_is_written_as_a_move_of_the_king_and_in_chess960_as_one_to_its_rook() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let standard = position(text);
    let shredder = position(&text.replace("KQkq", "HAha"));
    assert_eq!((standard.is_chess960(), shredder.is_chess960()), (false, true));
    assert_eq!(standard, shredder, "the notation is no part of the position");
    for (short, long) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        assert_eq!(standard.parse_move(short), standard.parse_move(long));
        assert_eq!(standard.move_name(mv(&standard, long)), short);
        assert_eq!(shredder.move_name(mv(&shredder, long)), long);
        assert_eq!(shredder.parse_move(short), None);
    }
    assert_eq!(after(&standard, "e1g1").name().as_deref(), Some("r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"));
    assert_eq!(after(&shredder, "e1a1").name().as_deref(), Some("r3k2r/8/8/8/8/8/8/2KR3R b ha - 1 1"));
}

#[test]
fn castling_in_chess960_leads_to_the_usual_squares() {
    let stays = record("castling-960-king-stays").position();
    assert_eq!(
        after(stays, "c1b1").name().as_deref(),
        Some("1rk3r1/ppp2ppp/8/8/8/8/PPP2PPP/2KR2R1 b gb - 1 1")
    );
    assert_eq!(
        after(stays, "c1g1").name().as_deref(),
        Some("1rk3r1/ppp2ppp/8/8/8/8/PPP2PPP/1R3RK1 b gb - 1 1")
    );
    assert_eq!(stays.san(mv(stays, "c1b1")).as_deref(), Some("O-O-O"));
    assert_eq!(stays.san(mv(stays, "c1g1")).as_deref(), Some("O-O"));
    // `K` is the outermost rook of X-FEN.
    let outermost = position("4k3/8/8/8/8/8/8/4KR1R w K - 0 1");
    assert_eq!((outermost.is_chess960(), outermost.parse_move("e1h1").is_some()), (false, false));
    let inner = position("4k3/8/8/8/8/8/8/1K3R1R w F - 0 1");
    assert_eq!(inner.name().as_deref(), Some("4k3/8/8/8/8/8/8/1K3R1R w F - 0 1"));
    assert_eq!(after(&inner, "b1f1").name().as_deref(), Some("4k3/8/8/8/8/8/8/5RKR b - - 1 1"));
}

#[test]
fn en_passant_counts_only_where_the_capture_is_legal() {
    let without = |fen: &str| {
        let mut fields: Vec<&str> = fen.split(' ').collect();
        fields[3] = "-";
        fields.join(" ")
    };
    for (fen, is_legal) in [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true),
        ("4k3/8/8/3p1P2/8/8/8/4K3 w - d6 0 1", false),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", false),
        ("4k3/6b1/8/3pP3/8/2K5/8/8 w - d6 0 1", false),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", true),
    ] {
        let (with, without) = (position(fen), position(&without(fen)));
        assert_eq!((with == without, with.key() == without.key()), (!is_legal, !is_legal), "{fen}");
        assert_eq!(with.name().as_deref() == Some(fen), is_legal, "{:?}", with.name());
    }
    // The right to castle is part of a position.
    assert_ne!(position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), position("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
}

/// The place, the problem and what was expected.
fn error(text: &str) -> (usize, String) {
    let error = text.parse::<ChessPosition>().expect_err(text);
    (error.column, format!("{}; expected {}", error.problem, error.expected))
}

#[test]
fn wrong_positions_are_errors_with_their_place() {
    for (text, column, found) in [
        ("", 1, "the text ends before the pieces; expected `startpos` or the first field of a FEN"),
        ("8/8", 4, "only 2 ranks; expected 8 ranks"),
        ("8/8/8/8/8/8/8/8/8 w - -", 17, "a ninth rank"),
        ("8/8/7/8/8/8/8/8 w - -", 5, "only 7 squares in rank 6"),
        ("8/8/44k/8/8/8/8/8 w - -", 7, "more than 8 squares in rank 6"),
        ("8/8/é7/8/8/8/8/8 w - -", 5, "unknown piece `é`; expected one of `PNBRQKpnbrqk`"),
        ("8/8/8/8/8/8/8/K7 w - -", 1, "Black has 0 kings"),
        ("k7/8/8/8/8/8/8/KK6 w - -", 1, "White has 2 kings"),
        ("k7/8/8/8/8/8/8/K6P w - -", 1, "a pawn on h1"),
        ("k7/8/8/PPPPP3/8/PPPP4/8/K7 w - -", 1, "White has 9 pawns"),
        ("k7/8/8/NNNNNNNN/NNNNNNNN/8/8/K7 w - -", 1, "White has 17 pieces"),
        ("8/8/8/8/8/8/kK6/8 w - -", 1, "the kings are on a2 and b2"),
        ("k7/8/8/8/8/8/8/K6Q x - -", 20, "unknown side `x`; expected `w` or `b`"),
        ("k7/8/8/8/8/8/8/KR5Q w - -", 1, "Black is in check, and it is not Black's move"),
        ("k6R/2N5/8/8/R7/8/8/K7 b - -", 1, "3 pieces give check; expected at most two"),
        ("4k3/8/8/8/8/8/8/R3K2R w KX -", 26, "unknown castling right `X`"),
        ("4k3/8/8/8/8/8/8/4K2R w Q -", 24, "White has no rook to castle with by `Q`"),
        ("4k3/8/8/8/8/8/8/4K2R w KK -", 25, "a second castling right of White"),
        ("4k3/8/8/8/8/4K3/8/7R w K -", 24, "White's king is not on rank 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d5", 28, "`d5` is not a square of rank 6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - e6", 28, "no pawn can just have passed e6"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 101 1", 28, "`101` is not a clock; expected a number from 0 to 100"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 1 0", 30, "`0` is not a number of a move"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 1", 29, "the text ends before the number of the move"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 1 1 mvoes", 32, "unexpected `mvoes`; expected `moves` or the end"),
        ("startpos moves e2e4 e2e4", 21, "`e2e4` is no legal move here; expected a legal move in UCI"),
    ] {
        let (at, message) = error(text);
        assert!(at == column && message.starts_with(found), "{text}: column {at}: {message}");
    }
}

#[test]
fn records_have_operations_and_the_moves_before_the_position() {
    let line =
        r#" 4k3/8/8/8/8/8/4P3/R3K3 w Q - hmvc 7; bm Ra8+ O-O-O; id "a; b" ; moves a1b1 e8d8 ; c0 "" x;zz"#;
    let record: EpdRecord = line.parse().expect("a record");
    assert_eq!(record.id(), Some("a; b"));
    for (name, operands) in [
        ("hmvc", "7"),
        ("bm", "Ra8+|O-O-O"),
        ("id", "a; b"),
        ("moves", "a1b1|e8d8"),
        ("c0", "|x"),
        ("zz", ""),
    ] {
        assert_eq!(record.operation(name).map(|found| found.join("|")).as_deref(), Some(operands), "{name}");
    }
    assert_eq!(record.operation("am"), None);
    let name = record.position().name();
    assert_eq!(name.as_deref(), Some("3k4/8/8/8/8/8/4P3/1R2K3 w - - 9 2"));
    assert_eq!(record.uci_position(), "fen 4k3/8/8/8/8/8/4P3/R3K3 w Q - 7 1 moves a1b1 e8d8");
    // Castling is written in the usual way.
    let record: EpdRecord = "4k3/8/8/8/8/8/8/4K2R w K - moves e1h1;".parse().expect("a record");
    assert_eq!(record.uci_position(), "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1");
    // Fields of a FEN.
    let record: EpdRecord = "4k3/8/8/8/8/8/4P3/R3K3 w Q - 12 30 id x; fmvn 31;".parse().expect("a record");
    assert_eq!(record.position().name().as_deref(), Some("4k3/8/8/8/8/8/4P3/R3K3 w Q - 12 31"));
    assert_eq!(record.uci_position(), "fen 4k3/8/8/8/8/8/4P3/R3K3 w Q - 12 31");
}

#[test]
fn wrong_records_are_errors_with_their_place() {
    for (operations, column, found) in [
        ("id", 1, "`id` has 0 operands; expected one name"),
        ("id a b;", 1, "`id` has 2 operands"),
        ("id \"\";", 1, "the operand of `id` is empty"),
        ("id \"a", 4, "a string without an end"),
        ("id a; id b;", 7, "a second operation `id`"),
        ("hmvc 101;", 6, "`101` is not a clock"),
        ("hmvc +1;", 6, "`+1` is not a clock"),
        ("fmvn 0;", 6, "`0` is not a number of a move"),
        ("; id a;", 1, "`;` is not the name of an operation"),
        ("bm-x;", 1, "`bm-x` is not the name of an operation"),
        ("moves e1e2 e1e2;", 12, "`e1e2` is no legal move here"),
    ] {
        let fields = "4k3/8/8/8/8/8/8/4K2R w - - ";
        let text = format!("{fields}{operations}");
        let error = text.parse::<EpdRecord>().expect_err(&text);
        let at = error.column - fields.len();
        assert!(
            at == column && error.problem.starts_with(found.split("; ").next().unwrap_or(found)),
            "{text}: {error}"
        );
        assert!(error.to_string().contains(found), "{error}");
    }
}

#[test]
fn all_wrong_lines_of_a_file_of_records_are_reported() {
    let right = "4k3/8/8/8/8/8/8/4K2R w - - id a;";
    let errors =
        EpdRecord::read_all(&format!("{right}\n\n# comment\n x\n{right}\n8/8 w\n")).expect_err("two");
    let places: Vec<_> = errors.first.iter().map(|error| (error.line, error.column)).collect();
    assert_eq!(places, [(4, 2), (6, 4)]);
    let records = EpdRecord::read_all(&format!("\n{right}\r\n{right}")).expect("two records");
    assert_eq!(
        records.iter().map(|(line, record)| (*line, record.id())).collect::<Vec<_>>(),
        [(2, Some("a")), (3, Some("a"))]
    );
    let empty = EpdRecord::read_all("# nothing\n").expect_err("no record");
    assert!(empty.first[0].problem.contains("no record"));
}

#[test]
fn the_diagram_shows_the_board_and_the_side_to_move() {
    let drawn = position("r3k3/8/8/8/8/8/4P3/4K2R b - - 0 1").diagram();
    let rows: Vec<&str> = drawn.lines().collect();
    assert_eq!((rows[0], rows[6], rows[7]), ("8 r . . . k . . .", "2 . . . . P . . .", "1 . . . . K . . R"));
    assert_eq!((rows[8], rows[9], rows.len()), ("  a b c d e f g h", "Black to move", 10));
}
