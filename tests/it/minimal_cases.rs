//! The games of `tests/cases/witnessed.case` and `selective.case` are the smallest of their scopes: no game before
//! one of them shows its finding.

use crate::common::prelude::*;
use std::collections::BTreeSet;

use pvcheck::enumerate::{Graphs, Limits};

/// The committed cases whose games have this number of positions, and so many moves at most.
fn committed(positions: usize, moves: usize) -> Vec<Case> {
    let cases = Case::read_all(include_str!("../cases/witnessed.case")).expect("the committed cases");
    let cases = cases.into_iter().map(|(_, case)| case);
    cases.filter(|case| case.size().0 == positions && case.size().1 <= moves).collect()
}

/// The games of a scope up to a size.
struct UpTo<'g>(&'g Graphs, u64);

impl<'g> UpTo<'g> {
    /// All games that are no larger than the largest of `cases`; the scope is ordered by size.
    fn largest(graphs: &'g Graphs, cases: &[Case]) -> Self {
        let largest = cases.iter().map(Case::size).max().expect("there are cases");
        let mut game = cases[0].clone();
        let (mut first, mut end) = (0, graphs.count());
        while first < end {
            let middle = first.midpoint(end);
            game.depth = graphs.game(middle, &mut game.game);
            if game.size() <= largest { first = middle + 1 } else { end = middle }
        }
        Self(graphs, end)
    }
}

impl Games for UpTo<'_> {
    fn count(&self) -> u64 {
        self.1
    }

    fn game(&self, index: u64, graph: &mut Graph) -> usize {
        self.0.game(index, graph)
    }
}

/// Plays all games up to the largest of `cases` and asserts that each case is the first with the finding that it
/// expects. Returns the number of games played.
fn assert_smallest(cases: &[Case], limits: Limits) -> u64 {
    let graphs = Graphs::new(limits).expect("a small scope");
    let games = UpTo::largest(&graphs, cases);
    let subjects: BTreeSet<String> = cases.iter().map(|case| case.subject.to_string()).collect();
    let subjects = subjects.iter().map(|text| text.parse().expect("a subject")).collect();
    let finished = Campaign::new(&games, subjects).threads(2).run(|_| ());
    for case in cases {
        let row = finished.rows.iter().find(|row| row.subject == case.subject).expect("it was played");
        let expected = case.expect.expect("each case expects something");
        assert_eq!(row.counterexamples.get(&expected), Some(case), "{case}");
    }
    finished.games
}

/// Seven scores around zero allow every order of the scores of three positions. So these are the smallest games of
/// all, apart from the distances of scores and moves to the same position.
#[test]
fn cases_of_up_to_three_positions_are_the_smallest_with_any_scores() {
    let cases: Vec<Case> = (1..=3).flat_map(|positions| committed(positions, 3)).collect();
    assert!(cases.len() >= 50, "{} cases", cases.len());
    let limits = Limits { positions: 3, scores: 7, depth: 6, cycles: true };
    assert_eq!(assert_smallest(&cases, limits), 14_910);
}

/// Where repetition is a draw and the table does not know the path, one game of four positions makes table walks and
/// the PV holder show wrong lines, and truncates lines that are copied.
#[test]
fn the_smallest_game_in_which_path_dependent_draws_break_table_walks_has_four_positions() {
    let mut cases = committed(4, 6);
    cases.retain(|case| case.game.to_string() == "a:[[b:[c:-1[b]] a] c]");
    cases.retain(|case| case.subject.algorithm == Algorithm::PvsSoft);
    assert!(cases.len() >= 8, "{} cases", cases.len());
    let limits = Limits { positions: 4, scores: 3, depth: 4, cycles: true };
    assert_eq!(assert_smallest(&cases, limits), 1_038_732);
}

/// Cases without cycles are larger, as a position has to be reached again by another path.
#[test]
fn cases_without_cycles_are_the_smallest_games_without_cycles() {
    let mut cases = committed(4, 5);
    cases.extend(committed(5, 5));
    cases.retain(|case| (0..case.game.len()).all(|node| is_before_its_replies(&case.game, node)));
    assert!(cases.len() >= 5, "{} cases", cases.len());
    let limits = Limits { positions: 5, scores: 3, depth: 5, cycles: false };
    assert_eq!(assert_smallest(&cases, limits), 91_886);
}

/// With each selective search option; no scope has games with null moves.
#[test]
fn selective_cases_of_up_to_three_positions_are_the_smallest() {
    let cases = Case::read_all(include_str!("../cases/selective.case")).expect("the committed cases");
    let mut cases: Vec<Case> = cases.into_iter().map(|(_, case)| case).collect();
    cases.retain(|case| case.size().0 <= 3 && case.subject.options.selectivity.null.is_none());
    assert!(cases.len() >= 20, "{} cases", cases.len());
    let limits = Limits { positions: 3, scores: 3, depth: 4, cycles: true };
    assert_eq!(assert_smallest(&cases, limits), 10_424);
}

fn is_before_its_replies(game: &Graph, node: usize) -> bool {
    game.children(node).all(|child| !game.reaches(child, node))
}
