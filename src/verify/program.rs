//! A verification of another program, which reads games and requests from its standard input and writes results to its
//! standard output, line by line. `docs/programs.md` describes the protocol.

use std::fmt::Write as _;
use std::time::Duration;

use super::answer::Answer;
use super::examine::{NoAnswer, UserSearch};
use super::reply::{Reply, ReplyReader};
use super::request::Request;
use super::teller::Teller;
use crate::experiment::Deadline;
use crate::game::{Graph, SharedPosition};
use crate::process::{NoLine, Process};
use crate::search::Observer;

/// The version of the protocol, which the first line of the protocol gives.
pub const PROTOCOL: u32 = 1;
/// The least time to wait for the first line, because a start may take longer than a search.
const START: Duration = Duration::from_secs(5);
/// A program under test, with its command and its limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The command and its arguments.
    pub command: Vec<String>,
    /// The options to set after the start, each a name and a value.
    pub options: Vec<(String, String)>,
    /// The maximum time for one answer.
    pub time_limit: Duration,
}

/// The form in which a program receives its games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Form {
    /// The program receives all positions, one per line.
    #[default]
    Table,
    /// The program receives the notation of pvcheck, in one line.
    Notation,
    /// The program receives no game, and requests each position when the search reaches the position.
    Queries,
}

impl Program {
    /// Starts the program to check that it can be run. Returns the name that the program gives.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or does not answer the first line.
    pub fn start(&self) -> Result<String, NoAnswer> {
        Ok(RunningProgram::start(self, &Deadline::default())?.name.clone())
    }

    /// Returns a search that runs in one process after another; after a failure, the next search starts another process.
    pub(super) fn new_search(&self, deadline: &Deadline) -> Box<UserSearch<SharedPosition>> {
        let (program, deadline, mut running, mut is_first) = (self.clone(), deadline.clone(), None, true);
        Box::new(move |request| {
            let Some(request) = request else {
                is_first = true;
                return Ok(None);
            };
            // Of what a process writes next, nothing may be taken for the answer to the next search.
            let mut used = running.take().map_or_else(|| RunningProgram::start(&program, &deadline), Ok)?;
            let answer = used.search(request, std::mem::take(&mut is_first), program.time_limit)?;
            running = Some(used);
            Ok(Some(answer))
        })
    }
}

/// A running process of a program.
#[doc(hidden)]
pub struct RunningProgram {
    process: Process,
    deadline: Deadline,
    pub name: String,
    pub form: Form,
    /// Whether the program reads its input while it searches, and ends a search when it reads `stop`.
    pub can_stop: bool,
}

#[expect(clippy::missing_errors_doc, reason = "only the command line calls it, and `NoAnswer` tells why")]
impl RunningProgram {
    /// Starts `program` and exchanges the first lines. No wait is longer than `deadline`.
    pub fn start(program: &Program, deadline: &Deadline) -> Result<Self, NoAnswer> {
        let process = Process::start(&program.command, |_| {}, deadline).map_err(NoAnswer::Stopped)?;
        let (deadline, name) = (deadline.clone(), String::new());
        let mut running = Self { process, deadline, name, form: Form::Table, can_stop: false };
        running.greet(program.time_limit.max(START))?;
        for (name, value) in &program.options {
            running.send(format!("option {name} {value}\n"));
        }
        Ok(running)
    }

    /// Sends the first line and reads the answer.
    fn greet(&mut self, limit: Duration) -> Result<(), NoAnswer> {
        self.send(format!("pvcheck {PROTOCOL}\n"));
        let line = self.next_line(&self.deadline.within(limit), limit)?;
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

    /// Runs one search of the program.
    fn search(&mut self, request: &Request<'_>, is_first: bool, limit: Duration) -> Result<Answer, NoAnswer> {
        let (root, graph) = (request.root().node(), request.root().graph());
        let mut text = String::new();
        if is_first {
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
        self.ensure_silent()?;
        self.send(text);
        let answer = self.answer(request.root(), &mut *request.observer(), limit)?;
        let (found, most) = (answer.lines.len(), request.lines());
        if found > most {
            let problem =
                format!("it wrote {found} lines `result`, and {most} at most belong to this search");
            return Err(NoAnswer::Invalid(
                problem + "; one that it writes after `done` belongs to the next one",
            ));
        }
        Ok(answer)
    }

    /// Fails if the program wrote a line that no search has requested, which would be read as the answer to the next search.
    pub fn ensure_silent(&self) -> Result<(), NoAnswer> {
        while let Some(line) = self.process.written_line() {
            if !is_comment(&line) && !line.starts_with("info") {
                let line: String = line.chars().take(80).collect();
                return Err(NoAnswer::Invalid(format!("it wrote {line:?} after `done`")));
            }
        }
        Ok(())
    }

    /// Reads the answer to a search of `root`, and passes on what the program tells about its nodes.
    pub fn answer(
        &mut self,
        root: &SharedPosition,
        observer: &mut dyn Observer<SharedPosition>,
        limit: Duration,
    ) -> Result<Answer, NoAnswer> {
        let (deadline, mut reader) = (self.deadline.within(limit), ReplyReader::default());
        let (graph, mut teller) = (root.graph(), Teller::new(root.clone(), observer));
        loop {
            let line = self.next_line(&deadline, limit)?;
            let words: Vec<&str> = line.split_whitespace().collect();
            if teller.read(&words).map_err(NoAnswer::Invalid)? {
                continue;
            }
            match reader.read(&line).map_err(NoAnswer::Invalid)? {
                Reply::More => {}
                Reply::Position(node) if node < graph.len() => {
                    let mut text = String::new();
                    write_position(&mut text, graph, node);
                    self.send(text);
                    self.process.catch_up(&deadline).map_err(|_| NoAnswer::TimedOut(limit))?;
                }
                Reply::Position(node) => {
                    return Err(NoAnswer::Invalid(format!("the game has no position {node}")));
                }
                Reply::Answer(answer) => return Ok(answer),
            }
        }
    }

    /// Writes a game in the form that the program receives.
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
        self.process.send(text);
    }

    /// Returns the next line that is no comment.
    pub fn next_line(&mut self, deadline: &Deadline, limit: Duration) -> Result<String, NoAnswer> {
        loop {
            match self.process.next_line(deadline) {
                Ok(line) if is_comment(&line) => {}
                Ok(line) => return Ok(line),
                Err(NoLine::NotText(why)) => return Err(NoAnswer::Invalid(why.to_string())),
                Err(NoLine::TimedOut) => return Err(NoAnswer::TimedOut(limit)),
                Err(NoLine::Stopped(how)) => return Err(NoAnswer::Stopped(how)),
            }
        }
    }
}

/// Whether a line is empty or a comment.
fn is_comment(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with('#')
}

/// Writes one position, with its number, score, moves and marks.
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
