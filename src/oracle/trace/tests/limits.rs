//! Claims that are almost enough, and the parts of which the steps consist.

use super::super::path::PathValues;
use super::*;
use crate::oracle::Repetition;

const NONE: Derived = Derived {
    at_least: false,
    at_most: false,
    exactly: false,
    is_draw: false,
    is_ground: false,
    by_move: false,
    is_assumed: false,
};
const AT_LEAST: Derived = Derived { at_least: true, ..NONE };
const AT_MOST: Derived = Derived { at_most: true, ..NONE };
const EXACTLY: Derived = Derived { exactly: true, ..NONE };
const EACH: [Derived; 7] = [
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Derived { is_draw: true, ..NONE },
    Derived { is_ground: true, ..NONE },
    Derived { by_move: true, ..NONE },
    Derived { is_assumed: true, ..NONE },
];

#[test]
fn claims_are_united_one_by_one() {
    let assumed = Derived { is_assumed: true, ..NONE };
    assert_eq!(NONE.with(Bound::Lower), Derived { at_least: true, ..assumed });
    assert_eq!(NONE.with(Bound::Upper), Derived { at_most: true, ..assumed });
    let all = Derived { at_least: true, at_most: true, exactly: true, ..assumed };
    assert_eq!(NONE.with(Bound::Exact), all);
    for one in EACH {
        assert_eq!((one.or(NONE), NONE.or(one)), (one, one));
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            assert_eq!(one.with(bound), one.or(NONE.with(bound)), "{one:?}");
        }
    }
}

#[test]
fn the_bounds_of_mate_distance_hold_at_the_extremes_only() {
    let (least, most) = (-Score::MAX.get(), Score::MAX.get() - 1);
    for one in EACH {
        for value in [least + 1, 0, most - 1] {
            assert_eq!(one.clamped(score(value)), one, "{value}");
        }
        let exactly = one.exactly || one.at_most;
        let by_move = one.by_move || one.at_most;
        assert_eq!(one.clamped(score(least)), Derived { at_least: true, exactly, by_move, ..one });
        let exactly = one.exactly || one.at_least;
        let by_move = one.by_move || one.at_least;
        assert_eq!(one.clamped(score(most)), Derived { at_most: true, exactly, by_move, ..one });
    }
}

/// A bound of the table and one of the search: the value may be that of a move, which is then part of the line.
#[test]
fn a_value_that_is_joined_may_be_that_of_a_move() {
    let game = game("[1]");
    let joined =
        |rules: Rules, claims, table| Run::new(&game, rules, 1).trace.narrowed(claims, table, score(1));
    let (narrow, exact) = (DEEPER.tt_narrow(), Derived { by_move: true, ..EXACTLY });
    assert_eq!(joined(narrow, AT_MOST, AT_LEAST), exact.or(AT_MOST));
    assert_eq!(joined(narrow, AT_LEAST, AT_MOST), exact.or(AT_LEAST));
    for (rules, claims, table) in
        [(DEEPER, AT_MOST, AT_LEAST), (narrow, AT_MOST, AT_MOST), (narrow, AT_LEAST, NONE)]
    {
        assert_eq!(joined(rules, claims, table), claims);
    }
}

/// Nothing is searched below it, so that no reduction changes it.
#[test]
fn a_visit_without_plies_to_go_rests_on_its_evaluation_alone() {
    let game = game("[1]");
    let is_ground = |depth| {
        let run = Run::new(&game, PLAIN, depth);
        let visit = *run.trace.thread.visits.last().expect("a visit");
        run.trace.derive_in_full(&visit, window(-5, 5), score(1)).is_ground
    };
    assert_eq!([0, 1].map(is_ground), [true, false]);
}

#[test]
fn each_number_between_the_extremes_may_be_the_evaluation() {
    let evaluations = PathValues { own: score(3), least: score(1), most: score(5) };
    let about = |value| {
        let Derived { at_least, at_most, exactly, .. } = evaluations.about(score(value));
        (at_least, at_most, exactly)
    };
    assert_eq!([0, 6].map(about), [(true, false, false), (false, true, false)]);
    assert_eq!([1, 2, 3, 5].map(about), [(true, true, true); 4]);
}

#[test]
fn the_sharpest_claims_of_each_draft_are_known() {
    let mut known = Known::default();
    let (shallow, deep) = (known.record(2, 1), known.record(2, 3));
    assert_eq!([known.record(2, 1), known.record(2, 3)], [shallow, deep]);
    assert_ne!(shallow, deep);
    for (value, derived) in [(5, AT_MOST), (3, AT_MOST), (7, AT_MOST), (-1, AT_LEAST), (-2, AT_LEAST)] {
        known.add(shallow, score(value), derived);
    }
    known.add(shallow, score(2), EXACTLY);
    let about = |node, value, draft| {
        let Derived { at_least, at_most, exactly, .. } =
            known.implied(node, score(value), |other| other == draft);
        (at_least, at_most, exactly)
    };
    let expected =
        [(-2, true, false), (-1, true, false), (0, false, false), (3, false, true), (4, false, true)];
    for (value, at_least, at_most) in expected {
        assert_eq!(about(2, value, 1), (at_least, at_most, false), "{value}");
    }
    assert_eq!(about(2, 2, 1), (false, false, true));
    for nothing in [about(2, 2, 3), about(2, -2, 3), about(2, 7, 3), about(1, 2, 1), about(3, 2, 1)] {
        assert_eq!(nothing, (false, false, false));
    }
    for (value, node) in [(2, 7), (2, 8), (2, 7), (4, 9), (2, 7)] {
        known.add_supporter(shallow, score(value), node, 0);
    }
    known.add_supporter(shallow, score(2), 7, 1);
    known.add_supporter(deep, score(2), 6, 0);
    let supporters = |value, draft| {
        let found = known.supporters(2, score(value), |other| other == draft);
        let mut found: Vec<_> = found.map(|one| (one.node, one.remaining)).collect();
        found.sort_unstable();
        found
    };
    assert_eq!(supporters(2, 1), [(7, 0), (7, 1), (8, 0)]);
    assert_eq!((supporters(4, 1), supporters(2, 3)), (vec![(9, 0)], vec![(6, 0)]));
    assert_eq!((supporters(3, 1), supporters(4, 3)), (vec![], vec![]));
    known.clear();
    assert_eq!(known.implied(2, score(2), |_| true), NONE);
    assert_eq!(known.record(2, 1), 0);
}

#[test]
fn a_mate_corrects_no_evaluation_but_its_bound_admits_every_other_number() {
    let mut known = Known::default();
    let record = known.record(0, 1);
    let extremes = |known: &Known| known.extremes(0, score(2));
    assert_eq!(extremes(&known), (score(2), score(2)));
    known.add(record, Score::MAX, EXACTLY);
    known.add(record, -Score::MAX, EXACTLY);
    assert_eq!(extremes(&known), (score(2), score(2)));
    known.add(record, score(5), EXACTLY);
    known.add(record, score(-5), EXACTLY);
    assert_eq!(extremes(&known), (score(-5), score(5)));
    known.add(record, Score::MAX, AT_LEAST);
    known.add(record, -Score::MAX, AT_MOST);
    assert_eq!(extremes(&known), (-Score::LARGEST, Score::LARGEST));
}

#[test]
fn entries_are_used_by_the_nodes_and_drafts_that_are_declared() {
    let game = game("[1]");
    let with = |rules: Rules| Run::new(&game, rules.quiescence(2, true), 1).trace;
    let probing = |rules| [0, 1, 2, 3].map(|remaining| with(rules).probes(remaining));
    assert_eq!(probing(PLAIN), [false; 4]);
    assert_eq!(probing(PLAIN.tt_quiescence()), [false; 4]);
    assert_eq!(probing(DEEPER), [false, false, false, true]);
    assert_eq!(probing(DEEPER.tt_leaves()), [false, false, true, true]);
    assert_eq!(probing(DEEPER.tt_quiescence()), [true; 4]);
    let usable = |rules, pairs: [(usize, usize); 6]| {
        let trace = with(rules);
        pairs.map(|(remaining, draft)| trace.may_use(remaining, draft))
    };
    let pairs = [(3, 3), (3, 4), (4, 3), (2, 1), (1, 2), (3, 2)];
    let equal = PLAIN.tt(Drafts::Equal);
    assert_eq!(usable(DEEPER.tt_leaves(), pairs), [true, true, false, false, false, false]);
    assert_eq!(usable(equal.tt_leaves(), pairs), [true, false, false, false, false, false]);
    assert_eq!(usable(DEEPER.tt_quiescence(), pairs), [true, true, false, true, true, false]);
    assert_eq!(usable(equal.tt_quiescence(), pairs), [true, false, false, true, true, false]);
    assert_eq!(usable(PLAIN.tt_quiescence(), pairs), [false; 6]);
}

#[test]
fn a_result_is_checked_where_all_below_it_is_reported() {
    let game = game("[1]");
    let checked = |rules: Rules, least| {
        let mut trace = Run::new(&game, rules.quiescence(1, true), 9).trace;
        trace.reported_down_to(least);
        [3, 4, 5, 6, 7, 8].iter().filter(|&&remaining| trace.is_reported(remaining)).count()
    };
    let reductions = |plies| Reductions { plies, after: 1 };
    assert_eq!(checked(PLAIN, 0), 6);
    assert_eq!(checked(PLAIN, 2), 5, "from depth 3 on");
    assert_eq!(checked(PLAIN, 1), 6);
    assert_eq!(checked(PLAIN.iir(), 2), 4);
    assert_eq!(checked(PLAIN.null(Plies::exactly(2)), 2), 3);
    assert_eq!(checked(PLAIN.lmr(reductions(Plies::between(1, 2))), 2), 3);
    let several = PLAIN.null(Plies::exactly(1)).lmr(reductions(Plies::exactly(2)));
    assert_eq!(checked(several.iir(), 2), 2);
    assert_eq!(checked(PLAIN.prob_cut(Plies::exactly(3), 1), 2), 2);
    assert_eq!(checked(PLAIN.multi_cut(Plies::exactly(3), 1), 2), 2);
    for reads_all in [PLAIN.razoring_by_quiescence(), PLAIN.tt_evaluation()] {
        assert_eq!((checked(reads_all, 2), checked(reads_all, 0)), (0, 6));
    }
}

#[test]
fn a_position_is_reached_as_its_moves_allow() {
    let game = game("[+a:1[2] !a 3[2] ~-6[1]]");
    let reached = |rules: Rules, enter: &dyn Fn(&mut Run<'_>)| {
        let mut run = Run::after(&game, rules, 4, &[game.root(), game.root()]);
        enter(&mut run);
        let arrival = run.trace.thread.visits.last().expect("a visit").arrival;
        (arrival.is_forced, arrival.is_unforced, arrival.quiet)
    };
    let rules = PLAIN.fifty_move(100).null(Plies::exactly(0));
    for rules in [rules, rules.evasions()] {
        assert_eq!(reached(rules, &|_| {}), (false, true, (2, 2)));
        assert_eq!(reached(rules, &|run| run.play(0, 3)), (true, true, (0, 3)));
        assert_eq!(reached(rules, &|run| run.play(2, 3)), (false, true, (3, 3)));
        assert_eq!(reached(rules, &|run| run.pass(3)), (false, true, (3, 3)));
        let inside = |run: &mut Run<'_>| {
            run.play(0, 3);
            run.again(1);
        };
        assert_eq!(reached(rules, &inside), (true, true, (0, 3)));
    }
}

#[test]
fn the_quiet_moves_of_a_line_are_counted() {
    let game = game("a:3[!b:4[a !c:1[2]] b]");
    let (a, b) = (game.root(), game.root().play(Move::new(0)));
    let c = b.play(Move::new(1));
    for history in [0, 1] {
        let rules = PLAIN.fifty_move(2).contempt(score(-7));
        let mut trace = Run::after(&game, rules, 4, &[c][..history]).trace;
        let [a, b, c] = [a, b, c].map(|position| trace.graph.number(&position));
        for node in [a, b, c] {
            trace.graph.expand(node, false);
        }
        assert_eq!(trace.quiet_moves(&[], a), (history, history));
        assert_eq!(trace.quiet_moves(&[a], b), (0, history + 1));
        assert_eq!(trace.quiet_moves(&[a, b], a), (1, history + 2));
        assert_eq!(trace.quiet_moves(&[a, b], c), (0, 0));
        assert_eq!(trace.quiet_moves(&[a, b, a], b), (0, history + 3));
        let draw = |path: &[u32], node| {
            let draw = trace.draw_after(path, node);
            (draw.is_certain, draw.is_possible, draw.value.own.get())
        };
        assert_eq!(draw(&[a], b), (false, history == 1, -7));
        assert_eq!(draw(&[a, b], a), (false, true, 7));
        assert_eq!(draw(&[a, b], c), (false, false, 7));
    }
    let plain = Run::new(&game, PLAIN, 4).trace;
    let draw = plain.draw_after(&[0], 0);
    assert!(!draw.is_certain && !draw.is_possible);
}

#[test]
fn occurrences_are_counted_on_the_path_and_before_it() {
    let game = game("a:3[b:4[a]]");
    let (a, b) = (game.root(), game.root().play(Move::new(0)));
    let is_repetition = |(on_path, in_game, root_counts), history: &[_], path: &[u32], node| {
        let rules = PLAIN.repetition_when(Repetition { on_path, in_game, root_counts });
        let mut trace = Run::after(&game, rules, 4, history).trace;
        let numbers = [trace.graph.number(&a), trace.graph.number(&b)];
        let path = path.iter().map(|&at| numbers[at as usize]);
        trace.is_repetition(path, numbers[node])
    };
    assert!(is_repetition((0, 3, true), &[b, b], &[0], 1));
    assert!(!is_repetition((0, 3, true), &[b, b], &[0, 1], 0));
    assert!(!is_repetition((0, 4, true), &[b, b], &[0], 1));
    assert!(is_repetition((2, 0, true), &[], &[0, 1], 0));
    assert!(!is_repetition((2, 0, false), &[], &[0, 1], 0));
    // The root itself is never a draw.
    let root = |rules, value| Run::after(&game, rules, 0, &[a, b, a, b]).exit(FULL, value);
    for rules in [PLAIN.repetition_when(Repetition::THIRD), PLAIN.fifty_move(1)] {
        assert_eq!(root(rules, 3), Ok(()));
        assert!(root(rules, 0).is_err());
    }
    // A search inside a visit is no further occurrence.
    let mut run = Run::new(&game, PLAIN.iid().repetition_when(Repetition::THIRD), 2);
    run.again(2);
    run.play(0, 1);
    assert_eq!(run.child(0, 0, FULL, 3), Ok(()));
}

#[test]
fn a_draw_and_a_bound_establish_no_exact_value() {
    let game = game("a:4[[a 9]]");
    let mut run = Run::new(&game, DEEPER.tt_leaves().repetition(), 3);
    run.play(0, 2);
    run.child(0, 1, FULL, 0).expect("a draw");
    assert_eq!(run.trace.known.implied(0, Score::ZERO, |_| true), NONE);
    // A null window: both claims about 3 follow, but no value.
    let game = self::game("[[3 5] 9]");
    let kept = |rules, window| {
        let mut run = Run::new(&game, rules, 2);
        run.play(0, 1);
        let node = run.trace.graph.number(&game.root().play(Move::new(0)));
        run.child(0, 0, FULL, 3).expect("a leaf");
        run.child(1, 0, FULL, 5).expect("a leaf");
        run.exit(window, -3).expect("both leaves");
        let known = &run.trace.known;
        (
            known.implied(node, score(-3), |_| true).exactly,
            known.supporters(node, score(-3), |_| true).count(),
        )
    };
    assert_eq!(kept(DEEPER, FULL), (true, 1));
    assert_eq!(kept(DEEPER, window(-3, -2)), (false, 0));
    assert_eq!(kept(DEEPER.exact_outside(), window(-3, -2)), (true, 1));
}

#[test]
fn two_bounds_are_joined_only_about_one_child_or_with_the_table() {
    // A move whose search to its full depth claimed *>= 4*, and a reduced one *<= 4*.
    let game = game("[1 1 -4[5 9]]");
    let rules = PLAIN.lmr(Reductions::by_plies(1));
    let run = |rules| {
        let mut run = Run::new(&game, rules, 2);
        run.child(0, 1, FULL, 1).expect("the end of the game");
        run.child(1, 1, FULL, 1).expect("the end of the game");
        run.child(2, 0, FULL, -4).expect("a leaf");
        run.play(2, 1);
        run.child(0, 0, FULL, 5).expect("a leaf");
        run.child(1, 0, FULL, 9).expect("a leaf");
        run.exit(window(-4, -3), -4).expect("fail-hard");
        run.exit(FULL, 4)
    };
    for rules in [rules, rules.joined_bounds(), rules.tt_narrow()] {
        assert!(run(rules).is_err(), "{rules:?}");
    }
    // One bound of the table alone.
    let game = self::game("[[-1]]");
    let narrowed = |derived| {
        let mut run = Run::new(&game, DEEPER.tt_narrow(), 2);
        run.play(0, 1);
        let node = run.trace.graph.number(&game.root().play(Move::new(0)));
        let deeper = run.trace.known.record(node, 2);
        run.trace.known.add(deeper, score(3), derived);
        run.exit(window(0, 9), 3)
    };
    assert!(narrowed(AT_LEAST).is_err() && narrowed(AT_MOST).is_err());
    assert_eq!(narrowed(AT_LEAST.or(AT_MOST)), Ok(()));
}

#[test]
fn a_position_after_a_forcing_move_and_another_one_may_stand_pat_or_not() {
    let game = game("[+a:3[-1 !5] a]");
    let run = |moves: &[u16], value| {
        let mut run = Run::new(&game, PLAIN.evasions().quiescence(2, true), 1);
        run.play(0, 2);
        for &mv in moves {
            run.child(mv, 1, FULL, [-1, 5][usize::from(mv)]).expect("the end of the game");
        }
        run.exit(FULL, value)
    };
    assert_eq!((run(&[0, 1], 1), run(&[1], 3)), (Ok(()), Ok(())));
    assert!(run(&[0, 1], 2).is_err());
}

#[test]
fn a_reduced_node_has_searched_no_move_deeper() {
    let game = game("[[1[4] 2[5]]]");
    let run = |rules: Rules, is_deeper| {
        let mut run = Run::new(&game, rules, 3);
        run.play(0, 2);
        run.child(0, 0, FULL, 1).expect("a leaf");
        run.child(1, 0, FULL, 2).expect("a leaf");
        if is_deeper {
            run.play(0, 1);
            run.child(0, 0, FULL, 4).expect("a leaf");
            run.exit(FULL, -4).expect("its only move");
        }
        run.exit(FULL, -1)
    };
    let rules = DEEPER.iir();
    assert_eq!(run(rules, false), Ok(()));
    assert!(run(rules, true).is_err());
    assert_eq!(run(rules.prob_cut(Plies::exactly(1), 9), true), Ok(()), "a search that did not cut off");
    assert!(run(DEEPER, false).is_err());
    // Its value is no bound of mate distance.
    let mate = Score::MAX.get() - 1;
    let mut run = Run::new(&game, rules, 3);
    run.play(0, 2);
    assert!(run.exit(window(mate, mate + 1), mate).is_err());
}

#[test]
fn a_refutation_needs_the_right_claim_depth_and_move() {
    let game = game("[-3[3] 1 -9[9]]");
    let run = |mv, remaining, window: Window, value: i32, excluded: &[Move]| {
        let mut run = Run::new(&game, PLAIN, 2);
        run.trace.search_started(2, excluded);
        run.path.clear();
        run.enter(game.root(), 0, 2);
        run.play(mv, remaining);
        if remaining > 0 {
            run.child(0, 0, FULL, -value).expect("a leaf");
        }
        run.exit(window, value).expect("its only move");
        run.exit(self::window(2, 3), 3)
    };
    assert_eq!(run(0, 1, FULL, -3, &[]), Ok(()));
    assert!(run(0, 0, FULL, -3, &[]).is_err(), "not deep enough");
    assert_eq!(run(2, 1, FULL, -9, &[]), Ok(()));
    assert!(run(2, 1, FULL, -9, &[Move::new(2)]).is_err(), "an excluded move");
    assert_eq!(run(2, 1, FULL, -9, &[Move::new(0)]), Ok(()));
    // The child claimed that it is worth at least -3: the move at most 3.
    let game = self::game("[[3 -9] 1 1]");
    let mut run = Run::new(&game, PLAIN, 2);
    run.play(0, 1);
    run.child(0, 0, FULL, 3).expect("a leaf");
    run.exit(window(-4, -3), -3).expect("a fail-high");
    assert!(run.exit(window(2, 3), 3).is_err());
}

#[test]
fn entries_are_forgotten_between_searches_and_iterations_unless_they_are_declared() {
    let game = game("[[1]]");
    let known = |rules: Rules, depth, is_next: bool| {
        let mut trace = Run::new(&game, rules, 2).trace;
        let record = trace.known.record(0, 1);
        trace.known.add(record, score(1), EXACTLY);
        if is_next {
            trace.next_search();
        }
        trace.search_started(depth, &[]);
        trace.known.implied(0, score(1), |_| true).exactly
    };
    let (plain, both) = (DEEPER, DEEPER.deepening().tt_keep());
    assert_eq!([known(plain, 2, false), known(plain, 3, false), known(plain, 2, true)], [true, false, false]);
    assert_eq!([known(both, 3, false), known(both, 3, true)], [true, true]);
    assert!(known(DEEPER.deepening(), 3, false) && !known(DEEPER.deepening(), 3, true));
    assert!(known(DEEPER.tt_keep(), 3, true) && !known(DEEPER.tt_keep(), 3, false));
}

#[test]
fn what_is_proved_depends_on_faults_on_joined_bounds_and_on_what_is_reported() {
    let game = game("[3 5]");
    let proves = |rules, value, least| {
        let mut run = Run::new(&game, rules, 1);
        run.trace.reported_down_to(least);
        let is_right = run.child(0, 0, FULL, value).is_ok();
        (is_right, run.trace.is_faultless(), run.trace.proves_all())
    };
    assert_eq!(proves(PLAIN, 3, 0), (true, true, true));
    assert_eq!(proves(PLAIN, 4, 0), (false, false, false));
    assert_eq!(proves(PLAIN, 3, 1), (true, true, false));
    for joining in [PLAIN.joined_bounds(), PLAIN.tt_narrow()] {
        assert_eq!(proves(joining, 3, 0), (true, true, false));
    }
}

#[test]
fn a_stopped_root_shows_what_a_child_claimed() {
    let game = game("[[3 5] [2 9]]");
    let shown = ShownOutcome {
        depth: 2,
        score: score(3),
        bound: Bound::Exact,
        best_move: Some(Move::new(0)),
        unfinished: true,
    };
    let mut run = Run::new(&game, DEEPER, 2);
    run.play(0, 1);
    run.child(0, 0, FULL, 3).expect("a leaf");
    run.child(1, 0, FULL, 5).expect("a leaf");
    run.exit(FULL, -3).expect("both leaves");
    run.play(1, 1);
    run.child(0, 0, FULL, 2).expect("a leaf");
    let fit = |shown| run.trace.fit(shown);
    assert_eq!(fit(shown), Fit::Derived);
    assert_eq!(fit(ShownOutcome { score: score(2), ..shown }), Fit::OtherMove);
    assert_eq!(fit(ShownOutcome { best_move: Some(Move::new(1)), ..shown }), Fit::OtherMove);
    assert_eq!(fit(ShownOutcome { depth: 1, ..shown }), Fit::OtherScore);
    assert_eq!(fit(ShownOutcome { unfinished: false, ..shown }), Fit::OtherScore);
    let walk = |shown, line: &[u16]| {
        let line: Vec<Move> = line.iter().map(|&mv| Move::new(mv)).collect();
        run.trace.walk(shown, &line)
    };
    let whole = Some(ReplayResult::Whole { leftmost: false });
    assert_eq!((walk(shown, &[0, 0]), walk(shown, &[0])), (whole, Some(ReplayResult::Truncated)));
    assert_eq!(walk(shown, &[0, 1]), Some(ReplayResult::Unsound { ply: 2 }));
    assert_eq!(walk(shown, &[1, 0]), Some(ReplayResult::Unsound { ply: 1 }));
    // The same line with another score.
    assert_eq!(walk(shown, &[0, 0]), whole);
    assert_eq!(
        walk(ShownOutcome { score: score(2), ..shown }, &[0, 0]),
        Some(ReplayResult::Unsound { ply: 1 })
    );
    // A root that has ended is not stopped.
    assert_eq!(searched(&game, 2).trace.fit(shown), Fit::OtherScore);
    // A bound is supported by the bound of a child.
    let mut run = Run::new(&game, DEEPER, 2);
    run.play(1, 1);
    run.child(0, 0, FULL, 2).expect("a leaf");
    run.child(1, 0, FULL, 9).expect("a leaf");
    run.exit(window(-1, 9), -1).expect("fail-hard");
    run.exit(window(0, 1), 1).expect("a fail-high");
    let bound = ShownOutcome {
        score: score(1),
        bound: Bound::Lower,
        best_move: Some(Move::new(1)),
        unfinished: false,
        ..shown
    };
    assert_eq!(run.trace.fit(bound), Fit::Derived);
    assert_eq!(run.trace.fit(ShownOutcome { best_move: Some(Move::new(0)), ..bound }), Fit::OtherMove);
    assert_eq!(run.trace.fit(ShownOutcome { bound: Bound::Exact, ..bound }), Fit::OtherScore);
}

#[test]
fn a_null_move_needs_a_bound_of_the_right_position_depth_and_direction() {
    let game = game("[[0] ~-6[7 1]]");
    let run = |remaining, leaves: &[i32], own: Window, value, returned| {
        let mut run = Run::new(&game, PLAIN.null(Plies::exactly(0)), 2);
        run.pass(remaining);
        for (&leaf, mv) in leaves.iter().zip(0..) {
            run.child(mv, 0, FULL, leaf).expect("a leaf");
        }
        run.exit(own, value).expect("it follows");
        run.exit(window(returned - 1, returned), returned)
    };
    assert_eq!(run(1, &[7, 1], FULL, -1, 1), Ok(()));
    assert!(run(1, &[7, 1], FULL, -1, 2).is_err(), "more than the null move is worth");
    assert!(run(0, &[], FULL, -6, 6).is_err(), "not deep enough");
    assert!(run(1, &[7], window(-9, -7), -7, 7).is_err(), "a lower bound of the child");
}

#[test]
fn razoring_by_quiescence_needs_an_upper_bound_of_quiescence() {
    let game = game("1[!-4 9]");
    let run = |remaining, claims: &[(u16, i32)], own: Window, value| {
        let rules = DEEPER.razoring_by_quiescence().quiescence(2, true);
        let mut run = Run::new(&game, rules, 2);
        run.again(remaining);
        for &(mv, value) in claims {
            run.child(mv, remaining - 1, FULL, value).expect("the end of the game");
        }
        run.exit(own, value).expect("it follows");
        run.exit(window(5, 6), 4)
    };
    assert_eq!(run(2, &[(0, -4)], window(5, 6), 4), Ok(()));
    assert!(run(2, &[(0, -4)], window(2, 3), 3).is_err(), "a lower bound");
    assert!(run(3, &[(0, -4), (1, 9)], window(5, 6), 4).is_err(), "deeper than quiescence");
}

/// With one move that may come before all others, the second of two moves is at most the second.
#[test]
fn no_move_is_later_than_there_are_moves() {
    let late = |after| PLAIN.lmr(Reductions { plies: Plies::exactly(1), after }).order(1);
    let run = |text: &str, rules: Rules| {
        let game = game(text);
        let mut run = Run::new(&game, rules, 2);
        run.play(0, 1);
        run.child(0, 0, FULL, 0).expect("a leaf");
        run.exit(FULL, 0).expect("its only move");
        // The second move is searched to depth 0 in place of depth 1.
        run.child(1, 0, window(0, 1), 5).expect("a leaf");
        if text.ends_with(" 9]") {
            run.child(2, 1, window(0, 1), 9).expect("the end of the game");
        }
        run.exit(FULL, 0)
    };
    assert_eq!(run("[[0] 5[-1]]", late(1)), Ok(()));
    assert_eq!(lack(run("[[0] 5[-1]]", late(2))), Lack::NoClaim(Move::new(1)), "there is no third move");
    assert_eq!(run("[[0] 5[-1] 9]", late(2)), Ok(()));
}

/// A search that forgets the result of its re-search.
#[test]
fn the_last_search_of_a_move_counts() {
    let game = game("[3[-3] 5[0]]");
    let run = |rules: Rules, is_repeated: bool, score: i32| {
        let mut run = Run::new(&game, rules, 2);
        run.play(0, 1);
        run.child(0, 0, FULL, -3).expect("a leaf");
        run.exit(FULL, 3).expect("its only move");
        // To depth 0 the second move is worth -5, less than the first one; to depth 1 it is worth 0.
        run.child(1, 0, window(2, 3), 5).expect("a leaf");
        if is_repeated {
            run.play(1, 1);
            run.child(0, 0, FULL, 0).expect("a leaf");
            run.exit(FULL, 0).expect("its only move");
        }
        run.exit(FULL, score)
    };
    let rules = DEEPER.lmr(Reductions { plies: Plies::exactly(1), after: 1 });
    assert_eq!(run(rules, false, -3), Ok(()));
    assert_eq!(lack(run(rules, true, -3)), Lack::Weak(Move::new(1)));
    assert_eq!(run(rules, true, 0), Ok(()));
    assert_eq!(run(rules.joined_bounds(), true, -3), Ok(()), "any search may give a bound that is joined");
}

/// An entry below the evaluation, and one above it.
#[test]
fn entries_correct_the_evaluation_in_both_directions() {
    let game = game("[3]");
    let about = |entry: Option<i32>| {
        let mut run = Run::new(&game, DEEPER.tt_evaluation(), 1);
        let visit = *run.trace.thread.visits.last().expect("a visit");
        let record = run.trace.known.record(visit.node, 1);
        if let Some(value) = entry {
            run.trace.known.add(record, score(value), EXACTLY.or(AT_LEAST).or(AT_MOST));
        }
        let own = run.trace.evaluations_without_table(visit.node).own.get();
        let PathValues { least, most, .. } = run.trace.evaluations(&visit);
        [least.get() - own, most.get() - own]
    };
    let own = Run::new(&game, DEEPER.tt_evaluation(), 1);
    let own = own.trace.evaluations_without_table(own.trace.thread.visits[0].node).own.get();
    assert_eq!(about(None), [0, 0]);
    assert_eq!([own - 4, own + 4].map(|value| about(Some(value))), [[-4, 0], [0, 4]]);
}
