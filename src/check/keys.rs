//! A check of the keys of positions, which must differ for different positions and only for these.

use std::collections::{HashMap, HashSet};

use crate::position::Position;

/// The keys that were seen in one game. A game that [numbers its positions](Position::ordinal) is not checked, because
/// the numbers are their identity.
#[derive(Debug)]
pub(super) struct Keys<P> {
    of_position: HashMap<P, u64>,
    seen: HashSet<u64>,
    /// The first key that did not fit, kept for all searches of the game.
    mismatch: Option<u64>,
}

impl<P> Default for Keys<P> {
    fn default() -> Self {
        Self { of_position: HashMap::new(), seen: HashSet::new(), mismatch: None }
    }
}

impl<P: Position> Keys<P> {
    /// Notes the key of a position. Returns the first key that two positions share, or that a position has besides another key.
    pub fn mismatch(&mut self, position: &P) -> Option<u64> {
        if self.mismatch.is_none() && position.ordinal().is_none() {
            let key = position.key();
            let fits = match self.of_position.get(position) {
                Some(&known) => known == key,
                None => {
                    self.of_position.insert(position.clone(), key);
                    self.seen.insert(key)
                }
            };
            self.mismatch = (!fits).then_some(key);
        }
        self.mismatch
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Move;
    use crate::score::Score;

    /// A position that is identified by its place, whatever its key.
    #[derive(Clone, Copy)]
    struct Keyed {
        place: u64,
        key: u64,
    }

    impl PartialEq for Keyed {
        fn eq(&self, other: &Self) -> bool {
            self.place == other.place
        }
    }

    impl Eq for Keyed {}

    impl std::hash::Hash for Keyed {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            self.place.hash(state);
        }
    }

    impl Position for Keyed {
        fn moves(&self, _: &mut Vec<Move>) {}

        fn play(&self, _: Move) -> Self {
            *self
        }

        fn evaluate(&self) -> Score {
            Score::ZERO
        }

        fn is_terminal(&self) -> bool {
            true
        }

        fn key(&self) -> u64 {
            self.key
        }
    }

    /// Returns the result for the last of these positions, each given by a place and a key.
    fn mismatch(positions: &[(u64, u64)]) -> Option<u64> {
        let mut keys = Keys::default();
        positions.iter().fold(None, |_, &(place, key)| keys.mismatch(&Keyed { place, key }))
    }

    #[test]
    fn equal_keys_of_different_positions_and_two_keys_of_one_are_noticed() {
        assert_eq!(mismatch(&[(1, 1), (2, 2), (1, 1)]), None);
        assert_eq!(mismatch(&[(1, 1), (2, 1)]), Some(1), "two positions have one key");
        assert_eq!(mismatch(&[(1, 1), (1, 2)]), Some(2), "one position has two keys");
        assert_eq!(mismatch(&[(1, 1), (2, 1), (1, 1)]), Some(1), "the game stays at fault");
    }
}
