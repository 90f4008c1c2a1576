//! `pvcheck reproduce`: the figures of the literature.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use crate::command::{json, pvcheck, refuses, stderr, stdout};
use pvcheck_lab::reproduce::{
    Agreement, Family, Measured, Published, PublishedValue, Query, Reproduction, Statistic, compare, measure,
};

fn query(family: Family, exact: bool) -> Query<'static> {
    Query {
        family,
        branchings: &[2],
        depths: &[3],
        games: None,
        seed: 1,
        exact,
        threads: 2,
        progress: &|_| (),
    }
}

fn find<'m>(measured: &'m [Measured], label: &str, measure: &str) -> &'m Measured {
    let is = |one: &&Measured| one.label == label && one.measure == measure;
    measured.iter().find(is).unwrap_or_else(|| panic!("no {measure} of {label}"))
}

fn row<'d>(document: &'d Value, label: &str, measure: &str) -> &'d Value {
    let rows = document["rows"].as_array().expect("rows");
    let is = |row: &&Value| row["label"] == label && row["measure"] == measure;
    rows.iter().find(is).unwrap_or_else(|| panic!("no {measure} of {label}"))
}

#[test]
fn without_a_name_all_names_are_listed_with_their_sources() {
    let output = pvcheck(&["reproduce"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for experiment in Reproduction::ALL {
        assert!(text.contains(experiment.name()), "{} is missing in:\n{text}", experiment.name());
    }
    assert!(text.contains("Source: Pearl 1980."), "{text}");
    assert_eq!(pvcheck(&["reproduce", "--list"]).stdout, output.stdout);
    let rows = json(&["reproduce", "--format", "json"]);
    assert_eq!(rows["rows"].as_array().map(Vec::len), Some(Reproduction::ALL.len()));
}

/// The figures of the literature over all permutations, as the text shows them.
#[test]
fn exact_runs_show_the_fractions_of_the_literature() {
    for (name, arguments, parts) in [
        (
            "leaf-counts",
            &["--depth", "3"][..],
            vec![
                "719/105 = 6.847619   ✓ 719/105",
                "8941/840 = 10.644048   ✓ 8941/840",
                "2619/280 = 9.353571    ✓ 2619/280",
                "277/30 = 9.233333    ✓ 277/30",
                "614/105 = 5.847619    ✓ 614/105",
                "216/35 = 6.171429    ✓ 216/35",
                "1109/140 = 7.921429    ✓ 1109/140",
                "✓ 5 ",
                "14 figures compared with the literature: all agree.",
            ],
        ),
        (
            "single-array",
            &[],
            vec![
                "1/12 = 8.33 %   ✓ 8.33 %",
                "223/1260 = 17.70 %   ✓ 17.70 %",
                "1/4 = 25.00 %   ✓ 25 %",
                "1/2 = 50.00 %   ✓ 50 %",
                "✓ 0 %",
                "14 figures compared with the literature: all agree.",
            ],
        ),
        ("re-search", &[], vec!["373/1008 = 37.00 %   ✓ 37.0 %", "851/1260 = 67.54 %   ✓ 67.5 %", "✓ 0 %"]),
        ("null-window", &[], vec!["223629/32768 = 6.824615   ✓ 6.824615", "1 figure compared", "it agrees"]),
    ] {
        let output = pvcheck(&[&["reproduce", name, "--exact"], arguments].concat());
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{name}: {}{text}", stderr(&output));
        // Columns are as wide as their widest cells, so the white space may be wider.
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ") + " ";
        for part in parts {
            assert!(words(&text).contains(words(part).trim_end()), "{part:?} is missing in:\n{text}");
        }
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{name} needs {widest:?} columns:\n{text}");
    }
}

/// With few games, so that each takes a moment. The same seed gives the same bytes with one thread and with two.
#[test]
fn every_name_runs_on_samples_and_threads_change_nothing() {
    for experiment in Reproduction::ALL {
        let run = |threads, format| {
            let arguments = ["reproduce", experiment.name(), "--games", "300", "--seed", "5"];
            let others = ["--confidence", "99.99", "--threads", threads, "--format", format];
            pvcheck(&[&arguments[..], &others[..]].concat())
        };
        let [text, json] = ["text", "json"].map(|format| {
            let one = run("1", format);
            assert_eq!(one.status.code(), Some(0), "{}: {}{}", experiment.name(), stderr(&one), stdout(&one));
            stdout(&one)
        });
        assert!(json == stdout(&run("2", "json")), "{} differs", experiment.name());
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{} needs {widest:?} columns:\n{text}", experiment.name());
    }
    let seed = |seed| pvcheck(&["reproduce", "null-window", "--games", "50", "--seed", seed]).stdout;
    assert_ne!(seed("1"), seed("2"));
}

#[test]
fn every_family_is_sampled() {
    for family in
        ["permutations", "values:3", "ordered", "ordered:30", "incremental:9", "win-loss:0.3", "mixed"]
    {
        let document =
            json(&["reproduce", "leaf-counts", "--family", family, "--games", "200", "--format", "json"]);
        assert_eq!(document["scope"]["family"], family);
        let row = row(&document, "alpha-beta-hard", "leaf evaluations");
        let number = |name: &str| row[name].as_f64().unwrap_or_else(|| panic!("{family}: no {name}"));
        assert!(number("low") <= number("value") && number("value") <= number("high"), "{family}: {row}");
        assert_eq!(row["games"], 200, "{family}");
    }
}

#[test]
fn json_has_exact_figures_as_fractions() {
    let arguments = ["reproduce", "re-search", "--branching", "2", "--depth", "3", "--exact", "--format"];
    let document = json(&[&arguments[..], &["json"]].concat());
    assert_eq!((&document["command"], &document["seed"]), (&Value::from("reproduce"), &Value::Null));
    assert_eq!(document["scope"]["exact"], true);
    let found = row(&document, "pvs-soft-from-score", "truncated lines");
    assert_eq!((&found["fraction"], &found["agreement"]), (&Value::from("373/1008"), &Value::from("exact")));
}

/// A wrong value in the place of a published one is found, in a sample and exactly.
#[test]
fn a_wrong_value_of_the_literature_differs() {
    for (exact, agrees) in [(true, Agreement::Exact), (false, Agreement::InInterval)] {
        let experiment = Reproduction::LeafCounts;
        let mut measured = measure(experiment, &query(Family::Permutations, exact)).expect("a small size");
        let confidence = (!exact).then_some(0.99);
        let right = compare(measured.clone(), confidence).0;
        assert!(right.iter().all(|figure| figure.agreement.is_none_or(|agreement| agreement == agrees)));
        let is_pvs = |one: &&mut Measured| one.label == "pvs-soft" && one.measure == "leaf evaluations";
        let pvs = measured.iter_mut().find(is_pvs).expect("PVS is measured");
        assert_eq!(
            pvs.published.map(|published| published.value),
            Some(PublishedValue::Fraction(8_941, 840))
        );
        // That of the search with re-search from the score.
        pvs.published =
            Some(Published { value: PublishedValue::Fraction(2_619, 280), source: "a wrong one" });
        let wrong = compare(measured, confidence).0;
        let differing: Vec<&str> = wrong
            .iter()
            .filter(|figure| figure.agreement == Some(Agreement::Differs))
            .map(|figure| figure.measured.label.as_str())
            .collect();
        assert_eq!(differing, ["pvs-soft"]);
    }
}

/// A sample of other trees than those of a formula: its interval excludes the value of the formula.
#[test]
fn the_interval_of_other_trees_excludes_the_known_value() {
    let sample = |family| {
        let measured = measure(Reproduction::LeafCounts, &query(family, false)).expect("a small size");
        find(&measured, "alpha-beta-hard", "leaf evaluations").clone()
    };
    let published = sample(Family::Permutations).published;
    for (family, agreement) in
        [(Family::Permutations, Agreement::InInterval), (Family::Values(2), Agreement::Differs)]
    {
        let (figures, _) = compare(vec![Measured { published, ..sample(family) }], Some(0.999));
        assert_eq!(figures[0].agreement, Some(agreement), "{family}");
    }
}

/// One of the few seeds whose interval does not contain the value: the run ends with the status of a finding.
#[test]
fn a_figure_that_differs_is_a_finding() {
    let arguments =
        ["reproduce", "null-window", "--branching", "10", "--depth", "3", "--games", "300", "--seed", "5"];
    let run = |confidence| pvcheck(&[&arguments[..], &["--confidence", confidence]].concat());
    let (narrow, wide) = (run("95"), run("99.99"));
    let text = stdout(&narrow);
    assert_eq!(narrow.status.code(), Some(2), "{text}");
    assert!(text.contains("differs") && text.contains("compared with the literature: 1 differs."), "{text}");
    assert_eq!(wide.status.code(), Some(0), "{}", stdout(&wide));
}

#[test]
fn the_book_lists_every_name() {
    let names = include_str!("../../docs/internals/methods.md");
    for experiment in Reproduction::ALL {
        assert!(names.contains(&format!("| `{}` |", experiment.name())), "{} is missing", experiment.name());
    }
}

/// The values of about as many seeds are outside their intervals as the confidence allows.
#[test]
fn the_intervals_keep_their_confidence() {
    let outside = |confidence| {
        let differs = |seed: &u64| {
            let query = Query { seed: *seed, games: Some(400), ..query(Family::WinLoss(500_000), false) };
            let measured = measure(Reproduction::NullWindow, &query).expect("a small size");
            compare(measured, Some(confidence)).0[0].agreement == Some(Agreement::Differs)
        };
        (0..200).filter(differs).count()
    };
    let (most, half) = (outside(0.95), outside(0.5));
    assert!((2..=22).contains(&most), "{most} of 200 are outside, about 10 are due");
    assert!((70..=130).contains(&half), "{half} of 200 are outside, about 100 are due");
}

#[test]
fn the_progress_counts_every_game() {
    let games = AtomicU64::new(0);
    let progress = |more| {
        games.fetch_add(more, Ordering::Relaxed);
    };
    let query = Query { games: Some(77), progress: &progress, ..query(Family::WinLoss(500_000), false) };
    let measured = measure(Reproduction::NullWindow, &query).expect("a small size");
    assert!(matches!(measured[0].statistic, Statistic::Mean(_)));
    assert_eq!((games.into_inner(), measured[0].statistic.games()), (77, 77));
}

#[test]
fn bad_input_is_refused_with_its_place() {
    let refuses = |arguments: &[&str], parts: &[&str]| refuses(&[&["reproduce"], arguments].concat(), parts);
    refuses(&["leaf-count"], &["unknown name `leaf-count`", "expected `leaf-counts`"]);
    refuses(&["null-window", "--list"], &["cannot be used with"]);
    refuses(&["leaf-counts", "--branching", "0"], &["--branching 0", "from 1 to 1000"]);
    refuses(&["leaf-counts", "--depth", "33"], &["'33'", "from 0 to 32"]);
    refuses(&["branching-factor", "--depth", "2"], &["--depth 2", "from 3 to 32"]);
    refuses(
        &["leaf-counts", "--branching", "10", "--depth", "7"],
        &["--branching 10 --depth 7", "1000000 leaves"],
    );
    refuses(&["leaf-counts", "--exact", "--depth", "4"], &["--exact", "permutations of 16 leaves"]);
    refuses(
        &["leaf-counts", "--exact", "--branching", "10", "--depth", "1"],
        &["--exact", "branching 10, depth 1: 3628800 trees", "at most 1000000"],
    );
    refuses(&["leaf-counts", "--exact", "--family", "ordered"], &["`ordered` cannot be enumerated"]);
    refuses(&["leaf-counts", "--exact", "--games", "9"], &["cannot be used with"]);
    refuses(&["branching-factor", "--exact"], &["--exact", "no fractions"]);
    refuses(&["leaf-counts", "--family", "permutation"], &["--family", "expected `permutations`"]);
    refuses(&["leaf-counts", "--family", "values:0"], &["--family:1:8", "from 1 to 1000000000"]);
    refuses(&["leaf-counts", "--family", "win-loss:1.5"], &["--family:1:10", "a probability from 0 to 1"]);
    refuses(&["leaf-counts", "--family", "incremental:x"], &["--family:1:13", "from 1 to 1000000"]);
    refuses(&["null-window", "--family", "mixed"], &["--family", "expected `win-loss:P`"]);
    refuses(&["ordered-trees", "--family", "mixed"], &["--family", "a family of uniform trees"]);
    refuses(&["selective", "--depth", "3"], &["--depth", "`mixed` vary in size"]);
    refuses(&["leaf-counts", "--games", "1"], &["--games"]);
    refuses(&["leaf-counts", "--confidence", "100"], &["--confidence", "50 to 99.9999"]);
    refuses(&["leaf-counts", "--threads", "0"], &["--threads"]);
}

/// The first of four moves is the best one more often than in so many percent of the positions.
#[test]
fn an_ordering_of_few_moves_is_refused() {
    refuses(&["reproduce", "ordering", "--branching", "4"], &["--branching 4", "expected at least 5"]);
}
