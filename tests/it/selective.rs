//! Selective searches, which skip or reduce moves by a heuristic, and the rules of the oracle for them.

use crate::common::prelude::*;
use crate::common::{options, row, sample, subjects, worst_line};
use pvcheck::contract::rules;
use pvcheck::feature::Feature;
use pvcheck::oracle::{Margin, Plies, Reductions};

/// Every selective search option alone, with its name.
fn alone() -> impl Iterator<Item = (&'static str, &'static str)> {
    Feature::guesses().map(|(feature, guess)| (feature.name, guess.presets[0]))
}

/// All of them together, some with other values.
fn together() -> String {
    let others = "tt(draft=deeper)+static-null(3)+razoring(2)+move-count(2)+order=killers";
    let missing = alone().filter(|(name, _)| !others.split('+').any(|word| word.starts_with(name)));
    missing.fold(others.to_owned(), |all, (_, text)| format!("{all}+{}", text.trim_start_matches("tt+")))
}

fn play(games: u64, text: &str, algorithm: Algorithm, stores: &[Store]) -> Finished {
    let (games, subjects) = (Random { seed: 41, games }, subjects(&[algorithm], stores, options(text)));
    Campaign::new(&games, subjects).threads(2).replaying(Vec::new()).run(|_| ())
}

#[test]
fn with_each_selective_option_copied_lines_are_sound_and_the_single_array_fails() {
    for (_, text) in alone() {
        // The single array of PVS seldom fails with some of them.
        let pvs = play(60_000, text, Algorithm::PvsSoft, &[Store::Triangular, Store::SingleArray]);
        let alpha_beta = play(sample(60_000), text, Algorithm::AlphaBetaHard, &[Store::Triangular]);
        for (finished, algorithm) in [(&pvs, Algorithm::PvsSoft), (&alpha_beta, Algorithm::AlphaBetaHard)] {
            let tally = &row(finished, algorithm, Store::Triangular).tally;
            assert!(worst_line(tally) <= LineKind::Truncated && tally.node_faults == 0, "{text}");
            assert_eq!(tally.score(ScoreVerdict::Unwitnessed), 0, "{text}");
            assert!(tally.score(ScoreVerdict::Witnessed) > 0, "{text} changes some value");
        }
        let single = &row(&pvs, Algorithm::PvsSoft, Store::SingleArray).tally;
        assert!(single.line(LineKind::Unsound) > 0 && single.line(LineKind::Illegal) > 0, "{text}");
    }
}

/// In how many games the oracle with these rules reports a correct search with these options.
fn reported(text: &str, rules: &Rules) -> u64 {
    crate::common::reported(&Random { seed: 9, games: 6_000 }, &options(text), rules, LineKind::NoneDue)
}

/// Each rule is needed, with exactly its limit: an oracle without the rule reports correct searches, and so does one
/// with a smaller reduction, or a larger margin.
#[test]
fn an_oracle_without_the_rule_of_a_selective_option_reports_correct_searches() {
    let correct = |text: &str| rules(Profile::ALPHA_BETA, &options(text));
    assert_eq!(reported(&together(), &correct(&together())), 0);
    for (name, text) in alone() {
        let others: Vec<&str> = text.split('+').filter(|word| !word.starts_with(name)).collect();
        assert_eq!(reported(text, &correct(text)), 0, "{text}");
        assert!(reported(text, &correct(&others.join("+"))) > 0, "{text} has a rule");
    }
    let assert_needed = |text: &str, change: fn(Rules) -> Rules| {
        assert_eq!(reported(text, &correct(text)), 0, "{text}");
        assert!(reported(text, &change(correct(text))) > 0, "{text}: {:?}", change(correct(text)));
    };
    assert_needed("null(1)", |rules| Rules { null: Some(Plies::exactly(0)), ..rules });
    assert_needed("lmr(2)", |rules| Rules { lmr: Some(Reductions::by_plies(1)), ..rules });
    assert_needed("futility(1)", |rules| Rules { futility: Some(Margin::at_one(2)), ..rules });
    assert_needed("static-null(1)", |rules| Rules { static_null: Some(Margin::at_all(2)), ..rules });
    assert_needed("move-count(1)", |rules| Rules { move_count: Some(2), ..rules });
}
