//! Tests of the ground truth on changes of the rules, iterations, and nodes outside the fixed tree.

use super::*;
use crate::game::{Choices, Graph, Growth, Seeded};
use crate::oracle::{Drafts, Extended, ExtraPlies, Margin, Plies, Reductions, Repetition, ReplayResult};
use crate::score::Bound;

fn games() -> impl Iterator<Item = (Graph, usize)> {
    (0..300).map(|index| {
        let mut graph = Graph::leaf(Score::ZERO);
        let depth = Growth::random_game(&mut Seeded::new(6, index), &mut graph);
        (graph, depth)
    })
}

/// Neither the old rules nor their results may remain after the change.
#[test]
fn a_change_of_the_preceding_searches_resets_the_rules() {
    let other = Rules::FIXED_TREE.tt(Drafts::Deeper).repetition().quiescence(2, true);
    for (graph, depth) in games() {
        let root = graph.root();
        let mut ground_truth = GroundTruth::new(&root, depth);
        ground_truth.judge_by(&other);
        ground_truth.allow_shallower(false);
        ground_truth.at_depth(depth / 2).claim(RootMoveSet::ALL, Bound::Exact, Score::MAX);
        ground_truth.claim(RootMoveSet::ALL, Bound::Exact, Score::MAX);
        ground_truth.set_preceding(vec![(root, depth)]);
        assert_eq!((ground_truth.rules(), ground_truth.plies()), (&Rules::FIXED_TREE, depth), "{graph}");
        assert_eq!(ground_truth.at_depth(depth / 2).rules(), &Rules::FIXED_TREE, "{graph}");
        assert_eq!(ground_truth.score(), ground_truth.oracle().score(), "{graph}");
        assert_eq!(ground_truth.line(), ground_truth.oracle().line(), "{graph}");
        assert!(!ground_truth.depends_on_path());
    }
}

#[test]
fn the_number_of_lines_is_the_number_of_searched_root_moves() {
    let game: Graph = "2[!3 4 !5]".parse().expect("a game");
    for (depth, plies, lines) in [(0, 0, 1), (0, 2, 1), (1, 0, 3), (1, 2, 3)] {
        let mut ground_truth = GroundTruth::new(&game.root(), depth);
        ground_truth.judge_by(&Rules::FIXED_TREE.quiescence(plies, true));
        assert_eq!(ground_truth.lines(), lines, "depth {depth}, {plies} plies of quiescence");
    }
}

/// With excluded moves, the value of the root is that of the best other move, in each iteration.
#[test]
fn an_iteration_with_excluded_moves_returns_the_value_of_the_best_other_move() {
    let mut checked = 0;
    for (graph, depth) in games() {
        let root = graph.root();
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let Some((&excluded_moves, others)) = moves.split_first().filter(|(_, others)| !others.is_empty())
        else {
            continue;
        };
        for depth in (1..=depth).rev() {
            let mut ground_truth = GroundTruth::new(&root, depth.max(2));
            ground_truth.search_to(depth);
            let move_value = |&mv: &Move| Oracle::new(&root.play(mv), depth - 1).score().for_parent();
            let value = others.iter().map(move_value).max().expect("there is at least one other move");
            assert!(
                ground_truth.root_allows(&[excluded_moves], depth, Window::FULL, value),
                "{depth} of {graph}"
            );
            assert!(
                !ground_truth.root_allows(&[excluded_moves], depth, Window::FULL, value + 1),
                "{depth} of {graph}"
            );
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked}");
}

/// Each shape has its own tree, and the order in which the shapes are used has no effect.
#[test]
fn a_ground_truth_that_changes_its_rules_gives_the_same_results_as_a_new_one() {
    let shapes = [
        Rules::FIXED_TREE.quiescence(1, true),
        Rules::FIXED_TREE.quiescence(3, true),
        Rules::FIXED_TREE.repetition(),
        Rules::FIXED_TREE.extension(64),
    ];
    let mut differ = 0;
    for (graph, depth) in games() {
        let root = graph.root();
        let mut ground_truth = GroundTruth::new(&root, depth);
        let mut scores = Vec::new();
        for rules in shapes.iter().chain(&shapes) {
            ground_truth.judge_by(rules);
            let mut alone = GroundTruth::new(&root, depth);
            alone.judge_by(rules);
            assert_eq!(
                (ground_truth.score(), ground_truth.line()),
                (alone.score(), alone.line()),
                "{rules:?} of {graph}"
            );
            scores.push(ground_truth.score());
        }
        differ += usize::from(scores.windows(2).any(|pair| pair[0] != pair[1]));
    }
    assert!(differ > 10, "{differ}");
}

/// A selective search reaches positions at other depths than the fixed tree. The witnessed values of these depths are
/// valid, and neither the value of the root nor of another depth.
#[test]
fn a_selective_search_is_judged_by_the_values_of_each_depth() {
    // The value of the root is 7, through a position with the evaluation -3.
    let game: Graph = "[-3[9 !7]]".parse().expect("a game");
    let root = game.root();
    let after_move = root.play(Move::new(0));
    for rules in [Rules::FIXED_TREE.repetition(), Rules::FIXED_TREE.extension(64)] {
        let mut ground_truth = GroundTruth::new(&root, 2);
        ground_truth.judge_by(&rules.iir(1));
        let mut allows = |remaining, value| {
            let score = Score::new(value);
            ground_truth.allows(&after_move, remaining, 0, Window::FULL, score)
        };
        for (remaining, value) in [(1, -7), (0, -3)] {
            for other in [-7, -3, 7, 9] {
                assert_eq!(allows(remaining, other), other == value, "{other} at {remaining}: {rules:?}");
            }
        }
    }
}

/// The moves back to the root are draws in a selective search too. Minimax without repetition is no valid value.
#[test]
fn a_selective_search_with_repetition_may_not_ignore_it() {
    let game: Graph = "a:7[a]".parse().expect("a game");
    let mut ground_truth = GroundTruth::new(&game.root(), 1);
    let draws = Rules::FIXED_TREE.repetition();
    ground_truth.judge_by(&Rules {
        null: Some(Plies::exactly(0)),
        lmr: Some(Reductions::by_plies(1)),
        ..draws
    });
    let score = Score::new;
    assert!(ground_truth.allows(&game.root(), 1, 0, Window::FULL, Score::ZERO));
    assert!(!ground_truth.allows(&game.root(), 1, 0, Window::FULL, score(-7)));
    assert_eq!(ground_truth.claim(RootMoveSet::ALL, Bound::Exact, score(-7)), ClaimValidity::Invalid);
}

/// Returns random values for all rules.
pub(super) fn random_rules(choices: &mut Seeded) -> Rules {
    let mut maybe = |value: u32| choices.one_in(2).then(|| choices.below(value));
    let drafts = match maybe(2) {
        None => Drafts::NoTable,
        Some(0) => Drafts::Equal,
        Some(_) => Drafts::Deeper,
    };
    let rules =
        Rules { drafts, leaves: maybe(1).is_some(), iterates: maybe(1).is_some(), ..Rules::FIXED_TREE };
    let rules = rules.quiescence(maybe(3).unwrap_or(0) as usize, maybe(1).is_none());
    let [null, lmr, move_count] =
        [maybe(2), maybe(2), maybe(3)].map(|value| value.map(|value| 1 + value as u8));
    let [futility, static_null, razoring] = [maybe(3), maybe(3), maybe(3)];
    let (null, lmr) = (null.map(Plies::exactly), lmr.map(Reductions::by_plies));
    let [futility, razoring] = [futility, razoring].map(|margin| margin.map(Margin::at_one));
    let static_null = static_null.map(Margin::at_all);
    let rules = Rules { null, lmr, futility, static_null, razoring, move_count, ..rules };
    let (extends, repetition) = (maybe(1).map(|_| 64), maybe(1).map(|_| Repetition::FIRST));
    let (reorders, iir) =
        (maybe(3).unwrap_or(0) as u8, maybe(2).map(|more| Plies::between(1, 1 + more as u8)));
    let rules = Rules { repetition, extends, reorders, iir, ..rules };
    let extended = match maybe(2) {
        None => Extended::Forcing,
        Some(0) => Extended::SomeForcing,
        Some(_) => Extended::Any,
    };
    let mut whether = || maybe(1).is_some();
    let rules =
        Rules { deepens_inside: whether(), singular: whether(), mate_distance: whether(), extended, ..rules };
    let least = -(choices.below(3) as i8);
    let mut seldom = || choices.one_in(4);
    Rules {
        lmr_shallower: seldom(),
        extension_times: 2 + u8::from(seldom()),
        extension_plies: ExtraPlies::between(if seldom() { least } else { 1 }, 1 + i8::from(seldom())),
        ..rules
    }
}

/// The witnessed values contain the value and the leftmost line of the fixed tree, so that a comparison with
/// minimax decides most cases.
#[test]
fn the_value_and_the_line_of_the_fixed_tree_are_valid_under_all_rules() {
    let mut several = 0;
    for (index, (graph, depth)) in (0..).zip(games().chain(games())) {
        let rules = random_rules(&mut Seeded::new(8, index));
        let root = graph.root();
        let mut ground_truth = GroundTruth::new(&root, depth);
        ground_truth.judge_by(&rules);
        if rules.is_fixed() {
            continue;
        }
        let (score, sets) = (ground_truth.score(), ground_truth.witnessed());
        several += u64::from(sets.exact(&root, ground_truth.plies()).count() > 1);
        let claim = sets.root_claim(&ground_truth.place(&[]), false, Bound::Exact, score);
        assert_eq!(claim, ClaimValidity::Valid, "{score} at depth {depth} of {graph}: {rules:?}");
        let walk = sets.walk(&root, ground_truth.plies(), RootMoveSet::ALL, score, ground_truth.line());
        assert_eq!(walk, ReplayResult::Whole { leftmost: false }, "depth {depth} of {graph}: {rules:?}");
    }
    assert!(several > 50, "{several}");
}

/// A cutoff by standing pat, by the evaluation or by a null move needs no best move.
#[test]
fn a_root_that_is_refuted_without_a_move_may_lack_a_best_move() {
    let score = Score::new;
    let plain = Rules::FIXED_TREE;
    for (text, depth, rules, beta, value) in [
        // The noisy move is worth 9, but standing pat is worth 5.
        ("5[!-9]", 0, plain.quiescence(2, true), 2, 5),
        ("5[!-9]", 0, plain.quiescence(2, true), 2, 2),
        ("2[0]", 1, Rules { static_null: Some(Margin::at_all(1)), ..plain }, 1, 1),
        ("[[[-1]] ~[1]]", 3, Rules { null: Some(Plies::exactly(1)), ..plain }, -1, -1),
    ] {
        let game: Graph = text.parse().expect("a game");
        let mut ground_truth = GroundTruth::new(&game.root(), depth);
        ground_truth.judge_by(&rules);
        let may_lack = |alpha, beta, value| {
            let window = Window::new(score(alpha), score(beta));
            ground_truth.may_lack_best_move(window, RootMoveSet::ALL, Bound::Lower, score(value))
        };
        let alpha = if rules.is_selective() { beta - 1 } else { 0 };
        assert!(may_lack(alpha, beta, value), "{text}");
        assert!(!may_lack(alpha, beta, 6), "{text}: only a move attains so much");
        assert!(!may_lack(alpha, value + 1, value), "{text}: inside the window");
        assert!(!rules.is_selective() || !may_lack(-9, beta, value), "{text}: an open window");
    }
    let game: Graph = "[1 2]".parse().expect("a game");
    let ground_truth = GroundTruth::new(&game.root(), 1);
    let (low, high) = (Window::new(score(5), score(6)), Window::new(score(-9), score(-8)));
    assert!(ground_truth.may_lack_best_move(low, RootMoveSet::ALL, Bound::Upper, score(-1)));
    assert!(!ground_truth.may_lack_best_move(high, RootMoveSet::ALL, Bound::Lower, score(-1)));
}

/// The fixed tree extends the forcing move. A search that need not extend it has a complete line without it.
#[test]
fn a_line_without_an_extension_is_complete_where_moves_need_not_be_extended() {
    let game: Graph = "1[+-2[2]]".parse().expect("a game");
    let line = [Move::new(0); 2];
    for (extended, expected) in [
        (Extended::Forcing, ReplayResult::Truncated),
        (Extended::SomeForcing, ReplayResult::Whole { leftmost: false }),
        (Extended::Any, ReplayResult::Whole { leftmost: false }),
    ] {
        let mut ground_truth = GroundTruth::new(&game.root(), 1);
        ground_truth.judge_by(&Rules::FIXED_TREE.extension(64).extension_moves(extended));
        let walk = |line, by_trace| ground_truth.walk(RootMoveSet::ALL, Score::ZERO + 2, line, by_trace);
        assert_eq!(walk(&line, None), ReplayResult::Whole { leftmost: true });
        assert_eq!(walk(&line[..1], None), expected);
        assert_eq!(walk(&line[..1], Some(expected)), expected);
    }
}

/// A search of a root in a null window skips moves there.
#[test]
fn a_claim_about_a_root_depends_on_its_window() {
    let game: Graph = "-1[0 -1]".parse().expect("a game");
    let mut ground_truth = GroundTruth::new(&game.root(), 1);
    ground_truth.judge_by(&Rules { futility: Some(Margin::at_one(1)), ..Rules::FIXED_TREE });
    let claim = |window| ground_truth.claim_in(window, RootMoveSet::ALL, Bound::Upper, Score::ZERO);
    let zero = Score::ZERO;
    assert_eq!(claim(Window::new(zero, zero + 1)), ClaimValidity::Valid);
    assert_eq!(claim(Window::new(zero, zero + 2)), ClaimValidity::Invalid);
    assert_eq!(ground_truth.claim(RootMoveSet::ALL, Bound::Upper, zero), ClaimValidity::Invalid);
    assert!(ground_truth.root_allows(&[Move::new(5)], 1, Window::new(zero, zero + 1), zero));
    assert!(!ground_truth.root_allows(&[Move::new(5)], 1, Window::new(zero, zero + 2), zero));
}

/// Where nothing is declared, a line is judged by its length and by the value of its last position.
#[test]
fn a_line_alone_is_judged_by_its_length_and_its_last_value() {
    let game: Graph = "a:6[2[b:3[a 4] 8]]".parse().expect("a game");
    let walk = |rules: &Rules, depth, value, line: &[u16]| {
        let mut ground_truth = GroundTruth::new(&game.root(), depth);
        ground_truth.judge_by(rules);
        let line: Vec<Move> = line.iter().map(|&mv| Move::new(mv)).collect();
        ground_truth.walk_by_facts(Score::new(value), &line)
    };
    let whole = ReplayResult::Whole { leftmost: false };
    let rules = Rules::LINES_ONLY;
    assert_eq!(walk(&rules, 1, -2, &[0]), whole);
    assert_eq!(walk(&rules, 1, 2, &[0]), ReplayResult::Unsound { ply: 1 });
    assert_eq!(walk(&rules, 2, -2, &[0]), ReplayResult::Truncated);
    assert_eq!(walk(&rules, 1, 3, &[0, 0]), whole, "longer than the depth");
    assert_eq!(walk(&rules, 9, 8, &[0, 1]), whole, "the game is over");
    assert_eq!(walk(&rules, 9, 7, &[0, 1]), ReplayResult::Unsound { ply: 2 });
    assert_eq!(walk(&rules, 1, -2, &[7]), ReplayResult::Illegal { ply: 0 });
    // Where lines omit the moves of quiescence, the end of the game alone has a known value.
    let hidden = rules.quiescence(2, false);
    assert_eq!((walk(&hidden, 1, 5, &[0]), walk(&hidden, 2, 5, &[0])), (whole, ReplayResult::Truncated));
    assert_eq!(walk(&hidden, 1, 7, &[0, 1]), ReplayResult::Unsound { ply: 2 });
    // A draw ends the line, as declared.
    let around = [0, 0, 0];
    let first = rules.repetition();
    assert_eq!(walk(&first, 9, 0, &around), whole);
    assert_eq!(
        (walk(&first, 9, 1, &around), walk(&first, 9, 0, &[0])),
        (ReplayResult::Truncated, ReplayResult::Truncated)
    );
    assert_eq!(walk(&rules, 9, 0, &around), ReplayResult::Truncated);
    assert_eq!(
        walk(&rules.repetition_when(Repetition::THIRD), 9, 0, &[0]),
        whole,
        "it may have occurred before"
    );
    let on_path = rules.repetition_when(Repetition { on_path: 3, in_game: 0, root_counts: true });
    assert_eq!(walk(&on_path, 9, 0, &[0]), ReplayResult::Truncated);
    assert_eq!(
        (walk(&rules.fifty_move(1), 9, 0, &[0]), walk(&rules.fifty_move(4), 9, 0, &[0])),
        (whole, ReplayResult::Truncated)
    );
    let contempt = first.contempt(Score::new(-4));
    assert_eq!(
        (walk(&contempt, 9, -4, &around), walk(&contempt, 9, 4, &around)),
        (ReplayResult::Truncated, whole)
    );
}

/// Declarations for which no values are known, and the scores that a root with these positions may have.
#[test]
fn an_exact_score_is_an_evaluation_that_moves_reach_or_a_draw() {
    let admitted = |game: &str, depth, rules: &Rules| {
        let game: Graph = game.parse().expect("a game");
        let mut ground_truth = GroundTruth::new(&game.root(), depth);
        ground_truth.judge_by(rules);
        assert_eq!(ground_truth.judged_by(false), JudgedBy::Facts, "{rules:?}");
        let admits = |&score: &i32| ground_truth.facts_admit(Bound::Exact, Score::saturating(score.into()));
        (-20..=20).filter(admits).collect::<Vec<_>>()
    };
    let game = "9[2[4 5] 7[1 ~8]]";
    let corrected = Rules::FIXED_TREE.correction_history(1);
    // Without a table no line is longer than the depth; leaves may be corrected, and ends of the game may not.
    assert_eq!(admitted(game, 0, &corrected), [8, 9, 10]);
    assert_eq!(admitted(game, 1, &corrected), [-8, -7, -6, -3, -2, -1, 8, 9, 10]);
    assert_eq!(admitted(game, 2, &corrected), [-8, -7, -6, -3, -2, -1, 1, 4, 5, 8, 9, 10]);
    // With a table entries of deeper searches count, at any depth, and those after a null move only for bounds.
    let table = Rules::FIXED_TREE.tt(Drafts::Deeper).fifty_move(50);
    assert_eq!(admitted(game, 1, &table), [-7, -2, 1, 4, 5, 9]);
    let hull: Vec<i32> = (-7..=9).collect();
    assert_eq!(admitted(game, 1, &table.tt_evaluation()), hull);
    assert_eq!(admitted(game, 1, &table.joined_bounds()), hull);
    // A draw, where one is possible: in a cycle, or after enough quiet moves.
    let draws = Rules::FIXED_TREE.tt(Drafts::Deeper).repetition_when(Repetition::THIRD);
    assert_eq!(admitted("5[a:3[a]]", 3, &draws), [-3, 0, 3, 5]);
    assert_eq!(admitted("5[3]", 3, &draws), [-3, 5]);
    let contempt = draws.contempt(Score::saturating(-2)).draw_spread(1);
    assert_eq!(admitted("5[a:3[a]]", 3, &contempt), [-3, -2, -1, 1, 2, 3, 5]);
    assert_eq!(admitted("5[4[3[2]]]", 3, &Rules { quiet_plies: Some(3), ..table }), [-4, -2, 0, 3, 5]);
    // Below the horizon only noisy moves lead on, or any where a search that tells its nodes may search them.
    let quiet = Rules::FIXED_TREE.quiescence(2, true).draw_spread(1).fifty_move(50);
    assert_eq!(admitted("5[!3[4 !6] +2 1]", 0, &quiet), [-3, 5, 6]);
    assert_eq!(admitted("5[!3[4 !6] +2 1]", 0, &quiet.tells()), [-3, -2, -1, 4, 5, 6]);
}

/// With deeper drafts, a line may have as many moves as the depth and go on.
#[test]
fn the_end_of_a_line_has_the_score_where_it_must_be_a_leaf() {
    let game: Graph = "6[2[1 8]]".parse().expect("a game");
    let walk = |rules: Rules| {
        let mut ground_truth = GroundTruth::new(&game.root(), 1);
        ground_truth.judge_by(&rules);
        ground_truth.walk_by_facts(Score::new(5), &[Move::new(0)])
    };
    let corrected = Rules::FIXED_TREE.correction_history(1);
    let (whole, wrong) = (ReplayResult::Whole { leftmost: false }, ReplayResult::Unsound { ply: 1 });
    assert_eq!([corrected, corrected.tt(Drafts::Equal)].map(walk), [wrong; 2]);
    let unknown = [
        corrected.tt(Drafts::Deeper),
        corrected.tt(Drafts::Equal).tt_leaves(),
        corrected.tt(Drafts::Equal).repetition(),
        corrected.extension(8),
        corrected.quiescence(2, false),
        corrected.joined_bounds(),
    ];
    assert_eq!(unknown.map(walk), [whole; 6]);
}

#[test]
fn a_bound_is_within_the_extremes_and_a_mate_is_at_least_as_far_as_the_nearest() {
    let game: Graph = "3[-7 2[#1 4]]".parse().expect("a game");
    let mut ground_truth = GroundTruth::new(&game.root(), 2);
    ground_truth.judge_by(&Rules::FIXED_TREE.correction_history(1));
    let mate = |plies| Score::MAX.further(plies);
    let admits = |bound, score: Score| ground_truth.facts_admit(bound, score);
    assert!(admits(Bound::Upper, Score::saturating(-2)) && !admits(Bound::Upper, Score::saturating(-4)));
    assert!(admits(Bound::Lower, mate(3)) && !admits(Bound::Lower, mate(2)));
    assert!(admits(Bound::Exact, mate(3)) && admits(Bound::Exact, mate(9)) && !admits(Bound::Exact, mate(2)));
    assert!(!admits(Bound::Exact, -mate(9)));
}
