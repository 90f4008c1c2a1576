//! Windows of children that follow, and those that do not.

use super::super::windows::may_be_null;
use super::*;

/// The result of a root with this window, after these children of its first moves, each with a window and a score.
fn root(game: &Game, rules: Rules, window: Window, children: &[(u16, Window, i32)], value: i32) -> Step {
    let mut run = Run::new(game, rules, 1);
    for &(mv, window, value) in children {
        run.child(mv, rules.horizon.plies, window, value).expect("a leaf");
    }
    run.exit(window, value)
}

const STRICT: Rules = Rules::FIXED_TREE.tt(Drafts::Deeper);

#[test]
fn a_child_has_the_window_of_its_node_or_a_null_window_at_alpha() {
    let game = game("[-3 -5]");
    let result = |second: &[Window]| {
        let first = [(0, window(-9, -1), -3)];
        let others: Vec<_> = second.iter().map(|&window| (1, window, -5)).collect();
        root(&game, STRICT, window(1, 9), &[&first[..], &others].concat(), 5)
    };
    // PVS, and alpha-beta before and after the raise.
    for right in [&[window(-4, -3), window(-9, -3)][..], &[window(-9, -3)], &[window(-9, -1)]] {
        assert_eq!(result(right), Ok(()), "{right:?}");
    }
    // A re-search from the null-window score, a narrowed beta, an alpha from nowhere, a null window elsewhere.
    for wrong in [window(-9, -5), window(-8, -3), window(-9, -2), window(-5, -4)] {
        assert_eq!(lack(result(&[wrong])), Lack::Window(Move::new(1), wrong));
    }
    // The same search, declared.
    let joining = STRICT.joined_bounds();
    let children = [(0, window(-9, -1), -3), (1, window(-4, -3), -5), (1, window(-9, -5), -5)];
    assert_eq!(root(&game, joining, window(1, 9), &children, 5), Ok(()));
    assert_eq!(
        root(&game, STRICT.any_windows(), window(1, 9), &[(0, window(-8, -2), -3), children[1]], 5),
        Ok(())
    );
}

/// The second move fails high in a null window, and a third one refutes the root: its score is right, whatever alpha was.
#[test]
fn alpha_is_raised_by_exact_scores_only() {
    let game = game("[[1] [3] [9]]");
    let result = |rules, third: Window| {
        let mut run = Run::new(&game, rules, 2);
        for (mv, child, value) in [(0, window(-9, 2), 1), (1, window(-2, -1), 3), (2, third, 9)] {
            run.play(mv, 1);
            run.child(0, 0, Window::new(-child.beta, -child.alpha), value).expect("a leaf");
            run.exit(child, -value).expect("it follows");
        }
        run.exit(window(-2, 9), 9)
    };
    let by_bound = window(-9, -3);
    assert_eq!(result(STRICT, window(-9, -1)), Ok(()));
    assert_eq!(lack(result(STRICT, by_bound)), Lack::Window(Move::new(2), by_bound));
    assert_eq!(result(STRICT.joined_bounds(), by_bound), Ok(()));
    assert_eq!(result(STRICT.joined_bounds(), window(-9, -2)), Ok(()), "one below it");
    assert!(result(STRICT.joined_bounds(), window(-9, -4)).is_err());
}

#[test]
fn standing_pat_raises_alpha_in_quiescence() {
    let game = game("2[!-3 !-4]");
    let rules = STRICT.quiescence(1, true);
    let result = |rules, beta| {
        let mut run = Run::new(&game, rules, 0);
        run.child(0, 0, window(-9, beta), -3).expect("a leaf");
        run.child(1, 0, window(-9, -3), -4).expect("a leaf");
        run.exit(window(0, 9), 4)
    };
    assert_eq!([-2, 0].map(|beta| result(rules, beta)), [Ok(()), Ok(())]);
    assert_eq!(lack(result(rules, -1)), Lack::Window(Move::new(0), window(-9, -1)));
    // The table, or the history of the game, corrects the evaluation to an unknown value.
    for corrected in [rules.tt_evaluation(), rules.correction_history(2)] {
        assert_eq!(result(corrected, -1), Ok(()));
    }
}

#[test]
fn the_nearest_mates_bound_one_end_or_both() {
    let game = game("[-3 -5]");
    let rules = STRICT.mate_distance();
    let (least, in_one) = (Score::MIN, Score::MAX.further(1));
    let bounded = |rules, alpha, beta| {
        let mut run = Run::new(&game, rules, 1);
        for (mv, value) in [(0, -3), (1, -5)] {
            run.play(mv, 0);
            let (leaf, remaining, _) = run.path.pop().expect("a visit");
            let own = if mv == 0 { alpha } else { score(3) };
            run.trace
                .exit(&leaf, remaining, Window::new(own, beta).for_child(), score(value))
                .expect("a leaf");
        }
        run.exit(FULL, 5)
    };
    let Window { alpha, beta } = FULL;
    for (alpha, beta) in [(alpha, beta), (least, beta), (alpha, in_one), (least, in_one), (least, Score::MAX)]
    {
        assert_eq!(bounded(rules, alpha, beta), Ok(()), "{alpha} {beta}");
    }
    assert!(bounded(rules, score(-7), beta).is_err() && bounded(rules, alpha, score(7)).is_err(), "no mates");
    assert!(bounded(STRICT, least, beta).is_err(), "not declared");
}

#[test]
fn prob_cut_adds_its_margin_to_beta() {
    let game = game("[[[-7] 1]]");
    let result = |rules: Rules, child| {
        let mut run = Run::new(&game, rules, 2);
        run.play(0, 1);
        run.play(0, 0);
        run.exit(window(-9, 9), 0).ok();
        run.exit(child, -7).ok();
        run.exit(window(3, 4), 7)
    };
    let rules = STRICT.prob_cut(Plies::exactly(0), 2);
    assert!(!matches!(result(rules, window(-6, -5)), Err(step) if matches!(step.lack, Lack::Window(..))));
    for (rules, child) in [(rules, window(-5, -4)), (STRICT, window(-6, -5))] {
        let step = result(rules, child).expect_err("from nowhere");
        assert!(matches!(step.lack, Lack::Window(..)), "{step}");
    }
}

/// Next to the mates an end of a null window may be counted from the node.
#[test]
fn windows_next_to_the_mates_may_be_null() {
    let is_null = |alpha: Score, beta: Score| may_be_null(Window::new(alpha, beta));
    let (mate, mated, largest) = (score(Score::MAX.get() - 5), score(5 - Score::MAX.get()), Score::LARGEST);
    assert!(is_null(score(3), score(4)) && is_null(largest, mate) && is_null(mated, -largest));
    for (alpha, beta) in [
        (score(3), score(5)),
        (score(3), mate),
        (mated, score(3)),
        (mated, mate),
        (largest - 1, mate),
        (mated, -largest + 1),
    ] {
        assert!(!is_null(alpha, beta), "{alpha:?} {beta:?}");
    }
}
