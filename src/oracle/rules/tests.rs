use super::*;

const PLAIN: Rules = Rules::FIXED_TREE;

#[test]
fn rules_that_are_declared_one_after_the_other_add_up() {
    let all = PLAIN.tt(Drafts::Deeper).tt_leaves().deepening().tt_keep();
    let all = all.repetition().joined_bounds().order(3).quiescence(4, false).extension(7);
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

/// Searches that differ only in these rules share their values. The order of moves counts where late moves are reduced.
#[test]
fn rules_that_change_no_value_are_left_out_of_those_of_the_values() {
    let others = [
        Rules { joins: true, ..PLAIN },
        Rules { exact_outside: true, ..PLAIN },
        Rules { any_windows: true, ..PLAIN },
        Rules { reorders: 3, ..PLAIN },
    ];
    assert_eq!(others.map(Rules::of_values), [PLAIN; 4]);
    let late = Rules { reorders: 3, lmr: Some(Reductions::by_plies(1)), ..PLAIN };
    assert_eq!(late.of_values().reorders, 3);
}

#[test]
fn a_tree_is_fixed_without_deeper_drafts_path_dependent_entries_and_selectivity() {
    let equal = PLAIN.tt(Drafts::Equal);
    for fixed in [PLAIN, PLAIN.repetition(), PLAIN.extension(4), equal, equal.quiescence(2, true)] {
        assert!(fixed.is_fixed() && !fixed.is_selective(), "{fixed:?}");
    }
    let deeper = PLAIN.tt(Drafts::Deeper);
    for mixed in [deeper, equal.repetition(), equal.extension(4)] {
        assert!(!mixed.is_fixed() && !mixed.is_selective(), "{mixed:?}");
    }
    for selective in [
        Rules { null: Some(Plies::exactly(0)), ..PLAIN },
        Rules { lmr: Some(Reductions::by_plies(1)), ..PLAIN },
        Rules { futility: Some(Margin::at_one(0)), ..PLAIN },
        Rules { static_null: Some(Margin::at_all(0)), ..PLAIN },
        Rules { razoring: Some(Margin::at_one(0)), ..PLAIN },
        Rules { move_count: Some(1), ..PLAIN },
        PLAIN.iir(1),
    ] {
        assert!(selective.is_selective() && !selective.is_fixed(), "{selective:?}");
        // The order of the moves decides which moves are late; joined scores are not witnessed values.
        assert_eq!(selective.joined_bounds().order(2).of_values(), selective.order(2));
    }
    assert_eq!(deeper.joined_bounds().order(2).of_values(), deeper);
}

#[test]
fn each_builder_method_sets_its_own_fields_only() {
    let (plies, margin) = (Plies::between(1, 3), Margin { per_ply: 2, deepest: 3 });
    let other = ExtraPlies::between(-1, 2);
    let (reductions, draw) = (Reductions { plies, after: 1 }, -Score::MAX);
    let built = [
        (PLAIN.iir_requested_draft(), Rules { keeps_draft: true, ..PLAIN }),
        (PLAIN.tt(Drafts::Deeper), Rules { drafts: Drafts::Deeper, ..PLAIN }),
        (PLAIN.tt_leaves(), Rules { leaves: true, ..PLAIN }),
        (PLAIN.deepening(), Rules { iterates: true, ..PLAIN }),
        (PLAIN.tt_keep(), Rules { keeps: true, ..PLAIN }),
        (PLAIN.repetition(), Rules { repetition: Some(Repetition::FIRST), ..PLAIN }),
        (PLAIN.joined_bounds(), Rules { joins: true, ..PLAIN }),
        (PLAIN.tt_narrow(), Rules { narrows: true, ..PLAIN }),
        (PLAIN.order(3), Rules { reorders: 3, ..PLAIN }),
        (PLAIN.extension(7), Rules { extends: Some(7), ..PLAIN }),
        (PLAIN.repetition_when(Repetition::THIRD), Rules { repetition: Some(Repetition::THIRD), ..PLAIN }),
        (PLAIN.fifty_move(100), Rules { quiet_plies: Some(100), ..PLAIN }),
        (PLAIN.contempt(-draw), Rules { draw, ..PLAIN }),
        (PLAIN.exact_outside(), Rules { exact_outside: true, ..PLAIN }),
        (PLAIN.tt_quiescence(), Rules { quiescence_table: true, ..PLAIN }),
        (PLAIN.iid(), Rules { deepens_inside: true, ..PLAIN }),
        (PLAIN.extension_moves(Extended::SomeForcing), Rules { extended: Extended::SomeForcing, ..PLAIN }),
        (PLAIN.singular(), Rules { singular: true, ..PLAIN }),
        (PLAIN.null(plies), Rules { null: Some(plies), ..PLAIN }),
        (PLAIN.lmr(reductions), Rules { lmr: Some(reductions), ..PLAIN }),
        (PLAIN.futility(margin), Rules { futility: Some(margin), ..PLAIN }),
        (PLAIN.static_null(margin), Rules { static_null: Some(margin), ..PLAIN }),
        (PLAIN.razoring(margin), Rules { razoring: Some(margin), ..PLAIN }),
        (PLAIN.move_count(3), Rules { move_count: Some(3), ..PLAIN }),
        (PLAIN.mate_distance(), Rules { mate_distance: true, ..PLAIN }),
        (PLAIN.tt_evaluation(), Rules { corrects_evaluation: true, ..PLAIN }),
        (PLAIN.iir(plies), Rules { iir: Some(plies), ..PLAIN }),
        (PLAIN.lmr_shallower(), Rules { lmr_shallower: true, ..PLAIN }),
        (PLAIN.extension_times(3), Rules { extension_times: 3, ..PLAIN }),
        (PLAIN.extension_plies(other), Rules { extension_plies: other, ..PLAIN }),
    ];
    for (rules, expected) in built {
        assert_eq!(rules, expected);
        assert_ne!(rules, PLAIN);
    }
}

/// The rules that a rule implies are derived where they are read, in whatever order rules are declared.
#[test]
fn a_rule_implies_others_without_setting_them() {
    for rules in [PLAIN.iid(), PLAIN.singular()] {
        assert!(rules.searches_inside() && !PLAIN.searches_inside(), "{rules:?}");
    }
    let some = PLAIN.extension_moves(Extended::SomeForcing);
    assert_eq!([PLAIN, some].map(|rules| rules.extended_moves()), [Extended::Forcing, Extended::SomeForcing]);
    assert_eq!([PLAIN, some].map(|rules| rules.singular().extended_moves()), [Extended::Any; 2]);
}

/// Rules for which the sets are not defined.
const WITHOUT_SETS: [Rules; 6] = [
    PLAIN.fifty_move(100),
    Rules { draw: Score::MAX, ..PLAIN.repetition() },
    Rules { draw: Score::MAX, ..PLAIN.fifty_move(4) },
    PLAIN.repetition_when(Repetition::THIRD),
    PLAIN.repetition_when(Repetition { root_counts: false, ..Repetition::FIRST }),
    PLAIN.repetition_when(Repetition { in_game: 3, ..Repetition::FIRST }),
];

/// Draws of other kinds lead to one other tree, so one value is right without a table.
#[test]
fn draws_leave_one_fixed_tree_without_a_table() {
    for rules in WITHOUT_SETS {
        assert!(!rules.has_sets() && rules.is_fixed(), "{rules:?}");
        for several in [rules.tt(Drafts::Equal), rules.tt(Drafts::Deeper), rules.iid(), rules.null(1)] {
            assert!(!several.has_sets() && !several.is_fixed(), "{several:?}");
        }
    }
}

/// The sets are not defined for these rules, and what a search returns may differ from visit to visit.
#[test]
fn rules_without_sets_that_leave_several_values_are_not_fixed() {
    let table = PLAIN.tt(Drafts::Equal);
    for rules in [
        table.quiescence(1, true).tt_quiescence(),
        table.tt_evaluation(),
        PLAIN.correction_history(1),
        PLAIN.repetition().draw_spread(1),
        PLAIN.tells(),
        Rules::LINES_ONLY,
    ] {
        assert!(!rules.has_sets() && !rules.is_fixed(), "{rules:?}");
    }
}

/// Words without effect, such as contempt without draws.
#[test]
fn words_without_effect_leave_minimax() {
    for rules in [
        PLAIN.contempt(Score::MAX),
        PLAIN.draw_spread(1),
        PLAIN.tt_evaluation(),
        PLAIN.tt(Drafts::Equal).tt_quiescence(),
    ] {
        assert!(rules.has_sets() && rules.is_fixed(), "{rules:?}");
    }
}

#[test]
fn sets_are_known_for_the_usual_rules_of_draws() {
    assert!(PLAIN.repetition_when(Repetition::FIRST).has_sets() && PLAIN.has_sets());
    // A search inside a visit is not on the path of the fixed tree, and the test of a singular move lacks one.
    assert!(PLAIN.iid().is_fixed());
    for rules in [PLAIN.repetition(), PLAIN.extension(7)] {
        assert!(rules.is_fixed() && !rules.iid().is_fixed(), "{rules:?}");
    }
    assert!(!Rules { singular: true, ..PLAIN }.is_fixed());
    for (least, most) in [(-1, 1), (1, 2), (2, 2), (-1, -1)] {
        let rules = PLAIN.extension(7).extension_plies(ExtraPlies::between(least, most));
        assert!(rules.has_sets() && !rules.is_fixed(), "{rules:?}");
    }
    assert_eq!(Rules::default(), PLAIN);
}

/// Checks each line of the table of `docs/findings.md`.
#[test]
fn each_judge_speaks_where_the_documentation_says() {
    let many_values = [PLAIN.tt(Drafts::Deeper), PLAIN.null(2), PLAIN.tt(Drafts::Equal).repetition()];
    for rules in [PLAIN, PLAIN.tt(Drafts::Equal), PLAIN.repetition(), PLAIN.quiescence(4, false)] {
        assert_eq!([true, false].map(|by_trace| rules.judged_by(by_trace)), [JudgedBy::Minimax; 2]);
    }
    for rules in many_values {
        assert_eq!((rules.judged_by(true), rules.judged_by(false)), (JudgedBy::Trace, JudgedBy::Sets));
    }
    for rules in many_values.map(|rules| Rules { quiet_plies: Some(4), ..rules }) {
        assert_eq!((rules.judged_by(true), rules.judged_by(false)), (JudgedBy::Trace, JudgedBy::Facts));
    }
    // The path of positions does not determine the value of a node, the path of moves does.
    let rules = PLAIN.fifty_move(4);
    assert_eq!((rules.judged_by(true), rules.judged_by(false)), (JudgedBy::Trace, JudgedBy::Minimax));
    let third = PLAIN.repetition_when(Repetition::THIRD);
    assert_eq!([true, false].map(|by_trace| third.judged_by(by_trace)), [JudgedBy::Minimax; 2]);
    assert_eq!([true, false].map(|by_trace| Rules::LINES_ONLY.judged_by(by_trace)), [JudgedBy::LineAlone; 2]);
}
