//! Cutoffs by searches of moves at a reduced depth, from depth 2 on: `ProbCut` and multi-cut. Both methods try the first moves only.

use super::search::{Node, Search};
use super::{Act, ProbCut, Stopped};
use crate::common::prelude::*;

/// The number of moves that are tried.
const TRIED: usize = 3;

/// The number of moves that must fail high for a multi-cut.
const NEEDED: usize = 2;

impl<P: Position, O: Observer<P>> Search<'_, P, O> {
    /// `ProbCut`: a move that exceeds beta by a margin.
    pub fn prob_cut(&mut self, node: Node<'_, P>) -> Result<Option<Score>, Stopped> {
        let prob_cut = self.options.features.prob_cut.filter(|_| self.draft(node.remaining) >= 2);
        let Some(ProbCut { reduction, margin, subtracts }) = prob_cut else { return Ok(None) };
        let margin = i64::from(margin);
        let Some(beta) = node.window.beta.with_margin(margin) else { return Ok(None) };
        for mv in self.ordered_moves(node).into_iter().take(TRIED) {
            let score = self.reduced_score(node, mv, reduction.into(), beta)?;
            if score >= beta {
                self.note(Act::ProbCut);
                self.tell(node.remaining, node.ply, Told::Leaves(Why::Cut(1)));
                self.note_pruning(node.window.is_open());
                let less = score.with_margin(-margin).filter(|_| subtracts);
                return Ok(Some(less.unwrap_or(score)));
            }
        }
        Ok(None)
    }

    /// Multi-cut: several moves that reach beta.
    pub fn multi_cut(&mut self, node: Node<'_, P>) -> Result<Option<Score>, Stopped> {
        let multi_cut = self.options.features.multi_cut.filter(|_| self.draft(node.remaining) >= 2);
        let beta = node.window.beta;
        let Some(reduction) = multi_cut.filter(|_| node.is_refutable()) else { return Ok(None) };
        let mut found = 0;
        for mv in self.ordered_moves(node).into_iter().take(TRIED) {
            found += usize::from(self.reduced_score(node, mv, reduction.into(), beta)? >= beta);
            if found == NEEDED {
                self.note(Act::MultiCut);
                self.tell(node.remaining, node.ply, Told::Leaves(Why::Cut(NEEDED as u8)));
                self.note_pruning(node.window.is_open());
                return Ok(Some(beta));
            }
        }
        Ok(None)
    }

    /// Returns the score of a move by a search with a null window below `beta`, less deep by `reduction` and by the ply of the move.
    fn reduced_score(
        &mut self,
        node: Node<'_, P>,
        mv: Move,
        reduction: usize,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let depth = (self.draft(node.remaining) - 1).saturating_sub(reduction);
        let position = node.position.play(mv);
        let child = node.after(&position, mv, self.options.quiescence_plies() + depth);
        self.tell(node.remaining, node.ply, Told::Probe(mv));
        let score = self.child(child, Window { alpha: beta - 1, beta });
        self.is_exact = false;
        score
    }
}
