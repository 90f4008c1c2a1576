//! Walks through the transposition table, in four ways.
//!
//! Nothing is kept during the search. After the search the line is read from the table entries, move by move
//! from the root:
//!
//! ```text
//! root --probe--> | draft 3, exact 5, move a |
//!  after a -----> | draft 2, exact -5, move b |
//!  after a b ---> no entry, or one that does not fit: the line ends
//! ```
//!
//! The method is folklore, as old as tables: "walk through the transposition table making the best moves
//! until you get a transposition miss" (David Blackman, CCC, October 1997). Engines differ in what they check
//! during the walk, and that decides whether the line is right.
//!
//! | store | continues while |
//! |---|---|
//! | [`TableWalkRaw`] | there is an entry with a move; nothing else is checked, and the line shows even an illegal move |
//! | [`TableWalk`] | there is an entry with a legal move |
//! | [`TableWalkExact`] | there is an exact entry with a legal move |
//! | [`TableWalkChecked`] | there is an entry that the search itself would have used at this depth, exact and of the score of the line, and the position is not on the line yet |
//!
//! Rules: they bend all rules of [`PvStore`]: an entry belongs to a position and not to a node. It may have
//! been overwritten by another position, by another draft, or by a null-window search of the same position,
//! which has only a bound and a refutation. Then the first three show moves that do not belong to the score.
//! The checked walk ends there; it is never wrong if scores are right. All four are safe on trees, where no
//! position is met again: they show the whole line as long as no entry is overwritten.
//!
//! Memory: none of their own.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::position::Move;
use crate::pv::{At, Each, FinishedSearch, PvStore};

/// The condition on which a [`Walk`] continues.
pub trait WalkRule: Default + Clone + Debug {
    /// Returns the line from the root on, as far as the condition holds.
    fn line<'f>(finished: &'f mut FinishedSearch<'_>) -> &'f [Move];
}

/// A walk through the table of the search after it has ended.
#[derive(Clone, Copy, Default, Debug)]
pub struct Walk<R>(PhantomData<R>);

/// The walk that plays any stored move that is legal.
pub type TableWalk = Walk<Legal>;

/// The walk that plays legal moves of exact entries.
pub type TableWalkExact = Walk<ExactOnly>;

/// The walk that continues only while bound, draft and value fit.
pub type TableWalkChecked = Walk<Fitting>;

/// The walk that checks nothing but the length.
pub type TableWalkRaw = Walk<Raw>;

/// The condition of [`TableWalk`]: the table has an entry of the position with a legal move, whatever its bound and draft.
#[derive(Clone, Copy, Default, Debug)]
pub struct Legal;

/// The condition of [`TableWalkExact`]: the table has an exact entry of the position with a legal move, whatever its draft.
#[derive(Clone, Copy, Default, Debug)]
pub struct ExactOnly;

/// The condition of [`TableWalkChecked`]: the search itself would have used the entry, which is exact and has the score of
/// the line, and the position is not on the line yet.
#[derive(Clone, Copy, Default, Debug)]
pub struct Fitting;

/// The condition of [`TableWalkRaw`]: the table has an entry of the position with a move, even an illegal one.
#[derive(Clone, Copy, Default, Debug)]
pub struct Raw;

impl WalkRule for Legal {
    fn line<'f>(finished: &'f mut FinishedSearch<'_>) -> &'f [Move] {
        let (moves, legal, _) = finished.stored_line();
        &moves[..legal]
    }
}

impl WalkRule for ExactOnly {
    fn line<'f>(finished: &'f mut FinishedSearch<'_>) -> &'f [Move] {
        let (moves, _, exact) = finished.stored_line();
        &moves[..exact]
    }
}

impl WalkRule for Fitting {
    fn line<'f>(finished: &'f mut FinishedSearch<'_>) -> &'f [Move] {
        let mut walker = finished.walk(finished.table());
        walker.complete();
        walker.into_line()
    }
}

impl WalkRule for Raw {
    fn line<'f>(finished: &'f mut FinishedSearch<'_>) -> &'f [Move] {
        finished.stored_line().0
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
    fn raise(&mut self, _line: &mut (), _child: &(), _at: At, _mv: Move) {}

    fn show(&self, _root: &(), finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(Some(R::line(finished)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::position::Position as _;
    use crate::pv::tests::shown;
    use crate::score::{Bound, Score};
    use crate::table::{Entry, Table, TableOptions};

    type Stored<'a> = (&'a [u16], usize, Bound, i32, Move);

    fn walked<R: WalkRule>(game: &str, entries: &[Stored<'_>]) -> Vec<u16> {
        let graph: Graph = game.parse().expect("a game");
        let mut table = Table::default();
        table.reset(&TableOptions::DEFAULT);
        for &(line, draft, bound, score, mv) in entries {
            let position = line.iter().fold(graph.root(), |position, &mv| position.play(Move::new(mv)));
            let score = Score::new(score);
            table.store(Entry { key: position.key(), draft, bound, score, mv });
        }
        let line = shown(&Walk::<R>::default(), &(), &graph.root(), 2, Score::ZERO + 3, &table);
        line.expect("a line").iter().map(|mv| mv.number()).collect()
    }

    fn all_four(game: &str, entries: &[Stored<'_>]) -> [Vec<u16>; 4] {
        [
            walked::<Raw>(game, entries),
            walked::<Legal>(game, entries),
            walked::<ExactOnly>(game, entries),
            walked::<Fitting>(game, entries),
        ]
    }

    const GAME: &str = "[[3 5] [2 9]]";
    const FIRST: Move = Move::new(0);
    const SECOND: Move = Move::new(1);
    const ROOT: Stored<'static> = (&[], 2, Bound::Exact, 3, FIRST);

    #[test]
    fn all_walks_show_a_whole_line_of_fitting_entries() {
        let whole = all_four(GAME, &[ROOT, (&[0], 1, Bound::Exact, -3, SECOND)]);
        assert_eq!(whole, [[0, 1]; 4].map(Vec::from));
    }

    #[test]
    fn each_walk_ends_at_the_first_entry_that_breaks_its_rule() {
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
    fn an_illegal_move_is_shown_by_the_raw_walk_and_never_played() {
        let illegal = all_four(GAME, &[ROOT, (&[0], 1, Bound::Exact, -3, Move::new(7))]);
        assert_eq!(illegal, [vec![0, 7], vec![0], vec![0], vec![0]]);
        let over =
            all_four("[[3 5] 3]", &[(&[], 2, Bound::Exact, 3, SECOND), (&[1], 1, Bound::Exact, -3, FIRST)]);
        assert_eq!(over, [vec![1, 0], vec![1], vec![1], vec![1]], "the game is over");
    }

    #[test]
    fn in_a_cycle_walks_end_at_the_depth_and_the_checked_walk_before_it() {
        let cycle = all_four("a:[a 3]", &[(&[], 2, Bound::Exact, 3, FIRST)]);
        // A repeated position may be a draw, which is worth 0 and not 3: the checked walk ends before it.
        assert_eq!(cycle, [vec![0, 0], vec![0, 0], vec![0, 0], vec![]]);
    }
}
