//! One result in the words of its game.

use crate::check::ShownLine;
use crate::draw::{draw_game, plain};
use crate::oracle::{GroundTruth, JudgedBy, RootMoveSet};
use crate::position::{Position, line_names};
use crate::score::{Bound, Score};
use crate::verdict::{Fault, LineKind, Verdict};

use super::examine::JudgedSearch;

/// A result and the correct result, in the words of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detail {
    /// The position, if the game has a notation for positions.
    pub position: Option<String>,
    /// The number of the line, from 1, and the number of lines that the search returned.
    pub line_number: (usize, usize),
    /// The score; `None` if the search returns no score.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The minimax value.
    pub value: Score,
    /// The best move, if the best move is not the first move of the line.
    pub best_move: Option<String>,
    /// The returned line; `None` if the search returned no line.
    pub line: Option<Vec<String>>,
    /// The number of the first wrong move of the line, from 1.
    pub wrong_from: Option<usize>,
    /// The leftmost optimal line.
    pub correct: Vec<String>,
    /// The judge of the result. A result that facts judge is not compared with minimax.
    pub by: JudgedBy,
    /// The fault inside the search, in words.
    pub fault: Option<String>,
    /// The moves from the root to the node at fault, and the fault of the node.
    pub node: Option<String>,
    /// The drawing of the game; empty if the drawing has more than 60 lines.
    pub drawing: String,
}

/// The maximum number of lines of a drawing on a page; a larger game is not drawn.
const MOST_LINES: usize = 60;

/// Describes `examined`, the result of a search of `ground_truth`, judged by the same rules. `label` gives the label of
/// a position in the drawing, if the position has one.
pub(super) fn detail<P: Position>(
    ground_truth: &GroundTruth<P>,
    label: &dyn Fn(&P) -> Option<String>,
    examined: &JudgedSearch,
) -> Detail {
    let root = ground_truth.root();
    let shown = examined.lines.worst();
    let ShownLine { score, bound, best_move, ref line, verdict, depth } = *shown;
    let better = examined.lines.better_moves();
    let move_set = RootMoveSet::AllExcept(&better);
    let of_depth = shown.ground_truth(ground_truth);
    let moves = line.as_deref().unwrap_or_default();
    let verdict = Verdict { score: examined.trial.verdict, line: verdict };
    let is_end_alone = examined.by == JudgedBy::Facts && verdict.line.kind == LineKind::Unsound;
    let wrong_from = verdict.first_wrong_move().filter(|_| !is_end_alone);
    let drawing = draw_game(of_depth, label, move_set, moves, wrong_from, plain);
    let first = line.as_ref().and_then(|line| line.first());
    Detail {
        position: root.name(),
        line_number: (examined.lines.rank() + 1, examined.lines.len()),
        score: examined.has_score.then_some(score),
        bound,
        value: of_depth.score_among(move_set),
        best_move: best_move.filter(|mv| first != Some(mv)).map(|mv| root.move_name(mv)),
        line: line.as_ref().map(|line| line_names(root, line)),
        wrong_from,
        by: examined.by,
        correct: line_names(root, &of_depth.line_among(move_set)),
        fault: examined.trial.fault.map(|fault| match fault {
            Fault::WrongMove { mv: Some(_) } if depth == 0 => {
                "a result of depth 0 has no best move".to_owned()
            }
            fault => fault.describe(root),
        }),
        node: examined.underived.as_ref().map(|underived| underived.describe(root)),
        drawing: if drawing.lines().count() > MOST_LINES { String::new() } else { drawing },
    }
}
