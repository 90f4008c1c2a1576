//! Why lines break, a sentence each.

use super::witnessed::{NullWindows, checks_depths, null_windows, table_options_of};
use super::{Later, holder_matches_table, later_moves, omits_re_search_by_depth};
use crate::algorithm::Algorithm;
use crate::pv::Store;
use crate::search::NodeLimit;
use crate::subject::{Regime, Subject};

/// Why the lines of `subject` break, where they are known to.
pub const fn explain(subject: &Subject) -> Option<&'static str> {
    let later = later_moves(subject.algorithm);
    if let Some(why) = why_of_search_options(subject) {
        return Some(why);
    }
    match (subject.store, later) {
        _ if matches!(subject.algorithm, Algorithm::PvsHardNoLastReSearch) => Some(
            "In the last two plies a move counts by its null-window search, in which the child fails low, \
             records nothing and, fail-hard, returns the edge of its window for its value.",
        ),
        (Store::None, _) => None,
        (store, later) if store.reads_tables() && !store.copies() => Some(explain_table_reads(store, &later)),
        (Store::PvHolder, Later::Open | Later::NullThenWindow) => match subject.options.table {
            Some(table_options) if !holder_matches_table(&table_options) => Some(
                "The holder has the line of the last exact result of a position, and the entry that cut off \
                 may be of another draft: the tail that is appended is the best line at a depth that nobody \
                 asked for.",
            ),
            _ => None,
        },
        (Store::SingleArrayBare, Later::Open) => Some(
            "Later moves are searched with an open window too and overwrite the good line; and where the \
             game ends early nothing ends the line, so the tail of an older one stays behind it.",
        ),
        (_, Later::NeverOpen) => Some(
            "Every window is null, in which nothing is ever raised: no store hears of a line, and the \
             arrays show what they held before the search.",
        ),
        (Store::SingleArrayBare, _) => Some(
            "Where the game ends before the depth runs out nothing ends the line, so the tail of an older \
             one, or what the array held before the search, stays behind it.",
        ),
        (Store::SingleArrayRefuting, Later::Open) => Some(
            "Later moves are searched with an open window too, so a line that is refuted or ties in the end \
             has already overwritten the tail of the good one; so have refutations in null windows.",
        ),
        (Store::SingleArrayRefuting, _) => Some(
            "Refutations in null-window nodes write the array too, and where such a search fails low they \
             stay behind a move that they have nothing to do with.",
        ),
        (Store::SingleArray, Later::Open) => Some(
            "Later moves are searched with an open window too, so a line that is refuted or ties in the end \
             has already overwritten the tail of the good one.",
        ),
        (Store::SingleArray, Later::NullThenFromScore) => Some(
            "The re-search begins at the null-window score; when that is the true value, it fails low and \
             writes nothing, so the tail of an older line stays behind the move.",
        ),
        (Store::SingleArray, Later::NullOnly) => Some(
            "In the last two plies a move counts by its null-window search, which writes nothing, so the \
             tail of an older line stays behind the move.",
        ),
        (_, Later::NullThenFromScore) => Some(
            "The re-search begins at the null-window score; when that is the true value, the child fails \
             high in it and owes no line, and what its row shows is nothing, or an preceding raise.",
        ),
        (_, Later::NullOnly) => Some(
            "In the last two plies a move counts by its null-window search, in which the child fails low \
             and records nothing, so the line stops there.",
        ),
        (_, Later::Open | Later::NullThenWindow) => None,
    }
}

/// What goes wrong by search options alone, if anything does.
const fn why_of_search_options(subject: &Subject) -> Option<&'static str> {
    if subject.options.extension && omits_re_search_by_depth(subject.algorithm) {
        return Some(
            "The second search is omitted where the depth says that leaves come next; behind a move that is \
             extended there is none, and the null-window score that counts for exact is a bound.",
        );
    }
    match subject.options.node_limit {
        Some(NodeLimit { improved: true, .. }) if matches!(subject.store, Store::SingleArray) => Some(
            "The search was stopped below another move, whose open nodes had by then overwritten the tail of \
             the best line so far.",
        ),
        _ => explain_several_values(subject),
    }
}

/// Why lines break that are read from a table and from nothing else.
const fn explain_table_reads(store: Store, later: &Later) -> &'static str {
    match (store, later) {
        (Store::TableWalk | Store::TableWalkRaw, _) => {
            "An entry belongs to a position, not to a node: where a position of the line is met again, at \
             another depth or with a null window, the walk may follow what that visit left: the best move \
             at that depth, or a refutation."
        }
        (Store::TableWalkChecked, Later::NullThenFromScore | Later::NullOnly) => {
            "The last search of a move on the line may have had a null window, or one that begins at its \
             value: its entry is a bound then, and the walk stops there."
        }
        (Store::TableWalkChecked, _) => {
            "Where a position of the line is met again, at another depth or with a null window, its entry is \
             replaced, and the walk stops at what does not fit."
        }
        _ => {
            "What is stored belongs to a position, not to a node: where a position of the line is met again \
             at another depth with an exact result, what may be followed is the best move at that depth."
        }
    }
}

/// What goes wrong only where a position has several valid values, if anything does.
const fn explain_several_values(subject: &Subject) -> Option<&'static str> {
    if !matches!(subject.regime(), Regime::DepthMixed | Regime::PathDependent | Regime::Selective) {
        return None;
    }
    let table_options = table_options_of(subject);
    match (subject.store, null_windows(subject.algorithm, &table_options)) {
        (store, _) if subject.options.selectivity.iir && checks_depths(store) => Some(
            "A node that was searched a ply less deep leaves a ply more to the walk than to the search: it goes \
             on with a move of a depth that the score knows nothing of.",
        ),
        _ if table_options.narrow => Some(
            "The window is narrowed to the bound of an entry that belongs to another tree: a value between \
             two valid ones is cut out of it.",
        ),
        (_, NullWindows::Trusted) => Some(
            "The null window says that the move is better, and the second search, which meets other entries, \
             says that it is not: one of the two is believed without the other.",
        ),
        (_, NullWindows::Larger) => Some(
            "The null window and the second search come from different trees, and the larger of both scores \
             counts: a bound of the one is joined to a bound of the other.",
        ),
        (Store::SingleArray, NullWindows::Checked)
            if matches!(later_moves(subject.algorithm), Later::NullThenWindow) =>
        {
            Some(if subject.options.table.is_some() {
                "The null window says that a move is better, and the second search, which meets other entries, \
                 does not confirm it; by then its open nodes have overwritten the tail of the good line."
            } else {
                "The null window believes a guess by which a move is better, and the second search, which guesses \
                 elsewhere, does not confirm it; by then its open nodes have overwritten the tail of the good line."
            })
        }
        (store, NullWindows::Checked)
            if subject.options.repetition && store.reads_tables() && !store.copies() =>
        {
            Some(
                "An entry belongs to a position and not to a path: the walk follows it past a draw by \
             repetition, or has its move from where there was none.",
            )
        }
        (_, NullWindows::Checked) => None,
    }
}
