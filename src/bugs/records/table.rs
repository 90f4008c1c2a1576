//! Records of the seeded bugs of the transposition table: how entries are stored, probed and used.
//!
//! Some faults show in no verdict and are not listed:
//!
//! - A wrong choice of the entry to replace: every entry that matches is still valid.
//! - A row that is not cleared on a cutoff by a *bound*: the score is outside the window of the node, so
//!   no parent reads the row.
//! - A draw that is stored as exact, and a table that is probed before the test for repetition: both give
//!   values of other paths, which are valid where repetition counts. No game of 5,000 has shown either.
//! - A probe with a depth one ply too small: it is the same as a draft one ply too large.

use crate::bugs::record::{Bug, Change, Hunk, IN_NO_ENGINE};

pub const TABLE: &[Bug] = &[
    Bug {
        name: "root-cut-off-by-its-entry",
        class: "F",
        subject: "pvs-soft+triangular+tt(keep=yes,replace=bucket)+deepening",
        summary: "the root is cut off by its own table entry, which has no line",
        findings: &["wrong_move"],
        references: &[
            "fatalii, FitzOReilly/fatalii#81, 943256f",
            "a reader's engine, r/chessprogramming 1f8w5cb",
            "Halogen, KierenP/Halogen#585, 0dc018b8",
            "macondo, domino14/macondo#283, #284",
        ],
        change: Change::Search(&[Hunk {
            file: "search/transposition",
            function: "probe",
            original: "uses_table && visit.ply > 0",
            replacement: "uses_table",
        }]),
    },
    Bug {
        name: "stored-a-ply-too-deep",
        subject: "pvs-soft+triangular+tt",
        summary: "an entry's draft is one ply more than the depth of its search",
        findings: &["unwitnessed", "bound_law"],
        change: Change::Search(&[Hunk {
            file: "search/steps",
            function: "expand",
            original: "self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), score))",
            replacement: "{ let entry = self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), score)); Entry { draft: entry.draft + 1, ..entry } }",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "every-entry-is-exact",
        subject: "pvs-soft+triangular+tt",
        summary: "every entry is stored as exact",
        findings: &["unsound", "unwitnessed", "bound_law"],
        change: Change::Search(&[Hunk {
            file: "search/steps",
            function: "expand",
            original: "self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), score))",
            replacement: "self.node_entry(&node, (crate::score::Bound::Exact, score))",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "stored-from-the-wrong-side",
        subject: "pvs-soft+triangular+tt",
        summary: "the score is stored from the point of view of the other side",
        findings: &["unwitnessed", "bound_law"],
        change: Change::Search(&[Hunk {
            file: "search/steps",
            function: "expand",
            original: "self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), score))",
            replacement: "self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), -score))",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "leaf-stored-too-deep",
        subject: "pvs-soft+triangular+tt(leaves=yes)",
        summary: "a leaf's evaluation is stored as the result of a search one ply deeper",
        findings: &["unwitnessed", "bound_law"],
        change: Change::Search(&[Hunk {
            file: "search/quiescence",
            function: "leaf",
            original: "self.entry(position, ply, remaining, (bound, score), Move::NULL)",
            replacement: "self.entry(position, ply, remaining + 1, (bound, score), Move::NULL)",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "mate-stored-relative-to-root",
        class: "N",
        subject: "pvs-soft+triangular+tt",
        summary: "a mate score is stored relative to the root and not to its position",
        findings: &["unwitnessed", "bound_law"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "search/transposition",
            function: "entry",
            original: "score.nearer(ply).clamp(Score::MIN, Score::MAX)",
            replacement: "score.clamp(Score::MIN, Score::MAX)",
        }]),
    },
    Bug {
        name: "stopped-node-stored",
        class: "K",
        subject: "pvs-soft+triangular+tt(keep=yes)",
        summary: "a node whose search was stopped is stored",
        findings: &["unwitnessed", "bound_law"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "search/steps",
            function: "expand",
            original: "if self.stopped { self.store.release(node.child_line); return score; }",
            replacement: "",
        }]),
    },
    Bug {
        name: "draft-not-compared",
        subject: "pvs-soft+triangular+tt",
        summary: "any entry of the position matches, whatever its draft",
        findings: &["unwitnessed", "bound_law"],
        change: Change::Search(&[Hunk {
            file: "table/slots",
            function: "probe",
            original: "entry.draft == depth || deeper && entry.draft > depth",
            replacement: "true",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "key-not-compared",
        subject: "pvs-soft+triangular+tt(entries=4)",
        summary: "any entry in the slot counts as an entry of the position",
        findings: &["unwitnessed", "bound_law"],
        change: Change::Search(&[Hunk {
            file: "table/slots",
            function: "probe",
            original: "entry.key == key && fits(entry)",
            replacement: "fits(entry)",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "exact-cutoff-despite-pv-cut-none",
        class: "F",
        subject: "pvs-soft+triangular+tt(pv-cut=none)",
        summary: "an exact entry cuts off a PV-node although `pv-cut=none` forbids it",
        findings: &["truncated"],
        references: &[
            "Rudim, znxftw/rudim 481a6a6",
            "Berserk, jhonnold/berserk#598",
            "macondo, domino14/macondo#283, #284",
        ],
        change: Change::Search(&[Hunk {
            file: "table/slots",
            function: "cuts",
            original: "match self.options.pv_cut { _ if !window.is_open() => outside, PvCut::None => false, PvCut::Exact => entry.bound == Bound::Exact, PvCut::All => outside, }",
            replacement: "match self.options.pv_cut { _ if !window.is_open() => outside, PvCut::None => entry.bound == Bound::Exact, PvCut::Exact => entry.bound == Bound::Exact, PvCut::All => outside, }",
        }]),
    },
    Bug {
        name: "bounds-exchanged",
        subject: "pvs-soft+triangular+tt",
        summary: "a lower bound is read as an upper bound, and the reverse",
        findings: &["unwitnessed", "bound_law"],
        change: Change::Search(&[Hunk {
            file: "table/slots",
            function: "cuts",
            original: "match entry.bound { Bound::Exact => true, Bound::Lower => entry.score >= window.beta, Bound::Upper => entry.score <= window.alpha, }",
            replacement: "match entry.bound { Bound::Exact => true, Bound::Upper => entry.score >= window.beta, Bound::Lower => entry.score <= window.alpha, }",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "narrowed-past-the-bound",
        subject: "pvs-soft+triangular+tt(narrow=yes)",
        summary: "a lower bound narrows the window by one too much",
        findings: &["unwitnessed", "bound_law"],
        change: Change::Search(&[Hunk {
            file: "table/slots",
            function: "narrowed",
            original: "window.alpha.max(entry.score)",
            replacement: "window.alpha.max(entry.score + 1)",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "fail-low-keeps-another-move",
        class: "L",
        subject: "pvs-soft+table-walk-raw+tt(entries=4,leaves=yes)",
        summary: "an entry without a move takes over the move of whatever position was in its slot",
        findings: &["illegal"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "table/slots",
            function: "known_move",
            original: "old.key == entry.key",
            replacement: "true",
        }]),
    },
];
