//! Texts that a person reviews: the census and the contract. A change of one entry changes its lines alone.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::Row;
use pvcheck::contract::{Basis, guarantee, theorems};
use pvcheck::pv::Store;
use pvcheck::search::SearchOptions;
use pvcheck::subject::{Regime, Subject};
use pvcheck::verdict::{Finding, LineKind, ScoreVerdict};

use crate::common::COPYING;

/// These stores by name: the ones that copy lines, which show the same nearly everywhere, in one word.
fn named(stores: &[Store]) -> String {
    let copies = |store: &Store| COPYING.contains(store);
    let has_all = COPYING.iter().all(|store| stores.contains(store));
    let others = stores.iter().filter(|store| !has_all || !copies(store)).map(|store| store.name());
    let names: Vec<&str> = has_all.then_some("copying").into_iter().chain(others).collect();
    names.join(", ")
}

/// The groups of `items` for which `key` returns the same, each with that.
fn groups<T: Copy, K: PartialEq>(items: &[T], key: impl Fn(T) -> K) -> Vec<(Vec<T>, K)> {
    let mut groups: Vec<(Vec<T>, K)> = Vec::new();
    for &item in items {
        let key = key(item);
        match groups.iter_mut().find(|(_, same)| *same == key) {
            Some((members, _)) => members.push(item),
            None => groups.push((vec![item], key)),
        }
    }
    groups
}

fn copying() -> String {
    format!("copying: {}\n", COPYING.map(Store::name).join(", "))
}

/// Returns the results in plain numbers: for each algorithm and its options what all stores share, and then a line for each group
/// of stores with equal lines.
pub fn census(rows: &[Row]) -> String {
    let mut text = copying();
    for of_search in rows.chunk_by(|one, other| search_of(one) == search_of(other)) {
        let shared = search(&of_search[0]);
        let is_shared = of_search.iter().all(|row| search(row) == shared);
        let (algorithm, options) = search_of(&of_search[0]);
        assert!(is_shared, "{}{options}: a store influences the search", algorithm.name());
        writeln!(text, "{}{options}: {shared}", algorithm.name()).expect("writing to a string");
        let stores: Vec<Store> = of_search.iter().map(|row| row.subject.store).collect();
        let line = |store| lines(of_search.iter().find(|row| row.subject.store == store).expect("a row"));
        for (stores, line) in groups(&stores, line) {
            writeln!(text, "    {line}: {}", named(&stores)).expect("writing to a string");
        }
    }
    text
}

fn search_of(row: &Row) -> (Algorithm, SearchOptions) {
    (row.subject.algorithm, row.subject.options)
}

/// Returns what all stores of a search share.
fn search(Row { tally, .. }: &Row) -> String {
    let scores = counted(ScoreVerdict::ALL.iter().map(|&verdict| (verdict.name(), tally.score(verdict))));
    let counts = [
        ("acted", tally.acted),
        ("differs", tally.mattered),
        ("leaf evaluations", tally.counts.leaf_evaluations),
        ("re-searches", tally.counts.re_searches),
    ];
    format!("{scores}; {}", counted(counts.into_iter()))
}

fn lines(Row { tally, .. }: &Row) -> String {
    counted(LineKind::ALL.iter().map(|&kind| (kind.name(), tally.line(kind))))
}

fn counted(counts: impl Iterator<Item = (&'static str, u64)>) -> String {
    let some: Vec<String> =
        counts.filter(|&(_, count)| count > 0).map(|(name, count)| format!("{name} {count}")).collect();
    some.join(", ")
}

/// The options with which the contract is shown for each regime.
fn options(regime: Regime) -> SearchOptions {
    let text = match regime {
        Regime::Stable => "",
        Regime::Aspiration => "aspiration(1)",
        Regime::Interrupted => "deepening+stop-after(9,improved=yes)",
        Regime::ScoreStable => "tt",
        Regime::DepthMixed => "tt(draft=deeper)",
        Regime::Selective => "lmr(1)",
        Regime::PathDependent => "tt+repetition",
        Regime::Parallel => "tt+deepening+threads(2)",
        Regime::Colliding => "tt(key-bits=2)",
    };
    text.parse().expect("options")
}

/// Stores whose guarantees are equal in every regime with every algorithm.
fn store_classes() -> Vec<Vec<Store>> {
    let of_store = |store| {
        let of_algorithm =
            |&algorithm: &Algorithm| Regime::ALL.iter().map(move |&regime| (algorithm, regime));
        let all = Algorithm::ALL.iter().flat_map(of_algorithm);
        all.map(|(algorithm, regime)| cell(algorithm, store, regime)).collect::<Vec<_>>()
    };
    groups(Store::ALL, of_store).into_iter().map(|(stores, _)| stores).collect()
}

/// The letter of each algorithm.
fn letters() -> impl Iterator<Item = (char, Algorithm)> {
    ('A'..='Z').zip(Algorithm::ALL.iter().copied())
}

/// These algorithms by letter, with a dash between the first and the last of three or more in a row.
fn lettered(algorithms: &[Algorithm]) -> String {
    let all: Vec<char> =
        letters().filter(|(_, one)| algorithms.contains(one)).map(|(letter, _)| letter).collect();
    let runs = all.chunk_by(|&one, &next| one as u32 + 1 == next as u32);
    let run = |run: &[char]| match run {
        [first, .., last] if run.len() > 2 => format!("{first}-{last}"),
        letters => letters.iter().collect(),
    };
    runs.map(run).collect()
}

fn row(label: &str, score: &str, cells: &[String]) -> String {
    let cells: String = cells.iter().map(|cell| format!(" {cell:9}")).collect();
    format!("{label:9} {score:11}{cells}").trim_end().to_owned() + "\n"
}

/// Returns the whole contract: for each regime a row for each group of algorithms with equal guarantees, with a column for each
/// class of stores.
pub fn contract() -> String {
    let classes = store_classes();
    let algorithms: Vec<String> =
        letters().map(|(letter, algorithm)| format!("{letter} {}", algorithm.name())).collect();
    let mut text = format!("{LEGEND}{}\n", algorithms.join(", "));
    for (number, stores) in (1..).zip(&classes) {
        writeln!(text, "{number:>2} {}", named(stores)).expect("writing to a string");
    }
    text += &copying();
    let numbers: Vec<String> = (1..=classes.len()).map(|number| number.to_string()).collect();
    for &regime in Regime::ALL {
        text += &format!("\n{regime}\n{}", row("", "score", &numbers), regime = regime.name());
        let of_algorithm = |algorithm| {
            let cells: Vec<String> =
                classes.iter().map(|stores| cell(algorithm, stores[0], regime)).collect();
            (score(algorithm, regime), cells)
        };
        for (algorithms, (score, cells)) in groups(Algorithm::ALL, of_algorithm) {
            text += &row(&lettered(&algorithms), &score, &cells);
        }
    }
    text + "\nTheorems of the regime stable, each with the subjects whose guarantee rests on it\n" + &proofs()
}

const LEGEND: &str = "\
A cell is the worst line that is allowed, and its basis: T theorem, X exhaustive, S source, nothing: observed.
!: a committed case must show it; in a row whose score has !, that score (!u: an unwitnessed one).
A score may be a bound: /b always, /w outside the window, /s where it stopped. -: no meaning. trunc/c: by a cutoff only.
";

fn subject(algorithm: Algorithm, store: Store, regime: Regime) -> Option<Subject> {
    let subject = Subject { algorithm, store, options: options(regime) };
    subject.meaningless().is_none().then_some(subject)
}

/// The worst score of an algorithm, which no store influences, and whether it may be a bound.
fn score(algorithm: Algorithm, regime: Regime) -> String {
    let subjects = Store::ALL.iter().filter_map(|&store| subject(algorithm, store, regime));
    let mut must = "";
    let mut shows_line = false;
    let mut scores = subjects.map(|subject| {
        let guarantee = guarantee(&subject);
        let end = match (guarantee.may_fail, guarantee.may_bound) {
            (_, true) => "/b",
            (true, false) => "/w",
            (false, false) => "",
        };
        let name = match guarantee.score {
            ScoreVerdict::Unwitnessed => "unwitn",
            ScoreVerdict::FalseBound => "false",
            score => score.name(),
        };
        match guarantee.must_show {
            Some(Finding::Score(score)) if score == guarantee.score => must = "!",
            Some(Finding::Score(ScoreVerdict::Unwitnessed)) => must = "!u",
            Some(Finding::Line(_)) => shows_line = true,
            Some(other) => panic!("{subject} must show {other:?}: the table has no sign for it"),
            None => {}
        }
        format!("{name}{end}{}", if guarantee.may_stop { "/s" } else { "" })
    });
    let Some(first) = scores.next() else { return String::new() };
    assert!(scores.all(|other| other == first), "{algorithm:?}: a store influences the score");
    drop(scores);
    assert!(must.is_empty() || !shows_line, "{algorithm:?}: the cells of a row must show scores, or lines");
    first + must
}

/// The worst line of a subject, what it must show, and what that rests on.
fn cell(algorithm: Algorithm, store: Store, regime: Regime) -> String {
    let Some(subject) = subject(algorithm, store, regime) else { return "-".to_owned() };
    let guarantee = guarantee(&subject);
    let line = match guarantee.line {
        LineKind::Truncated if guarantee.truncated_only_by_cutoffs => "trunc/c",
        LineKind::Truncated => "trunc",
        LineKind::Equivalent => "equiv",
        LineKind::NoneDue => "none",
        line => line.name(),
    };
    let must = if guarantee.must_show.is_some() { "!" } else { "" };
    let basis = match guarantee.basis {
        Basis::Theorem => "T",
        Basis::Exhaustive => "X",
        Basis::Source => "S",
        Basis::Observed => "",
    };
    format!("{line}{must}{}{basis}", if must.is_empty() { " " } else { "" }).trim_end().to_owned()
}

/// A line for each theorem: the algorithms, and the stores with which the guarantee of each of them rests on it.
fn proofs() -> String {
    let proven = |algorithm, store| {
        subject(algorithm, store, Regime::Stable).map_or(Vec::new(), |subject| theorems(&subject))
    };
    let all =
        Algorithm::ALL.iter().flat_map(|&algorithm| Store::ALL.iter().map(move |&store| (algorithm, store)));
    let names: BTreeSet<String> =
        all.flat_map(|(algorithm, store)| proven(algorithm, store)).map(|theorem| theorem.name).collect();
    let mut text = String::new();
    for name in names {
        let stores_of = |algorithm| {
            let rests =
                |store: &&Store| proven(algorithm, **store).iter().any(|theorem| theorem.name == name);
            Store::ALL.iter().filter(rests).copied().collect::<Vec<_>>()
        };
        for (algorithms, stores) in
            groups(Algorithm::ALL, stores_of).into_iter().filter(|(_, stores)| !stores.is_empty())
        {
            writeln!(text, "{name}: {} + {}", lettered(&algorithms), named(&stores))
                .expect("writing to a string");
        }
    }
    text
}
