//! The sums over games, which can be added in any order.

use std::collections::BTreeMap;

use crate::check::Trial;
use crate::contract::Guarantee;
use crate::experiment::add_each;
use crate::search::Counts;
use crate::verdict::{
    Fault, Finding, LineKind, LineVerdict, ScoreVerdict, TraceVerdict, Truncation, Verdict,
};

/// The smallest game so far that shows a finding, compared by size and then by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Counterexample {
    pub size: usize,
    pub index: u64,
}

/// Whether a value can be omitted from the JSON of a part; about half of the values can.
#[cfg(feature = "json")]
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The sums of the results of one subject over many games.
///
/// The fields that each line changes are in one cache line, because a campaign of many subjects finds few of them in the cache.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[repr(C, align(64))]
pub struct Tally {
    /// The numbers of verdicts of the trace check on the results that it judged, in the order of [`TraceVerdict::ALL`].
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "is_default"))]
    pub trace: [u64; TraceVerdict::ALL.len() - 1],
    /// The numbers of verdicts on lines, in the order of [`LineKind::ALL`].
    pub line: [u64; LineKind::ALL.len()],
    pub games: u64,
    /// The numbers of verdicts on scores, in the order of [`ScoreVerdict::ALL`].
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "is_default"))]
    pub score: [u64; ScoreVerdict::ALL.len()],
    /// The numbers of reasons why sound lines were truncated, in the order of [`Truncation::ALL`].
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "is_default"))]
    pub truncation: [u64; Truncation::ALL.len()],
    /// The number of searches with a fault inside.
    pub node_faults: u64,
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "is_default"))]
    pub counts: Counts,
    /// The number of distinct leaves evaluated, summed over the games.
    pub distinct_leaves: u64,
    /// The number of games in which any search option had an effect ([`Counts::acted`]).
    pub acted: u64,
    /// The number of games in which each search option had an effect, in the order of [`Counts::acts`].
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "is_default"))]
    pub acts: [u64; Counts::NONE.acts().len()],
    /// The number of games in which the search was compared with the search without search options.
    pub compared: u64,
    /// The number of compared games in which score, bound or counters differed.
    pub mattered: u64,
    /// The smallest game of each finding, without exact scores, leftmost optimal lines and no line due.
    pub counterexamples: BTreeMap<Finding, Counterexample>,
    pub breaches: BTreeMap<Finding, Counterexample>,
}

impl Tally {
    pub fn score(&self, verdict: ScoreVerdict) -> u64 {
        self.score[verdict as usize]
    }

    pub fn line(&self, kind: LineKind) -> u64 {
        self.line[kind as usize]
    }

    pub fn trace(&self, verdict: TraceVerdict) -> u64 {
        let judged = self.trace.get(verdict as usize).copied();
        judged.unwrap_or_else(|| self.games - self.trace.iter().sum::<u64>())
    }

    pub fn truncation(&self, reason: Truncation) -> u64 {
        self.truncation[reason as usize]
    }

    pub fn acts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        Counts::NONE.acts().into_iter().zip(self.acts).map(|((name, _), games)| (name, games))
    }

    /// Returns the number of wrong lines, where a right line is whole and sound, or is missing where no line is due.
    pub fn wrong_lines(&self) -> u64 {
        let good = [LineKind::Same, LineKind::Equivalent, LineKind::NoneDue];
        self.games - good.iter().map(|&kind| self.line(kind)).sum::<u64>()
    }

    /// Counts the results that all stores of a search share. `plain` is the trial without search options, if
    /// any.
    #[inline]
    pub fn count_search(&mut self, trial: &Trial, plain: Option<&Trial>, counterexample: Counterexample) {
        self.games += 1;
        self.score[trial.verdict as usize] += 1;
        self.distinct_leaves += trial.distinct_leaves;
        self.counts += trial.counts;
        if trial.verdict != ScoreVerdict::Exact {
            keep(&mut self.counterexamples, Finding::Score(trial.verdict), counterexample);
        }
        if let Some(fault) = trial.fault {
            self.node_faults += 1;
            keep(&mut self.counterexamples, Finding::Fault(fault.kind()), counterexample);
        }
        if trial.counts.acted() > 0 {
            self.acted += 1;
            for (games, (_, times)) in self.acts.iter_mut().zip(trial.counts.acts()) {
                *games += u64::from(times > 0);
            }
        }
        if let Some(plain) = plain {
            let differs =
                (trial.score, trial.bound, trial.counts) != (plain.score, plain.bound, plain.counts);
            self.compared += 1;
            self.mattered += u64::from(differs);
        }
    }

    #[inline]
    pub fn count_line(
        &mut self,
        guarantee: &Guarantee,
        trial: &Trial,
        line: &LineVerdict,
        counterexample: Counterexample,
    ) {
        self.line[line.kind as usize] += 1;
        let is_right = matches!(line.kind, LineKind::Same | LineKind::NoneDue) && !line.other_move;
        if !(is_right && has_no_finding(trial)) {
            self.count_findings(guarantee, trial, *line, counterexample);
        }
    }

    #[inline(never)]
    fn count_findings(
        &mut self,
        guarantee: &Guarantee,
        trial: &Trial,
        line: LineVerdict,
        counterexample: Counterexample,
    ) {
        if let Some(judged) = self.trace.get_mut(trial.trace.and(line.trace) as usize) {
            *judged += 1;
        }
        if let Some(reason) = line.truncation {
            self.truncation[reason as usize] += 1;
        }
        if !matches!(line.kind, LineKind::Same | LineKind::NoneDue) {
            keep(&mut self.counterexamples, Finding::Line(line.kind), counterexample);
        }
        let fault = trial.fault.map(Fault::kind).filter(|&kind| !guarantee.allows_fault(kind));
        let verdict = Verdict { score: trial.verdict, line };
        let breach = guarantee.breach(verdict, trial.end).or(fault.map(Finding::Fault));
        if let Some(breach) = breach {
            keep(&mut self.breaches, breach, counterexample);
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        add_each(&mut self.score, &other.score);
        add_each(&mut self.line, &other.line);
        add_each(&mut self.trace, &other.trace);
        add_each(&mut self.truncation, &other.truncation);
        add_each(&mut self.acts, &other.acts);
        self.node_faults += other.node_faults;
        self.counts += other.counts;
        self.distinct_leaves += other.distinct_leaves;
        self.acted += other.acted;
        self.compared += other.compared;
        self.mattered += other.mattered;
        for (&finding, &counterexample) in &other.counterexamples {
            keep(&mut self.counterexamples, finding, counterexample);
        }
        for (&finding, &counterexample) in &other.breaches {
            keep(&mut self.breaches, finding, counterexample);
        }
    }
}

/// Whether every guarantee allows this trial with a right line, so that only the kind of the line is counted, as is usual.
#[inline]
fn has_no_finding(trial: &Trial) -> bool {
    let Trial { verdict, fault, trace, .. } = trial;
    (*verdict, *trace) == (ScoreVerdict::Exact, TraceVerdict::NotJudged) && fault.is_none()
}

fn keep(all: &mut BTreeMap<Finding, Counterexample>, finding: Finding, next: Counterexample) {
    let kept = all.entry(finding).or_insert(next);
    *kept = next.min(*kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Algorithm;
    use crate::case::Case;
    use crate::check::{Checked, check};
    use crate::pv::Store;
    use crate::subject::Subject;
    use crate::verdict::End;

    #[test]
    fn the_counterexample_is_the_smallest_and_then_the_first_in_any_order() {
        let case = "v1 pvs-soft+triangular depth=0 0".parse().expect("a case");
        let trial = check(&case).expect("shallow").trial;
        let guarantee = crate::contract::guarantee(&"pvs-soft+triangular".parse().expect("a subject"));
        let games = [(7, 1), (5, 9), (5, 4), (6, 2)].map(|(size, index)| Counterexample { size, index });
        for split in 0..=games.len() {
            let (mut tally, mut other) = (Tally::default(), Tally::default());
            let count = |tally: &mut Tally, counterexample| {
                tally.count_search(&trial, None, counterexample);
                tally.count_line(&guarantee, &trial, &LineKind::Unsound.into(), counterexample);
            };
            games[..split].iter().for_each(|&counterexample| count(&mut tally, counterexample));
            games[split..].iter().for_each(|&counterexample| count(&mut other, counterexample));
            tally.add(&other);
            assert_eq!(tally.counterexamples[&Finding::Line(LineKind::Unsound)], games[2]);
            assert_eq!((tally.games, tally.line(LineKind::Unsound)), (4, 4));
        }
    }

    /// Nothing that [`has_no_finding`] omits breaks a guarantee.
    #[test]
    fn no_guarantee_forbids_an_exact_score_with_the_leftmost_line_or_with_none_due() {
        let options = "/+tt/+tt(draft=deeper)/+aspiration(2)/+lmr/+null(1)/+multipv(2)/+stop-after(9,improved=yes)\
            /+tt(key-bits=2)/+repetition/+quiescence/+extension/+tt+iir";
        let mut judged = 0;
        for (&algorithm, &store) in
            Algorithm::ALL.iter().flat_map(|algorithm| Store::ALL.iter().map(move |store| (algorithm, store)))
        {
            for options in options.split('/') {
                let text = format!("{}+{}{}", algorithm.name(), store.name(), options.trim());
                let Ok(subject) = text.parse::<Subject>() else { continue };
                let guarantee = crate::contract::guarantee(&subject);
                for end in [End::Inside, End::Outside, End::Stopped] {
                    for kind in [LineKind::Same, LineKind::NoneDue] {
                        let verdict = Verdict { score: ScoreVerdict::Exact, line: kind.into() };
                        assert_eq!(guarantee.breach(verdict, end), None, "{subject}");
                        judged += 1;
                    }
                }
            }
        }
        assert!(judged > 10_000, "{judged}");
    }

    /// The guarantees of these subjects allow the score of the trial with the fault.
    #[test]
    fn a_fault_breaks_the_guarantee_beside_every_score() {
        let (fault, allowed) = (Fault::RaisedRefutation { ply: 1 }, Fault::WrongMove { mv: None });
        for (subject, verdict, allows_wrong_moves) in [
            ("pvs-soft+triangular", ScoreVerdict::Exact, false),
            ("pvs-soft+triangular+tt(draft=deeper)", ScoreVerdict::Witnessed, false),
            ("negascout-hard+triangular+tt(draft=deeper)", ScoreVerdict::Joined, true),
            ("pvs-soft+triangular+aspiration(2)", ScoreVerdict::Bound, false),
            ("pvs-hard-no-last-re-search+triangular", ScoreVerdict::Unwitnessed, true),
            ("pvs-soft+triangular+tt(key-bits=2)", ScoreVerdict::FalseBound, false),
        ] {
            let case: Case = format!("v1 {subject} depth=1 [0 1]").parse().expect("a case");
            let mut checked = check(&case).expect("shallow");
            checked.trial.verdict = verdict;
            checked.verdict.score = verdict;
            if verdict == ScoreVerdict::Bound {
                (checked.trial.end, checked.verdict.line) = (End::Outside, LineKind::NoneDue.into());
            }
            let mut breaches = |fault: Option<Fault>| {
                checked.trial.fault = fault;
                let counterexample = Counterexample { size: 3, index: 0 };
                let mut tally = Tally::default();
                tally.count_line(&checked.guarantee, &checked.trial, &checked.verdict.line, counterexample);
                tally.count_search(&checked.trial, None, counterexample);
                assert_eq!(tally.breaches.is_empty(), checked.is_kept(), "{subject}");
                let is_counted = tally.counterexamples.contains_key(&Finding::Score(verdict));
                assert_eq!(is_counted, verdict != ScoreVerdict::Exact, "{subject}");
                assert_eq!(tally.node_faults, u64::from(fault.is_some()), "{subject}");
                tally.breaches.into_keys().collect::<Vec<_>>()
            };
            assert_eq!(breaches(None), [], "{subject}");
            assert_eq!(breaches(Some(fault)), [Finding::Fault(fault.kind())], "{subject}");
            assert_eq!(breaches(Some(allowed)).is_empty(), allows_wrong_moves, "{subject}");
        }
    }

    /// Adds the sums of two searches with their lines. Each sum is the same after [`Tally::add`].
    #[test]
    fn every_sum_counts_its_own_games() {
        let case = |text: &str| text.parse::<Case>().expect("a case");
        let game = "depth=2 [[3 5] [2 9]]";
        let plain = check(&case(&format!("v1 pvs-soft+triangular {game}"))).expect("shallow");
        let two_lines = check(&case(&format!("v1 pvs-soft+triangular+multipv(2) {game}"))).expect("shallow");
        let counterexample = Counterexample { size: 7, index: 0 };
        let of = |checked: &Checked, line: LineVerdict, plain: Option<&Trial>| {
            let mut tally = Tally::default();
            tally.count_search(&checked.trial, plain, counterexample);
            tally.count_line(&checked.guarantee, &checked.trial, &line, counterexample);
            tally
        };
        let truncated = LineVerdict { truncation: Some(Truncation::Draw), ..LineKind::Truncated.into() };
        let one = of(&plain, LineKind::Same.into(), Some(&plain.trial));
        let mut derived = two_lines.clone();
        derived.trial.trace = TraceVerdict::Derived;
        let two = of(&derived, LineVerdict { trace: TraceVerdict::Derived, ..truncated }, Some(&plain.trial));
        let three = of(&plain, LineKind::NoneDue.into(), None);
        assert_eq!((one.line(LineKind::Same), three.line(LineKind::NoneDue)), (1, 1));
        let mut sum = three.clone();
        sum.add(&two);
        assert_eq!((sum.line(LineKind::Truncated), sum.wrong_lines()), (1, 1));
        sum.add(&one);
        assert_eq!((sum.games, sum.compared, sum.mattered, sum.acted), (3, 2, 1, 1));
        assert_eq!((sum.score(ScoreVerdict::Exact), sum.line(LineKind::Same)), (3, 1));
        assert_eq!((sum.truncation(Truncation::Draw), sum.truncation(Truncation::Cutoff)), (1, 0));
        let traces = [TraceVerdict::Derived, TraceVerdict::Fault, TraceVerdict::NotJudged];
        assert_eq!(traces.map(|verdict| sum.trace(verdict)), [1, 0, 2]);
        let acts: Vec<_> = sum.acts().filter(|&(_, games)| games > 0).collect();
        assert_eq!(acts, [("multipv", 1)]);
        assert_eq!(sum.counts.nodes, 2 * plain.trial.counts.nodes + two_lines.trial.counts.nodes);
        assert_eq!(sum.distinct_leaves, 2 * plain.trial.distinct_leaves + two_lines.trial.distinct_leaves);
        assert_eq!((sum.node_faults, sum.wrong_lines()), (0, 1));
    }
}
