//! Records of the seeded bugs in storing, probing and using entries of the transposition table.
//!
//! Some faults show in no verdict and are not listed:
//!
//! - A wrong choice of the entry to replace: every entry that matches is still valid.
//! - A row that is not cleared on a cutoff by a *bound*: the score is outside the window of the node, so
//!   no parent reads the row.
//! - A draw that is stored as exact, and a table that is probed before the test for repetition: both give
//!   values of other paths, which are valid where repetition counts. No game of 5,000 has shown either.
//! - A probe with a depth one ply too small: it is the same as a draft one ply too large.

records! {
    TABLE

    "root-cut-off-by-its-entry" F in "pvs-soft+triangular+tt(keep=yes,replace=bucket)+deepening"
        shows [wrong_move]
        "the root is cut off by its own table entry, which has no line"
        like [
            "FitzOReilly/fatalii#81, 943256f",
            "a reader's engine, r/chessprogramming 1f8w5cb",
            "KierenP/Halogen#585, 0dc018b8",
            "domino14/macondo#283, #284",
        ]
        search "search/transposition" probe: "uses_table && visit.ply > 0" => "uses_table";

    "stored-a-ply-too-deep" - in "pvs-soft+triangular+tt" shows [unwitnessed, bound_law]
        "an entry's draft is one ply more than the depth of its search"
        search "search/steps" expand:
            "self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), score))"
            => "{ let entry = self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), score)); Entry { draft: entry.draft + 1, ..entry } }";

    "every-entry-is-exact" - in "pvs-soft+triangular+tt" shows [unsound, unwitnessed, bound_law]
        "every entry is stored as exact"
        search "search/steps" expand:
            "self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), score))"
            => "self.node_entry(&node, (crate::score::Bound::Exact, score))";

    "stored-from-the-wrong-side" - in "pvs-soft+triangular+tt" shows [unwitnessed, bound_law]
        "the score is stored from the point of view of the other side"
        search "search/steps" expand:
            "self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), score))"
            => "self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), -score))";

    "leaf-stored-too-deep" - in "pvs-soft+triangular+tt(leaves=yes)" shows [unwitnessed, bound_law]
        "a leaf's evaluation is stored as the result of a search one ply deeper"
        search "search/quiescence" leaf:
            "self.entry(position, ply, remaining, (bound, score), Move::NULL)"
            => "self.entry(position, ply, remaining + 1, (bound, score), Move::NULL)";

    "mate-stored-relative-to-root" N in "pvs-soft+triangular+tt" shows [unwitnessed, bound_law]
        "a mate score is stored relative to the root and not to its position"
        search "search/transposition" entry:
            "score.nearer(ply).clamp(Score::MIN, Score::MAX)"
            => "score.clamp(Score::MIN, Score::MAX)";

    "stopped-node-stored" K in "pvs-soft+triangular+tt(keep=yes)" shows [unwitnessed, bound_law]
        "a node whose search was stopped is stored"
        search "search/steps" expand:
            "if self.stopped { self.store.release(node.child_line); return score; }"
            => "";

    "draft-not-compared" - in "pvs-soft+triangular+tt" shows [unwitnessed, bound_law]
        "any entry of the position matches, whatever its draft"
        search "table/slots" probe: "entry.draft == depth || deeper && entry.draft > depth" => "true";

    "key-not-compared" - in "pvs-soft+triangular+tt(entries=4)" shows [unwitnessed, bound_law]
        "any entry in the slot counts as an entry of the position"
        search "table/slots" probe: "entry.key == key && fits(entry)" => "fits(entry)";

    "exact-cutoff-despite-pv-cut-none" F in "pvs-soft+triangular+tt(pv-cut=none)" shows [truncated]
        "an exact entry cuts off a PV-node although `pv-cut=none` forbids it"
        like [
            "znxftw/rudim 481a6a6",
            "jhonnold/berserk#598",
            "domino14/macondo#283, #284",
        ]
        search "table/slots" cuts:
            "match self.options.pv_cut { _ if !window.is_open() => outside, PvCut::None => false, PvCut::Exact => entry.bound == Bound::Exact, PvCut::All => outside, }"
            => "match self.options.pv_cut { _ if !window.is_open() => outside, PvCut::None => entry.bound == Bound::Exact, PvCut::Exact => entry.bound == Bound::Exact, PvCut::All => outside, }";

    "bounds-exchanged" - in "pvs-soft+triangular+tt" shows [unwitnessed, bound_law]
        "a lower bound is read as an upper bound, and the reverse"
        search "table/slots" cuts:
            "match entry.bound { Bound::Exact => true, Bound::Lower => entry.score >= window.beta, Bound::Upper => entry.score <= window.alpha, }"
            => "match entry.bound { Bound::Exact => true, Bound::Upper => entry.score >= window.beta, Bound::Lower => entry.score <= window.alpha, }";

    "narrowed-past-the-bound" - in "pvs-soft+triangular+tt(narrow=yes)" shows [unwitnessed, bound_law]
        "a lower bound narrows the window by one too much"
        search "table/slots" narrowed: "alpha.max(entry.score)" => "alpha.max(entry.score + 1)";

    "narrowed-to-the-bound" - in "pvs-soft+triangular+tt(narrow=beyond)" shows [truncated, unsound, illegal]
        "a lower bound narrows the window to itself, and not to one beyond it"
        search "table/slots" narrowed: "entry.score - 1" => "entry.score";

    "fail-low-keeps-another-move" L in "pvs-soft+table-walk-raw+tt(entries=4,leaves=yes)" shows [illegal]
        "an entry without a move takes over the move of whatever position was in its slot"
        search "table/slots" known_move: "old.key == entry.key" => "true";
}
