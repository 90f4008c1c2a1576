//! Statements about how much one search saves against another.

use serde::Serialize;

use super::{Conclusion, Counted, Effort, SetJson, Tested, subject};
use pvcheck::campaign::{Campaign, Games, Grown, Random};
use pvcheck::game::{Growth, STRONGLY, Shape, Sharing, Values};
use pvcheck::subject::Subject;

/// A ratio of two counts, over the same games.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Ratio {
    /// The name of the games.
    pub label: String,
    /// The number that was measured.
    pub value: f64,
    /// The least of the numbers of 20 groups of the games.
    pub least: f64,
    /// The greatest of the numbers of 20 groups of the games.
    pub greatest: f64,
}

impl Ratio {
    pub fn text(&self, is_labelled: bool) -> String {
        let Self { label, value, least, greatest } = self;
        let place = if is_labelled { format!("{label}: ") } else { String::new() };
        format!("{place}{value:.3} ({least:.3} to {greatest:.3})")
    }
}

/// The games in which searches are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GameSize {
    /// Uniform trees of these branchings and depths, in which the best move is the first one in most positions: strongly ordered
    /// trees (Marsland & Campbell 1982).
    Ordered(&'static [(u16, u8)]),
    /// The random games of the main job.
    Random,
}

/// The number of groups of the games of one size.
const GROUPS: u64 = 20;

pub(super) fn test(names: [&str; 2], counted: Counted, games: GameSize, effort: &Effort<'_>) -> Tested {
    let (mut ratios, mut scope) = (Vec::new(), Vec::new());
    let mut measure = |label: String, in_group: u64, group: &dyn Fn(u64) -> Box<dyn Games>| {
        ratios.push(ratio(label.clone(), names.map(subject), counted, group, effort));
        scope.push(SetJson { name: label, games: GROUPS * in_group });
    };
    // Each group of each seed has games of its own.
    let seed = |group: u64| effort.seed.wrapping_mul(GROUPS).wrapping_add(group);
    match games {
        GameSize::Ordered(sizes) => {
            let games = if effort.quick { 10 } else { 100 };
            for &(branching, height) in sizes {
                let values = Values::Ordered(STRONGLY);
                let growth =
                    Growth { shape: Shape::Uniform, sharing: Sharing::None, values, branching, height };
                let group =
                    |group| -> Box<dyn Games> { Box::new(Grown { growth, seed: seed(group), games }) };
                measure(format!("({branching}, {height})"), games, &group);
            }
        }
        GameSize::Random => {
            let games = if effort.quick { 250 } else { 10_000 };
            let group = |group| -> Box<dyn Games> { Box::new(Random { seed: seed(group), games }) };
            measure("random games".to_owned(), games, &group);
        }
    }
    let method = format!("{}: {} / {}", counted.name(), names[0], names[1]);
    Tested { conclusion: Conclusion::Measured(ratios), scope, every_score: None, subjects: 2, method }
}

fn ratio(
    label: String,
    subjects: [Subject; 2],
    counted: Counted,
    group: &dyn Fn(u64) -> Box<dyn Games>,
    effort: &Effort<'_>,
) -> Ratio {
    let counts: Vec<[u64; 2]> = (0..GROUPS)
        .map(|number| {
            let games = group(number);
            let campaign = Campaign::new(&*games, subjects.to_vec()).replaying(Vec::new());
            let finished = campaign.threads(effort.threads).run(effort.progress);
            subjects.map(|subject| {
                let row = finished.rows.iter().find(|row| row.subject == subject).expect("it was searched");
                match counted {
                    Counted::Leaves => row.tally.counts.leaf_evaluations,
                    Counted::Nodes => row.tally.counts.nodes,
                }
            })
        })
        .collect();
    let quotient = |[one, other]: [u64; 2]| one as f64 / other as f64;
    let all = counts.iter().fold([0, 0], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
    let ratios = || counts.iter().copied().map(quotient);
    let (least, greatest) = (ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max));
    Ratio { label, value: quotient(all), least, greatest }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Alpha-beta against itself in another store, and against minimax, which reads each leaf: what is possible is known.
    #[test]
    fn a_ratio_is_that_of_the_counts() {
        let effort = Effort { quick: true, seed: 1, threads: 2, progress: &|_| () };
        let measured = |names| {
            let tested = test(names, Counted::Leaves, GameSize::Ordered(&[(3, 3)]), &effort);
            assert_eq!(tested.scope, [SetJson { name: "(3, 3)".to_owned(), games: 200 }]);
            let Conclusion::Measured(ratios) = tested.conclusion else { panic!("{:?}", tested.conclusion) };
            ratios[0].clone()
        };
        let same = measured(["pvs-soft+none", "pvs-soft+triangular"]);
        assert_eq!([same.value, same.least, same.greatest].map(f64::to_bits), [1.0_f64.to_bits(); 3]);
        // At least the minimal tree, 9 + 3 - 1 of 27 leaves (Knuth & Moore 1975).
        let Ratio { value, least, greatest: most, .. } = measured(["alpha-beta-soft+none", "minimax+none"]);
        assert!((11.0 / 27.0..0.8).contains(&least) && least < value && value < most && most < 1.0);
    }
}
