//! Positions of random games, for crates that have a game of their own.

use pvcheck::position::legal_moves;
use pvcheck::prelude::*;

/// Different positions of random games from `start`: of each game the first one that is chosen, by the number of moves that
/// lead to it and by itself.
pub fn positions<P: Position>(start: &P, count: usize, is_chosen: impl Fn(usize, &P) -> bool) -> Vec<P> {
    let (mut found, mut state) = (Vec::new(), 1_u64);
    while found.len() < count {
        let mut position = start.clone();
        for number in 1..=120 {
            let moves = legal_moves(&position);
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(&mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else { break };
            position = position.play(mv);
            if is_chosen(number, &position) {
                if !found.contains(&position) {
                    found.push(position);
                }
                break;
            }
        }
    }
    found
}
