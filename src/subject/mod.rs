//! What is tested: an algorithm, a store and search options, written as
//! `ALGORITHM+STORE[+OPTION...]`, for example `pvs-soft+single-array+aspiration(2)`.

mod options;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::algorithm::Algorithm;
use crate::game::Visits;
use crate::pv::Store;
use crate::search::{Order, SearchOptions, Selectivity};
use crate::syntax::{SyntaxError, suggest};
use crate::table::{Draft, PvCut, TableOptions};

/// An algorithm, the store that keeps its line, and the search options it takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Subject {
    /// How the tree is searched.
    pub algorithm: Algorithm,
    /// Where the line is kept.
    pub store: Store,
    /// What the search may skip.
    pub options: SearchOptions,
}

/// What may be asked of a subject; follows from its search options and its game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Regime {
    /// No search option looks at the window, the table or the clock: the score is
    /// minimax, the line the leftmost optimal one.
    Stable,
    /// A root window. Inside it as without; outside a true bound and no line.
    Aspiration,
    /// A table of equal drafts: whatever is met again is worth the same. The score is
    /// minimax, the line optimal, perhaps shorter.
    ScoreStable,
    /// Entries of greater drafts count: a position has several valid values, and score and
    /// line are one of them.
    DepthMixed,
    /// Moves are left out, reduced or believed to be refuted by a guess: the same.
    Selective,
    /// Repetition is a draw, and a table or a reduction forgets the path: the same.
    PathDependent,
    /// A table in which positions may share a key. Moves are legal and the search ends;
    /// nothing is claimed about the score.
    Colliding,
}

impl Regime {
    /// All of them, in the order in which tables show them.
    pub const ALL: &[Self] = &[
        Self::Stable,
        Self::Aspiration,
        Self::ScoreStable,
        Self::DepthMixed,
        Self::Selective,
        Self::PathDependent,
        Self::Colliding,
    ];

    /// The name that users type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Aspiration => "aspiration",
            Self::ScoreStable => "score-stable",
            Self::DepthMixed => "depth-mixed",
            Self::Selective => "selective",
            Self::PathDependent => "path-dependent",
            Self::Colliding => "colliding",
        }
    }
}

impl fmt::Display for Regime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Subject {
    /// The regime that these search options make.
    pub const fn regime(&self) -> Regime {
        let SearchOptions { table, aspiration, repetition, selectivity, extension, .. } = self.options;
        match (table, aspiration) {
            (Some(_), _) if self.options.collides() => Regime::Colliding,
            (Some(_), _) if repetition => Regime::PathDependent,
            (_, _) if selectivity.is_any() && repetition => Regime::PathDependent,
            (_, _) if selectivity.is_any() => Regime::Selective,
            (Some(TableOptions { draft: Draft::Deeper, .. }), _) => Regime::DepthMixed,
            // Whether a move is extended depends on the length of the line: so does what a depth is worth.
            (Some(_), _) if extension => Regime::DepthMixed,
            (Some(_), _) => Regime::ScoreStable,
            (None, Some(_)) => Regime::Aspiration,
            (None, None) => Regime::Stable,
        }
    }

    /// Why this combination has no meaning, if it has none.
    pub fn meaningless(&self) -> Option<&'static str> {
        let SearchOptions { aspiration, table, deepening, order, selectivity, lines, node_limit, .. } =
            self.options;
        if node_limit.is_some_and(|node_limit| node_limit.improved) && lines > 1 {
            return Some("the best move so far of an iteration that was stopped, among several lines");
        }
        if !self.algorithm.has_window() && aspiration.is_some() {
            return Some("an algorithm that has no window that `aspiration` could narrow");
        }
        if self.algorithm == Algorithm::Mtdf
            && (selectivity.futility.is_some() || selectivity.move_count.is_some())
        {
            return Some(
                "an algorithm that moves its bound to what the last pass has returned, which where moves are \
                 skipped is one less or more, up to a mate",
            );
        }
        if self.algorithm.needs_table() && table.is_none() {
            return Some("an algorithm that searches the root again and again, without a table");
        }
        if matches!(order, Order::Pv | Order::Refutation) && !deepening {
            return Some("an order along the lines of earlier iterations, without `deepening`");
        }
        if order == Order::Table && table.is_none() {
            return Some("an order by a table, without a table");
        }
        if selectivity.iir && table.is_none() {
            return Some("a reduction for a missing hash move, without a table");
        }
        if selectivity.needs_null_windows() && self.algorithm == Algorithm::Minimax {
            return Some("an algorithm that has no null windows, in which alone that search option acts");
        }
        if self.store == Store::TableWalkRaw && table.is_none() {
            return Some("a walk of the table that checks nothing, in a search that has no table");
        }
        // Every node of minimax has an open window.
        let never_cuts =
            table.is_some_and(|table_options| table_options.pv_cut == PvCut::None && !table_options.narrow);
        (self.algorithm == Algorithm::Minimax && never_cuts)
            .then_some("an algorithm of PV-nodes alone, with a table that does not cut off at PV-nodes")
    }

    /// How often its search comes to a position, at worst.
    pub const fn visits(&self) -> Visits {
        let Selectivity { null, lmr, .. } = self.options.selectivity;
        Visits { twice: self.algorithm.searches_null_windows_twice(), reduced: lmr, passed: null }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { algorithm, store, options } = self;
        write!(f, "{}+{}{options}", algorithm.name(), store.name())
    }
}

/// Finds `word` among `known` by name; the error suggests the nearest.
fn named<T: Copy>(
    text: &str,
    span: Range<usize>,
    what: &str,
    known: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, SyntaxError> {
    let word = &text[span.clone()];
    known.iter().copied().find(|&one| name(one) == word).ok_or_else(|| {
        let expected = suggest(word, known.iter().map(|&one| name(one)));
        SyntaxError::new(text, span, format!("unknown {what} `{word}`"), expected)
    })
}

macro_rules! from_name {
    ($type:ty, $what:literal, $known:expr) => {
        impl FromStr for $type {
            type Err = SyntaxError;

            fn from_str(text: &str) -> Result<Self, SyntaxError> {
                named(text, 0..text.len(), $what, $known, |one| one.name())
            }
        }
    };
}
from_name!(Algorithm, "algorithm", Algorithm::ALL);
from_name!(Store, "store", Store::ALL);
from_name!(Regime, "regime", Regime::ALL);

impl FromStr for Subject {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut parts = parts(text).into_iter();
        let algorithm = parts.next().expect("a split has at least one part");
        let algorithm = named(text, algorithm, "algorithm", Algorithm::ALL, Algorithm::name)?;
        let Some(store) = parts.next() else {
            let end = text.len()..text.len();
            let expected = "`+` and a store, as in `pvs-soft+triangular`";
            return Err(SyntaxError::new(text, end, "a subject without a store", expected));
        };
        let store = named(text, store, "store", Store::ALL, Store::name)?;
        let mut options = SearchOptions::NONE;
        for part in parts {
            options::add(text, part, &mut options)?;
        }
        let subject = Self { algorithm, store, options };
        match subject.meaningless() {
            Some(reason) => {
                let expected = "a combination that has a meaning";
                Err(SyntaxError::new(text, 0..text.len(), reason, expected))
            }
            None => Ok(subject),
        }
    }
}

/// The parts between plus signs, as spans; brackets protect what is inside.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut open) = (0, 0usize);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' => open = open.saturating_sub(1),
            b'+' if open == 0 => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(start..text.len());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seeded;
    use crate::search::{Selectivity, Widen};
    use crate::table::Replace;

    fn error(text: &str) -> String {
        text.parse::<Subject>().expect_err("this text is wrong").to_string()
    }

    /// The default table, and one other for each value of each option.
    fn tables() -> Vec<TableOptions> {
        let usual = TableOptions::DEFAULT;
        let mut tables =
            vec![usual, TableOptions { entries: 1, ..usual }, TableOptions { key_bits: 3, ..usual }];
        tables.extend(Replace::ALL.iter().map(|&replace| TableOptions { replace, ..usual }));
        tables.extend(PvCut::ALL.iter().map(|&pv_cut| TableOptions { pv_cut, leaves: true, ..usual }));
        tables
    }

    #[test]
    fn every_subject_survives_a_round_trip() {
        for &algorithm in Algorithm::ALL {
            for &store in Store::ALL {
                let widths = [1, u32::MAX].into_iter();
                let windows = widths.flat_map(|width| Widen::ALL.iter().map(move |&widen| (width, widen)));
                let windows = windows.map(|(width, widen)| SearchOptions::aspiration(width, widen));
                let tables = tables().into_iter().map(SearchOptions::table);
                let selective = (0..200).map(|seed| SearchOptions {
                    selectivity: Selectivity::random(&mut Seeded::new(seed, 0)),
                    ..SearchOptions::table(TableOptions::DEFAULT)
                });
                for options in windows.chain(tables).chain(selective).chain([SearchOptions::NONE]) {
                    let subject = Subject { algorithm, store, options };
                    let read = subject.to_string().parse::<Subject>();
                    assert_eq!(read.ok(), subject.meaningless().is_none().then_some(subject));
                }
            }
        }
    }

    #[test]
    fn errors_name_the_part_and_suggest_the_nearest_name() {
        assert!(
            error("pvs-sof+triangular")
                .starts_with("line 1, column 1: unknown algorithm `pvs-sof`; expected `pvs-soft`")
        );
        assert!(
            error("pvs-soft+trangular")
                .starts_with("line 1, column 10: unknown store `trangular`; expected `triangular`")
        );
        assert!(
            error("pvs-soft+none+aspirate(1)")
                .starts_with("line 1, column 15: unknown search option `aspirate`; expected `aspiration`")
        );
        assert!(error("pvs-soft").contains("a subject without a store"));
        assert!(error("pvs-soft+none+aspiration").contains("column 15: `aspiration` without a half-width"));
        assert!(error("pvs-soft+none+aspiration(x)").contains("column 26: `x` is no half-width"));
        assert!(error("pvs-soft+none+aspiration(2,wide=no)").contains("column 28: unknown option `wide`"));
        assert!(
            error("pvs-soft+none+aspiration(2,widen=sid)")
                .contains("column 34: unknown value of widen `sid`")
        );
        assert!(error("pvs-soft+none+aspiration(0)").contains("from 1 to"));
        assert!(error("pvs-soft+none+aspiration(1)+aspiration(2)").contains("stands twice"));
        assert!(error("pvs-soft+none+tt(entries=0)").contains("column 26: `0` is no number of entries"));
        assert!(error("pvs-soft+none+tt(size=2)").contains("column 18: unknown option `size`"));
        assert!(error("pvs-soft+none+tt(pv-cut=al)").contains("column 25: unknown value of pv-cut `al`"));
        assert!(error("pvs-soft+none+tt(leaves)").contains("column 18: an option without a value"));
        assert!(error("pvs-soft+none+tt(leaves=no,leaves=yes)").contains("column 28: `leaves` stands twice"));
        assert!(error("pvs-soft+none+tt+tt").contains("column 18: `tt` stands twice"));
        assert!(error("pvs-soft+none+tt(").contains("column 17: a bracket that is not closed"));
        assert!(error("pvs-soft+none+tt=5").contains("column 17: `=5` behind a search option"));
        assert!(error("pvs-soft+none+tt(keep=yes)x").contains("column 27: text behind a bracket"));
        assert!(error("pvs-soft+none+tt()").contains("column 17: brackets without options"));
        assert!(error("pvs-soft+none+lmr").contains("column 15: `lmr` without its number"));
        assert!(error("pvs-soft+none+lmr(0)").contains("column 19: `0` is no number of plies"));
        assert!(error("pvs-soft+none+null(65)").contains("from 0 to 64"));
        assert!(error("pvs-soft+none+razoring(1,2)").contains("column 26: `razoring` with a second number"));
        assert!(error("pvs-soft+none+futility(-1)").contains("from 0 to 1000000"));
        assert!(error("pvs-soft+none+iir(1)+tt").contains("`iir` with something behind it"));
        assert!(error("pvs-soft+none+null(1)+null(2)").contains("`null` stands twice"));
        assert!(error("pvs-soft+none+iir").contains("without a table"));
        assert!(error("minimax+none+lmr(1)").contains("no null windows"));
        assert!(error("minimax+none+aspiration(1)").contains("has no window"));
        assert!(error("scout+none+aspiration(1)").contains("has no window"));
        assert!(error("").contains("unknown algorithm ``"));
    }
}
