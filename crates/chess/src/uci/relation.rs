//! Relations between the results of two searches, which need no knowledge of the right result.

use std::sync::Arc;

use cozy_chess::Move;

use super::class::Class;
use super::judge::EngineFinding;
use super::message::{Info, Line, Message, UciScore};
use super::root::Root;
use super::search::{Go, Limit, Printed, Relation};
use crate::ChessPosition;
use pvcheck::position::{Position as _, legal_moves};
use pvcheck::score::Bound;

/// The largest difference between the score of a second line and the score of a search without the first move. Tables
/// and windows differ, less in searches of at least [`LEAST_DEPTH`].
const CLOSE: i64 = 500;
const LEAST_DEPTH: u64 = 8;

/// The score beyond which scores are not distinguished, because one of two searches may not see a mate at this depth.
const WON: i64 = 700;

/// The last exact line of rank 1.
struct PairResult<'l> {
    /// The index of the line in the printed lines.
    index: usize,
    /// The depth of the line.
    depth: Option<u64>,
    /// The score of the line.
    score: UciScore,
    /// The moves of the line.
    line: &'l [String],
}

/// Returns the result of a search, which is the last exact line of rank 1.
fn result(printed: &Printed) -> Option<PairResult<'_>> {
    ranked(printed, 1)
}

/// The last exact line of a rank.
fn ranked(printed: &Printed, rank: u64) -> Option<PairResult<'_>> {
    let mut of_rank = printed.exact_infos().rev().filter(|(_, info)| info.line_rank() == rank);
    of_rank.find_map(|(index, info)| {
        let line = info.line.as_deref().filter(|line| !line.is_empty())?;
        Some(PairResult { index, depth: info.depth, score: info.score?, line })
    })
}

/// Returns the move of a word, in either notation of castling; `None` if the move is not legal.
fn first_move(root: &ChessPosition, word: &str) -> Option<Move> {
    root.walk([word]).moves.first().copied()
}

impl Relation {
    /// Returns the second search, after a search of `root`. [`Relation::completed`] completes a search that depends on
    /// the first result.
    pub(super) fn second(self, root: &Arc<Root>, limit: Limit) -> Go {
        let new_game = self != Self::SecondLine;
        Go { relation: Some(self), new_game, ..Go::new(Arc::clone(root), limit) }
    }

    /// Returns `request`, completed by the search before and its output; `None` if this output has no result to go on from.
    /// A search that is related to no other search is complete.
    pub(super) fn completed(request: &Go, before: Option<(&Go, &Printed)>) -> Option<Go> {
        let Some(relation) = request.relation else { return Some(request.clone()) };
        let (first, before) = before.filter(|(_, printed)| printed.failure.is_none())?;
        let limit = first.limit;
        match relation {
            // A search that is made smaller may have another one before it.
            Self::Repeat | Self::SecondLine if first.root.to_string() != request.root.to_string() => None,
            Self::Repeat => Some(Go { limit, ..request.clone() }),
            Self::SecondLine => {
                let (one, two) = (result(before)?, ranked(before, 2)?);
                let root = first.root.position();
                let best = first_move(root, &one.line[0])?;
                let names = legal_moves(root).into_iter().map(|mv| root.move_name(mv));
                let only = names.filter(|name| first_move(root, name) != Some(best)).collect();
                let is_deep = one.depth == two.depth && one.depth >= Some(LEAST_DEPTH);
                is_deep.then(|| Go { limit, only, ..request.clone() })
            }
            Self::EndValue => {
                let result = result(before)?;
                let mut root = Root::clone(&first.root);
                for word in result.line {
                    root = root.after(word)?;
                }
                // At the end of the game there is nothing to search.
                let is_over = root.position().is_terminal();
                let left = result.depth?.saturating_sub(result.line.len() as u64).max(1);
                let root = Arc::new(root);
                (!is_over).then(|| Go { root, limit: Limit::Depth(left), ..request.clone() })
            }
        }
    }

    /// Whether a search obeyed `searchmoves`, which many engines do not know.
    pub(super) fn is_obeyed(request: &Go, printed: &Printed) -> bool {
        let root = request.root.position();
        let only: Vec<_> = request.only.iter().map(|only| first_move(root, only)).collect();
        let lines = printed.exact_infos().filter_map(|(_, info)| info.line.as_ref()?.first());
        let mut firsts = lines.map(String::as_str).chain(printed.answer().0);
        only.is_empty() || firsts.all(|first| only.contains(&first_move(root, first)))
    }

    /// The line of the first search that has the score to expect.
    fn expected(self, before: &Printed) -> Option<PairResult<'_>> {
        ranked(before, if self == Self::SecondLine { 2 } else { 1 })
    }

    /// Returns the difference between the score of `after` and the score to expect after `before`; `None` without two scores.
    pub(super) fn difference(self, before: &Printed, after: &Printed) -> Option<Difference> {
        let (one, other) = (self.expected(before)?, result(after)?);
        let is_other_side = self == Self::EndValue && !one.line.len().is_multiple_of(2);
        let sign = if is_other_side { -1 } else { 1 };
        Some(match (one.score, other.score) {
            (UciScore::Centipawns(one), UciScore::Centipawns(other)) => {
                Difference::Centipawns(sign * other - one)
            }
            // The distances of mates change along the line.
            (UciScore::Mate(one), UciScore::Mate(other)) if self == Self::EndValue => {
                let is_same = one.signum() == sign * other.signum() || other == 0;
                if is_same { Difference::NONE } else { Difference::Mate }
            }
            (one, other) if one == other => Difference::NONE,
            _ => Difference::Mate,
        })
    }

    /// Returns the finding on `after`, compared with `before`.
    pub(super) fn finding(self, before: &Printed, after: &Printed) -> Option<EngineFinding> {
        let (one, other) = (self.expected(before)?, result(after)?);
        let [expected, found] = [one.score, other.score];
        let (differs, class, index, detail) = match self {
            Self::Repeat => {
                let (index, detail) = differing_line(before, after)?;
                (true, Class::NotRepeatable, index, detail)
            }
            Self::SecondLine => {
                let [one, two] = [expected, found].map(|score| score.order().clamp(-WON, WON));
                let detail = format!("{found} without the first line's move; {expected} in the second line");
                ((one - two).abs() >= CLOSE, Class::SecondLineDiffers, other.index, detail)
            }
            Self::EndValue => {
                let differs = self.difference(before, after)? != Difference::NONE;
                let side = if one.line.len().is_multiple_of(2) { "the same side" } else { "the other side" };
                let detail = format!("{found} for {side} at the end of the line; {expected} before");
                (differs, Class::EndValueDiffers, other.index, detail)
            }
        };
        differs.then_some(EngineFinding::of_lines(class, index, detail))
    }
}

/// Returns the first exact line or best move that differs between two searches that should be equal, except times: its
/// index in the second search, and the difference.
fn differing_line(before: &Printed, after: &Printed) -> Option<(usize, String)> {
    let [one, other] = [before, after].map(|printed| {
        let lines =
            printed.lines.iter().enumerate().filter_map(|(index, Line { message, .. })| match message {
                Message::Info(info) => {
                    let &Info { depth, seldepth, rank, score, bound, ref line, nodes, .. } = info;
                    let score = score.filter(|_| bound == Bound::Exact)?;
                    let numbers =
                        [("nodes", nodes), ("depth", depth), ("seldepth", seldepth), ("multipv", rank)];
                    let numbers =
                        numbers.map(|(name, number)| number.map(|number| format!(", {name} {number}")));
                    let numbers: String = numbers.into_iter().flatten().collect();
                    Some((index, format!("{score} {}{numbers}", line.as_ref()?.join(" "))))
                }
                Message::BestMove(best, _) => {
                    Some((index, format!("bestmove {}", best.as_deref().unwrap_or("(none)"))))
                }
                _ => None,
            });
        lines.collect::<Vec<_>>()
    });
    let text = |lines: &[(usize, String)], place: usize| lines.get(place).map(|(_, text)| text.clone());
    let place = (0..one.len().max(other.len())).find(|&place| text(&one, place) != text(&other, place))?;
    let [before, after] =
        [&one, &other].map(|lines| text(lines, place).unwrap_or_else(|| "nothing".to_owned()));
    let index = other.get(place).or(other.last()).map_or(0, |&(index, _)| index);
    Some((index, format!("{after}; {before} before: result {} is different", place + 1)))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Difference {
    /// A difference in hundredths of a pawn.
    Centipawns(i64),
    /// A difference where only one score is a mate score, or where both are different mate scores.
    Mate,
}

impl Difference {
    pub const NONE: Self = Self::Centipawns(0);
}
