//! The engine of the tests, which shares no code with the searches of the library: the harness never reports it, and
//! reports its seeded bugs.

use crate::common::engine::Engine;
use crate::common::engine::acts::Act;
use crate::common::engine::options::Options;
use crate::common::engine::trial::{judge, prepare, random_game};
use pvcheck::check::Harness;
use pvcheck::game::{Graph, Seeded};
use pvcheck::pv::NoStore;
use pvcheck::score::Score;

/// The number of searches with each act.
type Searches = [u64; Act::ALL.len()];

/// Runs the engine with random options on random games, with each of its four recursions. Every search must be accepted.
fn assert_accepted(seed: u64, games: u64) -> (u64, Searches) {
    let mut harness = Harness::with_store(NoStore);
    let (mut engine, mut graph) = (Engine::new(None), Graph::leaf(Score::ZERO));
    let (mut searches, mut with_act, mut other_values) = (0, [0; _], 0);
    for index in 0..games {
        let depth = random_game(seed, index, &mut graph);
        let mut game = prepare(&mut harness, &graph, depth);
        for options in Options::random(&mut Seeded::new(seed + 1, index)).recursions() {
            let judged = judge(&mut game, &mut engine, options);
            let accepted = judged.is_accepted(&options);
            assert!(
                accepted,
                "game {index}: {}\n{graph}\ndepth {depth}\n{options:?}\n{judged:?}",
                judged.finding()
            );
            searches += 1;
            other_values += u64::from(judged.is_other_value());
            for (count, &act) in with_act.iter_mut().zip(Act::ALL) {
                *count += u64::from(engine.acts.count(act) > 0);
            }
        }
        game.finish();
    }
    assert!(other_values * 200 > searches, "{other_values} values other than minimax in {searches} searches");
    (searches, with_act)
}

#[test]
fn the_engine_is_never_reported_and_all_its_options_act() {
    let (searches, with_act) = assert_accepted(1, 10_000);
    for (act, count) in Act::ALL.iter().zip(with_act) {
        println!("{}: {count} of {searches}", act.name());
    }
    for (act, count) in Act::ALL.iter().zip(with_act) {
        assert!(count * 1_000 >= searches, "{}: in {count} of {searches} searches", act.name());
    }
}
