//! The text of options and declarations, with plus signs between features, such as `tt(draft=deeper)+lmr(1..3)`.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::records::all;
use super::value::{Given, Kind, Number};
use super::{Feature, FeaturePlace, FeatureValue, FeatureValues, SearchOptions, TableOptions};
use crate::oracle::Rules;
use crate::syntax::{SyntaxError, named, parts, quoted};

/// Former words of declarations, and the words of options that replaced them.
pub(super) const OLD_WORDS: &[(&str, &str)] = &[
    ("table", "tt(draft=equal|deeper)"),
    ("probing-leaves", "tt(leaves=yes)"),
    ("keeping", "tt(keep=yes)"),
    ("narrowing", "tt(narrow=yes|beyond)"),
    ("probing-quiescence", "tt(quiescence=yes)"),
    ("correcting-evaluations", "tt(evaluation=yes)"),
    ("iterating", "deepening"),
    ("deepening-inside", "iid"),
    ("drawing-repetitions", "repetition"),
    ("repeating", "repetition(path=N,game=N)"),
    ("valuing-draws", "contempt(C)"),
    ("drawing-quiet-plies", "fifty-move(plies=N)"),
    ("joining", "joined-bounds"),
    ("quiescing", "quiescence(plies=N,line=yes|no)"),
    ("extending", "extension(longest=N)"),
    ("extending-moves", "extension(longest=N,moves=forcing|some-forcing|any)"),
    ("extending-singular", "singular(longest=N)"),
    ("null-move", "null(R)"),
    ("reducing", "lmr(R,after=N)"),
    ("reducing-nodes", "iir"),
    ("keeping-draft", "iir(draft=requested)"),
    ("skipping-after", "move-count(N)"),
];

/// Words that are not declared any more, each with the key of the value that is gone, or an empty one if all of the word is.
pub(super) const LEFT_WORDS: &[(&str, &str)] = &[
    ("evasions", ""),
    ("multi-cut", ""),
    ("quiescence", "checks"),
    ("repetition", "upcoming"),
    ("tt", "children"),
    ("order", "moves"),
    ("null", "from"),
    ("null", "verify"),
    ("futility", "returns"),
    ("static-null", "returns"),
    ("razoring-by-quiescence", ""),
    ("move-count", "moves"),
    ("singular", "cuts"),
    ("delta-pruning", ""),
    ("prob-cut", ""),
    ("pv-pruning", ""),
];

/// Returns the error of a word that is not declared any more, if the feature at `name` or one of the values in `rest` is one.
fn left(text: &str, name: &Range<usize>, rest: Range<usize>) -> Option<SyntaxError> {
    let word = &text[name.clone()];
    let mut keys = LEFT_WORDS.iter().filter(|(left, _)| *left == word).map(|&(_, key)| key);
    let (at, key) = keys.find_map(|key| Some((text[rest.clone()].find(key)?, key)))?;
    let (span, word) = match key {
        "" => (name.clone(), word.to_owned()),
        key => (rest.start + at..rest.end, format!("{word}({key})")),
    };
    let problem = format!("`{word}` is not declared any more");
    let expected = "`tells`, for a search that tells its nodes (docs/your-search.md), which needs no other word for it, or `lines-only`";
    Some(SyntaxError::new(text, span, problem, expected))
}

impl Feature {
    pub fn form(&self, place: FeaturePlace) -> String {
        let values: Vec<&FeatureValue> = self.values.iter().filter(|value| value.is_in(place)).collect();
        // Options with explained values have a list of their own.
        if place == FeaturePlace::Options && values.iter().any(|value| !value.summary.is_empty()) {
            let first = values.iter().find(|value| value.key.is_empty());
            return format!("{}({}...)", self.name, first.map_or(String::new(), |first| first.form() + ","));
        }
        self.written(values.into_iter().map(|value| (value, value.form())))
    }

    /// Returns the declaration of the feature, without the values that have their own sentence.
    pub fn short_form(&self) -> String {
        let values = self.values.iter().filter(|value| value.summary.is_empty());
        self.written(values.map(|value| (value, value.form())))
    }

    /// Returns the name of the feature with these texts of values. The first value follows an equals sign if it is a
    /// choice without a key, and is in the brackets otherwise.
    fn written(&self, values: impl Iterator<Item = (&'static FeatureValue, String)>) -> String {
        let (mut text, mut bracketed) = (self.name.to_owned(), Vec::new());
        for (value, written) in values {
            if value.follows_equals_sign() { text += &format!("={written}") } else { bracketed.push(written) }
        }
        match bracketed.join(",") {
            none if none.is_empty() => text,
            values if text == self.name => format!("{text}({values})"),
            values => format!("{text} or {}({values})", self.name),
        }
    }
}

impl fmt::Display for SearchOptions {
    /// Writes the options as in a subject, each with a plus sign before it, without values that are the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |name| all().position(|feature| feature.name == name).expect("it is an option");
        let mut features: Vec<&Feature> = all().collect();
        // Lists show the margins together; texts have had the number of moves before them from the beginning.
        features[at("futility")..=at("move-count")].rotate_right(1);
        for feature in features {
            let Some(FeatureValues { given, values }) = feature.values_in(&mut { *self }) else { continue };
            let given = values.iter().zip(given.0).filter_map(|(value, given)| Some((value, given?.1)));
            let given = given.filter(|&(value, number)| value.default != Some(number));
            let written = feature.written(given.map(|(value, number)| (value, value.text(number))));
            write!(f, "+{written}")?;
        }
        Ok(())
    }
}

impl fmt::Display for TableOptions {
    /// Writes `tt` as in a subject, with the values that are not the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SearchOptions::table(*self).to_string().trim_start_matches('+'))
    }
}

impl FromStr for SearchOptions {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut options = Self::NONE;
        let parts = parts(text).into_iter().filter(|_| !text.is_empty());
        parts.into_iter().try_for_each(|part| add(text, part, &mut options))?;
        Ok(options)
    }
}

impl FromStr for Rules {
    type Err = SyntaxError;

    /// Reads a declaration; the empty text declares nothing.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        declare(Self::FIXED_TREE, text)
    }
}

pub(crate) fn add(text: &str, part: Range<usize>, options: &mut SearchOptions) -> Result<(), SyntaxError> {
    let (feature, rest) = find(text, &part, FeaturePlace::Options)?;
    if feature.is_set(options) {
        return Err(twice(text, part, feature.name, "each search option once"));
    }
    let values = read(feature, text, part, rest, FeaturePlace::Options)?;
    feature.field.as_ref().expect("only options are found").set(options, &values);
    Ok(())
}

pub(crate) fn declare(mut rules: Rules, text: &str) -> Result<Rules, SyntaxError> {
    let mut seen = Vec::new();
    for part in parts(text).into_iter().filter(|_| !text.is_empty()) {
        let (feature, rest) = find(text, &part, FeaturePlace::Declarations)?;
        if seen.contains(&feature.name) {
            return Err(twice(text, part, feature.name, "each feature once"));
        }
        seen.push(feature.name);
        let values = read(feature, text, part, rest, FeaturePlace::Declarations)?;
        rules = feature.rule.expect("only features with a rule are found")(rules, &values);
    }
    Ok(rules)
}

fn twice(text: &str, part: Range<usize>, name: &str, expected: &str) -> SyntaxError {
    SyntaxError::new(text, part, format!("`{name}` is given twice"), expected)
}

/// Returns the feature whose name begins `part`, and the place of the text after the name.
fn find(
    text: &str,
    part: &Range<usize>,
    place: FeaturePlace,
) -> Result<(&'static Feature, Range<usize>), SyntaxError> {
    let word = &text[part.clone()];
    let end = part.start + word.find(['(', '=']).unwrap_or(word.len());
    let name = part.start..end;
    let (what, known): (_, Vec<&Feature>) = match place {
        FeaturePlace::Options => ("search option", Feature::options().collect()),
        FeaturePlace::Declarations => ("feature", Feature::declarations().collect()),
    };
    if place == FeaturePlace::Declarations {
        let word = &text[name.clone()];
        if let Some(error) = left(text, &name, end..part.end) {
            return Err(error);
        }
        if let Some((old, new)) = OLD_WORDS.iter().find(|(old, _)| *old == word) {
            let problem = format!("`{old}` is now written `{new}`");
            return Err(SyntaxError::new(text, name, problem, "a word of docs/declarations.md"));
        }
        if Feature::options().any(|feature| feature.name == word && feature.rule.is_none()) {
            let problem = format!("`{word}` changes no valid score or line");
            return Err(SyntaxError::new(text, name, problem, "a declaration without it"));
        }
    }
    Ok((named(text, name, what, &known, |feature| feature.name)?, end..part.end))
}

/// Reads the values of `feature` in `rest`, the end of `part`.
fn read(
    feature: &'static Feature,
    text: &str,
    part: Range<usize>,
    rest: Range<usize>,
    place: FeaturePlace,
) -> Result<FeatureValues, SyntaxError> {
    let name = feature.name;
    let mut given = Given::default();
    let known: Vec<(usize, &FeatureValue)> =
        feature.values.iter().enumerate().filter(|(_, value)| value.is_in(place)).collect();
    let (first, keyed) = match known.split_first() {
        Some((&(_, first), keyed)) if first.key.is_empty() => (Some(first), keyed),
        _ => (None, &known[..]),
    };
    if let Some(first) = first.filter(|value| value.follows_equals_sign())
        && (keyed.is_empty() || !text[rest.clone()].starts_with('('))
    {
        let begin = rest.start + usize::from(text[rest.clone()].starts_with('='));
        given.0[0] = Some(first.read(text, begin..rest.end, name, place, String::new)?);
        return Ok(FeatureValues { given, values: feature.values });
    }
    if known.is_empty() && !rest.is_empty() {
        let problem = format!("`{name}` with something after it");
        return Err(SyntaxError::new(text, rest, problem, format!("`{name}` alone")));
    }
    let mut spans = bracketed(text, rest)?.into_iter();
    if let Some(first) = first.filter(|value| !value.follows_equals_sign()) {
        let expected = || format!("`{}`, {}", feature.form(place), first.limits(place));
        let Some(span) = spans.next() else {
            let problem = format!("`{name}` without a {}", first.what());
            return Err(SyntaxError::new(text, part, problem, expected()));
        };
        given.0[0] = Some(first.read(text, span, name, place, expected)?);
        if let Some(more) = spans.clone().next().filter(|_| keyed.is_empty()) {
            let problem = format!("`{name}` with a second number");
            return Err(SyntaxError::new(text, more, problem, expected()));
        }
    }
    let keys: Vec<&'static str> = keyed.iter().map(|(_, value)| value.key).collect();
    for span in spans {
        let word = &text[span.clone()];
        let length = word.find('=').unwrap_or(word.len());
        let key = named(text, span.start..span.start + length, "option", &keys, |one| one)?;
        if length == word.len() {
            let expected = format!("`{key}=` and a value");
            return Err(SyntaxError::new(text, span, "an option without a value", expected));
        }
        let &(index, value) = keyed.iter().find(|(_, value)| value.key == key).expect("its key is known");
        if given.0[index].is_some() {
            return Err(twice(text, span, key, "each option once"));
        }
        let expected = || value.limits(place);
        given.0[index] = Some(value.read(text, span.start + length + 1..span.end, key, place, expected)?);
    }
    Ok(FeatureValues { given, values: feature.values })
}

impl FeatureValue {
    /// Whether the value is written after an equals sign and not in brackets.
    fn follows_equals_sign(&self) -> bool {
        self.key.is_empty() && matches!(self.kind, Kind::Choice(_))
    }

    fn what(&self) -> &'static str {
        match &self.kind {
            Kind::Number(number) => number.what,
            Kind::Choice(_) => "word",
        }
    }

    fn limits(&self, place: FeaturePlace) -> String {
        let Kind::Number(number) = &self.kind else { return self.form() };
        let (least, most) = number.limits(place);
        let range = if number.has_range && place == FeaturePlace::Declarations {
            ", or a range such as 1..3"
        } else {
            ""
        };
        match self.key {
            "" => format!("{} a {} from {least} to {most}{range}", number.letter, number.what),
            _ => format!("a whole number from {least} to {most}{range}"),
        }
    }

    /// Reads the value at `span` of the feature `name`.
    fn read(
        &self,
        text: &str,
        span: Range<usize>,
        name: &str,
        place: FeaturePlace,
        expected: impl FnOnce() -> String,
    ) -> Result<(i128, i128), SyntaxError> {
        let word = &text[span.clone()];
        match &self.kind {
            Kind::Choice(words) => {
                let numbers: Vec<usize> = (0..words.len()).collect();
                let number =
                    named(text, span, &format!("value of {name}"), &numbers, |number| words[number])?;
                Ok((number as i128, number as i128))
            }
            Kind::Number(number) => number.read(word, place).ok_or_else(|| {
                let problem = format!("{} is not a valid {}", quoted(word), number.what);
                SyntaxError::new(text, span, problem, expected())
            }),
        }
    }
}

impl Number {
    /// Reads a number, or a range where a declaration may have one.
    fn read(&self, word: &str, place: FeaturePlace) -> Option<(i128, i128)> {
        let ends = word.split_once("..").filter(|_| self.has_range && place == FeaturePlace::Declarations);
        let (least, most) = ends.unwrap_or((word, word));
        let (lowest, highest) = self.limits(place);
        let number = |word: &str| word.parse().ok().filter(|_| !word.starts_with('+'));
        let (least, most): (i128, i128) = (number(least)?, number(most)?);
        (lowest <= least && least <= most && most <= highest).then_some((least, most))
    }
}

/// Returns the places of the values in the brackets of `rest`; empty without brackets.
fn bracketed(text: &str, rest: Range<usize>) -> Result<Vec<Range<usize>>, SyntaxError> {
    let word = &text[rest.clone()];
    if word.is_empty() {
        return Ok(Vec::new());
    }
    if !word.starts_with('(') {
        let problem = format!("{} after a search option", quoted(word));
        return Err(SyntaxError::new(text, rest, problem, "`(` and options"));
    }
    let Some(close) = word.find(')') else {
        let span = rest.start..rest.start + 1;
        return Err(SyntaxError::new(text, span, "an unclosed bracket", "`)` at the end"));
    };
    if close + 1 < word.len() {
        let span = rest.start + close + 1..rest.end;
        return Err(SyntaxError::new(text, span, "text after the closing bracket", "`+` or the end"));
    }
    if close == 1 {
        return Err(SyntaxError::new(text, rest, "brackets without options", "an option, or no brackets"));
    }
    let mut start = rest.start + 1;
    let values = text[start..rest.end - 1].split(',').map(|value| {
        let span = start..start + value.len();
        start = span.end + 1;
        span
    });
    Ok(values.collect())
}
