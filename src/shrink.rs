//! A smaller case with the same finding.
//!
//! Structural: positions are taken away, never values made up. The result is
//! 1-minimal: no single step listed in `smaller` leaves the finding in place.
//! Subject and kind of finding stay the same; the place on the line may change.

use crate::case::Case;
use crate::check::{Bench, check_on};
use crate::game::Tree;
use crate::score::Score;
use crate::verdict::Finding;

/// The smallest case that greedy single steps reach from `case` and that shows
/// `finding` too; `case` itself when it does not show it.
pub fn shrink(case: &Case, finding: Finding) -> Case {
    let mut bench = Bench::default();
    shrink_by(case, |case| check_on(&mut bench, case).is_ok_and(|checked| checked.finding() == finding))
}

/// The smallest case that greedy single steps reach from `case` and for which
/// `shows` holds.
pub fn shrink_by(case: &Case, mut shows: impl FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    // Every step makes the case smaller by a measure that cannot fall for ever.
    loop {
        let next = smaller(&best).find(|next| shows(next));
        match next {
            Some(next) => best = next,
            None => return best,
        }
    }
}

/// Every case one step smaller, the largest steps first.
fn smaller(case: &Case) -> impl Iterator<Item = Case> {
    let with_game = |game| Case { game, ..case.clone() };
    let nodes = 0..case.game.len();
    let shallower = case.depth.checked_sub(1).map(|depth| Case { depth, ..case.clone() });
    let hoisted = nodes.clone().skip(1).map(move |node| with_game(hoist(&case.game, node)));
    let cut = nodes.clone().filter_map(move |node| cut(&case.game, node)).map(with_game);
    let without = nodes.clone().skip(1).map(move |node| without(&case.game, node)).map(with_game);
    let ranked = ranked(&case.game).map(with_game);
    let scores = nodes.flat_map(move |node| calmer(&case.game, node)).map(with_game);
    let smaller = shallower.into_iter().chain(hoisted).chain(cut).chain(without).chain(ranked).chain(scores);
    smaller.filter(|next| next.size() < case.size())
}

/// The tree with `node` in the place of its parent, whose other children go.
fn hoist(tree: &Tree, node: usize) -> Tree {
    let parent = (0..node).find(|&parent| tree.children(parent).contains(&node));
    let parent = parent.expect("every position but the root has a parent");
    let instead = |child: usize| if child == parent { node } else { child };
    tree.rebuild(instead(0), |at, out| out.extend(tree.children(at).map(instead)), |at| tree.score(at))
}

/// The tree with a leaf where `node` was.
fn cut(tree: &Tree, node: usize) -> Option<Tree> {
    let children = |at: usize, out: &mut Vec<usize>| {
        if at != node {
            out.extend(tree.children(at));
        }
    };
    (!tree.children(node).is_empty()).then(|| tree.rebuild(0, children, |at| tree.score(at)))
}

/// The tree without `node` and what lies below it.
fn without(tree: &Tree, node: usize) -> Tree {
    let children =
        |at: usize, out: &mut Vec<usize>| out.extend(tree.children(at).filter(|&child| child != node));
    tree.rebuild(0, children, |at| tree.score(at))
}

/// The tree with its scores replaced by their ranks, lowest first: negative
/// scores from -1 down, the others from 0 up, so that signs stay.
fn ranked(tree: &Tree) -> impl Iterator<Item = Tree> {
    let mut scores: Vec<Score> = (0..tree.len()).map(|node| tree.score(node)).collect();
    scores.push(Score::ZERO);
    scores.sort_unstable();
    scores.dedup();
    let rank = |score: Score| scores.binary_search(&score).map_or(0, |rank| rank as i64);
    let zero = rank(Score::ZERO);
    let score = |node| Score::saturating(rank(tree.score(node)) - zero);
    let ranked = tree.rebuild(0, |at, out| out.extend(tree.children(at)), score);
    Some(ranked).filter(|ranked| ranked != tree).into_iter()
}

/// The tree with the score of `node` at zero, or one step nearer to it.
fn calmer(tree: &Tree, node: usize) -> impl Iterator<Item = Tree> {
    let score = tree.score(node).get();
    let with = move |value: i32| {
        let value = Score::saturating(i64::from(value));
        let score = move |at: usize| if at == node { value } else { tree.score(at) };
        tree.rebuild(0, |at, out| out.extend(tree.children(at)), score)
    };
    let values = if score == 0 { [None, None] } else { [Some(0), Some(score - score.signum())] };
    values.into_iter().flatten().map(with)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::verdict::LineKind;

    #[test]
    fn a_large_witness_becomes_one_minimal() {
        let case: Case =
            "v1 alpha-beta-hard+single-array depth=4 [[[5 -3[2 8]] [[9 1] 4]] [[[7 7] 6] [3 [2 2]]] 9]"
                .parse()
                .expect("a case");
        let finding = check(&case).expect("shallow").finding();
        let small = shrink(&case, finding);
        assert_eq!(check(&small).expect("shallow").finding(), finding);
        assert!(small.size() < case.size());
        for next in smaller(&small) {
            assert_ne!(check(&next).expect("shallow").finding(), finding, "{next} is smaller still");
        }
    }

    #[test]
    fn a_case_that_does_not_show_it_stays_as_it_is() {
        let case: Case = "v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]".parse().expect("a case");
        assert_eq!(shrink(&case, Finding::Line(LineKind::Illegal)), case);
    }
}
