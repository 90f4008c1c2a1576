//! `pvcheck uci`, with the engine of pvcheck as the engine under test.

use std::path::Path;
#[cfg(unix)]
use std::process::Child;
use std::process::Command;
use std::sync::LazyLock;

use cozy_chess::Board;
use pvcheck_chess::endgames::Tables;
use serde_json::Value;

#[cfg(target_os = "linux")]
use crate::command::processes_with;
use crate::command::{
    file, folder, fresh, has_parts, json, pvcheck, refuses, result, stderr, stdout, wait_until, with_status,
};
#[cfg(unix)]
use crate::command::{started, with_signals};
use crate::{DOUBLE, PVCHECK};

/// The command that starts the engine of pvcheck with these words; after `double` they are those of its double that misbehaves.
fn engine(words: &str) -> String {
    match words.strip_prefix("double ") {
        Some(words) => format!("{DOUBLE} {words}"),
        None => format!("{PVCHECK} engine --reproducible {words}"),
    }
}

/// The second position of [`check`], with four men: an endgame table knows its mate.
const ENDGAME: &str = "7k/8/8/8/8/8/R7/1R4K1 w - -";

/// The folder with the tables of that endgame, which are made once for all runs.
static TABLES: LazyLock<String> = LazyLock::new(|| {
    let folder = folder().join("tables");
    let root: Board = format!("{ENDGAME} 0 1").parse().expect("a position");
    Tables::new(Some(folder.clone())).probe(&root).expect("four men");
    folder.to_str().expect("a plain path").to_owned()
});

/// Checks the engine on two positions. Returns the exit status and both outputs.
fn check(words: &str, args: &[&str]) -> (Option<i32>, String, String) {
    check_engine(&engine(words), args)
}

fn check_engine(engine: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let positions = ["--fen", "startpos moves e2e4 e7e5", "--fen", ENDGAME];
    let base = ["uci", "--engine", engine, "--quiet", "--depth", "3", "--sweep", "5", "--tables", &TABLES];
    let output = pvcheck(&[&base[..], &positions, args].concat());
    (output.status.code(), stdout(&output), stderr(&output))
}

/// Checks the engine in the plan `fresh`, where the run is interrupted before the answer to its first search.
fn interrupted(words: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let filter = "case $line in *\"go depth 3\") kill $PPID; sleep 0.1;; esac; echo \"$line\"";
    let script = format!("while read -r line; do {filter}; done | {}\n", engine(words));
    let engine =
        format!("sh {}", file(&format!("interrupts-{}.sh", words.replace(' ', "")), script.as_bytes()));
    check_engine(&engine, &[&["--plan", "fresh", "--workers", "1"], args].concat())
}

/// The classes of the rows of the JSON, each once.
fn classes(words: &str, args: &[&str]) -> (Option<i32>, Vec<String>) {
    let (status, text, error) = check(words, &[args, &["--format", "json"]].concat());
    let value: Value = serde_json::from_str(&text).unwrap_or_else(|parse| panic!("{parse}: {text}{error}"));
    let rows = value["rows"].as_array().expect("rows");
    let mut classes: Vec<String> =
        rows.iter().map(|row| row["class"].as_str().expect("a class").to_owned()).collect();
    classes.dedup();
    (status, classes)
}

/// The methods that keep their guarantee show no error in any plan. Where the guarantee allows truncated lines, so do the
/// warnings.
#[test]
fn right_searches_show_no_error() {
    for subject in [
        "pvs-soft+triangular",
        "alpha-beta-soft+stack-list",
        "minimax+quadratic",
        "pvs-hard+pointer-array+deepening",
        "pvs-soft+triangular+quiescence+extension",
    ] {
        let (status, classes) = classes(subject, &[]);
        assert_eq!((status, classes), (Some(0), Vec::new()), "{subject}");
    }
    let (status, classes) = classes("pvs-soft+triangular+tt(entries=4096,pv-cut=exact,keep=yes)", &[]);
    assert_eq!(status, Some(0), "{classes:?}");
    assert!(classes.iter().all(|class| class == "mate-line-incomplete"), "{classes:?}");
}

/// The doubles, each with its class, the plan that shows it, and the exit status.
const DOUBLES: [(&str, &str, &str, i32); 35] = [
    ("crash", "crashed", "warm", 2),
    ("closes-output", "crashed", "warm", 2),
    ("hang", "no-answer", "warm", 3),
    ("half-line", "no-answer", "warm", 3),
    ("no-bestmove", "no-answer", "warm", 3),
    ("ignores-stop", "ignores-stop", "random-stop", 3),
    ("ignores-quit", "ignores-quit", "warm", 2),
    ("binary", "not-text", "warm", 2),
    ("slow", "slow", "warm", 0),
    ("ignores-ponderhit", "slow", "two-processes", 0),
    ("ignores-ponderhit", "time-forfeit", "ponder", 2),
    ("early-bestmove", "early-best-move", "random-stop", 0),
    ("early-bestmove", "early-best-move", "two-processes", 0),
    ("late-bestmove", "after-bestmove", "warm", 2),
    ("no-move", "no-best-move", "warm", 2),
    ("illegal-bestmove", "illegal-best-move", "warm", 2),
    ("wrong-bestmove", "other-best-move", "warm", 2),
    ("illegal-ponder", "illegal-ponder", "warm", 2),
    ("other-ponder", "other-ponder", "warm", 0),
    ("illegal-move", "illegal-move", "warm", 2),
    ("stale-line", "stale-line", "warm", 2),
    ("continues-after-mate", "after-checkmate", "warm", 2),
    ("continues-after-mate", "after-checkmate", "near-the-end", 2),
    ("overstated-mate", "wrong-mate", "warm", 2),
    ("short-mate-line", "mate-line-incomplete", "warm", 0),
    ("empty-line", "empty-line", "warm", 2),
    ("no-line", "no-line", "warm", 2),
    ("malformed-line", "malformed-line", "warm", 2),
    ("random-nodes", "not-repeatable", "repeat", 2),
    ("depth-decreases", "depth-decreases", "warm", 0),
    ("ends-early", "depth-not-reached", "warm", 0),
    ("goes-deeper", "depth-beyond-limit", "warm", 0),
    ("duplicate-multipv", "same-move-twice", "multipv", 2),
    ("missing-line", "missing-line", "multipv", 2),
    ("line-order", "line-order", "multipv", 0),
];

/// Each double is reported as one thing, and the engine without it as nothing.
#[test]
fn each_misbehaviour_has_its_class_and_no_other() {
    let judged = |words: &str, plan: &str, class: &str| {
        // Only where there is no answer is the time waited for.
        let waits = ["no-answer", "ignores-stop", "ignores-quit", "slow", "time-forfeit"].contains(&class);
        let timeout = if waits { "0.5" } else { "60" };
        classes(words, &["--plan", plan, "--timeout", timeout, "--plies", "4"])
    };
    let is_wrong = |&(kind, class, plan, status): &(&str, &str, &str, i32)| {
        let found = judged(&format!("double {kind}"), plan, class);
        let classes = vec![class.to_owned()];
        (found != (Some(status), classes)).then(|| format!("{kind} in {plan}: {found:?}"))
    };
    // They wait most of the time, and do so side by side.
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let all: Vec<_> = DOUBLES.iter().map(|double| scope.spawn(move || is_wrong(double))).collect();
        all.into_iter().filter_map(|double| double.join().expect("no panic")).collect()
    });
    assert_eq!(wrong, Vec::<String>::new());
    for plan in DOUBLES.map(|(_, _, plan, _)| plan).into_iter().collect::<std::collections::BTreeSet<_>>() {
        assert_eq!(judged("", plan, ""), (Some(0), Vec::new()), "{plan}");
    }
}

/// The engine searches on until it is stopped. Searches that are left out for that reason are not judged.
#[test]
fn a_run_whose_searches_were_nearly_all_left_out_is_no_pass() {
    let more = ["d2d4", "c2c4", "g1f3", "b1c3", "e2e3", "d2d3", "c2c3", "f2f3"];
    let more = more.map(|mv| ["--fen".to_owned(), format!("startpos moves {mv}")]);
    let more = more.as_flattened().iter().map(String::as_str);
    let slow = engine("double slow");
    let base = ["uci", "--engine", &slow, "--quiet", "--nodes", "900", "--plan", "warm", "--timeout", "0.5"];
    let args: Vec<&str> = base.into_iter().chain(["--give-up", "1"]).chain(more).collect();
    has_parts(&with_status(2, &args), &[" in 2 of 8 searches ", "\nno pass    almost nothing"]);
    let value = json(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(value["scope"]["engines"][0]["judged"], false, "{value}");
}

/// The engine answers each search at once with a best move, and shows no line.
#[test]
fn a_run_without_any_line_is_no_pass() {
    if crate::tools::PYTHON.find().is_none() {
        return;
    }
    let engine = "import sys\nfor line in sys.stdin:\n    word = line.split()[0]\n    \
                  answers = {'uci': 'uciok', 'isready': 'readyok', 'go': 'bestmove e2e4'}\n    \
                  if word in answers: print(answers[word], flush=True)\n    if word == 'quit': break\n";
    let engine = format!("python3 -S '{}'", file("no-lines.py", engine.as_bytes()));
    let known = file("no-line.uci", b"no-line");
    let args = ["--quiet", "--fen", "startpos", "--plan", "fresh", "--known", &known];
    let text = with_status(2, &[&["uci", "--engine", &engine], &args[..]].concat());
    has_parts(&text, &[": nothing found in ", "\nno pass    almost nothing"]);
}

#[test]
fn an_engine_that_floods_or_castles_in_another_way_is_named() {
    let (status, flood) = classes("double flood", &["--plan", "fresh", "--timeout", "2"]);
    let is_flood = |class: &String| ["flood", "no-answer"].contains(&class.as_str());
    assert!(matches!(status, Some(2 | 3)) && flood.iter().any(is_flood), "{flood:?}");
    // Four moves are legal, so that castling is one of the four lines.
    let castling = engine("double castling-notation");
    let position = ["--fen", "k7/8/8/8/8/3p1p1p/2pP1P1P/4K2R w K - 0 1", "--plan", "multipv"];
    let base = ["uci", "--engine", &castling, "--depth", "1", "--quiet"];
    let found = ["castling-notation (error)", "move number 1, e1h1; expected e1g1"];
    let text = with_status(2, &[&base[..], &position].concat());
    has_parts(&text, &[&[": 1 error in 1 search "], &found[..]].concat());
}

#[test]
fn an_engine_that_never_greets_is_named() {
    not_started(&engine("double no-uciok"), 3, "no `uciok` within 5 s; --timeout gives");
}

/// Asserts that a run with an engine that does not start has this status and this error.
fn not_started(engine: &str, status: i32, error: &str) {
    let output = pvcheck(&["uci", "--engine", engine, "--timeout", "0.2"]);
    assert_eq!(output.status.code(), Some(status));
    has_parts(&stderr(&output), &[error]);
}

/// Some say why they do not start on standard output.
#[cfg(unix)]
#[test]
fn what_an_engine_prints_before_it_fails_to_start_is_quoted() {
    for (script, status, said) in [
        (
            "echo option name Hash type spin; echo no network file; exit 3",
            1,
            "; it printed: no network file;",
        ),
        ("echo 'Error (unknown command): uci'; sleep 100", 3, "): uci (is it an xboard engine?); --timeout"),
    ] {
        let path = file("fails.sh", format!("read x; {script}").as_bytes());
        not_started(&format!("sh {path}"), status, said);
    }
}

/// The script is found from here, and its file there.
#[cfg(unix)]
#[test]
fn an_engine_is_started_in_its_folder() {
    let folder = folder().join("of the engine");
    let made = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(folder.join("net"), "x"));
    made.expect("an own folder");
    let script = file("in-folder.sh", format!("test -f net && exec {}", engine("")).as_bytes());
    let engine = format!("sh {script}");
    let base =
        ["uci", "--engine", &engine, "--quiet", "--fen", "startpos", "--depth", "1", "--plan", "fresh"];
    let folder = folder.to_str().expect("a plain path");
    result(&[&base[..], &["--dir", folder]].concat());
    refuses(&base, &["exit status: 1"]);
    refuses(&[&base[..], &["--dir", &script]].concat(), &["--dir", "in-folder.sh", "expected a folder"]);
    refuses(&[&base[..], &["--dir", "/no/folder"]].concat(), &["--dir /no/folder", "no such folder"]);
}

/// It searches for a second more than the clock has.
#[test]
fn a_time_forfeit_is_named() {
    let late = engine("double oversteps-clock");
    let base =
        ["uci", "--engine", &late, "--quiet", "--fen", "startpos", "--clock", "0.3+0", "--plan", "play"];
    has_parts(&with_status(2, &base), &[": 1 error in 1 search", "time-forfeit (error) in 1 position"]);
}

/// It searches on until its clock is over: one fault. In a plan without a clock it is slow.
#[test]
fn a_search_that_goes_on_after_ponderhit_is_named_once() {
    let base = ["uci", "--engine", &engine("double ignores-ponderhit"), "--quiet", "--fen", ENDGAME];
    let clock = ["--clock", "0.5+0", "--plan", "two-processes", "--plies", "12", "--timeout", "0.3"];
    let text = with_status(2, &[&base[..], &clock].concat());
    has_parts(&text, &[": 1 error in ", "and only after `stop`"]);
}

#[test]
fn with_a_clock_the_engine_plays_games_and_no_search_has_another_limit() {
    let (own, log) = (engine("pvs-soft+triangular"), fresh("games.txt"));
    let base = ["uci", "--engine", &own, "--quiet", "--fen", "startpos moves e2e4 e7e5", "--log", &log];
    let text = result(&[&base[..], &["--clock", "5+0.05", "--plies", "6"]].concat());
    let log = std::fs::read_to_string(&log).expect("a log");
    let plans = "\nplans      play, two-processes, fresh, small-table, warm, threads, multipv,\n";
    has_parts(&text, &[&format!("{plans}           game, near-the-end\n")]);
    let (_, games) = log.split_once(": play\n").expect("a game");
    let (game, for_two) = games.split_once(": two-processes\n").expect("a game of two processes");
    assert_eq!(game.matches("\n> position startpos moves e2e4 e7e5").count(), 6, "{log}");
    assert!(for_two.matches("\n> go ponder wtime ").count() >= 2, "{log}");
    let with_clock = ["wtime", "ponder wtime"].map(|word| log.matches(&format!("\n> go {word} ")).count());
    assert_eq!(log.matches("\n> go ").count(), with_clock.iter().sum::<usize>());
    let late = engine("double hang 1");
    let base = ["uci", "--engine", &late, "--quiet", "--fen", "startpos", "--clock", "0.1+0"];
    with_status(3, &[&base[..], &["--plan", "play", "--timeout", "0.5"]].concat());
}

/// What the time did not reach is named.
#[test]
fn a_plan_that_was_not_begun_is_named() {
    let (_, text, _) = interrupted("", &["--plan", "warm"]);
    assert!(text.contains("\nleft out   warm: not begun\n"), "{text}");
}

/// A class that was found is never said not to be tested, and a replay has what decides whether it shows its finding.
#[test]
fn what_was_found_is_not_skipped_and_a_replay_keeps_the_options_of_the_judge() {
    let args = ["--plan", "two-processes", "--plies", "4", "--mates", "3", "--timeout", "20"];
    let (_, text, _) = check("double early-bestmove", &args);
    assert!(text.contains(" --timeout 20 --mates 3 "), "{text}");
    let (_, junit, _) = check("double early-bestmove", &[&args[..], &["--format", "junit"]].concat());
    let case = junit.split("<testcase name=\"early-best-move\"").nth(1).expect("its case");
    assert!(!case.split("<testcase").next().is_some_and(|case| case.contains("skipped")), "{junit}");
    let forfeit = junit.split("<testcase name=\"time-forfeit\"").nth(1).expect("its case");
    has_parts(forfeit.split("<testcase").next().unwrap_or_default(), &["there is no clock"]);
}

/// Processes that an engine starts end with it, also if the engine itself has ended.
#[cfg(target_os = "linux")]
#[test]
fn no_process_of_an_engine_is_left() {
    let none_is_left = |kind: &str, shown: &str| {
        let (name, value) = ("PVCHECK_TEST", format!("{}-{kind}", std::process::id()));
        let own = engine(&format!("double {kind}"));
        let log = fresh(&format!("{kind}.txt"));
        let base = ["uci", "--engine", &own, "--fen", "startpos", "--depth", "2", "--quiet", "--log", &log];
        let mut command = Command::new(PVCHECK);
        command.args(base).args(["--timeout", "0.3", "--plan", "warm"]).env(name, &value);
        let output = command.output().expect("it runs");
        let text = stdout(&output) + &std::fs::read_to_string(log).expect("a log");
        assert!(output.status.code().is_some() && text.contains(shown), "{kind}: {text}");
        let mark = format!("{name}={value}");
        // A killed process takes a moment to go.
        wait_until(&format!("no process is left, {kind}"), || processes_with("environ", &mark) == 0);
    };
    // They wait most of the time, and do so side by side.
    std::thread::scope(|scope| {
        for (kind, shown) in [
            ("forks", "info string started process "),
            ("hang", "no-answer"),
            ("closes-output", "it closed its output"),
            ("crash", "exit status: 9"),
        ] {
            scope.spawn(move || none_is_left(kind, shown));
        }
    });
}

/// What a page prints can be typed: the same class is found again.
#[test]
fn a_page_has_the_line_the_position_and_the_commands() {
    let (status, text, error) = check("double stale-line", &["--plan", "warm"]);
    assert_eq!(status, Some(2), "{text}{error}");
    let parts = [
        "stale-line (error) in 1 position; the smallest sequence of searches found:",
        "recurs     in 5 of 5 fresh processes",
        "printed    info depth",
        "position   fen 7k/8/8/8/8/8/R7/1R4K1 w - -",
        "  go depth 1\n",
        "White to move",
    ];
    has_parts(&text, &parts);
}

#[test]
fn the_result_has_every_format() {
    let words = "double wrong-bestmove";
    let (_, text, _) = check(words, &["--plan", "fresh", "--format", "json"]);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&value["command"], &value["schema"]), (&"uci".into(), &2.into()));
    assert_eq!(value["scope"]["engines"][0]["searches"], 2);
    let row = &value["rows"][0];
    assert_eq!((row["class"].as_str(), row["severity"].as_str()), (Some("other-best-move"), Some("error")));
    assert!(row["reproduce"].as_array().is_some_and(|commands| commands.len() == 3), "{row}");
    let (_, junit, _) = check(words, &["--plan", "fresh", "--format", "junit"]);
    assert!(junit.matches("<failure").count() == 1 && !junit.contains("$ position"), "{junit}");
    let parts = [
        "other-best-move",
        "Commands for the engine:\nucinewgame\n",
        "<testcase name=\"illegal-move\" classname=\"pvcheck 0.2.0",
        "message=\"the plan end-value was not run\"",
    ];
    has_parts(&junit, &parts);
    let known = file("format.uci", b"other-best-move");
    let (_, junit, _) = check(words, &["--plan", "fresh", "--known", &known, "--format", "junit"]);
    has_parts(&junit, &["message=\"all findings are accepted by --known\"", "failures=\"0\""]);
    let (_, text, _) = check(words, &["--plan", "fresh", "--known", &known, "--format", "json"]);
    assert!(text.contains("\"known\":true") && !text.contains("\"known\":false"), "{text}");
    let (_, github, _) = check(words, &["--plan", "fresh", "--format", "github"]);
    assert!(github.contains("::error"), "{github}");
    let warned = |args: &[&str]| check("double ends-early", &[&["--plan", "fresh"], args].concat()).1;
    let github = warned(&["--format", "github"]);
    assert!(!github.contains("::error"), "{github}");
    has_parts(&github, &["::warning title=pvcheck%3A depth-not-reached::"]);
    has_parts(&warned(&["--format", "github", "--strict"]), &["::error"]);
    let junit = warned(&["--format", "junit"]);
    has_parts(&junit, &["failures=\"0\"", "warning: depth-not-reached: "]);
}

#[test]
fn what_an_engine_prints_is_cut_at_the_width_and_whole_with_full() {
    let with =
        |more: &[&str]| check("double stale-line", &[&["--plan", "warm", "--width", "60"], more].concat()).1;
    let long = |text: &str| {
        let own = |line: &&str| ["printed", "detail", "ends"].iter().any(|label| line.starts_with(label));
        text.lines().filter(own).map(|line| line.chars().count()).max().expect("such a line")
    };
    let (cut, full) = (with(&[]), with(&["--full"]));
    assert!(long(&cut) <= 60 && cut.contains('…'), "{cut}");
    assert!(long(&full) > 60 && !full.contains('…'), "{full}");
}

/// The same for any number of processes.
#[test]
fn the_log_has_every_command_and_every_line() {
    let log = |workers: &str| {
        let path = fresh("log.txt");
        let plans = ["--plan", "fresh", "--plan", "multipv", "--session", "1"];
        let (status, ..) = check("", &[&plans[..], &["--workers", workers, "--log", &path]].concat());
        assert_eq!(status, Some(0));
        std::fs::read_to_string(path).expect("a log")
    };
    let text = log("1");
    assert_eq!(text, log("2"));
    let first = ", session 1: fresh\n> ucinewgame\n> position startpos moves e2e4 e7e5\n> go depth 3\ninfo ";
    has_parts(&text, &[first, ", session 2: multipv\n> setoption name MultiPV value 4\n"]);
    assert_eq!(text.matches("\nbestmove ").count(), 4, "{text}");
    let (status, _, error) = check("", &["--log", "/no/such/folder/log"]);
    assert!(status == Some(1) && error.contains("/no/such/folder/log"), "{error}");
}

/// Starts a run of some seconds, which has a log.
#[cfg(unix)]
fn run_with_log(engine: &str, args: &[&str]) -> (String, Child) {
    let (log, mut command) = (fresh("of-a-killed-run.txt"), with_signals());
    command.args(["uci", "--engine", engine, "--plan", "fresh", "--movetime", "200", "--log", &log]);
    (log, started(command.args(args)))
}

#[cfg(unix)]
fn searches_in(log: &str) -> usize {
    std::fs::read_to_string(log).unwrap_or_default().matches("\nbestmove ").count()
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_neither_the_result_nor_the_accepted_findings() {
    let words = "double wrong-bestmove";
    let plain = check(words, &["--plan", "fresh"]).1;
    for option in ["--log", "--write-known"] {
        let (status, text, error) = check(words, &["--plan", "fresh", option, "/dev/full"]);
        assert_eq!((status, &text), (Some(1), &plain), "{error}");
        assert!(error.contains("/dev/full: No space left on device"), "{error}");
    }
}

/// A part of a run has a part of the findings. The log has what was searched, also of a killed run.
#[test]
fn a_run_that_does_not_end_writes_no_accepted_findings() {
    let accepted = b"illegal-move\nother-best-move\n";
    let (path, new, engine) = (file("accepted.uci", accepted), fresh("unwritten.uci"), engine(""));
    let is_kept = || std::fs::read(&path).is_ok_and(|text| text == accepted) && !Path::new(&new).exists();
    for path in [&path, &new] {
        // It has no searches of this position.
        let words =
            ["uci", "--engine", &engine, "--fen", "startpos", "--plan", "game", "--write-known", path];
        refuses(&words, &["no search was run"]);
        assert!(is_kept());
        #[cfg(unix)]
        for (signal, status) in [("INT", Some(130)), ("TERM", Some(143)), ("HUP", Some(129)), ("KILL", None)]
        {
            let (log, mut run) = run_with_log(&engine, &["--write-known", path]);
            wait_until("two searches are in the log", || searches_in(&log) > 1);
            let killed = Command::new("kill").args(["-s", signal, &run.id().to_string()]).status();
            assert!(killed.expect("a command of the system").success());
            let error = std::io::read_to_string(run.stderr.take().expect("a pipe")).expect("text");
            assert_eq!(run.wait().expect("a child").code(), status, "{error}");
            assert!(status.is_none() || error.contains("--write-known"), "{error}");
            assert!(is_kept(), "{signal}");
            let text = std::fs::read_to_string(&log).expect("a log");
            has_parts(&text, &[", session 1: fresh\n> ucinewgame\n> position "]);
        }
    }
}

/// After three searches without an answer a plan is left out: what it would have found is not known.
#[test]
fn an_engine_that_does_not_answer_writes_no_accepted_findings_and_makes_none_stale() {
    let accepted = b"# a reason\nillegal-move startpos\n";
    let path = file("sick.uci", accepted);
    let positions = ["--fen", "startpos", "--random", "6"];
    let base = ["--plan", "fresh", "--depth", "1", "--timeout", "0.2", "--workers", "1"];
    let engine = engine("double hang");
    let both = ["--write-known", &path, "--known", &path];
    let output = pvcheck(&[&["uci", "--engine", &engine][..], &positions, &base, &both].concat());
    assert!(stderr(&output).contains("not written"), "{}", stderr(&output));
    assert!(!stdout(&output).contains("not found any more"), "{}", stdout(&output));
    assert_eq!(std::fs::read(&path).expect("a file"), accepted);
}

/// The engine answers wrongly if `stop` comes within 4 ms, and rightly otherwise: every third moment, about.
#[test]
fn a_replay_tries_the_moments_around_its_own_and_counts_them() {
    if crate::tools::PYTHON.find().is_none() {
        return;
    }
    let engine = "import sys, time\nfor line in sys.stdin:\n    word = line.split()[0]\n    \
                  if word == 'go': begun = time.monotonic()\n    \
                  if word == 'stop': print('bestmove', 'e2e4' if time.monotonic() - begun > 0.1 else 'e2e5', flush=True)\n    \
                  if word in ('uci', 'isready'): print(word.replace('is', '') + 'ok', flush=True)\n    \
                  if word == 'quit': break\n";
    let engine = format!("python3 -S '{}'", file("moments.py", engine.as_bytes()));
    let replay = |moment: u64| {
        let session = format!("random-stop: position startpos; go infinite; stop (after {moment} ms)");
        stdout(&pvcheck(&["uci", "--engine", &engine, "--quiet", "--replay", &session]))
    };
    let shown =
        |text: &str| text.contains("\nreplayed   illegal-best-move at 5 of 5 moments around its own\n");
    let text = replay(0);
    assert!(text.contains(" in 5 searches ") && shown(&text), "{text}");
    let text = replay(1000);
    assert!(text.contains(" in 9 of 9 searches ") && !text.contains("replayed "), "{text}");
}

/// The engine obeys no depth: the run has another limit, and is not clean.
#[cfg(unix)]
#[test]
fn a_run_by_time_instead_of_depth_says_so() {
    let script = "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; quit) exit;; \
                  go) case $rest in movetime*) echo info depth 1 score cp 0 pv e2e4; echo bestmove e2e4;; \
                  *) echo bestmove a8a8;; esac;; esac; done";
    let engine = format!("sh {}", file("no-depth.sh", script.as_bytes()));
    let base = ["uci", "--engine", &engine, "--quiet", "--fen", "startpos", "--plan", "fresh"];
    let limit = "\nlimit      `go movetime` instead of `go depth`";
    let found = [": 1 error and 1 warning in 1 search", limit, "illegal-best-move"];
    has_parts(&with_status(2, &base), &found);
    let value = json(&[&base[..], &["--format", "json"]].concat());
    assert_eq!(value["scope"]["engines"][0]["ignores_depth"], true);
}

/// A finding that needs sixty searches before it, of a long game.
#[test]
fn a_long_replay_is_shown_with_full_and_in_json_only() {
    let engine = engine("double wrong-bestmove 60");
    let base = ["uci", "--engine", &engine, "--quiet", "--depth", "1", "--plan", "game"];
    let with =
        |more: &[&str]| stdout(&pvcheck(&[&base[..], &["--random", "2", "--time", "4"], more].concat()));
    let text = with(&[]);
    assert!(text.contains("searches, which it makes fewer: see --full") && text.len() < 6000, "{text}");
    assert!(with(&["--full"]).contains(" --replay 'game: "));
}

/// A replay runs the searches of the finding and no others.
#[test]
fn a_replay_shows_its_finding_again() {
    for (words, args, class) in [
        ("double stale-line", ["--plan", "warm", "--timeout", "60"], "stale-line"),
        ("double ignores-stop", ["--plan", "random-stop", "--timeout", "0.5"], "ignores-stop"),
    ] {
        let (_, text, _) = check(words, &[&args[..], &["--format", "json"]].concat());
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let rows = value["rows"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["class"] == class).expect("a finding");
        let (_, searches) =
            row["replay"].as_str().and_then(|line| line.split_once(" --replay '")).expect("a line");
        let searches = searches.trim_end_matches('\'');
        let stops = searches.matches("stop (after").count();
        assert_eq!(stops, usize::from(class == "ignores-stop"), "{searches}");
        let engine = engine(words);
        let base =
            ["uci", "--engine", &engine, "--replay", searches, "--format", "json", "--timeout", args[3]];
        let again = json(&base);
        let scope = &again["scope"]["engines"][0];
        let one = searches.matches("go ").count();
        let [planned, done] = ["planned", "searches"].map(|field| scope[field].as_u64().expect("a number"));
        assert!(done >= one as u64 && (planned > one as u64) == (class == "ignores-stop"), "{scope}");
        assert!(again["rows"].as_array().expect("rows").iter().any(|row| row["class"] == class), "{again}");
    }
}

#[test]
fn findings_weigh_more_than_missing_answers_and_the_text_has_both() {
    let (silent, plan) = (engine("double hang"), ["--plan", "fresh", "--timeout", "0.5"]);
    let (status, text, _) = check("double wrong-bestmove", &[&plan[..], &["--engine", &silent]].concat());
    assert_eq!(status, Some(2), "{text}");
    assert!(text.starts_with("There are findings (status 2), and searches without an answer"), "{text}");
    assert!(text.contains("skipped    everything else: the engine does not answer"), "{text}");
}

#[test]
fn what_was_cut_is_named_at_the_top_with_numbers() {
    let (_, text, _) = interrupted("double wrong-bestmove", &[]);
    assert!(text.starts_with("Not all searches were run: interrupted.\n"), "{text}");
    has_parts(&text, &[" in 1 of 2 searches (", "\nnot shrunk 1 finding, for which the time was over: "]);
    let (_, text, _) = interrupted("double wrong-bestmove", &["--format", "json"]);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let engine = &value["scope"]["engines"][0];
    assert_eq!(
        ["planned", "searches", "not_shrunk"].map(|field| engine[field].as_u64()),
        [2, 1, 1].map(Some)
    );
}

/// With two kings the game is over.
#[test]
fn a_position_that_is_not_searched_is_listed() {
    let kings = ["--fen", "8/8/4k3/8/8/4K3/8/8 w - - 0 1", "--plan", "fresh"];
    let (status, text, _) = check("", &kings);
    let line = "skipped    1 search of fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1: the game is over\n";
    assert!(status == Some(0) && text.contains(line), "{text}");
    let (_, text, _) = check("", &[&kings[..], &["--format", "json"]].concat());
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let engine = &value["scope"]["engines"][0];
    assert_eq!((&engine["skipped"], &engine["searches"]), (&1.into(), &2.into()));
    assert_eq!(engine["skipped_positions"][0]["reason"], "the game is over");
}

/// The file may be read and then replaced. What a person wrote stays, what is stale goes.
#[test]
fn the_run_that_reads_accepted_findings_renews_them() {
    let text = "# By convention.\nslow\n# Once.\nillegal-move startpos moves e2e4 e7e5\n# Not here.\nillegal-move startpos\n";
    let path = file("renewed.uci", text.as_bytes());
    let with = |more: &[&str]| check("double wrong-bestmove", &[&["--plan", "fresh"], more].concat());
    assert_eq!(with(&["--known", &path, "--write-known", &path]).0, Some(2));
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.starts_with("# By convention.\nslow\n# Not here.\nillegal-move fen rnbqkbnr/"), "{text}");
    assert!(text.matches("other-best-move ").count() == 2 && !text.contains("Once"), "{text}");
    let (status, text, _) = with(&["--known", &path]);
    assert!(status == Some(0) && text.contains("\nknown      2 findings\n\n"), "{text}");
    // A run that does not begin leaves the file as it is.
    assert_eq!(with(&["--write-known", &path, "--engine", "/no/such/engine"]).0, Some(1));
    assert_eq!(with(&["--known", &path]).0, Some(0));
    let (status, text, _) = check("double illegal-bestmove", &["--plan", "fresh", "--known", &path]);
    assert!(status == Some(2) && text.contains("illegal-best-move (error)"), "a new finding: {text}");
}

#[test]
fn findings_are_accepted_by_class_or_position_and_stale_ones_are_findings() {
    let words = "double wrong-bestmove";
    let with = |args: &[&str]| check(words, &[&["--plan", "fresh"], args].concat());
    let known = file("known.uci", b"# It plays another move for fun.\nother-best-move\n");
    let (status, text, _) = with(&["--known", &known]);
    let shown = "\nknown      2 findings\nknown      other-best-move (It plays another move for fun.)\n";
    assert!(status == Some(0) && text.contains(shown), "{text}");
    let stale = "illegal-move startpos moves e2e4 e7e5";
    let both = file("both.uci", format!("other-best-move\n# Once.\n{stale}\nslow\n").as_bytes());
    let (status, text, _) = with(&["--known", &both]);
    let shown = "moves e2e4 e7e5 (Once.): accepted, but not found any more";
    assert!(status == Some(2) && text.contains(shown), "{text}");
    assert_eq!(text.matches("\nstale ").count(), 1, "a class in all positions is not stale: {text}");
    let (_, github, _) = with(&["--known", &both, "--format", "github"]);
    has_parts(&github, &["::error title=pvcheck::accepted finding that is not found any more"]);
    // A finding of one of two engines is not stale, and in a part of a run it may be missing.
    let one = format!("other-best-move fen {ENDGAME} 0 1\nother-best-move startpos moves e2e4 e7e5");
    let one = file("one.uci", one.as_bytes());
    let (status, text, _) = with(&["--known", &one, "--engine", &engine("")]);
    assert_eq!(status, Some(0), "{text}");
    let (status, text, _) = interrupted(words, &["--known", &both]);
    assert!(status == Some(143) && !text.contains("not found any more"), "{text}");
    let warning = ["--plan", "fresh", "--strict"];
    assert_eq!(check("double ends-early", &warning).0, Some(2));
}

#[test]
fn wrong_input_is_refused_with_what_was_expected() {
    let own = engine("");
    let with = |args: &[&str], parts: &[&str]| {
        refuses(&[&["uci", "--quiet", "--engine", &own], args].concat(), parts);
    };
    let unknown = ["/no/such/engine", "cannot be started", "a UCI engine"];
    refuses(&["uci", "--engine", "/no/such/engine"], &unknown);
    // Before the first engine has searched.
    refuses(&["uci", "--engine", &own, "--engine", "/no/such/engine"], &["/no/such/engine"]);
    refuses(&["uci", "--engine", "true"], &["--engine true", "expected a UCI engine"]);
    refuses(&["uci", "--engine", "'x"], &["quotes as in a shell"]);
    with(&["--option", "Hash"], &["NAME=VALUE"]);
    with(&["--option", "MultiPVs=2"], &["--option MultiPVs=2", "no such option", "`MultiPV`"]);
    with(&["--option", "MultiPV=0"], &["--option MultiPV=0", "from 1 to"]);
    with(&["--option", "UCI_Chess960=true"], &["pvcheck sets it for each position"]);
    with(&["--plan", "small-table"], &["no search was run", "left out   small-table: no option Hash"]);
    with(&["--plan", "game", "--fen", "startpos"], &["no search was run"]);
    with(&["--write-known", "/no/such/folder/x"], &["/no/such/folder/x"]);
    with(&["--fen", "8/8/8/8/8/8/8/8 w - -"], &["--fen"]);
    with(&["--fen", "7k/5Q2/6K1/8/8/8/8/8 b - -"], &["no position to search"]);
    with(&["--epd", "/no/such/file"], &["/no/such/file"]);
    with(&["--plan", "freesh"], &["freesh", "fresh"]);
    with(&["--depth", "3", "--nodes", "5"], &["--nodes"]);
    with(&["--depth", "3", "--clock", "1+0"], &["--clock"]);
    with(&["--clock", "10"], &["--clock", "BASE+INC in seconds, such as 10+0.1"]);
    let games = file("wrong.pgn", b"1. e4 e5 2. Ke3 *\n");
    with(&["--pgn", &games], &["wrong.pgn", "`Ke3` is not legal here"]);
    let known = file("wrong.uci", b"illegal-moves");
    with(&["--known", &known], &["wrong.uci:1:1", "`illegal-move` (the nearest name)"]);
    with(&["--known", "/no/such/file"], &["cannot read /no/such/file"]);
    with(&["--tables", &known], &["wrong.uci", "it is a file", "expected a folder"]);
}

/// With several threads every second process of the engine plays another move than the first one of its line: the smallest
/// sequence of searches shows it in every second process, and with one thread nothing is found.
#[cfg(unix)]
#[test]
fn the_rates_of_several_threads_and_the_repeats_of_a_finding_are_shown() {
    let count = file("processes", b"0");
    let script = format!(
        "t=1; m=e2e4; answer() {{ test $t -gt 1 && test $m = e2e4 && p=$(cat {count}) && \
         echo $((p+1)) > {count} && test $((p%2)) = 0 && m=d2d4; \
         echo info depth 1 score cp 0 pv e2e4; echo bestmove $m; }}; \
         while read -r word rest; do case $word in \
         uci) echo option name Threads type spin default 1 min 1 max 4; \
         echo option name Hash type spin default 1 min 1 max 1; echo uciok;; \
         setoption) case $rest in *Threads*) t=${{rest##* }};; esac;; \
         isready) echo readyok;; quit) exit;; go) test $rest = infinite || answer;; stop) answer;; esac; done"
    );
    let path = file("threads.sh", script.as_bytes());
    let engine = format!("sh {path}");
    let base = ["uci", "--engine", &engine, "--fen", "startpos", "--depth", "1", "--quiet"];
    let with = |more: &[&str]| {
        std::fs::write(&count, "0").expect("an own file");
        let args = [&base[..], &["--plan", "threads", "--workers", "1", "--threads", "16"], more].concat();
        stdout(&pvcheck(&args))
    };
    let parts = [
        "other-best-move                 1        1        0  0.0 % (0.0 to 79.3)\n",
        "other-best-move                 2        1        1  100.0 % (20.7 to 100.0)\n",
        "other-best-move                 4        1        0  0.0 % (0.0 to 79.3)\n",
        "recurs     in 10 of 20 fresh processes (95 % interval 29.9 to 70.1 %)\n",
    ];
    has_parts(&with(&[]), &parts);
    let value: Value = serde_json::from_str(&with(&["--format", "json"])).expect("JSON");
    let row = &value["rows"][0];
    assert_eq!((&row["shown"], &row["repeated"]), (&10.into(), &20.into()));
    let rates = value["scope"]["engines"][0]["statistics"]["threads"].as_array().expect("rates");
    let rate = rates.iter().find(|rate| rate["class"] == "other-best-move" && rate["threads"] == 2);
    let rate = rate.expect("a rate");
    assert_eq!((&rate["of"], &rate["shown"], &rate["interval"][1]), (&1.into(), &1.into(), &1.0.into()));
    let single = with(&["--engine", &self::engine("")]);
    assert!(single.contains("left out   threads: the option Threads takes 1 to 1"), "{single}");
}

/// The engine is one program whose path has blanks, and not a program with arguments.
#[cfg(unix)]
#[test]
fn the_path_of_an_engine_may_have_blanks() {
    use std::os::unix::fs::PermissionsExt as _;
    let path = file("an engine.sh", format!("#!/bin/sh\nexec {}\n", engine("")).as_bytes());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("an own file");
    let searched = ["--depth", "2", "--plan", "fresh", "--fen", "startpos", "--quiet"];
    result(&[&["uci", "--engine", &path][..], &searched].concat());
}

#[test]
fn positions_come_from_games_and_from_a_seed() {
    let games = file("two.pgn", b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n\n1. d4 d5 *\n");
    let own = engine("");
    let searched = |args: &[&str]| {
        let base =
            ["uci", "--engine", &own, "--quiet", "--plan", "fresh", "--depth", "1", "--format", "json"];
        json(&[&base[..], args].concat())["scope"]["engines"][0]["searches"].as_u64().expect("a number")
    };
    assert_eq!(searched(&["--pgn", &games, "--every", "4"]), 2);
    assert_eq!(searched(&["--random", "7"]), 7);
    assert_eq!(searched(&[]), 37, "the positions of pvcheck that are not over");
}
