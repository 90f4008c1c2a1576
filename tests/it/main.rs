//! The claims of the library, one module per subject. The claims that take minutes are in `tests/exhaustive`.

#[path = "../common/mod.rs"]
mod common;

mod allocations;
mod asked_games;
mod aspiration;
mod chess;
mod declarations;
mod engine;
mod engines;
mod explanation;
mod facts;
mod false_results;
mod freezing;
#[path = "../cli/guide.rs"]
#[rustfmt::skip] // As in the guide.
mod guide;
mod horizon;
mod journals;
mod judges;
mod lazy_smp;
mod leaves_read;
mod lines_only;
mod literature;
mod mates;
mod measures;
mod metamorphic;
mod minimal_cases;
mod missed_bugs;
mod multipv;
mod only_moves;
mod properties;
mod re_searches;
mod real_bugs;
mod seeded_bugs;
mod selective;
mod sensitivity;
mod stopping;
mod table_stores;
mod threads;
mod trace;
mod transposition_table;
mod truncation;
mod verified_positions;
mod verify;
mod witnessed;
