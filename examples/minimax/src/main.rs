//! The published crate `minimax` 0.6.0, unchanged, is verified. `docs/bugs-found.md` contains the results.
//!
//! ```console
//! $ cargo run --release -p pvcheck-minimax
//! ```

mod glue;
mod measures;

use minimax::{IterativeOptions, IterativeSearch, Negamax, Strategy as _};
use pvcheck::prelude::*;

use glue::{State, Static};
use measures::{SCORES, SETTINGS, SomeGames, row};

/// Runs one search of `IterativeSearch`. With `cut`, its line is cut to the depth of the search.
fn search(engine: &mut IterativeSearch<Static>, request: &Request<'_>, cut: bool) -> Answer {
    if request.depth() == 0 {
        return Answer::score(request.root().evaluate()); // It has no search to depth 0.
    }
    let root = State::of(request.root());
    engine.set_max_depth(request.depth() as u8);
    engine.choose_move(&root);
    let longest = if cut { request.depth() } else { usize::MAX };
    let line = root.moves_of(&engine.principal_variation()).into_iter().take(longest);
    Answer::exact(Score::saturating(engine.root_value().into()), line)
}

/// Verifies `IterativeSearch` with these options. The result of a search also depends on the order of the moves at the
/// root, which is random.
fn verification(options: fn() -> IterativeOptions, cut: bool) -> Verification {
    let search =
        move |engine: &mut IterativeSearch<Static>, request: &Request<'_>| search(engine, request, cut);
    verify_object(move || IterativeSearch::new(Static, options()), search)
        .declares(Rules::FIXED_TREE.tt(Drafts::Deeper).deepening().tt_narrow())
}

/// Verifies `Negamax`, which has no table and returns no line.
fn negamax() -> Verification {
    verify(|request: &Request<'_>| {
        let mut engine = Negamax::new(Static, request.depth() as u8);
        let best = engine.choose_move(&State::of(request.root()));
        let evaluation = request.root().evaluate();
        match best.filter(|_| !request.root().is_terminal()) {
            None if request.depth() == 0 => Answer::score(evaluation),
            None => Answer::score(Score::saturating(engine.root_value().into())),
            Some(best) => {
                Answer::score(Score::saturating(engine.root_value().into())).best_move(Move::new(best))
            }
        }
    })
}

/// Prints the rates, some of which are in `docs/bugs-found.md`, on as many games per line as the argument.
fn main() {
    let count = std::env::args().nth(1).map_or(20_000, |text| text.parse().expect("a number of games"));
    println!("{}", negamax().games(RandomGames::seed(1).scores(SCORES).count(count)).report());
    for setting in SETTINGS {
        for trees in [true, false] {
            let report = |cut| {
                let verification = verification(setting.options, cut).after(setting.after).threads(2);
                verification.games(SomeGames::new(trees, count)).report()
            };
            println!("{}", row(setting.name, trees, &report(false), &report(true)));
        }
    }
}

#[cfg(test)]
mod tests {
    use pvcheck::verify::Problem;

    use pvcheck::verdict::ScoreVerdict;

    use super::*;

    /// The names of the findings of one case, searched up to 100 times.
    fn findings(verification: Verification, case: &str) -> Vec<&'static str> {
        let report = verification.games(Vec::<Problem>::new()).repeats(100).case(case).report();
        report.examples().iter().map(|example| example.finding.name()).collect()
    }

    fn entries(count: usize) -> IterativeOptions {
        IterativeOptions::new().with_table_byte_size(16 * count)
    }

    fn random_games(trees: bool) -> SomeGames {
        SomeGames::new(trees, 1_000)
    }

    #[test]
    fn negamax_is_right() {
        negamax().games(RandomGames::seed(2).scores(SCORES).count(1_000)).run();
    }

    #[test]
    fn on_trees_with_a_large_table_the_lines_are_right() {
        for setting in [IterativeOptions::new, || IterativeOptions::new().with_mtdf()] {
            verification(setting, false).games(random_games(true)).run();
        }
    }

    #[test]
    fn all_scores_are_right_if_narrowed_windows_are_declared() {
        let case = "v1 depth=2 after=other-root [[[-3] 1[-2]]]";
        let cut = || verification(IterativeOptions::new, true);
        assert_eq!(findings(cut(), case), ["unsound"]);
        let without = cut().declares(Rules::FIXED_TREE.tt(Drafts::Deeper).deepening());
        assert_eq!(findings(without, case), ["unwitnessed"]);
        let report = verification(|| entries(8), false).games(random_games(false)).report();
        assert_eq!(report.scores(ScoreVerdict::Unwitnessed), 0, "{report}");
        assert!(report.scores(ScoreVerdict::Exact) > 900, "{report}");
    }

    #[test]
    fn a_line_continues_beyond_the_depth_with_the_entry_of_another_path() {
        let default = || verification(IterativeOptions::new, false);
        assert_eq!(findings(default(), "v1 depth=2 [[a:[0]] a]"), ["unsound"]);
        assert_eq!(findings(default(), "v1 depth=3 [a:[[0]] [a]]"), ["overlong"]);
        assert_eq!(findings(default(), "v1 depth=1 after=deeper [[0]]"), ["unsound"]);
        for case in ["v1 depth=2 [[a:[0]] a]", "v1 depth=3 [a:[[0]] [a]]", "v1 depth=1 after=deeper [[0]]"] {
            assert!(findings(verification(IterativeOptions::new, true), case).is_empty(), "{case}");
        }
    }

    #[test]
    fn a_line_contains_the_move_of_an_entry_of_another_depth() {
        let cut = |options| verification(options, true).known("truncated");
        assert_eq!(findings(cut(IterativeOptions::new), "v1 depth=4 [a:[[-1] 1[1]] [[a]]]"), ["unsound"]);
        // In a tree, where the entry of this iteration was replaced and that of the iteration before was not.
        assert_eq!(findings(cut(|| entries(64)), "v1 depth=4 [[0 [1] 0] [[0 [1]]]]"), ["unsound"]);
        assert_eq!(findings(cut(|| entries(8).with_mtdf()), "v1 depth=3 [1 [0 [1 0] [1]]]"), ["unsound"]);
    }

    #[test]
    fn a_small_table_makes_lines_short() {
        assert_eq!(findings(verification(|| entries(8), false), "v1 depth=2 [0 [0]]"), ["truncated"]);
    }

    #[test]
    fn a_table_of_one_entry_panics() {
        assert_eq!(findings(verification(|| entries(1), false), "v1 depth=1 0"), ["panicked"]);
    }
}
