//! The statements, with their tests.

use super::{Claim, Difference, Flaw, Kind, Test};
use crate::algorithm::Algorithm;
use crate::reproduce::Experiment;

impl Claim {
    /// Every claim: ways to keep a line first, then re-searches, tables, and costs.
    pub const ALL: &[Self] = &[
        Self {
            id: "triangular-index",
            source: "chessprogramming.org, Triangular PV-Table",
            statement: "The rows of a triangular table begin at ply(2N + 1 - ply)/2, and it has N(N + 1)/2 moves.",
            test: Test::TriangularIndex { depth: 1024 },
        },
        Self {
            id: "copied-lines",
            source: "chessprogramming.org, Triangular PV-Table; Moreland",
            statement: "A row for each ply, a list on the stack and swapped pointers show the line of minimax.",
            test: Test::Never {
                subjects: &[
                    "alpha-beta-hard+triangular",
                    "alpha-beta-soft+triangular",
                    "pvs-soft+triangular",
                    "pvs-soft+quadratic",
                    "pvs-soft+stack-list",
                    "pvs-soft+pointer-array",
                ],
                flaw: Flaw::Line,
                games: Kind::All,
            },
        },
        Self {
            id: "pv-in-pvs",
            source: "Shawul and Muller, computer chess forum",
            statement: "One array is enough in PVS, if only open windows write and leaves write a terminator.",
            test: Test::Never {
                subjects: &["pvs-soft+single-array", "pvs-hard+single-array", "pvs-zws+single-array"],
                flaw: Flaw::Line,
                games: Kind::All,
            },
        },
        Self {
            id: "single-array-without-terminator",
            source: "Shawul, TSCP as published",
            statement: "One array is enough in PVS without terminators.",
            test: Test::Never {
                subjects: &["pvs-soft+single-array-bare"],
                flaw: Flaw::Line,
                games: Kind::Trees,
            },
        },
        Self {
            id: "single-array-equal-depth",
            source: "this project",
            statement: "One array is enough in PVS without terminators if all leaves have the same depth.",
            test: Test::Never {
                subjects: &["pvs-soft+single-array-bare"],
                flaw: Flaw::Line,
                games: Kind::Uniform,
            },
        },
        Self {
            id: "single-array-in-alpha-beta",
            source: "this project",
            statement: "One array is enough in plain alpha-beta.",
            test: Test::Never {
                subjects: &["alpha-beta-soft+single-array"],
                flaw: Flaw::Line,
                games: Kind::Uniform,
            },
        },
        Self {
            id: "single-array-null-windows-write",
            source: "this project",
            statement: "One array is enough in PVS if refutations in null windows write too.",
            test: Test::Never {
                subjects: &["pvs-soft+single-array-refuting"],
                flaw: Flaw::Line,
                games: Kind::Uniform,
            },
        },
        Self {
            id: "single-array-with-reductions",
            source: "this project",
            statement: "One array is enough in PVS with late move reductions.",
            test: Test::Never {
                subjects: &["pvs-soft+single-array+lmr(1)"],
                flaw: Flaw::WrongLine,
                games: Kind::All,
            },
        },
        Self {
            id: "null-window-confirmed",
            source: "chessprogramming.org, Principal Variation Search",
            statement: "Without a table and selectivity, each null-window fail-high of PVS is confirmed.",
            test: Test::SameTree {
                left: Algorithm::PvsHard,
                right: Algorithm::PvsSoft,
                difference: Difference::Unconfirmed,
            },
        },
        Self {
            id: "re-search-from-score",
            source: "Letouzey and Schimmels, computer chess forum",
            statement: "A re-search from the null-window score keeps the score.",
            test: Test::Never {
                subjects: &["pvs-soft-from-score+triangular", "negascout-hard+triangular"],
                flaw: Flaw::InexactScore,
                games: Kind::All,
            },
        },
        Self {
            id: "re-search-from-score-line",
            source: "Letouzey and Schimmels, computer chess forum",
            statement: "A re-search from the null-window score keeps the line.",
            test: Test::Never {
                subjects: &["pvs-soft-from-score+triangular"],
                flaw: Flaw::Line,
                games: Kind::Uniform,
            },
        },
        Self {
            id: "re-search-from-below",
            source: "this project",
            statement: "A re-search from one below the null-window score keeps the line.",
            test: Test::Never {
                subjects: &["pvs-soft-from-below+triangular"],
                flaw: Flaw::Line,
                games: Kind::All,
            },
        },
        Self {
            id: "no-re-search-near-leaves",
            source: "Reinefeld, as chessprogramming.org (Principal Variation Search) describes it",
            statement: "A fail-soft search without re-searches in the last two plies has the right score.",
            test: Test::Never {
                subjects: &["pvs-soft-no-last-re-search+triangular"],
                flaw: Flaw::InexactScore,
                games: Kind::All,
            },
        },
        Self {
            id: "no-re-search-near-leaves-hard",
            source: "Reinefeld, as chessprogramming.org (Principal Variation Search) describes it",
            statement: "A fail-hard search without re-searches in the last two plies has the right score.",
            test: Test::Never {
                subjects: &["pvs-hard-no-last-re-search+triangular"],
                flaw: Flaw::InexactScore,
                games: Kind::Uniform,
            },
        },
        Self {
            id: "last-root-move",
            source: "Fishburn",
            statement: "A null window for the last root move gives the score, or a bound that is right.",
            test: Test::Never { subjects: &["last-move+triangular"], flaw: Flaw::Score, games: Kind::All },
        },
        Self {
            id: "last-root-move-line",
            source: "this project",
            statement: "A null window for the last root move always gives the exact score.",
            test: Test::Never {
                subjects: &["last-move+triangular"],
                flaw: Flaw::InexactScore,
                games: Kind::Uniform,
            },
        },
        Self {
            id: "belle-root",
            source: "Thompson, as Fishburn describes it",
            statement: "Without a re-search at the root until a second fail-high, the result is right.",
            test: Test::Never {
                subjects: &["belle-root+triangular", "belle-root+single-array"],
                flaw: Flaw::Score,
                games: Kind::All,
            },
        },
        Self {
            id: "fail-soft-tree",
            source: "Nipkow 2024",
            statement: "Fail-soft and fail-hard alpha-beta search the same tree.",
            test: Test::SameTree {
                left: Algorithm::AlphaBetaHard,
                right: Algorithm::AlphaBetaSoft,
                difference: Difference::Counts,
            },
        },
        Self {
            id: "negascout-leaves",
            source: "Björnsson, computer chess forum 2000",
            statement: "Fail-soft NegaScout and PVS evaluate equally many different leaves.",
            test: Test::SameTree {
                left: Algorithm::NegascoutSoft,
                right: Algorithm::PvsSoft,
                difference: Difference::Leaves,
            },
        },
        Self {
            id: "pvs-leaves",
            source: "Reinefeld's page on NegaScout",
            statement: "PVS evaluates no more different leaves than alpha-beta.",
            test: Test::SameTree {
                left: Algorithm::AlphaBetaSoft,
                right: Algorithm::PvsSoft,
                difference: Difference::MoreLeaves,
            },
        },
        Self {
            id: "scout-leaves",
            source: "Pearl 1980",
            statement: "Scout evaluates no more different leaves than alpha-beta.",
            test: Test::SameTree {
                left: Algorithm::AlphaBetaSoft,
                right: Algorithm::Scout,
                difference: Difference::MoreLeaves,
            },
        },
        Self {
            id: "mtdf-line",
            source: "Plaat et al., on MTD(f)",
            statement: "MTD(f) with a large table and no transpositions gives a line that is never wrong.",
            test: Test::Never {
                subjects: &["mtdf+table-walk-checked+tt"],
                flaw: Flaw::WrongLine,
                games: Kind::Trees,
            },
        },
        Self {
            id: "lines-from-table",
            source: "the crate minimax 0.6, which reads its line in this way",
            statement: "A walk through the search's table gives a line that is never wrong.",
            test: Test::Never {
                subjects: &["pvs-soft+table-walk+tt"],
                flaw: Flaw::WrongLine,
                games: Kind::All,
            },
        },
        Self {
            id: "pv-table",
            source: "Glass, computer chess forum",
            statement: "How often a separate table for PV-nodes gives a truncated or wrong line.",
            test: Test::Figures {
                experiment: Experiment::TableWalks,
                sizes: &[],
                label: "pv-table",
                measure: "truncated or wrong lines, tt",
            },
        },
        Self {
            id: "pvs-saves",
            source: "chessprogramming.org, Principal Variation Search",
            statement: "PVS saves about 10 % of the leaf evaluations of alpha-beta in strongly ordered trees.",
            test: Test::Figures {
                experiment: Experiment::OrderedTrees,
                sizes: &[(4, 3), (8, 3), (16, 3), (24, 3)],
                label: "pvs-soft",
                measure: "evaluations / those of alpha-beta",
            },
        },
        Self {
            id: "first-move-fail-high",
            source: "chessprogramming.org, Principal Variation Search",
            statement: "About 90 % of the fail-highs are on the first move in strongly ordered trees.",
            test: Test::Figures {
                experiment: Experiment::OrderedTrees,
                sizes: &[(4, 3), (8, 3), (16, 3), (24, 3)],
                label: "alpha-beta-soft",
                measure: "fail-highs on the first move / all",
            },
        },
        Self {
            id: "belle-saves",
            source: "Thompson, as Fishburn describes it",
            statement: "How many evaluations Belle's root needs, as a share of those of PVS.",
            test: Test::Figures {
                experiment: Experiment::OrderedTrees,
                sizes: &[(8, 3), (16, 3)],
                label: "belle-root",
                measure: "evaluations / those of pvs-soft",
            },
        },
    ];
}
