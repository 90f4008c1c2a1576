//! A finding, in the smallest game found that shows it.

use std::cell::LazyCell;
use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::detail::Detail;
use super::examine::{JudgedSearch, NoAnswer, Unjudged};
use super::hint::Hint;
use super::problem::{Mobile, Problem};
use super::tally::FoundGames;
use super::trials::{Runner, Trials, rules_for, run_watched};
use crate::experiment::Recurrence;
use crate::position::Position;
use crate::verdict::{Finding, LineVerdict};

/// The maximum time for shrinking one game.
const SHRINKING: Duration = Duration::from_secs(10);

/// The number of times, for each repeat, that the smallest game is searched again to count how often the finding is shown.
const REPEATED: u32 = 10;

/// The number of attempts to show a finding again before its game is shrunk.
const ATTEMPTS: u32 = 4;

/// The maximum time for the repeated searches of the smallest game.
const REPEATING: Duration = Duration::from_secs(1);

/// A finding that a search shows, with the smallest game found that shows the finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The finding that the search shows.
    pub finding: Finding,
    /// The other findings of the search of the example.
    pub further: Vec<Finding>,
    /// The number of games that show the finding.
    pub count: u64,
    /// The number of the game from which the example was shrunk; `None` if the example was given.
    pub game: Option<u64>,
    /// The example as text, which a verification of the same games reads.
    pub case: String,
    /// The verdict on the line; `None` if there was no valid answer.
    pub line: Option<LineVerdict>,
    /// The result in the words of its game; `None` without a valid answer.
    pub detail: Option<Detail>,
    /// The reason why the search returned no valid answer; `None` after a valid answer.
    pub no_answer: Option<NoAnswer>,
    /// A hint at a change that would make the result acceptable.
    pub hint: Option<Hint>,
    /// The share of repeated searches of the example that show the finding.
    pub recurrence: Recurrence,
    /// The answer to the game that showed the finding, if no repeated search shows the finding.
    pub answer: Option<String>,
    /// The place of the page on the example, or the reason why there is no page; `None` if no page was requested.
    pub page: Option<String>,
}

impl Example {
    /// The drawing of the game; `None` without a drawing.
    pub(super) fn drawing(&self) -> Option<&str> {
        self.detail.as_ref().map(|detail| detail.drawing.as_str()).filter(|drawing| !drawing.is_empty())
    }
}

/// The maximum time for examining games that shrink to known cases, for each finding.
const EXAMINING: Duration = Duration::from_secs(20);

/// Returns an example of `finding`, shown by the games `found`, other than the `known` examples. If all examined games
/// shrink to known ones, returns their numbers. With `all`, which collects the new cases, each game is examined.
pub(super) fn example<P: Mobile>(
    trials: &Arc<Trials<P>>,
    finding: Finding,
    found: &FoundGames,
    known: &[Problem<P>],
    mut all: Option<&mut BTreeSet<String>>,
) -> Result<Box<Example>, KnownFinding> {
    let mut seen = HashSet::new();
    let indices = found.games().filter(|&index| seen.insert(index));
    // The normal form of a known case that could be smaller may be that of another bug.
    let known_form = |case: &Problem<P>| {
        let small = shrunk(trials, finding, case);
        let is_smallest = small.outcome.is_some() && small.item == *case;
        if is_smallest { normal_form(trials, finding, case) } else { case.clone() }
    };
    let forms = LazyCell::new(|| known.iter().map(known_form).collect::<Vec<_>>());
    let (deadline, mut examined, mut once) = (trials.deadline.within(EXAMINING), 0, None);
    let (mut new_forms, mut first) = (Vec::new(), None);
    for index in indices {
        let item = trials.item(index);
        let small = shrunk(trials, finding, &item);
        if small.outcome.is_none() {
            // The search showed the finding only after others. The next game may show it alone.
            once.get_or_insert((index, small));
            if deadline.is_over() {
                break;
            }
            continue;
        }
        let form = LazyCell::new(|| normal_form(trials, finding, &small.item));
        let has_form_of = |forms: &[Problem<P>]| !forms.is_empty() && forms.contains(&form);
        let is_known = known.contains(&small.item) || has_form_of(&forms) || has_form_of(&new_forms);
        if !is_known {
            if let Some(all) = &mut all {
                all.insert(small.item.to_string());
                new_forms.push(form.clone());
            }
            let (count, game) = (found.count, Some(index));
            first.get_or_insert_with(|| Box::new(Example { count, game, ..small.example(trials, finding) }));
            if all.is_none() {
                break;
            }
        }
        examined += 1;
        if deadline.is_over() {
            break;
        }
    }
    if let Some(first) = first {
        return Ok(first);
    }
    let (index, small) = once.ok_or(KnownFinding { finding, count: found.count, examined })?;
    let (count, game, answer) = (found.count, Some(index), Some(found.answer.clone()));
    Ok(Box::new(Example { count, game, answer, ..small.example(trials, finding) }))
}

/// The games that show a finding, where all examined games shrink to known cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KnownFinding {
    pub finding: Finding,
    /// The number of games.
    pub count: u64,
    /// The number of games that were examined.
    pub examined: u64,
}

/// The smallest item found that shows a finding.
pub(super) struct Small<P> {
    pub item: Problem<P>,
    /// The first result of a repeated search that shows the finding; `None` if no repeated search shows the finding.
    outcome: Option<Result<JudgedSearch, Unjudged>>,
    recurrence: Recurrence,
}

impl<P: Mobile> Small<P> {
    pub fn example(self, trials: &Trials<P>, finding: Finding) -> Example {
        let Self { item, outcome, recurrence } = self;
        let examined = outcome.as_ref().and_then(|outcome| outcome.as_ref().ok());
        let may_stop = item.circumstances.node_limit.is_some();
        let all = examined.into_iter().flat_map(|examined| trials.allowed.findings(examined, may_stop));
        Example {
            finding,
            further: all.filter(|&further| further != finding).collect(),
            count: 1,
            game: None,
            case: item.to_string(),
            line: examined.map(|examined| examined.lines.worst().verdict),
            detail: examined.map(|examined| item.detail(&rules_for(&trials.rules, &item), examined)),
            no_answer: outcome.and_then(Result::err).and_then(Unjudged::no_answer),
            hint: Hint::for_example(finding, &item).filter(|_| recurrence.is_certain()),
            recurrence,
            answer: None,
            page: None,
        }
    }
}

/// Returns `item`, which showed `finding`, without shrinking it. A new search runs the item again, as a replay does.
pub(super) fn unshrunk<P: Mobile>(trials: &Arc<Trials<P>>, finding: Finding, item: &Problem<P>) -> Small<P> {
    if finding == Finding::TIMED_OUT {
        return timed_out(trials, item);
    }
    let own = item.clone();
    let small = run_watched(trials, move |runner| examined(runner, finding, own));
    small.unwrap_or_else(|_| timed_out(trials, item))
}

/// Returns `item`, whose search did not end in time.
fn timed_out<P: Mobile>(trials: &Trials<P>, item: &Problem<P>) -> Small<P> {
    let outcome = Some(Err(NoAnswer::TimedOut(trials.time_limit).into()));
    Small { item: item.clone(), outcome, recurrence: Recurrence::ONCE }
}

/// Shrinks `item`, which shows `finding`.
fn shrunk<P: Mobile>(trials: &Arc<Trials<P>>, finding: Finding, item: &Problem<P>) -> Small<P> {
    // A search that does not end cannot be tried again and again.
    if finding == Finding::TIMED_OUT {
        return timed_out(trials, item);
    }
    let best = Arc::new(Mutex::new(item.clone()));
    let (own_best, whole) = (Arc::clone(&best), item.clone());
    match run_watched(trials, move |runner| shrink(runner, finding, whole, &own_best)) {
        Ok(small) => unshrunk(trials, finding, &small),
        Err(_) => timed_out(trials, &best.lock().expect("no thread panics while it has the lock")),
    }
}

/// Shrinks `whole`, which shows `finding`, and keeps the best item so far in `best`.
fn shrink<P: Mobile>(
    runner: &mut Runner<'_, P>,
    finding: Finding,
    whole: Problem<P>,
    best: &Mutex<Problem<P>>,
) -> Problem<P> {
    let trials = runner.trials;
    // The smallest game is searched again in the rest.
    let deadline = trials.deadline.share(0.5).within(SHRINKING);
    let mut shows = |next: &Problem<P>| {
        let is_allowed = !deadline.is_over() && trials.games.allows(next);
        // What a search keeps from one game shows a finding in the next one, and not again.
        let shown = is_allowed && (0..2).all(|_| runner.search_repeatedly(next).1 == Some(finding));
        if shown {
            best.lock().expect("no thread panics while it has the lock").clone_from(next);
        }
        shown
    };
    if !(0..ATTEMPTS).any(|_| shows(&whole)) {
        return whole;
    }
    let small = in_simpler_circumstances(whole, &mut shows);
    let small = small.smaller(&mut shows);
    in_simpler_circumstances(small, &mut shows)
}

/// Returns the normal form of `item`, which is shrunk and shows `finding`.
fn normal_form<P: Mobile>(trials: &Arc<Trials<P>>, finding: Finding, item: &Problem<P>) -> Problem<P> {
    let own = item.clone();
    let work = move |runner: &mut Runner<'_, P>| {
        let deadline = runner.trials.deadline.within(SHRINKING);
        own.normal_form(&mut |next| {
            let is_allowed = !deadline.is_over() && runner.trials.games.allows(next);
            is_allowed && runner.search_repeatedly(next).1 == Some(finding)
        })
    };
    let is_searched = finding != Finding::TIMED_OUT;
    let form = is_searched.then(|| run_watched(trials, work).ok()).flatten();
    form.unwrap_or_else(|| item.clone())
}

/// Searches `item`, which showed `finding`, several more times. A report shows one of the results.
fn examined<P: Mobile>(runner: &mut Runner<'_, P>, finding: Finding, item: Problem<P>) -> Small<P> {
    let trials = runner.trials;
    let (deadline, mut is_first, mut outcome) = (trials.deadline.within(REPEATING), true, None);
    let recurrence = Recurrence::count(REPEATED.saturating_mul(trials.repeats), || {
        let until = if std::mem::take(&mut is_first) { &trials.deadline } else { &deadline };
        let (repeated, found) = (!until.is_over()).then(|| runner.search(&item))?;
        let shows = found == Some(finding);
        if trials.is_cut(&repeated) {
            return None;
        }
        if shows {
            outcome.get_or_insert(repeated);
        }
        Some(shows)
    });
    Small { item, outcome, recurrence }
}

/// Returns `item` without the circumstances that the finding does not need.
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
