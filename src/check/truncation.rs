//! The reason why a line is truncated.

use crate::oracle::GroundTruth;
use crate::position::{Move, Position};
use crate::pv::{Follows, LineSource, Store, StoreProfile, TableSource};
use crate::score::{Bound, Score};
use crate::search::{Outcome, Traces};
use crate::table::Entry;
use crate::verdict::Truncation;

/// Returns why the sound line of `outcome`, which `store` shows, is truncated; `None` if the search left no traces.
///
/// Stores that keep the line during the search truncate it where a table entry cut off a node, or where only a bound of
/// a node was known. Stores that walk the table truncate it because of the entries at the end of the search.
pub(super) fn find_truncation<P: Position>(
    ground_truth: &GroundTruth<P>,
    store: Store,
    outcome: &Outcome<'_>,
) -> Option<Truncation> {
    let Outcome { line, traces, score, .. } = *outcome;
    let (line, Traces { table, cut }) = (line?, traces?);
    let (root, remaining) = (ground_truth.root(), ground_truth.depth_after(line));
    let is_legal = |position: &P, mv| ground_truth.oracle().has(position, mv);
    let end = line.iter().fold(root.clone(), |position, &mv| position.play(mv));
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
            let any = table.any(end.key());
            checked_walk_truncation((root, line, &end), score_at_end, matching, any, is_legal)
        }
        (_, TableSource::Search(_)) => table.any(end.key()).map_or(Truncation::Overwritten, by_bound),
        (LineSource::SingleArray(_), _) => Truncation::Overwritten,
        _ => Truncation::Bound,
    })
}

/// Returns why the walk that checks everything ends at `end`, whose value must be `score`. `matching` is the entry of
/// `end` at its remaining depth, `any` its entry at any depth.
fn checked_walk_truncation<P: Position>(
    (root, line, end): (&P, &[Move], &P),
    score: Score,
    matching: Option<Entry>,
    any: Option<Entry>,
    mut is_legal: impl FnMut(&P, Move) -> bool,
) -> Truncation {
    let mut repeats_position = |mv| {
        let after_move = is_legal(end, mv).then(|| end.play(mv));
        after_move.is_some_and(|after_move| after_move == *end || is_on_line(root, line, &after_move))
    };
    match matching.or(any) {
        _ if is_on_line(root, line, end) => Truncation::Draw,
        None => Truncation::Overwritten,
        Some(entry) if entry.bound != Bound::Exact => Truncation::Bound,
        Some(_) if matching.is_none() => Truncation::Depth,
        Some(entry) if entry.score != score => Truncation::Score,
        Some(entry) if score != Score::ZERO && repeats_position(entry.mv) => Truncation::Draw,
        Some(_) => Truncation::Overwritten,
    }
}

fn is_on_line<P: Position>(root: &P, line: &[Move], wanted: &P) -> bool {
    let mut position = root.clone();
    line.iter().any(|&mv| {
        let after_move = position.play(mv);
        std::mem::replace(&mut position, after_move) == *wanted
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::table::{Draft, Table, TableOptions};

    /// Checks each reason for the end of a walk that checks entries, with the entries from which it follows.
    #[test]
    fn a_checked_walk_ends_for_the_first_reason_that_applies() {
        let graph: Graph = "a:[[3 a] 5]".parse().expect("a game");
        let (root, score) = (graph.root(), Score::new);
        let ground_truth = GroundTruth::new(&root, 3);
        let entry = |bound, value, mv| {
            let (score, mv) = (score(value), Move::new(mv));
            Some(Entry { key: 0, draft: 2, bound, score, mv })
        };
        let (first, back) = ([Move::new(0)], [Move::new(0), Move::new(1)]);
        let exact = entry(Bound::Exact, 3, 0);
        let reason = |line: &[Move], value, matching, any| {
            let end = line.iter().fold(root, |position, &mv| position.play(mv));
            let is_legal = |position: &_, mv| ground_truth.oracle().has(position, mv);
            checked_walk_truncation((&root, line, &end), score(value), matching, any, is_legal)
        };
        assert_eq!(reason(&back, 3, exact, exact), Truncation::Draw, "the line has led back to the root");
        assert_eq!(reason(&first, 3, None, None), Truncation::Overwritten);
        assert_eq!(reason(&first, 3, None, exact), Truncation::Depth);
        for bound in [Bound::Lower, Bound::Upper] {
            assert_eq!(reason(&first, 3, entry(bound, 3, 0), exact), Truncation::Bound);
            assert_eq!(reason(&first, 3, None, entry(bound, 3, 0)), Truncation::Bound);
        }
        assert_eq!(reason(&first, 4, exact, exact), Truncation::Score);
        assert_eq!(reason(&first, 3, exact, exact), Truncation::Overwritten);
        let leads_back = entry(Bound::Exact, 3, 1);
        assert_eq!(reason(&first, 3, leads_back, leads_back), Truncation::Draw);
        let drawn = entry(Bound::Exact, 0, 1);
        assert_eq!(reason(&first, 0, drawn, drawn), Truncation::Overwritten, "a draw is what the score is");
        let illegal = entry(Bound::Exact, 3, 9);
        assert_eq!(reason(&first, 3, illegal, illegal), Truncation::Overwritten);
    }

    /// The store decides where the search has a table and no other reason comes first.
    #[test]
    fn the_reason_depends_on_the_store_and_on_the_entries_that_remain() {
        use Truncation::{Bound as ByBound, Cutoff, Depth, Overwritten};
        let graph: Graph = "[[3 4] 5]".parse().expect("a game");
        let (root, score) = (graph.root(), Score::new(3));
        let ground_truth = GroundTruth::new(&root, 2);
        let options = TableOptions { draft: Draft::Deeper, ..TableOptions::DEFAULT };
        let line = [Move::new(0)];
        let end = root.play(line[0]);
        let reason = |store, line: &[Move], entry: Option<Entry>, cut: &[(u64, usize)]| {
            let mut table = Table::default();
            table.reset(&options);
            if let Some(entry) = entry {
                table.store(entry);
            }
            let traces = Some(Traces { table: &table, cut });
            let outcome = Outcome { line: Some(line), traces, ..Outcome::new(2, score, Bound::Exact) };
            find_truncation(&ground_truth, store, &outcome)
        };
        let entry = |position: &_, draft, bound| {
            let key = Position::key(position);
            Some(Entry { key, draft, bound, score: -score, mv: Move::new(0) })
        };
        let cut = [(end.key(), 1)];
        for (store, with_cut, without) in [
            (Store::Triangular, Cutoff, ByBound),
            (Store::SingleArray, Cutoff, Overwritten),
            (Store::TableWalk, Overwritten, Overwritten),
            (Store::TableWalkChecked, Overwritten, Overwritten),
        ] {
            assert_eq!(reason(store, &line, None, &cut), Some(with_cut), "{store:?}");
            assert_eq!(reason(store, &line, None, &[]), Some(without), "{store:?}");
            assert_eq!(reason(store, &line, None, &[(end.key(), 2)]), Some(without), "another ply");
            let whole = [Move::new(0), Move::new(0)];
            assert_eq!(reason(store, &whole, None, &[]), Some(Depth), "no plies remain");
        }
        assert_eq!(reason(Store::TableWalk, &line, entry(&end, 1, Bound::Lower), &[]), Some(ByBound));
        assert_eq!(reason(Store::TableWalk, &line, entry(&end, 1, Bound::Exact), &[]), Some(Overwritten));
        let checked = |line: &[Move], entry| reason(Store::TableWalkChecked, line, entry, &[]);
        assert_eq!(checked(&line, entry(&end, 0, Bound::Exact)), Some(Depth), "a smaller draft");
        assert_eq!(
            checked(&line, entry(&end, 2, Bound::Exact)),
            Some(Overwritten),
            "a greater draft matches"
        );
        // At the root it does not: the entry is from another search.
        assert_eq!(checked(&[], entry(&root, 3, Bound::Exact)), Some(Depth));
        assert_eq!(checked(&[], entry(&root, 2, Bound::Exact)), Some(Truncation::Score));
        let without_line = Outcome::new(2, score, Bound::Exact);
        assert_eq!(find_truncation(&ground_truth, Store::Triangular, &without_line), None);
        let without_traces = Outcome { line: Some(&line), ..without_line };
        assert_eq!(find_truncation(&ground_truth, Store::Triangular, &without_traces), None);
    }
}
