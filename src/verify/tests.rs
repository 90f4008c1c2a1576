//! Tests of what every verification reports under any declaration.

use super::*;
use crate::feature::tests::declarations;
use crate::game::SharedPosition;
use crate::oracle::Rules;
use crate::score::Score;
use crate::verify::trials::{Runner, run_watched};

/// The number of games on which each declaration is tried.
const GAMES: u64 = 40;

/// The declaration of an engine with many habits.
const MANY: &str = "tt(draft=deeper,keep=yes,quiescence=yes,evaluation=yes)+deepening+order=killers+repetition(path=2,game=3,root=game)\
    +contempt(0,spread=1)+fifty-move+correction-history(541)+quiescence(plies=32)\
    +extension(longest=64,moves=any,times=255,plies=-3..4)+singular(longest=64,plies=-3..4)+null(6..12)\
    +lmr(1..11,after=1,again=shallower)+static-null(0,depth=18)+razoring(0,depth=3)+futility(0,depth=9)\
    +move-count(1)+iir(plies=1..2)+mate-distance+any-windows";

/// Returns the declarations of each word, of each pair of words, and of many words.
fn words_pairs_and_many() -> Vec<(String, Rules)> {
    let words: Vec<String> = declarations().collect();
    let pairs = words.iter().flat_map(|one| words.iter().map(move |other| format!("{one}+{other}")));
    assert!(MANY.parse::<Rules>().is_ok());
    let all = words.iter().cloned().chain(pairs).chain([MANY.to_owned()]);
    // A pair of values of one feature is no text: they are written in one word.
    all.filter_map(|text| text.parse().ok().map(|rules| (text, rules))).collect()
}

/// Runs `work` with a search of games of all kinds that gives this answer.
fn runner<R: Send + 'static>(
    answer: fn() -> Answer,
    work: impl FnOnce(&mut Runner<'_, SharedPosition>) -> R + Send + 'static,
) -> R {
    let games = RandomGames::seed(3).count(GAMES).cycles().marks();
    let prepared = verify(move |_: &Request<'_>| answer()).games(games).ready(false);
    run_watched(&prepared.trials, work).expect("it answers at once")
}

fn constant() -> Answer {
    Answer::score(Score::saturating(12_345))
}

/// Returns a lower bound that is always true.
fn bound() -> Answer {
    Answer::lower(Score::MIN)
}

/// The declarations of a search change its judge. No run is clean in which every answer is the same number, or a bound
/// that says nothing.
#[test]
fn a_constant_is_reported_under_each_declaration_and_each_pair() {
    for answer in [constant, bound] {
        assert_eq!(green_declarations(answer), Vec::<String>::new());
    }
}

/// Returns the declarations under which a search with this answer is judged but not reported in any game.
fn green_declarations(answer: fn() -> Answer) -> Vec<String> {
    runner(answer, |runner| {
        let all = words_pairs_and_many();
        assert!(all.len() > 2_300, "{}", all.len());
        let is_green = |rules: &Rules, runner: &mut Runner<'_, SharedPosition>| {
            let mut judged = false;
            (0..GAMES).all(|index| {
                let item = runner.trials.item(index);
                let result = runner.search_by(rules, &item);
                judged |= result.as_ref().is_ok_and(|judged| judged.by.is_a_judge());
                runner.trials.finding(&item, &result).is_none()
            }) && judged
        };
        all.into_iter()
            .filter(|(_, rules)| is_green(rules, runner))
            .map(|(words, _)| words)
            .collect::<Vec<_>>()
    })
}

/// A report draws the game of each finding.
#[test]
fn a_wrong_answer_is_drawn_under_each_declaration_with_and_without_quiescence() {
    let undrawn = runner(constant, |runner| {
        let words = declarations().flat_map(|word| [word.clone(), format!("{word}+quiescence(plies=2)")]);
        let all = words.filter_map(|text| text.parse().ok().map(|rules: Rules| (text, rules)));
        let is_drawn = |rules: &Rules, runner: &mut Runner<'_, SharedPosition>| {
            (0..GAMES).all(|index| {
                let item = runner.trials.item(index);
                runner.search_by(rules, &item).map_or_else(
                    |unjudged| unjudged.no_answer().is_none(),
                    |judged| {
                        let drawing = item.detail(rules, &judged).drawing;
                        drawing.starts_with("root") || drawing.is_empty()
                    },
                )
            })
        };
        all.filter(|(_, rules)| !is_drawn(rules, runner)).map(|(words, _)| words).collect::<Vec<_>>()
    });
    assert!(undrawn.is_empty(), "{undrawn:#?}");
}
