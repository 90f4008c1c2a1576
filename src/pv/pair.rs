//! Two stores as one: each hears every call, neither knows of the other.

use crate::position::{Move, Position};
use crate::pv::{At, Ended, PvStore};
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
    fn enter(&mut self, line: &mut Self::Line, at: At) {
        self.0.enter(&mut line.0, at);
        self.1.enter(&mut line.1, at);
    }

    #[inline]
    fn stop(&mut self, line: &mut Self::Line, at: At) {
        self.0.stop(&mut line.0, at);
        self.1.stop(&mut line.1, at);
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
    fn leave(&mut self, line: &mut Self::Line, at: At, entry: &Entry) {
        self.0.leave(&mut line.0, at, entry);
        self.1.leave(&mut line.1, at, entry);
    }

    #[inline]
    fn hit(&mut self, line: &mut Self::Line, at: At, entry: &Entry, window: Window) {
        self.0.hit(&mut line.0, at, entry, window);
        self.1.hit(&mut line.1, at, entry, window);
    }

    fn visit<P: Position>(
        &self,
        root: &Self::Line,
        ended: &mut Ended<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        self.0.visit(&root.0, ended, each);
        self.1.visit(&root.1, ended, each);
    }

    fn visit_failed<P: Position>(
        &self,
        root: &Self::Line,
        ended: &mut Ended<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        self.0.visit_failed(&root.0, ended, each);
        self.1.visit_failed(&root.1, ended, each);
    }
}
