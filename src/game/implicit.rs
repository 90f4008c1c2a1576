//! Implicit games: a position is a hash of the moves that lead to it, so that no game is too large to be searched.

use crate::position::{Move, Position, mixed};
use crate::score::Score;

/// The step between the numbers that two moves add to a hash: odd, and far from small multiples of itself.
const STEP: u64 = 0xd134_2543_de82_ef95;

/// A game of which nothing is stored: its positions, moves and evaluations are computed from a seed.
///
/// All positions have the same number of moves. Without [`transposes`](Self::transposes) a position is the
/// hash of the path to it, and the game is a tree. With it, a position is a sum over the moves of each
/// player, so that their order does not matter: different paths of the same length lead to one position, as
/// in chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ImplicitGame {
    /// Games of different seeds have different scores.
    pub seed: u64,
    /// The number of moves of each position, at least 1.
    pub branching: u8,
    /// The number of plies after which the game is over; [`ImplicitGame::ENDLESS`] is more than any search reaches.
    pub plies: u16,
    /// The number of different evaluations, at least 1. They are those nearest to 0.
    pub scores: u16,
    /// Whether the moves of a player lead to the same position in any order.
    pub transposes: bool,
}

impl ImplicitGame {
    /// The plies of a game that ends below the depth of every search.
    pub const ENDLESS: u16 = u16::MAX;

    /// The number of different evaluations of [`ImplicitGame::tree`].
    pub const SCORES: u16 = 201;

    /// A tree with this number of moves at each position, which is evaluated where the depth runs out. The
    /// evaluations are from -100 to 100.
    pub const fn tree(seed: u64, branching: u8) -> Self {
        Self { seed, branching, plies: Self::ENDLESS, scores: Self::SCORES, transposes: false }
    }

    /// The position before the first move.
    ///
    /// # Panics
    ///
    /// If the positions have no moves or no evaluations.
    pub const fn root(&self) -> ImplicitPosition {
        let Self { seed, branching, plies, scores, transposes } = *self;
        assert!(branching > 0 && scores > 0, "a position needs a move and an evaluation");
        ImplicitPosition { hash: mixed(seed), ply: 0, plies, scores, branching, transposes }
    }

    /// The number of nodes of minimax to this depth, the root included; `None` if there are 2^64 or more.
    pub fn minimax_nodes(&self, depth: usize) -> Option<u64> {
        let (mut nodes, mut at_ply) = (1_u64, 1_u64);
        for _ in 0..depth.min(self.plies.into()) {
            at_ply = at_ply.checked_mul(self.branching.into())?;
            nodes = nodes.checked_add(at_ply)?;
        }
        Some(nodes)
    }
}

/// A position of an [`ImplicitGame`].
///
/// It has the hash, its ply and the rules of its game, without the seed. Two paths of one length with equal
/// hashes lead to one position, even in a tree: that is as rare as two equal random numbers of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ImplicitPosition {
    hash: u64,
    ply: u16,
    plies: u16,
    scores: u16,
    branching: u8,
    transposes: bool,
}

impl Position for ImplicitPosition {
    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend((0..self.branching.into()).map(Move::new));
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        let number = u64::from(mv.number()) + 1;
        let hash = if self.transposes {
            let side = u64::from(self.ply & 1);
            self.hash.wrapping_add(mixed(2 * number + side))
        } else {
            mixed(self.hash.wrapping_add(number.wrapping_mul(STEP)))
        };
        Self { hash, ply: self.ply + 1, ..*self }
    }

    #[inline]
    fn evaluate(&self) -> Score {
        // The hash itself would not do: in a game that transposes, it grows by the same amount with each move.
        let random = mixed(self.hash) >> 32;
        let scores = u64::from(self.scores);
        let number = (random * scores) >> 32;
        Score::ZERO + (number as i32 - i32::from(self.scores / 2))
    }

    #[inline]
    fn is_terminal(&self) -> bool {
        self.ply == self.plies
    }

    #[inline]
    fn key(&self) -> u64 {
        self.hash ^ mixed(self.ply.into())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use super::*;
    use crate::laws::{laws, laws_within};

    fn positions(game: &ImplicitGame, plies: usize) -> Vec<HashSet<ImplicitPosition>> {
        let mut layers = vec![HashSet::from([game.root()])];
        for ply in 0..plies {
            let after = |position: &ImplicitPosition| {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                let position = *position;
                moves.into_iter().map(move |mv| position.play(mv))
            };
            layers.push(layers[ply].iter().flat_map(after).collect());
        }
        layers
    }

    #[test]
    fn a_position_has_two_words() {
        assert_eq!(size_of::<ImplicitPosition>(), 16);
    }

    #[test]
    fn implicit_games_obey_the_laws() {
        for transposes in [false, true] {
            for (branching, plies, scores) in
                [(1, 40, 1), (2, 6, 2), (3, 4, 7), (17, 1, 201), (255, 1, u16::MAX)]
            {
                let game = ImplicitGame { plies, scores, transposes, ..ImplicitGame::tree(4, branching) };
                let examined = laws([game.root()]).expect("no law is broken");
                assert!(examined.is_complete && examined.collision.is_none(), "{game:?}");
                let distinct: usize = positions(&game, plies.into()).iter().map(HashSet::len).sum();
                assert_eq!(examined.positions, distinct, "{game:?}");
                let endless = ImplicitGame { plies: ImplicitGame::ENDLESS, ..game };
                let examined = laws_within([endless.root()], 200).expect("no law is broken");
                assert!(!examined.is_complete && examined.collision.is_none(), "{endless:?}");
            }
        }
    }

    /// With b moves, k moves of one player make (b + k - 1 choose k) positions, and the moves of both are independent.
    #[test]
    fn positions_are_the_paths_of_a_tree_or_the_sets_of_moves_of_both_players() {
        let choose = |n: usize, k: usize| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
        for branching in 1..5_u8 {
            let tree = ImplicitGame::tree(3, branching);
            let b = usize::from(branching);
            for (ply, layer) in positions(&tree, 6).iter().enumerate() {
                assert_eq!(layer.len(), b.pow(ply as u32));
            }
            let transposing = ImplicitGame { transposes: true, ..tree };
            for (ply, layer) in positions(&transposing, 6).iter().enumerate() {
                let [first, second] = [ply.div_ceil(2), ply / 2].map(|k| choose(b + k - 1, k));
                assert_eq!(layer.len(), first * second, "{branching} moves at ply {ply}");
            }
        }
    }

    #[test]
    fn minimax_visits_each_path() {
        let game = |branching, plies| ImplicitGame { plies, ..ImplicitGame::tree(0, branching) };
        assert_eq!(game(8, ImplicitGame::ENDLESS).minimax_nodes(10), Some(1_227_133_513));
        assert_eq!(game(3, 2).minimax_nodes(5), Some(13));
        assert_eq!(game(3, 5).minimax_nodes(2), Some(13));
        assert_eq!(game(1, 99).minimax_nodes(64), Some(65));
        assert_eq!(game(2, 99).minimax_nodes(63), Some(u64::MAX));
        assert_eq!(game(2, 99).minimax_nodes(64), None);
    }

    #[test]
    fn evaluations_are_spread_over_their_range() {
        for transposes in [false, true] {
            for scores in [1, 2, 3, 10] {
                let game = ImplicitGame { scores, transposes, ..ImplicitGame::tree(11, 9) };
                let last = positions(&game, 4).pop().expect("the layer of ply 4");
                let mut count = vec![0_u32; usize::from(scores)];
                let values: BTreeSet<i32> = last.iter().map(|position| position.evaluate().get()).collect();
                let half = i32::from(scores / 2);
                assert!(values.into_iter().eq(-half..i32::from(scores) - half), "{game:?}");
                for position in &last {
                    count[usize::try_from(position.evaluate().get() + half).expect("in range")] += 1;
                }
                let mean = last.len() as f64 / f64::from(scores);
                let spread = 5.0 * mean.sqrt();
                assert!(count.iter().all(|&n| (f64::from(n) - mean).abs() < spread), "{game:?}: {count:?}");
            }
        }
    }

    #[test]
    fn the_seed_and_the_ply_are_in_the_key() {
        let keys: BTreeSet<u64> = (0..1000).map(|seed| ImplicitGame::tree(seed, 2).root().key()).collect();
        assert_eq!(keys.len(), 1000);
        let root = ImplicitGame::tree(1, 2).root();
        let later = ImplicitPosition { ply: 2, ..root };
        assert_ne!(root.key(), later.key());
    }
}
