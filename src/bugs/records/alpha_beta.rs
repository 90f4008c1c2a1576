//! Records of the seeded bugs of minimax, alpha-beta, PALPHABETA, CALPHABETA, last-move, Scout and MTD(f).

use crate::bugs::record::{Bug, Change, IN_NO_ENGINE};

pub const ALPHA_BETA: &[Bug] = &[
    Bug {
        name: "minimax-starts-at-zero",
        subject: "minimax+triangular",
        summary: "the best score starts at zero",
        findings: &["unwitnessed", "bound_law", "wrong_move"],
        change: Change::Algorithm {
            original: "let mut best = -Score::INFINITY;",
            replacement: "let mut best = Score::ZERO;",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "minimax-takes-the-last-of-equals",
        subject: "minimax+triangular",
        summary: "a move equal to the best replaces it",
        findings: &["equivalent"],
        change: Change::Algorithm { original: "if score > best {", replacement: "if score >= best {" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "cutoff-on-greater-only",
        subject: "alpha-beta-hard+triangular",
        summary: "a node cuts off only if the score exceeds beta",
        findings: &["empty_window", "pruned_leaf"],
        change: Change::Algorithm { original: "if score >= beta {", replacement: "if score > beta {" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "window-not-swapped",
        subject: "alpha-beta-hard+triangular",
        summary: "the bounds of the child's window are negated but not swapped",
        findings: &["false_bound", "empty_window"],
        change: Change::Algorithm {
            original: "node, child, -beta, -alpha);",
            replacement: "node, child, -alpha, -beta);",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "cutoff-returns-more",
        subject: "alpha-beta-soft+triangular+aspiration(2)",
        summary: "a cutoff returns one more than it has proved",
        findings: &["false_bound", "bound_law", "wrong_move"],
        change: Change::Algorithm {
            original: "s.refute(node, child); return best;",
            replacement: "s.refute(node, child); return best + 1;",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "alpha-not-raised",
        subject: "alpha-beta-soft+triangular",
        summary: "alpha is not updated when a move raises it",
        findings: &["pruned_leaf", "wrong_move", "equivalent", "unsound"],
        change: Change::Algorithm { original: "alpha = score; s.raise", replacement: "s.raise" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "test-on-greater-only",
        subject: "scout+triangular",
        summary: "TEST answers yes only if the value exceeds its bound",
        findings: &["unwitnessed", "bound_law"],
        change: Change::Algorithm {
            original: "if -s.search(test, node, child, -beta, -beta + 1) >= beta {",
            replacement: "if -s.search(test, node, child, -beta, -beta + 1) > beta {",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "test-accepts-ties",
        subject: "scout+triangular",
        summary: "EVAL accepts a later move that ties with the best",
        findings: &["equivalent"],
        change: Change::Algorithm {
            original: "-s.search(test, node, child, -best - 1, -best) <= best {",
            replacement: "-s.search(test, node, child, -best, -best + 1) < best {",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "second-search-begins-above",
        class: "J",
        subject: "palphabeta+triangular",
        summary: "the re-search window begins one above the best score",
        findings: &["truncated", "unsound"],
        references: &[],
        change: Change::Algorithm {
            original: "-Score::INFINITY, -best);",
            replacement: "-Score::INFINITY, -best - 1);",
        },
    },
    Bug {
        name: "bound-taken-for-value",
        subject: "palphabeta+triangular",
        summary: "the null-window score counts as the value",
        findings: &["unwitnessed", "bound_law", "pruned_leaf", "equivalent", "truncated"],
        change: Change::Algorithm {
            original: "best = -s.search(alpha_beta_hard, node, child, -Score::INFINITY, -best);",
            replacement: "best = score;",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "second-search-by-alpha-beta",
        subject: "calphabeta+single-array",
        summary: "the re-search is plain alpha-beta, for which the single array is not safe",
        findings: &["equivalent", "truncated", "unsound", "illegal"],
        change: Change::Algorithm {
            original: "if alpha < score && score < beta { score = -s.search(calphabeta,",
            replacement: "if alpha < score && score < beta { score = -s.search(alpha_beta_soft,",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "last-score-returned",
        class: "-",
        subject: "calphabeta+triangular",
        summary: "the score of the last move is returned",
        findings: &["unwitnessed", "bound_law"],
        references: &["Stockfish, official-stockfish/Stockfish#5415, #5414"],
        change: Change::Algorithm { original: "best = best.max(score);", replacement: "best = score;" },
    },
    Bug {
        name: "bound-not-declared",
        class: "J",
        subject: "last-move+triangular",
        summary: "the search does not declare that it knows only a bound for its best move",
        findings: &["unwitnessed", "wrong_move"],
        references: &[],
        change: Change::Algorithm { original: "s.best_by_bound(node, child);", replacement: "" },
    },
    Bug {
        name: "last-move-never-wins",
        subject: "last-move+triangular",
        summary: "the null window of the last move is (alpha - 1, alpha) instead of (alpha, alpha + 1)",
        findings: &["unwitnessed", "pruned_leaf"],
        change: Change::Algorithm { original: "-alpha - 1, -alpha);", replacement: "-alpha, -alpha + 1);" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "null-windows-above-their-bound",
        subject: "mtdf+triangular+tt",
        summary: "each null window is one above the bound that it tests",
        findings: &["unwitnessed", "wrong_move"],
        change: Change::Algorithm {
            original: "s.research_node(alpha_beta_soft, node, beta - 1, beta)",
            replacement: "s.research_node(alpha_beta_soft, node, beta, beta + 1)",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "first-fail-high-ends-the-search",
        class: "J",
        subject: "mtdf+triangular+tt",
        summary: "the first null-window search that fails high ends the search, and its bound counts as the value",
        findings: &["unwitnessed"],
        references: &[],
        change: Change::Algorithm {
            original: "lower = guess; }",
            replacement: "lower = guess; upper = guess; }",
        },
    },
];
