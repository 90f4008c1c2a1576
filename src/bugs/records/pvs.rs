//! Records of the seeded bugs of PVS, NegaScout and Belle's root search.

use crate::bugs::record::{Bug, Change, IN_NO_ENGINE};

pub const PVS: &[Bug] = &[
    Bug {
        name: "re-search-forgotten",
        subject: "pvs-hard+triangular",
        summary: "a null-window score counts as exact, without a re-search",
        findings: &[
            "unwitnessed",
            "bound_law",
            "pruned_leaf",
            "equivalent",
            "truncated",
            "unsound",
            "illegal",
        ],
        change: Change::Algorithm {
            original: "if score > alpha { score = -s.search(pvs_hard, node, child, -beta, -alpha); }",
            replacement: "",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "flag-never-cleared",
        subject: "pvs-hard+single-array",
        summary: "every move is searched with the full window, like the first",
        findings: &["equivalent", "truncated", "unsound", "illegal"],
        change: Change::Algorithm { original: "search_pv = false;", replacement: "" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "cutoff-forgotten",
        subject: "pvs-hard-until-raise+triangular",
        summary: "no move causes a cutoff",
        findings: &["empty_window", "pruned_leaf"],
        change: Change::Algorithm {
            original: "if score >= beta { s.refute(node, child); return beta; }",
            replacement: "",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "re-search-begins-above-alpha",
        class: "J",
        subject: "pvs-hard-until-raise+triangular",
        summary: "the re-search window begins at alpha + 1",
        findings: &["empty_window", "truncated", "unsound", "illegal"],
        references: &[],
        change: Change::Algorithm {
            original: "if score > alpha { score = -s.search(pvs_hard_until_raise, node, child, -beta, -alpha);",
            replacement: "if score > alpha { score = -s.search(pvs_hard_until_raise, node, child, -beta, -alpha - 1);",
        },
    },
    Bug {
        name: "zero-window-on-greater-only",
        subject: "pvs-zws+triangular",
        summary: "a zero-window search cuts off only if the score exceeds beta",
        findings: &["bound_law", "pruned_leaf"],
        change: Change::Algorithm {
            original: "let score = -s.search(zws, node, child, -beta, -beta + 1); if score >= beta {",
            replacement: "let score = -s.search(zws, node, child, -beta, -beta + 1); if score > beta {",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "re-search-by-zero-window",
        subject: "pvs-zws+triangular",
        summary: "the re-search is a zero-window search too",
        findings: &["unwitnessed", "bound_law", "truncated", "unsound", "illegal"],
        change: Change::Algorithm {
            original: "if score > alpha { score = -s.search(pvs_zws,",
            replacement: "if score > alpha { score = -s.search(zws,",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "null-window-below-alpha",
        subject: "pvs-hard-not-last-two+triangular",
        summary: "null windows are (alpha - 1, alpha) instead of (alpha, alpha + 1)",
        findings: &["unwitnessed", "bound_law", "pruned_leaf", "equivalent"],
        change: Change::Algorithm { original: "-alpha - 1, -alpha);", replacement: "-alpha, -alpha + 1);" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "raise-forgotten",
        class: "K",
        subject: "pvs-hard-not-last-two+triangular",
        summary: "no raise is recorded",
        findings: &["wrong_move"],
        references: &[],
        change: Change::Algorithm { original: "s.raise(node, child);", replacement: "" },
    },
    Bug {
        name: "no-last-re-search-raise-before-cutoff",
        class: "J",
        subject: "pvs-hard-no-last-re-search+triangular",
        summary: "the line is recorded before the cutoff test, in an algorithm whose scores are wrong already",
        findings: &["raised_refutation"],
        references: &[],
        change: Change::Algorithm {
            original: "if score >= beta { s.refute(node, child); return beta; } if score > alpha { alpha = score; s.raise(node, child); }",
            replacement: "if score > alpha { alpha = score; s.raise(node, child); } if score >= beta { s.refute(node, child); return beta; }",
        },
    },
    Bug {
        name: "no-last-re-search-empty-window",
        subject: "pvs-hard-no-last-re-search+triangular",
        summary: "null windows have width 0, in an algorithm whose scores are wrong already",
        findings: &["empty_window"],
        change: Change::Algorithm { original: "-alpha - 1, -alpha);", replacement: "-alpha, -alpha);" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "raise-before-cutoff",
        class: "J",
        subject: "pvs-soft+single-array",
        summary: "the line is recorded before the cutoff test",
        findings: &["raised_refutation"],
        references: &["Stockfish, official-stockfish/Stockfish#1771, #1785"],
        change: Change::Algorithm {
            original: "if score >= beta { s.refute(node, child); return best; } if score > alpha { alpha = score; s.raise(node, child); }",
            replacement: "if score > alpha { alpha = score; s.raise(node, child); } if score >= beta { s.refute(node, child); return best; }",
        },
    },
    Bug {
        name: "null-window-of-width-0",
        subject: "pvs-soft+triangular",
        summary: "null windows have width 0",
        findings: &["unwitnessed", "empty_window"],
        change: Change::Algorithm { original: "-alpha - 1, -alpha);", replacement: "-alpha, -alpha);" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "every-raise-is-a-bound",
        class: "J",
        subject: "pvs-soft+triangular",
        summary: "the search declares after every raise that it knows only a bound",
        findings: &["bound", "wrong_move"],
        references: &[],
        change: Change::Algorithm {
            original: "s.raise(node, child);",
            replacement: "s.best_by_bound(node, child);",
        },
    },
    Bug {
        name: "smaller-score-kept",
        subject: "pvs-soft-from-score+triangular",
        summary: "the smaller of null-window score and re-search score is kept, not the larger",
        findings: &["unwitnessed", "bound_law", "pruned_leaf"],
        change: Change::Algorithm { original: "score = score.max(", replacement: "score = score.min(" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "from-score-without-guard",
        subject: "pvs-soft-from-score+triangular",
        summary: "a move that reaches beta is re-searched, with a window from its score to beta",
        findings: &["empty_window"],
        change: Change::Algorithm {
            original: "if alpha < score && score < beta {",
            replacement: "if alpha < score {",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "from-below-begins-at-the-score",
        class: "J",
        subject: "pvs-soft-from-below+triangular",
        summary: "the re-search window begins at the score, not one below it",
        findings: &["truncated", "unsound", "illegal"],
        references: &[],
        change: Change::Algorithm { original: "-(score - 1)", replacement: "-score" },
    },
    Bug {
        name: "from-below-keeps-the-bound",
        subject: "pvs-soft-from-below+triangular",
        summary: "the score of the re-search is not used",
        findings: &["unwitnessed", "bound_law", "pruned_leaf", "equivalent"],
        change: Change::Algorithm {
            original: "score = score.max(-s.search(pvs_soft_from_below, node, child, -beta, -(score - 1)));",
            replacement: "s.search(pvs_soft_from_below, node, child, -beta, -(score - 1));",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "no-re-search-in-the-last-three",
        subject: "pvs-soft-no-last-re-search+triangular",
        summary: "the re-search is omitted in the last three plies, not only in the last two",
        findings: &["unwitnessed", "bound_law"],
        change: Change::Algorithm { original: "node.depth() > 2", replacement: "node.depth() > 3" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "best-never-kept",
        subject: "pvs-soft-no-last-re-search+triangular",
        summary: "the best score is not kept; alpha is returned in its place",
        findings: &["unwitnessed", "false_bound", "bound_law", "pruned_leaf"],
        change: Change::Algorithm { original: "best = best.max(score);", replacement: "best = alpha;" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "re-search-begins-above-the-score",
        subject: "negascout-hard+triangular",
        summary: "the re-search window begins at score + 1",
        findings: &["unwitnessed", "empty_window", "bound_law", "wrong_move"],
        change: Change::Algorithm {
            original: "node, child, -beta, -score));",
            replacement: "node, child, -beta, -score - 1));",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "fail-hard-no-re-search-in-the-last-two",
        subject: "negascout-hard+triangular",
        summary: "the re-search is omitted in the last two plies although the search is fail-hard",
        findings: &["unwitnessed", "bound_law", "pruned_leaf"],
        change: Change::Algorithm { original: "node.depth() > 1", replacement: "node.depth() > 2" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "re-search-without-guard",
        subject: "negascout-soft+triangular",
        summary: "moves that failed low are re-searched",
        findings: &["pruned_leaf"],
        change: Change::Algorithm { original: "alpha < score && score < beta", replacement: "score < beta" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "null-window-becomes-empty",
        subject: "negascout-soft+triangular",
        summary: "the upper bound of the null window is set to alpha, so it has width 0",
        findings: &["unwitnessed", "empty_window"],
        change: Change::Algorithm { original: "null_beta = alpha + 1;", replacement: "null_beta = alpha;" },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "second-fail-high-overlooked",
        subject: "belle-root+triangular",
        summary: "a second fail-high replaces the first, which is never re-searched",
        findings: &["wrong_move"],
        change: Change::Algorithm {
            original: "pending.filter(|_| alpha < score && score < beta)",
            replacement: "pending.filter(|_| false)",
        },
        ..IN_NO_ENGINE
    },
    Bug {
        name: "first-move-is-a-bound",
        class: "J",
        subject: "belle-root+triangular",
        summary: "the search declares that it knows only a bound for the first move",
        findings: &["wrong_move"],
        references: &[],
        change: Change::Algorithm {
            original: "s.raise(node, child);",
            replacement: "s.best_by_bound(node, child);",
        },
    },
    Bug {
        name: "pending-recorded-as-best",
        class: "J",
        subject: "belle-root+triangular",
        summary: "the line of a move that failed high is recorded, and its bound counts as its value",
        findings: &["unwitnessed", "truncated", "unsound", "illegal"],
        references: &[],
        change: Change::Algorithm {
            original: "s.best_by_bound(node, child);",
            replacement: "s.raise(node, child);",
        },
    },
];
