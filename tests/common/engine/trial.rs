//! Searches of the engine, as the harness judges them.

use crate::common::prelude::*;
use pvcheck::check::{Game, PrecedingSearch};
use pvcheck::oracle::{JudgedBy, TooManyPaths, Underived};

use super::games::history;
use super::{Engine, Options, PvCutoffs};

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

impl ShownLine {
    pub fn new(outcome: &Outcome<'_>) -> Self {
        let line = outcome.line.map(<[Move]>::to_vec);
        Self { score: outcome.score, bound: outcome.bound, line }
    }
}

impl Judged {
    /// Whether the harness has no finding. Without cutoffs at open windows no line is truncated.
    pub fn is_accepted(&self, options: &Options) -> bool {
        let has_bounds_only = options.aspiration.is_some() || options.limit.is_some();
        let has_finding = self.trial.verdict.is_fault() || self.trial.fault.is_some();
        let has_kind = match self.kind {
            LineKind::Same | LineKind::Equivalent => true,
            LineKind::Truncated => {
                options.features.narrow
                    || options.table.is_some_and(|table| table.pv_cutoffs != PvCutoffs::None)
            }
            LineKind::NoneDue => has_bounds_only,
            _ => false,
        };
        !has_finding && has_kind
    }

    pub fn assert_accepted(&self, options: &Options, graph: &Graph, depth: usize) {
        let finding = self.finding();
        assert!(self.is_accepted(options), "{finding}: {graph}\ndepth {depth}\n{options:?}\n{self:?}");
    }

    /// Returns the finding of the harness: on the score, else inside the search, else the kind of the line.
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

/// A game on the harness, and the keys of the positions before its root.
#[derive(Debug)]
pub struct Prepared<'h, 'g> {
    game: Game<'h, GraphPosition<'g>, NoStore>,
    history: Vec<u64>,
}

impl Prepared<'_, '_> {
    /// Ends the game and returns its memory to the harness.
    pub fn finish(self) {
        self.game.finish();
    }

    /// The first result of the last search that does not follow from what it had returned before.
    pub fn underived(&self) -> Option<&Underived> {
        self.game.underived()
    }
}

/// Prepares a game on the harness. With a table, three searches precede each search: a deeper search, a search of the
/// position after the first move, and a stopped search.
pub fn prepare<'h, 'g>(
    harness: &'h mut Harness<NoStore>,
    graph: &'g Graph,
    depth: usize,
) -> Prepared<'h, 'g> {
    let (root, positions) = (graph.root(), history(graph));
    let game = harness.game(&root, depth).expect("random games are within capacity");
    let game = game.after(preceding(root, depth)).expect("random games are within capacity");
    let history = positions.iter().map(Position::key).collect();
    Prepared { game: game.with_history(&positions), history }
}

/// A deeper search, one of the position after the first move, and one that is stopped.
pub fn preceding<P: Position>(root: P, depth: usize) -> [PrecedingSearch<P>; 3] {
    let moves = legal_moves(&root);
    let after_move = moves.first().map_or_else(|| root.clone(), |&mv| root.play(mv));
    let stopped = Some(2 * depth as u64 + 2);
    [
        PrecedingSearch { root: root.clone(), depth: depth + 1, node_limit: None },
        PrecedingSearch { root: after_move, depth, node_limit: None },
        PrecedingSearch { root, depth, node_limit: stopped },
    ]
}

/// Rules with one more draw, which no game can reach and whose value varies, so that neither a tree nor sets are known.
pub fn by_facts(rules: Rules) -> Rules {
    let rules = Rules { quiet_plies: rules.quiet_plies.or(Some(u16::MAX)), ..rules };
    let rules = rules.draw_spread(rules.draw_spread.max(1));
    assert_eq!(rules.judged_by(false), JudgedBy::Facts, "{rules:?}");
    rules
}

/// Runs the engine with these options, and judges it by the rules that it declares.
pub fn judge(game: &mut Prepared<'_, '_>, engine: &mut Engine, options: Options) -> Judged {
    judge_by(&options.rules(), game, engine, options)
}

/// Runs the engine with these options, and judges it by `rules` instead of its declaration.
pub fn judge_by(
    rules: &Rules,
    Prepared { game, history }: &mut Prepared<'_, '_>,
    engine: &mut Engine,
    options: Options,
) -> Judged {
    engine.options = options;
    engine.history.clone_from(history);
    run(rules, game, engine).expect("few paths")
}

/// Runs the engine on a game, after the preceding searches if it has a table, and judges it by `rules`.
pub fn run<P: Position>(
    rules: &Rules,
    game: &mut Game<'_, P, NoStore>,
    engine: &mut Engine,
) -> Result<Judged, TooManyPaths> {
    let (root, depth) = (game.ground_truth().root().clone(), game.ground_truth().depth());
    let has_table = engine.options.table.is_some();
    let mut judging = game.begin(&engine.options.conditions(rules, engine.reported()))?;
    engine.new_game();
    for PrecedingSearch { root, depth, node_limit } in judging.preceding.iter().filter(|_| has_table) {
        engine.search(root, *depth, *node_limit, judging.precede(*depth));
    }
    let found = engine.search(&root, depth, None, judging.begin_search());
    let outcomes = found.outcomes();
    let ground_truth = judging.ground_truth();
    let kinds = outcomes.iter().map(|outcome| judge_line(ground_truth, outcome, true).kind);
    let kind = kinds.fold(LineKind::Same, LineKind::max);
    let lines = outcomes.iter().map(ShownLine::new).collect();
    let trial = judging.end(&outcomes, Counts { nodes: found.nodes, ..Counts::NONE });
    Ok(Judged { trial, lines, kind })
}
