//! The walk of a line: where it may end, and with what it may go on.

use super::*;

/// The replay of a line of a search of the root that returned this exact score.
fn walk(run: &Run<'_>, depth: usize, value: i32, line: &[u16]) -> ReplayResult {
    let shown =
        ShownOutcome { depth, score: score(value), bound: Bound::Exact, best_move: None, unfinished: false };
    let line: Vec<Move> = line.iter().map(|&mv| Move::new(mv)).collect();
    run.trace.walk(shown, &line).expect("all nodes are reported")
}

const WHOLE: ReplayResult = ReplayResult::Whole { leftmost: false };
const fn unsound(ply: usize) -> ReplayResult {
    ReplayResult::Unsound { ply }
}

#[test]
fn a_line_ends_at_a_draw() {
    let game = game("a:4[[a 9]]");
    for draw in [0, -2] {
        let mut run = Run::new(&game, DEEPER.repetition().contempt(-score(draw)), 3);
        run.play(0, 2);
        run.child(0, 1, FULL, draw).expect("the draw");
        run.child(1, 1, FULL, 9).expect("the end of the game");
        run.exit(FULL, -draw).expect("the draw is better");
        run.exit(FULL, draw).expect("its only move");
        assert_eq!(walk(&run, 3, draw, &[0, 0]), WHOLE);
        assert_eq!(walk(&run, 3, draw, &[0]), ReplayResult::Truncated);
        assert_eq!(walk(&run, 3, draw, &[0, 0, 0]), ReplayResult::PastDraw { ply: 2 });
        assert_eq!(walk(&run, 3, draw, &[0, 1]), unsound(2));
        assert_eq!(walk(&run, 3, draw + 1, &[0, 0]), unsound(1), "no search of the root returned it");
    }
}

/// The line goes through a position that is a draw on its path, but with another value than that of a draw.
#[test]
fn a_line_with_a_draw_of_another_value_is_unsound() {
    let game = game("a:4[[a 9]]");
    let mut run = Run::new(&game, DEEPER.repetition(), 3);
    run.play(0, 2);
    run.child(0, 1, FULL, 4).expect_err("it is a draw");
    run.child(1, 1, FULL, 9).expect("the end of the game");
    run.exit(FULL, -4).expect("the claims of its children");
    run.exit(FULL, 4).expect("its only move");
    assert_eq!(walk(&run, 3, 4, &[0, 0]), unsound(2));
    assert_eq!(walk(&run, 3, 4, &[0, 0, 0]), unsound(2));
}

#[test]
fn the_empty_line_is_whole_where_the_side_to_move_stands_pat() {
    let noisy = game("2[!9]");
    let mut run = Run::new(&noisy, DEEPER.quiescence(1, true), 0);
    run.child(0, 0, FULL, 9).expect("the end of the game");
    run.exit(FULL, 2).expect("standing pat is better");
    assert_eq!(walk(&run, 0, 2, &[]), WHOLE);
    assert_eq!(walk(&run, 0, 3, &[]), unsound(0));
    assert_eq!(walk(&run, 0, 2, &[0]), unsound(1));
    let quiet = game("3[-3]");
    let mut run = Run::new(&quiet, DEEPER, 1);
    run.child(0, 0, FULL, -3).expect("a leaf");
    run.exit(FULL, 3).expect("its only move");
    assert_eq!(walk(&run, 1, 3, &[]), ReplayResult::Truncated);
    assert_eq!(walk(&run, 1, 3, &[0]), WHOLE);
}

#[test]
fn a_line_omits_the_moves_of_hidden_quiescence_and_needs_the_others() {
    let game = game("[!2[!-5 9]]");
    let run = |hidden: bool| {
        let mut run = Run::new(&game, DEEPER.quiescence(2, !hidden), 1);
        run.play(0, 2);
        run.child(0, 1, FULL, -5).expect("the end of the game");
        run.exit(FULL, 5).expect("better than standing pat");
        run.exit(FULL, -5).expect("its only move");
        run
    };
    let (hidden, shown) = (run(true), run(false));
    assert_eq!([walk(&hidden, 1, -5, &[0]), walk(&hidden, 1, -5, &[0, 0])], [WHOLE, unsound(2)]);
    assert_eq!([walk(&shown, 1, -5, &[0]), walk(&shown, 1, -5, &[0, 0])], [ReplayResult::Truncated, WHOLE]);
}

/// `a` is searched with three plies to go, and met again with two.
#[test]
fn a_line_goes_on_with_the_line_of_a_greater_draft() {
    let game = game("[a:7[[[-5 -6]]] [a]]");
    let mut run = Run::new(&game, DEEPER, 4);
    run.play(0, 3);
    run.play(0, 2);
    run.play(0, 1);
    run.child(0, 0, FULL, -5).expect("a leaf");
    run.child(1, 0, FULL, -6).expect("a leaf");
    for value in [6, -6, 6] {
        run.exit(FULL, value).expect("its best move");
    }
    run.play(1, 3);
    run.child(0, 2, FULL, 6).expect("the entry of the greater draft");
    run.exit(FULL, -6).expect("its only move");
    run.exit(FULL, 6).expect("the better move");
    let walk = |line: &[u16]| walk(&run, 4, 6, line);
    assert_eq!([walk(&[1]), walk(&[1, 0]), walk(&[1, 0, 0])], [ReplayResult::Truncated; 3]);
    assert_eq!([walk(&[1, 0, 0, 0, 1]), walk(&[1, 0, 0, 0, 0])], [WHOLE, unsound(5)]);
    assert_eq!(walk(&[0, 0, 0, 1]), unsound(1));
}

#[test]
fn the_line_of_a_reduced_node_is_a_ply_shorter() {
    let game = game("[[2[4] 9[1]]]");
    let mut run = Run::new(&game, DEEPER.iir(), 3);
    run.play(0, 2);
    run.child(0, 0, FULL, 2).expect("a leaf of the node that has one ply less");
    run.child(1, 0, FULL, 9).expect("a leaf of the node that has one ply less");
    run.exit(FULL, -2).expect("the better move");
    run.exit(FULL, 2).expect("its only move");
    assert_eq!(walk(&run, 3, 2, &[0, 0]), WHOLE);
    assert_eq!(walk(&run, 3, 2, &[0, 1]), unsound(2));
    assert_eq!(walk(&run, 3, 2, &[0, 0, 0]), unsound(3));
}
