//! Running the command line from tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::PVCHECK;

pub fn pvcheck(args: &[&str]) -> Output {
    let mut command = Command::new(PVCHECK);
    command.args(args).env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE").output().expect("pvcheck runs")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// The output of a command that must succeed.
pub fn result(args: &[&str]) -> String {
    with_status(0, args)
}

/// The output of a command that must end with this status.
pub fn with_status(status: i32, args: &[&str]) -> String {
    let output = pvcheck(args);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {text}{}", stderr(&output));
    text
}

/// Asserts that a text has all of `parts`.
pub fn has_parts(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
}

/// Asserts exit status 1, nothing on standard output, and an error that contains all of `parts`.
pub fn refuses(args: &[&str], parts: &[&str]) {
    let output = pvcheck(args);
    let error = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{args:?}: {error}");
    assert_eq!(stdout(&output), "", "{args:?}");
    for part in parts {
        assert!(error.contains(part), "{args:?} should print {part:?}, prints:\n{error}");
    }
}

pub fn json(args: &[&str]) -> Value {
    let output = pvcheck(args);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stderr(&output)))
}

/// The folder for the files of this process, so that two runs at once do not share any.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let all = Path::new(env!("CARGO_TARGET_TMPDIR"));
        for entry in fs::read_dir(all).expect("cargo made this folder").flatten() {
            // Folders of runs that have ended.
            let age =
                entry.metadata().and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
            if age.is_some_and(|age| age > Duration::from_secs(3600)) && entry.path().is_dir() {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        let own = all.join(std::process::id().to_string());
        fs::create_dir_all(&own).expect("a writable folder");
        own
    })
}

/// A file of this name and text in the folder for temporary files.
pub fn file(name: &str, text: &[u8]) -> String {
    let path = folder().join(name);
    fs::write(&path, text).expect("a writable folder");
    path.to_str().expect("a plain path").to_owned()
}

/// A path where no file is.
pub fn fresh(name: &str) -> String {
    let path = file(name, b"");
    fs::remove_file(&path).expect("it was written just now");
    path
}

/// Waits until `is_so`. A slow machine needs some of the time until this fails; a fast one never does.
///
/// # Panics
///
/// If it is not so within a minute.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "not within a minute: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// How many processes have this in the file `name` of their folder in `/proc`.
#[cfg(target_os = "linux")]
pub fn processes_with(name: &str, text: &str) -> usize {
    let all = fs::read_dir("/proc").expect("a folder").flatten();
    let texts = all.filter_map(|entry| fs::read(entry.path().join(name)).ok());
    texts.filter(|bytes| String::from_utf8_lossy(bytes).contains(text)).count()
}

/// A shell that runs the command line after this script, which may limit it.
#[cfg(unix)]
pub fn limited(script: &str, args: &[&str]) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{script}; exec \"$@\""), "sh", PVCHECK]).args(args);
    shell
}

/// Starts a command whose output is read at its end.
pub fn started(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

/// Sends a signal to a run of pvcheck that has searched some games, and returns its output.
#[cfg(unix)]
pub fn interrupt(run: Child, signal: &str) -> Output {
    wait_until("the run searches games", || searches(run.id()));
    let killed = Command::new("kill").args(["-s", signal, &run.id().to_string()]).status();
    assert!(killed.expect("a command of the system").success());
    run.wait_with_output().expect("a child")
}

/// The binary, which receives SIGINT and SIGHUP even if this process ignores them, as one in the background of a shell or
/// under `nohup` does.
#[cfg(unix)]
pub fn with_signals() -> Command {
    if cfg!(target_os = "linux") {
        let mut command = Command::new("env");
        command.args(["--default-signal=INT,HUP", PVCHECK]);
        command
    } else {
        Command::new(PVCHECK)
    }
}

/// Whether the process is pvcheck, not the shell that starts it, has a handler for SIGTERM, and has worked for 0.3 s.
#[cfg(target_os = "linux")]
fn searches(process: u32) -> bool {
    let read = |name: &str| fs::read_to_string(format!("/proc/{process}/{name}")).unwrap_or_default();
    let status = read("status");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // After the name in brackets, the twelfth and the thirteenth field are the time in hundredths of a second.
    let stat = read("stat");
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let time: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    read("comm").trim() == Path::new(PVCHECK).file_name().map_or("", |name| name.to_str().unwrap_or(""))
        && caught.is_some_and(|mask| mask >> 14 & 1 == 1)
        && time >= 30
}

/// Other systems do not show it.
#[cfg(all(unix, not(target_os = "linux")))]
fn searches(_: u32) -> bool {
    std::thread::sleep(Duration::from_secs(2));
    true
}
