//! Declarations in Rust: each function is named as the word of the feature, and `_` and a value where it declares that value
//! alone.

use super::{Drafts, Extended, Margin, Plies, ReducedCutoff, Reductions, Repetition, Rules};
use crate::oracle::Horizon;
use crate::score::Score;

impl Rules {
    /// These rules with a table, of which these entries may cause cutoffs.
    #[must_use]
    pub const fn tt(self, drafts: Drafts) -> Self {
        Self { drafts, ..self }
    }

    /// These rules with leaves that probe the table.
    #[must_use]
    pub const fn tt_leaves(self) -> Self {
        Self { leaves: true, ..self }
    }

    /// These rules with iterative deepening: all smaller depths were searched with the same table before.
    #[must_use]
    pub const fn deepening(self) -> Self {
        Self { iterates: true, ..self }
    }

    /// These rules with a table that still contains the entries of preceding searches.
    #[must_use]
    pub const fn tt_keep(self) -> Self {
        Self { keeps: true, ..self }
    }

    /// These rules with draws by repetition: a position that is already on the path is a draw.
    #[must_use]
    pub const fn repetition(self) -> Self {
        self.repetition_when(Repetition::FIRST)
    }

    /// These rules with exact scores that may be joined from two bounds.
    #[must_use]
    pub const fn joined_bounds(self) -> Self {
        Self { joins: true, ..self }
    }

    /// These rules with windows that are narrowed to the bounds of table entries.
    #[must_use]
    pub const fn tt_narrow(self) -> Self {
        Self { narrows: true, ..self }
    }

    /// These rules with `moves` moves that may be searched before all others, in any order.
    #[must_use]
    pub const fn order(self, moves: u8) -> Self {
        Self { reorders: moves, ..self }
    }

    /// These rules with quiescence of at most `plies` plies; `in_line`: whether its moves are part of the line.
    #[must_use]
    pub const fn quiescence(self, plies: usize, in_line: bool) -> Self {
        Self { horizon: Horizon { plies, hides: !in_line }, ..self }
    }

    /// These rules with extensions: a forcing move costs no depth while lines stay within twice the depth and
    /// within `longest` plies, both without quiescence.
    #[must_use]
    pub const fn extension(self, longest: usize) -> Self {
        Self { extends: Some(longest), ..self }
    }

    /// These rules with draws when a position occurred before, as `repetition` states.
    #[must_use]
    pub const fn repetition_when(self, repetition: Repetition) -> Self {
        Self { repetition: Some(repetition), ..self }
    }

    /// These rules with draws after this many quiet moves in a row: 100 for the fifty-move rule.
    #[must_use]
    pub const fn fifty_move(self, plies: u16) -> Self {
        Self { quiet_plies: Some(plies), ..self }
    }

    /// These rules with contempt: a draw has the value `-contempt` for the side to move at the root.
    #[must_use]
    pub fn contempt(self, contempt: Score) -> Self {
        Self { draw: -contempt, ..self }
    }

    /// These rules with exact scores outside the window of a node.
    #[must_use]
    pub const fn exact_outside(self) -> Self {
        Self { exact_outside: true, ..self }
    }

    /// These rules with a table that quiescence uses too.
    #[must_use]
    pub const fn tt_quiescence(self) -> Self {
        Self { leaves: true, quiescence_table: true, ..self }
    }

    /// These rules with internal iterative deepening: a node may be searched to smaller depths before.
    #[must_use]
    pub const fn iid(self) -> Self {
        Self { deepens_inside: true, ..self }
    }

    /// These rules with delta pruning: in quiescence a move may be skipped if the evaluation plus `margin` does not
    /// exceed alpha.
    #[must_use]
    pub const fn delta_pruning(self, margin: u32) -> Self {
        Self { delta: Some(margin), ..self }
    }

    /// These rules with evasions: after a forcing move quiescence searches all moves and does not stand pat.
    #[must_use]
    pub const fn evasions(self) -> Self {
        Self { evades: true, ..self }
    }

    /// These rules with extensions, as [`Rules::extension`], of the moves that `extended` names.
    #[must_use]
    pub const fn extension_moves(self, extended: Extended, longest: usize) -> Self {
        Self { extended, ..self.extension(longest) }
    }

    /// These rules with singular extension: a node may be searched without one move, and any move may be
    /// extended while lines stay within `longest` plies.
    #[must_use]
    pub const fn singular(self, longest: usize) -> Self {
        Self { singular: true, ..self.iid().extension_moves(Extended::Any, longest) }
    }

    /// These rules with null moves, reduced by `plies` in addition to their own ply.
    #[must_use]
    pub fn null(self, plies: impl Into<Plies>) -> Self {
        Self { null: Some(plies.into()), ..self }
    }

    /// These rules with late move reductions.
    #[must_use]
    pub fn lmr(self, reductions: impl Into<Reductions>) -> Self {
        Self { lmr: Some(reductions.into()), ..self }
    }

    /// These rules with futility pruning.
    #[must_use]
    pub const fn futility(self, margin: Margin) -> Self {
        Self { futility: Some(margin), ..self }
    }

    /// These rules with static null moves, also known as reverse futility pruning.
    #[must_use]
    pub const fn static_null(self, margin: Margin) -> Self {
        Self { static_null: Some(margin), ..self }
    }

    /// These rules with static null moves that may return the evaluation without the margin.
    #[must_use]
    pub const fn static_null_evaluation(self) -> Self {
        Self { returns_evaluation: true, ..self }
    }

    /// These rules with razoring that returns the evaluation.
    #[must_use]
    pub const fn razoring(self, margin: Margin) -> Self {
        Self { razoring: Some(margin), ..self }
    }

    /// These rules with razoring that returns the value of quiescence.
    #[must_use]
    pub const fn razoring_by_quiescence(self) -> Self {
        Self { razors_by_quiescence: true, ..self }
    }

    /// These rules with quiet moves that may be skipped after `moves` moves.
    #[must_use]
    pub const fn move_count(self, moves: u8) -> Self {
        Self { move_count: Some(moves), ..self }
    }

    /// These rules with `ProbCut`: a move that exceeds beta by `margin` at a depth reduced by `plies` cuts off.
    #[must_use]
    pub fn prob_cut(self, plies: impl Into<Plies>, margin: u32) -> Self {
        Self { prob_cut: Some(ReducedCutoff { plies: plies.into(), moves: 1, margin }), ..self }
    }

    /// These rules with multi-cut: `moves` moves that fail high at a depth reduced by `plies` cut off.
    #[must_use]
    pub fn multi_cut(self, plies: impl Into<Plies>, moves: u8) -> Self {
        Self { multi_cut: Some(ReducedCutoff { plies: plies.into(), moves, margin: 0 }), ..self }
    }

    /// These rules with pruning at nodes with an open window too.
    #[must_use]
    pub const fn pv_pruning(self) -> Self {
        Self { prunes_open: true, ..self }
    }

    /// These rules with mate distance pruning.
    #[must_use]
    pub const fn mate_distance(self) -> Self {
        Self { mate_distance: true, ..self }
    }

    /// These rules with evaluations that table entries correct.
    #[must_use]
    pub const fn tt_evaluation(self) -> Self {
        Self { corrects_evaluation: true, ..self }
    }

    /// These rules with nodes that are searched one ply less deep and stored with the draft that was requested.
    #[must_use]
    pub const fn iir_requested_draft(self) -> Self {
        Self { keeps_draft: true, ..self.iir() }
    }

    /// These rules with internal iterative reduction.
    #[must_use]
    pub const fn iir(self) -> Self {
        Self { iir: true, ..self }
    }
}
