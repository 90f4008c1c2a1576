//! A game drawn as the tree that a search of it walks.

use std::fmt;

use termtree::Tree as Drawing;

use crate::game::GraphPosition;
use crate::oracle::Oracle;
use crate::position::{Move, Position};
use crate::report::{BROKEN, GOOD, styled};

/// Positions beyond this many are left out of a drawing.
const MOST_POSITIONS: usize = 200;

struct Label(String);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Draws what a search of `root` to `depth` can see. Each position shows the
/// move that leads to it, its label where several do, and what it is worth to the side to
/// move there; the right line and the `shown` one are marked.
pub fn draw(
    oracle: &Oracle<GraphPosition<'_>>,
    root: GraphPosition<'_>,
    depth: usize,
    shown: &[Move],
) -> String {
    let mut paper = Paper { left: MOST_POSITIONS, missing: false };
    let pen = Pen { oracle, depth, labels: root.graph().labels() };
    let drawing = pen.position(root, 0, None, Some(oracle.line()), Some(shown), &mut paper);
    let mut text = drawing.to_string();
    if paper.missing {
        text.push_str("(more positions are left out)\n");
    }
    text
}

/// How many positions may still be drawn, and whether one was left out.
struct Paper {
    left: usize,
    missing: bool,
}

struct Pen<'o, 't> {
    oracle: &'o Oracle<GraphPosition<'t>>,
    depth: usize,
    /// The labels of positions that several moves lead to, as in the notation.
    labels: Vec<Option<String>>,
}

impl Pen<'_, '_> {
    /// `right` and `shown` are what the two lines still have to go, where they lead here.
    fn position(
        &self,
        position: GraphPosition<'_>,
        ply: usize,
        by: Option<Move>,
        right: Option<&[Move]>,
        shown: Option<&[Move]>,
        paper: &mut Paper,
    ) -> Drawing<Label> {
        paper.left = paper.left.saturating_sub(1);
        let mut drawing = Drawing::new(Label(self.label(position, ply, by, right.is_some(), shown)));
        let mut moves = Vec::new();
        if ply < self.depth {
            position.moves(&mut moves);
        }
        for mv in moves {
            let follow = |line: Option<&[Move]>| line.is_some_and(|line| line.first() == Some(&mv));
            let right = right.filter(|_| follow(right)).map(|line| &line[1..]);
            let shown = shown.filter(|_| follow(shown)).map(|line| &line[1..]);
            // The two lines are drawn however little paper there is.
            if paper.left == 0 && right.is_none() && shown.is_none() {
                paper.missing = true;
                continue;
            }
            drawing.push(self.position(position.play(mv), ply + 1, Some(mv), right, shown, paper));
        }
        drawing
    }

    fn label(
        &self,
        position: GraphPosition<'_>,
        ply: usize,
        by: Option<Move>,
        right: bool,
        shown: Option<&[Move]>,
    ) -> String {
        let value = self.oracle.value(&position, self.depth - ply);
        let by = by.map_or("root".to_owned(), |mv| format!("move {mv}"));
        let name = self.labels[position.node()].as_ref().map_or(String::new(), |label| format!(" ({label})"));
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
        format!("{by}{name}: worth {value}{mark}{stray}")
    }
}
