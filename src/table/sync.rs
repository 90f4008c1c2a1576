//! The atomics of the shared table, chosen in one place: the tests that explore all interleavings of `words` put those of
//! `loom` here.

pub(super) use std::sync::atomic::{AtomicU64, Ordering};
