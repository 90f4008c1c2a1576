//! Every step, on runs that are reported by hand: what follows, and what does not.

mod combined;
mod declared;
mod habits;
mod limits;
mod lines;
mod windows;

use super::*;
use crate::game::{Graph as Game, GraphPosition};
use crate::oracle::{Drafts, Margin, Plies, Reductions, Repetition, ReplayResult};

/// The windows of these runs are those that their steps need: `windows` tests where they come from.
const PLAIN: Rules = Rules::FIXED_TREE.any_windows();
const DEEPER: Rules = PLAIN.tt(Drafts::Deeper);

fn score(value: i32) -> Score {
    Score::new(value)
}

fn window(alpha: i32, beta: i32) -> Window {
    Window::new(score(alpha), score(beta))
}

/// A run that is reported visit by visit. A visit that ends at once is a leaf or a cutoff.
struct Run<'g> {
    trace: Trace<GraphPosition<'g>>,
    /// The open visits: the position, the plies to go and the ply of each.
    path: Vec<(GraphPosition<'g>, usize, usize)>,
}

type Step = Result<(), Box<Underived>>;

impl<'g> Run<'g> {
    fn new(game: &'g Game, rules: Rules, depth: usize) -> Self {
        Self::after(game, rules, depth, &[])
    }

    /// A run after these positions.
    fn after(game: &'g Game, rules: Rules, depth: usize, history: &[GraphPosition<'g>]) -> Self {
        let mut trace = Trace::default();
        trace.set_history(history);
        trace.begin(&rules);
        trace.search_started(depth, &[]);
        let mut run = Self { trace, path: Vec::new() };
        run.enter(game.root(), 0, depth + rules.horizon.plies);
        run
    }

    fn enter(&mut self, position: GraphPosition<'g>, ply: usize, remaining: usize) {
        self.trace.enter(&position, ply, remaining);
        self.path.push((position, remaining, ply));
    }

    fn current(&self) -> (GraphPosition<'g>, usize) {
        let (position, _, ply) = self.path[self.path.len() - 1];
        (position, ply)
    }

    /// Enters the current position again, at the same ply.
    fn again(&mut self, remaining: usize) {
        let (position, ply) = self.current();
        self.enter(position, ply, remaining);
    }

    /// Enters the position after a move.
    fn play(&mut self, mv: u16, remaining: usize) {
        let (position, ply) = self.current();
        self.enter(position.play(Move::new(mv)), ply + 1, remaining);
    }

    /// Enters the position after a null move.
    fn pass(&mut self, remaining: usize) {
        let (position, ply) = self.current();
        self.enter(position.pass().expect("a null move"), ply + 1, remaining);
    }

    fn exit(&mut self, window: Window, value: i32) -> Step {
        let (position, remaining, _) = self.path.pop().expect("a visit");
        self.trace.exit(&position, remaining, window, score(value))
    }

    /// A visit after a move that ends at once.
    fn child(&mut self, mv: u16, remaining: usize, window: Window, value: i32) -> Step {
        self.play(mv, remaining);
        self.exit(window, value)
    }
}

fn game(text: &str) -> Game {
    text.parse().expect("a game")
}

fn lack(step: Step) -> Lack {
    step.expect_err("it does not follow").lack
}

const FULL: Window = Window::FULL;

#[test]
fn a_leaf_admits_its_evaluation_and_nothing_else() {
    let game = game("[3 5]");
    let run = |window, value| Run::new(&game, DEEPER, 1).child(0, 0, window, value);
    assert_eq!(run(FULL, 3), Ok(()));
    assert_eq!(lack(run(FULL, 2)), Lack::Evaluation(score(3)));
    // Fail-hard returns the edge of its window.
    assert_eq!(run(window(4, 9), 4), Ok(()));
    assert_eq!(run(window(-9, 2), 2), Ok(()));
    assert!(run(window(2, 4), 2).is_err() && run(window(2, 4), 4).is_err());
}

#[test]
fn a_result_needs_a_claim_about_every_move_and_one_that_attains_it() {
    let game = game("[3 5]");
    let run = |children: &[(u16, Window, i32)], window, value| {
        let mut run = Run::new(&game, DEEPER, 1);
        for &(mv, window, value) in children {
            run.child(mv, 0, window, value).expect("a leaf");
        }
        run.exit(window, value)
    };
    let (first, second) = ((0, FULL, 3), (1, window(2, 3), 5));
    assert_eq!(run(&[first, second], FULL, -3), Ok(()));
    assert_eq!(lack(run(&[first], FULL, -3)), Lack::NoClaim(Move::new(1)), "the second move was forgotten");
    assert_eq!(lack(run(&[first, second], FULL, -4)), Lack::Weak(Move::new(0)));
    assert_eq!(lack(run(&[first, second], FULL, -2)), Lack::Support);
    // A fail-high needs one move, a fail-low all of them.
    assert_eq!(run(&[first], window(-9, -4), -3), Ok(()));
    assert_eq!(run(&[first, second], window(0, 9), 0), Ok(()));
    assert_eq!(lack(run(&[first], window(0, 9), 0)), Lack::NoClaim(Move::new(1)));
    assert_eq!(lack(run(&[], window(0, 9), 0)), Lack::NoClaim(Move::new(0)));
}

/// The bound of a null window is no value, unless the child is a leaf.
#[test]
fn a_bound_of_a_child_is_not_taken_for_its_value() {
    let game = game("[[-1 3] 9]");
    let mut run = Run::new(&game, DEEPER, 2);
    run.play(0, 1);
    run.child(0, 0, window(-1, 0), -1).expect("a leaf");
    run.exit(window(0, 1), 1).expect("the first move refutes");
    run.child(1, 1, FULL, 9).expect("the end of the game");
    let false_value = run.exit(FULL, -1);
    assert_eq!(lack(false_value), Lack::Support, "the first move was not searched again");
}

#[test]
fn a_table_cutoff_needs_a_claim_of_the_same_position_at_a_draft_that_may_be_used() {
    // `a` is searched to depth 1 after the first move, and met again with no plies to go.
    let game = game("[a:7[1] [a]]");
    let run = |rules: Rules, returned| {
        let mut run = Run::new(&game, rules, 2);
        run.play(0, 1);
        run.child(0, 0, FULL, 1).expect("a leaf");
        run.exit(FULL, -1).expect("its only move");
        run.play(1, 1);
        run.child(0, 0, FULL, returned)
    };
    let leaves = DEEPER.tt_leaves();
    assert_eq!(run(leaves, -1), Ok(()));
    assert_eq!(run(leaves, 7), Ok(()));
    assert!(run(leaves, 1).is_err());
    assert!(run(DEEPER, -1).is_err(), "leaves do not probe");
    assert!(run(PLAIN.tt(Drafts::Equal).tt_leaves(), -1).is_err(), "the draft is greater");
}

#[test]
fn a_draw_admits_0_alone_and_is_not_stored() {
    let game = game("a:4[[a 9]]");
    let rules = DEEPER.tt_leaves().repetition();
    let mut run = Run::new(&game, rules, 3);
    run.play(0, 2);
    assert_eq!(run.child(0, 1, FULL, 0), Ok(()));
    run.child(1, 1, FULL, 9).expect("a leaf");
    run.exit(FULL, 0).expect("the draw is better");
    run.exit(FULL, 0).expect("its only move");
    // The root is met again where it is no draw: its own claim is known, the draw is not.
    let mut again = Run::new(&game, rules, 3);
    again.play(0, 2);
    let zero = Score::ZERO;
    let draw = Lack::Draw { rule: DrawRule::Repetition(Repetition::FIRST), least: zero, most: zero };
    assert_eq!(lack(again.child(0, 1, FULL, 4)), draw);
    let undeclared = Rules { repetition: None, ..rules };
    let mut run = Run::new(&game, undeclared, 3);
    run.play(0, 2);
    let draw = run.child(0, 1, FULL, 0).expect_err("repetition is not declared");
    assert_eq!(draw.path.len(), 2);
}

/// The side to move at the root, to which contempt of 5 makes a draw worth -5, is also to move after two plies.
#[test]
fn a_report_on_a_draw_has_its_rule_and_its_value() {
    let game = game("a:4[b:3[a 9]]");
    let report = |rules: Rules, history: &[_]| {
        let mut run = Run::after(&game, rules, 3, history);
        run.play(0, 2);
        run.child(0, 1, FULL, 4).expect_err("a draw").to_string()
    };
    let in_game = Repetition { on_path: 0, in_game: 3, root_counts: true };
    for (rules, text) in [
        (PLAIN.repetition(), ": the position is on the path already, so its value is 0"),
        (PLAIN.repetition().contempt(score(5)), ": the position is on the path already, so its value is -5"),
        (
            PLAIN.repetition().draw_spread(2).contempt(score(5)),
            ": the position is on the path already, so its value is from -7 to -3",
        ),
        (
            PLAIN.repetition_when(in_game).fifty_move(9),
            ": the position is a draw by the declared repetition, so its value is 0",
        ),
        (PLAIN.fifty_move(3), ": the position is a draw after 3 quiet moves in a row, so its value is 0"),
        (
            PLAIN.repetition().fifty_move(3).draw_spread(1),
            ": the position is on the path already, so its value is from -1 to 1",
        ),
    ] {
        let report = report(rules, &[game.root()]);
        assert!(report.ends_with(text), "{report}");
    }
}

/// A move from a position to itself is one move of the path. A search of the position inside its own visit is none.
#[test]
fn the_path_of_a_report_has_every_move_that_was_played() {
    let game = game("a:4[a b:5[a 1]]");
    let mut run = Run::new(&game, PLAIN, 4);
    run.again(1);
    run.play(0, 3);
    run.again(2);
    run.play(0, 2);
    run.play(1, 1);
    let wrong = run.child(1, 0, FULL, 2).expect_err("the evaluation is 1");
    assert_eq!(wrong.path, [0, 0, 1, 1].map(Move::new));
    assert!(
        wrong.describe(&game.root()).starts_with("the search of the position after 0 0 1 1 ("),
        "{wrong}"
    );
}

#[test]
fn a_reduced_search_may_refute_a_late_move_and_nothing_else() {
    let game = game("[1 1 2[4] 3[5]]");
    let rules = Rules { lmr: Some(Reductions::by_plies(1)), ..PLAIN };
    let run = |rules, first: u16, value, returned| {
        let mut run = Run::new(&game, rules, 2);
        for mv in [0, 1, 2, 3].into_iter().filter(|&mv| mv != first) {
            run.play(mv, 1);
            if mv > 1 {
                run.child(0, 0, FULL, i32::from(mv) + 2).expect("a leaf");
                run.exit(FULL, -(i32::from(mv) + 2)).expect("its only move");
            } else {
                run.exit(FULL, 1).expect("the end of the game");
            }
        }
        run.child(first, 0, window(0, 1), value).expect("a leaf at the reduced depth");
        run.exit(FULL, returned)
    };
    // Moves 2 and 3 are worth 4 and 5. A reduced search of move 3 returns -3.
    assert_eq!(run(rules, 3, 3, 4), Ok(()));
    assert!(run(PLAIN, 3, 3, 4).is_err(), "reductions are not declared");
    assert!(run(rules, 2, 2, 5).is_ok());
    // A reduced search may not attain the score.
    let game = self::game("[1 1 -2[4]]");
    let attained = |remaining| {
        let mut run = Run::new(&game, rules, 2);
        for mv in [0, 1] {
            run.child(mv, 1, FULL, 1).expect("the end of the game");
        }
        run.play(2, remaining);
        if remaining > 0 {
            run.child(0, 0, FULL, 4).expect("a leaf");
        }
        run.exit(FULL, if remaining > 0 { -4 } else { -2 }).expect("its value");
        run.exit(window(0, 1), if remaining > 0 { 4 } else { 2 })
    };
    assert_eq!(attained(1), Ok(()));
    assert_eq!(lack(attained(0)), Lack::Support);
}

#[test]
fn moves_are_skipped_only_as_declared() {
    let game = game("5[0 1 2]");
    let run = |rules, window: Window, returned| {
        let mut run = Run::new(&game, rules, 1);
        run.child(0, 0, window.for_child(), 0).expect("a leaf");
        run.exit(window, returned)
    };
    let futility = Rules { futility: Some(Margin::at_one(2)), ..PLAIN };
    assert_eq!(run(futility, window(7, 8), 7), Ok(()), "5 + 2 does not exceed 7");
    assert!(run(futility, window(6, 7), 6).is_err(), "5 + 2 exceeds 6");
    assert!(run(futility, window(7, 9), 7).is_err(), "the window is open");
    assert!(run(futility, window(7, 8), 0).is_err(), "the skipped moves may be worth 7");
    let late = Rules { move_count: Some(1), ..PLAIN };
    assert_eq!(run(late, window(6, 7), 0), Ok(()));
    assert!(run(Rules { move_count: Some(2), ..PLAIN }, window(6, 7), 0).is_err());
    // At least one move is searched.
    let mut nothing = Run::new(&game, Rules { move_count: Some(0), ..PLAIN.order(1) }, 1);
    assert!(nothing.exit(window(6, 7), 6).is_err());
}

#[test]
fn the_evaluation_cuts_off_only_as_declared() {
    let game = game("5[0 1]");
    let run = |rules, window, returned| Run::new(&game, rules, 1).exit(window, returned);
    let refuted = Rules { static_null: Some(Margin::at_all(2)), ..PLAIN };
    assert_eq!(run(refuted, window(2, 3), 3), Ok(()));
    assert!(run(refuted, window(3, 4), 4).is_err(), "5 - 2 is less than 4");
    assert!(run(refuted, window(2, 3), 4).is_err(), "5 - 2 is less than what was returned");
    assert!(run(refuted, window(1, 3), 3).is_err(), "the window is open");
    let razored = Rules { razoring: Some(Margin::at_one(2)), ..PLAIN };
    assert_eq!(run(razored, window(7, 8), 5), Ok(()));
    assert!(run(razored, window(6, 7), 5).is_err(), "5 + 2 exceeds 6");
    assert!(run(razored, window(7, 8), 4).is_err(), "less than the evaluation");
}

#[test]
fn a_null_move_refutes_with_the_claim_of_the_position_after_it() {
    let game = game("[[0] ~-6[1]]");
    let run = |rules, remaining, value, returned| {
        let mut run = Run::new(&game, rules, 2);
        run.pass(remaining);
        run.exit(window(-3, -2), value).expect("the evaluation");
        run.exit(window(2, 3), returned)
    };
    let null = |reduction| Rules { null: Some(Plies::exactly(reduction)), ..PLAIN };
    assert_eq!(run(null(1), 0, -6, 6), Ok(()));
    assert_eq!(run(null(1), 0, -6, 3), Ok(()), "fail-hard");
    assert!(run(null(1), 0, -6, 7).is_err());
    assert!(run(PLAIN, 0, -6, 6).is_err(), "null move is not declared");
    let mut shallow = Run::new(&game, null(0), 1);
    shallow.pass(0);
    shallow.exit(window(-3, -2), -6).expect("the evaluation");
    assert!(shallow.exit(window(2, 3), 6).is_err(), "no null move at depth 1");
}

#[test]
fn a_node_that_is_reduced_is_known_at_its_own_depth_and_only_as_declared_at_the_requested_one() {
    let game = game("[[1[4]] [[1[4]]]]");
    let rules = DEEPER.iir();
    let at_both = {
        let mut run = Run::new(&game, rules.iir_requested_draft(), 3);
        run.play(0, 2);
        run.child(0, 0, FULL, 1).expect("a leaf of the node that has one ply less");
        assert_eq!(run.exit(FULL, -1), Ok(()));
        let node = run.trace.graph.number(&game.root().play(Move::new(0)));
        [1, 2].map(|draft| run.trace.known.implied(node, score(-1), |other| other == draft).exactly)
    };
    assert_eq!(at_both, [true, true]);
    let mut run = Run::new(&game, rules, 3);
    run.play(0, 2);
    run.child(0, 0, FULL, 1).expect("a leaf of the node that has one ply less");
    assert_eq!(run.exit(FULL, -1), Ok(()));
    let node = run.trace.graph.number(&game.root().play(Move::new(0)));
    let known = |remaining| run.trace.known.implied(node, score(-1), |draft| draft == remaining).exactly;
    assert!(known(1) && !known(2) && !known(3));
    // The root is never reduced.
    let mut root = Run::new(&game, rules, 2);
    root.child(0, 0, FULL, 0).expect("a leaf");
    root.child(1, 0, FULL, 0).expect("a leaf");
    assert!(root.exit(FULL, 0).is_err());
}

/// Quiescence: standing pat is one more move.
#[test]
fn standing_pat_counts_where_only_plies_of_quiescence_remain() {
    let game = game("2[!-5 9 !-1]");
    let rules = DEEPER.quiescence(2, true);
    let run = |children: &[(u16, i32)], window, returned| {
        let mut run = Run::new(&game, rules, 0);
        for &(mv, value) in children {
            run.child(mv, 1, FULL, value).expect("the end of the game");
        }
        run.exit(window, returned)
    };
    assert_eq!(run(&[(0, -5), (2, -1)], FULL, 5), Ok(()));
    assert_eq!(run(&[], window(0, 1), 2), Ok(()), "standing pat refutes");
    assert_eq!(lack(run(&[(0, -5)], FULL, 5)), Lack::NoClaim(Move::new(2)));
    assert_eq!(lack(run(&[(0, -5), (2, -1)], window(0, 9), 0)), Lack::StandPat(score(2)));
}

/// `p` has the value 3, by its first move. The first visit is cut off after that move, and knows *>= 3* only. In the
/// second one the position after that move is cut off after its first leaf: it knows *<= 3* only.
fn visit_twice<'g>(run: &mut Run<'g>, mut end: impl FnMut(&mut Run<'g>, Window) -> Step) -> Step {
    run.play(0, 1);
    run.child(0, 0, FULL, 3).expect("a leaf");
    run.child(1, 0, FULL, 9).expect("a leaf");
    run.exit(window(-3, -2), -3).expect("both leaves");
    end(run, window(2, 3)).expect("a fail-high");
    run.play(0, 1);
    run.child(0, 0, FULL, 3).expect("a leaf");
    run.exit(window(-4, -3), -3).expect("a fail-high");
    run.child(1, 1, FULL, 9).expect("the end of the game");
    end(run, window(3, 4))
}

#[test]
fn the_bounds_of_two_passes_are_joined_only_as_declared() {
    let game = game("[[3 9] 9]");
    let run = |rules| {
        let mut run = Run::new(&game, rules, 2);
        let (root, remaining, _) = run.path[0];
        visit_twice(&mut run, |run, window| run.trace.pass_ended(&root, remaining, window, score(3)))
            .expect("a fail-low");
        // The claims of one pass do not serve the next one.
        let nothing = run.trace.pass_ended(&root, remaining, window(4, 5), score(4));
        assert_eq!(lack(nothing), Lack::NoClaim(Move::new(0)));
        run.exit(window(-9, 9), 3)
    };
    assert_eq!(run(PLAIN.joined_bounds()), Ok(()));
    assert!(run(PLAIN).is_err(), "not declared");
}

#[test]
fn a_bound_of_the_table_is_joined_only_as_declared() {
    let game = game("[[-1]]");
    let run = |rules| {
        let mut run = Run::new(&game, rules, 2);
        run.play(0, 1);
        let node = run.trace.graph.number(&run.path[1].0);
        let deeper = run.trace.known.record(node, 2);
        run.trace.known.add(deeper, score(3), Derived { at_least: true, ..Derived::default() });
        // The window is narrowed to (3, 9). The leaf fails high, and by fail-hard the node returns 3.
        run.child(0, 0, window(-9, -3), -3).expect("a leaf");
        run.exit(window(0, 9), 3)
    };
    assert_eq!(run(DEEPER.tt_narrow()), Ok(()));
    assert!(run(DEEPER).is_err(), "not declared");
}

#[test]
fn a_fault_names_the_path_the_window_and_what_was_missing() {
    let game = game("[[3 5] [2 9]]");
    let mut run = Run::new(&game, DEEPER, 2);
    run.play(1, 1);
    run.child(0, 0, FULL, 2).expect("a leaf");
    let underived = run.exit(FULL, -2).expect_err("the second move was forgotten");
    assert_eq!((underived.path.clone(), underived.remaining), (vec![Move::new(1)], 1));
    let text = "the search of the position after 1 (position 2) with 1 ply to go and window (-inf, inf) returned \
                exactly -2: no claim about move 1 in this visit";
    assert_eq!(underived.to_string(), text);
}

#[test]
fn a_search_that_does_not_tell_all_its_nodes_is_not_complete() {
    let game = game("[[3 5] [2 9]]");
    let mut run = Run::new(&game, DEEPER, 2);
    assert!(run.trace.is_complete());
    // An exit without an entry.
    let (leaf, _) = (game.root().play(Move::new(0)), 0);
    assert_eq!(run.trace.exit(&leaf, 1, FULL, score(7)), Ok(()));
    assert!(!run.trace.is_complete());
    // An entry two plies below the last one.
    let mut run = Run::new(&game, DEEPER, 2);
    run.trace.enter(&leaf, 2, 0);
    assert!(!run.trace.is_complete());
    // Nothing at all.
    let mut silent = Trace::<GraphPosition<'_>>::default();
    silent.begin(&DEEPER);
    silent.search_started(2, &[]);
    assert!(!silent.is_complete());
}

/// The whole search of `[[3 5] [second 9]]` by alpha-beta.
fn searched(game: &Game, second: i32) -> Run<'_> {
    let mut run = Run::new(game, DEEPER, 2);
    run.play(0, 1);
    run.child(0, 0, FULL, 3).expect("a leaf");
    run.child(1, 0, FULL, 5).expect("a leaf");
    run.exit(FULL, -3).expect("both leaves");
    run.play(1, 1);
    run.child(0, 0, FULL, second).expect("a leaf");
    run.exit(window(-4, -3), -second).expect("a fail-high: the second move is no better");
    run.exit(FULL, 3).expect("both moves");
    run
}

#[test]
fn what_is_shown_must_be_what_the_root_returned() {
    let game = game("[[3 5] [2 9]]");
    let run = searched(&game, 2);
    let shown = ShownOutcome {
        depth: 2,
        score: score(3),
        bound: Bound::Exact,
        best_move: Some(Move::new(0)),
        unfinished: false,
    };
    let fit = |shown| run.trace.fit(shown);
    assert_eq!(fit(shown), Fit::Derived);
    assert_eq!(fit(ShownOutcome { score: score(2), ..shown }), Fit::OtherScore);
    assert_eq!(fit(ShownOutcome { bound: Bound::Lower, ..shown }), Fit::OtherScore);
    assert_eq!(fit(ShownOutcome { depth: 1, ..shown }), Fit::OtherScore);
    assert_eq!(fit(ShownOutcome { best_move: Some(Move::new(1)), ..shown }), Fit::OtherMove);
    let walk = |line: &[u16]| {
        let line: Vec<Move> = line.iter().map(|&mv| Move::new(mv)).collect();
        run.trace.walk(shown, &line)
    };
    assert_eq!(walk(&[0, 0]), Some(ReplayResult::Whole { leftmost: false }));
    assert_eq!(walk(&[0]), Some(ReplayResult::Truncated));
    assert_eq!(walk(&[0, 1]), Some(ReplayResult::Unsound { ply: 2 }));
    assert_eq!(walk(&[1, 0]), Some(ReplayResult::Unsound { ply: 1 }));
}

/// With few scores the positions of a stale row can have the right values. No visit found them here.
#[test]
fn a_line_of_the_right_values_that_no_visit_found_is_not_supported() {
    let game = game("[[3 5] [3 9]]");
    let run = searched(&game, 3);
    let shown =
        ShownOutcome { depth: 2, score: score(3), bound: Bound::Exact, best_move: None, unfinished: false };
    let walk = |first| run.trace.walk(shown, &[Move::new(first), Move::new(0)]);
    assert_eq!(walk(0), Some(ReplayResult::Whole { leftmost: false }));
    assert_eq!(walk(1), Some(ReplayResult::Unsound { ply: 1 }));
}
