//! A copy with nothing replaced is the original.

use super::mutated::unaltered;
use super::{FOUR, Four};
use crate::algorithm::pvs_soft;
use crate::campaign::{Games, Random};
use crate::check::{Bench, Earlier, Trial};
use crate::contract::rules;
use crate::game::{Graph, Seeded};
use crate::position::Move;
use crate::score::Score;
use crate::search::{Counts, Shortcuts, Through};

/// What one search did, and the line that each store shows.
type Shown = (Trial, Vec<Option<Vec<Move>>>);

macro_rules! shown {
    ($searcher:expr, $tree:expr, $depth:expr, $shortcuts:expr) => {{
        let (root, shortcuts): (_, &Shortcuts) = ($tree.root(), $shortcuts);
        let mut bench = Bench::<Four>::default();
        let mut game = bench.game(&root, $depth).expect("shallow");
        game = game.after(Earlier::of_case(&root, $depth, shortcuts)).expect("shallow");
        let habits = crate::algorithm::Algorithm::PvsSoft.habits();
        let mut lines = Vec::new();
        let rules = rules(habits, shortcuts);
        let trial = game.try_searcher($searcher, &rules, habits, shortcuts, |_, _, outcome| {
            lines.push(outcome.line.map(<[Move]>::to_vec));
        });
        assert!(!lines.is_empty() && lines.len() % FOUR.len() == 0);
        (trial, lines)
    }};
}

fn both(tree: &Graph, depth: usize, shortcuts: &Shortcuts) -> [Shown; 2] {
    let original = shown!(&mut Through(pvs_soft), tree, depth, shortcuts);
    [original, shown!(&mut unaltered::Searcher::default(), tree, depth, shortcuts)]
}

/// With wild shortcuts, and after an earlier search where the table is kept.
#[test]
fn a_copy_without_a_hunk_replaced_behaves_as_the_original() {
    let mut tree = Graph::leaf(Score::ZERO);
    let games = Random { seed: 2, games: 20_000 };
    let mut acted = [0; Counts::NONE.acts().len()];
    for index in 0..games.count() {
        let depth = games.game(index, &mut tree);
        let shortcuts = Shortcuts::wild(&mut Seeded::new(3, index));
        let [original, copy] = both(&tree, depth, &shortcuts);
        assert_eq!(original, copy, "pvs-soft{shortcuts} depth={depth} {tree}");
        acted.iter_mut().zip(copy.0.counts.acts()).for_each(|(sum, (_, more))| *sum += more);
    }
    assert!(acted.iter().all(|&sum| sum > 100), "the shortcuts act: {acted:?}");
}
