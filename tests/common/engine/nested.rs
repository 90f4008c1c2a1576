//! Searches of the position of a node within the node: internal iterative deepening, the test of singular extension,
//! and razoring by quiescence. These searches visit the same ply with fewer plies to go. The root has deepening only.

use super::search::{Node, Search, Tested};
use super::{Act, Feature, Stopped};
use crate::common::prelude::*;

impl<P: Position, O: Observer<P>> Search<'_, P, O> {
    /// Visits the position of `node`, which has this window and these plies to go, within the visit of its parent.
    fn visit_within(&mut self, node: Node<'_, P>) -> Result<Score, Stopped> {
        let best = self.best;
        let score = self.visit(node);
        // What a search of the root found within another one is not its best move.
        self.best = best;
        self.engine.rows.clear(node.ply);
        self.is_exact = false;
        score
    }

    /// Internal iterative deepening: a node without a hash move is first searched two plies less deep, from depth 3 on.
    pub fn deepen_inside(&mut self, node: Node<'_, P>) -> Result<(), Stopped> {
        let applies = self.options.features.inner_deepening && node.without.is_none();
        if !applies || self.draft(node.remaining) < 3 || self.hash_move(node.key).is_some() {
            return Ok(());
        }
        self.visit_within(Node { remaining: node.remaining - 2, ..node })?;
        if self.hash_move(node.key).is_some() {
            self.note(Act::InnerDeepening);
        }
        Ok(())
    }

    /// The score of the verification of a null move, which has no null move and these plies to go.
    pub fn verification(&mut self, node: Node<'_, P>, remaining: usize) -> Result<Score, Stopped> {
        let beta = node.window.beta;
        let window = Window { alpha: beta - 1, beta };
        let score = self.visit_within(Node { remaining, window, after_pass: true, ..node })?;
        if score >= beta {
            self.note(Act::Verified);
        }
        Ok(score)
    }

    /// Singular extension, from depth 3 on: the hash move is extended if all other moves fail low against its score at half the
    /// depth. If other moves reach this score, the hash move may be searched less deep; if they reach beta, the node may be cut off.
    pub fn test_singular(&mut self, node: Node<'_, P>) -> Result<Tested, Stopped> {
        let depth = self.draft(node.remaining);
        let applies = self.options.features.singular && node.ply > 0 && depth >= 3 && node.without.is_none();
        let entry =
            self.options.table.filter(|_| applies).and_then(|_| self.engine.table.with_move(node.key));
        let entry = entry.filter(|entry| entry.bound != Bound::Upper && !entry.score.is_mate());
        let moves = legal_moves(node.position);
        let (Some(entry), 2..) = (entry, moves.len()) else { return Ok(Tested::default()) };
        let (beta, remaining) = (entry.score - 1, self.options.quiescence_plies() + (depth - 1) / 2);
        let window = Window { alpha: beta - 1, beta };
        let score = self.visit_within(Node { remaining, window, without: entry.mv, ..node })?;
        let features = self.options.features;
        let may_cut = features.has(Feature::SingularCut) && node.is_refutable() && self.is_selective(node);
        if may_cut && score >= beta.max(node.window.beta) {
            self.note(Act::SingularCut);
            self.tell(node.remaining, node.ply, Told::Leaves(Why::SameNode));
            self.note_pruning(node.window.is_open());
            return Ok(Tested { cutoff: Some(self.limited(score, node.window)), extended: None });
        }
        let extra = match score < beta {
            true if features.has(Feature::ExtraPlies) && score + 1 < beta => 2,
            true => 1,
            false if features.has(Feature::ExtraPlies) => -1,
            false => return Ok(Tested::default()),
        };
        Ok(Tested { cutoff: None, extended: entry.mv.map(|mv| (mv, extra)) })
    }

    /// Razoring by quiescence, up to depth 2: returns the score of quiescence if it does not exceed alpha.
    pub fn razored_by_quiescence(&mut self, node: Node<'_, P>) -> Result<Option<Score>, Stopped> {
        let alpha = node.window.alpha;
        let applies = self.options.features.razoring_by_quiescence && node.ply > 0 && node.without.is_none();
        if !applies || self.draft(node.remaining) > 2 || alpha == -Score::INFINITY {
            return Ok(None);
        }
        let (remaining, window) = (self.options.quiescence_plies(), Window { alpha, beta: alpha + 1 });
        let score = self.visit_within(Node { remaining, window, ..node })?;
        let razors = score <= alpha;
        if razors {
            self.note(Act::QuiescenceRazoring);
            self.tell(node.remaining, node.ply, Told::Leaves(Why::SameNode));
            self.note_pruning(node.window.is_open());
        }
        Ok(razors.then_some(score))
    }
}
