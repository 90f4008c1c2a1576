//! The statements, with their tests.

mod lines;
mod searches;

pub(super) use lines::LINES;
pub(super) use searches::SEARCHES;

use super::{Claim, Difference, FindingClass, Kind, Test};
use crate::reproduce::Experiment;
use pvcheck::algorithm::Algorithm;

type Names = &'static [&'static str];

const fn never(
    id: &'static str,
    source: &'static str,
    statement: &'static str,
    subjects: Names,
    class: FindingClass,
    games: Kind,
) -> Claim {
    Claim { id, source, statement, test: Test::Never { subjects, class, games } }
}

const fn same_tree(
    id: &'static str,
    source: &'static str,
    statement: &'static str,
    [left, right]: [Algorithm; 2],
    difference: Difference,
    games: Kind,
) -> Claim {
    Claim { id, source, statement, test: Test::SameTree { left, right, difference, games } }
}

const fn figures(
    id: &'static str,
    source: &'static str,
    statement: &'static str,
    experiment: Experiment,
    sizes: &'static [(u16, u8)],
    (labels, measure): (Names, &'static str),
) -> Claim {
    Claim { id, source, statement, test: Test::Figures { experiment, sizes, labels, measure } }
}
