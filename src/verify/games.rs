//! The games on which a search is verified.

use std::ops::RangeInclusive;

use super::problem::Problem;
use crate::game::{Choices, Graph, Growth, Kinds, Link, Seeded, SharedPosition};
use crate::pv::CAPACITY;
use crate::score::Score;

/// Numbered games to search. Game `index` depends on `index` only.
pub trait GameSource<P = SharedPosition>: Send + Sync {
    /// The number of games.
    fn count(&self) -> u64;

    /// Game `index`, below [`GameSource::count`], and its depth.
    fn item(&self, index: u64) -> Problem<P>;

    /// The description of the games for a report, such as `random games of seed 1`.
    fn describe(&self) -> String;

    /// Whether `problem`, which was made from a game of this source by shrinking, may be searched too.
    fn allows(&self, _problem: &Problem<P>) -> bool {
        true
    }

    /// Takes over a number of games and a seed from the environment. Games that are not random ignore both.
    fn configure(&mut self, _count: Option<u64>, _seed: Option<u64>) {}
}

/// Random games: trees, and games in which several lines lead to one position. Everything else is chosen.
///
/// They are small: at most 96 positions and mostly 1 to 6 plies, with leaves at every ply, single moves, equal
/// scores and games that are over at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomGames {
    seed: u64,
    count: u64,
    kinds: Kinds,
    scores: Option<(i32, i32)>,
    depths: (usize, usize),
    branching: Option<(usize, usize)>,
}

impl RandomGames {
    /// Returns 10,000 random games of this seed.
    pub const fn seed(seed: u64) -> Self {
        let kinds = Kinds { cycles: false, mates: false, marks: false };
        Self { seed, count: 10_000, kinds, scores: None, depths: (0, CAPACITY), branching: None }
    }

    /// Sets the number of games.
    #[must_use]
    pub const fn count(self, count: u64) -> Self {
        Self { count, ..self }
    }

    /// Adds cycles to one game in eight: lines that come back to a position.
    #[must_use]
    pub const fn cycles(self) -> Self {
        Self { kinds: Kinds { cycles: true, ..self.kinds }, ..self }
    }

    /// Adds mates to one game in six. A mate is a score like [`Score::MIN`], which counts the plies from its own
    /// position: a parent's score is [`Score::for_parent`] of its child's score, and a window is passed on by
    /// [`Score::for_child`].
    #[must_use]
    pub const fn mates(self) -> Self {
        Self { kinds: Kinds { mates: true, ..self.kinds }, ..self }
    }

    /// Adds noisy moves, forcing moves and null moves to one game in three. Half of these games are searched to a
    /// smaller depth, so that quiescence and extensions come to other positions.
    #[must_use]
    pub const fn marks(self) -> Self {
        Self { kinds: Kinds { marks: true, ..self.kinds }, ..self }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn of_kinds(self, kinds: Kinds) -> Self {
        Self { kinds, ..self }
    }

    /// Limits the scores to this range, over which half of the games spread them. Without a range, they are whole
    /// numbers below 1,000,000, most of them small. A mate is a mate all the same.
    ///
    /// # Panics
    ///
    /// When the range is empty, or goes beyond [`Score::LARGEST`].
    #[must_use]
    pub fn scores(self, range: RangeInclusive<i32>) -> Self {
        self.within_scores(range).unwrap_or_else(|expected| panic!("{expected}"))
    }

    #[doc(hidden)]
    pub fn within_scores(self, range: RangeInclusive<i32>) -> Result<Self, String> {
        let (least, most) = (*range.start(), *range.end());
        let limit = Score::LARGEST.get();
        let is_valid = least <= most && least >= -limit && most <= limit;
        let games = is_valid.then_some(Self { scores: Some((least, most)), ..self });
        games.ok_or_else(|| format!("expected scores from -{limit} to {limit}, the least one first"))
    }

    /// Limits the search depths to this range: a game for another depth is searched to the nearest depth of the range.
    ///
    /// # Panics
    ///
    /// When the range is empty, or goes beyond 64.
    #[must_use]
    pub fn depths(self, range: RangeInclusive<usize>) -> Self {
        self.within_depths(range).unwrap_or_else(|expected| panic!("{expected}"))
    }

    #[doc(hidden)]
    pub fn within_depths(self, range: RangeInclusive<usize>) -> Result<Self, String> {
        let (least, most) = (*range.start(), *range.end());
        let games = (least <= most && most <= CAPACITY).then_some(Self { depths: (least, most), ..self });
        games.ok_or_else(|| format!("expected depths from 0 to {CAPACITY}, the least one first"))
    }

    /// Limits the number of moves at every position where the game goes on to this range. A position with fewer moves becomes an end
    /// of the game, and a position with more moves keeps the first ones.
    ///
    /// Few random games have more than 3 moves at a position, so that most games of a range that begins with 4 are over at once.
    ///
    /// # Panics
    ///
    /// When the range is empty, or begins with 0 or with more than 4.
    #[must_use]
    pub fn branching(self, range: RangeInclusive<usize>) -> Self {
        let (least, most) = (*range.start(), *range.end());
        assert!(
            (1..=4).contains(&least) && least <= most,
            "expected a range of numbers of moves that begins with 1 to 4"
        );
        Self { branching: Some((least, most)), ..self }
    }

    /// Restricts the games, and games made by shrinking, to games for which `is_one` is true.
    #[must_use]
    pub fn only(self, is_one: impl Fn(&Problem) -> bool + Send + Sync + 'static) -> OnlyGames {
        OnlyGames { games: self, is_one: Box::new(is_one) }
    }

    /// Draws a game. If all choices are zero, the game is the smallest game.
    pub(crate) fn draw(&self, choices: &mut impl Choices) -> Problem {
        let mut game = Graph::default();
        let depth = Growth::random_game_of(self.kinds, choices, &mut game);
        if let Some(range) = self.scores {
            fit_scores(choices, &mut game, range);
        }
        if let Some(range) = self.branching {
            fit_branching(&mut game, range);
        }
        let depth = depth.clamp(self.depths.0, self.depths.1);
        let most = game.max_depth_within(Growth::MAX_VISITED.max(game.len() as u64), depth);
        Problem::new(depth.min(most.max(self.depths.0)), game)
    }
}

#[cfg(feature = "proptest")]
impl RandomGames {
    /// A [`proptest`] strategy for games of these kinds with their depths. It shrinks towards small games; what it draws is
    /// printed as a case.
    pub fn strategy(&self) -> impl proptest::strategy::Strategy<Value = Problem> + use<> {
        use proptest::prelude::{Strategy as _, any};
        let games = self.clone();
        let bytes = proptest::collection::vec(any::<u8>(), 0..=256);
        bytes.prop_map(move |bytes| games.draw(&mut arbitrary::Unstructured::new(&bytes)))
    }
}

/// Brings all scores but mates into a range. In half of the games the scores are first multiplied, so that they spread
/// over the range.
fn fit_scores(choices: &mut impl Choices, game: &mut Graph, (least, most): (i32, i32)) {
    let ordinary = |game: &Graph, node: usize| Some(game.score(node)).filter(|score| !score.is_mate());
    let sizes =
        (0..game.len()).filter_map(|node| ordinary(game, node)).map(|score| score.get().unsigned_abs());
    let largest = i64::from(sizes.max().unwrap_or(0).max(1));
    let factors = i64::from(most.max(least.saturating_neg())) / largest;
    let factor =
        if choices.one_in(2) { 1 + i64::from(choices.below(u32::try_from(factors).unwrap_or(1))) } else { 1 };
    let width = i64::from(most) - i64::from(least) + 1;
    for node in 0..game.len() {
        if let Some(score) = ordinary(game, node) {
            let wide = i64::from(score.get()) * factor;
            let fits = (i64::from(least)..=i64::from(most)).contains(&wide);
            let inside =
                if fits { wide } else { i64::from(least) + (wide - i64::from(least)).rem_euclid(width) };
            game.set_score(node, Score::saturating(inside));
        }
    }
}

/// Removes moves, so that each position has a number of moves in the range, or no moves.
fn fit_branching(game: &mut Graph, (least, most): (usize, usize)) {
    let links = |at: usize, out: &mut Vec<Link>| {
        let moves = game.children(at).count();
        if moves >= least {
            out.extend(
                game.links(at)
                    .enumerate()
                    .filter(|&(index, _)| index < most || index >= moves)
                    .map(|(_, link)| link),
            );
        }
    };
    *game = game.rebuild(0, links, |at| game.score(at));
}

impl GameSource for RandomGames {
    fn count(&self) -> u64 {
        self.count
    }

    fn item(&self, index: u64) -> Problem {
        self.draw(&mut Seeded::new(self.seed, index))
    }

    fn describe(&self) -> String {
        format!("random games of seed {}", self.seed)
    }

    fn allows(&self, problem: &Problem) -> bool {
        let game = problem.game();
        let has_score = |node: usize| {
            let score = game.score(node);
            let is_inside = |(least, most): (i32, i32)| (least..=most).contains(&score.get());
            score.is_mate() || self.scores.is_none_or(is_inside)
        };
        let has_moves = |node: usize| {
            let moves = game.children(node).count();
            moves == 0 || self.branching.is_none_or(|(least, most)| (least..=most).contains(&moves))
        };
        let (least, most) = self.depths;
        (least..=most).contains(&problem.depth)
            && (0..game.len()).all(|node| has_score(node) && has_moves(node))
    }

    fn configure(&mut self, count: Option<u64>, seed: Option<u64>) {
        self.count = count.unwrap_or(self.count);
        self.seed = seed.unwrap_or(self.seed);
    }
}

/// Random games for which a function is true: see [`RandomGames::only`].
pub struct OnlyGames {
    games: RandomGames,
    is_one: Box<dyn Fn(&Problem) -> bool + Send + Sync>,
}

/// The number of games of which one must be the right one: first for the first number, and then for each.
const DRAWN: [usize; 2] = [10_000, 10_000_000];

impl GameSource for OnlyGames {
    fn count(&self) -> u64 {
        self.games.count
    }

    /// Returns the first game drawn for this number for which `is_one` is true.
    ///
    /// # Panics
    ///
    /// When `is_one` is false for the first 10,000 games of the first number, or for many games of another number.
    fn item(&self, index: u64) -> Problem {
        let mut choices = Seeded::new(self.games.seed, index);
        let drawn =
            std::iter::repeat_with(|| self.games.draw(&mut choices)).take(DRAWN[usize::from(index > 0)]);
        let mut right = drawn.filter(|problem| (self.is_one)(problem));
        right.next().unwrap_or_else(|| panic!("`only`: none of {} random games is such a game", DRAWN[0]))
    }

    fn describe(&self) -> String {
        format!("some {}", self.games.describe())
    }

    fn allows(&self, problem: &Problem) -> bool {
        self.games.allows(problem) && (self.is_one)(problem)
    }

    fn configure(&mut self, count: Option<u64>, seed: Option<u64>) {
        self.games.configure(count, seed);
    }
}

/// The problems of a list, in order.
impl<P: Clone + Send + Sync> GameSource<P> for Vec<Problem<P>> {
    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn item(&self, index: u64) -> Problem<P> {
        self[index as usize].clone()
    }

    fn describe(&self) -> String {
        "given games".to_owned()
    }
}
