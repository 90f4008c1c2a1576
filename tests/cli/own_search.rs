//! The example of README.md, which users copy to a file of their own; `docs.rs` compares the two.

use pvcheck::prelude::*;

/// A negamax for every game. Put your search here.
fn negamax(position: &impl Position, depth: usize) -> (Score, Vec<Move>) {
    if depth == 0 || position.is_terminal() {
        return (position.evaluate(), Vec::new());
    }
    let (mut moves, mut best) = (Vec::new(), (-Score::INFINITY, Vec::new()));
    position.moves(&mut moves);
    for mv in moves {
        let (score, line) = negamax(&position.play(mv), depth - 1);
        if -score > best.0 {
            best = (-score, [vec![mv], line].concat());
        }
    }
    best
}

#[test]
fn my_lines_are_right() {
    verify(|request: &Request<'_>| {
        let (score, line) = negamax(request.root(), request.depth());
        Answer::exact(score, line)
    })
    .games(RandomGames::seed(1).count(20_000))
    .run();
}
