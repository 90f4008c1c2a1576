//! Seeded bugs against the correct engine: whether a bug changes a result, and whether the harness accepts the result.

use super::{Bug, Engine, Judged, Options, ShownLine, by_facts, judge, judge_by, prepare};
use crate::common::prelude::*;

/// A search with a seeded bug, compared with the correct one.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one search")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compared {
    /// Whether a score, or its bound, differs from the correct engine.
    pub score_differs: bool,
    /// Whether a line differs from the correct engine. The line may still be sound.
    pub line_differs: bool,
    /// Whether the harness has no finding if it is given scores and lines only.
    pub accepted_by_results: bool,
    /// Whether the harness has no finding by rules for which only facts are known that hold for every search.
    pub accepted_by_facts: bool,
    /// Whether the harness has no finding if it is notified of all nodes.
    pub accepted_by_nodes: bool,
}

/// Engines that run the same searches: the correct engine, and three with the same seeded bug, two of which notify the
/// observer of no nodes. Each engine keeps its table.
#[derive(Debug)]
pub struct Comparison {
    harness: Harness<NoStore>,
    correct: Engine,
    with_bug: Engine,
    silent: Engine,
    for_facts: Engine,
}

impl Comparison {
    pub fn new(bug: Bug) -> Self {
        let silent = || Engine { told_from: None, ..Engine::new(Some(bug)) };
        let (correct, with_bug) = (Engine::new(None), Engine::new(Some(bug)));
        let harness = Harness::with_store(NoStore);
        Self { harness, correct, with_bug, silent: silent(), for_facts: silent() }
    }

    /// Runs the engines with the same options on the same game. Returns the lines of the engine with the bug too.
    pub fn compare(&mut self, options: Options, graph: &Graph, depth: usize) -> (Compared, Vec<ShownLine>) {
        let Self { harness, correct, with_bug, silent, for_facts } = self;
        let mut game = prepare(harness, graph, depth);
        let rules = by_facts(options.rules());
        // Each engine keeps its table from one game to the next.
        let facts = judge_by(&rules, &mut game, for_facts, options);
        let [correct, with_bug, silent] =
            [correct, with_bug, silent].map(|engine| judge(&mut game, engine, options));
        game.finish();
        assert_eq!(facts.lines, silent.lines, "the rules do not change a search");
        assert_eq!(with_bug.lines, silent.lines, "an observer does not change a search");
        correct.assert_accepted(&options, graph, depth);
        let scores = |judged: &Judged| -> Vec<_> {
            judged.lines.iter().map(|shown| (shown.score, shown.bound)).collect()
        };
        let compared = Compared {
            score_differs: scores(&correct) != scores(&with_bug),
            line_differs: correct.lines != with_bug.lines,
            accepted_by_results: silent.is_accepted(&options),
            accepted_by_facts: facts.is_accepted(&options),
            accepted_by_nodes: with_bug.is_accepted(&options),
        };
        (compared, with_bug.lines)
    }
}
