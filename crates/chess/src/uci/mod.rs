//! Real engines: checks every line that a chess engine prints (UCI).

mod accepted;
mod campaign;
mod class;
mod clock;
mod engine;
mod example;
mod inside;
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
pub use campaign::{EngineCampaign, Played};
pub use class::{Class, FindingKind, Severity};
pub use clock::Clock;
pub use engine::{EngineCommand, EngineProcess};
pub use example::{EngineExample, minimised};
pub use inside::Traced;
pub use judge::{Context, EngineCheck, EngineFinding, judge};
pub use message::{EngineOption, Info, Line, Malformed, Message, UciScore};
pub use plan::{Plan, Scale, Session, sessions};
pub use process::{Found, Place};
pub use proof::Proofs;
pub use random::random_game;
pub use report::{EngineReport, EngineRow, rows};
pub use root::Root;
pub use search::{CarriedOver, EngineFailure, Go, Limit, Ponder, Printed, Relation};
pub use statistics::{Lengths, LineEnd, MateLines, Rate, SearchRates, Spread, Statistics};
