//! The rules of a search that an oracle needs, as plain data independent of the search code.

mod judged_by;
mod parts;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::oracle::Horizon;
use crate::score::Score;

pub use judged_by::JudgedBy;
pub use parts::{Extended, ExtraPlies, Margin, Plies, Reductions, Repetition};

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

/// Defines [`Rules`] by lines `field: type = value, function(argument) = value;`. Each rule has its value in a fixed
/// tree and, for most, the function that declares it, which is named as the word of the feature. The `guesses` prune or
/// reduce; their lines are `field(argument): type = value;`, and there is no value in a fixed tree.
macro_rules! rules {
    (
        $(#[$about:meta])*
        others { $(
            $(#[$doc:meta])*
            $field:ident: $type:ty = $off:expr $(, $set:ident($($arg:ident: $arg_type:ty)?) = $on:expr)?;
        )* }
        guesses { $(
            $(#[$guess_doc:meta])*
            $guess:ident($value:ident: $value_type:ty): $guess_type:ty = $yes:expr;
        )* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Rules {
            $($(#[$doc])* pub $field: $type,)*
            $($(#[$guess_doc])* pub $guess: Option<$guess_type>,)*
        }

        impl Default for Rules {
            fn default() -> Self {
                Self::FIXED_TREE
            }
        }

        impl Rules {
            /// The rules of a search whose window, table and clock do not influence the tree.
            pub const FIXED_TREE: Self = Self { $($field: $off,)* $($guess: None,)* };

            /// Whether the search prunes or reduces anything that alpha-beta would search to the full depth.
            pub const fn is_selective(&self) -> bool {
                !matches!(self, Self { $($guess: None,)* .. })
            }

            $($(
                #[doc = concat!("These rules with [`Rules::", stringify!($field), "`].")]
                #[must_use]
                pub const fn $set(self $(, $arg: $arg_type)?) -> Self {
                    Self { $field: $on, ..self }
                }
            )?)*

            $(
                #[doc = concat!("These rules with [`Rules::", stringify!($guess), "`](field@Rules::", stringify!($guess), ").")]
                #[must_use]
                pub fn $guess(self, $value: $value_type) -> Self {
                    Self { $guess: Some($yes), ..self }
                }
            )*
        }
    };
}

rules! {
    /// The features of a search that determine its valid scores and lines.
    ///
    /// The default is the strictest set of rules: one fixed tree, whose value is minimax. Each
    /// declared feature makes more scores valid. So declare exactly the features that the search has:
    /// an unneeded one causes false negatives.
    ///
    /// A search that tells its nodes declares facts and [`Rules::tells`]. The other rules are for searches whose scores and
    /// lines alone are judged: `docs/declarations.md`.
    ///
    /// ```
    /// use pvcheck::oracle::{Drafts, Rules};
    ///
    /// let rules = Rules::FIXED_TREE.tt(Drafts::Deeper).deepening();
    /// assert!(!rules.is_fixed());
    /// assert!(Rules::FIXED_TREE.tt(Drafts::Equal).is_fixed(), "one value per position and depth");
    /// ```
    others {
        /// The table entries that may cause cutoffs.
        drafts: Drafts = Drafts::NoTable, tt(drafts: Drafts) = drafts;
        /// Whether leaves probe the table too.
        leaves: bool = false, tt_leaves() = true;
        /// Whether the search deepens iteratively, so that all smaller depths were searched with the same table before.
        iterates: bool = false, deepening() = true;
        /// Whether the table still contains the entries of preceding searches, of other roots or depths.
        keeps: bool = false, tt_keep() = true;
        /// Whether a search outside its window also takes for exact what its moves prove to be exact. Otherwise only a
        /// score inside the window, an evaluation, a draw or the score of an exact entry is exact.
        exact_outside: bool = false, exact_outside() = true;
        /// Whether quiescence probes the table and stores all its nodes there with depth 0.
        quiescence_table: bool = false, tt_quiescence() = true;
        /// Whether internal iterative deepening searches a node to smaller depths in between.
        /// [`Rules::searches_inside`] has the other reasons for such searches.
        deepens_inside: bool = false, iid() = true;
        /// The rule that makes a position that occurred before a draw.
        repetition: Option<Repetition> = None, repetition_when(when: Repetition) = Some(when);
        /// The number of quiet moves in a row that makes a draw, 100 for the fifty-move rule. Noisy moves begin a new
        /// count. All positions before the root count, so they must begin after the last noisy move.
        quiet_plies: Option<u16> = None, fifty_move(plies: u16) = Some(plies);
        /// The value of a draw for the side to move at the root, which is 0 without contempt.
        draw: Score = Score::ZERO;
        /// The maximum distance of the value of a draw from `draw`.
        draw_spread: u32 = 0, draw_spread(spread: u32) = spread;
        /// The horizon, where the depth runs out, and the quiescence below it.
        horizon: Horizon = Horizon::NO_QUIESCENCE;
        /// The maximum length of a line with extended moves, in plies without quiescence. A multiple of the depth
        /// limits the length too.
        extends: Option<usize> = None, extension(longest: usize) = Some(longest);
        /// The maximum length of a line with extended moves, as a multiple of the depth.
        extension_times: u8 = 2, extension_times(times: u8) = times;
        /// The moves that are extended, as far as singular extension does not extend any ([`Rules::extended_moves`]).
        extended: Extended = Extended::Forcing, extension_moves(moves: Extended) = moves;
        /// The range of plies by which moves are extended; the depth after a move is never negative. With singular
        /// extension, a move is searched less deep only if its node was searched without one move before.
        extension_plies: ExtraPlies = ExtraPlies::ONE, extension_plies(plies: ExtraPlies) = plies;
        /// Whether singular extension searches a node without one move, at the same ply and to a smaller depth. The
        /// result belongs to no other visit. A root that lacks the first moves of better lines has no such search.
        singular: bool = false, singular() = true;
        /// Whether an exact score may be joined from the bounds of two null-window searches.
        joins: bool = false, joined_bounds() = true;
        /// Whether an exact score may be joined from a bound of the table and a bound of the search, in a window that
        /// is narrowed to the bound of the entry or to one beyond it. The witnessed values never contain such a score.
        narrows: bool = false, tt_narrow() = true;
        /// Whether children may be searched with windows that follow neither from the window of their parent nor from
        /// earlier scores.
        any_windows: bool = false, any_windows() = true;
        /// The number of moves that may be searched before all others, in any order.
        reorders: u8 = 0, order(moves: u8) = moves;
        /// Whether the search that repeats a reduced search may be one ply less deep than the full depth.
        lmr_shallower: bool = false, lmr_shallower() = true;
        /// Whether mate distance pruning lets a node return a bound without a search because no mate is nearer.
        mate_distance: bool = false, mate_distance() = true;
        /// Whether the evaluation is replaced by the score of a table entry of any draft, if the bound of the entry
        /// allows it. Mate scores replace nothing, and a leaf that does not probe the table is not corrected.
        corrects_evaluation: bool = false, tt_evaluation() = true;
        /// The maximum distance of an evaluation from that of the game, for example by a correction history. Mates and
        /// positions where the game is over are not corrected.
        correction: u32 = 0, correction_history(most: u32) = most;
        /// Whether a node that internal iterative reduction searched less deep is stored with the draft that its caller
        /// requested. If not, its draft is the depth to which it was searched.
        keeps_draft: bool = false, iir_requested_draft() = true;
        /// Whether the search tells the reason of each result ([`Why`](crate::told::Why)), so that it may prune and reduce as
        /// it likes.
        tells: bool = false, tells() = true;
        /// Whether only lines are judged, because nothing is declared ([`Rules::LINES_ONLY`]).
        lines_only: bool = false;
    }
    guesses {
        /// The reduction of the null move in plies, in addition to its own ply. The null move applies from depth 2 on.
        null(plies: impl Into<Plies>): Plies = plies.into();
        /// The late move reductions, which apply from depth 2 on.
        lmr(reductions: impl Into<Reductions>): Reductions = reductions.into();
        /// The margin that futility pruning adds to the evaluation of the node. A quiet move after the first may be
        /// skipped if the sum does not exceed alpha; it counts as the sum.
        futility(margin: Margin): Margin = margin;
        /// The margin that a static null move subtracts from the evaluation of the node.
        static_null(margin: Margin): Margin = margin;
        /// The margin that razoring adds to the evaluation of the node; the node then returns the evaluation.
        razoring(margin: Margin): Margin = margin;
        /// The number of moves after which move count pruning may skip quiet moves.
        move_count(moves: u8): u8 = moves;
        /// The plies by which internal iterative reduction may reduce a node below the root, from depth 2 on, to at
        /// least one. Cutoffs before the moves may be of either depth.
        iir(plies: impl Into<Plies>): Plies = plies.into();
    }
}

/// Declarations of several rules, or of a part of a rule.
impl Rules {
    /// Returns these rules, where a position that is already on the path is a draw.
    #[must_use]
    pub const fn repetition(self) -> Self {
        self.repetition_when(Repetition::FIRST)
    }

    /// Returns these rules with at most `plies` plies of quiescence. `in_line` states whether the line contains their moves.
    #[must_use]
    pub const fn quiescence(self, plies: usize, in_line: bool) -> Self {
        Self { horizon: Horizon { plies, hides: !in_line }, ..self }
    }

    /// Returns these rules with contempt, where a draw is worth `-contempt` for the side to move at the root.
    #[must_use]
    pub fn contempt(self, contempt: Score) -> Self {
        Self { draw: -contempt, ..self }
    }
}

impl Rules {
    /// The rules of a search that declares nothing. Nothing is claimed about its score. A line must be legal and
    /// reach the depth or the end of the game, and its last position must have the value of the score.
    pub const LINES_ONLY: Self = Self { lines_only: true, ..Self::FIXED_TREE };

    /// Whether minimax is the only valid value, because the search walks one fixed tree or its table entries always
    /// have the value of that tree. Draws leave one tree, in which values may depend on the path.
    pub fn is_fixed(&self) -> bool {
        let depends_on_path = self.may_draw() || self.extends.is_some();
        match self.drafts {
            _ if self.is_selective() || self.tells || self.lines_only || self.varies() => false,
            _ if !matches!(self.extended, Extended::Forcing) || self.singular => false,
            _ if self.extension_plies.least != 1 || self.extension_plies.most != 1 => false,
            // A search inside a visit is not on the path of the fixed tree.
            _ if self.deepens_inside && depends_on_path => false,
            Drafts::NoTable => true,
            // The value of a position at one depth may depend on the path to it.
            Drafts::Equal => !depends_on_path && self.has_sets(),
            Drafts::Deeper => false,
        }
    }

    /// Whether evaluations or values of draws may differ from visit to visit without a table.
    const fn varies(&self) -> bool {
        self.correction > 0 || self.may_draw() && self.draw_spread > 0
    }

    /// Whether witnessed values are defined for these rules. If not, and if the tree is not fixed, the trace judges a
    /// search that reports its nodes, and facts judge any other.
    pub fn has_sets(&self) -> bool {
        self.without_sets().next().is_none()
    }

    /// Whether the results that a search by these rules may return are known, as one value or a set of values.
    pub fn has_values(&self) -> bool {
        self.is_fixed() || self.has_sets()
    }

    /// Returns the words of these rules that have an effect and for which no witnessed values are defined.
    pub(crate) fn without_sets(&self) -> impl Iterator<Item = &'static str> {
        let Self { repetition, draw, draw_spread, horizon, drafts, .. } = *self;
        let is_first = repetition.is_none_or(|rule| rule == Repetition::FIRST);
        let (quiesces, has_table) = (horizon.plies > 0, drafts != Drafts::NoTable);
        let words = [
            ("tt(quiescence=yes)", self.quiescence_table && quiesces),
            ("tt(evaluation=yes)", self.corrects_evaluation && has_table),
            ("repetition(...)", !is_first),
            ("fifty-move", self.quiet_plies.is_some()),
            ("contempt", (draw != Score::ZERO || draw_spread > 0) && self.may_draw()),
            ("correction-history", self.correction > 0),
            ("tells", self.tells),
            ("lines-only", self.lines_only),
        ];
        words.into_iter().filter_map(|(word, is_declared)| is_declared.then_some(word))
    }

    /// Returns the nearest rules of a fixed tree, without a table, selective steps, and what may differ from visit to visit.
    pub(crate) const fn of_fixed_tree(self) -> Self {
        let Self { repetition, quiet_plies, draw, horizon, extends, extension_times, .. } = self;
        Self { repetition, quiet_plies, draw, horizon, extends, extension_times, ..Self::FIXED_TREE }
    }

    /// Returns the plies to go to which a node with `remaining` plies to go may be reduced.
    pub(super) fn reduced_nodes(&self, remaining: usize) -> Range<usize> {
        let depth = self.horizon.depth(remaining);
        let Some(plies) = self.iir.filter(|_| depth >= 2) else { return 0..0 };
        let (least, most) = plies.reduced(depth).into_inner();
        least.max(1) + self.horizon.plies..most.max(1) + self.horizon.plies + 1
    }

    /// Returns the moves that may be extended, which is any move where singular extension is declared.
    pub const fn extended_moves(&self) -> Extended {
        if self.singular { Extended::Any } else { self.extended }
    }

    /// Whether a node may search its own position at the same ply, by internal iterative deepening or a singular test.
    pub const fn searches_inside(&self) -> bool {
        self.deepens_inside || self.singular
    }

    /// Returns the most plies that the depth can gain from before an extended move to after it.
    pub(super) fn plies_gained(&self) -> usize {
        let most = if self.extends.is_some() { self.extension_plies.most } else { 0 };
        usize::from(most.max(1).unsigned_abs()) - 1
    }

    /// The most plies by which a negative extension shortens the depth after a move.
    pub(super) fn plies_lost(&self) -> usize {
        self.extension_plies.least.min(0).unsigned_abs().into()
    }

    /// Whether repetitions are draws.
    pub const fn draws(&self) -> bool {
        self.repetition.is_some()
    }

    /// Whether a position may be a draw by its path.
    pub(super) const fn may_draw(&self) -> bool {
        self.draws() || self.quiet_plies.is_some()
    }

    /// Returns these rules without the rules that do not influence the witnessed values.
    pub(super) const fn of_values(self) -> Self {
        // The order of the moves decides which moves are late.
        let reorders = if self.is_selective() { self.reorders } else { 0 };
        Self { joins: false, exact_outside: false, any_windows: false, reorders, ..self }
    }
}
