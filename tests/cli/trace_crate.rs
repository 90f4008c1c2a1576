//! The crate `pvcheck-trace` writes what the header writes, and its traces are judged.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use pvcheck_chess::trace::{Game, Rule, TraceReport, judge};
use pvcheck_trace::{Bound, Node, Why};

use crate::book::ROOT;
use crate::command::{file, fresh, stderr};
use crate::tools;

/// The example of the crate's front page.
#[path = "../../crates/trace/examples/tree.rs"]
mod tree;

/// The environment variable by which a test knows that it runs again.
const AGAIN: &str = "PVCHECK_AGAIN";

/// The trace that `tells` writes in a process of its own, which runs this test again: the crate asks for its file once. `None` in
/// that process.
fn told(test: &str, tells: fn()) -> Option<String> {
    if std::env::var_os(AGAIN).is_some() {
        tells();
        return None;
    }
    let (trace, program) = (fresh(&format!("{test}.trace")), std::env::current_exe().expect("this program"));
    let test = format!("trace_crate::{test}");
    let mut command = Command::new(program);
    command.args(["--exact", &test]).env(AGAIN, "").env("PVCHECK_TRACE", &trace);
    let output = command.output().expect("this program runs");
    assert!(output.status.success(), "{}", stderr(&output));
    Some(trace)
}

fn judged(trace: &str) -> TraceReport {
    judge(Game::Unknown, &mut [File::open(trace).expect("the trace is there")]).expect("a trace")
}

#[test]
fn the_example_of_the_crate_breaks_no_rule() {
    let Some(trace) = told("the_example_of_the_crate_breaks_no_rule", tree::main) else { return };
    let report = judged(&trace);
    assert!(report.broken.is_empty() && !report.is_cut, "{report}");
    assert_eq!((report.nodes, report.searches), (6, 1), "{report}");
}

/// The line in which `forgets` enters its node.
const FORGOTTEN: u32 = line!() + 4;

/// Tells how a position without moves is searched, but for the end.
fn forgets() -> i32 {
    let node = Node::main(2, -5, 5, 1);
    node.legal(0);
    0
}

#[test]
fn a_forgotten_leave_is_named_by_its_line() {
    let tells = || {
        pvcheck_trace::uci("position one move");
        pvcheck_trace::uci("go depth 2");
        let node = Node::main(1, -5, 5, 2);
        node.legal(1);
        node.mv(1, 1);
        node.raise(-forgets());
        node.leave(0, Why::Moves);
    };
    let Some(trace) = told("a_forgotten_leave_is_named_by_its_line", tells) else { return };
    let report = judged(&trace);
    let findings = report.findings();
    assert_eq!(findings[0].0, Rule::Untold, "{report}");
    assert_eq!(u32::from(findings[0].1.first.line), FORGOTTEN, "{report}");
}

/// The functions of `calls` in C, line by line.
const CALLS: &str = "
static void untold(void) { PV_ENTER(9, -1, 1, 1); }
static int quiet(void) { PV_ENTER_Q(3, -5, 5); PV_EVAL(-7, PV_CACHED); PV_STANDPAT(-7); PV_RETURN(-7, PV_BY_STANDPAT); }
static int stopped(int depth) {
    PV_ENTER(7, -1, 1, depth);
    if (depth == 0) { PV_ABORTED(); return 0; }
    PV_RETURN(stopped(depth - 1), PV_BY_MOVES);
}
static int failed(int depth) {
    PV_ENTER(8, -1, 1, depth);
    if (depth == 0) { PV_ABORTED(); return 0; }
    PV_RETURN(failed(depth - 1), PV_BY_MOVES);
}
static void panics(void) { PV_ENTER(6, 0, 1, 2); { PV_ENTER(5, 0, 1, 1); PV_ABORTED(); } }
static void around(void (*inner)(void)) { PV_ENTER(4, -1, 1, 1); inner(); PV_LEAVE(0, PV_BY_END); }
static int root(void) {
    PV_ENTER_AS(PV_SOLVER, 3, 0xfedcba9876543210u, -1000000, 1 << 30, -2, 300);
    static const int why[] = {PV_BY_MOVES, PV_BY_LEAF, PV_BY_STANDPAT, PV_BY_DRAW, PV_BY_CYCLE, PV_BY_TABLE, PV_BY_NULL, PV_BY_STATIC, PV_BY_RAZOR,
        PV_BY_PROBCUT, PV_BY_MULTICUT, PV_BY_MATEDIST, PV_BY_TB, PV_BY_ABORT, PV_BY_SAME, PV_BY_END, PV_BY_RULE,
        PV_EXCLUDED, PV_FUTILITY, PV_SEE, PV_LATE, PV_HISTORY, PV_STAGE};
    for (int i = 0; i < 23; i++) { PV_SKIP(7, why[i]); }
    PV_LEGAL(218); PV_DEPTH(-300); PV_ALPHA(-3, PV_BY_CYCLE); PV_BETA(70000, PV_BY_RULE);
    PV_EVAL(1, PV_FRESH); PV_EVAL(-70000, PV_DERIVED);
    for (int m = 1; m < 20000; m++) { PV_MOVE(m, m); }
    PV_NULL(-1); PV_PROBE(PV_CHESS(12, 60, 4), 7); PV_ILLEGAL(0xffffffffu); PV_RAISE(-12);
    PV_REST(PV_ALL, PV_LATE); PV_REST(PV_QUIETS, PV_SEE); PV_REST_N(PV_NONCAPTURES, PV_HISTORY, 1000);
    PV_TABLE(1, 2, -3, PV_UPPER, 4); PV_TABLE_L(0xffffffffffffffffu, 2, -3, PV_LOWER, -4, 255);
    PV_STORE(1, 2, -3, PV_EXACT, 4); PV_STORE_L(5, 6, 7, PV_UPPER, 8, 9);
    PV_TABLE(4, 5, 6, PV_EXACT, 7); PV_STORE(1, 0, 70000, PV_LOWER, 300); PV_EVAL(8, PV_CACHED);
    PV_MOVE(1, 1); untold(); PV_MOVE(2, 1); quiet(); PV_CHILD(77, -6, -5, -1, 44, PV_BY_ABORT);
    PV_LINE(44, PV_LOWER, ((const uint32_t[]){1, 70000, 3}), 3);
    PV_RETURN(-1000000, PV_BY_TB);
}
";

/// The line of `calls` that is the first one of `CALLS`.
const FIRST: u32 = line!() + 6;

#[rustfmt::skip] // Line by line as in C.
mod calls {
    use pvcheck_trace::{Bound, From, Kind, Node, Rest, Why, chess, eval, line, store, table};

pub fn untold() { let _node = Node::main(9, -1, 1, 1); }
pub fn quiet() -> i64 { let node = Node::quiescence(3, -5, 5); node.eval(-7, From::Cached); node.stand_pat(-7_i16); node.leave(-7, Why::StandPat) }
pub fn stopped(depth: i32) -> Option<i32> {
    let node = Node::main(7, -1, 1, depth);
    if depth == 0 { return node.abort(None) }
    Some(node.leave(stopped(depth - 1)?, Why::Moves))
}
pub fn failed(depth: i32) -> Result<i32, String> {
    let node = Node::main(8, -1, 1, depth);
    if depth == 0 { return node.leave(Err("stop".to_owned()), Why::Draw) }
    node.leave(failed(depth - 1), Why::Moves)
}
pub fn panics() { let _node = Node::main(6, 0, 1, 2); { let _node = Node::main(5, 0, 1, 1); std::panic::resume_unwind(Box::new(())) } }
pub fn around(inner: impl FnOnce()) { let node = Node::main(4, -1, 1, 1); inner(); node.leave(0, Why::End); }
pub fn root() -> (i32, &'static str) {
    let node = Node::enter(Kind::Solver, 3, 0xfedc_ba98_7654_3210, -1_000_000, 1_i64 << 40, -2, 300);
    let why = [Why::Moves, Why::Leaf, Why::StandPat, Why::Draw, Why::Cycle, Why::Table, Why::Null, Why::Static, Why::Razoring,
        Why::ProbCut, Why::MultiCut, Why::MateDistance, Why::Tablebase, Why::Abort, Why::Same, Why::End, Why::Rule,
        Why::Excluded, Why::Futility, Why::See, Why::Late, Why::History, Why::Stage];
    for why in why { node.skip(7, why); }
    node.legal(218); node.depth(-300); node.alpha(-3, Why::Cycle); node.beta(Some(70000), Why::Rule);
    node.eval(1, From::Fresh); node.eval(-70000, From::Derived);
    for m in 1..20000_u16 { node.mv(m.into(), m.into()); }
    node.null(-1); node.probe(chess(12, 60, 4), 7); node.illegal(u32::MAX); node.raise(-12);
    node.rest(Rest::All, Why::Late); node.rest(Rest::Quiets, Why::See); node.rest_count(Rest::NonCaptures, Why::History, 1000);
    node.table(1, 2, -3, Bound::Upper, 4); node.table_at_level(u64::MAX, 2, -3, Bound::Lower, -4, 255);
    node.store(1, 2, -3, Bound::Exact, 4); node.store_at_level(5, 6, 7, Bound::Upper, 8, 9);
    table(4, 5, 6, Bound::Exact, 7); store(1, 0, 70000, Bound::Lower, 300); eval(8, From::Cached);
    node.mv(1, 1); untold(); node.mv(2, 1); quiet(); node.child(77, -6, -5, -1, 44, Why::Abort);
    line(44, Bound::Lower, [1, 70000, 3]);
    node.done(node.because(Why::Tablebase, (-1_000_000, "handed through")))
}
}

/// The functions of `calls`, in threads too. While a search runs, and until the next text, its file is taken.
const MAIN: &str = "
static void *in_thread(void *none) { untold(); PV_LINE(2, PV_EXACT, ((const uint32_t[]){4}), 1); return none; }
static void by_thread(void) { pthread_t thread; pthread_create(&thread, NULL, in_thread, NULL); pthread_join(thread, NULL); }
int main(void) {
    static char text[70001];
    memset(text, 'x', 70000);
    PV_CONSTANTS(30000, 29000, -1, 1); PV_FACTS(\"evaluations-change\"); PV_UCI(\"position x\"); PV_UCI(\"go depth 1\");
    PV_GAMEKEY(0x8000000000000001u);
    root(); PV_LINE(-5, PV_EXACT, ((const uint32_t[]){9, 8}), 2); by_thread();
    PV_UCI(text); by_thread(); PV_LINE(1, PV_UPPER, NULL, 0);
    PV_UCI(\"go\"); around(by_thread);
    stopped(2); failed(1); panics(); root();
    return 0;
}
";

fn tells() {
    use pvcheck_trace::{constants, facts, game_key, line, uci};
    let by_thread = || {
        let in_thread = || {
            calls::untold();
            line(2, Bound::Exact, [4]);
        };
        std::thread::spawn(in_thread).join().expect("no panic");
    };
    constants(30000_i16, 29000, -1, 1);
    facts("evaluations-change");
    uci("position x");
    uci("go depth 1");
    game_key(0x8000_0000_0000_0001);
    assert_eq!(calls::root(), (-1_000_000, "handed through"));
    line(-5, Bound::Exact, [9, 8]);
    by_thread();
    uci(&"x".repeat(70000));
    by_thread();
    line(1, Bound::Upper, []);
    uci("go");
    calls::around(by_thread);
    assert_eq!(calls::stopped(2), None);
    calls::failed(1).expect_err("it was stopped");
    std::panic::catch_unwind(calls::panics).expect_err("a panic");
    calls::root();
}

#[test]
fn the_same_calls_write_the_same_bytes_in_c_and_in_rust() {
    let Some(trace) = told("the_same_calls_write_the_same_bytes_in_c_and_in_rust", tells) else { return };
    let Some(compiler) = tools::GCC.find() else { return };
    let head = "#include <pthread.h>\n#include \"pvcheck.h\"\n";
    let source = file("calls.c", format!("{head}#line {FIRST}{CALLS}{MAIN}").as_bytes());
    let (program, trace_in_c) = (fresh("calls"), fresh("calls.trace"));
    let include = format!("-I{ROOT}/crates/chess/trace");
    let flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-DPVCHECK", "-pthread", &include, &source];
    let output =
        Command::new(compiler).args(flags).args(["-o", &program]).output().expect("the compiler runs");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(Command::new(program).env("PVCHECK_TRACE", &trace_in_c).status().expect("it runs").success());
    for more in ["", ".1"] {
        let [rust, c] =
            [&trace, &trace_in_c].map(|trace| fs::read(format!("{trace}{more}")).expect("a trace"));
        let differs = rust.iter().zip(&c).position(|(one, other)| one != other);
        assert_eq!((differs, rust.len()), (None, c.len()), "{more}");
        assert!(judged(&format!("{trace}{more}")).nodes > 1);
    }
    assert!([trace, trace_in_c].iter().all(|trace| !Path::new(&format!("{trace}.2")).exists()));
}
