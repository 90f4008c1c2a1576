//! What a search reports in part, several lines of the root, and what it shows in the end.

use super::*;
use crate::oracle::ReplayResult;

/// The root has two plies to go, and only nodes with at least one ply are reported.
#[test]
fn a_result_that_depends_on_unreported_nodes_is_taken_on_trust() {
    let runs =
        "reported-down-to:1 0 =9 -> =-9 ! NoClaim(1); 1 =8 =-9 ! Weak(1); 1 =8 =-8; 1 =8 =-7 ! Support;
        begins:1 =-7; begins:1 0 =9 =-7; same =-7; child:1:1=7 =-7@-9..-7; child:1:2=7 =-7@-9..-7 ! Reason(ChildEntry;
        table:2=-7 =-7 ! None, None; stores:1=9; stores:1=8";
    check("[[3] 5[4]]", DEEPER, 2, runs);
    let free = "reported-down-to:1 0 =9 1 =8 =-7";
    check("[[3] 5[4]]", DEEPER.tt_evaluation(), 2, free);
    check("[[3] 5[4]]", DEEPER.exact_outside(), 2, free);
}

#[test]
fn a_root_without_its_best_move() {
    let first = "0 =3 1 =5 2 =7 =-3 excluding:0";
    // A search inside it may lack the move too, but shows nothing.
    let runs = "1 =5 2 =7 =-5; 1 =5 =-5 ! NoClaim(2); 1 =5 2 =7 =-3 ! Support; @1 1 =5 =-5 ! NoClaim(0);
        1 =5 2 =7 =-5 next table:1=-5 =-5 ! Some(-3), Some(-3); @1 1 =5 2 =7 =-5 1 =5 2 =7 =-5;
        @1 1 =5 2 =7 =-5 same =-5@-9..-5 ! Reason(SameNode)";
    check("[3 5 7]", DEEPER.tt_keep(), 1, &format!("{first} -> {runs}"));
    let game = game("[3 5 7]");
    let run = ran(&game, DEEPER, 1, &format!("{first} 1 =5 2 =7 =-5"));
    assert_eq!(
        [-3, -5, -7].map(|value| fit(&run, 1, value, None)),
        [Fit::Derived, Fit::Derived, Fit::OtherScore]
    );
    assert_eq!([0, 1].map(|mv| fit(&run, 1, -5, Some(mv))), [Fit::OtherMove, Fit::Derived]);
}

fn ran<'g>(game: &'g Game, rules: Rules, depth: usize, words: &str) -> Run<'g> {
    let mut run = Run::new(game, rules, depth);
    run.report(words).expect("it follows");
    run
}

fn shown(depth: usize, value: i32) -> ShownOutcome {
    let score = Score::new(value);
    ShownOutcome { depth, score, bound: Bound::Exact, best_move: None, unfinished: false }
}

fn fit(run: &Run<'_>, depth: usize, value: i32, mv: Option<u16>) -> Fit {
    run.trace.fit(ShownOutcome { best_move: mv.map(Move::new), ..shown(depth, value) }, 1)
}

#[test]
fn a_shown_result_is_one_that_the_root_returned() {
    let game = game("[3 5 [2]]");
    let run = ran(&game, PLAIN, 2, "0 =3 1 =5 2/0 =0 2 0 =2 =-2 =2");
    assert_eq!(fit(&run, 2, 2, Some(2)), Fit::Derived);
    assert_eq!([fit(&run, 2, 3, None), fit(&run, 1, 2, None)], [Fit::OtherScore; 2]);
    assert_eq!([0, 1, 9].map(|mv| fit(&run, 2, 2, Some(mv))), [Fit::OtherMove; 3]);
    let bound = ShownOutcome { bound: Bound::Lower, ..shown(2, 2) };
    assert_eq!(run.trace.fit(bound, 1), Fit::OtherScore);
    let reduced = self::game("[[2] -2[5]]");
    let run = ran(&reduced, PLAIN, 2, "0 0 =2 =-2 1/0 =-2 =2");
    assert_eq!([0, 1].map(|mv| fit(&run, 2, 2, Some(mv))), [Fit::Derived, Fit::OtherMove]);
    // A search that is stopped shows what a child claimed so far.
    let unfinished = |value, mv| {
        let best_move = Some(Move::new(mv));
        let run = ran(&game, PLAIN, 2, "0 =3 1");
        run.trace.fit(ShownOutcome { best_move, unfinished: true, ..shown(2, value) }, 1)
    };
    assert_eq!(unfinished(-3, 0), Fit::Derived);
    assert_eq!([unfinished(-5, 1), unfinished(-4, 0)], [Fit::OtherMove; 2]);
    // Less than the depth of the root supports nothing, though that root is never judged.
    for (words, expected) in [("reduced:1 0 =3", Fit::OtherScore), ("0/0/0 =3", Fit::OtherMove)] {
        let best_move = Some(Move::new(0));
        let shown = ShownOutcome { best_move, unfinished: true, ..shown(2, -3) };
        assert_eq!(ran(&game, PLAIN, 2, words).trace.fit(shown, 1), expected);
    }
    let bound = ran(&game, PLAIN, 2, "0 =3 =-3@-9..-4");
    let lower = |mv| ShownOutcome { bound: Bound::Lower, best_move: Some(Move::new(mv)), ..shown(2, -3) };
    assert_eq!([0, 1].map(|mv| bound.trace.fit(lower(mv), 1)), [Fit::Derived, Fit::OtherMove]);
}

const WHOLE: ReplayResult = ReplayResult::Whole { leftmost: false };
const TRUNCATED: ReplayResult = ReplayResult::Truncated;

const fn unsound(ply: usize) -> ReplayResult {
    ReplayResult::Unsound { ply }
}

/// The replays of these lines as those of a search of the root with this exact value.
fn walks<const N: usize>(run: &Run<'_>, depth: usize, value: i32, lines: [&[u16]; N]) -> [ReplayResult; N] {
    lines.map(|line| {
        let line: Vec<Move> = line.iter().map(|&mv| Move::new(mv)).collect();
        run.trace.walk(shown(depth, value), &line).expect("all nodes are reported")
    })
}

#[test]
fn a_line_is_followed_by_the_claims_that_attained_its_value() {
    let game = game("[[-1 3] [-1 4]]");
    let run = ran(&game, DEEPER, 2, "0 0 =-1 1 =3 =1 1 0 =-1 =1@0..1 =-1");
    let lines: [&[u16]; 5] = [&[0, 0], &[0], &[0, 1], &[1, 0], &[]];
    // Move 1 was refuted only: the bound of a null window has no line.
    assert_eq!(walks(&run, 2, -1, lines), [WHOLE, TRUNCATED, unsound(2), unsound(1), TRUNCATED]);
    assert_eq!(walks(&run, 2, 3, [&[0, 0], &[]]), [unsound(1), unsound(0)]);
    let joins = ran(&game, DEEPER.joined_bounds(), 2, "0 0 =-1 1 =3 =1 1 0 =-1 =1@0..1 =-1");
    assert_eq!(joins.trace.walk(shown(2, -1), &[]), None);
}

/// An iteration without a table forgets the one before, whose line a stopped search shows. What was forgotten twice judges nothing.
#[test]
fn a_line_is_judged_by_what_its_own_iteration_established() {
    let game = game("[[-1 3] [-1 4]]");
    let first = "0 0 =-1 1 =3 =1 1 0 =-1 =1@0..1 =-1";
    let run = ran(&game, PLAIN, 2, &format!("{first} depth:3 0 0 =-1"));
    assert_eq!(walks(&run, 2, -1, [&[0, 0], &[0], &[0, 1]]), [WHOLE, TRUNCATED, unsound(2)]);
    let run = ran(&game, PLAIN, 2, &format!("{first} depth:3 0 depth:2 0 0 =-1"));
    assert_eq!(run.trace.walk(shown(2, -1), &[]), None);
}

/// The position `a` is searched with three plies to go, and met again with two.
#[test]
fn a_line_goes_on_with_that_of_the_entry() {
    let game = game("[a:7[[[-5 -6]]] [a]]");
    let run = ran(&game, DEEPER, 4, "0 0 0 0 =-5 1 =-6 =6 =-6 =6 1 0 table:3=6 =6 =-6 =6");
    let lines: [&[u16]; 5] = [&[1, 0, 0, 0, 1], &[1, 0, 0, 0, 0], &[1, 0, 0, 0], &[1, 0], &[0, 0, 0, 1]];
    assert_eq!(walks(&run, 4, 6, lines), [WHOLE, unsound(5), TRUNCATED, TRUNCATED, unsound(1)]);
}

/// The entry of `a` has three plies where two are left, so that two or one may remain after the next move, to `b`. With one the
/// line ends at the position after `b`, if its evaluation is the value.
#[test]
fn a_line_goes_on_with_the_plies_that_remain() {
    for (ends, walked) in [(6, WHOLE), (5, TRUNCATED)] {
        let game = game(&format!("[a:7[b:[{ends}[-6[1]]]] [a]]"));
        let run = ran(&game, DEEPER, 4, "0 0 0 0 =-6 =6 =-6 =6 1 0 table:3=6 =6 =-6 =6");
        assert_eq!(
            walks(&run, 4, 6, [&[1, 0, 0, 0], &[1, 0, 0, 0, 0], &[1, 0, 0]]),
            [walked, WHOLE, TRUNCATED]
        );
    }
}

#[test]
fn a_line_ends_at_a_draw_and_where_the_side_to_move_stands_pat() {
    let repeats = game("a:4[[a 9]]");
    let run = ran(&repeats, DEEPER.repetition(), 3, "0 0 =0 1 =9 =0 =0");
    let lines: [&[u16]; 4] = [&[0, 0], &[0], &[0, 0, 0], &[0, 1]];
    assert_eq!(walks(&run, 3, 0, lines), [WHOLE, TRUNCATED, ReplayResult::PastDraw { ply: 2 }, unsound(2)]);
    let noisy = game("[!2[!-5 9]]");
    for (shows, walked) in [(true, [TRUNCATED, WHOLE]), (false, [WHOLE, unsound(2)])] {
        let run = ran(&noisy, DEEPER.quiescence(2, shows), 1, "0 evaluates 0 =-5 =5 =-5");
        assert_eq!(walks(&run, 1, -5, [&[0], &[0, 0]]), walked);
    }
    let stands = game("2[!9]");
    let run = ran(&stands, DEEPER.quiescence(1, true), 0, "evaluates 0 =9 =2");
    assert_eq!(walks(&run, 0, 2, [&[], &[0]]), [WHOLE, unsound(1)]);
}

/// The node after move 0 has two plies to go, and is searched with one.
#[test]
fn the_line_of_a_reduced_node_is_a_ply_shorter() {
    let game = game("[[2[4] 9[1]]]");
    let run = ran(&game, DEEPER, 3, "0 reduced:1 0/0 =2 1/0 =9 =-2 =2");
    assert_eq!(walks(&run, 3, 2, [&[0, 0], &[0, 1], &[0, 0, 0]]), [WHOLE, unsound(2), unsound(3)]);
}

#[test]
fn a_run_with_an_event_out_of_order_is_not_complete() {
    let game = game("[[3]]");
    let complete = |words| ran(&game, PLAIN, 2, words).trace.is_complete();
    assert!(complete("0 0 =3 =-3 =3") && complete("0"));
    let mut run = Run::new(&game, PLAIN, 2);
    run.trace.told(1, &Told::Reduced(1)).expect("nothing is judged");
    assert!(!run.trace.is_complete());
    let mut wrong = Run::new(&game, PLAIN, 2);
    assert!(wrong.report("0 =3").is_err() && !wrong.trace.is_faultless());
    // A fault is reported once: what rests on it follows.
    assert_eq!(wrong.report("=-3"), Ok(()));
}

#[test]
fn a_node_that_is_not_left_though_the_search_goes_on() {
    let game = game("[[3] [4]]");
    let unleft = |words: &str| {
        let mut run = Run::new(&game, PLAIN, 2);
        // The result of its parent may be a fault too.
        let _ = run.report(words);
        run.trace.unleft()
    };
    for words in ["0 gives-up 1", "0 gives-up skip:1", "0 gives-up =-3"] {
        assert_eq!(unleft(words), Some((1, 1)), "{words}");
    }
    assert_eq!(unleft("0 0 gives-up gives-up 1"), Some((2, 0)));
    for words in ["0 0 =3 =-3 1 0", "0 0", "0 0 depth:2 0", "0 0 next 0"] {
        assert_eq!(unleft(words), None, "{words}");
    }
    let mut stopped = ran(&game, PLAIN, 2, "0 0");
    stopped.enter(game.root(), 0, 2);
    assert_eq!(stopped.trace.unleft(), None);
}

#[test]
fn what_the_scores_rest_on() {
    let game = game("r:[a:7[1 2] a 9[1 2] [1 ~-7] [r 8] 4[1]]");
    let nodes = "0 0 =1 1 =2 =-1 1 table:1=-1 =-1 2 static:9 =8@7..8 3 ~/0 =-7 pass =5@4..5 4 0 =0 skip:1 =0";
    let run = ran(&game, DEEPER.repetition().tells(), 2, &format!("{nodes} 5/0 =4 =1"));
    assert_eq!(run.trace.rests(), [1, 1, 1, 4, 1, 1, 1, 1], "{:?}", Rest::ALL);
}
