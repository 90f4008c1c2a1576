//! Records of the seeded bugs in the steps of a node, draws, quiescence, and the use of a child's score.

records! {
    NODE

    "store-not-notified-of-a-hit" F in "pvs-soft+single-array+tt(keep=yes)" shows [unsound, illegal]
        "the store is not notified when a table entry cuts off a node"
        search "search/transposition" cut_off_by_entry:
            "self.store.hit(line, visit.place(), &Entry { key: position.key(), ..entry }, window.nearer(ply));"
            => "";

    "store-not-notified-of-a-draw" A in "pvs-soft+single-array+repetition" shows [past_draw, illegal]
        "the store is not notified that a node is a draw"
        search "search/steps" draw: "self.store.draw(line, visit.place());" => "";

    "draw-at-even-plies-only" P in "pvs-soft+triangular+repetition" shows [past_draw, unwitnessed, bound_law]
        "a position that recurs after an odd number of plies is not a draw"
        like [
            "ptsouchlos/byte-knight#188",
            "fairy-stockfish/Fairy-Stockfish#175",
        ]
        search "search/steps" is_repeated:
            "path.contains(&key)"
            => "path.iter().rev().skip(1).step_by(2).any(|&own| own == key)";

    "root-forgotten-by-repetition" P in "pvs-soft+triangular+repetition"
        shows [past_draw, unwitnessed, bound_law]
        "a repetition of the root position is not a draw"
        like [
            "znxftw/rudim#96, ad87dca",
            "princesslana/princhess#383, 442e70f, 989b14e",
            "official-stockfish/Stockfish#6138",
            "ptsouchlos/byte-knight#188",
        ]
        search "search/steps" is_repeated:
            "path.contains(&key)"
            => "path.iter().skip(1).any(|&own| own == key)";

    "sibling-counts-as-repetition" - in "pvs-soft+triangular+repetition"
        shows [truncated, unwitnessed, bound_law]
        "the position of the preceding sibling stays on the path"
        like ["official-stockfish/Stockfish#5407"]
        search "search/steps" is_repeated: "path.truncate(visit.ply);" => "path.truncate(visit.ply + 1);";

    "best-move-of-any-node" K in "pvs-soft+triangular" shows [wrong_move, other_move]
        "the move chosen last at any node is reported as the root's best move"
        search "search/calls" set_best:
            "if node.at.ply == 0 { self.root.best_move = Some(child.mv); self.root.best_is_bound = is_bound; self.root.raised_to = (!is_bound).then_some(self.root.last_score); }"
            => "self.root.best_move = Some(child.mv); if node.at.ply == 0 { self.root.best_is_bound = is_bound; self.root.raised_to = (!is_bound).then_some(self.root.last_score); }";

    "move-kept-by-index" N in "pvs-soft+triangular+tt+order=table" shows [unsound, illegal]
        "the line holds a move's index in the move list, and the list is generated again in another order"
        like ["domino14/macondo 4d367e5"]
        search "search/calls" raise:
            "self.store.raise(node.line, &node.child_line, node.at, child.mv);"
            => "let mut again = Vec::new(); node.position.moves(&mut again); self.store.raise(node.line, &node.child_line, node.at, again[child.index]);";

    "first-best-move-stays" K in "pvs-soft+triangular" shows [wrong_move]
        "the root's first best move is reported, even after another has beaten it"
        search "search/calls" set_best:
            "if node.at.ply == 0 { self.root.best_move = Some(child.mv); self.root.best_is_bound = is_bound; self.root.raised_to = (!is_bound).then_some(self.root.last_score); }"
            => "if node.at.ply == 0 { self.root.best_move = self.root.best_move.or(Some(child.mv)); self.root.best_is_bound = is_bound; self.root.raised_to = (!is_bound).then_some(self.root.last_score); }";

    "ordering-loses-a-move" - in "pvs-soft+triangular+tt+order=table" shows [unwitnessed, bound_law]
        "the move that is tried first overwrites another move of the list"
        search "search/ordering" put_first: "moves[..=at].rotate_right(1);" => "moves[0] = moves[at];";

    "quiescence-keeps-row" E in "pvs-soft+triangular+quiescence(plies=2)" shows [illegal]
        "a quiescence node does not clear its row on entry"
        like [
            "lynx-chess/Lynx 01892376",
            "lynx-chess/Lynx#295, a32568e",
            "SH11235/rshogi#1086",
            "Matthies/RubiChess d387aa7",
        ]
        search "search/steps" enter_node:
            "self.store.enter_node(line, visit.place());"
            => "if visit.remaining >= self.ply_limits.quiescence { self.store.enter_node(line, visit.place()); }";

    "quiescence-draws-untested" E in "pvs-soft+triangular+repetition+quiescence"
        shows [unwitnessed, bound_law]
        "quiescence does not test for draws by repetition"
        like ["Matthies/RubiChess#494, c16ca33", "Matthies/RubiChess#489"]
        search "search/steps" visit:
            "self.options.repetition && self.is_repeated(visit)"
            => "self.options.repetition && visit.remaining >= self.ply_limits.quiescence && self.is_repeated(visit)";

    "quiescence-moves-not-recorded" E in "pvs-soft+triangular+quiescence" shows [truncated, illegal]
        "quiescence moves are not recorded in the line"
        like [
            "pkrisz99/Renegade#182, 09f9c78",
            "TerjeKir/weiss#728",
            "Jakur/topaz-tak#11",
        ]
        search "search/calls" raise:
            "node.remaining > self.ply_limits.quiescence || self.shows_quiescence()"
            => "node.remaining > self.ply_limits.quiescence";

    "quiescence-moves-recorded-despite-line-no" E in "pvs-soft+triangular+quiescence(line=no)" shows [unsound]
        "quiescence moves are recorded although the option `line=no` ends the line before them"
        search "search/quiescence" shows_quiescence:
            "self.options.quiescence.is_none_or(|quiescence| quiescence.in_line)"
            => "true";

    "line-continues-after-stand-pat" E in "pvs-soft+triangular+quiescence"
        shows [equivalent, unsound, illegal, wrong_move]
        "a noisy move that is worse than the stand-pat score stays in the line"
        like ["lynx-chess/Lynx#65"]
        search "search/quiescence" quiesce:
            "node.stand_pat = stand_pat; score = callee(self, &mut node, window.alpha.max(stand_pat), window.beta);"
            => "score = callee(self, &mut node, window.alpha, window.beta); if score <= stand_pat { self.scratch.moves.truncate(first); self.store.release(node.child_line); return stand_pat; }";
}
