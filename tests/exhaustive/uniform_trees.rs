//! The figures of the literature on all orderings of the leaves of uniform trees.

use crate::common::prelude::*;
use crate::common::stable::{assert_same, assert_the_stable_claims};
use crate::common::{PVS, exhaust};

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_stable_claims_hold_on_all_orderings_of_2_3() {
    let finished = exhaust(2, 3, Leaves::Orderings);
    assert_eq!(finished.games, 545_835);
    assert_the_stable_claims(finished);
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_stable_claims_hold_on_all_orderings_of_3_2() {
    let finished = exhaust(3, 2, Leaves::Orderings);
    assert_eq!(finished.games, 7_087_261);
    assert_the_stable_claims(finished);
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn on_uniform_trees_the_bare_array_needs_no_terminators() {
    let finished = exhaust(2, 3, Leaves::Orderings);
    for algorithm in PVS {
        assert_same(finished, algorithm, Store::SingleArrayBare);
    }
}
