//! The mistakes in the model of the proofs that `proof/check` finds last.

use crate::mistakes;

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn a_mistake_that_no_proof_shows_is_found() {
    assert!(mistakes::find(true).is_none_or(|found| found >= 3));
}
