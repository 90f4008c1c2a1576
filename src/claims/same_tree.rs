//! Statements about two searches of the same game.

use std::ops::Range;

use super::{Difference, Effort, Kind, Outcome, Tested};
use crate::algorithm::Algorithm;
use crate::campaign::Games;
use crate::case::Case;
use crate::check::{Harness, Trial};
use crate::game::Graph;
use crate::pv::{NoStore, Store};
use crate::score::Score;
use crate::search::SearchOptions;
use crate::shrink::shrink_by;
use crate::subject::Subject;

/// After how many games progress is shown.
const PROGRESS: u64 = 1024;

impl Difference {
    fn is_shown(self, left: &Trial, right: &Trial) -> bool {
        match self {
            Self::Counts => {
                let counts = |trial: &Trial| (trial.counts.nodes, trial.counts.leaf_evaluations);
                counts(left) != counts(right)
            }
            Self::Leaves => right.distinct_leaves != left.distinct_leaves,
            Self::MoreLeaves => right.distinct_leaves > left.distinct_leaves,
            Self::Unconfirmed => left.counts.unconfirmed + right.counts.unconfirmed > 0,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Counts => "nodes and leaf evaluations, game by game",
            Self::Leaves | Self::MoreLeaves => "number of different leaves, game by game",
            Self::Unconfirmed => "re-searches whose score does not exceed alpha",
        }
    }
}

/// Whether the searches of a game differ.
fn differs(
    harness: &mut Harness<NoStore>,
    (game, depth): (&Graph, usize),
    algorithms: [Algorithm; 2],
    difference: Difference,
) -> bool {
    let mut played = harness.game(&game.root(), depth).expect("these games fit in every store");
    let [left, right] =
        algorithms.map(|algorithm| played.run_algorithm(algorithm, &SearchOptions::NONE, |_, _, _| {}));
    played.finish();
    difference.is_shown(&left, &right)
}

/// A smallest case in which the searches differ.
fn shrunk(case: &Case, algorithms: [Algorithm; 2], difference: Difference) -> Case {
    let mut harness = Harness::default();
    shrink_by(case, |case| differs(&mut harness, (&case.game, case.depth), algorithms, difference))
}

/// The games in which the searches differ.
#[derive(Default)]
struct Differing {
    games: u64,
    smallest: Option<Case>,
}

impl Differing {
    /// Adds those of later games. Among equally small ones the first is kept.
    fn add(&mut self, later: Self) {
        self.games += later.games;
        self.smallest = self.smallest.take().into_iter().chain(later.smallest).min_by_key(Case::size);
    }

    /// Those among these games of a set.
    fn of(
        (algorithms, difference): ([Algorithm; 2], Difference),
        set: &dyn Games,
        range: Range<u64>,
        effort: &Effort<'_>,
    ) -> Self {
        let (mut harness, mut game) = (Harness::<NoStore>::default(), Graph::leaf(Score::ZERO));
        let mut differing = Self::default();
        let mut searched = 0;
        for index in range {
            let depth = set.game(index, &mut game);
            if differs(&mut harness, (&game, depth), algorithms, difference) {
                let subject =
                    Subject { algorithm: algorithms[1], store: Store::None, options: SearchOptions::NONE };
                let case = Case { subject, depth, expect: None, game: game.clone() };
                differing.add(Self { games: 1, smallest: Some(case) });
            }
            searched += 1;
            if searched % PROGRESS == 0 {
                (effort.progress)(PROGRESS);
            }
        }
        (effort.progress)(searched % PROGRESS);
        differing
    }
}

/// Counts the games in which the searches differ. The result does not depend on the number of threads.
pub(super) fn test(algorithms: [Algorithm; 2], difference: Difference, effort: &Effort<'_>) -> Tested {
    let (mut differing, mut scope) = (Differing::default(), Vec::new());
    for (name, set) in effort.sets(Kind::All) {
        let threads = effort.threads.clamp(1, 256) as u64;
        let part = set.count().div_ceil(threads);
        let games = &*set;
        std::thread::scope(|scope| {
            let parts = (0..threads).map(|thread| {
                let range = (thread * part).min(games.count())..((thread + 1) * part).min(games.count());
                scope.spawn(move || Differing::of((algorithms, difference), games, range, effort))
            });
            for found in parts.collect::<Vec<_>>() {
                let found = found.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                differing.add(found);
            }
        });
        scope.push((name, set.count()));
    }
    let smallest = differing.smallest.map(|case| shrunk(&case, algorithms, difference));
    let outcome = match differing.games {
        0 => Outcome::Confirmed,
        searches => Outcome::Refuted { searches, smallest },
    };
    let [left, right] = algorithms.map(Algorithm::name);
    let method = format!("{}: {left}, {right}", difference.name());
    Tested { outcome, scope, subjects: 1, method }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of a search of a small game.
    fn trial() -> Trial {
        let game = Graph::leaf(Score::ZERO);
        let mut harness = Harness::<NoStore>::default();
        let mut played = harness.game(&game.root(), 0).expect("a small game");
        played.run_algorithm(Algorithm::PvsSoft, &SearchOptions::NONE, |_, _, _| {})
    }

    #[test]
    fn each_difference_is_seen_in_the_counts() {
        let right = trial();
        for difference in
            [Difference::Counts, Difference::Leaves, Difference::MoreLeaves, Difference::Unconfirmed]
        {
            assert!(!difference.is_shown(&right, &right), "{difference:?}");
        }
        let mut more = right;
        more.counts.nodes += 1;
        assert!(Difference::Counts.is_shown(&right, &more));
        let mut more = right;
        more.counts.leaf_evaluations += 1;
        assert!(Difference::Counts.is_shown(&right, &more));
        let mut more = right;
        more.distinct_leaves += 1;
        for difference in [Difference::Leaves, Difference::MoreLeaves] {
            assert!(difference.is_shown(&right, &more), "{difference:?}");
        }
        assert!(
            Difference::Leaves.is_shown(&more, &right) && !Difference::MoreLeaves.is_shown(&more, &right)
        );
        let mut more = right;
        more.counts.unconfirmed += 1;
        assert!(Difference::Unconfirmed.is_shown(&right, &more));
        assert!(Difference::Unconfirmed.is_shown(&more, &right));
    }

    /// PVS searches other trees than alpha-beta.
    #[test]
    fn different_trees_are_refuted_by_a_game() {
        let effort = Effort { quick: true, seed: 1, threads: 1, progress: &|_| () };
        let pair = [Algorithm::AlphaBetaSoft, Algorithm::PvsSoft];
        let tested = test(pair, Difference::Counts, &effort);
        let Outcome::Refuted { searches, smallest: Some(case) } = tested.outcome else {
            panic!("{:?}", tested.outcome)
        };
        assert!(searches > 0 && searches < tested.scope.iter().map(|(_, games)| games).sum());
        assert!(case.game.len() <= 7, "{case}");
    }
}
