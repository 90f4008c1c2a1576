//! The order of the moves: the hash move, then the killers, then as the game lists them.

use super::Act;
use super::search::{Node, Search};
use crate::common::prelude::*;

/// For each ply the two moves that last refuted a node there, the last one first.
#[derive(Debug)]
pub struct Killers(Vec<[Option<Move>; 2]>);

impl Killers {
    pub fn new(longest: usize) -> Self {
        Self(vec![[None; 2]; longest + 2])
    }

    pub fn clear(&mut self) {
        self.0.fill([None; 2]);
    }

    pub fn add(&mut self, ply: usize, mv: Move) {
        let [first, second] = &mut self.0[ply];
        if *first != Some(mv) {
            (*second, *first) = (*first, Some(mv));
        }
    }
}

impl<P: Position, O: Observer<P>> Search<'_, P, O> {
    /// Returns the moves of a node in the order of search; at the root without the moves of better lines.
    pub fn ordered_moves(&mut self, node: Node<'_, P>) -> Vec<Move> {
        let mut moves = legal_moves(node.position);
        if node.ply == 0 {
            moves.retain(|mv| !self.excluded.contains(mv));
        }
        moves.retain(|&mv| Some(mv) != node.without);
        if self.engine.variety.is_some() {
            self.shuffle(&mut moves);
            return moves;
        }
        if self.options.killers {
            let [first, second] = self.engine.killers.0[node.ply];
            self.move_to_front(&mut moves, second, Act::Killer);
            self.move_to_front(&mut moves, first, Act::Killer);
        }
        if self.options.hash_move {
            let first = self.hash_move(node.key);
            self.move_to_front(&mut moves, first, Act::HashMove);
        }
        moves
    }

    /// The move of the table entry of this key, of any draft.
    pub fn hash_move(&self, key: u64) -> Option<Move> {
        self.options.table.and_then(|_| self.engine.table.move_of(key))
    }

    fn move_to_front(&mut self, moves: &mut [Move], first: Option<Move>, act: Act) {
        let Some(at) = moves.iter().position(|&mv| Some(mv) == first) else { return };
        moves[..=at].rotate_right(1);
        if at > 0 {
            self.note(act);
        }
    }
}
