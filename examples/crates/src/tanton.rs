//! `tanton` 1.0.0, a fork of `pleco`: searches of its own chess positions.

use pvcheck::prelude::*;
use tanton::Board;
use tanton::bots::{
    AlphaBetaSearcher, IterativeSearcher, JamboreeSearcher, MiniMaxSearcher, ParallelMiniMaxSearcher,
};
use tanton::core::piece_move::BitMove;
use tanton::tools::Searcher;
use tanton::tools::eval::Eval;

use crate::{Verified, walks};

/// A position, as its FEN record. With `MATES`, the evaluation is 0 wherever the game is not lost.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Chess<const MATES: bool>(String);

impl<const MATES: bool> Chess<MATES> {
    fn board(&self) -> Board {
        Board::from_fen(&self.0).expect("the record of a position")
    }
}

impl<const MATES: bool> Position for Chess<MATES> {
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.board().generate_moves().into_iter().map(|mv| Move::new(mv.get_raw())));
    }

    fn play(&self, mv: Move) -> Self {
        let mut board = self.board();
        board.apply_move(BitMove::new(mv.number()));
        Self(board.fen())
    }

    fn evaluate(&self) -> Score {
        let board = self.board();
        match () {
            () if board.checkmate() => Score::MIN,
            () if MATES || board.stalemate() => Score::ZERO,
            () => Score::saturating(Eval::eval_low(&board).into()),
        }
    }

    fn is_terminal(&self) -> bool {
        self.board().generate_moves().is_empty()
    }

    fn key(&self) -> u64 {
        // That of the crate leaves out the counters of moves.
        self.0.bytes().fold(1, |key, byte| key.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte))
    }

    fn move_name(&self, mv: Move) -> String {
        BitMove::new(mv.number()).stringify()
    }

    fn name(&self) -> Option<String> {
        Some(self.0.clone())
    }
}

/// Positions of random games, at least 12 plies from the start position.
fn positions<const MATES: bool>(is_one: impl Fn(&Chess<MATES>) -> bool, count: usize) -> Vec<Chess<MATES>> {
    let start = Chess(Board::start_pos().fen());
    walks::positions(&start, count, |number, position| number > 11 && is_one(position))
}

/// Whether the side to move mates at once.
fn mates_at_once(position: &Chess<true>) -> bool {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.iter().any(|&mv| position.play(mv).evaluate() == Score::MIN)
}

/// Whether a game may end within these plies. At its last ply the crate evaluates, and sees no mate.
fn ends_within<const MATES: bool>(position: &Chess<MATES>, plies: usize) -> bool {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.is_empty() || plies > 0 && moves.iter().any(|&mv| ends_within(&position.play(mv), plies - 1))
}

/// Verifies the best move of a searcher to this depth.
fn best_move<const MATES: bool, S: Searcher>(
    positions: Vec<Chess<MATES>>,
    depth: usize,
) -> Verification<Chess<MATES>> {
    let positions = positions.into_iter().map(move |position| (position, depth));
    verify_positions(
        positions,
        || (),
        |(): &mut (), request: &Request<'_, Chess<MATES>>| {
            if request.depth() == 0 {
                return Answer::only_move(None);
            }
            // `IterativeSearcher` returns no move at depth 1. A mate in one is best at each depth.
            let depth = if MATES { request.depth().max(2) } else { request.depth() };
            let best = S::best_move(request.root().board(), depth as u16);
            Answer::only_move((best != BitMove::null()).then(|| Move::new(best.get_raw())))
        },
    )
}

pub fn verified(count: u64) -> Vec<Verified> {
    let count = (count / 100).max(10) as usize;
    let some = |plies| positions::<false>(|position| !ends_within(position, plies), count);
    let few = positions::<false>(|position| !ends_within(position, 3), count.div_ceil(5));
    vec![
        Verified::new("MiniMaxSearcher, depth 2", best_move::<false, MiniMaxSearcher>(some(2), 2)),
        Verified::new(
            "ParallelMiniMaxSearcher, depth 2",
            best_move::<false, ParallelMiniMaxSearcher>(some(2), 2),
        ),
        Verified::new("AlphaBetaSearcher, depth 2", best_move::<false, AlphaBetaSearcher>(some(2), 2)),
        Verified::new("JamboreeSearcher, depth 3", best_move::<false, JamboreeSearcher>(few, 3)),
        Verified::new(
            "IterativeSearcher, mates in one",
            best_move::<true, IterativeSearcher>(positions(mates_at_once, count), 3),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found;

    #[test]
    fn two_searchers_are_right_on_some_positions() {
        let some = positions::<false>(|position| !ends_within(position, 2), 2);
        assert_eq!(found(best_move::<false, AlphaBetaSearcher>(some.clone(), 2)), []);
        assert_eq!(found(best_move::<false, JamboreeSearcher>(some, 2)), []);
    }

    #[test]
    fn the_iterative_searcher_avoids_mate_in_one() {
        let position = || Chess::<true>("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1".to_owned());
        let names = |searched: Move| position().move_name(searched);
        let best = |depth| IterativeSearcher::best_move(position().board(), depth);
        for depth in [2, 3, 4] {
            assert_ne!(names(Move::new(best(depth).get_raw())), "a1a8", "depth {depth}");
        }
        let minimax = MiniMaxSearcher::best_move(position().board(), 2);
        assert_eq!(names(Move::new(minimax.get_raw())), "a1a8");
        let [(finding, _)] = &found(best_move::<true, IterativeSearcher>(vec![position()], 3))[..] else {
            panic!("a finding")
        };
        assert_eq!(*finding, "wrong_move");
    }
}
