//! Records of the seeded bugs of selectivity: moves that are pruned or reduced, and forward cutoffs.
//!
//! There is no bug for a null-move or static cutoff in a node with an open window: it returns a bound that
//! holds there too, so no verdict shows the fault.

use crate::bugs::record::{Bug, Change, Hunk, IN_NO_ENGINE};

pub const SELECTIVE: &[Bug] = &[
    Bug {
        name: "reduced-fail-high-not-re-searched",
        subject: "pvs-soft+triangular+lmr(1)",
        summary: "a fail-high at reduced depth is not re-searched at full depth",
        findings: &["unwitnessed", "false_claim"],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "refuted_at_reduced_depth",
            original: "is_refuted.then_some(score)",
            replacement: "Some(score)",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "pruned-in-pv-nodes",
        subject: "pvs-soft+triangular+move-count(1)",
        summary: "moves are pruned in nodes with an open window too",
        findings: &["unwitnessed", "false_claim"],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "prunes_move",
            original: "node.at.open || child.index == 0 || node.position.is_noisy(child.mv)",
            replacement: "child.index == 0 || node.position.is_noisy(child.mv)",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "first-move-skipped",
        subject: "pvs-soft+triangular+futility(0)",
        summary: "a node may prune all of its moves",
        findings: &["unwitnessed", "false_claim"],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "prunes_move",
            original: "node.at.open || child.index == 0 || node.position.is_noisy(child.mv)",
            replacement: "node.at.open || node.position.is_noisy(child.mv)",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "noisy-moves-skipped",
        subject: "pvs-soft+triangular+move-count(1)",
        summary: "noisy moves are pruned like quiet ones",
        findings: &["unwitnessed", "false_claim"],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "prunes_move",
            original: "node.at.open || child.index == 0 || node.position.is_noisy(child.mv)",
            replacement: "node.at.open || child.index == 0",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "futile-at-any-depth",
        subject: "pvs-soft+triangular+futility(0)",
        summary: "futility pruning applies at every depth",
        findings: &["unwitnessed", "false_claim"],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "prunes_move",
            original: "self.depth_of(node.remaining) == 1",
            replacement: "true",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "static-null-without-its-margin",
        subject: "pvs-soft+triangular+static-null(1)",
        summary: "a static null-move cutoff returns the evaluation without its margin",
        findings: &["unwitnessed", "false_claim"],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "static_cutoff",
            original: "return Some(score);",
            replacement: "return Some(evaluation());",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "razored-at-any-depth",
        subject: "pvs-soft+triangular+razoring(0)",
        summary: "razoring applies at every depth",
        findings: &["unwitnessed", "false_claim"],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "static_cutoff",
            original: "razoring.filter(|_| depth == 1)",
            replacement: "razoring",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "null-move-window-not-negated",
        subject: "pvs-soft+triangular+null(0)",
        summary: "the window of the search after a null move is not negated",
        findings: &["unwitnessed", "false_claim"],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "null_move_cutoff",
            original: "Window { alpha: -window.beta, beta: -window.beta + 1 }",
            replacement: "Window { alpha: window.beta - 1, beta: window.beta }",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "null-move-a-ply-too-shallow",
        subject: "pvs-soft+triangular+null(0)",
        summary: "the search after a null move is one ply too shallow",
        findings: &["unwitnessed", "false_claim"],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "null_move_cutoff",
            original: "self.ply_limits.reduced(remaining - 1, reduction)",
            replacement: "self.ply_limits.reduced(remaining - 1, reduction + 1)",
        }]),
        ..IN_NO_ENGINE
    },
    Bug {
        name: "root-reduced-without-hash-move",
        subject: "pvs-soft+triangular+tt+iir",
        summary: "internal iterative reduction applies to the root too",
        findings: &["unwitnessed", "false_claim"],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "reduced_without_hash_move",
            original: "!self.options.selectivity.iir || ply == 0 || self.depth_of(remaining) < 2 || has_hash_move()",
            replacement: "!self.options.selectivity.iir || self.depth_of(remaining) < 2 || has_hash_move()",
        }]),
        ..IN_NO_ENGINE
    },
];
