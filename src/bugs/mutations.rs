//! The algorithms that are wrong on purpose, as one replaced hunk each.
//!
//! The build script reads this table too: it takes the source of the original and
//! replaces the hunk. What is written here is all that such a bug differs in.

/// A bug of a search: what its original has, and what it has instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mutation {
    /// The name of the bug.
    pub bug: &'static str,
    /// The function that it spoils, and the file in `src/algorithm` without its ending; for what
    /// all searches share, the file in `src`.
    pub original: &'static str,
    /// What the original has, once; any white space stands for any other.
    pub removed: &'static str,
    /// What stands there instead.
    pub added: &'static str,
}

impl Mutation {
    /// The source of the original with the hunk replaced.
    ///
    /// # Errors
    ///
    /// A sentence, when the hunk is not there exactly once.
    pub fn apply(&self, source: &str) -> Result<String, String> {
        let removed: String = self.removed.split_whitespace().collect();
        let found = source
            .char_indices()
            .filter_map(|(start, _)| Some(start..start + matching(&source[start..], &removed)?));
        let mut found = found.filter(|hunk| !source[hunk.clone()].starts_with(char::is_whitespace));
        let hunk = found.next().ok_or_else(|| format!("{} finds nothing to replace", self.bug))?;
        if found.next().is_some() {
            return Err(format!("{} could replace more than one hunk", self.bug));
        }
        Ok(format!("{}{}{}", &source[..hunk.start], self.added, &source[hunk.end..]))
    }
}

/// How much of `text` spells `wanted`, which has no white space.
fn matching(text: &str, wanted: &str) -> Option<usize> {
    let mut left = wanted.chars();
    let mut next = left.next()?;
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        if c != next {
            return None;
        }
        match left.next() {
            Some(c) => next = c,
            None => return Some(at + c.len_utf8()),
        }
    }
    None
}

/// Every bug of an algorithm, two or more for each.
pub const MUTATIONS: &[Mutation] = &[
    Mutation {
        bug: "minimax-starts-at-zero",
        original: "minimax",
        removed: "let mut best = -Score::INFINITY;",
        added: "let mut best = Score::ZERO;",
    },
    Mutation {
        bug: "minimax-takes-the-last-of-equals",
        original: "minimax",
        removed: "if score > best {",
        added: "if score >= best {",
    },
    Mutation {
        bug: "cutoff-on-greater-only",
        original: "alpha_beta_hard",
        removed: "if score >= beta {",
        added: "if score > beta {",
    },
    Mutation {
        bug: "window-not-turned",
        original: "alpha_beta_hard",
        removed: "node, child, -beta, -alpha);",
        added: "node, child, -alpha, -beta);",
    },
    Mutation {
        bug: "cutoff-returns-more",
        original: "alpha_beta_soft",
        removed: "s.refute(node, child); return best;",
        added: "s.refute(node, child); return best + 1;",
    },
    Mutation {
        bug: "alpha-not-raised",
        original: "alpha_beta_soft",
        removed: "alpha = score; s.raise",
        added: "s.raise",
    },
    Mutation {
        bug: "research-forgotten",
        original: "pvs_hard",
        removed: "if score > alpha { score = -s.search(pvs_hard, node, child, -beta, -alpha); }",
        added: "",
    },
    Mutation { bug: "flag-never-cleared", original: "pvs_hard", removed: "search_pv = false;", added: "" },
    Mutation {
        bug: "cutoff-forgotten",
        original: "pvs_hard_until_raise",
        removed: "if score >= beta { s.refute(node, child); return beta; }",
        added: "",
    },
    Mutation {
        bug: "re-search-begins-above-alpha",
        original: "pvs_hard_until_raise",
        removed: "if score > alpha { score = -s.search(pvs_hard_until_raise, node, child, -beta, -alpha);",
        added: "if score > alpha { score = -s.search(pvs_hard_until_raise, node, child, -beta, -alpha - 1);",
    },
    Mutation {
        bug: "zero-window-on-greater-only",
        original: "pvs_zws",
        removed: "let score = -s.search(zws, node, child, -beta, -beta + 1); if score >= beta {",
        added: "let score = -s.search(zws, node, child, -beta, -beta + 1); if score > beta {",
    },
    Mutation {
        bug: "re-search-by-zero-window",
        original: "pvs_zws",
        removed: "if score > alpha { score = -s.search(pvs_zws,",
        added: "if score > alpha { score = -s.search(zws,",
    },
    Mutation {
        bug: "null-window-below-alpha",
        original: "pvs_hard_not_last_two",
        removed: "-alpha - 1, -alpha);",
        added: "-alpha, -alpha + 1);",
    },
    Mutation {
        bug: "raise-forgotten",
        original: "pvs_hard_not_last_two",
        removed: "s.raise(node, child);",
        added: "",
    },
    Mutation {
        bug: "wrong-scores-raise-before-cutoff",
        original: "pvs_hard_no_last_re_search",
        removed: "if score >= beta { s.refute(node, child); return beta; } if score > alpha { alpha = score; s.raise(node, child); }",
        added: "if score > alpha { alpha = score; s.raise(node, child); } if score >= beta { s.refute(node, child); return beta; }",
    },
    Mutation {
        bug: "wrong-scores-empty-window",
        original: "pvs_hard_no_last_re_search",
        removed: "-alpha - 1, -alpha);",
        added: "-alpha, -alpha);",
    },
    Mutation {
        bug: "raise-before-cutoff",
        original: "pvs_soft",
        removed: "if score >= beta { s.refute(node, child); return best; } if score > alpha { alpha = score; s.raise(node, child); }",
        added: "if score > alpha { alpha = score; s.raise(node, child); } if score >= beta { s.refute(node, child); return best; }",
    },
    Mutation {
        bug: "null-window-of-width-0",
        original: "pvs_soft",
        removed: "-alpha - 1, -alpha);",
        added: "-alpha, -alpha);",
    },
    Mutation {
        bug: "every-raise-is-a-bound",
        original: "pvs_soft",
        removed: "s.raise(node, child);",
        added: "s.prefer(node, child);",
    },
    Mutation {
        bug: "smaller-of-both-counts",
        original: "pvs_soft_from_score",
        removed: "score = score.max(",
        added: "score = score.min(",
    },
    Mutation {
        bug: "from-score-without-guard",
        original: "pvs_soft_from_score",
        removed: "if alpha < score && score < beta {",
        added: "if alpha < score {",
    },
    Mutation {
        bug: "from-below-begins-at-the-score",
        original: "pvs_soft_from_below",
        removed: "-(score - 1)",
        added: "-score",
    },
    Mutation {
        bug: "from-below-keeps-the-bound",
        original: "pvs_soft_from_below",
        removed: "score = score.max(-s.search(pvs_soft_from_below, node, child, -beta, -(score - 1)));",
        added: "s.search(pvs_soft_from_below, node, child, -beta, -(score - 1));",
    },
    Mutation {
        bug: "no-re-search-in-the-last-three",
        original: "pvs_soft_no_last_re_search",
        removed: "node.depth() > 2",
        added: "node.depth() > 3",
    },
    Mutation {
        bug: "best-never-kept",
        original: "pvs_soft_no_last_re_search",
        removed: "best = best.max(score);",
        added: "best = alpha;",
    },
    Mutation {
        bug: "re-search-begins-above-the-score",
        original: "negascout_hard",
        removed: "node, child, -beta, -score));",
        added: "node, child, -beta, -score - 1));",
    },
    Mutation {
        bug: "fail-hard-skips-the-last-two",
        original: "negascout_hard",
        removed: "node.depth() > 1",
        added: "node.depth() > 2",
    },
    Mutation {
        bug: "re-search-without-guard",
        original: "negascout_soft",
        removed: "alpha < score && score < beta",
        added: "score < beta",
    },
    Mutation {
        bug: "null-window-closes",
        original: "negascout_soft",
        removed: "null_beta = alpha + 1;",
        added: "null_beta = alpha;",
    },
    Mutation {
        bug: "test-on-greater-only",
        original: "scout",
        removed: "if -s.search(test, node, child, -beta, -beta + 1) >= beta {",
        added: "if -s.search(test, node, child, -beta, -beta + 1) > beta {",
    },
    Mutation {
        bug: "test-says-yes-to-ties",
        original: "scout",
        removed: "-s.search(test, node, child, -best - 1, -best) <= best {",
        added: "-s.search(test, node, child, -best, -best + 1) < best {",
    },
    Mutation {
        bug: "second-search-begins-above",
        original: "palphabeta",
        removed: "-Score::INFINITY, -best);",
        added: "-Score::INFINITY, -best - 1);",
    },
    Mutation {
        bug: "bound-taken-for-value",
        original: "palphabeta",
        removed: "best = -s.search(alpha_beta_hard, node, child, -Score::INFINITY, -best);",
        added: "best = score;",
    },
    Mutation {
        bug: "second-search-by-alpha-beta",
        original: "calphabeta",
        removed: "if alpha < score && score < beta { score = -s.search(calphabeta,",
        added: "if alpha < score && score < beta { score = -s.search(alpha_beta_soft,",
    },
    Mutation {
        bug: "last-score-returned",
        original: "calphabeta",
        removed: "best = best.max(score);",
        added: "best = score;",
    },
    Mutation {
        bug: "bound-not-declared",
        original: "last_move",
        removed: "s.prefer(node, child);",
        added: "",
    },
    Mutation {
        bug: "last-move-never-wins",
        original: "last_move",
        removed: "-alpha - 1, -alpha);",
        added: "-alpha, -alpha + 1);",
    },
    Mutation {
        bug: "second-fail-high-overlooked",
        original: "belle_root",
        removed: "pending.filter(|_| alpha < score && score < beta)",
        added: "pending.filter(|_| false)",
    },
    Mutation {
        bug: "first-move-is-a-bound",
        original: "belle_root",
        removed: "s.raise(node, child);",
        added: "s.prefer(node, child);",
    },
    Mutation {
        bug: "pending-recorded-as-best",
        original: "belle_root",
        removed: "s.prefer(node, child);",
        added: "s.raise(node, child);",
    },
    Mutation {
        bug: "passes-lie-above-their-bound",
        original: "mtdf",
        removed: "s.pass(alpha_beta_soft, node, beta - 1, beta)",
        added: "s.pass(alpha_beta_soft, node, beta, beta + 1)",
    },
    Mutation {
        bug: "a-fail-high-ends-it",
        original: "mtdf",
        removed: "lower = guess; }",
        added: "lower = guess; upper = guess; }",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "fn f() {\n    if a >= b {\n        g();\n    }\n    g();\n}\n";

    fn replaced(removed: &'static str) -> Result<String, String> {
        Mutation { bug: "bug", original: "f", removed, added: "h()" }.apply(SOURCE)
    }

    #[test]
    fn a_hunk_is_replaced_when_it_is_there_once_however_it_is_spaced() {
        assert_eq!(replaced("if a >= b { g(); }"), Ok("fn f() {\n    h()\n    g();\n}\n".to_owned()));
        assert_eq!(replaced("g();"), Err("bug could replace more than one hunk".to_owned()));
        assert_eq!(replaced("g(); }"), Err("bug could replace more than one hunk".to_owned()));
        assert_eq!(replaced("a > b"), Err("bug finds nothing to replace".to_owned()));
    }
}
