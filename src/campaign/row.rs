//! A row of the result: a subject, what it promised and what happened.

use std::collections::BTreeMap;

use crate::campaign::{Tally, Witness};
use crate::case::Case;
use crate::check::Checked;
use crate::contract::{Promise, promise};
use crate::game::Tree;
use crate::score::Score;
use crate::subject::{Regime, Subject};
use crate::verdict::{Finding, LineKind, ScoreVerdict, Verdict};

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
    /// Whether the committed witness of this cell no longer shows what it must.
    pub blind: bool,
}

impl Row {
    /// A row whose witnesses are grown again by `game` from their numbers.
    pub fn new(subject: Subject, tally: Tally, blind: bool, game: impl Fn(u64, &mut Tree) -> usize) -> Self {
        let witnesses = tally.witnesses.iter().map(|(&finding, witness)| {
            let mut tree = Tree::leaf(Score::ZERO);
            let depth = game(witness.index, &mut tree);
            (finding, Case { subject, depth, expect: Some(finding), game: tree })
        });
        Self { subject, promise: promise(&subject), witnesses: witnesses.collect(), tally, blind }
    }

    /// The row of a campaign of this one case.
    pub fn of_case(case: &Case, checked: &Checked) -> Self {
        let mut tally = Tally::default();
        tally.count(&checked.trial, checked.verdict, Witness { size: case.game.len(), index: 0 });
        tally.compare(&checked.trial, None);
        Self::new(case.subject, tally, false, |_, tree| {
            tree.clone_from(&case.game);
            case.depth
        })
    }

    /// Whether every game kept the promise, and the cell still breaks where it is known to.
    pub fn is_kept(&self) -> bool {
        !self.blind && self.tally.node_faults == 0 && self.findings().all(|finding| self.allows(finding))
    }

    /// What is too rare here to mean anything, if the run is large enough to say:
    /// a tenth of the games must end outside the window and a tenth inside, and in
    /// a tenth the window must have changed something.
    pub fn too_rare(&self) -> Option<String> {
        let Tally { games, acted, compared, mattered, .. } = self.tally;
        let rare = |count: u64, of: u64| of >= 10_000 && count * 10 < of;
        let what = match self.subject.regime() {
            Regime::Stable => return None,
            Regime::Aspiration if rare(acted, games) => "ends outside its window",
            Regime::Aspiration if rare(games - acted, games) => "ends inside its window",
            Regime::Aspiration if rare(mattered, compared) => "differs from the search without it",
            Regime::Aspiration => return None,
        };
        Some(format!("{} {what}", self.subject))
    }

    /// The findings that break the promise.
    pub fn broken(&self) -> impl Iterator<Item = Finding> {
        self.findings().filter(|&finding| !self.allows(finding))
    }

    fn findings(&self) -> impl Iterator<Item = Finding> {
        self.tally.witnesses.keys().copied()
    }

    /// Whether the promise allows this finding.
    pub fn allows(&self, finding: Finding) -> bool {
        let verdict = |score, line: LineKind| Verdict { score, line: line.into() };
        match finding {
            Finding::Line(kind) => self.promise.allows(verdict(ScoreVerdict::Exact, kind)),
            Finding::Score(score) => self.promise.allows(verdict(score, LineKind::Same)),
            Finding::Fault(_) => false,
        }
    }
}
