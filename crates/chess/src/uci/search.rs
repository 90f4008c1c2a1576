//! One search of an engine: the request and the output.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::clock::Clock;
use super::message::{Info, Line, Message, is_move};
use super::root::Root;
use pvcheck::position::Position as _;
use pvcheck::process::NotText;
use pvcheck::score::Bound;

/// The limits that end a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The limit of `go depth N`, in plies.
    Depth(u64),
    /// The limit of `go nodes N`, in nodes.
    Nodes(u64),
    /// The limit of `go movetime N`, in milliseconds.
    MoveTime(u64),
    /// `go infinite`, and `stop` after this many milliseconds.
    Stop(u64),
    /// `go wtime N btime N winc N binc N`.
    Clock(Clock),
}

impl Limit {
    /// Returns a smaller limit: a depth one ply less, or half of any other limit.
    pub fn less(self) -> Option<Self> {
        match self {
            Self::Depth(depth) => (depth > 1).then(|| Self::Depth(depth - 1)),
            _ => self.half(),
        }
    }

    /// The limit for an engine that obeys no depth.
    pub(super) const fn by_time(self) -> Self {
        if matches!(self, Self::Depth(_)) { Self::MoveTime(BY_TIME) } else { self }
    }

    /// A search with half as much to do.
    pub(super) fn half(self) -> Option<Self> {
        match self {
            Self::Depth(depth) => half(depth).map(Self::Depth),
            Self::Nodes(nodes) => half(nodes).map(Self::Nodes),
            Self::MoveTime(time) => half(time).map(Self::MoveTime),
            Self::Stop(time) => half(time).map(Self::Stop),
            Self::Clock(clock) => clock.half().map(Self::Clock),
        }
    }
}

/// The milliseconds of a search that has no depth: enough to [show a line](Go::is_long).
const BY_TIME: u64 = 100;

fn half(number: u64) -> Option<u64> {
    (number > 1).then_some(number / 2)
}

impl fmt::Display for Limit {
    /// Writes the limit as arguments of the command `go`.
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

/// An option to set, given by its name and its value.
pub type Setting = (String, String);

/// The command that sets an option.
pub(super) fn set_option((name, value): &Setting) -> String {
    format!("setoption name {name} value {value}")
}

/// The relation of a search to the preceding search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The search repeats the preceding search, and must have the same result except for times.
    Repeat,
    /// The search of the position at the end of the line, to the remaining depth, must return the same score.
    EndValue,
    /// The search has all moves but the first move of line 1. Its score must be close to the score of line 2.
    SecondLine,
}

/// The parts of a planned search that follow from the preceding search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CarriedOver {
    /// The remaining time of the clock.
    Clock,
    /// The position after the best move, and the remaining clock, if the game has a clock, because a game goes on.
    Game,
    /// The position after the move that the process expected while the other process searched (`go ponder`).
    Ponder,
}

/// The least time for which an engine ponders, in milliseconds, so that the engine notices `go ponder`.
const LEAST_PONDER: u64 = 5;

/// A search in the time of the other side, of the position after the expected move of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ponder {
    /// The milliseconds after which the other side moves.
    pub after: u64,
    /// Whether the other side plays the expected move (`ponderhit`), or another move (`stop`).
    pub hit: bool,
}

/// A planned search after the output of the preceding search is known.
pub(super) enum Following {
    /// The search is run with this request.
    Run(Go),
    /// The search is left out.
    Skip,
    /// The game is over.
    Over,
}

/// A search and its output.
pub(super) type Ran<'r> = (&'r Go, &'r Printed);

/// A search to request.
#[derive(Clone, Debug)]
pub struct Go {
    /// The position.
    pub root: Arc<Root>,
    /// The limit that ends the search.
    pub limit: Limit,
    /// The only moves to search at the root, in UCI notation; empty for all.
    pub only: Vec<String>,
    /// Whether `ucinewgame` precedes the search.
    pub new_game: bool,
    /// The options to set before the search, each a name and a value.
    pub settings: Vec<Setting>,
    /// The relation of the result to the result of the preceding search.
    pub relation: Option<Relation>,
    /// Whether pvcheck sends `isready` before and after the search, and waits for the answer.
    pub waits: bool,
    /// The moment and kind of the other side's move, if the search begins in the time of the other side.
    pub ponder: Option<Ponder>,
    /// The parts that follow from the preceding search; `None` in a search that was run.
    pub follows: Option<CarriedOver>,
    /// The process of the session that runs the search: 0 or 1.
    pub process: usize,
}

impl Go {
    /// Returns a search with `ucinewgame` before it.
    pub fn new(root: Arc<Root>, limit: Limit) -> Self {
        let (only, settings, relation, ponder, follows) = (Vec::new(), Vec::new(), None, None, None);
        let (new_game, waits, process) = (true, true, 0);
        Self { root, limit, only, new_game, settings, relation, waits, ponder, follows, process }
    }

    /// Returns the time that the search takes by its limit.
    pub(super) fn expected(&self) -> Duration {
        match self.limit {
            Limit::MoveTime(time) => Duration::from_millis(time),
            Limit::Clock(clock) => clock.left_to_move(&self.root),
            Limit::Depth(_) | Limit::Nodes(_) | Limit::Stop(_) => Duration::ZERO,
        }
    }

    /// Returns the command before which the engine must not answer, and the milliseconds after which the command is sent.
    pub(super) fn held(&self) -> Option<(u64, &'static str)> {
        match (self.ponder, self.limit) {
            (Some(Ponder { after, hit }), _) => Some((after, if hit { "ponderhit" } else { "stop" })),
            (None, Limit::Stop(after)) => Some((after, "stop")),
            (None, _) => None,
        }
    }

    /// Sets [that moment](Self::held).
    pub(super) const fn hold(&mut self, moment: u64) {
        match &mut self.ponder {
            Some(ponder) => ponder.after = moment,
            None => self.limit = Limit::Stop(moment),
        }
    }

    /// Returns the depth that the search must reach.
    pub(super) fn depth(&self) -> Option<u64> {
        match self.limit {
            Limit::Depth(depth) if self.ponder.is_none_or(|ponder| ponder.hit) => Some(depth),
            _ => None,
        }
    }

    /// Whether every engine has a line to show at the end of the search.
    pub(super) fn is_long(&self) -> bool {
        self.ponder.is_none_or(|ponder| ponder.hit)
            && match self.limit {
                Limit::Depth(_) => true,
                Limit::Nodes(nodes) => nodes >= 1000,
                Limit::MoveTime(time) => time >= BY_TIME,
                Limit::Clock(clock) => clock.left_to_move(&self.root) >= Duration::from_secs(1),
                Limit::Stop(_) => false,
            }
    }

    /// Returns smaller searches: without pondering, to half the limit, to a smaller limit, or in less time of the other side.
    pub(super) fn smaller(&self) -> Vec<Self> {
        let own = self.ponder.map(|_| Self { ponder: None, ..self.clone() });
        let mut limits = vec![self.limit.half(), self.limit.less()];
        limits.dedup();
        let limits = limits.into_iter().flatten().map(|limit| Self { limit, ..self.clone() });
        let sooner = self.ponder.and_then(|ponder| Some(Ponder { after: half(ponder.after)?, ..ponder }));
        let sooner = sooner.map(|ponder| Self { ponder: Some(ponder), ..self.clone() });
        own.into_iter().chain(limits).chain(sooner).collect()
    }

    /// Returns the search as it is run. `own` is the preceding search of the same process, `last` the search that moved
    /// last in the game.
    pub(super) fn following(&self, own: Option<Ran<'_>>, last: Option<Ran<'_>>) -> Following {
        let planned = Self { follows: None, ..self.clone() };
        match self.follows {
            None => Following::Run(planned),
            // A new clock after a time forfeit.
            Some(CarriedOver::Clock) => {
                let limit = own.and_then(|own| self.limit_after(own)).unwrap_or(self.limit);
                Following::Run(Self { limit, ..planned })
            }
            Some(CarriedOver::Game) => match last.and_then(|last| self.moved(last, last.1.answer().0?)) {
                // The process has searched it in the time of the other one.
                Some(next) if own.is_some_and(|own| own.0.is_hit_in(&next.root)) => Following::Skip,
                Some(next) => Following::Run(next),
                None => Following::Over,
            },
            Some(CarriedOver::Ponder) => own
                .zip(last)
                .and_then(|(own, last)| self.expecting(own, last))
                .map_or(Following::Skip, Following::Run),
        }
    }

    fn is_hit_in(&self, root: &Root) -> bool {
        self.ponder.is_some_and(|ponder| ponder.hit) && self.root.moves().len() == root.moves().len()
    }

    /// The search of the position after a search and a move; `None` if the game is over.
    fn moved(&self, last: Ran<'_>, word: &str) -> Option<Self> {
        let (root, limit) = (Arc::new(last.0.root.after(word)?), self.limit_after(last)?);
        (!root.position().is_terminal()).then(|| Self { root, limit, follows: None, ..self.clone() })
    }

    /// Returns the search in the time of the other process. The two searches run one after the other, so neither takes
    /// time from the other. The clock is already the clock after the other search, which no program knows before.
    fn expecting(&self, own: Ran<'_>, last: Ran<'_>) -> Option<Self> {
        let (expected, played) = (own.1.answer().1?, last.1.answer().0?);
        let game = self.moved(last, played)?;
        let next = self.moved(last, expected)?;
        let hit = next.root.position() == game.root.position();
        let after = u64::try_from(last.1.elapsed.as_millis()).unwrap_or(u64::MAX).max(LEAST_PONDER);
        Some(Self { ponder: Some(Ponder { after, hit }), ..next })
    }

    /// Returns the limit with the remaining clock after a search; `None` if the time of the search was over.
    fn limit_after(&self, (before, printed): Ran<'_>) -> Option<Limit> {
        match (self.limit, before.limit) {
            (Limit::Clock(_), Limit::Clock(clock)) => {
                clock.after(&before.root, printed.elapsed).map(Limit::Clock)
            }
            (limit, _) => Some(limit),
        }
    }

    pub(super) fn start(&self) -> [String; 2] {
        let only = if self.only.is_empty() { "" } else { " searchmoves " };
        let ponder = if self.ponder.is_some() { "ponder " } else { "" };
        let only = only.to_owned() + &self.only.join(" ");
        [format!("position {}", self.root), format!("go {ponder}{}{only}", self.limit)]
    }

    /// Returns the commands, as a user types them.
    pub fn commands(&self) -> Vec<String> {
        let mut commands: Vec<String> = self.settings.iter().map(set_option).collect();
        commands.extend(self.new_game.then(|| "ucinewgame".to_owned()));
        commands.extend(self.start());
        commands.extend(self.held().map(|(time, word)| format!("{word} (after {time} ms)")));
        commands
    }
}

/// The output of an engine from `go` to `bestmove`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Printed {
    /// The lines that the engine printed.
    pub lines: Vec<Line>,
    /// The reason for a missing answer; `None` if the last line is `bestmove`.
    pub failure: Option<EngineFailure>,
    /// The lines after `bestmove`, or unrequested lines before `go`, since the preceding search went on.
    pub late: Vec<Line>,
    /// The first line of the output that is no text.
    pub not_text: Option<NotText>,
    /// Whether the engine answered only after `stop`, because the time was over.
    pub was_slow: bool,
    /// Whether the engine answered before the command for which the engine must wait.
    pub was_early: bool,
    /// The time from `go`, or from the command that the search waited for, to `bestmove`.
    pub elapsed: Duration,
}

impl<L: Into<String>> FromIterator<L> for Printed {
    /// Returns the answer that consists of these lines.
    fn from_iter<I: IntoIterator<Item = L>>(lines: I) -> Self {
        Self { lines: lines.into_iter().map(|line| line.into().into()).collect(), ..Self::default() }
    }
}

impl Printed {
    /// The info lines without a bound, each with its index.
    pub(super) fn exact_infos(&self) -> impl DoubleEndedIterator<Item = (usize, &Info)> {
        self.lines.iter().enumerate().filter_map(|(index, line)| match &line.message {
            Message::Info(info) if info.bound == Bound::Exact => Some((index, info)),
            _ => None,
        })
    }

    /// The first line of moves or best move that came late. If a line came late, the next lines may be of this search too.
    pub fn late_result(&self) -> Option<&Line> {
        self.late.iter().find(|line| line.is_result())
    }

    /// Whether the engine seems not to know the limit, because the engine was stopped, or answered at once without a move.
    pub(super) fn ignores_limit(&self) -> bool {
        let shows_none = || self.exact_infos().all(|(_, info)| info.line.is_none());
        let has_no_move = || !self.answer().0.is_some_and(is_move) && shows_none();
        self.was_slow || self.failure.is_none() && has_no_move()
    }

    /// The best move and the move to ponder, in UCI notation.
    pub(super) fn answer(&self) -> (Option<&str>, Option<&str>) {
        let answer = self.lines.iter().rev().find_map(|line| match &line.message {
            Message::BestMove(best, ponder) => Some((best.as_deref(), ponder.as_deref())),
            _ => None,
        });
        answer.unwrap_or_default()
    }

    /// Whether the next output of the process belongs to the next search.
    pub fn is_in_step(&self) -> bool {
        self.failure.is_none() && !self.was_early && self.late_result().is_none()
    }
}

/// The answer of an engine, or the reason for a missing answer.
pub(super) type Answered<T> = Result<T, EngineFailure>;

/// The reasons for a missing answer of an engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineFailure {
    /// The engine cannot be started.
    #[error("{0}")]
    NotStarted(String),
    /// The engine exited or closed its output.
    #[error("{0}")]
    Crashed(String),
    /// The engine did not answer in time.
    #[error("no `{expected}` within {} s{printed}", .time.as_secs_f64())]
    TimedOut {
        /// The word that was expected.
        expected: &'static str,
        /// The time for the answer.
        time: Duration,
        /// The output of the engine at its start, as the end of the sentence.
        printed: String,
    },
    /// The engine did not answer `stop` in time.
    #[error("no `bestmove` within {} s after `stop`", .0.as_secs_f64())]
    IgnoresStop(Duration),
    /// The time of the run was over before the engine answered.
    #[error("the time of the run was over before it answered")]
    Cut,
    /// The engine printed too much.
    #[error("more than {0} lines in one search")]
    Flood(usize),
}

/// The most lines, and characters of each, that a failure at the start quotes.
const QUOTED: (usize, usize) = (5, 200);

impl EngineFailure {
    /// Returns the failure of an engine at its start with its output so far, which may explain the failure.
    pub(super) fn after(self, printed: &[Line]) -> Self {
        let is_free = |line: &&Line| match line.message {
            Message::Other => !line.text.starts_with("id "),
            Message::Info(_) => true,
            _ => false,
        };
        let lines: Vec<String> = printed
            .iter()
            .rev()
            .filter(is_free)
            .take(QUOTED.0)
            .map(|line| shortened(&line.text, QUOTED.1))
            .collect();
        let quoted = lines.into_iter().rev().collect::<Vec<_>>().join(" / ");
        if quoted.is_empty() {
            return self;
        }
        let quoted = format!("; it printed: {quoted}");
        match self {
            Self::Crashed(how) => Self::Crashed(how + &quoted),
            Self::TimedOut { expected, time, .. } => {
                let hint = if expected == "uciok" { " (is it an xboard engine?)" } else { "" };
                Self::TimedOut { expected, time, printed: quoted + hint }
            }
            other => other,
        }
    }
}

/// A text of an engine, not longer than a message should be.
pub(super) fn shortened(text: &str, length: usize) -> String {
    text.chars().take(length).collect()
}
