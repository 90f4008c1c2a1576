//! A position of some game, the depth to search it to, and the circumstances of the search.

use std::fmt;

use super::campaign::Outcome;
use super::contender::PositionSearch;
use super::detail::{Detail, detail, ground_truth_of};
use super::examine::{Examination, Examined, NoAnswer, examine};
use super::item::Item;
use super::problem::Circumstances;
use super::watch::Watch;
use crate::check::{Harness, PrecedingSearch};
use crate::oracle::Rules;
use crate::position::{Move, Position};
use crate::pv::NoStore;
use crate::search::ReportedNodes;

/// A position of some game, with the depth to which it is searched.
#[derive(Clone, PartialEq)]
pub struct PositionProblem<P> {
    /// The position.
    pub position: P,
    /// The positions of the game before it, oldest first.
    pub history: Vec<P>,
    /// The depth, in plies.
    pub depth: usize,
    /// The circumstances.
    pub circumstances: Circumstances,
    /// The moves from the position that was given, in the words of the game.
    path: Vec<String>,
}

impl<P> From<(P, usize)> for PositionProblem<P> {
    /// A position and a depth.
    fn from((position, depth): (P, usize)) -> Self {
        let circumstances = Circumstances::default();
        Self { position, history: Vec::new(), depth, circumstances, path: Vec::new() }
    }
}

impl<P: Position> PositionProblem<P> {
    /// The same position after these positions of the game, oldest first.
    #[must_use]
    pub fn with_history(self, history: Vec<P>) -> Self {
        Self { history, ..self }
    }

    fn preceding(&self) -> Vec<PrecedingSearch<P>> {
        self.circumstances.preceding(&self.position, self.depth, self.depth + 1)
    }

    /// The position after `mv`, one ply less deep.
    fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.history.push(self.position.clone());
        next.path.push(self.position.move_name(mv));
        Self { position: self.position.play(mv), depth: self.depth.saturating_sub(1), ..next }
    }
}

impl<P: Position + Send + Sync + 'static> Item for PositionProblem<P> {
    type Search = dyn PositionSearch<P>;
    type Size = usize;

    /// The depth: one position is as large as another one.
    fn size(&self) -> usize {
        self.depth
    }

    fn circumstances(&self) -> &Circumstances {
        &self.circumstances
    }

    fn with_circumstances(&self, circumstances: Circumstances) -> Self {
        Self { circumstances, ..self.clone() }
    }

    fn examine(
        &self,
        search: &mut Self::Search,
        harness: &mut Harness<NoStore>,
        rules: &Rules,
        reported: ReportedNodes,
        watch: &Watch,
    ) -> Outcome {
        let task = Examination {
            root: &self.position,
            depth: self.depth,
            rules,
            reported,
            preceding: self.preceding(),
            details: self.circumstances.details(&self.history),
        };
        // The end of the object of the game before is somebody else's code too.
        watch.guard(|| search.new_game()).map_err(NoAnswer::Panicked)?;
        examine(harness, &task, &mut |asked, observer| {
            let request = asked.request(observer);
            watch.guard(|| search.search(&request))
        })
    }

    /// Walks down: to a smaller depth, and to a position after a move, as long as the flaw is shown there.
    fn smaller(&self, shows: &mut dyn FnMut(&Self) -> bool) -> Self {
        let mut best = self.clone();
        loop {
            let shallower = best.depth.checked_sub(1).map(|depth| Self { depth, ..best.clone() });
            let mut moves = Vec::new();
            if best.depth > 0 && !best.position.is_terminal() {
                best.position.moves(&mut moves);
            }
            let children = moves.iter().map(|&mv| best.after(mv));
            match shallower.into_iter().chain(children).find(|next| shows(next)) {
                Some(next) => best = next,
                None => return best,
            }
        }
    }

    fn detail(&self, rules: &Rules, examined: &Examined) -> Detail {
        let preceding = self.preceding().into_iter().map(|search| (search.root, search.depth)).collect();
        let mut ground_truth = ground_truth_of(&self.position, self.depth, preceding, rules);
        ground_truth.set_history(&self.history);
        detail(&ground_truth, &|_| None, examined)
    }

    fn code(&self) -> Option<String> {
        None
    }
}

impl<P: Position> fmt::Display for PositionProblem<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, circumstances, .. } = self;
        write!(f, "depth={depth} {circumstances}")?;
        match self.position.name() {
            Some(name) => f.write_str(&name)?,
            None => write!(f, "key {:#x}", self.position.key())?,
        }
        if self.path.is_empty() { Ok(()) } else { write!(f, " (after {})", self.path.join(" ")) }
    }
}

impl<P: Position> fmt::Debug for PositionProblem<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
