//! Campaigns: every planned subject is run on many games, and the results are summed.
//!
//! Games are numbered, and each game depends on its number only. So any thread can run any part of the games
//! in any order, and the sums are the same.

mod games;
mod part;
mod row;
mod shard;
mod tally;

use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::algorithm::Algorithm;
use crate::case::Case;
use crate::check::{Game, Harness, Trial, judge_store, not_reproduced};
use crate::contract::{Guarantee, counterexamples, guarantee};
use crate::game::{Graph, GraphPosition};
use crate::pv::{AllStores, Store};
use crate::score::Score;
use crate::search::SearchOptions;
use crate::subject::Subject;
use crate::verdict::LineVerdict;

pub(crate) use games::FeatureScratch;
pub use games::{Features, Games, Grown, Random, Shown};
pub use part::{Part, PartMismatch};
pub use row::Row;
pub use shard::Shard;
pub use tally::{Counterexample, Tally};

/// The number of searches that a thread takes at once, in whole games: small enough for a smooth progress bar and a
/// prompt end, large enough to cost nothing.
const CHUNK: u64 = 1024;

/// The number of games in the first round. After each round all threads wait for each other, and the campaign
/// decides whether to continue.
const SHORTEST_ROUND: u64 = 16 * CHUNK;

/// The most games in a round.
const LONGEST_ROUND: u64 = 256 * CHUNK;

/// The most threads, more than the cores of any expected machine.
const MAX_THREADS: u64 = 256;

/// One search whose results go to several of the planned rows.
struct PlannedSearch {
    algorithm: Algorithm,
    options: SearchOptions,
    /// The row of each store of [`AllStores`], if it was requested.
    rows: [Option<(usize, Guarantee)>; Store::ALL.len()],
}

/// A set of subjects to be run on a set of games.
pub struct Campaign<'g> {
    // A trait object, so that the searches are compiled once, in this crate.
    games: &'g dyn Games,
    subjects: Vec<Subject>,
    plan: Vec<PlannedSearch>,
    threads: usize,
    deadline: Option<Instant>,
    /// The campaign ends when this is set.
    stop: Option<&'g AtomicBool>,
    max_findings: Option<usize>,
    /// The maximum duration of a round.
    pause: Option<Duration>,
    /// The numbers of the games to search.
    range: Range<u64>,
    /// The cases that are replayed; each must show the finding that it expects.
    counterexamples: Vec<Case>,
}

/// The result of a campaign.
#[derive(Clone, Debug)]
pub struct Finished {
    /// One row per subject, in the order in which the subjects were given.
    pub rows: Vec<Row>,
    /// The number of games searched. If time ran out, these are the first ones.
    pub games: u64,
    /// How many games had each feature.
    pub features: Features,
}

impl Finished {
    /// Returns the names of all features and search options that this run covered too rarely to be
    /// meaningful: features that too few games have, and search options that hardly ever had an effect. Small
    /// runs are not judged.
    pub fn insufficient_coverage(&self) -> Vec<String> {
        let features = self.features.insufficient_coverage(self.games).into_iter().map(str::to_owned);
        features.chain(self.rows.iter().filter_map(Row::insufficient_coverage)).collect()
    }
}

impl<'g> Campaign<'g> {
    /// Returns a campaign of `subjects`, which must all differ, on all of `games`, on one thread.
    ///
    /// # Panics
    ///
    /// If a subject occurs twice.
    pub fn new(games: &'g dyn Games, subjects: Vec<Subject>) -> Self {
        let mut plan: Vec<PlannedSearch> = Vec::new();
        for (row, subject) in subjects.iter().enumerate() {
            let Subject { algorithm, options, store } = *subject;
            let same =
                |planned: &&mut PlannedSearch| (planned.algorithm, planned.options) == (algorithm, options);
            let slot = Store::ALL.iter().position(|&one| one == store).expect("every store is listed");
            match plan.iter_mut().find(same) {
                Some(planned) => {
                    assert!(planned.rows[slot].is_none(), "the subject {subject} must occur only once");
                    planned.rows[slot] = Some((row, guarantee(subject)));
                }
                None => {
                    let mut rows = [None; Store::ALL.len()];
                    rows[slot] = Some((row, guarantee(subject)));
                    plan.push(PlannedSearch { algorithm, options, rows });
                }
            }
        }
        // To see whether search options change anything, each search is compared with the same search without
        // options. That one runs first, even if its row was not requested.
        let is_plain = |planned: &PlannedSearch| planned.options == SearchOptions::NONE;
        for &algorithm in Algorithm::ALL.iter().filter(|algorithm| !algorithm.profile().needs_table()) {
            let is_same = |planned: &&PlannedSearch| planned.algorithm == algorithm;
            if plan.iter().any(|planned| is_same(&planned)) && !plan.iter().filter(is_same).any(is_plain) {
                let rows = [None; Store::ALL.len()];
                plan.push(PlannedSearch { algorithm, options: SearchOptions::NONE, rows });
            }
        }
        plan.sort_by_key(|planned| !is_plain(planned));
        let range = 0..games.count();
        Self {
            games,
            subjects,
            plan,
            threads: 1,
            deadline: None,
            stop: None,
            max_findings: None,
            pause: None,
            range,
            counterexamples: counterexamples(),
        }
    }

    /// Uses this many threads, or fewer if there are too few games.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        let most = self.games.count().div_ceil(self.games.searches_at_once()).clamp(1, MAX_THREADS);
        self.threads = threads.clamp(1, most as usize);
        self
    }

    /// Ends the campaign at this time even if games remain.
    #[must_use]
    pub fn until(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    /// Ends the campaign as soon as `stop` is set, in the same way as when time runs out.
    #[must_use]
    pub fn until_set(mut self, stop: &'g AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Ends each round after about this time, so that the callback for rounds is called often. Which games
    /// form a round then depends on the machine; the sums do not.
    #[must_use]
    pub fn pausing(mut self, pause: Duration) -> Self {
        self.pause = Some(pause);
        self
    }

    /// Replays these at the start instead of the committed [`counterexamples`].
    #[must_use]
    pub fn replaying(mut self, counterexamples: Vec<Case>) -> Self {
        self.counterexamples = counterexamples;
        self
    }

    /// Searches only the games with these numbers, for example one shard.
    #[must_use]
    pub fn within(mut self, range: Range<u64>) -> Self {
        self.range = range.start..range.end.min(self.games.count());
        self
    }

    /// Ends the campaign after the round in which this many guarantees were broken. Each kind of finding
    /// counts once per row.
    #[must_use]
    pub fn until_findings(mut self, most: Option<usize>) -> Self {
        self.max_findings = most;
        self
    }

    /// Runs the campaign. `progress` is called with the number of games searched since its last call.
    pub fn run(&self, progress: impl Fn(u64) + Sync) -> Finished {
        let played = self.play_on(self.begin(), progress, |_| Ok::<_, Infallible>(()));
        played.map_or_else(|never| match never {}, |part| self.finish(&part))
    }

    /// Returns the numbers of the games to search.
    pub fn games(&self) -> Range<u64> {
        self.range.clone()
    }

    /// Returns an empty part, at the first game.
    pub fn begin(&self) -> Part {
        Part::nothing(self.range.start, self.subjects.len(), self.plan.len())
    }

    /// Continues the campaign after `part` and returns the whole part. `each` is called with the part of each
    /// round. The games of a round depend only on the first game of the campaign, unless rounds have a [time
    /// limit](Self::pausing).
    ///
    /// # Errors
    ///
    /// The first error of `each`, which ends the campaign.
    pub fn play_on<E>(
        &self,
        mut part: Part,
        progress: impl Fn(u64) + Sync,
        mut each: impl FnMut(&Part) -> Result<(), E>,
    ) -> Result<Part, E> {
        while !self.is_over(&part) {
            let round = self.play_round(part.games().end, &progress);
            part.add(&round);
            each(&round)?;
        }
        Ok(part)
    }

    /// Whether no games remain, time has run out, or enough guarantees were broken.
    fn is_over(&self, part: &Part) -> bool {
        let found = self.max_findings.is_some_and(|most| part.findings() >= most);
        part.games().end >= self.range.end || part.games > 0 && (found || self.is_late())
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Returns the end of the round that contains game `from`. Each round is twice as long as the previous
    /// one, up to [`LONGEST_ROUND`].
    fn end_of_round(&self, from: u64) -> u64 {
        let (mut end, mut length) = (self.range.start, SHORTEST_ROUND);
        while end <= from {
            end = end.saturating_add(length);
            length = LONGEST_ROUND.min(2 * length);
        }
        end.min(self.range.end)
    }

    fn play_round(&self, from: u64, progress: &(dyn Fn(u64) + Sync)) -> Part {
        let (next, round) = (AtomicU64::new(0), from..self.end_of_round(from));
        let until = self.pause.and_then(|pause| Instant::now().checked_add(pause));
        let work = || {
            let mut played = Worker::new(Part::nothing(from, self.subjects.len(), self.plan.len()));
            while let Some(chunk) = self.take_chunk(&next, &round, until) {
                let games = chunk.end - chunk.start;
                for index in chunk {
                    self.play(index, &mut played);
                }
                progress(games);
            }
            played.part
        };
        std::thread::scope(|scope| {
            // If the system cannot start a thread, the other threads take its games.
            let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..self.threads).filter_map(spawn).collect();
            let mut part = work();
            for other in others {
                part.add(&other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            part
        })
    }

    /// Returns the result for `part`, after replaying every committed counterexample.
    pub fn finish(&self, part: &Part) -> Finished {
        let not_reproduced = not_reproduced(self.counterexamples.clone());
        let cell = |subject: &Subject| (subject.algorithm, subject.store, subject.regime());
        let rows = self.subjects.iter().zip(part.of_rows(&self.plan));
        let rows = rows.map(|(&subject, tally)| {
            let not_reproduced =
                not_reproduced.iter().find(|case| cell(&case.subject) == cell(&subject)).cloned();
            Row {
                not_reproduced,
                ..Row::new(subject, tally, |index, shown| self.games.counterexample(index, shown))
            }
        });
        Finished { rows: rows.collect(), games: part.games, features: part.features }
    }

    /// Takes the next chunk of a round: always the first games that no thread has taken, so that the games
    /// searched when time runs out are the first ones of the campaign.
    fn take_chunk(&self, next: &AtomicU64, round: &Range<u64>, until: Option<Instant>) -> Option<Range<u64>> {
        let is_first = next.load(Ordering::Relaxed) == 0;
        // The first chunk is always searched, even if time has run out: a run without games shows nothing.
        if self.is_late() && !(is_first && round.start == self.range.start) {
            return None;
        }
        if until.is_some_and(|until| Instant::now() >= until) && !is_first {
            return None;
        }
        let chunk = self.games_at_once();
        let taken = next.fetch_add(chunk, Ordering::Relaxed);
        let left = (round.end - round.start).saturating_sub(taken);
        let start = round.start.saturating_add(taken);
        (left > 0).then(|| start..start + left.min(chunk))
    }

    /// Returns the number of games that a thread takes at once. With many searches per game it is small, as a
    /// thread that has taken games searches them all, even if time runs out.
    fn games_at_once(&self) -> u64 {
        (self.games.searches_at_once() / self.plan.len().max(1) as u64).max(1)
    }

    fn play(&self, index: u64, played: &mut Worker) {
        let Worker { harness, tree, features, part } = played;
        let depth = self.games.game(index, tree);
        part.games += 1;
        if self.games.are_random() {
            part.features.count(tree, depth, features);
        }
        let root = tree.root();
        let mut game = harness.game(&root, depth).expect("games are no deeper than the stores");
        let counterexample = Counterexample { size: tree.len(), index };
        let mut plain = [None; Algorithm::ALL.len()];
        for (planned, search) in self.plan.iter().zip(&mut part.searches) {
            let slot = &mut plain[planned.algorithm as usize];
            let trial = planned.play(&mut game, counterexample, &mut part.lines);
            search.count_search(&trial, slot.as_ref(), counterexample);
            if planned.options == SearchOptions::NONE {
                *slot = Some(trial);
            }
        }
        game.finish();
    }
}

impl PlannedSearch {
    /// Runs the search and counts the lines of its rows.
    fn play(
        &self,
        game: &mut Game<'_, GraphPosition<'_>, AllStores>,
        counterexample: Counterexample,
        tallies: &mut [Tally],
    ) -> Trial {
        game.prepare_for(&self.options).expect("games are no deeper than the stores");
        let mut lines = [None; Store::ALL.len()];
        let trial = game.run_algorithm(self.algorithm, &self.options, |oracle, store, outcome| {
            if self.rows[store].is_some() {
                let line = judge_store(oracle, Store::ALL[store], outcome);
                lines[store] = Some(match lines[store] {
                    Some(worst) => LineVerdict::or_worse(worst, line),
                    None => line,
                });
            }
        });
        for (row, line) in self.rows.iter().zip(&lines) {
            if let (Some((row, guarantee)), Some(line)) = (row, line) {
                tallies[*row].count_line(guarantee, &trial, line, counterexample);
            }
        }
        trial
    }
}

/// The memory of one thread, and its results.
struct Worker {
    harness: Harness,
    tree: Graph,
    features: FeatureScratch,
    part: Part,
}

impl Worker {
    fn new(part: Part) -> Self {
        Self {
            harness: Harness::default(),
            tree: Graph::leaf(Score::ZERO),
            features: FeatureScratch::default(),
            part,
        }
    }
}

#[cfg(test)]
mod tests;
