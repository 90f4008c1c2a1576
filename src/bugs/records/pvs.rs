//! Records of the seeded bugs of PVS, NegaScout and Belle's root search.

records! {
    PVS

    "re-search-forgotten" - in "pvs-hard+triangular"
        shows [unwitnessed, bound_law, pruned_leaf, equivalent, truncated, unsound, illegal]
        "a null-window score counts as exact, without a re-search"
        algorithm "if score > alpha { score = -s.search(pvs_hard, node, child, -beta, -alpha); }" => "";

    "flag-never-cleared" - in "pvs-hard+single-array" shows [equivalent, truncated, unsound, illegal]
        "every move is searched with the full window, like the first"
        algorithm "search_pv = false;" => "";

    "cutoff-forgotten" - in "pvs-hard-until-raise+triangular" shows [empty_window, pruned_leaf]
        "no move causes a cutoff"
        algorithm "if score >= beta { s.refute(node, child); return beta; }" => "";

    "re-search-begins-above-alpha" J in "pvs-hard-until-raise+triangular"
        shows [empty_window, truncated, unsound, illegal]
        "the re-search window begins at alpha + 1"
        algorithm "if score > alpha { score = -s.search(pvs_hard_until_raise, node, child, -beta, -alpha);"
            => "if score > alpha { score = -s.search(pvs_hard_until_raise, node, child, -beta, -alpha - 1);";

    "zero-window-on-greater-only" - in "pvs-zws+triangular" shows [bound_law, pruned_leaf]
        "a zero-window search cuts off only if the score exceeds beta"
        algorithm "let score = -s.search(zws, node, child, -beta, -beta + 1); if score >= beta {"
            => "let score = -s.search(zws, node, child, -beta, -beta + 1); if score > beta {";

    "re-search-by-zero-window" - in "pvs-zws+triangular"
        shows [unwitnessed, bound_law, truncated, unsound, illegal]
        "the re-search is a zero-window search too"
        algorithm "if score > alpha { score = -s.search(pvs_zws,"
            => "if score > alpha { score = -s.search(zws,";

    "null-window-below-alpha" - in "pvs-hard-not-last-two+triangular"
        shows [unwitnessed, bound_law, pruned_leaf, equivalent]
        "null windows are (alpha - 1, alpha) instead of (alpha, alpha + 1)"
        algorithm "-alpha - 1, -alpha);" => "-alpha, -alpha + 1);";

    "raise-forgotten" K in "pvs-hard-not-last-two+triangular" shows [wrong_move]
        "no raise is recorded"
        algorithm "s.raise(node, child);" => "";

    "no-last-re-search-raise-before-cutoff" J in "pvs-hard-no-last-re-search+triangular"
        shows [raised_refutation]
        "the line is recorded before the cutoff test, in an algorithm whose scores are wrong already"
        algorithm "if score >= beta { s.refute(node, child); return beta; } if score > alpha { alpha = score; s.raise(node, child); }"
            => "if score > alpha { alpha = score; s.raise(node, child); } if score >= beta { s.refute(node, child); return beta; }";

    "no-last-re-search-empty-window" - in "pvs-hard-no-last-re-search+triangular" shows [empty_window]
        "null windows have width 0, in an algorithm whose scores are wrong already"
        algorithm "-alpha - 1, -alpha);" => "-alpha, -alpha);";

    "raise-before-cutoff" J in "pvs-soft+single-array" shows [raised_refutation]
        "the line is recorded before the cutoff test"
        like ["official-stockfish/Stockfish#1771, #1785"]
        algorithm "if score >= beta { s.refute(node, child); return best; } if score > alpha { alpha = score; s.raise(node, child); }"
            => "if score > alpha { alpha = score; s.raise(node, child); } if score >= beta { s.refute(node, child); return best; }";

    "null-window-of-width-0" - in "pvs-soft+triangular" shows [unwitnessed, empty_window]
        "null windows have width 0"
        algorithm "-alpha - 1, -alpha);" => "-alpha, -alpha);";

    "every-raise-is-a-bound" J in "pvs-soft+triangular" shows [bound, wrong_move]
        "the search declares after every raise that it knows only a bound"
        algorithm "s.raise(node, child);" => "s.best_by_bound(node, child);";

    "smaller-score-kept" - in "pvs-soft-from-score+triangular" shows [unwitnessed, bound_law, pruned_leaf]
        "the smaller of null-window score and re-search score is kept, not the larger"
        algorithm "score = score.max(" => "score = score.min(";

    "from-score-without-guard" - in "pvs-soft-from-score+triangular" shows [empty_window]
        "a move that reaches beta is re-searched, with a window from its score to beta"
        algorithm "if alpha < score && score < beta {" => "if alpha < score {";

    "from-below-begins-at-the-score" J in "pvs-soft-from-below+triangular" shows [truncated, unsound, illegal]
        "the re-search window begins at the score, not one below it"
        algorithm "-(score - 1)" => "-score";

    "from-below-keeps-the-bound" - in "pvs-soft-from-below+triangular"
        shows [unwitnessed, bound_law, pruned_leaf, equivalent]
        "the score of the re-search is not used"
        algorithm "score = score.max(-s.search(pvs_soft_from_below, node, child, -beta, -(score - 1)));"
            => "s.search(pvs_soft_from_below, node, child, -beta, -(score - 1));";

    "no-re-search-in-the-last-three" - in "pvs-soft-no-last-re-search+triangular"
        shows [unwitnessed, bound_law]
        "the re-search is omitted in the last three plies, not only in the last two"
        algorithm "node.depth() > 2" => "node.depth() > 3";

    "best-never-kept" - in "pvs-soft-no-last-re-search+triangular"
        shows [unwitnessed, false_bound, bound_law, pruned_leaf]
        "the best score is not kept; alpha is returned in its place"
        algorithm "best = best.max(score);" => "best = alpha;";

    "re-search-begins-above-the-score" - in "negascout-hard+triangular"
        shows [unwitnessed, empty_window, bound_law, wrong_move]
        "the re-search window begins at score + 1"
        algorithm "node, child, -beta, -score));" => "node, child, -beta, -score - 1));";

    "fail-hard-no-re-search-in-the-last-two" - in "negascout-hard+triangular"
        shows [unwitnessed, bound_law, pruned_leaf]
        "the re-search is omitted in the last two plies although the search is fail-hard"
        algorithm "node.depth() > 1" => "node.depth() > 2";

    "re-search-without-guard" - in "negascout-soft+triangular" shows [pruned_leaf]
        "moves that failed low are re-searched"
        algorithm "alpha < score && score < beta" => "score < beta";

    "null-window-becomes-empty" - in "negascout-soft+triangular" shows [unwitnessed, empty_window]
        "the upper bound of the null window is set to alpha, so it has width 0"
        algorithm "null_beta = alpha + 1;" => "null_beta = alpha;";

    "second-fail-high-overlooked" - in "belle-root+triangular" shows [wrong_move]
        "a second fail-high replaces the first, which is never re-searched"
        algorithm "pending.filter(|_| alpha < score && score < beta)" => "pending.filter(|_| false)";

    "first-move-is-a-bound" J in "belle-root+triangular" shows [wrong_move]
        "the search declares that it knows only a bound for the first move"
        algorithm "s.raise(node, child);" => "s.best_by_bound(node, child);";

    "pending-recorded-as-best" J in "belle-root+triangular" shows [unwitnessed, truncated, unsound, illegal]
        "the line of a move that failed high is recorded, and its bound counts as its value"
        algorithm "s.best_by_bound(node, child);" => "s.raise(node, child);";
}
