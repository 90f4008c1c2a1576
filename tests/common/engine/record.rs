//! The visits of a correct search, and which lines they support. It is a second opinion on lines that shares no code with
//! the library.

use pvcheck::position::{Move, Position};
use pvcheck::score::{Score, Window};
use pvcheck::search::Observer;

use super::options::Options;

/// One search of a position.
struct Visit<P> {
    position: P,
    remaining: usize,
    children: Vec<usize>,
    /// The window and the score, once the search has ended.
    result: Option<(Window, Score)>,
}

/// All visits of a search and of those that precede it.
pub struct Record<P> {
    visits: Vec<Visit<P>>,
    /// The visits that have not ended.
    open: Vec<usize>,
    /// The last visit of the root.
    root: usize,
}

impl<P> Default for Record<P> {
    fn default() -> Self {
        Self { visits: Vec::new(), open: Vec::new(), root: 0 }
    }
}

impl<P: Position> Observer<P> for Record<P> {
    fn search_started(&mut self, _depth: usize, _window: Window, _excluded_moves: &[Move]) {
        // A stopped search leaves visits without a result.
        self.open.clear();
        self.root = self.visits.len();
    }

    fn node_entered(&mut self, position: &P, _ply: usize, remaining: usize) {
        let index = self.visits.len();
        if let Some(&parent) = self.open.last() {
            self.visits[parent].children.push(index);
        }
        self.open.push(index);
        self.visits.push(Visit { position: position.clone(), remaining, children: Vec::new(), result: None });
    }

    fn node_exited(&mut self, _position: &P, _remaining: usize, window: Window, score: Score) {
        let index = self.open.pop().expect("entered");
        self.visits[index].result = Some((window, score));
    }
}

impl<P: Position> Record<P> {
    /// Whether the search found each position of `line` to be worth `score`: each move leads from a visit to one of its
    /// children that was searched with a window that contains the value. Where the visit has no children, a table entry
    /// ended it; then any visit that could have stored the entry counts. A draw by repetition ends a line.
    pub fn supports(&self, options: &Options, score: Score, line: &[Move]) -> bool {
        let root = &self.visits[self.root];
        self.is_exact(root, score) && self.follows(options, root, score, line, &mut vec![])
    }

    fn is_exact(&self, visit: &Visit<P>, score: Score) -> bool {
        let is_over = visit.remaining == 0 || visit.position.is_terminal();
        visit.result.is_some_and(|(window, found)| {
            found == score && (is_over || window.alpha < score && score < window.beta)
        })
    }

    fn follows(
        &self,
        options: &Options,
        visit: &Visit<P>,
        score: Score,
        line: &[Move],
        path: &mut Vec<P>,
    ) -> bool {
        let Some((&mv, others)) = line.split_first() else { return true };
        if visit.position.is_terminal() || options.repetition && path.contains(&visit.position) {
            return false;
        }
        let mut moves = Vec::new();
        visit.position.moves(&mut moves);
        if !moves.contains(&mv) {
            return false;
        }
        let (next, value) = (visit.position.play(mv), score.for_child());
        path.push(visit.position.clone());
        let follows = |parent: &Visit<P>, path: &mut Vec<P>| {
            parent.children.iter().map(|&child| &self.visits[child]).any(|child| {
                let is_next = child.position == next && self.is_exact(child, value);
                is_next && self.follows(options, child, value, others, path)
            })
        };
        let mut found = follows(visit, path);
        if !found && visit.children.is_empty() {
            let deeper = options.table.is_some_and(|table| table.deeper_drafts);
            found = self.visits.iter().any(|stored| {
                let is_usable =
                    stored.remaining == visit.remaining || deeper && stored.remaining > visit.remaining;
                is_usable
                    && stored.position == visit.position
                    && !stored.children.is_empty()
                    && self.is_exact(stored, score)
                    && follows(stored, path)
            });
        }
        path.pop();
        found
    }
}

/// Whether `line` is optimal in the game to this depth, with draws by repetition where the options have them, and whole.
/// Only for options that search no move beyond the depth.
pub fn is_optimal<P: Position>(
    options: &Options,
    root: &P,
    depth: usize,
    score: Score,
    line: &[Move],
) -> bool {
    let (mut path, mut position, mut value) = (vec![], root.clone(), score);
    for (ply, mv) in line.iter().enumerate() {
        let remaining = depth.checked_sub(ply).unwrap_or(0);
        let is_over =
            remaining == 0 || position.is_terminal() || options.repetition && path.contains(&position);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if is_over || !moves.contains(mv) || minimax(options, &position, remaining, &mut path) != value {
            return false;
        }
        path.push(position.clone());
        (position, value) = (position.play(*mv), value.for_child());
    }
    let is_draw = options.repetition && path.contains(&position);
    let is_whole = line.len() == depth || is_draw || position.is_terminal();
    is_whole && minimax(options, &position, depth - line.len(), &mut path) == value
}

fn minimax<P: Position>(options: &Options, position: &P, remaining: usize, path: &mut Vec<P>) -> Score {
    if options.repetition && path.contains(position) {
        return Score::ZERO;
    }
    if remaining == 0 || position.is_terminal() {
        return position.evaluate();
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    path.push(position.clone());
    let values =
        moves.iter().map(|&mv| minimax(options, &position.play(mv), remaining - 1, path).for_parent());
    let best = values.max().expect("not terminal");
    path.pop();
    best
}
