//! The search of the prover, and the judgement of lines.

use cozy_chess::{Board, Move};

use super::checks::{Checks, has_mate_in_one};
use super::list::{MoveHistory, MoveList};
use super::proof_table::ProofTable;
use crate::ending::FIFTY_MOVES;
use pvcheck::experiment::Deadline;

/// Whether a mate is forced within a number of plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateAnswer {
    /// The mate is proven to be forced.
    Yes,
    /// The mate is proven not to be forced.
    No,
    /// The budget or the time was used up without a proof, or the number of plies is above 64.
    Unknown,
}

/// The result of [`MateProver::judge_line`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineProof {
    /// Every move that was judged is right.
    Right,
    /// A move of the line is wrong; the first wrong move is given.
    Wrong {
        /// The number of moves before the wrong move.
        ply: usize,
        /// The finding on the wrong move.
        finding: MoveFinding,
    },
    /// The budget or the time was used up at the move at `ply`; the moves before are right.
    Unknown {
        /// The number of moves that are judged.
        ply: usize,
    },
}

/// The reasons why a move of a mate line is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveFinding {
    /// The move is not legal.
    Illegal,
    /// The mate is not forced within the claimed plies before this move, the first that is judged, or the end of the
    /// line.
    NotForced,
    /// The attacker's move gives up the claimed distance: the defender then escapes, or holds out longer.
    Misses {
        /// The reply that shows the mistake; `None` if the game has ended in a draw.
        reply: Option<Move>,
    },
    /// The defender's move is mated sooner than claimed, while another move holds out for the claimed number of plies.
    Helps {
        /// The mate after the move comes within this number of plies.
        within: u32,
    },
}

/// The largest number of plies of a mate that is looked for.
const MOST_PLIES: u32 = 64;

/// The number of nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 1 << 12;

/// A prover of mates, as the [module](super) describes.
///
/// A prover keeps its proofs, about 6 MB, so one prover should serve many positions. Results do not depend on preceding
/// calls, except whether the budget suffices.
pub struct MateProver {
    budget: u64,
    until: Deadline,
    /// The number of nodes that the last call visited.
    pub(super) nodes: u64,
    proofs: ProofTable,
    attacks: MoveHistory,
    defences: MoveHistory,
    refutations: [Option<Move>; MOST_PLIES as usize + 1],
    /// Whether the attacker gives check with every move: then finding no mate proves nothing.
    only_checks: bool,
}

struct UsedUp;

impl MateProver {
    /// A prover that visits at most `budget` nodes per call.
    pub fn new(budget: u64) -> Self {
        Self {
            budget,
            until: Deadline::default(),
            nodes: 0,
            proofs: ProofTable::new(),
            attacks: MoveHistory::new(),
            defences: MoveHistory::new(),
            refutations: [None; MOST_PLIES as usize + 1],
            only_checks: false,
        }
    }

    /// Lets no proof be found after this deadline.
    #[must_use]
    pub fn until(self, until: Deadline) -> Self {
        Self { until, ..self }
    }

    /// Whether a mate is forced within this number of plies. If the number is odd, the side to move mates; if it is
    /// even, it is mated: N moves of UCI `score mate N` are 2N - 1 plies, and those of `score mate -N` are 2N.
    pub fn is_forced(&mut self, board: &Board, plies: u32) -> MateAnswer {
        self.nodes = 0;
        match self.forced(board, plies) {
            Ok(true) => MateAnswer::Yes,
            Ok(false) => MateAnswer::No,
            Err(UsedUp) => MateAnswer::Unknown,
        }
    }

    /// Judges the line of a mate that is claimed in `plies` plies from `board`. Moves with more than `most` plies left
    /// only have to be legal. A move is wrong for one of four reasons:
    ///
    /// - The move is not legal, or the game has ended before the move.
    /// - The move is the first judged one, or the end of the line, and the mate is not forced before the move.
    /// - The attacker makes the move, and after the move the mate is not forced in the plies that are left.
    /// - The defender makes the move and is mated at least two plies sooner than claimed, and another reply is not.
    ///
    /// The length of the line is not judged.
    pub fn judge_line(&mut self, board: &Board, line: &[Move], plies: u32, most: u32) -> LineProof {
        self.nodes = 0;
        let mut board = board.clone();
        // Whether the mate is proven before the next move.
        let mut is_proven = false;
        if plies <= most {
            match self.forced(&board, plies) {
                Ok(true) => is_proven = true,
                Ok(false) => return LineProof::Wrong { ply: 0, finding: MoveFinding::NotForced },
                Err(UsedUp) => return LineProof::Unknown { ply: 0 },
            }
        }
        for (ply, &mv) in line.iter().enumerate() {
            let before = board.clone();
            if board.try_play(mv).is_err() {
                return LineProof::Wrong { ply, finding: MoveFinding::Illegal };
            }
            let left = plies.saturating_sub(ply as u32 + 1);
            if left > most {
                continue;
            }
            let finding =
                if is_proven { self.finding(&before, &board, left) } else { self.not_forced(&board, left) };
            match finding {
                Ok(None) => is_proven = true,
                Ok(Some(finding)) => return LineProof::Wrong { ply: ply + usize::from(!is_proven), finding },
                Err(UsedUp) => return LineProof::Unknown { ply },
            }
        }
        LineProof::Right
    }

    fn not_forced(&mut self, board: &Board, plies: u32) -> Result<Option<MoveFinding>, UsedUp> {
        Ok((!self.forced(board, plies)?).then_some(MoveFinding::NotForced))
    }

    fn finding(&mut self, before: &Board, after: &Board, left: u32) -> Result<Option<MoveFinding>, UsedUp> {
        if left.is_multiple_of(2) {
            self.refutations[0] = None;
            let is_kept = self.forced(after, left)?;
            return Ok((!is_kept).then_some(MoveFinding::Misses { reply: self.refutations[0] }));
        }
        let Some(within) = left.checked_sub(2) else { return Ok(None) };
        let helps = self.forced(after, within)? && !self.forced(before, within + 1)?;
        Ok(helps.then_some(MoveFinding::Helps { within }))
    }

    fn forced(&mut self, board: &Board, plies: u32) -> Result<bool, UsedUp> {
        if plies > MOST_PLIES {
            return Err(UsedUp);
        }
        let moves = plies.div_ceil(2);
        if plies.is_multiple_of(2) {
            return self.defend(board, moves, 0);
        }
        if board.halfmove_clock() >= FIFTY_MOVES {
            return Ok(false);
        }
        // Most mates are found among checks alone, with little work.
        if moves > 2 {
            self.only_checks = true;
            let found = self.attack(board, moves, 0);
            self.only_checks = false;
            if found? {
                return Ok(true);
            }
        }
        self.attack(board, moves, 0)
    }

    fn count(&mut self) -> Result<(), UsedUp> {
        let looks_at_time = self.nodes.is_multiple_of(NODES_PER_LOOK);
        if self.nodes >= self.budget || looks_at_time && self.until.is_over() {
            return Err(UsedUp);
        }
        self.nodes += 1;
        Ok(())
    }

    fn attack(&mut self, board: &Board, moves: u32, ply: usize) -> Result<bool, UsedUp> {
        self.count()?;
        let checks = Checks::new(board);
        if moves == 1 {
            return Ok(has_mate_in_one(board, &checks));
        }
        let found = self.proofs.get(board, moves);
        if let Some(is_mate) = found.is_mate {
            return Ok(is_mate);
        }
        if has_mate_in_one(board, &checks) {
            self.proofs.put(board, 1, true, None);
            return Ok(true);
        }
        for mv in MoveList::new(board, found.best, Some(&checks), &self.attacks) {
            let mut after = board.clone();
            after.play_unchecked(mv);
            if self.only_checks && after.checkers().is_empty() {
                continue;
            }
            if self.defend(&after, moves - 1, ply + 1)? {
                self.attacks.add(mv, moves);
                self.proofs.put(board, moves, true, Some(mv));
                return Ok(true);
            }
        }
        if !self.only_checks {
            self.proofs.put(board, moves, false, None);
        }
        Ok(false)
    }

    fn defend(&mut self, board: &Board, moves: u32, ply: usize) -> Result<bool, UsedUp> {
        self.count()?;
        let first = self.refutations[ply];
        if !board.generate_moves(|_| true) {
            return Ok(!board.checkers().is_empty());
        }
        if moves == 0 || board.halfmove_clock() >= FIFTY_MOVES {
            return Ok(false);
        }
        for mv in MoveList::new(board, first, None, &self.defences) {
            let mut after = board.clone();
            after.play_unchecked(mv);
            if after.halfmove_clock() >= FIFTY_MOVES || !self.attack(&after, moves, ply + 1)? {
                self.defences.add(mv, moves);
                self.refutations[ply] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }
}
