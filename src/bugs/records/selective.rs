//! Seeded bugs of selectivity: what is skipped, reduced or cut off by a guess.
//!
//! A null move or an evaluation that ends a node with an open window returns a bound, which is as true
//! there: that fault shows in no verdict.

use crate::bugs::record::{Bug, Change, Hunk};

/// The bugs of this group.
pub const SELECTIVE: &[Bug] = &[
    Bug {
        name: "reduced-search-believed",
        class: "-",
        subject: "pvs-soft+triangular+lmr(1)",
        summary: "a reduced search that says excluded_moves is not confirmed to the full depth",
        findings: &["unwitnessed", "false_claim"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "refuted_at_reduced_depth",
            original: "is_refuted.then_some(score)",
            replacement: "Some(score)",
        }]),
    },
    Bug {
        name: "pruned-in-pv-nodes",
        class: "-",
        subject: "pvs-soft+triangular+move-count(1)",
        summary: "moves are skipped in nodes with an open window too",
        findings: &["unwitnessed", "false_claim"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "prunes_move",
            original: "node.at.open || child.index == 0 || node.position.is_noisy(child.mv)",
            replacement: "child.index == 0 || node.position.is_noisy(child.mv)",
        }]),
    },
    Bug {
        name: "first-move-skipped",
        class: "-",
        subject: "pvs-soft+triangular+futility(0)",
        summary: "a node may skip all of its moves",
        findings: &["unwitnessed", "false_claim"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "prunes_move",
            original: "node.at.open || child.index == 0 || node.position.is_noisy(child.mv)",
            replacement: "node.at.open || node.position.is_noisy(child.mv)",
        }]),
    },
    Bug {
        name: "noisy-moves-skipped",
        class: "-",
        subject: "pvs-soft+triangular+move-count(1)",
        summary: "noisy moves are skipped as quiet ones are",
        findings: &["unwitnessed", "false_claim"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "prunes_move",
            original: "node.at.open || child.index == 0 || node.position.is_noisy(child.mv)",
            replacement: "node.at.open || child.index == 0",
        }]),
    },
    Bug {
        name: "futile-at-any-depth",
        class: "-",
        subject: "pvs-soft+triangular+futility(0)",
        summary: "moves count as futile whatever the depth",
        findings: &["unwitnessed", "false_claim"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "prunes_move",
            original: "self.depth_of(node.remaining) == 1",
            replacement: "true",
        }]),
    },
    Bug {
        name: "static-null-without-its-margin",
        class: "-",
        subject: "pvs-soft+triangular+static-null(1)",
        summary: "a static cutoff returns the evaluation without its margin",
        findings: &["unwitnessed", "false_claim"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "static_cutoff",
            original: "return Some(score);",
            replacement: "return Some(evaluation());",
        }]),
    },
    Bug {
        name: "razored-at-any-depth",
        class: "-",
        subject: "pvs-soft+triangular+razoring(0)",
        summary: "nodes are razored whatever their depth",
        findings: &["unwitnessed", "false_claim"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "static_cutoff",
            original: "razoring.filter(|_| depth == 1)",
            replacement: "razoring",
        }]),
    },
    Bug {
        name: "null-window-not-turned",
        class: "-",
        subject: "pvs-soft+triangular+null(0)",
        summary: "the search after_move a pass has the window of the other side",
        findings: &["unwitnessed", "false_claim"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "null_move_cutoff",
            original: "Window { alpha: -window.beta, beta: -window.beta + 1 }",
            replacement: "Window { alpha: window.beta - 1, beta: window.beta }",
        }]),
    },
    Bug {
        name: "null-move-a-ply-too-shallow",
        class: "-",
        subject: "pvs-soft+triangular+null(0)",
        summary: "the search after_move a pass is a ply less deep than it should be",
        findings: &["unwitnessed", "false_claim"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "null_move_cutoff",
            original: "self.ply_limits.reduced(remaining - 1, reduction)",
            replacement: "self.ply_limits.reduced(remaining - 1, reduction + 1)",
        }]),
    },
    Bug {
        name: "root-reduced-for-want-of-a-move",
        class: "-",
        subject: "pvs-soft+triangular+tt+iir",
        summary: "the root is searched a ply less deep too",
        findings: &["truncated", "unsound", "unwitnessed", "wrong_move"],
        references: &[],
        change: Change::Search(&[Hunk {
            file: "search/pruning",
            function: "reduced_without_hash_move",
            original: "!self.options.selectivity.iir || ply == 0 || self.depth_of(remaining) < 2 || has_hash_move()",
            replacement: "!self.options.selectivity.iir || self.depth_of(remaining) < 2 || has_hash_move()",
        }]),
    },
];
