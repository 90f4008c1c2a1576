//! Many games: every planned subject on each of them, tallied.
//!
//! Games are numbered and each depends on its number alone, so pieces can be
//! played by any thread in any order and the sums are the same.

mod games;
mod row;
mod tally;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::algorithm::Algorithm;
use crate::case::Case;
use crate::check::{Bench, Earlier, Game, Trial, blind_spots, judge_store};
use crate::contract::{Promise, promise, witnesses};
use crate::game::{Graph, GraphPosition};
use crate::pv::{Fed, Store};
use crate::score::Score;
use crate::search::Shortcuts;
use crate::subject::Subject;
use crate::verdict::LineVerdict;

pub(crate) use games::Met;
pub use games::{Features, Games, Grown, Random};
pub use row::Row;
pub use tally::{Tally, Witness};

/// Games that a thread plays before it looks up: small enough for a smooth
/// progress bar and a prompt end, large enough to cost nothing.
const CHUNK: u64 = 1024;

/// More threads than any machine has cores for this.
const MOST_THREADS: u64 = 256;

/// One search that feeds several of the planned rows.
struct Planned {
    algorithm: Algorithm,
    shortcuts: Shortcuts,
    /// The row of each store of [`Fed`], where one was asked for.
    rows: [Option<(usize, Promise)>; Store::ALL.len()],
}

/// Subjects to try on games.
pub struct Campaign<'g, G> {
    games: &'g G,
    subjects: Vec<Subject>,
    plan: Vec<Planned>,
    threads: usize,
    deadline: Option<Instant>,
    /// Replayed at the start: each must show what it expects.
    witnesses: Vec<Case>,
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
    /// games, and shortcuts that hardly ever acted or mattered. Small runs are not judged.
    pub fn too_rare(&self) -> Vec<String> {
        let features = self.features.too_rare(self.games).into_iter().map(str::to_owned);
        features.chain(self.rows.iter().filter_map(Row::too_rare)).collect()
    }
}

impl<'g, G: Games> Campaign<'g, G> {
    /// A campaign of `subjects`, which all differ, on `games`, on one thread and
    /// without an end before the last game.
    pub fn new(games: &'g G, subjects: Vec<Subject>) -> Self {
        let mut plan: Vec<Planned> = Vec::new();
        for (row, subject) in subjects.iter().enumerate() {
            let Subject { algorithm, shortcuts, store } = *subject;
            let same =
                |planned: &&mut Planned| (planned.algorithm, planned.shortcuts) == (algorithm, shortcuts);
            let slot = Store::ALL.iter().position(|&one| one == store).expect("every store is listed");
            match plan.iter_mut().find(same) {
                Some(planned) => {
                    assert!(planned.rows[slot].is_none(), "{subject} is planned once");
                    planned.rows[slot] = Some((row, promise(subject)));
                }
                None => {
                    let mut rows = [None; Store::ALL.len()];
                    rows[slot] = Some((row, promise(subject)));
                    plan.push(Planned { algorithm, shortcuts, rows });
                }
            }
        }
        // What a shortcut changed is told by the same search without it, which is tried
        // first, and also where nobody asked for its row.
        let is_plain = |planned: &Planned| planned.shortcuts == Shortcuts::NONE;
        for &algorithm in Algorithm::ALL.iter().filter(|algorithm| !algorithm.needs_table()) {
            let of = |planned: &&Planned| planned.algorithm == algorithm;
            if plan.iter().any(|planned| of(&planned)) && !plan.iter().filter(of).any(is_plain) {
                let rows = [None; Store::ALL.len()];
                plan.push(Planned { algorithm, shortcuts: Shortcuts::NONE, rows });
            }
        }
        plan.sort_by_key(|planned| !is_plain(planned));
        Self { games, subjects, plan, threads: 1, deadline: None, witnesses: witnesses() }
    }

    /// Plays on this many threads, or on fewer if there are not games enough for them.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        let most = self.games.count().div_ceil(CHUNK).clamp(1, MOST_THREADS);
        self.threads = threads.clamp(1, most as usize);
        self
    }

    /// Ends at this time even if games are left.
    #[must_use]
    pub fn until(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    /// Replays these at the start instead of the committed [`witnesses`].
    #[must_use]
    pub fn replaying(mut self, witnesses: Vec<Case>) -> Self {
        self.witnesses = witnesses;
        self
    }

    /// Plays; `progress` hears how many games were played since it heard last.
    pub fn run(&self, progress: impl Fn(u64) + Sync) -> Finished {
        let blind = blind_spots(self.witnesses.clone());
        let next = AtomicU64::new(0);
        let work = || {
            let mut played = Played::new(self.subjects.len(), self.plan.len());
            while let Some(chunk) = self.take_chunk(&next) {
                let games = chunk.end - chunk.start;
                for index in chunk {
                    self.play(index, &mut played);
                }
                progress(games);
            }
            played.results
        };
        let results = std::thread::scope(|scope| {
            // A thread that the system refuses leaves its games to the others.
            let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..self.threads).filter_map(spawn).collect();
            let mut results = work();
            for other in others {
                results.add(&other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            results
        });
        let cell = |subject: &Subject| (subject.algorithm, subject.store, subject.regime());
        let rows = self.subjects.iter().zip(results.of_rows(&self.plan));
        let rows = rows.map(|(&subject, tally)| {
            let blind = blind.iter().any(|case| cell(&case.subject) == cell(&subject));
            Row::new(subject, tally, blind, |index, tree| self.games.game(index, tree))
        });
        Finished { rows: rows.collect(), games: results.games, features: results.features }
    }

    /// The next piece: always the first games that nobody has taken, so that what
    /// was played when the time ran out is the beginning of the campaign.
    fn take_chunk(&self, next: &AtomicU64) -> Option<std::ops::Range<u64>> {
        let over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        // However short the time, the first games are played: none would prove nothing.
        if over && next.load(Ordering::Relaxed) > 0 {
            return None;
        }
        let start = next.fetch_add(CHUNK, Ordering::Relaxed);
        let end = self.games.count().min(start + CHUNK);
        (start < end).then_some(start..end)
    }

    fn play(&self, index: u64, played: &mut Played) {
        let Played { bench, tree, met, results } = played;
        let depth = self.games.game(index, tree);
        results.games += 1;
        results.features.count(tree, depth, met);
        let root = tree.root();
        let mut game = bench.game(&root, depth).expect("games are no deeper than the stores");
        if self.plan.iter().any(|planned| planned.shortcuts.keeps_table()) {
            game = game
                .after(Earlier::of_case(&root, depth, &Shortcuts::NONE))
                .expect("no deeper than the stores");
        }
        let witness = Witness { size: tree.len(), index };
        let mut plain = [None; Algorithm::ALL.len()];
        for (planned, search) in self.plan.iter().zip(&mut results.searches) {
            let slot = &mut plain[planned.algorithm as usize];
            let trial = planned.play(&mut game, witness, &mut results.lines);
            search.count_search(&trial, slot.as_ref(), witness);
            if planned.shortcuts == Shortcuts::NONE {
                *slot = Some(trial);
            }
        }
        game.finish();
    }
}

impl Planned {
    /// Tries the search and tallies the lines of its rows.
    fn play(
        &self,
        game: &mut Game<'_, GraphPosition<'_>, Fed>,
        witness: Witness,
        tallies: &mut [Tally],
    ) -> Trial {
        let mut lines = [None; Store::ALL.len()];
        let trial = game.try_algorithm(self.algorithm, &self.shortcuts, |oracle, store, outcome| {
            if self.rows[store].is_some() {
                let line = judge_store(oracle, Store::ALL[store], outcome);
                lines[store] = Some(lines[store].map_or(line, |worst: LineVerdict| worst.or_worse(line)));
            }
        });
        for (row, line) in self.rows.iter().zip(lines) {
            if let (Some((row, promise)), Some(line)) = (row, line) {
                tallies[*row].count_line(*promise, &trial, line, witness);
            }
        }
        trial
    }
}

/// What a thread plays with, and its results.
struct Played {
    bench: Bench,
    tree: Graph,
    met: Met,
    results: Results,
}

impl Played {
    fn new(rows: usize, searches: usize) -> Self {
        let [lines, searches] = [rows, searches].map(|size| vec![Tally::default(); size]);
        Self {
            bench: Bench::default(),
            tree: Graph::leaf(Score::ZERO),
            met: Met::default(),
            results: Results { lines, searches, games: 0, features: Features::default() },
        }
    }
}

struct Results {
    /// Of each row what is its own, the lines; and of each search what all its rows share.
    lines: Vec<Tally>,
    searches: Vec<Tally>,
    games: u64,
    features: Features,
}

impl Results {
    fn add(&mut self, other: &Self) {
        for (tally, more) in self.lines.iter_mut().zip(&other.lines) {
            tally.add(more);
        }
        for (tally, more) in self.searches.iter_mut().zip(&other.searches) {
            tally.add(more);
        }
        self.games += other.games;
        self.features.add(&other.features);
    }

    /// The tallies of all rows, whole.
    fn of_rows(&self, plan: &[Planned]) -> Vec<Tally> {
        let mut tallies = self.lines.clone();
        for (planned, search) in plan.iter().zip(&self.searches) {
            for (row, _) in planned.rows.iter().flatten() {
                tallies[*row].add(search);
            }
        }
        tallies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Counts;

    #[test]
    fn a_cell_whose_witness_no_longer_shows_it_is_blind_and_breaks_its_promise() {
        let subjects: Vec<Subject> = ["alpha-beta-hard+single-array", "pvs-soft+single-array"]
            .map(|text| text.parse().expect("a subject"))
            .to_vec();
        let games = Random { seed: 1, games: 100 };
        let blind = |expect| {
            let text = format!("v1 alpha-beta-hard+single-array depth=2 expect={expect} [[1 0] [1 0]]");
            let witnesses = vec![text.parse().expect("a case")];
            let finished = Campaign::new(&games, subjects.clone()).replaying(witnesses).run(|_| ());
            finished.rows.iter().map(|row| (row.blind, row.is_kept())).collect::<Vec<_>>()
        };
        assert_eq!(blind("unsound"), [(false, true), (false, true)]);
        assert_eq!(blind("illegal"), [(true, false), (false, true)]);
    }

    #[test]
    fn a_run_is_too_tame_by_its_games_or_by_its_shortcuts() {
        let subject = "pvs-soft+none+aspiration(2)".parse().expect("a subject");
        let tally = |acted| {
            let mut acts = [0; Counts::NONE.acts().len()];
            acts[0] = acted;
            Tally { games: 10_000, acts, ..Tally::default() }
        };
        let rows = |acted| vec![Row::new(subject, tally(acted), false, |_, _| 0)];
        let rich = Features {
            terminal_root: 9_999,
            single_move: 9_999,
            early_end: 9_999,
            horizon: 9_999,
            ties: 9_999,
            open_choice: 9_999,
            transposition: 9_999,
            depths: 9_999,
            cycle: 9_999,
            mate: 9_999,
            noisy: 9_999,
            forcing: 9_999,
            pass: 9_999,
            zugzwang: 9_999,
        };
        let finished = |acted, features| Finished { rows: rows(acted), games: 10_000, features };
        assert_eq!(finished(5_000, rich).too_rare(), Vec::<String>::new());
        assert_eq!(
            finished(0, rich).too_rare(),
            ["pvs-soft+none+aspiration(2) hardly ever has aspiration act"]
        );
        assert_eq!(finished(5_000, Features { ties: 0, ..rich }).too_rare(), ["ties"]);
    }
}
