//! Chess positions on the command line: the positions of pvcheck, of an EPD file, or a single position.

use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{file, first_given, number, parsed};
use super::input::{name, read_as};
use super::{CommandWords, Failure, Result};
use pvcheck::case::Case;
use pvcheck::subject::Subject;
use pvcheck_chess::{ChessGames, ChessPosition, EpdRecord, bundled};

/// The depth of a run without `--depth`: a few seconds.
const DEPTH: u8 = 3;
/// The greatest depth, for which few positions have a tree that is small enough.
pub(super) const DEEPEST: u64 = 12;

/// Options of `matrix` that only chess has.
#[derive(Args, Clone, Debug)]
pub(super) struct ChessArgs {
    /// With --game chess: search the positions of FILE, in EPD, instead of those of pvcheck
    #[arg(long, value_name = "FILE", value_parser = file())]
    epd: Option<PathBuf>,
    /// With --game chess: the depth in plies, 1 to 12 [default: 3]
    #[arg(long, value_name = "PLIES", value_parser = number::<u8>(1, DEEPEST))]
    depth: Option<u8>,
}

impl ChessArgs {
    pub fn flag(&self) -> Option<&'static str> {
        first_given([("--epd", self.epd.is_some()), ("--depth", self.depth.is_some())])
    }

    pub fn file(&self) -> Option<String> {
        self.epd.as_deref().map(name)
    }

    /// Adds the arguments that give the same positions and depth.
    pub fn add_to(&self, words: CommandWords) -> CommandWords {
        let words = words.with("--game", ["chess"]).with("--epd", self.epd.as_deref().map(Path::display));
        words.with("--depth", [self.depth()])
    }

    pub fn depth(&self) -> u8 {
        self.depth.unwrap_or(DEPTH)
    }

    pub fn read(&self, subjects: &[Subject]) -> Result<ChessGames> {
        let records = match &self.epd {
            None => bundled().to_vec(),
            Some(path) => read_as(path, EpdRecord::read_all)?.into_iter().map(|(_, record)| record).collect(),
        };
        Ok(ChessGames::new(records, self.depth().into(), subjects, ChessGames::MOST_POSITIONS))
    }
}

/// What makes a chess position a case.
#[derive(Args, Clone, Default, Debug)]
#[group(skip)]
pub(super) struct FenArgs {
    /// With --fen: the depth in plies, 1 to 12
    #[arg(long, value_name = "PLIES", requires = "fen", value_parser = number::<u8>(1, DEEPEST))]
    depth: Option<u8>,
    /// With --fen: the subject, ALGORITHM+STORE[+OPTION...]
    #[arg(long, value_name = "SUBJECT", requires = "fen")]
    subject: Option<String>,
}

impl FenArgs {
    /// Returns the case of a chess position, given by a FEN or `startpos`, with optional moves; `None` without a position.
    pub fn case(&self, fen: Option<&str>) -> Result<Option<Case>> {
        let (Some(fen), Some(depth), Some(subject)) = (fen, self.depth, &self.subject) else {
            return Ok(None);
        };
        let position: ChessPosition = parsed("--fen", fen)?;
        let subject: Subject = parsed("--subject", subject)?;
        let case = ChessGames::case((&position, fen), usize::from(depth), subject);
        let refused = |error| Failure::usage(format!("--fen: {error}; expected a smaller --depth"));
        case.map(Some).map_err(refused)
    }
}
