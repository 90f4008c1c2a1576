//! The copy of the shared search with no bug active is the original.

use super::{Bug, Change, FOUR, Four, SeededSearch};
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
    [original, shown!(&mut SeededSearch::default(), tree, depth, shortcuts)]
}

/// With wild shortcuts, and after an earlier search where the table is kept.
#[test]
fn with_no_bug_active_the_copy_does_the_same_as_the_original() {
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

/// A record that cannot be used would be found only when its bug is run.
#[test]
fn every_record_has_a_subject_findings_and_a_change_that_exists() {
    for bug in Bug::ALL {
        let _ = bug.subject();
        assert!(bug.findings().count() > 0, "{}", bug.name);
        assert_eq!(Bug::named(bug.name), Some(bug), "the names differ");
        if let Change::Store(alteration) = bug.change {
            assert!(super::AlteredStore::named(alteration).is_some(), "{}", bug.name);
        }
    }
}
