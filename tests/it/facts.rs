//! The facts that hold for every search, whatever it declares: no correct search breaks one. And the trees that draws of all kinds leave
//! without a table: they have one value.

use crate::common::engine::{
    Bug, Engine, Feature, Features, Judged, Options, Quiescence, by_facts, judge_by, prepare, random_game,
    random_game_with,
};
use crate::common::prelude::*;
use crate::common::sample;

/// An engine that reports no nodes.
fn silent(bug: Option<Bug>) -> Engine {
    let mut engine = Engine::new(bug);
    engine.told_from = None;
    engine
}

/// The searches of `engine` in so many random games, with all options drawn at random, as the facts judge them.
fn judged_by_facts(engine: &mut Engine, games: u64, mut each: impl FnMut(&Options, &Graph, usize, &Judged)) {
    let (mut harness, mut graph) = (Harness::with_store(NoStore), Graph::leaf(Score::ZERO));
    for index in 0..games {
        let options = Options::random(&mut Seeded::new(31, index));
        let depth = random_game(32, index, &mut graph);
        let mut game = prepare(&mut harness, &graph, depth);
        for options in options.recursions() {
            each(&options, &graph, depth, &judge_by(&by_facts(options.rules()), &mut game, engine, options));
        }
        game.finish();
    }
}

#[test]
fn no_correct_search_breaks_a_fact() {
    judged_by_facts(&mut silent(None), sample(60_000), |options, graph, depth, judged| {
        let is_unjudged = matches!(judged.trial.verdict, ScoreVerdict::NotJudged | ScoreVerdict::Bound);
        assert!(is_unjudged, "{graph}\ndepth {depth}\n{options:?}\n{judged:?}");
        judged.assert_accepted(options, graph, depth);
    });
}

/// Each fact is broken by a bug: a score that no evaluation gives, a line that ends too early, one whose end has another value.
#[test]
fn facts_are_broken_by_wrong_scores_and_lines() {
    for (bug, finding, least) in [
        (Bug::WrongSide, "unwitnessed", 50),
        (Bug::MateUnadjusted, "unwitnessed", 1),
        (Bug::StaleRowOnLeaf, "illegal", 50),
        (Bug::OneMoveTooMany, "unsound", 50),
        (Bug::LineOfLastIteration, "truncated", 50),
    ] {
        let mut found = 0;
        judged_by_facts(&mut silent(Some(bug)), sample(8_000), |options, _, _, judged| {
            found += u64::from(!judged.is_accepted(options) && judged.finding() == finding);
        });
        assert!(found >= least, "{}: {found} are {finding}", bug.name());
    }
}

/// Features that leave one fixed tree without a table.
const FIXED: [Feature; 3] = [Feature::Repetition, Feature::Contempt, Feature::QuietPlies];

/// The searches of `engine` with one of these features and nothing else that matters, as minimax judges them.
fn judged_by_minimax(
    engine: &mut Engine,
    games: u64,
    mut each: impl FnMut(&Options, &Graph, usize, &Judged),
) -> u64 {
    let (mut harness, mut graph, mut judged) = (Harness::with_store(NoStore), Graph::leaf(Score::ZERO), 0);
    for index in 0..games {
        let choices = &mut Seeded::new(33, index);
        let features = Features::NONE.with(FIXED[index as usize % FIXED.len()], choices);
        let quiescence = Some(Quiescence { plies: 3, in_line: true });
        let options =
            features.enabled(Options { quiescence, deepening: index % 3 == 0, ..Options::NONE }, choices);
        let options = Options { extension: index % 5 == 0, table: None, ..options };
        let rules = options.rules();
        if rules.has_sets() || !rules.is_fixed() {
            continue;
        }
        judged += 1;
        let depth = random_game_with(34, index, &mut graph, |_| true);
        let mut game = prepare(&mut harness, &graph, depth);
        for options in options.recursions() {
            each(&options, &graph, depth, &judge_by(&rules, &mut game, engine, options));
        }
        game.finish();
    }
    judged
}

#[test]
fn draws_of_all_kinds_have_one_value_without_a_table() {
    for told in [true, false] {
        let mut engine = if told { Engine::new(None) } else { silent(None) };
        let judged = judged_by_minimax(&mut engine, sample(20_000), |options, graph, depth, judged| {
            let verdict = judged.trial.verdict;
            assert_eq!(verdict, ScoreVerdict::Exact, "{graph}\ndepth {depth}\n{options:?}\n{judged:?}");
            judged.assert_accepted(options, graph, depth);
        });
        assert!(judged > sample(10_000), "{judged}");
    }
}

/// Without nodes, each wrong score and each wrong line of these searches is found.
#[test]
fn their_wrong_scores_are_found_without_nodes() {
    for bug in [Bug::WrongSide, Bug::LastMoveForgotten, Bug::RepetitionIgnored, Bug::StaleRowOnDraw] {
        let mut found = 0;
        judged_by_minimax(&mut silent(Some(bug)), sample(8_000), |options, _, _, judged| {
            found += u64::from(!judged.is_accepted(options));
        });
        assert!(found >= 20, "{}: {found}", bug.name());
    }
}
