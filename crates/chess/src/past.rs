//! The positions of a game before the root of a search.

use std::sync::Arc;

use super::setup::Setup;
use pvcheck::position::mixed;

/// The positions of a game since the last irreversible move. All positions of a search share it.
#[derive(Debug)]
pub(super) struct Past {
    /// The positions before the root, oldest first; at least one.
    before: Vec<Setup>,
    /// Those positions that occur at least twice in `before` and at the root together, in the order of their keys.
    repeated: Vec<Setup>,
    /// A hash of `repeated`; 0 if there are none.
    key: u64,
}

impl Past {
    /// The past of `root`, `None` if nothing is before it.
    pub fn new(before: Vec<Setup>, root: &Setup) -> Option<Arc<Self>> {
        if before.is_empty() {
            return None;
        }
        let mut all: Vec<&Setup> = before.iter().chain([root]).collect();
        all.sort_by_key(|setup| setup.key());
        let groups = all.chunk_by(|a, b| a == b).filter(|group| group.len() > 1);
        let repeated: Vec<Setup> = groups.map(|group| group[0].clone()).collect();
        let key = repeated.iter().fold(0, |key, setup| mixed(key ^ setup.key()));
        Some(Arc::new(Self { before, repeated, key }))
    }

    pub fn before(&self) -> &[Setup] {
        &self.before
    }

    pub fn repeated(&self) -> &[Setup] {
        &self.repeated
    }

    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether a position after the root occurs for the third time.
    pub fn is_third(&self, setup: &Setup) -> bool {
        let key = setup.key();
        let at = self.repeated.partition_point(|other| other.key() < key);
        self.repeated[at..].iter().take_while(|other| other.key() == key).any(|other| other == setup)
    }
}

/// A game that is being played.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The positions since the last irreversible move, without the present one.
    pub before: Vec<Setup>,
    /// The present position.
    pub setup: Setup,
}

impl Line {
    /// Plays a legal move.
    pub fn play(&mut self, mv: cozy_chess::Move) {
        let after = self.setup.after(mv);
        let is_irreversible = after.is_irreversible_after(&self.setup);
        let before = std::mem::replace(&mut self.setup, after);
        if is_irreversible {
            self.before.clear();
        } else {
            self.before.push(before);
        }
    }
}
