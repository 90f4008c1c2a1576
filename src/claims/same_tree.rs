//! Statements about two searches of the same game.

use super::{Difference, Effort, Kind, Outcome, Tested};
use crate::algorithm::Algorithm;
use crate::case::Case;
use crate::check::{Harness, Trial};
use crate::game::Graph;
use crate::pv::{NoStore, Store};
use crate::score::Score;
use crate::search::SearchOptions;
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
            Self::Unconfirmed => right.counts.unconfirmed > 0,
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

/// Counts the games in which the searches differ.
pub(super) fn test(algorithms: [Algorithm; 2], difference: Difference, effort: &Effort<'_>) -> Tested {
    let mut harness = Harness::<NoStore>::default();
    let mut game = Graph::leaf(Score::ZERO);
    let (mut searches, mut scope) = (0, Vec::new());
    let mut smallest: Option<Case> = None;
    for (name, set) in effort.sets(Kind::All) {
        for index in 0..set.count() {
            let depth = set.game(index, &mut game);
            let mut played = harness.game(&game.root(), depth).expect("these games fit in every store");
            let [left, right] = algorithms
                .map(|algorithm| played.run_algorithm(algorithm, &SearchOptions::NONE, |_, _, _| {}));
            played.finish();
            if difference.is_shown(&left, &right) {
                searches += 1;
                let subject =
                    Subject { algorithm: algorithms[1], store: Store::None, options: SearchOptions::NONE };
                let case = Case { subject, depth, expect: None, game: game.clone() };
                smallest = smallest.into_iter().chain([case]).min_by_key(Case::size);
            }
            if index % PROGRESS == PROGRESS - 1 {
                (effort.progress)(PROGRESS);
            }
        }
        (effort.progress)(set.count() % PROGRESS);
        scope.push((name, set.count()));
    }
    let outcome = if searches == 0 { Outcome::Confirmed } else { Outcome::Refuted { searches, smallest } };
    let [left, right] = algorithms.map(Algorithm::name);
    let method = format!("{}: {left}, {right}", difference.name());
    Tested { outcome, scope, subjects: 1, method }
}
