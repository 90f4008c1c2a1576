//! The root driver: one search from a position, and what it ends with.

use crate::position::{Move, Position};
use crate::pv::PvStore;
use crate::score::{Bound, Score, Window};
use crate::search::{Counts, Node, Observer, Search, Shortcuts};

/// What a search ends with: a score, what the score says about the value, and a
/// line *or the statement that it has none*.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome<'l> {
    /// From the side to move at the root.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The principal variation, first move first; `None` says "I have none".
    pub line: Option<&'l [Move]>,
}

/// A search was asked for that is deeper than its store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("depth {depth} is beyond the capacity of the store, {capacity} plies")]
pub struct TooDeep {
    /// The depth asked for, in plies.
    pub depth: usize,
    /// The deepest search that the store can follow.
    pub capacity: usize,
}

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Searches `root` to `depth` by `algorithm` and calls `each` once a store, in
    /// order, with the observer and the outcome that this store shows.
    ///
    /// # Errors
    ///
    /// When `depth` exceeds the capacity of a store; nothing is searched then.
    pub fn root<F>(
        &mut self,
        algorithm: F,
        root: &P,
        depth: usize,
        shortcuts: &Shortcuts,
        mut each: impl FnMut(&O, Outcome<'_>),
    ) -> Result<Counts, TooDeep>
    where
        F: Fn(&mut Self, &mut Node<'_, P, S>, Score, Score) -> Score,
    {
        let capacity = self.store.capacity();
        if depth > capacity {
            return Err(TooDeep { depth, capacity });
        }
        let window = shortcuts.root_window(root);
        self.store.reset(depth);
        let mut line = self.store.frame(None, 0);
        let score = self.enter(algorithm, root.clone(), &mut line, 0, depth, window);
        let bound = window.bound(score);
        let observer = &*self.observer;
        let mut show = |line: Option<&[Move]>| each(observer, Outcome { score, bound, line });
        match bound {
            Bound::Exact => self.store.visit(&line, &mut show),
            // A failed search has a bound and no line.
            Bound::Lower | Bound::Upper => self.store.visit_failed(&line, &mut show),
        }
        self.store.release(line);
        Ok(self.counts)
    }
}

impl Shortcuts {
    /// The window with which the root is searched.
    pub fn root_window<P: Position>(&self, root: &P) -> Window {
        match self.aspiration {
            Some(width) => Window::around(root.evaluate(), width),
            None => Window::FULL,
        }
    }
}
