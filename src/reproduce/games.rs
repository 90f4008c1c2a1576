//! The games of a request, and sums over them.

use std::ops::{AddAssign, ControlFlow, Range};

use super::family::{all, sample};
use super::{Refused, Request, Size, Sums};
use crate::campaign::{Campaign, Finished, Games, Row};
use crate::check::Harness;
use crate::experiment::{Experiment, Run};
use crate::game::{Graph, GraphPosition};
use crate::pv::{NoStore, PvStore};
use crate::score::Score;
use crate::search::{Callee, Observer, Scratch, Search, SearchOptions, Task};
use crate::subject::Subject;

/// Plays one game and adds the results to the sums.
pub(super) type Play<'p, S> = &'p (dyn Fn(&mut Harness<S>, &Graph, usize, &mut [Sums]) + Sync);

/// Runs a search without a harness, which is faster, and returns its evaluations of leaves and its observer.
pub(super) fn run<'t, O: Observer<GraphPosition<'t>> + Default>(
    tree: &'t Graph,
    depth: usize,
    scratch: &mut Scratch,
    callee: Callee<GraphPosition<'t>, NoStore, O>,
) -> (u64, O) {
    let (mut store, mut observer) = (NoStore, O::default());
    let mut search = Search::new(&mut store, &mut observer, scratch);
    let task = Task { root: &tree.root(), depth, options: &SearchOptions::NONE, node_limit: None };
    let counts = search.root(callee, &task, |_, _| ()).expect("without a store no depth is too large");
    (counts.leaf_evaluations, observer)
}

/// The games of one size.
pub(super) struct Played<'r> {
    games: Box<dyn Games>,
    request: &'r Request<'r>,
}

impl<'r> Played<'r> {
    /// The games of a request: all of this size, or a sample of `usual` games unless the request has a number.
    pub fn new(request: &'r Request<'r>, size: Size, usual: u64) -> Result<Self, Refused> {
        let games = if request.exact {
            all(request.family, size)?
        } else {
            sample(request.family, size, request.seed, request.games.unwrap_or(usual))
        };
        Ok(Self { games, request })
    }

    /// Adds up the results of all games in `sums` sums, which do not depend on the number of threads.
    pub fn sums(&self, sums: usize, play: Play<'_, NoStore>) -> Vec<Sums> {
        self.sums_with::<NoStore>(sums, play)
    }

    /// The same, with searches that write a store.
    pub fn sums_with<S: PvStore + Default>(&self, sums: usize, play: Play<'_, S>) -> Vec<Sums> {
        let games = SummedGames { games: &*self.games, sums, play };
        let run = Run::new(0..self.games.count(), self.request.threads);
        run.progress(self.request.progress).play(&games).sums.0
    }

    /// Runs these subjects on all games, and returns their rows.
    pub fn rows(&self, subjects: Vec<Subject>) -> Vec<Row> {
        let campaign =
            Campaign::new(&*self.games, subjects).threads(self.request.threads).replaying(Vec::new());
        let Finished { rows, .. } = campaign.run(self.request.progress);
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
