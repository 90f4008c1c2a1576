//! The games of a query, and sums over them on several threads.

use std::ops::Range;

use super::family::{all, sample};
use super::{Query, Refused, Size, Sums};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Campaign, Finished, Games, Row};
use pvcheck::check::Harness;
use pvcheck::game::{Graph, GraphPosition};
use pvcheck::pv::{NoStore, PvStore, Store};
use pvcheck::score::Score;
use pvcheck::search::{Observer, Scratch, SearchOptions, Task};
use pvcheck::subject::Subject;

pub(super) type Play<'p, S> = &'p (dyn Fn(&mut Harness<S>, &Graph, usize, &mut [Sums]) + Sync);

pub(super) fn run<'t>(
    (tree, depth): (&'t Graph, usize),
    scratch: &mut Scratch,
    algorithm: Algorithm,
    observer: &mut dyn Observer<GraphPosition<'t>>,
) -> u64 {
    let task = Task { root: &tree.root(), depth, options: &SearchOptions::NONE, node_limit: None };
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
        let work = |range: Range<u64>| {
            let (mut harness, mut tree) = (Harness::<S>::default(), Graph::leaf(Score::ZERO));
            let mut results = vec![Sums::default(); sums];
            for index in range {
                let depth = self.games.game(index, &mut tree);
                play(&mut harness, &tree, depth, &mut results);
                (self.query.progress)(1);
            }
            results
        };
        let threads = self.query.threads.clamp(1, 256) as u64;
        let part = self.games.count().div_ceil(threads);
        let range = |thread: u64| {
            (thread * part).min(self.games.count())..((thread + 1) * part).min(self.games.count())
        };
        std::thread::scope(|scope| {
            let others: Vec<_> =
                (1..threads).map(|thread| scope.spawn(move || work(range(thread)))).collect();
            let mut results = work(range(0));
            for other in others {
                let found = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                results.iter_mut().zip(&found).for_each(|(sum, more)| sum.add(more));
            }
            results
        })
    }

    pub fn rows(&self, subjects: Vec<Subject>) -> Vec<Row> {
        let campaign =
            Campaign::new(&*self.games, subjects).threads(self.query.threads).replaying(Vec::new());
        let Finished { rows, .. } = campaign.run(self.query.progress);
        rows
    }
}
