//! Games as one line of text.
//!
//! ```text
//! position = [label ":"] score                           the game is over here, or
//!          | [label ":"] [score] "[" move+ [pass] "]"    its moves, first move first, or
//!          | label                                       the position of that label once more
//! move     = ["!"] ["+"] position                        noisy or forcing, and where it leads
//! pass     = "~" position                                where passing leads
//! score    = ["-"] digits | ["-"] "#" digits           a number, or a mate in so many plies
//! label    = a small letter, then small letters and digits
//! ```
//!
//! A score before a bracket is what `evaluate` says at that inner position, and
//! is left out when it is 0. No space stands within `label:score[` or behind `!`, `+` and `~`; white
//! space separates positions. `[[3 5] 2[9]]` is a root with two moves: the first leads to
//! a choice of 3 and 5, the second to a position worth 2 at depth 0 with a
//! single move to a leaf worth 9. All scores are from the side to move: at `-#0` it has lost,
//! and at `#3` it wins in three plies.
//!
//! A move is noisy, as captures are, where `!` stands before its position, and forcing, as checks are,
//! where `+` does; `+!` is read as `!+`. In `[!3 +[2 4] 5 ~[1 2]]` the first move is noisy, the
//! second forcing, and passing leads to a choice of 1 and 2.
//!
//! A label stands at a position that several moves or passes lead to, where it is written for the
//! first time; afterwards the label alone means that position. `[x:[1 2] [x]]` has one
//! position behind its first move and behind the only reply to its second; in
//! `a:[[a 3]]` the reply leads back to the root.

mod parser;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use crate::game::{By, Graph, Link, Marks};
use crate::score::Score;
use crate::syntax::SyntaxError;

use parser::Parser;

const NOISY: char = '!';
const FORCING: char = '+';
const PASS: char = '~';

impl Graph {
    /// The labels of the positions that several moves or passes lead to, in the order in which the
    /// notation writes them: a, b, ... z, a1, b1, ...
    pub fn labels(&self) -> Vec<Option<String>> {
        let mut ways = vec![0u32; self.len()];
        ways[0] = 1;
        for node in 0..self.len() {
            self.links(node).for_each(|link| ways[link.to] += 1);
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
            todo.extend(self.links(node).rev().map(|link| link.to));
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

impl fmt::Display for By {
    /// What stands before the position that it leads to.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs = match *self {
            Self::Move(Marks { noisy, forcing }) => [noisy.then_some(NOISY), forcing.then_some(FORCING)],
            Self::Pass => [Some(PASS), None],
        };
        signs.into_iter().flatten().try_for_each(|sign| write!(f, "{sign}"))
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A stack of what is still to be written, as games may be deeper than call stacks.
        enum Todo {
            Link(Link),
            Close,
        }
        let labels = if self.is_tree() { vec![None; self.len()] } else { self.labels() };
        let mut written = vec![false; self.len()];
        let mut todo = vec![Todo::Link(Link::plain(0))];
        let mut first = true;
        while let Some(next) = todo.pop() {
            let Todo::Link(Link { to: node, by }) = next else {
                f.write_str("]")?;
                continue;
            };
            if !first {
                f.write_str(" ")?;
            }
            first = false;
            write!(f, "{by}")?;
            let again = std::mem::replace(&mut written[node], true);
            if let Some(label) = &labels[node] {
                write!(f, "{label}{}", if again { "" } else { ":" })?;
            }
            if again {
                continue;
            }
            let is_over = self.children(node).is_empty();
            if is_over || self.score(node) != Score::ZERO {
                write!(f, "{}", self.score(node))?;
            }
            if !is_over {
                f.write_str("[")?;
                first = true;
                todo.push(Todo::Close);
                todo.extend(self.links(node).rev().map(Todo::Link));
            }
        }
        Ok(())
    }
}

impl FromStr for Graph {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Parser::new(text).game()
    }
}
