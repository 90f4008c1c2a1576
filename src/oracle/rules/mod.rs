//! The rules of a search, as far as an oracle needs them: plain data, independent of the search code.

mod judged_by;
mod parts;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::oracle::Horizon;
use crate::score::Score;

pub use judged_by::JudgedBy;
pub use parts::{Extended, ExtraPlies, Margin, Plies, ReducedCutoff, Reductions, Repetition};

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

/// Defines [`Rules`] by lines `field: type = value, function(argument) = value;`: each rule with its value in a fixed tree
/// and, for most, the function that declares it, which is named as the word of the feature. The `guesses` are the rules that
/// prune or reduce. Their steps are in `oracle/witnessed` and in `oracle/trace`; if one has none in the former, `has_sets` is
/// false for it.
macro_rules! rules {
    (
        $(#[$about:meta])*
        others { $(
            $(#[$doc:meta])*
            $field:ident: $type:ty = $off:expr $(, $set:ident($($arg:ident: $arg_type:ty)?) = $on:expr)?;
        )* }
        guesses { $(
            $(#[$guess_doc:meta])*
            $guess:ident: $guess_type:ty = $no:tt
                $(, $add:ident($($value:ident: $value_type:ty),*) = $yes:expr)?;
        )* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Rules {
            $($(#[$doc])* pub $field: $type,)*
            $($(#[$guess_doc])* pub $guess: $guess_type,)*
        }

        impl Default for Rules {
            fn default() -> Self {
                Self::FIXED_TREE
            }
        }

        impl Rules {
            /// The rules of a search in which the window, the table and the clock do not influence the tree.
            pub const FIXED_TREE: Self = Self { $($field: $off,)* $($guess: $no,)* };

            /// Whether the search prunes or reduces anything that alpha-beta would search to the full depth.
            pub const fn is_selective(&self) -> bool {
                !matches!(self, Self { $($guess: $no,)* .. })
            }

            $($(
                #[doc = concat!("These rules with [`Rules::", stringify!($field), "`].")]
                #[must_use]
                pub const fn $set(self $(, $arg: $arg_type)?) -> Self {
                    Self { $field: $on, ..self }
                }
            )?)*

            $($(
                #[doc = concat!("These rules with [`Rules::", stringify!($guess), "`].")]
                #[must_use]
                pub fn $add(self $(, $value: $value_type)*) -> Self {
                    Self { $guess: $yes, ..self }
                }
            )?)*
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
    /// These features cannot be declared: repetitions that a null move interrupts or that quiescence does not test,
    /// entries for the reduced depth of a node with an internal reduction, razoring that returns a value of quiescence
    /// above alpha, and evasions that are skipped. `docs/declarations.md` has more of them, with the engines that do them.
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
        /// Whether the search deepens iteratively: all smaller depths were searched with the same table before.
        iterates: bool = false, deepening() = true;
        /// Whether the table still contains the entries of preceding searches, of other roots or depths.
        keeps: bool = false, tt_keep() = true;
        /// Whether a search outside its window, too, takes for exact what its moves prove to be exact. Otherwise only
        /// a score inside the window of its node is exact, an evaluation, a draw, or the score of an exact entry.
        exact_outside: bool = false, exact_outside() = true;
        /// Whether quiescence probes the table and stores in it. All its nodes have depth 0 there.
        quiescence_table: bool = false, tt_quiescence() = true;
        /// Whether the search searches a node to smaller depths in between: internal iterative deepening.
        /// [`Rules::searches_inside`] has the other reasons for such searches.
        deepens_inside: bool = false, iid() = true;
        /// Whether a node is cut off by an entry of the position after one of its moves, without a search of that position:
        /// enhanced transposition cutoff.
        probes_children: bool = false, tt_children() = true;
        /// When a position that occurred before is a draw.
        repetition: Option<Repetition> = None, repetition_when(when: Repetition) = Some(when);
        /// Whether a node with plies to go, from which a move leads to such a draw, returns at least a draw, without a search of
        /// that move.
        upcoming: bool = false, upcoming_repetition() = true;
        /// The number of quiet moves in a row after which the position is a draw: 100 for the fifty-move rule. Only
        /// noisy moves begin a new count. All positions before the root count: so they must begin after the last noisy
        /// move.
        quiet_plies: Option<u16> = None, fifty_move(plies: u16) = Some(plies);
        /// The value of a draw, for the side to move at the root: 0 without contempt.
        draw: Score = Score::ZERO;
        /// How far the value of a draw may be from that.
        draw_spread: u32 = 0, draw_spread(spread: u32) = spread;
        /// Where the depth runs out, and how far quiescence goes below it.
        horizon: Horizon = Horizon::NO_QUIESCENCE;
        /// Whether quiescence may search forcing moves that are not noisy, too.
        quiescence_checks: bool = false, quiescence_checks() = true;
        /// Evasions: whether in quiescence the position after a forcing move is searched with all its moves and
        /// without standing pat.
        evades: bool = false, evasions() = true;
        /// If moves are extended: the maximum length of a line in plies, without quiescence. The length is limited to
        /// a multiple of the depth too.
        extends: Option<usize> = None, extension(longest: usize) = Some(longest);
        /// That multiple: a line is at most this many times as long as the depth.
        extension_times: u8 = 2, extension_times(times: u8) = times;
        /// Which moves are extended then, without singular extension: see [`Rules::extended_moves`].
        extended: Extended = Extended::Forcing, extension_moves(moves: Extended) = moves;
        /// By how many plies they are extended. Fewer plies of depth than none never remain. Where singular extension is
        /// declared, a move is searched less deep only if its node was searched without one move before.
        extension_plies: ExtraPlies = ExtraPlies::ONE, extension_plies(plies: ExtraPlies) = plies;
        /// Singular extension: whether a node is searched without one move, at the same ply and to a smaller depth.
        /// Such a result belongs to no other visit. Not at a root that lacks the first moves of better lines.
        singular: bool = false, singular() = true;
        /// Whether an exact score may be joined from the bounds of two null-window searches.
        joins: bool = false, joined_bounds() = true;
        /// Whether an exact score may be joined from a bound of the table and a bound that the search found,
        /// because the window of a node is narrowed to the bound of its entry. The witnessed values never contain
        /// such a score.
        narrows: bool = false, tt_narrow() = true;
        /// Whether children may be searched with windows that follow neither from that of their parent nor from the scores
        /// found before.
        any_windows: bool = false, any_windows() = true;
        /// The number of moves that may be searched before all others, in any order.
        reorders: u8 = 0, order(moves: u8) = moves;
        /// Whether a static null move may return the evaluation without the margin.
        returns_evaluation: bool = false, static_null_evaluation() = true;
        /// Whether a move that is skipped by futility pruning counts as nothing, so that the node returns the best score
        /// of the others.
        futility_best: bool = false, futility_best() = true;
        /// The same for delta pruning.
        delta_pruning_best: bool = false, delta_pruning_best() = true;
        /// Whether move count pruning may skip noisy moves too.
        move_count_any: bool = false, move_count_any() = true;
        /// Whether the search that repeats a reduced one may be one ply less deep than the full depth.
        lmr_shallower: bool = false, lmr_shallower() = true;
        /// The least depth at which the null move applies.
        null_from: u8 = 2, null_from(depth: u8) = depth;
        /// Whether nodes with an open window are pruned as those with a null window are: pruning and skipping apply to
        /// null windows only otherwise.
        prunes_open: bool = false, pv_pruning() = true;
        /// Mate distance pruning: whether a node returns a bound without a search because no mate is nearer.
        mate_distance: bool = false, mate_distance() = true;
        /// Whether the evaluation is replaced by the score of a table entry of any draft, if the bound of the entry
        /// allows it. Mate scores replace nothing, and a leaf that does not probe the table is not corrected.
        corrects_evaluation: bool = false, tt_evaluation() = true;
        /// How far an evaluation may be from that of the game, for example by a correction history. Mates are not corrected, nor
        /// is a position where the game is over.
        correction: u32 = 0, correction_history(most: u32) = most;
        /// Whether a node that was searched less deep, by internal iterative reduction, is stored with the draft that its
        /// caller requested. If not, its draft is the depth to which it was searched.
        keeps_draft: bool = false, iir_requested_draft() = true;
        /// Whether nothing is declared: only the lines are judged, see [`Rules::LINES_ONLY`].
        lines_only: bool = false;
    }
    guesses {
        /// Null move: its reduction in plies, in addition to the ply of the null move itself.
        null: Option<Plies> = None, null(plies: impl Into<Plies>) = Some(plies.into());
        /// Late move reductions. Apply from depth 2 on.
        lmr: Option<Reductions> = None, lmr(reductions: impl Into<Reductions>) = Some(reductions.into());
        /// Futility pruning: the margin added to the evaluation of the node. Applies to quiet moves after the first. A move
        /// may be skipped if the sum does not exceed alpha; it counts as the sum.
        futility: Option<Margin> = None, futility(margin: Margin) = Some(margin);
        /// Static null move: the margin subtracted from the evaluation of the node.
        static_null: Option<Margin> = None, static_null(margin: Margin) = Some(margin);
        /// Razoring: the margin added to the evaluation of the node, which is then returned.
        razoring: Option<Margin> = None, razoring(margin: Margin) = Some(margin);
        /// Whether razoring returns the value of quiescence, if it does not exceed alpha, whatever the margin.
        razors_by_quiescence: bool = false, razoring_by_quiescence() = true;
        /// Move count pruning: the number of moves after which quiet moves may be skipped.
        move_count: Option<u8> = None, move_count(moves: u8) = Some(moves);
        /// `ProbCut`: a move that exceeds beta by a margin at a reduced depth cuts off its node. Where the margin leads to
        /// a mate score, it does not count.
        prob_cut: Option<ReducedCutoff> = None, prob_cut(plies: impl Into<Plies>, margin: u32) =
            Some(ReducedCutoff { plies: plies.into(), moves: 1, margin });
        /// Multi-cut: several moves that fail high at a reduced depth cut off their node, which returns at most the least
        /// of their scores.
        multi_cut: Option<ReducedCutoff> = None, multi_cut(plies: impl Into<Plies>, moves: u8) =
            Some(ReducedCutoff { plies: plies.into(), moves, margin: 0 });
        /// Delta pruning: the margin added to the evaluation of the node. In quiescence moves may be skipped if that does
        /// not exceed alpha; each counts as that value.
        delta: Option<u32> = None, delta_pruning(margin: u32) = Some(margin);
        /// Internal iterative reduction: the plies by which a node below the root may be searched less deep, from
        /// depth 2 on; at least one remains. Its cutoffs before the moves may be those of either depth.
        iir: Option<Plies> = None, iir_plies(plies: impl Into<Plies>) = Some(plies.into());
        /// Whether a node may return the lower bound that a search of its own position to a smaller depth has found: the
        /// verification of a null move, or a singular test, although that lacks a move.
        own_cutoffs: bool = false, own_cutoffs() = true;
    }
}

/// Declarations of several rules, or of a part of one.
impl Rules {
    /// These rules with draws by repetition: a position that is already on the path is a draw.
    #[must_use]
    pub const fn repetition(self) -> Self {
        self.repetition_when(Repetition::FIRST)
    }

    /// These rules with quiescence of at most `plies` plies; `in_line`: whether its moves are part of the line.
    #[must_use]
    pub const fn quiescence(self, plies: usize, in_line: bool) -> Self {
        Self { horizon: Horizon { plies, hides: !in_line }, ..self }
    }

    /// These rules with contempt: a draw has the value `-contempt` for the side to move at the root.
    #[must_use]
    pub fn contempt(self, contempt: Score) -> Self {
        Self { draw: -contempt, ..self }
    }

    /// These rules with nodes that may be searched one ply less deep.
    #[must_use]
    pub fn iir(self) -> Self {
        self.iir_plies(1)
    }
}

impl Rules {
    /// The rules of a search that declares nothing. Nothing is claimed about its score. A line must be legal and
    /// reach the depth or the end of the game, and its last position must have the value of the score.
    pub const LINES_ONLY: Self = Self { lines_only: true, ..Self::FIXED_TREE };

    /// Whether minimax is the only valid value: the search walks one fixed tree, or its table entries
    /// always have the value of that tree. Draws of any kind and evasions leave one tree, in which the value of a position may
    /// depend on the path.
    pub fn is_fixed(&self) -> bool {
        let depends_on_path = self.may_draw() || self.extends.is_some() || self.depends_on_arrival();
        match self.drafts {
            _ if self.is_selective() || self.lines_only || self.varies() => false,
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

    /// Whether an evaluation, the value of a draw, or the moves that are searched may differ from visit to visit without a table.
    const fn varies(&self) -> bool {
        let Self { draw_spread, upcoming, correction, quiescence_checks, horizon, .. } = *self;
        correction > 0
            || quiescence_checks && horizon.plies > 0
            || self.may_draw() && draw_spread > 0
            || self.draws() && upcoming
    }

    /// Whether a position may be a draw or not, or be searched with some moves or with all, by the kind of the move that leads to
    /// it. Where several moves lead from one position to another, the two positions do not determine that.
    pub(super) const fn depends_on_arrival(&self) -> bool {
        self.quiet_plies.is_some() || self.evades && self.horizon.plies > 0
    }

    /// Whether the witnessed values are defined for these rules. If not, and if the tree is not fixed, a search is judged by its
    /// trace; of one that does not report its nodes only the facts are judged that hold for every search.
    pub fn has_sets(&self) -> bool {
        self.without_sets().next().is_none()
    }

    /// Whether it is known what a search by these rules may return: one value, or a set of them.
    pub fn has_values(&self) -> bool {
        self.is_fixed() || self.has_sets()
    }

    /// The words for which no witnessed values are defined: those that these rules declare and that have an effect.
    pub(crate) fn without_sets(&self) -> impl Iterator<Item = &'static str> {
        let Self { repetition, draw, draw_spread, horizon, drafts, .. } = *self;
        let is_first = repetition.is_none_or(|rule| rule == Repetition::FIRST);
        let (quiesces, has_table) = (horizon.plies > 0, drafts != Drafts::NoTable);
        let words = [
            ("tt(quiescence=yes)", self.quiescence_table && quiesces),
            ("tt(evaluation=yes)", self.corrects_evaluation && has_table),
            ("tt(children=yes) with repetition", self.probes_children && self.draws()),
            ("repetition(...)", !is_first),
            ("repetition(upcoming=yes)", self.upcoming && self.draws()),
            ("fifty-move", self.quiet_plies.is_some()),
            ("contempt", (draw != Score::ZERO || draw_spread > 0) && self.may_draw()),
            ("correction-history", self.correction > 0),
            ("quiescence(checks=yes)", self.quiescence_checks && quiesces),
            ("evasions", self.evades && quiesces),
            ("lines-only", self.lines_only),
        ];
        words.into_iter().filter_map(|(word, is_declared)| is_declared.then_some(word))
    }

    /// The rules of the fixed tree that these come nearest to: without a table, selective steps, and what may differ from visit to
    /// visit.
    pub(crate) const fn of_fixed_tree(self) -> Self {
        let Self { repetition, quiet_plies, draw, horizon, evades, extends, extension_times, .. } = self;
        let fixed = Self::FIXED_TREE;
        Self { repetition, quiet_plies, draw, horizon, evades, extends, extension_times, ..fixed }
    }

    /// The plies to go to which a node with `remaining` plies to go may be reduced.
    pub(super) fn reduced_nodes(&self, remaining: usize) -> Range<usize> {
        let depth = self.horizon.depth(remaining);
        let Some(plies) = self.iir.filter(|_| depth >= 2) else { return 0..0 };
        let (least, most) = plies.reduced(depth).into_inner();
        least.max(1) + self.horizon.plies..most.max(1) + self.horizon.plies + 1
    }

    /// The moves that may be extended: any one where singular extension is declared.
    pub const fn extended_moves(&self) -> Extended {
        if self.singular { Extended::Any } else { self.extended }
    }

    /// Whether the search of a node may contain searches of the same position at the same ply: internal iterative deepening,
    /// the test of a singular move, or the verification of a null move.
    pub const fn searches_inside(&self) -> bool {
        self.deepens_inside || self.singular || self.own_cutoffs
    }

    /// The most plies that the depth after an extended move can gain compared with that before it.
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

    /// These rules without those that do not influence the witnessed values.
    pub(super) const fn of_values(self) -> Self {
        // The order of the moves decides which moves are late.
        let reorders = if self.is_selective() { self.reorders } else { 0 };
        Self { joins: false, exact_outside: false, any_windows: false, reorders, ..self }
    }
}
