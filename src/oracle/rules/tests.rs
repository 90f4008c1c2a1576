use super::*;

const PLAIN: Rules = Rules::FIXED_TREE;

#[test]
fn each_builder_method_sets_its_own_fields_only() {
    let built: [(Rules, Rules); 9] = [
        (PLAIN.table(Drafts::Deeper), Rules { drafts: Drafts::Deeper, ..PLAIN }),
        (PLAIN.probing_leaves(), Rules { leaves: true, ..PLAIN }),
        (PLAIN.iterating(), Rules { iterates: true, ..PLAIN }),
        (PLAIN.keeping(), Rules { keeps: true, ..PLAIN }),
        (PLAIN.drawing_repetitions(), Rules { repetition: Some(Repetition::FIRST), ..PLAIN }),
        (PLAIN.joining(), Rules { joins: true, ..PLAIN }),
        (PLAIN.narrowing(), Rules { narrows: true, ..PLAIN }),
        (PLAIN.reordering(3), Rules { reorders: 3, ..PLAIN }),
        (PLAIN.extending(7), Rules { extends: Some(7), ..PLAIN }),
    ];
    for (rules, expected) in built {
        assert_eq!(rules, expected);
        assert_ne!(rules, PLAIN);
    }
    let all = PLAIN.table(Drafts::Deeper).probing_leaves().iterating().keeping();
    let all = all.drawing_repetitions().joining().reordering(3).quiescing(4, true).extending(7);
    let horizon = Horizon { plies: 4, hides: true };
    let expected = Rules {
        drafts: Drafts::Deeper,
        leaves: true,
        iterates: true,
        keeps: true,
        repetition: Some(Repetition::FIRST),
        joins: true,
        reorders: 3,
        horizon,
        extends: Some(7),
        ..PLAIN
    };
    assert_eq!(all, expected);
}

#[test]
fn a_tree_is_fixed_without_deeper_drafts_path_dependent_entries_and_selectivity() {
    let equal = PLAIN.table(Drafts::Equal);
    for fixed in [PLAIN, PLAIN.drawing_repetitions(), PLAIN.extending(4), equal, equal.quiescing(2, false)] {
        assert!(fixed.is_fixed() && !fixed.is_selective(), "{fixed:?}");
    }
    let deeper = PLAIN.table(Drafts::Deeper);
    for mixed in [deeper, equal.drawing_repetitions(), equal.extending(4)] {
        assert!(!mixed.is_fixed() && !mixed.is_selective(), "{mixed:?}");
    }
    for selective in [
        Rules { null: Some(Plies::exactly(0)), ..PLAIN },
        Rules { lmr: Some(Reductions::by(1)), ..PLAIN },
        Rules { futility: Some(Margin::at_one(0)), ..PLAIN },
        Rules { static_null: Some(Margin::at_all(0)), ..PLAIN },
        Rules { razoring: Some(Margin::at_one(0)), ..PLAIN },
        Rules { move_count: Some(1), ..PLAIN },
        Rules { iir: true, ..PLAIN },
    ] {
        assert!(selective.is_selective() && !selective.is_fixed(), "{selective:?}");
        // The order of the moves decides which moves are late; joined scores are not witnessed values.
        assert_eq!(selective.joining().reordering(2).of_values(), selective.reordering(2));
    }
    assert_eq!(deeper.joining().reordering(2).of_values(), deeper);
}
