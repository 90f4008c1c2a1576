//! The shrinker: it makes a case smaller while the finding stays the same.
//!
//! It removes parts of the game and simplifies scores. The result is 1-minimal: no single `Step` makes it
//! smaller and keeps the finding. The subject and the kind of finding stay the same; the ply of the
//! finding may change.

use std::ops::Range;

use crate::case::Case;
use crate::check::{Harness, check_on};
use crate::game::{Graph, Link, Marks};
use crate::score::Score;
use crate::verdict::Finding;

/// Returns the smallest case with the finding `finding` that greedy single steps reach from `case`;
/// `case` itself if it does not have this finding.
pub fn shrink(case: &Case, finding: Finding) -> Case {
    let mut harness = Harness::default();
    shrink_by(case, |case| check_on(&mut harness, case).is_ok_and(|checked| checked.shows(finding)))
}

/// Returns the smallest case for which `shows` is true that greedy single steps reach from `case`.
pub fn shrink_by(case: &Case, mut shows: impl FnMut(&Case) -> bool) -> Case {
    let mut best = without_blocks(case.clone(), &mut shows);
    // After a successful step the list of steps is made anew, and the next try is at the same index.
    // The loop ends after a whole round of steps without success. It always ends, as every
    // success makes the size smaller.
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

/// Removes halves of the positions, quarters and so on, down to pairs of neighbours, where the finding
/// stays: large cases become small ones in a few hundred steps (after Zeller
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

/// One simplification.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Searches one ply less deep.
    Shallower,
    /// Replaces `parent` by its child `node`; the other children go.
    Hoist { parent: usize, node: usize },
    /// Makes this position a leaf.
    Cut(usize),
    /// Removes this position and all moves to it.
    Without(usize),
    /// Removes the link with this index (the pass comes after all moves).
    Unlink { node: usize, index: usize },
    /// Reduces the marks of this move to `but`.
    Unmark { node: usize, index: usize, but: Marks },
    /// Replaces the scores by their ranks.
    Rank,
    /// Replaces the scores by their ranks, except mates.
    RankOthers,
    /// Sets the score of this position to 0.
    Zero(usize),
    /// Brings the score of this position one unit nearer to 0, or a mate one ply nearer.
    Nearer(usize),
}

/// Returns every step that `case` allows, the largest first.
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

/// Returns a step for each mark of each move of `node`.
fn unmarkings(game: &Graph, node: usize) -> impl Iterator<Item = Step> {
    (0..game.children(node).len()).flat_map(move |index| {
        let marks = game.marks(node, index);
        let quiet = marks.noisy.then_some(Marks { noisy: false, ..marks });
        let free = marks.forcing.then_some(Marks { forcing: false, ..marks });
        quiet.into_iter().chain(free).map(move |but| Step::Unmark { node, index, but })
    })
}

impl Step {
    /// Returns the case after this step; `None` if the depth is 0 and cannot become less.
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

/// Returns the game with `node` in the place of `parent`.
fn hoist(tree: &Graph, parent: usize, node: usize) -> Graph {
    let instead = |child: usize| if child == parent { node } else { child };
    let links = |at: usize, out: &mut Vec<Link>| {
        out.extend(tree.links(at).map(|link| Link { to: instead(link.to), ..link }));
    };
    tree.rebuild(instead(0), links, |at| tree.score(at))
}

/// Returns the game with a leaf in the place of `node`.
fn cut(tree: &Graph, node: usize) -> Graph {
    let links = |at: usize, out: &mut Vec<Link>| {
        if at != node {
            out.extend(tree.links(at));
        }
    };
    tree.rebuild(0, links, |at| tree.score(at))
}

/// Returns the game without the link with this index of `node`.
fn unlinked(tree: &Graph, node: usize, index: usize) -> Graph {
    let links = |at: usize, out: &mut Vec<Link>| {
        out.extend(tree.links(at).enumerate().filter(|&own| at != node || own.0 != index).map(|own| own.1));
    };
    tree.rebuild(0, links, |at| tree.score(at))
}

/// Returns the game without these positions, and without those that only they lead to.
fn without(tree: &Graph, gone: Range<usize>) -> Graph {
    let links = |at: usize, out: &mut Vec<Link>| {
        out.extend(tree.links(at).filter(|link| !gone.contains(&link.to)));
    };
    tree.rebuild(0, links, |at| tree.score(at))
}

/// Returns the game with the scores for which `counts` is true replaced by their ranks: negative scores get
/// -1, -2, ... from the highest down, the others 0, 1, 2, ... from the lowest up, so that signs stay.
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

/// Returns the game with these marks at a move.
fn marked(tree: &Graph, node: usize, index: usize, marks: Marks) -> Graph {
    let mut changed = tree.clone();
    changed.mark(node, index, marks);
    changed
}

/// Returns the game with this score at `node`.
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

    /// Returns the shrunk game, where `shows` states the finding.
    fn shrunk(depth: usize, game: &str, shows: impl FnMut(&Case) -> bool) -> String {
        shrink_by(&case(depth, game), shows).game.to_string()
    }

    /// Returns every game with one position less or one score nearer to zero, without the
    /// shrinker: the definition of 1-minimal.
    fn all_smaller_by_one_step(tree: &Graph) -> Vec<Graph> {
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
        let finding = check(&case).expect("within capacity").finding();
        let small = shrink(&case, finding);
        assert_eq!(check(&small).expect("within capacity").finding(), finding);
        assert!(small.size() < case.size());
        for game in all_smaller_by_one_step(&small.game) {
            let next = Case { game, ..small.clone() };
            assert!(!check(&next).expect("within capacity").shows(finding), "{next} is smaller");
        }
    }

    #[test]
    fn each_kind_of_step_is_needed() {
        // Only less depth helps: the game itself must stay.
        let game = case(3, "[0]").game;
        assert_eq!(shrink_by(&case(3, "[0]"), |next| next.game == game).depth, 0);
        // Only hoisting helps: three moves of one position, which is one ply too deep.
        assert_eq!(shrunk(1, "[[0 0 0]]", |next| next.game.to_string().contains("0 0 0")), "[0 0 0]");
        // Only cutting below a position helps: the position must stay.
        let two_moves = |next: &Case| next.game.children(0).len() == 2;
        assert_eq!(shrunk(1, "[[0] [0]]", two_moves), "[0 0]");
        // Only removing a position helps: its sibling with a child must stay.
        assert_eq!(shrunk(2, "[0 [0]]", |next| next.game.to_string().contains("[0]]")), "[[0]]");
        // Only ranks help: neither score may become zero or change by one unit alone.
        let distant_or_ranks = |next: &Case| {
            let [a, b] =
                [1, 2].map(|node| if node < next.game.len() { next.game.score(node).get() } else { 0 });
            (a, b) == (700, 900) || (a, b) == (1, 2)
        };
        assert_eq!(shrunk(1, "[700 900]", distant_or_ranks), "[1 2]");
        // Only zero helps: the score must not have any value between.
        let ends = |next: &Case| next.game.score(0) == Score::ZERO || next.game.score(0).get() == 700;
        assert_eq!(shrunk(0, "700", ends), "0");
        // Only steps of one unit help: the score may not become a rank, which is below 5.
        assert_eq!(shrunk(0, "700", |next| next.game.score(0).get() >= 5), "5");
        // Only removing one mark helps: the other one must stay.
        let forcing = |next: &Case| next.game.to_string().contains('+');
        assert_eq!(shrunk(1, "[!+0]", forcing), "[+0]");
        // Only removing the pass helps: a move leads to its target too.
        assert_eq!(shrunk(1, "[0 a:0 ~a]", |next| next.game.children(0).len() == 2), "[0 0]");
    }

    #[test]
    fn mates_come_nearer_and_may_stay_while_other_scores_become_ranks() {
        let has_mate = |next: &Case| (0..next.game.len()).any(|node| next.game.score(node).is_mate());
        // Only ranks of the other scores help: the mate must stay, and neither score may become zero or change
        // by one unit alone.
        let beside_mate = |next: &Case| {
            let text = next.game.to_string();
            text == "[#3 700 900]" || text == "[#3 1 2]"
        };
        assert_eq!(shrunk(1, "[#3 700 900]", beside_mate), "[#3 1 2]");
        // A mate becomes nearer ply by ply, up to the end of the game.
        assert_eq!(shrunk(0, "#7", has_mate), "#0");
        assert_eq!(shrunk(0, "-#7", has_mate), "-#0");
        let at_least_4 = |next: &Case| next.game.score(0).is_mate() && next.game.score(0) <= Score::MAX - 4;
        assert_eq!(shrunk(0, "#7", at_least_4), "#4");
        // A score that is no mate is smaller than every mate.
        assert_eq!(shrunk(0, "#0", |next| next.game.score(0) > Score::ZERO), "1");
    }

    #[test]
    fn a_game_of_tens_of_thousands_of_positions_shrinks_quickly() {
        let replies: Vec<String> =
            (0..20_000).map(|i| format!("[{} {}]", i * 7919 % 1000, i * 104_729 % 997)).collect();
        let large = case(2, &format!("[{}]", replies.join(" ")));
        let finding = check(&large).expect("within capacity").finding();
        assert!(shrink(&large, finding).game.len() <= 7);
    }

    #[test]
    fn a_case_without_the_finding_is_returned_unchanged() {
        let case: Case = "v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]".parse().expect("a case");
        assert_eq!(shrink(&case, Finding::Line(LineKind::Illegal)), case);
    }
}
