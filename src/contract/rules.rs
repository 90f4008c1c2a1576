//! The oracle rules for a search, derived from its profile and search options.

use crate::algorithm::{Profile, Unconfirmed};
use crate::oracle::{Drafts, Horizon, Margin, Plies, Reductions, Repetition, Rules};
use crate::pv::CAPACITY;
use crate::search::{Order, Quiescence, SearchOptions, Selectivity};
use crate::table::Draft;

/// Returns the rules by which the oracle judges a search with this profile and these search options. No other
/// function derives the valid claims of a search from what it may do.
pub fn rules(profile: Profile, options: &SearchOptions) -> Rules {
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
    let extends = options.extension.then_some(CAPACITY - horizon.plies);
    let base = Rules {
        horizon,
        extends,
        joins: profile.joins_bounds,
        // These take what a null window proves for the value of a move.
        exact_outside: profile.joins_bounds
            || profile.omits_re_search_above_leaves
            || profile.unconfirmed == Unconfirmed::Accepted,
        reorders,
        repetition: options.repetition.then_some(Repetition::FIRST),
        // Without a table no iteration leaves results to the next one, but its nodes are judged too.
        iterates: options.deepening && options.selectivity.is_any(),
        null: null.map(Plies::exactly),
        lmr: lmr.map(Reductions::by),
        futility: futility.map(Margin::at_one),
        static_null: static_null.map(Margin::at_all),
        razoring: razoring.map(Margin::at_one),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Algorithm;
    use crate::subject::Subject;

    /// The rules of every other option are those of the fixed tree.
    #[test]
    fn each_search_option_changes_its_own_rules() {
        let none = Rules::FIXED_TREE;
        let table = Rules { drafts: Drafts::Equal, ..none };
        let plies = Horizon { plies: 2, hides: false };
        for (options, expected) in [
            ("", none),
            ("+aspiration(3,widen=both)", none),
            ("+multipv(3)", none),
            ("+stop-after(7,improved=yes)", none),
            ("+deepening", none),
            ("+deepening+order=pv", Rules { reorders: 1, ..none }),
            ("+deepening+order=refutation", Rules { reorders: 1, ..none }),
            ("+order=killers", Rules { reorders: 2, ..none }),
            ("+repetition", Rules { repetition: Some(Repetition::FIRST), ..none }),
            ("+quiescence(plies=2)", Rules { horizon: plies, ..none }),
            ("+quiescence(plies=2,line=no)", Rules { horizon: Horizon { hides: true, ..plies }, ..none }),
            ("+extension", Rules { extends: Some(CAPACITY), ..none }),
            ("+extension+quiescence(plies=2)", Rules { extends: Some(CAPACITY - 2), horizon: plies, ..none }),
            ("+null(3)", Rules { null: Some(Plies::exactly(3)), ..none }),
            ("+lmr(3)", Rules { lmr: Some(Reductions::by(3)), ..none }),
            ("+lmr(3)+deepening", Rules { lmr: Some(Reductions::by(3)), iterates: true, ..none }),
            ("+futility(3)", Rules { futility: Some(Margin::at_one(3)), ..none }),
            ("+static-null(3)", Rules { static_null: Some(Margin::at_all(3)), ..none }),
            ("+razoring(3)", Rules { razoring: Some(Margin::at_one(3)), ..none }),
            ("+move-count(3)", Rules { move_count: Some(3), ..none }),
            ("+tt", table),
            ("+tt(draft=deeper)", Rules { drafts: Drafts::Deeper, ..none }),
            ("+tt(leaves=yes)", Rules { leaves: true, ..table }),
            ("+tt(keep=yes)", Rules { keeps: true, ..table }),
            ("+tt(narrow=yes)", table),
            ("+tt(pv-cut=none)", table),
            ("+tt(entries=4,replace=depth,key-bits=3)", table),
            ("+tt+deepening", Rules { iterates: true, ..table }),
            ("+tt+order=table", Rules { reorders: 1, ..table }),
            ("+tt+iir", Rules { iir: true, ..table }),
        ] {
            let subject: Subject = format!("pvs-soft+none{options}").parse().expect("a subject");
            assert_eq!(rules(subject.algorithm.profile(), &subject.options), expected, "{options}");
        }
        let joining = rules(Algorithm::NegascoutHard.profile(), &SearchOptions::NONE);
        assert_eq!(joining, Rules { joins: true, exact_outside: true, ..none });
    }
}
