//! The run of a verification: first its games, in one or more parts, then its cases and the report.

use std::ops::Range;
use std::sync::Arc;

use super::builder::GameCheck;
use super::campaign::{Plan, Runner, play_in_rounds};
use super::finding::{Example, example, unshrunk};
use super::flaw::Flaw;
use super::item::Item;
use super::part::Part;
use super::report::{Known, Report};
use super::watch::Watched;

/// A verification that is ready to run.
#[doc(hidden)]
pub struct Run<T: Item> {
    pub(super) plan: Arc<Plan<T>>,
    pub(super) cases: Vec<T>,
    pub(super) known: Vec<(T, String)>,
    pub(super) game: GameCheck,
}

impl<T: Item> Run<T> {
    /// The numbers of the games.
    pub fn games(&self) -> Range<u64> {
        self.plan.range()
    }

    /// The part of this run that has no games.
    pub fn begin(&self) -> Part<T::Size> {
        Part::nothing(self.games().start)
    }

    /// Searches the games after those of `part`, and calls `record` with the parts between. Returns the sum. It has fewer
    /// games if the progress ended the run, or searches did not end in time.
    ///
    /// # Errors
    ///
    /// The first one of `record`.
    pub fn play_on<E>(
        &self,
        part: Part<T::Size>,
        record: impl FnMut(&Part<T::Size>) -> Result<(), E>,
    ) -> Result<Part<T::Size>, E> {
        play_in_rounds(&self.plan, part, record)
    }

    /// Runs the cases, and returns what they and the games found.
    pub fn report(self, part: &Part<T::Size>) -> Report {
        let Self { plan, cases, known, game } = self;
        let flawed = |case: &T| Some((flaw_of(&plan, case)?, case.clone()));
        let given = cases.iter().filter_map(flawed);
        let mut examples: Vec<Example> =
            given.map(|(flaw, case)| unshrunk(&plan, flaw, &case).example(&plan, flaw)).collect();
        let states: Vec<Known> = known
            .iter()
            .map(|(case, reason)| {
                let is_stale = flaw_of(&plan, case).is_none();
                Known { case: case.to_string(), reason: reason.clone(), is_stale }
            })
            .collect();
        let tally = part.tally();
        let known: Vec<T> = known.into_iter().map(|(case, _)| case).collect();
        let mut flaws: Vec<_> = tally.flaws.iter().collect();
        flaws.sort_by_key(|(flaw, _)| flaw.severity());
        let mut explained = Vec::new();
        for (&flaw, flawed) in flaws {
            match example(&plan, flaw, flawed, &known) {
                Ok(example) => examples.push(*example),
                Err(known) => explained.push(known),
            }
        }
        Report {
            command: None,
            program: None,
            games: plan.games.describe(),
            cases: cases.len(),
            searches: tally.searches,
            unjudged: tally.unjudged,
            lines: tally.lines,
            scores: tally.scores,
            examples,
            explained,
            game,
            known: states,
            test: test_name(),
        }
    }
}

/// The flaw of one item.
fn flaw_of<T: Item>(plan: &Arc<Plan<T>>, item: &T) -> Option<Flaw> {
    let (own, own_item) = (Arc::clone(plan), item.clone());
    let work = Watched::spawn(move |watch| Runner::new(&own, watch).check(&own_item).1);
    work.wait(plan.longest()).unwrap_or(Some(Flaw::TimedOut))
}

/// The name of the test that runs, which the standard test harness gives to its thread.
pub(super) fn test_name() -> Option<String> {
    let thread = std::thread::current();
    thread.name().filter(|&name| name != "main").map(str::to_owned)
}
