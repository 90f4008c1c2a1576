//! One search of somebody else's, run and judged.

use std::cell::RefCell;
use std::time::Duration;

use super::answer::{Answer, AnsweredLine};
use super::circumstances::Circumstances;
use super::problem::{Problem, same};
use super::request::Request;
use super::watch::Watch;
use crate::check::{Conditions, Judging, ShownLine, ShownLines, TableKeys, Trial};
use crate::game::SharedPosition;
use crate::oracle::trace::Trace;
use crate::oracle::{Drafts, GroundTruth, JudgedBy, Rests, RootMoveSet, Rules, TooManyPaths, Underived};
use crate::position::{Move, Position, legal_moves, line_names};
use crate::score::Score;
use crate::search::{Counts, NodeLimit, Observer, Outcome, ReportedNodes, ShownThread, TooDeep};
use crate::verdict::Fault;

/// The result of one search, with all verdicts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedSearch {
    /// The verdicts on score and search.
    pub trial: Trial,
    /// All lines that the search showed.
    pub lines: ShownLines,
    /// The first result that does not follow from earlier results of the search; `None` for a search that does not report nodes.
    pub underived: Option<Underived>,
    /// The judge of the score and the line.
    pub by: JudgedBy,
    /// What the nodes of a search that tells them rest on.
    pub rests: Rests,
    /// Whether the search returned its scores, and not only moves.
    pub(super) has_score: bool,
}

impl JudgedSearch {
    /// Returns the answer in words: the score and the line of the worst kind.
    pub(super) fn answer<P: Position>(&self, root: &P) -> String {
        let ShownLine { score, bound, ref line, .. } = *self.lines.worst();
        let score =
            if self.has_score { format!("score {score}{}", bound.suffix()) } else { "no score".to_owned() };
        let line = line.as_ref().map_or("no line".to_owned(), |line| match &line_names(root, line)[..] {
            [] => "the empty line".to_owned(),
            names => format!("line {}", names.join(" ")),
        });
        format!("{score}, {line}")
    }
}

/// The reason why a search was not judged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unjudged {
    /// The lines of the search may be longer than can be judged.
    #[error(transparent)]
    TooDeep(#[from] TooDeep),
    /// The values of the game depend on too many paths.
    #[error(transparent)]
    TooManyPaths(#[from] TooManyPaths),
    /// The search returned no valid answer.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

impl Unjudged {
    /// Returns the reason why the search returned no valid answer; `None` if the search was not judged for another reason.
    pub(super) fn no_answer(self) -> Option<NoAnswer> {
        match self {
            Self::NoAnswer(failed) => Some(failed),
            Self::TooDeep(_) | Self::TooManyPaths(_) => None,
        }
    }
}

/// The reason why a search returned no valid answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoAnswer {
    /// The search panicked.
    #[error("the search panicked: {0}")]
    Panicked(String),
    /// The search did not answer in time.
    #[error("the search did not answer within {} s", .0.as_secs_f64())]
    TimedOut(Duration),
    /// The program of the search stopped running.
    #[error("the program stopped: {0}")]
    Stopped(String),
    /// The search returned an answer that is not valid.
    #[error("the answer is not valid: {0}")]
    Invalid(String),
}

/// The conditions of a search in these circumstances.
pub(super) fn conditions<'c>(
    rules: &'c Rules,
    reported: ReportedNodes,
    circumstances: &Circumstances,
) -> Conditions<'c> {
    let has_table = !circumstances.after.is_empty() || rules.drafts != Drafts::NoTable;
    Conditions {
        reported,
        lines: circumstances.lines,
        node_limit: circumstances.node_limit.map(|nodes| NodeLimit { nodes, improved: true }),
        shown_thread: (circumstances.threads > 1).then_some(ShownThread::Deepest),
        table: if has_table { TableKeys::Whole } else { TableKeys::NoTable },
        ..Conditions::new(rules)
    }
}

/// Judges `answer`, the answer to the search of `problem`, which has ended.
pub(super) fn judge<P: Position>(
    mut judging: Judging<'_, P>,
    problem: &Problem<P>,
    rules: &Rules,
    answer: &Answer,
) -> JudgedSearch {
    let depth = problem.depth;
    let first_moves: Vec<_> = answer.lines.iter().filter_map(AnsweredLine::first_move).collect();
    let ground_truth = judging.ground_truth();
    let (outcomes, decides) = outcomes(answer, &first_moves, depth, ground_truth);
    let lines = outcomes.iter().map(|outcome| ShownLine::of_search(ground_truth, outcome)).collect();
    let told = ground_truth.trace().map(Trace::rests).filter(|_| rules.tells);
    let underived = judging.underived().cloned();
    let mut trial = judging.end(&outcomes, Counts::NONE);
    // A search that stops may not have told its root.
    if rules.tells && told.is_none() && problem.circumstances.node_limit.is_none() {
        trial.fault = trial.fault.or(Some(Fault::Untold { ply: 0, depth }));
    }
    JudgedSearch {
        trial,
        lines: ShownLines::new(lines),
        underived,
        by: if decides { trial.by } else { JudgedBy::NoScore },
        rests: told.unwrap_or_default(),
        has_score: answer.lines.iter().all(|line| line.score.is_some()),
    }
}

/// A search under test, which answers one request after the other. `None` ends a game: what was kept of it is forgotten, and
/// there is no answer.
pub(super) type UserSearch<P> = dyn FnMut(Option<&Request<'_, P>>) -> Result<Option<Answer>, NoAnswer>;

/// The searches of one problem, for which a search under test is asked in order.
pub(super) struct ProblemSearches<'a, P> {
    pub problem: &'a Problem<P>,
    search: &'a mut UserSearch<P>,
    watch: &'a Watch,
    /// The reason why a search returned no valid answer, after which no further search is run.
    failed: Option<NoAnswer>,
}

impl<'a, P: Position + 'static> ProblemSearches<'a, P> {
    pub fn new(problem: &'a Problem<P>, search: &'a mut UserSearch<P>, watch: &'a Watch) -> Self {
        Self { problem, search, watch, failed: None }
    }

    /// The valid answer to a search of `root` to `depth`, which notifies `observer`.
    pub fn answer(&mut self, root: &P, depth: usize, observer: &mut dyn Observer<P>) -> Option<Answer> {
        if self.failed.is_some() {
            return None;
        }
        let Problem { circumstances, history, .. } = self.problem;
        let shared = same::<P, SharedPosition>(root).filter(|_| circumstances.threads > 1);
        let giving_way = shared.map(SharedPosition::giving_way);
        let root = giving_way.as_ref().and_then(same).unwrap_or(root);
        let request = Request { root, depth, circumstances, history, observer: RefCell::new(observer) };
        let answer = self.watch.guard(|| (self.search)(Some(&request)));
        let answer = answer.unwrap_or_else(|panic| Err(NoAnswer::Panicked(panic)));
        let valid = answer.and_then(|answer| answer.expect("each request is answered").checked(depth));
        valid.map_err(|failed| self.failed = Some(failed)).ok()
    }

    /// Ends the game. Returns the reason if an answer was not valid, or if the end of the object of the search panicked.
    pub fn end(self) -> Option<NoAnswer> {
        let ended = self.watch.guard(|| (self.search)(None));
        self.failed.or(ended.err().map(NoAnswer::Panicked))
    }
}

/// The evaluation at the end of the legal part of `line`, seen from the root of the line.
fn value_at_end<P: Position>(root: &P, line: &[Move]) -> Score {
    match line.split_first() {
        Some((&mv, rest)) if legal_moves(root).contains(&mv) => {
            value_at_end(&root.play(mv), rest).for_parent()
        }
        _ => root.evaluate(),
    }
}

/// Returns the outcomes of `answer`, an answer to a search of `ground_truth` to `depth` whose lines have these first moves, and
/// whether more than the legality of a move can be judged.
fn outcomes<'a, P: Position>(
    answer: &'a Answer,
    first_moves: &'a [Move],
    depth: usize,
    ground_truth: &GroundTruth<P>,
) -> (Vec<Outcome<'a>>, bool) {
    let (mut better, mut decides) = (0, true);
    let depth = answer.depth.unwrap_or(depth);
    let outcome = |(rank, answered): (usize, &'a AnsweredLine)| {
        let AnsweredLine { score, bound, window, ref line, .. } = *answered;
        let excluded_moves = &first_moves[..better];
        // A best move that was not given is not judged beside the line. Several lines, and that of the best move so far,
        // differ by their first moves.
        let is_needed = answer.is_unfinished || answer.lines.len() > 1;
        let mut best_move = if is_needed { answered.first_move() } else { answered.best_move };
        let mut reports_best_move = best_move.is_some() || score.is_none();
        let score = score.unwrap_or_else(|| {
            let ground_truth = ground_truth.at_depth(depth);
            if !ground_truth.has_values() {
                (best_move, reports_best_move, decides) = (None, false, false);
                return value_at_end(ground_truth.root(), line.as_deref().unwrap_or_default());
            }
            let value = best_move.and_then(|mv| ground_truth.move_value(mv));
            decides &= ground_truth.is_fixed() && !answer.is_unfinished;
            match value {
                // The best move so far is a bound of its own value.
                Some(value) if answer.is_unfinished => return value,
                Some(_) if !decides => (best_move, reports_best_move) = (None, false),
                _ => {}
            }
            ground_truth.score_among(RootMoveSet::AllExcept(excluded_moves))
        });
        better += usize::from(answered.first_move().is_some());
        Outcome {
            window,
            best_move,
            line: line.as_deref(),
            unfinished: answer.is_unfinished,
            rank,
            excluded_moves,
            reports_best_move,
            ..Outcome::new(depth, score, bound)
        }
    };
    (answer.lines.iter().enumerate().map(outcome).collect(), decides)
}
