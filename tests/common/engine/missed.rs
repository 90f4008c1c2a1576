//! The rates at which the harness misses a seeded bug that made a result wrong.

use crate::common::prelude::*;
use pvcheck::check::PrecedingSearch;

use super::compare::Comparison;
use super::record::{Record, is_optimal};
use super::trial::preceding;
use super::{Bug, Engine, Options, Regime, ShownLine, Variety, random_game_with};

/// The wrong results of one bug in one regime.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Missed {
    /// The wrong results: scores that differ from the correct engine, or, for a bug of the line, lines that differ and
    /// are not right.
    pub wrong: u64,
    /// Wrong results that are accepted if only scores and lines are known.
    pub by_results: u64,
    /// Wrong results that are accepted if only facts are known that hold for every search.
    pub by_facts: u64,
    /// Wrong results that are accepted if all nodes are known.
    pub by_nodes: u64,
    /// The accepted results with scores and lines known that another correct search returned.
    pub valid_by_results: u64,
    /// The accepted results with all nodes known that another correct search returned.
    pub valid_by_nodes: u64,
    /// The lines that differ from the line of the correct engine and are right.
    pub right_lines: u64,
}

/// Plays random games until `most_wrong` results are wrong, or `most_games` games are played. `None` if the bug cannot act
/// in this regime.
pub fn count((bug, regime): (Bug, Regime), (most_wrong, most_games): (u64, u64)) -> Option<Missed> {
    let seed = 1_000 + 100 * regime as u64 + bug as u64;
    let (mut comparison, mut graph) = (Comparison::new(bug), Graph::leaf(Score::ZERO));
    let (mut correct, mut with_bug) = (Engine::new(None), Engine::new(Some(bug)));
    let mut varied = Engine::new(None);
    let mut missed = Missed::default();
    for index in 0..most_games {
        if missed.wrong == most_wrong {
            break;
        }
        let options = regime.options(bug, &mut Seeded::new(seed, index))?;
        let depth = random_game_with(seed, index, &mut graph, |graph| bug.suits(graph));
        let lines = run(&mut correct, options, &graph, depth, &mut ());
        // Its table depends on the games before, so that it must play the same ones wherever it is judged.
        if bug != Bug::OldEntries && run(&mut with_bug, options, &graph, depth, &mut ()) == lines {
            continue;
        }
        let (compared, shown) = comparison.compare(options, &graph, depth);
        assert!(!bug.is_of_line() || !compared.score_differs, "{}: {graph}", bug.name());
        let is_wrong = if bug.is_of_line() {
            let is_right =
                compared.line_differs && shown.iter().all(|shown| is_right(&options, &graph, depth, shown));
            missed.right_lines += u64::from(is_right);
            compared.line_differs && !is_right
        } else {
            compared.score_differs
        };
        if !is_wrong {
            continue;
        }
        missed.wrong += 1;
        missed.by_results += u64::from(compared.accepted_by_results);
        missed.by_facts += u64::from(compared.accepted_by_facts);
        missed.by_nodes += u64::from(compared.accepted_by_nodes);
        let is_accepted = compared.accepted_by_nodes || compared.accepted_by_results;
        let is_valid = is_accepted && is_valid(bug, options, &graph, depth, &shown, &mut varied);
        missed.valid_by_results += u64::from(is_valid && compared.accepted_by_results);
        missed.valid_by_nodes += u64::from(is_valid && compared.accepted_by_nodes);
    }
    Some(missed)
}

/// The number of searches that look for a correct one with the same result.
const VARIED: u64 = 1_000;

/// Whether some correct search with the same rules returns the same scores, and for a bug of the line also the same lines.
fn is_valid(
    bug: Bug,
    options: Options,
    graph: &Graph,
    depth: usize,
    shown: &[ShownLine],
    engine: &mut Engine,
) -> bool {
    (0..VARIED).any(|index| {
        let (variety, options) = Variety::new(7, index, options);
        engine.variety = Some(variety);
        let lines = run(engine, options, graph, depth, &mut ());
        let same = |(one, other): (&ShownLine, &ShownLine)| {
            (one.score, one.bound) == (other.score, other.bound)
                && (!bug.is_of_line() || one.line == other.line)
        };
        lines.len() == shown.len() && lines.iter().zip(shown).all(same)
    })
}

/// Whether a line that differs from that of the correct engine is right all the same: the correct search found each of its
/// positions to have the value of the line, or the line is optimal in the game.
fn is_right(options: &Options, graph: &Graph, depth: usize, shown: &ShownLine) -> bool {
    let Some(line) = &shown.line else { return true };
    let mut record = Record::default();
    run(&mut Engine::new(None), *options, graph, depth, &mut record);
    let may_be_optimal = options.quiescence.is_none() && !options.extension;
    record.supports(options, shown.score, line)
        || may_be_optimal && is_optimal(options, &graph.root(), depth, shown.score, line)
}

/// The lines that the engine shows, without the harness.
fn run<'g, O: Observer<GraphPosition<'g>>>(
    engine: &mut Engine,
    options: Options,
    graph: &'g Graph,
    depth: usize,
    observer: &mut O,
) -> Vec<ShownLine> {
    engine.options = options;
    let root = graph.root();
    engine.new_game();
    // Without entries that are kept, they have no influence.
    let is_kept = options.table.is_some_and(|table| table.kept);
    for PrecedingSearch { root, depth, node_limit } in preceding(root, depth).into_iter().filter(|_| is_kept)
    {
        engine.search(&root, depth, node_limit, observer);
    }
    engine.search(&root, depth, None, observer).outcomes().iter().map(ShownLine::new).collect()
}
