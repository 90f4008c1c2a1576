//! The base guarantee of an algorithm with a store, without search options.

use super::{Basis, Guarantee};
use crate::algorithm::{LaterMoves, Profile};
use crate::pv::{ArrayRule, Follows, LineSource, OwnTable, StoreProfile, TableSource};
use crate::verdict::{Finding, LineKind};

type Base = (Guarantee, Option<&'static str>);

/// Returns the guarantee of `algorithm` with `store`, without search options.
pub(super) fn base(algorithm: &Profile, store: StoreProfile) -> Base {
    let later = algorithm.later_moves;
    let (guarantee, cause) = match store.line {
        LineSource::Nothing => (Guarantee::upholds(LineKind::NoneDue), None),
        LineSource::Copies => copied(later),
        LineSource::SingleArray(rule) => in_one_array(rule, later),
        LineSource::Entries => read_from_entries(store.table, later),
    };
    let is_proven = match store.line {
        _ if algorithm.returns_wrong_scores => false,
        LineSource::Nothing | LineSource::SingleArray(_) => true,
        LineSource::Copies => guarantee.must_show.is_none(),
        LineSource::Entries => false,
    };
    let basis = if is_proven { Basis::Theorem } else { guarantee.basis };
    (Guarantee { may_bound: algorithm.may_end_with_bound, basis, ..guarantee }, cause)
}

fn copied(later: LaterMoves) -> Base {
    match later {
        LaterMoves::Open | LaterMoves::NullThenOpen => (Guarantee::upholds(LineKind::Same), None),
        LaterMoves::NullThenFromScore => (
            Guarantee::expected_failure(LineKind::Unsound),
            Some(
                "The re-search begins at the null-window score. If that is the true value, the child fails \
                 high and records no line; its row is empty or shows an earlier raise.",
            ),
        ),
        LaterMoves::NullOnly => (
            Guarantee::expected_failure(LineKind::Truncated),
            Some(
                "In the last two plies the null-window search of a move decides. In it the child fails low \
                 and records nothing, so the line ends there.",
            ),
        ),
        LaterMoves::NeverOpen => (Guarantee::expected_failure(LineKind::Truncated), Some(NEVER_RAISED)),
    }
}

fn in_one_array(rule: ArrayRule, later: LaterMoves) -> Base {
    let cause = match (rule, later) {
        (ArrayRule::Terminators, LaterMoves::NullThenOpen) => {
            return (Guarantee::upholds(LineKind::Same), None);
        }
        (_, LaterMoves::NeverOpen) => NEVER_RAISED,
        (ArrayRule::RaisesAlone, LaterMoves::Open) => {
            "Later moves are also searched with an open window and overwrite the good line. If the game ends \
             early, nothing terminates the line, so the tail of an older line remains after it."
        }
        (ArrayRule::RaisesAlone, _) => {
            "If the game ends before the depth runs out, or a table cuts a node off, nothing terminates the \
             line, so the tail of an older line, or what the array held before the search, remains after it."
        }
        (ArrayRule::Refutations, LaterMoves::Open) => {
            "Later moves are also searched with an open window, so a line that is later refuted or only ties \
             overwrites the tail of the good one. Refutations in null windows overwrite it too."
        }
        (ArrayRule::Refutations, _) => {
            "Refutations in null-window nodes write the array too. If such a search fails low, they remain \
             after a move that they do not belong to."
        }
        (ArrayRule::Terminators, LaterMoves::Open) => {
            "Later moves are also searched with an open window, so a line that is later refuted or only ties \
             overwrites the tail of the good one."
        }
        (ArrayRule::Terminators, LaterMoves::NullThenFromScore) => {
            "The re-search begins at the null-window score. If that is the true value, it fails low and \
             writes nothing, so the tail of an older line remains after the move."
        }
        (ArrayRule::Terminators, LaterMoves::NullOnly) => {
            "In the last two plies the null-window search of a move decides. It writes nothing, so the tail \
             of an older line remains after the move."
        }
    };
    (Guarantee::expected_failure(LineKind::Illegal), Some(cause))
}

/// Returns the guarantee of stores that read their line from table entries, each of which belongs to a position and not
/// to a node. On a tree, where no position occurs twice, these stores are as good as the stores that copy.
fn read_from_entries(table: TableSource, later: LaterMoves) -> Base {
    let (line, cause) = match (table, later) {
        (TableSource::Search(Follows::Any | Follows::Legal), _) => (
            LineKind::Unsound,
            "An entry belongs to a position, not to a node. If a position of the line is searched again, at \
             another depth or with a null window, the walk may follow the entry of that later search: the \
             best move at that depth, or a refutation.",
        ),
        (TableSource::Search(Follows::Fitting), LaterMoves::NullThenFromScore | LaterMoves::NullOnly) => (
            LineKind::Truncated,
            "The last search of a move on the line may have had a null window, or a window that begins at \
             its value. Its entry is then only a bound, and the walk stops there.",
        ),
        (TableSource::Search(Follows::Fitting), _) => (
            LineKind::Truncated,
            "If a position of the line is searched again, at another depth or with a null window, its entry \
             is replaced. The walk stops at an entry that does not match.",
        ),
        // A fragment is written when a move raises alpha, and here no move ever does.
        (TableSource::Own(OwnTable::Fragments), LaterMoves::NeverOpen) => (LineKind::Truncated, ONE_DEPTH),
        (_, _) => (LineKind::Unsound, ONE_DEPTH),
    };
    let must_show = Some(Finding::Line(line));
    (Guarantee { basis: Basis::Observed, must_show, ..Guarantee::upholds(line) }, Some(cause))
}

const NEVER_RAISED: &str = "Every window is null, so no move ever raises alpha: no store records a line, and \
                            the arrays show what they held before the search.";

const ONE_DEPTH: &str = "An entry belongs to a position, not to a node. If a position of the line is \
                         searched again at another depth with an exact result, the walk may follow the best \
                         move at that depth.";
