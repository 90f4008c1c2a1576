//! Files of accepted findings.

use std::fmt;

use crate::syntax::SyntaxError;

/// An entry of a file of accepted findings, with the reason why it is accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted<T> {
    pub entry: T,
    /// The comment lines before the entry, which begin with `#`; empty without comments.
    pub reason: String,
}

impl<T> Accepted<T> {
    /// Reads a file of accepted findings, where each line that is neither blank nor a comment is an entry.
    ///
    /// # Errors
    ///
    /// If `read` refuses an entry; the error is that of the first one, with its place in `text`.
    pub fn read_all(
        text: &str,
        read: impl Fn(&str) -> Result<T, SyntaxError>,
    ) -> Result<Vec<Self>, SyntaxError> {
        let (mut all, mut comments, mut start) = (Vec::new(), Vec::new(), 0);
        for line in text.split_inclusive('\n') {
            let (entry, blanks) = (line.trim(), line.len() - line.trim_start().len());
            if let Some(comment) = entry.strip_prefix('#') {
                comments.push(comment.trim());
            } else if !entry.is_empty() {
                let entry = read(entry).map_err(|error| error.within(text, start + blanks))?;
                all.push(Self { entry, reason: comments.join(" ").trim().to_owned() });
                comments.clear();
            }
            start += line.len();
        }
        Ok(all)
    }
}

impl<T: fmt::Display> Accepted<T> {
    /// Returns the entry as text, with its reason.
    pub fn shown(&self) -> Accepted<String> {
        Accepted { entry: self.entry.to_string(), reason: self.reason.clone() }
    }

    /// Returns the lines of the entry in its file.
    pub fn lines(&self) -> String {
        let Self { entry, reason } = self;
        if reason.is_empty() { format!("{entry}\n") } else { format!("# {reason}\n{entry}\n") }
    }
}

impl<T: fmt::Display> fmt::Display for Accepted<T> {
    /// Writes the entry, with its reason if it has one, as a report shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entry, reason } = self;
        if reason.is_empty() { write!(f, "{entry}") } else { write!(f, "{entry} ({reason})") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comments_before_an_entry_are_its_reason() {
        let word = |line: &str| match line {
            "wrong" => Err(SyntaxError::new(line, 1..2, "wrong", "another word")),
            _ => Ok(line.to_owned()),
        };
        let read = |text: &str| Accepted::read_all(text, word);
        let all = read("# one\n\n#  two \n a b\r\nc\n# of nothing\n").expect("two entries");
        assert_eq!(all.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a b (one two)", "c"]);
        assert_eq!(read(&all.iter().map(Accepted::lines).collect::<String>()), Ok(all));
        let error = read("# ä\nc\n  wrong\n").expect_err("one that is refused");
        assert_eq!((error.line, error.column), (3, 4));
    }
}
