//! The oracle rules for a search, derived from its profile and search options.

use crate::algorithm::Profile;
use crate::oracle::{Drafts, Horizon, Rules};
use crate::pv::CAPACITY;
use crate::search::{Order, Quiescence, SearchOptions, Selectivity};
use crate::table::Draft;

/// Returns the rules by which the oracle judges a search with this profile and these search options. No other
/// function derives the valid claims of a search from what it may do.
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
        joins: profile.joins_bounds,
        reorders,
        repetition: options.repetition,
        // Without a table no iteration leaves results to the next one, but its nodes are judged too.
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
