//! Correctness verification and fuzzing of principal variations.
//!
//! A game-tree search returns a score and a *principal variation* (PV), the line of play it expects. Engine
//! authors test scores, node counts and Elo; the line is tested nowhere. `pvcheck` answers one question: *is
//! the principal variation that a search reports the right one, and if not, from which move on is it wrong?*
//!
//! There are three doors. *My engine*: the program `pvcheck` checks what a UCI engine prints (`pvcheck uci`), and with the crate
//! `pvcheck-trace` or a header every node of its search (`pvcheck trace`). *My search*: [`verify`](verify::verify()), below, or a program in
//! any language (`pvcheck subject`). *Methods*: a [case](case::Case), [`check`](check::check()) and the [contract].
//!
//! What a search of yours needs is in the [`prelude`]. The folder `docs` has [the book](https://docs.rs/crate/pvcheck/latest/source/docs/SUMMARY.md).
//!
//! # A case
//!
//! A [`Case`](case::Case) is a game, a depth and a subject: an algorithm, the PV store that keeps its line,
//! and search options. A case is one line of text; [`check`](check::check()) runs and judges it.
//!
//! ```
//! use pvcheck::case::Case;
//! use pvcheck::check::check;
//! use pvcheck::shrink::shrink;
//! use pvcheck::verdict::{LineKind, ScoreVerdict};
//!
//! // Plain alpha-beta whose line is kept in a single array. The game tree: 2 moves
//! // at the root, 2 replies to each; scores are from the side to move.
//! let case: Case = "v1 alpha-beta-hard+single-array depth=2 [[3 1] [3 0]]".parse()?;
//! let checked = check(&case)?;
//!
//! // The score is right and every move is legal, but the line is wrong: the search of
//! // a later move, which was refuted, has overwritten its tail.
//! assert_eq!(checked.verdict.score, ScoreVerdict::Exact);
//! assert_eq!(checked.verdict.line.kind, LineKind::Unsound);
//! assert_eq!(checked.verdict.line.ply, Some(2));
//! // No guarantee is broken: the contract has this as an expected failure, because
//! // alpha-beta needs more than one array.
//! assert!(checked.is_kept());
//!
//! // The smallest game with the same finding:
//! let small = shrink(&case, checked.finding());
//! assert_eq!(small.game.to_string(), "[[1 0] [1 0]]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Your own search
//!
//! [`verify`](verify::verify()) judges a search of your own, which shares no code with this crate, on many
//! games. What is wrong is shrunk to the smallest game. The guide is `docs/your-search.md`.
//!
//! ```
//! use pvcheck::prelude::*;
//!
//! /// A search with a bug: its line lacks the last move.
//! fn search(position: &impl Position, depth: usize) -> (Score, Vec<Move>) {
//!     let (mut moves, mut best) = (Vec::new(), (-Score::INFINITY, Vec::new()));
//!     if depth == 0 || position.is_terminal() {
//!         return (position.evaluate(), moves);
//!     }
//!     position.moves(&mut moves);
//!     for mv in moves {
//!         let (score, line) = search(&position.play(mv), depth - 1);
//!         if -score > best.0 {
//!             best = (-score, if depth > 1 { [vec![mv], line].concat() } else { Vec::new() });
//!         }
//!     }
//!     best
//! }
//!
//! let report = verify(|request: &Request<'_>| {
//!     let (score, line) = search(request.root(), request.depth());
//!     Answer::exact(score, line)
//! })
//! .games(RandomGames::seed(1).count(100))
//! .report();
//! assert_eq!(report.examples()[0].case, "v1 depth=1 [0]");
//! ```
//!
//! # Your own game
//!
//! Your game implements [`Position`](position::Position). [`laws`](mod@laws) checks it; [`freeze`](game::freeze())
//! makes a graph of it that can be printed, shrunk and replayed. A search that is written against
//! [`Search`](search::Search), as all algorithms here are, can write to several PV stores at once.
//!
//! ```
//! use pvcheck::algorithm::{Profile, pvs_soft};
//! use pvcheck::check::{Harness, judge_line};
//! use pvcheck::prelude::*;
//! use pvcheck::pv::{SingleArray, Triangular};
//! use pvcheck::search::{SearchOptions, TooDeep};
//! use pvcheck::verdict::LineKind;
//!
//! /// Take 1 to 3 matches. A player who cannot move has lost.
//! #[derive(Clone, PartialEq, Eq, Hash)]
//! struct Nim(u16);
//!
//! impl Position for Nim {
//!     fn moves(&self, moves: &mut Vec<Move>) {
//!         moves.extend((1..=self.0.min(3)).map(Move::new));
//!     }
//!     fn play(&self, mv: Move) -> Self {
//!         Nim(self.0 - mv.number())
//!     }
//!     fn evaluate(&self) -> Score {
//!         if self.is_terminal() { Score::MIN } else { Score::ZERO }
//!     }
//!     fn is_terminal(&self) -> bool {
//!         self.0 == 0
//!     }
//!     fn key(&self) -> u64 {
//!         u64::from(self.0)
//!     }
//! }
//!
//! assert!(laws([Nim(20)]).is_ok());
//! let mut harness = Harness::with_store((Triangular::default(), SingleArray::default()));
//! let mut game = harness.game(&Nim(7), 7)?;
//! let run = game.run_search(pvs_soft, Profile::PVS, &SearchOptions::NONE, |ground_truth, _store, outcome| {
//!     assert_eq!(judge_line(ground_truth, outcome, true).kind, LineKind::Same);
//! });
//! assert_eq!(run.score, Score::MAX - 3); // 7 matches are won in 3 plies: take 3.
//! assert_eq!(run.fault, None); // The result of every node was valid in its window.
//! # Ok::<(), TooDeep>(())
//! ```
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | [`score`], [`position`] | scores and windows; what a game must provide |
//! | [`game`] | synthetic games: trees, shared positions, cycles; their notation and random growth |
//! | [`laws`](mod@laws) | a check that a game obeys the laws that searches rely on |
//! | [`pv`] | PV stores: where a line is kept, one file per method |
//! | [`table`] | the transposition table |
//! | [`search`] | the search that all algorithms share: the steps of a node, and the root driver |
//! | [`algorithm`] | the textbook algorithms, one file each |
//! | [`oracle`] | the ground truth, computed independently of the search |
//! | [`subject`], [`case`](mod@case), [`verdict`], [`contract`] | what is run, what was found, what each subject guarantees |
//! | [`check`](mod@check), [`shrink`](mod@shrink) | run and judge one search; find a smaller case |
//! | [`verify`](mod@verify) | verify a search of your own, in Rust or as a program |
//!
//! The other modules are for the command line, the tests and the fuzz targets, and may change at any time.
//!
//! # Terms
//!
//! A *game* is not a game that was played but what is searched: a root position and all that can follow.
//! *Ply*: the distance of a node from the root. *Depth*: the plies to go. Open and null windows, fail high
//! and fail low, fail-hard and fail-soft are as in the literature. A *line* is a sequence of moves; the
//! *PV* is the line of the root when the search has ended. A *leaf* is a node at depth 0; a *terminal*
//! position is one where the game is over, and the search treats it as a leaf. A *score* is what a search
//! returns; the *evaluation* is the static score of a position.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `json` | the JSON of a report on a search of your own; its journals and shards |
//! | `bugs` | seeded bugs: every check must find some of them |
//! | `proptest` | strategies for games and cases |
//!
//! None is on by default. Chess is the crate `pvcheck-chess`, the command line is `pvcheck-cli`.

#![deny(missing_docs)]
#![cfg_attr(all_scores, allow(dead_code, missing_docs, unused_imports))]

// First, as its macro defines the enums of other modules.
#[doc(hidden)]
#[macro_use]
pub mod syntax;

pub mod algorithm;
// The crate `pvcheck-all-scores` compiles these sources a second time, with this module and without some others.
#[cfg(all_scores)]
#[doc(hidden)]
#[path = "../crates/all-scores/src/mod.rs"]
pub mod all_scores;
#[cfg(feature = "bugs")]
#[doc(hidden)]
pub mod bugs;
#[doc(hidden)]
pub mod campaign;
pub mod case;
pub mod check;
pub mod contract;
#[doc(hidden)]
pub mod cost;
#[cfg(not(all_scores))]
#[doc(hidden)]
pub mod draw;
#[cfg(not(all_scores))]
#[doc(hidden)]
pub mod enumerate;
#[doc(hidden)]
pub mod experiment;
#[doc(hidden)]
pub mod feature;
pub mod game;
#[cfg(not(all_scores))]
pub mod laws;
#[cfg(not(all_scores))]
#[doc(hidden)]
pub mod number;
pub mod oracle;
#[doc(hidden)]
pub mod ply_limits;
pub mod position;
#[cfg(not(all_scores))]
pub mod prelude;
#[cfg(not(all_scores))]
#[doc(hidden)]
pub mod process;
pub mod pv;
#[cfg(not(all_scores))]
#[doc(hidden)]
pub mod recording;
pub mod score;
pub mod search;
#[cfg(not(all_scores))]
pub mod shrink;
pub mod subject;
pub mod table;
pub mod told;
mod turns;
pub mod verdict;
#[cfg(not(all_scores))]
pub mod verify;

/// The examples of README.md, as tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
