//! Everything that is true of one game, whatever a search may do.

pub mod root;

use std::cell::OnceCell;

use crate::oracle::horizon::Shape;
use crate::oracle::{Buffers, Claim, History, Oracle, Rules, Witnessed};
use crate::position::{Move, Position};
use crate::score::{Score, Window};

pub use root::RootMoveSet;

/// What is true of a root searched to a depth, for searches under any [`Rules`].
///
/// Minimax is worked out at once. Paths and witnessed values are worked out when they are
/// asked for first: of most games minimax says enough, as it is always among the valid values.
#[derive(Debug)]
pub struct GroundTruth<P> {
    root: P,
    depth: usize,
    /// Minimax of the depth alone.
    oracle: Oracle<P>,
    /// The other fixed trees that were asked for, and which of them counts now.
    trees: Vec<Tree<P>>,
    tree: Option<usize>,
    /// The depth of the iteration that is under way.
    iteration: usize,
    /// Roots and depths that were searched before, where the table is kept.
    preceding: Vec<(P, usize)>,
    /// The rules of the search in question, and their place in `witnessed`.
    rules: Rules,
    current: usize,
    witnessed: Vec<(Rules, OnceCell<Witnessed<P>>)>,
    /// What is true of the same root at smaller depths, for searches that were stopped.
    shallower: Vec<OnceCell<Box<Self>>>,
}

/// A fixed tree that is not that of the depth alone.
#[derive(Debug)]
struct Tree<P> {
    shape: Shape,
    values: TreeValues<P>,
}

/// What its positions are worth.
#[derive(Debug)]
enum TreeValues<P> {
    /// Each by itself.
    ByPosition(Box<Oracle<P>>),
    /// By the way to it; of each depth of an iteration a tree of its own.
    ByPath(Vec<Option<History<P>>>),
}

impl<P: Position> GroundTruth<P> {
    /// What is true of `root` searched to `depth`, by default under [`Rules::FIXED_TREE`].
    pub fn new(root: &P, depth: usize) -> Self {
        Self::reusing(Buffers::default(), root, depth)
    }

    /// The same, in the memory of an earlier oracle.
    pub fn reusing(buffers: Buffers, root: &P, depth: usize) -> Self {
        Self {
            root: root.clone(),
            depth,
            oracle: Oracle::reusing(buffers, root, depth),
            trees: Vec::new(),
            tree: None,
            iteration: depth,
            preceding: Vec::new(),
            rules: Rules::FIXED_TREE,
            current: 0,
            witnessed: Vec::new(),
            shallower: Vec::new(),
        }
    }

    /// Searches of these roots to these depths went before, and a table may have been kept
    /// from them.
    #[must_use]
    pub fn after(self, preceding: Vec<(P, usize)>) -> Self {
        // What is known by now is of other searches.
        let (witnessed, shallower) = (Vec::new(), Vec::new());
        Self { preceding, witnessed, shallower, tree: None, rules: Rules::FIXED_TREE, ..self }
    }

    /// The memory, for the next game.
    pub fn into_buffers(self) -> Buffers {
        self.oracle.into_buffers()
    }

    /// Sets the rules of the search that is to be judged.
    pub fn judge_by(&mut self, rules: &Rules) {
        // Only a search that may be stopped is judged by less than its depth: see `allow_shallower`.
        self.shallower.clear();
        self.rules = *rules;
        self.tree = self.tree_of(Shape::of(rules));
        self.search_to(self.depth);
        if !rules.is_fixed() {
            let of_values = rules.of_values();
            let known = self.witnessed.iter().position(|(rules, _)| *rules == of_values);
            self.current = known.unwrap_or_else(|| {
                self.witnessed.push((of_values, OnceCell::new()));
                self.witnessed.len() - 1
            });
        }
    }

    /// The tree of this shape, a new one if there is none; `None` is the depth alone.
    fn tree_of(&mut self, shape: Shape) -> Option<usize> {
        if !shape.remembers() && shape.horizon.plies == 0 {
            return None;
        }
        let known = self.trees.iter().position(|tree| tree.shape == shape);
        Some(known.unwrap_or_else(|| {
            let quiescing = || Oracle::quiescing(Buffers::default(), &self.root, self.depth, shape.horizon);
            let by_path = shape.remembers();
            let values = if by_path {
                TreeValues::ByPath(Vec::new())
            } else {
                TreeValues::ByPosition(Box::new(quiescing()))
            };
            self.trees.push(Tree { shape, values });
            self.trees.len() - 1
        }))
    }

    /// The values at nodes of a search to a smaller depth, an iteration of the whole, are asked for
    /// from now on. What is true of the root stays: it is the last search that is judged.
    pub(crate) fn search_to(&mut self, depth: usize) {
        self.iteration = depth;
        match self.tree.map(|tree| &mut self.trees[tree].values) {
            None if depth < self.depth => self.oracle.solve_to(depth),
            Some(TreeValues::ByPath(trees)) => {
                if trees.len() <= depth {
                    trees.resize_with(depth + 1, || None);
                }
                trees[depth].get_or_insert_with(|| History::new(&self.rules, &self.root, depth));
            }
            None | Some(TreeValues::ByPosition(_)) => {}
        }
    }

    /// The position that is searched.
    pub fn root(&self) -> &P {
        &self.root
    }

    /// The depth to which it is searched in the end.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Plies left at the root, those of quiescence too.
    pub fn plies(&self) -> usize {
        self.depth + self.rules.horizon.plies
    }

    /// Minimax of the game to its depth, without paths and without what lies behind the depth.
    pub fn oracle(&self) -> &Oracle<P> {
        &self.oracle
    }

    pub(crate) fn oracle_mut(&mut self) -> &mut Oracle<P> {
        &mut self.oracle
    }

    /// The rules by which searches are judged now.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What is true of the same root searched to a smaller depth, by the same rules; the deeper searches
    /// have not been by then.
    pub fn at(&self, depth: usize) -> &Self {
        if depth >= self.depth {
            return self;
        }
        self.shallower.get(depth).map_or(self, |known| {
            known.get_or_init(|| {
                let mut ground_truth = Self::new(&self.root, depth).after(self.preceding.clone());
                ground_truth.judge_by(&self.rules);
                Box::new(ground_truth)
            })
        })
    }

    /// Searches may be stopped, and end with what is true at a smaller depth.
    pub(crate) fn allow_shallower(&mut self) {
        self.shallower.resize_with(self.depth, OnceCell::new);
    }

    /// Whether what a position is worth depends on the way to it, in a fixed tree.
    pub(crate) fn depends_on_path(&self) -> bool {
        self.tree.is_some_and(|tree| matches!(self.trees[tree].values, TreeValues::ByPath(_)))
            && !self.rules.is_selective()
    }

    /// Minimax with its paths, where they count: of the whole depth.
    fn paths(&self) -> Option<&History<P>> {
        self.paths_to(self.depth)
    }

    fn paths_to(&self, depth: usize) -> Option<&History<P>> {
        match &self.trees[self.tree?].values {
            TreeValues::ByPath(trees) => trees[depth].as_ref(),
            TreeValues::ByPosition(_) => None,
        }
    }

    /// Minimax where each position is worth something by itself.
    fn by_position(&self) -> &Oracle<P> {
        match self.tree.map(|tree| &self.trees[tree].values) {
            Some(TreeValues::ByPosition(oracle)) => oracle,
            None | Some(TreeValues::ByPath(_)) => &self.oracle,
        }
    }

    /// The witnessed values by the rules of the search in question.
    pub fn witnessed(&self) -> &Witnessed<P> {
        let (rules, sets) = &self.witnessed[self.current];
        sets.get_or_init(|| {
            let own = std::iter::once((self.root.clone(), self.depth));
            let preceding = self.preceding.iter().filter(|_| rules.keeps).cloned();
            // Who iterates has searched every smaller depth before, each time.
            let least = |depth: usize| if rules.iterates { 1.min(depth) } else { depth };
            let all = own
                .chain(preceding)
                .flat_map(|(root, depth)| (least(depth)..=depth).map(move |depth| (root.clone(), depth)));
            Witnessed::new(rules, &all.collect::<Vec<_>>())
        })
    }

    /// The value of the fixed tree that the game is without a table.
    pub fn score(&self) -> Score {
        self.paths().map_or_else(|| self.by_position().score(), |paths| paths.value(0))
    }

    /// The leftmost line of that tree.
    pub fn line(&self) -> &[Move] {
        self.paths().map_or_else(|| self.by_position().line(), History::line)
    }

    /// The node of a path that goes on from `parent` to `position` with so many plies left, where paths
    /// count; see [`GroundTruth::value`].
    pub(crate) fn step(&self, parent: usize, position: &P, remaining: usize) -> usize {
        // A search that leaves the game's own tree has no path there, and is judged by the root.
        self.paths_to(self.iteration).and_then(|paths| paths.child(parent, position, remaining)).unwrap_or(0)
    }

    /// The value of the fixed tree at the end of a path, in the iteration that is under way: the
    /// position, the plies that are left, and the node of [`GroundTruth::step`].
    #[cfg(feature = "cli")]
    pub(crate) fn value(&self, position: &P, remaining: usize, path: usize) -> Score {
        let paths = self.paths_to(self.iteration);
        paths.map_or_else(|| self.by_position().value(position, remaining), |paths| paths.value(path))
    }

    /// The moves of the fixed tree at the end of a path of `ply` moves, and the plies left behind each.
    #[cfg(feature = "cli")]
    pub(crate) fn moves(&self, position: &P, ply: usize, remaining: usize) -> Vec<(Move, usize)> {
        let (shape, mut moves) = (Shape::of(&self.rules), Vec::new());
        shape.horizon.moves(position, remaining, &mut moves);
        let after_move = |mv: Move| shape.plies_after(self.depth, ply, remaining, position.is_forcing(mv));
        moves.into_iter().map(|mv| (mv, after_move(mv))).collect()
    }

    /// The depth that is left behind a line of legal moves; none where it has run out.
    pub(crate) fn depth_after(&self, line: &[Move]) -> usize {
        let shape = Shape::of(&self.rules);
        let (mut position, mut remaining) = (self.root.clone(), self.plies());
        for (ply, &mv) in line.iter().enumerate() {
            remaining = if remaining == 0 {
                0
            } else {
                shape.plies_after(self.depth, ply, remaining, position.is_forcing(mv))
            };
            position = position.play(mv);
        }
        shape.horizon.depth(remaining)
    }

    /// What minimax says wherever a search comes to, be it where the fixed tree does not: selective
    /// ones come to positions with depths of their own. What it says of them is among the valid values too.
    /// `None` where only a path would tell.
    #[inline]
    fn minimax(&mut self, position: &P, remaining: usize, path: usize) -> Option<Score> {
        match self.tree.map(|tree| &mut self.trees[tree].values) {
            None => Some(self.oracle.solved(position, remaining)),
            Some(TreeValues::ByPosition(oracle)) => Some(oracle.solved(position, remaining)),
            Some(TreeValues::ByPath(trees)) if !self.rules.is_selective() => {
                trees[self.iteration].as_ref().map(|paths| paths.value(path))
            }
            // Without draws and extensions it is one of the valid values too.
            Some(TreeValues::ByPath(_)) if self.rules.horizon.plies == 0 && self.rules.extends.is_none() => {
                Some(self.oracle.solved(position, remaining))
            }
            Some(TreeValues::ByPath(_)) => None,
        }
    }

    /// The value by which a node broke a law, where it is one value.
    pub(crate) fn value_of_node(&mut self, position: &P, remaining: usize, path: usize) -> Score {
        self.minimax(position, remaining, path).unwrap_or_default()
    }

    /// Whether a node may return `score` from a search with this window.
    pub(crate) fn allows(
        &mut self,
        position: &P,
        remaining: usize,
        path: usize,
        window: Window,
        score: Score,
    ) -> bool {
        if self.minimax(position, remaining, path).is_some_and(|value| window.admits(value, score)) {
            return true;
        }
        if self.rules.is_fixed() {
            return false;
        }
        match self.witnessed().claim(position, remaining, window.bound(score), score) {
            Claim::Valid => true,
            Claim::Between => self.rules.joins,
            Claim::Invalid => false,
        }
    }
}

#[cfg(test)]
mod tests;
