//! What all searches share, wrong on purpose: the seam, the root driver, the orderer and the table,
//! as one replaced hunk each.
//!
//! The build script reads this table too: it copies all files that a search goes through, replaces
//! the hunk in one of them and lets PVS search through the copy.
//!
//! Not here is what cannot be seen. Which entry gives way to which alters no verdict, as any
//! entry that matches is true. A row that is not cleared where a *bound* cuts off is read by
//! nobody, as the score lies outside the window of the node. A draw that is stored as exact, and an
//! entry that is asked before the path is, give values of other paths, which are allowed where
//! repetition counts: no game of 5,000 has shown either. A pass or an evaluation that ends a node with an
//! open window names a bound, which is as true there. To probe a ply too shallow is to store
//! a ply too deep.

use super::mutations::Mutation;

/// Every bug of what searches share; the original is the file in `src` without its ending.
pub const SHARED: &[Mutation] = &[
    Mutation {
        bug: "store-not-told-of-a-hit",
        original: "search/enter",
        removed: "self.store.hit(line, at, &Entry { key: position.key(), ..entry }, window.nearer(ply));",
        added: "",
    },
    Mutation {
        bug: "store-not-told-of-a-draw",
        original: "search/enter",
        removed: "self.store.draw(line, at);",
        added: "",
    },
    Mutation {
        bug: "root-cut-off-by-its-entry",
        original: "search/enter",
        removed: "tabled.filter(|_| at.ply > 0)?;",
        added: "tabled?;",
    },
    Mutation {
        bug: "draw-at-even-plies-only",
        original: "search/enter",
        removed: "let there = path.contains(&key);",
        added: "let there = path.iter().rev().skip(1).step_by(2).any(|&own| own == key);",
    },
    Mutation {
        bug: "root-forgotten-by-repetition",
        original: "search/enter",
        removed: "let there = path.contains(&key);",
        added: "let there = path.iter().skip(1).any(|&own| own == key);",
    },
    Mutation {
        bug: "sibling-counts-as-repetition",
        original: "search/enter",
        removed: "path.truncate(ply);",
        added: "path.truncate(ply + 1);",
    },
    Mutation {
        bug: "stored-a-ply-too-deep",
        original: "search/enter",
        removed: "let entry = self.entry_of(&node, (self.claimed(searched, at.ply, score).bound(score), score));",
        added: "let entry = self.entry_of(&node, (self.claimed(searched, at.ply, score).bound(score), score)); let entry = Entry { draft: entry.draft + 1, ..entry };",
    },
    Mutation {
        bug: "every-entry-is-exact",
        original: "search/enter",
        removed: "let entry = self.entry_of(&node, (self.claimed(searched, at.ply, score).bound(score), score));",
        added: "let entry = self.entry_of(&node, (Bound::Exact, score));",
    },
    Mutation {
        bug: "stored-from-the-wrong-side",
        original: "search/enter",
        removed: "let entry = self.entry_of(&node, (self.claimed(searched, at.ply, score).bound(score), score));",
        added: "let entry = self.entry_of(&node, (self.claimed(searched, at.ply, score).bound(score), -score));",
    },
    Mutation {
        bug: "leaf-stored-too-deep",
        original: "search/enter",
        removed: "self.keep(&self.entry(&position, ply, left, (bound, score), Move::NULL), ply);",
        added: "self.keep(&self.entry(&position, ply, left + 1, (bound, score), Move::NULL), ply);",
    },
    Mutation {
        bug: "stored-as-the-root-sees-it",
        original: "search/enter",
        removed: "let score = score.nearer(ply).clamp(Score::MIN, Score::MAX);",
        added: "let score = score.clamp(Score::MIN, Score::MAX);",
    },
    Mutation {
        bug: "best-move-of-any-node",
        original: "search/seam",
        removed: "if node.at.ply == 0 { self.best_move = Some(child.mv);",
        added: "self.best_move = Some(child.mv); if node.at.ply == 0 {",
    },
    Mutation {
        bug: "move-kept-by-its-place",
        original: "search/seam",
        removed: "self.store.raise(node.line, &node.child_line, node.at, child.mv);",
        added: "let mut again = Vec::new(); node.position.moves(&mut again); self.store.raise(node.line, &node.child_line, node.at, again[child.index]);",
    },
    Mutation {
        bug: "first-best-move-stays",
        original: "search/seam",
        removed: "self.best_move = Some(child.mv);",
        added: "self.best_move = self.best_move.or(Some(child.mv));",
    },
    Mutation {
        bug: "stopped-node-stored",
        original: "search/enter",
        removed: "if self.stopped {
            self.store.release(node.child_line);
            return score;
        }",
        added: "",
    },
    Mutation {
        bug: "reduced-search-believed",
        original: "search/prune",
        removed: "refuted.then_some(score)",
        added: "Some(score)",
    },
    Mutation {
        bug: "pruned-in-pv-nodes",
        original: "search/prune",
        removed: "if node.at.open || child.index == 0 ||",
        added: "if child.index == 0 ||",
    },
    Mutation {
        bug: "first-move-skipped",
        original: "search/prune",
        removed: "if node.at.open || child.index == 0 ||",
        added: "if node.at.open ||",
    },
    Mutation {
        bug: "noisy-moves-skipped",
        original: "search/prune",
        removed: "|| child.index == 0 || node.position.is_noisy(child.mv)",
        added: "|| child.index == 0",
    },
    Mutation {
        bug: "futile-at-any-depth",
        original: "search/prune",
        removed: "self.depth_of(node.left) == 1 && futility",
        added: "futility",
    },
    Mutation {
        bug: "static-null-without-its-margin",
        original: "search/prune",
        removed: "self.counts.static_cutoffs += 1; return Some(score);",
        added: "self.counts.static_cutoffs += 1; return Some(evaluated());",
    },
    Mutation {
        bug: "razored-at-any-depth",
        original: "search/prune",
        removed: "razoring.filter(|_| depth == 1)",
        added: "razoring",
    },
    Mutation {
        bug: "null-window-not-turned",
        original: "search/prune",
        removed: "let turned = Window { alpha: -window.beta, beta: -window.beta + 1 };",
        added: "let turned = Window { alpha: window.beta - 1, beta: window.beta };",
    },
    Mutation {
        bug: "null-move-a-ply-too-shallow",
        original: "search/prune",
        removed: "let less = self.reduced(left - 1, reduction);",
        added: "let less = self.reduced(left - 1, reduction + 1);",
    },
    Mutation {
        bug: "root-reduced-for-want-of-a-move",
        original: "search/prune",
        removed: "|| at.ply == 0 || self.depth_of(left) < 2",
        added: "|| self.depth_of(left) < 2",
    },
    Mutation {
        bug: "first-move-lost",
        original: "search/order",
        removed: "moves[..=at].rotate_right(1);",
        added: "moves[0] = moves[at];",
    },
    Mutation {
        bug: "last-iteration-left-out",
        original: "search/root",
        removed: "self.iterate(algorithm, root, depth, centre, shortcuts, &mut each);",
        added: "self.iterate(algorithm, root, if depth > first { depth - 1 } else { depth }, centre, shortcuts, &mut each);",
    },
    Mutation {
        bug: "fail-high-takes-a-ply",
        original: "search/root",
        removed: "window = wider; continue;",
        added: "self.reach.plies -= usize::from(outside == Bound::Lower && self.reach.plies > 0); window = wider; continue;",
    },
    Mutation {
        bug: "judged-by-the-first-window",
        original: "search/root",
        removed: "let outside = window.bound(score);",
        added: "let outside = shortcuts.root_window(centre).bound(score);",
    },
    Mutation {
        bug: "best-move-not-reset",
        original: "search/root",
        removed: "(self.best_move, self.preferred) = (None, false);",
        added: "self.preferred = false;",
    },
    Mutation {
        bug: "preferred-not-reset",
        original: "search/root",
        removed: "(self.best_move, self.preferred) = (None, false);",
        added: "self.best_move = None;",
    },
    Mutation {
        bug: "failed-line-shown",
        original: "search/root",
        removed: "self.store.visit_failed(line, &mut ended, &mut show)",
        added: "self.store.visit(line, &mut ended, &mut show)",
    },
    Mutation {
        bug: "draft-not-compared",
        original: "table/slots",
        removed: "entry.draft == depth || deeper && entry.draft > depth;",
        added: "true;",
    },
    Mutation {
        bug: "key-not-compared",
        original: "table/slots",
        removed: ".find(|entry| entry.key == key && fits(entry))",
        added: ".find(|entry| fits(entry))",
    },
    Mutation {
        bug: "exact-hit-whatever-pv-cut",
        original: "table/slots",
        removed: "PvCut::None => false,",
        added: "PvCut::None => entry.bound == Bound::Exact,",
    },
    Mutation {
        bug: "bounds-exchanged",
        original: "table/slots",
        removed: "Bound::Lower => entry.score >= window.beta, Bound::Upper => entry.score <= window.alpha,",
        added: "Bound::Upper => entry.score >= window.beta, Bound::Lower => entry.score <= window.alpha,",
    },
    Mutation {
        bug: "narrowed-past-the-bound",
        original: "table/slots",
        removed: "alpha: window.alpha.max(entry.score), ..window",
        added: "alpha: window.alpha.max(entry.score + 1), ..window",
    },
    Mutation {
        bug: "fail-low-keeps-another-move",
        original: "table/slots",
        removed: ".filter(|old| old.key == entry.key);",
        added: ".filter(|_| true);",
    },
    Mutation {
        bug: "quiescence-keeps-row",
        original: "search/enter",
        removed: "self.observer.entered(&position, ply, left); self.store.enter(line, at);",
        added: "self.observer.entered(&position, ply, left); if left >= self.reach.quiescence { self.store.enter(line, at); }",
    },
    Mutation {
        bug: "quiescence-draws-untested",
        original: "search/enter",
        removed: "if self.repetition && self.comes_back",
        added: "if self.repetition && left >= self.reach.quiescence && self.comes_back",
    },
    Mutation {
        bug: "quiescence-moves-not-recorded",
        original: "search/seam",
        removed: "if self.shows_quiescence || node.left > self.reach.quiescence {",
        added: "if node.left > self.reach.quiescence {",
    },
    Mutation {
        bug: "quiescence-moves-recorded-unasked",
        original: "search/root",
        removed: "self.shows_quiescence = shortcuts.quiescence.is_none_or(|quiescence| quiescence.in_line);",
        added: "self.shows_quiescence = true;",
    },
    Mutation {
        bug: "line-goes-on-where-it-stands-pat",
        original: "search/enter",
        removed: "node.stands = stands; score = callee(self, &mut node, window.alpha.max(stands), window.beta);",
        added: "score = callee(self, &mut node, window.alpha, window.beta); if score <= stands { self.scratch.moves.truncate(first); self.store.release(node.child_line); return stands; }",
    },
    Mutation {
        bug: "stopped-child-raises",
        original: "search/seam",
        removed: "fn counts_no_more(&self) -> bool { self.stopped }",
        added: "fn counts_no_more(&self) -> bool { false }",
    },
    Mutation {
        bug: "unfinished-iteration-shown-as-finished",
        original: "search/root",
        removed: "Some(improved) => self.show(root, &line, (Bound::Lower, improved), window, each),",
        added: "Some(improved) => self.show(root, &line, (Bound::Exact, improved), window, each),",
    },
    Mutation {
        bug: "finished-score-unfinished-line",
        original: "search/root",
        removed: "Some(improved) => self.show(root, &line, (Bound::Lower, improved), window, each),",
        added: "Some(_) => self.show(root, &line, (Bound::Lower, centre), window, each),",
    },
    Mutation {
        bug: "best-move-of-the-unfinished-iteration",
        original: "search/root",
        removed: "shown.show(table, better, |outcome| each(observer, outcome));",
        added: "let last = self.best_move; shown.show(table, better, |outcome| each(observer, &Outcome { best_move: last.or(outcome.best_move), ..*outcome }));",
    },
    Mutation {
        bug: "rows-shown-before-the-first-iteration",
        original: "search/root",
        removed: "self.store.visit_failed(&line, &mut ended, &mut |line| each(observer, &Outcome { line, ..nothing }));",
        added: "self.store.visit(&line, &mut ended, &mut |line| each(observer, &Outcome { line, ..nothing }));",
    },
    Mutation {
        bug: "odd-iterations-forgotten",
        original: "search/root",
        removed: "aside.finish(); }",
        added: "if depth < 2 || depth % 2 == 0 { aside.finish(); } else { aside.under_way = Default::default(); } }",
    },
    Mutation {
        bug: "every-line-is-the-first",
        original: "search/aside",
        removed: "for Line { is_shown, moves } in &found.lines[..found.stores] {",
        added: "for Line { is_shown, moves } in &self.found[0].lines[..found.stores] {",
    },
    Mutation {
        bug: "excluded-move-searched-again",
        original: "search/enter",
        removed: "(ply > 0 || !better.contains(&mv))",
        added: "(ply > 0 || better.last() != Some(&mv))",
    },
    Mutation {
        bug: "later-lines-stored-at-the-root",
        original: "search/enter",
        removed: "if ply > 0 || self.scratch.better.is_empty() {",
        added: "if true {",
    },
    Mutation {
        bug: "lines-out-of-order",
        original: "search/aside",
        removed: "-score.get(),",
        added: "score.get(),",
    },
    Mutation {
        bug: "lines-beyond-the-moves",
        original: "search/root",
        removed: "for rank in 0..moves.clamp(1, usize::from(shortcuts.lines)) {",
        added: "for rank in 0..usize::from(shortcuts.lines).min(moves + 1) {",
    },
    Mutation {
        bug: "best-move-of-the-last-line",
        original: "search/aside",
        removed: "each(&Outcome { line, rank, better, traces, ..ended });",
        added: "let last = self.lines().last().and_then(|found| found.ended); each(&Outcome { line, rank, better, traces, best_move: last.and_then(|last| last.best_move), ..ended });",
    },
    Mutation {
        bug: "lines-missing",
        original: "search/root",
        removed: "for rank in 0..moves.clamp(1, usize::from(shortcuts.lines)) {",
        added: "for rank in 0..moves.clamp(1, usize::from(shortcuts.lines)).min(2) {",
    },
    Mutation {
        bug: "stops-a-node-late",
        original: "search/enter",
        removed: "if self.counts.nodes == self.limit {",
        added: "if self.counts.nodes > self.limit {",
    },
];
