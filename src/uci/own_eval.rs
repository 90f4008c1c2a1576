//! Minimax of an engine's own static evaluation, where it prints one (`eval`): slow, and independent of its search.

use super::class::Class;
use super::engine::Engine;
use super::judge::Issue;
use super::message::UciScore;
use super::relation::{Difference, result};
use super::root::Root;
use super::search::{EngineFailure, Limit, Printed, Request};
use crate::chess::Ending;
use crate::position::Position;

/// A score in hundredths of a pawn for the side to move, or a mate: [`MATE`] less the plies to it.
type Value = i64;

const MATE: Value = 1 << 40;

/// The largest value that is no mate.
const LARGEST: Value = 1 << 32;

/// The values that a position may have: where the engine has no evaluation, as in check, it may be any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    least: Value,
    most: Value,
}

impl Range {
    const ANY: Self = Self { least: -MATE, most: MATE };

    const fn exactly(value: Value) -> Self {
        Self { least: value, most: value }
    }
}

/// Reads an evaluation from what was printed after `eval`: the last line with the word `evaluation` and a number, in pawns
/// and for White, as Stockfish and its relatives print it. In hundredths of a pawn; `None` if there is none.
pub(super) fn evaluation(lines: &[String]) -> Option<Value> {
    lines.iter().rev().find_map(|line| {
        line.to_ascii_lowercase().contains("evaluation").then_some(())?;
        let pawns: f64 = line.split_whitespace().find_map(|word| word.parse().ok())?;
        (pawns.abs() < 1e6).then(|| (pawns * 100.0).round() as Value)
    })
}

/// Compares the result of a search to a fixed depth with the minimax of as many plies. Returns what differs, and by how
/// much; `None` if the two cannot be compared.
pub(super) fn compared(
    engine: &mut Engine,
    request: &Request,
    printed: &Printed,
) -> Result<Option<(Difference, Option<Issue>)>, EngineFailure> {
    let (Limit::Depth(plies), Some(result)) = (request.limit, result(printed)) else { return Ok(None) };
    let range = minimax(engine, &request.root, plies, 0)?;
    if range == Range::ANY {
        return Ok(None);
    }
    let score = match (result.score, result.score.mate()) {
        (UciScore::Centipawns(score), _) => score,
        (_, Some((plies, gives))) => {
            let size = MATE - plies as Value;
            if gives { size } else { -size }
        }
        _ => return Ok(None),
    };
    let nearest = score.clamp(range.least, range.most);
    if nearest == score {
        return Ok(Some((Difference::NONE, None)));
    }
    let is_mate = score.abs() > LARGEST || nearest.abs() > LARGEST;
    let difference = if is_mate { Difference::Mate } else { Difference::Centipawns(score - nearest) };
    let text = |value: Value| match MATE - value.abs() {
        plies if value.abs() > LARGEST => {
            let moves = (plies + 1) / 2;
            format!("mate {}", if value > 0 { moves } else { -moves })
        }
        _ => format!("cp {value}"),
    };
    let minimax = if range.least == range.most {
        text(range.least)
    } else {
        format!("{} to {}", text(range.least), text(range.most))
    };
    let detail = format!("{}; minimax of {plies} plies is {minimax}", result.score);
    let issue = Issue { class: Class::MinimaxDiffers, line: Some(result.index), detail };
    Ok(Some((difference, Some(issue))))
}

/// The minimax value of a position, `ply` plies after the root.
fn minimax(engine: &mut Engine, root: &Root, plies: u64, ply: u64) -> Result<Range, EngineFailure> {
    let position = root.position();
    if let Some(ending) = position.ending() {
        let mated = ending == Ending::Checkmate;
        return Ok(Range::exactly(if mated { ply as Value - MATE } else { 0 }));
    }
    if plies == 0 {
        let white = engine.evaluation(root)?;
        let value = white.map(|value| if position.is_white_to_move() { value } else { -value });
        return Ok(value.map_or(Range::ANY, Range::exactly));
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut best = Range { least: -MATE, most: -MATE };
    for mv in moves {
        let next = root.after(&position.move_name(mv)).expect("a legal move");
        let Range { least, most } = minimax(engine, &next, plies - 1, ply + 1)?;
        best = Range { least: best.least.max(-most), most: best.most.max(-least) };
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_of_real_engines_are_read() {
        let read = |text: &str| evaluation(&text.lines().map(str::to_owned).collect::<Vec<_>>());
        let stockfish = "Classical evaluation   +0.58 (white side)\nNNUE evaluation        +0.14 (white side)\n\
                         Final evaluation       +0.18 (white side) [with scaled NNUE, hybrid, ...]\n\nreadyok";
        assert_eq!(read(stockfish), Some(18));
        assert_eq!(read("Total evaluation: -0.90 (white side)\n"), Some(-90));
        assert_eq!(read("Final evaluation: none (in check)"), None);
        assert_eq!(read("Unknown command: 'eval'."), None);
        assert_eq!(read("Full eval: -52"), None);
    }
}
