//! The example of README.md, which users copy to a file of their own; `docs.rs` compares the two.

use pvcheck::{game::{Growth, Seeded}, prelude::*};

/// A negamax that shares no code with pvcheck. Alpha-beta passes on its window by `Score::for_child`.
fn negamax(position: &impl Position, depth: usize) -> (Score, Vec<Move>) {
    if depth == 0 || position.is_terminal() {
        return (position.evaluate(), Vec::new());
    }
    let (mut moves, mut best) = (Vec::new(), (-Score::INFINITY, Vec::new()));
    position.moves(&mut moves);
    for mv in moves {
        let (score, line) = negamax(&position.play(mv), depth - 1);
        if score.for_parent() > best.0 {
            best = (score.for_parent(), [vec![mv], line].concat());
        }
    }
    best
}

struct MySearch;
impl<P: Position, O: Observer<P>> ExternalSearch<P, NoStore, O> for MySearch {
    fn new_game(&mut self, _: &mut Scratch) {}
    fn search(
        &mut self, _: &mut NoStore, observer: &mut O, _: &mut Scratch, task: Task<'_, P>,
        mut each: impl FnMut(&O, &Outcome<'_>),
    ) -> Counts {
        observer.search_started(task.depth, Window::FULL, &[]);
        let (score, line) = negamax(task.root, task.depth);
        let outcome = Outcome::new(task.depth, score, Bound::Exact);
        each(observer, &Outcome { best_move: line.first().copied(), line: Some(&line), ..outcome });
        Counts::NONE
    }
}

#[test]
fn the_line_is_right_in_random_games() {
    let (mut harness, mut graph) = (Harness::with_store(NoStore), Graph::leaf(Score::ZERO));
    let (rules, profile, options) = (Rules::FIXED_TREE, Profile::MINIMAX, SearchOptions::NONE);
    for number in 0..1000 {
        let depth = Growth::random_game(&mut Seeded::new(1, number), &mut graph);
        let mut game = harness.game(&graph.root(), depth).expect("a small depth");
        let trial = game.run_external(&mut MySearch, &rules, profile, &options, |ground_truth, _, outcome| {
            assert_eq!(judge_line(ground_truth, outcome, true).kind, LineKind::Same, "depth={depth} {graph}");
        });
        assert_eq!((trial.verdict, trial.fault), (ScoreVerdict::Exact, None), "depth={depth} {graph}");
    }
}
