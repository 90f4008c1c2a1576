//! The normal form of a problem, by which a finding is compared with known cases.
//!
//! Shrinking takes single steps, so that one bug has many smallest games: with a shared position or two equal ones,
//! with longer rows of single moves, with other scores. Coarse steps lead on from there. The finding shows after each
//! step; nothing is taken for a known case merely because the games are similar.

use super::problem::{Problem, same};
use crate::enumerate::plies;
use crate::game::{Graph, Link};
use crate::position::Position;
use crate::score::Score;
use crate::shrink::{Searched, hoist};

/// The maximum number of positions of a game that is made a tree.
const MOST_POSITIONS: usize = 500;

impl<P: Position + 'static> Problem<P> {
    /// Returns the smallest problem for which `shows` is true that coarse steps, each followed by all single steps,
    /// reach from here.
    pub(super) fn normal_form(&self, shows: &mut dyn FnMut(&Self) -> bool) -> Self {
        let Some(whole) = self.whole() else { return self.clone() };
        let mut shows = |next: &Problem| same(next).is_some_and(&mut *shows);
        let tree = unfolded(whole.game(), whole.depth).map(|tree| whole.with(whole.depth, tree));
        let tree = tree.filter(&mut shows);
        let mut best = tree.map_or_else(|| whole.clone(), |tree| tree.smaller(&mut shows));
        let order = |problem: &Problem| {
            (problem.size(), plies_and_values(problem.game(), problem.depth).1[0].get().unsigned_abs())
        };
        while let Some(next) = coarse_steps(best.game(), best.depth).into_iter().find_map(|game| {
            let next = Some(best.with(best.depth, game)).filter(&mut shows)?.smaller(&mut shows);
            (order(&next) < order(&best)).then_some(next)
        }) {
            best = next;
        }
        same(&best).cloned().expect("it has the type of the whole game")
    }
}

/// Returns the tree of all lines of at most `depth` plies, without marks and passes; `None` if the tree is too large.
fn unfolded(game: &Graph, depth: usize) -> Option<Graph> {
    let (mut tree, mut sources, mut next) = (Graph::leaf(game.score(0)), vec![(0, depth)], 0);
    while let Some(&(source, left)) = sources.get(next) {
        for child in game.children(source).take(if left > 0 { usize::MAX } else { 0 }) {
            let node = tree.add_move(next, None);
            tree.set_score(node, game.score(child));
            sources.push((child, left - 1));
        }
        next += 1;
        if sources.len() > MOST_POSITIONS {
            return None;
        }
    }
    Some(tree)
}

/// Returns the games after each coarse step. A position loses its moves and gets its value as score, is replaced by the
/// position two plies below, or gets another score by which the root has the value 0.
fn coarse_steps(game: &Graph, depth: usize) -> Vec<Graph> {
    if !game.is_tree() {
        return Vec::new();
    }
    let (plies, values) = plies_and_values(game, depth);
    let leaf = |node: usize| {
        let links = |at: usize, out: &mut Vec<Link>| out.extend(game.links(at).filter(|_| at != node));
        game.rebuild(0, links, |at| if at == node { values[at] } else { game.score(at) })
    };
    let shifted = |at: usize| match i64::from(game.score(at).get()) {
        _ if game.score(at).is_mate() || !game.is_leaf(at) => game.score(at),
        score if plies[at] % 2 == 0 => Score::saturating(score - i64::from(values[0].get())),
        score => Score::saturating(score + i64::from(values[0].get())),
    };
    let inner = || (1..game.len()).filter(|&node| !game.is_leaf(node));
    let below = (0..game.len()).flat_map(|node| {
        game.children(node).flat_map(move |child| game.children(child).map(move |below| (node, below)))
    });
    let shift = game.rebuild(0, |at, out| out.extend(game.links(at)), shifted);
    inner().map(leaf).chain(below.map(|(node, below)| hoist(game, node, below))).chain([shift]).collect()
}

/// Returns the ply of each position of a tree, and the value of the position for its side to move.
fn plies_and_values(tree: &Graph, depth: usize) -> (Vec<usize>, Vec<Score>) {
    let (plies, mut values) = (plies(tree), vec![Score::ZERO; tree.len()]);
    for node in (0..tree.len()).rev() {
        let children = tree.children(node).filter(|_| plies[node] < depth);
        let value = children.map(|child| values[child].for_parent()).max();
        values[node] = value.unwrap_or(tree.score(node));
    }
    (plies, values)
}
