//! `MultiPV`: the lines begin with different moves, are ordered by score, and each one is sound.

use std::collections::BTreeSet;

use pvcheck::oracle::Oracle;

use crate::common::checked;
use crate::common::prelude::*;

/// The values of the root moves, best first.
fn worths(graph: &Graph, depth: usize) -> Vec<Score> {
    let root = graph.root();
    let moves = if depth > 0 { legal_moves(&root) } else { Vec::new() };
    let oracle = Oracle::new(&root, depth);
    let worth = |mv| oracle.value(&root.play(mv), depth - 1).for_parent();
    let mut worths: Vec<Score> = moves.into_iter().map(worth).collect();
    worths.sort_unstable_by(|a, b| b.cmp(a));
    worths
}

/// The case and its result, which keeps the guarantee.
fn kept(subject: &str, depth: usize, game: &Graph) -> (String, Checked) {
    let case = format!("v1 {subject} depth={depth} {game}");
    let checked = checked(&case);
    assert!(checked.is_kept() && checked.trial.fault.is_none(), "{case}: {checked:?}");
    (case, checked)
}

#[test]
fn multipv_lines_are_those_of_the_best_moves() {
    let games = Random { seed: 61, games: 1_500 };
    let mut graph = Graph::leaf(Score::ZERO);
    let mut fewer = 0;
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph);
        let worths = worths(&graph, depth);
        for subject in
            ["pvs-soft+triangular", "alpha-beta-hard+quadratic", "scout+stack-list", "pvs-hard+single-array"]
        {
            for lines in [2, 3, 9] {
                let (case, checked) = kept(&format!("{subject}+multipv({lines})"), depth, &graph);
                let scores: Vec<Score> = checked.lines.iter().map(|shown| shown.score).collect();
                if !worths.is_empty() {
                    assert_eq!(scores, worths[..worths.len().min(lines)], "{case}");
                }
                fewer += usize::from(checked.lines.len() < lines);
                let first: BTreeSet<_> =
                    checked.lines.iter().filter_map(|shown| shown.best_move).map(Move::number).collect();
                assert!(worths.is_empty() || first.len() == checked.lines.len(), "{case}");
                for shown in checked.lines.iter() {
                    assert_eq!(shown.verdict.kind, LineKind::Same, "{case}");
                    assert_eq!(shown.line.iter().flatten().next().copied(), shown.best_move, "{case}");
                }
            }
        }
    }
    assert!(fewer > 1_000, "often the root has fewer moves: {fewer}");
}

/// With a table lines may be truncated, and with deeper drafts scores may differ from minimax. The lines are still
/// ordered, and no two begin with the same move.
#[test]
fn with_a_table_multipv_lines_are_witnessed_and_in_order() {
    let games = Random { seed: 62, games: 6_000 };
    let mut graph = Graph::leaf(Score::ZERO);
    let (mut reordered, mut short) = (0, 0);
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph);
        for subject in [
            "pvs-soft+triangular+tt(draft=deeper)+deepening+multipv(3)",
            "alpha-beta-soft+triangular+tt+repetition+multipv(4)",
        ] {
            let (case, checked) = kept(subject, depth, &graph);
            assert!(checked.lines.is_sorted_by(|better, worse| better.score >= worse.score), "{case}");
            short += usize::from(checked.verdict.line.kind == LineKind::Truncated);
            reordered += usize::from(checked.trial.verdict == ScoreVerdict::Witnessed);
        }
    }
    assert!(reordered > 50 && short > 500, "{reordered} {short}");
}

/// A table walk begins with the move that the root driver gives, as the table has only one move of the root.
#[test]
fn a_table_walk_shows_each_multipv_line_from_its_own_root_move() {
    let checked = checked("v1 pvs-soft+table-walk-checked+tt+multipv(3) depth=2 [[3 5] [2 9] [1 4]]");
    let firsts = checked.lines.iter().filter_map(|shown| shown.line.iter().flatten().next());
    assert_eq!(firsts.map(|mv| mv.number()).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(checked.is_kept());
}
