//! The target `tables`: the transposition table, compared with a list of all entries stored in it.
//!
//! The result of a probe has to be an entry that was stored since the table was last emptied, with the same key as far
//! as the table compares keys, and with a draft that is allowed for the depth. A probe must find the entry that was
//! just stored, unless the replacement scheme prefers another entry of the place.

use super::{FuzzFinding, Ran, RunStatus, Script, Target, set_running, tables_text};
use pvcheck::game::Choices;
use pvcheck::position::Move;
use pvcheck::score::{Bound, Score, Window};
use pvcheck::table::{Draft, Narrow, PvCut, Replace, Table, TableOptions};
use pvcheck::told::Entry;

/// The maximum number of operations that grow in one round.
const MAX_OPS: u32 = 48;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Op {
    Store(Entry),
    /// A node with this window probes for a key at a depth.
    Probe {
        key: u64,
        depth: usize,
        window: Window,
    },
    /// Another search begins with the same options.
    Begin,
    /// The table is emptied before the next search, even if the options keep it.
    NewGame,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Round {
    pub table_options: TableOptions,
    pub ops: Vec<Op>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rounds(pub Vec<Round>);

impl Script for Rounds {
    const WORD: &str = "tables ";

    fn parsed(text: &str) -> Option<Self> {
        text.split(';').map(tables_text::parse_round).collect::<Option<_>>().map(Self)
    }

    fn grown(choices: &mut impl Choices) -> Self {
        Self((0..=choices.below(3)).map(|_| Round::grown(choices)).collect())
    }
}

impl Round {
    fn grown(choices: &mut impl Choices) -> Self {
        let mut table_options = TableOptions::random(choices);
        table_options.narrow = Narrow::random(choices, 4);
        if choices.one_in(4) {
            table_options.key_bits = 1 + choices.below(4);
        }
        Self { table_options, ops: (0..choices.below(MAX_OPS)).map(|_| Op::grown(choices)).collect() }
    }
}

fn score(choices: &mut impl Choices) -> Score {
    Score::saturating(i64::from(choices.below(5)) - i64::from(choices.below(5)))
}

impl Op {
    fn grown(choices: &mut impl Choices) -> Self {
        let kind = choices.below(16);
        if kind >= 14 {
            return if kind == 14 { Self::Begin } else { Self::NewGame };
        }
        // Few positions, so that they share slots, and some that differ only in a high bit.
        let key = u64::from(choices.below(12)) | u64::from(choices.one_in(4)) << 40;
        let draft = choices.below(6) as usize;
        if kind < 7 {
            let window = Window::new(score(choices), Score::ZERO);
            let beta = window.alpha + 1 + choices.below(4) as i32;
            return Self::Probe { key, depth: draft, window: Window { beta, ..window } };
        }
        let bound = [Bound::Exact, Bound::Lower, Bound::Upper][choices.below(3) as usize];
        let mv = choices.below(4).checked_sub(1).map_or(Move::NULL, |mv| Move::new(mv as u16));
        Self::Store(Entry { key, draft, bound, score: score(choices), mv })
    }
}

/// Runs the script on `table` and on the list, whose options `meant` gives. The options of list and table differ only in tests.
pub(super) fn run(bytes: &[u8], table: &mut Table, meant: fn(TableOptions) -> TableOptions) -> Ran {
    let Some(script) = Rounds::read(bytes) else { return Ok(RunStatus::Rejected) };
    set_running(None);
    table.new_game();
    let mut stored =
        StoredEntries { table_options: TableOptions::DEFAULT, entries: Vec::new(), clear_next: true };
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

/// All entries that were stored since the table was last emptied, in order.
struct StoredEntries {
    table_options: TableOptions,
    entries: Vec<Entry>,
    clear_next: bool,
}

impl StoredEntries {
    fn begin(&mut self, table_options: &TableOptions) {
        if !table_options.keep || self.clear_next || self.table_options != *table_options {
            self.entries.clear();
        }
        (self.table_options, self.clear_next) = (*table_options, false);
    }

    fn signature(&self, key: u64) -> u64 {
        if self.table_options.key_bits == u64::BITS { key } else { key % (1 << self.table_options.key_bits) }
    }

    /// Returns the number of a key's place. Entries of one place replace each other.
    fn place(&self, key: u64) -> u64 {
        self.signature(key) % u64::from(self.table_options.entries)
    }

    /// Applies `op` to the table and to the list, and returns a difference between the table and the list afterwards.
    fn breach(&mut self, table: &mut Table, table_options: &TableOptions, op: &Op) -> Option<String> {
        match *op {
            Op::Store(entry) => {
                table.store(entry);
                self.entries.push(Entry { key: self.signature(entry.key), ..entry });
                self.check_store(table, &entry)
            }
            Op::Probe { key, depth, window } => self
                .check_probe(table, key, depth)
                .or_else(|| table.probe(key, depth).and_then(|entry| self.check_use(table, &entry, window))),
            Op::Begin => {
                table.begin(table_options);
                let table_options = self.table_options;
                self.begin(&table_options);
                None
            }
            Op::NewGame => {
                table.new_game();
                self.clear_next = true;
                None
            }
        }
    }

    fn was_never_stored(&self, key: u64, answer: &Entry) -> bool {
        let own = || self.entries.iter().filter(|stored| stored.key == self.signature(key));
        // An entry without a move takes over the move of an entry of the same position.
        let known = |stored: &Entry| stored.mv == Move::NULL && own().any(|other| other.mv == answer.mv);
        !own().any(|stored| {
            *stored == *answer || Entry { mv: answer.mv, ..*stored } == *answer && known(stored)
        })
    }

    fn check_probe(&self, table: &Table, key: u64, depth: usize) -> Option<String> {
        let answers = [table.probe(key, depth), table.any(key), table.any_move(key)];
        if let Some(answer) = answers.iter().flatten().find(|answer| self.was_never_stored(key, answer)) {
            return Some(format!(
                "a probe for {key} at depth {depth} returns {answer:?}, which was never stored"
            ));
        }
        let [probed, any, any_move] = answers;
        let deeper = self.table_options.draft == Draft::Deeper;
        if let Some(entry) = probed.filter(|entry| entry.draft < depth || entry.draft > depth && !deeper) {
            return Some(format!("{entry:?} is returned for depth {depth}"));
        }
        if any_move.is_some_and(|entry| entry.mv == Move::NULL) {
            return Some(format!("a probe for a move of {key} returns an entry without a move"));
        }
        if any.is_none() && (probed.is_some() || any_move.is_some()) {
            return Some(format!("a probe for any entry of {key} returns nothing, although there is one"));
        }
        // If every entry is replaced, a place holds the entry stored last.
        let last = self.entries.iter().rev().find(|stored| self.place(stored.key) == self.place(key));
        let last = last
            .filter(|last| self.table_options.replace == Replace::Always && last.key == self.signature(key));
        match last {
            Some(last) if any.is_none_or(|any| !matches_entry(&any, last)) => {
                Some(format!("{last:?} was stored last, but the table returns {any:?}"))
            }
            _ => None,
        }
    }

    /// Returns the fault of the table directly after the entry `entry` was stored.
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
            // Another slot may hold a deeper entry of the position.
            Replace::TwoTier | Replace::Bucket => {
                let deeper = self.table_options.draft == Draft::Deeper;
                deeper && found.is_some_and(|found| found.draft > entry.draft)
            }
        };
        let is_lost = !is_known && !may_be_refused;
        is_lost.then(|| format!("{entry:?} was stored, but the table returns {found:?}"))
    }

    /// Returns the fault of the cutoff or the narrowed window that `entry` gives a node.
    fn check_use(&self, table: &Table, entry: &Entry, window: Window) -> Option<String> {
        let (cuts, narrowed) = (table.cuts(entry, window), table.narrowed(entry, window));
        // A cutoff needs an exact score, or a bound that proves that the value is outside the window.
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
            let what = if cuts { "cuts off" } else { "does not cut off" };
            return Some(format!("{entry:?} {what} a node with {window}"));
        }
        // A window is narrowed exactly to the bound, or to one beyond a bound inside it.
        let is_inside = window.alpha < entry.score && entry.score < window.beta;
        let (by, narrows) = match self.table_options.narrow {
            Narrow::No => (0, false),
            Narrow::Yes => (0, true),
            Narrow::Beyond => (1, is_inside),
        };
        let right = match entry.bound {
            Bound::Lower if narrows => Window { alpha: window.alpha.max(entry.score - by), ..window },
            Bound::Upper if narrows => Window { beta: window.beta.min(entry.score + by), ..window },
            _ => window,
        };
        let is_wrong = !cuts && narrowed != right;
        is_wrong.then(|| format!("{entry:?} narrows {window} to {narrowed}, but has to narrow it to {right}"))
    }
}

/// Whether an answer equals the stored entry. If the stored entry has no move, any move is accepted.
fn matches_entry(answer: &Entry, stored: &Entry) -> bool {
    Entry { mv: stored.mv, ..*answer } == *stored && (stored.mv == Move::NULL || stored.mv == answer.mv)
}
