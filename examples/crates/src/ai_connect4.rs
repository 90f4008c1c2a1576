//! `ai-connect4` 0.1.1: Connect Four, searched by alpha-beta with a line.

use ai_connect4::{Algorithm, Column, SearchLimits, SearchReport, iterative_search, search};
use pvcheck::prelude::*;

use crate::Verified;
use crate::walks::positions;

#[derive(Clone, PartialEq, Eq, Hash)]
struct ConnectFour(ai_connect4::Position);

/// The score of a loss, whose plies are counted from the root.
const LOST: i32 = -30_000;

fn score(of: ai_connect4::Score) -> Score {
    let raw = i32::from(of.raw());
    match raw.abs() + LOST {
        plies @ -42..=0 if raw > 0 => Score::MAX + plies,
        plies @ -42..=0 => Score::MIN - plies,
        _ => Score::new(raw),
    }
}

fn column(mv: Move) -> ai_connect4::Move {
    ai_connect4::Move::new(Column::new(mv.number() as u8))
}

impl ConnectFour {
    fn search(&self, algorithm: Algorithm, depth: usize) -> SearchReport {
        search(self.0, algorithm, SearchLimits::depth(depth as u8))
    }
}

impl Position for ConnectFour {
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.0.legal_moves().as_slice().iter().map(|mv| Move::new(mv.column().index() as u16)));
    }

    fn play(&self, mv: Move) -> Self {
        let mut position = self.0;
        position.make_move(column(mv)).expect("a legal move");
        Self(position)
    }

    fn evaluate(&self) -> Score {
        score(self.search(Algorithm::PlainNegamax, 0).score)
    }

    fn is_terminal(&self) -> bool {
        self.0.legal_moves().is_empty()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn move_name(&self, mv: Move) -> String {
        (mv.number() + 1).to_string()
    }
}

/// Positions after four moves or more.
fn some(count: u64) -> Vec<ConnectFour> {
    let start = ConnectFour(ai_connect4::Position::start());
    positions(&start, count as usize, |number, position| {
        number > 3 && position.key() % 11 == 0 && !position.is_terminal()
    })
}

/// Verifies score and line of a search to this depth.
fn line(
    positions: Vec<ConnectFour>,
    depth: usize,
    search: impl Fn(&ConnectFour, usize) -> SearchReport + Send + Sync + 'static,
) -> Verification<ConnectFour> {
    let positions = positions.into_iter().map(move |position| (position, depth));
    verify_positions(
        positions,
        || (),
        move |(): &mut (), request: &Request<'_, ConnectFour>| {
            let report = search(request.root(), request.depth());
            let line = report.principal_variation.iter().map(|mv| Move::new(mv.column().index() as u16));
            Answer::exact(score(report.score), line)
        },
    )
}

/// Searches by iterative deepening with a table, as the engine of the crate does.
fn deepened(position: &ConnectFour, depth: usize) -> SearchReport {
    iterative_search(position.0, Algorithm::TranspositionTable, SearchLimits::depth(depth as u8)).result
}

pub fn verified(count: u64) -> Vec<Verified> {
    let by = |algorithm| line(some(count / 25), 4, move |position, depth| position.search(algorithm, depth));
    let declared = "tt(draft=deeper,narrow=yes)+deepening+order=table".parse().expect("words");
    let deepened = line(some(count / 25), 4, deepened).declares(declared).known("truncated");
    vec![
        Verified::new("search, plain negamax, depth 4", by(Algorithm::PlainNegamax)),
        Verified::new("search, alpha-beta, depth 4", by(Algorithm::AlphaBeta)),
        Verified::new("search, alpha-beta from the centre, depth 4", by(Algorithm::OrderedAlphaBeta)),
        Verified::new("iterative_search with a table, depth 4", deepened),
    ]
}

#[cfg(test)]
mod tests {
    use pvcheck::oracle::GroundTruth;

    use super::*;
    use crate::found;

    /// The position after these moves, whose columns count from 1.
    fn after(columns: &[u16]) -> ConnectFour {
        let start = ConnectFour(ai_connect4::Position::start());
        columns.iter().fold(start, |position, &column| position.play(Move::new(column - 1)))
    }

    /// After the moves 2 and 5 that are shown, the value is no longer the score.
    #[test]
    fn a_later_move_with_an_equal_bound_replaces_the_proven_one() {
        let position = after(&[2, 1, 1, 7]);
        let shown = |report: &SearchReport| {
            assert_eq!(score(report.score), Score::ZERO);
            report.principal_variation.iter().map(ToString::to_string).collect::<String>()
        };
        for (algorithm, line) in Algorithm::ALL.into_iter().zip(["bbdd", "bebb", "bbdd", "bbdd"]) {
            assert_eq!(shown(&position.search(algorithm, 4)), line, "{algorithm}");
        }
        assert_eq!(shown(&deepened(&position, 4)), "bebb");
        let values = [[2, 2], [2, 5]].map(|moves| {
            let position =
                moves.iter().fold(position.clone(), |position, mv| position.play(Move::new(mv - 1)));
            GroundTruth::new(&position, 2).score()
        });
        assert!(values[0] == Score::ZERO && values[1] != Score::ZERO, "{values:?}");
        assert_eq!(found(line(vec![position], 4, |of, depth| of.search(Algorithm::PlainNegamax, depth))), []);
    }
}
