//! `ai-othello` 0.1.1: Othello, searched by alpha-beta with a line.

use ai_othello::{EvaluationProfile, SearchConfig, SearchReport, Square, search};
use pvcheck::oracle::Rules;
use pvcheck::prelude::*;

use crate::Verified;
use crate::walks::positions;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Othello(ai_othello::Position);

/// A pass, which is a move, and costs no depth.
const PASS: Move = Move::new(64);

fn number(mv: ai_othello::Move) -> Move {
    mv.square().map_or(PASS, |square| Move::new(square.index() as u16))
}

fn square(mv: Move) -> ai_othello::Move {
    if mv == PASS { ai_othello::Move::Pass } else { ai_othello::Move::Place(Square::new(mv.number() as u8)) }
}

impl Othello {
    fn search(&self, depth: usize) -> SearchReport {
        search(self.0, SearchConfig::fixed_depth(depth as u8, EvaluationProfile::default()))
    }
}

impl Position for Othello {
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.0.legal_moves().as_slice().iter().map(|&mv| number(mv)));
    }

    fn play(&self, mv: Move) -> Self {
        let mut position = self.0;
        position.make_move(square(mv)).expect("a legal move");
        Self(position)
    }

    fn evaluate(&self) -> Score {
        Score::new(self.search(0).score.raw())
    }

    fn is_terminal(&self) -> bool {
        self.0.legal_moves().is_empty()
    }

    fn is_forcing(&self, mv: Move) -> bool {
        mv == PASS
    }

    fn key(&self) -> u64 {
        self.0.to_cassio().bytes().fold(1, |key, byte| key.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte))
    }

    fn move_name(&self, mv: Move) -> String {
        square(mv).to_string()
    }

    fn name(&self) -> Option<String> {
        Some(self.0.to_cassio())
    }
}

/// Positions after four moves or more.
fn some(count: u64) -> Vec<Othello> {
    let start = Othello(ai_othello::Position::start());
    positions(&start, count as usize, |number, position| {
        number > 3 && position.key() % 11 == 0 && !position.is_terminal()
    })
}

/// Verifies score and line of a search to this depth.
fn line(positions: Vec<Othello>, depth: usize) -> Verification<Othello> {
    let positions = positions.into_iter().map(move |position| (position, depth));
    verify_positions(
        positions,
        || (),
        |(): &mut (), request: &Request<'_, Othello>| {
            let report = request.root().search(request.depth());
            Answer::exact(Score::new(report.score.raw()), report.principal_variation.into_iter().map(number))
        },
    )
    .declares(Rules::FIXED_TREE.extension(64))
}

/// The default of the crate, and the depth of its preset `hard`.
pub fn verified(count: u64) -> Vec<Verified> {
    vec![Verified::new("search, depth 5", line(some(count * 3 / 200), 5))]
}

#[cfg(test)]
mod tests {
    use pvcheck::oracle::GroundTruth;

    use super::*;
    use crate::found;

    #[test]
    fn a_later_move_with_an_equal_bound_replaces_the_proven_one() {
        let board = "-----------------O--------OXX------OO------XOOX----XO-X-------X-";
        let position = Othello(ai_othello::Position::from_cassio(board, "X").expect("a board"));
        assert_eq!(format!("{board}X"), position.0.to_cassio());
        let shown: Vec<String> =
            position.search(4).principal_variation.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["f8", "h6", "b4", "h8"]);
        let [f8, h6, h8] = [61, 47, 63].map(Move::new);
        let value = |mv| GroundTruth::new(&position.play(f8).play(mv), 2).score();
        assert_eq!(value(h8), Score::new(position.search(4).score.raw()));
        assert_ne!(value(h6), value(h8));
        assert_eq!(found(line(vec![position], 3)), []);
    }
}
