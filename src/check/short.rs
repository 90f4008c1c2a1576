//! Why a line is short.

use crate::oracle::Truth;
use crate::position::{Move, Position};
use crate::pv::Store;
use crate::score::{Bound, Score};
use crate::search::{Outcome, Traces};
use crate::table::Entry;
use crate::verdict::Short;

/// Why the line of `outcome`, which is sound and shown by `store`, stops where it does; `None`
/// where nothing is left of the search that showed it.
///
/// Stores that keep their line while the search runs stop where an entry ended the search of
/// the node, or where it was known by bounds alone. Those that walk the table stop by what
/// stands in it when the search has ended, whatever happened before.
pub fn why_short<P: Position>(truth: &Truth<P>, store: Store, outcome: &Outcome<'_>) -> Option<Short> {
    let Outcome { line, traces, score, .. } = *outcome;
    let (line, Traces { table, cut }) = (line?, traces?);
    let left = truth.depth_behind(line);
    let end = line.iter().fold(truth.root().clone(), |position, &mv| position.play(mv));
    let by_bound = |entry: Entry| if entry.bound == Bound::Exact { Short::Overwritten } else { Short::Bound };
    Some(match store {
        _ if !store.walks() && cut.contains(&(end.key(), line.len())) => Short::Cutoff,
        _ if left == 0 => Short::Depth,
        Store::TableWalkChecked | Store::TailRecovery => {
            let carried = line.iter().fold(score, |score, _| score.for_child());
            // At the root an entry of another draft is of another search.
            let fitting = table.probe(end.key(), left);
            let fitting = fitting.filter(|entry| !line.is_empty() || entry.draft == left);
            why_not_on(truth, line, &end, carried, fitting, table.any(end.key()))
        }
        Store::TableWalk | Store::TableWalkExact | Store::TableWalkRaw => {
            table.any(end.key()).map_or(Short::Overwritten, by_bound)
        }
        Store::SingleArray | Store::SingleArrayBare | Store::SingleArrayRefuting => Short::Overwritten,
        _ => Short::Bound,
    })
}

/// Why a walk that checks everything does not go on from `end`, which has to be worth `score`, when
/// the table has this entry of its depth, and `any` at all.
fn why_not_on<P: Position>(
    truth: &Truth<P>,
    line: &[Move],
    end: &P,
    score: Score,
    fitting: Option<Entry>,
    any: Option<Entry>,
) -> Short {
    let turns_back = |mv| {
        let behind = truth.oracle().has(end, mv).then(|| end.play(mv));
        behind.is_some_and(|behind| behind == *end || stands_on(truth.root(), line, &behind))
    };
    match fitting.or(any) {
        _ if stands_on(truth.root(), line, end) => Short::Draw,
        None => Short::Overwritten,
        Some(entry) if entry.bound != Bound::Exact => Short::Bound,
        Some(_) if fitting.is_none() => Short::Depth,
        Some(entry) if entry.score != score => Short::Score,
        Some(entry) if score != Score::ZERO && turns_back(entry.mv) => Short::Draw,
        Some(_) => Short::Overwritten,
    }
}

/// Whether `wanted` stands on `line` from `root` on, before its end.
fn stands_on<P: Position>(root: &P, line: &[Move], wanted: &P) -> bool {
    let mut position = root.clone();
    line.iter().any(|&mv| {
        let behind = position.play(mv);
        std::mem::replace(&mut position, behind) == *wanted
    })
}
