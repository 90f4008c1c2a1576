//! A flaw, in the smallest game found that shows it.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::detail::Detail;
use super::examine::{Judged, NoAnswer, Unjudged};
use super::flaw::Flaw;
use super::hint::{Hint, hints};
use super::problem::Problem;
use super::tally::Flawed;
use super::trials::{Runner, Trials, rules_for};
use super::watch::{Watch, watched};
use crate::experiment::Recurrence;
use crate::position::Position;
use crate::verdict::LineVerdict;

/// The most time for shrinking one game.
const SHRINKING: Duration = Duration::from_secs(10);

/// The number of times that the smallest game is searched again, to see whether it shows the flaw each time.
const REPEATED: u32 = 10;

/// The most time for these searches.
const REPEATING: Duration = Duration::from_secs(1);

/// A flaw that a search shows, with the smallest game found that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// What is wrong.
    pub flaw: Flaw,
    /// The number of games that show it.
    pub count: u64,
    /// The number of the game from which the example was shrunk; `None` if it was given.
    pub game: Option<u64>,
    /// The example as text, which a verification of the same games reads.
    pub case: String,
    /// The verdict on the line; `None` if there was no valid answer.
    pub line: Option<LineVerdict>,
    /// The result in the words of its game; `None` if there was no valid answer.
    pub detail: Option<Detail>,
    /// Why there was no valid answer.
    pub no_answer: Option<NoAnswer>,
    /// What would make the result valid, or acceptable.
    pub hints: Vec<Hint>,
    /// How often repeated searches of the example show the flaw.
    pub recurrence: Recurrence,
}

/// The most time for examining games that shrink to known cases, for each flaw.
const EXAMINING: Duration = Duration::from_secs(20);

/// Returns an example of `flaw`, which the games `flawed` show, other than the `known` ones. If all games that are examined
/// shrink to these, returns how many were.
pub(super) fn example<P: Position + Send + Sync + 'static>(
    plan: &Arc<Trials<P>>,
    flaw: Flaw,
    flawed: &Flawed,
    known: &[Problem<P>],
) -> Result<Box<Example>, Explained> {
    let smallest = flawed.smallest.iter().map(|&(_, index)| index);
    let mut indices: Vec<u64> = Vec::new();
    for index in smallest.chain(flawed.spread.iter().map(|&(_, index)| index)) {
        if !indices.contains(&index) {
            indices.push(index);
        }
    }
    let (begun, mut examined) = (Instant::now(), 0);
    for index in indices {
        let others = flawed.smallest.iter().map(|&(_, index)| plan.item(index)).collect();
        let small = shrunk(plan, flaw, &plan.item(index), others);
        if !known.contains(&small.item) {
            let (count, game) = (flawed.count, Some(index));
            return Ok(Box::new(Example { count, game, ..small.example(plan, flaw) }));
        }
        examined += 1;
        if begun.elapsed() > EXAMINING {
            break;
        }
    }
    Err(Explained { flaw, count: flawed.count, examined })
}

/// Games that show a flaw, of which all that were examined shrink to known cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Explained {
    pub flaw: Flaw,
    /// The number of games.
    pub count: u64,
    /// The number of those that were examined.
    pub examined: u64,
}

/// The smallest item found that shows a flaw.
pub(super) struct Small<P> {
    pub item: Problem<P>,
    /// The result that shows the flaw; `None` if no repeated search shows it.
    outcome: Option<Result<Judged, Unjudged>>,
    hints: Vec<Hint>,
    recurrence: Recurrence,
}

impl<P: Position + Send + Sync + 'static> Small<P> {
    pub fn example(self, plan: &Trials<P>, flaw: Flaw) -> Example {
        let Self { item, outcome, hints, recurrence } = self;
        let examined = outcome.as_ref().and_then(|outcome| outcome.as_ref().ok());
        Example {
            flaw,
            count: 1,
            game: None,
            case: item.to_string(),
            line: examined.map(|examined| examined.worst().verdict),
            detail: examined.map(|examined| item.detail(&rules_for(&plan.rules, &item), examined)),
            no_answer: outcome.and_then(Result::err).and_then(Unjudged::no_answer),
            hints,
            recurrence,
        }
    }
}

/// Returns `item`, which showed `flaw`, as it is.
pub(super) fn unshrunk<P: Position + Send + Sync + 'static>(
    plan: &Arc<Trials<P>>,
    flaw: Flaw,
    item: &Problem<P>,
) -> Small<P> {
    if flaw == Flaw::TimedOut {
        return timed_out(plan, item);
    }
    let (own_plan, own) = (Arc::clone(plan), item.clone());
    let small = watched(plan.longest(), move |watch| {
        examined(&mut Runner::new(&own_plan, watch), &own_plan, flaw, own, &[])
    });
    small.unwrap_or_else(|_| timed_out(plan, item))
}

/// Returns `item`, whose search did not end in time.
fn timed_out<P: Position + Send + Sync + 'static>(plan: &Trials<P>, item: &Problem<P>) -> Small<P> {
    let outcome = Some(Err(NoAnswer::TimedOut(plan.time_limit).into()));
    Small { item: item.clone(), outcome, hints: Vec::new(), recurrence: Recurrence::ONCE }
}

/// Shrinks `item`, which shows `flaw`, as do `others`.
fn shrunk<P: Position + Send + Sync + 'static>(
    plan: &Arc<Trials<P>>,
    flaw: Flaw,
    item: &Problem<P>,
    others: Vec<Problem<P>>,
) -> Small<P> {
    // A search that does not end cannot be tried again and again.
    if flaw == Flaw::TimedOut {
        return timed_out(plan, item);
    }
    let best = Arc::new(Mutex::new(item.clone()));
    let (own_plan, own_best, whole) = (Arc::clone(plan), Arc::clone(&best), item.clone());
    let small =
        watched(plan.longest(), move |watch| shrink(&own_plan, watch, flaw, &whole, &own_best, &others));
    small.unwrap_or_else(|_| timed_out(plan, &best.lock().expect("no thread panics while it has the lock")))
}

/// Shrinks `whole`, which shows `flaw`, as do `others`. While it works, `best` is the best item so far.
fn shrink<P: Position + Send + Sync + 'static>(
    plan: &Trials<P>,
    watch: &Watch,
    flaw: Flaw,
    whole: &Problem<P>,
    best: &Mutex<Problem<P>>,
    others: &[Problem<P>],
) -> Small<P> {
    let mut runner = Runner::new(plan, watch);
    let begun = Instant::now();
    let mut shows = |next: &Problem<P>| {
        let shows = begun.elapsed() < SHRINKING && runner.check(next).1 == Some(flaw);
        if shows {
            best.lock().expect("no thread panics while it has the lock").clone_from(next);
        }
        shows
    };
    let small = in_simpler_circumstances(whole.clone(), &mut shows);
    let small = small.smaller(&mut shows);
    let small = in_simpler_circumstances(small, &mut shows);
    examined(&mut runner, plan, flaw, small, others)
}

/// Searches `item`, which showed `flaw`, several times more.
fn examined<P: Position + Send + Sync + 'static>(
    runner: &mut Runner<'_, P>,
    plan: &Trials<P>,
    flaw: Flaw,
    item: Problem<P>,
    others: &[Problem<P>],
) -> Small<P> {
    let (begun, mut outcome, mut is_first) = (Instant::now(), None, true);
    let recurrence = Recurrence::count(REPEATED, || {
        let goes_on = std::mem::take(&mut is_first) || begun.elapsed() < REPEATING;
        goes_on.then(|| {
            let (repeated, found) = runner.check(&item);
            let shows = found == Some(flaw);
            if shows {
                outcome.get_or_insert(repeated);
            }
            shows
        })
    });
    let hints = if recurrence.is_certain() { hints(runner, plan, flaw, &item, others) } else { Vec::new() };
    Small { item, outcome, hints, recurrence }
}

/// Returns `item` without the circumstances that the flaw does not need.
fn in_simpler_circumstances<P: Position + 'static>(
    mut item: Problem<P>,
    shows: &mut impl FnMut(&Problem<P>) -> bool,
) -> Problem<P> {
    loop {
        let mut simpler =
            item.circumstances.simpler().map(|circumstances| Problem { circumstances, ..item.clone() });
        let Some(next) = simpler.find(|next| shows(next)) else { break };
        drop(simpler);
        item = next;
    }
    item
}
