//! The games of a query, and sums over them.

use std::ops::{AddAssign, ControlFlow, Range};

use super::family::{all, sample};
use super::{Query, Refused, Size, Sums};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Campaign, Finished, Games, Row};
use pvcheck::check::Harness;
use pvcheck::experiment::{Experiment, Run};
use pvcheck::game::{AnyPosition, Graph};
use pvcheck::pv::{NoStore, PvStore, Store};
use pvcheck::score::Score;
use pvcheck::search::{Observer, Scratch, SearchOptions, Task};
use pvcheck::subject::Subject;

pub(super) type Play<'p, S> = &'p (dyn Fn(&mut Harness<S>, &Graph, usize, &mut [Sums]) + Sync);

pub(super) fn run<'t>(
    (tree, depth): (&'t Graph, usize),
    scratch: &mut Scratch,
    algorithm: Algorithm,
    observer: &mut dyn Observer<AnyPosition<'t>>,
) -> u64 {
    let root = AnyPosition::Graph(tree.root());
    let task = Task { root: &root, depth, options: &SearchOptions::NONE, node_limit: None };
    algorithm.search(&mut Store::None.any(), observer, scratch, task, &mut |_| ()).leaf_evaluations
}

pub(super) struct Played<'r> {
    games: Box<dyn Games>,
    query: &'r Query<'r>,
}

impl<'r> Played<'r> {
    pub fn new(query: &'r Query<'r>, size: Size, usual: u64) -> Result<Self, Refused> {
        let games = if query.exact {
            all(query.family, size)?
        } else {
            sample(query.family, size, query.seed, query.games.unwrap_or(usual))
        };
        Ok(Self { games, query })
    }

    /// Adds up the results of all games in `sums` sums, which do not depend on the number of threads.
    pub fn sums(&self, sums: usize, play: Play<'_, NoStore>) -> Vec<Sums> {
        self.sums_with::<NoStore>(sums, play)
    }

    pub fn sums_with<S: PvStore + Default>(&self, sums: usize, play: Play<'_, S>) -> Vec<Sums> {
        let games = SummedGames { games: &*self.games, sums, play };
        let run = Run::new(0..self.games.count(), self.query.threads);
        run.progress(self.query.progress).play(&games).sums.0
    }

    pub fn rows(&self, subjects: Vec<Subject>) -> Vec<Row> {
        let campaign =
            Campaign::new(&*self.games, subjects).threads(self.query.threads).replaying(Vec::new());
        let Finished { rows, .. } = campaign.run(self.query.progress);
        rows
    }
}

/// Games, and what is added up over them.
struct SummedGames<'p, S> {
    games: &'p dyn Games,
    /// The number of sums.
    sums: usize,
    play: Play<'p, S>,
}

/// Sums side by side.
struct AllSums(Vec<Sums>);

impl AddAssign for AllSums {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, more)| sum.add(more));
    }
}

impl<S: PvStore + Default> Experiment for SummedGames<'_, S> {
    type Sums = AllSums;
    type Worker = (Harness<S>, Graph);

    fn nothing(&self) -> AllSums {
        AllSums(vec![Sums::default(); self.sums])
    }

    fn worker(&self) -> (Harness<S>, Graph) {
        (Harness::default(), Graph::leaf(Score::ZERO))
    }

    fn run_items(
        &self,
        games: Range<u64>,
        (harness, tree): &mut (Harness<S>, Graph),
        sums: &mut AllSums,
    ) -> ControlFlow<()> {
        for index in games {
            let depth = self.games.game(index, tree);
            (self.play)(harness, tree, depth, &mut sums.0);
        }
        ControlFlow::Continue(())
    }
}
