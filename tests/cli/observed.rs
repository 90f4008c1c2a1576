//! The search of docs/your-search.md that notifies its observer; `docs.rs` compares the two.

use pvcheck::prelude::*;

/// The root is `observed(request, request.root(), 0, Window::FULL, &mut pv)`.
pub(super) fn observed(request: &Request<'_>, position: &SharedPosition, ply: usize, window: Window, pv: &mut Vec<Move>) -> Score {
    let remaining = request.depth() - ply;
    request.observer().node_entered(position, ply, remaining);
    let score = alpha_beta(request, position, ply, window, pv);
    request.observer().node_exited(position, remaining, window, score);
    score
}

/// The search of section 1, with the observer.
fn alpha_beta(request: &Request<'_>, position: &SharedPosition, ply: usize, window: Window, pv: &mut Vec<Move>) -> Score {
    if ply == request.depth() || position.is_terminal() {
        request.observer().leaf_evaluated(position);
        pv.truncate(ply);
        return position.evaluate();
    }
    let (mut moves, mut alpha) = (Vec::new(), window.alpha);
    position.moves(&mut moves);
    for mv in moves {
        request.observer().move_begun(ply, mv);
        let score = -observed(request, &position.play(mv), ply + 1, Window::new(-window.beta, -alpha), pv);
        if score >= window.beta {
            request.observer().node_refuted(ply, mv);
            return window.beta;
        }
        if score > alpha {
            alpha = score;
            pv.resize(pv.len().max(ply + 1), Move::NULL);
            pv[ply] = mv;
            request.observer().alpha_raised(ply, mv);
        }
    }
    alpha
}
