//! A session with an engine: commands come in, and a search runs in another thread.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::INTERNAL;
use super::limits::Limits;
use super::options::Settings;
use super::output::UciOutput;
use super::search::{Job, Searcher, start_timer};
use pvcheck::syntax::is_printable;
use pvcheck_chess::ChessPosition;

/// The commands of UCI, and `eval`. `register` is not needed.
const COMMANDS: [&str; 9] =
    ["uci", "isready", "setoption", "ucinewgame", "position", "go", "stop", "ponderhit", "quit"];

/// An engine and its settings from earlier commands.
pub(super) struct Session<W> {
    name: String,
    settings: Settings,
    root: ChessPosition,
    /// The searcher; `None` while a search runs.
    searcher: Option<Searcher>,
    /// The search that was begun last, until the searcher is needed again.
    running: Option<RunningSearch>,
    output: Arc<UciOutput<W>>,
}

struct RunningSearch {
    thread: JoinHandle<Searcher>,
    stop: Arc<AtomicBool>,
    /// Whether the search must wait for a command before it answers.
    held: Arc<AtomicBool>,
    /// Whether the search waits for `stop` alone.
    infinite: bool,
    /// The time of the search, which begins with `ponderhit`.
    time: Option<Duration>,
}

impl<W: Write + Send + 'static> Session<W> {
    pub fn new(name: String, settings: Settings, searcher: Searcher, output: W) -> Self {
        Self {
            name,
            settings,
            root: ChessPosition::start(),
            searcher: Some(searcher),
            running: None,
            output: Arc::new(UciOutput::new(output)),
        }
    }

    /// Carries out commands until `quit`, the end of the input, or the end of the output's reader. A search that still
    /// runs then is stopped.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub fn serve(mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let is_end = input.read_until(b'\n', &mut bytes)? == 0;
            if is_end || self.carry_out(&String::from_utf8_lossy(&bytes)) || self.output.is_closed() {
                self.stop();
                self.idle();
                return Ok(());
            }
        }
    }

    /// Carries out one line. Returns whether the line is `quit`. As UCI demands, unknown words before a command are skipped.
    fn carry_out(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let command = words.iter().position(|word| COMMANDS.contains(word));
        let unknown = &words[..command.unwrap_or(words.len())];
        if !unknown.is_empty() {
            let shown: String = unknown.join(" ").chars().take(80).collect();
            self.inform(&format!("unknown command: {shown}"));
        }
        let Some(first) = command else { return false };
        let arguments = &words[first + 1..];
        match words[first] {
            "uci" => self.introduce(),
            "isready" => self.output.line("readyok"),
            "setoption" => self.set_option(arguments),
            "ucinewgame" => self.idle().search.new_game(),
            "position" => self.set_position(arguments),
            "go" => self.go(arguments),
            "stop" => self.stop(),
            "ponderhit" => self.ponder_hit(),
            "quit" => return true,
            _ => {}
        }
        false
    }

    fn inform(&self, text: &str) {
        let text: String = text.chars().map(|c| if is_printable(c) { c } else { ' ' }).collect();
        self.output.line(&format!("info string {text}"));
    }

    fn introduce(&self) {
        self.output.line(&format!("id name {}", self.name));
        self.output.line("id author the authors of pvcheck");
        self.settings.list().iter().for_each(|option| self.output.line(option));
        self.output.line("uciok");
    }

    fn set_option(&mut self, words: &[&str]) {
        self.idle();
        let words = words.strip_prefix(&["name"]).unwrap_or(words);
        let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let value = words.get(end + 1..).unwrap_or_default().join(" ");
        match self.settings.set(&words[..end].join(" "), &value) {
            Ok(true) => self.idle().search.new_game(),
            Ok(false) => {}
            Err(problem) => self.inform(&format!("error: {problem}")),
        }
    }

    fn set_position(&mut self, words: &[&str]) {
        let text = words.strip_prefix(&["fen"]).unwrap_or(words).join(" ");
        match text.parse() {
            Ok(root) => self.root = root,
            Err(error) => self.inform(&format!("error: position: {error}; the position is as before")),
        }
    }

    /// The position in the notation of the option `UCI_Chess960`.
    fn position(&self) -> ChessPosition {
        let root = self.root.clone();
        if self.settings.chess960 { root.in_chess960() } else { root }
    }

    fn go(&mut self, words: &[&str]) {
        self.idle();
        let mut searcher = self.searcher.take().expect("no search runs");
        let (limits, ignored) = Limits::read(words, &self.root);
        for problem in ignored {
            self.inform(&format!("error: {problem}"));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let held = Arc::new(AtomicBool::new(limits.is_held()));
        let (infinite, time) = (limits.infinite, limits.time);
        let job = Job {
            root: self.position(),
            options: self.settings.search_options(limits.nodes),
            limits,
            reproducible: self.settings.reproducible,
            stop: Arc::clone(&stop),
            held: Arc::clone(&held),
        };
        let output = Arc::clone(&self.output);
        let thread = thread::spawn(move || {
            let run = std::panic::AssertUnwindSafe(|| searcher.run(&job, &output));
            if std::panic::catch_unwind(run).is_err() {
                // Nothing else ends a process whose main thread waits for input.
                std::process::exit(INTERNAL.into());
            }
            searcher
        });
        self.running = Some(RunningSearch { thread, stop, held, infinite, time });
    }

    /// Handles `ponderhit`: a search with limits goes on to its limits, and a search without limits ends.
    fn ponder_hit(&self) {
        let Some(RunningSearch { thread, stop, held, infinite, time }) = &self.running else { return };
        if *infinite {
            self.stop();
        } else if held.swap(false, Ordering::Relaxed) {
            time.map(|time| start_timer(time, stop));
            thread.thread().unpark();
        }
    }

    fn stop(&self) {
        if let Some(RunningSearch { thread, stop, .. }) = &self.running {
            stop.store(true, Ordering::Relaxed);
            thread.thread().unpark();
        }
    }

    /// Returns the searcher when no search runs. Stops a search that waits for a command, and awaits the end of any other search.
    fn idle(&mut self) -> &mut Searcher {
        if self.running.as_ref().is_some_and(|running| running.held.load(Ordering::Relaxed)) {
            self.stop();
        }
        if let Some(running) = self.running.take() {
            self.searcher = Some(running.thread.join().expect("a panic ends the process"));
        }
        self.searcher.as_mut().expect("no search runs")
    }
}
