//! The oracle rules for a search, derived from its profile and search options.

use crate::algorithm::{Profile, Unconfirmed};
use crate::feature::{self, Narrow};
use crate::oracle::Rules;
use crate::ply_limits::CAPACITY;
use crate::search::SearchOptions;

/// Returns the rules by which the oracle judges a search with this profile and these search options. Each option allows
/// what a declaration of the same words allows, with the exceptions in this function.
pub fn rules(profile: Profile, options: &SearchOptions) -> Rules {
    let declared = feature::rules(options);
    Rules {
        // The stores hold the plies of quiescence too.
        extends: declared.extends.map(|longest| longest.min(CAPACITY - declared.horizon.plies)),
        // Without a table no iteration leaves results to the next one, but the nodes of a selective search are judged too.
        iterates: declared.iterates && (options.table.is_some() || options.selectivity.is_any()),
        // The contract guarantees scores that are witnessed in spite of narrowed windows.
        narrows: false,
        joins: profile.joins_bounds,
        // A table that narrows, a search that ignores the window of its root, and one that ends with the bound of a move.
        any_windows: options.table.is_some_and(|table| table.narrow != Narrow::No)
            || !profile.has_root_window()
            || profile.may_end_with_bound,
        // These take what a null window proves for the value of a move.
        exact_outside: profile.joins_bounds
            || profile.omits_re_search_above_leaves
            || profile.unconfirmed == Unconfirmed::Accepted,
        ..declared
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Algorithm;
    use crate::feature::{Feature, FeaturePlace};
    use crate::oracle::{Drafts, Horizon, Reductions, Repetition};
    use crate::subject::Subject;

    /// A selective option has the rules of the declaration of the same words. An option that is not listed has the
    /// rules of the fixed tree.
    #[test]
    fn each_search_option_changes_its_own_rules() {
        let none = Rules::FIXED_TREE;
        let table = Rules { drafts: Drafts::Equal, ..none };
        let plies = Horizon { plies: 2, hides: false };
        let cases = [
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
            ("+lmr(3)+deepening", Rules { lmr: Some(Reductions::by_plies(3)), iterates: true, ..none }),
            ("+tt", table),
            ("+tt(draft=deeper)", Rules { drafts: Drafts::Deeper, ..none }),
            ("+tt(leaves=yes)", Rules { leaves: true, ..table }),
            ("+tt(keep=yes)", Rules { keeps: true, ..table }),
            ("+tt(narrow=yes)", Rules { any_windows: true, ..table }),
            ("+tt(narrow=beyond)", Rules { any_windows: true, ..table }),
            ("+tt(pv-cut=none)", table),
            ("+tt(entries=4,replace=depth,key-bits=3)", table),
            ("+tt+deepening", Rules { iterates: true, ..table }),
            (
                "+tt+deepening+threads(3,line=vote,words=key-first,first=1,second=2)",
                Rules { iterates: true, ..table },
            ),
            ("+tt+threads(2,schedule=5,changes=2)", table),
            ("+tt+order=table", Rules { reorders: 1, ..table }),
        ];
        for (options, expected) in cases {
            let subject: Subject = format!("pvs-soft+none{options}").parse().expect("a subject");
            assert_eq!(rules(subject.algorithm.profile(), &subject.options), expected, "{options}");
        }
        for (_, guess) in Feature::guesses() {
            let [options, _] = guess.presets;
            let subject: Subject = format!("pvs-soft+none+{options}").parse().expect("a subject");
            let declared = options.parse().expect("a declaration");
            assert_eq!(rules(subject.algorithm.profile(), &subject.options), declared, "{options}");
        }
        for feature in Feature::options().filter(|feature| feature.guess.is_none()) {
            let values =
                feature.explained_values(FeaturePlace::Options).map(|value| format!("{}=", value.key));
            for text in values.chain([format!("+{}", feature.name)]) {
                let is_tested = cases.iter().any(|(options, _)| options.contains(&text));
                assert!(is_tested, "which rules follow from `{text}`?");
            }
        }
        let joining = rules(Algorithm::NegascoutHard.profile(), &SearchOptions::NONE);
        assert_eq!(joining, Rules { joins: true, exact_outside: true, ..none });
    }
}
