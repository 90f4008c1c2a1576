//! [`proptest`] strategies for games, from the same source of choices as all other generators.

use arbitrary::{Arbitrary, Unstructured};
use proptest::prelude::{Strategy, any};

use crate::game::{Graph, Growth};

/// Returns values decoded from up to `most` bytes. Shrinking the bytes shrinks the value.
pub fn from_bytes<T>(most: usize) -> impl Strategy<Value = T>
where
    T: for<'a> Arbitrary<'a> + std::fmt::Debug,
{
    proptest::collection::vec(any::<u8>(), 0..=most)
        .prop_filter_map("bytes that decode", |bytes| T::arbitrary_take_rest(Unstructured::new(&bytes)).ok())
}

/// Returns the games that [`Growth::random_game`] generates, of every shape and with every kind of sharing.
pub fn graphs() -> impl Strategy<Value = Graph> {
    from_bytes(256)
}

/// Returns the trees that [`Growth::random`] generates, of every shape.
pub fn trees() -> impl Strategy<Value = Graph> {
    proptest::collection::vec(any::<u8>(), 0..=256).prop_map(|bytes| {
        let mut choices = Unstructured::new(&bytes);
        let (growth, _) = Growth::random(&mut choices);
        let mut tree = Graph::default();
        growth.grow(&mut choices, &mut tree);
        tree
    })
}
