//! The statements, with their tests.

mod lines;
mod searches;
mod threads;

pub(super) use lines::LINES;
pub(super) use searches::SEARCHES;
pub(super) use threads::THREADS;

use super::{Claim, Difference, FindingClass, Kind, Test};
use crate::reproduce::Reproduction;
use pvcheck::algorithm::Algorithm;

type Names = &'static [&'static str];

impl Claim {
    /// The same statement on another class of findings.
    const fn of(self, class: FindingClass) -> Self {
        let Test::Never { subjects, games, .. } = self.test else { panic!("it is about no findings") };
        Self { test: Test::Never { subjects, class, games }, ..self }
    }

    /// The same statement on these games only.
    const fn only(self, games: Kind) -> Self {
        let test = match self.test {
            Test::Never { subjects, class, .. } => Test::Never { subjects, class, games },
            Test::SameTree { left, right, difference, .. } => {
                Test::SameTree { left, right, difference, games }
            }
            Test::Figures { .. } | Test::TriangularIndex { .. } => panic!("it has games of its own"),
        };
        Self { test, ..self }
    }
}

/// The lines of these subjects are never truncated, missing or wrong, in any game.
const fn never(id: &'static str, source: &'static str, statement: &'static str, subjects: Names) -> Claim {
    let test = Test::Never { subjects, class: FindingClass::Line, games: Kind::All };
    Claim { id, source, statement, test }
}

const fn same_tree(
    id: &'static str,
    source: &'static str,
    statement: &'static str,
    [left, right]: [Algorithm; 2],
    difference: Difference,
) -> Claim {
    let test = Test::SameTree { left, right, difference, games: Kind::All };
    Claim { id, source, statement, test }
}

const fn figures(
    id: &'static str,
    source: &'static str,
    statement: &'static str,
    reproduction: Reproduction,
    sizes: &'static [(u16, u8)],
    (labels, measure): (Names, &'static str),
) -> Claim {
    Claim { id, source, statement, test: Test::Figures { reproduction, sizes, labels, measure } }
}
