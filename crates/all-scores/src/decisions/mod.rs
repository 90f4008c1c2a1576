//! The comparisons of scores: results that follow from earlier comparisons, and both results of the others.
//!
//! In a recorded run, a comparison whose result the known facts on the leaves do not decide is a *decision*. The current game
//! decides, the result becomes a known fact, and the opposite result is put on a stack. The next run has a game with the last
//! opposite result, and with all results before that decision. So the runs enumerate all results, depth first, and each game belongs
//! to exactly one run. The games of a run form a *class*, since they make the same decisions.
//!
//! A game has the scores nearest to zero, so that the scores of a run are also numbers that a search may print.

pub mod octagon;

use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use super::Score;
use octagon::Node;
pub use octagon::{Fact, Octagon};

/// The leaf of a score, for one of the two sides. The score differs from the score of the leaf by a constant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Origin(u8);

impl Origin {
    /// The origin of a score that is a constant.
    pub const NONE: Self = Self(0);

    const fn from_node(node: Node) -> Self {
        Self(node as u8 + 1)
    }

    #[inline]
    const fn node(self) -> Node {
        self.0 as Node - 1
    }

    #[inline]
    pub const fn negated(self) -> Self {
        // Nodes are counted from 1: 1 and 2, 3 and 4.
        if self.0 == 0 { self } else { Self(((self.0 - 1) ^ 1) + 1) }
    }
}

/// The maximum number of variables of a game.
pub const MOST_VARIABLES: usize = 127;

/// A part of the classes of a game, in which the bits of `number` give the results of the first decisions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Part {
    pub number: u64,
    /// The binary logarithm of the number of parts.
    pub bits: u32,
}

impl Part {
    fn result(self, decision: u32) -> Option<bool> {
        (decision < self.bits).then_some(self.number >> decision & 1 == 1)
    }
}

/// A decision whose opposite result has not been tried.
struct Open {
    opposite: Fact,
    /// The number of decisions before the open decision.
    before: u32,
}

#[derive(Default)]
struct State {
    known: Octagon,
    /// The value of each node in the game at hand.
    values: Vec<i32>,
    open: Vec<Open>,
    /// The known bounds before each open decision.
    saved: Vec<i16>,
    decisions: u32,
    part: Part,
    /// Whether some [`Classes`] are alive.
    is_taken: bool,
    is_recording: bool,
    /// The part requires another result: the run is not of a class of the part, and is not recorded any more.
    missed: Option<Fact>,
    is_too_far: bool,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// All classes of games with some number of variables, or a part of these classes. A thread has one value of this type at a time.
pub struct Classes {
    has_begun: bool,
    /// The marker that keeps the classes on their thread.
    state: PhantomData<*const State>,
}

impl Drop for Classes {
    fn drop(&mut self) {
        STATE.with_borrow_mut(|state| state.is_taken = false);
    }
}

/// The outcome of a run.
pub enum Run<R> {
    /// The run was a run of a class.
    Class(R),
    /// The run is of no class of this part.
    Other,
    /// The run compares scores that must be further apart than a bound can be: a margin is too large.
    TooFar,
}

impl Classes {
    /// # Panics
    ///
    /// If there are too many variables, or other classes are alive on this thread.
    pub fn new(variables: usize, part: Part) -> Self {
        assert!(variables <= MOST_VARIABLES, "a game has at most {MOST_VARIABLES} variables");
        STATE.with_borrow_mut(|state| {
            assert!(!state.is_taken, "other classes are alive on this thread; expected one at a time");
            state.is_taken = true;
            state.known.reset(variables);
            state.open.clear();
            state.saved.clear();
            (state.decisions, state.part, state.missed) = (0, part, None);
            (state.is_recording, state.is_too_far) = (false, false);
        });
        Self { has_begun: false, state: PhantomData }
    }

    /// Runs the next class; `None` after the last one. `run` compares scores of [`leaf`].
    pub fn run<R>(&mut self, run: impl FnOnce() -> R) -> Option<Run<R>> {
        let is_over = STATE.with_borrow_mut(|state| {
            let is_over = self.has_begun && !state.next();
            state.known.solve(&mut state.values, |low, high| 0.clamp(low, high));
            state.is_recording = !is_over;
            is_over
        });
        self.has_begun = true;
        if is_over {
            return None;
        }
        let result = run();
        STATE.with_borrow_mut(|state| {
            state.is_recording = false;
            Some(match () {
                () if state.is_too_far => Run::TooFar,
                () if state.is_of_part() => Run::Class(result),
                () => Run::Other,
            })
        })
    }
}

/// Runs the class of the game with these scores.
pub fn run_game<R>(scores: &[i32], run: impl FnOnce() -> R) -> R {
    let _classes = Classes::new(scores.len(), Part::default());
    STATE.with_borrow_mut(|state| {
        state.values.clear();
        state.values.extend(scores.iter().flat_map(|&score| [score, -score]));
        state.is_recording = true;
    });
    let result = run();
    STATE.with_borrow_mut(|state| state.is_recording = false);
    result
}

/// Returns the score of a leaf of the current game: a variable, or its negation for the other side.
pub fn leaf(variable: usize, is_negated: bool) -> Score {
    let node = 2 * variable + usize::from(is_negated);
    let value = STATE.with_borrow(|state| state.values[node]);
    Score::from_leaf(value, Origin::from_node(node))
}

/// Passes the octagon of the class of the last run to `read`: the least bound of the difference of each two nodes.
pub fn with_known<R>(read: impl FnOnce(&Octagon) -> R) -> R {
    STATE.with_borrow(|state| read(&state.known))
}

/// Finds another game of the class of the last run, by [`Octagon::solve`].
pub fn solve(values: &mut Vec<i32>, choose: impl FnMut(i32, i32) -> i32) {
    with_known(|known| known.solve(values, choose));
}

impl State {
    /// Whether the class belongs to the part. A class with too few decisions belongs to the part with `false` for missing decisions.
    fn is_of_part(&self) -> bool {
        let has_others =
            (self.decisions..self.part.bits).any(|decision| self.part.result(decision) == Some(true));
        self.missed.is_none() && !has_others
    }

    /// Prepares the next run.
    fn next(&mut self) -> bool {
        if let Some(required) = self.missed.take() {
            self.known.assume(required);
            self.decisions += 1;
        } else {
            let Some(Open { opposite, before }) = self.open.pop() else { return false };
            self.known.restore(&mut self.saved);
            self.known.assume(opposite);
            self.decisions = before + 1;
        }
        true
    }

    fn value(&self, node: Node) -> i32 {
        self.values[node]
    }

    /// Whether a fact holds in the current game. The call is a decision if the fact is not known for all games of the class.
    fn decide(&mut self, fact: Fact) -> bool {
        let holds = self.value(fact.x) - self.value(fact.y) <= i32::from(fact.bound);
        if !self.is_recording || self.missed.is_some() {
            return holds;
        }
        if let Some(known) = self.known.decides(fact) {
            return known;
        }
        let (own, opposite) = if holds { (fact, fact.negation()) } else { (fact.negation(), fact) };
        match self.part.result(self.decisions) {
            Some(required) if required != holds => {
                self.missed = Some(opposite);
                return holds;
            }
            Some(_) => {}
            None => {
                self.known.save(&mut self.saved);
                self.open.push(Open { opposite, before: self.decisions });
            }
        }
        self.known.assume(own);
        self.decisions += 1;
        holds
    }

    /// Whether one score is at most another score, where the scores differ by more than a constant, so that leaves decide.
    fn at_most(&mut self, (a, a_origin): (i32, Origin), (b, b_origin): (i32, Origin)) -> bool {
        let twice = |bound: i32, node: Node| (2 * bound, node, node ^ 1);
        let (bound, x, y) = match (a_origin, b_origin) {
            (Origin::NONE, _) => {
                let y = b_origin.node();
                twice(b - self.value(y) - a, y ^ 1)
            }
            (_, Origin::NONE) => {
                let x = a_origin.node();
                twice(b - (a - self.value(x)), x)
            }
            _ => {
                let (x, y) = (a_origin.node(), b_origin.node());
                let bound = (b - self.value(y)) - (a - self.value(x));
                if x == y ^ 1 { twice(bound.div_euclid(2), x) } else { (bound, x, y) }
            }
        };
        if bound.unsigned_abs() > self.known.largest_bound().unsigned_abs().into() {
            self.is_too_far = true;
            return a <= b;
        }
        self.decide(Fact { x, y, bound: bound as i16 })
    }
}

/// Whether `a` is at most `b`.
#[inline]
fn at_most(a: Score, b: Score) -> bool {
    // The scores of leaves are neither mates nor near these.
    let is_beyond = |score: Score| score.get().unsigned_abs() > Score::LARGEST.get().unsigned_abs() / 2;
    if a.origin() == b.origin() || is_beyond(a) || is_beyond(b) {
        return a.get() <= b.get();
    }
    STATE.with_borrow_mut(|state| state.at_most((a.get(), a.origin()), (b.get(), b.origin())))
}

impl PartialEq for Score {
    fn eq(&self, other: &Self) -> bool {
        at_most(*self, *other) && at_most(*other, *self)
    }
}

impl Eq for Score {}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    fn lt(&self, other: &Self) -> bool {
        !at_most(*other, *self)
    }

    fn le(&self, other: &Self) -> bool {
        at_most(*self, *other)
    }

    fn gt(&self, other: &Self) -> bool {
        !at_most(*self, *other)
    }

    fn ge(&self, other: &Self) -> bool {
        at_most(*other, *self)
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        if !at_most(*self, *other) {
            Ordering::Greater
        } else if at_most(*other, *self) {
            Ordering::Equal
        } else {
            Ordering::Less
        }
    }

    fn max(self, other: Self) -> Self {
        if at_most(other, self) { self } else { other }
    }

    fn min(self, other: Self) -> Self {
        if at_most(self, other) { self } else { other }
    }
}

/// All scores have the same hash, because equal scores have equal hashes, and whether scores are equal may be a decision.
impl Hash for Score {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
