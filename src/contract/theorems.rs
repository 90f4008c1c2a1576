//! The theorems of `proof/` that prove guarantees.

use std::fmt;

use super::{Basis, guarantee};
use crate::feature::PvCut;
use crate::pv::LineSource;
use crate::subject::Subject;

/// A theorem of `proof/`, which Coq has checked.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Theorem {
    /// The file of the theorem in `proof/`.
    pub file: &'static str,
    /// The name of the theorem in its file.
    pub name: String,
}

impl Theorem {
    /// Returns the theorem of this name in this file of `proof/`.
    pub fn new(file: &'static str, name: impl Into<String>) -> Self {
        Self { file, name: name.into() }
    }
}

impl fmt::Display for Theorem {
    /// Writes a theorem as `pvs_soft_array (proof/Contract.v)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (proof/{})", self.name, self.file)
    }
}

/// Returns the theorems that together prove the guarantee of `subject`; empty if its [basis](Basis) is no theorem.
pub fn theorems(subject: &Subject) -> Vec<Theorem> {
    let guarantee = guarantee(subject);
    if guarantee.basis != Basis::Theorem {
        return Vec::new();
    }
    let on = |part: &str, what| Theorem::new("Contract.v", format!("{}_{what}", part.replace('-', "_")));
    let (algorithm, store) = (subject.algorithm.name(), subject.store.name());
    if let Some(table) = subject.options.table {
        let is_whole = table.pv_cut == PvCut::None;
        let (file, name) = match subject.store.profile().line {
            LineSource::Copies if is_whole => ("Memories.v", "no_cutoffs_in_open_windows"),
            LineSource::Copies => ("TableContract.v", "table_copying_cells"),
            LineSource::SingleArray(_) if is_whole => ("Memories.v", "no_cutoffs_in_open_windows_array"),
            LineSource::SingleArray(_) => ("TableContract.v", "table_array_cells"),
            LineSource::Nothing | LineSource::Entries => ("TableContract.v", "table_score_cells"),
        };
        return vec![Theorem::new(file, name)];
    }
    match subject.store.profile().line {
        LineSource::Copies if subject.store.profile().walks() => {
            vec![on(algorithm, "rows"), Theorem::new("Contract.v", "tail_recovery_cells")]
        }
        LineSource::Copies => vec![on(algorithm, "rows"), on(store, "copies")],
        LineSource::SingleArray(_) if guarantee.must_show.is_some() => {
            vec![on(algorithm, "score"), Theorem::new("ArrayFailures.v", "every_array_failure_fails")]
        }
        LineSource::SingleArray(_) => vec![on(algorithm, "array")],
        LineSource::Nothing | LineSource::Entries => vec![on(algorithm, "score")],
    }
}
