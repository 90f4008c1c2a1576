//! What engines commonly do beyond the textbook.

use super::*;

#[test]
fn an_entry_of_a_child_cuts_off_where_that_is_declared() {
    let game = game("[[5] 1]");
    let run = |rules, draft, value| {
        let mut run = Run::new(&game, rules, 2);
        let after = run.path[0].0.play(Move::new(0));
        let node = run.trace.graph.number(&after);
        let record = run.trace.known.record(node, draft);
        run.trace.known.add(record, score(-3), Derived { at_most: true, ..Derived::default() });
        run.exit(window(2, 3), value)
    };
    let rules = DEEPER.tt_children();
    assert_eq!((run(rules, 1, 3), run(rules, 2, 3)), (Ok(()), Ok(())));
    assert!(run(DEEPER, 1, 3).is_err(), "not declared");
    assert!(run(rules, 1, 4).is_err(), "more than the entry says");
    assert!(run(rules, 0, 3).is_err(), "the move would have been searched deeper");
}

/// The node is searched two plies less deep than its parent asks: one by the move, and one by internal reduction.
#[test]
fn a_reduced_node_uses_the_entries_of_its_own_depth() {
    let game = game("[[[5] 1]]");
    let run = |rules| {
        let mut run = Run::new(&game, rules, 3);
        run.play(0, 2);
        let after = run.path[1].0.play(Move::new(0));
        let node = run.trace.graph.number(&after);
        let record = run.trace.known.record(node, 0);
        run.trace.known.add(record, score(-3), Derived { at_most: true, ..Derived::default() });
        run.exit(window(2, 3), 3)
    };
    let rules = DEEPER.tt_leaves().tt_children();
    assert_eq!(run(rules.iir()), Ok(()));
    assert!(run(rules).is_err(), "the entry is not deep enough");
}

#[test]
fn quiescence_may_search_a_forcing_move_where_that_is_declared() {
    let game = game("2[+-5 -9]");
    let plain = PLAIN.quiescence(1, true);
    let run = |rules, moves: &[(u16, i32)], value| {
        let mut run = Run::new(&game, rules, 0);
        for &(mv, value) in moves {
            run.child(mv, 0, FULL, value).expect("a leaf");
        }
        run.exit(FULL, value)
    };
    let checks = plain.quiescence_checks();
    assert_eq!(run(checks, &[(0, -5)], 5), Ok(()));
    assert_eq!(run(checks, &[], 2), Ok(()), "it need not");
    assert!(run(plain, &[(0, -5)], 5).is_err(), "not declared");
    assert!(run(checks, &[(0, -5)], 2).is_err(), "it was searched and is better");
    assert!(run(checks, &[(1, -9)], 9).is_err(), "a move that is not forcing");
}

#[test]
fn a_move_back_is_worth_a_draw_where_that_is_declared() {
    let game = game("a:4[[a 9]]");
    let run = |rules, children: &[(u16, i32)], called_with: Window, value| {
        let mut run = Run::new(&game, rules, 3);
        run.play(0, 2);
        for &(mv, value) in children {
            run.child(mv, 1, window(-50, 0), value).expect("a leaf or a draw");
        }
        run.exit(called_with, value)
    };
    let draws = Rules::FIXED_TREE.tt(Drafts::Deeper).repetition();
    let upcoming = draws.upcoming_repetition();
    assert_eq!(run(upcoming, &[], window(-5, 0), 0), Ok(()));
    assert!(run(draws, &[], window(-5, 0), 0).is_err(), "not declared");
    assert!(run(upcoming, &[], window(-5, 1), 1).is_err(), "more than a draw");
    // Alpha is raised to the draw, and no move is worth more.
    let all = window(-50, 50);
    assert_eq!(run(upcoming, &[(0, 0), (1, 9)], all, 0), Ok(()));
    assert!(run(upcoming, &[(0, 0)], all, 0).is_err(), "the other move was forgotten");
    assert!(matches!(lack(run(draws, &[(0, 0), (1, 9)], all, 0)), Lack::Window(..)));
    // No other alpha comes from it, unless a draw has several values.
    let raised_elsewhere = |rules| {
        let mut run = Run::new(&game, rules, 3);
        run.play(0, 2);
        for (mv, value) in [(0, 0), (1, 9)] {
            run.child(mv, 1, window(-50, 3), value).expect("a leaf or a draw");
        }
        run.exit(all, 0)
    };
    assert!(matches!(lack(raised_elsewhere(upcoming)), Lack::Window(..)));
    assert_eq!(raised_elsewhere(upcoming.draw_spread(1)), Ok(()));
}

#[test]
fn a_draw_has_one_of_the_declared_values() {
    let game = game("a:4[[a 9]]");
    let run = |rules, value| {
        let mut run = Run::new(&game, rules, 3);
        run.play(0, 2);
        run.child(0, 1, FULL, value)
    };
    let spread = DEEPER.repetition().draw_spread(1);
    assert_eq!([-1, 0, 1].map(|value| run(spread, value)), [Ok(()), Ok(()), Ok(())]);
    assert!(run(spread, 2).is_err() && run(DEEPER.repetition(), 1).is_err());
    assert_eq!(run(spread.contempt(score(2)), -3), Ok(()));
}

#[test]
fn an_evaluation_is_corrected_by_no_more_than_declared() {
    let (going_on, over) = (game("[3[1]]"), game("[3]"));
    let run = |game, rules, value| Run::new(game, rules, 1).child(0, 0, FULL, value);
    let corrected = PLAIN.correction_history(2);
    assert_eq!([1, 3, 5].map(|value| run(&going_on, corrected, value)), [Ok(()), Ok(()), Ok(())]);
    assert!(run(&going_on, corrected, 6).is_err() && run(&going_on, PLAIN, 4).is_err());
    assert!(run(&over, corrected, 4).is_err(), "the game is over");
}
