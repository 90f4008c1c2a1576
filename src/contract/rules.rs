//! From what a search may do to what it may say.

use crate::algorithm::Profile;
use crate::oracle::{Drafts, Horizon, Rules};
use crate::pv::CAPACITY;
use crate::search::{Order, Quiescence, SearchOptions, Selectivity};
use crate::table::Draft;

/// What the oracle has to know of a search of these habits with these search options: the one place
/// where what a search may do is turned into what it may say.
pub const fn rules(profile: Profile, options: &SearchOptions) -> Rules {
    let reorders = match options.order {
        Order::None => 0,
        Order::Pv | Order::Table | Order::Refutation => 1,
        Order::Killers => 2,
    };
    let Selectivity { null, lmr, futility, static_null, razoring, move_count, iir } = options.selectivity;
    let horizon = match options.quiescence {
        Some(Quiescence { plies, in_line }) => Horizon { plies: plies as usize, hides: !in_line },
        None => Horizon::NO_QUIESCENCE,
    };
    let extends = if options.extension { Some(CAPACITY - horizon.plies) } else { None };
    let base = Rules {
        horizon,
        extends,
        joins: profile.joins,
        reorders,
        repetition: options.repetition,
        // Without a table nothing is kept of an iteration, but its nodes are judged too.
        iterates: options.deepening && options.selectivity.is_any(),
        null,
        lmr,
        futility,
        static_null,
        razoring,
        move_count,
        iir,
        ..Rules::FIXED_TREE
    };
    match options.table {
        None => base,
        Some(table_options) => Rules {
            drafts: match table_options.draft {
                Draft::Equal => Drafts::Equal,
                Draft::Deeper => Drafts::Deeper,
            },
            leaves: table_options.leaves,
            iterates: options.deepening,
            keeps: table_options.keep,
            ..base
        },
    }
}
