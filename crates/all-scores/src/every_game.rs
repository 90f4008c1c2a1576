//! A search of your own, in every game on some positions and moves.

use super::Unscored;
use crate::check::EveryGame;
use crate::game::GraphPosition;
use crate::position::Move;
use crate::score::Score;
use crate::score::origin::{Classes, Origin, Part, Run};

/// Verifies a search in every game with these positions and moves, whatever the scores of the positions without moves are. The
/// search returns the score of the root and its line. It is compiled with the types of this crate, and does nothing with a
/// score but compare it, negate it, and add a constant to it.
///
/// # Errors
///
/// If `game` is no game; and if the search was found to use the numbers of scores: its score is of no position, or it answers
/// another game of a class differently. Six of them are tried, with scores up to some 100,000 apart.
pub fn every_game(
    game: &str,
    depth: usize,
    mut search: impl FnMut(&GraphPosition<'_>, usize) -> (Score, Vec<Move>),
) -> Result<EveryGame, String> {
    let mut unscored = Unscored::new(game, depth, false)?;
    let mut classes = Classes::new(unscored.variables(), Part::default());
    let mut all = EveryGame::default();
    while let Some(run) = classes.run(|| {
        let (graph, depth) = unscored.filled();
        let answer = search(&graph.root(), depth);
        let finding = EveryGame::finding(&graph.root(), depth, &answer);
        (answer, finding)
    }) {
        let Run::Class(((score, line), finding)) = run else { return Err(TOO_FAR.to_owned()) };
        if score.origin() == Origin::NONE {
            return Err(format!(
                "{NUMBERS}: {score} is the score of no position, in {}",
                unscored.filled().0
            ));
        }
        for spread in SPREADS {
            let mut turn = 0;
            let choose = |low: i32, high: i32| {
                turn = (turn + 3) % 7;
                (0.clamp(low, high) + spread * (turn - 3)).clamp(low, high)
            };
            let (other, game) = classes.run_again(choose, || {
                let (graph, depth) = unscored.filled();
                (search(&graph.root(), depth), graph.to_string())
            });
            if (other.0.origin(), &other.1) != (score.origin(), &line) {
                return Err(format!("{NUMBERS}: it decides otherwise in {game}"));
            }
        }
        all.add(finding.map(|finding| (finding, unscored.filled().0.to_string())));
    }
    Ok(all)
}

/// How far from zero, and from each other, the scores of other games of a class are.
const SPREADS: [i32; 6] = [1, 5, 30, 200, 3_000, 50_000];

const TOO_FAR: &str = "the search adds too large constants to scores; expected smaller ones";
const NUMBERS: &str = "the search decides by the numbers of scores; expected one that compares scores, negates them and adds constants";
