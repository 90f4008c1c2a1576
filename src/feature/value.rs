//! The values of a feature, which are the numbers and choices in its brackets.

use crate::oracle::{ExtraPlies, Plies, Rules};
use crate::syntax::Named;

/// The place where a feature or a value may be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeaturePlace {
    /// The place is in the options of our own search.
    Options,
    /// The place is in the declaration of another search.
    Declarations,
}

#[derive(Debug)]
pub struct FeatureValue {
    /// The name before `=`; empty for a value without a name.
    pub key: &'static str,
    pub(super) kind: Kind,
    /// The value that counts if nothing is written; `None` if a value must be written.
    pub(super) default: Option<i128>,
    /// The only place where the value may be written; `None` for both places.
    pub(super) only: Option<FeaturePlace>,
    /// The effect of the value, if the sentence on the feature does not describe this effect.
    pub summary: &'static str,
}

#[derive(Debug)]
pub(super) enum Kind {
    Number(Number),
    Choice(&'static [&'static str]),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub letter: &'static str,
    pub what: &'static str,
    pub own: (i128, i128),
    pub declared: (i128, i128),
    /// Whether a declaration may give a range of this number.
    pub has_range: bool,
}

impl Number {
    /// Returns a number with the same limits in options and declarations.
    pub const fn new(letter: &'static str, what: &'static str, least: i128, most: i128) -> Self {
        Self { letter, what, own: (least, most), declared: (least, most), has_range: false }
    }

    pub const fn limits(&self, place: FeaturePlace) -> (i128, i128) {
        match place {
            FeaturePlace::Options => self.own,
            FeaturePlace::Declarations => self.declared,
        }
    }
}

const NO_YES: &[&str] = &["no", "yes"];

impl FeatureValue {
    /// Returns a number that is written first, without a name.
    pub(super) const fn first(number: Number) -> Self {
        Self { key: "", kind: Kind::Number(number), default: None, only: None, summary: "" }
    }

    /// Returns a number that is written after its name.
    pub(super) const fn number(key: &'static str, number: Number, default: i128) -> Self {
        Self { key, kind: Kind::Number(number), default: Some(default), only: None, summary: "" }
    }

    /// Returns a choice of several words after a name. `default` is the index of the default word.
    pub(super) const fn choice(key: &'static str, words: &'static [&'static str], default: i128) -> Self {
        Self { key, kind: Kind::Choice(words), default: Some(default), only: None, summary: "" }
    }

    pub(super) const fn switch(key: &'static str) -> Self {
        Self::choice(key, NO_YES, 0)
    }

    pub(super) const fn means(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// Returns the value for options only, which needs no rule.
    pub(super) const fn in_options(self) -> Self {
        Self { only: Some(FeaturePlace::Options), ..self }
    }

    /// Returns the value for declarations only, because our own search does not have it.
    pub(super) const fn declared(self) -> Self {
        Self { only: Some(FeaturePlace::Declarations), ..self }
    }

    pub fn is_in(&self, place: FeaturePlace) -> bool {
        self.only.is_none_or(|only| only == place)
    }

    pub fn form(&self) -> String {
        let value = match &self.kind {
            Kind::Number(number) => number.letter.to_owned(),
            Kind::Choice(words) => words.join("|"),
        };
        if self.key.is_empty() { value } else { format!("{}={value}", self.key) }
    }

    /// Returns the least value in options, or 0 for a word.
    pub(super) const fn least(&self) -> i128 {
        match &self.kind {
            Kind::Number(number) => number.own.0,
            Kind::Choice(_) => 0,
        }
    }

    pub(super) fn text(&self, number: i128) -> String {
        let value = match &self.kind {
            Kind::Number(_) => number.to_string(),
            Kind::Choice(words) => words[exact::<usize>(number)].to_owned(),
        };
        if self.key.is_empty() { value } else { format!("{}={value}", self.key) }
    }
}

/// The greatest number of values that a feature has, which is that of the table.
const MOST: usize = super::schema::TT.len();

/// The given values of a feature as ranges, in the order of its record. Most ranges have one element.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Given(pub [Option<(i128, i128)>; MOST]);

impl Given {
    pub fn from_numbers(numbers: &[i128]) -> Self {
        let mut given = Self::default();
        for (value, &number) in given.0.iter_mut().zip(numbers) {
            *value = Some((number, number));
        }
        given
    }
}

fn exact<T: TryFrom<i128>>(number: i128) -> T {
    T::try_from(number).ok().expect("the limits of a value are within its type")
}

/// The values of a feature, given or by default.
#[derive(Clone, Copy, Debug)]
pub struct FeatureValues {
    pub(super) given: Given,
    pub(super) values: &'static [FeatureValue],
}

impl FeatureValues {
    fn range(&self, index: usize) -> (i128, i128) {
        let default = || self.values[index].default.map(|number| (number, number));
        self.given.0[index].or_else(default).expect("a value without a default is given")
    }

    pub(super) fn is_given(&self, index: usize) -> bool {
        self.given.0[index].is_some()
    }

    pub(super) fn number<T: TryFrom<i128>>(&self, index: usize) -> T {
        exact(self.range(index).1)
    }

    /// Returns a value as a range of plies.
    pub(super) fn plies(&self, index: usize) -> Plies {
        let (least, most) = self.range(index);
        Plies { least: exact(least), most: exact(most) }
    }

    pub(super) fn extra_plies(&self, index: usize) -> ExtraPlies {
        let (least, most) = self.range(index);
        ExtraPlies { least: exact(least), most: exact(most) }
    }

    /// Returns a value as the word of an enum.
    pub(super) fn word<T: Named>(&self, index: usize) -> T {
        T::all().nth(self.number(index)).expect("the words of a value are those of its type")
    }

    /// Returns `rules`, changed by `second` if the given word of the value is the second of two words.
    pub(super) fn allow(&self, index: usize, rules: Rules, second: fn(Rules) -> Rules) -> Rules {
        if self.is_second(index) { second(rules) } else { rules }
    }

    /// Whether a value is the second of two words, such as `yes` of `no` and `yes`.
    pub(super) fn is_second(&self, index: usize) -> bool {
        self.range(index).1 == 1
    }
}
