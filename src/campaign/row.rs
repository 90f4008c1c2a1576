//! A row of the result: a subject, what it promised and what happened.

use std::collections::BTreeMap;

use crate::campaign::{Tally, Witness};
use crate::case::Case;
use crate::check::Checked;
use crate::contract::{Promise, promise};
use crate::game::Graph;
use crate::score::Score;
use crate::subject::{Regime, Subject};
use crate::verdict::Finding;

/// What one subject promised and did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The subject.
    pub subject: Subject,
    /// What the contract says of it.
    pub promise: Promise,
    /// What happened.
    pub tally: Tally,
    /// The smallest game of each finding, as a case that expects it.
    pub witnesses: BTreeMap<Finding, Case>,
    /// The smallest game of each finding that broke the promise.
    pub breaches: BTreeMap<Finding, Case>,
    /// Whether the committed witness of this cell no longer shows what it must.
    pub blind: bool,
}

impl Row {
    /// A row whose witnesses are grown again by `game` from their numbers.
    pub fn new(subject: Subject, tally: Tally, blind: bool, game: impl Fn(u64, &mut Graph) -> usize) -> Self {
        let case = |(&finding, witness): (&Finding, &Witness)| {
            let mut tree = Graph::leaf(Score::ZERO);
            let depth = game(witness.index, &mut tree);
            (finding, Case { subject, depth, expect: Some(finding), game: tree })
        };
        let witnesses = tally.witnesses.iter().map(case).collect();
        let breaches = tally.breaches.iter().map(case).collect();
        Self { subject, promise: promise(&subject), witnesses, breaches, tally, blind }
    }

    /// The row of a campaign of this one case.
    pub fn of_case(case: &Case, checked: &Checked) -> Self {
        let mut tally = Tally::default();
        let witness = Witness { size: case.game.len(), index: 0 };
        tally.count(promise(&case.subject), &checked.trial, checked.verdict, witness);
        tally.compare(&checked.trial, None);
        Self::new(case.subject, tally, false, |_, tree| {
            tree.clone_from(&case.game);
            case.depth
        })
    }

    /// Whether every game kept the promise, and the cell still breaks where it is known to.
    pub fn is_kept(&self) -> bool {
        !self.blind && self.breaches.is_empty()
    }

    /// What is too rare here to mean anything, if the run is large enough to say:
    /// a tenth of the games must end outside the window and a tenth inside, and in
    /// a tenth the window must have changed something; in one of a hundred a table entry
    /// must have ended the search of a node.
    pub fn too_rare(&self) -> Option<String> {
        let Tally { games, acted, compared, mattered, .. } = self.tally;
        let rarer = |one_in: u64, count: u64, of: u64| of >= 10_000 && count * one_in < of;
        let rare = |count, of| rarer(10, count, of);
        let what = match self.subject.regime() {
            Regime::Stable => return None,
            Regime::ScoreStable | Regime::DepthMixed | Regime::PathDependent | Regime::Colliding
                if rarer(100, acted, games) =>
            {
                "hardly ever uses its table"
            }
            Regime::ScoreStable | Regime::DepthMixed | Regime::PathDependent | Regime::Colliding => {
                return None;
            }
            Regime::Aspiration if rare(acted, games) => "ends outside its window",
            Regime::Aspiration if rare(games - acted, games) => "ends inside its window",
            Regime::Aspiration if rare(mattered, compared) => "differs from the search without it",
            Regime::Aspiration => return None,
        };
        Some(format!("{} {what}", self.subject))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Trial, check};
    use crate::verdict::{Fault, LineKind, ScoreVerdict, Verdict};

    /// A row of one game, with what `change` makes of its honest trial.
    fn row(change: impl Fn(&mut Trial, &mut Verdict)) -> Row {
        let case: Case = "v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]".parse().expect("a case");
        let mut checked = check(&case).expect("shallow");
        change(&mut checked.trial, &mut checked.verdict);
        Row::of_case(&case, &checked)
    }

    fn broken(row: &Row) -> Vec<Finding> {
        row.breaches.keys().copied().collect()
    }

    #[test]
    fn a_row_breaks_by_a_line_a_score_a_node_or_blindness() {
        let honest = row(|_, _| {});
        assert!(honest.is_kept() && broken(&honest).is_empty() && honest.witnesses.is_empty());
        let line = row(|_, verdict| verdict.line = LineKind::Truncated.into());
        assert!(!line.is_kept());
        assert_eq!(broken(&line), [Finding::Line(LineKind::Truncated)]);
        let score = row(|_, verdict| verdict.score = ScoreVerdict::FalseBound);
        assert!(!score.is_kept());
        assert_eq!(broken(&score), [Finding::Score(ScoreVerdict::FalseBound)]);
        let fault = Fault::RaisedRefutation { ply: 0 };
        let node = row(|trial, _| trial.fault = Some(fault));
        assert!(!node.is_kept() && node.tally.node_faults == 1);
        assert_eq!(broken(&node), [Finding::Fault(fault.kind())]);
        assert!(!Row { blind: true, ..honest }.is_kept());
    }

    #[test]
    fn an_aspiration_that_never_acts_is_too_rare() {
        let tally =
            |games, acted, compared, mattered| Tally { games, acted, compared, mattered, ..Tally::default() };
        let rare = |tally: Tally, subject: &str| {
            Row::new(subject.parse().expect("a subject"), tally, false, |_, _| 0).too_rare().is_some()
        };
        let subject = "pvs-soft+none+aspiration(2)";
        assert!(!rare(tally(10_000, 3_000, 10_000, 3_000), subject));
        assert!(rare(tally(10_000, 0, 10_000, 3_000), subject), "never outside");
        assert!(rare(tally(10_000, 9_999, 10_000, 3_000), subject), "never inside");
        assert!(rare(tally(10_000, 3_000, 10_000, 0), subject), "changes nothing");
        assert!(!rare(tally(9_999, 0, 9_999, 0), subject), "too few games to say");
        assert!(!rare(tally(10_000, 0, 0, 0), "pvs-soft+none"));
    }
}
