//! Strongly ordered trees: the effort of PVS beside alpha-beta, and fail-highs on the first move.

use super::games::{Played, run};
use super::known::{PVS_EFFORT, known};
use super::{Experiment, Measured, Refused, Request, Size, Statistic, Sums};
use crate::algorithm::{Algorithm, alpha_beta_soft, pvs_soft};
use crate::game::Graph;
use crate::position::Move;
use crate::search::{Observer, Scratch};

/// The searches whose evaluations are compared with those of alpha-beta.
const COMPARED: [Algorithm; 5] = [
    Algorithm::PvsSoft,
    Algorithm::PvsHard,
    Algorithm::NegascoutHard,
    Algorithm::Scout,
    Algorithm::BelleRoot,
];

/// Counts the moves that refuted their node, and those of them that are the first of their node.
#[derive(Default)]
struct Refutations {
    first: u64,
    all: u64,
}

impl<P> Observer<P> for Refutations {
    fn node_refuted(&mut self, _ply: usize, mv: Move) {
        self.all += 1;
        self.first += u64::from(mv == Move::new(0));
    }
}

fn play(tree: &Graph, depth: usize, sums: &mut [Sums]) {
    let mut scratch = Scratch::default();
    let (base, of_alpha_beta) = run::<Refutations>(tree, depth, &mut scratch, alpha_beta_soft);
    let (_, of_pvs) = run::<Refutations>(tree, depth, &mut scratch, pvs_soft);
    let (evaluations, refutations) = sums.split_at_mut(COMPARED.len());
    let mut pvs = 0;
    for (sum, algorithm) in evaluations.iter_mut().zip(COMPARED) {
        let (leaves, ()) = run(tree, depth, &mut scratch, algorithm.callee());
        match algorithm {
            Algorithm::PvsSoft => pvs = leaves,
            // Belle changes the root of PVS, and is compared with it.
            Algorithm::BelleRoot => {
                sum.count(pvs, leaves);
                continue;
            }
            _ => {}
        }
        sum.count(base, leaves);
    }
    for (sum, counted) in refutations.iter_mut().zip([of_alpha_beta, of_pvs]) {
        sum.count(counted.all, counted.first);
    }
}

pub(super) fn measure(request: &Request<'_>, size: Size) -> Result<Vec<Measured>, Refused> {
    let usual = (3_000_000 / size.leaves().unwrap_or(1)).clamp(50, 20_000);
    let played = Played::new(request, size, usual)?;
    let sums = played.sums(COMPARED.len() + 2, &|_, tree, depth, sums| play(tree, depth, sums));
    let named = |name: &str, measure: &str, sum: Sums| Measured {
        size: Some(size),
        search: name.to_owned(),
        measure: measure.to_owned(),
        label: name.to_owned(),
        statistic: Statistic::Ratio(sum),
        known: known(Experiment::OrderedTrees, request.family, size, name, measure),
    };
    let (evaluations, refutations) = sums.split_at(COMPARED.len());
    let mut measured: Vec<Measured> = COMPARED
        .iter()
        .zip(evaluations)
        .map(|(algorithm, &sum)| {
            let is_belle = *algorithm == Algorithm::BelleRoot;
            let measure = if is_belle { "evaluations / those of pvs-soft" } else { PVS_EFFORT };
            named(algorithm.name(), measure, sum)
        })
        .collect();
    for (algorithm, &sum) in [Algorithm::AlphaBetaSoft, Algorithm::PvsSoft].iter().zip(refutations) {
        measured.push(named(algorithm.name(), "fail-highs on the first move / all", sum));
    }
    Ok(measured)
}
