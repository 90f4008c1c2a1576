//! The text of what `tables` does.
//!
//! ```text
//! tables tt(...) STEP ... [; tt(...) STEP ...]     options as in a subject, and what is done then
//!
//! step = "+" key "/" draft ("=" | ">" | "<") score [":" move]     an entry is stored: exact, a bound
//!      | "?" key "/" depth "(" alpha "," beta ")"                 a node asks
//!      | "begin" | "forget"
//! ```

use std::fmt;
use std::str::FromStr;

use super::tables::{Op, Round, Script};
use crate::position::Move;
use crate::score::{Bound, Score, Window};
use crate::subject::Subject;
use crate::table::{Entry, TableOptions};

/// The word that a script begins with.
pub(super) const VERSION: &str = "tables ";

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(VERSION.trim_end())?;
        for (number, Round { table_options, ops }) in self.0.iter().enumerate() {
            write!(f, "{} {table_options}", if number > 0 { " ;" } else { "" })?;
            ops.iter().try_for_each(|op| write!(f, " {op}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Store(Entry { key, draft, bound, score, mv }) => {
                let sign = match bound {
                    Bound::Exact => '=',
                    Bound::Lower => '>',
                    Bound::Upper => '<',
                };
                write!(f, "+{key}/{draft}{sign}{}", score.get())?;
                if mv == Move::NULL { Ok(()) } else { write!(f, ":{mv}") }
            }
            Self::Ask { key, depth, window } => {
                write!(f, "?{key}/{depth}({},{})", window.alpha.get(), window.beta.get())
            }
            Self::Begin => f.write_str("begin"),
            Self::Forget => f.write_str("forget"),
        }
    }
}

/// A text that is no script; what is wrong is all that is known of it.
#[derive(Debug)]
pub(super) struct NoScript;

impl FromStr for Script {
    type Err = NoScript;

    fn from_str(text: &str) -> Result<Self, NoScript> {
        let text = text.strip_prefix(VERSION).ok_or(NoScript)?;
        text.split(';').map(|text| round(text).ok_or(NoScript)).collect::<Result<_, _>>().map(Self)
    }
}

fn round(text: &str) -> Option<Round> {
    let mut words = text.split_ascii_whitespace();
    let table_options = words.next()?;
    let subject: Subject = format!("pvs-soft+none+{table_options}").parse().ok()?;
    // A script is tried in no time: tables are no larger than usual ones.
    let table_options =
        subject.options.table.filter(|table| table.entries <= TableOptions::DEFAULT.entries)?;
    let ops = words.map(|word| {
        Some(match (word, word.split_at_checked(1)?) {
            ("begin", _) => Op::Begin,
            ("forget", _) => Op::Forget,
            (_, ("+", entry)) => Op::Store(stored(entry)?),
            (_, ("?", question)) => asked(question)?,
            _ => return None,
        })
    });
    Some(Round { table_options, ops: ops.collect::<Option<_>>()? })
}

/// A key and a depth.
fn place(key: &str, depth: &str) -> Option<(u64, usize)> {
    let depth: u8 = depth.parse().ok()?;
    Some((key.parse().ok()?, usize::from(depth)))
}

fn score(text: &str) -> Option<Score> {
    Score::new(text.parse().ok()?).filter(|score| !score.is_mate())
}

fn stored(text: &str) -> Option<Entry> {
    let (key, rest) = text.split_once('/')?;
    let at = rest.find(['=', '>', '<'])?;
    let (draft, said) = rest.split_at(at);
    let bound = match said.get(..1)? {
        "=" => Bound::Exact,
        ">" => Bound::Lower,
        _ => Bound::Upper,
    };
    let (value, mv) = match said[1..].split_once(':') {
        Some((value, mv)) => (value, Some(mv.parse().ok().filter(|&mv| mv <= Move::LARGEST)?)),
        None => (&said[1..], None),
    };
    let (key, draft) = place(key, draft)?;
    Some(Entry { key, draft, bound, score: score(value)?, mv: mv.map_or(Move::NULL, Move::new) })
}

fn asked(text: &str) -> Option<Op> {
    let (key, rest) = text.split_once('/')?;
    let (depth, window) = rest.strip_suffix(')')?.split_once('(')?;
    let (alpha, beta) = window.split_once(',')?;
    let (key, depth) = place(key, depth)?;
    let (alpha, beta) = (score(alpha)?, score(beta)?);
    (alpha < beta).then_some(Op::Ask { key, depth, window: Window { alpha, beta } })
}
