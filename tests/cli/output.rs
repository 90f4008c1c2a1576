//! Where the output goes, its formats, and what becomes of it if a run ends early.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::command::{
    file, fresh, has_parts, pvcheck, refuses, result, started, stderr, stdout, with_status,
};
#[cfg(unix)]
use crate::command::{interrupt, limited, with_signals};
use crate::{DOUBLE, PVCHECK};

const RIGHT: &str = "v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]";
/// The store is right here, so the case does not show what it expects.
const WRONG: &str = "v1 pvs-soft+triangular depth=2 expect=illegal [[3 5] [2 9]]";

/// Runs `pvcheck` with this text on its standard input.
fn with_input(args: &[&str], input: &str) -> Output {
    let mut child = started(Command::new(PVCHECK).args(args).stdin(Stdio::piped()));
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("pvcheck reads");
    child.wait_with_output().expect("a child")
}

#[test]
fn output_options_come_before_or_after_the_command() {
    let after = result(&["check", "--case", RIGHT, "--format", "json"]);
    assert_eq!(result(&["--format", "json", "check", "--case", RIGHT]), after);
    assert_eq!(result(&["--format=json", "--quiet", "check", "--no-color", "--case", RIGHT]), after);
    let before = ["`--games` comes before the command `matrix`; expected it after the command"];
    refuses(&["--games", "5", "matrix"], &before);
    refuses(&["--store", "none", "exhaust"], &["`--store` comes before the command `exhaust`"]);
    refuses(&["--games", "5", "check", "--case", RIGHT], &["`check` has no option `--games`"]);
    refuses(&["--seed", "5", "exhaust"], &["`exhaust` has no option `--seed`"]);
}

#[test]
fn junit_and_github_formats_and_the_summary_show_the_failed_case_with_its_place() {
    let cases = file("ci.case", format!("{RIGHT}\n{WRONG}\n").as_bytes());
    let run = |format: &str| with_status(2, &["check", &cases, "--format", format]);
    let parts =
        [r#"tests="2""#, r#"failures="1""#, r#"line="2""#, "same, expected illegal", "pvcheck check --case"];
    has_parts(&run("junit"), &parts);
    let github = run("github");
    assert!(
        github.starts_with("::error file=") && github.contains("ci.case,line=2,title=pvcheck%3A"),
        "{github}"
    );
    assert!(github.ends_with("1 of 2 cases as expected\n"), "{github}");
    let summary = file("summary.md", b"before\n");
    pvcheck(&["check", &cases, "--summary", &summary]);
    let text = fs::read_to_string(&summary).expect("a summary");
    assert!(text.starts_with("before\n## ❌ pvcheck") && text.contains("ci.case:2"), "{text}");
    let clean = result(&["--games", "200", "--subject", "pvs-soft+triangular", "--format", "junit"]);
    has_parts(&clean, &[r#"name="pvs-soft+triangular" classname="stable""#]);
    let two = with_status(2, &["check", "--case", WRONG, "--case", WRONG, "--format", "junit"]);
    for name in [r#"name="--case 1""#, r#"name="--case 2""#] {
        assert_eq!(two.matches(name).count(), 1, "each case has its own name:\n{two}");
    }
}

#[test]
fn a_hyphen_is_standard_input_and_standard_output() {
    let output = with_input(&["check", "-", "--out", "-"], &format!("{RIGHT}\n{WRONG}\n"));
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stdout(&output).contains("standard input:2: same, expected illegal"), "{}", stdout(&output));
    let broken = with_input(&["check", "-"], "v1 nonsense\n");
    assert_eq!(broken.status.code(), Some(1));
    assert!(stderr(&broken).contains("standard input:1:4"), "{}", stderr(&broken));
    #[cfg(target_os = "linux")]
    assert_eq!(result(&["check", "--case", RIGHT, "--out", "/dev/stdout"]), result(&["check", RIGHT]));
    for flag in ["--journal", "--summary"] {
        refuses(&["--games", "10", flag, "-"], &[flag, "`-` is not a file"]);
    }
}

#[test]
fn text_is_as_wide_as_requested() {
    let widest = |width: &str| {
        let text = result(&["--games", "500", "--full", "--width", width]);
        // A command line to copy is never broken, and a drawing has no width.
        let tables = text.split("\nSmallest counterexample").next().expect("tables").to_owned();
        tables.lines().map(|line| line.chars().count()).max().unwrap_or(0)
    };
    assert!(widest("80") <= 80, "{}", widest("80"));
    assert!(widest("160") <= 160 && widest("160") > 100, "{}", widest("160"));
    refuses(&["--width", "5"], &["--width"]);
}

#[test]
fn help_has_no_colours_if_they_are_turned_off() {
    let help = |args: &[&str]| {
        let mut command = Command::new(PVCHECK);
        let output = command.args(args).env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR").output();
        stdout(&output.expect("pvcheck runs"))
    };
    assert!(help(&["--help"]).contains('\u{1b}'), "colours can be forced");
    assert!(!help(&["--no-color", "--help"]).contains('\u{1b}'));
    assert!(!help(&["--help", "--no-color"]).contains('\u{1b}'));
}

#[test]
fn a_shard_is_json_and_nothing_else() {
    let shard = ["--games", "300", "--subject", "pvs-soft+none", "--shard", "1/2"];
    for format in ["text", "junit", "github"] {
        refuses(&[&shard[..], &["--format", format]].concat(), &["a shard is JSON", "--format json"]);
    }
    let plain = result(&shard);
    assert_eq!(result(&[&shard[..], &["--format", "json"]].concat()), plain);
}

/// A reader that sees the end of a pipe before the result would wait for nothing.
#[cfg(unix)]
#[test]
fn a_pipe_as_output_is_opened_once_and_gets_the_whole_result() {
    let path = fresh("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().expect("a command of the system").success());
    let reader = std::thread::spawn({
        let path = path.clone();
        move || fs::read_to_string(path).expect("a pipe")
    });
    result(&["check", "--case", RIGHT, "--out", &path]);
    assert_eq!(reader.join().expect("it reads"), result(&["check", "--case", RIGHT]));
}

/// Whatever the command, and however the file is named.
#[test]
fn no_output_is_an_input_or_another_output() {
    let engine = format!("{PVCHECK} engine pvs-soft+triangular");
    let own = file("own.epd", b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n");
    let case = file("one-use.case", format!("{RIGHT}\n").as_bytes());
    let folder = fresh("saved");
    fs::create_dir_all(&folder).expect("a folder");
    let saved = format!("{folder}/result.json");
    result(&["check", &case, "--format", "json", "--out", &saved]);
    let (uci, subject) = (["uci", "--engine", &engine], ["subject", "--cmd", "true"]);
    let program = file("program.sh", b"exit 1");
    let linked = fresh("linked.epd");
    fs::hard_link(&own, &linked).expect("a link");
    let (new, same) = (fresh("new.txt"), fresh("new.txt").replace("new.txt", "./new.txt"));
    let both = |command: &[&str], one: (&str, &str), other: (&str, &str)| {
        let read = || [&own, &case, &saved, &program].map(|path| fs::read(path).expect("a file"));
        let before = read();
        let words = [one, other].map(|(option, path)| [option, path]).concat();
        let words: Vec<&str> = words.into_iter().filter(|word| *word != "the argument").collect();
        refuses(&[command, &words].concat(), &[one.0, other.0, "are the same file"]);
        assert!(before == read() && fs::metadata(&new).is_err(), "{command:?} {one:?} {other:?}");
    };
    for input in ["--epd", "--pgn", "--known"] {
        for output in ["--log", "--out", "--summary"] {
            both(&uci, (input, &own), (output, &own));
            both(&uci, (input, &own), (output, &linked));
        }
    }
    for input in ["--epd", "--pgn"] {
        both(&uci, (input, &own), ("--write-known", &linked));
    }
    both(&uci, ("--log", &new), ("--write-known", &same));
    both(&uci, ("--tables", &new), ("--log", &same));
    both(&["explain", "--case", RIGHT], ("--html", &new), ("--out", &same));
    both(&["check"], ("the argument", &case), ("--summary", &case));
    both(&["--games", "5"], ("--out", &new), ("--journal", &same));
    both(&["--games", "5"], ("--out", &new), ("--summary", &same));
    both(&subject, ("--known", &own), ("--journal", &linked));
    both(&subject[..1], ("--cmd", &program), ("--journal", &program));
    both(&["--games", "5"], ("--journal", &new), ("--summary", &new));
    both(&["--game", "chess"], ("--epd", &own), ("--journal", &linked));
    both(&["report"], ("the argument", &saved), ("--out", &saved));
    both(&["report"], ("the argument", &folder), ("--out", &saved));
    both(&["merge"], ("the argument", &saved), ("--summary", &saved));
    both(&["shrink"], ("the argument", &case), ("--out", &case));
    #[cfg(unix)]
    {
        let mut shell = Command::new("sh");
        shell.args(["-c", "\"$0\" uci --engine \"$1\" --log \"$2\" > \"$2\""]);
        let output = shell.args([PVCHECK, &engine, &new]).output().expect("a shell");
        assert!(stderr(&output).contains("--log") && stderr(&output).contains("standard output"));
    }
}

/// The reader of `pvcheck list | head` ends first. A socket that was shut down stands for it: the end of a pipe
/// may live on for a moment in a process that another test just starts.
#[cfg(unix)]
#[test]
fn a_result_that_has_no_reader_is_a_failure_without_a_message() {
    use std::net::Shutdown;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    for args in [&["check", "--case", RIGHT][..], &["--help"]] {
        let (reader, writer) = UnixStream::pair().expect("a pair of sockets");
        reader.shutdown(Shutdown::Both).expect("a socket");
        let mut command = Command::new(PVCHECK);
        let output = command.args(args).stdout(OwnedFd::from(writer)).output().expect("pvcheck runs");
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(1), ""), "{args:?}");
    }
}

/// A page or a summary that cannot be written does not cost the result.
#[cfg(target_os = "linux")]
#[test]
fn a_result_is_shown_if_another_file_cannot_be_written() {
    let (plain, drawn) = (result(&["check", "--case", RIGHT]), result(&["explain", "--case", RIGHT]));
    for (words, shown) in [
        (&["check", "--case", RIGHT, "--summary", "/dev/full"][..], &plain),
        (&["check", "--case", RIGHT, "--summary", "/dev/full", "--out", "/dev/full"], &plain),
        (&["explain", "--case", RIGHT, "--html", "/dev/full"], &drawn),
    ] {
        let output = pvcheck(words);
        assert_eq!((output.status.code(), &stdout(&output)), (Some(1), shown), "{words:?}");
        assert!(stderr(&output).contains("cannot write /dev/full: No space left"), "{}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn a_word_that_is_not_utf_8_is_refused_or_names_a_file() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let word = OsStr::from_bytes(b"caf\xe9\x1b[2J.case");
    for (before, after, status) in [
        ("check --depth 3", "", 1),
        ("check", "", 1),
        ("list", "", 1),
        ("uci --depth", "", 1),
        ("explain", "--format junit", 1),
        ("", "--help", 1),
        ("man", "--help", 0),
        ("--version", "", 0),
    ] {
        let mut command = Command::new(PVCHECK);
        command.args(before.split_whitespace()).arg(word).args(after.split_whitespace());
        let output = command.env("NO_COLOR", "1").output().expect("pvcheck runs");
        let text = format!("{}{}", stdout(&output), stderr(&output));
        assert_eq!(output.status.code(), Some(status), "{before} {after}: {text}");
        assert!(!text.contains('\u{1b}') && !text.contains("panic"), "{before} {after}: {text}");
    }
}

/// The file that a link leads to need not exist yet, and a link may lead to a link.
#[cfg(unix)]
#[test]
fn links_are_followed_to_the_file_that_is_written() {
    use std::os::unix::fs::symlink;
    let (own, link, far) = (fresh("linked.txt"), fresh("link.txt"), fresh("far-link.txt"));
    symlink("linked.txt", &link).expect("a link");
    symlink("link.txt", &far).expect("a link");
    let words = ["--games", "300", "--subject", "pvs-soft+none", "--journal", &own];
    refuses(&[&words[..], &["--out", &far]].concat(), &["--out", "--journal", "same file"]);
    result(&["check", "--case", RIGHT, "--out", &far]);
    for path in [&link, &far] {
        assert!(fs::symlink_metadata(path).expect("a link").is_symlink(), "{path}");
    }
    assert_eq!(fs::read_to_string(&own).expect("a result"), result(&["check", "--case", RIGHT]));
    let circle = fresh("circle.txt");
    symlink("circle.txt", &circle).expect("a link");
    refuses(&["check", "--case", RIGHT, "--out", &circle], &["cannot write", "circle.txt"]);
    assert!(fs::symlink_metadata(&circle).expect("a link").is_symlink());
}

#[test]
fn a_file_that_cannot_be_written_is_refused_by_its_own_name() {
    let path = fresh("no-folder") + "/result.txt";
    let output = pvcheck(&["check", "--case", RIGHT, "--out", &path]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""));
    let error = stderr(&output);
    assert!(error.contains("result.txt: ") && !error.contains(".pvcheck-"), "{error}");
}

/// Each of them writes a temporary file of its own.
#[test]
fn runs_at_the_same_time_may_write_the_same_new_file() {
    let plain = result(&["check", "--case", RIGHT]);
    for round in 0..5 {
        let path = fresh(&format!("same-{round}.txt"));
        let start = |_| started(Command::new(PVCHECK).args(["check", "--case", RIGHT, "--out", &path]));
        let children: Vec<_> = (0..4).map(start).collect();
        for mut child in children {
            assert_eq!(child.wait().expect("a child").code(), Some(0));
        }
        assert_eq!(fs::read_to_string(&path).expect("a result"), plain);
    }
}

#[cfg(unix)]
#[test]
fn an_endless_or_huge_input_is_refused() {
    for command in ["check", "shrink", "merge"] {
        refuses(&[command, "/dev/zero"], &["/dev/zero: larger than 32 MiB"]);
    }
    // All of them count.
    let parts = ["one.json", "two.json"].map(|name| file(name, b""));
    for part in &parts {
        fs::File::options().write(true).open(part).and_then(|file| file.set_len(24 << 20)).expect("a file");
    }
    let together = "two.json: larger than 32 MiB, together with the inputs before";
    refuses(&["report", &parts[0], &parts[1]], &[together]);
    let cases = file("cases", "v1 minimax+none depth=0 1\n".repeat(100_001).as_bytes());
    refuses(&["check", &cases], &["cases: more than 100,000 cases"]);
    let shuffle = "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8";
    let game =
        ["a", "b", "c", "d", "e"].map(|f| format!("{f}3 {f}6 {shuffle} {f}4 {f}5 {shuffle} ")).concat();
    let games = file("games.pgn", format!("{game} *\n").repeat(1_000).as_bytes());
    let engine = format!("{PVCHECK} engine");
    let uci = ["uci", "--engine", &engine, "--pgn", &games, "--every", "1"];
    refuses(&uci, &["games.pgn: the positions", "5,000,000 plies"]);
}

/// Starts a long run, sends it a signal, and returns its output.
#[cfg(unix)]
fn interrupted(mut command: Command, signal: &str, args: &[&str]) -> Output {
    command.args(["--games", "1e12", "--subject", "pvs-soft+triangular"]).args(args);
    interrupt(started(&mut command), signal)
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_with_the_result_so_far() {
    for (signal, status) in [("TERM", 143), ("INT", 130), ("HUP", 129)] {
        let output = interrupted(with_signals(), signal, &[]);
        let (text, error) = (stdout(&output), stderr(&output));
        assert_eq!(output.status.code(), Some(status), "{signal}: {error}");
        let verdict = "Nothing unexpected: each `!` is a known failure of its method (1 subject).";
        has_parts(&text, &["the first ", verdict]);
        assert!(error.contains("interrupted: the result covers the first "), "{error}");
        assert!(error.ends_with(" of 1,000,000,000,000 games\n"), "{error}");
    }
    let shard = interrupted(with_signals(), "TERM", &["--shard", "1/2"]);
    assert_eq!((shard.status.code(), stdout(&shard).as_str()), (Some(143), ""));
    assert!(stderr(&shard).contains("a part of a shard is not written"), "{}", stderr(&shard));
}

/// As `nohup` starts it.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let begun = Instant::now();
    let output = interrupted(limited("trap '' HUP", &[]), "HUP", &["--time", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(begun.elapsed() > Duration::from_secs(2), "the run went on");
}

#[test]
fn a_run_that_is_too_short_to_judge_shows_it() {
    let text = result(&["--games", "3000", "--subject", "pvs-soft+triangular"]);
    let parts = [
        "Too short to see: faults in fewer than 1 of 1,000 games (95 % confidence).",
        "Too short to judge the effect of each search option: 10,000 games are needed.",
    ];
    has_parts(&text, &parts);
    let long = result(&["--games", "30000", "--subject", "pvs-soft+triangular"]);
    assert!(long.contains("fewer than 1 of 10,000 games") && !long.contains("Too short to judge"), "{long}");
}

/// The names of files, arguments and text of a program are shown without what would be a command to a terminal or a CI system.
#[test]
fn text_of_others_is_shown_as_text() {
    let hostile = "\u{1b}[2J\u{202e}\u{ffff}";
    let path = file(&format!("a{hostile}.case"), b"v1 pvs-soft+none depth=1 x\n");
    let script = format!("echo 'id name ::error::x{hostile}'; echo uciok; echo '::error::{hostile}' >&2");
    let engine = format!("sh -c \"{script}\"");
    for args in [
        &["check", &path][..],
        &["check", "/nowhere/\u{1b}[2J\u{202e}"],
        &["matrix", "--games", hostile],
        &["explain", hostile],
        &["uci", "--engine", &engine],
    ] {
        let mut command = Command::new(PVCHECK);
        let output = command.args(args).env("CLICOLOR_FORCE", "1").output().expect("it runs");
        let shown = [output.stdout, output.stderr].concat();
        let shown = String::from_utf8(shown).expect("text");
        let is_a_command = |line: &str| line.trim_start().starts_with("::error::x");
        let is_clean = !shown.contains("\u{1b}[2J") && !shown.contains(['\u{202e}', '\u{ffff}']);
        assert!(is_clean && !shown.lines().any(is_a_command), "{args:?}: {shown:?}");
        assert_ne!(output.status.code(), Some(0), "{args:?}");
    }
}

/// A program in Python that runs a command on a terminal, and passes on what the command prints.
const TERMINAL: &str = "
import os, pty, sys
child, terminal = pty.fork()
if child == 0: os.execv(sys.argv[1], sys.argv[1:])
try:
    while text := os.read(terminal, 65536): os.write(1, text)
except OSError: pass
";

fn on_a_terminal(python: &Path, args: &[&str]) -> String {
    let mut command = Command::new(python);
    command.args(["-c", TERMINAL, PVCHECK]).args(args);
    let output = command.env("NO_COLOR", "1").stdin(Stdio::null()).output().expect("Python runs");
    stdout(&output).replace("\r\n", "\n")
}

#[test]
fn the_next_step_is_the_last_line_on_a_terminal_and_nowhere_else() {
    let Some(python) = crate::tools::PYTHON.find() else { return };
    let fails = "v1 pvs-soft+single-array depth=2 expect=unsound [[1 0] [1 0]]";
    let next = "\nNext: `pvcheck shrink` makes a case smaller, `pvcheck explain` draws its search.\n";
    let shown = on_a_terminal(&python, &["check", "--case", fails]);
    assert!(shown.ends_with(next), "{shown}");
    let plain = with_status(2, &["check", "--case", fails]);
    assert_eq!(shown, format!("{plain}{next}"), "that is all that a terminal changes");
    let (engine, right) = (format!("{DOUBLE} illegal-move"), format!("{PVCHECK} engine"));
    let position = ["--fen", "startpos moves e2e4 e7e5", "--plan", "warm", "--depth", "3"];
    for (args, last) in [
        (&["check", "--case", &fails.replace("unsound", "same")][..], "docs/ci.md."),
        (&["shrink", &fails.replace("pvs-soft", "alpha-beta-hard")], "(docs/ci.md)."),
        (&["explain", "v1 pvs-soft+triangular depth=1 [0 1]"], "step through this search."),
        (&["explain", "truncated"], "draws a case."),
        (&["matrix", "--games", "100", "--subject", "pvs-soft+triangular"], "all counterexamples."),
        (&["exhaust", "--depth", "1"], "all counterexamples."),
        (&[&["uci", "--engine", &engine][..], &position].concat(), "accepts what stays."),
        (&[&["uci", "--engine", &right][..], &position].concat(), "(docs/traces.md)."),
    ] {
        let shown = on_a_terminal(&python, args);
        let end = shown.lines().last().expect("a line");
        assert!(end.starts_with("Next: ") && end.ends_with(last), "{args:?}: {shown}");
    }
    let out = fresh("next-step.txt");
    for more in [&["--quiet"][..], &["--format", "json"], &["--format", "github"], &["--out", &out]] {
        let shown = on_a_terminal(&python, &[&["check", "--case", fails], more].concat());
        assert!(!shown.contains("Next: "), "{more:?}: {shown}");
    }
    assert!(!fs::read_to_string(&out).expect("the result").contains("Next: "));
}
