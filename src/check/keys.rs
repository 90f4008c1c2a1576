//! The keys of the positions that a search enters: equal positions have equal keys, and different positions
//! different ones.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::position::Position;

/// The keys that were seen in one game.
///
/// A game that [numbers its positions](Position::ordinal) is not checked: its numbers are their identity.
#[derive(Debug)]
pub(super) struct Keys<P> {
    of_position: HashMap<P, u64>,
    of_key: HashMap<u64, P>,
}

impl<P> Default for Keys<P> {
    fn default() -> Self {
        Self { of_position: HashMap::new(), of_key: HashMap::new() }
    }
}

impl<P: Position> Keys<P> {
    /// Notes the key of a position. Returns the key if another position has it, or if the position had another
    /// one before.
    pub fn mismatch(&mut self, position: &P) -> Option<u64> {
        if position.ordinal().is_some() {
            return None;
        }
        let key = position.key();
        if let Some(&known) = self.of_position.get(position) {
            return (known != key).then_some(key);
        }
        self.of_position.insert(position.clone(), key);
        match self.of_key.entry(key) {
            Entry::Occupied(_) => Some(key),
            Entry::Vacant(place) => {
                place.insert(position.clone());
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Move;
    use crate::score::Score;

    /// A position with a clock that may be missing in its key, or in its identity.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    struct Clocked {
        place: u64,
        clock: u64,
        key: u64,
    }

    impl Position for Clocked {
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

    #[test]
    fn different_positions_with_one_key_are_noticed() {
        let at = |place, clock| Clocked { place, clock, key: place };
        let mut keys = Keys::default();
        assert_eq!(keys.mismatch(&at(1, 0)), None);
        assert_eq!(keys.mismatch(&at(2, 0)), None);
        assert_eq!(keys.mismatch(&at(1, 0)), None);
        assert_eq!(keys.mismatch(&at(1, 1)), Some(1), "the clock is not part of the key");
    }
}
