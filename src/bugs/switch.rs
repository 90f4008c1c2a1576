//! The switch that activates one seeded bug of the shared search, per thread and at run time.

use std::cell::Cell;

thread_local! {
    static ACTIVE: Cell<usize> = const { Cell::new(0) };
}

/// Returns the number of the active bug in [`Bug::ALL`](super::Bug::ALL), from 1; 0 for none.
#[inline]
pub(super) fn active() -> usize {
    ACTIVE.get()
}

/// Runs `body` with this bug active, 0 for none. No bug is active afterwards, even if `body` panics.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_is_active_only_inside_the_body() {
        assert_eq!((with(3, active), active()), (3, 0));
        let panicked = std::panic::catch_unwind(|| with(3, || panic!("{}", active())));
        assert!(panicked.is_err() && active() == 0);
    }
}
