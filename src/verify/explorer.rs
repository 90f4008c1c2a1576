//! A page on which one steps through a search of your own.

use std::sync::Arc;

use super::builder::Verification;
use super::contender::GraphSearch;
use super::examine::{Asked, GraphRelay, Judged, NoAnswer, Unjudged};
use super::item::Item;
use super::problem::Problem;
use super::trials::rules_for;
use super::watch::{Watch, watched};
use crate::check::Harness;
use crate::game::GraphPosition;
use crate::oracle::{RootMoveSet, Rules};
use crate::position::Move;
use crate::pv::NoStore;
use crate::recording::explorer::ShownSearch;
use crate::recording::{Recorded, Recorder, TooLong, record_events};
use crate::syntax::{SyntaxError, shell_quoted};
use crate::verdict::{Fault, Finding, Verdict};

/// Why there is no page.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unexplored {
    /// The case is no case.
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    /// The search cannot be judged, or returned no valid answer.
    #[error(transparent)]
    Unjudged(#[from] Unjudged),
    /// The search has too many steps.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// The search notified of no node, so there is nothing to step through.
    #[error("the search notified `request.observer()` of no node; expected all of its nodes")]
    Silent,
}

impl Verification {
    /// Runs the search on one case, as text, and returns a page (HTML) on which one steps through it: the tree with windows
    /// and scores, and the moment at which a wrong move was recorded. The search has to notify
    /// [`Request::observer`](super::Request::observer) of its nodes.
    ///
    /// # Errors
    ///
    /// If the text is no case, there is no valid answer in time, or the search notified of no node.
    ///
    /// # Panics
    ///
    /// Never: a panic of the search is an error.
    pub fn explorer(self, case: &str) -> Result<String, Unexplored> {
        let problem: Problem = case.parse()?;
        let plan = Arc::new(self.into_plan());
        let limit = plan.longest();
        let work = move |watch: &Watch| {
            let rules = rules_for(&plan.rules, &problem);
            let mut search = plan.contender.begin();
            let mut harness = Harness::with_store(NoStore);
            let examined = problem.examine(&mut *search, &mut harness, &rules, plan.reported, watch)?;
            let recorded = record(&problem, &mut *search, watch)?;
            if recorded.1.is_empty() {
                return Err(Unexplored::Silent);
            }
            Ok(explored(&problem, &rules, &examined).page(recorded))
        };
        match watched(limit, work) {
            Ok(page) => page,
            Err(_) => Err(Unjudged::NoAnswer(NoAnswer::TimedOut(limit)).into()),
        }
    }
}

/// Runs the search again, after its preceding searches, and records it.
fn record<'p>(
    problem: &'p Problem,
    search: &mut dyn GraphSearch,
    watch: &Watch,
) -> Result<Recorded<'p>, Unexplored> {
    let mut answered: Result<(), NoAnswer> = watch.guard(|| search.new_game()).map_err(NoAnswer::Panicked);
    let recorded = record_events(|recorder: &mut Recorder<GraphPosition<'p>>| {
        let mut run =
            |recorder: &mut Recorder<GraphPosition<'p>>, root: &GraphPosition<'p>, depth, details| {
                let mut relay = GraphRelay { graph: &problem.game, observer: recorder };
                let request = Asked { root, depth, details }.request(&mut relay);
                let answer = watch
                    .guard(|| search.search(&request))
                    .unwrap_or_else(|panic| Err(NoAnswer::Panicked(panic)));
                answer.and_then(|answer| answer.checked(depth))
            };
        recorder.pause(true);
        for before in problem.preceding() {
            let details = problem.circumstances.details(&[]);
            if let Err(failed) = run(recorder, &before.root, before.depth, details) {
                answered = Err(failed);
            }
        }
        recorder.pause(false);
        let answer = run(recorder, &problem.game.root(), problem.depth, problem.circumstances.details(&[]));
        match answer {
            Ok(answer) => answer.lines.first()?.line.clone(),
            Err(failed) => {
                answered = Err(failed);
                None
            }
        }
    });
    answered.map_err(Unjudged::NoAnswer)?;
    Ok(recorded?)
}

/// What the page is about.
fn explored<'p>(problem: &'p Problem, rules: &Rules, examined: &Judged) -> ShownSearch<'p> {
    let ground_truth = problem.ground_truth(rules);
    let shown = examined.worst();
    let better: Vec<Move> =
        examined.lines[..examined.worst].iter().filter_map(|shown| shown.best_move).collect();
    let of_depth = if shown.depth == 0 { &ground_truth } else { ground_truth.at(shown.depth) };
    let verdict = Verdict { score: examined.trial.verdict, line: shown.verdict };
    let case = problem.to_string();
    ShownSearch {
        game: &problem.game,
        depth: problem.depth,
        replay: format!("PVCHECK_CASE={} cargo test", shell_quoted(&case)),
        case,
        title: "a search of your own".to_owned(),
        finding: finding(&verdict, examined.trial.fault),
        verdict: shown.verdict,
        wrong_score: verdict.score.is_fault().then_some(examined.trial.score),
        line: shown.line.clone(),
        correct: of_depth.line_among(RootMoveSet::AllExcept(&better)),
        boards: None,
    }
}

/// A wrong score, or else a fault inside the search, or else the verdict on the line.
fn finding(verdict: &Verdict, fault: Option<Fault>) -> Finding {
    match fault {
        _ if verdict.score.is_fault() => Finding::Score(verdict.score),
        Some(fault) => Finding::Fault(fault.kind()),
        None => Finding::Line(verdict.line.kind),
    }
}
