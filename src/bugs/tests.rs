//! Tests that the copy of the shared search equals the original when no bug is active, and that the records
//! are valid.

use super::{Bug, Change, FOUR, Four, SeededSearch};
use crate::algorithm::{Algorithm, pvs_soft};
use crate::campaign::{Games, Random};
use crate::check::{Harness, Trial};
use crate::contract::rules;
use crate::game::{Choices, Graph, Seeded};
use crate::position::Move;
use crate::score::Score;
use crate::search::{AlgorithmAdapter, Counts, SearchOptions};
use crate::subject::Subject;

/// The result of one search, and the line of each store.
type ShownResult = (Trial, Vec<Option<Vec<Move>>>);

macro_rules! shown {
    ($external_search:expr, $tree:expr, $depth:expr, $options:expr) => {{
        let (root, options): (_, &SearchOptions) = ($tree.root(), $options);
        let mut harness = Harness::<Four>::default();
        let mut game = harness.game_for(&root, $depth, options).expect("within capacity");
        let profile = crate::algorithm::Algorithm::PvsSoft.profile();
        let mut lines = Vec::new();
        let rules = rules(profile, options);
        let trial = game.run_external($external_search, &rules, profile, options, |_, _, outcome| {
            lines.push(outcome.line.map(<[Move]>::to_vec));
        });
        assert!(!lines.is_empty() && lines.len() % FOUR.len() == 0);
        (trial, lines)
    }};
}

fn both(tree: &Graph, depth: usize, options: &SearchOptions) -> [ShownResult; 2] {
    let original = shown!(&mut AlgorithmAdapter(pvs_soft), tree, depth, options);
    [original, shown!(&mut SeededSearch::default(), tree, depth, options)]
}

/// With random search options, and with a preceding search where the table is kept.
#[test]
fn with_no_bug_active_the_copy_gives_the_same_results_as_the_original() {
    let mut tree = Graph::leaf(Score::ZERO);
    let games = Random { seed: 2, games: 20_000 };
    let mut acted = [0; Counts::NONE.acts().len()];
    for index in 0..games.count() {
        let depth = games.game(index, &mut tree);
        let choices = &mut Seeded::new(3, index);
        let mut options = SearchOptions::random(choices);
        if let Some(table) = &mut options.table {
            table.narrow = choices.one_in(4);
            table.key_bits = if choices.one_in(8) { 2 } else { 64 };
        }
        let [original, copy] = both(&tree, depth, &options);
        assert_eq!(original, copy, "pvs-soft{options} depth={depth} {tree}");
        acted.iter_mut().zip(copy.0.counts.acts()).for_each(|(sum, (_, more))| *sum += more);
    }
    assert!(acted.iter().all(|&sum| sum > 100), "every search option has an effect: {acted:?}");
}

/// Without this test an invalid record shows only when its bug runs.
#[test]
fn every_record_has_a_subject_findings_and_a_change_that_exists() {
    for bug in Bug::ALL {
        let _ = bug.subject();
        assert!(bug.findings().count() > 0, "{}", bug.name);
        assert_eq!(Bug::named(bug.name), Some(bug), "names are unique");
        let Subject { algorithm, options, .. } = bug.subject();
        let is_valid = match bug.change {
            Change::Store(alteration) => super::AlteredStore::named(alteration).is_some(),
            // Its copy is searched without preceding searches.
            Change::Algorithm(hunk) => {
                !options.keeps_table()
                    && hunk.file == format!("algorithm/{}", algorithm.name().replace('-', "_"))
            }
            // The copy of the shared search has one algorithm.
            Change::Search(_) => algorithm == Algorithm::PvsSoft,
        };
        assert!(is_valid, "{}", bug.name);
    }
}
