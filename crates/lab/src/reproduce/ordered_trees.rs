//! Strongly ordered trees: the effort of PVS beside alpha-beta, and fail-highs on the first move.

use super::games::{Played, Usual};
use super::published::{PVS_EFFORT, published};
use super::{Measured, Measurements, Query, Reproduction, Size, Statistic, Sums};
use crate::each_game::search;
use pvcheck::algorithm::Algorithm;
use pvcheck::game::Graph;
use pvcheck::position::Move;
use pvcheck::search::{Observer, Scratch};

const COMPARED: [Algorithm; 5] = [
    Algorithm::PvsSoft,
    Algorithm::PvsHard,
    Algorithm::NegascoutHard,
    Algorithm::Scout,
    Algorithm::BelleRoot,
];

/// Counts nodes, the moves that refuted their node (and those that are its first), the raises of alpha, and
/// the moves that raises copy in a triangular table.
#[derive(Default)]
struct Events {
    nodes: u64,
    first: u64,
    refutations: u64,
    raises: u64,
    copied: u64,
    lengths: Vec<u64>,
}

impl<P> Observer<P> for Events {
    fn node_entered(&mut self, _position: &P, ply: usize, _remaining: usize) {
        self.nodes += 1;
        if self.lengths.len() < ply + 2 {
            self.lengths.resize(ply + 2, 0);
        }
        self.lengths[ply] = 0;
    }

    fn alpha_raised(&mut self, ply: usize, _mv: Move) {
        self.raises += 1;
        self.lengths[ply] = self.lengths[ply + 1] + 1;
        self.copied += self.lengths[ply];
    }

    fn node_refuted(&mut self, _ply: usize, mv: Move) {
        self.refutations += 1;
        self.first += u64::from(mv == Move::new(0));
    }
}

type Counted = fn(&Events) -> (u64, u64);

const COUNTED: [(&str, Counted); 3] = [
    ("fail-highs on the first move / all", |events| (events.first, events.refutations)),
    ("moves copied / nodes", |events| (events.copied, events.nodes)),
    ("pointers swapped / nodes", |events| (events.raises, events.nodes)),
];

const OBSERVED: [Algorithm; 2] = [Algorithm::AlphaBetaSoft, Algorithm::PvsSoft];

fn play(tree: &Graph, depth: usize, sums: &mut [Sums]) {
    let mut scratch = Scratch::default();
    let mut events: [Events; OBSERVED.len()] = Default::default();
    let mut base = 0;
    for (algorithm, events) in OBSERVED.into_iter().zip(&mut events).rev() {
        base = search((tree, depth), &mut scratch, algorithm, events).leaf_evaluations;
    }
    let (evaluations, counted) = sums.split_at_mut(COMPARED.len());
    let mut pvs = 0;
    for (sum, algorithm) in evaluations.iter_mut().zip(COMPARED) {
        let leaves = search((tree, depth), &mut scratch, algorithm, &mut ()).leaf_evaluations;
        if algorithm == Algorithm::PvsSoft {
            pvs = leaves;
        }
        // Belle changes the root of PVS, and is compared with it.
        sum.count(if algorithm == Algorithm::BelleRoot { pvs } else { base }, leaves);
    }
    for (sums, (_, count)) in counted.chunks_mut(OBSERVED.len()).zip(COUNTED) {
        for (sum, events) in sums.iter_mut().zip(&events) {
            let (count, of) = count(events);
            sum.count(of, count);
        }
    }
}

pub(super) fn measure(query: &Query<'_>, size: Size) -> Measurements {
    let usual = Usual { leaves: 3_000_000, games: (50, 20_000), mixed: 0 };
    let played = Played::new(query, size, usual)?;
    let sums = played.sums(COMPARED.len() + COUNTED.len() * OBSERVED.len(), &|_, tree, depth, sums| {
        play(tree, depth, sums);
    });
    let named = |name: &str, measure: &str, sum: Sums| {
        let figure = Measured::new(Some(size), name, name, measure, Statistic::Ratio(sum));
        let published = published(Reproduction::OrderedTrees, query.family, &figure);
        Measured { published, ..figure }
    };
    let (evaluations, counted) = sums.split_at(COMPARED.len());
    let mut measured: Vec<Measured> = COMPARED
        .iter()
        .zip(evaluations)
        .map(|(algorithm, &sum)| {
            let is_belle = *algorithm == Algorithm::BelleRoot;
            let measure = if is_belle { "evaluations / those of pvs-soft" } else { PVS_EFFORT };
            named(algorithm.name(), measure, sum)
        })
        .collect();
    for (sums, (measure, _)) in counted.chunks(OBSERVED.len()).zip(COUNTED) {
        for (algorithm, &sum) in OBSERVED.iter().zip(sums) {
            measured.push(named(algorithm.name(), measure, sum));
        }
    }
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Alpha-beta on `[[3 5] [2 9]]`: 3 raises alpha of the first child, and the second child is refuted by its first move.
    #[test]
    fn events_are_counted_as_in_a_textbook_tree() {
        let case = "v1 alpha-beta-soft+triangular depth=2 [[3 5] [2 9]]".parse::<pvcheck::case::Case>();
        let tree = case.expect("a case").game;
        let mut events = Events::default();
        let counts = search((&tree, 2), &mut Scratch::default(), Algorithm::AlphaBetaSoft, &mut events);
        // Scores are those of the side to move at the leaf: -3 is better than -5, so both raise alpha.
        assert_eq!((counts.leaf_evaluations, events.nodes), (3, 6));
        assert_eq!((events.refutations, events.first), (1, 1));
        assert_eq!((events.raises, events.copied), (2, 3));
    }
}
