//! Another program as the search under test: it reads games and requests from its standard input, and writes its
//! results to its standard output, line by line. `docs/protocol.md` describes the protocol.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::answer::Answer;
use super::contender::{Contender, GraphSearch};
use super::examine::NoAnswer;
use super::reply::{Reply, ReplyReader};
use super::request::Request;
use crate::game::Graph;

/// The version of the protocol, which the first line names.
pub const PROTOCOL: u32 = 1;
/// The least time for the first line: to start may take longer than to search.
const START: Duration = Duration::from_secs(5);
/// The longest line that is read from a program, in bytes.
const LONGEST_LINE: u64 = 1 << 16;
/// The number of lines that are read ahead.
const READ_AHEAD: usize = 1024;
/// How much of the end of its error output is kept for the message when a program ends, in bytes.
const ERROR_OUTPUT: usize = 400;

/// A program and how to run it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The command and its arguments.
    pub command: Vec<String>,
    /// Options to set after the start, each a name and a value.
    pub options: Vec<(String, String)>,
    /// The most time for one answer.
    pub time_limit: Duration,
}

/// How a program wants to have its games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Form {
    /// All positions, one per line.
    #[default]
    Table,
    /// The notation of pvcheck, in one line.
    Notation,
    /// Nothing: it requests each position when it comes there.
    Queries,
}

impl Program {
    /// Starts the program, to see whether it can be run. Returns the name that it gives.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or does not answer the first line.
    pub fn start(&self) -> Result<String, NoAnswer> {
        Ok(Running::start(self)?.name.clone())
    }
}

impl Contender<dyn GraphSearch> for Program {
    fn begin(&self) -> Box<dyn GraphSearch> {
        Box::new(ProgramSearch { program: self.clone(), running: None, is_new: true })
    }
}

/// The searches of one process after the other: if one fails, the next search starts another.
struct ProgramSearch {
    program: Program,
    running: Option<Running>,
    /// Whether the next search is the first one of its game.
    is_new: bool,
}

impl GraphSearch for ProgramSearch {
    fn new_game(&mut self) {
        self.is_new = true;
    }

    fn search(&mut self, request: &Request<'_>) -> Result<Answer, NoAnswer> {
        let running = match &mut self.running {
            Some(running) => running,
            stopped => stopped.insert(Running::start(&self.program)?),
        };
        let result = running.search(request, self.is_new, self.program.time_limit);
        self.is_new = false;
        if result.is_err() {
            // What it writes next would be taken for the answer to the next search.
            self.running = None;
        }
        result
    }
}

/// A process that runs.
pub(crate) struct Running {
    child: Child,
    input: Sender<String>,
    output: Receiver<Output>,
    errors: Arc<Mutex<Vec<u8>>>,
    pub name: String,
    pub form: Form,
    /// Whether it reads its input while it searches, and ends a search when it reads `stop`.
    pub can_stop: bool,
}

/// What was read from a process.
enum Output {
    Line(String),
    /// A line that is too long, or no text.
    Unreadable(&'static str),
}

impl Running {
    /// Starts `program` and exchanges the first lines.
    pub fn start(program: &Program) -> Result<Self, NoAnswer> {
        let (name, arguments) = program.command.split_first().expect("a command has a name");
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command
            .spawn()
            .map_err(|error| NoAnswer::Stopped(format!("`{name}` cannot be started: {error}")))?;
        let input = write_to(child.stdin.take().expect("it is piped"));
        let output = read_from(child.stdout.take().expect("it is piped"));
        let errors = keep_end_of(child.stderr.take().expect("it is piped"));
        let mut running =
            Self { child, input, output, errors, name: String::new(), form: Form::Table, can_stop: false };
        running.greet(program.time_limit.max(START))?;
        for (name, value) in &program.options {
            running.send(format!("option {name} {value}\n"));
        }
        Ok(running)
    }

    /// Sends the first line and reads the answer.
    fn greet(&mut self, limit: Duration) -> Result<(), NoAnswer> {
        self.send(format!("pvcheck {PROTOCOL}\n"));
        let line = self.next_line(Instant::now() + limit, limit)?;
        let mut words = line.split_whitespace();
        if words.next() != Some("ready") {
            let expected = "`ready NAME [form FORM] [stop]`";
            return Err(NoAnswer::Invalid(format!("the first line is {line:?}; expected {expected}")));
        }
        let rest: Vec<&str> = words.collect();
        let (rest, can_stop) = match &rest[..] {
            [rest @ .., "stop"] => (rest, true),
            rest => (rest, false),
        };
        self.can_stop = can_stop;
        let (name, form) = match rest {
            [name @ .., "form", form] => (name, *form),
            name => (name, "table"),
        };
        self.name = name.join(" ");
        self.form = match form {
            "table" => Form::Table,
            "notation" => Form::Notation,
            "queries" => Form::Queries,
            other => {
                let expected = "`form table`, `form notation` or `form queries`";
                return Err(NoAnswer::Invalid(format!("unknown form {other:?}; expected {expected}")));
            }
        };
        Ok(())
    }

    /// Runs one search.
    fn search(&mut self, request: &Request<'_>, is_new: bool, limit: Duration) -> Result<Answer, NoAnswer> {
        let (root, graph) = (request.root().node(), request.root().graph());
        let mut text = String::new();
        if is_new {
            self.write_game(&mut text, graph, request.table_entries());
        }
        write!(text, "search {root} depth {}", request.depth()).expect("a string takes any text");
        if let Some(nodes) = request.node_limit() {
            write!(text, " nodes {nodes}").expect("a string takes any text");
        }
        if request.lines() > 1 {
            write!(text, " lines {}", request.lines()).expect("a string takes any text");
        }
        text.push('\n');
        self.send(text);
        self.answer(graph, limit)
    }

    /// Reads the answer to a search of `graph`.
    pub fn answer(&mut self, graph: &Graph, limit: Duration) -> Result<Answer, NoAnswer> {
        let (deadline, mut reader) = (Instant::now() + limit, ReplyReader::default());
        loop {
            let line = self.next_line(deadline, limit)?;
            match reader.read(&line).map_err(NoAnswer::Invalid)? {
                Reply::More => {}
                Reply::Position(node) if node < graph.len() => {
                    let mut text = String::new();
                    write_position(&mut text, graph, node);
                    self.send(text);
                }
                Reply::Position(node) => {
                    return Err(NoAnswer::Invalid(format!("the game has no position {node}")));
                }
                Reply::Answer(answer) => return Ok(answer),
            }
        }
    }

    /// Writes a game in the form that the program wants.
    pub fn write_game(&self, text: &mut String, graph: &Graph, entries: Option<usize>) {
        text.push_str("newgame");
        if let Some(entries) = entries {
            write!(text, " entries {entries}").expect("a string takes any text");
        }
        text.push('\n');
        match self.form {
            Form::Table => {
                writeln!(text, "game table {}", graph.len()).expect("a string takes any text");
                (0..graph.len()).for_each(|node| write_position(text, graph, node));
            }
            Form::Notation => writeln!(text, "game notation {graph}").expect("a string takes any text"),
            Form::Queries => text.push_str("game queries\n"),
        }
    }

    pub fn send(&self, text: String) {
        // If the process has ended, that is noticed when its answer is read.
        let _ = self.input.send(text);
    }

    /// The next line that is no comment.
    pub fn next_line(&mut self, deadline: Instant, limit: Duration) -> Result<String, NoAnswer> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(Output::Line(line)) if line.trim().is_empty() || line.starts_with('#') => {}
                Ok(Output::Line(line)) => return Ok(line),
                Ok(Output::Unreadable(why)) => return Err(NoAnswer::Invalid(why.to_owned())),
                Err(RecvTimeoutError::Timeout) => return Err(NoAnswer::TimedOut(limit)),
                Err(RecvTimeoutError::Disconnected) => return Err(NoAnswer::Stopped(self.how_it_stopped())),
            }
        }
    }

    /// How the process ended: its status and the end of its error output.
    fn how_it_stopped(&mut self) -> String {
        let begun = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                _ if begun.elapsed() > Duration::from_millis(100) => break "it closed its output".to_owned(),
                _ => thread::sleep(Duration::from_millis(1)),
            }
        };
        let errors = self.errors.lock().expect("no thread panics while it has the lock");
        let text = String::from_utf8_lossy(&errors);
        let text = text.trim();
        if text.is_empty() { status } else { format!("{status}; it wrote: {text}") }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A program that ends by itself needs no more than this, and one that does not is ended.
        self.send("quit\n".to_owned());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes one position: its number, score, moves and what is special about them.
fn write_position(text: &mut String, graph: &Graph, node: usize) {
    write!(text, "position {node} score {} moves", graph.score(node)).expect("a string takes any text");
    let mut list = |name: &str, numbers: &mut dyn Iterator<Item = usize>| {
        let mut numbers = numbers.peekable();
        if numbers.peek().is_some() && !name.is_empty() {
            write!(text, " {name}").expect("a string takes any text");
        }
        numbers.for_each(|number| write!(text, " {number}").expect("a string takes any text"));
    };
    let moves = graph.children(node).len();
    list("", &mut graph.children(node));
    list("noisy", &mut (0..moves).filter(|&index| graph.is_noisy(node, index)));
    list("forcing", &mut (0..moves).filter(|&index| graph.is_forcing(node, index)));
    list("pass", &mut graph.pass(node).into_iter());
    text.push('\n');
}

/// Writes to a process on a thread: a process that does not read must not stop its reader.
fn write_to(mut stdin: std::process::ChildStdin) -> Sender<String> {
    let (send, receive) = channel::<String>();
    thread::spawn(move || {
        while let Ok(text) = receive.recv() {
            if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    send
}

/// Reads the lines of a process on a thread.
fn read_from(stdout: std::process::ChildStdout) -> Receiver<Output> {
    let (send, receive) = sync_channel(READ_AHEAD);
    thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        loop {
            let mut line = Vec::new();
            let length = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
            let output = match (length, String::from_utf8(line)) {
                (Ok(0) | Err(_), _) => return,
                (Ok(_), Err(_)) => Output::Unreadable("it wrote bytes that are no UTF-8 text"),
                (Ok(length), Ok(line)) if length as u64 == LONGEST_LINE && !line.ends_with('\n') => {
                    Output::Unreadable("it wrote a line of more than 65,536 bytes")
                }
                (Ok(_), Ok(line)) => Output::Line(line.trim_end().to_owned()),
            };
            let is_readable = matches!(output, Output::Line(_));
            if send.send(output).is_err() || !is_readable {
                return;
            }
        }
    });
    receive
}

/// Keeps the end of the error output of a process.
fn keep_end_of(mut stderr: std::process::ChildStderr) -> Arc<Mutex<Vec<u8>>> {
    let end = Arc::new(Mutex::new(Vec::new()));
    let own = Arc::clone(&end);
    thread::spawn(move || {
        let mut buffer = [0; 1024];
        while let Ok(length @ 1..) = stderr.read(&mut buffer) {
            let mut end = own.lock().expect("no thread panics while it has the lock");
            end.extend_from_slice(&buffer[..length]);
            let more = end.len().saturating_sub(ERROR_OUTPUT);
            end.drain(..more);
        }
    });
    end
}
