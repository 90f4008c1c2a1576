//! Selective searches: what is left out or reduced by a guess, and the rules that judge them.

mod common;

use common::row;
use pvcheck::algorithm::{Algorithm, Profile};
use pvcheck::campaign::{Campaign, Finished, Random};
use pvcheck::contract::rules;
use pvcheck::oracle::Rules;
use pvcheck::pv::Store;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::verdict::{LineKind, ScoreVerdict};

/// Every selective search option, alone.
const ALONE: [&str; 7] =
    ["null(1)", "lmr(1)", "futility(1)", "static-null(1)", "razoring(1)", "move-count(1)", "tt+iir"];

/// And all of them together.
const TOGETHER: &str =
    "tt(draft=deeper)+null(1)+lmr(1)+futility(1)+static-null(3)+razoring(2)+move-count(2)+iir+order=killers";

fn options(text: &str) -> SearchOptions {
    format!("pvs-soft+triangular+{text}").parse::<Subject>().expect("a subject").options
}

fn play(games: &Random, text: &str, stores: &[Store]) -> Finished {
    let options = options(text);
    let of = |algorithm| stores.iter().map(move |&store| Subject { algorithm, store, options });
    let subjects = [Algorithm::PvsSoft, Algorithm::AlphaBetaHard].into_iter().flat_map(of).collect();
    Campaign::new(games, subjects).threads(2).replaying(Vec::new()).run(|_| ())
}

#[test]
fn lines_that_are_copied_are_sound_and_the_single_array_breaks_under_each_alone() {
    let games = Random { seed: 41, games: 60_000 };
    for text in ALONE {
        let finished = play(&games, text, &[Store::Triangular, Store::SingleArray]);
        for algorithm in [Algorithm::PvsSoft, Algorithm::AlphaBetaHard] {
            let tally = &row(&finished, algorithm, Store::Triangular).tally;
            assert!(tally.worst_line() <= LineKind::Truncated && tally.node_faults == 0, "{text}");
            assert_eq!(tally.score(ScoreVerdict::Unwitnessed), 0, "{text}");
            assert!(tally.score(ScoreVerdict::Witnessed) > 0, "{text} changes a value");
        }
        let single = &row(&finished, Algorithm::PvsSoft, Store::SingleArray).tally;
        assert!(single.line(LineKind::Unsound) > 0 && single.line(LineKind::Illegal) > 0, "{text}");
    }
}

/// In how many games a correct search with these search options is accused by these rules.
fn false_positives(text: &str, rules: &Rules) -> u64 {
    common::false_positives(&Random { seed: 9, games: 6_000 }, &options(text), rules, LineKind::NoneDue)
}

/// Each rule is needed, and as far as it goes: an oracle that is not told of a search option accuses valid
/// searches, and so does one that is told a smaller reduction, or a larger margin.
#[test]
fn an_oracle_that_is_not_told_of_a_selective_search_option_accuses_valid_searches() {
    let valid = |text| rules(Profile::ALPHA_BETA, &options(text));
    assert_eq!(false_positives(TOGETHER, &valid(TOGETHER)), 0);
    let untold = |text, change: fn(Rules) -> Rules| {
        assert_eq!(false_positives(text, &valid(text)), 0, "{text}");
        assert!(false_positives(text, &change(valid(text))) > 0, "{text}: {:?}", change(valid(text)));
    };
    untold("null(1)", |rules| Rules { null: None, ..rules });
    untold("null(1)", |rules| Rules { null: Some(0), ..rules });
    untold("lmr(2)", |rules| Rules { lmr: None, ..rules });
    untold("lmr(2)", |rules| Rules { lmr: Some(1), ..rules });
    untold("lmr(1)+order=killers", |rules| Rules { reorders: 0, ..rules });
    untold("futility(1)", |rules| Rules { futility: None, ..rules });
    untold("futility(1)", |rules| Rules { futility: Some(2), ..rules });
    untold("static-null(1)", |rules| Rules { static_null: None, ..rules });
    untold("static-null(1)", |rules| Rules { static_null: Some(2), ..rules });
    untold("razoring(1)", |rules| Rules { razoring: None, ..rules });
    untold("move-count(1)", |rules| Rules { move_count: None, ..rules });
    untold("move-count(1)", |rules| Rules { move_count: Some(2), ..rules });
    untold("tt+iir", |rules| Rules { iir: false, ..rules });
}
