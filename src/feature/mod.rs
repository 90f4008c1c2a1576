//! Search features, by which a search may go beyond walking its tree. Our own search has many of them as *options*;
//! other searches *declare* them. Both use the same words.
//!
//! | file | contains |
//! |---|---|
//! | `records` | one record for each feature: its name, sentence, values, option and rule |
//! | `schema`, `value` | the values of each feature; what a value is |
//! | `text` | options and declarations, from text and to text |
//! | `options`, `selectivity`, `table`, `threads`, `random` | the options of our own search, and how they are drawn at random |
//! | `presets` | the options with which each regime is tested |

mod options;
mod presets;
mod random;
mod records;
mod schema;
mod selectivity;
mod table;
mod text;
mod threads;
mod value;

use crate::oracle::Rules;

pub use options::{Aspiration, NodeLimit, Order, Quiescence, SearchOptions, Widen};
pub use presets::Preset;
use records::all;
pub use selectivity::{Guess, Selectivity};
pub use table::{Draft, Narrow, PvCut, Replace, TableOptions};
pub(crate) use text::{add, declare};
pub(crate) use threads::Schedules;
pub use threads::{Schedule, ShownThread, Threads, Words};
use value::Given;
pub use value::{FeaturePlace, FeatureValue, FeatureValues};

#[derive(Debug)]
pub struct Feature {
    pub name: &'static str,
    /// A description of the feature, in one or two sentences.
    pub summary: &'static str,
    pub values: &'static [FeatureValue],
    /// The option of our own search, if the feature has one.
    field: Option<Field>,
    /// The least share of random games, in thousandths, in which the option must have an effect; 0 if its effects are not
    /// counted.
    pub least_share: u64,
    /// The additional facts about a selective feature.
    pub guess: Option<Guess>,
    /// The rule that the feature allows a search; `None` if the feature changes no valid score and line.
    rule: Option<Rule>,
}

type Rule = fn(Rules, &FeatureValues) -> Rules;

#[derive(Debug)]
enum Field {
    Flag(fn(&mut SearchOptions) -> &mut bool),
    Small(fn(&mut SearchOptions) -> &mut Option<u8>),
    Margin(fn(&mut SearchOptions) -> &mut Option<u32>),
    /// An option with a function that returns the values of the option, if the option is set, and a function that sets it.
    Other(fn(&SearchOptions) -> Option<Given>, fn(&mut SearchOptions, &FeatureValues)),
}

impl Field {
    /// Returns the values of the option, if the option is set, and leaves the options unchanged.
    fn get(&self, options: &mut SearchOptions) -> Option<Given> {
        match self {
            Self::Flag(field) => field(options).then(Given::default),
            Self::Small(field) => field(options).map(|number| Given::from_numbers(&[number.into()])),
            Self::Margin(field) => field(options).map(|number| Given::from_numbers(&[number.into()])),
            Self::Other(get, _) => get(options),
        }
    }

    fn set(&self, options: &mut SearchOptions, values: &FeatureValues) {
        match self {
            Self::Flag(field) => *field(options) = true,
            Self::Small(field) => *field(options) = Some(values.number(0)),
            Self::Margin(field) => *field(options) = Some(values.number(0)),
            Self::Other(_, set) => set(options, values),
        }
    }
}

impl Feature {
    /// Sets the option of the feature with `numbers` as the first values.
    fn set(&self, options: &mut SearchOptions, numbers: &[i128]) {
        let values = FeatureValues { given: Given::from_numbers(numbers), values: self.values };
        self.field.as_ref().expect("only options are set").set(options, &values);
    }

    /// Returns the values of the feature in these options, and leaves the options unchanged.
    fn values_in(&self, options: &mut SearchOptions) -> Option<FeatureValues> {
        let given = self.field.as_ref()?.get(options)?;
        Some(FeatureValues { given, values: self.values })
    }

    pub fn is_set(&self, options: &SearchOptions) -> bool {
        self.values_in(&mut { *options }).is_some()
    }

    /// Returns the features of our own search, in the order in which lists show them.
    pub fn options() -> impl Iterator<Item = &'static Self> {
        all().filter(|feature| feature.field.is_some())
    }

    /// Returns the selective options.
    pub fn guesses() -> impl Iterator<Item = (&'static Self, &'static Guess)> {
        selectivity::RECORDS.iter().filter_map(|feature| Some((feature, feature.guess.as_ref()?)))
    }

    /// Returns the features that can be declared.
    pub fn declarations() -> impl Iterator<Item = &'static Self> {
        all().filter(|feature| feature.rule.is_some())
    }

    /// Returns the values that have their own sentence, for example those of `tt`.
    pub fn explained_values(&self, place: FeaturePlace) -> impl Iterator<Item = &'static FeatureValue> {
        self.values.iter().filter(move |value| value.is_in(place) && !value.summary.is_empty())
    }
}

/// Returns the rules of a search with these options. Each option allows what the declaration of the same words allows.
pub fn rules(options: &SearchOptions) -> Rules {
    if options.is_plain() {
        return Rules::FIXED_TREE;
    }
    // Every trial asks for them, so that both are copied once, not once for each feature.
    let (mut options, mut rules) = (*options, Rules::FIXED_TREE);
    for feature in all() {
        let Some(rule) = feature.rule else { continue };
        if let Some(values) = feature.values_in(&mut options) {
            rules = rule(rules, &values);
        }
    }
    rules
}

#[cfg(test)]
pub(crate) mod tests;
