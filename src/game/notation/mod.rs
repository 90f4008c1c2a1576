//! The text notation of games, with one game on one line.
//!
//! ```text
//! position = [label ":"] score                           a leaf: the game is over, or
//!          | [label ":"] [score] "[" move+ [pass] "]"    an inner position with its moves in order, or
//!          | label                                       a position that was written before
//! move     = [name] ["!"] ["+"] position                 name and marks (noisy, forcing), then the position after it
//! pass     = "~" position                                the position after a null move
//! score    = ["-"] digits | ["-"] "#" digits             a number, or a mate in that many plies
//! label    = a lower-case letter, then lower-case letters and digits
//! name     = '"' characters '"'                          the name of the move
//! ```
//!
//! A score before a bracket is the static evaluation of that inner position; it is omitted when it
//! is 0. White space separates positions; there is none within `label:score[` or after `!`, `+` and
//! `~`. All scores are from the side to move: at `-#0` it has lost, at `#3` it wins in three plies.
//! `[[3 5] 2[9]]` is a root with two moves. The first leads to a position with two moves, to leaves
//! with the scores 3 and 5. The second leads to a position with the static evaluation 2 and a single
//! move, to a leaf with the score 9.
//!
//! `!` before a position marks the move to it as noisy, like a capture; `+` marks it as forcing, like
//! a check. `+!` means the same as `!+`. In `[!3 +[2 4] 5 ~[1 2]]` the first move is noisy, the second
//! is forcing, and after a pass the other side chooses between 1 and 2.
//!
//! A name in double quotes comes first, as in `["e2e4" 3 "Nf3"! [2 "d2d4" a:1] "d2d4" a]`. It contains at least one
//! character, and neither a double quote, nor control characters, nor white space but the space. Different moves may have
//! the same name. White space may follow a name. Passes have no names, and the notation does not contain the names
//! of positions.
//!
//! A position that several moves or passes lead to has a label where it is written for the first
//! time; after that, the label alone means that position. In `[x:[1 2] [x]]` the first move and the
//! only reply to the second move lead to the same position. In `a:[[a 3]]` the first reply leads back
//! to the root.

mod parser;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use crate::game::{Graph, Link, LinkKind, Marks};
use crate::score::Score;
use crate::syntax::SyntaxError;

use parser::Parser;

const NOISY: char = '!';
const FORCING: char = '+';
const PASS: char = '~';
const QUOTE: char = '"';

impl Graph {
    /// Returns the label of each position, or `None` unless several moves or passes lead to it. Labels are in the order
    /// of the notation: a, b, ... z, a1, b1, ...
    pub fn labels(&self) -> Vec<Option<String>> {
        let mut incoming = vec![0u32; self.len()];
        incoming[0] = 1;
        for node in 0..self.len() {
            self.links(node).for_each(|link| incoming[link.to] += 1);
        }
        let mut labels = vec![None; self.len()];
        let mut written = vec![false; self.len()];
        let (mut todo, mut next) = (vec![0], 0);
        while let Some(node) = todo.pop() {
            if std::mem::replace(&mut written[node], true) {
                continue;
            }
            if incoming[node] > 1 {
                labels[node] = Some(label(next));
                next += 1;
            }
            todo.extend(self.links(node).rev().map(|link| link.to));
        }
        labels
    }
}

fn label(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

impl fmt::Display for LinkKind {
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
        // An explicit stack, as a game may be too deep for recursion.
        enum Todo {
            Link(Link),
            Close,
        }
        let labels = if self.is_tree() { vec![None; self.len()] } else { self.labels() };
        let mut written = vec![false; self.len()];
        let mut todo = vec![Todo::Link(Link::plain(0))];
        let mut first = true;
        while let Some(next) = todo.pop() {
            let Todo::Link(Link { to: node, kind, name }) = next else {
                f.write_str("]")?;
                continue;
            };
            if !first {
                f.write_str(" ")?;
            }
            first = false;
            if let Some(name) = name.and_then(|name| self.name_text(name)) {
                let space = if kind == LinkKind::Move(Marks::default()) { " " } else { "" };
                write!(f, "{QUOTE}{name}{QUOTE}{space}")?;
            }
            write!(f, "{kind}")?;
            let again = std::mem::replace(&mut written[node], true);
            if let Some(label) = &labels[node] {
                write!(f, "{label}{}", if again { "" } else { ":" })?;
            }
            if again {
                continue;
            }
            let is_over = self.is_leaf(node);
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

crate::syntax::debug_is_display!(Graph);

impl FromStr for Graph {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Parser::new(text).game()
    }
}
