//! One search of somebody else's, run and judged.

use std::cell::RefCell;
use std::time::Duration;

use super::answer::{Answer, AnsweredLine};
use super::request::{Details, Request};
use crate::algorithm::Profile;
use crate::check::{Harness, PrecedingSearch, ShownLine, Trial};
use crate::game::{Graph, GraphPosition};
use crate::oracle::{Rules, TooManyPaths, Underived};
use crate::position::{Move, Position};
use crate::pv::NoStore;
use crate::score::{Score, Window};
use crate::search::{
    Counts, ExternalSearch, NodeLimit, Observer, Outcome, ReportedNodes, Scratch, SearchOptions, Task,
    TooDeep, pass_on,
};
use crate::table::TableOptions;

/// One search to examine.
#[derive(Clone, Debug)]
pub(super) struct Examination<'e, P> {
    pub root: &'e P,
    pub depth: usize,
    pub rules: &'e Rules,
    pub reported: ReportedNodes,
    pub preceding: Vec<PrecedingSearch<P>>,
    pub details: Details<'e, P>,
}

/// The result of one search, with all verdicts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The verdicts on score and search.
    pub trial: Trial,
    /// All lines, best first.
    pub lines: Vec<ShownLine>,
    /// The index of the first line of the worst kind.
    pub worst: usize,
    /// The first result that does not follow from what the search had returned before, if it reports its nodes.
    pub underived: Option<Underived>,
}

impl Judged {
    /// The line of the worst kind, with its score.
    pub fn worst(&self) -> &ShownLine {
        &self.lines[self.worst]
    }
}

/// Why a search was not judged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unjudged {
    /// Its lines may be longer than can be judged.
    #[error(transparent)]
    TooDeep(#[from] TooDeep),
    /// The values of its game depend on too many paths.
    #[error(transparent)]
    TooManyPaths(#[from] TooManyPaths),
    /// The search returned no valid answer.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

impl Unjudged {
    /// Why there was no valid answer, if that is the reason.
    pub(super) fn no_answer(self) -> Option<NoAnswer> {
        match self {
            Self::NoAnswer(failed) => Some(failed),
            Self::TooDeep(_) | Self::TooManyPaths(_) => None,
        }
    }
}

/// Why a search returned no valid answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoAnswer {
    /// It panicked.
    #[error("the search panicked: {0}")]
    Panicked(String),
    /// It did not answer in time.
    #[error("the search did not answer within {} s", .0.as_secs_f64())]
    TimedOut(Duration),
    /// Its program stopped running.
    #[error("the program stopped: {0}")]
    Stopped(String),
    /// It answered something that is no answer.
    #[error("the answer is not valid: {0}")]
    Invalid(String),
}

/// Runs one search; returns the message if it panics.
pub(super) type Searching<'s, P> =
    dyn FnMut(&Asked<'_, P>, &mut dyn Observer<P>) -> Result<Result<Answer, NoAnswer>, String> + 's;

/// Runs a search after its preceding searches, and judges it.
pub(super) fn examine<P: Position>(
    harness: &mut Harness<NoStore>,
    examination: &Examination<'_, P>,
    search: &mut Searching<'_, P>,
) -> Result<Judged, Unjudged> {
    let Examination { root, depth, rules, reported, ref preceding, details } = *examination;
    let options = options(rules, !preceding.is_empty(), &details);
    let mut game = harness.game(root, depth)?.with_history(details.history);
    game.check_paths(rules)?;
    let mut game = game.after(preceding.iter().cloned())?;
    let mut adapter = Adapter { search, details, reported, failed: None };
    let mut lines = Vec::new();
    let trial =
        game.run_external(&mut adapter, rules, Profile::MINIMAX, &options, |ground_truth, _, outcome| {
            lines.push(ShownLine::of_search(ground_truth, outcome));
        });
    let failed = adapter.failed;
    let underived = game.underived().cloned();
    game.finish();
    if let Some(failed) = failed {
        return Err(failed.into());
    }
    let worst = (0..lines.len()).rev().max_by_key(|&rank| lines[rank].verdict.kind);
    let worst = worst.expect("an answer has a line or states that it has none");
    Ok(Judged { trial, lines, worst, underived })
}

/// The search options that describe the request.
fn options<P>(rules: &Rules, keeps: bool, details: &Details<'_, P>) -> SearchOptions {
    let has_table = keeps || rules.drafts != crate::oracle::Drafts::NoTable;
    SearchOptions {
        table: has_table.then_some(TableOptions { keep: keeps, ..TableOptions::DEFAULT }),
        lines: u8::try_from(details.lines).unwrap_or(u8::MAX),
        node_limit: details.node_limit.map(|nodes| NodeLimit { nodes, improved: true }),
        ..SearchOptions::NONE
    }
}

/// What is requested of one search.
#[derive(Debug)]
pub(super) struct Asked<'r, P> {
    pub root: &'r P,
    pub depth: usize,
    pub details: Details<'r, P>,
}

impl<'r, P> Asked<'r, P> {
    /// The request for a search, which notifies `observer`.
    pub fn request(&self, observer: &'r mut dyn Observer<P>) -> Request<'r, P> {
        let Self { root, depth, details } = *self;
        Request { root, depth, details, observer: RefCell::new(observer) }
    }
}

/// Runs a search as an [`ExternalSearch`].
struct Adapter<'s, P> {
    search: &'s mut Searching<'s, P>,
    details: Details<'s, P>,
    reported: ReportedNodes,
    /// Why a search returned no valid answer. No other search is run after it.
    failed: Option<NoAnswer>,
}

impl<P: Position, O: Observer<P>> ExternalSearch<P, NoStore, O> for Adapter<'_, P> {
    fn reported_nodes(&self) -> ReportedNodes {
        self.reported
    }

    fn new_game(&mut self, _: &mut Scratch) {}

    fn search(
        &mut self,
        _: &mut NoStore,
        observer: &mut O,
        _: &mut Scratch,
        task: Task<'_, P>,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) -> Counts {
        let node_limit = task.node_limit.or(self.details.node_limit);
        let asked =
            Asked { root: task.root, depth: task.depth, details: Details { node_limit, ..self.details } };
        let mut relay = Relay { observer, depth: task.depth, has_started: false };
        let answer = match &self.failed {
            None => (self.search)(&asked, &mut relay)
                .unwrap_or_else(|panic| Err(NoAnswer::Panicked(panic)))
                .and_then(|answer| answer.checked(task.depth)),
            Some(failed) => Err(failed.clone()),
        };
        relay.start::<P>();
        let answer = answer.unwrap_or_else(|failed| {
            self.failed = Some(failed);
            Answer::score(Score::ZERO)
        });
        show(&answer, task.depth, &mut |outcome| each(observer, outcome));
        Counts::NONE
    }
}

/// Calls `each` with each line of `answer`, an answer to a search to `depth`.
fn show(answer: &Answer, depth: usize, each: &mut dyn FnMut(&Outcome<'_>)) {
    let mut better = Vec::new();
    for (rank, answered) in answer.lines.iter().enumerate() {
        let AnsweredLine { score, bound, window, ref line, .. } = *answered;
        // A best move that was not given is not judged beside the line. Several lines, and that of the best move so far,
        // differ by their first moves.
        let is_needed = answer.is_unfinished || answer.lines.len() > 1;
        let best_move = if is_needed { answered.first_move() } else { answered.best_move };
        let outcome = Outcome {
            window,
            best_move,
            line: line.as_deref(),
            unfinished: answer.is_unfinished,
            rank,
            excluded_moves: &better,
            reports_best_move: best_move.is_some(),
            ..Outcome::new(answer.depth.unwrap_or(depth), score, bound)
        };
        each(&outcome);
        better.extend(answered.first_move());
    }
}

/// Passes on all events, and begins the search of the root if the search under test did not report that.
struct Relay<'o, O> {
    observer: &'o mut O,
    depth: usize,
    has_started: bool,
}

impl<O> Relay<'_, O> {
    fn start<P>(&mut self)
    where
        O: Observer<P>,
    {
        if !std::mem::replace(&mut self.has_started, true) {
            self.observer.search_started(self.depth, Window::FULL, &[]);
        }
    }
}

impl<P: Position, O: Observer<P>> Observer<P> for Relay<'_, O> {
    fn search_started(&mut self, depth: usize, window: Window, excluded_moves: &[Move]) {
        self.has_started = true;
        self.observer.search_started(depth, window, excluded_moves);
    }

    fn node_entered(&mut self, position: &P, ply: usize, remaining: usize) {
        self.start::<P>();
        self.observer.node_entered(position, ply, remaining);
    }

    fn leaf_evaluated(&mut self, position: &P) {
        self.observer.leaf_evaluated(position);
    }

    fn node_exited(&mut self, position: &P, remaining: usize, window: Window, score: Score) {
        self.observer.node_exited(position, remaining, window, score);
    }

    fn node_researched(&mut self, position: &P, remaining: usize, window: Window, score: Score) {
        self.observer.node_researched(position, remaining, window, score);
    }

    fn alpha_raised(&mut self, ply: usize, mv: Move) {
        self.observer.alpha_raised(ply, mv);
    }

    fn node_refuted(&mut self, ply: usize, mv: Move) {
        self.observer.node_refuted(ply, mv);
    }
}

/// Passes on the events of a search of a graph. The positions that a search knows live less long than those of
/// the observer.
pub(super) struct GraphRelay<'o, 'g> {
    pub graph: &'g Graph,
    pub observer: &'o mut dyn Observer<GraphPosition<'g>>,
}

pass_on!(
    [impl Observer<GraphPosition<'_>> for GraphRelay<'_, '_>],
    GraphPosition<'_>,
    |this| this.observer,
    |position| &this.graph.position(position.node())
);
