//! The parser of the game notation.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use crate::game::graph::{MoveNames, is_name_character};
use crate::game::notation::{FORCING, NOISY, PASS, QUOTE};
use crate::game::{Graph, Link, LinkKind, Marks, NameId};
use crate::score::Score;
use crate::syntax::{SyntaxError, quoted, suggest};

struct Parsed {
    score: Score,
    links: Vec<Link>,
}

impl Parsed {
    fn passes(&self) -> bool {
        self.links.last().is_some_and(|link| link.kind == LinkKind::Pass)
    }
}

pub(super) struct Parser<'t> {
    text: &'t str,
    at: usize,
    labels: HashMap<&'t str, usize>,
    names: Option<MoveNames>,
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, at: 0, labels: HashMap::new(), names: None }
    }

    pub fn game(mut self) -> Result<Graph, SyntaxError> {
        let mut nodes: Vec<Parsed> = Vec::new();
        // Brackets that are still open: the node, and the byte offset of its bracket.
        let mut open: Vec<(usize, usize)> = Vec::new();
        loop {
            let boundary = self.skip_space();
            if !nodes.is_empty() && open.is_empty() {
                break;
            }
            let here = self.at;
            match self.peek() {
                Some(']') if !open.is_empty() => self.close(&nodes, &mut open)?,
                Some(QUOTE | NOISY | FORCING | PASS | '[' | '-' | '#' | '0'..='9' | 'a'..='z') => {
                    if !boundary && here > 0 && !matches!(self.text.as_bytes()[here - 1], b'[') {
                        let problem = "no space between two positions";
                        return Err(self.error(here..here + 1, problem, "a space between them"));
                    }
                    let parent = open.last().map(|&(parent, _)| parent);
                    let parsed_parent = parent.map(|parent| &nodes[parent]);
                    let name = self.name(parsed_parent)?;
                    let kind = self.link_kind(parsed_parent)?;
                    let known = self.label(nodes.len())?;
                    let node = known.unwrap_or(nodes.len());
                    if let Some(parent) = parent {
                        nodes[parent].links.push(Link { to: node, kind, name });
                    }
                    if known.is_some() {
                        continue;
                    }
                    nodes.push(Parsed { score: self.score()?, links: Vec::new() });
                    if self.peek() == Some('[') {
                        open.push((node, self.at));
                        self.at += 1;
                    }
                }
                _ => return Err(self.unexpected(&open)),
            }
        }
        if self.at < self.text.len() {
            let rest = self.at..self.text.len();
            return Err(self.error(rest, "text after the game", "the end of the text"));
        }
        let links = |node: usize, out: &mut Vec<Link>| out.extend(&nodes[node].links);
        let names = self.names.map(Arc::new);
        Ok(Graph::numbered((nodes.len(), nodes.len()), 0, names, links, |node| nodes[node].score).0)
    }

    fn close(&mut self, nodes: &[Parsed], open: &mut Vec<(usize, usize)>) -> Result<(), SyntaxError> {
        let here = self.at;
        if let Some((node, bracket)) = open.pop()
            && nodes[node].links.is_empty()
        {
            let empty = bracket..here + 1;
            let expected =
                "at least one position between the brackets; a position without moves is a plain score";
            return Err(self.error(empty, "no moves", expected));
        }
        self.at += 1;
        Ok(())
    }

    fn name(&mut self, parent: Option<&Parsed>) -> Result<Option<NameId>, SyntaxError> {
        if self.peek() != Some(QUOTE) {
            return Ok(None);
        }
        let here = self.at;
        let quote = here..here + 1;
        let Some(parent) = parent else {
            let problem = "a name before the root, to which no move leads";
            return Err(self.error(quote, problem, "a score or `[`"));
        };
        self.check_move_limit(parent)?;
        let Some(length) = self.text[quote.end..].find(QUOTE) else {
            return Err(self.error(quote, "this quote is never closed", "`\"` at the end of the name"));
        };
        let name = &self.text[quote.end..quote.end + length];
        if let Some((at, wrong)) = name.char_indices().find(|&(_, character)| !is_name_character(character)) {
            let span = quote.end + at..quote.end + at + wrong.len_utf8();
            let expected = "`\"` at the end of the name, on one line";
            return Err(self.error(span, format!("{wrong:?} in a name"), expected));
        }
        let whole = here..quote.end + length + 1;
        if name.is_empty() {
            return Err(self.error(whole, "an empty name", "at least one character between the quotes"));
        }
        self.at = whole.end;
        self.skip_space();
        match self.peek() {
            Some(PASS) => Err(self.error(whole, "a name before a pass", "the position after a move")),
            Some(NOISY | FORCING | '[' | '-' | '#' | '0'..='9' | 'a'..='z') => {
                Ok(Some(self.names.get_or_insert_default().id(name)))
            }
            _ => {
                let end = self.at..self.at;
                Err(self.error(end, "no position after a name", "a mark, a score, `[` or a label"))
            }
        }
    }

    fn link_kind(&mut self, parent: Option<&Parsed>) -> Result<LinkKind, SyntaxError> {
        let here = self.at;
        if let Some(parent) = parent {
            self.check_move_limit(parent)?;
        }
        let mut marks = Marks::default();
        while let Some(sign @ (NOISY | FORCING | PASS)) = self.peek() {
            let span = self.at..self.at + 1;
            self.at += 1;
            let Some(parent) = parent else {
                let problem = format!("`{sign}` before the root, to which no move leads");
                return Err(self.error(span, problem, "a score or `[`"));
            };
            if sign == PASS {
                self.check_pass(parent, here, span)?;
                return self.check_position_follows(PASS).map(|()| LinkKind::Pass);
            }
            let mark = if sign == NOISY { &mut marks.noisy } else { &mut marks.forcing };
            if std::mem::replace(mark, true) {
                return Err(self.error(span, format!("`{sign}` twice"), "each mark once, and a position"));
            }
            if !matches!(self.peek(), Some(NOISY | FORCING | PASS)) {
                self.check_position_follows(sign)?;
            }
        }
        Ok(LinkKind::Move(marks))
    }

    /// Rejects a link after the pass, and more moves than a position may have.
    fn check_move_limit(&self, parent: &Parsed) -> Result<(), SyntaxError> {
        let here = self.at..self.at + 1;
        if parent.passes() {
            return Err(self.error(here, "a move or pass after the pass", "`]`, as the pass comes last"));
        }
        if parent.links.len() == Graph::MAX_MOVES && self.peek() != Some(PASS) {
            let expected = format!("at most {} moves in a position", Graph::MAX_MOVES);
            return Err(self.error(here, "too many moves", expected));
        }
        Ok(())
    }

    fn check_pass(&self, parent: &Parsed, marks: usize, span: Range<usize>) -> Result<(), SyntaxError> {
        if marks < span.start {
            return Err(self.error(marks..span.start, "a mark before a pass", "the position after a move"));
        }
        if parent.links.is_empty() {
            return Err(self.error(span, "a pass without a move", "at least one move before the pass"));
        }
        Ok(())
    }

    fn check_position_follows(&self, sign: char) -> Result<(), SyntaxError> {
        if matches!(self.peek(), Some('[' | '-' | '#' | '0'..='9' | 'a'..='z')) {
            return Ok(());
        }
        let problem = format!("no position after `{sign}`");
        Err(self.error(self.at..self.at, problem, "a score, `[` or a label, without a space"))
    }

    /// Reads the label at the cursor, and returns the position that it refers to. Returns `None` without a label, or if
    /// the label defines `node`, which is read next.
    fn label(&mut self, node: usize) -> Result<Option<usize>, SyntaxError> {
        let rest = &self.text[self.at..];
        let length =
            rest.bytes().take_while(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()).count();
        let (label, span) = (&rest[..length], self.at..self.at + length);
        if !label.starts_with(|first: char| first.is_ascii_lowercase()) {
            return Ok(None);
        }
        self.at += length;
        if self.peek() != Some(':') {
            let known = self.labels.get(label).copied();
            return known.map(Some).ok_or_else(|| {
                let expected = if self.labels.is_empty() {
                    "a label that was defined before, as in `[x:1 x]`".to_owned()
                } else {
                    suggest(label, self.labels.keys().copied().collect::<BTreeSet<_>>())
                };
                self.error(span, format!("unknown label {}", quoted(label)), expected)
            });
        }
        self.at += 1;
        if self.labels.insert(label, node).is_some() {
            let problem = format!("the label {} is defined twice", quoted(label));
            return Err(self.error(span, problem, "a definition of each label once"));
        }
        if !matches!(self.peek(), Some('[' | '-' | '#' | '0'..='9')) {
            let end = self.at..self.at;
            let problem = format!("no position after {}", quoted(&rest[..=length]));
            return Err(self.error(end, problem, "a score or `[`, without a space"));
        }
        Ok(None)
    }

    fn score(&mut self) -> Result<Score, SyntaxError> {
        let rest = &self.text[self.at..];
        let unsigned = rest.strip_prefix('-').unwrap_or(rest);
        let digits = unsigned.strip_prefix('#').unwrap_or(unsigned);
        let sign = rest.len() - digits.len();
        let length = sign + digits.bytes().take_while(u8::is_ascii_digit).count();
        let span = self.at..self.at + length;
        self.at += length;
        if length == 0 {
            return Ok(Score::ZERO);
        }
        if length == sign {
            let alone =
                if unsigned.starts_with('#') { "a mate without its plies" } else { "a minus sign alone" };
            return Err(self.error(span, alone, "digits after it"));
        }
        Score::from_str(&self.text[span.clone()])
            .map_err(|expected| self.error(span, "a score out of range", expected))
    }

    fn skip_space(&mut self) -> bool {
        let before = self.at;
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
        self.at > before
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn unexpected(&self, open: &[(usize, usize)]) -> SyntaxError {
        let expected = if open.is_empty() { "a score or `[`" } else { "a score, `[`, `]` or a label" };
        match (self.peek(), open.last()) {
            (Some(found), _) => {
                self.error(self.at..self.at + found.len_utf8(), format!("found {found:?}"), expected)
            }
            (None, Some(&(_, bracket))) => self.error(
                bracket..bracket + 1,
                "this bracket is never closed",
                "`]` before the end of the text",
            ),
            (None, None) => self.error(self.at..self.at, "no game", expected),
        }
    }

    fn error(
        &self,
        span: Range<usize>,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> SyntaxError {
        SyntaxError::new(self.text, span, problem, expected)
    }
}
