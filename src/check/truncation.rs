//! The reason why a line is truncated.

use crate::oracle::GroundTruth;
use crate::position::{Move, Position};
use crate::pv::{Follows, LineSource, Store, StoreProfile, TableSource};
use crate::score::{Bound, Score};
use crate::search::{Outcome, Traces};
use crate::table::Entry;
use crate::verdict::Truncation;

/// Returns why the line of `outcome`, which `store` shows and which is sound, is truncated. Returns `None` if
/// the search left no traces.
///
/// Stores that keep the line during the search truncate it where a table entry ended the search of a node, or
/// where only a bound of a node was known. Stores that walk the table truncate it because of the entries that
/// the table has when the search has ended, whatever happened before.
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
    let StoreProfile { line: source, table: table_source } = store.profile();
    Some(match (source, table_source) {
        (_, table) if !matches!(table, TableSource::Search(_)) && cut.contains(&(end.key(), line.len())) => {
            Truncation::Cutoff
        }
        _ if remaining == 0 => Truncation::Depth,
        (_, TableSource::Search(Follows::Fitting)) => {
            let score_at_end = line.iter().fold(score, |score, _| score.for_child());
            // At the root, an entry of another draft is from another search.
            let matching = table.probe(end.key(), remaining);
            let matching = matching.filter(|entry| !line.is_empty() || entry.draft == remaining);
            checked_walk_truncation(ground_truth, line, &end, score_at_end, matching, table.any(end.key()))
        }
        (_, TableSource::Search(_)) => table.any(end.key()).map_or(Truncation::Overwritten, by_bound),
        (LineSource::SingleArray(_), _) => Truncation::Overwritten,
        _ => Truncation::Bound,
    })
}

/// Returns why the walk that checks everything ends at `end`, whose value must be `score`. `matching` is the
/// entry of `end` at its remaining depth, and `any` its entry at any depth.
fn checked_walk_truncation<P: Position>(
    ground_truth: &GroundTruth<P>,
    line: &[Move],
    end: &P,
    score: Score,
    matching: Option<Entry>,
    any: Option<Entry>,
) -> Truncation {
    let repeats_position = |mv| {
        let after_move = ground_truth.oracle().has(end, mv).then(|| end.play(mv));
        after_move.is_some_and(|after_move| {
            after_move == *end || is_on_line(ground_truth.root(), line, &after_move)
        })
    };
    match matching.or(any) {
        _ if is_on_line(ground_truth.root(), line, end) => Truncation::Draw,
        None => Truncation::Overwritten,
        Some(entry) if entry.bound != Bound::Exact => Truncation::Bound,
        Some(_) if matching.is_none() => Truncation::Depth,
        Some(entry) if entry.score != score => Truncation::Score,
        Some(entry) if score != Score::ZERO && repeats_position(entry.mv) => Truncation::Draw,
        Some(_) => Truncation::Overwritten,
    }
}

/// Whether `line`, played from `root`, passes through `wanted` before its end.
fn is_on_line<P: Position>(root: &P, line: &[Move], wanted: &P) -> bool {
    let mut position = root.clone();
    line.iter().any(|&mv| {
        let after_move = position.play(mv);
        std::mem::replace(&mut position, after_move) == *wanted
    })
}
