//! Features of engines beyond the usual options: variants of selectivity, of quiescence, of extensions and of draws.
//! Each feature has a declaration, or is told.

use crate::common::prelude::*;
use pvcheck::oracle::{Extended, ExtraPlies, Margin, Plies, Reductions, Repetition};

use super::{Options, Quiescence, TableOptions};

macro_rules! features {
    ($($feature:ident,)*; $($variant:ident,)*) => {
        /// A feature.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Feature { $($feature,)* $($variant,)* }

        impl Feature {
            /// All features but the variants.
            pub const ALL: &[Self] = &[$(Self::$feature,)*];
        }
    };
}

features! {
    LateMoves,
    NullMove,
    StaticNull,
    Futility,
    Razoring,
    OpenWindows,
    QuiescenceTable,
    DeepForcing,
    SingleMove,
    Singular,
    Delta,
    Evasions,
    ProbCut,
    MultiCut,
    MateDistance,
    RazoringByQuiescence,
    Corrected,
    Repetition,
    Contempt,
    QuietPlies,
    InnerDeepening,
    KeptDraft,
    Narrow,
    ChildEntries,
    QuietChecks,
    Upcoming,
    DrawSpread,
    Correction,
    ; // Variants of features and of options, without parameters.
    FutilityBest,
    DeltaBest,
    NoisyCount,
    Shallower,
    ExtraPlies,
    LongLines,
    ShallowPass,
    DeepIir,
    Verification,
    SingularCut,
}

impl Feature {
    /// Variants of features and of options without parameters. Variants that seldom act are listed more often.
    const VARIANTS: [Self; 21] = [
        Self::FutilityBest,
        Self::DeltaBest,
        Self::NoisyCount,
        Self::Shallower,
        Self::ExtraPlies,
        Self::LongLines,
        Self::ShallowPass,
        Self::DeepIir,
        Self::Verification,
        Self::SingularCut,
        Self::FutilityBest,
        Self::NoisyCount,
        Self::Shallower,
        Self::ExtraPlies,
        Self::LongLines,
        Self::ShallowPass,
        Self::Verification,
        Self::SingularCut,
        Self::SingularCut,
        Self::SingularCut,
        Self::SingularCut,
    ];

    /// Features that act in few searches.
    const RARE: &[Self] = &[
        Self::NullMove,
        Self::NullMove,
        Self::LateMoves,
        Self::Futility,
        Self::Futility,
        Self::Razoring,
        Self::QuiescenceTable,
        Self::Singular,
        Self::Delta,
        Self::MateDistance,
        Self::Evasions,
        Self::ProbCut,
        Self::QuietChecks,
    ];
}

/// Late move reductions by the number of the move and by the depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LateMoves {
    /// The greatest reduction; the least one is 1.
    pub most: u8,
    /// The number of moves that are searched first and are not reduced.
    pub after: u8,
}

/// A static null move that returns the evaluation without the margin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticNull {
    /// The margin per ply of depth.
    pub margin: u32,
    /// The greatest depth.
    pub deepest: u8,
}

/// `ProbCut`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbCut {
    /// The reduction, in addition to the ply of the move.
    pub reduction: u8,
    /// The margin by which a move must exceed beta.
    pub margin: u32,
    /// Whether the margin is subtracted from the score that is returned.
    pub subtracts: bool,
}

/// Which moves are extended instead of all forcing ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extends {
    /// Forcing moves from depth 2 on.
    DeepForcing,
    /// The only legal move.
    SingleMove,
}

/// The features of an engine. A feature replaces an option of the same step.
#[expect(clippy::struct_excessive_bools, reason = "the switches are independent: all combinations are valid")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    pub late_moves: Option<LateMoves>,
    /// The greatest reduction of the null move, which depends on the depth; the least one is 1.
    pub null_move: Option<u8>,
    pub static_null: Option<StaticNull>,
    /// The margin of futility pruning per ply of depth, up to depth 3.
    pub futility: Option<u32>,
    /// The margin of razoring per ply of depth, up to depth 2.
    pub razoring: Option<u32>,
    /// Whether nodes with an open window are pruned too.
    pub open_windows: bool,
    /// Whether quiescence uses the table.
    pub quiescence_table: bool,
    pub extended: Option<Extends>,
    /// Singular extension.
    pub singular: bool,
    /// The margin of delta pruning.
    pub delta: Option<u32>,
    /// Whether quiescence searches all moves after a forcing move.
    pub evasions: bool,
    pub prob_cut: Option<ProbCut>,
    /// The reduction of multi-cut, in addition to the ply of the move.
    pub multi_cut: Option<u8>,
    pub mate_distance: bool,
    pub razoring_by_quiescence: bool,
    /// Whether table entries correct the evaluation.
    pub corrected: bool,
    pub repetition: Option<Repetition>,
    /// The value of a draw for the side to move at the root.
    pub contempt: i32,
    /// The number of quiet plies after which a position is a draw.
    pub quiet_plies: Option<u8>,
    /// Internal iterative deepening.
    pub inner_deepening: bool,
    /// Whether a node that is searched one ply less deep is stored with the draft that was requested.
    pub kept_draft: bool,
    /// Whether an entry that does not end a node narrows its window.
    pub narrow: bool,
    /// Whether entries of the positions after the moves end a node.
    pub child_entries: bool,
    /// Whether quiescence searches forcing moves too at its first ply.
    pub quiet_checks: bool,
    /// Whether a move to a position of the path makes a node worth at least a draw.
    pub upcoming: bool,
    /// The largest distance of the value of a draw from the usual value.
    pub draw_spread: u32,
    /// The largest distance of evaluations from the evaluations of the game.
    pub correction: u32,
    /// The variants, one bit each.
    pub variants: u64,
}

impl Features {
    pub const NONE: Self = Self {
        late_moves: None,
        null_move: None,
        static_null: None,
        futility: None,
        razoring: None,
        open_windows: false,
        quiescence_table: false,
        extended: None,
        singular: false,
        delta: None,
        evasions: false,
        prob_cut: None,
        multi_cut: None,
        mate_distance: false,
        razoring_by_quiescence: false,
        corrected: false,
        repetition: None,
        contempt: 0,
        quiet_plies: None,
        inner_deepening: false,
        kept_draft: false,
        narrow: false,
        child_entries: false,
        quiet_checks: false,
        upcoming: false,
        draw_spread: 0,
        correction: 0,
        variants: 0,
    };

    /// Whether the features include this variant of a feature or of an option.
    pub const fn has(&self, variant: Feature) -> bool {
        self.variants >> variant as u64 & 1 > 0
    }

    /// Draws two to five features at random, seldom acting ones more often.
    pub fn random(choices: &mut impl Choices) -> Self {
        let count = 2 + choices.below(4);
        let features = (0..count).fold(Self::NONE, |features, _| {
            let all = if choices.one_in(2) { Feature::RARE } else { Feature::ALL };
            let feature = all[choices.below(all.len() as u32) as usize];
            features.with(feature, choices)
        });
        (0..choices.below(7)).fold(features, |features, _| {
            let variant = Feature::VARIANTS[choices.below(21) as usize];
            features.with(variant, choices)
        })
    }

    /// Returns these features and another feature with random parameters.
    pub fn with(self, feature: Feature, choices: &mut impl Choices) -> Self {
        let mut from = |least: u32, most: u32| least + choices.below(most + 1 - least);
        match feature {
            Feature::LateMoves => {
                let (most, after) = (from(1, 3) as u8, from(1, 2) as u8);
                Self { late_moves: Some(LateMoves { most, after }), ..self }
            }
            Feature::NullMove => Self { null_move: Some(from(2, 3) as u8), ..self },
            Feature::StaticNull => {
                let (margin, deepest) = (from(1, 2), from(1, 4) as u8);
                Self { static_null: Some(StaticNull { margin, deepest }), ..self }
            }
            Feature::Futility => Self { futility: Some(from(0, 2)), ..self },
            Feature::Razoring => Self { razoring: Some(from(0, 2)), ..self },
            Feature::OpenWindows => self.with_open_windows(choices),
            Feature::QuiescenceTable => Self { quiescence_table: true, ..self },
            Feature::DeepForcing => Self { extended: Some(Extends::DeepForcing), ..self },
            Feature::SingleMove => Self { extended: Some(Extends::SingleMove), ..self },
            Feature::Singular => Self { singular: true, ..self },
            Feature::Delta => Self { delta: Some(from(1, 2)), ..self },
            Feature::Evasions => Self { evasions: true, ..self },
            Feature::ProbCut => {
                let (reduction, margin, subtracts) = (from(0, 2) as u8, from(0, 2), from(0, 1) == 0);
                Self { prob_cut: Some(ProbCut { reduction, margin, subtracts }), ..self }
            }
            Feature::MultiCut => Self { multi_cut: Some(from(0, 2) as u8), ..self },
            Feature::MateDistance => Self { mate_distance: true, ..self },
            Feature::RazoringByQuiescence => Self { razoring_by_quiescence: true, ..self },
            Feature::Corrected => Self { corrected: true, ..self },
            Feature::Repetition => {
                let (on_path, in_game) =
                    [(2, 0), (2, 2), (2, 3), (3, 3), (0, 2), (0, 3), (3, 0)][from(0, 6) as usize];
                let root_counts = (on_path, in_game) != (2, 0) && from(0, 1) == 0;
                Self { repetition: Some(Repetition { on_path, in_game, root_counts }), ..self }
            }
            Feature::Contempt => Self { contempt: [-2, -1, 1, 2][from(0, 3) as usize], ..self },
            Feature::QuietPlies => Self { quiet_plies: Some(from(2, 4) as u8), ..self },
            Feature::InnerDeepening => Self { inner_deepening: true, ..self },
            Feature::KeptDraft => Self { kept_draft: true, ..self },
            Feature::Narrow => Self { narrow: true, ..self },
            Feature::ChildEntries => Self { child_entries: true, ..self },
            Feature::QuietChecks => Self { quiet_checks: true, ..self },
            Feature::Upcoming => Self { upcoming: true, ..self },
            Feature::DrawSpread => Self { draw_spread: from(1, 2), ..self },
            Feature::Correction => Self { correction: from(1, 3), ..self },
            variant => {
                let (delta, singular) = (self.delta.or(Some(1)), self.singular);
                let tests_singular = matches!(variant, Feature::ExtraPlies | Feature::SingularCut);
                Self {
                    variants: self.variants | 1 << variant as u64,
                    delta: if variant == Feature::DeltaBest { delta } else { self.delta },
                    singular: singular || tests_singular,
                    ..self
                }
            }
        }
    }

    /// Returns these features, active at nodes with an open window too, and at least one that prunes there.
    fn with_open_windows(self, choices: &mut impl Choices) -> Self {
        let pruning =
            [Feature::NullMove, Feature::StaticNull, Feature::Futility, Feature::Razoring, Feature::MultiCut];
        let pruning = pruning[choices.below(pruning.len() as u32) as usize];
        Self { open_windows: true, ..self.with(pruning, choices) }
    }

    /// The options with these features and with what they need to act.
    pub fn enabled(self, mut options: Options, choices: &mut impl Choices) -> Options {
        let Self { quiescence_table, delta, evasions, razoring_by_quiescence, .. } = self;
        let Self { singular, corrected, inner_deepening, kept_draft, .. } = self;
        let in_quiescence = quiescence_table || delta.is_some() || evasions || razoring_by_quiescence;
        if in_quiescence || corrected || self.quiet_checks {
            let usual = Quiescence { plies: 1 + choices.below(4) as usize, in_line: !choices.one_in(3) };
            options.quiescence = options.quiescence.or(Some(usual));
        }
        let by_entries = quiescence_table || corrected || kept_draft || self.narrow || self.child_entries;
        if by_entries || singular || inner_deepening || self.has(Feature::DeepIir) {
            let usual = TableOptions::random(choices);
            options.table = options.table.or(Some(usual));
        }
        options.iir |= kept_draft;
        options.hash_move |= singular || inner_deepening;
        if self.has(Feature::FutilityBest) && self.futility.is_none() {
            options.futility = options.futility.or(Some(choices.below(3)));
        }
        if self.has(Feature::NoisyCount) {
            options.move_count = options.move_count.or(Some(1 + choices.below(3) as usize));
        }
        if self.has(Feature::Shallower) && self.late_moves.is_none() {
            // A reduction by one ply leaves no depth between it and the full one.
            options.late_moves = Some(2 + choices.below(2) as usize);
        }
        if (self.has(Feature::ShallowPass) || self.has(Feature::Verification)) && self.null_move.is_none() {
            options.null_move = options.null_move.or(Some(choices.below(3) as usize));
        }
        // Moves are tested that a shallower search has found.
        options.deepening |= self.has(Feature::ExtraPlies) || self.has(Feature::SingularCut);
        options.extension |= self.has(Feature::LongLines);
        options.iir |= self.has(Feature::DeepIir);
        // A draw has a value only where there are draws.
        let has_values = self.contempt != 0 || self.draw_spread > 0;
        options.repetition |= self.upcoming;
        options.repetition |= has_values && self.repetition.is_none() && self.quiet_plies.is_none();
        Options { features: self, ..options }
    }

    /// Returns these features without those that have no declaration but that the nodes are told.
    pub fn declarable(self) -> Self {
        let told = [
            Feature::FutilityBest,
            Feature::DeltaBest,
            Feature::NoisyCount,
            Feature::ShallowPass,
            Feature::Verification,
            Feature::SingularCut,
        ];
        Self {
            static_null: None,
            open_windows: false,
            delta: None,
            evasions: false,
            prob_cut: None,
            multi_cut: None,
            razoring_by_quiescence: false,
            child_entries: false,
            quiet_checks: false,
            upcoming: false,
            variants: told.iter().fold(self.variants, |all, &one| all & !(1 << one as u64)),
            ..self
        }
    }

    /// Adds the declaration of the features to `rules`, the declaration of the options. `longest` is the maximum length of a line.
    pub fn declare(&self, mut rules: Rules, longest: usize) -> Rules {
        let between = |most: u8| Plies::between(1, most);
        if let Some(LateMoves { most, after }) = self.late_moves {
            rules = rules.lmr(Reductions { plies: between(most), after });
        }
        if let Some(most) = self.null_move {
            rules = rules.null(between(most));
        }
        if let Some(per_ply) = self.futility {
            rules = rules.futility(Margin { per_ply, deepest: 3 });
        }
        if let Some(per_ply) = self.razoring {
            rules = rules.razoring(Margin { per_ply, deepest: 2 });
        }
        rules.extended = match self.extended {
            None => Extended::Forcing,
            Some(Extends::DeepForcing) => Extended::SomeForcing,
            Some(Extends::SingleMove) => Extended::Any,
        };
        if self.extended.is_some() {
            rules = rules.extension(longest);
        }
        if self.singular {
            rules = rules.singular().extension(longest);
        }
        if self.quiescence_table {
            rules = rules.tt_quiescence();
        }
        if let Some(plies) = self.quiet_plies {
            rules = rules.fifty_move(plies.into());
        }
        let rules = self.declare_variants(rules);
        Rules {
            mate_distance: self.mate_distance,
            corrects_evaluation: self.corrected,
            repetition: self.repetition.or(rules.repetition),
            draw: Score::ZERO + self.contempt,
            narrows: self.narrow,
            tells: *self != self.declarable(),
            draw_spread: self.draw_spread,
            correction: self.correction,
            keeps_draft: self.kept_draft && rules.iir.is_some(),
            deepens_inside: rules.deepens_inside || self.inner_deepening,
            ..rules
        }
    }

    fn declare_variants(&self, rules: Rules) -> Rules {
        let deep_iir = rules.iir.map(|_| Plies::between(1, 2));
        let extra = ExtraPlies::between(-1, 2);
        Rules {
            extension_plies: if self.has(Feature::ExtraPlies) { extra } else { rules.extension_plies },
            lmr_shallower: self.has(Feature::Shallower),
            extension_times: if self.has(Feature::LongLines) { 3 } else { 2 },
            iir: if self.has(Feature::DeepIir) { deep_iir } else { rules.iir },
            ..rules
        }
    }
}
