//! A verification that is ready to run: first its games, in one or more parts, then its cases and the report.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::allowed::severity;
use super::builder::GameCheck;
use super::examine::NoAnswer;
use super::example::{Example, example, unshrunk};
use super::explanation::{Unexplained, explanation};
use super::problem::{Mobile, Problem};
use super::report::Report;
use super::tally::SearchTally;
use super::trials::{Runner, Trials, run_watched};
use super::watch::Watched;
use crate::experiment::{Accepted, Experiment, Part, Run};
use crate::oracle::JudgedBy;
use crate::position::Position;
use crate::verdict::Finding;

/// A verification that is ready to run.
#[doc(hidden)]
pub struct Prepared<P> {
    pub(super) trials: Arc<Trials<P>>,
    pub(super) cases: Vec<Problem<P>>,
    pub(super) known: Vec<Accepted<Problem<P>>>,
    pub(super) game: GameCheck,
    /// The numbers of the games that are searched.
    pub(super) games: Range<u64>,
    pub(super) threads: usize,
    /// Whether all games that are kept are examined, so that [`Report::accepted`] has more than the examples.
    pub(super) examines_all: bool,
    /// The number of searches that did not end in time.
    pub(super) timed_out: Arc<AtomicU64>,
}

impl<P: Position + Send + Sync + 'static> Prepared<P> {
    /// The run of the games of this verification.
    pub fn run(&self) -> Run<'static> {
        Run::new(self.games.clone(), self.threads)
    }

    /// Runs the cases, and returns the report on the cases and on the games of `part`.
    pub fn report(self, part: &Part<SearchTally>) -> Report {
        let Self { trials, cases, known, game, games, examines_all, .. } = self;
        let mut tally = part.sums.clone();
        let (mut examples, mut unjudged_cases): (Vec<Example>, usize) = (Vec::new(), 0);
        let planned = games.end - games.start + (cases.len() + known.len()) as u64;
        let (mut left, mut searched_cases) = (games.end - games.start - tally.searches, 0);
        for case in &cases {
            let Some((by, finding)) = searched(&trials, case) else {
                left += 1;
                continue;
            };
            searched_cases += 1;
            match by {
                Some(by) => tally.judged[by as usize] += 1,
                None if finding.is_none() => tally.unjudged += 1,
                None => {}
            }
            unjudged_cases += usize::from(finding.is_none() && !by.is_some_and(JudgedBy::is_a_judge));
            examples
                .extend(finding.map(|finding| unshrunk(&trials, finding, case).example(&trials, finding)));
        }
        let mut accepted: Vec<_> = trials.allowed.kinds.iter().map(Accepted::shown).collect();
        let mut stale = Vec::new();
        for case in &known {
            match searched(&trials, &case.entry) {
                Some((_, None)) => stale.push(case.shown()),
                Some(_) => accepted.push(case.shown()),
                None => left += 1,
            }
        }
        let known: Vec<Problem<P>> = known.into_iter().map(|known| known.entry).collect();
        let mut findings: Vec<_> = tally.findings.iter().collect();
        findings.sort_by_key(|&(&finding, _)| severity(finding));
        let (mut known_findings, mut new_cases) = (Vec::new(), examines_all.then(BTreeSet::new));
        for (&finding, found) in findings {
            match example(&trials, finding, found, &known, new_cases.as_mut()) {
                Ok(example) => {
                    examples.retain(|given| (given.finding, &given.case) != (finding, &example.case));
                    examples.push(*example);
                }
                Err(known) => known_findings.push(known),
            }
        }
        let cases_of_examples = examples.iter().map(|example| example.case.clone()).collect::<Vec<_>>();
        let is_new = tally.findings.len() > known_findings.len();
        let known = known_findings.iter().map(|known| known.finding).collect();
        let explanation =
            if is_new { explanation(&trials, &tally, games, known) } else { Err(Unexplained::Senseless) };
        Report {
            command: None,
            program: None,
            games: trials.games.describe(),
            cases: searched_cases,
            without_values: trials.rules.without_sets().filter(|_| !trials.rules.is_fixed()).collect(),
            unjudged_cases,
            planned,
            left,
            tally,
            examples,
            explanation,
            known_findings,
            game,
            accepted,
            stale,
            new_cases: new_cases.into_iter().flatten().chain(cases_of_examples).collect(),
            test: test_name(),
            kept: None,
        }
    }
}

/// The number of searches that may run into the time limit; then the run ends.
const TIMED_OUT: u64 = 5;

/// A thread of its own for searches that may not end, and the tallies of the chunks that it searched.
type Searcher = Watched<Range<u64>, (SearchTally, ControlFlow<()>)>;

impl<P: Position + Send + Sync + 'static> Experiment for Prepared<P> {
    type Sums = SearchTally;
    type Worker = Searcher;

    fn at_once(&self) -> u64 {
        self.trials.at_once
    }

    fn first_round(&self) -> u64 {
        1024
    }

    fn nothing(&self) -> SearchTally {
        SearchTally::default()
    }

    fn worker(&self) -> Searcher {
        let (trials, timed_out) = (Arc::clone(&self.trials), Arc::clone(&self.timed_out));
        Watched::spawn(move |watch, chunks, results| {
            let mut runner = Runner::new(&trials, watch);
            for games in chunks {
                results(runner.search_games(games, &timed_out));
            }
        })
    }

    /// The result does not depend on the number of threads, unless a search does not end in time: then the searches of
    /// its chunk are lost.
    fn run_items(
        &self,
        games: Range<u64>,
        searcher: &mut Searcher,
        tally: &mut SearchTally,
    ) -> ControlFlow<()> {
        if let Ok((found, flow)) = searcher.run(games, self.trials.longest()) {
            *tally += found;
            return flow;
        }
        let index = searcher.watch.game.load(Ordering::Relaxed);
        let failed = Err(NoAnswer::TimedOut(self.trials.time_limit).into());
        tally.count(index, &self.trials.item(index), &failed, Some(Finding::TIMED_OUT));
        ControlFlow::Break(())
    }
}

impl<P: Position + 'static> Runner<'_, P> {
    /// Searches the given games; ends early if too many searches, with the earlier ones in `timed_out`, do not end in time.
    fn search_games(&mut self, games: Range<u64>, timed_out: &AtomicU64) -> (SearchTally, ControlFlow<()>) {
        let mut tally = SearchTally::default();
        for index in games {
            self.watch.game.store(index, Ordering::Relaxed);
            let item = self.trials.item(index);
            let (result, finding) = self.search_repeatedly(&item);
            if self.trials.is_cut(&result) {
                return (tally, ControlFlow::Break(()));
            }
            tally.count(index, &item, &result, finding);
            if finding == Some(Finding::TIMED_OUT)
                && timed_out.fetch_add(1, Ordering::Relaxed) + 1 >= TIMED_OUT
            {
                return (tally, ControlFlow::Break(()));
            }
        }
        (tally, ControlFlow::Continue(()))
    }
}

/// Returns the judge of a search of one item, if the search was judged, and its finding; `None` if no time is left.
fn searched<P: Mobile>(
    trials: &Arc<Trials<P>>,
    item: &Problem<P>,
) -> Option<(Option<JudgedBy>, Option<Finding>)> {
    let own = item.clone();
    let work = move |runner: &mut Runner<'_, P>| {
        let (result, finding) = runner.search_repeatedly(&own);
        (!runner.trials.is_cut(&result)).then(|| (result.ok().map(|judged| judged.by), finding))
    };
    let searched = || run_watched(trials, work).unwrap_or(Some((None, Some(Finding::TIMED_OUT))));
    if trials.deadline.is_over() { None } else { searched() }
}

/// The name of the test that runs, which the standard test harness gives to its thread.
pub(super) fn test_name() -> Option<String> {
    let thread = std::thread::current();
    thread.name().filter(|&name| name != "main").map(str::to_owned)
}
