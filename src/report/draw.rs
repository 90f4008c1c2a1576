//! A game drawn as the tree that a search of it walks.

use std::fmt;

use termtree::Tree as Drawing;

use crate::game::GraphPosition;
use crate::oracle::{GroundTruth, RootMoveSet};
use crate::position::{Move, Position};
use crate::report::{BROKEN, GOOD, styled};

/// Positions beyond this many are left out of a drawing.
const MAX_POSITIONS: usize = 200;

struct Label(String);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Draws what a search of `root` can see to the depth of `truth`; the right line is that `among` these
/// moves. Each position shows the move that leads to it, its label where several do, and what it is worth
/// to the side to move there; the right line and the `shown` one are marked. Of a pass it shows what the
/// position behind it evaluates to, as no oracle judges that one.
pub fn draw<'t>(
    ground_truth: &GroundTruth<GraphPosition<'t>>,
    root: GraphPosition<'t>,
    move_set: RootMoveSet<'_>,
    shown: &[Move],
) -> String {
    let mut budget = DrawingBudget { left: MAX_POSITIONS, missing: false };
    let drawer = TreeDrawer { ground_truth, labels: root.graph().labels() };
    let mut path = vec![Step { position: root, node: 0, left: ground_truth.plies() }];
    let drawing =
        drawer.position(&mut path, None, Some(&ground_truth.line_among(move_set)), Some(shown), &mut budget);
    let mut text = drawing.to_string();
    if budget.missing {
        text.push_str("(more positions are left out)\n");
    }
    text
}

/// How many positions may still be drawn, and whether one was left out.
struct DrawingBudget {
    left: usize,
    missing: bool,
}

/// One position of a path: where it stands among all paths, and the plies that are left there.
#[derive(Clone, Copy)]
struct Step<'t> {
    position: GraphPosition<'t>,
    node: usize,
    left: usize,
}

struct TreeDrawer<'o, 't> {
    ground_truth: &'o GroundTruth<GraphPosition<'t>>,
    /// The labels of positions that several moves lead to, as in the notation.
    labels: Vec<Option<String>>,
}

impl<'t> TreeDrawer<'_, 't> {
    /// Draws the end of `path`; `right` and `shown` are what the two lines still have to go,
    /// where they lead here.
    fn position(
        &self,
        path: &mut Vec<Step<'t>>,
        by: Option<Move>,
        right: Option<&[Move]>,
        shown: Option<&[Move]>,
        budget: &mut DrawingBudget,
    ) -> Drawing<Label> {
        budget.left = budget.left.saturating_sub(1);
        let mut drawing = Drawing::new(Label(self.label(path, by, right.is_some(), shown)));
        let Step { position, node, left } = path[path.len() - 1];
        let moves = if self.is_drawn(path) {
            Vec::new()
        } else {
            self.ground_truth.moves(&position, path.len() - 1, left)
        };
        let may_pass = !moves.is_empty() && !self.ground_truth.rules().horizon.is_past(left);
        for (mv, left) in moves {
            let follow = |line: Option<&[Move]>| line.is_some_and(|line| line.first() == Some(&mv));
            let right = right.filter(|_| follow(right)).map(|line| &line[1..]);
            let shown = shown.filter(|_| follow(shown)).map(|line| &line[1..]);
            // The two lines are drawn however little paper there is.
            if budget.left == 0 && right.is_none() && shown.is_none() {
                budget.missing = true;
                continue;
            }
            let child = position.play(mv);
            path.push(Step { position: child, node: self.ground_truth.step(node, &child, left), left });
            drawing.push(self.position(path, Some(mv), right, shown, budget));
            path.pop();
        }
        if let Some(passed) = position.pass().filter(|_| may_pass) {
            budget.missing |= budget.left == 0;
            drawing.extend((budget.left > 0).then(|| self.passed(passed)));
            budget.left = budget.left.saturating_sub(1);
        }
        drawing
    }

    /// Whether the end of `path` stands on it before, and that counts.
    fn is_drawn(&self, path: &[Step<'t>]) -> bool {
        let (end, before) = path.split_last().expect("a path has an end");
        self.ground_truth.rules().repetition && before.iter().any(|step| step.position == end.position)
    }

    /// Draws where passing leads.
    fn passed(&self, position: GraphPosition<'t>) -> Drawing<Label> {
        Drawing::new(Label(format!("pass{}: evaluates to {}", self.name(position), position.evaluate())))
    }

    /// The label of a position, where it has one.
    fn name(&self, position: GraphPosition<'t>) -> String {
        self.labels[position.node()].as_ref().map_or(String::new(), |label| format!(" ({label})"))
    }

    /// The value of the end of `path`, and what else correct searches may say of it.
    fn worth(&self, path: &[Step<'t>]) -> String {
        if self.is_drawn(path) {
            return "a draw, as it stands on the way".to_owned();
        }
        let Step { position, node, left } = path[path.len() - 1];
        let value = self.ground_truth.value(&position, left, node);
        let mut values = format!("worth {value}");
        if !self.ground_truth.rules().is_fixed() {
            for other in self.ground_truth.witnessed().exact(&position, left).filter(|&other| other != value)
            {
                values.push_str(&format!(" or {other}"));
            }
        }
        values
    }

    fn label(&self, path: &[Step<'t>], by: Option<Move>, right: bool, shown: Option<&[Move]>) -> String {
        let (position, ply) = (path[path.len() - 1].position, path.len() - 1);
        let worth = self.worth(path);
        let by = by.map_or("root".to_owned(), |mv| described(path[ply - 1].position, mv));
        let name = self.name(position);
        let mark = match (ply > 0 && right, ply > 0 && shown.is_some()) {
            (true, true) => styled(GOOD, "  <- right, and shown"),
            (true, false) => styled(GOOD, "  <- right"),
            (false, true) => styled(BROKEN, "  <- shown"),
            (false, false) => String::new(),
        };
        // A line that goes on with a move that is not there has no position to mark.
        let stray = shown.and_then(<[Move]>::first).filter(|&&next| {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            !moves.contains(&next)
        });
        let stray = stray.map_or(String::new(), |mv| {
            styled(BROKEN, &format!("  <- shown next: {mv}, which is no move here"))
        });
        format!("{by}{name}: {worth}{mark}{stray}")
    }
}

/// A move of `position` with its marks.
fn described(position: GraphPosition<'_>, mv: Move) -> String {
    let noisy = if position.is_noisy(mv) { ", noisy" } else { "" };
    let forcing = if position.is_forcing(mv) { ", forcing" } else { "" };
    format!("move {mv}{noisy}{forcing}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    fn drawn(game: &str, depth: usize) -> String {
        let graph: Graph = game.parse().expect("a game");
        draw(&GroundTruth::new(&graph.root(), depth), graph.root(), RootMoveSet::ALL, &[])
    }

    #[test]
    fn marks_and_passes_are_drawn_where_a_search_may_use_them() {
        let drawing = drawn("[!1 +a:2[!+3 ~4] ~a]", 1);
        for line in ["move 0, noisy: worth 1", "move 1, forcing (a): worth 2", "pass (a): evaluates to 2"] {
            assert!(drawing.contains(line), "{line:?} is missing in:\n{drawing}");
        }
        assert!(!drawing.contains("evaluates to 4"), "nobody searches there:\n{drawing}");
        let deeper = drawn("[!1 +a:2[!+3 ~4] ~a]", 2);
        assert!(
            deeper.contains("move 0, noisy, forcing: worth 3") && deeper.contains("pass: evaluates to 4")
        );
    }

    #[test]
    fn a_pass_takes_its_place_on_the_paper() {
        let game = |moves: usize| format!("[{}~7]", "1 ".repeat(moves));
        let whole = drawn(&game(MAX_POSITIONS - 2), 1);
        assert!(whole.contains("pass: evaluates to 7") && !whole.contains("left out"));
        let cut = drawn(&game(MAX_POSITIONS - 1), 1);
        assert!(!cut.contains("pass") && cut.contains("left out"));
    }
}
