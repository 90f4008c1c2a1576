//! Properties of games that proptest generates and shrinks. Regressions are kept in `tests/regressions/`.

use crate::common::prelude::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use pvcheck::game::strategy::{from_bytes, graphs};
use pvcheck::oracle::{Oracle, ReplayResult};
use pvcheck::shrink::shrink;

fn config() -> ProptestConfig {
    crate::common::laws::config(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/regressions/properties.txt"))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_game_survives_printing_and_parsing(tree in graphs()) {
        prop_assert_eq!(tree.to_string().parse::<Graph>(), Ok(tree));
    }

    #[test]
    fn a_case_survives_printing_and_parsing(case in from_bytes::<Case>(300)) {
        prop_assert_eq!(case.to_string().parse::<Case>(), Ok(case));
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_place_inside_it(text in "\\PC{0,40}|[-0-9a-c:!+~\\[\\] ]{0,40}") {
        if let Err(error) = text.parse::<Graph>() {
            prop_assert!(error.span.end <= text.len() && error.line >= 1 && error.column >= 1);
        }
        if let Err(errors) = Case::read_all(&text) {
            prop_assert!(errors.first.iter().all(|error| error.span.end <= text.len()));
        }
    }

    #[test]
    fn a_damaged_case_is_read_or_refused(case in from_bytes::<Case>(200), at in 0usize..400, with in "\\PC") {
        let mut text = case.to_string();
        let at = at.min(text.len());
        text.replace_range(at.., &with);
        if let Err(error) = text.parse::<Case>() {
            prop_assert!(error.span.end <= text.len());
        }
    }

    #[test]
    fn every_subject_keeps_its_guarantee(case in from_bytes::<Case>(300)) {
        let checked = check(&case).expect("generated cases are within capacity");
        prop_assert!(checked.is_kept(), "{}: {}", case, checked.finding());
    }

    #[test]
    fn shrinking_keeps_the_finding_and_never_grows(case in from_bytes::<Case>(120)) {
        let finding = check(&case).expect("generated cases are within capacity").finding();
        let small = shrink(&case, finding);
        // The smaller case may have a further finding, which is listed first.
        prop_assert!(check(&small).expect("smaller still").shows(finding), "{} {}", small, finding);
        prop_assert!(small.size() <= case.size());
    }

    /// Compares the oracle with a second one: the value of a position is the largest that the side to move can force,
    /// by the definition over all replies, without negamax and without memory.
    #[test]
    fn the_oracle_agrees_with_minimax_by_max_and_min(tree in graphs(), depth in 0usize..7) {
        let oracle = Oracle::new(&tree.root(), depth);
        prop_assert_eq!(i64::from(oracle.score().get()), max_value(&tree, 0, (0, depth)));
    }

    #[test]
    fn no_line_attains_a_score_that_is_off_by_one(tree in graphs(), depth in 0usize..7, up in any::<bool>()) {
        let oracle = Oracle::new(&tree.root(), depth);
        let wrong = if up { oracle.score() + 1 } else { oracle.score() - 1 };
        prop_assert_eq!(oracle.walk(wrong, oracle.line()), ReplayResult::Unsound { ply: 0 });
    }

    #[test]
    fn the_leftmost_line_is_made_of_first_optimal_moves(tree in graphs(), depth in 0usize..7) {
        let root = tree.root();
        let oracle = Oracle::new(&root, depth);
        let (mut position, mut left) = (root, depth);
        for &mv in oracle.line() {
            let moves = legal_moves(&position);
            prop_assert_eq!(moves.into_iter().find(|&mv| oracle.is_optimal(&position, left, mv)), Some(mv));
            position = position.play(mv);
            left -= 1;
        }
        prop_assert!(left == 0 || position.is_terminal());
    }
}

/// The best value for the side to move, from its own side. Mates count from the root, as `ply` is known.
fn max_value(tree: &Graph, node: usize, (ply, depth): (usize, usize)) -> i64 {
    let children = tree.children(node);
    if depth == 0 || tree.is_leaf(node) {
        return i64::from(tree.score(node).further(ply).get());
    }
    children.map(|child| min_value(tree, child, (ply + 1, depth - 1))).max().expect("some move")
}

/// The best value for the other side, from the first side: with the signs of its scores reversed.
fn min_value(tree: &Graph, node: usize, (ply, depth): (usize, usize)) -> i64 {
    let children = tree.children(node);
    if depth == 0 || tree.is_leaf(node) {
        return -i64::from(tree.score(node).further(ply).get());
    }
    children.map(|child| max_value(tree, child, (ply + 1, depth - 1))).min().expect("some move")
}

/// The generated cases must have what breaks searches; otherwise the properties above would check little.
#[test]
fn generated_cases_have_every_feature_and_every_verdict() {
    struct Grown(Vec<Case>);
    impl Games for Grown {
        fn count(&self) -> u64 {
            self.0.len() as u64
        }
        fn game(&self, index: u64, tree: &mut Graph) -> usize {
            let case = &self.0[index as usize];
            tree.copy_from(&case.game);
            case.depth
        }
    }
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = from_bytes::<Case>(300);
    let grow = |_| strategy.new_tree(&mut runner).expect("a case").current();
    let cases = Grown((0..2_000).map(grow).collect());
    let findings: std::collections::BTreeSet<_> =
        cases.0.iter().map(|case| check(case).expect("within capacity").finding().name()).collect();
    for finding in ["same", "none_due", "truncated", "unsound", "illegal"] {
        assert!(findings.contains(finding), "{finding} is never generated");
    }
    let subjects = vec!["pvs-soft+triangular".parse().expect("a subject")];
    let finished = Campaign::new(&cases, subjects).run(|_| ());
    assert_eq!(finished.rows[0].tally.score(ScoreVerdict::Exact), 2_000);
    let seen: Vec<u64> = finished.features.shares().map(|(_, count, _)| count).collect();
    assert!(seen.into_iter().all(|count| count >= 20), "{:?}", finished.features);
}
