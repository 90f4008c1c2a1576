//! The steps that only further declarations allow.

use super::*;
use crate::oracle::{Extended, ExtraPlies, Repetition};

/// The root of a run with one visit of each move that ends at once, given by move, plies, window and score.
fn root<'g>(game: &'g Game, rules: Rules, depth: usize, visits: &[(u16, usize, Window, i32)]) -> Run<'g> {
    let mut run = Run::new(game, rules, depth);
    for &(mv, remaining, window, value) in visits {
        run.child(mv, remaining, window, value).expect("it follows");
    }
    run
}

#[test]
fn a_reduction_may_be_any_of_a_range_and_of_a_move_after_the_first_ones() {
    let game = game("[1 2 3]");
    let run = |least, most, after, remaining| {
        let reductions = Reductions { plies: Plies::between(least, most), after };
        let visits = [(0, 3, FULL, 1), (2, 3, window(0, 1), 3), (1, remaining, window(0, 1), 2)];
        root(&game, PLAIN.lmr(reductions), 4, &visits).exit(FULL, -1)
    };
    assert_eq!(run(1, 2, 1, 2), Ok(()));
    assert_eq!(run(1, 2, 1, 1), Ok(()));
    assert!(run(1, 2, 1, 0).is_err(), "a reduction by 3");
    assert!(run(2, 3, 1, 2).is_err(), "a reduction by 1");
    assert!(run(1, 2, 2, 2).is_err(), "the second move is not reduced");
}

#[test]
fn a_static_null_move_may_return_the_evaluation_where_that_is_declared() {
    let game = game("5[0 1]");
    let run = |rules, depth, value| Run::new(&game, rules, depth).exit(window(2, 3), value);
    let refuted = PLAIN.static_null(Margin { per_ply: 1, deepest: 2 });
    assert_eq!(run(refuted, 2, 3), Ok(()));
    assert!(run(refuted, 2, 5).is_err());
    assert_eq!(run(refuted.static_null_evaluation(), 2, 5), Ok(()));
    assert!(run(refuted.static_null_evaluation(), 3, 3).is_err(), "too deep");
}

#[test]
fn futile_moves_are_skipped_down_to_the_declared_depth() {
    let game = game("5[0 1 2]");
    let run = |deepest, value| {
        let rules = PLAIN.futility(Margin { per_ply: 1, deepest });
        root(&game, rules, 2, &[(0, 1, FULL, 0)]).exit(window(value, value + 1), value)
    };
    assert_eq!(run(2, 7), Ok(()), "5 and two plies with a margin of 1 do not exceed 7");
    assert!(run(2, 6).is_err());
    assert!(run(1, 7).is_err(), "at depth 1 only");
}

/// The evaluation is 5, and the margin 2.
#[test]
fn a_futile_move_may_count_as_nothing_where_that_is_declared() {
    let game = game("5[0 1 2]");
    let run = |rules: Rules, window, value| root(&game, rules, 1, &[(0, 0, FULL, 0)]).exit(window, value);
    let bound = PLAIN.futility(Margin::at_one(2));
    assert_eq!(run(bound.futility_best(), window(7, 8), 0), Ok(()), "5 + 2 does not exceed alpha");
    assert!(run(bound, window(7, 8), 0).is_err());
    assert!(run(bound.futility_best(), window(6, 7), 0).is_err(), "5 + 2 exceeds alpha");
    assert!(run(bound.futility_best(), window(7, 9), 0).is_err(), "the window is open");
    let open = bound.futility_best().pv_pruning();
    assert_eq!(run(open, window(7, 9), 0), Ok(()));
    assert!(run(open, window(6, 9), 0).is_err());
}

#[test]
fn noisy_moves_are_skipped_by_their_number_where_that_is_declared() {
    let game = game("[0 !1 2]");
    let run = |rules: Rules| root(&game, rules, 1, &[(0, 0, FULL, 0)]).exit(window(0, 1), 0);
    assert_eq!(run(PLAIN.move_count(1).move_count_any()), Ok(()));
    assert!(run(PLAIN.move_count(1)).is_err());
    assert!(run(PLAIN.move_count(2).move_count_any()).is_err(), "the second move is searched");
}

#[test]
fn the_search_that_repeats_a_reduced_one_may_be_shallower_where_that_is_declared() {
    let game = game("[3 2 1]");
    let run = |rules: Rules, visits: &[(u16, usize, Window, i32)]| {
        let first = [(0, 3, FULL, 3), (1, 3, FULL, 2)];
        root(&game, rules, 4, &[&first, visits].concat()).exit(window(-2, -1), -1)
    };
    let (reduced, less) = ((2, 1, window(1, 2), 1), (2, 2, window(1, 2), 1));
    let twice = PLAIN.lmr(2);
    assert_eq!(run(twice.lmr_shallower(), &[reduced, less]), Ok(()));
    assert!(run(twice, &[reduced, less]).is_err());
    assert!(run(twice.lmr_shallower(), &[less]).is_err(), "no search at a reduced depth was before");
    assert!(run(twice.lmr_shallower(), &[reduced, reduced]).is_err(), "two plies less");
}

#[test]
fn a_null_move_applies_from_the_declared_depth_on() {
    let game = game("[[1] ~-4]");
    let run = |rules: Rules| {
        let mut run = Run::new(&game, rules, 1);
        run.pass(0);
        run.exit(window(-4, -3), -4).expect("a leaf");
        run.exit(window(3, 4), 4)
    };
    assert_eq!(run(PLAIN.null(0).null_from(1)), Ok(()));
    assert!(run(PLAIN.null(0)).is_err());
}

#[test]
fn a_node_is_searched_less_deep_by_the_declared_plies() {
    let game = game("[[7[-5]]]");
    let run = |rules: Rules, value| {
        let mut run = Run::new(&game, rules, 4);
        run.play(0, 3);
        run.child(0, 0, FULL, value)?;
        run.exit(FULL, -value)
    };
    assert_eq!(run(PLAIN.iir_plies(1..=2), 7), Ok(()));
    assert!(run(PLAIN.iir(), 7).is_err(), "one ply less");
    assert!(run(PLAIN.iir_plies(1..=2), -5).is_err(), "a leaf");
}

#[test]
fn a_search_of_the_position_itself_cuts_off_where_that_is_declared() {
    let game = game("[1 2 3]");
    let run = |rules: Rules, remaining, value: i32, returned| {
        let mut run = Run::new(&game, rules, 3);
        run.again(remaining);
        run.child(1, remaining - 1, window(-value, 1 - value), -value)?;
        run.exit(window(value - 1, value), value)?;
        run.exit(window(-5, -4), returned)
    };
    let declared = PLAIN.own_cutoffs();
    assert_eq!(run(declared, 1, -2, -2), Ok(()));
    assert_eq!(run(declared, 1, -2, -3), Ok(()), "a weaker bound");
    assert!(run(PLAIN.iid(), 1, -2, -2).is_err());
    assert!(run(declared, 1, -2, -1).is_err(), "a greater bound");
    assert!(run(declared, 3, -2, -2).is_err(), "no smaller depth");
}

#[test]
fn open_windows_are_pruned_only_where_that_is_declared() {
    let game = game("5[-8 1 2]");
    let open = |rules: Rules| rules.pv_pruning();
    let futility = PLAIN.futility(Margin::at_one(2));
    let skipped = |rules, value| root(&game, rules, 1, &[(0, 0, FULL, -8)]).exit(window(0, 9), value);
    assert_eq!(skipped(open(futility), 8), Ok(()), "the first move raised alpha to 8");
    assert!(skipped(futility, 8).is_err());
    assert!(skipped(open(futility.futility(Margin::at_one(4))), 8).is_err(), "5 + 4 exceeds 8");
    let refuted = PLAIN.static_null(Margin::at_all(1));
    let cut_off = |rules, value| Run::new(&game, rules, 1).exit(window(0, 4), value);
    assert_eq!(cut_off(open(refuted), 4), Ok(()));
    assert!(cut_off(refuted, 4).is_err());
}

#[test]
fn quiescence_uses_entries_of_depth_0_where_that_is_declared() {
    let game = game("[!a:2[!-5 !9] [!a]]");
    let run = |rules: Rules, value| {
        let mut run = Run::new(&game, rules.quiescence(3, true), 1);
        run.play(0, 3);
        run.child(0, 2, FULL, -5).expect("the end of the game");
        run.child(1, 2, FULL, 9).expect("the end of the game");
        run.exit(FULL, 5).expect("its best move");
        run.play(1, 3);
        run.child(0, 2, FULL, value)
    };
    let equal = PLAIN.tt(Drafts::Equal);
    assert_eq!(run(equal.tt_quiescence(), 5), Ok(()), "both have depth 0");
    assert!(run(equal.tt_leaves(), 5).is_err());
    assert!(run(equal.tt_quiescence(), 4).is_err());
}

#[test]
fn moves_are_extended_as_declared() {
    let game = game("[+4 6]");
    let run = |rules: Rules, (forcing, other): (usize, usize)| {
        let visits = [(0, forcing, FULL, 4), (1, other, FULL, 6)];
        root(&game, rules, 2, &visits).exit(FULL, -4)
    };
    let some = PLAIN.extension(9).extension_moves(Extended::SomeForcing);
    let any = PLAIN.extension(9).extension_moves(Extended::Any);
    let results = |plies| [PLAIN, PLAIN.extension(9), some, any].map(|rules| run(rules, plies).is_ok());
    assert_eq!(results((1, 1)), [true, false, true, true]);
    assert_eq!(results((2, 1)), [false, true, true, true]);
    assert_eq!(results((2, 2)), [false, false, false, true]);
    assert_eq!(results((3, 1)), [false; 4]);
    // No line is longer than twice the depth, nor than declared.
    let shortest = PLAIN.extension(2).extension_moves(Extended::Any);
    assert!(run(shortest, (2, 1)).is_err());
}

/// The depth is 2, and no line is longer than 4 plies.
#[test]
fn moves_are_extended_by_the_declared_plies() {
    let game = game("[+4 6]");
    let run = |rules: Rules, (forcing, other): (usize, usize)| {
        let visits = [(0, forcing, FULL, 4), (1, other, FULL, 6)];
        root(&game, rules, 2, &visits).exit(FULL, -4)
    };
    let by = |least, most| ExtraPlies::between(least, most);
    let all = PLAIN.extension(9);
    let any = PLAIN.extension(9).extension_moves(Extended::Any);
    for (rules, depths, follows) in [
        (all.extension_plies(by(2, 2)), (3, 1), true),
        (all.extension_plies(by(2, 2)), (2, 1), false),
        (all.extension_plies(by(1, 2)), (2, 1), true),
        (all.extension_plies(by(3, 3)), (4, 1), false),
        (all.extension_plies(by(3, 3)), (3, 1), true),
        (all.extension_plies(by(-1, -1)), (0, 1), true),
        (all.extension_plies(by(-1, -1)), (0, 0), false),
        (any.extension_plies(by(-1, 2)), (0, 3), true),
        (any.extension_plies(by(-1, 2)), (4, 0), false),
        (any.extension_times(3), (4, 1), false),
        (any.extension_times(3).extension_plies(by(1, 3)), (4, 1), true),
        (any.extension_times(3).extension_plies(by(1, 3)), (5, 1), false),
        (any, (0, 1), false),
    ] {
        assert_eq!(run(rules, depths).is_ok(), follows, "{depths:?}: {rules:?}");
    }
}

#[test]
fn a_move_is_searched_less_deep_where_its_node_was_tested() {
    let game = game("[4 6]");
    let run = |rules: Rules, tests: bool| {
        let mut run = Run::new(&game, rules, 3);
        if tests {
            run.again(1);
            run.child(0, 0, window(4, 5), 4).expect("the end of the game");
            run.exit(window(-5, -4), -4).expect("it fails high");
        }
        for (mv, value) in [(0, 4), (1, 6)] {
            run.child(mv, 1 + usize::from(mv), FULL, value).expect("the end of the game");
        }
        run.exit(FULL, -4)
    };
    let singular = PLAIN.singular().extension(9);
    let negative = singular.extension_plies(ExtraPlies::between(-1, 1));
    assert_eq!(run(negative, true), Ok(()));
    assert!(run(negative, false).is_err() && run(singular, true).is_err());
    let always =
        PLAIN.extension(9).extension_moves(Extended::Any).extension_plies(ExtraPlies::between(-1, 1));
    assert_eq!(run(always, false), Ok(()));
}

#[test]
fn a_line_is_as_many_times_as_long_as_the_depth_as_declared() {
    let game = game("[+[+[+[5]]]]");
    let run = |rules: Rules| {
        let mut run = Run::new(&game, rules, 1);
        run.play(0, 1);
        run.play(0, 1);
        run.play(0, 0);
        run.exit(FULL, 0).expect("a leaf");
        run.exit(FULL, 0).expect("its only move");
        run.exit(FULL, 0)
    };
    assert_eq!(run(PLAIN.extension(9).extension_times(3)), Ok(()));
    assert!(run(PLAIN.extension(9)).is_err());
}

#[test]
fn a_singular_test_may_lack_one_move_and_establishes_nothing() {
    let game = game("[1 2 3]");
    let run = |rules, searched: &[(u16, i32)], then| {
        let mut run = Run::new(&game, rules, 3);
        run.again(1);
        for &(mv, value) in searched {
            run.child(mv, 0, window(1, 2), value).expect("the end of the game");
        }
        run.exit(window(-2, -1), -2)?;
        run.exit(window(-2, -1), then)
    };
    let singular = DEEPER.singular().extension(9);
    let others = [(1, 2), (2, 3)];
    let underived = run(singular, &others, -2).expect_err("the test proves nothing about the position");
    assert_eq!((underived.remaining, underived.lack), (3, Lack::NoClaim(Move::new(0))));
    assert_eq!(run(DEEPER, &others, -2).expect_err("not declared").remaining, 1);
    assert_eq!(run(singular, &others[..1], -2).expect_err("two moves are missing").remaining, 1);
}

#[test]
fn delta_pruning_skips_noisy_moves_that_cannot_exceed_the_score() {
    let game = game("2[!-9 !-4 8]");
    let run = |rules: Rules, window: Window, value| {
        let visits = [(1, 1, FULL, -4)];
        root(&game, rules.quiescence(2, true), 0, &visits).exit(window, value)
    };
    assert_eq!(run(PLAIN.delta_pruning(2), window(0, 9), 4), Ok(()), "2 + 2 does not exceed 4");
    assert!(run(PLAIN.delta_pruning(3), window(0, 9), 4).is_err());
    assert!(run(PLAIN, window(0, 9), 4).is_err());
    assert_eq!(run(PLAIN.delta_pruning(4), window(6, 9), 6), Ok(()));
    let best = PLAIN.delta_pruning(4).delta_pruning_best();
    assert_eq!(run(best, window(6, 9), 4), Ok(()), "2 + 4 does not exceed alpha");
    assert!(run(PLAIN.delta_pruning(4), window(6, 9), 4).is_err());
    assert!(run(best, window(5, 9), 4).is_err());
}

#[test]
fn an_evasion_searches_all_moves_and_does_not_stand_pat() {
    let game = game("[+3[-1 !5] 3[-1 !5]]");
    let run = |rules: Rules, mv, moves: &[u16], value| {
        let mut run = Run::new(&game, rules.quiescence(2, true), 1);
        run.play(mv, 2);
        for &mv in moves {
            run.child(mv, 1, FULL, [-1, 5][usize::from(mv)]).expect("the end of the game");
        }
        run.exit(FULL, value)
    };
    assert_eq!(run(PLAIN.evasions(), 0, &[0, 1], 1), Ok(()));
    assert!(run(PLAIN.evasions(), 0, &[1], 3).is_err(), "it stands pat");
    assert!(run(PLAIN.evasions(), 1, &[0, 1], 1).is_err(), "no forcing move leads here");
    assert_eq!(run(PLAIN.evasions(), 1, &[1], 3), Ok(()));
    assert!(run(PLAIN, 0, &[0, 1], 1).is_err());
}

#[test]
fn moves_cut_off_at_a_reduced_depth_by_their_margin_and_number() {
    let game = game("[-5 -6 9]");
    let run = |rules, visits: &[(u16, usize, Window, i32)], value| {
        root(&game, rules, 3, visits).exit(window(2, 3), value)
    };
    let (first, second) = ((0, 0, window(-3, -2), -5), (1, 0, window(-3, -2), -6));
    let cut = PLAIN.prob_cut(Plies::exactly(2), 2);
    assert_eq!(run(cut, &[first], 3), Ok(()));
    assert_eq!(run(cut, &[first], 5), Ok(()));
    assert!(run(cut, &[first], 6).is_err());
    assert!(run(PLAIN.prob_cut(Plies::exactly(2), 3), &[first], 3).is_err(), "5 is less than 3 + 3");
    assert!(run(PLAIN.prob_cut(Plies::exactly(1), 2), &[first], 3).is_err(), "another depth");
    let several = PLAIN.multi_cut(Plies::exactly(2), 2);
    assert_eq!(run(several, &[first, second], 3), Ok(()));
    assert!(run(several, &[first, first], 3).is_err(), "one move only");
    assert!(root(&game, cut, 3, &[first]).exit(window(2, 4), 4).is_err(), "the window is open");
}

#[test]
fn no_value_is_better_than_mate_in_one_where_mate_distance_pruning_is_declared() {
    let game = game("[1]");
    let mate = Score::MAX.get() - 1;
    let run = |rules, value| Run::new(&game, rules, 2).exit(window(mate, mate + 1), value);
    assert_eq!(run(PLAIN.mate_distance(), mate), Ok(()));
    assert!(run(PLAIN, mate).is_err());
    let below = window(mate - 2, mate - 1);
    assert!(Run::new(&game, PLAIN.mate_distance(), 2).exit(below, mate - 2).is_err());
    let lowest = Window::new(-Score::INFINITY, -Score::MAX);
    let mated = Run::new(&game, PLAIN.mate_distance(), 2).exit(lowest, -mate - 1);
    assert_eq!(mated, Ok(()), "being mated now is the least value");
}

#[test]
fn razoring_by_quiescence_takes_the_value_of_a_search_inside_the_visit() {
    let game = game("1[!-4 9]");
    let run = |rules: Rules, value, returned| {
        let mut run = Run::new(&game, rules.quiescence(2, true), 1);
        run.again(2);
        run.child(0, 1, window(-6, -5), -4).expect("the end of the game");
        run.exit(window(5, 6), value)?;
        run.exit(window(5, 6), returned)
    };
    let razoring = DEEPER.razoring_by_quiescence();
    assert_eq!(run(razoring, 4, 4), Ok(()));
    assert_eq!(run(DEEPER, 4, 4).expect_err("not declared").remaining, 3);
    assert!(run(razoring, 4, 3).is_err());
    assert_eq!(run(razoring, 3, 3).expect_err("a wrong value of quiescence").remaining, 2);
}

#[test]
fn an_entry_of_any_draft_corrects_the_evaluation_where_that_is_declared() {
    let game = game("[a:1[-6 0] [a]]");
    let run = |rules, value| {
        let mut run = Run::new(&game, rules, 3);
        run.play(0, 1);
        run.child(0, 0, window(-6, -5), -6).expect("a leaf");
        run.exit(window(5, 6), 6).expect("a fail-high");
        run.play(1, 2);
        run.play(0, 2);
        run.exit(window(value - 1, value), value)
    };
    let refuted = PLAIN.tt(Drafts::Equal).static_null(Margin::at_all(1));
    assert_eq!(run(refuted.tt_evaluation(), 4), Ok(()), "6 - 2");
    assert!(run(refuted, 4).is_err(), "the evaluation is 1");
    assert!(run(refuted.tt_evaluation(), 5).is_err());
    let no_table = PLAIN.static_null(Margin::at_all(1)).tt_evaluation();
    assert!(run(no_table, 4).is_err());
}

/// A run along the only moves of `a:3[b:4[a]]`, whose last visit returns `value`.
fn around(game: &Game, rules: Rules, plies: usize, history: usize, value: i32) -> Step {
    let (a, b) = (game.root(), game.root().play(Move::new(0)));
    let before: Vec<_> = [a, b].into_iter().cycle().take(history).collect();
    let mut run = Run::after(game, rules, plies, &before);
    for ply in 1..=plies {
        run.play(0, plies - ply);
    }
    run.exit(FULL, value)
}

#[test]
fn a_repetition_is_a_draw_at_the_declared_occurrence() {
    let game = game("a:3[b:4[a]]");
    let repeating =
        |on_path, in_game, root_counts| PLAIN.repetition_when(Repetition { on_path, in_game, root_counts });
    let is_draw = |rules: Rules, plies, history| around(&game, rules, plies, history, 0).is_ok();
    let is_not = |rules: Rules, plies, history| {
        around(&game, rules, plies, history, if plies % 2 == 0 { 3 } else { 4 }).is_ok()
    };
    for (rules, draws, others) in [
        (PLAIN.repetition_when(Repetition::FIRST), vec![(2, 0), (3, 0), (2, 2)], vec![(1, 0), (1, 2)]),
        (PLAIN.repetition_when(Repetition::THIRD), vec![(4, 0), (2, 2)], vec![(1, 2), (2, 0), (3, 0)]),
        (repeating(2, 3, false), vec![(3, 0), (4, 0), (2, 2), (1, 4)], vec![(2, 0), (1, 2)]),
        (repeating(0, 2, true), vec![(2, 0), (1, 2)], vec![(1, 0)]),
    ] {
        for (plies, history) in draws {
            assert!(is_draw(rules, plies, history), "{rules:?}: {plies} plies after {history}");
            assert!(!is_not(rules, plies, history), "{rules:?}: {plies} plies after {history}");
        }
        for (plies, history) in others {
            assert!(is_not(rules, plies, history), "{rules:?}: {plies} plies after {history}");
            assert!(!is_draw(rules, plies, history), "{rules:?}: {plies} plies after {history}");
        }
    }
}

#[test]
fn contempt_is_the_value_of_a_draw_for_the_side_to_move_at_the_root() {
    let game = game("a:3[b:4[a]]");
    let rules = PLAIN.repetition().contempt(score(2));
    assert_eq!(around(&game, rules, 2, 0, -2), Ok(()));
    assert_eq!(around(&game, rules, 3, 0, 2), Ok(()));
    assert!(around(&game, rules, 2, 0, 0).is_err() && around(&game, rules, 2, 0, 2).is_err());
}

#[test]
fn enough_quiet_moves_in_a_row_are_a_draw() {
    let rules = PLAIN.fifty_move(3);
    let quiet = game("a:3[b:4[a]]");
    assert_eq!(around(&quiet, rules, 3, 0, 0), Ok(()));
    assert!(around(&quiet, rules, 2, 0, 0).is_err());
    assert_eq!(around(&quiet, rules, 2, 1, 0), Ok(()), "one more before the root");
    assert!(around(&quiet, rules, 3, 0, 4).is_err());
    let noisy = game("a:3[!b:4[a]]");
    assert!(around(&noisy, rules, 3, 0, 0).is_err(), "a noisy move begins a new count");
    let two = PLAIN.fifty_move(2);
    assert!(around(&noisy, two, 2, 0, 0).is_err(), "one quiet move after the noisy one");
    assert_eq!(around(&game("[[[5]]]"), rules, 3, 0, 5), Ok(()), "the game is over");
    // A noisy and a quiet move lead to the same position: either may have been played.
    let both = game("a:3[!b:4[a] b]");
    assert!(around(&both, rules, 3, 0, 0).is_ok() && around(&both, rules, 3, 0, 4).is_ok());
}

#[test]
fn the_searches_inside_a_visit_are_known_only_where_they_are_declared() {
    let game = game("[a:1[2] [[a]]]");
    let run = |rules| {
        let mut run = Run::new(&game, rules, 4);
        run.play(0, 3);
        run.again(1);
        run.child(0, 0, FULL, 2).expect("the end of the game");
        run.exit(FULL, -2).expect("its only move");
        run.child(0, 2, FULL, 2).expect("the end of the game");
        run.exit(FULL, -2).expect("its only move");
        run.play(1, 3);
        run.play(0, 2);
        run.child(0, 1, FULL, -2)
    };
    let equal = PLAIN.tt(Drafts::Equal);
    assert_eq!(run(equal.iid()), Ok(()));
    assert!(run(equal).is_err());
}

/// Both moves are worth 3 to the root. The second one is searched in a null window only.
#[test]
fn a_score_outside_its_window_is_exact_only_where_that_is_declared() {
    let game = game("[[9 4] [4 9]]");
    let run = |rules| {
        let mut run = Run::new(&game, rules, 2);
        run.play(0, 1);
        run.child(0, 0, FULL, 9).expect("a leaf");
        run.child(1, 0, FULL, 4).expect("a leaf");
        run.exit(window(-4, -3), -4).expect("both leaves");
        run.play(1, 1);
        run.child(0, 0, FULL, 4).expect("a leaf");
        run.child(1, 0, FULL, 9).expect("a leaf");
        run.exit(window(-3, -2), -4).expect("both leaves");
        run.exit(FULL, 4)
    };
    assert_eq!(run(DEEPER.exact_outside()), Ok(()));
    assert_eq!(lack(run(DEEPER)), Lack::Support, "no window contained the score");
}
