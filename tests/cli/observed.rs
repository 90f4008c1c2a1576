//! The search of docs/your-search.md that tells its nodes; `docs.rs` compares the two.

use pvcheck::prelude::*;

/// The search of section 1, which tells its nodes. The root is `observed(request, request.root(), 0, Window::FULL, &mut pv)`.
pub(super) fn observed(request: &Request<'_>, position: &SharedPosition, ply: usize, window: Window, pv: &mut Vec<Move>) -> Score {
    let remaining = request.depth() - ply;
    let node = request.enter(position, ply, remaining, window);
    if remaining == 0 || position.is_terminal() {
        node.evaluated();
        pv.truncate(ply);
        return node.leave(position.evaluate(), Why::Moves);
    }
    let (mut moves, mut alpha) = (Vec::new(), window.alpha);
    position.moves(&mut moves);
    for mv in moves {
        node.mv(mv, remaining - 1);
        let score = -observed(request, &position.play(mv), ply + 1, Window::new(-window.beta, -alpha), pv);
        if score >= window.beta {
            return node.leave(window.beta, Why::Moves);
        }
        if score > alpha {
            alpha = score;
            pv.resize(pv.len().max(ply + 1), Move::NULL);
            pv[ply] = mv;
            node.tell(Told::Raised(mv));
        }
    }
    node.leave(alpha, Why::Moves)
}
