//! The example of docs/your-search.md, which users copy to a file of their own; `docs.rs` compares the two.

use pvcheck::prelude::*;

/// Fail-hard alpha-beta. All plies share one array for the line, which is wrong.
pub(super) fn alpha_beta(position: &impl Position, depth: usize, ply: usize, mut alpha: i32, beta: i32, pv: &mut Vec<Move>) -> i32 {
    if depth == 0 || position.is_terminal() {
        pv.truncate(ply);
        return position.evaluate().get();
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for mv in moves {
        let score = -alpha_beta(&position.play(mv), depth - 1, ply + 1, -beta, -alpha, pv);
        if score >= beta {
            return beta;
        }
        if score > alpha {
            alpha = score;
            pv.resize(pv.len().max(ply + 1), Move::NULL);
            pv[ply] = mv;
        }
    }
    alpha
}

#[test]
#[should_panic(expected = "unsound line in")] // Not in the guide.
pub(super) fn my_lines_are_right() {
    verify(|request: &Request<'_>| {
        let mut pv = Vec::new();
        let score = alpha_beta(request.root(), request.depth(), 0, -1_000_000_000, 1_000_000_000, &mut pv);
        Answer::exact(Score::saturating(score.into()), pv)
    })
    .known("truncated")
    .run();
}
