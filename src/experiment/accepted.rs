//! Files of accepted findings.

/// A line of a file of accepted findings, and why it is accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcceptedLine<'t> {
    pub number: usize,
    /// The place of its line in the text.
    pub start: usize,
    /// The line, without blanks around it.
    pub text: &'t str,
    /// The comment lines before it, which begin with `#`; empty without any.
    pub reason: String,
}

pub fn accepted_lines(text: &str) -> Vec<AcceptedLine<'_>> {
    let (mut all, mut reason, mut start) = (Vec::new(), String::new(), 0);
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let text = line.trim();
        if let Some(comment) = text.strip_prefix('#') {
            format!("{reason} {}", comment.trim()).trim().clone_into(&mut reason);
        } else if !text.is_empty() {
            all.push(AcceptedLine { number, start, text, reason: std::mem::take(&mut reason) });
        }
        start += line.len();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comments_before_a_line_are_its_reason() {
        let lines = accepted_lines("# one\n\n#  two \n a b\r\nc\n# of nothing\n");
        let line = |number, start, text, reason: &str| AcceptedLine {
            number,
            start,
            text,
            reason: reason.to_owned(),
        };
        assert_eq!(lines, [line(4, 15, "a b", "one two"), line(5, 21, "c", "")]);
    }
}
