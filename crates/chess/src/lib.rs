//! Chess as a game: positions with their history, FEN and EPD in, UCI and SAN out, Chess960.
//!
//! ```
//! use pvcheck_chess::ChessPosition;
//! use pvcheck::algorithm::{Profile, pvs_soft};
//! use pvcheck::check::{Harness, judge_line};
//! use pvcheck::pv::{SingleArray, Triangular};
//! use pvcheck::score::Score;
//! use pvcheck::search::SearchOptions;
//! use pvcheck::verdict::LineKind;
//!
//! // The moves before the position searched are its history.
//! let root: ChessPosition = "startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6".parse()?;
//! let mut harness = Harness::with_store((Triangular::default(), SingleArray::default()));
//! let mut game = harness.game(&root, 2)?;
//! let run = game.run_search(pvs_soft, Profile::PVS, &SearchOptions::NONE, |ground_truth, _store, outcome| {
//!     assert_eq!(judge_line(ground_truth, outcome, true).kind, LineKind::Same);
//!     assert_eq!(root.san(outcome.line.unwrap_or_default()[0]).as_deref(), Some("Qxf7#"));
//! });
//! assert_eq!(run.score, Score::MAX - 1); // Mate in one ply.
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The end of the game
//!
//! [`Ending`] lists the endings of a game. A position where the game has ended has no moves. Mates are counted in plies
//! by the library, as [`Position::evaluate`](pvcheck::position::Position::evaluate) describes; a draw has the score 0.
//!
//! # Repetition
//!
//! Two positions of chess are the same if they have the same pieces on the same squares, the same side to move, the
//! same castling rights, and the same en-passant capture. En passant counts only where the capture is legal.
//!
//! The *history* of a position consists of the positions of the game before the root of the search, since the last irreversible
//! move: a pawn move, a capture, or a move that changes the castling rights. The history counts in two ways:
//!
//! - *As part of the position.* A position after the root is a draw if it occurred at least twice in the history and at
//!   the root together, since it then occurs for the third time. If the root itself occurred once before, a return to
//!   the root is a draw. The root is a draw only if it occurred twice before.
//! - *As positions before the root.* A position that occurred once in the history, or that is repeated on the path of
//!   the search, is a draw only where the rules of the search state it: by the search option `repetition`, or by
//!   [`Rules::repetition`](pvcheck::oracle::Rules::repetition) with the positions of [`ChessPosition::history`] given to
//!   [`Game::with_history`](pvcheck::check::Game::with_history).
//!
//! A null move is no move of the game: after it no position of the history counts.
//!
//! # The fifty-move rule
//!
//! A search is at most [`LONGEST_SEARCH`] plies deep, extensions and quiescence included. In a search the clock of the
//! fifty-move rule can reach 100 only if it is at least `100 - LONGEST_SEARCH` = 36 at the root, and only by moves that
//! all count. So *the clock of a position counts* from a root with such a clock on, up to the first pawn move or
//! capture. A clock that counts is part of the position: positions with different clocks are different. A clock that
//! does not count is no part of the position, and the fifty-move rule does not apply.
//!
//! Hence two equal positions have equal positions after the same move, at any depth. Where the clock counts, no
//! position of the path or of the history is repeated, because the clock has changed. Only the third occurrence, which
//! is part of the position, is a draw there.
//!
//! # Forced mates and endgames
//!
//! Two modules compute the ground truth about some positions of chess:
//!
//! - [`mates::MateProver`] decides whether a mate is forced within a number of plies, and judges the line of a claimed
//!   mate move by move.
//! - [`endgames::Tables`] contains the distance to mate of every position with up to four men.
//!
//! Both modules use the moves of `cozy_chess` and no search of this library. Tests compare their results.
//!
//! Distances are in plies. Mate in N moves for the side to move is a distance of 2N - 1 plies; the side to move is mated
//! in N moves at a distance of 2N plies.
//!
//! The history of the game is ignored. A position that occurred before may be a draw by repetition, so a mate through
//! this position does not count in a game. Without history, repetition never delays or prevents a shortest mate. The
//! fifty-move rule is part of what [`mates`] proves, and no part of the distances in [`endgames`].

#![deny(missing_docs)]

mod diagram;
mod distance;
pub mod endgames;
mod ending;
mod epd;
mod evaluation;
mod fen;
mod games;
pub mod mates;
mod moves;
mod past;
mod pgn;
mod position;
mod setup;
#[cfg(test)]
mod tests;
pub mod trace;
pub mod uci;
mod walk;

pub use distance::Distance;
pub use ending::Ending;
pub use epd::{EpdRecord, bundled, near_the_end};
pub use games::{ChessGames, Shallower};
pub use pgn::read_games;
pub use position::{ChessPosition, LONGEST_SEARCH};
pub use walk::{GameWalk, WalkEnd};
