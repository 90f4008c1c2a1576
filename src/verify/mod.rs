//! Verify your own search: from a closure to a report.
//!
//! [`verify`] takes a search of synthetic games as a closure, runs it on many of them, judges every answer, and
//! shrinks what is wrong to the smallest game.
//! The [front page](crate#your-own-search) has an example.

mod allowed;
mod answer;
mod builder;
mod candidates;
mod circumstances;
mod detail;
mod environment;
mod every_game;
mod examine;
mod example;
mod explanation;
mod explorer;
mod frozen_games;
mod games;
mod hint;
#[cfg_attr(not(feature = "json"), path = "no_json.rs")]
mod json;
mod judged;
mod label;
mod normal;
mod prepared;
mod problem;
mod program;
mod regressions;
mod reply;
mod report;
mod request;
mod suite;
mod tally;
mod teller;
mod trials;
mod visit;
mod watch;

#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use builder::{Verification, verify, verify_object, verify_positions};
pub use circumstances::{Before, Circumstances};
pub use detail::Detail;
pub use every_game::{EveryGame, UnreadPosition, every_game};
pub use examine::{JudgedSearch, NoAnswer, Unjudged};
pub use example::Example;
pub use explanation::Explanation;
pub use explorer::Unexplored;
pub use frozen_games::{CannotFreeze, FrozenGames};
pub use games::{GameSource, OnlyGames, RandomGames};
pub use hint::Hint;
#[cfg(feature = "json")]
pub use json::ExampleJson;
#[doc(hidden)]
pub use label::Label;
#[doc(hidden)]
pub use prepared::Prepared;
pub use problem::Problem;
#[doc(hidden)]
pub use program::RunningProgram;
pub use program::{PROTOCOL, Program};
pub use report::Report;
pub use request::Request;
#[doc(hidden)]
pub use tally::SearchTally;
pub use visit::Visit;
