//! Drawings of games, which show the tree that a search walks as text.

use termtree::Tree as Drawing;

use crate::game::GraphPosition;
use crate::oracle::{GroundTruth, RootMoveSet};
use crate::position::{Move, Position, legal_moves};
use crate::score::Score;

const MAX_POSITIONS: usize = 200;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Good,
    Shown,
    Broken,
}

pub type Paint = fn(Mark, &str) -> String;

pub fn plain(_: Mark, text: &str) -> String {
    text.to_owned()
}

/// Draws the tree that a search of `root` walks, to the depth of `ground_truth`. The correct line is the best one that
/// begins with a move of `move_set`.
///
/// Each position has the move that leads to it, its label if several moves lead to it, and its value for its side to
/// move. A position after a pass, or that no search to this depth reaches, has its static evaluation. The correct line
/// and the line `shown` are marked, the latter as wrong from move number `first_wrong` on.
pub fn draw<'t>(
    ground_truth: &GroundTruth<GraphPosition<'t>>,
    root: GraphPosition<'t>,
    move_set: RootMoveSet<'_>,
    shown: &[Move],
    first_wrong: Option<usize>,
    paint: Paint,
) -> String {
    let labels = root.graph().labels();
    let label = |position: &GraphPosition<'t>| labels[position.node()].clone();
    draw_game(ground_truth, &label, move_set, shown, first_wrong, paint)
}

/// Draws a tree like [`draw`], for any game. `label` gives the label of a position, if it has one.
pub(crate) fn draw_game<P: Position>(
    ground_truth: &GroundTruth<P>,
    label: &dyn Fn(&P) -> Option<String>,
    move_set: RootMoveSet<'_>,
    shown: &[Move],
    first_wrong: Option<usize>,
    paint: Paint,
) -> String {
    let mut budget = DrawingBudget { left: MAX_POSITIONS, missing: false };
    let first_wrong = first_wrong.unwrap_or(usize::MAX);
    let drawer = TreeDrawer { ground_truth, label, first_wrong, paint };
    let mut path =
        vec![DrawnMove { position: ground_truth.root().clone(), node: 0, left: ground_truth.plies() }];
    let drawing =
        drawer.position(&mut path, None, Some(&ground_truth.line_among(move_set)), Some(shown), &mut budget);
    let mut text = drawing.to_string();
    if budget.missing {
        text += "(more positions are not drawn)\n";
    }
    text
}

struct DrawingBudget {
    left: usize,
    missing: bool,
}

#[derive(Clone)]
struct DrawnMove<P> {
    position: P,
    node: usize,
    left: usize,
}

struct TreeDrawer<'o, P> {
    ground_truth: &'o GroundTruth<P>,
    label: &'o dyn Fn(&P) -> Option<String>,
    first_wrong: usize,
    paint: Paint,
}

impl<P: Position> TreeDrawer<'_, P> {
    fn position(
        &self,
        path: &mut Vec<DrawnMove<P>>,
        by: Option<Move>,
        correct: Option<&[Move]>,
        shown: Option<&[Move]>,
        budget: &mut DrawingBudget,
    ) -> Drawing<String> {
        budget.left = budget.left.saturating_sub(1);
        let mut drawing = Drawing::new(self.label(path, by, correct.is_some(), shown));
        let DrawnMove { position, node, left } = path[path.len() - 1].clone();
        let moves = self.ground_truth.moves(&position, left, node);
        let may_pass = !moves.is_empty() && !self.ground_truth.rules().horizon.is_past(left);
        let outside =
            shown.filter(|line| line.first().is_some_and(|next| moves.iter().all(|(mv, ..)| mv != next)));
        for (mv, left, node) in moves {
            let follow = |line: Option<&[Move]>| line.is_some_and(|line| line.first() == Some(&mv));
            let correct = correct.filter(|_| follow(correct)).map(|line| &line[1..]);
            let shown = shown.filter(|_| follow(shown)).map(|line| &line[1..]);
            // The two lines are always drawn.
            if budget.left == 0 && correct.is_none() && shown.is_none() {
                budget.missing = true;
                continue;
            }
            path.push(DrawnMove { position: position.play(mv), node, left });
            drawing.push(self.position(path, Some(mv), correct, shown, budget));
            path.pop();
        }
        drawing.extend(outside.and_then(|line| self.outside(&position, path.len(), line)));
        if let Some(passed) = position.pass().filter(|_| may_pass) {
            budget.missing |= budget.left == 0;
            drawing.extend((budget.left > 0).then(|| self.passed(&passed)));
            budget.left = budget.left.saturating_sub(1);
        }
        drawing
    }

    /// Draws the positions after the moves of `line` from `position`, which no search reaches on this path. The first
    /// position is at `ply`. Returns `None` if the first move does not exist.
    fn outside(&self, position: &P, ply: usize, line: &[Move]) -> Option<Drawing<String>> {
        let (&mv, rest) = line.split_first().filter(|(mv, _)| legal_moves(position).contains(mv))?;
        let child = position.play(mv);
        let by = described(position, mv);
        let (name, evaluation) = (self.name(&child), child.evaluate());
        let mark = self.shown_mark(ply, ", outside the search tree");
        let illegal = self.illegal_next(&child, Some(rest));
        let mut drawing = Drawing::new(format!("{by}{name}: evaluates to {evaluation}{mark}{illegal}"));
        drawing.extend(self.outside(&child, ply + 1, rest));
        Some(drawing)
    }

    fn shown_mark(&self, ply: usize, note: &str) -> String {
        if ply >= self.first_wrong {
            (self.paint)(Mark::Broken, &format!("  <- shown, wrong{note}"))
        } else {
            (self.paint)(Mark::Shown, &format!("  <- shown{note}"))
        }
    }

    fn passed(&self, position: &P) -> Drawing<String> {
        Drawing::new(format!("pass{}: evaluates to {}", self.name(position), position.evaluate()))
    }

    fn name(&self, position: &P) -> String {
        (self.label)(position).map_or(String::new(), |label| format!(" ({label})"))
    }

    fn value(&self, path: &[DrawnMove<P>]) -> String {
        let &DrawnMove { ref position, node, left } = &path[path.len() - 1];
        match self.ground_truth.draw(node) {
            Some((kind, Score::ZERO)) => return kind.to_owned(),
            Some((kind, value)) => return format!("{kind}, value {value}"),
            None => {}
        }
        let value = self.ground_truth.value(position, left, node);
        let mut values = format!("value {value}");
        if !self.ground_truth.is_fixed() && self.ground_truth.has_values() {
            for other in self.ground_truth.witnessed().exact(position, left).filter(|&other| other != value) {
                values.push_str(&format!(" or {other}"));
            }
        }
        values
    }

    fn label(
        &self,
        path: &[DrawnMove<P>],
        by: Option<Move>,
        correct: bool,
        shown: Option<&[Move]>,
    ) -> String {
        let (position, ply) = (&path[path.len() - 1].position, path.len() - 1);
        let value = self.value(path);
        let by = by.map_or("root".to_owned(), |mv| described(&path[ply - 1].position, mv));
        let name = self.name(position);
        let mark = match (ply > 0 && correct, ply > 0 && shown.is_some()) {
            (true, true) if ply < self.first_wrong => (self.paint)(Mark::Good, "  <- correct and shown"),
            // What is correct for minimax is wrong for the score that was shown.
            (true, true) => self.shown_mark(ply, ""),
            (true, false) => (self.paint)(Mark::Good, "  <- correct"),
            (false, true) => self.shown_mark(ply, ""),
            (false, false) => String::new(),
        };
        let illegal = self.illegal_next(position, shown);
        let side = if ply == 0 { " (for the side to move, as below)" } else { "" };
        format!("{by}{name}: {value}{side}{mark}{illegal}")
    }

    fn illegal_next(&self, position: &P, shown: Option<&[Move]>) -> String {
        let illegal = shown.and_then(<[Move]>::first).filter(|next| !legal_moves(position).contains(next));
        illegal.map_or(String::new(), |mv| {
            (self.paint)(Mark::Broken, &format!("  <- next shown: {mv} (illegal)"))
        })
    }
}

fn described<P: Position>(position: &P, mv: Move) -> String {
    let noisy = if position.is_noisy(mv) { ", noisy" } else { "" };
    let forcing = if position.is_forcing(mv) { ", forcing" } else { "" };
    let name = position.move_name(mv);
    let name = if name == mv.to_string() { format!("move {mv}") } else { name };
    format!("{name}{noisy}{forcing}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    fn drawn(game: &str, depth: usize) -> String {
        let graph: Graph = game.parse().expect("a game");
        draw(&GroundTruth::new(&graph.root(), depth), graph.root(), RootMoveSet::ALL, &[], None, plain)
    }

    #[test]
    fn marks_and_passes_are_drawn_where_a_search_may_use_them() {
        let drawing = drawn("[!1 +a:2[!+3 ~4] ~a]", 1);
        for line in ["move 0, noisy: value 1", "move 1, forcing (a): value 2", "pass (a): evaluates to 2"] {
            assert!(drawing.contains(line), "{line:?} is missing in:\n{drawing}");
        }
        assert!(!drawing.contains("evaluates to 4"), "no search comes there:\n{drawing}");
        let deeper = drawn("[!1 +a:2[!+3 ~4] ~a]", 2);
        assert!(
            deeper.contains("move 0, noisy, forcing: value 3") && deeper.contains("pass: evaluates to 4")
        );
    }

    #[test]
    fn moves_with_names_are_drawn_by_their_names() {
        let drawing = drawn(r#"["e2e4"!+1 "d2d4" [2 ~4] 3]"#, 2);
        for line in
            ["── e2e4, noisy, forcing: value 1", "── d2d4: value", "── move 0: value 2", "── move 2: value 3"]
        {
            assert!(drawing.contains(line), "{line:?} is missing in:\n{drawing}");
        }
    }

    #[test]
    fn a_pass_counts_towards_the_largest_number_of_positions() {
        let game = |moves: usize| format!("[{}~7]", "1 ".repeat(moves));
        let whole = drawn(&game(MAX_POSITIONS - 2), 1);
        assert!(whole.contains("pass: evaluates to 7") && !whole.contains("not drawn"));
        let cut = drawn(&game(MAX_POSITIONS - 1), 1);
        assert!(!cut.contains("pass") && cut.contains("not drawn"));
    }
}
