//! Stopping at a node limit: the search shows the last finished iteration, or the best move so far of the unfinished
//! one.

use crate::common::prelude::*;
use pvcheck::check::ShownLine;
use pvcheck::oracle::Oracle;

const COPYING: [&str; 4] = ["triangular", "stack-list", "pointer-array", "quadratic"];

/// Calls `each` on small games, with the depth of the search.
fn each_game(games: u64, mut each: impl FnMut(&Graph, usize)) {
    let random = Random { seed: 71, games };
    let mut graph = Graph::leaf(Score::ZERO);
    for index in 0..random.count() {
        let depth = random.game(index, &mut graph);
        if graph.len() <= 12 && (1..=4).contains(&depth) {
            each(&graph, depth);
        }
    }
}

fn run(subject: &str, depth: usize, game: &Graph) -> (Case, Checked) {
    let subject: Subject = subject.parse().expect("a subject");
    let case = Case { subject, depth, expect: None, game: game.clone() };
    let checked = check(&case).expect("within capacity");
    (case, checked)
}

/// The same, of a search that keeps its guarantee and has no fault.
fn kept(subject: &str, depth: usize, game: &Graph) -> (Case, Checked) {
    let (case, checked) = run(subject, depth, game);
    assert!(checked.is_kept() && checked.trial.fault.is_none(), "{case}: {checked:?}");
    (case, checked)
}

/// Score, bound, best move and moves of a line, to compare lines.
fn facts(shown: &ShownLine) -> (Score, Bound, Option<u16>, Vec<u16>) {
    let line = shown.line.iter().flatten().map(|mv| mv.number()).collect();
    (shown.score, shown.bound, shown.best_move.map(Move::number), line)
}

/// At every node limit, the whole outcome is that of a search to the depth of the last finished iteration. Before any
/// iteration has finished, it is a lower bound without a line.
#[test]
fn a_search_stopped_at_any_node_shows_the_result_of_its_last_completed_iteration() {
    let (mut stops, mut nothing) = (0, 0);
    each_game(400, |game, depth| {
        for (index, algorithm) in
            ["pvs-soft", "alpha-beta-hard", "negascout-soft", "scout"].into_iter().enumerate()
        {
            let with = |store: &str, rest: &str| format!("{algorithm}+{store}+deepening{rest}");
            let store = COPYING[index];
            let nodes = run(&with(store, ""), depth, game).1.trial.counts.nodes;
            for node_limit in 0..=nodes + 1 {
                let (case, checked) = kept(&with(store, &format!("+stop-after({node_limit})")), depth, game);
                let shown = &checked.lines[0];
                if shown.bound == Bound::Exact {
                    let whole = run(&with(store, ""), shown.depth, game).1;
                    assert_eq!(facts(shown), facts(&whole.lines[0]), "{case}");
                } else {
                    let unsearched = (game.root().evaluate(), Bound::Lower, None, Vec::new());
                    assert_eq!(facts(shown), unsearched, "{case}");
                    nothing += 1;
                }
                assert_eq!(shown.depth == depth, node_limit >= nodes, "{case}");
                stops += 1;
            }
        }
    });
    assert!(stops > 5_000 && nothing > 1_000, "{stops} {nothing}");
}

/// The score is the value of the best move so far, by a search to the depth of the iteration. The line begins with that
/// move and continues with best play of both sides.
#[test]
fn the_line_of_the_best_move_so_far_never_contains_moves_of_another_iteration() {
    let mut improved = 0;
    each_game(400, |game, depth| {
        for store in COPYING {
            let whole = run(&format!("pvs-soft+{store}+deepening"), depth, game).1.trial.counts.nodes;
            for node_limit in 0..whole {
                let subject = format!("pvs-soft+{store}+deepening+stop-after({node_limit},improved=yes)");
                let (case, checked) = kept(&subject, depth, game);
                let shown = &checked.lines[0];
                let Some(line) = shown.line.as_ref().filter(|_| shown.bound == Bound::Lower) else {
                    continue;
                };
                improved += 1;
                let (root, best) = (game.root(), shown.best_move.expect("a line has a best move"));
                assert_eq!(line.first(), Some(&best), "{case}");
                let rest = Oracle::new(&root.play(best), shown.depth - 1);
                assert_eq!(rest.score().for_parent(), shown.score, "{case}");
                assert_eq!(&line[1..], rest.line(), "{case}");
            }
        }
    });
    assert!(improved > 1_500, "{improved}");
}

/// For every algorithm: some accept their first move without a test, some search again from an unconfirmed score.
#[test]
fn no_algorithm_raises_alpha_by_the_score_of_a_stopped_child() {
    let mut stops = 0;
    each_game(120, |game, depth| {
        for &algorithm in Algorithm::ALL {
            for rest in ["+deepening", "+tt(leaves=yes)", "+tt(draft=deeper)+extension+repetition"] {
                for node_limit in (0..40).step_by(2) {
                    let text = format!(
                        "{}+triangular{rest}+stop-after({node_limit},improved=yes)",
                        algorithm.name()
                    );
                    if text.parse::<Subject>().is_ok() {
                        let (case, checked) = run(&text, depth, game);
                        assert!(checked.is_kept(), "{case}: {checked:?}");
                        stops += checked.trial.counts.stops;
                    }
                }
            }
        }
    });
    assert!(stops > 10_000, "{stops}");
}

/// When the search is stopped, the open nodes below the next move have written to the array already.
#[test]
fn the_single_array_mixes_the_best_line_so_far_with_later_moves() {
    let mut wrong = 0;
    each_game(400, |game, depth| {
        for node_limit in 0..60 {
            let subject = format!("pvs-soft+single-array+deepening+stop-after({node_limit},improved=yes)");
            let (case, checked) = run(&subject, depth, game);
            assert!(checked.is_kept(), "{case}");
            wrong += u32::from(checked.verdict.line.kind > LineKind::Missing);
            let finished =
                run(&format!("pvs-soft+single-array+deepening+stop-after({node_limit})"), depth, game).1;
            assert!(finished.verdict.line.kind <= LineKind::NoneDue, "{case}");
        }
    });
    assert!(wrong > 15, "{wrong}");
}

/// Together with other options: a kept table, aspiration windows, repetition, quiescence, `MultiPV`.
#[test]
fn stopped_searches_with_other_options_keep_their_guarantees() {
    let mut stops = 0;
    each_game(150, |game, depth| {
        for options in [
            "tt(draft=deeper)+deepening",
            "tt(keep=yes,leaves=yes)+deepening+order=table",
            "aspiration(1,widen=both)+deepening",
            "tt+repetition+deepening+quiescence",
            "deepening+multipv(3)",
            "tt+lmr(1)+null(1)+deepening+extension",
        ] {
            for node_limit in (0..80).step_by(3) {
                let subject = format!("pvs-soft+triangular+{options}+stop-after({node_limit})");
                stops += kept(&subject, depth, game).1.trial.counts.stops;
            }
        }
    });
    assert!(stops > 1_000, "{stops}");
}

/// A stopped root has no exit. Its result must be judged even if no search of the game has exited it before.
#[test]
fn the_first_search_of_a_game_may_be_stopped_with_a_better_move() {
    let game: Graph = "1[1 0 1 0]".parse().expect("a game");
    let (_, checked) =
        run("alpha-beta-soft+triangular+tt(draft=deeper)+stop-after(3,improved=yes)", 3, &game);
    assert_eq!(checked.trial.fault, None);
    let line = vec![Move::new(1)];
    assert_eq!((checked.trial.best_move, checked.lines.worst().line.as_ref()), (Some(line[0]), Some(&line)));
    assert_eq!(checked.verdict.line.kind, LineKind::Same);
}
