//! Correctness verification and fuzzing of principal variations.
//!
//! A game-tree search returns a score and a *principal variation* (PV), the line
//! it expects. Scores, node counts and Elo are tested everywhere; the line is
//! tested nowhere. `pvcheck` answers one question: *is the principal variation
//! that this search reports the right one, and if not, from which move on?*
//!
//! # A walk-through
//!
//! A [`Case`](case::Case) is a game, a depth and a subject: an algorithm and the
//! store that keeps its line. It has a text, and [`check`](check::check) judges it.
//!
//! ```
//! use pvcheck::case::Case;
//! use pvcheck::check::check;
//! use pvcheck::shrink::shrink;
//! use pvcheck::verdict::{LineKind, ScoreVerdict};
//!
//! // Plain alpha-beta that keeps its line in a single array. The tree: two moves
//! // at the root, two replies each; scores are from the side to move.
//! let case: Case = "v1 alpha-beta-hard+single-array depth=2 [[3 1] [3 0]]".parse()?;
//! let checked = check(&case)?;
//!
//! // The score is right, every move is legal, and the line is wrong: it was
//! // overwritten by a move that was refuted in the end.
//! assert_eq!(checked.verdict.score, ScoreVerdict::Exact);
//! assert_eq!(checked.verdict.line.kind, LineKind::Unsound);
//! assert_eq!(checked.verdict.line.ply, Some(2));
//! assert!(checked.is_kept(), "nobody guaranteed otherwise: alpha-beta needs more than one array");
//!
//! // The smallest game that shows the same:
//! let small = shrink(&case, checked.finding());
//! assert_eq!(small.game.to_string(), "[[1 0] [1 0]]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Any game can be searched that implements [`Position`](position::Position), and
//! any search can be judged that is written against [`Search`](search::Search), or that comes in
//! by the adapter for external searches, [`ExternalSearch`](search::ExternalSearch); one search feeds several stores at once.
//!
//! ```
//! use pvcheck::algorithm::{Habits, pvs_soft};
//! use pvcheck::check::{Harness, judge_line};
//! use pvcheck::position::{Move, Position};
//! use pvcheck::pv::{SingleArray, Triangular};
//! use pvcheck::score::Score;
//! use pvcheck::search::SearchOptions;
//! use pvcheck::verdict::LineKind;
//!
//! /// Take one to three matches; who cannot move has lost.
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
//! let mut harness = Harness::with_store((Triangular::default(), SingleArray::default()));
//! let mut game = harness.game(&Nim(7), 7)?;
//! let trial = game.run_search(pvs_soft, Habits::ALPHA_BETA, &SearchOptions::NONE, |ground_truth, _store, outcome| {
//!     assert_eq!(judge_line(ground_truth, outcome, true).kind, LineKind::Same);
//! });
//! assert_eq!(trial.score, Score::MAX - 3); // Seven matches are won in three plies: take three.
//! assert_eq!(trial.fault, None); // And every node obeyed the bound law.
//! # Ok::<(), pvcheck::search::TooDeep>(())
//! ```
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | [`score`], [`position`], [`ply_limits`] | numbers with a side; what a game must say; how far lines go |
//! | [`game`] | synthetic games: trees, shared positions, cycles; their one-line notation and their growth |
//! | [`pv`] | where the line is kept: one file a method |
//! | [`table`] | the transposition table |
//! | [`search`] | the shared search, which every recursion goes through, and the root driver |
//! | [`algorithm`] | the textbook: one file an algorithm |
//! | [`oracle`] | what is true, by other means; imports nothing of the search |
//! | [`subject`], [`case`](mod@case), [`verdict`], [`contract`] | the nouns of a trial, and what each subject guarantees |
//! | [`check`](mod@check) | one trial and its judgement |
//! | [`campaign`], [`enumerate`], [`shrink`](mod@shrink) | many games; every small game; a smaller game |
//! | [`fuzzing`] | what the fuzz targets do |
//! | `bugs` | seeded bugs: what every check must be able to find (feature `bugs`) |
//! | `report`, `cli` | tables, drawn games, JSON; the command line (feature `cli`) |
//!
//! # Words
//!
//! `ply`: distance from the root. `depth`: plies remaining. Open and null
//! windows, fail high and fail low, fail-hard and fail-soft as in the literature.
//! A *line* is any sequence of moves; the *PV* is the line at the root when the
//! search has ended. A *leaf* is a position where the depth has run out, a
//! *terminal* one where the game is over. `score` is what a search returns,
//! `evaluate` the static number.
//!
//! # Features
//!
//! `cli` (default): the command line and the reports. Without it the library
//! needs five small crates. `bugs` (default): the seeded bugs, which take longer
//! to build than all the rest. `proptest`: [strategies](game) for games and cases.

pub mod algorithm;
#[cfg(feature = "bugs")]
pub mod bugs;
pub mod campaign;
pub mod case;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod contract;
pub mod enumerate;
pub mod fuzzing;
pub mod game;
pub mod oracle;
pub mod ply_limits;
pub mod position;
pub mod pv;
#[cfg(feature = "cli")]
pub mod report;
pub mod score;
pub mod search;
pub mod shrink;
pub mod subject;
pub mod syntax;
pub mod table;
pub mod verdict;
