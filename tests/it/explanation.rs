//! The declarations that a report gives for a search that declares nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use pvcheck::algorithm::Algorithm;
use pvcheck::game::AnyPosition;
use pvcheck::prelude::*;
use pvcheck::pv::Store;
use pvcheck::search::{Outcome, Scratch, SearchOptions, Task};

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

fn answer(outcome: &Outcome<'_>) -> Answer {
    let answer = match outcome.bound {
        Bound::Exact => Answer::score(outcome.score),
        Bound::Lower => Answer::lower(outcome.score),
        Bound::Upper => Answer::upper(outcome.score),
    };
    let answer = answer.line(outcome.line.into_iter().flatten().copied());
    let best = outcome.best_move.into_iter();
    best.fold(answer, Answer::best_move).of_depth(outcome.depth)
}

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
            answered = Some(answer(outcome));
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
        let says_so = text.contains("\nNo small set of declarations explains these results.\n")
            || text
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
        undeclared("repetition", answer).known("v1 depth=0 0", "a search always has a move").report();
    let explanation = report.explanation().expect("one word explains the others");
    assert_eq!((explanation.words.as_str(), explanation.leaves_lines), ("repetition", false), "{report}");
}
