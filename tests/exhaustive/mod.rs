//! The claims that take minutes, as they are checked on whole scopes: `cargo exhaustive`. `cargo test` ignores them.

mod all_scores;
mod aspiration;
mod chess;
mod docs;
mod engine;
mod faces;
mod ground_truth;
mod ordered_trees;
mod proof;
mod random_options;
mod uci;
mod uniform_trees;

/// How many of so many random subjects, or positions, are run. A build server with little time runs a part: with `PVCHECK_SHARE=4`, a
/// quarter.
fn share(count: u64) -> u64 {
    let parts =
        std::env::var("PVCHECK_SHARE").map_or(1, |text| text.parse().expect("PVCHECK_SHARE is a number"));
    count.div_ceil(parts)
}
