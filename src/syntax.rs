//! Syntax errors in text that users write: the place, the problem, and what was expected.

use std::fmt;
use std::ops::Range;

/// An error in a text: the place, the problem and what was expected there.
///
/// `span` is in bytes of the parsed text, as diagnostics libraries expect it; `line` and `column`
/// count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The bytes that could not be read; empty at the end of the text.
    pub span: Range<usize>,
    /// The line of the first of these bytes, from 1.
    pub line: usize,
    /// The column of the first of these bytes, in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: String,
    /// What would have been valid.
    pub expected: String,
}

impl SyntaxError {
    /// An error at `span` of `text`.
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

    /// Returns the same error in `text`, in which the parsed text begins at byte `start`.
    #[must_use]
    pub fn within(self, text: &str, start: usize) -> Self {
        let span = self.span.start + start..self.span.end + start;
        Self::new(text, span, self.problem, self.expected)
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, problem, expected, .. } = self;
        write!(f, "line {line}, column {column}: {problem}; expected {expected}")
    }
}

impl std::error::Error for SyntaxError {}

/// The largest number of names that an error lists.
const MAX_NAMES: usize = 40;

/// Returns what to expect instead of `wrong` where one of the names `known` is valid: the nearest name if
/// one is near, else all of them.
pub fn suggest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let nearest = known
        .iter()
        .map(|name| (strsim::jaro_winkler(&wrong.to_lowercase(), &name.to_lowercase()), *name))
        .filter(|(nearness, _)| *nearness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match nearest {
        Some((_, name)) if known.len() == 1 => format!("`{name}`"),
        Some((_, name)) if known.len() > MAX_NAMES => format!("`{name}` (the nearest name)"),
        None if known.len() > MAX_NAMES => {
            format!("one of {} names, such as {}", known.len(), known[..3].join(", "))
        }
        Some((_, name)) => format!("`{name}` (the nearest name) or another of {}", known.join(", ")),
        None => format!("one of {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
