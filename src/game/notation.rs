//! Games as one line of text.
//!
//! ```text
//! position = [label ":"] score                       the game is over here, or
//!          | [label ":"] [score] "[" position+ "]"   what its moves lead to, first move first, or
//!          | label                                   the position of that label once more
//! score    = ["-"] digits | ["-"] "#" digits           a number, or a mate in so many plies
//! label    = a small letter, then small letters and digits
//! ```
//!
//! A score before a bracket is what `evaluate` says at that inner position, and
//! is left out when it is 0. No space stands within `label:score[`; white space
//! separates positions. `[[3 5] 2[9]]` is a root with two moves: the first leads to
//! a choice of 3 and 5, the second to a position worth 2 at depth 0 with a
//! single move to a leaf worth 9. All scores are from the side to move: at `-#0` it has lost,
//! and at `#3` it wins in three plies.
//!
//! A label stands at a position that several moves lead to, where it is written for the
//! first time; afterwards the label alone means that position. `[x:[1 2] [x]]` has one
//! position behind its first move and behind the only reply to its second; in
//! `a:[[a 3]]` the reply leads back to the root.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::game::Graph;
use crate::score::Score;
use crate::syntax::{SyntaxError, suggest};

impl Graph {
    /// The labels of the positions that several moves lead to, in the order in which the
    /// notation writes them: a, b, ... z, a1, b1, ...
    pub fn labels(&self) -> Vec<Option<String>> {
        let mut ways = vec![0u32; self.len()];
        ways[0] = 1;
        for node in 0..self.len() {
            self.children(node).for_each(|child| ways[child] += 1);
        }
        let mut labels = vec![None; self.len()];
        let mut written = vec![false; self.len()];
        let (mut todo, mut next) = (vec![0], 0);
        while let Some(node) = todo.pop() {
            if std::mem::replace(&mut written[node], true) {
                continue;
            }
            if ways[node] > 1 {
                labels[node] = Some(label(next));
                next += 1;
            }
            todo.extend(self.children(node).rev());
        }
        labels
    }
}

/// The label of this number.
fn label(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A stack of what is still to be written, as games may be deeper than call stacks.
        enum Todo {
            Node(usize),
            Close,
        }
        let labels = if self.is_tree() { vec![None; self.len()] } else { self.labels() };
        let mut written = vec![false; self.len()];
        let mut todo = vec![Todo::Node(0)];
        let mut first = true;
        while let Some(next) = todo.pop() {
            let Todo::Node(node) = next else {
                f.write_str("]")?;
                continue;
            };
            if !first {
                f.write_str(" ")?;
            }
            first = false;
            let again = std::mem::replace(&mut written[node], true);
            if let Some(label) = &labels[node] {
                write!(f, "{label}{}", if again { "" } else { ":" })?;
            }
            if again {
                continue;
            }
            let children = self.children(node);
            if children.is_empty() || self.score(node) != Score::ZERO {
                write!(f, "{}", self.score(node))?;
            }
            if !children.is_empty() {
                f.write_str("[")?;
                first = true;
                todo.push(Todo::Close);
                todo.extend(children.rev().map(Todo::Node));
            }
        }
        Ok(())
    }
}

impl FromStr for Graph {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Parser { text, at: 0, labels: HashMap::new() }.game()
    }
}

/// A position as it was read: its children are known only when its bracket closes.
struct Parsed {
    score: Score,
    children: Vec<usize>,
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// The positions that labels stand for.
    labels: HashMap<&'t str, usize>,
}

impl Parser<'_> {
    fn game(mut self) -> Result<Graph, SyntaxError> {
        let mut nodes: Vec<Parsed> = Vec::new();
        // Brackets that are still open: the node, and where its bracket stands.
        let mut open: Vec<(usize, usize)> = Vec::new();
        loop {
            let boundary = self.skip_space();
            if !nodes.is_empty() && open.is_empty() {
                break;
            }
            let here = self.at;
            match self.peek() {
                Some(']') if !open.is_empty() => self.close(&nodes, &mut open)?,
                Some('[' | '-' | '#' | '0'..='9' | 'a'..='z') => {
                    if !boundary && here > 0 && !matches!(self.text.as_bytes()[here - 1], b'[') {
                        return Err(self.error(
                            here..here + 1,
                            "two positions run together",
                            "a space between them",
                        ));
                    }
                    let known = self.label(nodes.len())?;
                    let node = known.unwrap_or(nodes.len());
                    if let Some(&(parent, _)) = open.last() {
                        self.add_child(&mut nodes[parent], node, here)?;
                    }
                    if known.is_some() {
                        continue;
                    }
                    nodes.push(Parsed { score: self.score()?, children: Vec::new() });
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
        Ok(level_by_level(&nodes))
    }

    fn close(&mut self, nodes: &[Parsed], open: &mut Vec<(usize, usize)>) -> Result<(), SyntaxError> {
        let here = self.at;
        if let Some((node, bracket)) = open.pop()
            && nodes[node].children.is_empty()
        {
            let empty = bracket..here + 1;
            let expected = "at least one position between the brackets; one without moves is a plain score";
            return Err(self.error(empty, "no moves", expected));
        }
        self.at += 1;
        Ok(())
    }

    fn add_child(&self, parent: &mut Parsed, child: usize, here: usize) -> Result<(), SyntaxError> {
        if parent.children.len() == Graph::MOST_MOVES {
            let expected = format!("at most {} moves in a position", Graph::MOST_MOVES);
            return Err(self.error(here..here + 1, "too many moves", expected));
        }
        parent.children.push(child);
        Ok(())
    }

    /// The label at the cursor, if there is one: the position that it stands for, or none
    /// where `node`, which is read next, is given it.
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
                    "a label that stands before, as in `[x:1 x]`".to_owned()
                } else {
                    suggest(label, self.labels.keys().copied())
                };
                self.error(span, format!("unknown label `{label}`"), expected)
            });
        }
        self.at += 1;
        if self.labels.insert(label, node).is_some() {
            return Err(self.error(
                span,
                format!("the label `{label}` stands at two positions"),
                "each label once",
            ));
        }
        if !matches!(self.peek(), Some('[' | '-' | '#' | '0'..='9')) {
            let end = self.at..self.at;
            return Err(self.error(
                end,
                format!("nothing behind `{label}:`"),
                "a score or `[`, without a space",
            ));
        }
        Ok(None)
    }

    /// The score at the cursor; 0 where none stands, before a bracket.
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

    /// Whether any white space was skipped.
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

/// The game, numbered as [`Graph`] does it.
fn level_by_level(nodes: &[Parsed]) -> Graph {
    let mut graph = Graph::leaf(nodes[0].score);
    let mut places = vec![None; nodes.len()];
    places[0] = Some(0);
    let mut sources = vec![0];
    let mut node = 0;
    while node < sources.len() {
        for &child in &nodes[sources[node]].children {
            let place = graph.add_move(node, places[child]);
            if places[child].is_none() {
                places[child] = Some(place);
                graph.set_score(place, nodes[child].score);
                sources.push(child);
            }
        }
        node += 1;
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Graph>().expect_err("this text is wrong").to_string()
    }

    #[test]
    fn canonical_text_survives_a_round_trip() {
        for text in [
            "5",
            "-7",
            "[1]",
            "[[3 5] 2[9]]",
            "1[-2[3 4] 0 6[[0]]]",
            "[a:1 a]",
            "[a:2[1 b:[3]] [b a]]",
            "a:[[a 3]]",
            "a:-1[a]",
        ] {
            let tree: Graph = text.parse().expect("this text is right");
            assert_eq!(tree.to_string(), text);
        }
    }

    #[test]
    fn loose_text_is_read_and_printed_canonically() {
        let tree: Graph = "  [ 0[1\n2]\t-0 ]  ".parse().expect("white space is free");
        assert_eq!(tree.to_string(), "[[1 2] 0]");
    }

    #[test]
    fn errors_name_the_place_and_what_was_expected() {
        assert!(error("").starts_with("line 1, column 1: no game; expected a score"));
        assert!(error("[1 2").starts_with("line 1, column 1: this bracket is never closed"));
        assert!(error("[1 []]").starts_with("line 1, column 4: no moves; expected at least one position"));
        assert!(
            error("[1 x]")
                .starts_with("line 1, column 4: unknown label `x`; expected a label that stands before")
        );
        assert!(error("[1 -]").starts_with("line 1, column 4: a minus sign alone"));
        assert!(error("[1 -#]").starts_with("line 1, column 4: a mate without its plies"));
        assert!(error("[1 #501]").starts_with("line 1, column 4: a score out of range"));
        assert!(error("[1\n1000000001]").starts_with("line 2, column 1: a score out of range"));
        assert!(error("1 2").starts_with("line 1, column 3: text after the game"));
        assert!(error("[1]]").starts_with("line 1, column 4: text after the game"));
        assert!(error("[[1][2]]").starts_with("line 1, column 5: two positions run together"));
        assert!(
            error("[1 ?]").starts_with("line 1, column 4: found '?'; expected a score, `[`, `]` or a label")
        );
        assert!(error("[x:1 y]").starts_with("line 1, column 6: unknown label `y`; expected one of x"));
        assert!(error("[x:1 x:2]").starts_with("line 1, column 6: the label `x` stands at two positions"));
        assert!(error("[x: 1]").starts_with("line 1, column 4: nothing behind `x:`"));
        assert!(error("x").starts_with("line 1, column 1: unknown label `x`"));
        assert!(error("]").starts_with("line 1, column 1: found ']'"));
    }

    #[test]
    fn a_label_means_one_position_and_loose_ones_are_named_anew() {
        let graph: Graph = "[x:[1 2] [x] y1:3 y1]".parse().expect("this text is right");
        assert_eq!(graph.len(), 6);
        assert_eq!(graph.to_string(), "[a:[1 2] [a] b:3 b]");
        // A label that is used once is none in print.
        assert_eq!("[x:1 2]".parse::<Graph>().expect("right").to_string(), "[1 2]");
    }

    #[test]
    fn more_labels_than_letters() {
        let shared: Vec<String> = (0..60).map(|i| format!("n{i}:{i} n{i}")).collect();
        let graph: Graph = format!("[{}]", shared.join(" ")).parse().expect("this text is right");
        let text = graph.to_string();
        assert!(text.starts_with("[a:0 a b:1 b") && text.contains(" z:25 z a1:26 a1 "), "{text}");
        assert_eq!(text.parse(), Ok(graph));
    }

    #[test]
    fn a_hundred_thousand_brackets_are_no_stack_overflow() {
        let text = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        let tree: Graph = text.parse().expect("deep, but right");
        assert_eq!(tree.to_string(), text);
        assert!("[".repeat(100_000).parse::<Graph>().is_err());
    }
}
