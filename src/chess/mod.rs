//! Chess as a game: positions with their history, FEN and EPD in, UCI and SAN out, Chess960.
//!
//! ```
//! use pvcheck::chess::ChessPosition;
//! use pvcheck::prelude::*;
//!
//! // The moves before the position searched are its history.
//! let root: ChessPosition = "startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6".parse()?;
//! let mut harness = Harness::with_store((Triangular::default(), SingleArray::default()));
//! let mut game = harness.game(&root, 2)?;
//! let run = game.run_search(pvs_soft, Profile::PVS, &SearchOptions::NONE, |ground_truth, _store, outcome| {
//!     assert_eq!(judge_line(ground_truth, outcome, true).kind, LineKind::Same);
//!     assert_eq!(root.line_in_san(outcome.line.unwrap_or_default()), "4. Qxf7#");
//! });
//! assert_eq!(run.score, Score::MAX - 1); // Mate in one ply.
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The end of the game
//!
//! [`Ending`] lists how a game ends. Where it has ended there are no moves. Mates are counted in plies by the
//! library, as [`Position::evaluate`](crate::position::Position::evaluate) describes; a draw has the score 0.
//!
//! # Repetition
//!
//! Two positions of chess are the same if they have the same pieces on the same squares, the same side to move, the
//! same castling rights, and the same en-passant capture. En passant counts only where the capture is legal.
//!
//! The *history* of a position consists of the positions of the game before the root of the search, since the last
//! irreversible move: a pawn move, a capture, or a move that changes the castling rights. It counts in two ways:
//!
//! - *As part of the position.* A position after the root is a draw if it occurred at least twice in the history and
//!   at the root together: it now occurs for the third time, whatever the moves of the search. If the root itself
//!   occurred once before, a return to the root is such a draw. The root is a draw only if it occurred twice before.
//! - *As positions before the root.* A position that occurred once in the history, or that is repeated on the path of
//!   the search, is a draw only where the rules of the search state it: by the search option `repetition`, or by
//!   [`Rules::repetition`](crate::oracle::Rules::repetition) with the positions of [`ChessPosition::history`] given to
//!   [`Game::with_history`](crate::check::Game::with_history).
//!
//! A null move is no move of the game: after it no position of the history counts.
//!
//! # The fifty-move rule
//!
//! A search is at most [`LONGEST_SEARCH`] plies deep, extensions and quiescence included. The clock of the fifty-move
//! rule can reach 100 in it only if it is at least `100 - LONGEST_SEARCH` = 36 at the root, and only by moves that all
//! count. So *the clock of a position counts* from such a root on, up to the first pawn move or capture. Where it
//! counts, it is part of the position: positions with different clocks are different. Where it does not, it is not, and
//! the fifty-move rule does not apply.
//!
//! Hence two equal positions have equal positions after the same move, at any depth. It also follows that where the
//! clock counts no position is ever repeated on a path, and no position of the history is: the clock has changed.
//! Only the third occurrence, which is part of the position, is a draw there.

mod diagram;
mod ending;
mod epd;
mod evaluation;
mod fen;
mod moves;
mod past;
mod pgn;
mod position;
mod setup;
#[cfg(test)]
mod tests;
mod walk;

pub use ending::Ending;
pub use epd::{EpdRecord, bundled};
pub use pgn::read_games;
pub use position::{ChessPosition, LONGEST_SEARCH};
pub use walk::{Stop, Walk};
