//! What each (algorithm, store, regime) guarantees. The contract is data: one pure
//! function, reviewed as a table, and every guarantee says what it rests on.

mod adjustments;
mod explanation;
mod rules;
mod witnessed;

use std::fmt;

use crate::algorithm::Algorithm;
use crate::case::Case;
use crate::pv::Store;
use crate::search::{Aspiration, Order, SearchOptions, Widen};
use crate::subject::{Regime, Subject};
use crate::table::{PvCut, Replace, TableOptions};
use crate::verdict::{End, FaultKind, Finding, LineKind, ScoreVerdict, Truncation, Verdict};

use adjustments::{beyond_exhaustive_scopes, omits_re_search_by_depth, with_node_limit, wrong_scores};
pub use explanation::explain;
pub use rules::rules;
use witnessed::with_witnessed_values;

/// What a guarantee rests on.
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
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, and all combine")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Guarantee {
    /// The worst verdict on the score.
    pub score: ScoreVerdict,
    /// The worst verdict on the line.
    pub line: LineKind,
    /// Whether the search may end outside its root window, with a true bound and no line.
    pub may_fail: bool,
    /// Whether it may do so inside: its best move is known, and the value by a bound alone.
    pub may_bound: bool,
    /// Whether it may be stopped, and end with a true lower bound: without a line, or with that of the best
    /// move so far.
    pub may_stop: bool,
    /// Whether a short line must stop where a table entry ended the search of its node.
    pub truncated_only_by_cutoffs: bool,
    /// Breaches inside the search that are part of what is guaranteed: where scores are known to
    /// be wrong, nodes return wrong ones and choose by them.
    pub faults: &'static [FaultKind],
    /// What this rests on.
    pub basis: Basis,
    /// A cell that is expected failure must go on breaking, or the checker has gone
    /// blind: the committed counterexample of this cell has to show this verdict.
    pub must_show: Option<Finding>,
}

impl Guarantee {
    /// As what `verdict` breaks the guarantee, if it does. `end` says whether the score
    /// lies inside the root window that it was found with: a bound that lies outside is
    /// what a failed search owes, one inside is for searches that know their winner by it, and for those
    /// that were stopped.
    ///
    /// No line where one is owed, and a line where only a bound is known, are no guarantee's.
    pub const fn breach(&self, verdict: Verdict, end: End) -> Option<Finding> {
        let Verdict { score, line } = verdict;
        match (score, line.kind) {
            (_, LineKind::Missing | LineKind::Unproven) => Some(Finding::Line(line.kind)),
            (ScoreVerdict::Bound, kind) => {
                let may = match end {
                    End::Inside => self.may_bound,
                    End::Outside => self.may_fail,
                    End::Stopped => self.may_stop,
                };
                if may { self.breach_of_line(kind, line.truncation) } else { Some(Finding::Score(score)) }
            }
            (_, _) if score as u8 > self.score as u8 => Some(Finding::Score(score)),
            (_, kind) => self.breach_of_line(kind, line.truncation),
        }
    }

    const fn breach_of_line(&self, kind: LineKind, truncation: Option<Truncation>) -> Option<Finding> {
        let by_cutoff = matches!(truncation, None | Some(Truncation::Cutoff));
        let breaks = kind as u8 > self.line as u8 || self.truncated_only_by_cutoffs && !by_cutoff;
        if breaks && !matches!(kind, LineKind::NoneDue) { Some(Finding::Line(kind)) } else { None }
    }

    /// Whether a breach of this law inside the search is part of what is guaranteed.
    pub fn allows_fault(&self, fault: FaultKind) -> bool {
        self.faults.contains(&fault)
    }

    const fn upholds(line: LineKind) -> Self {
        let (score, basis) = (ScoreVerdict::Exact, Basis::Exhaustive);
        Self {
            score,
            line,
            may_fail: false,
            may_bound: false,
            may_stop: false,
            truncated_only_by_cutoffs: false,
            faults: &[],
            basis,
            must_show: None,
        }
    }

    /// As [`Guarantee::expected_failure`], and known from random games only.
    const fn observed_failure(line: LineKind) -> Self {
        Self { basis: Basis::Observed, ..Self::expected_failure(line) }
    }

    const fn expected_failure(line: LineKind) -> Self {
        Self { must_show: Some(Finding::Line(line)), ..Self::upholds(line) }
    }
}

/// How an algorithm searches the moves after the first, which decides what a
/// line can survive.
enum Later {
    /// With an open window: a refuted line has been written by then.
    Open,
    /// With a null window, and again with one that contains the null-window score.
    NullThenWindow,
    /// With a null window, and again with `(score, beta)`.
    NullThenFromScore,
    /// With a null window, and in the last two plies never again.
    NullOnly,
    /// With a null window, as the first one is: nothing is ever raised.
    NeverOpen,
}

const fn later_moves(algorithm: Algorithm) -> Later {
    match algorithm {
        Algorithm::Minimax
        | Algorithm::AlphaBetaHard
        | Algorithm::AlphaBetaSoft
        | Algorithm::PvsHardNotLastTwo
        | Algorithm::Palphabeta
        | Algorithm::LastMove => Later::Open,
        Algorithm::PvsHard
        | Algorithm::PvsHardUntilRaise
        | Algorithm::PvsZws
        | Algorithm::PvsSoft
        | Algorithm::PvsSoftFromBelow
        | Algorithm::Scout
        | Algorithm::Calphabeta
        | Algorithm::BelleRoot => Later::NullThenWindow,
        Algorithm::PvsSoftFromScore | Algorithm::NegascoutHard | Algorithm::NegascoutSoft => {
            Later::NullThenFromScore
        }
        Algorithm::PvsHardNoLastReSearch | Algorithm::PvsSoftNoLastReSearch => Later::NullOnly,
        Algorithm::Mtdf => Later::NeverOpen,
    }
}

/// What `subject` guarantees. It holds in the stable regime and, inside the root
/// window, under aspiration: a search that ends inside its window has cut
/// nothing that belongs to its line. With a table scores stay, and lines stop where an entry
/// ended the search of a PV-node.
pub const fn guarantee(subject: &Subject) -> Guarantee {
    let SearchOptions { aspiration, table, .. } = subject.options;
    let may_fail = matches!(aspiration, Some(Aspiration { widen: Widen::No, .. }));
    let may_bound = subject.algorithm.may_end_with_bound();
    let line = line_guarantee(subject.store, &later_moves(subject.algorithm));
    let guarantee = wrong_scores(subject, Guarantee { may_fail, may_bound, ..line });
    let guarantee = with_move_order(subject, guarantee);
    let guarantee = match table {
        Some(table_options) => with_table(subject, &table_options, guarantee),
        None if subject.options.selectivity.is_any() => {
            with_witnessed_values(subject, Guarantee { basis: Basis::Observed, must_show: None, ..guarantee })
        }
        None => shadow_table(subject, guarantee),
    };
    with_node_limit(subject, beyond_exhaustive_scopes(subject, guarantee))
}

/// Where repetition counts, an entry may have its value from another path: even the checked
/// walk may then follow it to a move that is wrong on this one.
const fn shadow_table(subject: &Subject, guarantee: Guarantee) -> Guarantee {
    match (subject.store, guarantee.line) {
        (Store::TableWalkChecked | Store::TailRecovery, LineKind::Truncated)
            if subject.options.repetition =>
        {
            Guarantee { line: LineKind::Unsound, basis: Basis::Observed, ..guarantee }
        }
        (_, _) => guarantee,
    }
}

/// Where moves are tried in another order, another of several best lines may come first.
const fn with_move_order(subject: &Subject, guarantee: Guarantee) -> Guarantee {
    match (subject.options.order, guarantee.line) {
        (Order::None, _) => guarantee,
        (_, LineKind::Same) => Guarantee { line: LineKind::Equivalent, basis: Basis::Observed, ..guarantee },
        (_, _) => Guarantee { basis: Basis::Observed, ..guarantee },
    }
}

/// What a table leaves of `guarantee`. An entry of the wanted depth is worth what a search
/// would find, so scores stay; a line stops where an entry ended the search of a PV-node.
const fn with_table(subject: &Subject, table_options: &TableOptions, guarantee: Guarantee) -> Guarantee {
    let seen = Guarantee { basis: Basis::Observed, must_show: None, ..guarantee };
    // The single array loses its terminators to wrong cutoffs and crippled lines.
    let worst = match subject.store {
        Store::SingleArray | Store::SingleArrayBare | Store::SingleArrayRefuting => LineKind::Illegal,
        _ => LineKind::Unsound,
    };
    if table_options.key_bits < u64::BITS {
        // Positions share keys: nothing is claimed but that moves are legal, and that by
        // stores that copy or look at the legality of what they find.
        let score = ScoreVerdict::FalseBound;
        return match subject.store {
            Store::TableWalkRaw => {
                let must_show = Some(Finding::Line(LineKind::Illegal));
                Guarantee { score, line: LineKind::Illegal, must_show, ..seen }
            }
            _ => Guarantee { score, line: worst, ..seen },
        };
    }
    if matches!(subject.regime(), Regime::DepthMixed | Regime::PathDependent | Regime::Selective) {
        return with_witnessed_values(subject, seen);
    }
    let windows = !matches!(subject.algorithm, Algorithm::Minimax | Algorithm::Scout);
    if table_options.narrow && windows && !matches!(subject.store, Store::None | Store::TableWalkChecked) {
        // The null-window entry narrows the re-search to begin at its score: a line that
        // is crippled as by NegaScout, whatever window the algorithm asked for.
        return Guarantee { line: worst, ..seen };
    }
    match (subject.store, guarantee.line, table_options.pv_cut) {
        (Store::PvHolder, _, PvCut::Exact | PvCut::All) if !holder_matches_table(table_options) => {
            Guarantee { line: LineKind::Unsound, ..seen }
        }
        // It holds the lines of the iteration, and the table entries of earlier searches too.
        (Store::PvHolder, LineKind::Same | LineKind::Equivalent, PvCut::Exact | PvCut::All)
            if subject.options.deepening || subject.options.lines > 1 || table_options.keep =>
        {
            Guarantee { line: LineKind::Truncated, ..seen }
        }
        // What an entry cut off is what stands in the holder; no bucket of a random game is full.
        (Store::PvHolder, _, _) => Guarantee { basis: Basis::Observed, ..guarantee },
        (_, LineKind::Same | LineKind::Equivalent, PvCut::Exact | PvCut::All) => Guarantee {
            line: LineKind::Truncated,
            truncated_only_by_cutoffs: subject.store.only_copies(),
            ..seen
        },
        (_, _, _) => Guarantee { basis: Basis::Observed, ..guarantee },
    }
}

/// Whether an exact entry is always of the same visit as the line that the PV holder has of its
/// position: each exact result replaces the one before in both, whatever its draft.
const fn holder_matches_table(table_options: &TableOptions) -> bool {
    matches!(table_options.replace, Replace::Always | Replace::ProtectPv) && !table_options.leaves
}

const fn line_guarantee(store: Store, later: &Later) -> Guarantee {
    match (store, later) {
        (Store::None, _) => Guarantee { basis: Basis::Theorem, ..Guarantee::upholds(LineKind::NoneDue) },
        // What is stored belongs to a position, not to a node. Where none is met again, as on
        // a tree, all of these are as good as stores that copy.
        (Store::EdwardsTrees, Later::NeverOpen) => Guarantee::observed_failure(LineKind::Truncated),
        (Store::TableWalkChecked, _) => Guarantee::observed_failure(LineKind::Truncated),
        (store, _) if store.reads_tables() && !store.copies() => {
            Guarantee::observed_failure(LineKind::Unsound)
        }
        (store, later) if store.copies() => match later {
            Later::Open | Later::NullThenWindow => Guarantee::upholds(LineKind::Same),
            // The re-search fails low on the very score it began from; the row then
            // shows an earlier raise of the child, or nothing.
            Later::NullThenFromScore => Guarantee::expected_failure(LineKind::Unsound),
            // The child has failed low in its null window and has recorded nothing.
            Later::NullOnly => Guarantee::expected_failure(LineKind::Truncated),
            // No row is ever written.
            Later::NeverOpen => Guarantee::expected_failure(LineKind::Truncated),
        },
        (Store::SingleArray, Later::NullThenWindow) => Guarantee::upholds(LineKind::Same),
        (_, _) => Guarantee::expected_failure(LineKind::Illegal),
    }
}

/// The committed counterexamplees: a case for each cell that must go on breaking.
const COUNTEREXAMPLES: &str = include_str!("counterexamples.case");

/// The committed counterexamplees, each of which expects what its cell must show.
///
/// # Panics
///
/// When the committed file is no file of cases.
pub fn counterexamples() -> Vec<Case> {
    let cases = Case::read_all(COUNTEREXAMPLES).expect("the committed counterexamplees are cases");
    cases.into_iter().map(|(_, case)| case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breach(subject: &str, score: ScoreVerdict, line: LineKind, inside: bool) -> Option<Finding> {
        let subject = subject.parse().expect("a subject");
        let end = if inside { End::Inside } else { End::Outside };
        guarantee(&subject).breach(Verdict { score, line: line.into() }, end)
    }

    /// A bound inside the window is for those that know their winner by it, one outside for
    /// those that are not searched again.
    #[test]
    fn a_bound_is_allowed_where_it_is_owed_and_nowhere_else() {
        let bound =
            |subject, inside| breach(subject, ScoreVerdict::Bound, LineKind::NoneDue, inside).is_none();
        for (subject, outside, inside) in [
            ("pvs-soft+triangular", false, false),
            ("pvs-soft+triangular+aspiration(2)", true, false),
            ("pvs-soft+triangular+aspiration(2,widen=side)", false, false),
            ("pvs-soft+triangular+aspiration(2,widen=both)", false, false),
            ("belle-root+triangular", false, true),
            ("last-move+none+aspiration(2)", true, true),
        ] {
            assert_eq!((bound(subject, false), bound(subject, true)), (outside, inside), "{subject}");
        }
    }

    /// However bad the lines that a cell is known to show.
    #[test]
    fn no_guarantee_allows_a_missing_line_or_an_unproven_one() {
        for store in Store::ALL {
            let subject = format!("pvs-hard-no-last-re-search+{}+tt+aspiration(2)", store.name());
            for line in [LineKind::Missing, LineKind::Unproven] {
                for score in [ScoreVerdict::Exact, ScoreVerdict::Bound, ScoreVerdict::FalseBound] {
                    assert_eq!(breach(&subject, score, line, false), Some(Finding::Line(line)), "{subject}");
                }
            }
        }
    }
}
