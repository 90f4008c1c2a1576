//! Declarations that act together at one visit.

use super::*;

/// The window of a node that looks for `value` or more.
fn reaching(value: i32) -> Window {
    window(value - 1, value)
}

const MATE: i32 = Score::MAX.get();

#[test]
fn a_position_that_may_be_a_draw_may_be_reduced_and_is_stored() {
    let both = game("[[!b:4[[3]] b]]");
    let mut run = Run::new(&both, PLAIN.fifty_move(2).iir(), 5);
    run.play(0, 4);
    run.play(0, 3);
    run.play(0, 1);
    run.child(0, 0, FULL, 3).expect("the end of the game");
    run.exit(FULL, -3).expect("its only move");
    assert_eq!(run.exit(FULL, 3), Ok(()), "by the noisy move, and one ply less deep");
    // The value that was found after the noisy move is in the table; the draw after the quiet one is not.
    let both = game("[[!b:4[9] b] [!1[!b]]]");
    let again = |value| {
        let rules = PLAIN.tt(Drafts::Deeper).fifty_move(4);
        let mut run = Run::after(&both, rules, 4, &[both.root(), both.root()]);
        run.play(0, 3);
        run.play(0, 2);
        run.child(0, 1, FULL, 9).expect("the end of the game");
        run.exit(FULL, -9).expect("its only move");
        run.child(1, 2, FULL, 0).expect("a draw");
        run.exit(FULL, 9).expect("both moves");
        run.play(1, 3);
        run.play(0, 2);
        run.child(0, 1, FULL, value)
    };
    assert_eq!(again(-9), Ok(()));
    assert!(again(0).is_err());
}

#[test]
fn a_singular_test_may_lack_the_only_move_or_one_after_a_skipped_one() {
    let singular = DEEPER.singular().extension(9);
    let only = game("[5]");
    let run = |rules| {
        let mut run = Run::new(&only, rules, 3);
        run.again(1);
        run.exit(reaching(-1), -2)
    };
    assert_eq!(run(singular), Ok(()));
    assert!(run(DEEPER).is_err());
    let three = game("5[0 1 !2]");
    let run = |rules| {
        let mut run = Run::new(&three, rules, 3);
        run.again(1);
        run.child(0, 0, FULL, 0).expect("the end of the game");
        run.exit(reaching(3), 2)
    };
    assert_eq!(run(singular.move_count(1)), Ok(()), "the second move is skipped, the third one is lacking");
    assert!(run(singular).is_err(), "two are lacking");
}

#[test]
fn the_cutoffs_of_a_reduced_node_may_be_those_of_its_reduced_depth() {
    let passing = game("[[[1 1] ~-6[8]]]");
    let run = |rules: Rules, plies| {
        let mut run = Run::new(&passing, rules.null(Plies::exactly(1)), 5);
        run.play(0, 4);
        run.pass(plies);
        run.child(0, plies - 1, FULL, 8).expect("the end of the game");
        run.exit(window(-3, -2), -8).expect("its only move");
        run.exit(reaching(3), 8)
    };
    assert!(run(PLAIN, 2).is_ok() && run(PLAIN, 1).is_err());
    assert!(run(PLAIN.iir(), 2).is_ok() && run(PLAIN.iir(), 1).is_ok());
    let refuted = game("[9[0 0] 1]");
    let run = |rules: Rules, value| {
        let mut run = Run::new(&refuted, rules.static_null(Margin::at_all(2)), 4);
        run.play(0, 3);
        run.exit(reaching(value), value)
    };
    assert!(run(PLAIN, 3).is_ok() && run(PLAIN, 5).is_err());
    assert_eq!(run(PLAIN.iir(), 5), Ok(()), "9 - 2 * 2");
    assert!(run(PLAIN.iir(), 6).is_err());
}

#[test]
fn a_reduced_node_may_have_a_narrowed_window() {
    let two = game("[[-5 0]]");
    let run = |rules| {
        let mut run = Run::new(&two, rules, 4);
        run.play(0, 3);
        let node = run.trace.graph.number(&run.path[1].0);
        let equal = run.trace.known.record(node, 3);
        run.trace.known.add(equal, score(5), Derived { at_most: true, ..Derived::default() });
        // The window is narrowed to (0, 5), and the first move refutes.
        run.child(0, 1, window(-5, 0), -5).expect("the end of the game");
        run.exit(window(0, 9), 5)
    };
    assert_eq!(run(DEEPER.tt_narrow().iir()), Ok(()));
    assert!(run(DEEPER.tt_narrow()).is_err() && run(DEEPER.iir()).is_err());
    let mate = game("[[-#0 0]]");
    let run = |rules: Rules| {
        let mut run = Run::new(&mate, rules, 4);
        run.play(0, 3);
        run.child(0, 1, FULL, -MATE).expect("the end of the game");
        run.exit(FULL, MATE - 1)
    };
    assert_eq!(run(PLAIN.mate_distance().iir()), Ok(()));
    assert!(run(PLAIN.mate_distance()).is_err() && run(PLAIN.iir()).is_err());
}

#[test]
fn a_narrowed_window_counts_for_cutoffs() {
    let mate = game("[-#0 [1]]");
    let run = |rules: Rules, window| {
        let mut run = Run::new(&mate, rules.prob_cut(Plies::exactly(1), 0), 3);
        run.child(0, 1, FULL, -MATE).expect("the end of the game");
        run.exit(window, MATE - 1)
    };
    let open = PLAIN.pv_pruning();
    assert_eq!(run(open.mate_distance(), FULL), Ok(()), "beta is mate in one");
    assert!(run(open, FULL).is_err() && run(PLAIN.mate_distance(), FULL).is_err());
    let nearly_open = window(MATE - 2, MATE);
    assert_eq!(run(PLAIN.mate_distance(), nearly_open), Ok(()), "the window becomes null");
    assert!(run(PLAIN, nearly_open).is_err());
}

#[test]
fn several_moves_that_mate_cut_off_a_node() {
    let game = game("[-#0 -#0 9]");
    let mut run = Run::new(&game, PLAIN.multi_cut(Plies::exactly(2), 2), 3);
    for mv in [0, 1] {
        run.child(mv, 0, FULL, -MATE).expect("the end of the game");
    }
    assert_eq!(run.exit(reaching(MATE - 3), MATE - 3), Ok(()));
}

/// The node after the first move is refuted by a mate, as its window is narrowed to mate in one.
#[test]
fn a_line_goes_on_with_the_move_that_refutes_by_mate_distance() {
    let game = game("[[-#0 0]]");
    let mut run = Run::new(&game, PLAIN.mate_distance(), 2);
    run.play(0, 1);
    run.child(0, 0, FULL, -MATE).expect("the end of the game");
    run.exit(FULL, MATE - 1).expect("no mate is nearer");
    run.exit(FULL, -MATE + 2).expect("its only move");
    let (score, bound) = (score(-MATE + 2), Bound::Exact);
    let shown = ShownOutcome { depth: 2, score, bound, best_move: None, unfinished: false };
    let walk = |moves: [u16; 2]| run.trace.walk(shown, &moves.map(Move::new));
    assert_eq!(walk([0, 0]), Some(ReplayResult::Whole { leftmost: false }));
    assert_eq!(walk([0, 1]), Some(ReplayResult::Unsound { ply: 2 }));
}

#[test]
fn a_search_inside_the_visit_of_the_root_is_no_search_of_the_root() {
    let game = game("[[3 5] [2 9]]");
    let mut run = Run::new(&game, DEEPER.iid(), 2);
    run.play(0, 1);
    run.child(0, 0, FULL, 3).expect("a leaf");
    run.child(1, 0, FULL, 5).expect("a leaf");
    run.exit(FULL, -3).expect("both leaves");
    run.exit(window(0, 1), 3).expect("a fail-high");
    run.trace.search_started(2, &[]);
    run.enter(game.root(), 0, 2);
    run.again(1);
    run.child(0, 0, FULL, 0).expect("a leaf");
    run.child(1, 0, FULL, 0).expect("a leaf");
    run.exit(FULL, 0).expect("both moves");
    let fit = |value, bound| {
        let score = score(value);
        run.trace.fit(ShownOutcome { depth: 2, score, bound, best_move: None, unfinished: false })
    };
    assert_eq!(fit(3, Bound::Lower), Fit::Derived, "of the search that ended");
    assert_eq!(fit(0, Bound::Exact), Fit::OtherScore, "of depth 1");
}
