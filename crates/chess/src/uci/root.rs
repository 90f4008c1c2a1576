//! Positions to search, in the form that engines read.

use std::fmt;
use std::str::FromStr;

use crate::{ChessPosition, EpdRecord};
use pvcheck::position::Position as _;
use pvcheck::syntax::SyntaxError;

/// A position with the moves of its game.
#[derive(Clone, Debug)]
pub struct Root {
    start: String,
    /// The moves from the first position, in UCI notation.
    moves: Vec<String>,
    position: ChessPosition,
}

impl Root {
    /// The position, with its history.
    pub fn position(&self) -> &ChessPosition {
        &self.position
    }

    /// Returns the moves of the game before the position, in UCI notation.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Returns the position after one more move of the game; `None` if the move is not legal.
    pub fn after(&self, word: &str) -> Option<Self> {
        let mv = self.position.parse_move(word)?;
        let moves = self.moves.iter().cloned().chain([word.to_owned()]).collect();
        Some(Self { start: self.start.clone(), moves, position: self.position.play_in_game(mv) })
    }

    /// Returns the position with only the last `plies` moves of the game before it.
    #[must_use]
    pub fn with_history(&self, plies: usize) -> Self {
        let first = self.moves.len().saturating_sub(plies);
        let start = self.game().swap_remove(first).without_history();
        self.moves[first..].iter().fold(start, |root, word| root.after(word).expect("a move of the game"))
    }

    /// Returns the position without the game before it.
    #[must_use]
    pub fn without_history(&self) -> Self {
        self.position.fen().parse().expect("the FEN of a position")
    }

    /// Returns the position without the game before it, after `plies` plies without a capture or a pawn move.
    #[must_use]
    pub(super) fn with_clock(&self, plies: u64) -> Self {
        let fen = self.position.fen();
        let [board, side, rights, ..] = fen.split(' ').collect::<Vec<_>>()[..] else {
            unreachable!("six fields")
        };
        format!("{board} {side} {rights} - {plies} {}", plies + 1).parse().expect("the FEN of a position")
    }

    /// Returns one notation for all notations of a position with its game: the complete FEN of the first position, and
    /// the moves as they are usually written.
    pub fn canonical(&self) -> String {
        let game = self.game();
        let mut text = format!("fen {}", game[0].position.fen());
        for (number, (root, word)) in game.iter().zip(&self.moves).enumerate() {
            text += if number == 0 { " moves " } else { " " };
            let mv = root.position.parse_move(word).expect("a move of the game");
            text += &root.position.move_name(mv);
        }
        text
    }

    /// Returns the first position of the game, and the position after each move.
    pub fn game(&self) -> Vec<Self> {
        self.positions().collect()
    }

    /// Returns the positions of [`game`](Self::game), lazily.
    pub fn positions(&self) -> impl Iterator<Item = Self> {
        let start = self.start.strip_prefix("fen ").unwrap_or(&self.start);
        let start: Self = start.parse().expect("it was read before");
        let next = |root: &Self| self.moves.get(root.moves.len()).and_then(|word| root.after(word));
        std::iter::successors(Some(start), next)
    }
}

impl From<&EpdRecord> for Root {
    fn from(record: &EpdRecord) -> Self {
        record.uci_position().parse().expect("the position of a record")
    }
}

impl FromStr for Root {
    type Err = SyntaxError;

    /// Reads `startpos` or a FEN, with or without the word `fen` before it, and optionally `moves` and the moves.
    fn from_str(whole: &str) -> Result<Self, SyntaxError> {
        let text = whole.trim_start();
        let text = text.strip_prefix("fen ").unwrap_or(text);
        let read = text.trim_end().parse();
        let position: ChessPosition =
            read.map_err(|error: SyntaxError| error.within(whole, whole.len() - text.len()))?;
        let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
        let start = start.trim();
        let start = if start == "startpos" { start.to_owned() } else { format!("fen {start}") };
        Ok(Self { start, moves: moves.split_whitespace().map(str::to_owned).collect(), position })
    }
}

impl fmt::Display for Root {
    /// Writes the position as arguments of the command `position`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.start)?;
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}
