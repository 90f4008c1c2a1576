//! Minimax of an engine's own static evaluation, where it prints one (`eval`): slow, and independent of its search.

use std::fmt;

use super::class::Class;
use super::engine::Engine;
use super::judge::Finding;
use super::message::MATE;
use super::relation::{Difference, Result as SearchResult, result};
use super::root::Root;
use super::search::{Answered, Go, Limit, Printed};
use crate::Ending;
use pvcheck::position::{Position, legal_moves};

/// A score for the side to move, as a number of their [order](super::message::UciScore::order).
type Value = i64;

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

    /// As seen by the side to move so many plies before.
    const fn seen_from(self, plies: u64) -> Self {
        if plies.is_multiple_of(2) { self } else { Self { least: -self.most, most: -self.least } }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: Value| match MATE - value.abs() {
            plies if value.abs() > LARGEST => {
                let moves = (plies + 1) / 2;
                format!("mate {}", if value > 0 { moves } else { -moves })
            }
            _ => format!("cp {value}"),
        };
        let Self { least, most } = *self;
        f.write_str(&text(least))?;
        if least == most { Ok(()) } else { write!(f, " to {}", text(most)) }
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

/// How a score differs from the values of another source, and the finding if it does.
type Compared = (Difference, Option<Finding>);

/// `None` where nothing can be compared.
type Comparison = Answered<Option<Compared>>;

/// Compares the score of a search to a fixed depth with the minimax of as many plies.
pub(super) fn minimax_compared(engine: &mut Engine, request: &Go, printed: &Printed) -> Comparison {
    let (Limit::Depth(plies), Some(result)) = (request.limit, result(printed)) else { return Ok(None) };
    let range = minimax(engine, &request.root, plies, 0)?;
    Ok(compared(Class::MinimaxDiffers, &result, range, &format!("minimax to depth {plies}")))
}

/// Compares the score of a search with the evaluation at the end of its line.
pub(super) fn end_compared(engine: &mut Engine, request: &Go, printed: &Printed) -> Comparison {
    let Some(result) = result(printed) else { return Ok(None) };
    let mut game = request.root.game();
    for word in &result.line {
        let Some(next) = game[game.len() - 1].after(word) else { return Ok(None) };
        game.push(next);
    }
    let (end, before) = game.split_last().expect("the root");
    // A search may take a position that occurred before for a draw.
    if end.position().ending().is_none() && before.iter().any(|root| place(root) == place(end)) {
        return Ok(None);
    }
    let plies = result.line.len() as u64;
    let range = minimax(engine, end, 0, plies)?.seen_from(plies);
    Ok(compared(Class::EndEvalDiffers, &result, range, "the evaluation at the end of the line"))
}

/// What the same position has in common: everything but the counters.
fn place(root: &Root) -> String {
    root.position().fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn compared(class: Class, result: &SearchResult<'_>, range: Range, what: &str) -> Option<Compared> {
    let score = result.score.order();
    let nearest = score.clamp(range.least, range.most);
    if range == Range::ANY {
        return None;
    }
    if nearest == score {
        return Some((Difference::NONE, None));
    }
    let is_mate = score.abs() > LARGEST || nearest.abs() > LARGEST;
    let difference = if is_mate { Difference::Mate } else { Difference::Centipawns(score - nearest) };
    let detail = format!("{}; {what} is {range}", result.score);
    Some((difference, Some(Finding { class, line: Some(result.index), detail })))
}

fn minimax(engine: &mut Engine, root: &Root, plies: u64, ply: u64) -> Answered<Range> {
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
    let mut best = Range { least: -MATE, most: -MATE };
    for mv in legal_moves(position) {
        let next = root.after(&position.move_name(mv)).expect("a legal move");
        let Range { least, most } = minimax(engine, &next, plies - 1, ply + 1)?.seen_from(1);
        best = Range { least: best.least.max(least), most: best.most.max(most) };
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
