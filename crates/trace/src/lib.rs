//! A search of a game tree tells what it does and why, and `pvcheck trace` judges every node: it names the first one whose result
//! does not follow.
//!
//! A [`Node`] is a guard: it is made where the search enters a node, its methods tell what happens there, and [`Node::leave`] hands
//! the result through. An engine needs one line in its `Cargo.toml`,
//!
//! ```toml
//! [features]
//! trace = ["pvcheck-trace/on"]
//! ```
//!
//! and writes to the file that the environment variable `PVCHECK_TRACE` names. Without the feature every call is empty and a node has
//! no size. Rust 1.63 is enough. Arguments are evaluated all the same: a conversion that costs something begins with `if !pvcheck_trace::ON { return 0 }`.
//!
//! # Alpha-beta, told
//!
#![doc = concat!("```\n", include_str!("../examples/tree.rs"), "```")]
//!
//! # What is told
//!
//! Scores are those of the side to move; those of entries are as they stand in the table. What lies beyond 2^30 counts as infinite. A
//! move is any number but 0; in chess [`chess`] makes it. A node that is entered with its parent's key is another search of the same
//! node. The page *Traces* of pvcheck has each call that an engine needs, and the format.
//!
//! | the engine | tells |
//! |---|---|
//! | has several exits that meet in one, as after a closure | `node.because(Why::Draw, x)` within, [`Node::done`] at the exit |
//! | returns `Option` or `Result`, and stops by `?` | [`Node::abort`] where it stops, and nothing on the way up |
//! | returns a type of its own | [`Score`] for that type |
//! | has a table or an evaluation that knows no node | the functions [`table`], [`store`], [`eval`] |
//!
//! A return that was forgotten is told when the guard is dropped, with the line of [`Node::main`]; a panic is an abort.
//!
//! # Files
//!
//! A file belongs to searches of the root, and not to a thread, as many engines start a thread for every `go`. Searches at the same
//! time write to `FILE`, `FILE.1`, `FILE.2` and so on. A file is written when its search of the root ends.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod event;
#[cfg_attr(feature = "on", path = "on.rs")]
#[cfg_attr(not(feature = "on"), path = "off.rs")]
mod out;

use std::panic::Location;

use event::Event;

/// Whether the feature `on` is given.
pub const ON: bool = cfg!(feature = "on");

/// The part of a search that a node belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Nodes of the main search.
    Main,
    /// Nodes of quiescence.
    Quiescence,
    /// Nodes of a solver, whose scores are the game's own.
    Solver,
}

/// A reason why a node is left, a bound is moved, or a move is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The moves that were searched; mate and stalemate too.
    Moves,
    /// The evaluation, where the depth is over.
    Leaf,
    /// The value of standing pat.
    StandPat,
    /// A draw: a repetition, fifty moves, or too little material.
    Draw,
    /// A repetition that is near.
    Cycle,
    /// An entry of the table.
    Table,
    /// The search after a null move.
    Null,
    /// The evaluation and a margin.
    Static,
    /// A search of the same node, because the evaluation is far below alpha.
    Razoring,
    /// Probes of moves that exceed beta by a margin.
    ProbCut,
    /// A search of the same node without its best move.
    MultiCut,
    /// The distance to mate: no mate is nearer.
    MateDistance,
    /// A tablebase of endgames.
    Tablebase,
    /// An abort: the search is stopped, and the score means nothing.
    Abort,
    /// A search of the same node.
    Same,
    /// The end of the game.
    End,
    /// A rule of the game that bounds the value.
    Rule,
    /// A move that is excluded: a singular test, or a better line.
    Excluded,
    /// Futility: the evaluation and a margin do not reach alpha.
    Futility,
    /// An exchange that loses.
    See,
    /// A late move: many came before it.
    Late,
    /// A bad history of the move.
    History,
    /// A stage of the generator that this node does not have.
    Stage,
}

/// A bound: what a score says of the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower,
    /// The value is the score.
    Exact,
}

/// The origin of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// An evaluation that was computed.
    Fresh,
    /// An evaluation that was kept, for example in the table.
    Cached,
    /// An evaluation that was derived from another one.
    Derived,
}

/// The moves that are left out of those that were not begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// All moves.
    All,
    /// Moves that neither capture nor promote.
    Quiets,
    /// Moves that capture nothing.
    NonCaptures,
}

/// A score, or a result of a search that has one.
pub trait Score {
    /// The score for the side to move; `None` where the search was stopped.
    fn score(&self) -> Option<i32>;
}

macro_rules! scores {
    ($([$($of:tt)*] $result:ty, $it:ident => $score:expr;)*) => {$(
        impl<$($of)*> Score for $result {
            #[inline]
            fn score(&self) -> Option<i32> {
                let $it = self;
                $score
            }
        }
    )*};
}

scores! {
    [] i16, score => i32::from(*score).score();
    [] i32, score => i64::from(*score).score();
    [] i64, score => Some((*score).clamp(-1 << 30, 1 << 30) as i32);
    [T: Score] Option<T>, result => result.as_ref().and_then(T::score);
    [T: Score, E] Result<T, E>, result => result.as_ref().ok().and_then(T::score);
    [T: Score, U] (T, U), result => result.0.score();
}

/// A move of chess: squares from a1 = 0 to h8 = 63; the promotion is 0, or 1 to 4 for n, b, r, q. Castling takes its own rook.
#[inline]
pub const fn chess(from: u32, to: u32, promotion: u32) -> u32 {
    from | to << 6 | promotion << 12
}

/// A line that was received: `position ..`, `go ..` or `ucinewgame`. Any thread may tell it; it is written when a search begins.
pub fn uci(line: &str) {
    out::keep(|| Event::new(b'U').count(line.len()), line);
}

/// The facts that the rules need, for example `evaluations-change`. They are written when a search begins.
pub fn facts(words: &str) {
    out::keep(|| Event::new(b'F').count(words.len()), words);
}

/// The constants of the engine: the score of a win at the root, the least score with a distance, the least and the greatest
/// score of a draw. They are written when a search begins.
pub fn constants<S: Score>(win: S, least: S, draw_least: S, draw_most: S) {
    out::keep(move || Event::new(b'C').score(&win).score(&least).score(&draw_least).score(&draw_most), "");
}

/// The key of a position of the game before the root, the oldest first. It is written when a search begins.
pub fn game_key(key: u64) {
    out::keep(|| Event::new(b'H').append(key.to_le_bytes()), "");
}

/// A line that is shown, mostly after the root has been left.
pub fn line(score: impl Score, bound: Bound, moves: impl IntoIterator<Item = u32>) {
    out::line(move || Event::new(b'L').score(&score).append([bound as u8]), moves);
}

/// An entry that the innermost node of this thread reads, where no [`Node`] is at hand: see [`Node::table`].
pub fn table(key: u64, mv: u32, score: impl Score, bound: Bound, draft: i32) {
    out::tell(None, move || Event::new(b'T').entry(key, mv, &score, bound, draft, 0));
}

/// An entry that the innermost node of this thread stores, where no [`Node`] is at hand: see [`Node::store`].
pub fn store(key: u64, mv: u32, score: impl Score, bound: Bound, draft: i32) {
    out::tell(None, move || Event::new(b'W').entry(key, mv, &score, bound, draft, 0));
}

/// The evaluation of the innermost node of this thread, where no [`Node`] is at hand: see [`Node::eval`].
pub fn eval(score: impl Score, from: From) {
    out::tell(None, move || Event::new(b'V').score(&score).append([from as u8]));
}

/// A node of the search, from where it is made to where it is left. All its methods but those that leave it say what happens there.
#[must_use = "a node that is dropped at once has been left"]
pub struct Node(out::Open);

impl Node {
    /// A node of the main search. The first one of a thread is the root.
    #[track_caller]
    pub fn main<S: Score>(key: u64, alpha: S, beta: S, depth: i32) -> Self {
        Self::enter(Kind::Main, 0, key, alpha, beta, depth, -1)
    }

    /// A node of quiescence.
    #[track_caller]
    pub fn quiescence<S: Score>(key: u64, alpha: S, beta: S) -> Self {
        Self::enter(Kind::Quiescence, 0, key, alpha, beta, 0, -1)
    }

    /// A node of any kind, with a level of selectivity beside its depth, and its ply; -1: to be counted.
    #[track_caller]
    pub fn enter<S: Score>(kind: Kind, level: u8, key: u64, alpha: S, beta: S, depth: i32, ply: i32) -> Self {
        let line = Location::caller().line() as usize;
        let node = Event::new(b'N').append([kind as u8, level]).depth(depth).depth(ply);
        Self(out::enter(line, move || node.window(key, &alpha, &beta).count(line)))
    }

    /// A child that has no function of its own, such as a leaf that is evaluated before the move is made.
    #[track_caller]
    pub fn child<S: Score>(&self, key: u64, alpha: S, beta: S, depth: i32, score: S, why: Why) {
        let line = Location::caller().line() as usize;
        let node = Event::new(b'N').append([0, 0]).depth(depth).depth(-1);
        self.tell(move || node.window(key, &alpha, &beta).count(line));
        self.tell(move || Event::left(&score, why, line));
    }

    /// The result with which the node is left, and why. A result without a score (`None`, `Err`) is an abort: see
    /// [`Node::abort`].
    #[track_caller]
    pub fn leave<T: Score>(&self, result: T, why: Why) -> T {
        let line = Location::caller().line() as usize;
        out::leave(&self.0, |_| Event::left(&result, why, line));
        result
    }

    /// The reason for the result, where [`Node::done`] leaves later.
    pub fn because<T>(&self, why: Why, result: T) -> T {
        out::because(&self.0, why);
        result
    }

    /// The result with which the node is left, for the last reason of [`Node::because`], or else by its moves.
    #[track_caller]
    pub fn done<T: Score>(&self, result: T) -> T {
        let line = Location::caller().line() as usize;
        out::leave(&self.0, |why| Event::left(&result, why, line));
        result
    }

    /// The result of a search that is stopped: all nodes up to the root are left, and need not be told.
    pub fn abort<T>(&self, result: T) -> T {
        out::leave(&self.0, |_| Event::new(b'!'));
        result
    }

    fn tell(&self, event: impl FnOnce() -> Event) {
        out::tell(Some(&self.0), event);
    }
}

macro_rules! events {
    ($($(#[$doc:meta])* $name:ident($($field:ident: $type:ty),*) = $letter:literal $(.$put:ident($($value:expr),*))*;)*) => {
        impl Node {$(
            $(#[$doc])*
            #[inline]
            pub fn $name(&self, $($field: $type),*) {
                self.tell(move || Event::new($letter)$(.$put($($value),*))*);
            }
        )*}
    };
}

events! {
    /// The number of legal moves.
    legal(count: usize) = b'G'.count(count);
    /// The depth that the node now has.
    depth(depth: i32) = b'D'.depth(depth);
    /// The alpha that was moved without a move, and why.
    alpha(score: impl Score, why: Why) = b'A'.score(&score).append([why as u8]);
    /// The beta that was moved without a move, and why.
    beta(score: impl Score, why: Why) = b'B'.score(&score).append([why as u8]);
    /// The evaluation, before corrections.
    eval(score: impl Score, from: From) = b'V'.score(&score).append([from as u8]);
    /// The value of standing pat.
    stand_pat(score: impl Score) = b'P'.score(&score);
    /// The move that begins, and the depth that it gets unless it is reduced.
    mv(mv: u32, depth: i32) = b'M'.append(mv.to_le_bytes()).depth(depth);
    /// The null move, which begins with this depth.
    null(depth: i32) = b'M'.append([0; 4]).depth(depth);
    /// The move of a probe (`ProbCut`), which does not count as one of the moves tried.
    probe(mv: u32, depth: i32) = b'm'.append(mv.to_le_bytes()).depth(depth);
    /// The move that is left out, and why.
    skip(mv: u32, why: Why) = b'K'.append(mv.to_le_bytes()).append([why as u8]);
    /// The move that was begun, and turned out to be illegal.
    illegal(mv: u32) = b'I'.append(mv.to_le_bytes());
    /// The moves left out of those that were not begun, and why.
    rest(which: Rest, why: Why) = b'R'.append([which as u8, why as u8]).count(usize::MAX);
    /// The moves left out of those that were not begun, why, and how many they are.
    rest_count(which: Rest, why: Why, count: usize) = b'R'.append([which as u8, why as u8]).count(count);
    /// The alpha to which the move begun last has raised it.
    raise(score: impl Score) = b'^'.score(&score);
    /// The entry of the table that is used, with its key and its move.
    table(key: u64, mv: u32, score: impl Score, bound: Bound, draft: i32) = b'T'.entry(key, mv, &score, bound, draft, 0);
    /// The entry that is stored, told before it is written.
    store(key: u64, mv: u32, score: impl Score, bound: Bound, draft: i32) = b'W'.entry(key, mv, &score, bound, draft, 0);
    /// The entry of the table that is used, with its level of selectivity.
    table_at_level(key: u64, mv: u32, score: impl Score, bound: Bound, draft: i32, level: u8)
        = b'T'.entry(key, mv, &score, bound, draft, level);
    /// The entry that is stored, with its level of selectivity.
    store_at_level(key: u64, mv: u32, score: impl Score, bound: Bound, draft: i32, level: u8)
        = b'W'.entry(key, mv, &score, bound, draft, level);
}
