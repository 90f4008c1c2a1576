//! The text notation of the scripts of the target `stores`.
//!
//! ```text
//! stores DEPTH NODE [DEPTH NODE ...]
//!
//! node = "o" | "n"  key  end     open or null window, a digit for the position, and how it ends:
//! end  = "."                     its value comes without a search of its children
//!      | "="                     it is a draw
//!      | "@" ("e" | "l" | "u")   a table entry cuts it off: exact, lower or upper bound
//!      | "[" step+ "]"           its moves are searched
//! step = node ["^" | "!"]        the move raises alpha, or fails high
//! ```

use std::fmt;
use std::str::FromStr;

use super::stores::{MoveEffect, NodeEnd, Script, ScriptNode, Step, VERSION};
use pvcheck::pv::CAPACITY;
use pvcheck::score::Bound;

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(VERSION.trim_end())?;
        self.0.iter().try_for_each(|(depth, node)| write!(f, " {depth} {node}"))
    }
}

impl fmt::Display for ScriptNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.open { 'o' } else { 'n' }, self.key)?;
        match &self.ends {
            NodeEnd::Leaf => f.write_str("."),
            NodeEnd::Draw => f.write_str("="),
            NodeEnd::Hit(Bound::Exact) => f.write_str("@e"),
            NodeEnd::Hit(Bound::Lower) => f.write_str("@l"),
            NodeEnd::Hit(Bound::Upper) => f.write_str("@u"),
            NodeEnd::Searched(steps) => {
                f.write_str("[")?;
                for Step { child, effect } in steps {
                    let effect = match effect {
                        MoveEffect::Nothing => "",
                        MoveEffect::Raise => "^",
                        MoveEffect::Refute => "!",
                    };
                    write!(f, "{child}{effect}")?;
                }
                f.write_str("]")
            }
        }
    }
}

/// The error for a text that is not a script, without details.
#[derive(Debug)]
pub(super) struct InvalidScript;

impl FromStr for Script {
    type Err = InvalidScript;

    fn from_str(text: &str) -> Result<Self, InvalidScript> {
        let mut words = text.strip_prefix(VERSION).ok_or(InvalidScript)?.split_ascii_whitespace();
        let mut searches = Vec::new();
        while let Some(depth) = words.next() {
            let depth: usize = depth.parse().ok().filter(|&depth| depth <= CAPACITY).ok_or(InvalidScript)?;
            let mut rest = words.next().ok_or(InvalidScript)?.bytes();
            let node = parse_node(&mut rest, depth).ok_or(InvalidScript)?;
            if rest.next().is_some() {
                return Err(InvalidScript);
            }
            searches.push((depth, node));
        }
        if searches.is_empty() { Err(InvalidScript) } else { Ok(Self(searches)) }
    }
}

/// Parses a node with `left` plies left.
fn parse_node(text: &mut (impl Iterator<Item = u8> + Clone), left: usize) -> Option<ScriptNode> {
    let open = match text.next()? {
        b'o' => true,
        b'n' => false,
        _ => return None,
    };
    let key = text.next()?.checked_sub(b'0').filter(|&key| key < ScriptNode::KEYS)?;
    let ends = match text.next()? {
        b'.' => NodeEnd::Leaf,
        b'=' => NodeEnd::Draw,
        b'@' => NodeEnd::Hit(match text.next()? {
            b'e' => Bound::Exact,
            b'l' => Bound::Lower,
            b'u' => Bound::Upper,
            _ => return None,
        }),
        b'[' => NodeEnd::Searched(parse_steps(text, left.checked_sub(1)?)?),
        _ => return None,
    };
    Some(ScriptNode { open, key, ends })
}

fn parse_steps(text: &mut (impl Iterator<Item = u8> + Clone), left: usize) -> Option<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    loop {
        let mut ahead = text.clone();
        if ahead.next()? == b']' {
            *text = ahead;
            return Some(steps).filter(|steps| !steps.is_empty());
        }
        // A move that fails high is the last one.
        if steps.last().is_some_and(|step| step.effect == MoveEffect::Refute) {
            return None;
        }
        let child = parse_node(text, left)?;
        let mut ahead = text.clone();
        let effect = match ahead.next()? {
            b'^' => MoveEffect::Raise,
            b'!' => MoveEffect::Refute,
            _ => MoveEffect::Nothing,
        };
        if effect != MoveEffect::Nothing {
            *text = ahead;
        }
        steps.push(Step { child, effect });
    }
}
