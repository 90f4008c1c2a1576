//! The switch that activates one seeded bug of the shared search, per thread and at run time, and the memory that
//! threads share in some of these bugs.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::memory::ThreadMemory;

thread_local! {
    static ACTIVE: Cell<usize> = const { Cell::new(0) };
    static MEMORY: RefCell<Arc<ThreadMemory>> = RefCell::default();
}

/// Returns the number of the active bug in [`Bug::ALL`](super::Bug::ALL), from 1; 0 without an active bug.
#[inline]
pub(super) fn active() -> usize {
    ACTIVE.get()
}

/// Returns the memory of this thread and of the threads that it has started.
pub(super) fn memory() -> Arc<ThreadMemory> {
    MEMORY.with_borrow(Arc::clone)
}

/// Runs `body` with the bug of this number active, or without a bug for 0. No bug is active afterwards, even after a panic.
pub(super) fn with<R>(bug: usize, body: impl FnOnce() -> R) -> R {
    struct Off;

    impl Drop for Off {
        fn drop(&mut self) {
            ACTIVE.set(0);
        }
    }

    let _off = Off;
    ACTIVE.set(bug);
    body()
}

/// Returns the active bug and the memory, which a thread that this one starts has to [enter](Inherited::enter).
pub(super) fn inherited() -> Inherited {
    Inherited(active(), memory())
}

pub(super) struct Inherited(usize, Arc<ThreadMemory>);

impl Inherited {
    pub fn enter(self) {
        ACTIVE.set(self.0);
        MEMORY.set(self.1);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_bug_is_active_only_inside_the_body() {
        assert_eq!((with(3, active), active()), (3, 0));
        let panicked = std::panic::catch_unwind(|| with(3, || panic!("{}", active())));
        assert!(panicked.is_err() && active() == 0);
    }

    #[test]
    fn a_thread_that_enters_has_the_bug_and_the_memory_of_the_one_that_starts_it() {
        let (of_this, inherited) = with(3, || (memory(), inherited()));
        let entered = thread::spawn(|| {
            let before = (active(), memory());
            inherited.enter();
            (before, active(), memory())
        });
        let ((before, other), bug, own) = entered.join().expect("no panic");
        assert!((before, bug) == (0, 3) && !Arc::ptr_eq(&other, &of_this) && Arc::ptr_eq(&own, &of_this));
    }
}
