//! Many games: every planned subject on each of them, tallied.
//!
//! Games are numbered and each depends on its number alone, so pieces can be
//! played by any thread in any order and the sums are the same.

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
use crate::check::{Game, Harness, PrecedingSearch, Trial, judge_store, not_reproduced};
use crate::contract::{Guarantee, counterexamples, guarantee};
use crate::game::{Graph, GraphPosition};
use crate::pv::{AllStores, Store};
use crate::score::Score;
use crate::search::SearchOptions;
use crate::subject::Subject;
use crate::verdict::LineVerdict;

pub(crate) use games::FeatureScratch;
pub use games::{Features, Games, Grown, Random};
pub use part::{Part, PartMismatch};
pub use row::Row;
pub use shard::Shard;
pub use tally::{Counterexample, Tally};

/// Games that a thread plays before it looks up: small enough for a smooth
/// progress bar and a prompt end, large enough to cost nothing.
const CHUNK: u64 = 1024;

/// Games of the first round, and the most that a round has. Between rounds all threads wait for each other,
/// and it is asked whether to go on.
const SHORTEST_ROUND: u64 = 16 * CHUNK;
const LONGEST_ROUND: u64 = 256 * CHUNK;

/// More threads than any machine has cores for this.
const MAX_THREADS: u64 = 256;

/// One search that feeds several of the planned rows.
struct PlannedSearch {
    algorithm: Algorithm,
    options: SearchOptions,
    /// The row of each store of [`AllStores`], where one was asked for.
    rows: [Option<(usize, Guarantee)>; Store::ALL.len()],
}

/// Subjects to try on games.
pub struct Campaign<'g, G> {
    games: &'g G,
    subjects: Vec<Subject>,
    plan: Vec<PlannedSearch>,
    threads: usize,
    deadline: Option<Instant>,
    /// Set when the campaign is to end.
    stop: Option<&'g AtomicBool>,
    max_findings: Option<usize>,
    /// How long a round may take at most.
    pause: Option<Duration>,
    /// The games that are played.
    range: Range<u64>,
    /// Replayed at the start: each must show what it expects.
    counterexamples: Vec<Case>,
}

/// What a campaign ends with.
#[derive(Clone, Debug)]
pub struct Finished {
    /// A row a subject, in the order in which they were asked for.
    pub rows: Vec<Row>,
    /// Games played: all of them, or the first so many when the time ran out.
    pub games: u64,
    /// What the games had in them.
    pub features: Features,
}

impl Finished {
    /// What this run had too little of to mean anything, by name: features of the
    /// games, and search options that hardly ever acted or mattered. Small runs are not judged.
    pub fn insufficient_coverage(&self) -> Vec<String> {
        let features = self.features.insufficient_coverage(self.games).into_iter().map(str::to_owned);
        features.chain(self.rows.iter().filter_map(Row::insufficient_coverage)).collect()
    }
}

impl<'g, G: Games> Campaign<'g, G> {
    /// A campaign of `subjects`, which all differ, on `games`, on one thread and
    /// without an end before the last game.
    pub fn new(games: &'g G, subjects: Vec<Subject>) -> Self {
        let mut plan: Vec<PlannedSearch> = Vec::new();
        for (row, subject) in subjects.iter().enumerate() {
            let Subject { algorithm, options, store } = *subject;
            let same =
                |planned: &&mut PlannedSearch| (planned.algorithm, planned.options) == (algorithm, options);
            let slot = Store::ALL.iter().position(|&one| one == store).expect("every store is listed");
            match plan.iter_mut().find(same) {
                Some(planned) => {
                    assert!(planned.rows[slot].is_none(), "{subject} is planned once");
                    planned.rows[slot] = Some((row, guarantee(subject)));
                }
                None => {
                    let mut rows = [None; Store::ALL.len()];
                    rows[slot] = Some((row, guarantee(subject)));
                    plan.push(PlannedSearch { algorithm, options, rows });
                }
            }
        }
        // What a search option changed is told by the same search without it, which is tried
        // first, and also where nobody asked for its row.
        let is_plain = |planned: &PlannedSearch| planned.options == SearchOptions::NONE;
        for &algorithm in Algorithm::ALL.iter().filter(|algorithm| !algorithm.needs_table()) {
            let of = |planned: &&PlannedSearch| planned.algorithm == algorithm;
            if plan.iter().any(|planned| of(&planned)) && !plan.iter().filter(of).any(is_plain) {
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

    /// Plays on this many threads, or on fewer if there are not games enough for them.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        let most = self.games.count().div_ceil(CHUNK).clamp(1, MAX_THREADS);
        self.threads = threads.clamp(1, most as usize);
        self
    }

    /// Ends at this time even if games are left.
    #[must_use]
    pub fn until(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    /// Ends as soon as `stop` is set, as when the time has run out.
    #[must_use]
    pub fn until_set(mut self, stop: &'g AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Ends each round after about this time, so that whoever hears of rounds hears of some soon. Which
    /// games are a round then depends on the machine; no sum does.
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

    /// Plays these games of all, a shard.
    #[must_use]
    pub fn within(mut self, range: Range<u64>) -> Self {
        self.range = range.start..range.end.min(self.games.count());
        self
    }

    /// Ends with the round in which this many guarantees were broken, each kind of finding counted once a
    /// row.
    #[must_use]
    pub fn until_findings(mut self, most: Option<usize>) -> Self {
        self.max_findings = most;
        self
    }

    /// Plays; `progress` hears how many games were played since it heard last.
    pub fn run(&self, progress: impl Fn(u64) + Sync) -> Finished {
        let played = self.play_on(self.begin(), progress, |_| Ok::<_, Infallible>(()));
        played.map_or_else(|never| match never {}, |part| self.finish(&part))
    }

    /// The games that are played.
    pub fn games(&self) -> Range<u64> {
        self.range.clone()
    }

    /// What was played before anything was.
    pub fn begin(&self) -> Part {
        Part::nothing(self.range.start, self.subjects.len(), self.plan.len())
    }

    /// Plays what comes behind `part`; `each` hears of every round what was played in it. Which games are
    /// a round depends on nothing but the first, unless rounds are [cut short](Self::pausing).
    ///
    /// # Errors
    ///
    /// The first one of `each`, which ends the play.
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

    /// Whether nothing is left to play, or no time, or enough was found.
    fn is_over(&self, part: &Part) -> bool {
        let found = self.max_findings.is_some_and(|most| part.findings() >= most);
        part.games().end >= self.range.end || part.games > 0 && (found || self.is_late())
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Where the round ends that begins here: each is twice as long as the one before it, up to a limit.
    fn end_of_round(&self, from: u64) -> u64 {
        let (mut end, mut length) = (self.range.start, SHORTEST_ROUND);
        while end <= from {
            end = end.saturating_add(length);
            length = LONGEST_ROUND.min(2 * length);
        }
        end.min(self.range.end)
    }

    fn play_round(&self, from: u64, progress: &(impl Fn(u64) + Sync)) -> Part {
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
            // A thread that the system refuses leaves its games to the others.
            let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..self.threads).filter_map(spawn).collect();
            let mut part = work();
            for other in others {
                part.add(&other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            part
        })
    }

    /// What all of it says. Every counterexample of the contract is replayed.
    pub fn finish(&self, part: &Part) -> Finished {
        let not_reproduced = not_reproduced(self.counterexamples.clone());
        let cell = |subject: &Subject| (subject.algorithm, subject.store, subject.regime());
        let rows = self.subjects.iter().zip(part.of_rows(&self.plan));
        let rows = rows.map(|(&subject, tally)| {
            let not_reproduced =
                not_reproduced.iter().find(|case| cell(&case.subject) == cell(&subject)).cloned();
            Row { not_reproduced, ..Row::new(subject, tally, |index, tree| self.games.game(index, tree)) }
        });
        Finished { rows: rows.collect(), games: part.games, features: part.features }
    }

    /// The next piece of a round: always the first games that nobody has taken, so that what
    /// was played when the time ran out is the beginning of the campaign.
    fn take_chunk(&self, next: &AtomicU64, round: &Range<u64>, until: Option<Instant>) -> Option<Range<u64>> {
        let is_first = next.load(Ordering::Relaxed) == 0;
        // However short the time, the first games are played: none would prove nothing.
        if self.is_late() && !(is_first && round.start == self.range.start) {
            return None;
        }
        if until.is_some_and(|until| Instant::now() >= until) && !is_first {
            return None;
        }
        let taken = next.fetch_add(CHUNK, Ordering::Relaxed);
        let left = (round.end - round.start).saturating_sub(taken);
        let start = round.start.saturating_add(taken);
        (left > 0).then(|| start..start + left.min(CHUNK))
    }

    fn play(&self, index: u64, played: &mut Worker) {
        let Worker { harness, tree, met, part } = played;
        let depth = self.games.game(index, tree);
        part.games += 1;
        part.features.count(tree, depth, met);
        let root = tree.root();
        let mut game = harness.game(&root, depth).expect("games are no deeper than the stores");
        if self.plan.iter().any(|planned| planned.options.keeps_table()) {
            game = game
                .after(PrecedingSearch::of_case(&root, depth, &SearchOptions::NONE))
                .expect("no deeper than the stores");
        }
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
    /// Tries the search and tallies the lines of its rows.
    fn play(
        &self,
        game: &mut Game<'_, GraphPosition<'_>, AllStores>,
        counterexample: Counterexample,
        tallies: &mut [Tally],
    ) -> Trial {
        let mut lines = [None; Store::ALL.len()];
        let trial = game.run_algorithm(self.algorithm, &self.options, |oracle, store, outcome| {
            if self.rows[store].is_some() {
                let line = judge_store(oracle, Store::ALL[store], outcome);
                lines[store] = Some(lines[store].map_or(line, |worst: LineVerdict| worst.or_worse(line)));
            }
        });
        for (row, line) in self.rows.iter().zip(lines) {
            if let (Some((row, guarantee)), Some(line)) = (row, line) {
                tallies[*row].count_line(*guarantee, &trial, line, counterexample);
            }
        }
        trial
    }
}

/// What a thread plays with, and its results.
struct Worker {
    harness: Harness,
    tree: Graph,
    met: FeatureScratch,
    part: Part,
}

impl Worker {
    fn new(part: Part) -> Self {
        Self {
            harness: Harness::default(),
            tree: Graph::leaf(Score::ZERO),
            met: FeatureScratch::default(),
            part,
        }
    }
}

#[cfg(test)]
mod tests;
