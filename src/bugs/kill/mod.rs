//! The kill matrix, which shows for each seeded bug the checks and generators that find it, the number of games, and a
//! smallest game.
//!
//! The search for games that show a bug is here called a *hunt*. It draws random games, with seeds that were
//! never used for tuning, until the buggy search breaks a guarantee of the correct one on a game that the
//! correct one passes. For comparison there are the games that most people would write, uniform random trees,
//! and the check that most people would write: that every move is legal.

mod hunter;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{AddAssign, ControlFlow, Range};

use super::{Bug, Visible};
use crate::campaign::Features;
use crate::case::Case;
use crate::experiment::{Experiment, Run};
use crate::game::{Choices, Graph, Growth, Seeded, Shape, Sharing, Values};
use crate::verdict::{FaultKind, Finding, LineKind};
use hunter::{BugFinder, sample};

named_enum! {
    /// A group of findings that one check tests.
    Check {
        /// Every move of the line is legal in its position.
        Legality "legality",
        /// The score equals minimax, or is witnessed.
        Score "score",
        /// Every position of the line attains the score.
        Optimality "optimality",
        /// A line is shown where one is due, with the guaranteed length, and no line where only a bound is known.
        Completeness "completeness",
        /// What each node returns, reads and records is valid for its window.
        Nodes "nodes",
        /// The best move, the order and number of lines, and the iteration shown are right.
        Root "root",
    }
}

impl Check {
    pub const fn for_finding(finding: Finding) -> Self {
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
            Finding::Fault(_) | Finding::NoAnswer(_) => Self::Root,
        }
    }
}

named_enum! {
    Generator {
        /// Games of all kinds: [`Growth::random_game`] with its default weights.
        Mixed "mixed",
        /// Only trees, uniform and ragged, with scores of every kind: [`Growth::random`].
        Trees "trees",
        /// Uniform trees, as most people would write them: all positions have the same number of moves, all
        /// leaves are at the depth of the search, and scores are numbers below a thousand.
        Uniform "uniform",
    }
}

impl Generator {
    /// Draws a game, replaces the content of `graph` by the game, and returns the depth of the search in plies.
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

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunt {
    pub seeds: Range<u64>,
    /// The maximum number of games of a hunt; a hunt that needs more has missed its bug.
    pub max_games: u64,
    /// The number of games of the first seed that are all run, even after the bug was caught. They show how often the
    /// bug is found, and as which findings.
    pub sample: u64,
}

impl Hunt {
    /// Seeds that were never used to tune a weight.
    pub const HELD_OUT_SEEDS: Range<u64> = 1_000..1_021;
}

impl Default for Hunt {
    fn default() -> Self {
        Self { seeds: Self::HELD_OUT_SEEDS, max_games: 100_000, sample: 5_000 }
    }
}

/// The numbers of games until a bug was caught, one number per seed, in ascending order; `None` for a hunt that missed the bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamesToCatch(Vec<Option<u64>>);

impl GamesToCatch {
    fn new(mut games: Vec<Option<u64>>) -> Self {
        games.sort_by_key(|games| games.unwrap_or(u64::MAX));
        Self(games)
    }

    /// Returns the median; `None` if most hunts missed the bug.
    pub fn median(&self) -> Option<u64> {
        self.0[self.0.len() / 2]
    }

    /// Returns the largest number; `None` if a hunt missed the bug.
    pub fn worst(&self) -> Option<u64> {
        *self.0.last().expect("there is at least one hunt")
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Killed {
    pub bug: Bug,
    /// The hunts, in the order of [`Generator::ALL`]. Hunts for comparison use the first five seeds.
    pub hunts: [GamesToCatch; Generator::ALL.len()],
    /// The number of games of the sample.
    pub sample: u64,
    /// The number of games of the sample that show the bug.
    pub seen: u64,
    /// The number of games per finding, in the sample and at the end of hunts. All findings of a game count.
    pub findings: BTreeMap<Finding, u64>,
    /// The features that a game needs to show the bug. All games that showed it have them, the smallest too, and so few of
    /// all games have them that chance would explain this with a probability below one in a thousand.
    pub needs: Vec<&'static str>,
    /// Whether the bug shows only after a preceding search that left its table.
    pub needs_two_searches: bool,
    /// The smallest known game that shows the bug, shrunk, with the worst finding as its expectation.
    pub smallest: Option<Case>,
}

impl Killed {
    pub fn hunts_by(&self, generator: Generator) -> &GamesToCatch {
        &self.hunts[generator as usize]
    }

    pub fn is_caught(&self) -> bool {
        self.hunts_by(Generator::Mixed).worst().is_some()
    }

    pub fn checks(&self) -> BTreeSet<Check> {
        self.findings.keys().copied().map(Check::for_finding).collect()
    }

    pub fn fault(&self) -> Option<Finding> {
        self.findings.iter().max_by_key(|&(_, &games)| games).map(|(&finding, _)| finding)
    }

    pub fn is_seen_by_legality(&self) -> bool {
        self.checks().contains(&Check::Legality)
    }

    /// Whether the bug is found by a check that compares the score with minimax and tests that the line attains the score.
    pub fn is_seen_by_optimality(&self) -> bool {
        let checks = self.checks();
        checks.contains(&Check::Score) || checks.contains(&Check::Optimality)
    }

    /// Returns the features that distinguish the bug: its findings, the generators that show the bug, and the features of games.
    pub fn signature(&self) -> (Vec<Finding>, Vec<Generator>, &[&'static str]) {
        let seen_by =
            Generator::ALL.iter().copied().filter(|&generator| self.hunts_by(generator).median().is_some());
        (self.findings.keys().copied().collect(), seen_by.collect(), &self.needs)
    }
}

/// Returns the number of games of each seed of the hunt until `bug` was caught, by judges who see this of the search.
pub fn games_to_catch(bug: Bug, visible: Visible, hunt: &Hunt) -> GamesToCatch {
    BugFinder::new(bug, visible).games_to_catch(hunt)
}

/// Hunts the bugs of this run, given by their indices in `bugs`. The result depends only on the hunt. A run that ends
/// early has only the bugs that were hunted.
pub fn matrix(bugs: &[Bug], hunt: &Hunt, run: &Run<'_>) -> Vec<Killed> {
    let hunts = Hunts { bugs, hunt, games: sample(hunt) };
    run.play(&hunts).sums.0.into_values().collect()
}

struct Hunts<'h> {
    bugs: &'h [Bug],
    hunt: &'h Hunt,
    games: Features,
}

/// The results of hunts, by the index of the bug.
struct Hunted(BTreeMap<u64, Killed>);

impl AddAssign for Hunted {
    fn add_assign(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}

impl Experiment for Hunts<'_> {
    type Sums = Hunted;
    type Worker = ();

    fn nothing(&self) -> Hunted {
        Hunted(BTreeMap::new())
    }

    fn worker(&self) {}

    fn run_items(&self, bugs: Range<u64>, (): &mut (), hunted: &mut Hunted) -> ControlFlow<()> {
        for index in bugs {
            let bug = self.bugs[index as usize];
            hunted.0.insert(index, BugFinder::new(bug, Visible::Options).kill(self.hunt, &self.games));
        }
        ControlFlow::Continue(())
    }
}
