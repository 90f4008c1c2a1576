//! The names of the search options, each with its form and a description.

/// A search option, or an option of the table, as users write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The name.
    pub name: &'static str,
    /// The name with its values.
    pub form: &'static str,
    /// What it does, in one or two sentences.
    pub summary: &'static str,
}

const fn option(name: &'static str, form: &'static str, summary: &'static str) -> OptionInfo {
    OptionInfo { name, form, summary }
}

/// The search options.
pub const SEARCH_OPTIONS: &[OptionInfo] = &[
    option("tt", "tt(...)", "A transposition table; the table options are written in the brackets."),
    option(
        "aspiration",
        "aspiration(W,widen=no|side|both)",
        "A root window of half-width W around the static evaluation of the root. Where the search fails, `side` opens \
         the side on which it failed, `both` opens both, and the root is searched again.",
    ),
    option(
        "deepening",
        "deepening",
        "Iterative deepening: the root is searched to depth 1, 2 and so on; a table is kept between the iterations.",
    ),
    option(
        "order",
        "order=none|pv|table|killers|refutation",
        "Which moves are tried first. Move ordering has its own data and never reads the store under test.",
    ),
    option("repetition", "repetition", "A position that is already on the path is a draw."),
    option(
        "extension",
        "extension",
        "A forcing move costs no depth, as long as no line gets longer than twice the depth of the search.",
    ),
    option(
        "quiescence",
        "quiescence(plies=N,line=yes|no)",
        "Where the depth runs out, the side to move stands pat or makes a noisy move, for at most N plies (default 4). \
         With `line=no` these moves are not part of the line.",
    ),
    option(
        "null",
        "null(R)",
        "At depth 2 or more, the side to move passes, but not twice in a row; the search after the pass is 1 + R plies \
         less deep. If it reaches beta, the node is refuted. Null windows only.",
    ),
    option(
        "lmr",
        "lmr(R)",
        "At depth 2 or more, the third move and the later ones are searched R plies less deep, and again to the full \
         depth if the reduced search does not fail low. Null windows only.",
    ),
    option(
        "futility",
        "futility(M)",
        "At depth 1, quiet moves after the first are skipped if evaluation + M does not exceed alpha. Null windows only.",
    ),
    option(
        "static-null",
        "static-null(M)",
        "A node returns its evaluation minus M per ply of depth, if that reaches beta. Null windows only.",
    ),
    option(
        "razoring",
        "razoring(M)",
        "At depth 1, a node returns its evaluation if evaluation + M does not exceed alpha. Null windows only.",
    ),
    option("move-count", "move-count(N)", "Quiet moves after the first N are skipped. Null windows only."),
    option(
        "iir",
        "iir",
        "Internal iterative reduction: at depth 2 or more, a node that is not the root and has no hash move is searched \
         one ply less deep. Needs `tt`.",
    ),
    option(
        "multipv",
        "multipv(K)",
        "The K best lines are searched, each without the first moves of the better lines.",
    ),
    option(
        "stop-after",
        "stop-after(N,improved=no|yes)",
        "The search stops before it enters more than N nodes and shows its last completed iteration; with \
         `improved=yes` the best move so far of the unfinished one.",
    ),
];

/// The options of `tt`.
pub const TABLE_OPTIONS: &[OptionInfo] = &[
    option("entries", "entries=N", "Number of slots, or of groups of slots (default 4096)."),
    option(
        "replace",
        "replace=always|depth|two-tier|bucket|protect-pv",
        "Which entry a new one replaces (default always).",
    ),
    option(
        "draft",
        "draft=equal|deeper",
        "Which entries match: those of the required depth only (the default), or deeper ones too, as in most engines.",
    ),
    option(
        "pv-cut",
        "pv-cut=none|exact|all",
        "What cuts off a node with an open window: nothing, an exact entry (the default), or also a bound outside the \
         window.",
    ),
    option(
        "key-bits",
        "key-bits=K",
        "Number of bits of the key that are compared (default 64); with fewer bits, positions collide.",
    ),
    option(
        "keep",
        "keep=no|yes",
        "Whether a search begins with the entries of two preceding searches of the same root.",
    ),
    option("leaves", "leaves=no|yes", "Whether leaves probe the table and are stored."),
    option(
        "narrow",
        "narrow=no|yes",
        "Whether a bound that does not cut off narrows the window of the node; an empty window cuts off.",
    ),
];
