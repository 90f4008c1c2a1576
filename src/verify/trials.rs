//! The searches of a verification, and their results.

use std::sync::Arc;
use std::time::Duration;

use super::allowed::Allowed;
use super::circumstances::Circumstances;
use super::examine::{JudgedSearch, NoAnswer, ProblemSearches, Unjudged, UserSearch, conditions, judge};
use super::games::GameSource;
use super::problem::{Mobile, Problem};
use super::watch::{TimedOut, Watch, watched};
use crate::check::Harness;
use crate::experiment::Deadline;
use crate::oracle::{Drafts, Rules};
use crate::position::Position;
use crate::pv::NoStore;
use crate::search::ReportedNodes;
use crate::verdict::Finding;

/// Makes a search under test. Each thread makes one of its own.
pub(super) type NewSearch<P> = dyn Fn() -> Box<UserSearch<P>> + Send + Sync;

/// A search under test, its games, and the rules and limits of its verification.
pub struct Trials<P> {
    pub new_search: Box<NewSearch<P>>,
    pub games: Box<dyn GameSource<P>>,
    pub rules: Rules,
    pub reported: ReportedNodes,
    /// The circumstances of every search, except the node limit.
    pub circumstances: Circumstances,
    /// The least and the largest node limit, if searches are to stop.
    pub node_limits: Option<(u64, u64)>,
    pub repeats: u32,
    pub allowed: Allowed,
    pub time_limit: Duration,
    /// The additional time for a search that ends by itself when its time is over.
    pub grace: Duration,
    /// The deadline of all searches.
    pub deadline: Deadline,
    /// The number of games that a thread takes at once.
    pub at_once: u64,
}

impl<P: Position + 'static> Trials<P> {
    /// The maximum time for one search, after which the search is given up.
    pub fn longest(&self) -> Duration {
        self.time_limit.saturating_add(self.grace)
    }

    /// Game `index` with the circumstances of its search.
    pub fn item(&self, index: u64) -> Problem<P> {
        let node_limit = self
            .node_limits
            .map(|(least, most)| least + (most - least).checked_add(1).map_or(index, |count| index % count));
        let circumstances = Circumstances { node_limit, ..self.circumstances.clone() };
        Problem { circumstances, ..Problem::given(&*self.games, index) }
    }
}

/// The result of a search, and its finding.
type Searched = (Result<JudgedSearch, Unjudged>, Option<Finding>);

/// The search under test of one thread, and the memory of the search.
pub(super) struct Runner<'p, P> {
    pub trials: &'p Trials<P>,
    pub watch: &'p Watch,
    pub user_search: Box<UserSearch<P>>,
    harness: Harness<NoStore>,
}

impl<'p, P: Position + 'static> Runner<'p, P> {
    pub fn new(trials: &'p Trials<P>, watch: &'p Watch) -> Self {
        let user_search = (trials.new_search)();
        Self { trials, watch, user_search, harness: Harness::with_store(NoStore) }
    }

    /// Searches `problem` once, after its preceding searches, and judges the answer by `rules`.
    pub fn search_by(&mut self, rules: &Rules, problem: &Problem<P>) -> Result<JudgedSearch, Unjudged> {
        let rules = &rules_for(rules, problem);
        let game = self.harness.game(&problem.position, problem.depth)?.with_history(&problem.history);
        let mut game = game.after(problem.preceding())?;
        let mut searches = ProblemSearches::new(problem, &mut *self.user_search, self.watch);
        let mut judging = game.begin(&conditions(rules, self.trials.reported, &problem.circumstances))?;
        for before in judging.preceding {
            searches.answer(&before.root, before.depth, judging.precede(before.depth));
        }
        let answer = searches.answer(&problem.position, problem.depth, judging.begin_search());
        let judged = answer.map(|answer| judge(judging, problem, rules, &answer));
        let failed = searches.end();
        game.finish();
        match (judged, failed) {
            (Some(judged), None) => Ok(judged),
            (_, failed) => Err(failed.expect("a search without an answer has failed").into()),
        }
    }

    /// Searches `item` once. Returns the result and the finding of the result.
    pub fn search(&mut self, item: &Problem<P>) -> Searched {
        let result = self.search_by(&self.trials.rules, item);
        let finding = self.trials.finding(item, &result);
        (result, finding)
    }

    /// Searches `item` as often as the trials require. Returns the first result with a finding, else the last one. If the run
    /// ends before that, there is no answer: a search that was not repeated may be wrong.
    pub fn search_repeatedly(&mut self, item: &Problem<P>) -> Searched {
        let mut left = self.trials.repeats;
        loop {
            let searched = self.search(item);
            left = left.saturating_sub(1);
            if searched.1.is_some() || left == 0 {
                return searched;
            }
            if self.trials.deadline.is_over() {
                return (Err(NoAnswer::TimedOut(self.trials.time_limit).into()), None);
            }
        }
    }
}

impl<P> Trials<P> {
    /// Whether the run ended before a search answered. That is no fault of the search.
    pub fn is_cut(&self, result: &Result<JudgedSearch, Unjudged>) -> bool {
        let no_answer = |failed: &NoAnswer| matches!(failed, NoAnswer::TimedOut(_) | NoAnswer::Stopped(_));
        let is_unanswered = matches!(result, Err(Unjudged::NoAnswer(failed)) if no_answer(failed));
        is_unanswered && self.deadline.is_over()
    }

    /// The finding of the result of one item.
    pub fn finding(&self, item: &Problem<P>, result: &Result<JudgedSearch, Unjudged>) -> Option<Finding> {
        match result {
            _ if self.is_cut(result) => None,
            Ok(judged) => self.allowed.findings(judged, item.circumstances.node_limit.is_some()).next(),
            Err(Unjudged::NoAnswer(failed)) => Some(failed.into()),
            Err(Unjudged::TooDeep(_) | Unjudged::TooManyPaths(_)) => None,
        }
    }
}

/// Runs `work` with a runner, on a separate thread.
///
/// # Errors
///
/// If one of the searches of `work` runs for longer than its limit.
pub(super) fn run_watched<P: Mobile, R: Send + 'static>(
    trials: &Arc<Trials<P>>,
    work: impl FnOnce(&mut Runner<'_, P>) -> R + Send + 'static,
) -> Result<R, TimedOut> {
    let own = Arc::clone(trials);
    watched(trials.longest(), move |watch| work(&mut Runner::new(&own, watch)))
}

/// Returns the rules for a search of `item`, whose table has the entries of the searches before `item`.
pub(super) fn rules_for<P>(rules: &Rules, item: &Problem<P>) -> Rules {
    let keeps = rules.drafts != Drafts::NoTable && !item.circumstances.after.is_empty();
    if keeps { rules.tt_keep() } else { *rules }
}
