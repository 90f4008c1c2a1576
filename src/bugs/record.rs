//! The record of a seeded bug, which the build script reads too.

use std::ops::Range;

/// A seeded bug, which is a fault injected into a correct search that the checks must find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bug {
    pub name: &'static str,
    /// The class of real bugs, a section of `docs/internals/real-bugs.md`, to which this one belongs. A: a row is not cleared.
    /// B: the child is never entered. C: a write depends on the window. D: a shared buffer. E: a row of
    /// quiescence. F: a stale, truncated or wrong tail after a table cutoff. G: a table walk. H: a length,
    /// copy or index. I: an overflow at the largest ply. J: a bound shown as a line. K: a stopped search, or
    /// a best move other than the line's. L: a null move in the line. M: several threads. N: score and line disagree. O: several
    /// lines (MultiPV). P: a line past a draw. `-` is a fault of the search itself.
    pub class: &'static str,
    /// The subject into which the bug is injected. For a bug in the search itself, its store is the first one that shows the bug.
    pub subject: &'static str,
    pub summary: &'static str,
    /// The names of all findings that random games show.
    pub findings: &'static [&'static str],
    /// The real bugs that have the same fault, as in the `where` cells of `docs/internals/real-bugs.md`.
    pub references: &'static [&'static str],
    pub change: Change,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// An altered operation of a real store, given by the name of the type in `bugs::stores`.
    Store(&'static str),
    /// Code of the subject's algorithm, replaced in a copy of its file. The correct code occurs once in the file;
    /// white space is ignored.
    Algorithm { original: &'static str, replacement: &'static str },
    /// Hunks of the code that all searches share, each a whole expression, statement or body. The build script replaces
    /// each hunk by a `match` on the active bug, in the one copy of the files.
    Search(&'static [Hunk]),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// The path of the file in `src`, without the extension.
    pub file: &'static str,
    pub function: &'static str,
    /// The correct code, which occurs once in the function; white space is ignored.
    pub original: &'static str,
    pub replacement: &'static str,
}

impl Hunk {
    /// Returns the byte range of the original in `source`, the text of its file.
    ///
    /// # Errors
    ///
    /// If the original does not occur exactly once in its function; the error is a sentence.
    pub fn find(&self, source: &str) -> Result<Range<usize>, String> {
        let function = self.body(source)?;
        let place = find(self.original, &source[function.clone()]);
        let place = place.map_err(|error| format!("{error} in `fn {}`", self.function))?;
        Ok(function.start + place.start..function.start + place.end)
    }

    /// Returns the byte range from the name of the function to its closing brace, which has the indentation of its first line.
    fn body(&self, source: &str) -> Result<Range<usize>, String> {
        let header = [format!("fn {}(", self.function), format!("fn {}<", self.function)];
        let mut starts = header.iter().flat_map(|header| source.match_indices(header));
        let start = match (starts.next(), starts.next()) {
            (Some((start, _)), None) => start,
            (None, _) => return Err(format!("there is no `fn {}`", self.function)),
            (Some(_), Some(_)) => return Err(format!("there is more than one `fn {}`", self.function)),
        };
        let line = source[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let indent = source[line..].len() - source[line..].trim_start().len();
        let close = format!("\n{}}}\n", &source[line..line + indent]);
        let end = source[start..].find(&close).map_or(source.len(), |end| start + end + close.len());
        Ok(start..end)
    }
}

/// Returns the byte range of `original` in `source`, white space ignored.
///
/// # Errors
///
/// If the original does not occur exactly once; the error is a sentence.
pub fn find(original: &str, source: &str) -> Result<Range<usize>, String> {
    let wanted: Vec<char> = original.split_whitespace().flat_map(str::chars).collect();
    let letters: Vec<(usize, char)> = source.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
    let is_it = |place: &&[(usize, char)]| place.iter().map(|(_, c)| c).eq(&wanted);
    let mut found = letters.windows(wanted.len().max(1)).filter(is_it);
    match (found.next(), found.next()) {
        (Some(place), None) => {
            let (end, last) = place[place.len() - 1];
            Ok(place[0].0..end + last.len_utf8())
        }
        (None, _) => Err(format!("`{original}` does not occur")),
        (Some(_), Some(_)) => Err(format!("`{original}` occurs more than once")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str =
        "fn e() {\n    g();\n}\n\nfn f() {\n    if a >= b {\n        g();\n    }\n    h();\n}\n";

    fn found(function: &'static str, original: &'static str) -> Result<&'static str, String> {
        let hunk = Hunk { file: "f", function, original, replacement: "" };
        hunk.find(SOURCE).map(|place| &SOURCE[place])
    }

    #[test]
    fn a_hunk_is_found_if_it_occurs_once_in_its_function_with_any_white_space() {
        assert_eq!(found("f", "if a >= b { g(); }"), Ok("if a >= b {\n        g();\n    }"));
        assert_eq!(found("e", "g();"), Ok("g();"));
        assert_eq!(found("f", "g();"), Ok("g();"), "a match in another function is ignored");
        assert_eq!(found("f", ";").map_err(|error| error.contains("more than once")), Err(true));
        assert_eq!(found("f", "a > b").map_err(|error| error.contains("does not occur")), Err(true));
        assert_eq!(found("i", "g();").map_err(|error| error.contains("no `fn i`")), Err(true));
    }
}
