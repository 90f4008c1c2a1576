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

use super::Script;
use super::tables::{Op, Round, Rounds};
use pvcheck::position::Move;
use pvcheck::score::{Bound, Score, Window};
use pvcheck::subject::Subject;
use pvcheck::table::TableOptions;
use pvcheck::told::Entry;

const SIGNS: [(char, Bound); 3] = [('=', Bound::Exact), ('>', Bound::Lower), ('<', Bound::Upper)];

impl fmt::Display for Rounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::WORD.trim_end())?;
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
                let (sign, _) = SIGNS.iter().find(|(_, own)| *own == bound).expect("a sign for each bound");
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

pub(super) fn parse_round(text: &str) -> Option<Round> {
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

fn place(key: &str, depth: &str) -> Option<(u64, usize)> {
    let depth: u8 = depth.parse().ok()?;
    Some((key.parse().ok()?, usize::from(depth)))
}

fn score(text: &str) -> Option<Score> {
    Some(Score::saturating(text.parse().ok()?)).filter(|score| !score.is_mate())
}

fn stored(text: &str) -> Option<Entry> {
    let (key, rest) = text.split_once('/')?;
    let at = rest.find(SIGNS.map(|(sign, _)| sign))?;
    let (draft, score_and_move) = (&rest[..at], &rest[at + 1..]);
    let (_, bound) = SIGNS.into_iter().find(|&(sign, _)| rest[at..].starts_with(sign))?;
    let (value, mv) = match score_and_move.split_once(':') {
        Some((value, mv)) => (value, Some(mv.parse().ok().filter(|&mv| mv <= Move::LARGEST)?)),
        None => (score_and_move, None),
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
