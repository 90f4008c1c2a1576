//! The traces of a process: what an engine that is built with `pvcheck.h` has told of its nodes.

use std::fs::{self, File};
use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use super::class::{Class, FindingKind};
use super::judge::EngineFinding;
use crate::trace::{BrokenRule, Game, Rule, TraceError, TraceReport, judge};
use pvcheck::number::thousands;
use pvcheck::syntax::counted;

/// What was judged of the nodes of an engine.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Traced {
    /// The number of nodes.
    pub nodes: u64,
    /// The number of nodes whose score is not taken on trust.
    pub judged: u64,
    /// The number of processes that searched and wrote no trace.
    pub silent: u64,
}

impl Traced {
    /// Whether processes searched, and none has told a node.
    pub const fn is_missing(&self) -> bool {
        self.nodes == 0 && self.silent > 0
    }

    /// The counts in words; `None` if the engine is not traced.
    pub(super) fn sentence(&self) -> Option<String> {
        let &Self { nodes, judged, silent } = self;
        if self.is_missing() {
            return Some("no node; is the engine built with `pvcheck.h` and `-DPVCHECK`?".to_owned());
        }
        let silent = if silent > 0 { format!("; {silent} processes told none") } else { String::new() };
        let trusted = 100.0 * (nodes - judged) as f64 / nodes.max(1) as f64;
        (nodes > 0)
            .then(|| format!("{} nodes, {trusted:.1} % of them taken on trust{silent}", thousands(nodes)))
    }
}

sums! { Traced: numbers nodes judged silent; }

/// Judges the trace of a process that has ended, one file for each of its threads, and deletes the files.
pub(super) fn judged(trace: &Path) -> Result<TraceReport, TraceError> {
    let further = (1..).map(|number| {
        let mut name = trace.as_os_str().to_owned();
        name.push(format!(".{number}"));
        PathBuf::from(name)
    });
    let paths: Vec<PathBuf> =
        iter::once(trace.to_owned()).chain(further).take_while(|path| path.exists()).collect();
    let files = paths.iter().map(File::open).collect::<io::Result<Vec<_>>>();
    let report = files.map_err(Into::into).and_then(|mut files| judge(Game::Chess, &mut files));
    for path in &paths {
        // A file that stays is deleted with its folder.
        let _ = fs::remove_file(path);
    }
    report
}

/// The findings in a trace, each with the index of its search in the process.
pub(super) fn findings(trace: &Result<TraceReport, TraceError>) -> Vec<(usize, EngineFinding)> {
    let finding = |rule, detail| EngineFinding { class: Class::Trace, rule, line: None, detail };
    match trace {
        Ok(report) => {
            let broken = report.findings().into_iter();
            broken
                .map(|(rule, broken)| (search_of(broken), finding(Some(rule), detail(rule, broken))))
                .collect()
        }
        Err(error) => vec![(usize::MAX, finding(None, format!("the trace cannot be read: {error}")))],
    }
}

/// The index of the search in which a rule was broken first.
fn search_of(broken: &BrokenRule) -> usize {
    broken.first.number.saturating_sub(1) as usize
}

fn detail(rule: Rule, broken: &BrokenRule) -> String {
    let BrokenRule { count, first, .. } = broken;
    let times = if *count > 1 {
        format!(" ({} in this process)", counted(*count as usize, "time", "times"))
    } else {
        String::new()
    };
    format!("{rule}: {}{times}", first.text)
}

/// What the trace shows of a finding in one search of the process: the rule of the finding, or for a line the first broken rule
/// of lines, or else of nodes; or else how the last line was made.
pub(super) fn explanation(report: &TraceReport, search: usize, finding: FindingKind) -> Option<String> {
    let rules = report.findings().into_iter().filter(|(_, broken)| search_of(broken) == search);
    let rank = |rule: Rule| finding.rule.map_or(!rule.is_of_lines(), |own| own != rule);
    let broken = rules.min_by_key(|&(rule, _)| rank(rule));
    let of_rule =
        |(rule, broken): (Rule, &BrokenRule)| format!("{rule}: {}\n{}", rule.summary(), broken.first);
    let is_last = search as u64 + 1 == report.searches;
    let line = report.last_line.as_ref().filter(|_| is_last);
    broken.map(of_rule).or_else(|| line.map(|line| format!("no rule is broken; the root {line}\n")))
}

#[cfg(test)]
mod tests {
    use super::{BrokenRule, Class, FindingKind, Rule, TraceReport, explanation};
    use crate::trace::Place;

    #[test]
    fn a_finding_is_explained_by_its_rule_or_by_one_of_lines() {
        let broken =
            |number, event| BrokenRule { count: 1, event, first: Place { number, ..Place::default() } };
        // The rule of nodes is broken before, the last one in another search.
        let rules =
            [(Rule::RootRepeat, broken(1, 5)), (Rule::LineLong, broken(1, 9)), (Rule::NoDraw, broken(2, 12))];
        let report = TraceReport { searches: 2, broken: rules.into(), ..TraceReport::default() };
        let begins_with = |class, rule, expected: &str| {
            let text = explanation(&report, 0, FindingKind { class, rule }).expect("a broken rule");
            assert!(text.starts_with(expected), "{text}");
        };
        begins_with(Class::IllegalMove, None, "line-long: ");
        begins_with(Class::Trace, Some(Rule::RootRepeat), "root-not-repeated: ");
        begins_with(Class::Trace, Some(Rule::LineLong), "line-long: ");
    }
}
