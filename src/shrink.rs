//! A smaller case with the same finding.
//!
//! Structural: positions are taken away, never values made up. The result is
//! 1-minimal: no single `Step` leaves the finding in place.
//! Subject and kind of finding stay the same; the place on the line may change.

use std::ops::Range;

use crate::case::Case;
use crate::check::{Harness, check_on};
use crate::game::{Graph, Link, Marks};
use crate::score::Score;
use crate::verdict::Finding;

/// The smallest case that greedy single steps reach from `case` and that shows
/// `finding` too; `case` itself when it does not show it.
pub fn shrink(case: &Case, finding: Finding) -> Case {
    let mut harness = Harness::default();
    shrink_by(case, |case| check_on(&mut harness, case).is_ok_and(|checked| checked.shows(finding)))
}

/// The smallest case that greedy single steps reach from `case` and for which
/// `shows` holds.
pub fn shrink_by(case: &Case, mut shows: impl FnMut(&Case) -> bool) -> Case {
    let mut best = without_blocks(case.clone(), &mut shows);
    // A step that succeeds is followed by the one that then stands in its place; the
    // end is a whole round of steps without success. Every success makes the case
    // smaller by a measure that cannot fall for ever.
    let (mut at, mut failed) = (0, 0);
    loop {
        let steps = steps(&best);
        if failed >= steps.len() {
            return best;
        }
        at %= steps.len();
        match steps[at].apply(&best).filter(|next| next.size() < best.size() && shows(next)) {
            Some(next) => {
                best = next;
                failed = 0;
            }
            None => {
                at += 1;
                failed += 1;
            }
        }
    }
}

/// Takes away halves, quarters and so on down to pairs of neighbours, as far as
/// that goes: large cases become small ones in a few hundred steps (after Zeller
/// & Hildebrandt's delta debugging, 2002).
fn without_blocks(case: Case, shows: &mut impl FnMut(&Case) -> bool) -> Case {
    let mut best = case;
    let mut block = best.game.len() / 2;
    while block >= 2 {
        let mut start = 1;
        while start < best.game.len() {
            let game = without(&best.game, start..start + block);
            let next = Case { game, ..best.clone() };
            if next.size() < best.size() && shows(&next) {
                best = next;
            } else {
                start += block;
            }
        }
        block = block.min(best.game.len()) / 2;
    }
    best
}

/// One thing that can be taken away.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// One ply of depth.
    Shallower,
    /// The parent of this position and its other children.
    Hoist { parent: usize, node: usize },
    /// All that lies below this position.
    Cut(usize),
    /// This position and all moves to it.
    Without(usize),
    /// One of several ways to a position: the move of this index, or behind all moves the pass.
    Unlink { node: usize, index: usize },
    /// The marks of this move but these.
    Unmark { node: usize, index: usize, but: Marks },
    /// The distances between scores.
    Rank,
    /// The distances between scores, but what mates are.
    RankOthers,
    /// The score of this position.
    Zero(usize),
    /// One unit of the score of this position, or one ply of a mate.
    Nearer(usize),
}

/// Every step that `case` allows, the largest first.
fn steps(case: &Case) -> Vec<Step> {
    let (game, nodes) = (&case.game, 0..case.game.len());
    let hoists =
        nodes.clone().flat_map(|parent| game.children(parent).map(move |node| Step::Hoist { parent, node }));
    let inner = nodes.clone().filter(|&node| !game.children(node).is_empty());
    let scored = nodes.clone().filter(|&node| game.score(node) != Score::ZERO);
    let shallower = (case.depth > 0).then_some(Step::Shallower);
    let mut steps: Vec<Step> = shallower.into_iter().chain(hoists).chain(inner.map(Step::Cut)).collect();
    steps.extend(nodes.clone().skip(1).map(Step::Without));
    if !game.is_tree() {
        let links = |node| (0..game.links(node).count()).map(move |index| Step::Unlink { node, index });
        steps.extend(nodes.clone().flat_map(links));
    }
    steps.extend(nodes.flat_map(|node| unmarkings(game, node)));
    steps.push(Step::Rank);
    if (0..game.len()).any(|node| game.score(node).is_mate()) {
        steps.push(Step::RankOthers);
    }
    steps.extend(scored.flat_map(|node| [Step::Zero(node), Step::Nearer(node)]));
    steps
}

/// Every mark of a move of `node` that may go.
fn unmarkings(game: &Graph, node: usize) -> impl Iterator<Item = Step> {
    (0..game.children(node).len()).flat_map(move |index| {
        let marks = game.marks(node, index);
        let quiet = marks.noisy.then_some(Marks { noisy: false, ..marks });
        let free = marks.forcing.then_some(Marks { forcing: false, ..marks });
        quiet.into_iter().chain(free).map(move |but| Step::Unmark { node, index, but })
    })
}

impl Step {
    /// The case after this step; `None` where it changes nothing.
    fn apply(self, case: &Case) -> Option<Case> {
        let tree = &case.game;
        let with_game = |game| Some(Case { game, ..case.clone() });
        match self {
            Self::Shallower => Some(Case { depth: case.depth.checked_sub(1)?, ..case.clone() }),
            Self::Hoist { parent, node } => with_game(hoist(tree, parent, node)),
            Self::Cut(node) => with_game(cut(tree, node)),
            Self::Without(node) => with_game(without(tree, node..node + 1)),
            Self::Unlink { node, index } => with_game(unlinked(tree, node, index)),
            Self::Unmark { node, index, but } => with_game(marked(tree, node, index, but)),
            Self::Rank => with_game(ranked(tree, |_| true)),
            Self::RankOthers => with_game(ranked(tree, |score| !score.is_mate())),
            Self::Zero(node) => with_game(with_score(tree, node, Score::ZERO)),
            Self::Nearer(node) => {
                let score = tree.score(node).get();
                let nearer = if tree.score(node).is_mate() {
                    tree.score(node).nearer(1).clamp(Score::MIN, Score::MAX)
                } else {
                    Score::saturating(i64::from(score - score.signum()))
                };
                with_game(with_score(tree, node, nearer))
            }
        }
    }
}

/// The tree with `node` in the place of its parent, whose other children go.
fn hoist(tree: &Graph, parent: usize, node: usize) -> Graph {
    let instead = |child: usize| if child == parent { node } else { child };
    let links = |at: usize, out: &mut Vec<Link>| {
        out.extend(tree.links(at).map(|link| Link { to: instead(link.to), ..link }));
    };
    tree.rebuild(instead(0), links, |at| tree.score(at))
}

/// The tree with a leaf where `node` was.
fn cut(tree: &Graph, node: usize) -> Graph {
    let links = |at: usize, out: &mut Vec<Link>| {
        if at != node {
            out.extend(tree.links(at));
        }
    };
    tree.rebuild(0, links, |at| tree.score(at))
}

/// The game without the way of this index out of `node`.
fn unlinked(tree: &Graph, node: usize, index: usize) -> Graph {
    let links = |at: usize, out: &mut Vec<Link>| {
        out.extend(tree.links(at).enumerate().filter(|&own| at != node || own.0 != index).map(|own| own.1));
    };
    tree.rebuild(0, links, |at| tree.score(at))
}

/// The tree without these positions and what lies below them.
fn without(tree: &Graph, gone: Range<usize>) -> Graph {
    let links = |at: usize, out: &mut Vec<Link>| {
        out.extend(tree.links(at).filter(|link| !gone.contains(&link.to)));
    };
    tree.rebuild(0, links, |at| tree.score(at))
}

/// The tree with its scores replaced by their ranks, those that `counts` holds for, lowest first: negative
/// scores from -1 down, the others from 0 up, so that signs stay.
fn ranked(tree: &Graph, counts: impl Fn(Score) -> bool) -> Graph {
    let mut scores: Vec<Score> =
        (0..tree.len()).map(|node| tree.score(node)).filter(|&score| counts(score)).collect();
    scores.push(Score::ZERO);
    scores.sort_unstable();
    scores.dedup();
    let rank = |score: Score| scores.binary_search(&score).map_or(0, |rank| rank as i64);
    let zero = rank(Score::ZERO);
    let score = |node| match tree.score(node) {
        score if counts(score) => Score::saturating(rank(score) - zero),
        score => score,
    };
    tree.rebuild(0, |at, out| out.extend(tree.links(at)), score)
}

/// The tree with these marks at a move.
fn marked(tree: &Graph, node: usize, index: usize, marks: Marks) -> Graph {
    let mut changed = tree.clone();
    changed.mark(node, index, marks);
    changed
}

/// The tree with another score at `node`.
fn with_score(tree: &Graph, node: usize, score: Score) -> Graph {
    let mut changed = tree.clone();
    changed.set_score(node, score);
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::verdict::LineKind;

    fn case(depth: usize, game: &str) -> Case {
        format!("v1 alpha-beta-hard+single-array depth={depth} {game}").parse().expect("a case")
    }

    /// What is left when only games that satisfy `shows` count.
    fn left(depth: usize, game: &str, shows: impl FnMut(&Case) -> bool) -> String {
        shrink_by(&case(depth, game), shows).game.to_string()
    }

    /// Every tree with one position less or one score nearer to zero, written down
    /// without the shrinker: what 1-minimal means.
    fn smaller_by_hand(tree: &Graph) -> Vec<Graph> {
        let mut trees = Vec::new();
        for gone in 1..tree.len() {
            let keep =
                |at: usize, out: &mut Vec<Link>| out.extend(tree.links(at).filter(|link| link.to != gone));
            trees.push(tree.rebuild(0, keep, |at| tree.score(at)));
        }
        for node in (0..tree.len()).filter(|&node| tree.score(node) != Score::ZERO) {
            let mut nearer = tree.clone();
            let score = tree.score(node);
            nearer.set_score(node, if score > Score::ZERO { score - 1 } else { score + 1 });
            trees.push(nearer);
        }
        trees
    }

    #[test]
    fn a_large_counterexample_becomes_one_minimal() {
        let case = case(4, "[[[5 -3[2 8]] [[9 1] 4]] [[[7 7] 6] [3 [2 2]]] 9]");
        let finding = check(&case).expect("shallow").finding();
        let small = shrink(&case, finding);
        assert_eq!(check(&small).expect("shallow").finding(), finding);
        assert!(small.size() < case.size());
        for game in smaller_by_hand(&small.game) {
            let next = Case { game, ..small.clone() };
            assert!(!check(&next).expect("shallow").shows(finding), "{next} is smaller still");
        }
    }

    #[test]
    fn each_kind_of_step_reaches_what_no_other_does() {
        // Only less depth: the game itself must stay.
        let game = case(3, "[0]").game;
        assert_eq!(shrink_by(&case(3, "[0]"), |next| next.game == game).depth, 0);
        // Only hoisting: three moves side by side, which stand one ply too deep.
        assert_eq!(left(1, "[[0 0 0]]", |next| next.game.to_string().contains("0 0 0")), "[0 0 0]");
        // Only cutting below a position: the position must stay.
        let two_moves = |next: &Case| next.game.children(0).len() == 2;
        assert_eq!(left(1, "[[0] [0]]", two_moves), "[0 0]");
        // Only taking a position away: the sibling below it must stay.
        assert_eq!(left(2, "[0 [0]]", |next| next.game.to_string().contains("[0]]")), "[[0]]");
        // Only ranks: two scores that are equal in sign and order, and never zero or one step nearer.
        let apart = |next: &Case| {
            let [a, b] =
                [1, 2].map(|node| if node < next.game.len() { next.game.score(node).get() } else { 0 });
            (a, b) == (700, 900) || (a, b) == (1, 2)
        };
        assert_eq!(left(1, "[700 900]", apart), "[1 2]");
        // Only zero, from a score that must not be anything between.
        let ends = |next: &Case| next.game.score(0) == Score::ZERO || next.game.score(0).get() == 700;
        assert_eq!(left(0, "700", ends), "0");
        // Only one step nearer: as low as 5, never a rank.
        assert_eq!(left(0, "700", |next| next.game.score(0).get() >= 5), "5");
        // Only one mark, and not the other: which of two it is nothing else says.
        let forcing = |next: &Case| next.game.to_string().contains('+');
        assert_eq!(left(1, "[!+0]", forcing), "[+0]");
        // Only the pass: what it leads to is needed where a move leads.
        assert_eq!(left(1, "[0 a:0 ~a]", |next| next.game.children(0).len() == 2), "[0 0]");
    }

    #[test]
    fn a_game_of_tens_of_thousands_of_positions_shrinks_at_once() {
        let replies: Vec<String> =
            (0..20_000).map(|i| format!("[{} {}]", i * 7919 % 1000, i * 104_729 % 997)).collect();
        let large = case(2, &format!("[{}]", replies.join(" ")));
        let finding = check(&large).expect("shallow").finding();
        assert!(shrink(&large, finding).game.len() <= 7);
    }

    #[test]
    fn a_case_that_does_not_show_it_stays_as_it_is() {
        let case: Case = "v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]".parse().expect("a case");
        assert_eq!(shrink(&case, Finding::Line(LineKind::Illegal)), case);
    }
}
