//! Records of the seeded bugs of the root driver, in deepening, windows, MultiPV and the node limit.

records! {
    ROOT

    "last-iteration-skipped" K in "pvs-soft+triangular+deepening+repetition"
        shows [unwitnessed, stale_iteration, wrong_move]
        "iterative deepening ends one ply early"
        search "search/iteration" root:
            "self.iterate(algorithm, root, depth, centre, each);"
            => "self.iterate(algorithm, root, if depth > first { depth - 1 } else { depth }, centre, each);";

    "fail-high-reduces-root-depth" J in "pvs-soft+triangular+aspiration(1,widen=side)"
        shows [unwitnessed, pruned_leaf, stale_iteration]
        "each fail-high reduces the depth of the root search by one ply"
        like ["lynx-chess/Lynx#1064, #1266"]
        search "search/iteration" iterate:
            "window = wider;"
            => "self.ply_limits.plies -= usize::from(outside == Bound::Lower && self.ply_limits.plies > 0); window = wider;";

    "bound-from-the-first-window" - in "pvs-soft+triangular+aspiration(1,widen=side)"
        shows [bound, wrong_move]
        "the bound type of a score is derived from the first window, before it was widened"
        search "search/iteration" iterate:
            "window.bound(score)"
            => "self.options.root_window(centre).bound(score)";

    "best-move-not-reset" K in "pvs-soft+triangular+aspiration(1)+deepening" shows [wrong_move]
        "a fail-low reports the best move of the preceding root search"
        like ["lucasart/Demolito 0a536b9"]
        search "search/iteration" begin_root:
            "self.root = RootState { expected, last_score, ..RootState::default() };"
            => "self.root = RootState { best_move: self.root.best_move, expected, last_score, ..RootState::default() };";

    "bound-flag-not-reset" J in "pvs-soft+triangular+aspiration(1)+deepening"
        shows [false_bound, empty_window]
        "a fail-low after a fail-high is declared to be a lower bound"
        search "search/iteration" begin_root:
            "self.root = RootState { expected, last_score, ..RootState::default() };"
            => "self.root = RootState { best_is_bound: self.root.best_is_bound, expected, last_score, ..RootState::default() };";

    "failed-line-shown" J in "pvs-soft+triangular+aspiration(2)" shows [unproven]
        "the root driver shows the line of a search that failed high or low"
        like [
            "official-stockfish/Stockfish#1794",
            "Stockfish variants, ddugovic/Stockfish#487",
            "Jakur/topaz-tak b772f68",
            "Matthies/RubiChess#277",
        ]
        search "search/iteration" show:
            "self.store.show_failed(line, &mut finished_search, &mut show);"
            => "self.store.show(line, &mut finished_search, &mut show);";

    "stopped-child-raises" K in "pvs-soft+triangular+stop-after(9,improved=yes)"
        shows [truncated, unsound, illegal, false_bound, wrong_move]
        "the return value of a stopped child counts as its score"
        like ["jnlt3/blackmarlin#199, d3180239"]
        search "search/steps" search: "if self.stopped { return beta; }" => ""
        search "search/calls" raise: "if self.stopped { return; }" => ""
        search "search/calls" refute: "if self.stopped { return; }" => "";

    "unfinished-iteration-shown-as-finished" K in "pvs-soft+triangular+stop-after(9,improved=yes)"
        shows [unwitnessed, unfinished]
        "the best score of an unfinished iteration is declared to be the root's exact score"
        like ["TerjeKir/weiss#85", "nescitus/rodent-iv#16"]
        search "search/iteration" iterate:
            "self.show(root, &line, (Bound::Lower, raised_to), window, each);"
            => "self.show(root, &line, (Bound::Exact, raised_to), window, each);";

    "finished-score-unfinished-line" K in "pvs-soft+triangular+deepening+stop-after(9,improved=yes)"
        shows [false_bound, wrong_move]
        "the score is that of the last finished iteration, but the line is that of the unfinished one"
        like [
            "paulsonkoly/chess-3 6b97e72",
            "official-stockfish/Stockfish#6783, #6886, #6906",
        ]
        search "search/iteration" iterate:
            "self.show(root, &line, (Bound::Lower, raised_to), window, each);"
            => "self.show(root, &line, (Bound::Lower, centre), window, each);";

    "best-move-of-the-unfinished-iteration" K in "pvs-soft+triangular+deepening+stop-after(9)"
        shows [wrong_move, other_move]
        "the best move is that of the iteration that was stopped"
        like [
            "TerjeKir/weiss#85",
            "official-stockfish/Stockfish#834, #846",
            "official-stockfish/Stockfish#6626, #6636",
            "TerjeKir/weiss#774",
        ]
        search "search/stopping" show_held:
            "self.show_completed(shown, each);"
            => "let last = self.root.best_move; self.show_completed(shown, &mut |observer, outcome| each(observer, &Outcome { best_move: last.or(outcome.best_move), ..*outcome }));";

    "rows-shown-before-the-first-iteration" K in "pvs-soft+triangular+stop-after(1)" shows [illegal]
        "a search stopped in its first iteration shows what its rows hold"
        like [
            "lynx-chess/Lynx#294, a8eef83",
            "Matthies/RubiChess#101, dfdef99",
            "mvanthoor/rustic#14",
        ]
        search "search/stopping" show_without_iteration:
            "self.store.show_failed(&line, &mut finished_search, &mut show);"
            => "self.store.show(&line, &mut finished_search, &mut show);";

    "stops-a-node-late" K in "pvs-soft+triangular+deepening+stop-after(9)" shows [over_limit]
        "the search enters one node more than its limit allows"
        search "search/steps" enter_node:
            "self.counts.nodes == self.limit"
            => "self.counts.nodes > self.limit";

    "odd-iterations-forgotten" K in "pvs-soft+triangular+deepening+stop-after(60)" shows [stale_iteration]
        "finished iterations of odd depth, from 3 on, are not shown"
        search "search/stopping" hold_results:
            "results.complete();"
            => "if depth < 2 || depth % 2 == 0 { results.complete(); } else { results.current = Default::default(); }";

    "every-line-is-the-first" O in "pvs-soft+triangular+multipv(2)" shows [unsound]
        "every MultiPV line shows the row of the first"
        like ["Matthies/RubiChess#126, 4f5a7fa", "official-stockfish/Stockfish#5505"]
        search "search/results" show:
            "&found.lines[..found.stores]"
            => "&self.found[0].lines[..found.stores]";

    "line-found-by-its-score" O in "pvs-soft+triangular+order=killers+multipv(2)" shows [other_move]
        "a MultiPV line is found by its score: of equal scores, each shows the last line"
        search "search/results" show:
            "&found.lines[..found.stores]"
            => "&self.lines().iter().rfind(|other| other.outcome.is_some_and(|other| (other.score, other.bound) == (outcome.score, outcome.bound))).expect(\"its own result has its score\").lines[..found.stores]";

    "excluded-move-searched-again" O in "pvs-soft+triangular+multipv(3)" shows [unwitnessed, same_move]
        "only the best move of the preceding line is excluded, not those of the lines before it"
        search "search/ordering" retain_searched_moves:
            "excluded_moves.contains(&mv)"
            => "excluded_moves.last() == Some(&mv)";

    "later-lines-stored-at-the-root" O in "pvs-soft+triangular+tt(draft=deeper)+deepening+multipv(3)"
        shows [unwitnessed, false_claim]
        "the score of the root without its best move is stored as the score of the root"
        like ["ekmadsen/MadChess#68"]
        search "search/transposition" store_entry:
            "ply > 0 || self.scratch.excluded_moves.is_empty()"
            => "true";

    "lines-out-of-order" O in "pvs-soft+triangular+multipv(2)" shows [unwitnessed]
        "the worst line comes first"
        like ["TerjeKir/weiss#539, 370e144"]
        search "search/results" complete: "-score" => "score";

    "lines-beyond-the-moves" O in "pvs-soft+triangular+multipv(3)" shows [false_bound]
        "the search looks for one line more than the root has moves"
        like ["Jakur/topaz-tak b772f68", "TerjeKir/weiss#539, 370e144"]
        search "search/multipv" find_lines:
            "moves.clamp(1, usize::from(self.options.lines))"
            => "usize::from(self.options.lines).min(moves + 1)";

    "lines-missing" O in "pvs-soft+triangular+multipv(3)" shows [line_count]
        "two lines are searched where three are requested"
        like ["TerjeKir/weiss#539, 370e144"]
        search "search/multipv" find_lines:
            "moves.clamp(1, usize::from(self.options.lines))"
            => "moves.clamp(1, usize::from(self.options.lines)).min(2)";

    "best-move-of-the-last-line" O in "pvs-soft+triangular+multipv(2)" shows [wrong_move, excluded]
        "the best move reported is that of the last line"
        like ["nescitus/rodent-iv#16", "jdart1/arasan-chess#10"]
        search "search/results" show:
            "each(&Outcome { line, rank, excluded_moves, traces, ..outcome });"
            => "let last = self.lines().last().and_then(|found| found.outcome); each(&Outcome { line, rank, excluded_moves, traces, best_move: last.and_then(|last| last.best_move), ..outcome });";
}
