//! The text notation of the scripts of the target `tables`.
//!
//! ```text
//! tables tt(...) STEP ... [; tt(...) STEP ...]                    options as in a subject, and operations
//!
//! step = "+" key "/" draft ("=" | ">" | "<") score [":" move]     stores an exact score or a bound
//!      | "?" key "/" depth "(" alpha "," beta ")"                 a node probes
//!      | "begin" | "forget"
//! ```

use std::fmt;
use std::str::FromStr;

use super::tables::{Op, Round, Script, VERSION};
use pvcheck::position::Move;
use pvcheck::score::{Bound, Score, Window};
use pvcheck::subject::Subject;
use pvcheck::table::{Entry, TableOptions};

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
            Self::Probe { key, depth, window } => {
                write!(f, "?{key}/{depth}({},{})", window.alpha.get(), window.beta.get())
            }
            Self::Begin => f.write_str("begin"),
            Self::NewGame => f.write_str("forget"),
        }
    }
}

/// The error for a text that is not a script, without details.
#[derive(Debug)]
pub(super) struct InvalidScript;

impl FromStr for Script {
    type Err = InvalidScript;

    fn from_str(text: &str) -> Result<Self, InvalidScript> {
        let text = text.strip_prefix(VERSION).ok_or(InvalidScript)?;
        text.split(';').map(|text| parse_round(text).ok_or(InvalidScript)).collect::<Result<_, _>>().map(Self)
    }
}

fn parse_round(text: &str) -> Option<Round> {
    let mut words = text.split_ascii_whitespace();
    let table_options = words.next()?;
    let subject: Subject = format!("pvs-soft+none+{table_options}").parse().ok()?;
    // Scripts have to run fast, so tables are not larger than the default.
    let table_options =
        subject.options.table.filter(|table| table.entries <= TableOptions::DEFAULT.entries)?;
    let ops = words.map(|word| {
        Some(match (word, word.split_at_checked(1)?) {
            ("begin", _) => Op::Begin,
            ("forget", _) => Op::NewGame,
            (_, ("+", entry)) => Op::Store(stored(entry)?),
            (_, ("?", probe)) => probed(probe)?,
            _ => return None,
        })
    });
    Some(Round { table_options, ops: ops.collect::<Option<_>>()? })
}

/// Parses a key and a depth.
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
    let (draft, bound_and_score) = rest.split_at(at);
    let bound = match bound_and_score.get(..1)? {
        "=" => Bound::Exact,
        ">" => Bound::Lower,
        _ => Bound::Upper,
    };
    let (value, mv) = match bound_and_score[1..].split_once(':') {
        Some((value, mv)) => (value, Some(mv.parse().ok().filter(|&mv| mv <= Move::LARGEST)?)),
        None => (&bound_and_score[1..], None),
    };
    let (key, draft) = place(key, draft)?;
    Some(Entry { key, draft, bound, score: score(value)?, mv: mv.map_or(Move::NULL, Move::new) })
}

fn probed(text: &str) -> Option<Op> {
    let (key, rest) = text.split_once('/')?;
    let (depth, window) = rest.strip_suffix(')')?.split_once('(')?;
    let (alpha, beta) = window.split_once(',')?;
    let (key, depth) = place(key, depth)?;
    let (alpha, beta) = (score(alpha)?, score(beta)?);
    (alpha < beta).then_some(Op::Probe { key, depth, window: Window { alpha, beta } })
}
