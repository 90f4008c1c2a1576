//! Observers, which are notified of what a search does and cannot change it.

use crate::position::Move;
use crate::score::{Score, Window};
use crate::table::Table;
use crate::told::Told;

/// An observer of a search. `()` ignores all events and costs nothing, because its calls compile to no code.
///
/// `remaining` is the number of plies to go, including those of quiescence. Quiescence begins where only its own plies remain.
pub trait Observer<P> {
    /// Notifies that a search of the root to `depth` begins, with this window and without `excluded_moves`, the first
    /// moves of better lines. Aspiration, iterative deepening and `MultiPV` cause several such searches.
    fn search_started(&mut self, _depth: usize, _window: Window, _excluded_moves: &[Move]) {}

    /// Notifies that a search of `position`, `ply` plies from the root, begins, with `remaining` plies to go.
    fn node_entered(&mut self, _position: &P, _ply: usize, _remaining: usize) {}

    /// Notifies that `position` was evaluated, because the depth ran out or the game is over.
    fn leaf_evaluated(&mut self, _position: &P) {}

    /// Notifies that a search of `position`, also of a leaf, with `remaining` plies to go and this `window` returns `score`.
    fn node_exited(&mut self, _position: &P, _remaining: usize, _window: Window, _score: Score) {}

    /// Notifies that one of several searches of all moves of the node ended with `score`, with this window
    /// ([`Search::research_node`](crate::search::Search::research_node)).
    fn node_researched(&mut self, _position: &P, _remaining: usize, _window: Window, _score: Score) {}

    /// The search tells this about the node at `ply`.
    fn told(&mut self, _ply: usize, _told: &Told) {}

    /// Notifies that the result of a node was stored in this table, or discarded by the rule of the table.
    fn entry_stored(&mut self, _table: &Table) {}

    /// The observer of another thread of the search, counted from 1; `None` if those are not observed. That thread notifies
    /// it of its own events, and of the result of a node before the others can read that.
    fn of_thread<'a>(&mut self, _thread: usize) -> Option<Box<dyn Observer<P> + Send + 'a>>
    where
        P: Send + 'a,
    {
        None
    }

    /// Notifies that all other threads have ended. The next result is that of this thread, counted from 0.
    fn thread_shown(&mut self, _thread: usize) {}
}

impl<P> Observer<P> for () {}

/// The observer of a thread other than the first.
pub(crate) type OtherObserver<'o, P> = Box<dyn Observer<P> + Send + 'o>;

/// Implements [`Observer`] for a type that passes all events on to the observer `$to`, with `$own` in place
/// of `$position`.
macro_rules! pass_on {
    ([$($implementation:tt)*], $P:ty, |$this:ident| $to:expr, |$position:ident| $own:expr, |$other:ident| $passed:expr) => {
        $($implementation)* {
            $crate::search::pass_on! { $this, $to;
                fn search_started(depth: usize, window: $crate::score::Window, excluded_moves: &[$crate::position::Move]);
                fn told(ply: usize, told: &$crate::told::Told);
                fn entry_stored(table: &$crate::table::Table);
                fn thread_shown(thread: usize);
            }

            fn of_thread<'a>(
                &mut self,
                thread: usize,
            ) -> Option<Box<dyn $crate::search::Observer<$P> + Send + 'a>>
            where
                $P: Send + 'a,
            {
                let $this = self;
                let $other = $to.of_thread(thread)?;
                Some($passed)
            }

            $crate::search::pass_on! { $this, $to, $position: &$P => $own;
                fn node_entered(ply: usize, remaining: usize);
                fn leaf_evaluated();
                fn node_exited(remaining: usize, window: $crate::score::Window, score: $crate::score::Score);
                fn node_researched(remaining: usize, window: $crate::score::Window, score: $crate::score::Score);
            }
        }
    };
    ($this:ident, $to:expr, $position:ident: $P:ty => $own:expr; $(fn $name:ident($($arg:ident: $type:ty),*);)*) => {
        $(fn $name(&mut self, $position: $P, $($arg: $type),*) {
            let $this = self;
            $to.$name($own, $($arg),*);
        })*
    };
    ($this:ident, $to:expr; $(fn $name:ident($($arg:ident: $type:ty),*);)*) => {
        $(fn $name(&mut self, $($arg: $type),*) {
            let $this = self;
            $to.$name($($arg),*);
        })*
    };
}
pub(crate) use pass_on;

pass_on!(
    [impl<P, O: Observer<P> + ?Sized> Observer<P> for &mut O],
    P,
    |this| (**this),
    |position| position,
    |other| other
);
pass_on!(
    [impl<P, O: Observer<P> + ?Sized> Observer<P> for Box<O>],
    P,
    |this| (**this),
    |position| position,
    |other| other
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::told::Why;

    /// An observer that counts all events.
    struct Events(u32);

    macro_rules! counted {
        ($($name:ident($($arg:ty),*);)*) => {
            $(fn $name(&mut self, $(_: $arg),*) {
                self.0 += 1;
            })*
        };
    }

    impl Observer<()> for Events {
        counted! {
            search_started(usize, Window, &[Move]);
            node_entered(&(), usize, usize);
            leaf_evaluated(&());
            node_exited(&(), usize, Window, Score);
            node_researched(&(), usize, Window, Score);
            told(usize, &Told);
            entry_stored(&Table);
            thread_shown(usize);
        }

        fn of_thread<'a>(&mut self, _: usize) -> Option<Box<dyn Observer<()> + Send + 'a>> {
            self.0 += 1;
            Some(Box::new(()))
        }
    }

    fn notify_of_all(mut observer: impl Observer<()>) {
        let score = Score::ZERO;
        observer.search_started(0, Window::FULL, &[]);
        observer.node_entered(&(), 0, 0);
        observer.leaf_evaluated(&());
        observer.node_exited(&(), 0, Window::FULL, score);
        observer.node_researched(&(), 0, Window::FULL, score);
        observer.told(0, &Told::Leaves(Why::Draw));
        observer.entry_stored(&Table::default());
        observer.thread_shown(0);
        assert!(observer.of_thread(1).is_some());
    }

    #[test]
    fn every_event_is_passed_on() {
        let mut events = Events(0);
        let observer: &mut dyn Observer<()> = &mut events;
        notify_of_all(observer);
        notify_of_all(&mut events);
        assert_eq!(events.0, 18);
    }
}
