//! Endgame tables: the distance to mate of every position with up to four men, kings included.
//!
//! ```
//! use cozy_chess::Board;
//! use pvcheck_chess::Distance;
//! use pvcheck_chess::endgames::{LineValue, Tables};
//!
//! let tables = Tables::new(None);
//! let board: Board = "8/8/8/8/2k5/8/7q/K7 b - - 0 1".parse().expect("a position");
//! assert_eq!(tables.probe(&board), Some(Distance::Mate(3)));
//! // The king goes first; a move of the queen takes longer.
//! let judged = |line: [&str; 1]| tables.judge_line(&board, &line.map(|mv| mv.parse().expect("a move")));
//! assert_eq!(judged(["c4b3"]), LineValue::Best);
//! let worse = LineValue::Worse { ply: 0, best: Distance::Mate(3), played: Distance::Mate(5) };
//! assert_eq!(judged(["h2d2"]), worse);
//! ```
//!
//! # Tables
//!
//! There is one table per *material*, such as KQKR. A table is generated when it is first needed, with the tables of
//! its captures and promotions, and kept in memory: 8 MB without pawns, 16 MB with pawns (three men: 64 times less).
//! Generation takes about three times the memory of the table.
//!
//! Distances are exact for best play of both sides. Pawns promote to all four pieces, and en passant is taken into account.
//! Positions with castling rights are not covered. The fifty-move rule and repetition are not applied: a mate of more than a hundred
//! plies without a capture or a pawn move would be a draw in a game. With four men no shortest mate is that long.
//!
//! # Files
//!
//! With a folder, each table is read from its file there (`KQKR.dtm`), or generated and written. A file has a header
//! with the version of the format, the material and a checksum. A file with a wrong header is not used: its table is
//! generated again, and replaces the file. Files are written completely or not at all.

mod cache;
mod generate;
mod layout;
mod material;
#[cfg(test)]
mod tests;

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

use cozy_chess::{Board, Color, Move};

use self::generate::{DRAW, ILLEGAL, generate};
use self::layout::Layout;
use self::material::{Material, Placement};
use super::Distance;
use pvcheck::experiment::Deadline;

/// The endgame tables: see the [module](self).
pub struct Tables {
    folder: Option<PathBuf>,
    until: Deadline,
    /// The values of each table; `None` if the time was over before the table was generated.
    values: Vec<OnceLock<Option<Vec<u8>>>>,
    write_error: OnceLock<io::Error>,
}

/// The result of [`Tables::judge_line`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineValue {
    /// No move of the line is worse than another move, so that both sides play best until the end of the line.
    Best,
    /// The move at `ply` is the first that is worse than another move. `best` and `played` are the distances of the
    /// best and of the played move, for the side that moves.
    Worse {
        /// The number of moves before the judged move.
        ply: usize,
        /// The distance of the position before the move.
        best: Distance,
        /// The distance that the move leads to.
        played: Distance,
    },
    /// The move at `ply` is the first that is not legal.
    Illegal {
        /// The number of moves before the judged move.
        ply: usize,
    },
    /// The tables do not cover the position at the start of the line, or the time is too short for the tables.
    NotCovered,
}

impl Tables {
    /// Returns tables that are generated when needed. `folder` keeps the files of the tables, and is created for the first file.
    pub fn new(folder: Option<PathBuf>) -> Self {
        let values = std::iter::repeat_with(OnceLock::new).take(Material::COUNT).collect();
        Self { folder, until: Deadline::default(), values, write_error: OnceLock::new() }
    }

    /// Lets no table be generated after this deadline.
    #[must_use]
    pub fn until(self, until: Deadline) -> Self {
        Self { until, ..self }
    }

    /// Returns the distance to mate; `None` if the position has more than four men or castling rights, if adjacent
    /// kings or a check to the side that has moved make it illegal, or if no time is left to generate its table.
    ///
    /// The first probe of a material generates its tables or reads them, which may take seconds. Other threads that
    /// need the table wait.
    pub fn probe(&self, board: &Board) -> Option<Distance> {
        distance(self.value(&Placement::on_board(board)?)?)
    }

    /// Judges a line move by move: whether each move keeps the distance of the position before it.
    pub fn judge_line(&self, board: &Board, line: &[Move]) -> LineValue {
        let Some(mut best) = self.probe(board) else { return LineValue::NotCovered };
        let mut board = board.clone();
        for (ply, &mv) in line.iter().enumerate() {
            if board.try_play(mv).is_err() {
                return LineValue::Illegal { ply };
            }
            let Some(after) = self.probe(&board) else { return LineValue::NotCovered };
            let played = after.before_move();
            if played != best {
                return LineValue::Worse { ply, best, played };
            }
            best = after;
        }
        LineValue::Best
    }

    /// Returns the plies of the longest mate by the side to move with the material of this position; `None` if the
    /// table does not cover the position, or no mate is forced.
    pub fn longest_mate(&self, board: &Board) -> Option<u32> {
        let Placement { material, side, .. } = Placement::on_board(board)?;
        if material.men().len() == 2 {
            return None;
        }
        let values = self.values(material)?;
        let (white, black) = values.split_at(values.len() / 2);
        let values = if side == Color::White { white } else { black };
        values.iter().filter(|&&value| value < DRAW && value % 2 == 1).max().map(|&value| u32::from(value))
    }

    /// The first error of writing a file, or `None`. The tables work without files.
    pub fn write_error(&self) -> Option<&io::Error> {
        self.write_error.get()
    }

    fn value(&self, placement: &Placement) -> Option<u8> {
        if placement.material.men().len() == 2 {
            return Some(DRAW);
        }
        let values = self.values(placement.material)?;
        Some(values[Layout::new(placement.material).index(placement.squares, placement.side)])
    }

    fn values(&self, material: Material) -> Option<&[u8]> {
        self.values[material.number()].get_or_init(|| self.made(material)).as_deref()
    }

    fn made(&self, material: Material) -> Option<Vec<u8>> {
        let layout = Layout::new(material);
        let Some(folder) = &self.folder else { return self.generated(layout) };
        let name = material.name();
        cache::read(folder, &name, layout.size()).or_else(|| {
            let values = self.generated(layout)?;
            if let Err(error) = cache::write(folder, &name, &values) {
                // Later errors have the same cause more often than not.
                let _ = self.write_error.set(error);
            }
            Some(values)
        })
    }

    fn generated(&self, layout: Layout) -> Option<Vec<u8>> {
        // A table beyond it that is missing means that the time is over for this one, too.
        generate(layout, &self.until, |placement| self.value(placement).unwrap_or(DRAW))
    }
}

fn distance(value: u8) -> Option<Distance> {
    match value {
        ILLEGAL => None,
        DRAW => Some(Distance::Draw),
        plies if plies % 2 == 1 => Some(Distance::Mate(plies.into())),
        plies => Some(Distance::Mated(plies.into())),
    }
}
