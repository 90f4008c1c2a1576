//! What the rules read in a Rust file: its lines of code, its strings and its paths, by one walk over its tokens.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A path such as `crate::pv::At`. An import with braces is several paths.
pub struct Path {
    pub segments: Vec<String>,
    pub line: usize,
    pub in_test: bool,
}

pub struct Source {
    pub file: String,
    pub text: String,
    /// The lines that have code and are no part of a test.
    pub code: BTreeSet<usize>,
    /// The number of lines of code that are part of a test.
    pub test_lines: usize,
    /// The number of public items and fields.
    pub public: usize,
    /// The number of long options of a command line.
    pub options: usize,
    /// The contents of all string literals.
    pub strings: Vec<String>,
    pub paths: Vec<Path>,
}

impl Source {
    pub fn new(file: &str, text: &str) -> Self {
        let tokens = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut walk = Walk::default();
        walk.tokens(tokens, &[]);
        if file.ends_with("/tests.rs") || file.contains("/tests/") {
            walk.tests.push(1..=text.lines().count());
        }
        let Walk { mut code, tests, strings, mut paths, public, options } = walk;
        let in_test = |line| tests.iter().any(|test| test.contains(&line));
        let lines = code.len();
        code.retain(|&line| !in_test(line));
        for path in &mut paths {
            path.in_test = in_test(path.line);
        }
        let (file, text, test_lines) = (file.to_owned(), text.to_owned(), lines - code.len());
        Self { file, text, code, test_lines, public, options, strings, paths }
    }
}

#[derive(Default)]
struct Walk {
    code: BTreeSet<usize>,
    tests: Vec<RangeInclusive<usize>>,
    strings: Vec<String>,
    paths: Vec<Path>,
    public: usize,
    options: usize,
}

impl Walk {
    /// Each path begins with `base`, the segments before the braces of an import.
    fn tokens(&mut self, tokens: TokenStream, base: &[String]) {
        let all: Vec<TokenTree> = tokens.into_iter().collect();
        let mut path = base.to_vec();
        // The colons of `::` after the last segment.
        let mut colons = if base.is_empty() { 0 } else { 2 };
        let mut at = 0;
        while let Some(token) = all.get(at) {
            if is_punct(token, '#')
                && let Some((length, attribute)) = attribute(&all[at..])
            {
                if is_doc(attribute) {
                    at += length;
                    continue;
                }
                if is_test(attribute) {
                    self.tests.push(line(token)..=last_line_of_item(&all[at..]));
                }
                self.options += long_options(attribute);
            }
            self.note(token);
            match token {
                TokenTree::Ident(name) => {
                    // `pub(crate)` is not public.
                    self.public +=
                        usize::from(name == "pub" && matches!(all.get(at + 1), Some(TokenTree::Ident(_))));
                    if colons != 2 {
                        path.clear();
                    }
                    path.push(name.to_string());
                    colons = 0;
                    if !is_path_separator(&all[at + 1..]) {
                        self.end_path(&mut path, line(token));
                    }
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Punct(punct) if punct.as_char() == '*' && colons == 2 && !path.is_empty() => {
                    path.push("*".to_owned());
                    self.end_path(&mut path, line(token));
                }
                TokenTree::Punct(punct) if punct.as_char() == ',' => {
                    path = base.to_vec();
                    colons = if base.is_empty() { 0 } else { 2 };
                }
                TokenTree::Group(group) => {
                    let is_import = colons == 2 && group.delimiter() == Delimiter::Brace;
                    self.tokens(group.stream(), if is_import { &path } else { &[] });
                    path.clear();
                    colons = 0;
                }
                _ => {
                    path.clear();
                    colons = 0;
                }
            }
            at += 1;
        }
    }

    fn end_path(&mut self, path: &mut Vec<String>, line: usize) {
        self.paths.push(Path { segments: std::mem::take(path), line, in_test: false });
    }

    fn note(&mut self, token: &TokenTree) {
        match token {
            TokenTree::Group(group) => {
                self.code.extend([group.span_open().start().line, group.span_close().start().line]);
            }
            other => self.code.extend(line(other)..=other.span().end().line),
        }
        if let TokenTree::Literal(literal) = token
            && let literal = literal.to_string()
            && literal.ends_with(['"', '#'])
        {
            self.strings.push(literal.trim_start_matches('r').trim_matches('#').trim_matches('"').to_owned());
        }
    }
}

fn line(token: &TokenTree) -> usize {
    token.span().start().line
}

fn is_punct(token: &TokenTree, char: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == char)
}

fn is_path_separator(after: &[TokenTree]) -> bool {
    matches!(after, [first, second, ..] if is_punct(first, ':') && is_punct(second, ':'))
}

/// The attribute with which `tokens` begin: its number of tokens, and its brackets.
fn attribute(tokens: &[TokenTree]) -> Option<(usize, &Group)> {
    match tokens {
        [_, TokenTree::Group(group), ..] => Some((2, group)),
        [_, inner, TokenTree::Group(group), ..] if is_punct(inner, '!') => Some((3, group)),
        _ => None,
    }
}

/// Whether this is documentation: a doc comment is read as an attribute.
fn is_doc(attribute: &Group) -> bool {
    let first = attribute.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(name)) if name == "doc")
}

/// The number of words `long` in `#[arg(long, ...)]`.
fn long_options(attribute: &Group) -> usize {
    let mut tokens = attribute.stream().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), Some(TokenTree::Group(group))) if name == "arg" => {
            let is_long = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "long");
            group.stream().into_iter().filter(is_long).count()
        }
        _ => 0,
    }
}

fn is_test(attribute: &Group) -> bool {
    ["test", "cfg (test)", "cfg(test)"].contains(&attribute.stream().to_string().as_str())
}

/// An item ends with its body or its semicolon.
fn last_line_of_item(tokens: &[TokenTree]) -> usize {
    let ends = |token: &&TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        other => is_punct(other, ';'),
    };
    tokens.iter().find(ends).or(tokens.last()).map_or(0, |token| token.span().end().line)
}
