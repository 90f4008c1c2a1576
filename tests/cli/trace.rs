//! `pvcheck trace` on our engine in C (`crates/chess/trace/engine.c`): without a bug it breaks no rule, with each of its seeded
//! bugs the one that should see it.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::book::ROOT;
use crate::command::{file, fresh, has_parts, pvcheck, refuses, result, stderr, stdout, with_status};
use crate::tools;
use pvcheck::position::Position as _;
use pvcheck_chess::bundled;

/// The seeded bugs of the engine by their numbers: the rule that each breaks first, and what goes wrong.
const BUGS: [(&str, &str); 43] = [
    ("null-cutoff", "null move without the minus"),
    ("raise-reduced", "a reduced search fails high and is not repeated"),
    ("store-bound", "a fail-low is stored as exact"),
    ("store-depth", "an entry is stored a ply too deep"),
    ("store-score", "a mate is not counted from the node that stores it"),
    ("entry-score", "a mate in the table is not counted from the root"),
    ("entry-shallow", "an entry that is too shallow cuts off"),
    ("entry-score", "the bound of an entry is not tested"),
    ("move-missing", "the ninth move is not searched"),
    ("stand-pat-above", "standing pat is not in the best score"),
    ("child-window", "the window of a child is not negated"),
    ("evaluation-unknown", "the evaluation is kept for the other side"),
    ("abort-used", "the result of an aborted search is used"),
    ("line-score", "a fail-low is shown as exact"),
    ("repetition-missed", "a repetition is seen two plies too late"),
    ("fifty-moves-missed", "fifty moves are no draw"),
    ("line-long", "the old rest of a row is shown"),
    ("store-excluded", "the search without the excluded move is stored under the position's key"),
    ("same-node", "multi-cut without its test"),
    ("probcut", "ProbCut without its search"),
    ("static-cutoff", "the static margin has the wrong sign"),
    ("same-node", "razoring returns a fail-high"),
    ("better-move", "a better score below alpha is lost"),
    ("draw-score", "a draw is -25"),
    ("end-value", "a mate is one ply off"),
    ("line-bound", "the wrong move is excluded from the next line"),
    ("move-missing", "an evasion is not searched in quiescence"),
    ("two-positions-one-key", "the key lacks the rights to castle"),
    ("two-positions-one-key", "the key lacks the side to move"),
    ("two-positions-one-key", "the key lacks the square of en passant"),
    ("better-move", "no search with the whole window: a bound is taken for a value"),
    ("line-bound", "a fail-high is shown as exact"),
    ("end-value", "stalemate is mate"),
    ("entry-key", "the key of an entry is not compared"),
    ("store-bound", "a fail-high is stored as an upper bound"),
    ("mate-distance", "mate distance is a ply too narrow"),
    ("unsupported", "in check, quiescence begins at 0"),
    ("probcut", "ProbCut without its margin"),
    ("raise-other", "alpha is raised to what the child's last search did not return"),
    ("move-twice", "the first move is searched again after the others"),
    ("entry-excluded", "the singular search reads the position's entry"),
    ("store-move", "the first move is stored, whichever is the best"),
    ("no-cycle", "a repetition is near, whatever the positions are"),
];

/// The engine, compiled with the header or without it; `None` without a compiler.
fn engine(is_told: bool) -> Option<String> {
    static ENGINES: [OnceLock<Option<String>>; 2] = [OnceLock::new(), OnceLock::new()];
    let compiled = ENGINES[usize::from(is_told)].get_or_init(|| {
        let compiler = tools::GCC.find()?;
        let program = fresh(if is_told { "told-engine" } else { "engine" });
        let flags = ["-O2", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"];
        let told = is_told.then_some("-DPVCHECK");
        let source = format!("{ROOT}/crates/chess/trace/engine.c");
        let output = Command::new(compiler).args(flags).args(told).args(["-o", &program, &source]).output();
        let output = output.expect("the compiler runs");
        assert!(output.status.success(), "{}", stderr(&output));
        Some(program)
    });
    compiled.clone()
}

/// What the engine prints if it searches all positions of the project so, which are positions of chess.
fn searched(engine: &str, bug: usize, go: &str, lines: usize, trace: Option<&str>) -> String {
    let mut command = Command::new(engine);
    command.args(["--bug", &bug.to_string()]).stdin(Stdio::piped()).stdout(Stdio::piped());
    if let Some(trace) = trace {
        command.env("PVCHECK_TRACE", trace);
    }
    let mut running = command.spawn().expect("the engine runs");
    let mut input = format!("setoption name MultiPV value {lines}\n");
    for record in bundled().iter().filter(|record| !record.position().is_chess960()) {
        let fen = record.position().name().expect("a FEN");
        input += &format!("position fen {fen}\ngo {go}\n");
    }
    let mut stdin = running.stdin.take().expect("standard input");
    let writer = std::thread::spawn(move || stdin.write_all((input + "quit\n").as_bytes()));
    let output = running.wait_with_output().expect("the engine ends");
    writer.join().expect("no panic").expect("the engine reads");
    String::from_utf8(output.stdout).expect("text")
}

/// The result of `pvcheck trace` on such a search.
fn traced(bug: usize, go: &str, lines: usize) -> Option<Value> {
    let (engine, trace) = (engine(true)?, fresh(&format!("bug-{bug}-{lines}.trace")));
    searched(&engine, bug, go, lines, Some(&trace));
    let output = pvcheck(&["trace", &trace, "--format", "json"]);
    std::fs::remove_file(&trace).expect("the trace is there");
    let judged: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let has_findings = judged["rows"].as_array().is_some_and(|rows| !rows.is_empty());
    assert_eq!(output.status.code(), Some(if has_findings { 2 } else { 0 }));
    Some(judged)
}

#[test]
fn the_engine_without_a_bug_breaks_no_rule() {
    for (go, lines) in [("depth 6", 1), ("depth 20 nodes 10000", 3)] {
        let Some(judged) = traced(0, go, lines) else { return };
        assert!(judged["rows"].as_array().is_some_and(Vec::is_empty), "{judged:#}");
        assert!(judged["scope"]["nodes"].as_u64() > Some(80_000), "{judged:#}");
        assert!(judged["scope"]["rests"]["table"].as_u64() > Some(1_000), "{judged:#}");
    }
}

#[test]
fn each_seeded_bug_breaks_the_rule_that_should_see_it() {
    let mut other = Vec::new();
    for (index, &(rule, mistake)) in BUGS.iter().enumerate() {
        let bug = index + 1;
        let mut first = Vec::new();
        for (go, lines) in [("depth 4", 1), ("depth 5", 1), ("depth 20 nodes 8000", 3)] {
            let Some(judged) = traced(bug, go, lines) else { return };
            let row = &judged["rows"][0];
            first.push(row["rule"].as_str().unwrap_or_default().to_owned());
            if first.iter().any(|first| first == rule) {
                break;
            }
        }
        if first.iter().all(|first| first != rule) {
            other.push((bug, mistake, rule, first));
        }
    }
    assert!(other.is_empty(), "{other:#?}");
}

/// The header changes nothing of the search, told or not.
#[test]
fn the_engine_prints_the_same_with_the_header_and_without() {
    let (Some(plain), Some(told)) = (engine(false), engine(true)) else { return };
    let trace = fresh("same.trace");
    let printed = searched(&plain, 0, "depth 5", 2, None);
    assert!(printed.matches("bestmove").count() > 30, "{printed}");
    assert_eq!(searched(&told, 0, "depth 5", 2, None), printed);
    assert_eq!(searched(&told, 0, "depth 5", 2, Some(&trace)), printed);
}

/// A draw by fifty moves is none in a game whose rules are not known.
#[test]
fn a_trace_is_judged_without_a_board_too() {
    let Some(engine) = engine(true) else { return };
    let trace = fresh("unknown.trace");
    let broken = |bug: usize| {
        searched(&engine, bug, "depth 4", 1, Some(&trace));
        let judged = with_status(2, &["trace", &trace, "--game", "unknown", "--format", "json"]);
        let judged: Value = serde_json::from_str(&judged).expect("JSON");
        let rules = judged["rows"].as_array().expect("rows").iter().filter_map(|row| row["rule"].as_str());
        rules.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(broken(0), ["no-draw"]);
    // The move of an older entry is stored with a score that it did not give.
    assert_eq!(broken(3), ["store-bound", "no-draw", "store-move"]);
}

/// With another best score below alpha an entry is another one: that is the first difference.
#[test]
fn the_first_difference_of_two_traces_is_shown() {
    let Some(engine) = engine(true) else { return };
    let [one, other] = ["one.trace", "other.trace"].map(fresh);
    searched(&engine, 0, "depth 3", 1, Some(&one));
    searched(&engine, 0, "depth 3", 1, Some(&other));
    assert!(result(&["trace", "--diff", &one, &other]).ends_with("are equal\n"));
    searched(&engine, 23, "depth 3", 1, Some(&other));
    let text = with_status(2, &["trace", "--diff", &one, &other]);
    has_parts(&text, &[" differ\n", "PV_STORE(0x", " here, ", "  path  "]);
    refuses(&["trace", "--diff", &one], &["compares two traces"]);
    refuses(&["trace", "--diff", &one, &other, "--known", &one], &["--diff", "--known"]);
}

/// What `pvcheck uci --trace` finds, and its exit status.
fn inside(engine: &str, bug: usize) -> (Value, Option<i32>) {
    let engine = format!("{engine} --bug {bug}");
    let words = ["uci", "--engine", &engine, "--trace", "--plan", "warm", "--depth", "4", "--format", "json"];
    let output = pvcheck(&words);
    (serde_json::from_str(&stdout(&output)).expect("JSON"), output.status.code())
}

/// A bug that no printed line shows is found in the nodes, and made as small as any other finding.
#[test]
fn an_engine_is_judged_inside_while_its_lines_are_checked() {
    let (Some(engine), Some(plain)) = (engine(true), engine(false)) else { return };
    let (judged, status) = inside(&engine, 0);
    assert_eq!((status, judged["rows"].as_array().map(Vec::len)), (Some(0), Some(0)), "{judged:#}");
    assert!(judged["scope"]["engines"][0]["traced"]["judged"].as_u64() > Some(10_000), "{judged:#}");
    let (judged, status) = inside(&engine, 1);
    let row = &judged["rows"][0];
    assert_eq!((status, &row["class"]), (Some(2), &Value::from("trace/null-cutoff")), "{judged:#}");
    let replay = row["replay"].as_str().expect("a replay");
    assert!(replay.contains(" --trace --replay "), "{replay}");
    let words = shell_words::split(replay).expect("words");
    let text = with_status(2, &words[1..].iter().map(String::as_str).collect::<Vec<_>>());
    has_parts(&text, &["Inside the search: null-cutoff: The search after the null move"]);
    // What is not told is no pass.
    let (judged, status) = inside(&plain, 0);
    assert_eq!((status, &judged["scope"]["engines"][0]["judged"]), (Some(2), &Value::from(false)));
}

/// A finding of the printed lines is explained by the search that printed it.
#[test]
fn a_wrong_line_is_explained_by_its_search() {
    let Some(engine) = engine(true) else { return };
    let fen = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let replay = format!("warm: ucinewgame; position {fen}; go depth 3");
    let engine = format!("{engine} --bug 17");
    let text = with_status(2, &["uci", "--engine", &engine, "--trace", "--replay", &replay]);
    let raised = "is shown; raised: b1c3 b8c6, then left by ";
    has_parts(&text, &["illegal-move (error)", "Inside the search: line-long: ", raised]);
}

#[test]
fn a_rule_may_be_accepted() {
    let Some(engine) = engine(true) else { return };
    let [trace, known] = ["known.trace", "known.txt"].map(fresh);
    searched(&engine, 17, "depth 4", 1, Some(&trace));
    with_status(2, &["trace", &trace, "--write-known", &known]);
    let written = std::fs::read_to_string(&known).expect("a file");
    assert!(written.lines().any(|line| line == "line-long"), "{written}");
    let text = result(&["trace", &trace, "--known", &known]);
    has_parts(&text, &["known: line-long: ", "\n✓ 0 rules broken in "]);
    std::fs::write(&known, "not-told").expect("a file");
    refuses(&["trace", &trace, "--known", &known], &["the trace is not whole", "expected another rule"]);
}

/// The rule that each mistake of `tests/cli/told.c` breaks first.
const WRONG: [&str; 5] = ["entry-score", "evaluation-changed", "move-missing", "end-value", "not-told"];

/// A program of `pvcheck subject` tells its nodes by the header, as an engine does.
#[test]
fn a_search_of_our_games_is_judged_by_their_tables() {
    let Some(compiler) = tools::GCC.find() else { return };
    let [program, trace] = ["told", "table.trace"].map(fresh);
    let flags = ["-O2", "-std=c99", "-Wall", "-Wextra", "-Werror", "-DPVCHECK"];
    let paths = [format!("-I{ROOT}/crates/chess/trace"), format!("{ROOT}/tests/cli/told.c")];
    let output = Command::new(compiler).args(flags).args(paths).args(["-o", &program]).output();
    assert!(output.as_ref().is_ok_and(|output| output.status.success()), "{output:?}");
    let judged = |number: usize| {
        let command = format!("{program} {number}");
        let words = ["subject", "--cmd", &command, "--declare", "tt", "--games", "1000", "--threads", "1"];
        let mut run = Command::new(crate::PVCHECK);
        let run = run.args(words).env("PVCHECK_TRACE", &trace).output().expect("it runs");
        let output = pvcheck(&["trace", "--game", "table", &trace, "--format", "json"]);
        (run.status.code(), serde_json::from_slice::<Value>(&output.stdout).expect("JSON"))
    };
    let (status, right) = judged(0);
    assert_eq!((status, &right["rows"]), (Some(0), &json!([])));
    assert!(right["scope"]["rests"]["table"].as_u64() > Some(100), "{right:#}");
    assert!(result(&["trace", "--game", "table", &trace, "--format", "junit"]).contains(r#"failures="0""#));
    for (index, rule) in WRONG.iter().enumerate() {
        let (_, wrong) = judged(index + 1);
        assert_eq!(wrong["rows"][0]["rule"], *rule, "{wrong:#}");
    }
}

/// A search in C++ that throws in its second node.
const THROWS: &str = "#include \"pvcheck.h\"
static int child() { PV_ENTER(2, -1, 1, 0); throw 1; }
static int root() { PV_ENTER(1, -1, 1, 1); PV_MOVE(1, 0); PV_RETURN(-child(), PV_BY_MOVES); }
int main() { try { return root(); } catch (int) { return 0; } }
";

/// Two nodes that are entered, a move, and one abort: an exception leaves all nodes.
#[test]
fn an_exception_of_cpp_is_one_abort() {
    let Some(compiler) = tools::GPP.find() else { return };
    let (source, program, trace) =
        (file("throws.cc", THROWS.as_bytes()), fresh("throws"), fresh("throws.trace"));
    let include = format!("-I{ROOT}/crates/chess/trace");
    for (standard, told) in [("-std=c++11", true), ("-std=c++17", true), ("-std=c++11", false)] {
        let flags = [standard, "-Wall", "-Wextra", "-Werror", &include, &source, "-o", &program];
        let told_flag = told.then_some("-DPVCHECK");
        let output = Command::new(&compiler).args(flags).args(told_flag).output().expect("the compiler runs");
        assert!(output.status.success(), "{standard}: {}", stderr(&output));
        let run = Command::new(&program).env("PVCHECK_TRACE", &trace).status().expect("the program runs");
        assert!(run.success());
        let written = std::fs::read(&trace).unwrap_or_default();
        let _ = std::fs::remove_file(&trace);
        let letters: Vec<u8> = [8, 33, 40, 65].iter().filter_map(|&at| written.get(at).copied()).collect();
        let expected = if told { (&b"NMN!"[..], 66) } else { (&b""[..], 0) };
        assert_eq!((letters.as_slice(), written.len()), expected);
    }
}

#[test]
fn the_header_is_printed_as_it_is() {
    assert_eq!(result(&["trace", "--header"]), include_str!("../../crates/chess/trace/pvcheck.h"));
}

#[test]
fn what_is_no_trace_is_refused() {
    let file = fresh("no.trace");
    for (bytes, expected) in [
        (&b"hello, world"[..], "byte 0: no trace; expected that it begins with `pvcheck` and the version"),
        (b"pvcheck\x02", "version 2 of the format; expected version 1"),
        (b"pvcheck\x01z", "byte 8: unknown event 'z'"),
        (b"pvcheck\x01K\0\0\0\0\xff", "unknown reason 255; expected 0 to 22"),
        (b"pvcheck\x01", "no node is told"),
    ] {
        std::fs::write(&file, bytes).expect("a file");
        refuses(&["trace", &file], &[expected]);
    }
    refuses(&["trace", "/no/such/file"], &["cannot read"]);
    refuses(&["trace"], &["FILE"]);
}
