//! Sets of games that are played one after the other.

use std::ops::{AddAssign, ControlFlow, Range};

use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::Games;
use pvcheck::experiment::Experiment;
use pvcheck::game::{AnyPosition, Graph};
use pvcheck::pv::Store;
use pvcheck::search::{Counts, Observer, Scratch, SearchOptions, Task};

type Play<'p, W, S> = &'p (dyn Fn(&mut W, (&Graph, usize), u64, &mut S) + Sync);

/// Games, and what is added up over them. `W` is the memory of one thread.
pub(crate) struct EachGame<'p, W, S> {
    pub games: &'p dyn Games,
    pub at_once: u64,
    pub worker: fn() -> W,
    pub nothing: &'p (dyn Fn() -> S + Sync),
    pub play: Play<'p, W, S>,
}

impl<W, S: AddAssign + Send> Experiment for EachGame<'_, W, S> {
    type Sums = S;
    type Worker = (W, Graph);

    fn at_once(&self) -> u64 {
        self.at_once
    }

    fn nothing(&self) -> S {
        (self.nothing)()
    }

    fn worker(&self) -> (W, Graph) {
        ((self.worker)(), Graph::default())
    }

    fn run_items(&self, games: Range<u64>, (memory, game): &mut (W, Graph), sums: &mut S) -> ControlFlow<()> {
        for index in games {
            let depth = self.games.game(index, game);
            (self.play)(memory, (game, depth), index, sums);
        }
        ControlFlow::Continue(())
    }
}

/// Searches a game to a depth, without options and without a store.
pub(crate) fn search<'t>(
    (game, depth): (&'t Graph, usize),
    scratch: &mut Scratch,
    algorithm: Algorithm,
    observer: &mut dyn Observer<AnyPosition<'t>>,
) -> Counts {
    let root = AnyPosition::Graph(game.root());
    let task = Task { root: &root, depth, options: &SearchOptions::NONE, node_limit: None };
    algorithm.search(&mut Store::None.any(), observer, scratch, task, &mut |_| ())
}
