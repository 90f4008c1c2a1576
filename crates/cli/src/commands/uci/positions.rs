//! The positions for `pvcheck uci`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use crate::commands::args::{file, number, parsed};
use crate::commands::input::{name, read, read_as};
use crate::commands::{Failure, Result, refused};
use crate::report::thousands;
use pvcheck::experiment::Deadline;
use pvcheck::position::Position as _;
use pvcheck_chess::uci::{Plan, Root, random_game};
use pvcheck_chess::{EpdRecord, bundled, near_the_end, read_games};

/// A checkmate and a stalemate, which an engine is asked to search too.
const FINISHED: [&str; 2] = ["R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"];

/// The most plies of all positions with their games together, which take less than 1 GB of memory.
const MOST_PLIES: usize = 5_000_000;

/// Where the positions come from.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Positions")]
pub(super) struct PositionArgs {
    /// Search the positions of FILE, in EPD, instead of those of pvcheck; repeatable
    #[arg(long, value_name = "FILE", value_parser = file())]
    epd: Vec<PathBuf>,
    /// Search positions of the games in FILE, in PGN; repeatable
    #[arg(long, value_name = "FILE", value_parser = file())]
    pgn: Vec<PathBuf>,
    /// Number of plies between two positions of one game, 1 to 1,000
    #[arg(long, value_name = "PLIES", default_value = "8", value_parser = number::<u64>(1, 1_000))]
    every: u64,
    /// Search the last positions of N random games, every second of them close to the end of the game, 0 to 100,000
    #[arg(long, value_name = "N", default_value = "0", value_parser = number::<u64>(0, 100_000))]
    random: u64,
    /// Search this position: `startpos` or a FEN, and optionally `moves` and moves; repeatable
    #[arg(long, value_name = "POSITION")]
    fen: Vec<String>,
}

impl PositionArgs {
    /// Whether the positions are the positions bundled with pvcheck.
    pub fn are_bundled(&self) -> bool {
        self.fen.is_empty() && self.epd.is_empty() && self.pgn.is_empty() && self.random == 0
    }

    /// Reads the positions of the command line and of files until the deadline. Without such positions, returns the
    /// positions of pvcheck.
    pub fn read(&self, until: &Deadline) -> Result<Vec<Root>> {
        let mut roots: Vec<Root> = Vec::new();
        for text in &self.fen {
            roots.push(parsed("--fen", text)?);
        }
        let mut plies = 0;
        let mut add = |path: &Path, root: Root| {
            plies += root.moves().len() + 1;
            if plies > MOST_PLIES {
                let (name, most) = (name(path), thousands(MOST_PLIES as u64));
                let problem = format!("{name}: the positions, with their games, have more than {most} plies");
                return refused(format!("{problem}; expected fewer games, or a larger --every"));
            }
            roots.push(root);
            Ok(())
        };
        for path in &self.epd {
            let records = read_as(path, |text| EpdRecord::read_until(text, until))?;
            records.iter().try_for_each(|(_, record)| add(path, record.into()))?;
        }
        for path in &self.pgn {
            let text = read(path)?;
            for game in read_games(&text).take_while(|_| !until.is_over()) {
                let game = game.map_err(|error| Failure::syntax(&name(path), &text, &error.into()))?;
                let game: Root = game.parse().expect("legal moves");
                let positions = game.positions().enumerate();
                let mut some =
                    positions.filter(|&(ply, _)| ply > 0 && (ply as u64).is_multiple_of(self.every));
                some.try_for_each(|(_, root)| add(path, root))?;
            }
        }
        if self.are_bundled() {
            roots.extend(bundled().iter().map(Root::from).filter(|root| !root.position().is_terminal()));
        }
        Ok(roots)
    }

    /// The positions of a plan: `roots`, and, if `roots` are bundled, the bundled positions for the plan.
    pub fn of_plan(&self, plan: Plan, roots: &[Arc<Root>]) -> Vec<Arc<Root>> {
        let is_for = |id: &str| match plan {
            Plan::NearTheEnd => true,
            // Fewer moves than lines.
            Plan::Lines => id.starts_with("few-moves-"),
            _ => false,
        };
        let are_bundled = self.are_bundled();
        let records = near_the_end().iter().filter(|record| record.id().is_some_and(is_for));
        let ends = records.filter(|_| are_bundled).map(|record| Arc::new(Root::from(record)));
        // Finished games come first, so that another search of the process follows each.
        let finished = FINISHED.iter().filter(|_| are_bundled && plan == Plan::NearTheEnd);
        let finished = finished.map(|text| Arc::new(text.parse().expect("a position")));
        finished.chain(roots.iter().cloned()).chain(ends).collect()
    }

    /// Adds the random games that are played until `deadline`, or at least one game.
    pub fn with_random(
        &self,
        mut roots: Vec<Root>,
        seed: u64,
        deadline: &Deadline,
    ) -> Result<Vec<Arc<Root>>> {
        let random = (0..self.random).take_while(|&number| number == 0 || !deadline.is_over());
        roots.extend(random.map(|number| random_game(seed, number)));
        // The others are skipped, and listed.
        if roots.iter().all(|root| root.position().is_terminal()) {
            let expected = if deadline.is_over() {
                "the time was over before one was read"
            } else {
                "expected at least one with a legal move"
            };
            return refused(format!("there is no position to search; {expected}"));
        }
        Ok(roots.into_iter().map(Arc::new).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn games_of_a_file_are_read_until_the_deadline() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(&file, "1. e4 e5 *\n".repeat(100)).expect("a file");
        let (epd, fen) = Default::default();
        let games = PositionArgs { epd, pgn: vec![file.path().to_owned()], every: 1, random: 0, fen };
        let read = |time| games.read(&Deadline::after(time)).expect("games").len();
        assert_eq!((read(None), read(Some(Duration::ZERO))), (200, 0));
    }

    #[test]
    fn random_games_are_played_until_the_deadline() {
        let (epd, pgn, fen) = Default::default();
        let random = PositionArgs { epd, pgn, every: 8, random: 100_000, fen };
        let played =
            |deadline: &Deadline| random.with_random(Vec::new(), 1, deadline).expect("positions").len();
        assert_eq!(played(&Deadline::after(Some(Duration::ZERO))), 1, "at least one");
        let some = played(&Deadline::after(Some(Duration::from_millis(50))));
        assert!((1..100_000).contains(&some), "{some} games");
    }
}
