//! The output of a search: `info` lines and `bestmove`.

use std::time::Duration;

use pvcheck::position::{Move, Position as _};
use pvcheck::score::{Bound, Score};
use pvcheck_chess::ChessPosition;

/// The result of one line of one iteration, in the form of an `info` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct InfoLine {
    pub depth: usize,
    /// The number of the line, from 1.
    pub rank: usize,
    pub score: Score,
    pub bound: Bound,
    /// The moves in UCI notation.
    pub line: Vec<String>,
}

/// The effort of a search so far.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Effort {
    pub nodes: u64,
    /// The largest ply that was reached.
    pub seldepth: usize,
    /// The time of the search; `None` if time and speed are left out.
    pub time: Option<Duration>,
}

impl InfoLine {
    /// The `info` line. A line without moves is left out.
    pub fn text(&self, effort: Effort) -> String {
        let Self { depth, rank, score, bound, line } = self;
        let Effort { nodes, seldepth, time } = effort;
        let bound = match bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let score = score_text(*score);
        let mut text = format!(
            "info depth {depth} seldepth {seldepth} multipv {rank} score {score}{bound} nodes {nodes}"
        );
        if let Some(time) = time {
            let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
            text += &format!(" nps {speed} time {}", time.as_millis());
        }
        if !line.is_empty() {
            text += " pv ";
            text += &line.join(" ");
        }
        text
    }
}

/// The number of plies to the mate of a mate score, or beyond the mate, of either sign.
pub(super) fn mate_plies(score: Score) -> Option<i32> {
    (!score.is_ordinary()).then(|| (Score::MAX.get() - score.get().abs()).max(0))
}

/// Returns the score in UCI: hundredths of a pawn, or the moves to the mate, negative if the side to move is mated.
pub(super) fn score_text(score: Score) -> String {
    match mate_plies(score) {
        None => format!("cp {}", score.get()),
        Some(plies) if score > Score::ZERO => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", -((plies + 1) / 2)),
    }
}

/// The moves of a line in UCI notation. All moves from the first illegal move on get their names in the position before
/// it. The two numbers that no move has are null moves.
pub(super) fn named(root: &ChessPosition, line: &[Move]) -> Vec<String> {
    let mut position = Some(root.clone());
    let mut last = root.clone();
    let mut moves = Vec::new();
    let mut name = |mv: Move| {
        if let Some(now) = position.take() {
            last = now;
            moves.clear();
            last.moves(&mut moves);
            position = moves.contains(&mv).then(|| last.play(mv));
        }
        if mv.number() > Move::LARGEST { "0000".to_owned() } else { last.move_name(mv) }
    };
    line.iter().map(|&mv| name(mv)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_side_that_wins() {
        let plies = |plies: i32| score_text(Score::MAX - plies);
        assert_eq!([1, 2, 3, 7].map(plies), ["mate 1", "mate 1", "mate 2", "mate 4"]);
        let mated = |plies: i32| score_text(Score::MIN + plies);
        assert_eq!([0, 2, 4, 8].map(mated), ["mate 0", "mate -1", "mate -2", "mate -4"]);
        assert_eq!(score_text(Score::INFINITY), "mate 0");
        assert_eq!(score_text(Score::ZERO - 35), "cp -35");
    }

    #[test]
    fn a_line_is_named_move_by_move_and_past_its_first_illegal_move_too() {
        let root: ChessPosition = "r3k3/3p4/8/8/8/8/8/R3K3 w Qq - 0 1".parse().expect("a position");
        let mv = |position: &ChessPosition, text: &str| position.parse_move(text).expect("a legal move");
        let first = mv(&root, "e1c1");
        let second = mv(&root.play(first), "e8c8");
        let line = [first, second, Move::NULL, Move::POISON, Move::new(0)];
        assert_eq!(named(&root, &line), ["e1c1", "e8c8", "0000", "0000", "a1a1"]);
        assert_eq!(named(&root.clone().in_chess960(), &line[..2]), ["e1a1", "e8a8"]);
    }

    #[test]
    fn an_info_line_has_its_parts_in_the_order_of_engines() {
        let line = vec!["e2e4".to_owned(), "e7e5".to_owned()];
        let report = InfoLine { depth: 3, rank: 2, score: Score::ZERO - 8, bound: Bound::Upper, line };
        let effort = Effort { nodes: 50, seldepth: 4, time: Some(Duration::from_micros(2500)) };
        assert_eq!(
            report.text(effort),
            "info depth 3 seldepth 4 multipv 2 score cp -8 upperbound nodes 50 nps 20000 time 2 pv e2e4 e7e5"
        );
        let plain = InfoLine { line: Vec::new(), bound: Bound::Exact, ..report };
        assert_eq!(
            plain.text(Effort { time: None, ..effort }),
            "info depth 3 seldepth 4 multipv 2 score cp -8 nodes 50"
        );
    }
}
