//! Re-searches, tables, and what a search costs.

use crate::claims::ratio::GameSize;

claims! {
    SEARCHES

    "null-window-confirmed" "chessprogramming.org, Principal Variation Search"
        "Without a table and selectivity, each null-window fail-high of PVS is confirmed."
        same Unconfirmed in All of [PvsHard, PvsSoft];

    "re-search-from-score" "Letouzey and Schimmels, computer chess forum"
        "A re-search from the null-window score keeps the score."
        never InexactScore in All of ["pvs-soft-from-score+triangular", "negascout-hard+triangular"];

    "re-search-from-score-line" "Letouzey and Schimmels, computer chess forum"
        "A re-search from the null-window score keeps the line."
        never Line in Uniform of ["pvs-soft-from-score+triangular"];

    "re-search-from-below" "this project"
        "A re-search from one below the null-window score keeps the line."
        never Line in All of ["pvs-soft-from-below+triangular"];

    "no-re-search-near-leaves" "Reinefeld, as chessprogramming.org (Principal Variation Search) describes it"
        "A fail-soft search without re-searches in the last two plies has the right score."
        never InexactScore in All of ["pvs-soft-no-last-re-search+triangular"];

    "no-re-search-near-leaves-hard" "Reinefeld, as chessprogramming.org (Principal Variation Search) describes it"
        "A fail-hard search without re-searches in the last two plies has the right score."
        never InexactScore in Uniform of ["pvs-hard-no-last-re-search+triangular"];

    "no-null-windows-near-leaves" "chessprogramming.org, Principal Variation Search"
        "Without null windows in the last two plies the line is right."
        never Line in All of ["pvs-hard-not-last-two+triangular"];

    "last-root-move" "Fishburn"
        "A null window for the last root move gives the right move, with its score or a bound that is right."
        never Result in All of ["last-move+triangular"];

    "last-root-move-exact" "this project"
        "A null window for the last root move always gives the exact score."
        never InexactScore in Uniform of ["last-move+triangular"];

    "belle-root" "Thompson, as Fishburn describes it"
        "Without a re-search at the root until a second fail-high, the move is right, with its score or a bound that is right."
        never Result in All of ["belle-root+triangular"];

    "fail-soft-tree" "Nipkow 2024"
        "Fail-soft and fail-hard alpha-beta search the same tree."
        same Tree in All of [AlphaBetaHard, AlphaBetaSoft];

    "negascout-tree" "Björnsson, computer chess forum 2000"
        "Fail-soft NegaScout and PVS expand the same tree."
        same Tree in All of [NegascoutSoft, PvsSoft];

    "calphabeta-tree" "Finkel and Fishburn 1980; Fishburn 1981"
        "Calphabeta and PVS expand the same tree."
        same Tree in All of [Calphabeta, PvsSoft];

    "negascout-leaves-of-trees" "Björnsson, computer chess forum 2000"
        "Fail-soft NegaScout and PVS evaluate the same leaves of a tree."
        same Leaves in Trees of [NegascoutSoft, PvsSoft];

    "negascout-leaves" "Björnsson, computer chess forum 2000"
        "Fail-soft NegaScout and PVS evaluate the same positions, also where moves transpose."
        same Leaves in All of [NegascoutSoft, PvsSoft];

    "pvs-leaves" "Reinefeld's page on NegaScout"
        "PVS evaluates no position that alpha-beta does not evaluate."
        same MoreLeaves in All of [AlphaBetaSoft, PvsSoft];

    "scout-leaves" "Pearl 1980"
        "Scout evaluates no position that alpha-beta does not evaluate."
        same MoreLeaves in All of [AlphaBetaSoft, Scout];

    "mtdf-line" "Plaat et al., on MTD(f)"
        "A walk that checks bound, draft and value gives a line of MTD(f) that is never wrong, in a game without transpositions."
        never WrongLine in Trees of ["mtdf+table-walk-checked+tt"];

    "mtdf-whole-line" "this project, after Plaat et al."
        "MTD(f) with a table that loses no entry gives the whole line, in a game without transpositions."
        never Line in Trees of ["mtdf+table-walk+tt(entries=65536)"];

    "mtdf-small-table" "this project, after Plaat et al."
        "MTD(f) with a table of four entries gives a line that is never wrong, in a game without transpositions."
        never WrongLine in Trees of ["mtdf+table-walk+tt(entries=4)"];

    "lines-from-table" "the crate minimax 0.6, which reads its line in this way"
        "A walk through the search's table gives a line that is never wrong."
        never WrongLine in All of ["pvs-soft+table-walk+tt"];

    "exact-hits-ignored" "chessprogramming.org, Principal Variation"
        "It costs little to ignore exact hits at PV-nodes: nodes, as a share of those without."
        ratio Nodes in GameSize::Random; of ["pvs-soft+none+tt(pv-cut=none)", "pvs-soft+none+tt"];

    "follow-pv" "Akl and Newborn 1977"
        "Following the line of the iteration before saves nodes: their number, as a share of those without."
        ratio Nodes in GameSize::Random; of ["pvs-soft+none+deepening+order=pv", "pvs-soft+none+deepening"];

    "pv-holder" "Hyatt 2014"
        "A second table of whole lines completes each line that an exact hit cuts."
        never Line in All of ["pvs-soft+pv-holder+tt"];

    "tail-recovery" "this project"
        "A checked walk from the end of a line that a table hit has cut never makes it wrong."
        never WrongLine in All of ["pvs-soft+tail-recovery+tt"];

    "walk-of-exact-entries" "this project"
        "A walk through the table that ends at the first entry that is not exact gives the whole line."
        never Line in All of ["pvs-soft+table-walk-exact+tt"];

    "edwards-trees" "Edwards, as chessprogramming.org (Principal Variation) describes it"
        "Binary trees of fragments recover the whole line without a loss."
        never Line in All of ["pvs-soft+edwards-trees", "pvs-soft+edwards-trees+tt"];

    "pv-table" "Glass, computer chess forum"
        "A separate table for PV-nodes gives the whole line."
        never Line in All of ["pvs-soft+pv-table+tt"];

    "pvs-saves" "chessprogramming.org, Principal Variation Search"
        "PVS saves about 10 % of the leaf evaluations of alpha-beta in strongly ordered trees: their number, as a share."
        ratio Leaves in GameSize::Ordered(&[(8, 3), (16, 3), (24, 3)]); of ["pvs-soft+none", "alpha-beta-soft+none"];

    "belle-saves" "Thompson, as Fishburn describes it"
        "How many evaluations Belle's root needs, as a share of those of PVS."
        ratio Leaves in GameSize::Ordered(&[(8, 3), (16, 3)]); of ["belle-root+none", "pvs-soft+none"];
}
