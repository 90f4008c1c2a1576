//! The declarations that a report gives for a search that declares nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::answer;
use crate::common::engine::{
    Bug, Engine, Features, LateMoves, Options, PvCutoffs, Quiescence, Replacement, TableOptions,
};
use crate::common::prelude::*;
use pvcheck::game::AnyPosition;
use pvcheck::prelude::*;
use pvcheck::search::{Scratch, Task};

/// Searches with three habits each, in the order in which a report declares them.
const SEARCHES: [&str; 20] = [
    "tt(draft=deeper)+deepening+lmr(1)",
    "tt(draft=deeper)+lmr(1)+null(1)",
    "tt(draft=deeper)+repetition+quiescence",
    "repetition+quiescence+extension",
    "tt(draft=deeper)+extension+iir",
    "tt(draft=deeper)+repetition+lmr(1)",
    "lmr(1)+null(1)+futility(50)",
    "repetition+quiescence+lmr(1)",
    "tt(draft=deeper)+quiescence+razoring(50)",
    "repetition+extension+static-null(50)",
    "tt(draft=deeper)+repetition+move-count(2)",
    "tt(draft=deeper)+repetition+iir",
    "tt(draft=deeper)+quiescence+null(1)",
    "repetition+extension+lmr(1)",
    "quiescence+extension+null(1)",
    "repetition+futility(50)+static-null(50)",
    "tt(draft=deeper)+repetition+extension",
    "repetition+lmr(1)+razoring(50)",
    "repetition+quiescence+move-count(2)",
    "tt(draft=deeper)+repetition+null(1)",
];

/// PVS with these options, which it does not declare, as the search under test; `change` alters the answer to the search of this
/// number.
fn undeclared(options: &str, change: fn(u64, &Request<'_>, Answer) -> Answer) -> Verification {
    let options: SearchOptions = options.parse().expect("options");
    let number = AtomicU64::new(0);
    let search = move |scratch: &mut Scratch, request: &Request<'_>| {
        let root = AnyPosition::Graph(request.root().graph().position(request.root().node()));
        let task = Task { root: &root, depth: request.depth(), options: &options, node_limit: None };
        let mut answered = None;
        scratch.new_game();
        let mut store = Store::Triangular.any();
        Algorithm::PvsSoft.search(&mut store, &mut (), scratch, task, &mut |outcome| {
            answered = Some(answer(outcome).of_depth(outcome.depth));
        });
        change(number.fetch_add(1, Ordering::Relaxed), request, answered.expect("a search has a result"))
    };
    verify_object(Scratch::default, search).games(RandomGames::seed(1).cycles().marks())
}

fn unchanged(_: u64, _: &Request<'_>, answer: Answer) -> Answer {
    answer
}

/// The names of the features, without their values.
fn features(words: &str) -> Vec<&str> {
    words.split('+').map(|word| word.split('(').next().expect("a name")).collect()
}

#[test]
fn the_declarations_of_three_habits_are_found_in_nine_of_ten_searches() {
    let found = SEARCHES.map(|options| {
        let report = undeclared(options, unchanged).report();
        let words = report.explanation().map(|explanation| explanation.words.clone());
        (words.as_deref().map(features) == Some(features(options)), options, words)
    });
    let right = found.iter().filter(|(is_right, ..)| *is_right).count();
    assert!(right >= 18, "{right} of 20: {found:#?}");
}

/// A score of 7 for every game is no feature of a search.
#[test]
fn a_wrong_score_is_explained_by_no_declaration() {
    for options in ["", "repetition", "tt(draft=deeper)+lmr(1)"] {
        let report = undeclared(options, |_, _, _| Answer::score(Score::saturating(7)).line([])).report();
        assert_eq!(report.explanation(), None, "{options}: {report}");
        let text = report.to_string();
        let says_so = text.contains(
            "\nNo small set of the declarations that were tried explains these results.\nNot tried: ",
        ) || text
            .contains("\nNo explanation by declarations: the time for trying sets of them was over.\n");
        assert!(says_so, "{options}: {text}");
    }
}

/// One wrong score does not come back when its game is searched again. What else the search does is not explained then either.
#[test]
fn a_search_that_does_not_always_return_the_same_is_explained_by_nothing() {
    for options in ["", "repetition"] {
        let once = |number, _: &Request<'_>, answer| {
            if number == 499 { Answer::score(Score::saturating(999)) } else { answer }
        };
        let report = undeclared(options, once).report();
        assert!(!report.is_clean() && report.explanation().is_none(), "{options}: {report}");
        assert!(!report.to_string().contains("\nNo "), "{options}: {report}");
    }
}

/// No declaration allows a panic.
#[test]
fn nothing_is_said_about_declarations_for_a_panic() {
    let report = undeclared("repetition", |_, request, answer| {
        assert!(request.depth() < 2, "too deep");
        answer
    });
    let report = report.report();
    assert!(!report.is_clean() && !report.to_string().contains("\nNo "), "{report}");
}

#[test]
fn what_is_missing_is_added_to_what_is_declared() {
    let rules = "tt(draft=deeper)".parse().expect("a declaration");
    let report = undeclared("tt(draft=deeper)+repetition", unchanged).declares(rules).report();
    let explanation = report.explanation().expect("one more word explains it");
    assert_eq!((explanation.words.as_str(), explanation.is_added), ("repetition", true), "{report}");
    let text = report.to_string();
    assert!(text.contains("beside what is declared") && text.contains("declare    +repetition\n"), "{text}");
}

/// Every line is illegal, whatever the search declares; its scores are right by one word.
#[test]
fn where_lines_are_wrong_too_the_scores_are_explained() {
    let report = undeclared("repetition", |_, _, answer| answer.line([Move::POISON])).report();
    let explanation = report.explanation().expect("one word explains the scores");
    assert_eq!((explanation.words.as_str(), explanation.leaves_lines), ("repetition", true), "{report}");
    assert!(report.to_string().contains("the wrong lines stay"), "{report}");
}

/// Lines of searches to depth 0 are illegal, which is known. The other results are explained as if they were right.
#[test]
fn what_is_known_needs_no_declaration() {
    let answer = |_, request: &Request<'_>, answer: Answer| {
        if request.depth() == 0 { answer.line([Move::POISON]) } else { answer }
    };
    let report =
        undeclared("repetition", answer).known("# A search always has a move.\nv1 depth=0 0").report();
    let explanation = report.explanation().expect("one word explains the others");
    assert_eq!((explanation.words.as_str(), explanation.leaves_lines), ("repetition", false), "{report}");
}

/// The table of the engine: entries of greater drafts cause cutoffs too.
const TABLE: TableOptions = TableOptions {
    slots: 64,
    replacement: Replacement::Always,
    deeper_drafts: true,
    leaves: false,
    kept: true,
    pv_cutoffs: PvCutoffs::None,
};

/// No option of the engine, and one each.
const NONE: Options = Options::NONE;
const TT: Options = Options { table: Some(TABLE), ..NONE };
const LEAVES: Options = Options { table: Some(TableOptions { leaves: true, ..TABLE }), ..NONE };
const QUIESCENCE: Options = Options { quiescence: Some(Quiescence { plies: 8, in_line: true }), ..NONE };
const REPETITION: Options = Options { repetition: true, ..NONE };
const LMR: Options = Options { late_moves: Some(1), ..NONE };

/// Features of the engine beyond its options, each alone.
const DEEPER_LMR: Features = Features { late_moves: Some(LateMoves { most: 3, after: 1 }), ..Features::NONE };
const MATE_DISTANCE: Features = Features { mate_distance: true, ..Features::NONE };

/// Pairs of habits of the engine, with their declaration.
const PAIRS: [(&str, Options); 19] = [
    ("tt(draft=deeper,leaves=yes)+deepening", Options { deepening: true, ..LEAVES }),
    ("tt(draft=deeper)+quiescence(plies=8)", Options { table: Some(TABLE), ..QUIESCENCE }),
    ("tt(draft=deeper,leaves=yes)+repetition", Options { repetition: true, ..LEAVES }),
    ("tt(draft=deeper)+lmr(1)", Options { table: Some(TABLE), ..LMR }),
    ("tt(draft=deeper)+repetition", Options { table: Some(TABLE), ..REPETITION }),
    ("quiescence(plies=8)+null(1)", Options { null_move: Some(1), ..QUIESCENCE }),
    ("order=killers+lmr(1)", Options { killers: true, ..LMR }),
    ("repetition+extension(longest=56)", Options { extension: true, ..REPETITION }),
    ("null(1)+futility(0)", Options { null_move: Some(1), futility: Some(1), ..NONE }),
    ("quiescence(plies=8)+razoring(0)", Options { razoring: Some(1), ..QUIESCENCE }),
    ("lmr(1)+move-count(2)", Options { move_count: Some(2), ..LMR }),
    ("tt(draft=deeper)+iir", Options { iir: true, hash_move: true, ..TT }),
    ("tt(draft=deeper)+mate-distance", Options { features: MATE_DISTANCE, ..TT }),
    ("repetition+quiescence(plies=8)", Options { repetition: true, ..QUIESCENCE }),
    ("tt(draft=deeper)+null(2)", Options { null_move: Some(2), ..TT }),
    ("repetition+lmr(1..3,after=1)", Options { features: DEEPER_LMR, ..REPETITION }),
    ("tt(draft=deeper)+static-null(0)", Options { static_null: Some(1), ..TT }),
    ("extension(longest=56)+null(1)", Options { extension: true, null_move: Some(1), ..NONE }),
    ("tt(draft=deeper)+deepening", Options { deepening: true, ..TT }),
];

/// The engine with these options as the search under test. It reports no nodes.
fn engine(bug: Option<Bug>, options: Options) -> Verification {
    let search = move |engine: &mut Engine, request: &Request<'_>| {
        engine.options = options;
        let found = engine.search(request.root(), request.depth(), None, &mut ());
        let outcome = *found.outcomes().last().expect("a search has a result");
        answer(&outcome).of_depth(outcome.depth)
    };
    let games = RandomGames::seed(1).cycles().marks().mates().count(5_000);
    verify_object(move || Engine::new(bug), search).games(games)
}

fn rules(words: &str) -> Rules {
    words.parse().unwrap_or_else(|error| panic!("{words}: {error}"))
}

/// The declaration of each pair is tried. That of mate distance pruning and that of greater drafts beside `iir` are needed for no result
/// here, so that a smaller one is right too. By what is suggested, a bug is still found.
#[test]
fn most_pairs_of_habits_are_found_without_nodes_and_no_other_habit_is_suggested() {
    let found = PAIRS.map(|(words, options)| {
        let report = engine(None, options).report();
        let suggested = report.explanation().map_or("", |explanation| &explanation.words).to_owned();
        let bug = engine(Some(Bug::LastMoveForgotten), options).declares(rules(&suggested));
        let bug = bug.games(RandomGames::seed(2).cycles().marks().count(300)).report();
        (words, suggested, bug.scores(ScoreVerdict::Unwitnessed))
    });
    let right = found.iter().filter(|(words, suggested, _)| rules(words) == rules(suggested)).count();
    assert!(right >= 17, "{right} of 19: {found:#?}");
    for (words, suggested, wrong_scores) in &found {
        let is_habit = |name: &&str| features(words).contains(name);
        assert!(!suggested.is_empty() && features(suggested).iter().all(is_habit), "{words}: {suggested}");
        assert!(*wrong_scores > 10, "{wrong_scores} wrong scores by {suggested}");
    }
}

/// The search is right, and declares all but that leaves probe the table.
#[test]
fn probing_at_leaves_is_suggested_to_an_engine_that_does_not_declare_it() {
    let deepening = Options { deepening: true, ..LEAVES };
    for (words, options) in [
        ("tt(draft=deeper)", LEAVES),
        ("tt(draft=deeper)+deepening", deepening),
        ("tt(draft=deeper)+deepening+lmr(1)", Options { late_moves: Some(1), ..deepening }),
        ("tt(draft=deeper)+deepening+repetition", Options { repetition: true, ..deepening }),
    ] {
        let report = engine(None, options).declares(rules(words)).report();
        let explanation = report.explanation().expect("one word explains it");
        assert_eq!(explanation.words, "tt(leaves=yes)", "{words}: {report}");
        assert!(!report.to_string().contains("joined-bounds"), "{words}: {report}");
    }
}

/// Bugs that leave the scores as they are, of a search that declares all that it does.
#[test]
fn a_wrong_line_with_a_right_score_is_explained_by_nothing() {
    let lmr = Options { table: Some(TABLE), ..LMR };
    let quiescence = Options { deepening: true, quiescence: QUIESCENCE.quiescence, ..LEAVES };
    let mut wrong = 0;
    for (words, options) in [
        ("", NONE),
        ("tt(draft=deeper)+lmr(1)", lmr),
        ("tt(draft=deeper,leaves=yes)+deepening+quiescence(plies=8)", quiescence),
    ] {
        for bug in Bug::ALL.iter().copied().filter(|&bug| bug.is_of_line() || bug == Bug::LargerScore) {
            let report = engine(Some(bug), options).declares(rules(words)).report();
            if report.is_clean() || report.scores(ScoreVerdict::Unwitnessed) > 0 {
                continue;
            }
            wrong += 1;
            assert_eq!(report.explanation(), None, "{words}, {}: {report}", bug.name());
            let text = report.to_string();
            assert!(text.contains("\nNo declaration is suggested: the scores are right"), "{text}");
        }
    }
    assert!(wrong > 8, "{wrong} searches with wrong lines");
}

/// A search with singular extension, and what it needs for that.
#[test]
fn a_declaration_that_few_engines_need_is_marked_as_unusual() {
    let options = Options {
        features: Features { singular: true, ..Features::NONE },
        hash_move: true,
        deepening: true,
        ..TT
    };
    let report = engine(None, options).declares(rules("tt(draft=deeper)+deepening")).report();
    let explanation = report.explanation().expect("one word explains it");
    let text = report.to_string();
    assert!(text.contains(&format!("\nunusual    `{}`: few engines do this\n", explanation.words)), "{text}");
    assert!(text.contains(&format!("\ndeclare    +{}\n", explanation.words)), "{text}");
}
