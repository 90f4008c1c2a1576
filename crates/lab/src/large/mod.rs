//! Searches of implicit games, judged in constant memory: stores and tables at depths at which no game can be stored.
//!
//! The games are [`ImplicitGame`]s, and the oracle is [`Unstored`]: it visits every position and stores none. It knows the
//! value of a position for one depth and no path, so only searches of a fixed tree can be judged by it: see
//! [`unjudged`].
//!
//! ```
//! use pvcheck::game::ImplicitGame;
//! use pvcheck_lab::large::{LargeGames, check_large};
//! use pvcheck::verdict::LineKind;
//!
//! let games = LargeGames::new(ImplicitGame::tree(1, 5), 6, 2)?;
//! let subjects = ["pvs-soft+triangular", "pvs-soft+single-array-refuting"].map(|one| one.parse().expect("a subject"));
//! let rows = check_large(&games, &subjects, |_| ())?;
//! assert_eq!(rows[0].tally.line(LineKind::Same), 2);
//! assert!(rows[0].tally.breaches.is_empty());
//! # Ok::<(), pvcheck_lab::large::LargeError>(())
//! ```

mod judge;
mod subjects;
#[cfg(test)]
mod tests;

use pvcheck::campaign::{Counterexample, PlannedSearch, Tally};
use pvcheck::check::Trial;
use pvcheck::contract::{Guarantee, guarantee};
use pvcheck::game::{ImplicitGame, ImplicitPosition};
use pvcheck::oracle::Unstored;
use pvcheck::pv::{AllStores, CAPACITY, Store};
use pvcheck::search::{AlgorithmAdapter, Counts, ExternalSearch as _, Outcome, Scratch, Task};
use pvcheck::subject::Subject;
use pvcheck::verdict::LineVerdict;

pub use judge::Judge;
pub use subjects::{guaranteed_subjects, unjudged};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LargeGames {
    first: ImplicitGame,
    depth: usize,
    games: u64,
    minimax_nodes: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LargeError {
    #[error("a game without moves or scores; expected at least 1 of both, and at least 1 ply")]
    Empty,
    #[error("depth {depth}; expected 1 to {CAPACITY}, the capacity of the stores in plies")]
    Depth { depth: usize },
    /// Minimax of a game takes too long.
    #[error(
        "minimax to depth {depth} of a game with {branching} moves visits {}; expected at most {} positions",
        nodes.map_or("2^64 positions or more".to_owned(), |nodes| format!("{nodes} positions")),
        LargeGames::MOST_NODES
    )]
    TooLarge { branching: u8, depth: usize, nodes: Option<u64> },
    #[error("{subject} cannot be judged in constant memory: {reason}; expected a search of a fixed tree")]
    Unjudged { subject: Box<Subject>, reason: &'static str },
    #[error("{subject} is given twice; expected each subject once")]
    Twice { subject: Box<Subject> },
}

impl LargeGames {
    /// The most positions that minimax of one game may visit: less than a minute of work.
    pub const MOST_NODES: u64 = 4_000_000_000;

    /// Returns `games` games like `first`, whose seeds follow one another, searched to `depth`.
    ///
    /// # Errors
    ///
    /// If a game has no moves, or is too deep or too large.
    pub fn new(first: ImplicitGame, depth: usize, games: u64) -> Result<Self, LargeError> {
        if first.branching == 0 || first.scores == 0 || first.plies == 0 {
            return Err(LargeError::Empty);
        }
        if !(1..=CAPACITY).contains(&depth) {
            return Err(LargeError::Depth { depth });
        }
        let nodes = first.minimax_nodes(depth);
        match nodes.filter(|&nodes| nodes <= Self::MOST_NODES) {
            Some(minimax_nodes) => Ok(Self { first, depth, games, minimax_nodes }),
            None => Err(LargeError::TooLarge { branching: first.branching, depth, nodes }),
        }
    }

    pub fn game(&self, index: u64) -> ImplicitGame {
        ImplicitGame { seed: self.first.seed.wrapping_add(index), ..self.first }
    }

    pub fn minimax_nodes(&self) -> u64 {
        self.minimax_nodes
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LargeRow {
    pub subject: Subject,
    pub guarantee: Guarantee,
    pub tally: Tally,
}

/// Groups subjects with the same algorithm and options into one search.
///
/// # Errors
///
/// If a subject cannot be judged, or is given twice.
pub fn plan(subjects: &[Subject]) -> Result<Vec<PlannedSearch>, LargeError> {
    for (index, &subject) in subjects.iter().enumerate() {
        if let Some(reason) = unjudged(&subject) {
            return Err(LargeError::Unjudged { subject: Box::new(subject), reason });
        }
        if subjects[..index].contains(&subject) {
            return Err(LargeError::Twice { subject: Box::new(subject) });
        }
    }
    Ok(PlannedSearch::plan(subjects))
}

/// Searches the games with each subject, and judges scores and lines. `progress` is called before each search, and with
/// `None` before each minimax.
///
/// # Errors
///
/// If a subject cannot be judged, or is given twice.
pub fn check_large(
    games: &LargeGames,
    subjects: &[Subject],
    progress: impl FnMut(Option<&PlannedSearch>),
) -> Result<Vec<LargeRow>, LargeError> {
    let (mut stores, mut scratch) = (AllStores::default(), Scratch::default());
    check_large_by(games, subjects, progress, |search, task, each| {
        let mut slot = 0;
        scratch.new_game();
        let mut adapter = AlgorithmAdapter(search.algorithm.callee());
        adapter.search(&mut stores, &mut (), &mut scratch, task, &mut |(), outcome| {
            each(Store::ALL[slot], outcome);
            slot += 1;
        })
    })
}

/// Like [`check_large`], with the searches of `run`, which may be any: it calls its last argument with the outcome of each
/// store.
///
/// # Errors
///
/// If a subject cannot be judged, or is given twice.
pub fn check_large_by(
    games: &LargeGames,
    subjects: &[Subject],
    mut progress: impl FnMut(Option<&PlannedSearch>),
    mut run: impl FnMut(&PlannedSearch, Task<'_, ImplicitPosition>, &mut dyn FnMut(Store, &Outcome<'_>)) -> Counts,
) -> Result<Vec<LargeRow>, LargeError> {
    let plan = plan(subjects)?;
    let row =
        |&subject: &Subject| LargeRow { subject, guarantee: guarantee(&subject), tally: Tally::default() };
    let mut rows: Vec<LargeRow> = subjects.iter().map(row).collect();
    let mut judge = Judge::new(Unstored::new(&games.game(0).root(), 0));
    for index in 0..games.games {
        let root = games.game(index).root();
        progress(None);
        judge.begin(&root, games.depth);
        for search in &plan {
            progress(Some(search));
            let mut verdicts: [Option<(Trial, LineVerdict)>; Store::ALL.len()] = [None; _];
            let task = Task { root: &root, depth: games.depth, options: &search.options, node_limit: None };
            let counts = run(search, task, &mut |store, outcome| {
                let slot = store as usize;
                if search.rows[slot].is_some() {
                    verdicts[slot] = Some(judge.judge(store, outcome));
                }
            });
            let counterexample = Counterexample { size: 0, index };
            for (row, verdict) in search.rows.iter().zip(verdicts) {
                let &Some((row, _)) = row else { continue };
                let (trial, line) = verdict.expect("every store shows a line or that it has none");
                let LargeRow { guarantee, tally, .. } = &mut rows[row];
                let trial = Trial { counts, ..trial };
                tally.count_search(&trial, None, counterexample);
                tally.count_line(guarantee, &trial, &line, counterexample);
            }
        }
    }
    Ok(rows)
}
