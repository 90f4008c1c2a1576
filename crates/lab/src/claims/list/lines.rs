//! Ways to keep a line while the search runs.

use super::{Claim, Test, never};
use crate::claims::FindingClass::WrongLine;
use crate::claims::Kind::{Trees, Uniform};

/// One array with a search option, `$option`, which is `$name` in words.
macro_rules! single_array {
    ($id:literal, $name:literal, $option:literal) => {
        never(
            concat!("single-array-with-", $id),
            "this project",
            concat!("One array in PVS with ", $name, " never shows a wrong line."),
            &[concat!("pvs-soft+single-array+", $option)],
        )
        .of(WrongLine)
    };
}

pub(in crate::claims) const LINES: &[Claim] = &[
    Claim {
        id: "triangular-index",
        source: "chessprogramming.org, Triangular PV-Table",
        statement: "The rows of a triangular table begin at ply(2N + 1 - ply)/2, and it has N(N + 1)/2 moves.",
        test: Test::TriangularIndex { depth: 1024 },
    },
    never(
        "copied-lines",
        "chessprogramming.org, Triangular PV-Table; Moreland",
        "A row for each ply, a list on the stack and swapped pointers show the line of minimax.",
        &[
            "alpha-beta-hard+triangular",
            "alpha-beta-soft+triangular",
            "pvs-soft+triangular",
            "pvs-soft+quadratic",
            "pvs-soft+stack-list",
            "pvs-soft+pointer-array",
        ],
    ),
    never(
        "pv-in-pvs",
        "Shawul and Muller, computer chess forum",
        "One array is enough in PVS, if only open windows write and leaves write a terminator.",
        &["pvs-soft+single-array", "pvs-hard+single-array", "pvs-zws+single-array"],
    ),
    never(
        "single-array-without-terminator",
        "Shawul, TSCP as published",
        "One array is enough in PVS without terminators.",
        &["pvs-soft+single-array-bare"],
    )
    .only(Trees),
    never(
        "single-array-equal-depth",
        "this project",
        "One array is enough in PVS without terminators if all leaves have the same depth.",
        &["pvs-soft+single-array-bare"],
    )
    .only(Uniform),
    never(
        "single-array-in-alpha-beta",
        "this project",
        "One array is enough in plain alpha-beta.",
        &["alpha-beta-soft+single-array"],
    )
    .only(Uniform),
    never(
        "single-array-null-windows-write",
        "this project",
        "One array is enough in PVS if refutations in null windows write too.",
        &["pvs-soft+single-array-refuting"],
    )
    .only(Uniform),
    single_array!("reductions", "late move reductions", "lmr(1)"),
    never(
        "no-lines-in-null-windows",
        "Muller, computer chess forum",
        "A null-window search that records no line is enough below PV-nodes.",
        &["pvs-zws+triangular", "pvs-zws+stack-list", "pvs-zws+pointer-array", "pvs-zws+single-array"],
    ),
    never(
        "single-array-with-exact-options",
        "this project",
        "One array is enough in PVS with aspiration, repetition, quiescence, extensions, several lines, and a stop that shows the iteration before.",
        &[
            "pvs-soft+single-array+aspiration(2)",
            "pvs-soft+single-array+aspiration(2,widen=side)",
            "pvs-soft+single-array+repetition",
            "pvs-soft+single-array+quiescence",
            "pvs-soft+single-array+extension",
            "pvs-soft+single-array+multipv(2)",
            "pvs-soft+single-array+deepening+stop-after(20)",
        ],
    ),
    never(
        "single-array-no-hits-at-pv-nodes",
        "this project",
        "One array is enough in PVS with a table that does not cut off PV-nodes.",
        &["pvs-soft+single-array+tt(pv-cut=none)"],
    ),
    never(
        "single-array-with-table",
        "this project",
        "One array in PVS with a table never shows a wrong line if only equal drafts match.",
        &["pvs-soft+single-array+tt"],
    )
    .of(WrongLine),
    never(
        "single-array-with-deeper-drafts",
        "this project",
        "One array in PVS with a table never shows a wrong line if deeper drafts match too.",
        &["pvs-soft+single-array+tt(draft=deeper)"],
    )
    .of(WrongLine),
    single_array!("null-moves", "null-move pruning", "null(1)"),
    single_array!("futility", "futility pruning", "futility(1)"),
    single_array!("static-null", "static null-move pruning", "static-null(1)"),
    single_array!("razoring", "razoring", "razoring(1)"),
    single_array!("move-count", "move-count pruning", "move-count(1)"),
    single_array!("iterative-reductions", "internal iterative reductions", "tt+iir"),
    never(
        "single-array-at-a-stop",
        "this project",
        "One array in PVS never shows a wrong line if a stopped search shows its best move so far.",
        &["pvs-soft+single-array+deepening+stop-after(20,improved=yes)"],
    )
    .of(WrongLine),
    never(
        "single-array-not-last-two",
        "this project",
        "One array is enough in PVS without null windows in the last two plies.",
        &["pvs-hard-not-last-two+single-array"],
    ),
];
