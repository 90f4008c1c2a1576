//! The rules of a search, as far as an oracle needs them: plain data, independent of the search code.

mod builder;
mod judged_by;
mod parts;
#[cfg(test)]
mod tests;

use crate::oracle::Horizon;
use crate::score::Score;

pub use judged_by::JudgedBy;
pub use parts::{Extended, Margin, Plies, ReducedCutoff, Reductions, Repetition};

/// The entries of a transposition table that a search may use for a cutoff, by draft.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Drafts {
    /// The search has no table.
    #[default]
    NoTable,
    /// Entries whose draft equals the remaining depth.
    Equal,
    /// Entries whose draft is at least the remaining depth.
    Deeper,
}

/// The features of a search that determine its valid scores and lines.
///
/// The default is the strictest set of rules: one fixed tree, whose value is minimax. Each
/// declared feature makes more scores valid. So declare exactly the features that the search has:
/// an unneeded one causes false negatives.
///
/// These features cannot be declared: a cutoff by the bound of a singular test, repetitions that a null move
/// interrupts or that quiescence does not test, a null move at depth 1, internal reductions by more than one ply,
/// entries for the reduced depth of such a node, razoring that returns a value of quiescence above alpha, and cutoffs
/// by the entries of all children (enhanced transposition cutoffs).
///
/// ```
/// use pvcheck::oracle::{Drafts, Rules};
///
/// let rules = Rules::FIXED_TREE.tt(Drafts::Deeper).deepening();
/// assert!(!rules.is_fixed());
/// assert!(Rules::FIXED_TREE.tt(Drafts::Equal).is_fixed(), "one value per position and depth");
/// ```
#[expect(clippy::struct_excessive_bools, reason = "the switches are independent: all combinations are valid")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rules {
    /// The table entries that may cause cutoffs.
    pub drafts: Drafts,
    /// Whether leaves probe the table too.
    pub leaves: bool,
    /// Whether the search deepens iteratively: all smaller depths were searched with the same table before.
    pub iterates: bool,
    /// Whether the table still contains the entries of preceding searches, of other roots or depths.
    pub keeps: bool,
    /// Whether a search outside its window, too, takes for exact what its moves prove to be exact. Otherwise only
    /// a score inside the window of its node is exact, an evaluation, a draw, or the score of an exact entry.
    pub exact_outside: bool,
    /// Whether quiescence probes the table and stores in it. All its nodes have depth 0 there.
    pub quiescence_table: bool,
    /// Whether the search searches a node to smaller depths in between: internal iterative deepening, and the
    /// tests of singular extension.
    pub deepens_inside: bool,
    /// When a position that occurred before is a draw.
    pub repetition: Option<Repetition>,
    /// The number of quiet moves in a row after which the position is a draw: 100 for the fifty-move rule. Only
    /// noisy moves begin a new count. All positions before the root count: so they must begin after the last noisy
    /// move.
    pub quiet_plies: Option<u16>,
    /// The value of a draw, for the side to move at the root: 0 without contempt.
    pub draw: Score,
    /// Where the depth runs out, and how far quiescence goes below it.
    pub horizon: Horizon,
    /// Delta pruning: the margin added to the evaluation of the node. In quiescence moves may be skipped if that does
    /// not exceed alpha; each counts as that value.
    pub delta: Option<u32>,
    /// Evasions: whether in quiescence the position after a forcing move is searched with all its moves and
    /// without standing pat.
    pub evades: bool,
    /// If moves are extended: the maximum length of a line in plies, without quiescence. The length is limited to
    /// twice the depth too.
    pub extends: Option<usize>,
    /// Which moves are extended then.
    pub extended: Extended,
    /// Singular extension: whether a node is searched without one move, at the same ply and to a smaller depth.
    /// Such a result belongs to no other visit.
    pub singular: bool,
    /// Whether an exact score may be joined from the bounds of two null-window searches.
    pub joins: bool,
    /// Whether an exact score may be joined from a bound of the table and a bound that the search found,
    /// because the window of a node is narrowed to the bound of its entry. The witnessed values never contain
    /// such a score.
    pub narrows: bool,
    /// The number of moves that may be searched before all others, in any order.
    pub reorders: u8,
    /// Null move: its reduction in plies, in addition to the ply of the null move itself. Applies from depth 2 on.
    pub null: Option<Plies>,
    /// Late move reductions. Apply from depth 2 on.
    pub lmr: Option<Reductions>,
    /// Futility pruning: the margin added to the evaluation of the node. Applies to quiet moves after the first. A move
    /// may be skipped if the sum does not exceed alpha; it counts as the sum.
    pub futility: Option<Margin>,
    /// Static null move: the margin subtracted from the evaluation of the node.
    pub static_null: Option<Margin>,
    /// Whether a static null move may return the evaluation without the margin.
    pub returns_evaluation: bool,
    /// Razoring: the margin added to the evaluation of the node, which is then returned.
    pub razoring: Option<Margin>,
    /// Whether razoring returns the value of quiescence, if it does not exceed alpha, whatever the margin.
    pub razors_by_quiescence: bool,
    /// Move count pruning: the number of moves after which quiet moves may be skipped.
    pub move_count: Option<u8>,
    /// `ProbCut`: a move that exceeds beta by a margin at a reduced depth cuts off its node. Where the margin leads to
    /// a mate score, it does not count.
    pub prob_cut: Option<ReducedCutoff>,
    /// Multi-cut: several moves that fail high at a reduced depth cut off their node, which returns at most the least
    /// of their scores.
    pub multi_cut: Option<ReducedCutoff>,
    /// Whether nodes with an open window are pruned as those with a null window are: pruning and skipping apply to
    /// null windows only otherwise.
    pub prunes_open: bool,
    /// Mate distance pruning: whether a node returns a bound without a search because no mate is nearer.
    pub mate_distance: bool,
    /// Whether the evaluation is replaced by the score of a table entry of any draft, if the bound of the entry
    /// allows it. Mate scores replace nothing, and a leaf that does not probe the table is not corrected.
    pub corrects_evaluation: bool,
    /// Internal iterative reduction: whether a node below the root may be searched one ply less deep, from
    /// depth 2 on. Its cutoffs before the moves may be those of either depth.
    pub iir: bool,
    /// Whether a node that was searched one ply less deep is stored with the draft that its caller requested. If
    /// not, its draft is the depth to which it was searched.
    pub keeps_draft: bool,
    /// Whether nothing is declared: only the lines are judged, see [`Rules::LINES_ONLY`].
    pub lines_only: bool,
}

impl Rules {
    /// The rules of a search in which the window, the table and the clock do not influence the tree.
    pub const FIXED_TREE: Self = Self {
        drafts: Drafts::NoTable,
        leaves: false,
        iterates: false,
        keeps: false,
        exact_outside: false,
        quiescence_table: false,
        deepens_inside: false,
        repetition: None,
        quiet_plies: None,
        draw: Score::ZERO,
        horizon: Horizon::NO_QUIESCENCE,
        delta: None,
        evades: false,
        extends: None,
        extended: Extended::Forcing,
        singular: false,
        joins: false,
        narrows: false,
        reorders: 0,
        null: None,
        lmr: None,
        futility: None,
        static_null: None,
        returns_evaluation: false,
        razoring: None,
        razors_by_quiescence: false,
        move_count: None,
        prob_cut: None,
        multi_cut: None,
        prunes_open: false,
        mate_distance: false,
        corrects_evaluation: false,
        iir: false,
        keeps_draft: false,
        lines_only: false,
    };

    /// The rules of a search that declares nothing. Nothing is claimed about its score. A line must be legal and
    /// reach the depth or the end of the game, and its last position must have the value of the score.
    pub const LINES_ONLY: Self = Self { lines_only: true, ..Self::FIXED_TREE };

    /// Whether the search prunes or reduces anything that alpha-beta would search to the full depth.
    pub const fn is_selective(&self) -> bool {
        // All rules are named, so that the compiler asks here of a new one whether it is selective. Its steps are in
        // `oracle/witnessed` and in `oracle/trace/derive.rs`; if there are none in the former, `has_sets` is false for it.
        let Self {
            null,
            lmr,
            futility,
            static_null,
            razoring,
            razors_by_quiescence,
            move_count,
            prob_cut,
            multi_cut,
            delta,
            iir,
            drafts: _,
            leaves: _,
            iterates: _,
            keeps: _,
            exact_outside: _,
            quiescence_table: _,
            deepens_inside: _,
            repetition: _,
            quiet_plies: _,
            draw: _,
            horizon: _,
            evades: _,
            extends: _,
            extended: _,
            singular: _,
            joins: _,
            narrows: _,
            reorders: _,
            returns_evaluation: _,
            prunes_open: _,
            mate_distance: _,
            corrects_evaluation: _,
            keeps_draft: _,
            lines_only: _,
        } = self;
        null.is_some()
            || lmr.is_some()
            || futility.is_some()
            || static_null.is_some()
            || razoring.is_some()
            || *razors_by_quiescence
            || move_count.is_some()
            || prob_cut.is_some()
            || multi_cut.is_some()
            || delta.is_some()
            || *iir
    }

    /// Whether minimax is the only valid value: the search walks one fixed tree, or its table entries
    /// always have the value of that tree.
    pub const fn is_fixed(&self) -> bool {
        match self.drafts {
            _ if self.is_selective() || !self.has_sets() => false,
            _ if !matches!(self.extended, Extended::Forcing) || self.singular => false,
            // A search inside a visit is not on the path of the fixed tree.
            _ if self.deepens_inside && (self.draws() || self.extends.is_some()) => false,
            Drafts::NoTable => true,
            // The value of a position at one depth may depend on the path to it.
            Drafts::Equal => self.repetition.is_none() && self.extends.is_none(),
            Drafts::Deeper => false,
        }
    }

    /// Whether the witnessed values are defined for these rules. If not, a search is judged by its trace alone, and of
    /// one that does not report its nodes only the legality of the lines is judged.
    pub const fn has_sets(&self) -> bool {
        let is_first = match self.repetition {
            None => true,
            Some(Repetition { on_path, in_game, root_counts }) => on_path == 2 && in_game == 0 && root_counts,
        };
        is_first
            && self.quiet_plies.is_none()
            && self.draw.get() == 0
            && !self.evades
            && !self.quiescence_table
            && !self.corrects_evaluation
            && !self.lines_only
    }

    /// Whether repetitions are draws.
    pub const fn draws(&self) -> bool {
        self.repetition.is_some()
    }

    /// These rules without those that do not influence the witnessed values.
    pub(super) const fn of_values(self) -> Self {
        // The order of the moves decides which moves are late.
        let reorders = if self.is_selective() { self.reorders } else { 0 };
        Self { joins: false, narrows: false, exact_outside: false, reorders, ..self }
    }
}
