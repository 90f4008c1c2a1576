//! The ground truth about positions of chess, where it can be computed: forced mates, and endgames with four men.
//!
//! - [`mates::MateProver`] decides whether a mate is forced within a number of plies, and judges the line of a claimed
//!   mate move by move.
//! - [`tables::Tables`] contains the distance to mate of every position with up to four men.
//!
//! Both use the moves of `cozy_chess` and no search of this library. They are compared with each other in tests.
//!
//! ```
//! use cozy_chess::Board;
//! use pvcheck::ground_truth::Distance;
//! use pvcheck::ground_truth::mates::{MateProver, Proof};
//! use pvcheck::ground_truth::tables::Tables;
//!
//! let board: Board = "8/7k/8/5K2/8/8/8/R7 w - - 0 1".parse().expect("a position");
//! let mut prover = MateProver::new(1_000_000);
//! let distance = Tables::new(None).probe(&board).expect("three men");
//! assert_eq!(distance, Distance::Mate(5));
//! assert_eq!(prover.shortest(&board, 9), Proof::Mate(5));
//! ```
//!
//! # Units
//!
//! Distances are in plies. Mate in N moves for the side to move is a distance of 2N - 1 plies; the side to move is mated
//! in N moves at a distance of 2N plies. [`plies_of_uci_mate`] converts the number of UCI `score mate`.
//!
//! # What is ignored
//!
//! The history of the game. A position that occurred before may be a draw by repetition, so that a mate through it does
//! not count in a game. Without history, repetition never delays or prevents a shortest mate. The fifty-move rule is
//! part of what [`mates`] proves, and no part of the distances in [`tables`].

mod distance;
pub mod mates;
pub mod tables;
#[cfg(test)]
mod tests;

pub use distance::{Distance, plies_of_uci_mate};
