//! The results of seeded bugs as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use pvcheck::bugs::kill::{Check, Generator, Killed};

/// A seeded bug, and the games and checks that find the bug.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate JSON field")]
#[derive(Serialize, Debug)]
pub(super) struct KilledJson {
    /// The name of the bug.
    pub bug: String,
    /// The class of the bug from A to P, or `-`.
    pub class: String,
    /// The fault in one line.
    pub what: String,
    /// The subject that has the bug.
    pub subject: String,
    /// The first of the real bugs that the seeded bug reproduces.
    reference: Option<String>,
    /// All real bugs that the seeded bug reproduces.
    references: Vec<String>,
    /// Whether the hunt with each seed caught the bug within `scope.most_games` random games.
    pub caught: bool,
    /// The most frequent finding.
    pub fault: Option<String>,
    /// The number of games for each finding, in the sample and among the games that ended a hunt.
    findings: BTreeMap<String, u64>,
    /// The checks that find the bug, with any of its stores.
    pub checks: Vec<String>,
    /// The features that all games showing the bug have, if this is no coincidence.
    needs: Vec<String>,
    /// Whether the bug is found by a check that only replays lines by the rules of the game.
    pub seen_by_legality_alone: bool,
    /// Whether the bug is found by a check that only compares score and line with minimax.
    pub seen_by_optimality_alone: bool,
    /// Whether the bug shows only if the table still has entries of another search of the same game.
    pub needs_two_searches: bool,
    /// The number of games of the sample that show the bug.
    seen: u64,
    /// The number of games of a hunt: the median over all seeds; `null` if the bug was missed.
    pub games_median: Option<u64>,
    /// The number of games of a hunt: the maximum over all seeds; `null` if the bug was missed.
    pub games_worst: Option<u64>,
    /// The median number of games for each generator of random games.
    pub generators: BTreeMap<String, Option<u64>>,
    /// The smallest game that shows the bug, as a case.
    pub smallest: Option<String>,
    /// The number of positions of the smallest game.
    pub positions: Option<usize>,
}

impl KilledJson {
    pub fn new(killed: &Killed) -> Self {
        let (bug, mixed) = (killed.bug, killed.hunts_by(Generator::Mixed));
        let references: Vec<String> = owned(bug.references.iter().copied());
        let findings = killed.findings.iter().map(|(finding, &games)| (finding.name().to_owned(), games));
        let median =
            |generator: Generator| (generator.name().to_owned(), killed.hunts_by(generator).median());
        Self {
            bug: bug.name.to_owned(),
            class: bug.class.to_owned(),
            what: bug.summary.to_owned(),
            subject: bug.subject().to_string(),
            reference: references.first().cloned(),
            references,
            caught: killed.is_caught(),
            fault: killed.fault().map(|finding| finding.name().to_owned()),
            findings: findings.collect(),
            checks: owned(killed.checks().into_iter().map(Check::name)),
            needs: owned(killed.needs.iter().copied()),
            seen_by_legality_alone: killed.is_seen_by_legality(),
            seen_by_optimality_alone: killed.is_seen_by_optimality(),
            needs_two_searches: killed.needs_two_searches,
            seen: killed.seen,
            games_median: mixed.median(),
            games_worst: mixed.worst(),
            generators: Generator::ALL.iter().copied().map(median).collect(),
            smallest: killed.smallest.as_ref().map(ToString::to_string),
            positions: killed.smallest.as_ref().map(|case| case.game.len()),
        }
    }
}

fn owned<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.map(str::to_owned).collect()
}
