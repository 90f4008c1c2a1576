//! Selective search options, by which a search skips or reduces parts of its tree. Each option has its field and its
//! record here, with its values, rule, random draws and presets.

use super::records::option;
use super::schema::{IIR, LMR, MOVES, PLIES, margin_to};
use super::value::{FeatureValue, FeatureValues};
use super::{Feature, Field, SearchOptions};
use crate::game::Choices;
use crate::oracle::{Margin, Reductions, Rules};

/// The options by which a search skips, reduces or cuts off by a guess; none is set by default. Margins are in the unit
/// of the game's scores, reductions in plies.
///
/// All but internal iterative reduction act in null windows only. Late move reductions act at moves that are searched
/// with a null window, also at the root; the others act in nodes that have a null window, which the root never has.
/// [`Rules`] describes what each may do to a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Selectivity {
    /// `null(R)`: from depth 2 on the side to move passes, but not twice in a row. The search after the
    /// pass is 1 + R plies less deep. If it reaches beta, the node is refuted (Beal, *Experiments with
    /// the Null Move*, 1989; Donninger, *Null Move and Deep Search*, 1993).
    pub null: Option<u8>,
    /// `lmr(R)`: from depth 2 on the third move and later moves are searched R plies less deep if their
    /// window is null, and again to the full depth unless the reduced search fails low (Romstad, *An
    /// Introduction to Late Move Reductions*).
    pub lmr: Option<u8>,
    /// `futility(M)`: at depth 1 a quiet move after the first is skipped if evaluation plus M does not
    /// exceed alpha (Schaeffer 1986; Heinz, *Extended Futility Pruning*, 1998).
    pub futility: Option<u32>,
    /// `static-null(M)`: a node returns its evaluation minus M per ply of depth, if that reaches
    /// beta (chessprogramming.org, *Reverse Futility Pruning*).
    pub static_null: Option<u32>,
    /// `razoring(M)`: a node at depth 1 returns its evaluation if evaluation plus M does not exceed
    /// alpha (Birmingham & Kent 1977).
    pub razoring: Option<u32>,
    /// `move-count(N)`: quiet moves after the first N are skipped (chessprogramming.org, *Futility
    /// Pruning*, section *Move Count Based Pruning*).
    pub move_count: Option<u8>,
    /// `iir`: from depth 2 on a node without a hash move is searched one ply less deep
    /// (chessprogramming.org, *Internal Iterative Reductions*).
    pub iir: bool,
}

impl Selectivity {
    /// Selective options without any option set.
    pub const NONE: Self = Self {
        null: None,
        lmr: None,
        futility: None,
        static_null: None,
        razoring: None,
        move_count: None,
        iir: false,
    };

    /// Whether any selective option is set.
    pub(crate) fn is_any(&self) -> bool {
        *self != Self::NONE
    }

    /// Whether a selective option is set that acts in null windows only.
    pub(crate) fn needs_null_windows(&self) -> bool {
        let options = SearchOptions { selectivity: *self, ..SearchOptions::NONE };
        let acts = |(feature, guess): (&Feature, &Guess)| guess.in_null_windows && feature.is_set(&options);
        self.is_any() && Feature::guesses().any(acts)
    }

    /// Returns selective search options drawn at random, in the order of their records. Each option is off more often than not.
    pub fn random(choices: &mut impl Choices) -> Self {
        let mut options = SearchOptions::NONE;
        for (feature, guess) in Feature::guesses() {
            if choices.one_in(guess.one_in) {
                let least = feature.values.first().map_or(0, FeatureValue::least);
                feature.set(&mut options, &[least + i128::from(choices.below(guess.below))]);
            }
        }
        options.selectivity
    }
}

/// The additional facts about a selective option.
#[derive(Debug)]
pub struct Guess {
    /// Whether the option acts in null windows only.
    pub in_null_windows: bool,
    /// The number of random draws of which one sets the option.
    one_in: u32,
    /// The number of least values from which a random draw chooses.
    below: u32,
    /// The options with which the selective option is tested, in random games and in chess ([`Preset`](super::Preset)).
    pub presets: [&'static str; 2],
}

/// The records of the selective options, in the order in which lists show them and random choices draw them.
pub(super) const RECORDS: &[Feature] = &[
    option(
        "null",
        "At depth 2 or more, the side to move passes, but not twice in a row; the search after the \
         pass is 1 + R plies less deep. If it reaches beta, the node is refuted. Null windows only.",
        &[FeatureValue::first(PLIES)],
        Field::Small(|options| &mut options.selectivity.null),
        20,
    )
    .selective(Guess { in_null_windows: true, one_in: 3, below: 3, presets: ["null(1)", "null(1)"] })
    .allows(|rules, values| rules.null(values.plies(0))),
    option(
        "lmr",
        "At depth 2 or more, the third move and the later ones are searched R plies less deep, and \
         again to the full depth if the reduced search does not fail low. Null windows only.",
        LMR,
        Field::Small(|options| &mut options.selectivity.lmr),
        100,
    )
    .selective(Guess { in_null_windows: true, one_in: 3, below: 2, presets: ["lmr(1)", "lmr(1)"] })
    .allows(|rules, values| {
        let rules = rules.lmr(Reductions { plies: values.plies(0), after: values.number(1) });
        values.allow(2, rules, Rules::lmr_shallower)
    }),
    option(
        "futility",
        "At depth 1, quiet moves after the first are skipped if evaluation + M does not exceed alpha. \
         Null windows only.",
        &margin_to(1),
        Field::Margin(|options| &mut options.selectivity.futility),
        30,
    )
    .selective(Guess { in_null_windows: true, one_in: 3, below: 3, presets: ["futility(1)", "futility(60)"] })
    .allows(|rules, values| rules.futility(margin(values))),
    option(
        "static-null",
        "A node returns its evaluation minus M per ply of depth, if that reaches beta. Null windows \
         only.",
        &margin_to(255),
        Field::Margin(|options| &mut options.selectivity.static_null),
        100,
    )
    .selective(Guess {
        in_null_windows: true,
        one_in: 4,
        below: 3,
        presets: ["static-null(1)", "static-null(60)"],
    })
    .allows(|rules, values| rules.static_null(margin(values))),
    option(
        "razoring",
        "At depth 1, a node returns its evaluation if evaluation + M does not exceed alpha. Null \
         windows only.",
        &margin_to(1),
        Field::Margin(|options| &mut options.selectivity.razoring),
        30,
    )
    .selective(Guess { in_null_windows: true, one_in: 4, below: 3, presets: ["razoring(1)", "razoring(60)"] })
    .allows(|rules, values| rules.razoring(margin(values))),
    option(
        "move-count",
        "Quiet moves after the first N are skipped. Null windows only.",
        &[FeatureValue::first(MOVES)],
        Field::Small(|options| &mut options.selectivity.move_count),
        50,
    )
    .selective(Guess {
        in_null_windows: true,
        one_in: 4,
        below: 3,
        presets: ["move-count(1)", "move-count(4)"],
    })
    .allows(|rules, values| rules.move_count(values.number(0))),
    option(
        "iir",
        "Internal iterative reduction: at depth 2 or more, a node that is not the root and has no \
         hash move is searched one ply less deep. Needs `tt`.",
        IIR,
        Field::Flag(|options| &mut options.selectivity.iir),
        100,
    )
    .selective(Guess { in_null_windows: false, one_in: 3, below: 1, presets: ["tt+iir", "tt+iir"] })
    .allows(|rules, values| values.allow(0, rules, Rules::iir_requested_draft).iir(values.plies(1))),
];

/// Returns a margin per ply, with the greatest depth at which the margin applies.
fn margin(values: &FeatureValues) -> Margin {
    Margin { per_ply: values.number(0), deepest: values.number(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_internal_iterative_reduction_acts_without_null_windows() {
        let iir = Selectivity { iir: true, ..Selectivity::NONE };
        assert!(iir.is_any() && !iir.needs_null_windows());
        assert!(Selectivity { null: Some(1), ..iir }.needs_null_windows());
        assert!(!Selectivity::NONE.is_any() && !Selectivity::NONE.needs_null_windows());
    }
}
