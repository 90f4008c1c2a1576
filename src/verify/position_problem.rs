//! A position of some game, the depth to search it to, and the circumstances of the search, as one line of text.
//!
//! ```text
//! position=NUMBER depth=PLIES [after=SEARCH,...] [stop-after=NODES] [lines=K] [entries=N] [moves MOVE ...] [# NAME]
//! ```
//!
//! The number is that of one of the given positions, from 1; the moves, in the words of the game, lead from it to the
//! position that is searched.

use std::fmt;
use std::ops::Range;

use super::contender::PositionSearch;
use super::detail::{Detail, detail, ground_truth_of};
use super::examine::{Examination, Judged, NoAnswer, Unjudged, examine};
use super::games::Games;
use super::item::Item;
use super::problem::Circumstances;
use super::watch::Watch;
use crate::case::depth;
use crate::check::{Harness, PrecedingSearch};
use crate::oracle::Rules;
use crate::position::{Move, Position};
use crate::pv::NoStore;
use crate::search::ReportedNodes;
use crate::syntax::{SyntaxError, Words, quoted};

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
    /// The number of the given position, from 1.
    number: usize,
    /// The moves from the position that was given, in the words of the game.
    path: Vec<String>,
}

impl<P> From<(P, usize)> for PositionProblem<P> {
    /// A position and a depth.
    fn from((position, depth): (P, usize)) -> Self {
        let circumstances = Circumstances::default();
        Self { position, history: Vec::new(), depth, circumstances, number: 1, path: Vec::new() }
    }
}

impl<P: Position> PositionProblem<P> {
    /// The same position after these positions of the game, oldest first.
    #[must_use]
    pub fn with_history(self, history: Vec<P>) -> Self {
        Self { history, ..self }
    }

    /// As number `number` of the given positions.
    pub(super) fn numbered(self, number: usize) -> Self {
        Self { number, ..self }
    }

    fn preceding(&self) -> Vec<PrecedingSearch<P>> {
        self.circumstances.preceding(&self.position, self.depth, self.depth + 1)
    }

    /// The position after the moves whose names are in this range of `text`. A name may have spaces in it.
    fn walked(self, text: &str, moves: Range<usize>) -> Result<Self, SyntaxError> {
        let (mut problem, mut at) = (self, moves.start);
        loop {
            at += text[at..moves.end].len() - text[at..moves.end].trim_start().len();
            if at == moves.end {
                return Ok(problem);
            }
            let rest = &text[at..moves.end];
            let mut legal = Vec::new();
            if !problem.position.is_terminal() {
                problem.position.moves(&mut legal);
            }
            let is_next = |name: &str| {
                rest.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            };
            let names = legal.into_iter().map(|mv| (problem.position.move_name(mv), mv));
            let longest = names.filter(|(name, _)| is_next(name)).max_by_key(|(name, _)| name.len());
            let Some((name, mv)) = longest else {
                let word = rest.split(' ').next().unwrap_or(rest);
                let wrong = format!("no move has the name {}", quoted(word));
                return Err(SyntaxError::new(text, at..at + word.len(), wrong, "a move of the position"));
            };
            problem = problem.after(mv);
            at += name.len();
        }
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
    ) -> Result<Judged, Unjudged> {
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

    fn detail(&self, rules: &Rules, examined: &Judged) -> Detail {
        let preceding = self.preceding().into_iter().map(|search| (search.root, search.depth)).collect();
        let mut ground_truth = ground_truth_of(&self.position, self.depth, preceding, rules);
        ground_truth.set_history(&self.history);
        detail(&ground_truth, &|_| None, examined)
    }

    fn read(text: &str, games: &dyn Games<Self>) -> Result<Self, SyntaxError> {
        let mut words = Words::of(text);
        let number = words.next("a position", "`position=NUMBER`")?;
        let given = games.count();
        let expected = format!("`position=NUMBER`, from 1 to {given}");
        let index = text[number.clone()].strip_prefix("position=").and_then(|number| number.parse().ok());
        let Some(index @ 1_u64..) = index.filter(|&index: &u64| index <= given) else {
            let problem = format!("no position has the number {}", quoted(&text[number.clone()]));
            return Err(SyntaxError::new(text, number, problem, expected));
        };
        let plies = words.next("a depth", "`depth=PLIES`")?;
        let mut problem = games.item(index - 1);
        problem.circumstances = Circumstances::default();
        let deepest = depth(text, plies)?;
        while let Some(word) = words.next_or_end() {
            let start = word.start;
            match &text[word.clone()] {
                "#" => break,
                "moves" => {
                    let rest = start + "moves".len();
                    let end = text[rest..].find(" #").map_or(text.len(), |end| rest + end);
                    problem = problem.walked(text, rest..end)?;
                    break;
                }
                option => {
                    let read = problem.circumstances.option(option);
                    if !read.map_err(|error| error.within(text, start))? {
                        let problem = format!("unknown word {}", quoted(option));
                        return Err(SyntaxError::new(text, word, problem, "`moves`"));
                    }
                }
            }
        }
        Ok(Self { depth: deepest, ..problem })
    }
}

impl<P: Position> fmt::Display for PositionProblem<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, depth, circumstances, path, .. } = self;
        let mut text = format!("position={number} depth={depth} {circumstances}");
        if !path.is_empty() {
            text += &format!("moves {} ", path.join(" "));
        }
        if let Some(name) = self.position.name() {
            text += &format!("# {name}");
        }
        f.write_str(text.trim_end())
    }
}

impl<P: Position> fmt::Debug for PositionProblem<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
