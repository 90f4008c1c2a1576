//! The position that an engine searches: a chess position, perhaps with a part of the root moves.

use pvcheck::position::{Move, Position};
use pvcheck::score::Score;
use pvcheck_chess::ChessPosition;

/// A position of chess. A root with restricted moves (`go searchmoves`) is another position with another key, so that
/// no table confuses the two positions.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct EnginePosition {
    pub position: ChessPosition,
    /// The moves of the root that are searched; empty for all.
    pub only: Vec<Move>,
}

impl Position for EnginePosition {
    fn moves(&self, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.position.moves(moves);
        if !self.only.is_empty() {
            let mut index = 0;
            moves.retain(|mv| {
                index += 1;
                index <= first || self.only.contains(mv)
            });
        }
    }

    fn play(&self, mv: Move) -> Self {
        Self { position: self.position.play(mv), only: Vec::new() }
    }

    fn evaluate(&self) -> Score {
        self.position.evaluate()
    }

    fn is_terminal(&self) -> bool {
        self.position.is_terminal()
    }

    fn pass(&self) -> Option<Self> {
        Some(Self { position: self.position.pass()?, only: Vec::new() })
    }

    fn is_noisy(&self, mv: Move) -> bool {
        self.position.is_noisy(mv)
    }

    fn is_forcing(&self, mv: Move) -> bool {
        self.position.is_forcing(mv)
    }

    fn key(&self) -> u64 {
        // FNV-1a.
        let mix = |key: u64, mv: &Move| (key ^ u64::from(mv.number())).wrapping_mul(0x0100_0000_01b3);
        self.only.iter().fold(self.position.key(), mix)
    }
}
