//! What is guaranteed where a position has several valid values.

use super::{Guarantee, holder_matches_table};
use crate::algorithm::Algorithm;
use crate::pv::Store;
use crate::subject::Subject;
use crate::table::{PvCut, TableOptions};
use crate::verdict::{FaultKind, LineKind, ScoreVerdict};

/// What is left where a position has several valid values: score and line are witnessed.
pub(super) const fn with_witnessed_values(subject: &Subject, guarantee: Guarantee) -> Guarantee {
    let table_options = &table_options_of(subject);
    let (score, faults): (_, &[FaultKind]) =
        match (guarantee.score, null_windows(subject.algorithm, table_options)) {
            // A window narrowed to an entry's bound cuts between values of different trees.
            (ScoreVerdict::Exact, _) if table_options.narrow => {
                (ScoreVerdict::Unwitnessed, &[FaultKind::FalseClaim, FaultKind::WrongMove])
            }
            (ScoreVerdict::Exact, NullWindows::Checked) => (ScoreVerdict::Witnessed, &[]),
            (ScoreVerdict::Exact, NullWindows::Larger) => (ScoreVerdict::Joined, &[FaultKind::WrongMove]),
            (ScoreVerdict::Exact, NullWindows::Trusted) => {
                (ScoreVerdict::Unwitnessed, &[FaultKind::FalseClaim, FaultKind::WrongMove])
            }
            (worse, _) => (worse, &[FaultKind::BoundLaw, FaultKind::FalseClaim, FaultKind::WrongMove]),
        };
    let line = match guarantee.line {
        // Nobody asks whether the tail belongs to the path, or to the draft where the two are out of step.
        _ if matches!(subject.store, Store::PvHolder)
            && (subject.options.repetition || !holder_matches_table(table_options)) =>
        {
            LineKind::Unsound
        }
        // No walk knows which nodes were searched a ply less deep.
        LineKind::Same | LineKind::Equivalent | LineKind::Truncated
            if subject.options.selectivity.iir && checks_depths(subject.store) =>
        {
            LineKind::Unsound
        }
        LineKind::Same | LineKind::Equivalent | LineKind::Truncated
            if (subject.store.copies()
                || matches!(subject.store, Store::TableWalkChecked | Store::EdwardsTrees))
                && (table_options.narrow
                    || !matches!(null_windows(subject.algorithm, table_options), NullWindows::Checked)) =>
        {
            LineKind::Unsound
        }
        LineKind::Same | LineKind::Equivalent if matches!(subject.store, Store::SingleArray) => {
            LineKind::Illegal
        }
        LineKind::Same | LineKind::Equivalent if matches!(table_options.pv_cut, PvCut::None) => {
            LineKind::Equivalent
        }
        LineKind::Same | LineKind::Equivalent => LineKind::Truncated,
        worse => worse,
    };
    let whole = matches!(guarantee.line, LineKind::Same | LineKind::Equivalent);
    let truncated_only_by_cutoffs =
        whole && matches!(line, LineKind::Truncated) && subject.store.only_copies();
    Guarantee { score, line, truncated_only_by_cutoffs, faults, ..guarantee }
}

/// Whether its walk compares drafts with the plies that are left.
pub(super) const fn checks_depths(store: Store) -> bool {
    matches!(store, Store::TableWalkChecked | Store::TailRecovery)
}

/// The options of the table; without one those of a table that never cuts off and holds no leaf.
pub(super) const fn table_options_of(subject: &Subject) -> TableOptions {
    match subject.options.table {
        Some(table_options) => table_options,
        None => TableOptions { pv_cut: PvCut::None, ..TableOptions::DEFAULT },
    }
}

/// What becomes of a null-window search that said *better*, when the second search says
/// otherwise: with one value a position that never happens, with several it does.
pub(super) enum NullWindows {
    /// The second search counts, and a move that it does not confirm raises nothing.
    Checked,
    /// The larger of both scores counts: two bounds are joined.
    Larger,
    /// The move is taken, and its score with it, be it worse than what there was; or the
    /// null-window score itself is taken for the value.
    Trusted,
}

pub(super) const fn null_windows(algorithm: Algorithm, table_options: &TableOptions) -> NullWindows {
    match algorithm {
        // No second search above leaves, whose null-window score may be an entry's bound.
        Algorithm::NegascoutHard | Algorithm::NegascoutSoft if table_options.leaves => NullWindows::Trusted,
        Algorithm::PvsSoftFromScore
        | Algorithm::PvsSoftFromBelow
        | Algorithm::NegascoutHard
        | Algorithm::NegascoutSoft
        | Algorithm::Mtdf => NullWindows::Larger,
        Algorithm::Palphabeta
        | Algorithm::Scout
        | Algorithm::PvsHardNoLastReSearch
        | Algorithm::PvsSoftNoLastReSearch => NullWindows::Trusted,
        _ => NullWindows::Checked,
    }
}
