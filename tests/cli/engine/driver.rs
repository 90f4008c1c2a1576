//! Talking with `pvcheck engine`, and reading what it prints.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use pvcheck::position::{Move, Position as _};
use pvcheck_chess::ChessPosition;

use crate::command::wait_until;

/// The longest time until a line that must come.
pub const LIMIT: Duration = Duration::from_secs(60);

/// A running engine. Dropping it ends it.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(crate::PVCHECK);
    command.arg("engine").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Engine {
    pub fn start(args: &[&str]) -> Self {
        let mut child = command(args).spawn().expect("pvcheck runs");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        // The thread ends with the output, or once no one receives.
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { child, input, lines }
    }

    pub fn send(&mut self, text: &str) {
        writeln!(self.input, "{text}").expect("the engine reads");
    }

    /// The next line, if one comes within this time; `Disconnected` if the output is closed.
    pub fn line_within(&self, time: Duration) -> Result<String, RecvTimeoutError> {
        self.lines.recv_timeout(time)
    }

    /// All lines up to one that begins with `first`.
    pub fn until(&self, first: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| !line.starts_with(first)) {
            let line = self.line_within(LIMIT);
            lines.push(line.unwrap_or_else(|error| panic!("no line {first:?}, {error}, after {lines:#?}")));
        }
        lines
    }

    /// Whether the process runs.
    pub fn runs(&mut self) -> bool {
        self.child.try_wait().expect("a child").is_none()
    }

    /// Waits for the end of the process. Returns whether it succeeded.
    pub fn ends(&mut self) -> bool {
        wait_until("the engine ends", || !self.runs());
        self.child.wait().expect("a child").success()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends all `commands` at once and then `quit`, and returns what the engine prints. Searches without an end are
/// stopped by the command after them.
pub fn output(args: &[&str], commands: &[u8]) -> Output {
    let mut child = command(args).spawn().expect("pvcheck runs");
    let mut input = child.stdin.take().expect("a pipe");
    let commands = [commands, b"\nucinewgame\nquit\n"].concat();
    let writer = std::thread::spawn(move || input.write_all(&commands));
    let output = child.wait_with_output().expect("a child");
    // An engine that has ended reads no more.
    let _ = writer.join().expect("no panic");
    output
}

/// The lines that an engine prints without time and speed. It must end with status 0, and print nothing else.
pub fn lines(args: &[&str], commands: &str) -> Vec<String> {
    let output = output(&[&["--reproducible"], args].concat(), commands.as_bytes());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(0) && error.is_empty(), "{args:?}: {:?} {error}", output.status);
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(str::to_owned).collect()
}

/// An `info` line with a score.
#[derive(Debug)]
pub struct Info {
    pub depth: u32,
    pub rank: u32,
    /// `cp` or `mate`, and the number.
    pub score: (String, i32),
    pub is_exact: bool,
    pub nodes: u64,
    pub line: Vec<String>,
}

/// Reads an `info` line; `None` for any other.
pub fn info(line: &str) -> Option<Info> {
    let words: Vec<&str> = line.split(' ').collect();
    let at = |name: &str| words.iter().position(|word| *word == name);
    let number = |name: &str| words[at(name).expect("the number is printed") + 1].parse().expect("a number");
    let score = at("score").filter(|_| words[0] == "info")?;
    Some(Info {
        depth: number("depth"),
        rank: number("multipv"),
        score: (words[score + 1].to_owned(), words[score + 2].parse().expect("a number")),
        is_exact: at("lowerbound").or(at("upperbound")).is_none(),
        nodes: u64::from(number("nodes")),
        line: at("pv").map_or(Vec::new(), |pv| words[pv + 1..].iter().map(|&mv| mv.to_owned()).collect()),
    })
}

/// The answers to searches: the `info` lines of each, and the words of its `bestmove`.
pub fn searches(lines: &[String]) -> Vec<(Vec<Info>, Vec<String>)> {
    let (mut searches, mut infos) = (Vec::new(), Vec::new());
    for line in lines {
        infos.extend(info(line));
        if line.starts_with("bestmove ") {
            let words = line.split(' ').map(str::to_owned).collect();
            searches.push((std::mem::take(&mut infos), words));
        }
    }
    searches
}

/// The position after a line, whose moves must all be legal and written as in this position.
pub fn after(root: &ChessPosition, line: &[String]) -> Result<ChessPosition, String> {
    line.iter().try_fold(root.clone(), |position, text| {
        let mv: Option<Move> = position.parse_move(text).filter(|&mv| position.move_name(mv) == *text);
        mv.map(|mv| position.play(mv)).ok_or_else(|| format!("illegal {text} in {line:?}"))
    })
}
