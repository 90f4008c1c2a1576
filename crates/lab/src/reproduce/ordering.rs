//! The effort beside alpha-beta, by how often the first move is the best one.

use super::games::{Played, Usual};
use super::published::PVS_EFFORT;
use super::{Family, Measured, Measurements, Query, Refused, Size, Statistic, Sums, Varied};
use crate::each_game::search;
use pvcheck::algorithm::Algorithm;
use pvcheck::game::Graph;
use pvcheck::search::Scratch;

/// How often the first move is the best one, in percent.
const QUALITIES: [u32; 7] = [0, 20, 40, 60, 80, 90, 100];

const COMPARED: [Algorithm; 4] =
    [Algorithm::PvsSoft, Algorithm::NegascoutSoft, Algorithm::NegascoutHard, Algorithm::Scout];

fn play(tree: &Graph, depth: usize, sums: &mut [Sums]) {
    let mut scratch = Scratch::default();
    let mut evaluations =
        |algorithm| search((tree, depth), &mut scratch, algorithm, &mut ()).leaf_evaluations;
    let base = evaluations(Algorithm::AlphaBetaSoft);
    for (sum, algorithm) in sums.iter_mut().zip(COMPARED) {
        sum.count(base, evaluations(algorithm));
    }
}

pub(super) fn measure(query: &Query<'_>, size: Size) -> Measurements {
    let usual = Usual { leaves: 500_000, games: (50, 5_000), mixed: 0 };
    // The first quarter of fewer moves is the first one alone: see `Values::Ordered`.
    if size.branching < 5 {
        return Err(Refused::TooNarrow(size.branching));
    }
    let mut measured = Vec::new();
    for quality in QUALITIES {
        let query = Query { family: Family::Ordered(quality), ..*query };
        let sums = Played::new(&query, size, usual)?
            .sums(COMPARED.len(), &|_, tree, depth, sums| play(tree, depth, sums));
        measured.extend(COMPARED.iter().zip(sums).map(|(algorithm, sum)| {
            let (name, label) = (algorithm.name(), format!("{}, {quality} %", algorithm.name()));
            let varied = Some(Varied {
                name: "first move is the best one, percent",
                value: quality,
                series: name.to_owned(),
            });
            let figure = Measured::new(Some(size), name, label, PVS_EFFORT, Statistic::Ratio(sum));
            Measured { varied, ..figure }
        }));
    }
    Ok(measured)
}
