//! Records of the seeded bugs of searches by several threads, in the shared table and in the choice of the line.

records! {
    THREADS

    "entries-without-check" M in "pvs-soft+triangular+tt(entries=1)+deepening+threads(2)" shows [illegal, unwitnessed, bound_law]
        "nothing shows whether the two words of a table entry belong together"
        search "table/slots" begin_shared:
            "Shared::new(options.entries as usize * self.layout.group, words)"
            => "Shared::new(options.entries as usize * self.layout.group, Words::KeyFirst)";

    "check-computed-after-the-write" M in "pvs-soft+triangular+tt(entries=1)+deepening+threads(2)"
        shows [unwitnessed, bound_law]
        "the key of an entry is combined with the data that are in the table by then, which may be those of another thread"
        search "table/slots" begin_shared:
            "Shared::new(options.entries as usize * self.layout.group, words)"
            => "Shared::new(options.entries as usize * self.layout.group, Words::CheckedLate)";

    "iteration-counter-shared" M in "pvs-soft+triangular+tt+deepening+threads(2)" shows [unwitnessed, bound_law]
        "the draft of an entry comes from a counter that one thread raises while others still write"
        search "search/iteration" begin_iteration:
            "self.ply_limits = self.options.ply_limits(depth);"
            => "self.ply_limits = self.options.ply_limits(depth); crate::bugs::switch::memory().begin_iteration(depth);"
        search "search/steps" expand:
            "self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), score))"
            => "{ let entry = self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), score)); Entry { draft: crate::bugs::switch::memory().depth().saturating_sub(visit.ply), ..entry } }";

    "row-shared-by-threads" M in "pvs-soft+triangular+tt+deepening+threads(2)" shows [truncated, unsound, illegal]
        "all threads write their lines into the row that the first one shows"
        search "search/stopping" hold_results:
            "results.complete();"
            => "results.complete(); let table = &self.scratch.table; crate::bugs::switch::memory().write(&|each| results.completed.show(table, &mut Vec::new(), each), table);"
        search "search/parallel" show:
            "search.show_held(root, each)"
            => "{ let row = crate::bugs::switch::memory().read(&search.scratch.table); search.show_held(root, &mut crate::bugs::memory::with_lines(vec![Some(row); 4], each)) }";

    "line-copied-while-it-is-written" M
        in "pvs-soft+triangular+tt+deepening+stop-after(9)+threads(2,line=deepest)" shows [truncated, unsound, illegal]
        "the line of another thread is copied while that thread still writes it"
        like ["Matthies/RubiChess ec86ab3"]
        search "search/stopping" hold_results:
            "results.complete();"
            => "results.complete(); let table = &self.scratch.table; if self.scratch.interrupt.is_some() { crate::bugs::switch::memory().write(&|each| results.completed.show(table, &mut Vec::new(), each), table); }"
        search "search/parallel" run:
            "search.deepen(first, task, 0);"
            => "search.deepen(first, task, 0); crate::bugs::switch::memory().copy(&search.scratch.table);"
        search "search/parallel" show:
            "search.show_completed(&results.completed, each)"
            => "{ let row = crate::bugs::switch::memory().copied(); search.show_completed(&results.completed, &mut crate::bugs::memory::with_lines(vec![Some(row); 4], each)) }";

    "score-of-another-thread" M
        in "pvs-soft+triangular+tt+deepening+stop-after(9)+threads(2,line=deepest)" shows [truncated, unsound, other_move]
        "the score and the best move are those of the best thread, the line is that of the first one"
        like ["Matthies/RubiChess 00e9432"]
        search "search/parallel" show:
            "search.show_completed(&results.completed, each)"
            => "{ let best = *results.completed.best().expect(\"it has completed an iteration\"); search.show_held(root, &mut |observer, outcome| each(observer, &Outcome { line: outcome.line, traces: outcome.traces, ..best })) }";

    "line-of-another-depth" M in "pvs-soft+triangular+tt+deepening+threads(2)" shows [truncated, unsound, other_move]
        "the line is that of a thread whose last iteration has another depth than the score"
        search "search/parallel" show:
            "search.show_held(root, each)"
            => "{ let table = &search.scratch.table; let lines = crate::bugs::memory::lines(&|each| others[0].1.results.completed.show(table, &mut Vec::new(), each)); search.show_held(root, &mut crate::bugs::memory::with_lines(lines, each)) }";

    "line-of-the-stopped-iteration" M
        in "pvs-soft+triangular+tt+deepening+stop-after(9)+threads(2,line=deepest)" shows [unsound, illegal]
        "the score of a thread is that of its last complete iteration, the line that of the next one, which was stopped"
        like ["paulsonkoly/chess-3 6b97e72"]
        search "search/stopping" raised_before_stop:
            "self.root.raised_to.filter(|_| shows_it)"
            => "self.root.raised_to.filter(|_| shows_it || self.scratch.interrupt.is_some())"
        search "search/parallel" show:
            "search.show_completed(&results.completed, each)"
            => "{ let table = &search.scratch.table; let lines = crate::bugs::memory::lines(&|each| results.current.show(table, &mut Vec::new(), each)); search.show_completed(&results.completed, &mut crate::bugs::memory::with_lines(lines, each)) }";

    "best-score-at-any-depth" M
        in "pvs-soft+triangular+tt+deepening+threads(2,line=deepest)" shows [stale_iteration]
        "the thread with the best score is shown, although another one has completed a greater depth"
        search "search/parallel" chosen:
            "(one.depth, one.score)"
            => "(0, one.score)";

    "lines-of-two-threads" M in "pvs-soft+triangular+tt+deepening+multipv(2)+threads(2)" shows [out_of_order, stale_iteration, excluded]
        "the second line is that of another thread, which may begin with the move of the first line"
        search "search/parallel" show:
            "search.show_held(root, each)"
            => "if others[0].1.results.completed.lines().is_empty() { search.show_held(root, each) } else { search.show_held(root, &mut |observer, outcome| if outcome.rank == 0 { each(observer, outcome) }); search.show_completed(&others[0].1.results.completed, &mut |observer, outcome| if outcome.rank > 0 { each(observer, outcome) }) }";

    "unfinished-score-of-another-thread" M
        in "pvs-soft+triangular+tt+deepening+stop-after(9)+threads(2,line=deepest)" shows [unwitnessed]
        "the better score of an iteration that the thread has not completed is shown, with its first move as the line"
        like ["official-stockfish/Stockfish#4246, #4278"]
        search "search/stopping" raised_before_stop:
            "self.root.raised_to.filter(|_| shows_it)"
            => "self.root.raised_to.filter(|_| shows_it || self.scratch.interrupt.is_some())"
        search "search/parallel" show:
            "search.show_completed(&results.completed, each)"
            => "{ let mut better = None; results.current.show(&search.scratch.table, &mut Vec::new(), &mut |outcome| better = Some((outcome.score, outcome.best_move))); search.show_completed(&results.completed, &mut |observer, outcome| match better { Some((score, Some(mv))) if score > outcome.score => { let line = [mv]; each(observer, &Outcome { score, best_move: Some(mv), line: outcome.line.and(Some(&line[..])), ..*outcome }) } _ => each(observer, outcome) }) }";

    "score-of-an-equal-thread" M
        in "pvs-soft+triangular+tt(draft=deeper)+deepening+threads(2)" shows [not_returned, wrong_move]
        "the score is that of another thread, which has completed the same depth; the move and the line are those of the first one"
        search "search/parallel" show:
            "search.show_held(root, each)"
            => "{ let other = others[0].1.results.completed.best().copied(); search.show_held(root, &mut |observer, outcome| match other { Some(best) if best.depth == outcome.depth => each(observer, &Outcome { score: best.score, ..*outcome }), _ => each(observer, outcome) }) }";
}
