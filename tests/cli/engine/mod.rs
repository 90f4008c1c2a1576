//! `pvcheck engine`: the commands of UCI, and the results of searches.

mod driver;

use std::time::Duration;

use pvcheck::position::Position as _;
use pvcheck_chess::{ChessPosition, Ending, EpdRecord, bundled};

use crate::command::refuses;
use driver::{Engine, after, info, lines, output, searches};

/// Subjects whose lines are always legal and begin with the best move.
const SUBJECTS: [&str; 12] = [
    "pvs-soft+triangular",
    "alpha-beta-hard+stack-list+repetition",
    "alpha-beta-soft+tail-recovery+tt(keep=yes)",
    "mtdf+table-walk+tt",
    "scout+quadratic+order=killers",
    "pvs-soft+table-walk-checked+tt(entries=64,keep=yes)",
    "pvs-soft+triangular+quiescence+null(2)+lmr(1)",
    "pvs-hard+pointer-array+deepening+order=pv",
    "pvs-soft+triangular-lookup+extension",
    "pvs-soft+pv-holder+tt(leaves=yes)+multipv(3)",
    "pvs-soft+triangular+aspiration(20,widen=side)",
    "pvs-soft+triangular+aspiration(20)",
];

/// The positions of pvcheck that are not over.
fn positions() -> Vec<&'static EpdRecord> {
    bundled().iter().filter(|record| !record.position().is_terminal()).collect()
}

#[test]
fn the_handshake_lists_the_options_of_the_subject() {
    let without = lines(&[], "uci\nisready");
    assert_eq!(without[0], "id name pvcheck 0.2.0 pvs-soft+triangular");
    assert_eq!(without[without.len() - 2..], ["uciok", "readyok"]);
    assert!(without.iter().all(|line| !line.contains("Hash")), "{without:?}");
    let with = lines(&["pvs-soft+triangular+tt+multipv(2)"], "uci");
    for option in [
        "option name Hash type spin default 1 min 1 max 256",
        "option name Clear Hash type button",
        "option name Threads type spin default 1 min 1 max 1",
        "option name MultiPV type spin default 2 min 1 max 218",
        "option name UCI_Chess960 type check default false",
        "option name Reproducible type check default true",
    ] {
        assert!(with.iter().any(|line| line == option), "{option}: {with:#?}");
    }
    refuses(&["engine", "pvs-sft+triangular"], &["`pvs-soft` (the nearest name)"]);
}

/// The lines of a search: each iteration once, the lines of MultiPV in order and with different first moves, all moves
/// legal, and the best move that of the last exact line.
#[test]
fn every_line_is_legal_and_begins_with_the_best_move() {
    let positions = positions();
    let mut commands = String::new();
    for record in &positions {
        commands += &format!("position {}\ngo depth 3\n", record.uci_position());
    }
    let check = |subject: &str| {
        let lines = lines(&[subject], &commands);
        let searches = searches(&lines);
        assert_eq!(searches.len(), positions.len(), "{subject}: {lines:#?}");
        for ((infos, answer), record) in searches.iter().zip(&positions) {
            let root = record.position();
            let context = format!("{subject}, {}: {infos:#?} {answer:?}", record.uci_position());
            let mut place = (0, 0);
            let mut firsts = Vec::new();
            for info in infos {
                after(root, &info.line).unwrap_or_else(|error| panic!("{error} {context}"));
                let next = if info.rank == 1 { (place.0 + 1, 1) } else { (place.0, place.1 + 1) };
                assert_eq!((info.depth, info.rank), next, "{context}");
                place = next;
                firsts.truncate(info.rank as usize - 1);
                assert!(!firsts.contains(&info.line.first()), "{context}");
                firsts.push(info.line.first());
            }
            assert!(place.0 == 3 && after(root, &answer[1..2]).is_ok(), "{context}");
            let exact = infos.iter().rfind(|info| info.rank == 1 && info.is_exact);
            let line = exact.map_or(&answer[1..2], |info| &info.line);
            assert_eq!(line.first(), answer.get(1), "{context}");
            assert_eq!(line.get(1), answer.get(3), "the second move is the one to ponder on: {context}");
        }
    };
    std::thread::scope(|scope| {
        let handles = SUBJECTS.map(|subject| scope.spawn(move || check(subject)));
        for handle in handles {
            handle.join().expect("the lines are right");
        }
    });
}

/// The bundled positions give the plies of their mates, and the moves that are best or to be avoided.
#[test]
fn mates_have_their_length_and_the_history_of_the_game_counts() {
    for record in bundled() {
        let root = record.position();
        let id = record.id().expect("a name");
        let mate = id.strip_prefix("mate-").and_then(|rest| rest.split('-').next()?.parse::<i32>().ok());
        let depth = mate.unwrap_or(3);
        let lines = lines(&[], &format!("position {}\ngo depth {depth}", record.uci_position()));
        let searches = searches(&lines);
        let (infos, answer) = &searches[0];
        let last = infos.last().expect("a result");
        if let Some(ending) = root.ending() {
            assert_eq!(answer[1], "(none)", "{id}");
            assert!(lines[0].contains(&format!("{ending:?}")), "{id}: {lines:?}");
            continue;
        }
        if let Some(plies) = mate {
            let moves = (plies + 1) / 2;
            let score = if plies % 2 == 1 { moves } else { -moves };
            assert_eq!(last.score, ("mate".to_owned(), score), "{id}");
            let end = after(root, &last.line).expect("legal moves");
            let played = i32::try_from(last.line.len()).expect("few moves");
            assert_eq!((end.ending(), played), (Some(Ending::Checkmate), plies), "{id}");
        }
        let best = root.san(root.parse_move(&answer[1]).expect("a legal move")).expect("a legal move");
        if let Some(bad) = record.operation("am") {
            assert!(!bad.contains(&best), "{id}: {best}");
        }
        if let Some(good) = record.operation("bm").filter(|_| mate.is_some()) {
            assert!(good.contains(&best), "{id}: {best}");
        }
    }
}

/// At once: not only at the end of its iteration, which takes a second or more.
#[test]
fn an_endless_search_stops_at_once_and_answers_meanwhile() {
    for (subject, depth) in
        [("pvs-soft+triangular", 6), ("mtdf+triangular+tt+multipv(2)", 5), ("minimax+triangular", 4)]
    {
        let mut engine = Engine::start(&[subject]);
        engine.send("position startpos moves e2e4\ngo infinite");
        engine.until(&format!("info depth {depth}"));
        engine.send("isready\nstop");
        engine.until("readyok");
        let answer = engine.until("bestmove");
        let is_next = |line: &String| line.starts_with(&format!("info depth {}", depth + 1));
        assert!(!answer.iter().any(is_next), "{subject}: {answer:#?}");
    }
    // Two kings and a pawn that cannot move: the search ends, and the answer waits for `stop`.
    let mut engine = Engine::start(&["pvs-soft+triangular+tt"]);
    engine.send("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\ngo infinite searchmoves d1d8");
    engine.until("info depth 64");
    assert!(engine.line_within(Duration::from_millis(100)).is_err());
    engine.send("ponderhit");
    engine.until("bestmove d1d8");
    engine.send("quit");
    assert!(engine.ends(), "`quit` ends the engine");
}

#[test]
fn every_kind_of_limit_ends_the_search() {
    let mut engine = Engine::start(&[]);
    for limit in [
        "movetime 30",
        "wtime 900 btime 10 winc 0 binc 0",
        "wtime 3000 movestogo 100",
        "depth 0",
        "nodes 0",
        "movetime 0",
        "movetime -7",
        "mate 2",
        "searchmoves a2a3 h2h4 depth 2",
        "depth 99999999999999999999 movetime 10",
    ] {
        engine.send(&format!("position startpos\ngo {limit}"));
        let answer = engine.until("bestmove");
        let best = answer.last().expect("a best move").split(' ').nth(1).expect("a move").to_owned();
        after(&ChessPosition::start(), std::slice::from_ref(&best)).expect("a legal move");
        if limit.starts_with("searchmoves") {
            assert!(["a2a3", "h2h4"].contains(&best.as_str()), "{best}");
        }
    }
    engine.send("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\ngo mate 3");
    let answer = engine.until("bestmove");
    assert!(answer.last().is_some_and(|line| line == "bestmove d1d8"), "{answer:?}");
    assert!(!answer.iter().any(|line| line.starts_with("info depth 2")), "{answer:?}");
}

/// Stopped at every possible node, also with the result of the unfinished iteration.
#[test]
fn a_node_limit_is_kept_and_always_gives_a_legal_move() {
    let record = &positions()[3];
    let mut commands = String::new();
    for nodes in 1..=200 {
        commands += &format!("position {}\ngo nodes {nodes}\n", record.uci_position());
    }
    for subject in ["pvs-soft+triangular", "pvs-soft+triangular+stop-after(1,improved=yes)"] {
        let searches = searches(&lines(&[subject], &commands));
        assert_eq!(searches.len(), 200);
        for ((infos, answer), limit) in searches.iter().zip(1..) {
            after(record.position(), &answer[1..2]).expect("a legal move");
            assert!(infos.iter().all(|info| info.nodes <= limit), "{limit}: {infos:?}");
            for info in infos {
                after(record.position(), &info.line).expect("legal moves");
            }
        }
    }
}

#[test]
fn a_new_game_repeats_the_results_exactly_and_a_kept_table_changes_them() {
    let search = format!("position {}\ngo depth 4\n", positions()[3].uci_position());
    let subject = "pvs-soft+triangular+tt(keep=yes)";
    let twice = |between: &str| {
        let lines = lines(&[subject], &format!("{search}{between}{search}"));
        let ends: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("bestmove")).collect();
        (lines[..=ends[0]].to_vec(), lines[ends[0] + 1..].to_vec())
    };
    for between in ["ucinewgame\n", "setoption name Clear Hash\n", "setoption name clear HASH\nisready\n"] {
        let (first, mut second) = twice(between);
        second.retain(|line| line != "readyok");
        assert_eq!(first, second, "{between}");
    }
    let (first, second) = twice("");
    assert_ne!(first, second, "the table is kept");
}

#[test]
fn castling_is_written_as_the_option_demands() {
    let castling = "position fen 4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1";
    let best = |commands: &str| lines(&[], commands).last().expect("a best move").clone();
    assert_eq!(best(&format!("{castling}\ngo depth 1 searchmoves e1g1")), "bestmove e1g1");
    assert_eq!(best(&format!("{castling}\ngo depth 1 searchmoves e1h1")), "bestmove e1g1");
    let option = "setoption name UCI_Chess960 value true\n";
    assert_eq!(best(&format!("{option}{castling}\ngo depth 1 searchmoves e1h1")), "bestmove e1h1");
    for record in bundled().iter().filter(|record| record.id().is_some_and(|id| id.contains("960"))) {
        let search = format!("position {}\ngo depth 3", record.uci_position());
        let lines = lines(&[], &format!("{search}\n{option}{search}"));
        let (first, second) = lines.split_at(lines.len() / 2);
        assert_eq!(first, second, "a position of Chess960 has one notation");
        let moves =
            lines.iter().filter_map(|line| info(line)).map(|info| after(record.position(), &info.line));
        assert!(moves.into_iter().all(|end| end.is_ok()), "{lines:?}");
    }
}

#[test]
fn bad_input_is_reported_and_changes_nothing() {
    let bad: &[&[u8]] = &[
        b"position",
        b"position fen",
        b"position fen x",
        b"position startpos moves e2e5",
        b"position start pos",
        b"position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        b"setoption",
        b"setoption name",
        b"setoption name X value Y",
        b"setoption name Hash value 1",
        b"setoption name MultiPV value 0",
        b"setoption name MultiPV",
        b"setoption value",
        b"go depth",
        b"go nodes x",
        b"stop",
        b"ponderhit",
        b"register later",
        b"\xff\xfe\x00 go \xc3\x28",
        b"",
        b"   ",
        b"infinity",
        b"go searchmoves e9e9 depth 1",
        b"go depth -1",
    ];
    let commands = [&b"position startpos moves e2e4\n"[..], &bad.join(&b'\n'), b"\ngo depth 1"].concat();
    let output = output(&["--reproducible"], &commands);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    for line in [
        "info string error: option multipv: \"0\" is no number from 1 to 218",
        "info string error: go: `depth` without a number",
        "info string error: no option \"hash\"",
        "info string unknown command: infinity",
        "info string error: searchmoves: e9e9 is no legal move",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}:\n{text}");
    }
    assert_eq!(text.matches("the position is as before").count(), 6, "{text}");
    assert!(text.ends_with("bestmove b8c6\n"), "{text}");
}
