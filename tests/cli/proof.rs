//! `proof/`: it contains each theorem that the program names, and it finds mistakes in its model of the searches.

use std::collections::BTreeSet;

use pvcheck::algorithm::Algorithm;
use pvcheck::contract::{Basis, Theorem, guarantee, theorems};
use pvcheck::pv::Store;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;

use crate::book::{Page, assert_is_in_proof};
use crate::mistakes;

/// The options with which subjects are looked at: none, an aspiration window, and tables that are honest or not.
const OPTIONS: [&str; 13] = [
    "aspiration(1)",
    "tt",
    "tt(pv-cut=none)",
    "tt(entries=16,replace=depth,keep=yes)",
    "tt(leaves=yes)+aspiration(1)",
    "tt(draft=deeper)",
    "tt(key-bits=2)",
    "tt(narrow=yes)",
    "tt(narrow=beyond)",
    "tt(pv-cut=none,narrow=beyond)",
    "tt(draft=deeper,narrow=beyond)",
    "tt+lmr(1)",
    "tt+order=killers",
];

/// All subjects that mean something, with these options and without.
fn subjects() -> impl Iterator<Item = Subject> {
    let parsed = |text: &str| text.parse().expect("options");
    let windows: Vec<SearchOptions> = OPTIONS.map(parsed).into_iter().chain([SearchOptions::NONE]).collect();
    let subjects = Algorithm::ALL.iter().flat_map(move |&algorithm| {
        let windows = windows.clone();
        let of_store = move |&store| {
            windows.clone().into_iter().map(move |options| Subject { algorithm, store, options })
        };
        Store::ALL.iter().flat_map(of_store)
    });
    subjects.filter(|subject| subject.meaningless().is_none())
}

#[test]
fn each_theorem_that_the_program_names_is_in_proof() {
    let named: BTreeSet<Theorem> = subjects().flat_map(|subject| theorems(&subject)).collect();
    assert!(named.len() > 20, "{named:?}");
    named.iter().for_each(assert_is_in_proof);
}

/// The texts in quotation marks in a list of a file of `proof/`.
fn listed(file: &str, list: &str) -> Vec<String> {
    let text = Page::read(format!("proof/{file}")).text;
    let (_, rest) =
        text.split_once(&format!("Definition {list} ")).unwrap_or_else(|| panic!("{file}: {list}"));
    let (list, _) = rest.split_once(".\n").expect("a sentence of Coq ends with a point");
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// `proof/Contract.v` and `proof/ArrayFailures.v` list the cells that they prove, by the names of algorithms and stores.
#[test]
fn a_guarantee_is_based_on_a_theorem_where_proof_has_its_cell_and_nowhere_else() {
    let [copying, in_one_array, mut exact] =
        ["copying_algorithms", "array_algorithms", "exact_algorithms"].map(|list| listed("Contract.v", list));
    exact.extend(copying.iter().cloned());
    let mut stores = listed("Contract.v", "copying_stores");
    // Each has a theorem of its own: `pv_holder_cells`, `tail_recovery_cells`.
    stores.extend(["pv-holder", "tail-recovery"].map(str::to_owned));
    let failures = listed("ArrayFailures.v", "array_failures");
    // The score of `pvs-soft-from-score` is proven with a table, too; the contract has it with NegaScout, whose is not.
    let [table_copying, table_array] =
        ["copying", "array"].map(|list| listed("TableContract.v", &format!("table_{list}_algorithms")));
    let has = |list: &[String], name: &str| list.iter().any(|one| one == name);
    let copies = listed("Contract.v", "copying_stores");
    for subject in subjects() {
        let (algorithm, store) = (subject.algorithm.name(), subject.store.name());
        // The games in which it fails are searched with the full window.
        let fails = subject.options.aspiration.is_none()
            && failures.chunks_exact(2).any(|pair| pair == [algorithm, store]);
        let options = subject.options.to_string();
        let is_table = |one: &str| one.is_empty() || one.starts_with("aspiration") || one.starts_with("tt");
        let breaks = |word: &&str| options.contains(word);
        let is_honest =
            options.split('+').all(is_table) && !["deeper", "key-bits", "narrow=yes"].iter().any(breaks);
        let is_proven_with_table = is_honest
            && (has(&table_copying, algorithm) && has(&copies, store)
                || has(&table_array, algorithm) && store == "single-array"
                || has(&table_copying, algorithm) && store == "none");
        let is_proven_alone = has(&copying, algorithm) && has(&stores, store)
            || has(&in_one_array, algorithm) && store == "single-array"
            || has(&exact, algorithm) && (store == "none" || fails);
        let is_proven = match subject.options.table {
            Some(_) => is_proven_with_table,
            None => is_proven_alone && subject.options.is_plain(),
        };
        let says_so = guarantee(&subject).basis == Basis::Theorem;
        assert_eq!(says_so, is_proven, "{subject}");
    }
}

/// The others are tried once a week: `cargo exhaustive`.
#[test]
fn a_mistake_in_the_model_of_the_searches_is_found() {
    assert!(mistakes::find(false).is_none_or(|found| found >= 2));
}
