//! Several threads that share a table: which of them is shown, and how entries are written.

use super::{Claim, never};
use crate::claims::FindingClass::{Result, WrongLine};
use crate::claims::Kind::Schedules;

/// What PVS by two threads shows with these arguments of `threads`, after the number.
macro_rules! threads {
    ($class:ident: $id:literal, $source:literal, $statement:literal, $store:literal, $arguments:literal) => {
        never(
            $id,
            $source,
            $statement,
            &[concat!("pvs-soft+", $store, "+deepening+threads(2", $arguments, ")")],
        )
        .of($class)
        .only(Schedules)
    };
}

pub(in crate::claims) const THREADS: &[Claim] = &[
    threads! { Result: "thread-main", "folklore of engine authors",
    "The first of several threads shows the right score and move of the deepest complete iteration.",
    "triangular+tt", "" },
    threads! { Result: "thread-deepest", "folklore of engine authors",
    "The thread of the greatest depth shows the right score and move of the deepest complete iteration.",
    "triangular+tt", ",line=deepest" },
    threads! { Result: "thread-best-score", "folklore of engine authors",
    "The thread of the best score shows the right score and move of the deepest complete iteration.",
    "triangular+tt", ",line=best-score" },
    threads! { Result: "thread-vote", "Stockfish, 2017 on",
    "The thread that most votes elect shows the right score and move of the deepest complete iteration.",
    "triangular+tt", ",line=vote" },
    threads! { WrongLine: "array-of-each-thread", "this project",
    "One array for each thread is enough in PVS if only equal drafts match.",
    "single-array+tt", "" },
    threads! { WrongLine: "lockless-table", "Hyatt and Mann 2002",
    "A table without locks, whose keys are combined with the data, shows no wrong line, however small it is.",
    "triangular+tt(entries=1)", "" },
    threads! { WrongLine: "lockless-table-without-check", "this project",
    "The same table shows no wrong line if the keys are stored as they are.",
    "triangular+tt(entries=1)", ",words=key-first" },
];
