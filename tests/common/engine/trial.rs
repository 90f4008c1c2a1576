//! Random games for the engine, and its searches as the harness judges them.

use pvcheck::campaign::{Games, Random};
use pvcheck::check::{Game, Harness, PrecedingSearch, Trial, judge_line};
use pvcheck::game::{Graph, GraphPosition};
use pvcheck::position::Move;
use pvcheck::pv::NoStore;
use pvcheck::score::{Bound, Score};
use pvcheck::verdict::{LineKind, ScoreVerdict};

use super::Engine;
use super::options::Options;

/// Writes game `index` of a sequence to `graph`, and returns the depth to search it to. Every second game has
/// a cycle.
pub fn random_game(seed: u64, index: u64, graph: &mut Graph) -> usize {
    let (wants_cycle, mut attempt) = (index % 2 == 1, 0);
    loop {
        let depth = Random { seed: seed ^ attempt << 32, games: u64::MAX }.game(index, graph);
        if !wants_cycle || has_cycle(graph) {
            return depth;
        }
        attempt += 1;
    }
}

fn has_cycle(graph: &Graph) -> bool {
    let leads_back = |node| graph.children(node).any(|child| child <= node && graph.reaches(child, node));
    (0..graph.len()).any(leads_back)
}

/// A line that the engine showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownLine {
    pub score: Score,
    pub bound: Bound,
    pub line: Option<Vec<Move>>,
}

/// A search of the engine, with the verdict of the harness.
#[derive(Clone, Debug)]
pub struct Judged {
    pub trial: Trial,
    pub lines: Vec<ShownLine>,
    /// The worst verdict on a line.
    pub kind: LineKind,
}

impl Judged {
    /// Whether the harness has no finding. Without cutoffs at open windows no line is truncated.
    pub fn is_accepted(&self, options: &Options) -> bool {
        let has_bounds_only = options.aspiration.is_some() || options.limit.is_some();
        let has_finding = self.trial.verdict.is_fault() || self.trial.fault.is_some();
        let has_kind = match self.kind {
            LineKind::Same | LineKind::Equivalent | LineKind::Truncated => true,
            LineKind::NoneDue => has_bounds_only,
            _ => false,
        };
        !has_finding && has_kind
    }

    /// What the harness found: the score, else a fault inside the search, else the kind of the line.
    pub fn finding(&self) -> &'static str {
        match self.trial.fault {
            _ if self.trial.verdict.is_fault() => self.trial.verdict.name(),
            Some(fault) => fault.kind().name(),
            None => self.kind.name(),
        }
    }

    /// Whether a value other than minimax was returned.
    pub fn is_other_value(&self) -> bool {
        self.trial.verdict == ScoreVerdict::Witnessed
    }
}

/// A game on the harness. With a table, two other searches precede each search: a deeper one, and one that is stopped.
pub fn prepare<'h, 'g>(
    harness: &'h mut Harness<NoStore>,
    graph: &'g Graph,
    depth: usize,
) -> Game<'h, GraphPosition<'g>, NoStore> {
    let root = graph.root();
    let game = harness.game(&root, depth).expect("random games are within capacity");
    let deeper = PrecedingSearch { root, depth: depth + 1, node_limit: None };
    let stopped = PrecedingSearch { root, depth, node_limit: Some(2 * depth as u64 + 2) };
    game.after([deeper, stopped]).expect("random games are within capacity")
}

/// Runs the engine with these options and judges it.
pub fn judge(
    game: &mut Game<'_, GraphPosition<'_>, NoStore>,
    engine: &mut Engine,
    options: Options,
) -> Judged {
    engine.options = options;
    let (mut lines, mut kind) = (Vec::new(), LineKind::Same);
    let trial = game.run_external(
        engine,
        &options.rules(),
        options.profile(),
        &options.for_harness(),
        |ground_truth, _, outcome| {
            kind = kind.max(judge_line(ground_truth, outcome, true).kind);
            let line = outcome.line.map(<[Move]>::to_vec);
            lines.push(ShownLine { score: outcome.score, bound: outcome.bound, line });
        },
    );
    Judged { trial, lines, kind }
}
