//! Subjects, which are the tested combinations of an algorithm, a store and search options. A subject is written as
//! `ALGORITHM+STORE[+OPTION...]`, for example `pvs-soft+single-array+aspiration(2)`.

use std::fmt;
use std::str::FromStr;

use crate::algorithm::{Algorithm, ReSearches, Windows};
use crate::feature::{self, Schedule, Threads};
use crate::pv::{Follows, Store, TableSource};
use crate::search::{Order, SearchOptions, Selectivity};
use crate::syntax::{SyntaxError, named, parts};
use crate::table::{Draft, Narrow, PvCut, TableOptions};

/// A subject of tests, which is an algorithm, the store that keeps its line, and the search options.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Subject {
    /// The search algorithm.
    pub algorithm: Algorithm,
    /// The store that keeps the principal variation.
    pub store: Store,
    /// The search options.
    pub options: SearchOptions,
}

named_enum! {
    /// The class of requirements on score and line, which follows from the search options.
    Regime ["regime"] {
        Stable "stable" "No search option depends on the window, the table or the clock. The score is the minimax value, \
            and the line is the leftmost optimal one.",
        Aspiration "aspiration" "There is a root window. Inside it, the result is as without a window; outside, it is a \
            true bound and no line.",
        Interrupted "interrupted" "The search was stopped and shows the best move so far of its unfinished iteration. The score \
            is right or a true bound, and the line may be lost: other moves were searched after it.",
        ScoreStable "score-stable" "A table is used only at equal drafts, so every entry has the value that a search \
            would find. The score is the minimax value, and the line is optimal but may be truncated.",
        Narrowed "narrow" "A table of equal drafts narrows windows to its bounds. The score is the minimax value, but a move that \
            reaches such a bound is taken for a refutation, so the line may be wrong.",
        DepthMixed "depth-mixed" "Table entries of greater drafts are used, so a position has several valid values. The \
            score is one of them, and the line attains it.",
        Selective "selective" "Moves are pruned or reduced, or nodes are cut off by a heuristic, so a position has several \
            valid values. The score is one of them, and the line attains it.",
        PathDependent "path-dependent" "Repetition is a draw, and a table or a selective search ignores the path, so a \
            position has several valid values. The score is one of them, and the line attains it.",
        Parallel "parallel" "Several threads share a table. What the score and the line of the shown thread must be does not \
            depend on the threads, but the table may have entries of any of them. The nodes of all threads are judged.",
        Colliding "colliding" "Positions may share a table key. Moves are legal and the search ends; nothing is claimed \
            about the score.",
    }
}

impl Subject {
    /// Returns the regime, which follows from the search options.
    pub fn regime(&self) -> Regime {
        let whole = self.regime_of_iterations();
        if self.options.threads.is_some() && whole != Regime::Colliding {
            return Regime::Parallel;
        }
        let has_minimax_value =
            matches!(whole, Regime::Stable | Regime::Aspiration | Regime::ScoreStable | Regime::Narrowed);
        let is_unfinished = self.options.node_limit.is_some_and(|limit| limit.improved);
        if has_minimax_value && is_unfinished { Regime::Interrupted } else { whole }
    }

    /// Returns the regime of the uninterrupted iterations of the subject.
    pub(crate) fn regime_of_iterations(&self) -> Regime {
        let SearchOptions { table, aspiration, repetition, selectivity, extension, .. } = self.options;
        match (table, aspiration) {
            (Some(_), _) if self.options.collides() => Regime::Colliding,
            (Some(_), _) if repetition => Regime::PathDependent,
            (_, _) if selectivity.is_any() && repetition => Regime::PathDependent,
            (_, _) if selectivity.is_any() => Regime::Selective,
            (Some(TableOptions { draft: Draft::Deeper, .. }), _) => Regime::DepthMixed,
            // Whether a move is extended depends on the length of the line, so a position may have several
            // values at one depth.
            (Some(_), _) if extension => Regime::DepthMixed,
            (Some(TableOptions { narrow: Narrow::Yes, .. }), _) => Regime::Narrowed,
            (Some(_), _) => Regime::ScoreStable,
            (None, Some(_)) => Regime::Aspiration,
            (None, None) => Regime::Stable,
        }
    }

    /// Returns the reason why this combination has no meaning; `None` if the combination has a meaning.
    pub fn meaningless(&self) -> Option<&'static str> {
        let SearchOptions {
            aspiration,
            table,
            deepening,
            order,
            selectivity,
            lines,
            node_limit,
            threads,
            ..
        } = self.options;
        if node_limit.is_some_and(|node_limit| node_limit.improved) && lines > 1 {
            return Some("`stop-after` with `improved=yes`, together with `multipv`");
        }
        let algorithm = self.algorithm.profile();
        if !algorithm.has_root_window() && aspiration.is_some() {
            return Some("`aspiration` with an algorithm that has no window at the root");
        }
        if algorithm.re_searches == ReSearches::Root
            && (selectivity.futility.is_some() || selectivity.move_count.is_some())
        {
            return Some(
                "`futility` or `move-count` with an algorithm that takes its next bound from the returned \
                 score: where moves are skipped, each search moves that bound by only 1, up to a mate score",
            );
        }
        if let Some(Threads { schedule, .. }) = threads
            && let Some(reason) = schedule.meaningless()
        {
            return Some(reason);
        }
        if threads.is_some() && table.is_none() {
            return Some("`threads` without a table, which they would share");
        }
        if algorithm.needs_table() && table.is_none() {
            return Some("an algorithm that searches the root repeatedly, without a table");
        }
        if matches!(order, Order::Pv | Order::Refutation) && !deepening {
            return Some("`order=pv` or `order=refutation` without `deepening`");
        }
        if order == Order::Table && table.is_none() {
            return Some("`order=table` without a table");
        }
        if selectivity.iir && table.is_none() {
            return Some("`iir`, the reduction for a missing hash move, without a table");
        }
        if selectivity.needs_null_windows() && algorithm.windows == Windows::None {
            return Some(
                "a search option that acts only in null windows, with an algorithm that has no null windows",
            );
        }
        if self.store.profile().table == TableSource::Search(Follows::Any) && table.is_none() {
            return Some("a table walk without checks, in a search without a table");
        }
        // Without windows every node is a PV-node.
        let never_cuts = table.is_some_and(|table_options| {
            table_options.pv_cut == PvCut::None && table_options.narrow != Narrow::Yes
        });
        (algorithm.windows == Windows::None && never_cuts)
            .then_some("a table that does not cut off at PV-nodes, with an algorithm that has only PV-nodes")
    }

    /// Returns the most similar combination that has a meaning, with a table or iterative deepening added, or without
    /// some of its options.
    fn repaired(&self) -> Option<Self> {
        let Self { options, .. } = *self;
        let table = options.table.or(Some(TableOptions::DEFAULT));
        let plain = Selectivity { iir: options.selectivity.iir, ..Selectivity::NONE };
        let candidates = [
            SearchOptions { table, ..options },
            SearchOptions { deepening: true, ..options },
            SearchOptions { table, deepening: true, ..options },
            SearchOptions { lines: 1, ..options },
            SearchOptions { aspiration: None, ..options },
            SearchOptions { selectivity: plain, ..options },
            SearchOptions { aspiration: None, selectivity: plain, table, ..options },
            SearchOptions { table: None, ..options },
            SearchOptions {
                threads: options.threads.map(|threads| Threads { schedule: Schedule::DEFAULT, ..threads }),
                ..options
            },
        ];
        let subjects = candidates.into_iter().map(|options| Self { options, ..*self });
        subjects.into_iter().find(|subject| subject.meaningless().is_none())
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { algorithm, store, options } = self;
        write!(f, "{}+{}{options}", algorithm.name(), store.name())
    }
}

crate::syntax::debug_is_display!(Subject);

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
            feature::add(text, part, &mut options)?;
        }
        let subject = Self { algorithm, store, options };
        match subject.meaningless() {
            Some(reason) => {
                let fixed = subject.repaired().map(|subject| format!("for example `{subject}`"));
                let expected = fixed.unwrap_or_else(|| "a combination that has a meaning".to_owned());
                Err(SyntaxError::new(text, 0..text.len(), reason, expected))
            }
            None => Ok(subject),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seeded;
    use crate::search::Widen;
    use crate::table::Replace;

    fn error(text: &str) -> String {
        text.parse::<Subject>().expect_err("this text is wrong").to_string()
    }

    /// Returns the default table, and tables that differ from the default table in one option.
    fn tables() -> Vec<TableOptions> {
        let default = TableOptions::DEFAULT;
        let mut tables =
            vec![default, TableOptions { entries: 1, ..default }, TableOptions { key_bits: 3, ..default }];
        tables.extend(Replace::ALL.iter().map(|&replace| TableOptions { replace, ..default }));
        tables.extend(PvCut::ALL.iter().map(|&pv_cut| TableOptions { pv_cut, leaves: true, ..default }));
        tables
    }

    #[test]
    fn the_regime_follows_from_the_search_options() {
        for (options, regime) in [
            ("", Regime::Stable),
            ("+repetition", Regime::Stable),
            ("+extension+quiescence+multipv(2)+deepening+stop-after(9)", Regime::Stable),
            ("+deepening+stop-after(9,improved=yes)", Regime::Interrupted),
            ("+tt+deepening+stop-after(9,improved=yes)", Regime::Interrupted),
            ("+lmr(1)+deepening+stop-after(9,improved=yes)", Regime::Selective),
            ("+aspiration(1)", Regime::Aspiration),
            ("+aspiration(1)+repetition+extension", Regime::Aspiration),
            ("+tt", Regime::ScoreStable),
            ("+tt+aspiration(1)+deepening", Regime::ScoreStable),
            ("+tt(narrow=beyond)", Regime::ScoreStable),
            ("+tt(narrow=yes)", Regime::Narrowed),
            ("+tt(narrow=yes)+deepening+stop-after(9,improved=yes)", Regime::Interrupted),
            ("+tt+extension", Regime::DepthMixed),
            ("+tt(narrow=yes)+extension", Regime::DepthMixed),
            ("+tt(draft=deeper)", Regime::DepthMixed),
            ("+lmr(1)", Regime::Selective),
            ("+tt(draft=deeper)+lmr(1)", Regime::Selective),
            ("+aspiration(1)+null(1)", Regime::Selective),
            ("+lmr(1)+repetition", Regime::PathDependent),
            ("+aspiration(1)+lmr(1)+repetition", Regime::PathDependent),
            ("+tt+repetition", Regime::PathDependent),
            ("+tt(draft=deeper)+extension+repetition", Regime::PathDependent),
            ("+tt(key-bits=2)", Regime::Colliding),
            ("+tt(key-bits=2,draft=deeper)+lmr(1)+repetition+extension", Regime::Colliding),
        ] {
            let subject: Subject = format!("pvs-soft+triangular{options}").parse().expect("a subject");
            assert_eq!(subject.regime(), regime, "{options}");
        }
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
    fn errors_give_the_column_and_suggest_the_most_similar_name() {
        for (text, part) in [
            ("pvs-sof+triangular", "line 1, column 1: unknown algorithm `pvs-sof`; expected `pvs-soft`"),
            ("pvs-soft+trangular", "line 1, column 10: unknown store `trangular`; expected `triangular`"),
            (
                "pvs-soft+none+aspirate(1)",
                "line 1, column 15: unknown search option `aspirate`; expected `aspiration`",
            ),
            ("pvs-soft", "a subject without a store"),
            ("pvs-soft+none+aspiration", "column 15: `aspiration` without a half-width"),
            ("pvs-soft+none+aspiration(x)", "column 26: `x` is not a valid half-width"),
            ("pvs-soft+none+aspiration(2,wide=no)", "column 28: unknown option `wide`"),
            ("pvs-soft+none+aspiration(2,widen=sid)", "column 34: unknown value of widen `sid`"),
            ("pvs-soft+none+aspiration(0)", "from 1 to"),
            ("pvs-soft+none+aspiration(1)+aspiration(2)", "`aspiration` is given twice"),
            ("pvs-soft+none+tt(entries=0)", "column 26: `0` is not a valid number of entries"),
            ("pvs-soft+none+tt(size=2)", "column 18: unknown option `size`"),
            ("pvs-soft+none+tt(pv-cut=al)", "column 25: unknown value of pv-cut `al`"),
            ("pvs-soft+none+tt(leaves)", "column 18: an option without a value"),
            ("pvs-soft+none+tt(leaves=no,leaves=yes)", "column 28: `leaves` is given twice"),
            ("pvs-soft+none+tt+tt", "column 18: `tt` is given twice"),
            ("pvs-soft+none+tt(", "column 17: an unclosed bracket"),
            ("pvs-soft+none+tt=5", "column 17: `=5` after a search option"),
            ("pvs-soft+none+tt(keep=yes)x", "column 27: text after the closing bracket"),
            ("pvs-soft+none+tt()", "column 17: brackets without options"),
            ("pvs-soft+none+lmr", "column 15: `lmr` without a number of plies"),
            ("pvs-soft+none+lmr(0)", "column 19: `0` is not a valid number of plies"),
            ("pvs-soft+none+null(65)", "from 0 to 64"),
            ("pvs-soft+none+razoring(1,2)", "column 26: `razoring` with a second number"),
            ("pvs-soft+none+futility(-1)", "from 0 to 1000000"),
            ("pvs-soft+none+iir(1)+tt", "`iir` with something after it"),
            ("pvs-soft+none+null(1)+null(2)", "`null` is given twice"),
            ("pvs-soft+none+iir", "without a table"),
            ("minimax+none+lmr(1)", "no null windows"),
            ("minimax+none+aspiration(1)", "has no window"),
            ("scout+none+aspiration(1)", "has no window"),
            ("", "unknown algorithm ``"),
        ] {
            let error = error(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn an_error_in_a_combination_gives_the_most_similar_valid_one() {
        for (text, fixed) in [
            ("mtdf+triangular", "mtdf+triangular+tt"),
            ("pvs-soft+table-walk-raw", "pvs-soft+table-walk-raw+tt"),
            ("pvs-soft+none+iir", "pvs-soft+none+tt+iir"),
            ("pvs-soft+none+order=pv", "pvs-soft+none+deepening+order=pv"),
            ("mtdf+none+order=pv", "mtdf+none+tt+deepening+order=pv"),
            ("minimax+none+aspiration(1)", "minimax+none"),
            ("minimax+none+lmr(1)", "minimax+none"),
            ("mtdf+none+tt+futility(1)", "mtdf+none+tt"),
            ("minimax+none+tt(pv-cut=none)", "minimax+none"),
            (
                "pvs-soft+none+multipv(2)+stop-after(5,improved=yes)",
                "pvs-soft+none+stop-after(5,improved=yes)",
            ),
        ] {
            let error = error(text);
            assert!(error.contains(&format!("expected for example `{fixed}`")), "{text}: {error}");
        }
    }
}
