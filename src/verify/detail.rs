//! One result in the words of its game.

use crate::check::ShownLine;
use crate::oracle::{GroundTruth, RootMoveSet, Rules, Underived};
use crate::position::{Move, Position};
use crate::score::{Bound, Score};
use crate::verdict::{Fault, LineKind, LineVerdict};

use super::examine::Examined;

/// What a search returned and what it should have, in the words of the game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Detail {
    /// The position, if the game has a notation for positions.
    pub position: Option<String>,
    /// The score, with `or more` or `or less` for a bound.
    pub score: String,
    /// The minimax value.
    pub value: String,
    /// The best move, where it is not the first move of the line.
    pub best_move: Option<String>,
    /// The line that was returned; `None` if there was none.
    pub line: Option<Vec<String>>,
    /// The number of the first wrong move of the line, from 1.
    pub wrong_from: Option<usize>,
    /// An optimal line: the leftmost one.
    pub correct: Vec<String>,
    /// What is wrong with the search inside: the fault.
    pub fault: Option<String>,
    /// The moves from the root to the node at fault, and what is wrong there.
    pub node: Option<String>,
    /// The drawing of the game.
    pub drawing: String,
}

/// Describes `examined`, the result of a search of `ground_truth`, which is judged by the same rules.
pub(super) fn detail<P: Position>(ground_truth: &GroundTruth<P>, examined: &Examined) -> Detail {
    let root = ground_truth.root();
    let shown = examined.worst();
    let ShownLine { score, bound, best_move, ref line, verdict, depth } = *shown;
    let better: Vec<Move> =
        examined.lines[..examined.worst].iter().filter_map(|shown| shown.best_move).collect();
    let move_set = RootMoveSet::AllExcept(&better);
    let of_depth = if depth == 0 { ground_truth } else { ground_truth.at(depth) };
    let first = line.as_ref().and_then(|line| line.first());
    Detail {
        position: root.name(),
        score: scored(score, bound),
        value: of_depth.score_among(move_set).to_string(),
        best_move: best_move.filter(|mv| first != Some(mv)).map(|mv| root.move_name(mv)),
        line: line.as_ref().map(|line| names(root, line)),
        wrong_from: first_wrong_move(verdict),
        correct: names(root, &of_depth.line_among(move_set)),
        fault: examined.trial.fault.map(|fault| fault_in_words(root, fault)),
        node: examined.underived.as_ref().map(|underived| node(root, underived)),
        drawing: String::new(),
    }
}

/// The ground truth of `root` for this examination.
pub(super) fn truth<P: Position>(
    root: &P,
    depth: usize,
    preceding: Vec<(P, usize)>,
    rules: &Rules,
) -> GroundTruth<P> {
    let mut ground_truth = GroundTruth::new(root, depth);
    if !preceding.is_empty() {
        ground_truth.set_preceding(preceding);
    }
    ground_truth.judge_by(rules);
    ground_truth.allow_shallower();
    ground_truth
}

fn scored(score: Score, bound: Bound) -> String {
    match bound {
        Bound::Exact => score.to_string(),
        Bound::Lower => format!("{score} or more"),
        Bound::Upper => format!("{score} or less"),
    }
}

/// The moves of a line in the words of the game; after a move that is not legal, their numbers.
fn names<P: Position>(root: &P, line: &[Move]) -> Vec<String> {
    let (mut position, mut moves) = (Some(root.clone()), Vec::new());
    let mut name = |mv: Move| {
        let here = position.take()?;
        if mv == Move::NULL {
            position = here.pass();
            return None;
        }
        moves.clear();
        if !here.is_terminal() {
            here.moves(&mut moves);
        }
        let name = moves.contains(&mv).then(|| here.move_name(mv))?;
        position = Some(here.play(mv));
        Some(name)
    };
    line.iter().map(|&mv| name(mv).unwrap_or_else(|| mv.to_string())).collect()
}

fn first_wrong_move(line: LineVerdict) -> Option<usize> {
    match line.kind {
        LineKind::Unsound => line.ply.filter(|&number| number > 0),
        LineKind::PastDraw | LineKind::Illegal => line.ply.map(|ply| ply + 1),
        _ => None,
    }
}

fn fault_in_words<P: Position>(_root: &P, fault: Fault) -> String {
    fault.to_string()
}

fn node<P: Position>(root: &P, underived: &Underived) -> String {
    let path = names(root, &underived.path);
    let path = if path.is_empty() { "the root".to_owned() } else { path.join(" ") };
    format!("{path}: {underived}")
}
