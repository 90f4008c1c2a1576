//! Many searches: which games show which flaws.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::contender::Contender;
use super::examine::{Examined, NoAnswer, Unjudged};
use super::flaw::{Allowed, Flaw};
use super::games::Games;
use super::item::Item;
use super::problem::{Before, Circumstances};
use super::watch::{Watch, Watched};
use crate::check::Harness;
use crate::oracle::{Drafts, Rules};
use crate::pv::NoStore;
use crate::search::ReportedNodes;
use crate::verdict::{LineKind, ScoreVerdict};

/// What is verified, and how.
pub struct Plan<T: Item> {
    pub contender: Box<dyn Contender<T::Search>>,
    pub games: Box<dyn Games<T>>,
    pub rules: Rules,
    pub reported: ReportedNodes,
    pub after: Vec<Before>,
    /// The least and the largest node limit, if searches are to stop.
    pub node_limits: Option<(u64, u64)>,
    pub lines: u8,
    pub table_entries: Option<usize>,
    pub repeats: u32,
    pub allowed: Allowed,
    pub time_limit: Duration,
    /// More time for a search that ends by itself when its time is over.
    pub grace: Duration,
    pub threads: usize,
    /// The games that are searched; `None` for all of them.
    pub within: Option<Range<u64>>,
    pub progress: Progress,
}

/// Is called with the number of searches that were done since the last call. Returns whether to go on.
pub(crate) type Progress = Arc<dyn Fn(u64) -> bool + Send + Sync>;

impl<T: Item> Plan<T> {
    /// Game `index` with the circumstances of its search.
    pub fn item(&self, index: u64) -> T {
        let node_limit = self.node_limits.map(|(least, most)| least + index % (most - least + 1));
        let Self { ref after, lines, table_entries, .. } = *self;
        let circumstances = Circumstances { after: after.clone(), node_limit, lines, table_entries };
        self.games.item(index).with_circumstances(circumstances)
    }
}

/// One thread's search under test, and its memory.
pub(super) struct Runner<'p, T: Item> {
    plan: &'p Plan<T>,
    watch: &'p Watch,
    search: Box<T::Search>,
    harness: Harness<NoStore>,
}

/// The result of one item.
pub type Outcome = Result<Examined, Unjudged>;

impl<'p, T: Item> Runner<'p, T> {
    pub fn new(plan: &'p Plan<T>, watch: &'p Watch) -> Self {
        let search = plan.contender.begin();
        Self { plan, watch, search, harness: Harness::with_store(NoStore) }
    }

    /// Searches `item` once and judges it by `rules`.
    pub fn examine_by(&mut self, rules: &Rules, item: &T) -> Outcome {
        let rules = &rules_for(rules, item);
        item.examine(&mut self.search, &mut self.harness, rules, self.plan.reported, self.watch)
    }

    fn examine(&mut self, item: &T) -> Outcome {
        self.examine_by(&self.plan.rules, item)
    }

    /// Searches `item` as often as the plan requires. Returns the first result with a flaw, else the last one.
    pub fn check(&mut self, item: &T) -> (Outcome, Option<Flaw>) {
        let mut last = self.examine(item);
        let mut flaw = self.plan.flaw(item, &last);
        for _ in 1..self.plan.repeats {
            if flaw.is_some() {
                break;
            }
            last = self.examine(item);
            flaw = self.plan.flaw(item, &last);
        }
        (last, flaw)
    }
}

impl<T: Item> Plan<T> {
    /// The flaw of the result of one item.
    pub fn flaw(&self, item: &T, outcome: &Outcome) -> Option<Flaw> {
        match outcome {
            Ok(examined) => self.allowed.flaw(examined, item.circumstances().node_limit.is_some()),
            Err(Unjudged::NoAnswer(failed)) => Some(failed.into()),
            Err(Unjudged::TooDeep(_) | Unjudged::TooManyPaths(_)) => None,
        }
    }
}

/// The rules for a search of `item`: its table has the entries of the searches before it.
pub(super) fn rules_for(rules: &Rules, item: &impl Item) -> Rules {
    let keeps = rules.drafts != Drafts::NoTable && !item.circumstances().after.is_empty();
    if keeps { rules.keeping() } else { *rules }
}

/// The number of games kept for each flaw: the smallest ones.
const KEPT: usize = 20;

/// The counts of many searches.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tally<S> {
    pub searches: u64,
    /// Games that cannot be judged: too many paths, or too deep.
    pub unjudged: u64,
    /// The verdicts on the worst lines.
    pub lines: BTreeMap<LineKind, u64>,
    /// The verdicts on the scores.
    pub scores: BTreeMap<ScoreVerdict, u64>,
    pub flaws: BTreeMap<Flaw, Flawed<S>>,
}

/// The games that show one flaw.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Flawed<S> {
    pub count: u64,
    /// The smallest of them, with their sizes.
    pub smallest: Vec<(S, u64)>,
}

impl<S> Default for Flawed<S> {
    fn default() -> Self {
        Self { count: 0, smallest: Vec::new() }
    }
}

impl<S> Default for Tally<S> {
    fn default() -> Self {
        let (lines, scores, flaws) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { searches: 0, unjudged: 0, lines, scores, flaws }
    }
}

impl<S: Ord> Flawed<S> {
    fn keep(&mut self, more: impl IntoIterator<Item = (S, u64)>) {
        self.smallest.extend(more);
        self.smallest.sort();
        self.smallest.truncate(KEPT);
    }
}

impl<S: Ord> Tally<S> {
    fn count(&mut self, index: u64, item: &impl Item<Size = S>, outcome: &Outcome, flaw: Option<Flaw>) {
        self.searches += 1;
        match outcome {
            Ok(examined) => {
                *self.lines.entry(examined.worst().verdict.kind).or_default() += 1;
                *self.scores.entry(examined.trial.verdict).or_default() += 1;
            }
            Err(Unjudged::NoAnswer(_)) => {}
            Err(Unjudged::TooDeep(_) | Unjudged::TooManyPaths(_)) => self.unjudged += 1,
        }
        if let Some(flaw) = flaw {
            let flawed = self.flaws.entry(flaw).or_default();
            flawed.count += 1;
            flawed.keep([(item.size(), index)]);
        }
    }

    /// The number of searches that did not end in time.
    fn timed_out(&self) -> u64 {
        self.flaws.get(&Flaw::TimedOut).map_or(0, |flawed| flawed.count)
    }

    fn add(&mut self, other: Self) {
        self.searches += other.searches;
        self.unjudged += other.unjudged;
        for (kind, count) in other.lines {
            *self.lines.entry(kind).or_default() += count;
        }
        for (verdict, count) in other.scores {
            *self.scores.entry(verdict).or_default() += count;
        }
        for (flaw, more) in other.flaws {
            let flawed = self.flaws.entry(flaw).or_default();
            flawed.count += more.count;
            flawed.keep(more.smallest);
        }
    }
}

/// The number of searches that may run into the time limit; then the campaign ends.
const TIMED_OUT: u64 = 5;

/// The number of games that a thread takes at once.
const CHUNK: u64 = 16;

/// Searches all games of `plan`. The result does not depend on the number of threads, unless a search does not end in
/// time: then the searches that run at that moment are lost.
pub(super) fn play<T: Item>(plan: &Arc<Plan<T>>) -> Tally<T::Size> {
    let (next, total) = (Arc::new(AtomicU64::new(0)), Arc::new(Mutex::new(Tally::default())));
    let worker = || {
        let (plan, next, total) = (Arc::clone(plan), Arc::clone(&next), Arc::clone(&total));
        Watched::spawn(move |watch| {
            let mut runner = Runner::new(&plan, watch);
            let games = plan.within.clone().unwrap_or(0..plan.games.count());
            loop {
                let from = games.start + next.fetch_add(CHUNK, Ordering::Relaxed);
                if from >= games.end {
                    return;
                }
                let mut tally = Tally::default();
                let chunk = from..games.end.min(from + CHUNK);
                for index in chunk.clone() {
                    watch.game.store(index, Ordering::Relaxed);
                    let item = plan.item(index);
                    let (outcome, flaw) = runner.check(&item);
                    tally.count(index, &item, &outcome, flaw);
                    if tally.timed_out() >= TIMED_OUT {
                        break;
                    }
                }
                let mut total = total.lock().expect("no thread panics while it adds");
                total.add(tally);
                let timed_out = total.timed_out();
                drop(total);
                if timed_out >= TIMED_OUT || !(plan.progress)(chunk.end - chunk.start) {
                    return;
                }
            }
        })
    };
    let mut workers: Vec<Watched<()>> = (0..plan.threads.max(1)).map(|_| worker()).collect();
    while let Some(last) = workers.last() {
        match last.poll(plan.time_limit + plan.grace) {
            None => {}
            Some(Ok(())) => drop(workers.pop()),
            Some(Err(_)) => {
                // The others stop at the end of the games that they have taken.
                next.store(u64::MAX / 2, Ordering::Relaxed);
                let index = last.watch.game.load(Ordering::Relaxed);
                let failed = Err(NoAnswer::TimedOut(plan.time_limit).into());
                let mut total = total.lock().expect("no thread panics while it adds");
                total.count(index, &plan.item(index), &failed, Some(Flaw::TimedOut));
                drop(total);
                workers.pop();
            }
        }
        if !workers.is_empty() {
            workers.rotate_right(1);
        }
    }
    let total = total.lock().expect("no thread panics while it adds");
    total.clone()
}
