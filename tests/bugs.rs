//! Bugs on purpose: each is seen, and as what it must be seen.

use std::collections::BTreeSet;

use pvcheck::bugs::Bug;
use pvcheck::campaign::{Games, Random};
use pvcheck::case::Case;
use pvcheck::check::check;
use pvcheck::enumerate::{Leaves, Scope};
use pvcheck::game::Tree;
use pvcheck::score::Score;

/// Games that each bug is tried on. Uniform games alone never show the bugs that
/// need an early end, so these are the wild ones.
const GAMES: Random = Random { seed: 1, games: 5_000 };

fn catches(bug: Bug) {
    let mut tree = Tree::leaf(Score::ZERO);
    let mut seen_as = BTreeSet::new();
    let mut caught = 0;
    for index in 0..GAMES.count() {
        let depth = GAMES.game(index, &mut tree);
        let Some(found) = bug.try_on(&tree, depth).expect("shallow") else { continue };
        caught += 1;
        seen_as.insert(found.finding);
        let subject = pvcheck::subject::Subject { store: found.store, ..bug.subject() };
        let case = Case { subject, depth, expect: None, game: tree.clone() };
        assert!(check(&case).expect("shallow").is_kept(), "the correct code passes {case}");
    }
    let expected: BTreeSet<_> = bug.seen_as().into_iter().collect();
    assert_eq!(seen_as, expected, "{} was seen in {caught} of {} games", bug.name(), GAMES.count());
}

macro_rules! catches {
    ($($test:ident $bug:ident,)*) => {
        $(#[test]
        fn $test() {
            catches(Bug::$bug);
        })*

        #[test]
        fn every_bug_has_its_test() {
            assert_eq!([$(Bug::$bug),*], Bug::ALL);
        }
    };
}

catches! {
    catches_a_copy_that_is_one_short CopiesOneShort,
    catches_a_child_that_is_not_copied ChildNotCopied,
    catches_a_row_that_keeps_its_first_line KeepsFirstLine,
    catches_rows_that_are_never_cleared NeverClears,
    catches_an_index_off_by_one IndexOffByOne,
    catches_a_cutoff_on_greater_only CutoffOnGreaterOnly,
    catches_a_forgotten_research ResearchForgotten,
    catches_a_raise_before_the_cutoff_test RaiseBeforeCutoff,
    catches_a_null_window_of_width_0 NullWindowOfWidth0,
    catches_null_window_refutations_that_write NullWindowRefutationsWrite,
    catches_a_forgotten_terminator TerminatorForgotten,
    catches_a_store_that_says_none SaysNone,
    catches_a_line_shown_outside_the_window ShowsUnproven,
    catches_a_cutoff_that_returns_more CutoffReturnsMore,
    catches_a_pointer_swapped_with_the_wrong_row SwapsWrongRow,
}

/// The rates of the literature: 25 % of all permutations of (2,2), 50 % of (2,3).
#[test]
fn null_window_refutations_spoil_the_single_array_at_the_known_rates() {
    for (depth, games, wrong) in [(2, 24, 6), (3, 40_320, 20_160)] {
        let scope = Scope::uniform(2, depth, Leaves::Permutations).expect("a small scope");
        let mut tree = Tree::leaf(Score::ZERO);
        let caught = (0..scope.count()).filter(|&index| {
            let depth = scope.game(index, &mut tree);
            Bug::NullWindowRefutationsWrite.try_on(&tree, depth).expect("shallow").is_some()
        });
        assert_eq!((scope.count(), caught.count()), (games, wrong));
    }
}

/// The text of a function from its signature to its closing brace, one space for
/// any white space, with its name replaced.
fn function(source: &str, name: &str) -> String {
    let start = source.find(&format!("fn {name}<")).expect("the function is in its file");
    let text = &source[start..];
    let end = text.find("\n}\n").expect("the function ends");
    let words: Vec<&str> = text[..end].split_whitespace().collect();
    words.join(" ").replace(name, "SELF")
}

#[test]
fn a_buggy_algorithm_differs_from_its_original_in_the_named_hunk_only() {
    let mutations: Vec<_> = Bug::ALL.iter().filter_map(|bug| bug.mutation()).collect();
    assert_eq!(mutations.len(), 5);
    for mutation in mutations {
        let original = function(mutation.original.0, mutation.original.1);
        let copy = function(mutation.copy.0, mutation.copy.1);
        let hunk = |text: &str| text.replace(mutation.original.1, "SELF");
        let (removed, added) = (hunk(mutation.removed), hunk(mutation.added));
        assert_eq!(original.matches(&removed).count(), 1, "{}", mutation.copy.1);
        let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(original.replace(&removed, &added)), words(copy), "{}", mutation.copy.1);
        assert_ne!(removed, added);
    }
}
