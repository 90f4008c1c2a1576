//! A game that positions share, even across threads.

use std::cell::Cell;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::game::Graph;
use crate::position::mixed;
use crate::score::Score;

/// The way in which a position holds its game.
pub trait Holder: Clone + Deref<Target = Graph> {
    /// The score of the position with this number.
    #[inline]
    fn score(&self, node: usize) -> Score {
        Graph::score(self, node)
    }

    /// Whether `other` holds the same game. A position that borrows its game is never compared with one of another game.
    #[inline]
    fn is_same(&self, _other: &Self) -> bool {
        true
    }

    /// Yields to other threads at a place that is probably between two accesses to shared memory.
    #[inline]
    fn give_way(&self) {}
}

impl Holder for &Graph {}

/// A game that positions share. The threads of a search yield to each other at random, because small games are over
/// before the system would interrupt a thread.
#[derive(Clone)]
pub struct SharedGame {
    graph: Arc<Graph>,
    /// A thread yields at one use of a position in this many, or never if 0.
    one_in: u64,
}

impl SharedGame {
    pub(super) fn new(graph: Graph) -> Self {
        Self { graph: Arc::new(graph), one_in: 0 }
    }

    /// Returns the game with threads that yield at one use in 4, 8 and so on to 128, drawn here.
    pub(super) fn giving_way(&self) -> Self {
        Self { one_in: 4 << (draw() % 6), ..self.clone() }
    }
}

impl Deref for SharedGame {
    type Target = Graph;

    #[inline]
    fn deref(&self) -> &Graph {
        &self.graph
    }
}

impl Holder for SharedGame {
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.graph, &other.graph) || self.graph == other.graph
    }

    #[inline]
    fn give_way(&self) {
        if self.one_in > 0 {
            yield_at_random(self.one_in);
        }
    }
}

/// Yields at one call in `one_in`, up to 32 times but mostly fewer. A thread that has just been started needs that long
/// to catch up.
#[cold]
fn yield_at_random(one_in: u64) {
    let drawn = draw();
    if drawn.is_multiple_of(one_in) {
        let most = 1 << ((drawn >> 32) % 6);
        (0..=(drawn >> 40) % most).for_each(|_| thread::yield_now());
    }
}

/// Returns a random number of this thread, which differs from those of other threads.
fn draw() -> u64 {
    static BEGUN: AtomicU64 = AtomicU64::new(0);
    thread_local! {
        static DRAWN: Cell<u64> = Cell::new(mixed(BEGUN.fetch_add(1, Ordering::Relaxed)));
    }
    DRAWN.set(DRAWN.get().wrapping_add(1));
    mixed(DRAWN.get())
}
