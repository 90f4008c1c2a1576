//! The engine of the tests, which shares no code with the searches of the library: the harness never reports it, and
//! reports each of its seeded bugs.

use crate::common::engine::bug::Bug;
use crate::common::engine::campaign;
use crate::common::engine::compare::Comparison;
use crate::common::engine::games::random_game_with;
use pvcheck::game::{Graph, Seeded};
use pvcheck::score::Score;

#[test]
fn the_engine_is_never_reported_and_all_its_options_act() {
    campaign::run(1, 20_000).assert_acts(250);
}

/// In how many searches a seeded bug has an effect.
#[derive(Default, Debug)]
struct Effects {
    /// A score is not that of the correct engine.
    scores: u32,
    /// Such a score is accepted if the harness is notified of all nodes.
    missed_scores: u32,
    /// Such a score is accepted if the harness is given scores and lines only.
    missed_scores_by_results: u32,
    /// A line is not that of the correct engine, and all scores are.
    lines: u32,
    /// The harness has a finding if it is notified of all nodes.
    found: u32,
    /// The harness has a finding if it is given scores and lines only.
    found_by_results: u32,
}

/// The effects of a seeded bug on random games where it can act, with random options where it can act.
fn effects(bug: Bug, seed: u64) -> Effects {
    let (mut comparison, mut graph) = (Comparison::new(bug), Graph::leaf(Score::ZERO));
    let mut effects = Effects::default();
    for index in 0..4_000 {
        let depth = random_game_with(seed, index, &mut graph, |graph| bug.suits(graph));
        let options = bug.random_options(&mut Seeded::new(seed + 1, index));
        let compared = comparison.compare(options, &graph, depth);
        let wrong = compared.score_differs;
        effects.scores += u32::from(wrong);
        effects.missed_scores += u32::from(wrong && compared.accepted_by_nodes);
        effects.missed_scores_by_results += u32::from(wrong && compared.accepted_by_results);
        effects.lines += u32::from(compared.line_differs && !wrong);
        effects.found += u32::from(!compared.accepted_by_nodes);
        effects.found_by_results += u32::from(!compared.accepted_by_results);
    }
    effects
}

/// Each bug changes scores, or lines only, and the harness finds it. How many wrong scores it misses is a measure of its
/// sensitivity.
#[test]
fn every_seeded_bug_of_the_engine_is_found() {
    for (&bug, seed) in Bug::ALL.iter().zip(100..) {
        let effects = effects(bug, seed);
        println!("{}: {effects:?}", bug.name());
        assert!(effects.found >= 20, "{}: {effects:?}", bug.name());
        assert!(effects.missed_scores <= effects.missed_scores_by_results, "{}: {effects:?}", bug.name());
        assert_eq!(bug.is_of_line(), effects.scores == 0, "{}: {effects:?}", bug.name());
        assert!(!bug.is_of_line() || effects.lines > 0, "{}: {effects:?}", bug.name());
    }
}
