//! Many searches: which games show which flaws.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::contender::Contender;
use super::examine::{Examined, NoAnswer, Unjudged};
use super::flaw::{Allowed, Flaw};
use super::games::Games;
use super::item::Item;
use super::part::{Part, Tally};
use super::problem::{Before, Circumstances};
use super::watch::{Watch, Watched};
use crate::check::Harness;
use crate::oracle::{Drafts, Rules};
use crate::pv::NoStore;
use crate::search::ReportedNodes;

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
    /// The most time for one search, after which it is given up.
    pub fn longest(&self) -> Duration {
        self.time_limit.saturating_add(self.grace)
    }

    /// The numbers of the games that are searched.
    pub fn range(&self) -> Range<u64> {
        self.within.clone().unwrap_or(0..self.games.count())
    }

    /// Game `index` with the circumstances of its search.
    pub fn item(&self, index: u64) -> T {
        let node_limit = self
            .node_limits
            .map(|(least, most)| least + (most - least).checked_add(1).map_or(index, |count| index % count));
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
    if keeps { rules.tt_keep() } else { *rules }
}

/// The number of searches that may run into the time limit; then the campaign ends.
const TIMED_OUT: u64 = 5;

/// The number of games that a thread takes at once.
const CHUNK: u64 = 16;

/// The number of games of the first round.
const FIRST_ROUND: u64 = 1024;

/// The least time for a round; after a shorter one, the next is twice as long.
const ROUND: Duration = Duration::from_secs(1);

/// Searches the games of `plan` after those of `part`, in rounds, and calls `record` with the part of each round.
/// Returns the sum. It has fewer games if the progress ended the run, or searches did not end in time.
pub(super) fn play_in_rounds<T: Item, E>(
    plan: &Arc<Plan<T>>,
    mut part: Part<T::Size>,
    mut record: impl FnMut(&Part<T::Size>) -> Result<(), E>,
) -> Result<Part<T::Size>, E> {
    let (end, mut size) = (plan.range().end, FIRST_ROUND);
    while part.games().end < end && !part.is_cut_short() {
        let (begun, from) = (Instant::now(), part.games().end);
        let round = play(plan, from..end.min(from.saturating_add(size)), part.timed_out());
        let is_whole = round.games().end == end.min(from.saturating_add(size));
        // Games without an answer in time are searched again.
        if !round.is_cut_short() {
            record(&round)?;
        }
        part.add(&round);
        if !is_whole {
            break;
        }
        if begun.elapsed() < ROUND {
            size = size.saturating_mul(2);
        }
    }
    Ok(part)
}

/// Searches these games. The result does not depend on the number of threads, unless a search does not end in
/// time: then the searches that run at that moment are lost. `timed_out`: the number of searches so far that did not.
fn play<T: Item>(plan: &Arc<Plan<T>>, games: Range<u64>, timed_out: u64) -> Part<T::Size> {
    let next = Arc::new(AtomicU64::new(games.start));
    let total = Arc::new(Mutex::new(Tally::default()));
    let worker = || {
        let (plan, next, total, end) = (Arc::clone(plan), Arc::clone(&next), Arc::clone(&total), games.end);
        Watched::spawn(move |watch| search_chunks(&plan, watch, &next, end, &total, timed_out))
    };
    let mut workers: Vec<Watched<()>> = (0..plan.threads.max(1)).map(|_| worker()).collect();
    let mut is_cut_short = false;
    while let Some(last) = workers.last() {
        match last.poll(plan.longest()) {
            None => {}
            Some(Ok(())) => drop(workers.pop()),
            Some(Err(_)) => {
                // The others stop at the end of the games that they have taken.
                next.store(u64::MAX / 2, Ordering::Relaxed);
                is_cut_short = true;
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
    let is_cut_short = is_cut_short || timed_out + total.timed_out() >= TIMED_OUT;
    let end = next.load(Ordering::Relaxed).min(games.end);
    Part::new(games.start..end, total.clone(), is_cut_short)
}

/// Searches the games from `next` to `end`, and adds what was found to `total`.
fn search_chunks<T: Item>(
    plan: &Plan<T>,
    watch: &Watch,
    next: &AtomicU64,
    end: u64,
    total: &Mutex<Tally<T::Size>>,
    timed_out: u64,
) {
    let mut runner = Runner::new(plan, watch);
    loop {
        let from = next.fetch_add(CHUNK, Ordering::Relaxed);
        if from >= end {
            return;
        }
        let mut tally = Tally::default();
        let chunk = from..end.min(from + CHUNK);
        for index in chunk.clone() {
            watch.game.store(index, Ordering::Relaxed);
            let item = plan.item(index);
            let (outcome, flaw) = runner.check(&item);
            tally.count(index, &item, &outcome, flaw);
            if timed_out + tally.timed_out() >= TIMED_OUT {
                break;
            }
        }
        let mut total = total.lock().expect("no thread panics while it adds");
        total.add(&tally);
        let timed_out = timed_out + total.timed_out();
        drop(total);
        if timed_out >= TIMED_OUT || !(plan.progress)(chunk.end - chunk.start) {
            return;
        }
    }
}
