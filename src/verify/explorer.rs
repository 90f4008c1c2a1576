//! An HTML page that shows a search under test step by step.

use std::path::Path;
use std::sync::Arc;

use crate::oracle::{RootMoveSet, Rules};
use crate::position::Position;
use crate::recording::explorer::{Page, ShownSearch};
use crate::recording::{NotRecorded, Recorder, Recording, record_events};
use crate::syntax::SyntaxError;
use crate::verdict::Verdict;
use crate::verify::builder::Verification;
use crate::verify::examine::{JudgedSearch, NoAnswer, ProblemSearches, Unjudged};
use crate::verify::prepared::test_name;
use crate::verify::problem::{Mobile, Problem};
use crate::verify::report::replay;
use crate::verify::trials::{Runner, Trials, rules_for};
use crate::verify::watch::{Watch, watched};

/// The reason why there is no page.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unexplored {
    /// The text is not a valid case.
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    /// The search cannot be judged, or returned no valid answer.
    #[error(transparent)]
    Unjudged(#[from] Unjudged),
    /// The search has too many steps.
    #[error(transparent)]
    NotRecorded(#[from] NotRecorded),
    /// The search notified of no node, so the page would be empty.
    #[error(
        "the search notified `request.observer()` of no node; expected all of its nodes: see `Tell the nodes` in docs/your-search.md"
    )]
    Silent,
}

impl<P: Position + Send + Sync + 'static> Verification<P> {
    /// Runs the search on one case, given as text, and returns an HTML page that shows it step by step. The page shows
    /// the tree with windows and scores, and the moment at which a wrong move was recorded. The search has to notify
    /// [`Request::observer`](crate::verify::Request::observer) of its nodes.
    ///
    /// # Errors
    ///
    /// If the text is not a valid case, there is no valid answer in time, or the search notified of no node.
    ///
    /// # Panics
    ///
    /// Never, because a panic of the search is an error.
    pub fn explorer(self, case: &str) -> Result<String, Unexplored> {
        page(&Arc::new(self.trials), case).map(|page| page.html)
    }
}

/// Writes the page on a case of these trials. Returns the place of the page, or the reason why no page was written.
pub(super) fn write_page<P: Mobile>(trials: &Arc<Trials<P>>, case: &str, path: &Path) -> String {
    let page = match page(trials, case) {
        Ok(page) => page,
        Err(error) => return format!("not written: {error}"),
    };
    if path.as_os_str().is_empty() {
        return "not written: the path is empty".to_owned();
    }
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    match folder.and_then(|()| std::fs::write(path, &page.html)) {
        Ok(()) => format!("{}{}", path.display(), page.note()),
        Err(error) => format!("not written: {}: {error}", path.display()),
    }
}

fn page<P: Mobile>(trials: &Arc<Trials<P>>, case: &str) -> Result<Page, Unexplored> {
    let problem = Problem::read(case, &*trials.games)?;
    let (limit, trials) = (trials.longest(), Arc::clone(trials));
    // The name of the test is that of this thread.
    let replay = replay(&problem.to_string(), test_name().as_deref());
    let work = move |watch: &Watch| {
        let mut runner = Runner::new(&trials, watch);
        let judged = runner.search_by(&trials.rules, &problem)?;
        let recorded = record(ProblemSearches::new(&problem, &mut *runner.user_search, watch))?;
        if recorded.1.is_empty() {
            return Err(Unexplored::Silent);
        }
        Ok(explored(&problem, &rules_for(&trials.rules, &problem), &judged, replay).page(recorded))
    };
    let timed_out = |_| Err(Unjudged::NoAnswer(NoAnswer::TimedOut(limit)).into());
    watched(limit, work).unwrap_or_else(timed_out)
}

/// Runs the search again, after its preceding searches, and records the search.
fn record<P: Position + 'static>(
    mut searches: ProblemSearches<'_, P>,
) -> Result<(Recording, Vec<P>), Unexplored> {
    let problem = searches.problem;
    let recorded = record_events(|recorder: &mut Recorder<P>| {
        recorder.pause(true);
        for before in problem.preceding() {
            searches.answer(&before.root, before.depth, recorder);
        }
        recorder.pause(false);
        searches.answer(&problem.position, problem.depth, recorder)?.lines.first()?.line.clone()
    });
    if let Some(failed) = searches.end() {
        return Err(Unjudged::NoAnswer(failed).into());
    }
    Ok(recorded?)
}

/// Returns the search, its case and its result, in the form that the page shows.
fn explored<P: Position + 'static>(
    problem: &Problem<P>,
    rules: &Rules,
    judged: &JudgedSearch,
    replay: String,
) -> ShownSearch<P> {
    let (shown, better) = (judged.lines.worst(), judged.lines.better_moves());
    let move_set = RootMoveSet::AllExcept(&better);
    let truth = problem.ground_truth(rules);
    let truth = shown.ground_truth(&truth);
    let verdict = Verdict { score: judged.trial.verdict, line: shown.verdict };
    ShownSearch {
        root: problem.position.clone(),
        labels: problem.whole().map_or(Vec::new(), |whole| whole.game().labels()),
        depth: problem.depth,
        replay,
        case: problem.to_string(),
        title: "a search of your own".to_owned(),
        finding: verdict.finding(judged.trial.fault),
        verdict,
        shown: shown.clone(),
        value: truth.score_among(move_set),
        correct: truth.line_among(move_set),
        boards: None,
        has_table: false,
    }
}
