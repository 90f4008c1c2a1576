//! What shortcuts spoil that an algorithm or a store does not go with.

use super::{Basis, Promise};
use crate::algorithm::Algorithm;
use crate::pv::Store;
use crate::search::{Shortcuts, Stop};
use crate::subject::Subject;
use crate::verdict::{FaultKind, Finding, LineKind, ScoreVerdict};

/// Where scores are wrong, the lines that carry them are.
pub(super) const fn wrong_scores(subject: &Subject, promise: Promise) -> Promise {
    let always = matches!(subject.algorithm, Algorithm::PvsHardNoLastReSearch);
    let by_extension = subject.shortcuts.extension && spares_by_depth(subject.algorithm);
    if !always && !by_extension {
        return promise;
    }
    // What it takes for exact is a bound, and it may think to be inside its window by that.
    let score = if promise.may_fail { ScoreVerdict::FalseBound } else { ScoreVerdict::Unwitnessed };
    let line = match promise.line {
        LineKind::Same | LineKind::Equivalent | LineKind::Truncated => LineKind::Unsound,
        line => line,
    };
    let faults = &[FaultKind::BoundLaw, FaultKind::WrongMove];
    let wrong = Promise { score, line, faults, ..promise };
    if always {
        Promise { must_show: Some(Finding::Score(ScoreVerdict::Unwitnessed)), ..wrong }
    } else {
        Promise { basis: Basis::Observed, must_show: None, ..wrong }
    }
}

/// Whether it omits the second search where the depth says that leaves come next, and so where a move that
/// is extended leads to none.
pub(super) const fn spares_by_depth(algorithm: Algorithm) -> bool {
    matches!(
        algorithm,
        Algorithm::NegascoutHard
            | Algorithm::NegascoutSoft
            | Algorithm::PvsHardNoLastReSearch
            | Algorithm::PvsSoftNoLastReSearch
    )
}

/// No game of a scope has noisy or forcing moves, and none was searched for several lines.
pub(super) const fn beyond_the_scopes(subject: &Subject, promise: Promise) -> Promise {
    let Shortcuts { quiescence, extension, lines, .. } = subject.shortcuts;
    match promise.basis {
        Basis::Exhaustive if quiescence.is_some() || extension || lines > 1 => {
            Promise { basis: Basis::Observed, ..promise }
        }
        _ => promise,
    }
}

/// A search that is stopped ends with the last iteration that has ended, or with a bound. Where the best
/// move so far counts, its line need not be the leftmost; and what is not a row of the root has been
/// written to since.
pub(super) const fn stopped(subject: &Subject, promise: Promise) -> Promise {
    let Some(Stop { improved, .. }) = subject.shortcuts.stop else { return promise };
    // Where scores are known to be wrong, so may the bound be that the best move so far is worth.
    let score = if improved && promise.score.is_fault() { ScoreVerdict::FalseBound } else { promise.score };
    let may_stop = Promise { score, may_stop: true, basis: Basis::Observed, must_show: None, ..promise };
    let line = match (subject.store, promise.line) {
        (_, line) if !improved => line,
        (Store::SingleArray, _) => LineKind::Illegal,
        (_, LineKind::Same) => LineKind::Equivalent,
        (_, line) => line,
    };
    Promise { line, ..may_stop }
}
