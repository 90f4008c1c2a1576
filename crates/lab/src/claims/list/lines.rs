//! Ways to keep a line while the search runs.

claims! {
    LINES

    "triangular-index" "chessprogramming.org, Triangular PV-Table"
        "The rows of a triangular table begin at ply(2N + 1 - ply)/2, and it has N(N + 1)/2 moves."
        triangular_index 1024;

    "copied-lines" "chessprogramming.org, Triangular PV-Table; Moreland"
        "A row for each ply, a list on the stack and swapped pointers show the line of minimax."
        never Line in All of [
            "alpha-beta-hard+triangular",
            "alpha-beta-soft+triangular",
            "pvs-soft+triangular",
            "pvs-soft+quadratic",
            "pvs-soft+stack-list",
            "pvs-soft+pointer-array",
        ];

    "pv-in-pvs" "Shawul and Muller, computer chess forum"
        "One array is enough in PVS, if only open windows write and leaves write a terminator."
        never Line in All of ["pvs-soft+single-array", "pvs-hard+single-array", "pvs-zws+single-array"];

    "single-array-without-terminator" "Shawul, TSCP as published"
        "One array is enough in PVS without terminators."
        never Line in Trees of ["pvs-soft+single-array-bare"];

    "single-array-equal-depth" "this project"
        "One array is enough in PVS without terminators if all leaves have the same depth."
        never Line in Uniform of ["pvs-soft+single-array-bare"];

    "single-array-in-alpha-beta" "this project"
        "One array is enough in plain alpha-beta."
        never Line in Uniform of ["alpha-beta-soft+single-array"];

    "single-array-null-windows-write" "this project"
        "One array is enough in PVS if refutations in null windows write too."
        never Line in Uniform of ["pvs-soft+single-array-refuting"];

    "single-array-with-reductions" "this project"
        "One array in PVS with late move reductions never shows a wrong line."
        never WrongLine in All of ["pvs-soft+single-array+lmr(1)"];

    "no-lines-in-null-windows" "Muller, computer chess forum"
        "A null-window search that records no line is enough below PV-nodes."
        never Line in All of [
            "pvs-zws+triangular",
            "pvs-zws+stack-list",
            "pvs-zws+pointer-array",
            "pvs-zws+single-array",
        ];

    "single-array-with-exact-options" "this project"
        "One array is enough in PVS with aspiration, repetition, quiescence, extensions, several lines, and a stop that shows the iteration before."
        never Line in All of [
            "pvs-soft+single-array+aspiration(2)",
            "pvs-soft+single-array+aspiration(2,widen=side)",
            "pvs-soft+single-array+repetition",
            "pvs-soft+single-array+quiescence",
            "pvs-soft+single-array+extension",
            "pvs-soft+single-array+multipv(2)",
            "pvs-soft+single-array+deepening+stop-after(20)",
        ];

    "single-array-no-hits-at-pv-nodes" "this project"
        "One array is enough in PVS with a table that does not cut off PV-nodes."
        never Line in All of ["pvs-soft+single-array+tt(pv-cut=none)"];

    "single-array-with-table" "this project"
        "One array in PVS with a table of equal drafts and whole keys, which narrows no window to a bound, never \
         shows a wrong line."
        never WrongLine in All of ["pvs-soft+single-array+tt"];

    "single-array-with-deeper-drafts" "this project"
        "One array in PVS with a table never shows a wrong line if deeper drafts match too."
        never WrongLine in All of ["pvs-soft+single-array+tt(draft=deeper)"];

    "single-array-with-null-moves" "this project"
        "One array in PVS with null-move pruning never shows a wrong line."
        never WrongLine in All of ["pvs-soft+single-array+null(1)"];

    "single-array-with-futility" "this project"
        "One array in PVS with futility pruning never shows a wrong line."
        never WrongLine in All of ["pvs-soft+single-array+futility(1)"];

    "single-array-with-static-null" "this project"
        "One array in PVS with static null-move pruning never shows a wrong line."
        never WrongLine in All of ["pvs-soft+single-array+static-null(1)"];

    "single-array-with-razoring" "this project"
        "One array in PVS with razoring never shows a wrong line."
        never WrongLine in All of ["pvs-soft+single-array+razoring(1)"];

    "single-array-with-move-count" "this project"
        "One array in PVS with move-count pruning never shows a wrong line."
        never WrongLine in All of ["pvs-soft+single-array+move-count(1)"];

    "single-array-with-iterative-reductions" "this project"
        "One array in PVS with internal iterative reductions never shows a wrong line."
        never WrongLine in All of ["pvs-soft+single-array+tt+iir"];

    "single-array-at-a-stop" "this project"
        "One array in PVS never shows a wrong line if a stopped search shows its best move so far."
        never WrongLine in All of ["pvs-soft+single-array+deepening+stop-after(20,improved=yes)"];

    "single-array-not-last-two" "this project"
        "One array is enough in PVS without null windows in the last two plies."
        never Line in All of ["pvs-hard-not-last-two+single-array"];
}
