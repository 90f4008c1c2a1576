//! Draws by repetition, which are certain or possible after a move.
//!
//! A position that is already on the path is a draw. Whether the position after a move is one depends on the
//! path, but not always:
//!
//! - *Sure draw*: every walk from a searched root to `p` passes `c`. Then a move (or null move) from `p` to `c`
//!   leads to a draw on every path, and its child has the value 0 and no other value. `c` may be `p` itself.
//!   Such a `c` *dominates* `p` in the graph of all positions and moves; see `oracle::graph`.
//! - *Possible draw*: some walk from a root through `c` and `p` leads back to `c` with d remaining plies. Then 0
//!   is one of the values of this child at d.
//! - *No draw*: there is no such walk. Then the child has the values of `c` without a draw.
//!
//! *Proof*, as a step of the induction in the [parent module](super). Let a search expand `p`, and let its move m
//! lead to `c`. The path of the search to `p` begins at a searched root and consists of moves and null moves that
//! the search may try; so it is one of the walks above. It does not matter whether the expansion belongs to
//! the search that is judged or to an earlier one whose result a table entry has kept: the roots of both
//! are among the searched ones. In the first case `c` is on the path. The search returns 0 for the child, before
//! it probes the table or evaluates anything, and the child claims *value = 0* and nothing else. In the last
//! case `c` is not on the path, and the child returns a value by another rule. In the second case
//! either may happen. So the claims of the child are those of the values that are read here, and the rules on
//! `p` combine them as before.
//!
//! Walks may visit other positions twice, which no search does, and may reduce moves that a search does not
//! reduce. So the second case may contain a few depths too many, and the first case some edges too few.

use super::{Depths, Rank, Witnessed, ranks};
use crate::oracle::graph::Digraph;
use crate::position::{Move, Position};

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Draws {
    /// Whether the position after the move is a draw on every path.
    certain: bool,
    /// The remaining plies with which the position after the move can be a draw.
    possible: Depths,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct DrawValues<'s> {
    pub(super) high: Rank,
    pub(super) negated_low: Rank,
    exact: &'s [u64],
    /// The rank of the value of a draw, if the position can be a draw.
    drawn: Rank,
}

impl<'s> DrawValues<'s> {
    pub(super) fn exact(self) -> impl Iterator<Item = u32> + use<'s> {
        let is_stored = |rank: u32| {
            self.exact.get((rank / u64::BITS) as usize).is_some_and(|word| word >> (rank % u64::BITS) & 1 > 0)
        };
        ranks(self.exact).chain(self.drawn.filter(|&rank| !is_stored(rank)))
    }
}

impl<P: Position> Witnessed<P> {
    pub(super) fn values_at(&self, node: usize, depth: usize) -> DrawValues<'_> {
        self.stored_values(node, depth, self.repeated[node] >> depth & 1 > 0)
    }

    /// Returns the values of the position after a move or null move. All rules read values by this function.
    #[inline]
    pub(super) fn values_after(&self, edge: u32, depth: usize) -> DrawValues<'_> {
        let Draws { certain, possible } = self.draws[edge as usize];
        if certain {
            let (zero, negated) = (Some(self.zero), Some(self.negated(self.zero)));
            return DrawValues { high: zero, negated_low: negated, exact: &[], drawn: zero };
        }
        self.stored_values(self.children[edge as usize] as usize, depth, possible >> depth & 1 > 0)
    }

    #[inline]
    fn stored_values(&self, node: usize, depth: usize, drawn: bool) -> DrawValues<'_> {
        let state = self.state(node, depth);
        let drawn = drawn.then_some(self.zero);
        DrawValues {
            high: self.high[state].max(drawn),
            negated_low: self.negated_low[state].max(drawn.map(|zero| self.negated(zero))),
            exact: &self.exact[state * self.words..(state + 1) * self.words],
            drawn,
        }
    }

    pub(super) fn find_draws(&mut self, searched: &[(P, usize)]) {
        self.repeated = vec![0; self.positions.len()];
        self.draws = vec![Draws::default(); self.moves.len()];
        if !self.rules.draws() {
            return;
        }
        let mut graph = Digraph::default();
        for node in 0..self.positions.len() {
            graph.push(self.searched_edges(node).map(|edge| self.children[edge as usize]));
        }
        // Only the walks within a component return.
        let components = graph.components();
        let is_inside =
            |node: usize, edge: &u32| components[node] == components[self.children[*edge as usize] as usize];
        let inside: Vec<Vec<u32>> = (0..self.positions.len())
            .map(|node| self.searched_edges(node).filter(|edge| is_inside(node, edge)).collect())
            .collect();
        if inside.iter().all(Vec::is_empty) {
            return;
        }
        let roots: Vec<u32> = searched.iter().map(|(root, _)| self.numbers.get(root, 0) - 1).collect();
        let dominators = graph.dominators(&roots);
        for (node, edge) in
            (0..).zip(&inside).flat_map(|(node, edges)| edges.iter().map(move |edge| (node, edge)))
        {
            self.draws[*edge as usize].certain = dominators.is_dominated(node, self.children[*edge as usize]);
        }
        let mut cycles = Cycles { costs: vec![0; self.positions.len()], returns: Vec::new() };
        for start in (0..inside.len()).filter(|&start| !inside[start].is_empty()) {
            self.find_cycles(start, &inside, &mut cycles);
            for &(edge, cost) in &cycles.returns {
                let depths = self.depths_after_cycle(cost, self.depths[start]);
                self.draws[edge as usize].possible |= depths;
                self.repeated[start] |= depths;
            }
        }
    }

    /// Returns the moves and the null move of a position that some search tries.
    fn searched_edges(&self, node: usize) -> impl Iterator<Item = u32> {
        // With more remaining plies a search tries no fewer moves.
        let remaining = self.depths[node].checked_ilog2().unwrap_or(0) as usize;
        let edges = self.edges[node].clone();
        let moves = edges.filter(move |&edge| !self.plies_after(node, edge, remaining).is_empty());
        moves.chain(self.plies_after_pass(remaining).next().and(self.passes[node]))
    }

    /// The depths that can remain after a walk that costs this many plies and begins with one of `depths`.
    fn depths_after_cycle(&self, cost: usize, depths: Depths) -> Depths {
        // An extension by more than one ply may give back what the other moves cost.
        if self.rules.plies_gained() > 0 {
            return Depths::MAX >> (Depths::BITS as usize - self.stride);
        }
        let exactly = depths >> cost;
        // Fewer plies remain if some of the moves are reduced, or some of the nodes are searched to smaller depths.
        let at_most = exactly.checked_ilog2().map_or(0, |most| Depths::MAX >> (Depths::BITS - 1 - most));
        if self.rules.is_selective() || self.rules.searches_inside() { at_most } else { exactly }
    }

    /// Finds the last moves and the costs in plies of the walks from `start` back to `start`. `inside` gives the moves
    /// of each position that some search tries and that stay in the component of the position.
    fn find_cycles(&self, start: usize, inside: &[Vec<u32>], cycles: &mut Cycles) {
        let Cycles { costs, returns } = cycles;
        returns.clear();
        // No plies remain after a longer walk.
        let gains = self.rules.plies_gained() > 0;
        let most =
            if gains { self.stride - 1 } else { self.depths[start].checked_ilog2().unwrap_or(0) as usize };
        let (mut todo, mut changed) = (vec![(start, 0usize)], Vec::new());
        while let Some((node, cost)) = todo.pop() {
            for &edge in &inside[node] {
                let (child, mv) = (self.children[edge as usize] as usize, self.moves[edge as usize]);
                let extends = mv != Move::NULL && self.may_extend(&self.positions[node], mv);
                let least = if extends { cost.saturating_sub(self.rules.plies_gained()) } else { cost + 1 };
                let lost = if extends { self.rules.plies_lost() } else { 0 };
                for cost in (least..=cost + 1 + lost).filter(|&cost| cost <= most) {
                    if child == start {
                        returns.push((edge, cost));
                    } else if costs[child] >> cost & 1 == 0 {
                        costs[child] |= 1 << cost;
                        todo.push((child, cost));
                        changed.push(child);
                    }
                }
            }
        }
        for node in changed {
            costs[node] = 0;
        }
    }
}

struct Cycles {
    costs: Vec<Depths>,
    /// The last move of each walk back to the start, and the cost of the walk in plies.
    returns: Vec<(u32, usize)>,
}

#[cfg(test)]
mod tests {
    use super::super::DEEPEST;
    use super::*;
    use crate::game::Graph;
    use crate::game::examples::game;
    use crate::oracle::{Drafts, Plies, Reductions, Rules};
    use crate::score::Score;

    const DRAWS: Rules = Rules::FIXED_TREE.repetition();

    fn values(
        graph: &Graph,
        rules: Rules,
        searched: &[usize],
        line: &[u16],
        depth: usize,
    ) -> (Vec<i32>, [Option<i32>; 2]) {
        let searched: Vec<_> = searched.iter().map(|&depth| (graph.root(), depth)).collect();
        let sets = Witnessed::new(&rules, &searched);
        let position = line.iter().fold(graph.root(), |position, &mv| position.play(Move::new(mv)));
        let exact = sets.exact(&position, depth).map(Score::get).collect();
        (exact, [sets.low(&position, depth), sets.high(&position, depth)].map(|bound| bound.map(Score::get)))
    }

    /// The root is on cycles of two and of three plies. With reductions fewer plies may remain after each cycle.
    #[test]
    fn each_cycle_length_gives_its_own_remaining_depths() {
        let game = game("a:[[a] [[a 1] 2]]");
        for rules in [DRAWS, DRAWS.lmr(Reductions::by_plies(1)), DRAWS.iid()] {
            let sets = Witnessed::new(&rules, &[(game.root(), 5)]);
            let root = sets.searched(&game.root(), 5).expect("it was searched");
            assert_eq!(sets.depths[root] & 0b10_1111, 0b10_1111);
            assert_eq!(sets.depths[root] >> 4 & 1 > 0, rules.deepens_inside);
            assert_eq!(sets.repeated[root], 0b1111, "{rules:?}");
            let mut possible: Vec<Depths> = sets.draws.iter().map(|draws| draws.possible).collect();
            possible.sort_unstable();
            let reduces = rules.is_selective() || rules.deepens_inside;
            let both = if reduces { [0b111, 0b1111] } else { [0b101, 0b1011] };
            assert_eq!(possible[5..], both, "after three plies, and after two: {rules:?}");
        }
    }

    #[test]
    fn repetitions_are_found_at_the_maximum_depth() {
        let game = game("[a:[a 1]]");
        let sets = Witnessed::new(&DRAWS, &[(game.root(), DEEPEST)]);
        let below = game.root().play(Move::new(0));
        let node = sets.searched(&below, DEEPEST - 1).expect("it was searched");
        assert_eq!(sets.repeated[node], Depths::MAX >> 2, "all but the depth of the first visit");
    }

    /// The only move repeats the root. At depth 0 the value is the evaluation, or a draw at the second visit.
    #[test]
    fn a_move_back_to_the_same_position_has_the_value_of_a_draw_only() {
        let game = game("a:7[a]");
        for rules in [DRAWS.tt(Drafts::Equal), DRAWS.tt(Drafts::Deeper).tt_leaves()] {
            for depth in 1..6 {
                let searched: Vec<_> = (1..=depth).collect();
                for remaining in 1..=depth {
                    let found = values(&game, rules, &searched, &[], remaining);
                    assert_eq!(found, (vec![0], [Some(0); 2]), "{remaining} of {depth}, {rules:?}");
                }
            }
        }
    }

    /// Each walk to `b` passes the root and `a`, so both moves back are draws. The value of `b` is 0 by these
    /// moves, or 2 by its last one.
    #[test]
    fn a_move_back_to_a_position_that_every_walk_passes_is_a_sure_draw() {
        let game = game("r:[a:3[b:[a r 5]]]");
        for rules in [DRAWS.tt(Drafts::Equal), DRAWS.tt(Drafts::Deeper)] {
            for depth in 3..8 {
                let found = values(&game, rules, &[depth], &[0, 0], depth - 2);
                assert_eq!(found, (vec![0], [Some(0); 2]), "depth {depth}");
            }
        }
    }

    /// `a` and `b` lead to each other, and the root leads to both. So neither dominates the other: the move
    /// from `b` to `a` is a draw only on the path through `a`.
    #[test]
    fn a_position_that_another_walk_avoids_is_a_possible_draw() {
        let game = game("[a:3[b:4[a]] b]");
        let rules = DRAWS.tt(Drafts::Equal);
        assert_eq!(
            values(&game, rules, &[3], &[1], 2).0,
            [0, 4],
            "`b` is a draw, or a leaf with the value 4"
        );
        let sets = Witnessed::new(&rules, &[(game.root(), 3)]);
        assert!(sets.draws.iter().all(|draws| !draws.certain));
    }

    /// After the pass the other side can only move back to the root, which is on the path.
    #[test]
    fn a_move_back_after_a_pass_is_a_sure_draw() {
        let game = game("a:5[9 -7[4] ~[a]]");
        let rules = DRAWS.null(Plies::exactly(0));
        let sets = Witnessed::new(&rules, &[(game.root(), 3)]);
        let passed = game.root().pass().expect("a null move");
        assert_eq!(sets.exact(&passed, 2).map(Score::get).collect::<Vec<_>>(), [0]);
        // A search of the position after the pass does not begin at the root.
        let sets = Witnessed::new(&rules, &[(game.root(), 3), (passed, 2)]);
        assert_eq!(sets.exact(&passed, 2).map(Score::get).collect::<Vec<_>>(), [-7, 0]);
    }

    /// A draw needs a walk back. A position that is on cycles, but on none through this move, is no draw after the move.
    #[test]
    fn a_position_without_a_walk_back_through_the_move_is_no_draw_after_it() {
        // `a` and its reply are a cycle. The root reaches it by its only move, on which no path repeats.
        let game = game("1[a:3[2[a 8]]]");
        let sets = Witnessed::new(&DRAWS.tt(Drafts::Equal), &[(game.root(), 4), (game.root(), 6)]);
        let a = sets.searched(&game.root().play(Move::new(0)), 3).expect("it was searched");
        let root = sets.searched(&game.root(), 4).expect("it was searched");
        assert!(sets.repeated[a] >> 3 & 1 > 0, "after depth 6");
        assert_eq!(sets.draws[sets.edges[root].start as usize].possible, 0);
    }
}
