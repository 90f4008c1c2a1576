//! One search of an engine: what was requested, and what it printed.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::clock::Clock;
use super::message::Message;
use super::relation::Relation;
use super::root::Root;
use pvcheck::position::Position as _;
use pvcheck::process::NotText;

/// When a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// `go depth N`.
    Depth(u64),
    /// `go nodes N`.
    Nodes(u64),
    /// `go movetime N`, in milliseconds.
    MoveTime(u64),
    /// `go infinite`, and `stop` after this many milliseconds.
    Stop(u64),
    /// `go wtime N btime N winc N binc N`.
    Clock(Clock),
}

impl Limit {
    /// A search with less to do.
    pub fn less(self) -> Option<Self> {
        let half = |number: u64| (number > 1).then_some(number / 2);
        match self {
            Self::Depth(depth) => (depth > 1).then(|| Self::Depth(depth - 1)),
            Self::Nodes(nodes) => half(nodes).map(Self::Nodes),
            Self::MoveTime(time) => half(time).map(Self::MoveTime),
            Self::Stop(time) => half(time).map(Self::Stop),
            Self::Clock(clock) => clock.less().map(Self::Clock),
        }
    }
}

impl fmt::Display for Limit {
    /// The arguments of the command `go`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::MoveTime(time) => write!(f, "movetime {time}"),
            Self::Stop(_) => f.write_str("infinite"),
            Self::Clock(clock) => clock.fmt(f),
        }
    }
}

/// The command that sets an option: a name and a value.
pub(super) fn set_option((name, value): &(String, String)) -> String {
    format!("setoption name {name} value {value}")
}

/// What of a planned search follows from the search before it in the same process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follows {
    /// What is left of the clock.
    Clock,
    /// The position, after the best move, and what is left of the clock, if there is one: a game goes on.
    Game,
}

/// A search to request.
#[derive(Clone, Debug)]
pub struct Go {
    /// The position.
    pub root: Arc<Root>,
    /// When the search ends.
    pub limit: Limit,
    /// The only move to search at the root, in UCI notation.
    pub only: Option<String>,
    /// Whether `ucinewgame` comes before it.
    pub new_game: bool,
    /// Options to set before it, each a name and a value.
    pub settings: Vec<(String, String)>,
    /// How its result is related to that of the search before it.
    pub relation: Option<Relation>,
    /// Whether `isready` comes before it and after it, and is waited for.
    pub waits: bool,
    /// What follows from the search before it; nothing in a search that was run.
    pub follows: Option<Follows>,
}

impl Go {
    /// A search with `ucinewgame` before it.
    pub fn new(root: Arc<Root>, limit: Limit) -> Self {
        let (only, settings, relation, follows) = (None, Vec::new(), None, None);
        Self { root, limit, only, new_game: true, settings, relation, waits: true, follows }
    }

    /// How long the search takes by itself.
    pub(super) fn expected(&self) -> Duration {
        match self.limit {
            Limit::MoveTime(time) | Limit::Stop(time) => Duration::from_millis(time),
            Limit::Clock(clock) => clock.left_to_move(&self.root),
            Limit::Depth(_) | Limit::Nodes(_) => Duration::ZERO,
        }
    }

    /// The search as it is run after the one before it in the same process; `None` if the game is over.
    pub(super) fn following(&self, before: Option<(&Self, &Printed)>) -> Option<Self> {
        let planned = Self { follows: None, ..self.clone() };
        match (self.follows, before) {
            (None, _) | (Some(Follows::Clock), None) => Some(planned),
            // A new clock after a time forfeit.
            (Some(Follows::Clock), Some(before)) => {
                Some(Self { limit: self.limit_after(before).unwrap_or(self.limit), ..planned })
            }
            (Some(Follows::Game), None) => None,
            (Some(Follows::Game), Some((last, printed))) => {
                let root = Arc::new(last.root.after(printed.best_move()?)?);
                let limit = self.limit_after((last, printed))?;
                (!root.position().is_terminal()).then_some(Self { root, limit, ..planned })
            }
        }
    }

    /// The limit, with what is left of the clock after that search; `None` if its time was over.
    fn limit_after(&self, (before, printed): (&Self, &Printed)) -> Option<Limit> {
        match (self.limit, before.limit) {
            (Limit::Clock(_), Limit::Clock(clock)) => {
                clock.after(&before.root, printed.elapsed).map(Limit::Clock)
            }
            (limit, _) => Some(limit),
        }
    }

    pub(super) fn start(&self) -> [String; 2] {
        let only = self.only.as_ref().map_or(String::new(), |mv| format!(" searchmoves {mv}"));
        [format!("position {}", self.root), format!("go {}{only}", self.limit)]
    }

    /// The commands, as one types them.
    pub fn commands(&self) -> Vec<String> {
        let mut commands: Vec<String> = self.settings.iter().map(set_option).collect();
        commands.extend(self.new_game.then(|| "ucinewgame".to_owned()));
        commands.extend(self.start());
        if let Limit::Stop(time) = self.limit {
            commands.push(format!("stop (after {time} ms)"));
        }
        commands
    }
}

/// What an engine printed from `go` to `bestmove`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Printed {
    /// The lines, without line breaks.
    pub lines: Vec<String>,
    /// Why there is no answer; `None` if the last line is `bestmove`.
    pub failure: Option<EngineFailure>,
    /// What it printed after `bestmove`; or before `go`, if it was not asked then, since the search before it went on.
    pub late: Vec<String>,
    /// Whether it answered only after `stop`, since the time was over.
    pub was_slow: bool,
    /// Whether it answered `go infinite` before `stop`.
    pub was_early: bool,
    /// The time from `go` to `bestmove`.
    pub elapsed: Duration,
}

impl Printed {
    /// The first line of moves or best move that came late: what comes next may be of this search too.
    pub fn late_result(&self) -> Option<&String> {
        self.late.iter().find(|line| is_result(line))
    }

    /// The best move, in UCI notation.
    fn best_move(&self) -> Option<&str> {
        self.lines.iter().rev().find_map(|line| match Message::read(line) {
            Message::BestMove(best, _) => best,
            _ => None,
        })
    }

    /// Whether the process can be asked again: what it prints next belongs to the next search.
    pub fn is_in_step(&self) -> bool {
        self.failure.is_none() && !self.was_early && self.late_result().is_none()
    }
}

/// Whether a line has moves or a best move.
pub(super) fn is_result(line: &str) -> bool {
    match Message::read(line) {
        Message::BestMove(..) => true,
        Message::Info(info) => info.line.is_some(),
        _ => false,
    }
}

/// Why an engine gave no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineFailure {
    /// It cannot be started.
    #[error("it cannot be started: {0}")]
    NotStarted(String),
    /// It exited or closed its output.
    #[error("{0}")]
    Crashed(String),
    /// It did not answer in time.
    #[error("no `{expected}` within {} s", .time.as_secs_f64())]
    TimedOut {
        /// The word that was expected.
        expected: &'static str,
        /// The time.
        time: Duration,
    },
    /// It did not answer `stop` in time.
    #[error("no `bestmove` within {} s after `stop`", .0.as_secs_f64())]
    IgnoresStop(Duration),
    /// It printed too much.
    #[error("more than {0} lines in one search")]
    Flood(usize),
    /// It printed what is no text.
    #[error("{0}")]
    NotText(NotText),
}
