//! The declarations that a report gives for a search that declares nothing.

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

/// Verifies PVS with these options, which it does not declare, and adds `error` to its scores.
fn undeclared(options: &str, error: i32) -> pvcheck::verify::Report {
    let options: SearchOptions = options.parse().expect("options");
    let search = move |scratch: &mut Scratch, request: &Request<'_>| {
        let root = AnyPosition::Graph(request.root().graph().position(request.root().node()));
        let task = Task { root: &root, depth: request.depth(), options: &options, node_limit: None };
        let mut answered = None;
        scratch.new_game();
        let mut store = Store::Triangular.any();
        Algorithm::PvsSoft.search(&mut store, &mut (), scratch, task, &mut |outcome| {
            answered = Some(answer(&Outcome { score: outcome.score + error, ..*outcome }));
        });
        answered.expect("a search has a result")
    };
    verify_object(Scratch::default, search).games(RandomGames::seed(1).cycles().marks()).report()
}

/// The names of the features, without their values.
fn features(words: &str) -> Vec<&str> {
    words.split('+').map(|word| word.split('(').next().expect("a name")).collect()
}

#[test]
fn the_declarations_of_three_habits_are_found_in_nine_of_ten_searches() {
    let found = SEARCHES.map(|options| {
        let report = undeclared(options, 0);
        let words = report.explanation().map(|explanation| explanation.words.clone());
        (words.as_deref().map(features) == Some(features(options)), options, words)
    });
    let right = found.iter().filter(|(is_right, ..)| *is_right).count();
    assert!(right >= 18, "{right} of 20: {found:#?}");
}

#[test]
fn a_wrong_score_is_explained_by_no_declaration() {
    for options in ["", "repetition", "tt(draft=deeper)+lmr(1)"] {
        let report = undeclared(options, 1);
        assert_eq!(report.explanation(), None, "{options}: {report}");
    }
}
