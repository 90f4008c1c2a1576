//! The guarantees of each algorithm with each store and each set of search options.
//!
//! A guarantee is derived in three steps. First, the [facts](crate::algorithm::Profile) about the algorithm
//! and the store are collected. Second, the base guarantee follows from these facts. Third, an ordered list
//! of adjustments changes it according to the search options. Every guarantee states its basis.

mod adjustments;
mod base;
mod facts;
mod faults;
mod rules;
mod theorems;

use crate::algorithm::LaterMoves;
use crate::case::Case;
use crate::feature::{Draft, Narrow, TableOptions};
use crate::pv::Store;
use crate::search::SearchOptions;
use crate::subject::Subject;
use crate::verdict::{End, FaultKind, Finding, LineKind, LineVerdict, ScoreVerdict, Truncation, Verdict};
use adjustments::{ADJUSTMENTS, Adjustment, Cause};
use base::base;
use facts::ContractFacts;
#[doc(hidden)]
pub use faults::Faults;
pub use rules::rules;
pub use theorems::{Theorem, theorems};

named_enum! {
    /// The evidence for a guarantee.
    Basis {
        Theorem "theorem" "A proof in `proof/`, which a machine has checked.",
        Source "source" "A publication that states the guarantee.",
        Exhaustive "exhaustive" "Every game of a scope was searched, with every assignment of scores.",
        Observed "observed" "Observation only.",
    }
}

/// The worst results that a subject may show, and the finding that the subject must still show.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, all of which combine")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Guarantee {
    /// The worst verdict on the score.
    pub score: ScoreVerdict,
    /// The worst verdict on the line.
    pub line: LineKind,
    /// Whether a search may end outside its root window, with a true bound and no line.
    pub may_fail: bool,
    /// Whether a search may end inside its root window with its best move and only a bound for the value.
    pub may_bound: bool,
    /// Whether a search may be stopped and then return a true lower bound, with no line or with the line of its best move so far.
    pub may_stop: bool,
    /// Whether a truncated line must end at a node whose search was ended by a table entry.
    pub truncated_only_by_cutoffs: bool,
    /// Faults inside the search that are allowed. If wrong scores are expected, nodes return them and choose
    /// moves by them.
    pub faults: Faults,
    /// The evidence for this guarantee.
    pub basis: Basis,
    /// The finding that the committed counterexample of this subject must show; a lack of the finding shows that the
    /// checker no longer detects the fault.
    pub must_show: Option<Finding>,
}

impl Guarantee {
    /// Returns the finding by which `verdict` breaks the guarantee, or `None`. `end` states whether the search ended
    /// inside its root window, outside it, or was stopped.
    ///
    /// No guarantee allows a missing line where a line is due, or a line where only a bound is known. A sound line that
    /// does not begin with the best move is a breach unless the guarantee allows this fault.
    pub const fn breach(&self, verdict: Verdict, end: End) -> Option<Finding> {
        let Verdict { score, line } = verdict;
        match (score, line.kind) {
            (_, LineKind::Missing | LineKind::Unproven) => Some(Finding::Line(line.kind)),
            (ScoreVerdict::Bound, _) => {
                let may = match end {
                    End::Inside => self.may_bound,
                    End::Outside => self.may_fail,
                    End::Stopped => self.may_stop,
                };
                if may { self.breach_of_line(line) } else { Some(Finding::Score(score)) }
            }
            (_, _) if score as u8 > self.score as u8 => Some(Finding::Score(score)),
            (_, _) => self.breach_of_line(line),
        }
    }

    const fn breach_of_line(&self, line: LineVerdict) -> Option<Finding> {
        let LineVerdict { kind, truncation, other_move, .. } = line;
        let by_cutoff = matches!(truncation, None | Some(Truncation::Cutoff));
        let breaks = kind as u8 > self.line as u8 || self.truncated_only_by_cutoffs && !by_cutoff;
        if breaks && !matches!(kind, LineKind::NoneDue) {
            Some(Finding::Line(kind))
        } else if other_move && !self.allows_fault(FaultKind::OtherMove) {
            Some(Finding::Fault(FaultKind::OtherMove))
        } else {
            None
        }
    }

    /// Whether a fault of this kind inside the search is allowed.
    pub const fn allows_fault(&self, fault: FaultKind) -> bool {
        self.faults.contains(fault)
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
            faults: Faults::NONE,
            basis,
            must_show: None,
        }
    }

    const fn expected_failure(line: LineKind) -> Self {
        Self { must_show: Some(Finding::Line(line)), ..Self::upholds(line) }
    }

    const fn observed(self) -> Self {
        Self { basis: Basis::Observed, must_show: None, ..self }
    }

    const fn with_line(self, line: LineKind) -> Self {
        Self { line, truncated_only_by_cutoffs: false, ..self }
    }

    const fn not_leftmost(self) -> Self {
        match self.line {
            LineKind::Same => self.with_line(LineKind::Equivalent),
            _ => self,
        }
    }

    /// Returns this guarantee, where a line that had to be sound may be of the kind `line`.
    const fn worsened(self, line: LineKind) -> Self {
        if is_sound(self.line) { self.with_line(line) } else { self }
    }

    /// Returns this guarantee, where scores may be as bad as `score` and these faults are allowed.
    fn at_worst(self, score: ScoreVerdict, faults: &[FaultKind]) -> Self {
        Self { score: self.score.max(score), faults: self.faults.with(faults), ..self }
    }

    /// Returns this guarantee, where scores and their lines may be wrong. A score that the search takes for exact may
    /// be a bound, which may be inside the window although the value is not.
    fn with_wrong_scores(self) -> Self {
        let score = if self.may_fail { ScoreVerdict::FalseBound } else { ScoreVerdict::Unwitnessed };
        self.at_worst(score, &[FaultKind::BoundLaw, FaultKind::WrongMove]).worsened(LineKind::Unsound)
    }

    /// Returns this guarantee for a search that mixes values of different trees, so that a score need not be valid in any tree.
    fn with_false_claims(self) -> Self {
        let faults = &[FaultKind::FalseClaim, FaultKind::WrongMove];
        self.at_worst(ScoreVerdict::Unwitnessed, faults).worsened(LineKind::Unsound)
    }
}

const fn is_sound(line: LineKind) -> bool {
    matches!(line, LineKind::Same | LineKind::Equivalent | LineKind::Truncated | LineKind::Overlong)
}

/// Returns what `subject` guarantees by its algorithm, its store and each adjustment that applies.
///
/// The base guarantee also holds with aspiration if the score is inside the root window, because no part of the line is
/// cut off then.
pub fn guarantee(subject: &Subject) -> Guarantee {
    let facts = ContractFacts::about(subject);
    let guarantee = applying(&facts)
        .fold(unadjusted(subject, &facts), |guarantee, adjustment| (adjustment.effect)(&facts, guarantee));
    with_theorem(subject, &facts, guarantee)
}

/// Returns the guarantee of a subject, based on a theorem where the proofs of searches with a table apply.
fn with_theorem(subject: &Subject, facts: &ContractFacts, guarantee: Guarantee) -> Guarantee {
    let basis = if is_proven_with_table(subject, facts) { Basis::Theorem } else { guarantee.basis };
    Guarantee { basis, ..guarantee }
}

/// Whether the proofs of searches with a table apply: its entries are of equal drafts, have whole keys and narrow no window to their
/// bound, and there are no other options.
fn is_proven_with_table(subject: &Subject, facts: &ContractFacts) -> bool {
    let is_honest = |table: TableOptions| {
        table.draft == Draft::Equal && table.key_bits == 64 && table.narrow != Narrow::Yes
    };
    let alone = SearchOptions { table: None, ..subject.options };
    let (base, _) = base(&facts.algorithm, facts.store);
    let has_table_of_its_own = matches!(subject.store, Store::PvHolder | Store::TailRecovery);
    subject.options.table.is_some_and(is_honest)
        && alone.is_plain()
        && base.basis == Basis::Theorem
        && base.must_show.is_none()
        && matches!(facts.algorithm.later_moves, LaterMoves::Open | LaterMoves::NullThenOpen)
        && !has_table_of_its_own
}

fn unadjusted(subject: &Subject, facts: &ContractFacts) -> Guarantee {
    let (base, _) = base(&facts.algorithm, facts.store);
    // The proofs that lines are right hold without options, in any window. The games that show wrong lines have the full window.
    let is_in_full_window = subject.options.aspiration.is_none();
    let has_proof = subject.options.is_plain() && (is_in_full_window || base.must_show.is_none());
    if base.basis == Basis::Theorem && !has_proof {
        Guarantee { basis: Basis::Exhaustive, ..base }
    } else {
        base
    }
}

/// Returns the reason why the lines or scores of `subject` are wrong, if wrong results are an expected failure.
pub fn explain(subject: &Subject) -> Option<&'static str> {
    let facts = ContractFacts::about(subject);
    let (_, mut explanation) = base(&facts.algorithm, facts.store);
    for adjustment in applying(&facts) {
        match adjustment.cause {
            Cause::AsBefore => {}
            Cause::Because(cause) => explanation = Some(cause),
            Cause::Final(cause) => return Some(cause),
            Cause::ByFacts(cause) => explanation = cause(&facts).or(explanation),
        }
    }
    explanation
}

fn applying(facts: &ContractFacts) -> impl Iterator<Item = &'static Adjustment> + '_ {
    ADJUSTMENTS.iter().filter(|adjustment| (adjustment.applies)(facts))
}

const COUNTEREXAMPLES: &str = include_str!("counterexamples.case");

/// Returns the committed counterexamples. Each expects the finding that its cell must show.
///
/// # Panics
///
/// If the committed file is not a valid file of cases.
pub fn counterexamples() -> Vec<Case> {
    let cases = Case::read_all(COUNTEREXAMPLES).expect("the committed counterexamples are valid cases");
    cases.into_iter().map(|(_, case)| case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Algorithm;
    use crate::feature::Preset;
    use crate::game::{Choices, Seeded};
    use crate::verdict::LineVerdict;

    /// Returns a guarantee of this score and this line, where a search may end with a bound only as `ends` lists.
    fn guaranteeing(score: ScoreVerdict, line: LineKind, ends: &[End]) -> Guarantee {
        Guarantee {
            score,
            may_bound: ends.contains(&End::Inside),
            may_fail: ends.contains(&End::Outside),
            may_stop: ends.contains(&End::Stopped),
            ..Guarantee::upholds(line)
        }
    }

    /// Lists the scores that keep each guaranteed score. Whether a true bound keeps it depends on how the search ended.
    #[test]
    fn a_score_keeps_the_guarantee_by_how_bad_it_is_and_a_bound_by_how_the_search_ended() {
        use ScoreVerdict::{Bound, Exact, FalseBound, Joined, NotJudged, Unwitnessed, Witnessed};
        const ENDS: [End; 3] = [End::Inside, End::Outside, End::Stopped];
        let kept_by = [
            (Exact, &[Exact][..]),
            (Witnessed, &[Exact, Witnessed]),
            (Joined, &[Exact, Witnessed, Joined]),
            (NotJudged, &[Exact, Witnessed, Joined, NotJudged]),
            (Bound, &[Exact, Witnessed, Joined, NotJudged]),
            (Unwitnessed, &[Exact, Witnessed, Joined, NotJudged, Unwitnessed]),
            (FalseBound, &[Exact, Witnessed, Joined, NotJudged, Unwitnessed, FalseBound]),
        ];
        assert!(kept_by.iter().map(|(guaranteed, _)| guaranteed).eq(ScoreVerdict::ALL));
        for (guaranteed, allowed) in kept_by {
            for ends in [&[][..], &ENDS[..1], &ENDS[1..2], &ENDS[2..], &ENDS] {
                let guarantee = guaranteeing(guaranteed, LineKind::Equivalent, ends);
                for (&score, end) in ScoreVerdict::ALL.iter().flat_map(|score| ENDS.map(|end| (score, end))) {
                    let is_kept = if score == Bound { ends.contains(&end) } else { allowed.contains(&score) };
                    let text = format!("{guaranteed} guaranteed, {score} found, {end:?} of {ends:?}");
                    let breach = |line: LineKind| guarantee.breach(Verdict { score, line: line.into() }, end);
                    let by_score = (!is_kept).then_some(Finding::Score(score));
                    assert_eq!(breach(LineKind::Equivalent), by_score, "{text}");
                    assert_eq!(breach(LineKind::NoneDue), by_score, "{text}");
                    // A wrong score comes before a wrong line, and a missing line before both.
                    let illegal = Some(Finding::Line(LineKind::Illegal));
                    assert_eq!(breach(LineKind::Illegal), by_score.or(illegal), "{text}");
                    assert_eq!(breach(LineKind::Missing), Some(Finding::Line(LineKind::Missing)), "{text}");
                }
            }
        }
    }

    /// The kind `NoneDue` is never a breach, and a guarantee of this kind allows a truncated line.
    #[test]
    fn a_line_keeps_the_guarantee_by_how_bad_it_is() {
        use LineKind::{Missing, NoneDue, Unproven};
        for (worst, &guaranteed) in LineKind::ALL.iter().enumerate() {
            let guarantee = guaranteeing(ScoreVerdict::Exact, guaranteed, &[]);
            for (found, &kind) in LineKind::ALL.iter().enumerate() {
                let is_kept = kind == NoneDue || found <= worst && !matches!(kind, Missing | Unproven);
                let verdict = Verdict { score: ScoreVerdict::Exact, line: kind.into() };
                let expected = (!is_kept).then_some(Finding::Line(kind));
                assert_eq!(guarantee.breach(verdict, End::Inside), expected, "{guaranteed}, {kind}");
            }
        }
    }

    /// The reason `None` belongs to a line that is not truncated.
    #[test]
    fn a_line_that_only_a_cutoff_may_truncate_breaks_the_guarantee_for_any_other_reason() {
        for only_by_cutoffs in [false, true] {
            let guarantee = Guarantee {
                truncated_only_by_cutoffs: only_by_cutoffs,
                ..guaranteeing(ScoreVerdict::Exact, LineKind::Truncated, &[])
            };
            for truncation in Truncation::ALL.iter().copied().map(Some).chain([None]) {
                let line = LineVerdict { truncation, ..LineKind::Truncated.into() };
                let breach = guarantee.breach(Verdict { score: ScoreVerdict::Exact, line }, End::Inside);
                let is_kept = !only_by_cutoffs || matches!(truncation, None | Some(Truncation::Cutoff));
                let expected = (!is_kept).then_some(Finding::Line(LineKind::Truncated));
                assert_eq!(breach, expected, "{truncation:?}");
            }
        }
    }

    #[test]
    fn a_set_of_faults_contains_what_was_added() {
        let two = Faults::NONE.with(&[FaultKind::EmptyWindow]).with(&[FaultKind::WrongMove]);
        let contained =
            |faults: Faults| FaultKind::ALL.iter().copied().filter(move |&kind| faults.contains(kind));
        assert_eq!(contained(two).collect::<Vec<_>>(), [FaultKind::EmptyWindow, FaultKind::WrongMove]);
        assert!(contained(Faults::NONE.with(FaultKind::ALL)).eq(FaultKind::ALL.iter().copied()));
        assert_eq!(contained(Faults::NONE).count(), 0);
    }

    /// Subjects with random combinations of a few search options.
    fn random_subjects() -> impl Iterator<Item = Subject> {
        (0..3_000).flat_map(|seed| {
            let mut choices = Seeded::new(seed, 0);
            let mut options = SearchOptions::random(&mut choices);
            if let Some(table) = &mut options.table {
                table.narrow = Narrow::random(&mut choices, 4);
                table.key_bits = if choices.one_in(8) { 2 } else { 64 };
            }
            let algorithms = Algorithm::ALL.iter().copied();
            let subjects =
                algorithms.flat_map(|algorithm| Store::ALL.iter().map(move |&store| (algorithm, store)));
            subjects.map(move |(algorithm, store)| Subject { algorithm, store, options })
        })
    }

    #[test]
    fn every_adjustment_changes_some_guarantee() {
        let mut has_effect = [false; ADJUSTMENTS.len()];
        let parallel = Preset::parallel().into_iter().map(|preset| preset.random);
        let parallel = parallel.map(|options| Subject {
            algorithm: Algorithm::PvsSoft,
            store: Store::Triangular,
            options,
        });
        for subject in random_subjects().chain(parallel) {
            let facts = ContractFacts::about(&subject);
            let mut before = unadjusted(&subject, &facts);
            for (adjustment, has_effect) in ADJUSTMENTS.iter().zip(&mut has_effect) {
                if !(adjustment.applies)(&facts) {
                    continue;
                }
                let after = (adjustment.effect)(&facts, before);
                *has_effect |= after != before;
                before = after;
            }
            assert_eq!(with_theorem(&subject, &facts, before), guarantee(&subject), "{subject}");
        }
        assert_eq!(has_effect, [true; ADJUSTMENTS.len()]);
    }

    /// An adjustment that makes lines unsound or scores wrong gives a cause, unless the adjustment holds for every store.
    #[test]
    fn pvs_with_a_copying_store_has_an_explanation_where_it_breaks() {
        let is_explained = |text: &str| explain(&text.parse().expect("a subject")).is_some();
        assert!(
            !is_explained("pvs-soft+triangular")
                && !is_explained("pvs-soft+triangular+tt(draft=deeper)+lmr(1)")
        );
        assert!(
            is_explained("scout+triangular+tt(draft=deeper)")
                && is_explained("negascout-hard+triangular+extension")
        );
        assert!(
            is_explained("pvs-soft+single-array+lmr(1)")
                && is_explained("pvs-soft+single-array+stop-after(9,improved=yes)")
        );
    }
}
