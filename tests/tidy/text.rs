//! The text of a file, split into prose and code, line by line.
//!
//! In Rust, comments and string literals are prose and all else is code; other files are prose. In both, names are
//! split into their words: `NoneOwed` and `none_owed` are read as "None Owed" and "none owed". Line breaks within a
//! comment are spaces, so that a phrase is found wherever it is wrapped.

use std::ops::Range;

use proc_macro2::TokenTree;

use super::rust::{each_token, tokens};

/// A text with the lines of the file where its own lines come from.
pub struct Text {
    pub text: String,
    /// The first byte of each line of the file.
    starts: Vec<usize>,
}

impl Text {
    fn new(lines: impl Iterator<Item = String>) -> Self {
        let (mut text, mut starts) = (String::new(), Vec::new());
        for line in lines {
            starts.push(text.len());
            text.push_str(&words(&line));
            text.push('\n');
        }
        Self { text, starts }
    }

    /// The number of the line of the file in which this byte is.
    pub fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at)
    }
}

/// The prose of a file, and its code.
pub struct Read {
    pub prose: Text,
    pub code: Text,
}

impl Read {
    pub fn new(file: &str, text: &str) -> Self {
        if file.rsplit('.').next() == Some("rs") {
            return Self::rust(file, text);
        }
        let prose = text.lines().map(|line| line.trim_start_matches(['#', ' ', '>']).to_owned());
        Self { prose: Text::new(prose), code: Text::new(std::iter::empty()) }
    }

    fn rust(file: &str, text: &str) -> Self {
        let mut is_code = vec![false; text.len()];
        for range in code_ranges(file, text) {
            is_code[range].fill(true);
        }
        let mut start = 0;
        let (mut prose, mut code) = (Vec::new(), Vec::new());
        for line in text.split_inclusive('\n') {
            let kept = |wanted: bool| -> String {
                let chars = line.char_indices();
                chars.map(|(at, c)| if is_code[start + at] == wanted { c } else { ' ' }).collect()
            };
            prose.push(without_marks(&kept(false)));
            code.push(kept(true));
            start += line.len();
        }
        Self { prose: Text::new(prose.into_iter()), code: Text::new(code.into_iter()) }
    }
}

/// The bytes of all tokens but the string literals.
fn code_ranges(file: &str, text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    // Tokens count the bytes of all files that were read before; this one's begin with its first.
    let all = tokens(file, text);
    let Some(first) = all.clone().into_iter().next() else { return ranges };
    let first = first.span();
    let offset = byte_of(text, first.start()) as isize - first.byte_range().start as isize;
    let mut add = |range: Range<usize>| {
        ranges.push(range.start.wrapping_add_signed(offset)..range.end.wrapping_add_signed(offset));
    };
    each_token(all, &mut |token| match token {
        TokenTree::Group(group) => {
            add(group.span_open().byte_range());
            add(group.span_close().byte_range());
        }
        TokenTree::Literal(literal) if literal.to_string().contains('"') => {}
        other => add(other.span().byte_range()),
    });
    ranges
}

fn byte_of(text: &str, at: proc_macro2::LineColumn) -> usize {
    let line: usize = text.split_inclusive('\n').take(at.line - 1).map(str::len).sum();
    line + text[line..].chars().take(at.column).map(char::len_utf8).sum::<usize>()
}

/// A line of comments and strings without the marks of comments and without escapes. Quotes stay, so that no phrase is
/// found across two strings.
fn without_marks(line: &str) -> String {
    let line = line.trim().replace("\\n", "  ");
    let line = line.trim_start_matches(['/', '!', '*', ' ']);
    line.trim_end_matches('\\').to_owned()
}

/// The line with its names split into words.
fn words(line: &str) -> String {
    let (mut words, mut before) = (String::new(), ' ');
    for c in line.chars() {
        if before.is_lowercase() && c.is_uppercase() {
            words.push(' ');
        }
        words.push(if c == '_' { ' ' } else { c });
        before = c;
    }
    words
}

#[test]
fn comments_and_strings_are_prose_and_the_rest_is_code() {
    let text =
        "//! Über `NoneOwed`.\n\nfn is_x(a: &'a str) { f(\"on\\n \\\n    purpose\", 'c') } // of\n/// the\n";
    let spaced = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let read = Read::new("a.rs", text);
    let prose: Vec<String> = read.prose.text.lines().map(spaced).collect();
    assert_eq!(prose, ["Über `None Owed`.", "", "\"on", "purpose\" // of", "the"]);
    let code: Vec<String> = read.code.text.lines().map(spaced).collect();
    assert_eq!(code[2..4], ["fn is x(a: &'a str) { f(", ", 'c') }"]);
    assert_eq!(read.prose.line(read.prose.text.find("purpose").expect("it is there")), 4);
}
