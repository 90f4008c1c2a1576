//! What a run may take: its time, files and threads.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::PVCHECK;
#[cfg(target_os = "linux")]
use crate::command::limited;
use crate::command::{file, fresh, has_parts, pvcheck, started, stderr, stdout, wait_until, with_status};

/// A program, or an engine, of which this part is its own. The others are quick.
fn script(part: &str, does: &str) -> String {
    let quick =
        [("uci", "echo uciok"), ("isready", "echo readyok"), ("pvcheck", "echo ready quick form notation")];
    let quick = quick
        .into_iter()
        .filter(|&(other, _)| other != part)
        .map(|(other, does)| format!("{other}) {does};;"));
    let quick: Vec<String> = quick.collect();
    format!(
        "sh -c 'while read -r word rest; do case $word in {} quit) exit;; {part}) {does};; esac; done'",
        quick.join(" ")
    )
}

const FOREVER: &str = "sleep 1000";

/// The most time for what is to end after a second: the machine may be busy.
const SOON: Duration = Duration::from_secs(15);

/// Each would take minutes, or hours. What was not searched is named, and is no fault of what was to be searched.
#[cfg(unix)]
#[test]
fn the_time_of_a_run_ends_all_that_waits_shrinks_and_prepares() {
    let wrong = "sleep 0.05; echo result 12345; echo done";
    let mate = "echo info depth 8 score mate 5 pv a2a4; echo bestmove a2a4";
    let pawns = ["--fen", "8/7p/8/3k4/8/8/P7/K7 w - - 0 1", "--plan", "fresh"];
    let known = file("limits-known.txt", b"# a reason\nv1 depth=1 [1 0]\n");
    let waits = ["--timeout", "1000"];
    let with_known = ["--timeout", "1000", "--known", &known];
    let random = ["--random", "100000", "--depth", "1"];
    for (name, part, does, more, status, told) in [
        ("subject", "search", FOREVER, &with_known[..], 2, "10,001 of 10,001 searches were not run"),
        ("subject", "pvcheck", FOREVER, &waits, 3, "no first line in the time of the run"),
        ("subject", "search", wrong, &[], 2, "wrong score in "),
        ("uci", "go", FOREVER, &waits, 2, "1 search without an answer when the time of the run was over"),
        ("uci", "uci", FOREVER, &waits, 3, "the time of the run was over"),
        ("uci", "go", mate, &pawns, 0, "since the time was over: 1 claimed mate"),
        ("uci", "go", "echo bestmove a1a1", &random, 2, "Not all searches were run"),
    ] {
        let option = if name == "uci" { "--engine" } else { "--cmd" };
        // One that starts may need a second for that.
        let time = if status == 3 { "1" } else { "3" };
        let begun = Instant::now();
        let output =
            pvcheck(&[&[name, option, &script(part, does), "--time", time, "--quiet"], more].concat());
        let (text, took) = (stdout(&output) + &stderr(&output), begun.elapsed());
        assert_eq!(output.status.code(), Some(status), "{name}, {part}, {does}: {text}");
        assert!(text.contains(told) && took < SOON, "{took:?}, {name}, {part}, {does}: {text}");
        for accusation in ["no answer in time", "no-answer", "stale", "ignores-quit", "no time was left"] {
            assert!(!text.contains(accusation), "{name}, {part}, {does}: {text}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_wait_within_a_second() {
    for (name, option, part, told) in [
        ("subject", "--cmd", "search", "10,000 of 10,000 searches were not run"),
        ("uci", "--engine", "go", "1 search without an answer"),
    ] {
        let begun = fresh(&format!("{name}-begun"));
        let script = script(part, &format!("touch {begun}; {FOREVER}"));
        let args = [name, option, &script, "--timeout", "1000", "--quiet"];
        let run = started(Command::new(PVCHECK).args(args));
        wait_until("it searches", || std::fs::exists(&begun).expect("a folder"));
        let (pid, signalled) = (run.id().to_string(), Instant::now());
        assert!(Command::new("kill").args(["-s", "TERM", &pid]).status().expect("a command").success());
        let output = run.wait_with_output().expect("a child");
        let text = stdout(&output) + &stderr(&output);
        assert_eq!(output.status.code(), Some(143), "{text}");
        assert!(text.contains(told) && text.contains("interrupted") && signalled.elapsed() < SOON, "{text}");
    }
}

/// Only the second search of a process is wrong, and the run is interrupted after the first one: that game is searched again.
#[cfg(unix)]
#[test]
fn a_game_that_is_cut_between_its_repeats_is_not_searched() {
    let (cut, journal) = (fresh("cut-once"), fresh("repeats.journal"));
    let search =
        format!("test -e {cut} || kill $PPID; : > {cut}; sleep 0.1; echo result ${{n:-0}}; n=1; echo done");
    let cases = format!("pvcheck) echo ready once;; quit) exit;; search) {search};;");
    let script = format!("while read -r word rest; do case $word in {cases} esac; done\n");
    let script = file("repeats.sh", script.as_bytes());
    let run = |status| {
        let command = format!("sh {script}");
        let games = ["--games", "1", "--repeats", "2", "--scores", "0..0", "--depths", "0..0"];
        let run = ["--journal", &journal, "--quiet", "--threads", "1"];
        with_status(status, &[&["subject", "--cmd", &command], &games[..], &run].concat())
    };
    run(143);
    has_parts(&run(2), &["wrong score in 1 search"]);
}

/// The limit is reached by the second process that runs at the same time.
#[cfg(target_os = "linux")]
#[test]
fn too_few_files_are_no_fault_of_the_program() {
    let (program, engine) = (format!("{PVCHECK} program"), format!("{PVCHECK} engine"));
    for args in [
        ["subject", "--cmd", &program, "--games", "5000", "--threads", "4"],
        ["uci", "--engine", &engine, "--session", "1", "--workers", "4"],
    ] {
        for files in ["8", "20"] {
            let args = [&["--quiet"], &args[..]].concat();
            let output = limited(&format!("ulimit -n {files}"), &args).output().expect("a shell");
            let text = stdout(&output) + &stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{args:?}, {files} files: {text}");
            has_parts(&text, &["too many open files for pvcheck", "raise `ulimit -n`"]);
            let is_named = files == "8" || text.contains("this is the result so far");
            assert!(is_named && !text.contains("crashed") && !text.contains("end of the program"), "{text}");
        }
    }
}
