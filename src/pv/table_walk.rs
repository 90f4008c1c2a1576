//! Walks of the transposition table, four ways.
//!
//! Nothing is kept while the search runs: when it has ended, the line is read from the
//! entries that it has left behind, from the root on, move by move:
//!
//! ```text
//! root --probe--> | draft 3, exact 5, move a |
//!  after a -----> | draft 2, exact -5, move b |
//!  after a b ---> nothing, or an entry that does not fit: the line ends
//! ```
//!
//! Folklore as old as tables: "walk through the transposition table making the best moves until
//! you get a transposition miss" (David Blackman, CCC, October 1997). What an engine
//! checks on the way differs, and decides everything.
//!
//! | store | goes on while |
//! |---|---|
//! | [`TableWalkRaw`] | there is an entry with a move, whatever it says; the line shows even a move that the position does not have |
//! | [`TableWalk`] | the move is legal besides |
//! | [`TableWalkExact`] | the entry is exact besides |
//! | [`TableWalkChecked`] | it is one that the search itself would have used at this depth, of the score that the line is said to have, and the position does not stand on the line yet |
//!
//! They bend every rule of [`PvStore`]: no node is told apart from its siblings. An entry may have
//! been overwritten, by another position, by another draft or by a null-window search of the
//! same position, which knows a bound and a refutation. The first three then show moves
//! that have nothing to do with the score; the checked walk stops, and is never
//! wrong where scores are right. On a tree no position is met again, and
//! all four show the whole line while no entry is overwritten.
//!
//! A search without a table writes one all the same, which it never probes; its walks
//! listen to that.
//!
//! Memory: none of its own.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::position::{Move, Position};
use crate::pv::{At, FinishedSearch, PvStore, Walker};
use crate::score::Bound;

/// How far a [`Walk`] goes.
pub trait WalkRule: Default + Clone + Debug {
    /// Walks from the root until the line ends.
    fn walk<P: Position>(walker: &mut Walker<'_, P>);
}

/// A walk of the search's own table when it has ended.
#[derive(Clone, Copy, Default, Debug)]
pub struct Walk<R>(PhantomData<R>);

/// Any stored move, as long as it is legal.
pub type TableWalk = Walk<Legal>;

/// The same up to the first entry that is a bound.
pub type TableWalkExact = Walk<ExactOnly>;

/// Goes on only while bound, draft and value fit.
pub type TableWalkChecked = Walk<Checked>;

/// Nothing checked but the length.
pub type TableWalkRaw = Walk<Raw>;

/// See [`TableWalk`].
#[derive(Clone, Copy, Default, Debug)]
pub struct Legal;

/// See [`TableWalkExact`].
#[derive(Clone, Copy, Default, Debug)]
pub struct ExactOnly;

/// See [`TableWalkChecked`].
#[derive(Clone, Copy, Default, Debug)]
pub struct Checked;

/// See [`TableWalkRaw`].
#[derive(Clone, Copy, Default, Debug)]
pub struct Raw;

impl WalkRule for Legal {
    fn walk<P: Position>(walker: &mut Walker<'_, P>) {
        while walker.any().is_some_and(|entry| walker.play(entry.mv)) {}
    }
}

impl WalkRule for ExactOnly {
    fn walk<P: Position>(walker: &mut Walker<'_, P>) {
        while walker.any().is_some_and(|entry| entry.bound == Bound::Exact && walker.play(entry.mv)) {}
    }
}

impl WalkRule for Checked {
    fn walk<P: Position>(walker: &mut Walker<'_, P>) {
        walker.complete();
    }
}

impl WalkRule for Raw {
    fn walk<P: Position>(walker: &mut Walker<'_, P>) {
        walker.follow_unchecked(Walker::any);
    }
}

impl<R: WalkRule> PvStore for Walk<R> {
    type Line = ();

    fn reads_table(&self) -> bool {
        true
    }

    fn capacity(&self) -> usize {
        usize::MAX
    }

    fn reset(&mut self, _depth: usize) {}

    #[inline]
    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    #[inline]
    fn enter_node(&mut self, _line: &mut (), _at: At) {}

    #[inline]
    fn leaf_value(&mut self, _line: &mut (), _at: At) {}

    #[inline]
    fn raise(&mut self, _line: &mut (), _child: &(), _at: At, _mv: Move) {}

    fn visit<P: Position>(
        &self,
        _root: &(),
        finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        let mut walker = finished_search.walk(finished_search.table());
        R::walk(&mut walker);
        each(Some(walker.line()));
    }

    fn visit_failed<P: Position>(
        &self,
        _root: &(),
        _finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        each(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::ply_limits::PlyLimits;
    use crate::pv::WalkBuffers;
    use crate::score::Score;
    use crate::table::{Entry, Table, TableOptions};

    /// An entry of the position behind `line`: draft, bound, score and move.
    type Stored<'a> = (&'a [u16], usize, Bound, i32, Move);

    /// The line that a walk of these entries shows, in a search to depth 2 that ended with 3.
    fn walked<R: WalkRule>(game: &str, entries: &[Stored<'_>]) -> Vec<u16> {
        let graph: Graph = game.parse().expect("a game");
        let mut table = Table::default();
        table.reset(&TableOptions::DEFAULT);
        for &(line, draft, bound, score, mv) in entries {
            let position = line.iter().fold(graph.root(), |position, &mv| position.play(Move::new(mv)));
            let score = Score::new(score).expect("in range");
            table.store(Entry { key: position.key(), draft, bound, score, mv });
        }
        let (root, mut walk_buffers) = (graph.root(), WalkBuffers::default());
        let mut finished_search =
            FinishedSearch::new(&root, PlyLimits::for_depth(2), Score::ZERO + 3, &table, &mut walk_buffers);
        let mut shown = Vec::new();
        Walk::<R>::default().visit(&(), &mut finished_search, &mut |line| {
            shown = line.expect("a line").iter().map(|mv| mv.number()).collect();
        });
        shown
    }

    /// What the four walks show: raw, legal, exact and checked.
    fn all_four(game: &str, entries: &[Stored<'_>]) -> [Vec<u16>; 4] {
        [
            walked::<Raw>(game, entries),
            walked::<Legal>(game, entries),
            walked::<ExactOnly>(game, entries),
            walked::<Checked>(game, entries),
        ]
    }

    const GAME: &str = "[[3 5] [2 9]]";
    const FIRST: Move = Move::new(0);
    const SECOND: Move = Move::new(1);
    const ROOT: Stored<'static> = (&[], 2, Bound::Exact, 3, FIRST);

    #[test]
    fn a_whole_line_of_fitting_entries_is_shown_by_all() {
        let whole = all_four(GAME, &[ROOT, (&[0], 1, Bound::Exact, -3, SECOND)]);
        assert_eq!(whole, [[0, 1]; 4].map(Vec::from));
    }

    #[test]
    fn each_walk_stops_where_it_says() {
        let (one, two) = (vec![0], vec![0, 1]);
        let bound = all_four(GAME, &[ROOT, (&[0], 1, Bound::Lower, -3, SECOND)]);
        assert_eq!(bound, [two.clone(), two.clone(), one.clone(), one.clone()], "a bound");
        let draft = all_four(GAME, &[ROOT, (&[0], 2, Bound::Exact, -3, SECOND)]);
        assert_eq!(draft, [two.clone(), two.clone(), two.clone(), one.clone()], "another draft");
        let value = all_four(GAME, &[ROOT, (&[0], 1, Bound::Exact, 3, SECOND)]);
        assert_eq!(value, [two.clone(), two.clone(), two, one.clone()], "another value");
        let no_move = all_four(GAME, &[ROOT, (&[0], 1, Bound::Exact, -3, Move::NULL)]);
        assert_eq!(no_move, [one.clone(), one.clone(), one.clone(), one], "no move");
        assert_eq!(all_four(GAME, &[]), [const { Vec::<u16>::new() }; 4], "nothing stored");
    }

    #[test]
    fn a_move_that_the_position_lacks_is_shown_raw_and_never_played() {
        let lacking = all_four(GAME, &[ROOT, (&[0], 1, Bound::Exact, -3, Move::new(7))]);
        assert_eq!(lacking, [vec![0, 7], vec![0], vec![0], vec![0]]);
        let over =
            all_four("[[3 5] 3]", &[(&[], 2, Bound::Exact, 3, SECOND), (&[1], 1, Bound::Exact, -3, FIRST)]);
        assert_eq!(over, [vec![1, 0], vec![1], vec![1], vec![1]], "the game is over");
    }

    #[test]
    fn a_cycle_ends_with_the_depth_and_the_checked_walk_before_it() {
        let cycle = all_four("a:[a 3]", &[(&[], 2, Bound::Exact, 3, FIRST)]);
        // Worth 3, the line cannot lead to what may be a draw.
        assert_eq!(cycle, [vec![0, 0], vec![0, 0], vec![0, 0], vec![]]);
    }
}
