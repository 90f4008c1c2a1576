//! A search that declares nothing: only its lines are judged.

use crate::common::engine::{
    Bug, Engine, Options, PvCutoffs, Quiescence, TableOptions, judge_by, prepare, random_game_with,
};
use crate::common::prelude::*;
use pvcheck::verdict::TraceVerdict;

const GAMES: u64 = 3_000;

/// The kinds of the lines that an engine shows in random games, judged by `rules`.
fn kinds(bug: Option<Bug>, options: Options, rules: &Rules) -> Vec<LineKind> {
    let (mut harness, mut engine) = (Harness::with_store(NoStore), Engine::new(bug));
    let mut graph = Graph::leaf(Score::ZERO);
    (0..GAMES)
        .map(|index| {
            let depth =
                random_game_with(11, index, &mut graph, |graph| bug.is_none_or(|bug| bug.suits(graph)));
            let mut game = prepare(&mut harness, &graph, depth);
            let judged = judge_by(rules, &mut game, &mut engine, options);
            assert_eq!(judged.trial.verdict, ScoreVerdict::NotJudged, "{graph}");
            assert_eq!(judged.trial.trace, TraceVerdict::NotJudged, "{graph}");
            assert!(bug.is_some() || judged.trial.fault.is_none(), "{graph}");
            game.finish();
            judged.kind
        })
        .collect()
}

fn count(kinds: &[LineKind], kind: LineKind) -> usize {
    kinds.iter().filter(|&&found| found == kind).count()
}

/// Nothing about minimax is claimed, so that a search may prune as it likes.
#[test]
fn whole_lines_with_the_value_of_their_last_position_are_accepted_whatever_the_search_prunes() {
    let pruning = Options { null_move: Some(1), late_moves: Some(1), futility: Some(1), ..Options::NONE };
    for options in [Options::NONE, pruning] {
        let found = kinds(None, options, &Rules::LINES_ONLY);
        assert_eq!(count(&found, LineKind::Equivalent), found.len());
    }
    // A table ends lines early, and draws and the moves of quiescence end them where they are declared.
    let table = TableOptions { pv_cutoffs: PvCutoffs::All, ..TableOptions::random(&mut Seeded::new(1, 1)) };
    let found = kinds(None, Options { table: Some(table), ..pruning }, &Rules::LINES_ONLY);
    let truncated = count(&found, LineKind::Truncated);
    let whole = count(&found, LineKind::Equivalent);
    assert!(truncated >= 10 && truncated + whole == found.len(), "{truncated} truncated, {whole} whole");
    let drawing = Options { repetition: true, ..Options::NONE };
    assert!(count(&kinds(None, drawing, &Rules::LINES_ONLY), LineKind::Truncated) >= 10);
    let found = kinds(None, drawing, &Rules::LINES_ONLY.repetition());
    assert_eq!(count(&found, LineKind::Equivalent), found.len());
    for in_line in [false, true] {
        let quiescing = Options { quiescence: Some(Quiescence { plies: 3, in_line }), ..Options::NONE };
        let found = kinds(None, quiescing, &Rules::LINES_ONLY.quiescence(3, in_line));
        assert_eq!(count(&found, LineKind::Equivalent), found.len(), "in the line: {in_line}");
    }
}

#[test]
fn lines_that_end_at_another_value_are_found() {
    let table = TableOptions::random(&mut Seeded::new(1, 1));
    let with_table = Options { table: Some(table), deepening: true, ..Options::NONE };
    for (bug, options, kind, least) in [
        (Bug::StaleRowOnLeaf, Options::NONE, LineKind::Illegal, 10),
        (Bug::OneMoveTooMany, Options::NONE, LineKind::Unsound, 100),
        (Bug::LineOfLastIteration, with_table, LineKind::Truncated, 100),
        (Bug::StaleRowOnHit, with_table, LineKind::Illegal, 3),
        (Bug::WrongSide, Options::NONE, LineKind::Unsound, 100),
    ] {
        let found = count(&kinds(Some(bug), options, &Rules::LINES_ONLY), kind);
        assert!(found >= least, "{}: {found}", bug.name());
    }
}
