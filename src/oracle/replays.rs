//! A cache of replayed lines and their results, because many stores and algorithms return the same line.

use crate::oracle::ReplayResult;
use crate::position::Move;
use crate::score::Score;

/// The maximum number of results that are kept.
const MOST: usize = 16;

#[derive(Default, Debug)]
pub struct Replays {
    moves: Vec<Move>,
    results: Vec<Replay>,
}

#[derive(Debug)]
struct Replay {
    score: Score,
    end: usize,
    result: ReplayResult,
}

impl Replays {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.results.clear();
    }

    pub(super) fn find(&self, score: Score, line: &[Move]) -> Option<ReplayResult> {
        let mut start = 0;
        let found = self.results.iter().find(|replay| {
            let own = &self.moves[start..replay.end];
            start = replay.end;
            replay.score == score && own == line
        });
        found.map(|replay| replay.result)
    }

    pub(super) fn keep(&mut self, score: Score, line: &[Move], result: ReplayResult) {
        if self.results.len() < MOST {
            self.moves.extend_from_slice(line);
            self.results.push(Replay { score, end: self.moves.len(), result });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_found_by_its_score_and_its_whole_line() {
        let (zero, one) = (Score::ZERO, Score::ZERO + 1);
        let moves = [1, 2, 1].map(Move::new);
        let mut replays = Replays::default();
        replays.keep(zero, &moves[..2], ReplayResult::Truncated);
        replays.keep(one, &moves[..2], ReplayResult::Unsound { ply: 0 });
        replays.keep(zero, &[], ReplayResult::Unsound { ply: 1 });
        (3..MOST).for_each(|_| replays.keep(zero, &[], ReplayResult::Truncated));
        replays.keep(zero, &moves, ReplayResult::Whole { leftmost: false });
        assert_eq!(replays.find(zero, &moves[..2]), Some(ReplayResult::Truncated));
        assert_eq!(replays.find(one, &moves[..2]), Some(ReplayResult::Unsound { ply: 0 }));
        assert_eq!(replays.find(zero, &[]), Some(ReplayResult::Unsound { ply: 1 }));
        assert_eq!(replays.find(zero, &moves), None, "the memory was full");
        assert_eq!(replays.find(zero, &moves[1..]), None, "no line has these moves alone");
        replays.clear();
        assert_eq!(replays.find(zero, &[]), None);
    }
}
