//! Real engines: checks every line that a chess engine prints (UCI).

mod accepted;
mod campaign;
mod class;
mod clock;
mod engine;
mod example;
mod judge;
mod message;
mod plan;
mod process;
mod proof;
mod random;
mod relation;
mod replay;
mod report;
mod root;
mod search;
mod statistics;

pub use accepted::KnownFinding;
pub use campaign::{Campaign, Check, Checks, Played};
pub use class::{Class, Severity};
pub use clock::Clock;
pub use engine::{Engine, EngineCommand};
pub use example::{Example, minimised};
pub use judge::{Context, Finding, judge};
pub use message::{EngineOption, Info, Malformed, Message, UciScore};
pub use plan::{Plan, Scale, Session, sessions};
pub use process::{Found, Place};
pub use proof::Proofs;
pub use random::random_game;
pub use relation::{Relation, Result, result};
pub use report::{EngineReport, Row, rows};
pub use root::Root;
pub use search::{EngineFailure, Follows, Go, Limit, Ponder, Printed};
pub use statistics::{Lengths, LineEnd, MateLines, Rate, Searches, Spread, Statistics};
