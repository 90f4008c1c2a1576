//! The kill matrix: which checks and which generators see each seeded bug, after how many games, and
//! in what smallest game.
//!
//! What a checker is worth is what it sees. Each bug is hunted with several seeds, none of which tuning ever
//! saw: games are drawn until the buggy search shows what the correct one guarantees never to show, and the
//! correct one passes the very same game. Beside it stand the games that most people would write, uniform
//! random trees, and the checks that most people would make: that every move is legal.

mod hunter;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Bug;
use crate::case::Case;
use crate::game::{Choices, Graph, Growth, Seeded, Shape, Sharing, Values};
use crate::verdict::{FaultKind, Finding, LineKind};
use hunter::{BugFinder, Sample};

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Check {
    /// Each position of the line has the move that the line shows next.
    Legality,
    /// The score is minimax, or witnessed.
    Score,
    /// Each position of the line carries the score.
    Optimality,
    /// There is a line where one is owed, as long as is guaranteed, and none where only a bound is known.
    Completeness,
    /// What each node returns, reads and records keeps the laws of its window.
    Nodes,
    /// The best move, the order and number of lines, the iteration that is shown.
    Root,
}

impl Check {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Legality, Self::Score, Self::Optimality, Self::Completeness, Self::Nodes, Self::Root];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Legality => "legality",
            Self::Score => "score",
            Self::Optimality => "optimality",
            Self::Completeness => "completeness",
            Self::Nodes => "nodes",
            Self::Root => "root",
        }
    }

    /// The check that finds this.
    pub const fn of(finding: Finding) -> Self {
        match finding {
            Finding::Score(_) => Self::Score,
            Finding::Line(LineKind::Illegal | LineKind::Runaway) => Self::Legality,
            Finding::Line(LineKind::Unsound | LineKind::PastDraw) => Self::Optimality,
            Finding::Line(_) => Self::Completeness,
            Finding::Fault(
                FaultKind::EmptyWindow
                | FaultKind::BoundLaw
                | FaultKind::FalseClaim
                | FaultKind::PrunedLeaf
                | FaultKind::RaisedRefutation,
            ) => Self::Nodes,
            Finding::Fault(_) => Self::Root,
        }
    }
}

/// How games are drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Generator {
    /// Everything: [`Growth::random_game`] at its stock weights.
    Mixed,
    /// Trees alone, uniform and ragged ones with scores of every kind: [`Growth::random`].
    Trees,
    /// As most people would write them: every position has as many moves, all leaves are as deep as the
    /// search, and scores are numbers below a thousand.
    Uniform,
}

impl Generator {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Mixed, Self::Trees, Self::Uniform];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Trees => "trees",
            Self::Uniform => "uniform",
        }
    }

    /// Draws a game in place of what `graph` held, and says how deep it is to be searched.
    pub fn game(self, choices: &mut Seeded, graph: &mut Graph) -> usize {
        let (growth, depth) = match self {
            Self::Mixed => return Growth::random_game(choices, graph),
            Self::Trees => Growth::random(choices),
            Self::Uniform => {
                let branching = 2 + choices.below(3) as u16;
                let height = 2 + choices.below(3) as u8;
                let (shape, sharing, values) = (Shape::Uniform, Sharing::None, Values::Below(1000));
                (Growth { shape, sharing, values, branching, height }, height)
            }
        };
        growth.grow(choices, graph);
        usize::from(depth)
    }
}

/// How long bugs are hunted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The seeds, one hunt each.
    pub seeds: Range<u64>,
    /// A hunt that takes more games has missed its bug.
    pub most: u64,
    /// Games of the first seed that are looked at whether or not the bug was caught before: what it is
    /// seen as, by which checks, and how often.
    pub sample: u64,
}

impl Plan {
    /// Seeds that no weight was ever tuned by.
    pub const HELD_OUT_SEEDS: Range<u64> = 1_000..1_021;
}

impl Default for Plan {
    fn default() -> Self {
        Self { seeds: Self::HELD_OUT_SEEDS, most: 100_000, sample: 5_000 }
    }
}

/// How many games it took to catch a bug, once a seed: the fewest first; `None` is a hunt that missed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamesToCatch(Vec<Option<u64>>);

impl GamesToCatch {
    fn new(mut games: Vec<Option<u64>>) -> Self {
        games.sort_by_key(|games| games.unwrap_or(u64::MAX));
        Self(games)
    }

    /// The median; `None` when most hunts missed.
    pub fn median(&self) -> Option<u64> {
        self.0[self.0.len() / 2]
    }

    /// The longest; `None` when a hunt missed.
    pub fn worst(&self) -> Option<u64> {
        *self.0.last().expect("there is a hunt")
    }
}

/// What was seen of one bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Killed {
    /// The bug.
    pub bug: Bug,
    /// The hunts, by the order of [`Generator::ALL`]: with all seeds for wild games, with the first five for
    /// others, and no more of these than say that most miss.
    pub hunts: [GamesToCatch; Generator::ALL.len()],
    /// Games of the sample.
    pub sample: u64,
    /// Of these the ones in which it was seen.
    pub seen: u64,
    /// In how many of these, and of the games that ended a hunt, as what: all that shows in a game counts, and
    /// not the worst alone.
    pub findings: BTreeMap<Finding, u64>,
    /// What all of these games have, the smallest too, and too many others have not for that to be chance.
    pub needs: Vec<&'static str>,
    /// Whether it is seen only where another search of the game went before and left its table.
    pub needs_two_searches: bool,
    /// The smallest game known: the least of those that shrinking some of the smallest games leads to.
    /// It expects the worst that shows.
    pub smallest: Option<Case>,
}

impl Killed {
    /// Hunts by games of one kind.
    pub fn by(&self, generator: Generator) -> &GamesToCatch {
        &self.hunts[generator as usize]
    }

    /// Whether every hunt by wild games caught it.
    pub fn is_caught(&self) -> bool {
        self.by(Generator::Mixed).worst().is_some()
    }

    /// The checks that see it.
    pub fn checks(&self) -> BTreeSet<Check> {
        self.findings.keys().copied().map(Check::of).collect()
    }

    /// The finding that shows most often.
    pub fn fault(&self) -> Option<Finding> {
        self.findings.iter().max_by_key(|&(_, &games)| games).map(|(&finding, _)| finding)
    }

    /// Whether a checker sees it that replays lines and looks at nothing but the rules of the game.
    pub fn is_seen_by_legality(&self) -> bool {
        self.checks().contains(&Check::Legality)
    }

    /// Whether a checker sees it that knows minimax, and looks at the score and at what carries it.
    pub fn is_seen_by_optimality(&self) -> bool {
        let checks = self.checks();
        checks.contains(&Check::Score) || checks.contains(&Check::Optimality)
    }

    /// What tells it from others: as what it is seen, by what games, and what these need.
    pub fn signature(&self) -> (Vec<Finding>, Vec<Generator>, &[&'static str]) {
        let seen_by = Generator::ALL.into_iter().filter(|&generator| self.by(generator).median().is_some());
        (self.findings.keys().copied().collect(), seen_by.collect(), &self.needs)
    }
}

/// Hunts these bugs on so many threads; `progress` hears of each that is done. What is found depends on
/// the plan alone.
pub fn matrix(bugs: &[Bug], plan: &Plan, threads: usize, progress: impl Fn() + Sync) -> Vec<Killed> {
    let (next, games) = (AtomicUsize::new(0), Sample::new(plan));
    let killed = Mutex::new(vec![None; bugs.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, bugs.len().max(1)) {
            scope.spawn(|| {
                while let Some((index, &bug)) = at(bugs, next.fetch_add(1, Ordering::Relaxed)) {
                    let one = BugFinder::new(bug).kill(plan, &games);
                    killed.lock().expect("no hunter panics")[index] = Some(one);
                    progress();
                }
            });
        }
    });
    let killed = killed.into_inner().expect("no hunter panics");
    killed.into_iter().map(|one| one.expect("every bug was hunted")).collect()
}

fn at<T>(all: &[T], index: usize) -> Option<(usize, &T)> {
    all.get(index).map(|one| (index, one))
}
