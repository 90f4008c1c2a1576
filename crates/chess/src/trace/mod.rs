//! Traces of engines: what a search told of its nodes, judged.
//!
//! An engine that includes the header `pvcheck.h` writes what its search does, and why, to a file. The judge
//! names the first node whose result does not follow. [`Rule`] lists what a correct search that tells its reasons never
//! does; [`Share`] what the scores rest on.
//!
//! A node claims by its own window: a score of at most alpha is an upper bound, one of at least beta a lower one, and any other is
//! exact. The claim must follow from the reason that was told. The last search of a move counts; one that was reduced shows only
//! that the move is no better.
//!
//! The memory is bounded: a trace is read event by event, and of the keys only the last millions are known. Where some are
//! forgotten, what needs them is not judged.

mod claims;
mod draws;
mod format;
mod game;
mod judge;
mod memory;
mod nodes;
mod packed;
mod reasons;
mod report;
mod root;
mod rule;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod visit;

use std::io::Read;

use format::{Event, Reader};
use game::{Chess, TracedGame, Unknown};
use judge::TraceJudge;
use packed::unpacked;
use pvcheck::named_enum;
use tables::Tables;

pub use format::{Reason, TraceError};
pub use report::{BrokenRule, Place, TraceReport};
pub use rule::{Rule, Share};

/// The header for engines in C and C++.
pub const HEADER: &str = include_str!("../../trace/pvcheck.h");

named_enum! {
    /// The game of a trace.
    Game ["game"] {
        Chess "chess" "Chess and Chess960.",
        Table "table" "Games of `pvcheck subject`, as the program receives them: its move M is told as M + 1.",
        Unknown "unknown" "Any other game: positions are known by their keys, and moves by their numbers.",
    }
}

/// Judges the traces of the threads of an engine, of which one is usual. They may be compressed, by gzip or Zstandard.
///
/// # Errors
///
/// If one cannot be read, or is no trace.
pub fn judge(game: Game, traces: &mut [impl Read]) -> Result<TraceReport, TraceError> {
    match game {
        Game::Chess => judge_as(Chess, traces),
        Game::Table => judge_as(Tables::default(), traces),
        Game::Unknown => judge_as(Unknown, traces),
    }
}

fn judge_as(game: impl TracedGame, traces: &mut [impl Read]) -> Result<TraceReport, TraceError> {
    let mut judge = TraceJudge::new(game);
    if traces.len() > 1 {
        judge.trust_threads();
    }
    for trace in traces {
        let mut reader = Reader::new(unpacked(Box::new(trace))?)?;
        while let Some(event) = reader.event()? {
            judge.judge(&event);
        }
        judge.next_trace();
    }
    Ok(judge.finish())
}

/// Returns the first event in which two traces differ, as the place in the first trace; `None` if they do not. Lines of source are
/// not compared.
///
/// # Errors
///
/// If one cannot be read, or is no trace.
pub fn difference(game: Game, traces: [impl Read; 2]) -> Result<Option<Place>, TraceError> {
    match game {
        Game::Chess => difference_as(Chess, traces),
        Game::Table => difference_as(Tables::default(), traces),
        Game::Unknown => difference_as(Unknown, traces),
    }
}

fn difference_as(game: impl TracedGame, [one, other]: [impl Read; 2]) -> Result<Option<Place>, TraceError> {
    let mut judge = TraceJudge::new(game);
    let (mut one, mut other) =
        (Reader::new(unpacked(Box::new(one))?)?, Reader::new(unpacked(Box::new(other))?)?);
    loop {
        let (first, second) = (one.event()?, other.event()?);
        match (first, second) {
            (None, None) => return Ok(None),
            (Some(first), Some(second)) if first.without_line() == second.without_line() => {
                judge.judge(&first);
            }
            (first, second) => {
                let text =
                    |event: Option<Event>| event.map_or("the end".to_owned(), |event| event.to_string());
                return Ok(Some(judge.place(format!("{} here, {} there", text(first), text(second)))));
            }
        }
    }
}
