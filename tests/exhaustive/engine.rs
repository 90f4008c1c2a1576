//! The engine of the tests on very many random games.

use crate::common::engine::campaign;

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn in_four_million_searches_the_engine_is_never_reported() {
    let tally = campaign::run(2, 1_000_000);
    assert_eq!(tally.searches, 4_000_000);
    tally.assert_acts(250);
}
