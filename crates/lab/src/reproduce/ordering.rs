//! The effort beside alpha-beta, by how often the first move is the best one.

use super::games::{Played, run};
use super::{Family, Measured, Query, Refused, Size, Statistic, Sums, Varied};
use pvcheck::algorithm::Algorithm;
use pvcheck::game::Graph;
use pvcheck::search::Scratch;

/// How often the first move is the best one, in percent.
const QUALITIES: [u32; 7] = [0, 20, 40, 60, 80, 90, 100];

const COMPARED: [Algorithm; 4] =
    [Algorithm::PvsSoft, Algorithm::NegascoutSoft, Algorithm::NegascoutHard, Algorithm::Scout];

fn play(tree: &Graph, depth: usize, sums: &mut [Sums]) {
    let mut scratch = Scratch::default();
    let mut evaluations = |algorithm| run((tree, depth), &mut scratch, algorithm, &mut ());
    let base = evaluations(Algorithm::AlphaBetaSoft);
    for (sum, algorithm) in sums.iter_mut().zip(COMPARED) {
        sum.count(base, evaluations(algorithm));
    }
}

pub(super) fn measure(query: &Query<'_>, size: Size) -> Result<Vec<Measured>, Refused> {
    let usual = (500_000 / size.leaves().unwrap_or(1)).clamp(50, 5_000);
    // The first quarter of fewer moves is the first one alone: see `Values::Ordered`.
    if size.branching < 5 {
        return Err(Refused::TooNarrow(size.branching));
    }
    let mut measured = Vec::new();
    for quality in QUALITIES {
        let query = Query { family: Family::Ordered(quality), ..*query };
        let sums = Played::new(&query, size, usual)?
            .sums(COMPARED.len(), &|_, tree, depth, sums| play(tree, depth, sums));
        measured.extend(COMPARED.iter().zip(sums).map(|(algorithm, sum)| Measured {
            size: Some(size),
            search: algorithm.name().to_owned(),
            measure: "evaluations / those of alpha-beta".to_owned(),
            label: format!("{}, {quality} %", algorithm.name()),
            statistic: Statistic::Ratio(sum),
            published: None,
            varied: Some(Varied {
                name: "first move is the best one, percent",
                value: quality,
                series: algorithm.name().to_owned(),
            }),
        }));
    }
    Ok(measured)
}
