use super::text::{LEFT_WORDS, OLD_WORDS};
use super::value::Kind;
use super::*;
use crate::game::Seeded;
use crate::oracle::{Drafts, Extended, ExtraPlies, Margin, Plies, Reductions, Repetition};
use crate::score::Score;
use crate::search::Counts;

const NONE: Rules = Rules::FIXED_TREE;

fn declared(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

const BEFORE: Repetition = Repetition { root_counts: false, ..Repetition::FIRST };

#[test]
fn each_word_declares_what_the_function_of_its_name_declares() {
    let singular = NONE.singular().extension(64);
    let score = Score::new;
    for (text, rules) in [
        ("", NONE),
        ("tt+deepening", NONE.tt(Drafts::Equal).deepening()),
        ("tt(draft=deeper,keep=yes,narrow=yes)", NONE.tt(Drafts::Deeper).tt_keep().tt_narrow()),
        ("tt(narrow=beyond)", NONE.tt(Drafts::Equal).tt_narrow()),
        ("tt(leaves=yes)", NONE.tt(Drafts::Equal).tt_leaves()),
        ("tt(quiescence=yes)", NONE.tt(Drafts::Equal).tt_quiescence()),
        ("tt(evaluation=yes)", NONE.tt(Drafts::Equal).tt_evaluation()),
        ("tt(leaves=no,keep=no)", NONE.tt(Drafts::Equal)),
        ("order=killers", NONE.order(2)),
        ("order=pv", NONE.order(1)),
        ("repetition", NONE.repetition()),
        ("repetition(path=3,game=3)", NONE.repetition_when(Repetition::THIRD)),
        ("repetition(root=game)", NONE.repetition_when(BEFORE)),
        ("contempt(0,spread=1)", NONE.draw_spread(1)),
        ("contempt(-7)", NONE.contempt(score(-7))),
        ("contempt(7)", Rules { draw: score(-7), ..NONE }),
        ("fifty-move", NONE.fifty_move(100)),
        ("fifty-move(plies=20)", NONE.fifty_move(20)),
        ("quiescence", NONE.quiescence(4, true)),
        ("quiescence(plies=8,line=no)", NONE.quiescence(8, false)),
        ("correction-history(3)+any-windows", NONE.correction_history(3).any_windows()),
        ("tells+mate-distance", NONE.tells().mate_distance()),
        ("extension", NONE.extension(64)),
        ("extension(longest=30,moves=any)", NONE.extension(30).extension_moves(Extended::Any)),
        ("extension(moves=some-forcing)", NONE.extension(64).extension_moves(Extended::SomeForcing)),
        ("extension(times=3)", NONE.extension(64).extension_times(3)),
        ("extension(plies=-1..2)", NONE.extension(64).extension_plies(ExtraPlies::between(-1, 2))),
        ("singular(longest=30)", NONE.singular().extension(30)),
        ("singular(plies=-2)", singular.extension_plies(ExtraPlies::between(-2, -2))),
        ("extension(plies=2)+singular", singular.extension_plies(ExtraPlies::between(2, 2))),
        ("singular+extension(moves=forcing)", singular),
        ("iir(draft=requested,plies=1..2)", NONE.iir(1..=2).iir_requested_draft()),
        ("iid", NONE.iid()),
        ("iir", NONE.iir(1)),
        ("iir(draft=requested)", NONE.iir(1).iir_requested_draft()),
        ("iir(plies=1..2)", NONE.iir(1..=2)),
        ("null(2)", NONE.null(2)),
        ("null(2..3)", NONE.null(2..=3)),
        ("lmr(1)", NONE.lmr(Reductions::by_plies(1))),
        ("lmr(1..3)", NONE.lmr(1..=3)),
        ("lmr(0..3,after=1)", NONE.lmr(Reductions { plies: Plies::between(0, 3), after: 1 })),
        ("lmr(1,again=shallower)", NONE.lmr(Reductions::by_plies(1)).lmr_shallower()),
        ("futility(100)", NONE.futility(Margin::at_one(100))),
        ("futility(100,depth=3)", NONE.futility(Margin { per_ply: 100, deepest: 3 })),
        ("static-null(50)", NONE.static_null(Margin::at_all(50))),
        ("razoring(50)", NONE.razoring(Margin::at_one(50))),
        ("move-count(3)", NONE.move_count(3)),
        ("mate-distance", NONE.mate_distance()),
        ("joined-bounds+exact-outside", NONE.joined_bounds().exact_outside()),
        ("lines-only", Rules::LINES_ONLY),
    ] {
        assert_eq!(declared(text), rules, "{text}");
    }
}

/// Returns a value as a declaration writes it, other than the default.
fn example(value: &FeatureValue) -> String {
    let other = |number: &i128| value.default != Some(*number);
    value.text(
        match &value.kind {
            Kind::Number(number) => {
                (number.declared.0..=number.declared.1).find(|number| *number > 2 && other(number))
            }
            Kind::Choice(words) => (0..words.len() as i128).find(other),
        }
        .expect("a value has several numbers or words"),
    )
}

/// Returns declarations of each feature, and of each of its values.
pub fn declarations() -> impl Iterator<Item = String> {
    Feature::declarations().flat_map(|feature| {
        let (first, keyed): (Vec<_>, Vec<_>) = feature
            .values
            .iter()
            .filter(|value| value.is_in(FeaturePlace::Declarations))
            .partition(|value| value.default.is_none());
        let first: Vec<String> = first.into_iter().map(example).collect();
        let keyed = keyed.into_iter().map(|value| (value, [first.clone(), vec![example(value)]].concat()));
        let mut texts: Vec<String> = keyed
            .map(|(value, values)| match value.key {
                "" => format!("{}={}", feature.name, values[0]),
                _ => format!("{}({})", feature.name, values.join(",")),
            })
            .collect();
        // A move is reordered by each of the values.
        if feature.name != "order" {
            texts.push(if first.is_empty() {
                feature.name.to_owned()
            } else {
                format!("{}({})", feature.name, first[0])
            });
        }
        texts
    })
}

#[test]
fn each_feature_and_each_value_declares_something_that_no_other_declares() {
    let mut all: Vec<(String, Rules)> = vec![(String::new(), NONE)];
    for text in declarations() {
        let rules = declared(&text);
        let same = all.iter().find(|(_, other)| *other == rules);
        assert_eq!(same, None, "{text}");
        all.push((text, rules));
    }
}

#[test]
fn errors_of_declarations_give_the_place_and_what_was_expected() {
    for (text, column, problem, expected) in [
        ("ttt", 1, "unknown feature `ttt`", "`tt`"),
        (
            "deepening+table(equal)",
            11,
            "`table` is now written `tt(draft=equal|deeper)`",
            "a word of docs/declarations.md",
        ),
        ("reducing(1..3)", 1, "`reducing` is now written `lmr(R,after=N)`", "a word of docs/declarations.md"),
        ("deepening+multipv(2)", 11, "`multipv` changes no valid score or line", "a declaration without it"),
        ("tt(entries=4)", 4, "unknown option `entries`", "one of"),
        ("deepening+tt(draft=equal", 13, "an unclosed bracket", "`)`"),
        ("deepening()", 10, "`deepening` with something after it", "`deepening` alone"),
        (
            "null(3..2)",
            6,
            "`3..2` is not a valid number of plies",
            "`null(R)`, R a number of plies from 0 to 64, or a range",
        ),
        ("lmr", 1, "`lmr` without a number of plies", "`lmr(R,after=N,again=full|shallower)`, R a"),
        ("extension(longest=65)", 19, "`65` is not a valid number of plies", "a whole number from 0 to 64"),
        (
            "singular(plies=2..-1)",
            16,
            "`2..-1` is not a valid number of plies",
            "a whole number from -8 to 8, or",
        ),
        ("order=hash", 7, "unknown value of order `hash`", "one of"),
        ("tt+tt(keep=yes)", 4, "`tt` is given twice", "each feature once"),
        ("deepening+", 11, "unknown feature ``", "one of"),
    ] {
        let error = text.parse::<Rules>().expect_err(text);
        let is_right =
            error.column == column && error.problem == problem && error.expected.starts_with(expected);
        assert!(is_right, "{text}: {error}");
    }
    for text in ["lmr(1..3)", "lmr(1,after=2)", "correction-history(2)", "tt(quiescence=yes)"] {
        text.parse::<SearchOptions>().expect_err(text);
    }
}

#[test]
fn old_words_are_gone_and_their_successors_exist() {
    for (old, new) in OLD_WORDS {
        assert!(all().all(|feature| feature.name != *old), "{old}");
        let name = new.split(['(', '=']).next();
        assert!(Feature::declarations().any(|feature| Some(feature.name) == name), "{new}");
    }
}

#[test]
fn the_error_of_a_word_that_left_names_it_and_what_to_do_instead() {
    let words = [
        ("evasions", "evasions", 1),
        ("multi-cut(2,moves=4)", "multi-cut", 1),
        ("quiescence(plies=8,checks=yes)", "quiescence(checks)", 20),
        ("repetition(upcoming=yes)", "repetition(upcoming)", 12),
        ("tt(draft=deeper,children=yes)", "tt(children)", 17),
        ("order(moves=3)", "order(moves)", 7),
        ("null(2,from=1)", "null(from)", 8),
        ("tells+null(2,verify=yes)", "null(verify)", 14),
        ("futility(100,returns=best)", "futility(returns)", 14),
        ("static-null(5,returns=evaluation)", "static-null(returns)", 15),
        ("razoring(1)+razoring-by-quiescence", "razoring-by-quiescence", 13),
        ("move-count(1,moves=any)", "move-count(moves)", 14),
        ("singular(cuts=yes)", "singular(cuts)", 10),
        ("delta-pruning(3,returns=best)", "delta-pruning", 1),
        ("prob-cut(2,margin=100)", "prob-cut", 1),
        ("pv-pruning", "pv-pruning", 1),
    ];
    assert_eq!(words.len(), LEFT_WORDS.len());
    for (text, word, column) in words {
        let error = text.parse::<Rules>().expect_err(text);
        assert_eq!((error.problem, error.column), (format!("`{word}` is not declared any more"), column));
        assert!(error.expected.starts_with("`tells`") && error.expected.contains("docs/your-search.md"));
    }
}

/// The pattern lists every field, so that a new field without a record either is no part of the text or is added here.
#[test]
fn each_other_option_has_a_record() {
    let mut seen = std::collections::BTreeSet::new();
    let random = (0..2_000).map(|seed| SearchOptions::random(&mut Seeded::new(seed, 0)));
    // They are never drawn.
    for options in random.chain(Preset::parallel().iter().map(|preset| preset.random)) {
        assert_eq!(options.to_string().trim_start_matches('+').parse(), Ok(options));
        let SearchOptions {
            aspiration,
            table,
            deepening,
            order,
            repetition,
            extension,
            quiescence,
            selectivity: _,
            lines,
            node_limit,
            threads,
        } = options;
        let set = [
            ("aspiration", aspiration.is_some()),
            ("tt", table.is_some()),
            ("deepening", deepening),
            ("order", order != Order::None),
            ("repetition", repetition),
            ("extension", extension),
            ("quiescence", quiescence.is_some()),
            ("multipv", lines > 1),
            ("stop-after", node_limit.is_some()),
            ("threads", threads.is_some()),
        ];
        let others = Feature::options().filter(|one| one.guess.is_none());
        let missing: Vec<_> = others.filter(|one| set.iter().all(|(name, _)| *name != one.name)).collect();
        assert!(
            missing.is_empty(),
            "not named in this test: {:?}",
            missing.iter().map(|one| one.name).collect::<Vec<_>>()
        );
        for (name, is_set) in set {
            let feature = Feature::options().find(|feature| feature.name == name).expect("it has a record");
            assert_eq!(feature.is_set(&options), is_set, "{name} of {options}");
            seen.extend(is_set.then_some(name));
        }
    }
    assert_eq!(seen.len(), Feature::options().filter(|one| one.guess.is_none()).count());
}

/// The fields are read from the debug text, which has all of them.
#[test]
fn each_selective_option_has_a_record_with_the_name_and_the_place_of_its_field() {
    let fields = |options: Selectivity| -> Vec<String> {
        let text = format!("{options:?}");
        let fields = text.trim_start_matches("Selectivity { ").trim_end_matches(" }").split(", ");
        fields.map(|field| field.replace('_', "-")).collect()
    };
    let names = |fields: &[String]| -> Vec<String> {
        fields.iter().map(|field| field.split(": ").next().expect("a name").to_owned()).collect()
    };
    let none = fields(Selectivity::NONE);
    let recorded: Vec<&str> = Feature::guesses().map(|(feature, _)| feature.name).collect();
    assert_eq!(recorded, names(&none));
    for (feature, _) in Feature::guesses() {
        let mut options = SearchOptions::NONE;
        feature.set(&mut options, &[1]);
        let mut changed = fields(options.selectivity);
        changed.retain(|field| !none.contains(field));
        assert_eq!(names(&changed), [feature.name]);
        assert!(feature.is_set(&options));
    }
}

#[test]
fn each_option_has_a_preset_and_is_counted() {
    for feature in Feature::options() {
        let is_preset = Preset::all()
            .iter()
            .chain(&Preset::parallel())
            .any(|preset| feature.is_set(&preset.random) && feature.is_set(&preset.chess));
        // The order of moves acts in all searches, and has no column of its own.
        assert!(is_preset || feature.name == "order", "{} has no preset", feature.name);
    }
    let counted = Feature::options().filter(|feature| feature.least_share > 0);
    let mut counted: Vec<&str> = counted.map(|feature| feature.name).collect();
    let mut counters = Counts::NONE.acts().map(|(name, _)| name);
    counted.sort_unstable();
    counters.sort_unstable();
    assert_eq!(counted, counters);
}
