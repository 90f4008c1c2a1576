//! Records of the seeded bugs of minimax, alpha-beta, PALPHABETA, CALPHABETA, last-move, Scout and MTD(f).

records! {
    ALPHA_BETA

    "minimax-starts-at-zero" - in "minimax+triangular" shows [unwitnessed, bound_law, wrong_move]
        "the best score starts at zero"
        algorithm "let mut best = -Score::INFINITY;" => "let mut best = Score::ZERO;";

    "minimax-takes-the-last-of-equals" - in "minimax+triangular" shows [equivalent]
        "a move equal to the best replaces it"
        algorithm "if score > best {" => "if score >= best {";

    "cutoff-on-greater-only" - in "alpha-beta-hard+triangular" shows [empty_window, pruned_leaf]
        "a node cuts off only if the score exceeds beta"
        algorithm "if score >= beta {" => "if score > beta {";

    "window-not-swapped" - in "alpha-beta-hard+triangular" shows [false_bound, empty_window]
        "the bounds of the child's window are negated but not swapped"
        algorithm "node, child, -beta, -alpha);" => "node, child, -alpha, -beta);";

    "cutoff-returns-more" - in "alpha-beta-soft+triangular+aspiration(2)"
        shows [false_bound, bound_law, wrong_move]
        "a cutoff returns one more than it has proved"
        algorithm "s.refute(node, child); return best;" => "s.refute(node, child); return best + 1;";

    "alpha-not-raised" - in "alpha-beta-soft+triangular" shows [pruned_leaf, wrong_move, equivalent, unsound]
        "alpha is not updated when a move raises it"
        algorithm "alpha = score; s.raise" => "s.raise";

    "test-on-greater-only" - in "scout+triangular" shows [unwitnessed, bound_law]
        "TEST answers yes only if the value exceeds its bound"
        algorithm "if -s.search(test, node, child, -beta, -beta + 1) >= beta {"
            => "if -s.search(test, node, child, -beta, -beta + 1) > beta {";

    "test-accepts-ties" - in "scout+triangular" shows [equivalent]
        "EVAL accepts a later move that ties with the best"
        algorithm "-s.search(test, node, child, -best - 1, -best) <= best {"
            => "-s.search(test, node, child, -best, -best + 1) < best {";

    "second-search-begins-above" J in "palphabeta+triangular" shows [truncated, unsound]
        "the re-search window begins one above the best score"
        algorithm "-Score::INFINITY, -best);" => "-Score::INFINITY, -best - 1);";

    "bound-taken-for-value" - in "palphabeta+triangular"
        shows [unwitnessed, bound_law, pruned_leaf, equivalent, truncated]
        "the null-window score counts as the value"
        algorithm "best = -s.search(alpha_beta_hard, node, child, -Score::INFINITY, -best);"
            => "best = score;";

    "second-search-by-alpha-beta" - in "calphabeta+single-array"
        shows [equivalent, truncated, unsound, illegal]
        "the re-search is plain alpha-beta, for which the single array is not safe"
        algorithm "if alpha < score && score < beta { score = -s.search(calphabeta,"
            => "if alpha < score && score < beta { score = -s.search(alpha_beta_soft,";

    "last-score-returned" - in "calphabeta+triangular" shows [unwitnessed, bound_law]
        "the score of the last move is returned"
        like ["official-stockfish/Stockfish#5415, #5414"]
        algorithm "best = best.max(score);" => "best = score;";

    "bound-not-declared" J in "last-move+triangular" shows [unwitnessed, wrong_move]
        "the search does not declare that it knows only a bound for its best move"
        algorithm "s.best_by_bound(node, child);" => "";

    "last-move-never-wins" - in "last-move+triangular" shows [unwitnessed, pruned_leaf]
        "the null window of the last move is (alpha - 1, alpha) instead of (alpha, alpha + 1)"
        algorithm "-alpha - 1, -alpha);" => "-alpha, -alpha + 1);";

    "null-windows-above-their-bound" - in "mtdf+triangular+tt" shows [unwitnessed, wrong_move]
        "each null window is one above the bound that it tests"
        algorithm "s.research_node(alpha_beta_soft, node, beta - 1, beta)"
            => "s.research_node(alpha_beta_soft, node, beta, beta + 1)";

    "first-fail-high-ends-the-search" J in "mtdf+triangular+tt" shows [unwitnessed]
        "the first null-window search that fails high ends the search, and its bound counts as the value"
        algorithm "lower = guess; }" => "lower = guess; upper = guess; }";
}
