//! What search options spoil that an algorithm or a store does not go with.

use super::{Basis, Guarantee};
use crate::algorithm::Algorithm;
use crate::pv::Store;
use crate::search::{NodeLimit, SearchOptions};
use crate::subject::Subject;
use crate::verdict::{FaultKind, Finding, LineKind, ScoreVerdict};

/// Where scores are wrong, the lines that carry them are.
pub(super) const fn wrong_scores(subject: &Subject, guarantee: Guarantee) -> Guarantee {
    let always = matches!(subject.algorithm, Algorithm::PvsHardNoLastReSearch);
    let by_extension = subject.options.extension && omits_re_search_by_depth(subject.algorithm);
    if !always && !by_extension {
        return guarantee;
    }
    // What it takes for exact is a bound, and it may think to be inside its window by that.
    let score = if guarantee.may_fail { ScoreVerdict::FalseBound } else { ScoreVerdict::Unwitnessed };
    let line = match guarantee.line {
        LineKind::Same | LineKind::Equivalent | LineKind::Truncated => LineKind::Unsound,
        line => line,
    };
    let faults = &[FaultKind::BoundLaw, FaultKind::WrongMove];
    let wrong = Guarantee { score, line, faults, ..guarantee };
    if always {
        Guarantee { must_show: Some(Finding::Score(ScoreVerdict::Unwitnessed)), ..wrong }
    } else {
        Guarantee { basis: Basis::Observed, must_show: None, ..wrong }
    }
}

/// Whether it omits the second search where the depth says that leaves come next, and so where a move that
/// is extended leads to none.
pub(super) const fn omits_re_search_by_depth(algorithm: Algorithm) -> bool {
    matches!(
        algorithm,
        Algorithm::NegascoutHard
            | Algorithm::NegascoutSoft
            | Algorithm::PvsHardNoLastReSearch
            | Algorithm::PvsSoftNoLastReSearch
    )
}

/// No game of a scope has noisy or forcing moves, and none was searched for several lines.
pub(super) const fn beyond_exhaustive_scopes(subject: &Subject, guarantee: Guarantee) -> Guarantee {
    let SearchOptions { quiescence, extension, lines, .. } = subject.options;
    match guarantee.basis {
        Basis::Exhaustive if quiescence.is_some() || extension || lines > 1 => {
            Guarantee { basis: Basis::Observed, ..guarantee }
        }
        _ => guarantee,
    }
}

/// A search that is stopped ends with the last iteration that has ended, or with a bound. Where the best
/// move so far counts, its line need not be the leftmost; and what is not a row of the root has been
/// written to since.
pub(super) const fn with_node_limit(subject: &Subject, guarantee: Guarantee) -> Guarantee {
    let Some(NodeLimit { improved, .. }) = subject.options.node_limit else { return guarantee };
    // Where scores are known to be wrong, so may the bound be that the best move so far is worth.
    let score =
        if improved && guarantee.score.is_fault() { ScoreVerdict::FalseBound } else { guarantee.score };
    let may_stop = Guarantee { score, may_stop: true, basis: Basis::Observed, must_show: None, ..guarantee };
    let line = match (subject.store, guarantee.line) {
        (_, line) if !improved => line,
        (Store::SingleArray, _) => LineKind::Illegal,
        (_, LineKind::Same) => LineKind::Equivalent,
        (_, line) => line,
    };
    Guarantee { line, ..may_stop }
}
