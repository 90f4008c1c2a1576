//! The builder of a verification.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::allowed::{AcceptedEntry, Allowed};
use super::answer::Answer;
use super::circumstances::{Before, Circumstances};
use super::environment::{text, variable};
use super::explorer::write_page;
use super::frozen_games::CHECKED;
use super::games::{GameSource, RandomGames};
use super::json::Journals;
use super::prepared::Prepared;
use super::problem::{Problem, is_synthetic};
use super::program::Program;
use super::regressions::Regressions;
use super::report::Report;
use super::request::Request;
use super::trials::{NewSearch, Trials};
use crate::experiment::{Accepted, Deadline};
use crate::game::SharedPosition;
use crate::laws::laws_within;
use crate::number::{MOST_GAMES, number};
use crate::oracle::Rules;
use crate::position::Position;
use crate::search::ReportedNodes;
use crate::syntax::SyntaxError;

/// Verifies a search without memory: it is called once per search, and searches the position of the request.
///
/// A search that keeps a table between searches is verified by [`verify_object`].
pub fn verify(search: impl Fn(&Request<'_>) -> Answer + Send + Sync + 'static) -> Verification {
    verify_object(|| (), move |(): &mut (), request: &Request<'_>| search(request))
}

/// Verifies the searches of an object. `make` makes an object for each game; `search` runs one search on the object.
pub fn verify_object<E: 'static, M, F>(make: M, search: F) -> Verification
where
    M: Fn() -> E + Send + Sync + 'static,
    F: Fn(&mut E, &Request<'_>) -> Answer + Send + Sync + 'static,
{
    Verification::new(in_rust(make, search), Box::new(RandomGames::seed(1)))
}

/// A search in Rust: `make` makes the object of one game, on which `search` is called once per search.
fn in_rust<P: 'static, E: 'static, M, F>(make: M, search: F) -> Box<NewSearch<P>>
where
    M: Fn() -> E + Send + Sync + 'static,
    F: Fn(&mut E, &Request<'_, P>) -> Answer + Send + Sync + 'static,
{
    let both = Arc::new((make, search));
    Box::new(move || {
        let (both, mut object) = (Arc::clone(&both), None);
        Box::new(move |request| {
            let (make, search) = &*both;
            let Some(request) = request else {
                object = None;
                return Ok(None);
            };
            Ok(Some(search(object.get_or_insert_with(make), request)))
        })
    })
}

/// Verifies the searches of an object on positions of its own game, each with a depth. As [`verify_object`] otherwise.
///
/// First the [laws](crate::laws) of the game are checked at up to 2,000 positions. If one is broken, that is the report, and
/// nothing is searched.
///
/// A position that shows a finding is made smaller by walking down: to a smaller depth, and along moves.
pub fn verify_positions<P, E, M, F, I>(positions: I, make: M, search: F) -> Verification<P>
where
    P: Position + Send + Sync + 'static,
    I: IntoIterator<Item: Into<Problem<P>>>,
    E: 'static,
    M: Fn() -> E + Send + Sync + 'static,
    F: Fn(&mut E, &Request<'_, P>) -> Answer + Send + Sync + 'static,
{
    let positions: Vec<Problem<P>> = positions.into_iter().map(Into::into).collect();
    let unknown = positions.iter().filter(|_| !is_synthetic::<P>());
    let roots: Vec<P> = unknown.map(|problem| problem.position.clone()).collect();
    let game = move || match laws_within(roots, CHECKED) {
        Ok(examined) => GameCheck::Keeps(examined.collision.map(|collision| collision.to_string())),
        Err(broken) => GameCheck::Breaks(broken.to_string()),
    };
    let verification = Verification::new(in_rust(make, search), Box::new(positions));
    Verification { game: Some(Box::new(game)), ..verification }
}

/// The result of a check of the [laws](crate::laws) of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum GameCheck {
    /// The game keeps its laws. A text names two different positions that have the same key, if two were found.
    Keeps(Option<String>),
    /// The game breaks a law, so that no search of the game can be judged.
    Breaks(String),
}

impl Default for GameCheck {
    fn default() -> Self {
        Self::Keeps(None)
    }
}

/// A verification: a search, what it declares, and the games on which it is verified.
///
/// [`Verification::run`] is for a test; [`Verification::report`] returns what was found.
#[must_use = "a verification does nothing until it is run"]
pub struct Verification<P = SharedPosition> {
    pub(super) trials: Trials<P>,
    threads: usize,
    /// The numbers of the searched games; `None` for all games.
    within: Option<Range<u64>>,
    cases: Vec<Problem<P>>,
    has_problem: bool,
    known: Vec<Accepted<Problem<P>>>,
    /// The check of the game before the first search; `None` without a check.
    game: Option<Box<dyn FnOnce() -> GameCheck>>,
    pub(super) journals: Journals,
    /// The file to which the page on a finding is written.
    page: Option<PathBuf>,
}

impl<P: Position> fmt::Debug for Verification<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a verification on {}", self.trials.games.describe())
    }
}

impl Verification {
    /// Verifies the search of another program on random games: see [`Program`].
    pub fn of_program(program: Program) -> Self {
        Self::of_program_until(program, Deadline::default())
    }

    /// Verifies the search of another program on random games, where no search goes on after `deadline`.
    #[doc(hidden)]
    pub fn of_program_until(program: Program, deadline: Deadline) -> Self {
        let (time_limit, until) = (program.time_limit, deadline.clone());
        let new_search = Box::new(move || program.new_search(&until));
        let verification = Self::new(new_search, Box::new(RandomGames::seed(1)));
        // The program is ended at its time limit; this one is for what that overlooks.
        let grace = Duration::from_secs(5);
        // A search may take as long as many games of a search in Rust.
        let trials = Trials { time_limit, grace, deadline, at_once: 1, ..verification.trials };
        Self { trials, ..verification }
    }

    /// The games on which the search is verified. The default is 10,000 [`RandomGames`] of seed 1.
    pub fn games(mut self, games: impl GameSource + 'static) -> Self {
        self.trials.games = Box::new(games);
        self
    }

    /// A problem that is verified before all games, such as one that a proptest strategy has drawn.
    ///
    /// # Panics
    ///
    /// When positions precede the problem: its case could not be printed.
    pub fn problem(mut self, problem: Problem) -> Self {
        assert!(
            problem.history.is_empty(),
            "a problem without a history; expected one of `verify_positions`"
        );
        self.cases.push(problem.rooted());
        self.has_problem = true;
        self
    }
}

impl<P: Position + Send + Sync + 'static> Verification<P> {
    fn new(new_search: Box<NewSearch<P>>, games: Box<dyn GameSource<P>>) -> Self {
        let trials = Trials {
            new_search,
            games,
            rules: Rules::FIXED_TREE,
            reported: ReportedNodes::All,
            circumstances: Circumstances::default(),
            node_limits: None,
            repeats: 1,
            allowed: Allowed::default(),
            time_limit: Duration::from_secs(10),
            grace: Duration::ZERO,
            deadline: Deadline::default(),
            at_once: 16,
        };
        Self {
            trials,
            threads: 1,
            within: None,
            cases: Vec::new(),
            has_problem: false,
            known: Vec::new(),
            game: None,
            journals: Journals::default(),
            page: None,
        }
    }

    /// Declares what the search does beyond minimax of a fixed tree: see [`Rules`]. What it does without declaring it is
    /// reported; what it declares without doing it lets wrong scores pass.
    pub fn declares(mut self, rules: Rules) -> Self {
        self.trials.rules = rules;
        self
    }

    /// Before each search, the same object runs this many others, at most 4: one ply deeper, of another root, one ply
    /// less deep, and the same one.
    ///
    /// # Panics
    ///
    /// When there are more than 4: see [`Verification::after`].
    pub fn warm(self, searches: usize) -> Self {
        let most = Before::ALL.len();
        assert!(searches <= most, "at most {most} searches before each search, not {searches}");
        self.after(&Before::ALL[..searches])
    }

    /// Runs these other searches of the same object before each search. A declared table may be kept: see
    /// [`Rules::tt_keep`].
    pub fn after(mut self, searches: &[Before]) -> Self {
        self.trials.circumstances.after = searches.to_vec();
        self
    }

    /// Each search has a node limit of this range; game after game another one.
    ///
    /// # Panics
    ///
    /// When the range is empty.
    pub fn stopped(mut self, nodes: RangeInclusive<u64>) -> Self {
        assert!(nodes.start() <= nodes.end(), "a range with a node limit");
        self.trials.node_limits = Some((*nodes.start(), *nodes.end()));
        self
    }

    /// Each search must return this many lines (`MultiPV`).
    ///
    /// # Panics
    ///
    /// When it is 0.
    pub fn lines(mut self, lines: u8) -> Self {
        assert!(lines > 0, "at least one line");
        self.trials.circumstances.lines = lines;
        self
    }

    /// The table of each search may have this many entries: see [`Request::table_entries`].
    ///
    /// # Panics
    ///
    /// When it is 0.
    pub fn table_entries(mut self, entries: usize) -> Self {
        assert!(entries > 0, "a table has at least one entry");
        self.trials.circumstances.table_entries = Some(entries);
        self
    }

    /// Each search runs on this many threads, which it starts itself: see [`Request::threads`]. It is run at least 8 times, since the
    /// result may differ each time; [`Verification::repeats`] after this may set another number. The threads of a search of random or
    /// frozen games yield at random in [`play`](Position::play) and [`key`](Position::key), so that they meet in small games, too.
    /// Positions of a game of your own do not, and a [`Program`] is not told the number.
    ///
    /// The answer must be that of the requested depth, unless the search was stopped. It is judged by the declared rules, but not by
    /// what the nodes before returned: entries of the table may be of another thread.
    ///
    /// # Panics
    ///
    /// When it is 0.
    pub fn search_threads(mut self, threads: u8) -> Self {
        assert!(threads > 0, "at least one thread");
        self.trials.circumstances.threads = threads;
        self.trials.repeats = self.trials.repeats.max(8);
        self
    }

    /// Runs each search `times` times, for a search that does not always return the same result.
    pub fn repeats(mut self, times: u32) -> Self {
        self.trials.repeats = times.max(1);
        self
    }

    /// A case that is verified before all games, as a report prints it, for example `v1 depth=2 [[1 0] [1 0]]`, or
    /// `position=3 depth=2 moves e2e4` for one of the given positions.
    ///
    /// # Panics
    ///
    /// When `case` is no such case.
    pub fn case(mut self, case: &str) -> Self {
        let read = Problem::read(case, &*self.trials.games);
        self.cases.push(read.unwrap_or_else(|error| panic!("the case `{case}`: {error}")));
        self
    }

    /// Accepts findings: the text of a file as `pvcheck subject --known` reads it, for example with `include_str!`. Each line is
    ///
    /// - a kind of finding in all games: one of a line, such as `truncated`, a fault inside the search, or `bound` for a search that
    ///   may return bounds although it was not stopped. A wrong score is always a finding, and so is a search without an answer;
    /// - or a case, as for [`case`](Self::case). Games that shrink to it are no findings. If the case shows none any more, it is
    ///   stale, which is reported, and the verification fails.
    ///
    /// The comment lines before (`# one array for all plies`) are the reason, which the report shows.
    ///
    /// # Panics
    ///
    /// When a line is neither.
    pub fn known(self, text: &str) -> Self {
        self.with_known(text).unwrap_or_else(|error| panic!("accepted findings, {error}"))
    }

    /// Accepts findings, as [`known`](Self::known) does.
    ///
    /// # Errors
    ///
    /// The first line that is no entry.
    #[doc(hidden)]
    pub fn with_known(mut self, text: &str) -> Result<Self, SyntaxError> {
        let all = Accepted::read_all(text, |line| AcceptedEntry::read(line, &*self.trials.games))?;
        for Accepted { entry, reason } in all {
            match entry {
                AcceptedEntry::Kind(entry) => self.trials.allowed.kinds.push(Accepted { entry, reason }),
                AcceptedEntry::Case(entry) => self.known.push(Accepted { entry, reason }),
            }
        }
        Ok(self)
    }

    /// The names of the kinds of findings that are accepted in all games.
    #[doc(hidden)]
    pub fn accepted_kinds(&self) -> Vec<&'static str> {
        self.trials.allowed.kinds.iter().map(|kind| kind.entry.name()).collect()
    }

    /// Requires the leftmost of all optimal lines: that of a search that tries the moves in the order of the game,
    /// and takes another one only if its score is higher.
    pub fn leftmost(mut self) -> Self {
        self.trials.allowed.only_leftmost = true;
        self
    }

    /// The search reports nodes with at least this depth to go, and not all. See
    /// [`ReportedNodes`](crate::search::ReportedNodes).
    pub fn reports_nodes_down_to(mut self, depth: usize) -> Self {
        self.trials.reported = ReportedNodes::DownTo(depth);
        self
    }

    /// Sets the number of searches that run at once, by default 1, as tests run on several threads. The report is always the same.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The most time for one search. The default is 10 seconds. Rust code that does not answer in time cannot be stopped: the
    /// verification ends and reports it, and its thread runs on.
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.trials.time_limit = limit;
        self
    }

    /// If anything is found, writes a page (HTML) to `path` on which one steps through the search of the smallest game: see
    /// [`Verification::explorer`]. The report has the path, or why there is no page.
    pub fn explore(mut self, path: impl Into<PathBuf>) -> Self {
        self.page = Some(path.into());
        self
    }

    /// Runs the verification, for a test. The environment may have
    ///
    /// - `PVCHECK_CASES` (or `PROPTEST_CASES`), the number of games, from 1, and `PVCHECK_SEED` (or `PROPTEST_RNG_SEED`), their seed;
    /// - `PVCHECK_CASE`, a single case to run instead of all games;
    /// - with the feature `json`, `PVCHECK_JOURNAL`, `PVCHECK_SHARD` and `PVCHECK_MERGE`: see `Verification::journal`,
    ///   `Verification::shard` and `Verification::merge`;
    /// - `PVCHECK_REGRESSIONS`, the folder with a file for each test that failed: its cases are run first. Without it,
    ///   `pvcheck-regressions` beside `Cargo.toml`; `off`: none is read or written.
    ///
    /// # Panics
    ///
    /// With the report, if anything is wrong, or a variable of the environment is not valid.
    #[track_caller]
    pub fn run(mut self) {
        let number_in = |names: [&str; 2], least, most| {
            names.into_iter().find_map(|name| variable(name, text(number(least, most))))
        };
        let count = number_in(["PVCHECK_CASES", "PROPTEST_CASES"], 1, MOST_GAMES);
        let seed = number_in(["PVCHECK_SEED", "PROPTEST_RNG_SEED"], 0, u64::MAX);
        self.trials.games.configure(count, seed);
        let case = |text: &str| Problem::read(text, &*self.trials.games).map_err(|error| error.to_string());
        if let Some(case) = variable("PVCHECK_CASE", text(case)) {
            self.cases = vec![case];
            self.within = Some(0..0);
            self.known.clear();
            let report = self.report();
            assert!(report.is_clean(), "{report}");
            return;
        }
        self.journals.configure();
        // A given problem is that of a property test, which has its own file.
        let regressions = if self.has_problem { Regressions::off() } else { Regressions::of_test() };
        for (place, case) in regressions.cases() {
            match Problem::read(&case, &*self.trials.games) {
                Ok(problem) if self.known.iter().any(|known| known.entry == problem) => {}
                Ok(problem) => self.cases.push(problem),
                // The test may verify several kinds of games.
                Err(error) => eprintln!("{place} is left out: {error}"),
            }
        }
        let mut report = self.report();
        if !report.is_clean() {
            report.kept = regressions.add(&report);
            panic!("{report}");
        }
    }

    /// Restricts the verification to the games whose numbers are in `games`.
    #[doc(hidden)]
    pub fn within(mut self, games: Range<u64>) -> Self {
        self.within = Some(games);
        self
    }

    /// Runs the verification and returns its report.
    ///
    /// # Panics
    ///
    /// When a journal cannot be read or written, or this process has too few files, threads or processes for the program.
    #[track_caller]
    pub fn report(mut self) -> Report {
        let journals = std::mem::take(&mut self.journals);
        let shard = journals.shard_of(self.trials.games.count());
        self.within = shard.as_ref().map(|(games, _)| games.clone()).or(self.within);
        let path = self.page.take();
        let prepared = self.ready(false);
        let trials = Arc::clone(&prepared.trials);
        let part = journals.play(&prepared).unwrap_or_else(|error| panic!("{error}"));
        let mut report = prepared.report(&part);
        if let Some(why) = trials.deadline.failure() {
            panic!("{why}");
        }
        // A search without an answer has no line to step through.
        let explored = report.examples.iter_mut().find(|example| example.detail.is_some());
        if let Some((path, example)) = path.zip(explored) {
            example.page = Some(write_page(&trials, &example.case, &path));
        }
        match shard {
            Some((_, name)) => Report { games: format!("{}, shard {name}", report.games), ..report },
            None => report,
        }
    }

    /// Checks the game, and returns the verification, ready to run. With `examines_all`, the text of [`Report::accepted`] has the
    /// smallest case of each game that is kept.
    #[doc(hidden)]
    pub fn ready(self, examines_all: bool) -> Prepared<P> {
        let Self { trials, threads, within, cases, known, game, .. } = self;
        let game = game.map_or_else(GameCheck::default, |check| check());
        let is_searched = !matches!(game, GameCheck::Breaks(_));
        let games = within.unwrap_or(0..trials.games.count());
        let games = if is_searched { games } else { 0..0 };
        if !games.is_empty() {
            // Games that cannot be drawn panic here, with their own message.
            trials.item(games.start);
        }
        let (trials, timed_out) = (Arc::new(trials), Arc::default());
        Prepared { trials, cases, known, game, games, threads, examines_all, timed_out }
    }
}
