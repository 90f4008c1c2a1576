//! A row of the result: a subject, what it promised and what happened.

use std::collections::BTreeMap;

use crate::campaign::Tally;
use crate::case::Case;
use crate::contract::{Promise, promise};
use crate::game::Tree;
use crate::score::Score;
use crate::subject::Subject;
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
}

impl Row {
    /// A row whose witnesses are grown again by `game` from their numbers.
    pub fn new(subject: Subject, tally: Tally, game: impl Fn(u64, &mut Tree) -> usize) -> Self {
        let witnesses = tally.witnesses.iter().map(|(&finding, witness)| {
            let mut tree = Tree::leaf(Score::ZERO);
            let depth = game(witness.index, &mut tree);
            (finding, Case { subject, depth, expect: Some(finding), game: tree })
        });
        Self { subject, promise: promise(&subject), witnesses: witnesses.collect(), tally }
    }

    /// Whether every game kept the promise.
    pub fn is_kept(&self) -> bool {
        self.tally.node_faults == 0 && self.findings().all(|finding| self.allows(finding))
    }

    /// The findings that break the promise.
    pub fn broken(&self) -> impl Iterator<Item = Finding> {
        self.findings().filter(|&finding| !self.allows(finding))
    }

    fn findings(&self) -> impl Iterator<Item = Finding> {
        self.tally.witnesses.keys().copied()
    }

    fn allows(&self, finding: Finding) -> bool {
        let verdict = |score, line: LineKind| Verdict { score, line: line.into() };
        match finding {
            Finding::Line(kind) => self.promise.allows(verdict(ScoreVerdict::Exact, kind)),
            Finding::Score(score) => self.promise.allows(verdict(score, LineKind::Same)),
            Finding::Node(_) => false,
        }
    }
}
