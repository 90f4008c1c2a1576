//! Texts that a person reviews: the census and the contract. One line for each algorithm and group of stores that show the same,
//! with a column for each set of options, and nothing aligned: a change of one entry changes its lines alone.

use std::fmt::Write as _;

use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::Row;
use pvcheck::contract::{guarantee, theorems};
use pvcheck::pv::Store;
use pvcheck::search::SearchOptions;
use pvcheck::subject::{Regime, Subject};
use pvcheck::verdict::{Finding, LineKind, ScoreVerdict};

/// Returns a line for each group of stores with equal cells: `cell` returns that of one store and one set of options.
fn grouped(title: &str, columns: usize, cell: impl Fn(Store, usize) -> String) -> String {
    let mut groups: Vec<(Vec<String>, Vec<&str>)> = Vec::new();
    for &store in Store::ALL {
        let cells: Vec<String> = (0..columns).map(|column| cell(store, column)).collect();
        match groups.iter_mut().find(|(same, _)| *same == cells) {
            Some((_, stores)) => stores.push(store.name()),
            None => groups.push((cells, vec![store.name()])),
        }
    }
    let line = |(cells, stores): (Vec<String>, Vec<&str>)| {
        format!("{title}+{}: {}\n", stores.join(","), cells.join(" | "))
    };
    groups.into_iter().map(line).collect()
}

/// Returns the results in plain numbers. For each algorithm, first what all stores share.
pub fn census(rows: &[Row]) -> String {
    let mut options: Vec<SearchOptions> = Vec::new();
    for row in rows {
        if !options.contains(&row.subject.options) {
            options.push(row.subject.options);
        }
    }
    let names: Vec<String> = options.iter().map(|options| format!("({options})")).collect();
    let mut text = format!("columns: {}\n", names.join(" | "));
    for &algorithm in Algorithm::ALL {
        let of = |store, column: usize| {
            rows.iter().find(|row| row.subject == Subject { algorithm, store, options: options[column] })
        };
        let shared = |column| {
            let mut searches = Store::ALL.iter().filter_map(|&store| of(store, column)).map(search);
            let first = searches.next().unwrap_or_default();
            assert!(searches.all(|other| other == first), "{algorithm:?}: a store influences the search");
            first
        };
        let searches: Vec<String> = (0..options.len()).map(shared).collect();
        writeln!(text, "{}: {}", algorithm.name(), searches.join(" | ")).expect("writing to a string");
        text += &grouped(algorithm.name(), options.len(), |store, column| {
            of(store, column).map_or("n/a".to_owned(), lines)
        });
    }
    text
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

/// Returns the whole contract, with a column for each regime. `!` is after what a store must show there.
pub fn contract() -> String {
    let names: Vec<&str> = Regime::ALL.iter().map(|regime| regime.name()).collect();
    let cell = |algorithm, store, column: usize| {
        let subject = Subject { algorithm, store, options: options(Regime::ALL[column]) };
        if subject.meaningless().is_some() { "n/a".to_owned() } else { guaranteed(&subject) }
    };
    let lines = Algorithm::ALL.iter().map(|&algorithm| {
        grouped(algorithm.name(), names.len(), |store, column| cell(algorithm, store, column))
    });
    let proofs = Algorithm::ALL.iter().map(|&algorithm| {
        grouped(algorithm.name(), 1, |store, _| {
            proof(&Subject { algorithm, store, options: SearchOptions::NONE })
        })
    });
    let (lines, proofs) = (lines.collect::<String>(), proofs.collect::<String>());
    format!("columns: {}\n{lines}\nproofs of the column stable:\n{proofs}", names.join(" | "))
}

/// The theorems that prove what a subject guarantees.
fn proof(subject: &Subject) -> String {
    if subject.meaningless().is_some() {
        return "n/a".to_owned();
    }
    let names: Vec<String> = theorems(subject).into_iter().map(|theorem| theorem.name).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(", ") }
}

/// Returns the guarantee of a subject: the worst score and the worst line, each with `!` if it must be seen, and the basis.
fn guaranteed(subject: &Subject) -> String {
    let guarantee = guarantee(subject);
    let must = |finding: Finding| if guarantee.must_show == Some(finding) { "!" } else { "" };
    let (score, line) = (guarantee.score, guarantee.line);
    let end = match (guarantee.may_fail, guarantee.may_bound) {
        (_, true) => " or a bound",
        (true, false) => " or a bound outside the window",
        (false, false) => "",
    };
    let stop = if guarantee.may_stop { " or a bound where it stopped" } else { "" };
    let cause = if guarantee.truncated_only_by_cutoffs { " by a cutoff" } else { "" };
    let score = format!("{}{}{end}{stop}", score.name(), must(Finding::Score(score)));
    format!("{score}, {}{}{cause}, {}", line.name(), must(Finding::Line(line)), guarantee.basis.name())
}
