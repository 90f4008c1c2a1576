//! Tests that the copy of the shared search equals the original when no bug is active, and that the records
//! are valid.

use super::faulty::SeededSearch;
use super::{Bug, Change, FOUR, Four, Visible, run};
use crate::algorithm::{Algorithm, pvs_soft};
use crate::campaign::{Games, Random};
use crate::check::Trial;
use crate::game::{Choices, Graph, Seeded};
use crate::position::Move;
use crate::pv::{AnyStore, Store};
use crate::search::{
    AnySearch, Counts, Schedule, Scratch, Search, SearchOptions, ShownThread, Threads, Words,
};
use crate::subject::Subject;
use crate::table::{Narrow, TableOptions};

/// The result of one search, and the line of each store.
type ShownResult = (Trial, Vec<Option<Vec<Move>>>);

fn shown(search: &mut AnySearch<'_>, tree: &Graph, depth: usize, options: &SearchOptions) -> ShownResult {
    let mut lines = Vec::new();
    let mut store = AnyStore::new(Four::default());
    let subject = Subject { algorithm: Algorithm::PvsSoft, store: Store::Triangular, options: *options };
    let (trial, _) = run(
        (&mut store, search),
        &subject,
        (tree, depth),
        (true, Visible::Options),
        (&FOUR, &mut |_, _, outcome| {
            lines.push(outcome.line.map(<[Move]>::to_vec));
        }),
    )
    .expect("within capacity");
    assert!(!lines.is_empty() && lines.len() % FOUR.len() == 0);
    (trial, lines)
}

fn both(tree: &Graph, depth: usize, options: &SearchOptions) -> [ShownResult; 2] {
    let (mut scratch, mut copy) = (Scratch::default(), SeededSearch::default());
    let original: &mut AnySearch<'_> = &mut |store, mut observer, task, each| {
        let Some(threads) = task.options.threads else {
            return Algorithm::PvsSoft.search(store, observer, &mut scratch, task, each);
        };
        let other = |_| (AnyStore::new(Four::default()), Scratch::default());
        let mut others: Vec<_> = (1..threads.count).map(other).collect();
        let mut search = Search::new(store, &mut observer, &mut scratch);
        search.root_by_threads(pvs_soft, pvs_soft, &mut others, &task, &mut |_, outcome| each(outcome))
    };
    let copy: &mut AnySearch<'_> =
        &mut |store, observer, task, each| copy.search(store, observer, &task, each);
    [original, copy].map(|search| shown(search, tree, depth, options))
}

/// Searches have random search options, and a preceding search where the table is kept.
#[test]
fn with_no_bug_active_the_copy_gives_the_same_results_as_the_original() {
    let mut tree = Graph::default();
    let games = Random { seed: 2, games: 20_000 };
    let mut acted = [0; Counts::NONE.acts().len()];
    for index in 0..games.count() {
        let depth = games.game(index, &mut tree);
        let choices = &mut Seeded::new(3, index);
        let mut options = SearchOptions::random(choices);
        if let Some(table) = &mut options.table {
            table.narrow = Narrow::random(choices, 4);
            table.key_bits = if choices.one_in(8) { 2 } else { 64 };
        }
        let [original, copy] = both(&tree, depth, &options);
        assert_eq!(original, copy, "pvs-soft{options} depth={depth} {tree}");
        acted.iter_mut().zip(copy.0.counts.acts()).for_each(|(sum, (_, more))| *sum += more);
    }
    assert!(acted.iter().all(|&sum| sum > 100), "every search option has an effect: {acted:?}");
}

/// The steps of the threads are the same too, so that with the same schedule they read the same entries.
#[test]
fn with_no_bug_active_the_copy_by_several_threads_gives_the_same_results_as_the_original() {
    let mut tree = Graph::default();
    // Once a week, more of them.
    let is_whole = std::env::var_os("PVCHECK_WHOLE").is_some();
    let games = Random { seed: 4, games: if is_whole { 5_000 } else { 1_000 } };
    let mut differ_from_one_thread = 0;
    for index in 0..games.count() {
        let depth = games.game(index, &mut tree);
        let choices = &mut Seeded::new(5, index);
        let mut options = SearchOptions::random(choices);
        options.table.get_or_insert(TableOptions { entries: 4, ..TableOptions::DEFAULT });
        let [alone, _] = both(&tree, depth, &options);
        options.threads = Some(Threads {
            count: 2 + choices.below(2) as u8,
            shown: ShownThread::ALL[choices.below(4) as usize],
            words: Words::ALL[choices.below(4) as usize],
            schedule: Schedule { seed: 1 + index as u32, ..Schedule::DEFAULT },
        });
        let [original, copy] = both(&tree, depth, &options);
        assert_eq!(original, copy, "pvs-soft{options} depth={depth} {tree}");
        differ_from_one_thread += u64::from(original != alone);
    }
    assert!(differ_from_one_thread > games.count() / 10, "{differ_from_one_thread}");
}

/// An invalid record would otherwise show only when its bug runs.
#[test]
fn every_record_has_a_subject_findings_and_a_change_that_exists() {
    for bug in Bug::ALL {
        let _ = bug.subject();
        assert!(bug.findings().count() > 0, "{}", bug.name);
        assert_eq!(Bug::named(bug.name), Some(bug), "names are unique");
        let Subject { algorithm, options, .. } = bug.subject();
        let is_valid = match bug.change {
            Change::Store(alteration) => super::injected::altered(alteration).is_some(),
            // Its copy is searched without preceding searches.
            Change::Algorithm { .. } => !options.keeps_table(),
            // The copy of the shared search has one algorithm.
            Change::Search(_) => algorithm == Algorithm::PvsSoft,
        };
        assert!(is_valid, "{}", bug.name);
    }
}
