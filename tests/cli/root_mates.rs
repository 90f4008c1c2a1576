//! The conversion of mates in docs/your-search.md; `docs.rs` compares the two.

use pvcheck::prelude::*;

const MATE: i32 = 32_000;

/// Where the search evaluates: a score of the engine, which counts mates from the root.
pub(super) fn evaluated(position: &impl Position, ply: i32) -> i32 {
    let score = position.evaluate();
    let plies = Score::MAX.get() - score.get().abs();
    if score.is_mate() { score.get().signum() * (MATE - plies - ply) } else { score.get() }
}

/// The score of the root for an answer: a mate in n plies is `MATE - n`.
pub(super) fn answered(score: i32) -> Score {
    match MATE - score.abs() {
        1_000.. => Score::new(score),
        plies if score > 0 => Score::MAX - plies,
        plies => Score::MIN + plies,
    }
}
