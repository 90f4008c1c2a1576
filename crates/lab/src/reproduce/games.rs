//! The games of a query, and sums over them.

use std::ops::AddAssign;

use super::family::{all, sample};
use super::{Family, Query, Refused, Size, Sums};
use crate::each_game::EachGame;
use pvcheck::campaign::{Campaign, Games, Row};
use pvcheck::check::Harness;
use pvcheck::experiment::Run;
use pvcheck::game::Graph;
use pvcheck::pv::{NoStore, PvStore};
use pvcheck::subject::Subject;

pub(super) type Play<'p, S> = &'p (dyn Fn(&mut Harness<S>, &Graph, usize, &mut [Sums]) + Sync);

pub(super) struct Played<'r> {
    games: Box<dyn Games>,
    query: &'r Query<'r>,
}

/// The number of games without `--games`.
#[derive(Clone, Copy)]
pub(super) struct Usual {
    /// The number of leaves of all trees of a size together.
    pub leaves: u64,
    /// The least and the greatest number of trees of a size.
    pub games: (u64, u64),
    /// The number of games of all sizes.
    pub mixed: u64,
}

impl<'r> Played<'r> {
    pub fn new(query: &'r Query<'r>, size: Size, usual: Usual) -> Result<Self, Refused> {
        let Usual { leaves, games: (least, most), mixed } = usual;
        let usual = match query.family {
            Family::Mixed => mixed,
            _ => (leaves / size.leaves().unwrap_or(1)).clamp(least, most),
        };
        let games = if query.exact {
            all(query.family, size)?
        } else {
            sample(query.family, size, query.seed, query.games.unwrap_or(usual))
        };
        Ok(Self { games, query })
    }

    pub fn sums(&self, sums: usize, play: Play<'_, NoStore>) -> Vec<Sums> {
        self.sums_with::<NoStore>(sums, play)
    }

    pub fn sums_with<S: PvStore + Default>(&self, sums: usize, play: Play<'_, S>) -> Vec<Sums> {
        let games = EachGame {
            games: &*self.games,
            at_once: 1,
            worker: Harness::<S>::default,
            nothing: &|| AllSums(vec![Sums::default(); sums]),
            play: &|harness, (tree, depth), _, sums| play(harness, tree, depth, &mut sums.0),
        };
        let run = Run::new(0..self.games.count(), self.query.threads);
        run.progress(self.query.progress).play(&games).sums.0
    }

    pub fn rows(&self, subjects: Vec<Subject>) -> Vec<Row> {
        let campaign =
            Campaign::new(&*self.games, subjects).threads(self.query.threads).replaying(Vec::new());
        campaign.run(self.query.progress).rows
    }
}

struct AllSums(Vec<Sums>);

impl AddAssign for AllSums {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, more)| sum.add(more));
    }
}
