//! Trees as one line of text.
//!
//! ```text
//! tree  = score               the game is over here, or
//!       | [score] "[" tree+ "]"   a position and what its moves lead to, first move first
//! ```
//!
//! A score before a bracket is what `evaluate` says at that inner position, and
//! is left out when it is 0. No space stands between the two; white space
//! separates trees. `[[3 5] 2[9]]` is a root with two moves: the first leads to
//! a choice of 3 and 5, the second to a position worth 2 at depth 0 with a
//! single move to a leaf worth 9. All scores are from the side to move.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::game::Tree;
use crate::score::Score;
use crate::syntax::SyntaxError;

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A stack of what is still to be written, as trees may be deeper than call stacks.
        enum Todo {
            Node(usize),
            Close,
        }
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
            let children = self.children(node);
            first = !children.is_empty();
            if children.is_empty() || self.score(node) != Score::ZERO {
                write!(f, "{}", self.score(node))?;
            }
            if !children.is_empty() {
                f.write_str("[")?;
                todo.push(Todo::Close);
                todo.extend(children.rev().map(Todo::Node));
            }
        }
        Ok(())
    }
}

impl FromStr for Tree {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Parser { text, at: 0 }.tree()
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
}

impl Parser<'_> {
    fn tree(mut self) -> Result<Tree, SyntaxError> {
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
                Some('[' | '-' | '0'..='9') => {
                    if !boundary && here > 0 && !matches!(self.text.as_bytes()[here - 1], b'[') {
                        return Err(self.error(
                            here..here + 1,
                            "two trees run together",
                            "a space between them",
                        ));
                    }
                    let node = nodes.len();
                    nodes.push(Parsed { score: self.score()?, children: Vec::new() });
                    if let Some(&(parent, _)) = open.last() {
                        self.add_child(&mut nodes[parent], node, here)?;
                    }
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
            return Err(self.error(rest, "text after the tree", "the end of the text"));
        }
        Ok(level_by_level(&nodes))
    }

    fn close(&mut self, nodes: &[Parsed], open: &mut Vec<(usize, usize)>) -> Result<(), SyntaxError> {
        let here = self.at;
        if let Some((node, bracket)) = open.pop()
            && nodes[node].children.is_empty()
        {
            let empty = bracket..here + 1;
            let expected =
                "at least one tree between the brackets; a position without moves is a plain score";
            return Err(self.error(empty, "no moves", expected));
        }
        self.at += 1;
        Ok(())
    }

    fn add_child(&self, parent: &mut Parsed, child: usize, here: usize) -> Result<(), SyntaxError> {
        if parent.children.len() == Tree::MOST_MOVES {
            let expected = format!("at most {} moves in a position", Tree::MOST_MOVES);
            return Err(self.error(here..here + 1, "too many moves", expected));
        }
        parent.children.push(child);
        Ok(())
    }

    /// The score at the cursor; 0 where none stands, before a bracket.
    fn score(&mut self) -> Result<Score, SyntaxError> {
        let rest = &self.text[self.at..];
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        let sign = rest.len() - digits.len();
        let length = sign + digits.bytes().take_while(u8::is_ascii_digit).count();
        let span = self.at..self.at + length;
        self.at += length;
        if length == 0 {
            return Ok(Score::ZERO);
        }
        if length == sign {
            return Err(self.error(span, "a minus sign alone", "digits after it"));
        }
        let parsed = self.text[span.clone()].parse().ok().and_then(Score::new);
        parsed.ok_or_else(|| {
            let expected = format!("a whole number from {} to {}", Score::MIN, Score::MAX);
            self.error(span, "a score out of range", expected)
        })
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
        let expected = if open.is_empty() { "a score or `[`" } else { "a score, `[` or `]`" };
        match (self.peek(), open.last()) {
            (Some(found), _) => {
                self.error(self.at..self.at + found.len_utf8(), format!("found {found:?}"), expected)
            }
            (None, Some(&(_, bracket))) => self.error(
                bracket..bracket + 1,
                "this bracket is never closed",
                "`]` before the end of the text",
            ),
            (None, None) => self.error(self.at..self.at, "no tree", expected),
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

fn level_by_level(nodes: &[Parsed]) -> Tree {
    let mut tree = Tree::leaf(nodes[0].score);
    let mut sources = vec![0];
    let mut node = 0;
    while node < sources.len() {
        let children = &nodes[sources[node]].children;
        let moves = u16::try_from(children.len()).expect("the parser limits the moves of a position");
        for (slot, &child) in tree.expand(node, moves).zip(children) {
            tree.set_score(slot, nodes[child].score);
        }
        sources.extend(children);
        node += 1;
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Tree>().expect_err("this text is wrong").to_string()
    }

    #[test]
    fn canonical_text_survives_a_round_trip() {
        for text in ["5", "-7", "[1]", "[[3 5] 2[9]]", "1[-2[3 4] 0 6[[0]]]"] {
            let tree: Tree = text.parse().expect("this text is right");
            assert_eq!(tree.to_string(), text);
        }
    }

    #[test]
    fn loose_text_is_read_and_printed_canonically() {
        let tree: Tree = "  [ 0[1\n2]\t-0 ]  ".parse().expect("white space is free");
        assert_eq!(tree.to_string(), "[[1 2] 0]");
    }

    #[test]
    fn errors_name_the_place_and_what_was_expected() {
        assert!(error("").starts_with("line 1, column 1: no tree; expected a score"));
        assert!(error("[1 2").starts_with("line 1, column 1: this bracket is never closed"));
        assert!(error("[1 []]").starts_with("line 1, column 4: no moves; expected at least one tree"));
        assert!(error("[1 x]").starts_with("line 1, column 4: found 'x'; expected a score, `[` or `]`"));
        assert!(error("[1 -]").starts_with("line 1, column 4: a minus sign alone"));
        assert!(error("[1\n1000000001]").starts_with("line 2, column 1: a score out of range"));
        assert!(error("1 2").starts_with("line 1, column 3: text after the tree"));
        assert!(error("[1]]").starts_with("line 1, column 4: text after the tree"));
        assert!(error("[[1][2]]").starts_with("line 1, column 5: two trees run together"));
        assert!(error("]").starts_with("line 1, column 1: found ']'"));
    }

    #[test]
    fn a_hundred_thousand_brackets_are_no_stack_overflow() {
        let text = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        let tree: Tree = text.parse().expect("deep, but right");
        assert_eq!(tree.to_string(), text);
        assert!("[".repeat(100_000).parse::<Tree>().is_err());
    }
}
