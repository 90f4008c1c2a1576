//! Re-searches, tables, and what a search costs.

use super::{Claim, figures, never, same_tree};
use crate::claims::Difference;
use crate::claims::FindingClass::{InexactScore, Result, WrongLine};
use crate::claims::Kind::{Trees, Uniform};
use crate::reproduce::Reproduction;
use pvcheck::algorithm::Algorithm::{
    AlphaBetaHard, AlphaBetaSoft, Calphabeta, NegascoutSoft, PvsHard, PvsSoft, Scout,
};

pub(in crate::claims) const SEARCHES: &[Claim] = &[
    same_tree(
        "null-window-confirmed",
        "chessprogramming.org, Principal Variation Search",
        "Without a table and selectivity, each null-window fail-high of PVS is confirmed.",
        [PvsHard, PvsSoft],
        Difference::Unconfirmed,
    ),
    never(
        "re-search-from-score",
        "Letouzey and Schimmels, computer chess forum",
        "A re-search from the null-window score keeps the score.",
        &["pvs-soft-from-score+triangular", "negascout-hard+triangular"],
    )
        .of(InexactScore),
    never(
        "re-search-from-score-line",
        "Letouzey and Schimmels, computer chess forum",
        "A re-search from the null-window score keeps the line.",
        &["pvs-soft-from-score+triangular"],
    )
        .only(Uniform),
    never(
        "re-search-from-below",
        "this project",
        "A re-search from one below the null-window score keeps the line.",
        &["pvs-soft-from-below+triangular"],
    ),
    never(
        "no-re-search-near-leaves",
        "Reinefeld, as chessprogramming.org (Principal Variation Search) describes it",
        "A fail-soft search without re-searches in the last two plies has the right score.",
        &["pvs-soft-no-last-re-search+triangular"],
    )
        .of(InexactScore),
    never(
        "no-re-search-near-leaves-hard",
        "Reinefeld, as chessprogramming.org (Principal Variation Search) describes it",
        "A fail-hard search without re-searches in the last two plies has the right score.",
        &["pvs-hard-no-last-re-search+triangular"],
    )
        .of(InexactScore)
        .only(Uniform),
    never(
        "no-null-windows-near-leaves",
        "chessprogramming.org, Principal Variation Search",
        "Without null windows in the last two plies the line is right.",
        &["pvs-hard-not-last-two+triangular"],
    ),
    never(
        "last-root-move",
        "Fishburn",
        "A null window for the last root move gives the right move, with its score or a bound that is right.",
        &["last-move+triangular"],
    )
        .of(Result),
    never(
        "last-root-move-exact",
        "this project",
        "A null window for the last root move always gives the exact score.",
        &["last-move+triangular"],
    )
        .of(InexactScore)
        .only(Uniform),
    never(
        "belle-root",
        "Thompson, as Fishburn describes it",
        "Without a re-search at the root until a second fail-high, the move is right, with its score or a bound that is right.",
        &["belle-root+triangular"],
    )
        .of(Result),
    same_tree(
        "fail-soft-tree",
        "Nipkow 2024",
        "Fail-soft and fail-hard alpha-beta search the same tree.",
        [AlphaBetaHard, AlphaBetaSoft],
        Difference::Tree,
    ),
    same_tree(
        "negascout-tree",
        "Björnsson, computer chess forum 2000",
        "Fail-soft NegaScout and PVS expand the same tree.",
        [NegascoutSoft, PvsSoft],
        Difference::Tree,
    ),
    same_tree(
        "calphabeta-tree",
        "Finkel and Fishburn 1980; Fishburn 1981",
        "Calphabeta and PVS expand the same tree.",
        [Calphabeta, PvsSoft],
        Difference::Tree,
    ),
    same_tree(
        "negascout-leaves-of-trees",
        "Björnsson, computer chess forum 2000",
        "Fail-soft NegaScout and PVS evaluate the same leaves of a tree.",
        [NegascoutSoft, PvsSoft],
        Difference::Leaves,
    )
        .only(Trees),
    same_tree(
        "negascout-leaves",
        "Björnsson, computer chess forum 2000",
        "Fail-soft NegaScout and PVS evaluate the same positions, also where moves transpose.",
        [NegascoutSoft, PvsSoft],
        Difference::Leaves,
    ),
    same_tree(
        "pvs-leaves",
        "Reinefeld's page on NegaScout",
        "PVS evaluates no position that alpha-beta does not evaluate.",
        [AlphaBetaSoft, PvsSoft],
        Difference::MoreLeaves,
    ),
    same_tree(
        "scout-leaves",
        "Pearl 1980",
        "Scout evaluates no position that alpha-beta does not evaluate.",
        [AlphaBetaSoft, Scout],
        Difference::MoreLeaves,
    ),
    figures(
        "pvs-ordering",
        "chessprogramming.org, Principal Variation Search",
        "How many leaves PVS evaluates, as a share of those of alpha-beta, by how often the first move is the best one.",
        Reproduction::Ordering,
        &[(16, 3)],
        (&["pvs-soft"], "evaluations / those of alpha-beta"),
    ),
    never(
        "mtdf-line",
        "Plaat et al., on MTD(f)",
        "A walk that checks bound, draft and value gives a line of MTD(f) that is never wrong, in a game without transpositions.",
        &["mtdf+table-walk-checked+tt"],
    )
        .of(WrongLine)
        .only(Trees),
    never(
        "mtdf-whole-line",
        "this project, after Plaat et al.",
        "MTD(f) with a table that loses no entry gives the whole line, in a game without transpositions.",
        &["mtdf+table-walk+tt(entries=65536)"],
    )
        .only(Trees),
    never(
        "mtdf-small-table",
        "this project, after Plaat et al.",
        "MTD(f) with a table of four entries gives a line that is never wrong, in a game without transpositions.",
        &["mtdf+table-walk+tt(entries=4)"],
    )
        .of(WrongLine)
        .only(Trees),
    never(
        "lines-from-table",
        "the crate minimax 0.6, which reads its line in this way",
        "A walk through the search's table gives a line that is never wrong.",
        &["pvs-soft+table-walk+tt"],
    )
        .of(WrongLine),
    figures(
        "overwriting-shortens",
        "chessprogramming.org, Principal Variation",
        "Overwritten entries shorten the line that is read from a table: its length, as a share of that of the correct line.",
        Reproduction::TableSizes,
        &[(4, 5)],
        (&["pvs-soft, always, checked"], "moves of the line / those of the correct line"),
    ),
    figures(
        "exact-hits-ignored",
        "chessprogramming.org, Principal Variation",
        "It costs little to ignore exact hits at PV-nodes: nodes, as a share of those without.",
        Reproduction::OptionEffort,
        &[],
        (
            &["pvs-soft+tt", "pvs-soft+tt+deepening", "pvs-soft+tt(draft=deeper)"],
            "nodes with / nodes without: no exact hit at PV-nodes",
        ),
    ),
    figures(
        "follow-pv",
        "Akl and Newborn 1977",
        "Following the line of the iteration before saves nodes: their number, as a share of those without.",
        Reproduction::OptionEffort,
        &[],
        (
            &["pvs-soft+deepening", "alpha-beta-soft+deepening"],
            "nodes with / nodes without: the line of the iteration before first",
        ),
    ),
    never(
        "pv-holder",
        "Hyatt 2014",
        "A second table of whole lines completes each line that an exact hit cuts.",
        &["pvs-soft+pv-holder+tt"],
    ),
    never(
        "tail-recovery",
        "this project",
        "A checked walk from the end of a line that a table hit has cut never makes it wrong.",
        &["pvs-soft+tail-recovery+tt"],
    )
        .of(WrongLine),
    figures(
        "walk-of-exact-entries",
        "this project",
        "How many lines are truncated if a walk through the table ends at the first entry that is not exact.",
        Reproduction::TableWalks,
        &[],
        (&["table-walk-exact"], "truncated lines, tt"),
    ),
    never(
        "edwards-trees",
        "Edwards, as chessprogramming.org (Principal Variation) describes it",
        "Binary trees of fragments recover the whole line without a loss.",
        &["pvs-soft+edwards-trees", "pvs-soft+edwards-trees+tt"],
    ),
    figures(
        "pv-table",
        "Glass, computer chess forum",
        "How often a separate table for PV-nodes gives a truncated or wrong line.",
        Reproduction::TableWalks,
        &[],
        (&["pv-table"], "truncated or wrong lines, tt"),
    ),
    figures(
        "pvs-saves",
        "chessprogramming.org, Principal Variation Search",
        "PVS saves about 10 % of the leaf evaluations of alpha-beta in strongly ordered trees.",
        Reproduction::OrderedTrees,
        &[(8, 3), (16, 3), (24, 3)],
        (&["pvs-soft", "pvs-hard"], "evaluations / those of alpha-beta"),
    ),
    figures(
        "first-move-fail-high",
        "chessprogramming.org, Principal Variation Search",
        "About 90 % of the fail-highs are on the first move in strongly ordered trees.",
        Reproduction::OrderedTrees,
        &[(8, 3), (16, 3), (24, 3)],
        (&["alpha-beta-soft"], "fail-highs on the first move / all"),
    ),
    figures(
        "copy-costs",
        "chessprogramming.org, Triangular PV-Table",
        "It costs little to copy lines: moves that are copied, for each node.",
        Reproduction::OrderedTrees,
        &[(8, 3), (16, 3), (24, 3)],
        (&["alpha-beta-soft", "pvs-soft"], "moves copied / nodes"),
    ),
    figures(
        "pointer-swaps",
        "chessprogramming.org, Triangular PV-Table",
        "How many pointers are swapped instead, for each node.",
        Reproduction::OrderedTrees,
        &[(8, 3), (16, 3), (24, 3)],
        (&["alpha-beta-soft", "pvs-soft"], "pointers swapped / nodes"),
    ),
    figures(
        "belle-saves",
        "Thompson, as Fishburn describes it",
        "How many evaluations Belle's root needs, as a share of those of PVS.",
        Reproduction::OrderedTrees,
        &[(8, 3), (16, 3)],
        (&["belle-root"], "evaluations / those of pvs-soft"),
    ),
];
