//! The lines of several moves (`MultiPV`).
//!
//! Programs print the lines in any order, and again when a line is better than before. The last line of each rank at
//! the end of an iteration counts. Most programs print line 1 first, some print it last.

use std::collections::BTreeMap;

use cozy_chess::Move;

use super::EngineFinding;
use crate::uci::class::Class;
use crate::uci::message::UciScore;
use pvcheck::syntax::counted;

pub(super) struct Ranked<'l> {
    /// The index of the line in the printed lines.
    pub index: usize,
    pub depth: u64,
    pub first: Move,
    /// The first move of the line, as the engine printed the move.
    pub word: &'l str,
    pub score: Option<UciScore>,
    pub is_exact: bool,
}

#[derive(Default)]
pub(super) struct Ranks<'l> {
    lines: Vec<(u64, Ranked<'l>)>,
    state: BTreeMap<u64, Ranked<'l>>,
    findings: Vec<EngineFinding>,
}

impl<'l> Ranks<'l> {
    pub fn add(&mut self, rank: u64, line: Ranked<'l>) {
        self.lines.push((rank, line));
    }

    /// Whether line 1 is printed last, which the end of a search with two lines shows.
    fn descends(&self) -> bool {
        let pairs =
            self.lines.windows(2).map(|pair| (pair[0].0, pair[1].0)).filter(|&(one, next)| one.min(next) > 1);
        let (mut up, mut down) = (0, 0);
        for (one, next) in pairs {
            up += usize::from(next == one + 1);
            down += usize::from(one == next + 1);
        }
        down > up || down == up && self.lines.last().is_some_and(|&(rank, _)| rank == 1)
    }

    fn replay(&mut self) {
        let descends = self.descends();
        for (rank, line) in std::mem::take(&mut self.lines) {
            // The first line of a deeper iteration: the one before it is over.
            let is_deeper = rank == 1 && self.state.get(&1).is_some_and(|before| line.depth > before.depth);
            if is_deeper && !descends {
                self.judge_iteration();
            }
            self.state.insert(rank, line);
            if is_deeper && descends {
                self.judge_iteration();
            }
        }
    }

    /// Returns the findings on the iterations. The last iteration may have been stopped between two lines, unless the
    /// search `is_whole`: then it must have `due` lines.
    pub fn findings(mut self, is_whole: bool, due: usize) -> Vec<EngineFinding> {
        self.replay();
        if is_whole {
            self.judge_iteration();
            let last = self.state.values().map(|line| line.depth).max().unwrap_or(0);
            let lines = self.state.values().filter(|line| line.depth + 1 >= last).count();
            if due > 1 && lines < due {
                let shown = counted(lines, "line", "lines");
                let detail = format!("{shown} at the last depth; {due} are possible");
                self.findings.push(EngineFinding::of_lines(Class::MissingRank, None, detail));
            }
        }
        self.findings
    }

    fn judge_iteration(&mut self) {
        let exact: Vec<(&u64, &Ranked<'_>)> = self.state.iter().filter(|(_, line)| line.is_exact).collect();
        for (place, &(rank, line)) in exact.iter().enumerate() {
            let of_depth = exact[..place].iter().filter(|(_, other)| other.depth == line.depth);
            if let Some((other_rank, other)) = of_depth.clone().find(|(_, other)| other.first == line.first) {
                let detail = format!("lines {rank} and {other_rank} begin with {}", line.word);
                let index = Some(line.index.max(other.index));
                self.findings.push(EngineFinding::of_lines(Class::SameMoveTwice, index, detail));
            } else if let Some((_, before)) = of_depth.clone().find(|(other, _)| **other + 1 == *rank)
                && let (Some(one), Some(other)) = (before.score, line.score)
                && other.order() > one.order()
            {
                let detail = format!("{other} in line {rank}, {one} in the line before it");
                self.findings.push(EngineFinding::of_lines(Class::LineOrder, line.index, detail));
            }
        }
    }
}
