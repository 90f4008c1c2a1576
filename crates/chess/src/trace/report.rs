//! What is wrong in a trace, and what its nodes rest on.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use super::format::Reason;
use super::rule::{Rule, Share};
use pvcheck::syntax::counted;

/// The first place where a rule is broken.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Place {
    /// What is wrong.
    pub text: String,
    /// The search as the engine was asked for it: `position ..`, `go ..`.
    pub search: String,
    /// The number of the search, from 1; 0 before a line `go ..`.
    pub number: u64,
    /// The moves from the root to the node.
    pub path: Vec<String>,
    /// The position, in the words of the game.
    pub position: Option<String>,
    /// The number of the trace, from 1: an engine has one for each of its threads.
    pub trace: u64,
    /// The number of the node in its trace, from 1.
    pub node: u64,
    /// The kind of search, the depth and the window.
    pub what: String,
    /// How it was left.
    pub left: Option<(i32, Reason)>,
    /// The line of the engine's source, 0 if it is not known.
    pub line: u16,
    /// What its children returned.
    pub children: Vec<String>,
}

/// A rule that is broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenRule {
    /// How often.
    pub count: u64,
    /// The number of the event at which the rule was broken first.
    pub event: u64,
    /// The place where the rule was broken first.
    pub first: Place,
}

/// The result of judging traces.
#[derive(Clone, Default, Debug)]
pub struct TraceReport {
    /// The number of traces.
    pub traces: u64,
    /// The number of nodes.
    pub nodes: u64,
    /// The number of lines `go ..`.
    pub searches: u64,
    /// The rules that are broken.
    pub broken: BTreeMap<Rule, BrokenRule>,
    /// The number of nodes by what they rest on.
    pub shares: [u64; Share::ALL.len()],
    /// What was noticed and is no finding.
    pub notes: BTreeMap<&'static str, u64>,
    /// Whether a trace ended inside a node.
    pub is_cut: bool,
    /// How the last line of the last search was made: the moves by which alpha was raised, and why the node at their end was left.
    pub last_line: Option<String>,
}

impl TraceReport {
    /// The broken rules in the order in which they were broken first. Where the trace is not whole, those of telling alone.
    pub fn findings(&self) -> Vec<(Rule, &BrokenRule)> {
        let is_whole = !self.broken.keys().any(|rule| rule.is_of_telling());
        let shown = self.broken.iter().filter(|(rule, _)| is_whole || rule.is_of_telling());
        let mut shown: Vec<_> = shown.map(|(&rule, broken)| (rule, broken)).collect();
        shown.sort_by_key(|(_, broken)| broken.event);
        shown
    }

    /// The number of broken rules that say nothing, because the trace is not whole.
    pub fn hidden(&self) -> usize {
        self.broken.len() - self.findings().len()
    }

    /// The number of nodes that are judged, and whose score is not taken on trust.
    pub fn judged(&self) -> u64 {
        self.nodes - Share::ON_TRUST.iter().map(|&share| self.count(share)).sum::<u64>().min(self.nodes)
    }

    /// The number of nodes that rest on this.
    pub fn count(&self, share: Share) -> u64 {
        self.shares[share as usize]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut entry = |label: &str, text: &str| writeln!(f, "  {label:<9} {text}");
        entry("found", &self.text)?;
        if self.node > 0 {
            let path = if self.path.is_empty() { "the root".to_owned() } else { self.path.join(" ") };
            let trace = if self.trace > 1 { format!(" of trace {}", self.trace) } else { String::new() };
            entry("node", &format!("{}{trace}, {}", self.node, self.what))?;
            if let Some((score, why)) = self.left {
                let line = if self.line > 0 { format!(", in line {}", self.line) } else { String::new() };
                entry("left", &format!("with {score}, reason {why}{line}"))?;
            }
            entry("path", &path)?;
        }
        if let Some(position) = &self.position {
            entry("position", position)?;
        }
        for (index, child) in self.children.iter().enumerate() {
            entry(if index == 0 { "children" } else { "" }, child)?;
        }
        if self.search.is_empty() { Ok(()) } else { entry("search", &self.search) }
    }
}

impl fmt::Display for TraceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (rule, BrokenRule { count, first, .. }) in self.findings() {
            let times = if *count == 1 { "once".to_owned() } else { format!("{count} times") };
            writeln!(f, "{rule}: {times}. {}", rule.summary())?;
            writeln!(f, "{first}")?;
        }
        if self.hidden() > 0 {
            let rules = counted(self.hidden(), "other rule", "other rules");
            writeln!(f, "Not judged, as the trace is not whole: {rules} that may be broken.")?;
        }
        let all = self.nodes.max(1) as f64;
        let mut shares = String::new();
        for &share in Share::ALL {
            if self.count(share) > 0 {
                let percent = 100.0 * self.count(share) as f64 / all;
                writeln!(shares, "  {percent:5.1} %  {:<24} {}", share.name(), share.summary())?;
            }
        }
        writeln!(f, "{} nodes of {} searches rest on:", self.nodes, self.searches)?;
        f.write_str(&shares)?;
        match self.judged() {
            0 => writeln!(f, "That is no pass: the score of every node is taken on trust.")?,
            judged if 2 * judged < self.nodes => {
                writeln!(f, "More than half of the scores are taken on trust: little is judged.")?;
            }
            _ => {}
        }
        for (note, count) in &self.notes {
            writeln!(f, "note: {note}: {count}")?;
        }
        if self.is_cut {
            writeln!(f, "note: the trace ends inside a search; nodes that were not left are not judged")?;
        }
        Ok(())
    }
}
