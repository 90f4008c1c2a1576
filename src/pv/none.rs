//! The store that keeps no line, for control in comparisons of stores.
//!
//! Rules: none apply, as there is no line. Memory: none.

use crate::position::Move;
use crate::pv::{At, Each, FinishedSearch, PvStore};

/// A store that keeps no line and always shows `None`.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoStore;

impl PvStore for NoStore {
    type Line = ();

    fn capacity(&self) -> usize {
        usize::MAX
    }

    fn reset(&mut self, _depth: usize) {}

    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    fn raise(&mut self, _line: &mut (), _child: &(), _at: At, _mv: Move) {}

    fn show(&self, _root: &(), _finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(None);
    }
}
