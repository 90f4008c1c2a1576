//! What each (algorithm, store, regime) promises. The contract is data: one pure
//! function, reviewed as a table, and every promise says what it rests on.

use std::fmt;

use crate::algorithm::Algorithm;
use crate::case::Case;
use crate::pv::Store;
use crate::subject::Subject;
use crate::verdict::{LineKind, ScoreVerdict, Verdict};

/// What a promise rests on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Basis {
    /// A proof; for the line there is none in the literature, only for the score.
    Theorem,
    /// A publication that says so.
    Source,
    /// Every game of a scope was played.
    Exhaustive,
    /// Nothing but what was seen.
    Observed,
}

impl Basis {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Theorem => "theorem",
            Self::Source => "source",
            Self::Exhaustive => "exhaustive",
            Self::Observed => "observed",
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The worst that a subject may show, and what it may not stop showing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Promise {
    /// The worst verdict on the score.
    pub score: ScoreVerdict,
    /// The worst verdict on the line.
    pub line: LineKind,
    /// What this rests on.
    pub basis: Basis,
    /// A cell that is known to break must go on breaking, or the checker has gone
    /// blind: the committed witness of this cell has to show this verdict.
    pub must_show: Option<LineKind>,
}

impl Promise {
    /// Whether `verdict` is no worse than promised. A true bound, and no line
    /// beside it, are right wherever they occur.
    pub fn allows(&self, verdict: Verdict) -> bool {
        let score = verdict.score == ScoreVerdict::Bound || verdict.score <= self.score;
        let line = verdict.line.kind == LineKind::NoneOwed || verdict.line.kind <= self.line;
        score && line
    }

    const fn keeps(line: LineKind, basis: Basis) -> Self {
        Self { score: ScoreVerdict::Exact, line, basis, must_show: None }
    }

    const fn breaks(line: LineKind, basis: Basis) -> Self {
        Self { must_show: Some(line), ..Self::keeps(line, basis) }
    }
}

/// How an algorithm searches the moves after the first, which decides what a
/// single array can survive.
enum Later {
    /// With an open window: a refuted line has been written by then.
    Open,
    /// With a null window, and again with one that contains the null-window score.
    NullThenWindow,
    /// With a null window, and again with `(score, beta)`.
    NullThenFromScore,
}

const fn later_moves(algorithm: Algorithm) -> Later {
    match algorithm {
        Algorithm::Minimax | Algorithm::AlphaBetaHard | Algorithm::AlphaBetaSoft => Later::Open,
        Algorithm::PvsHard
        | Algorithm::PvsHardUntilRaise
        | Algorithm::PvsZws
        | Algorithm::PvsSoft
        | Algorithm::PvsSoftFromBelow
        | Algorithm::Scout => Later::NullThenWindow,
        Algorithm::PvsSoftFromScore | Algorithm::NegascoutHard | Algorithm::NegascoutSoft => {
            Later::NullThenFromScore
        }
    }
}

/// What `subject` promises. It holds in the stable regime and, inside the root
/// window, under aspiration: a search that ends inside its window has cut
/// nothing that belongs to its line.
pub const fn promise(subject: &Subject) -> Promise {
    match (subject.store, later_moves(subject.algorithm)) {
        (Store::None, _) => Promise::keeps(LineKind::NoneOwed, Basis::Theorem),
        (Store::Triangular | Store::Quadratic | Store::StackList | Store::PointerArray, later) => {
            match later {
                Later::Open => Promise::keeps(LineKind::Same, Basis::Exhaustive),
                Later::NullThenWindow => Promise::keeps(LineKind::Same, Basis::Exhaustive),
                // The re-search fails low on the very score it began from; the row then
                // shows an earlier raise of the child, or nothing.
                Later::NullThenFromScore => Promise::breaks(LineKind::Unsound, Basis::Exhaustive),
            }
        }
        (Store::SingleArray, Later::NullThenWindow) => Promise::keeps(LineKind::Same, Basis::Exhaustive),
        (Store::SingleArray, Later::Open | Later::NullThenFromScore) => {
            Promise::breaks(LineKind::Illegal, Basis::Observed)
        }
        (Store::SingleArrayBare, _) => Promise::breaks(LineKind::Illegal, Basis::Observed),
    }
}

/// Why the lines of `subject` break, where they are known to.
pub const fn why(subject: &Subject) -> Option<&'static str> {
    match (subject.store, later_moves(subject.algorithm)) {
        (Store::SingleArray, Later::Open) => Some(
            "Later moves are searched with an open window too, so a line that is refuted in the end has \
             already overwritten the tail of the good one.",
        ),
        (Store::SingleArrayBare, Later::Open) => Some(
            "Later moves are searched with an open window too and overwrite the good line; and where the \
             game ends early nothing ends the line, so the tail of an older one stays behind it.",
        ),
        (Store::SingleArrayBare, Later::NullThenWindow) => Some(
            "Where the game ends before the depth runs out nothing ends the line, so the tail of an older \
             one, or what the array held before the search, stays behind it.",
        ),
        (Store::SingleArray | Store::SingleArrayBare, Later::NullThenFromScore) => Some(
            "The re-search begins at the null-window score; when that is the true value, it fails low and \
             writes nothing, so the tail of an older line stays behind the move.",
        ),
        (_, Later::NullThenFromScore) if subject.store.keeps_lines() => Some(
            "The re-search begins at the null-window score; when that is the true value, the child fails \
             high in it and owes no line, and what its row shows is nothing, or an earlier raise.",
        ),
        _ => None,
    }
}

/// The committed witnesses: a case for each cell that must go on breaking.
const WITNESSES: &str = include_str!("witnesses.case");

/// The committed witnesses, each of which expects what its cell must show.
///
/// # Panics
///
/// When the committed file is no file of cases.
pub fn witnesses() -> Vec<Case> {
    let cases = Case::read_all(WITNESSES).expect("the committed witnesses are cases");
    cases.into_iter().map(|(_, case)| case).collect()
}
