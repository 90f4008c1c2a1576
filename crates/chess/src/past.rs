//! The positions of a game before the root of a search.

use std::sync::Arc;

use cozy_chess::{Board, Move};

use super::setup::Setup;
use pvcheck::position::mixed;

#[derive(Debug)]
pub(super) struct Past {
    pub before: Vec<Setup>,
    /// The positions that occur at least twice in `before` and at the root together, sorted by key.
    pub repeated: Vec<Setup>,
    pub key: u64,
}

impl Past {
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

    pub fn is_third(&self, setup: &Setup) -> bool {
        let key = setup.key();
        let at = self.repeated.partition_point(|other| other.key() < key);
        self.repeated[at..].iter().take_while(|other| other.key() == key).any(|other| other == setup)
    }
}

#[derive(Clone, Debug)]
pub(super) struct PlayedLine {
    pub before: Vec<Setup>,
    pub setup: Setup,
}

impl PlayedLine {
    pub fn new(board: Board) -> Self {
        Self { before: Vec::new(), setup: Setup::new(board) }
    }

    pub fn is_third(&self) -> bool {
        self.before.iter().filter(|&other| *other == self.setup).count() >= 2
    }

    pub fn play(&mut self, mv: Move) {
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
