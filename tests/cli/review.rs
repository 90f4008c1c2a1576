//! Texts that a person reviews: the census and the contract. A change of one entry changes its lines alone.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::iter::once;

use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::Row;
use pvcheck::contract::{Basis, Guarantee, guarantee, theorems};
use pvcheck::pv::Store;
use pvcheck::search::SearchOptions;
use pvcheck::subject::{Regime, Subject};
use pvcheck::verdict::{FaultKind, Finding, LineKind, ScoreVerdict};
use pvcheck_cli::report::joined;
use pvcheck_cli::report::table::grouped;

use crate::common::COPYING;

/// These stores by name: the ones that copy lines, which show the same nearly everywhere, in one word.
fn named(stores: &[Store]) -> String {
    let copies = |store: &Store| COPYING.contains(store);
    let has_all = COPYING.iter().all(|store| stores.contains(store));
    let others = stores.iter().filter(|store| !has_all || !copies(store)).map(|store| store.name());
    let names: Vec<&str> = has_all.then_some("copying").into_iter().chain(others).collect();
    names.join(", ")
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
        for (stores, line) in grouped(of_search.iter().map(|row| (row.subject.store, lines(row)))) {
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
    joined(counts.filter(|&(_, count)| count > 0).map(|(name, count)| format!("{name} {count}")), ", ")
}

/// Options that represent each regime, the first none, and then others that change a guarantee.
const OPTIONS: &str = " aspiration(1) deepening+stop-after(9,improved=yes) tt tt(narrow=yes) tt(draft=deeper) lmr(1) tt+repetition \
    tt+deepening+threads(2) tt(key-bits=2) \
    order=killers multipv(2) quiescence extension aspiration(2)+extension tt+extension stop-after(9) \
    stop-after(9,improved=yes) tt(draft=deeper)+deepening+stop-after(9,improved=yes) tt(narrow=beyond) \
    tt(draft=deeper,narrow=yes) tt(draft=deeper,narrow=beyond) tt(keep=yes) tt+deepening tt+multipv(2) tt(leaves=yes) tt(replace=depth) \
    tt(replace=protect-pv) tt(pv-cut=none,replace=depth)+repetition tt+iir";

/// The theorems that together prove a guarantee, and their mark. Each algorithm and each store has theorems of its name.
const PROOFS: [(&str, &str); 10] = [
    ("1", "ALGORITHM_rows and STORE_copies"),
    ("2", "ALGORITHM_rows and STORE_cells"),
    ("3", "ALGORITHM_score and every_array_failure_fails"),
    ("4", "ALGORITHM_array"),
    ("5", "ALGORITHM_score"),
    ("6", "table_copying_cells"),
    ("7", "no_cutoffs_in_open_windows"),
    ("8", "table_array_cells"),
    ("9", "no_cutoffs_in_open_windows_array"),
    ("10", "table_score_cells"),
];

const MARKS: &str = "! must show this line; u must show an unwitnessed score; c only by a cutoff of a table entry; m may \
                     begin with another move than the best move; basis: a number, a proof; x exhaustive; s a source; none of \
                     them, observed";

fn proof(subject: &Subject) -> String {
    let parts = [(subject.algorithm.name(), "ALGORITHM"), (subject.store.name(), "STORE")];
    let parts = parts.map(|(part, word)| (part.replace('-', "_"), word));
    let word = |name: String| {
        let own = parts.iter().find_map(|(part, word)| Some(format!("{word}{}", name.strip_prefix(part)?)));
        own.unwrap_or(name)
    };
    joined(theorems(subject).into_iter().map(|theorem| word(theorem.name)), " and ")
}

/// Whether a search may end with a bound outside its window, and whether with one where it was stopped.
fn ends(options: SearchOptions) -> [bool; 2] {
    let subject = Subject { algorithm: Algorithm::PvsSoft, store: Store::None, options };
    [guarantee(&subject).may_fail, guarantee(&subject).may_stop]
}

/// The faults inside a search that do not depend on the store.
fn faults() -> impl Iterator<Item = FaultKind> {
    FaultKind::ALL.iter().copied().filter(|kind| *kind != FaultKind::OtherMove)
}

/// Returns what a subject guarantees, if it has a meaning: the line with its marks, the score, and which faults are allowed.
fn guaranteed(subject: Subject) -> Option<Vec<String>> {
    if subject.meaningless().is_some() {
        return None;
    }
    let guarantee = guarantee(&subject);
    // Every field, so that none is forgotten.
    let Guarantee { score, line, may_fail, may_bound, may_stop, truncated_only_by_cutoffs, .. } = guarantee;
    let Guarantee { faults: _, basis, must_show, .. } = guarantee;
    assert_eq!(may_bound, subject.algorithm.profile().may_end_with_bound, "{subject}: as in the legend");
    assert_eq!([may_fail, may_stop], ends(subject.options), "{subject}: as in the head");
    let marks = [
        match must_show {
            None => "",
            Some(Finding::Score(ScoreVerdict::Unwitnessed)) => "u",
            Some(finding) if finding == Finding::Line(line) => "!",
            Some(finding) => panic!("{subject}: no mark for {finding:?}"),
        },
        if truncated_only_by_cutoffs { "c" } else { "" },
        if guarantee.allows_fault(FaultKind::OtherMove) { "m" } else { "" },
        match basis {
            Basis::Theorem => {
                PROOFS.iter().find(|(_, one)| *one == proof(&subject)).expect("a known proof").0
            }
            Basis::Exhaustive => "x",
            Basis::Source => "s",
            Basis::Observed => "",
        },
    ];
    let faults = faults().map(|kind| if guarantee.allows_fault(kind) { "allowed" } else { "-" }.to_owned());
    let line = format!("{line} {}", marks.concat()).trim_end().to_owned();
    Some([line, score.to_string()].into_iter().chain(faults).collect())
}

/// The cells of the classes of algorithms, each with one for each row; `None` where one has no meaning.
type Columns = Vec<Option<Vec<String>>>;

/// The contract as it is drawn: a block for each set of options. It has a column for each group of algorithms, by the letters of
/// their classes, and a row for each group of stores.
pub struct Contract {
    /// The algorithms, and the stores, with equal guarantees.
    algorithms: Vec<(String, Vec<Algorithm>)>,
    stores: Vec<Vec<Store>>,
    sets: Vec<(SearchOptions, Columns)>,
}

fn classes<T: Copy, U: PartialEq>(all: &[T], guaranteed: impl Fn(T) -> U) -> Vec<Vec<T>> {
    grouped(all.iter().map(|&one| (one, guaranteed(one)))).into_iter().map(|(class, _)| class).collect()
}

impl Contract {
    pub fn new() -> Self {
        let options = OPTIONS.split(' ').map(|text| text.parse().expect("options"));
        let options: Vec<SearchOptions> = options.collect();
        let text = |algorithm, store| {
            let subjects = options.iter().map(|&options| Subject { algorithm, store, options });
            subjects.map(guaranteed).collect::<Vec<_>>()
        };
        let stores = classes(Store::ALL, |store| {
            Algorithm::ALL.iter().map(|&one| text(one, store)).collect::<Vec<_>>()
        });
        let algorithms = classes(Algorithm::ALL, |one| {
            Store::ALL.iter().map(|&store| text(one, store)).collect::<Vec<_>>()
        });
        // A class is named by its first member: its letter remains if another class is split.
        let letter = |class: &[Algorithm]| {
            ('a'..).zip(Algorithm::ALL).find(|(_, one)| **one == class[0]).expect("listed").0
        };
        let algorithms: Vec<_> =
            algorithms.into_iter().map(|class| (letter(&class).to_string(), class)).collect();
        let column = |algorithm, options| {
            let cells =
                stores.iter().map(|class| guaranteed(Subject { algorithm, store: class[0], options }));
            let cells: Vec<_> = cells.collect();
            let shared = &cells.iter().flatten().next()?[1..];
            assert!(
                cells.iter().flatten().all(|cell| cell[1..] == *shared),
                "{algorithm}: a store influences the search"
            );
            let lines = cells.iter().map(|cell| cell.as_ref().map_or("-", |cell| &cell[0]).to_owned());
            Some(shared.iter().cloned().chain(lines).collect())
        };
        let columns = |options| algorithms.iter().map(|(_, class)| column(class[0], options)).collect();
        let sets = options.iter().map(|&options| (options, columns(options))).collect();
        Self { algorithms, stores, sets }
    }

    /// Returns the classes, the marks and the proofs.
    pub fn legend(&self) -> String {
        let name = |algorithm: &Algorithm| {
            let bound = if algorithm.profile().may_end_with_bound { " (or a bound)" } else { "" };
            format!("{algorithm}{bound}")
        };
        let algorithms = self.algorithms.iter();
        let algorithms =
            algorithms.map(|(letter, class)| format!("{letter}={}", joined(class.iter().map(name), ", ")));
        let stores = self.stores.iter().map(|class| joined(class.iter().map(Store::to_string), ", "));
        let proofs = PROOFS.map(|(mark, proof)| format!("{mark}={proof}"));
        let [algorithms, stores, proofs] =
            [joined(algorithms, "; "), joined(stores, "; "), joined(proofs, "; ")];
        format!(
            "algorithms: {algorithms}\nstores, each class by the first: {stores}\nmarks: {MARKS}\nproofs: {proofs}\n"
        )
    }

    fn row_names(&self) -> Vec<&'static str> {
        let stores = self.stores.iter().map(|class| class[0].name());
        once("score").chain(faults().map(FaultKind::name)).chain(stores).collect()
    }

    /// Returns the block of these options: what is not there has no meaning.
    fn block(&self, (options, columns): &(SearchOptions, Columns)) -> String {
        let classes = self.algorithms.iter().zip(columns);
        let groups =
            grouped(classes.filter_map(|((letter, _), column)| Some((letter.as_str(), column.as_ref()?))));
        let drawn = |names: &[&str], cells: &[String]| {
            let cells = joined(cells.iter().map(|cell| format!("  {cell:11}")), "");
            format!("  {:36}{}\n", names.join(", "), cells.trim_end())
        };
        let [outside, stopped] = ends(*options);
        let outside = if outside { ", or a bound outside the window" } else { "" };
        let stopped = if stopped { ", or a bound if stopped" } else { "" };
        let mut text = format!("{}{outside}{stopped}\n", head(*options));
        text +=
            &drawn(&["algorithms"], &groups.iter().map(|(letters, _)| letters.concat()).collect::<Vec<_>>());
        let cells = |row: usize| groups.iter().map(|(_, column)| column[row].clone()).collect::<Vec<_>>();
        let rows = self.row_names().into_iter().enumerate().map(|(row, name)| (name, cells(row)));
        for (names, cells) in grouped(rows.filter(|(_, cells)| cells.iter().any(|cell| cell != "-"))) {
            text.extend(names.chunks(3).map(|names| drawn(names, &cells)));
        }
        text
    }

    /// Returns the blocks of the regimes, and those of other options.
    pub fn blocks(&self) -> [String; 2] {
        let (regimes, others) = self.sets.split_at(Regime::ALL.len());
        [regimes, others].map(|sets| sets.iter().map(|set| self.block(set)).collect())
    }
}

/// The regime and the options.
fn head(options: SearchOptions) -> String {
    let regime = Subject { algorithm: Algorithm::PvsSoft, store: Store::None, options }.regime();
    format!("{regime} {options}").trim_end().to_owned()
}

/// The cells of a block by class of algorithms and row.
type Cells = BTreeMap<(char, String), String>;

/// Reads drawn blocks: the cells of each, by its head.
fn read(blocks: &str) -> Vec<(String, Cells)> {
    let mut sets: Vec<(String, Cells)> = Vec::new();
    let mut columns: Vec<&str> = Vec::new();
    for line in blocks.lines() {
        let mut parts = line.split("  ").map(str::trim).filter(|part| !part.is_empty());
        let first = parts.next().expect("no line is empty");
        if !line.starts_with(' ') {
            sets.push((line.split(", or ").next().unwrap_or_default().to_owned(), Cells::new()));
        } else if first == "algorithms" {
            columns = parts.collect();
            continue;
        }
        let cells = &mut sets.last_mut().expect("a head").1;
        for row in first.split(", ") {
            for (letters, cell) in columns.iter().zip(parts.clone()) {
                cells.extend(letters.chars().map(|letter| ((letter, row.to_owned()), cell.to_owned())));
            }
        }
    }
    sets
}

#[test]
fn the_drawn_contract_contains_every_guarantee() {
    let contract = Contract::new();
    let drawn = read(&contract.blocks().concat());
    assert_eq!(drawn.len(), contract.sets.len());
    let has_meaning = |cell: &(_, String)| cell.1 != "-";
    for ((options, columns), (name, drawn)) in contract.sets.iter().zip(drawn) {
        let cells = contract.algorithms.iter().zip(columns).flat_map(|((letter, _), column)| {
            let rows = contract.row_names().into_iter().zip(column.iter().flatten());
            rows.map(|(row, cell)| ((letter.chars().next().expect("a letter"), row.to_owned()), cell.clone()))
        });
        let drawn: Cells = drawn.into_iter().filter(has_meaning).collect();
        assert_eq!((head(*options), cells.filter(has_meaning).collect::<Cells>()), (name, drawn));
    }
}
