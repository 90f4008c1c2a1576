//! Records of the seeded bugs of selectivity: moves that are pruned or reduced, and forward cutoffs.
//!
//! There is no bug for a null-move or static cutoff in a node with an open window: it returns a bound that
//! holds there too, so no verdict shows the fault.

records! {
    SELECTIVE

    "reduced-fail-high-not-re-searched" - in "pvs-soft+triangular+lmr(1)" shows [unwitnessed, false_claim]
        "a fail-high at reduced depth is not re-searched at full depth"
        search "search/pruning" refuted_at_reduced_depth: "is_refuted.then_some(score)" => "Some(score)";

    "pruned-in-pv-nodes" - in "pvs-soft+triangular+move-count(1)" shows [unwitnessed, false_claim]
        "moves are pruned in nodes with an open window too"
        search "search/pruning" prunes_move:
            "node.at.is_open() || child.index == 0 || node.position.is_noisy(child.mv)"
            => "child.index == 0 || node.position.is_noisy(child.mv)";

    "first-move-skipped" - in "pvs-soft+triangular+futility(0)" shows [unwitnessed, false_claim]
        "a node may prune all of its moves"
        search "search/pruning" prunes_move:
            "node.at.is_open() || child.index == 0 || node.position.is_noisy(child.mv)"
            => "node.at.is_open() || node.position.is_noisy(child.mv)";

    "noisy-moves-skipped" - in "pvs-soft+triangular+move-count(1)" shows [unwitnessed, false_claim]
        "noisy moves are pruned like quiet ones"
        search "search/pruning" prunes_move:
            "node.at.is_open() || child.index == 0 || node.position.is_noisy(child.mv)"
            => "node.at.is_open() || child.index == 0";

    "futile-at-any-depth" - in "pvs-soft+triangular+futility(0)" shows [unwitnessed, false_claim]
        "futility pruning applies at every depth"
        search "search/pruning" prunes_move: "self.depth_of(node.remaining) == 1" => "true";

    "static-null-without-its-margin" - in "pvs-soft+triangular+static-null(1)"
        shows [unwitnessed, false_claim]
        "a static null-move cutoff returns the evaluation without its margin"
        search "search/pruning" static_cutoff: "return Some(score);" => "return Some(evaluation());";

    "razored-at-any-depth" - in "pvs-soft+triangular+razoring(0)" shows [unwitnessed, false_claim]
        "razoring applies at every depth"
        search "search/pruning" static_cutoff: "razoring.filter(|_| depth == 1)" => "razoring";

    "null-move-window-not-negated" - in "pvs-soft+triangular+null(0)" shows [unwitnessed, false_claim]
        "the window of the search after a null move is not negated"
        search "search/pruning" null_move_cutoff:
            "Window { alpha: -window.beta, beta: -window.beta + 1 }"
            => "Window { alpha: window.beta - 1, beta: window.beta }";

    "null-move-a-ply-too-shallow" - in "pvs-soft+triangular+null(0)" shows [unwitnessed, false_claim]
        "the search after a null move is one ply too shallow"
        search "search/pruning" null_move_cutoff:
            "self.ply_limits.reduced(remaining - 1, reduction)"
            => "self.ply_limits.reduced(remaining - 1, reduction + 1)";

    "root-reduced-without-hash-move" - in "pvs-soft+triangular+tt+iir" shows [unwitnessed, false_claim]
        "internal iterative reduction applies to the root too"
        search "search/pruning" reduced_without_hash_move:
            "!self.options.selectivity.iir || ply == 0 || self.depth_of(remaining) < 2 || has_hash_move()"
            => "!self.options.selectivity.iir || self.depth_of(remaining) < 2 || has_hash_move()";
}
