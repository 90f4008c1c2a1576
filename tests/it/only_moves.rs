//! Searches that return a best move and no score.

use crate::common::prelude::*;
use pvcheck::prelude::*;
use pvcheck::verdict::Finding;
use pvcheck::verify::{Problem, Report};

use super::verify::alpha_beta;

/// The moves of the root, each with its value.
fn valued(request: &Request<'_>) -> Vec<(Score, Move)> {
    if request.depth() == 0 {
        return Vec::new();
    }
    let value = |mv| alpha_beta(&request.root().play(mv), request.depth() - 1, Window::FULL).0.for_parent();
    legal_moves(request.root()).into_iter().map(|mv| (value(mv), mv)).collect()
}

fn best(request: &Request<'_>) -> Answer {
    Answer::only_move(valued(request).into_iter().max_by_key(|&(value, _)| value).map(|(_, mv)| mv))
}

/// The second-best move, where there is one.
fn second_best(request: &Request<'_>) -> Answer {
    let mut moves = valued(request);
    moves.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    Answer::only_move(moves.get(1).or(moves.first()).map(|&(_, mv)| mv))
}

fn kinds(report: &Report) -> Vec<Finding> {
    report.examples().iter().map(|example| example.finding).collect()
}

const WRONG: Finding = Finding::Fault(FaultKind::WrongMove);

#[test]
fn each_of_the_best_moves_is_right_in_10_000_games() {
    verify(best).games(RandomGames::seed(1).mates()).run();
}

#[test]
fn the_second_best_move_is_found() {
    let report = verify(second_best).report();
    assert_eq!(kinds(&report), [WRONG], "{report}");
    assert_eq!(report.examples()[0].case, "v1 depth=1 [1 0]", "{report}");
    assert!(report.examples()[0].count > 3_000, "{report}");
    let text = report.to_string();
    assert!(text.contains("score      none; minimax value ") && !text.contains("the score"), "{text}");
    assert!(report.explanation().is_none(), "{report}");
}

#[test]
fn without_a_score_only_fixed_values_decide() {
    let rules = Rules::FIXED_TREE.tt(Drafts::Deeper);
    let without_sets = Rules::FIXED_TREE.tt(Drafts::Deeper).fifty_move(100);
    for rules in [rules, without_sets] {
        let report = verify(second_best).declares(rules).games(RandomGames::seed(1).count(500)).report();
        assert!(report.examples().is_empty() && report.judged_too_little() && !report.is_clean(), "{report}");
        let text = report.to_string();
        assert!(text.starts_with("pvcheck: too little judged in 500 searches"), "{text}");
        assert!(text.contains("return the score, too") && text.contains("That is no pass"), "{text}");
    }
    let equal = Rules::FIXED_TREE.tt(Drafts::Equal).deepening();
    let report = verify(second_best).declares(equal).games(RandomGames::seed(1).count(500)).report();
    assert_eq!(kinds(&report), [WRONG], "{report}");
}

#[test]
fn a_move_that_does_not_exist_is_found_by_all_rules_that_judge_scores() {
    for rules in [Rules::FIXED_TREE, Rules::FIXED_TREE.tt(Drafts::Deeper)] {
        for answer in [|| Answer::only_move(Move::new(7)), || Answer::only_move(None)] {
            let report = verify(move |_: &Request<'_>| answer())
                .declares(rules)
                .games(Vec::<Problem>::new())
                .case("v1 depth=1 [0 1]")
                .report();
            assert_eq!(kinds(&report), [WRONG], "{rules:?} {report}");
        }
    }
}

#[test]
fn a_search_to_depth_0_has_no_best_move() {
    let search = |_: &Request<'_>| Answer::only_move(Move::new(0));
    let report = verify(search).games(Vec::<Problem>::new()).case("v1 depth=0 [0]").report();
    assert!(report.to_string().contains("fault      a result of depth 0 has no best move\n"), "{report}");
}

#[test]
fn the_move_of_a_stopped_search_is_judged_at_its_depth() {
    // To depth 1 the second move is best, to depth 2 the first one.
    let case = "v1 depth=2 [0[1] 1[0]]";
    let stopped = |mv: u16, depth| {
        verify(move |_: &Request<'_>| Answer::only_move(Move::new(mv)).of_depth(depth))
            .games(Vec::<Problem>::new())
            .stopped(1..=1)
            .case(case)
            .report()
    };
    let is_wrong = |report: &Report| kinds(report).contains(&WRONG);
    let found = [stopped(0, 1), stopped(1, 1), stopped(0, 2), stopped(1, 2)];
    assert_eq!(found.each_ref().map(is_wrong), [false, true, false, true], "{found:?}");
}
