//! The lines of several moves (`MultiPV`): each iteration by its last lines, since a line may be printed again, in any order.

use std::collections::BTreeMap;

use cozy_chess::Move;

use super::Issue;
use crate::uci::class::Class;
use crate::uci::message::UciScore;

/// The last line of one rank at one depth.
struct Ranked {
    /// The index of the line in what was printed.
    index: usize,
    first: Move,
    score: Option<UciScore>,
    is_exact: bool,
}

/// The lines of a search, by depth and rank.
#[derive(Default)]
pub(super) struct Ranks(BTreeMap<u64, BTreeMap<u64, Ranked>>);

impl Ranks {
    pub fn add(
        &mut self,
        (index, depth, rank): (usize, u64, u64),
        first: Move,
        score: Option<UciScore>,
        is_exact: bool,
    ) {
        self.0.entry(depth).or_default().insert(rank, Ranked { index, first, score, is_exact });
    }

    /// What is wrong with the iterations. The last one may have been stopped between two lines, unless the search `is_whole`;
    /// then it must have `due` lines.
    pub fn issues(&self, is_whole: bool, due: usize) -> Vec<Issue> {
        let complete = self.0.len() - usize::from(!is_whole && !self.0.is_empty());
        let mut issues: Vec<Issue> = self.0.values().take(complete).flat_map(of_iteration).collect();
        let last = self.0.values().next_back().map_or(0, BTreeMap::len);
        if is_whole && due > 1 && last < due {
            let noun = if last == 1 { "line" } else { "lines" };
            let detail = format!("{last} {noun} at the last depth; {due} are possible");
            issues.push(Issue { class: Class::MissingRank, line: None, detail });
        }
        issues
    }
}

fn of_iteration(ranks: &BTreeMap<u64, Ranked>) -> Vec<Issue> {
    let exact: Vec<(&u64, &Ranked)> = ranks.iter().filter(|(_, ranked)| ranked.is_exact).collect();
    let mut issues = Vec::new();
    for (place, &(rank, line)) in exact.iter().enumerate() {
        let same = exact[..place].iter().find(|(_, other)| other.first == line.first);
        if let Some((other_rank, other)) = same {
            let detail = format!("lines {rank} and {other_rank} begin with {}", line.first);
            issues.push(Issue {
                class: Class::SameMoveTwice,
                line: Some(line.index.max(other.index)),
                detail,
            });
        } else if let Some((_, before)) = exact[..place].last().filter(|(other, _)| **other + 1 == *rank)
            && let (Some(one), Some(other)) = (before.score, line.score)
            && other.order() > one.order()
        {
            let detail = format!("{other} in line {rank}, {one} in the line before it");
            issues.push(Issue { class: Class::LineOrder, line: Some(line.index), detail });
        }
    }
    issues
}
