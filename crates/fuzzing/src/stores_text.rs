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

use super::Script;
use super::stores::{Calls, MoveEffect, NodeEnd, ScriptNode, Step};
use pvcheck::pv::CAPACITY;
use pvcheck::score::Bound;

const BOUNDS: [(char, Bound); 3] = [('e', Bound::Exact), ('l', Bound::Lower), ('u', Bound::Upper)];

impl fmt::Display for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::WORD.trim_end())?;
        self.0.iter().try_for_each(|(depth, node)| write!(f, " {depth} {node}"))
    }
}

impl fmt::Display for ScriptNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.open { 'o' } else { 'n' }, self.key)?;
        match &self.ends {
            NodeEnd::Leaf => f.write_str("."),
            NodeEnd::Draw => f.write_str("="),
            NodeEnd::Hit(hit) => {
                let (letter, _) =
                    BOUNDS.iter().find(|(_, bound)| bound == hit).expect("a letter for each bound");
                write!(f, "@{letter}")
            }
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

pub(super) fn parsed(text: &str) -> Option<Calls> {
    let mut words = text.split_ascii_whitespace();
    let mut searches = Vec::new();
    while let Some(depth) = words.next() {
        let depth: usize = depth.parse().ok().filter(|&depth| depth <= CAPACITY)?;
        let mut rest = words.next()?.bytes();
        let node = parse_node(&mut rest, depth)?;
        if rest.next().is_some() {
            return None;
        }
        searches.push((depth, node));
    }
    (!searches.is_empty()).then_some(Calls(searches))
}

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
        b'@' => {
            let letter = char::from(text.next()?);
            NodeEnd::Hit(BOUNDS.iter().find(|&&(own, _)| own == letter)?.1)
        }
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
