//! `tables`: the transposition table beside a list of all that it was told.
//!
//! An answer has to be one of the entries that were stored since the table was emptied last, of that
//! position as far as its key tells, and of a draft that may stand for the wanted one. What has just been
//! stored must be known, unless the way to replace says that something else in its place goes before.

use super::tables_text::VERSION;
use super::{FuzzFinding, Reproducer, RunStatus, Target, read, set_running};
use crate::game::Choices;
use crate::position::Move;
use crate::score::{Bound, Score, Window};
use crate::table::{Draft, Entry, PvCut, Replace, Table, TableOptions};

/// Operations that grow in one round, at most.
const MAX_OPS: u32 = 48;

/// What is done with a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Op {
    /// This is stored.
    Store(Entry),
    /// The position of this key is asked for at this depth; a node with this window wants to know.
    Ask { key: u64, depth: usize, window: Window },
    /// Another search begins with the same options.
    Begin,
    /// It is emptied before the next search, whatever the options say.
    Forget,
}

/// What is done with a table of these options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Round {
    pub table_options: TableOptions,
    pub ops: Vec<Op>,
}

/// Rounds on one table, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Script(pub Vec<Round>);

impl Script {
    fn read(bytes: &[u8]) -> Option<Self> {
        read(bytes, VERSION, |choices| Self::grown(choices))
    }

    /// A script from choices.
    pub fn grown(choices: &mut impl Choices) -> Self {
        Self((0..=choices.below(3)).map(|_| Round::grown(choices)).collect())
    }
}

impl Round {
    fn grown(choices: &mut impl Choices) -> Self {
        let mut table_options = TableOptions::random(choices);
        table_options.narrow = choices.one_in(4);
        if choices.one_in(4) {
            table_options.key_bits = 1 + choices.below(4);
        }
        Self { table_options, ops: (0..choices.below(MAX_OPS)).map(|_| Op::grown(choices)).collect() }
    }
}

/// A score of a few, from both sides of zero.
fn score(choices: &mut impl Choices) -> Score {
    Score::saturating(i64::from(choices.below(5)) - i64::from(choices.below(5)))
}

impl Op {
    fn grown(choices: &mut impl Choices) -> Self {
        let kind = choices.below(16);
        if kind >= 14 {
            return if kind == 14 { Self::Begin } else { Self::Forget };
        }
        // Few positions, so that they share slots, and some that differ in high bits alone.
        let key = u64::from(choices.below(12)) | u64::from(choices.one_in(4)) << 40;
        let draft = choices.below(6) as usize;
        if kind < 7 {
            let window = Window::new(score(choices), Score::ZERO);
            let beta = window.alpha + 1 + choices.below(4) as i32;
            return Self::Ask { key, depth: draft, window: Window { beta, ..window } };
        }
        let bound = [Bound::Exact, Bound::Lower, Bound::Upper][choices.below(3) as usize];
        let mv = choices.below(4).checked_sub(1).map_or(Move::NULL, |mv| Move::new(mv as u16));
        Self::Store(Entry { key, draft, bound, score: score(choices), mv })
    }
}

/// What these bytes are, as text.
pub(super) fn reproducer(bytes: &[u8]) -> Option<Reproducer> {
    Some(Reproducer::text(Target::Tables, &Script::read(bytes)?.to_string()))
}

/// Drives `table` beside the list. `meant` are the options that the list goes by: the same, but in tests.
pub(super) fn run(
    bytes: &[u8],
    table: &mut Table,
    meant: fn(TableOptions) -> TableOptions,
) -> Result<RunStatus, FuzzFinding> {
    let Some(script) = Script::read(bytes) else {
        return Ok(RunStatus::Rejected);
    };
    set_running(None);
    table.new_game();
    let mut stored =
        StoredEntries { table_options: TableOptions::DEFAULT, entries: Vec::new(), outdated: true };
    for (number, Round { table_options, ops }) in script.0.iter().enumerate() {
        table.begin(table_options);
        stored.begin(&meant(*table_options));
        for (at, op) in ops.iter().enumerate() {
            if let Some(what) = stored.breach(table, table_options, op) {
                let what = format!("{what}, at step {} of round {}", at + 1, number + 1);
                return Err(FuzzFinding::of_text(Target::Tables, &script.to_string(), what));
            }
        }
    }
    Ok(RunStatus::Completed)
}

/// All that the table was told since it was emptied last, in order.
struct StoredEntries {
    table_options: TableOptions,
    entries: Vec<Entry>,
    outdated: bool,
}

impl StoredEntries {
    fn begin(&mut self, table_options: &TableOptions) {
        if !table_options.keep || self.outdated || self.table_options != *table_options {
            self.entries.clear();
        }
        (self.table_options, self.outdated) = (*table_options, false);
    }

    /// A key, as far as the table tells keys apart.
    fn signature(&self, key: u64) -> u64 {
        if self.table_options.key_bits == u64::BITS { key } else { key % (1 << self.table_options.key_bits) }
    }

    /// Where the entries of a position stand: those of one place replace each other.
    fn place(&self, key: u64) -> u64 {
        self.signature(key) % u64::from(self.table_options.entries)
    }

    /// Does `op` to the table and to the list; what is wrong then.
    fn breach(&mut self, table: &mut Table, table_options: &TableOptions, op: &Op) -> Option<String> {
        match *op {
            Op::Store(entry) => {
                table.store(entry);
                self.entries.push(Entry { key: self.signature(entry.key), ..entry });
                self.check_store(table, &entry)
            }
            Op::Ask { key, depth, window } => self
                .check_probe(table, key, depth)
                .or_else(|| table.probe(key, depth).and_then(|entry| self.check_use(table, &entry, window))),
            Op::Begin => {
                table.begin(table_options);
                let table_options = self.table_options;
                self.begin(&table_options);
                None
            }
            Op::Forget => {
                table.new_game();
                self.outdated = true;
                None
            }
        }
    }

    /// Whether this answer about `key` was never stored.
    fn was_never_stored(&self, key: u64, answer: &Entry) -> bool {
        let own = || self.entries.iter().filter(|stored| stored.key == self.signature(key));
        // An entry without a move takes over the one that was known.
        let known = |stored: &Entry| stored.mv == Move::NULL && own().any(|other| other.mv == answer.mv);
        !own().any(|stored| {
            *stored == *answer || Entry { mv: answer.mv, ..*stored } == *answer && known(stored)
        })
    }

    fn check_probe(&self, table: &Table, key: u64, depth: usize) -> Option<String> {
        let answers = [table.probe(key, depth), table.any(key), table.any_move(key)];
        if let Some(answer) = answers.iter().flatten().find(|answer| self.was_never_stored(key, answer)) {
            return Some(format!(
                "asked for {key} at depth {depth} it answers {answer:?}, which nobody said"
            ));
        }
        let [probed, any, any_move] = answers;
        let deeper = self.table_options.draft == Draft::Deeper;
        if let Some(entry) = probed.filter(|entry| entry.draft < depth || entry.draft > depth && !deeper) {
            return Some(format!("{entry:?} stands for depth {depth}"));
        }
        if any_move.is_some_and(|entry| entry.mv == Move::NULL) {
            return Some(format!("asked for a move of {key} it answers none"));
        }
        if any.is_none() && (probed.is_some() || any_move.is_some()) {
            return Some(format!("asked for anything of {key} it answers nothing, and knows an entry"));
        }
        // Where all is replaced, the last that was said of a place is what it knows.
        let last = self.entries.iter().rev().find(|stored| self.place(stored.key) == self.place(key));
        let last = last
            .filter(|last| self.table_options.replace == Replace::Always && last.key == self.signature(key));
        match last {
            Some(last) if any.is_none_or(|any| !matches_entry(&any, last)) => {
                Some(format!("{last:?} was said last, and what is known is {any:?}"))
            }
            _ => None,
        }
    }

    /// What is wrong right behind this entry.
    fn check_store(&self, table: &Table, entry: &Entry) -> Option<String> {
        let (own, found) = (self.signature(entry.key), table.probe(entry.key, entry.draft));
        let entry = Entry { key: own, ..*entry };
        let place = || self.entries.iter().filter(|stored| self.place(stored.key) == self.place(own));
        let is_known = found.is_some_and(|found| matches_entry(&found, &entry));
        let may_be_refused = match self.table_options.replace {
            Replace::Always => false,
            Replace::Depth => place().any(|stored| stored.draft > entry.draft),
            Replace::ProtectPv => {
                entry.bound != Bound::Exact && place().any(|stored| stored.bound == Bound::Exact)
            }
            // Another slot may have a deeper one of the position.
            Replace::TwoTier | Replace::Bucket => {
                let deeper = self.table_options.draft == Draft::Deeper;
                deeper && found.is_some_and(|found| found.draft > entry.draft)
            }
        };
        let is_lost = !is_known && !may_be_refused;
        is_lost.then(|| format!("{entry:?} was stored, and what is known is {found:?}"))
    }

    /// What is wrong with what a node with this window makes of `entry`.
    fn check_use(&self, table: &Table, entry: &Entry, window: Window) -> Option<String> {
        let (cuts, narrowed) = (table.cuts(entry, window), table.narrowed(entry, window));
        // What may be returned is exact, or proves that the value lies on that side of the window.
        let proves = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= window.beta,
            Bound::Upper => entry.score <= window.alpha,
        };
        let may = match self.table_options.pv_cut {
            _ if !window.is_open() => true,
            PvCut::None => false,
            PvCut::Exact => entry.bound == Bound::Exact,
            PvCut::All => true,
        };
        if cuts != (proves && may) {
            return Some(format!(
                "{entry:?} {} a node with {window}",
                if cuts { "ends" } else { "does not end" }
            ));
        }
        // What is taken off a window lies behind the bound.
        let Window { alpha, beta } = window;
        let right = match entry.bound {
            Bound::Lower if self.table_options.narrow && entry.score > alpha => {
                Window { alpha: entry.score, beta }
            }
            Bound::Upper if self.table_options.narrow && entry.score < beta => {
                Window { alpha, beta: entry.score }
            }
            _ => window,
        };
        let is_wrong = !cuts && narrowed != right;
        is_wrong.then(|| format!("{entry:?} leaves {narrowed} of {window}, and has to leave {right}"))
    }
}

/// Whether an answer says what was stored, but for a move that was known before.
fn matches_entry(answer: &Entry, stored: &Entry) -> bool {
    Entry { mv: stored.mv, ..*answer } == *stored && (stored.mv == Move::NULL || stored.mv == answer.mv)
}
