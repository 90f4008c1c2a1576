//! Why a line is short.

use crate::oracle::GroundTruth;
use crate::position::{Move, Position};
use crate::pv::Store;
use crate::score::{Bound, Score};
use crate::search::{Outcome, Traces};
use crate::table::Entry;
use crate::verdict::Truncation;

/// Why the line of `outcome`, which is sound and shown by `store`, stops where it does; `None`
/// where nothing is left of the search that showed it.
///
/// Stores that keep their line while the search runs stop where an entry ended the search of
/// the node, or where it was known by bounds alone. Those that walk the table stop by what
/// stands in it when the search has ended, whatever happened before.
pub fn find_truncation<P: Position>(
    ground_truth: &GroundTruth<P>,
    store: Store,
    outcome: &Outcome<'_>,
) -> Option<Truncation> {
    let Outcome { line, traces, score, .. } = *outcome;
    let (line, Traces { table, cut }) = (line?, traces?);
    let remaining = ground_truth.depth_after(line);
    let end = line.iter().fold(ground_truth.root().clone(), |position, &mv| position.play(mv));
    let by_bound =
        |entry: Entry| if entry.bound == Bound::Exact { Truncation::Overwritten } else { Truncation::Bound };
    Some(match store {
        _ if !store.walks() && cut.contains(&(end.key(), line.len())) => Truncation::Cutoff,
        _ if remaining == 0 => Truncation::Depth,
        Store::TableWalkChecked | Store::TailRecovery => {
            let carried = line.iter().fold(score, |score, _| score.for_child());
            // At the root an entry of another draft is of another search.
            let fitting = table.probe(end.key(), remaining);
            let fitting = fitting.filter(|entry| !line.is_empty() || entry.draft == remaining);
            checked_walk_stop(ground_truth, line, &end, carried, fitting, table.any(end.key()))
        }
        Store::TableWalk | Store::TableWalkExact | Store::TableWalkRaw => {
            table.any(end.key()).map_or(Truncation::Overwritten, by_bound)
        }
        Store::SingleArray | Store::SingleArrayBare | Store::SingleArrayRefuting => Truncation::Overwritten,
        _ => Truncation::Bound,
    })
}

/// Why a walk that checks everything does not go on from `end`, which has to be worth `score`, when
/// the table has this entry of its depth, and `any` at all.
fn checked_walk_stop<P: Position>(
    ground_truth: &GroundTruth<P>,
    line: &[Move],
    end: &P,
    score: Score,
    fitting: Option<Entry>,
    any: Option<Entry>,
) -> Truncation {
    let repeats_position = |mv| {
        let after_move = ground_truth.oracle().has(end, mv).then(|| end.play(mv));
        after_move.is_some_and(|after_move| {
            after_move == *end || is_on_line(ground_truth.root(), line, &after_move)
        })
    };
    match fitting.or(any) {
        _ if is_on_line(ground_truth.root(), line, end) => Truncation::Draw,
        None => Truncation::Overwritten,
        Some(entry) if entry.bound != Bound::Exact => Truncation::Bound,
        Some(_) if fitting.is_none() => Truncation::Depth,
        Some(entry) if entry.score != score => Truncation::Score,
        Some(entry) if score != Score::ZERO && repeats_position(entry.mv) => Truncation::Draw,
        Some(_) => Truncation::Overwritten,
    }
}

/// Whether `wanted` stands on `line` from `root` on, before its end.
fn is_on_line<P: Position>(root: &P, line: &[Move], wanted: &P) -> bool {
    let mut position = root.clone();
    line.iter().any(|&mv| {
        let after_move = position.play(mv);
        std::mem::replace(&mut position, after_move) == *wanted
    })
}
