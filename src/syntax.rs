//! Syntax errors in text that users write, with the place, the problem, and what was expected.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// An error in a text, with the place, the problem and what was expected there.
///
/// `span` is in bytes of the parsed text, as diagnostics libraries expect it; columns are in characters, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    pub span: Range<usize>,
    /// The line of the first byte of the error, from 1.
    pub line: usize,
    pub column: usize,
    pub problem: String,
    pub expected: String,
}

impl SyntaxError {
    pub fn new(
        text: &str,
        span: Range<usize>,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let before = &text[..span.start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span,
            problem: problem.into(),
            expected: expected.into(),
        }
    }

    /// Returns the error in `text`, in which the parsed text begins at byte `start`.
    #[must_use]
    pub fn within(self, text: &str, start: usize) -> Self {
        let span = self.span.start + start..self.span.end + start;
        Self::new(text, span, self.problem, self.expected)
    }

    /// Returns the line of the error in `text`, cut around its place.
    pub fn excerpt(&self, text: &str) -> Excerpt {
        let (before, after) = text.split_at(self.span.start);
        let before = before.rsplit('\n').next().unwrap_or_default();
        let after = after.split(['\n', '\r']).next().unwrap_or_default();
        let start = before.char_indices().rev().nth(EXCERPT_BEFORE - 1).map_or(0, |(at, _)| at);
        let end = after.char_indices().nth(EXCERPT_AFTER).map_or(after.len(), |(at, _)| at);
        let cut = |is_cut| if is_cut { ELLIPSIS } else { "" };
        let head = cut(start > 0).to_owned() + &before[start..];
        let span = head.len()..head.len() + self.span.len().min(end);
        Excerpt { text: head + &after[..end] + cut(end < after.len()), span }
    }
}

const EXCERPT_BEFORE: usize = 60;
const EXCERPT_AFTER: usize = 100;

/// The line of an error, cut around its place if the line is long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// The line or a part of it, with an ellipsis instead of omitted text.
    pub text: String,
    pub span: Range<usize>,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, problem, expected, .. } = self;
        write!(f, "line {line}, column {column}: {problem}; expected {expected}")
    }
}

impl std::error::Error for SyntaxError {}

const MAX_ERRORS: usize = 20;

/// The errors of a text of several lines that are read one by one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxErrors {
    pub first: Vec<SyntaxError>,
    pub more: usize,
}

impl SyntaxErrors {
    /// Adds an error to `errors`. The error is made only if it is kept.
    pub fn add(errors: &mut Option<Self>, error: impl FnOnce() -> SyntaxError) {
        let Self { first, more } = errors.get_or_insert(Self { first: Vec::new(), more: 0 });
        if first.len() < MAX_ERRORS { first.push(error()) } else { *more += 1 }
    }
}

impl From<SyntaxError> for SyntaxErrors {
    fn from(error: SyntaxError) -> Self {
        Self { first: vec![error], more: 0 }
    }
}

impl fmt::Display for SyntaxErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors: Vec<String> = self.first.iter().map(SyntaxError::to_string).collect();
        f.write_str(&errors.join("\n"))?;
        if self.more > 0 { write!(f, "\n{} more errors", self.more) } else { Ok(()) }
    }
}

impl std::error::Error for SyntaxErrors {}

/// Reads the lines of `text` one by one, except blank lines and those that begin with `#`. Returns the content of each
/// line with its line number, from 1. `none` is the problem and what was expected if there are no lines.
pub fn read_lines<T>(
    text: &str,
    read: impl Fn(&str) -> Result<T, SyntaxError>,
    none: impl FnOnce() -> (&'static str, String),
) -> Result<Vec<(usize, T)>, SyntaxErrors> {
    let (mut contents, mut errors) = (Vec::new(), None);
    let mut start = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let content = line.trim_end();
        if !content.trim_start().is_empty() && !content.trim_start().starts_with('#') {
            match read(content) {
                Ok(content) => contents.push((index + 1, content)),
                Err(error) => SyntaxErrors::add(&mut errors, || error.within(text, start)),
            }
        }
        start += line.len();
    }
    if let Some(errors) = errors {
        return Err(errors);
    }
    if contents.is_empty() {
        let (problem, expected) = none();
        return Err(SyntaxError::new(text, text.len()..text.len(), problem, expected).into());
    }
    Ok(contents)
}

pub struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Words<'t> {
    pub fn over(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    pub fn offset(&self) -> usize {
        self.at
    }

    pub fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    pub fn next(&mut self, what: &str, expected: &str) -> Result<Range<usize>, SyntaxError> {
        let end = self.text.len();
        let problem = || format!("the text ends before {what}");
        self.next_or_end().ok_or_else(|| SyntaxError::new(self.text, end..end, problem(), expected))
    }

    pub fn next_or_end(&mut self) -> Option<Range<usize>> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let length = self.text[start..].find(char::is_whitespace).unwrap_or(self.text.len() - start);
        self.at = start + length;
        (length > 0).then_some(start..self.at)
    }
}

const ELLIPSIS: &str = "…";

/// The maximum number of characters of a word that an error repeats. Longer words have no nearest name.
const MAX_WORD: usize = 64;

fn shortened(word: &str) -> Cow<'_, str> {
    match word.char_indices().nth(MAX_WORD) {
        Some((end, _)) => Cow::Owned(format!("{}{ELLIPSIS}", &word[..end])),
        None => Cow::Borrowed(word),
    }
}

/// Returns a number with its noun, which is `one` if the number is 1.
pub fn counted(number: impl fmt::Display, one: &str, more: &str) -> String {
    let number = number.to_string();
    format!("{number} {}", if number == "1" { one } else { more })
}

pub fn shell_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Returns `word`, which a user wrote, in quotes for a message, and cut if it is long.
pub fn quoted(word: &str) -> String {
    format!("`{}`", shortened(word))
}

/// The maximum number of names that an error lists.
const MAX_NAMES: usize = 40;

/// Returns what to expect instead of `wrong` where one of the names `known` is valid. That is the nearest name if one
/// is near, else all names. Long names are cut.
pub fn suggest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let is_within_limit = |word: &str| word.char_indices().nth(MAX_WORD).is_none();
    let nearest = known
        .iter()
        .filter(|name| is_within_limit(wrong) && is_within_limit(name))
        .map(|name| (strsim::jaro_winkler(&wrong.to_lowercase(), &name.to_lowercase()), *name))
        .filter(|(nearness, _)| *nearness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let list = |names: &[&str]| names.iter().map(|name| shortened(name)).collect::<Vec<_>>().join(", ");
    match nearest {
        Some((_, name)) if known.len() == 1 => format!("`{name}`"),
        Some((_, name)) if known.len() > MAX_NAMES => format!("`{name}` (the nearest name)"),
        None if known.len() > MAX_NAMES => {
            format!("one of {} names, such as {}", known.len(), list(&known[..3]))
        }
        Some((_, name)) => format!("`{name}` (the nearest name) or another of {}", list(&known)),
        None => format!("one of {}", list(&known)),
    }
}

/// Returns the value of `known` whose name is at `span`. The error suggests the most similar name.
pub fn named<T: Copy>(
    text: &str,
    span: Range<usize>,
    what: &str,
    known: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, SyntaxError> {
    let word = &text[span.clone()];
    known.iter().copied().find(|&one| name(one) == word).ok_or_else(|| {
        let expected = suggest(word, known.iter().map(|&one| name(one)));
        SyntaxError::new(text, span, format!("unknown {what} {}", quoted(word)), expected)
    })
}

/// An enum whose values have a name and a sentence each.
pub trait Named: Copy + Send + Sync + 'static {
    fn all() -> impl Iterator<Item = Self>;

    fn name(self) -> &'static str;

    fn summary(self) -> &'static str;

    fn named(name: &str) -> Option<Self> {
        Self::all().find(|one| one.name() == name)
    }
}

/// Whether a character is shown as itself. Such a character moves no cursor of a terminal, does not turn the direction
/// of writing, ends no line, is not invisible, and is a character of XML. The ranges are those of Unicode 17: general
/// category Cf, and `Default_Ignorable_Code_Point`.
pub fn is_printable(letter: char) -> bool {
    let is_unseen = matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}' | '\u{891}' | '\u{8e2}'
            | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    );
    !letter.is_control() && !is_unseen && !matches!(letter, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns a foreign text, such as the output of a program or the name of a file, as it is shown. Characters that are
/// not printable, except tabs and ends of lines, become U+FFFD. The first character of a command of a CI system, as in
/// `::error::`, does so too. All other characters keep their places.
pub fn cleaned(text: &str) -> String {
    let befores = [' '].into_iter().chain(text.chars());
    let afters = text.chars().skip(1).chain([' ']);
    let clean = befores.zip(text.chars()).zip(afters).map(|((before, letter), after)| {
        let is_command = before.is_whitespace() && matches!((letter, after), (':', ':') | ('#', '#'));
        let is_blank = matches!(letter, '\t' | '\n' | '\r');
        if (is_printable(letter) || is_blank) && !is_command { letter } else { char::REPLACEMENT_CHARACTER }
    });
    clean.collect()
}

/// Makes a failing test show these types in their notation, and not by their fields.
macro_rules! debug_is_display {
    ($($shown:ty),+) => { $(
        impl std::fmt::Debug for $shown {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )+ };
}
pub(crate) use debug_is_display;

/// Defines an enum whose values have a name and a sentence each. The sentence is the documentation of the value and the
/// name follows the value, or both follow it. The names can be read if the kind of the enum is given in brackets.
#[doc(hidden)]
#[macro_export]
macro_rules! named_enum {
    ($(#[$meta:meta])* $name:ident $([$what:literal])? {
        $($variant:ident $text:literal $summary:literal,)*
    }) => {
        named_enum! { $(#[$meta])* $name $([$what])? { $(#[doc = $summary] $variant $text,)* } }
    };
    ($(#[$meta:meta])* $name:ident $([$what:literal])? {
        $($(#[doc = $doc:literal])* $variant:ident $text:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $($(#[doc = $doc])* $variant,)*
        }

        impl $name {
            /// All values, in the order in which lists show them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The names of all values.
            pub const NAMES: &[&str] = &[$($text,)*];

            /// The name of the value that users type, in reports and in JSON.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The meaning of the value, in a few sentences.
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),*).trim_ascii_start(),)* }
            }
        }

        impl $crate::syntax::Named for $name {
            fn all() -> impl Iterator<Item = Self> {
                Self::ALL.iter().copied()
            }

            fn name(self) -> &'static str {
                self.name()
            }

            fn summary(self) -> &'static str {
                self.summary()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        $(impl std::str::FromStr for $name {
            type Err = $crate::syntax::SyntaxError;

            fn from_str(text: &str) -> Result<Self, $crate::syntax::SyntaxError> {
                $crate::syntax::named(text, 0..text.len(), $what, Self::ALL, Self::name)
            }
        })?
    };
}

/// Returns the spans between plus signs, except plus signs inside brackets.
pub(crate) fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut open) = (0, 0usize);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' => open = open.saturating_sub(1),
            b'+' if open == 0 => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(start..text.len());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_others_gives_no_commands_to_a_terminal_or_a_ci_system() {
        assert_eq!(
            cleaned("a\u{1b}[2J\tb\u{202e}c\u{ffff}\u{9b}\n"),
            "a\u{fffd}[2J\tb\u{fffd}c\u{fffd}\u{fffd}\n"
        );
        assert_eq!(
            cleaned("::error::x\n ::set-env ##[group]"),
            "\u{fffd}:error::x\n \u{fffd}:set-env \u{fffd}#[group]"
        );
        for (place, unseen) in
            "\u{ad}\u{61c}\u{180e}\u{200b}\u{2060}\u{feff}\u{e0001}\u{e0061}\u{e007f}\u{fe0f}".char_indices()
        {
            assert_eq!(cleaned(&format!("e{unseen}4")), "e\u{fffd}4", "character {place}");
        }
        for plain in ["std::io: ä 王 a::b", "# a comment", "e4 e5"] {
            assert_eq!(cleaned(plain), plain);
        }
    }

    #[test]
    fn columns_count_characters_and_lines_count_newlines() {
        let text = "é\nàb!";
        let error = SyntaxError::new(text, 6..7, "found `!`", "a letter");
        assert_eq!((error.line, error.column), (2, 3));
        assert_eq!(error.to_string(), "line 2, column 3: found `!`; expected a letter");
    }

    #[test]
    fn suggests_the_nearest_name_only_when_one_is_near() {
        assert!(suggest("triangulr", ["quadratic", "triangular"]).starts_with("`triangular`"));
        assert!(suggest("zzz", ["quadratic", "triangular"]).starts_with("one of"));
        assert!(suggest("a", ["A", "B"]).starts_with("`A`"));
        let many: Vec<String> = (100..200).map(|number| format!("name-{number}")).collect();
        let many = || many.iter().map(String::as_str);
        assert_eq!(suggest("zzz", many()), "one of 100 names, such as name-100, name-101, name-102");
        assert_eq!(suggest("nam-150", many()), "`name-150` (the nearest name)");
    }
    #[test]
    fn long_words_are_cut_and_have_no_nearest_name() {
        let long = "é".repeat(250_000);
        assert_eq!(quoted("pvs"), "`pvs`");
        assert_eq!(quoted(&long), format!("`{}…`", "é".repeat(64)));
        assert_eq!(quoted(&"x".repeat(64)), format!("`{}`", "x".repeat(64)));
        assert_eq!(suggest(&long, ["quadratic", "triangular"]), "one of quadratic, triangular");
        assert_eq!(suggest("é", [long.as_str(), "a"]), format!("one of {}…, a", "é".repeat(64)));
        // Quadratic time would be minutes.
        let many: Vec<String> = (0..40).map(|number| format!("{}{number}", "a".repeat(250_000))).collect();
        let begun = suggest(&many[0], many.iter().map(String::as_str));
        assert!(begun.starts_with("one of aaa") && begun.len() < 4_000, "{begun}");
    }

    #[test]
    fn an_excerpt_is_the_line_cut_around_the_place() {
        let at =
            |text: &str, span: Range<usize>| SyntaxError::new(text, span, "wrong", "right").excerpt(text);
        let short = at("one\ntwo é three\r\nfour", 8..10);
        assert_eq!((short.text.as_str(), short.span), ("two é three", 4..6));
        let text =
            format!("{}\n{}!?{}\n{}", "a".repeat(500), "é".repeat(500), "c".repeat(500), "d".repeat(500));
        let (start, whole) = (501 + 1_000, at(&text, 501 + 1_000..501 + 1_002));
        assert_eq!(whole.text, format!("…{}!?{}…", "é".repeat(60), "c".repeat(98)));
        assert_eq!(&whole.text[whole.span], "!?");
        // The rest of a span that goes on is not in the excerpt.
        let rest = at(&text, start..text.len());
        assert_eq!(rest.text[rest.span.clone()], text[start..start + 100]);
        let end = at("[1", 2..2);
        assert_eq!((end.text.as_str(), end.span), ("[1", 2..2));
        let empty = at("", 0..0);
        assert_eq!((empty.text.as_str(), empty.span), ("", 0..0));
    }
}
