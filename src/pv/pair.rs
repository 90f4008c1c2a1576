//! Two stores as one: both get every call, and neither depends on the other.

use crate::position::Move;
use crate::pv::{At, Cursor, Each, FinishedSearch, PvStore};
use crate::score::Window;
use crate::table::Entry;

impl<A: PvStore, B: PvStore> PvStore for (A, B) {
    type Line = (A::Line, B::Line);

    #[inline]
    fn reads_table(&self) -> bool {
        self.0.reads_table() || self.1.reads_table()
    }

    fn capacity(&self) -> usize {
        self.0.capacity().min(self.1.capacity())
    }

    fn reset(&mut self, depth: usize) {
        self.0.reset(depth);
        self.1.reset(depth);
    }

    #[inline]
    fn frame(&mut self, parent: Option<&Self::Line>, ply: usize) -> Self::Line {
        (self.0.frame(parent.map(|line| &line.0), ply), self.1.frame(parent.map(|line| &line.1), ply))
    }

    #[inline]
    fn release(&mut self, line: Self::Line) {
        self.0.release(line.0);
        self.1.release(line.1);
    }

    #[inline]
    fn enter_node(&mut self, line: &mut Self::Line, at: At) {
        self.0.enter_node(&mut line.0, at);
        self.1.enter_node(&mut line.1, at);
    }

    #[inline]
    fn leaf_value(&mut self, line: &mut Self::Line, at: At) {
        self.0.leaf_value(&mut line.0, at);
        self.1.leaf_value(&mut line.1, at);
    }

    fn draw(&mut self, line: &mut Self::Line, at: At) {
        self.0.draw(&mut line.0, at);
        self.1.draw(&mut line.1, at);
    }

    #[inline]
    fn raise(&mut self, line: &mut Self::Line, child: &Self::Line, at: At, mv: Move) {
        self.0.raise(&mut line.0, &child.0, at, mv);
        self.1.raise(&mut line.1, &child.1, at, mv);
    }

    #[inline]
    fn refute(&mut self, line: &mut Self::Line, child: &Self::Line, at: At, mv: Move) {
        self.0.refute(&mut line.0, &child.0, at, mv);
        self.1.refute(&mut line.1, &child.1, at, mv);
    }

    #[inline]
    fn exit_node(&mut self, line: &mut Self::Line, at: At, entry: &Entry) {
        self.0.exit_node(&mut line.0, at, entry);
        self.1.exit_node(&mut line.1, at, entry);
    }

    #[inline]
    fn hit(&mut self, line: &mut Self::Line, at: At, entry: &Entry, window: Window) {
        self.0.hit(&mut line.0, at, entry, window);
        self.1.hit(&mut line.1, at, entry, window);
    }

    fn show<C: Cursor>(&self, root: &Self::Line, finished: &mut FinishedSearch<'_, C>, each: Each<'_>) {
        self.0.show(&root.0, finished, each);
        self.1.show(&root.1, finished, each);
    }

    fn show_failed<C: Cursor>(
        &self,
        root: &Self::Line,
        finished: &mut FinishedSearch<'_, C>,
        each: Each<'_>,
    ) {
        self.0.show_failed(&root.0, finished, each);
        self.1.show_failed(&root.1, finished, each);
    }
}
