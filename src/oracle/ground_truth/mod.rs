//! The ground truth of one game, with correct values and lines for searches under any rules.

mod facts;
pub mod root;

use std::cell::OnceCell;

use crate::oracle::horizon::TreeRules;
use crate::oracle::trace::Trace;
use crate::oracle::{Buffers, ClaimValidity, History, JudgedBy, Oracle, Rules, TooManyPaths, Witnessed};
use crate::position::{Move, Position};
use crate::score::{Score, Window};

use facts::ScoreFacts;

pub use root::RootMoveSet;

/// The ground truth of a root searched to a depth, for searches under any [`Rules`].
///
/// Minimax is computed at once. Path-dependent trees and witnessed values are computed on first
/// use: minimax decides most cases alone, because its value is always valid.
#[derive(Debug)]
pub struct GroundTruth<P> {
    root: P,
    depth: usize,
    pub(crate) oracle: Oracle<P>,
    trees: Vec<Tree<P>>,
    /// The index in `trees` of the tree of the current rules, or `None` for plain minimax.
    tree: Option<usize>,
    iteration: usize,
    /// The roots and depths of preceding searches that may have left entries in the table.
    preceding: Vec<(P, usize)>,
    /// The positions of the game before the root since the last noisy move, oldest first.
    before: Vec<P>,
    rules: Rules,
    /// The judge of a result whose nodes are reported, and the judge of a result alone.
    judges: [JudgedBy; 2],
    current: usize,
    witnessed: Vec<(Rules, OnceCell<Witnessed<P>>)>,
    facts: OnceCell<Option<ScoreFacts>>,
    shallower: Vec<OnceCell<Box<Self>>>,
    shares_table: bool,
    trace: Trace<P>,
    is_traced: bool,
}

#[derive(Debug)]
struct Tree<P> {
    shape: TreeRules,
    values: TreeValues<P>,
}

#[derive(Debug)]
enum TreeValues<P> {
    ByPosition(Box<Oracle<P>>),
    ByPath(Vec<Option<History<P>>>),
}

/// The maximum number of pairs of a position and a depth for which [`GroundTruth::check_paths`] lets witnessed values
/// be computed. It also limits the nodes and moves of a tree without which the trace and facts can judge.
const MOST_STATES: usize = 1 << 17;

/// The maximum number of nodes and moves of a tree without which nothing can judge.
const LARGEST: usize = 1 << 24;

impl<P: Position> GroundTruth<P> {
    /// The ground truth of `root` searched to `depth`, at first under [`Rules::FIXED_TREE`].
    pub fn new(root: &P, depth: usize) -> Self {
        Self::reusing(Buffers::default(), root, depth)
    }

    /// The ground truth like [`GroundTruth::new`], with the buffers of a previous oracle.
    pub fn reusing(mut buffers: Buffers, root: &P, depth: usize) -> Self {
        let trace = Trace::reusing(std::mem::take(&mut buffers.trace));
        Self {
            root: root.clone(),
            depth,
            oracle: Oracle::reusing(buffers, root, depth),
            trees: Vec::new(),
            tree: None,
            iteration: depth,
            preceding: Vec::new(),
            before: Vec::new(),
            rules: Rules::FIXED_TREE,
            judges: [JudgedBy::Minimax; 2],
            current: 0,
            witnessed: Vec::new(),
            facts: OnceCell::new(),
            shallower: Vec::new(),
            shares_table: false,
            trace,
            is_traced: false,
        }
    }

    /// Declares that searches of these roots to these depths precede the judged search, which may have their table.
    /// Resets the rules to [`Rules::FIXED_TREE`].
    pub(crate) fn set_preceding(&mut self, searches: Vec<(P, usize)>) {
        self.preceding = searches;
        self.forget();
    }

    /// Declares the positions of the game before the root since the last noisy move, oldest first. Resets the rules to
    /// [`Rules::FIXED_TREE`].
    pub(crate) fn set_history(&mut self, positions: &[P]) {
        self.trace.set_history(positions);
        self.before = positions.to_vec();
        self.trees.clear();
        self.forget();
    }

    /// Forgets all results that depend on the searches and positions before the search.
    fn forget(&mut self) {
        self.witnessed.clear();
        self.shallower.clear();
        self.tree = None;
        self.set_rules(&Rules::FIXED_TREE);
    }

    pub fn into_buffers(self) -> Buffers {
        let mut buffers = self.oracle.into_buffers();
        buffers.trace = self.trace.into_memory();
        buffers
    }

    /// Sets the rules of the search that is judged from now on.
    ///
    /// # Panics
    ///
    /// Where [`GroundTruth::try_judge_by`] returns an error.
    pub fn judge_by(&mut self, rules: &Rules) {
        self.try_judge_by(rules).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Sets the rules of the search that is judged from now on.
    ///
    /// # Errors
    ///
    /// If values depend on the path, and there are too many paths. The rules are not changed then. Where no sets of values are known
    /// for the rules, the trace and facts judge instead.
    pub fn try_judge_by(&mut self, rules: &Rules) -> Result<(), TooManyPaths> {
        // Smaller depths are needed only for searches that may be stopped: see `allow_shallower`.
        self.shallower.clear();
        // Most searches of an exhaustive scope follow the rules of the one before.
        if *rules == self.rules {
            self.search_to(self.depth);
            return Ok(());
        }
        let grown = if rules.has_values() {
            self.grown_tree(TreeRules::from_rules(rules), rules.has_sets())
        } else {
            Ok(None)
        };
        let is_too_large = grown.is_err() && !rules.has_sets();
        let tree = if is_too_large { None } else { grown? };
        self.set_rules(rules);
        if is_too_large {
            self.judges = [JudgedBy::Trace, JudgedBy::Facts];
        }
        self.tree = tree;
        self.search_to(self.depth);
        if !self.is_fixed() {
            let of_values = rules.of_values();
            let known = self.witnessed.iter().position(|(rules, _)| *rules == of_values);
            self.current = known.unwrap_or_else(|| {
                self.witnessed.push((of_values, OnceCell::new()));
                self.witnessed.len() - 1
            });
        }
        Ok(())
    }

    fn set_rules(&mut self, rules: &Rules) {
        self.rules = *rules;
        self.facts = OnceCell::new();
        self.judges = [true, false].map(|by_trace| rules.judged_by(by_trace));
    }

    /// Returns the judge of a result, chosen by [`Rules::judged_by`].
    #[inline]
    pub(crate) fn judged_by(&self, by_trace: bool) -> JudgedBy {
        self.judges[usize::from(!by_trace)]
    }

    /// Whether minimax of one tree decides about a score and a line.
    pub(crate) fn is_fixed(&self) -> bool {
        self.judged_by(false) == JudgedBy::Minimax
    }

    /// Whether minimax alone decides which results are right, and has the value `score`.
    #[inline]
    pub(crate) fn is_minimax(&self, score: Score) -> bool {
        self.has_minimax_values() && score == self.oracle.score()
    }

    /// Whether each position has one value, the value of plain minimax.
    #[inline]
    pub(crate) fn has_minimax_values(&self) -> bool {
        self.is_fixed() && self.tree.is_none()
    }

    /// Whether valid values are known for the rules. Without them, only facts that hold for every search judge a score
    /// that has no trace.
    pub(crate) fn has_values(&self) -> bool {
        matches!(self.judged_by(false), JudgedBy::Minimax | JudgedBy::Sets)
    }

    /// Begins a run with an empty table. If `records` is set and a position may have several values, its visits
    /// are recorded and checked.
    pub(crate) fn begin_run(&mut self, records: bool, checks_options: bool) {
        self.is_traced = records && self.judged_by(true) == JudgedBy::Trace;
        if self.is_traced {
            self.trace.begin(&self.rules, checks_options);
        }
    }

    /// Declares that the search of the current run reports only nodes with at least this depth to go.
    pub(crate) fn reported_down_to(&mut self, least: usize) {
        if self.is_traced {
            self.trace.reported_down_to(least);
        }
    }

    #[inline]
    pub(crate) fn recorder(&mut self) -> Option<&mut Trace<P>> {
        if self.is_traced { Some(&mut self.trace) } else { None }
    }

    pub fn trace(&self) -> Option<&Trace<P>> {
        Some(&self.trace).filter(|trace| self.is_traced && trace.is_complete())
    }

    /// Returns the index of the tree of this shape, grown to the full depth, or `None` for plain minimax.
    /// `may_be_large` permits as many nodes as memory allows, not only as many as take no time.
    fn grown_tree(&mut self, shape: TreeRules, may_be_large: bool) -> Result<Option<usize>, TooManyPaths> {
        let tree = self.tree_of(shape);
        if let Some(TreeValues::ByPath(trees)) = tree.map(|tree| &mut self.trees[tree].values) {
            let most = if may_be_large { LARGEST } else { MOST_STATES };
            Self::grow(trees, shape, (&self.before, &self.root), self.depth, most)?;
        }
        Ok(tree)
    }

    fn tree_of(&mut self, shape: TreeRules) -> Option<usize> {
        if !shape.depends_on_path() && shape.horizon.plies == 0 {
            return None;
        }
        let known = self.trees.iter().position(|tree| tree.shape == shape);
        Some(known.unwrap_or_else(|| {
            let values = if shape.depends_on_path() {
                TreeValues::ByPath(Vec::new())
            } else {
                let oracle = Oracle::quiescing(Buffers::default(), &self.root, self.depth, shape.horizon);
                TreeValues::ByPosition(Box::new(oracle))
            };
            self.trees.push(Tree { shape, values });
            self.trees.len() - 1
        }))
    }

    /// Sets the depth of the current iteration. The checks of nodes and of root moves
    /// use the values of a search to this depth; the value and the line of the root stay those of the full
    /// depth.
    pub(crate) fn search_to(&mut self, depth: usize) {
        self.iteration = depth;
        match self.tree.map(|tree| &mut self.trees[tree]) {
            None if depth < self.depth => self.oracle.solve_to(depth),
            Some(Tree { shape, values: TreeValues::ByPath(trees) }) => {
                let grown = Self::grow(trees, *shape, (&self.before, &self.root), depth, LARGEST);
                grown.expect("the tree of a smaller depth is smaller than that of the full depth");
            }
            None | Some(Tree { values: TreeValues::ByPosition(_), .. }) => {}
        }
    }

    fn grow(
        trees: &mut Vec<Option<History<P>>>,
        shape: TreeRules,
        root: (&[P], &P),
        depth: usize,
        most: usize,
    ) -> Result<(), TooManyPaths> {
        if trees.len() <= depth {
            trees.resize_with(depth + 1, || None);
        }
        if trees[depth].is_none() {
            trees[depth] = Some(History::of_shape(shape, root, depth, most)?);
        }
        Ok(())
    }

    pub fn max_pv_length(&self) -> usize {
        let horizon = self.rules.horizon;
        TreeRules::from_rules(&self.rules).longest(self.depth) + if horizon.hides { 0 } else { horizon.plies }
    }

    pub fn root(&self) -> &P {
        &self.root
    }

    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The plies that remain at the root, including those of quiescence.
    pub fn plies(&self) -> usize {
        self.depth + self.rules.horizon.plies
    }

    /// Plain minimax to the full depth, without quiescence, extensions and repetition.
    pub fn oracle(&self) -> &Oracle<P> {
        &self.oracle
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The ground truth of the root at a smaller depth under the same rules, before any deeper iteration. If several
    /// threads share the table, it includes what deeper iterations left there.
    pub fn at_depth(&self, depth: usize) -> &Self {
        if depth >= self.depth {
            return self;
        }
        self.shallower.get(depth).map_or(self, |known| {
            known.get_or_init(|| {
                let mut ground_truth = Self::new(&self.root, depth);
                let (mut preceding, mut rules) = (self.preceding.clone(), self.rules);
                if self.shares_table {
                    preceding.push((self.root.clone(), self.depth));
                    rules.keeps = true;
                }
                ground_truth.set_history(&self.before);
                ground_truth.set_preceding(preceding);
                ground_truth.judge_by(&rules);
                Box::new(ground_truth)
            })
        })
    }

    /// Enables [`GroundTruth::at_depth`] for smaller depths, at each of which a search that may be stopped can end. If
    /// `shares_table` is set, other threads may have searched to the full depth.
    pub(crate) fn allow_shallower(&mut self, shares_table: bool) {
        self.shares_table = shares_table;
        self.shallower.resize_with(self.depth, OnceCell::new);
    }

    pub(crate) fn depends_on_path(&self) -> bool {
        self.tree.is_some_and(|tree| matches!(self.trees[tree].values, TreeValues::ByPath(_)))
            && !self.rules.is_selective()
            && self.rules.quiet_plies.is_none()
    }

    fn paths(&self) -> Option<&History<P>> {
        self.paths_to(self.depth)
    }

    fn paths_to(&self, depth: usize) -> Option<&History<P>> {
        match &self.trees[self.tree?].values {
            TreeValues::ByPath(trees) => trees[depth].as_ref(),
            TreeValues::ByPosition(_) => None,
        }
    }

    fn by_position(&self) -> &Oracle<P> {
        match self.tree.map(|tree| &self.trees[tree].values) {
            Some(TreeValues::ByPosition(oracle)) => oracle,
            None | Some(TreeValues::ByPath(_)) => &self.oracle,
        }
    }

    pub fn witnessed(&self) -> &Witnessed<P> {
        let (rules, sets) = &self.witnessed[self.current];
        sets.get_or_init(|| Witnessed::new(rules, &self.all_searched(rules)))
    }

    /// Returns the searches that witness values. These are the current search, preceding ones whose table is kept, and
    /// with iterative deepening those to all smaller depths.
    fn all_searched(&self, rules: &Rules) -> Vec<(P, usize)> {
        let own = std::iter::once((self.root.clone(), self.depth));
        let preceding = self.preceding.iter().filter(|_| rules.keeps).cloned();
        let least = |depth: usize| if rules.iterates { 1.min(depth) } else { depth };
        let all = own.chain(preceding);
        all.flat_map(|(root, depth)| (least(depth)..=depth).map(move |depth| (root.clone(), depth))).collect()
    }

    /// Sets the rules of the search that is judged from now on, and checks that its witnessed values can be computed
    /// soon. Only extensions make that uncertain: without them, no search leaves its depth.
    ///
    /// # Errors
    ///
    /// As [`GroundTruth::try_judge_by`]; and if the searches may visit too many positions.
    pub fn check_paths(&mut self, rules: &Rules) -> Result<(), TooManyPaths> {
        self.try_judge_by(rules)?;
        let may_be_large = rules.extends.is_some() && self.judged_by(false) == JudgedBy::Sets;
        let of_values = rules.of_values();
        if may_be_large && !Witnessed::visits_at_most(&of_values, &self.all_searched(&of_values), MOST_STATES)
        {
            return Err(TooManyPaths::States { depth: self.depth, most: MOST_STATES });
        }
        Ok(())
    }

    /// The value of the root in the fixed tree of a search without a table and without selectivity.
    pub fn score(&self) -> Score {
        self.paths().map_or_else(|| self.by_position().score(), |paths| paths.value(0))
    }

    pub fn line(&self) -> &[Move] {
        self.paths().map_or_else(|| self.by_position().line(), History::line)
    }

    pub(crate) fn step(&self, parent: usize, position: &P, remaining: usize) -> usize {
        // A search outside its fixed tree has no path node there; it is compared with the root.
        self.paths_to(self.iteration).and_then(|paths| paths.child(parent, position, remaining)).unwrap_or(0)
    }

    /// The value of a node in the fixed tree of the current iteration, given by its position, its
    /// remaining plies and its path node from [`GroundTruth::step`].
    pub(crate) fn value(&self, position: &P, remaining: usize, path: usize) -> Score {
        let paths = self.paths_to(self.iteration);
        paths.map_or_else(|| self.by_position().value(position, remaining), |paths| paths.value(path))
    }

    /// The moves that the tree has at a node, each with the plies that remain after it and the path node there.
    pub(crate) fn moves(&self, position: &P, remaining: usize, path: usize) -> Vec<(Move, usize, usize)> {
        if let Some(paths) = self.paths_to(self.iteration) {
            return paths.moves_with_nodes(path).collect();
        }
        let mut moves = Vec::new();
        self.by_position().horizon.moves(position, remaining, &mut moves);
        moves.into_iter().map(|mv| (mv, remaining - 1, 0)).collect()
    }

    /// Returns the kind of draw at a path node, in words, and the value of the draw.
    pub(crate) fn draw(&self, path: usize) -> Option<(&'static str, Score)> {
        self.paths_to(self.iteration)?.draw(path)
    }

    pub(crate) fn depth_after(&self, line: &[Move]) -> usize {
        let shape = TreeRules::from_rules(&self.rules);
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

    #[inline]
    pub(crate) fn minimax(&mut self, position: &P, remaining: usize, path: usize) -> Option<Score> {
        match self.tree.map(|tree| &mut self.trees[tree].values) {
            None => Some(self.oracle.solved(position, remaining)),
            Some(TreeValues::ByPosition(oracle)) => Some(oracle.solved(position, remaining)),
            Some(TreeValues::ByPath(trees)) => trees[self.iteration].as_ref().map(|paths| paths.value(path)),
        }
    }

    pub(crate) fn allows(
        &mut self,
        position: &P,
        remaining: usize,
        path: usize,
        window: Window,
        score: Score,
    ) -> bool {
        match self.judged_by(false) {
            // Where the trace would judge, the path of positions does not determine the value of a node.
            JudgedBy::Minimax if self.judged_by(true) == JudgedBy::Minimax => {
                self.minimax(position, remaining, path).is_some_and(|value| window.admits(value, score))
            }
            JudgedBy::Sets => match self.witnessed().claim(position, remaining, window.bound(score), score) {
                ClaimValidity::Valid => true,
                ClaimValidity::Between => self.rules.joins || self.rules.narrows,
                ClaimValidity::Invalid => false,
            },
            _ => true,
        }
    }
}

#[cfg(test)]
mod searches {
    mod tests;
}
#[cfg(test)]
mod tests;
