//! A problem: a position, the depth, and the circumstances of its search, as one line of text.
//!
//! ```text
//! v1 depth=PLIES [after=SEARCH,...] [stop-after=NODES] [lines=K] [entries=N] [threads=N] GAME
//! position=NUMBER depth=PLIES [after=SEARCH,...] [stop-after=NODES] [lines=K] [entries=N] [threads=N] [moves MOVE ...]
//!     [# NAME]
//! ```
//!
//! The first form is a whole synthetic game. In the second form, the number is the number of a given position, from 1; the
//! moves, in the words of the game, lead from this position to the position that is searched.

use std::any::{Any, TypeId};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::circumstances::Circumstances;
use super::detail::{Detail, detail};
use super::examine::JudgedSearch;
use super::games::GameSource;
use crate::case::{Size, VERSION, after_version, depth};
use crate::check::PrecedingSearch;
use crate::cost::MAX_MET;
use crate::game::{Graph, SharedPosition};
use crate::oracle::{GroundTruth, Rules};
use crate::position::{Move, Position, legal_moves};
use crate::shrink::{Searched, shrink_by};
use crate::syntax::{SyntaxError, Words, cleaned, quoted};

/// A position that goes to other threads.
pub(super) trait Mobile: Position + Send + Sync + 'static {}

impl<P: Position + Send + Sync + 'static> Mobile for P {}

/// A position, the depth of a search of the position, and the circumstances of the search.
#[derive(Clone)]
pub struct Problem<P = SharedPosition> {
    /// The position.
    pub position: P,
    /// The positions of the game before `position`, since the last noisy move, oldest first.
    pub history: Vec<P>,
    /// The depth, in plies; of a synthetic game at most 64.
    pub depth: usize,
    /// The circumstances.
    pub circumstances: Circumstances,
    /// The number of the given position, from 1.
    pub(super) number: u64,
    /// The moves from the position that was given, in the words of the game.
    pub(super) path: Vec<String>,
}

impl<P> From<(P, usize)> for Problem<P> {
    /// A position and a depth.
    fn from((position, depth): (P, usize)) -> Self {
        let circumstances = Circumstances::default();
        Self { position, history: Vec::new(), depth, circumstances, number: 1, path: Vec::new() }
    }
}

impl Problem {
    /// The search of `game` to `depth` by a new object, without any limit.
    pub fn new(depth: usize, game: Graph) -> Self {
        (game.into(), depth).into()
    }

    /// The game.
    pub fn game(&self) -> &Graph {
        self.position.graph()
    }
}

impl<P: Position + 'static> Problem<P> {
    /// Returns the problem with the positions of its game before the root, oldest first, since the last noisy move.
    #[must_use]
    pub fn with_history(self, history: Vec<P>) -> Self {
        Self { history, ..self }
    }

    /// Number `index` of the games, from 0.
    pub(super) fn given(games: &dyn GameSource<P>, index: u64) -> Self {
        Self { number: index + 1, ..games.item(index).rooted() }
    }

    /// Returns the problem. A position within a synthetic game becomes the root of a whole game.
    pub(super) fn rooted(self) -> Self {
        let inner = same(&self).filter(|problem: &&Problem| problem.history.is_empty());
        let Some(inner) = inner.filter(|problem| problem.position.node() > 0) else { return self };
        let (game, node) = (inner.game(), inner.position.node());
        let below = game.relinked(node, |_, link| Some(link));
        same(&inner.with(inner.depth, below)).cloned().expect("it has the type of the position")
    }

    /// Returns the problem if it is a whole synthetic game. Only such a game can be printed and made smaller as a whole; of all
    /// other games there are only positions.
    pub(super) fn whole(&self) -> Option<&Problem> {
        same(self).filter(|problem: &&Problem| problem.position.node() == 0 && problem.history.is_empty())
    }

    /// The size by which problems are ordered. One position of a game is as large as another one.
    pub(super) fn size(&self) -> Size {
        self.whole().map_or((0, 0, self.depth, 0), Searched::size)
    }

    /// The searches that the object does before the search of this problem.
    pub(super) fn preceding(&self) -> Vec<PrecedingSearch<P>> {
        let deeper = self.depth + 1;
        let most = self.whole().map_or(deeper, |whole| whole.game().max_depth_within(MAX_MET, deeper));
        self.circumstances.preceding(&self.position, self.depth, most)
    }

    /// Returns the ground truth by these rules, or by the nearest fixed tree if these rules have no known values.
    pub(super) fn ground_truth(&self, rules: &Rules) -> GroundTruth<P> {
        let rules = if rules.has_values() { *rules } else { rules.of_fixed_tree() };
        let mut ground_truth = GroundTruth::new(&self.position, self.depth);
        ground_truth.set_history(&self.history);
        let preceding = self.preceding();
        if !preceding.is_empty() {
            let searches = preceding.into_iter().map(|search| (search.root, search.depth));
            ground_truth.set_preceding(searches.collect());
        }
        if ground_truth.try_judge_by(&rules).is_err() {
            ground_truth.judge_by(&Rules { horizon: rules.horizon, ..Rules::FIXED_TREE });
        }
        ground_truth.allow_shallower(self.circumstances.threads > 1);
        ground_truth
    }

    /// The result in words, for a report.
    pub(super) fn detail(&self, rules: &Rules, judged: &JudgedSearch) -> Detail {
        let labels = self.whole().map(|whole| whole.game().labels());
        let label = |position: &P| labels.as_ref()?.get(position.ordinal()?)?.clone();
        let detail = detail(&self.ground_truth(rules), &label, judged);
        // A frozen position keeps its name when it is shrunk.
        let part = if labels.is_some() { ", as much of it as the case has" } else { "" };
        Detail { position: detail.position.map(|name| name + part), ..detail }
    }

    /// The smallest problem for which `shows` is true that single steps reach.
    pub(super) fn smaller(&self, shows: &mut dyn FnMut(&Self) -> bool) -> Self {
        let Some(whole) = self.whole() else { return self.walked_down(shows) };
        let small = shrink_by(whole, |next| same(next).is_some_and(&mut *shows));
        same(&small).cloned().expect("it has the type of the whole game")
    }

    /// Returns a problem with the finding, walked down step by step to a smaller depth or to the position after a move.
    fn walked_down(&self, shows: &mut dyn FnMut(&Self) -> bool) -> Self {
        let mut best = self.clone();
        loop {
            let shallower = best.depth.checked_sub(1).map(|depth| Self { depth, ..best.clone() });
            let moves = if best.depth > 0 { legal_moves(&best.position) } else { Vec::new() };
            let children = moves.iter().map(|&mv| best.after(mv));
            match shallower.into_iter().chain(children).find(|next| shows(next)) {
                Some(next) => best = next,
                None => return best,
            }
        }
    }

    /// The problem of the position after `mv`, one ply less deep.
    fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        // A noisy move ends what counts as history: see `Game::with_history`.
        if self.position.is_noisy(mv) {
            next.history.clear();
        } else {
            next.history.push(self.position.clone());
        }
        next.path.push(cleaned(&self.position.move_name(mv)));
        Self { position: self.position.play(mv), depth: self.depth.saturating_sub(1), ..next }
    }

    /// Returns the problem with this text; `games` are the games of the verification.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub(super) fn read(text: &str, games: &dyn GameSource<P>) -> Result<Self, SyntaxError> {
        if is_synthetic::<P>() && !text.starts_with("position=") {
            let whole: Problem = text.parse()?;
            return Ok(same(&whole).cloned().expect("the types are equal"));
        }
        let mut words = Words::over(text);
        let number = words.next("a position", "`position=NUMBER`")?;
        let given = games.count();
        let expected = format!("`position=NUMBER`, from 1 to {given}");
        let index = text[number.clone()].strip_prefix("position=").and_then(|number| number.parse().ok());
        let Some(index @ 1_u64..) = index.filter(|&index: &u64| index <= given) else {
            let problem = match &text[number.clone()] {
                VERSION => "a case of random games, where positions are given; run the test that `replay` names alone".to_owned(),
                word => format!("no position has the number {}", quoted(word)),
            };
            return Err(SyntaxError::new(text, number, problem, expected));
        };
        let plies = words.next("a depth", "`depth=PLIES`")?;
        let mut problem = Self::given(games, index - 1);
        problem.circumstances = Circumstances::default();
        let deepest = depth(text, plies)?;
        while let Some(word) = words.next_or_end() {
            let start = word.start;
            match &text[word.clone()] {
                "#" => break,
                "moves" => {
                    let rest = start + "moves".len();
                    let end = text[rest..].find(" # ").map_or(text.len(), |end| rest + end);
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

    /// The problem of the position after the moves whose names are in this range of `text`. A name may have spaces in it.
    fn walked(self, text: &str, moves: Range<usize>) -> Result<Self, SyntaxError> {
        let (mut problem, mut at) = (self, moves.start);
        loop {
            at += text[at..moves.end].len() - text[at..moves.end].trim_start().len();
            if at == moves.end {
                return Ok(problem);
            }
            let rest = &text[at..moves.end];
            let is_next = |name: &str| {
                rest.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            };
            let names = legal_moves(&problem.position)
                .into_iter()
                .map(|mv| (cleaned(&problem.position.move_name(mv)), mv));
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
}

/// Whether `P` is the type of positions of synthetic games, which keep the laws of a game.
pub(super) fn is_synthetic<P: 'static>() -> bool {
    TypeId::of::<P>() == TypeId::of::<SharedPosition>()
}

/// Returns `value` if the types `T` and `U` are the same.
pub(super) fn same<T: 'static, U: 'static>(value: &T) -> Option<&U> {
    let value: &dyn Any = value;
    value.downcast_ref()
}

impl<P: Position + 'static> PartialEq for Problem<P> {
    /// Whole games are equal if they have the same positions and moves, whatever the names of the positions are.
    fn eq(&self, other: &Self) -> bool {
        let is_same_position = match (self.whole(), other.whole()) {
            (Some(whole), Some(other)) => whole.game() == other.game(),
            _ => {
                self.position == other.position
                    && self.history == other.history
                    && (self.number, &self.path) == (other.number, &other.path)
            }
        };
        is_same_position && (self.depth, &self.circumstances) == (other.depth, &other.circumstances)
    }
}

impl<P: Position + 'static> Eq for Problem<P> {}

impl Searched for Problem {
    fn game(&self) -> &Graph {
        self.game()
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn with(&self, depth: usize, game: Graph) -> Self {
        Self { circumstances: self.circumstances.clone(), ..Self::new(depth, game) }
    }
}

impl<P: Position + 'static> fmt::Display for Problem<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, depth, circumstances, path, .. } = self;
        if let Some(whole) = self.whole() {
            return write!(f, "{VERSION} depth={depth} {circumstances}{}", whole.game());
        }
        let mut text = format!("position={number} depth={depth} {circumstances}");
        if !path.is_empty() {
            text += &format!("moves {} ", path.join(" "));
        }
        if let Some(name) = self.position.name() {
            text += &format!("# {}", cleaned(&name));
        }
        f.write_str(text.trim_end())
    }
}

impl<P: Position + 'static> fmt::Debug for Problem<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Problem {
    type Err = SyntaxError;

    /// Reads a whole synthetic game.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut words = after_version(text)?;
        let plies = words.next("a depth", "`depth=PLIES`")?;
        let depth = depth(text, plies.clone())?;
        let mut circumstances = Circumstances::default();
        let start = loop {
            let before = words.offset();
            let word = words.next("a game", "a game like `[1 0]`")?;
            let start = word.start;
            if !circumstances.option(&text[word]).map_err(|error| error.within(text, start))? {
                break before;
            }
        };
        let game = text[start..].parse::<Graph>().map_err(|error| error.within(text, start))?;
        let most = game.max_depth_within(MAX_MET, depth);
        if most < depth {
            let reason = format!("this game has more than {MAX_MET} paths of {depth} plies");
            return Err(SyntaxError::new(text, plies, reason, format!("at most `depth={most}`")));
        }
        Ok(Self { circumstances, ..Self::new(depth, game) })
    }
}
