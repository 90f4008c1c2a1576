//! What a seeded bug is: one record. The build script reads the records too, so they are plain data.

use std::ops::Range;

/// A seeded bug: a fault injected into a correct search, which the checks must find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bug {
    /// The name that users type.
    pub name: &'static str,
    /// The class of real bugs that it belongs to, by the letters of `docs/real-bugs.md`: A a row that is
    /// not cleared, B a child that is never entered, C a write that depends on the window, D a shared
    /// buffer, E a row of quiescence, F a tail that a table cutoff left short or wrong, G a walk of a
    /// table, H a length, copy or index, I an overflow at the largest ply, J a bound taken for a line,
    /// K a line and a best move that differ, L a null move in a line, N a mate or move counted from the
    /// wrong place, O several lines mixed, P a line past a draw; `-` for a fault of the search itself.
    pub class: &'static str,
    /// The subject that it is injected into: an algorithm, a store and options. For a bug of the search
    /// the store is the one in which it shows first.
    pub subject: &'static str,
    /// What is wrong, in one line.
    pub summary: &'static str,
    /// All findings that random games show, by their names.
    pub findings: &'static [&'static str],
    /// The real bugs that it stands for, as `docs/real-bugs.md` lists them.
    pub references: &'static [&'static str],
    /// Where it differs from the correct code.
    pub change: Change,
}

/// Where a seeded bug differs from the correct code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// One operation of a real store is altered: the name of the type in `bugs::stores`.
    Store(&'static str),
    /// A hunk of an algorithm, in a copy of that one file.
    Algorithm(Hunk),
    /// Hunks of what all searches share, in the one copy of all its files. Each is a whole expression,
    /// statement or body: a `match` on the active bug takes its place.
    Search(&'static [Hunk]),
}

/// A piece of source, and what takes its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// The file in `src`, without its ending.
    pub file: &'static str,
    /// The function in that file.
    pub function: &'static str,
    /// The correct code. It occurs once in the function; white space does not count.
    pub original: &'static str,
    /// The faulty code.
    pub replacement: &'static str,
}

impl Hunk {
    /// Where the original is in `source`, the text of its file.
    ///
    /// # Errors
    ///
    /// A sentence, if it is not there exactly once.
    pub fn find(&self, source: &str) -> Result<Range<usize>, String> {
        let function = self.body(source)?;
        let wanted: String = self.original.split_whitespace().collect();
        let text = &source[function.clone()];
        let starts = text.char_indices().filter(|(_, c)| !c.is_whitespace());
        let mut found = starts.filter_map(|(start, _)| {
            let start = function.start + start;
            Some(start..start + matching(&source[start..], &wanted)?)
        });
        match (found.next(), found.next()) {
            (Some(place), None) => Ok(place),
            (None, _) => Err(format!("`{}` does not occur in `fn {}`", self.original, self.function)),
            (Some(_), Some(_)) => {
                Err(format!("`{}` occurs more than once in `fn {}`", self.original, self.function))
            }
        }
    }

    /// The function, from its name to the closing brace that is indented as its first line.
    fn body(&self, source: &str) -> Result<Range<usize>, String> {
        let header = [format!("fn {}(", self.function), format!("fn {}<", self.function)];
        let start = header.iter().find_map(|header| source.find(header));
        let start = start.ok_or_else(|| format!("there is no `fn {}`", self.function))?;
        let line = source[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let indent = source[line..].len() - source[line..].trim_start().len();
        let close = format!("\n{}}}\n", &source[line..line + indent]);
        let end = source[start..].find(&close).map_or(source.len(), |end| start + end + close.len());
        Ok(start..end)
    }
}

/// How much of `text` spells `wanted`, which has no white space.
fn matching(text: &str, wanted: &str) -> Option<usize> {
    let mut rest = wanted.chars();
    let mut next = rest.next()?;
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        if c != next {
            return None;
        }
        match rest.next() {
            Some(c) => next = c,
            None => return Some(at + c.len_utf8()),
        }
    }
    None
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
    fn a_hunk_is_found_if_it_occurs_once_in_its_function_however_it_is_spaced() {
        assert_eq!(found("f", "if a >= b { g(); }"), Ok("if a >= b {\n        g();\n    }"));
        assert_eq!(found("e", "g();"), Ok("g();"));
        assert_eq!(found("f", "g();"), Ok("g();"), "the other function does not count");
        assert_eq!(found("f", ";").map_err(|error| error.contains("more than once")), Err(true));
        assert_eq!(found("f", "a > b").map_err(|error| error.contains("does not occur")), Err(true));
        assert_eq!(found("i", "g();").map_err(|error| error.contains("no `fn i`")), Err(true));
    }
}
