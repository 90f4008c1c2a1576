//! An engine that runs as another program.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::message::{EngineOption, Line, Message};
use super::search::{Answered, EngineFailure, Go, Printed, Setting, set_option};
use pvcheck::experiment::Deadline;
use pvcheck::process::{NoLine, NotText, Process};

/// The least time for `uciok` and `readyok`: a start may take longer than a search.
const START: Duration = Duration::from_secs(5);
const FLOOD: usize = 200_000;
/// The time to wait for late output of a search, where this output may be taken for the answer to the next search.
const SETTLING: Duration = Duration::from_millis(100);

/// The command of an engine, with its options and limits.
#[derive(Clone, Default, Debug)]
pub struct EngineCommand {
    /// The command and its arguments.
    pub command: Vec<String>,
    /// The folder in which the engine is started; `None` for the current folder.
    pub folder: Option<PathBuf>,
    /// The options to set after the start, each a name and a value.
    pub options: Vec<Setting>,
    /// The maximum time for an answer, in addition to the time of the search itself.
    pub time_limit: Duration,
    /// The deadline of the engine: no wait for the engine is longer.
    pub deadline: Deadline,
    /// The folder in which each process writes its traces; `None` if it writes none.
    pub traces: Option<PathBuf>,
}

/// The file of the trace of the next process.
fn next_trace(folder: &Path) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    folder.join(NEXT.fetch_add(1, Ordering::Relaxed).to_string())
}

/// An engine that runs.
#[derive(Debug)]
pub struct EngineProcess {
    process: Process,
    time_limit: Duration,
    deadline: Deadline,
    name: String,
    offered: Vec<EngineOption>,
    is_chess960: bool,
    /// The number of lines that the engine is to print (`MultiPV`).
    lines: usize,
    /// The first line since the last search that is no text.
    not_text: Option<NotText>,
    /// The file of the trace of this process; the files of further threads have a number behind it.
    trace: Option<PathBuf>,
}

impl EngineProcess {
    /// Starts an engine with the options of `command`, and then `settings`.
    ///
    /// # Errors
    ///
    /// If the engine cannot be started, or does not keep the protocol.
    pub fn start(command: &EngineCommand, settings: &[Setting]) -> Answered<Self> {
        let (time_limit, deadline) = (command.time_limit, command.deadline.clone());
        let trace = command.traces.as_deref().map(next_trace);
        let prepare = |process: &mut std::process::Command| {
            command.folder.as_ref().map(|folder| process.current_dir(folder));
            trace.as_ref().map(|trace| process.env("PVCHECK_TRACE", trace));
        };
        let process = Process::start(&command.command, prepare, &deadline);
        let process = process.map_err(|problem| {
            if deadline.failure().is_some() { EngineFailure::Cut } else { EngineFailure::NotStarted(problem) }
        })?;
        let (name, offered, is_chess960, not_text) = (command.command[0].clone(), Vec::new(), false, None);
        let mut engine =
            Self { process, time_limit, deadline, name, offered, is_chess960, lines: 1, not_text, trace };
        let (options, mut printed) = (command.options.iter().chain(settings), Vec::new());
        engine.greet(options, &mut printed).map_err(|failure| failure.after(&printed))?;
        Ok(engine)
    }

    /// Ends the process. Returns the file of its trace.
    pub(super) fn into_trace(self) -> Option<PathBuf> {
        self.trace.clone()
    }

    /// The name that the engine gives itself, or else the name of the program.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The option with this name, in upper or lower case; `None` if the engine does not offer the option.
    pub fn offered(&self, name: &str) -> Option<&EngineOption> {
        EngineOption::named(&self.offered, name)
    }

    /// The options that the engine offers.
    pub fn options(&self) -> &[EngineOption] {
        &self.offered
    }

    fn greet<'s>(
        &mut self,
        options: impl Iterator<Item = &'s Setting>,
        printed: &mut Vec<Line>,
    ) -> Answered<()> {
        self.read_before("uci", "uciok", &Message::UciOk, printed)?;
        for line in &*printed {
            match &line.message {
                Message::Name(name) => self.name.clone_from(name),
                Message::Option(option) => {
                    if option.is_number_of_lines() {
                        self.lines = option.default.and_then(|lines| lines.try_into().ok()).unwrap_or(1);
                    }
                    self.offered.push(option.clone());
                }
                _ => {}
            }
        }
        options.for_each(|setting| self.set(setting));
        self.ready(printed)
    }

    /// The number of lines that the engine is to print.
    pub fn lines(&self) -> usize {
        self.lines
    }

    fn set(&mut self, setting: &Setting) {
        let (name, value) = setting;
        let lines = self.offered(name).filter(|option| option.is_number_of_lines());
        if let Some((least, most)) = lines.and_then(|option| option.range)
            && let Ok(lines) = value.parse::<i64>()
        {
            self.lines = usize::try_from(lines.clamp(least.max(1), most.max(1))).unwrap_or(1);
        }
        self.send(&set_option(setting));
    }

    fn ready(&mut self, lines: &mut Vec<Line>) -> Answered<()> {
        self.read_before("isready", "readyok", &Message::ReadyOk, lines)
    }

    /// Sends `command`, and adds the lines that the engine prints before `answer`.
    fn read_before(
        &mut self,
        command: &str,
        expected: &'static str,
        answer: &Message,
        lines: &mut Vec<Line>,
    ) -> Answered<()> {
        self.send(command);
        let time = self.time_limit.max(START);
        if !self.reads_within(time, lines, |message| message == answer)? {
            return Err(EngineFailure::TimedOut { expected, time, printed: String::new() });
        }
        lines.pop();
        Ok(())
    }

    fn send(&mut self, command: &str) {
        self.process.send(format!("{command}\n"));
    }

    /// Runs one search. After a failure the engine must not be used any more.
    pub fn search(&mut self, request: &Go) -> Printed {
        let mut printed = Printed::default();
        printed.failure = self.run(request, &mut printed).err();
        printed.not_text = self.not_text.take();
        printed
    }

    fn run(&mut self, request: &Go, printed: &mut Printed) -> Answered<()> {
        let is_chess960 = request.root.position().is_chess960();
        if is_chess960 != self.is_chess960 {
            self.set(&("UCI_Chess960".to_owned(), is_chess960.to_string()));
            self.is_chess960 = is_chess960;
        }
        request.settings.iter().for_each(|setting| self.set(setting));
        if request.new_game {
            self.send("ucinewgame");
        }
        if request.waits {
            self.ready(&mut printed.late)?;
            if printed.late_result().is_some() {
                return Ok(());
            }
        }
        self.send(&request.start().join("\n"));
        self.answer(request, printed)?;
        if request.waits {
            // A search that still runs prints on.
            printed.late.clear();
            self.ready(&mut printed.late)?;
        }
        Ok(())
    }

    /// Returns the late output: the lines that the engine still prints within a short time, up to the first result.
    pub(super) fn settle(&mut self) -> Vec<Line> {
        let (deadline, mut lines) = (self.deadline.within(SETTLING), Vec::<Line>::new());
        while !deadline.left().is_zero()
            && !lines.last().is_some_and(Line::is_result)
            && let Ok(line) = self.process.next_line(&deadline)
        {
            lines.push(line.into());
        }
        lines
    }

    /// Sends `quit`. Returns whether the engine still runs when the time to end is over.
    pub(super) fn ignores_quit(&mut self) -> bool {
        self.send("quit");
        !self.process.exits_by(&self.deadline.within(self.time_limit)) && !self.deadline.is_over()
    }

    /// Reads lines up to `bestmove`. A search that does not end in time is stopped.
    fn answer(&mut self, request: &Go, printed: &mut Printed) -> Answered<()> {
        let mut time = request.expected().saturating_add(self.time_limit);
        let mut is_stopped = false;
        let is_answer = |message: &Message| matches!(message, Message::BestMove(..));
        if let Some((after, word)) = request.held() {
            printed.was_early =
                self.reads_within(Duration::from_millis(after), &mut printed.lines, is_answer)?;
            if printed.was_early {
                return Ok(());
            }
            self.send(word);
            is_stopped = word == "stop";
            time = if is_stopped { self.time_limit } else { time };
        }
        let begun = Instant::now();
        if !self.reads_within(time, &mut printed.lines, is_answer)? {
            if is_stopped {
                return Err(EngineFailure::IgnoresStop(self.time_limit));
            }
            self.send("stop");
            if !self.reads_within(self.time_limit, &mut printed.lines, is_answer)? {
                let (expected, time) = ("bestmove", self.time_limit);
                return Err(EngineFailure::TimedOut { expected, time, printed: String::new() });
            }
            printed.was_slow = true;
        }
        printed.elapsed = begun.elapsed();
        Ok(())
    }

    /// Reads lines up to a line that `ends` the lines, or until the time is over. Returns whether this line came.
    fn reads_within(
        &mut self,
        time: Duration,
        lines: &mut Vec<Line>,
        ends: impl Fn(&Message) -> bool,
    ) -> Answered<bool> {
        let deadline = self.deadline.within(time);
        loop {
            let line = match self.process.next_line(&deadline) {
                Ok(line) => line,
                // The name of an engine or of its author, in any encoding: UCI gives none.
                Err(NoLine::NotText(NotText::NotUtf8(line))) if line.trim_start().starts_with("id ") => line,
                Err(NoLine::TimedOut) => return self.is_late(),
                Err(NoLine::Stopped(how)) => return Err(EngineFailure::Crashed(how)),
                Err(NoLine::NotText(why)) => {
                    self.not_text.get_or_insert(why);
                    // A line that is no text keeps its place among the lines, and is judged no further.
                    String::new()
                }
            };
            let line = Line::from(line);
            let is_end = ends(&line.message);
            lines.push(line);
            if is_end {
                return Ok(true);
            }
            // Some engines print a page before they read.
            if lines.len() >= FLOOD {
                return Err(EngineFailure::Flood(FLOOD));
            }
            // An endless flow of lines leaves no pause in which the time could run out.
            if deadline.left().is_zero() {
                return self.is_late();
            }
        }
    }

    /// The result of a wait without an answer, which is no fault of the engine when the time of the run is over.
    fn is_late(&self) -> Answered<bool> {
        if self.deadline.left().is_zero() { Err(EngineFailure::Cut) } else { Ok(false) }
    }
}
