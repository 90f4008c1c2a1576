//! Trees as a [`proptest`] strategy, over the same source of choices as all growth.

use arbitrary::{Arbitrary, Unstructured};
use proptest::prelude::{Strategy, any};

use crate::game::Tree;

/// Values that decode from up to `most` bytes; shrinking the bytes shrinks the value.
pub fn from_bytes<T>(most: usize) -> impl Strategy<Value = T>
where
    T: for<'a> Arbitrary<'a> + std::fmt::Debug,
{
    proptest::collection::vec(any::<u8>(), 0..=most)
        .prop_filter_map("bytes that decode", |bytes| T::arbitrary_take_rest(Unstructured::new(&bytes)).ok())
}

/// Trees of every shape that [`Growth::wild`](crate::game::Growth::wild) grows.
pub fn trees() -> impl Strategy<Value = Tree> {
    from_bytes(256)
}
