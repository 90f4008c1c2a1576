//! Real engines: checks every line that a chess engine prints (UCI).

/// Types that are added up field by field: numbers and other sums, maps of sums, facts that one is enough for, and lists.
macro_rules! sums {
    ($(
        $type:ident: $(numbers $($number:ident)+)? $(,)? $(maps $($map:ident)+)? $(, facts $($fact:ident)+)? $(, lists $($list:ident)+)?;
    )*) => {$(
        impl std::ops::AddAssign for $type {
            fn add_assign(&mut self, other: Self) {
                $($(self.$number += other.$number;)+)?
                $($(crate::uci::statistics::add_all(&mut self.$map, other.$map);)+)?
                $($(self.$fact |= other.$fact;)+)?
                $($(self.$list.extend(other.$list);)+)?
            }
        }
    )*};
}

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
pub use message::{EngineOption, Info, Line, Message, UciScore};
pub use plan::{Plan, Scale, Session, sessions};
pub use process::{Found, Place};
pub use proof::Proofs;
pub use random::random_game;
pub use report::{EngineReport, EngineRow, rows};
pub use root::Root;
pub use search::{CarriedOver, EngineFailure, Go, Limit, Ponder, Printed, Relation};
pub use statistics::{Lengths, LineEnd, MateLines, Rate, SearchRates, Spread, Statistics};
