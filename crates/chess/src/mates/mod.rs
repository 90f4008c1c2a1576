//! The mate prover: whether a mate is forced within a number of plies.
//!
//! ```
//! use cozy_chess::Board;
//! use pvcheck_chess::mates::{LineProof, MateAnswer, MateProver, MoveFinding};
//!
//! // Ra6 mates in 3, and Rc6 does not.
//! let board: Board = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1".parse().expect("a position");
//! let mut prover = MateProver::new(1_000_000);
//! // Mate in 2 is a mate in 3 plies, and mate in 3 one in 5.
//! assert_eq!([3, 5].map(|plies| prover.is_forced(&board, plies)), [MateAnswer::No, MateAnswer::Yes]);
//!
//! let judged = |prover: &mut MateProver, line: &[&str]| {
//!     let line: Vec<_> = line.iter().map(|mv| mv.parse().expect("a move")).collect();
//!     prover.judge_line(&board, &line, 5, 9)
//! };
//! assert_eq!(judged(&mut prover, &["f6a6", "f7f6", "e5f6", "g8g7", "a6a8"]), LineProof::Right);
//! let wrong = judged(&mut prover, &["f6c6", "f7f6"]);
//! assert!(matches!(wrong, LineProof::Wrong { ply: 0, finding: MoveFinding::Misses { reply: Some(_) } }), "{wrong:?}");
//! ```
//!
//! # What is proven
//!
//! A position is *mated within N plies* if it is checkmate, or if N is at least 2, it has a legal move, and each of its
//! legal moves leads to a position with a *mate within N - 1 plies*. A position has that if one of its legal moves leads
//! to a position that is mated within one ply less. The prover searches this tree completely, so that both answers are
//! proofs. Nothing is left out but what cannot matter: the last move of the attacker must give check, and what is known
//! of a position is not proven again. Positions are compared with all that matters of them, not by a hash.
//!
//! The fifty-move rule is applied: a position whose clock is 100 is a draw unless it is checkmate, so a mate after that
//! does not count. The clock is that of the board, which is 0 where its FEN does not give one. Repetition is not: the
//! positions before the root are not known, and within a shortest mate no position is repeated.
//!
//! # Limits
//! A budget limits the nodes of each call: positions in which the prover lists the moves, or looks for a mate in one.
//! Without an answer within it the result is [`MateAnswer::Unknown`]. Work grows by a factor of about 30 per move where
//! there is no mate; that there is no mate in 5 in a middlegame takes seconds. Mates in more than 64 plies are not
//! looked for.

mod checks;
mod list;
mod proof_table;
mod prover;
#[cfg(test)]
mod tests;

pub use prover::{LineProof, MateAnswer, MateProver, MoveFinding};
