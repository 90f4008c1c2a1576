//! `proof/`: it contains each theorem that the program names, and it finds mistakes in its model of the searches.

use std::collections::BTreeSet;

use pvcheck::algorithm::Algorithm;
use pvcheck::contract::{Basis, Theorem, guarantee, theorems};
use pvcheck::pv::Store;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;

use crate::book::{Page, assert_is_in_proof};
use crate::mistakes;

/// All subjects that mean something, with an aspiration window and without options.
fn subjects() -> impl Iterator<Item = Subject> {
    let windows = [SearchOptions::NONE, "aspiration(1)".parse().expect("an option")];
    let subjects = Algorithm::ALL.iter().flat_map(move |&algorithm| {
        let of_store = move |&store| windows.map(|options| Subject { algorithm, store, options });
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
    let has = |list: &[String], name: &str| list.iter().any(|one| one == name);
    for subject in subjects() {
        let (algorithm, store) = (subject.algorithm.name(), subject.store.name());
        // The games in which it fails are searched with the full window.
        let fails = subject.options.aspiration.is_none()
            && failures.chunks_exact(2).any(|pair| pair == [algorithm, store]);
        let is_proven = has(&copying, algorithm) && has(&stores, store)
            || has(&in_one_array, algorithm) && store == "single-array"
            || has(&exact, algorithm) && (store == "none" || fails);
        let says_so = guarantee(&subject).basis == Basis::Theorem;
        assert_eq!(says_so, is_proven, "{subject}");
    }
}

/// Those that no proof shows take a minute: `cargo exhaustive`.
#[test]
fn a_mistake_in_the_model_of_the_searches_is_found() {
    assert!(mistakes::find(false).is_none_or(|found| found >= 3));
}
