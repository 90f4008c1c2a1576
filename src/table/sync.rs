//! The atomics of the shared table, chosen in one place so that tests of all interleavings of `words` can use those of `loom`.

pub(super) use std::sync::atomic::{AtomicU64, Ordering};
