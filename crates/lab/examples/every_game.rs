//! A search of your own in *every* game on a tree, whatever the scores of its leaves are.
//!
//! ```console
//! $ cargo run --release -p pvcheck-lab --example every_game
//! ```
//!
//! The search is generic in its score: it compares scores, negates them and adds constants. With the scores of
//! `pvcheck-all-scores`, the results of these comparisons are enumerated, and not the scores. With numbers, it is verified for
//! all scores that it reads.

use std::ops::{Add, Neg};

use pvcheck::verify::{self, UnreadPosition};
use pvcheck_all_scores::all_scores::{EveryGame, every_game};
use pvcheck_all_scores::game::GraphPosition;
use pvcheck_all_scores::position::{Move, Position};
use pvcheck_all_scores::score::Score;

/// A game as this search sees it.
trait Game: Sized {
    type Score: Copy + Ord + Neg<Output = Self::Score> + Add<i32, Output = Self::Score>;
    type Move: Copy;
    const INFINITY: Self::Score;

    fn moves(&self) -> Vec<Self::Move>;
    fn play(&self, mv: Self::Move) -> Self;
    fn evaluate(&self) -> Self::Score;
}

impl Game for GraphPosition<'_> {
    type Score = Score;
    type Move = Move;
    const INFINITY: Score = Score::INFINITY;

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        Position::moves(self, &mut moves);
        moves
    }

    fn play(&self, mv: Move) -> Self {
        Position::play(self, mv)
    }

    fn evaluate(&self) -> Score {
        Position::evaluate(self)
    }
}

impl Game for UnreadPosition<'_> {
    type Score = i32;
    type Move = pvcheck::position::Move;
    const INFINITY: i32 = 1_000_000_000;

    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        pvcheck::position::Position::moves(self, &mut moves);
        moves
    }

    fn play(&self, mv: Self::Move) -> Self {
        pvcheck::position::Position::play(self, mv)
    }

    fn evaluate(&self) -> i32 {
        pvcheck::position::Position::evaluate(self).get()
    }
}

/// Principal variation search, fail-soft. A second search may begin at alpha, or at the score of the null window.
fn pvs<G: Game>(
    game: &G,
    depth: usize,
    window: (G::Score, G::Score),
    from_score: bool,
) -> (G::Score, Vec<G::Move>) {
    let (mut alpha, beta) = window;
    let moves = if depth == 0 { Vec::new() } else { game.moves() };
    if moves.is_empty() {
        return (game.evaluate(), Vec::new());
    }
    let (mut best, mut line) = (-G::INFINITY, Vec::new());
    for (index, &mv) in moves.iter().enumerate() {
        let child = game.play(mv);
        let search = |alpha: G::Score, beta: G::Score| {
            let (score, line) = pvs(&child, depth - 1, (-beta, -alpha), from_score);
            (-score, line)
        };
        let (mut score, mut below) = if index == 0 { search(alpha, beta) } else { search(alpha, alpha + 1) };
        if index > 0 && alpha < score && score < beta {
            let again = search(if from_score { score } else { alpha }, beta);
            (score, below) = (score.max(again.0), again.1);
        }
        best = best.max(score);
        if score > alpha {
            alpha = score;
            line = std::iter::once(mv).chain(below).collect();
        }
        if alpha >= beta {
            break;
        }
    }
    (best, line)
}

/// Branching 2 and depth 3.
const TREE: &str = "[[[0 0] [0 0]] [[0 0] [0 0]]]";

/// The search in every game on this tree.
fn in_every_game(from_score: bool) -> EveryGame {
    let full = (-Score::INFINITY, Score::INFINITY);
    every_game(TREE, 3, |position, depth| pvs(position, depth, full, from_score))
        .expect("it compares scores only")
}

/// The search of numbers in every game on this tree whose scores are from 0 to 3.
fn with_numbers(from_score: bool) -> pvcheck::check::EveryGame {
    let search = |position: &UnreadPosition<'_>, depth| {
        let (score, line) = pvs(position, depth, (-1_000_000_000, 1_000_000_000), from_score);
        (pvcheck::score::Score::saturating(score.into()), line)
    };
    verify::every_game(TREE, 3, 0..=3, search).expect("it does the same each time")
}

fn main() {
    for from_score in [false, true] {
        println!("Second search from {}:", ["alpha", "the score"][usize::from(from_score)]);
        let EveryGame { classes, wrong, first } = in_every_game(from_score);
        println!("  {wrong} of {classes} classes of all games are wrong");
        if let Some((finding, game)) = first {
            println!("    {finding} in {game}");
        }
        let found = with_numbers(from_score);
        println!("  {} of {} runs for the scores from 0 to 3 are wrong", found.wrong, found.classes);
        if let Some((finding, game)) = found.first {
            println!("    {finding} in {game}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_search_from_alpha_is_right_in_every_game_and_one_from_the_score_is_not() {
        let right = in_every_game(false);
        assert!(right.classes > 300 && right.wrong == 0, "{right:?}");
        let wrong = in_every_game(true);
        assert!(wrong.wrong > 0 && wrong.first.is_some(), "{wrong:?}");
        let (right, wrong) = (with_numbers(false), with_numbers(true));
        assert!(right.classes > 3_000 && right.wrong == 0, "{right:?}");
        assert!(wrong.wrong > 0 && wrong.first.is_some(), "{wrong:?}");
    }

    /// It trusts only a small lead, or stops at a high score: right in games with small scores.
    #[test]
    fn a_search_that_is_right_only_for_small_scores_is_refused() {
        let trusts = |lead: i32, most: i32| {
            move |position: &GraphPosition<'_>, _: usize| {
                let value = |mv: Move| -Game::evaluate(&Game::play(position, mv));
                let mut best: Option<(Score, Move)> = None;
                for mv in Game::moves(position) {
                    let is_better = |(score, _): (Score, Move)| {
                        value(mv) > score && value(mv).get() - score.get() < lead && score.get() < most
                    };
                    best = if best.is_none_or(is_better) { Some((value(mv), mv)) } else { best };
                }
                let (score, mv) = best.expect("a move");
                (score, vec![mv])
            }
        };
        for (lead, most) in [(30, i32::MAX), (1_000, i32::MAX), (i32::MAX, 25), (i32::MAX, 1_000)] {
            let error = every_game("[0 0 0]", 1, trusts(lead, most)).expect_err("it uses numbers");
            assert!(error.contains("it decides otherwise in"), "{error}");
        }
        assert_eq!(every_game("[0 0 0]", 1, trusts(i32::MAX, i32::MAX)).map(|found| found.wrong), Ok(0));
    }

    #[test]
    fn a_search_that_returns_numbers_is_refused() {
        let by_number = |position: &GraphPosition<'_>, _: usize| {
            let moves = Game::moves(position);
            let value = |&mv: &Move| -Game::evaluate(&Game::play(position, mv));
            let best = moves.iter().copied().max_by_key(value).expect("a move");
            (Score::saturating(value(&best).get().into()), vec![best])
        };
        let error = every_game("[0 0 0]", 1, by_number).expect_err("it calls `get`");
        assert!(error.contains("is the score of no position"), "{error}");
        let no_game = every_game("[0 0", 1, by_number).expect_err("no game");
        assert!(no_game.contains("column"), "{no_game}");
    }
}
