//! How often the harness misses a seeded bug that made a result wrong: `snapshots/missed_bugs.snap`. `docs/internals/sensitivity.md`
//! describes how to read it.

use crate::common::engine::missed::{Missed, count};
use crate::common::engine::{Bug, Engine, Options, Regime, Variety, judge, judge_by, prepare, random_game};
use crate::common::prelude::*;
use crate::common::{assert_snapshot_of_sample, on_all_threads, percent, sample};

/// The number of wrong results per cell, and the most games that are played for them; a sample of these.
const MOST: (u64, u64) = (200, 250_000);

/// The most wrong results that may be accepted if all nodes are known, in per cent; in other cells the most of them that no
/// other correct search was found to return. `docs/internals/sensitivity.md` explains why the others are accepted.
const LIMITS: [f64; 2] = [5.0, 1.0];

/// The cells of few wrong lines, which are accepted although no other correct search shows them.
const ABOVE: &[(Bug, Regime)] =
    &[(Bug::TableMovesAppended, Regime::DeeperDrafts), (Bug::TableMovesAppended, Regime::TableAndSelective)];

/// The cells of all bugs and regimes.
fn cells() -> Vec<(Bug, Regime)> {
    Bug::ALL.iter().flat_map(|&bug| Regime::ALL.map(|regime| (bug, regime))).collect()
}

/// The shares that are accepted, and the number of wrong results.
fn accepted(missed: Option<Missed>) -> String {
    let Some(Missed { wrong, by_facts, by_results, by_nodes, .. }) = missed else { return "-".to_owned() };
    let [by_facts, by_results, by_nodes] = [by_facts, by_results, by_nodes].map(|part| percent(part, wrong));
    format!("{by_facts:5.1} {by_results:5.1} {by_nodes:5.1} {wrong:4}")
}

/// The shares that are accepted and that no other correct search returned. For a bug of the line also the share of right
/// lines among those that differ.
fn not_returned(missed: Option<Missed>) -> String {
    let Some(missed) = missed else { return "-".to_owned() };
    let Missed { wrong, by_results, by_nodes, valid_by_results, valid_by_nodes, right_lines, .. } = missed;
    let [by_results, by_nodes] =
        [by_results - valid_by_results, by_nodes - valid_by_nodes].map(|part| percent(part, wrong));
    format!("{by_results:5.1} {by_nodes:5.1} {:5.1}", percent(right_lines, right_lines + wrong))
}

fn table(title: &str, counts: &[Option<Missed>], cell: impl Fn(Option<Missed>) -> String) -> String {
    let row = |name: &str, cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>23}")).collect();
        format!("{name:<34}{}\n", cells.concat())
    };
    let mut text = String::new();
    // Three regimes side by side: a line has at most 120 columns.
    for part in [0..3, 3..6] {
        text +=
            &row(title, Regime::ALL[part.clone()].iter().map(|regime| regime.name().to_owned()).collect());
        for (&bug, counts) in Bug::ALL.iter().zip(counts.chunks(Regime::ALL.len())) {
            text += &row(bug.name(), counts[part.clone()].iter().map(|&missed| cell(missed)).collect());
        }
        text.push('\n');
    }
    text
}

/// The faults of a cell: too many wrong results are accepted.
fn faults((bug, regime): (Bug, Regime), missed: Missed) -> Option<String> {
    let Missed { wrong, by_nodes, valid_by_nodes, .. } = missed;
    let (share, others) = (percent(by_nodes, wrong), percent(by_nodes - valid_by_nodes, wrong));
    let is_fault = share > LIMITS[0] && others > LIMITS[1] && !ABOVE.contains(&(bug, regime));
    is_fault.then(|| format!("(Bug::{bug:?}, Regime::{regime:?}, {share:.1}), {others:.1} not returned"))
}

#[test]
fn wrong_results_are_rarely_accepted() {
    // No counts where a bug cannot act.
    let counts = on_all_threads(&cells(), |&cell| count(cell, (sample(MOST.0), sample(MOST.1))));
    for (bug, counts) in Bug::ALL.iter().zip(counts.chunks(Regime::ALL.len())) {
        let counts = || counts.iter().flatten();
        assert!(counts().any(|missed| missed.wrong >= missed.by_nodes + 20), "{} is found", bug.name());
        assert!(counts().all(|missed| missed.by_nodes <= missed.by_results), "{}: nodes hide it", bug.name());
    }
    let faults: Vec<String> =
        cells().into_iter().zip(&counts).filter_map(|(cell, &missed)| faults(cell, missed?)).collect();
    let accepted = table("accepted", &counts, accepted);
    let not_returned = table("not returned by another", &counts, not_returned);
    let description = "Wrong results of seeded bugs that are accepted, in per cent: if only facts are judged that hold for \
                       every search, if scores and lines are known, and if all nodes are known; and the number of wrong \
                       results. Then the last two shares of those that no other correct search returned, and the share of \
                       lines that differ and are right.";
    assert_snapshot_of_sample(
        ["missed_bugs", "missed_bugs_sample"],
        description,
        &format!("{accepted}{not_returned}"),
    );
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The engine with random choices is correct: otherwise its results would not show what is valid. Where it omits a re-search
/// because the score is known to be exact, its line is truncated.
#[test]
fn the_engine_with_random_choices_is_never_reported() {
    let (mut harness, mut engine) = (Harness::with_store(NoStore), Engine::new(None));
    let (mut graph, mut undeclared) = (Graph::leaf(Score::ZERO), 0_u64);
    for index in 0..sample(40_000) {
        let regime = Regime::ALL[(index % 6) as usize];
        let options =
            regime.options(Bug::LastMoveForgotten, &mut Seeded::new(2, index)).expect("it always acts");
        let depth = random_game(3, index, &mut graph);
        let mut game = prepare(&mut harness, &graph, depth);
        let options = Options { exact_outside: index % 2 == 0, ..options };
        let (variety, varied) = Variety::new(4, index, options);
        assert_eq!(varied.rules(), options.rules());
        engine.variety = Some(variety);
        let judged = judge(&mut game, &mut engine, varied);
        let is_accepted = judged.is_accepted(&varied) || judged.finding() == LineKind::Truncated.name();
        assert!(is_accepted, "{}: game {index}: {graph}\ndepth {depth}\n{varied:?}", judged.finding());
        if options.exact_outside {
            let rules = Rules { exact_outside: false, ..varied.rules() };
            let (again, _) = Variety::new(4, index, options);
            engine.variety = Some(again);
            let judged = judge_by(&rules, &mut game, &mut engine, varied);
            undeclared += u64::from(judged.trial.fault.is_some());
        }
        game.finish();
    }
    // Of the searches that are exact outside.
    assert!(undeclared > sample(200), "{undeclared} are reported undeclared");
}
