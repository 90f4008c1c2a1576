//! A pair of stores as one store, where both get every call and neither depends on the other.

use crate::position::Move;
use crate::pv::{At, Each, FinishedSearch, PvStore};
use crate::score::Window;
use crate::table::Entry;

/// Passes a call to both stores, each with its own lines.
macro_rules! both {
    ($(fn $name:ident($line:ident $(, $child:ident)?; $($arg:ident: $type:ty),*);)*) => {$(
        #[inline]
        fn $name(&mut self, $line: &mut Self::Line, $($child: &Self::Line,)? $($arg: $type),*) {
            self.0.$name(&mut $line.0, $(&$child.0,)? $($arg),*);
            self.1.$name(&mut $line.1, $(&$child.1,)? $($arg),*);
        }
    )*};
}

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

    calls_at_a_node!(both);

    fn show(&self, root: &Self::Line, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        self.0.show(&root.0, finished, each);
        self.1.show(&root.1, finished, each);
    }

    fn show_failed(&self, root: &Self::Line, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        self.0.show_failed(&root.0, finished, each);
        self.1.show_failed(&root.1, finished, each);
    }
}
