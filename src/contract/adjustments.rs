//! The changes that search options make to the base guarantee, as an ordered list of adjustments.
//!
//! Each adjustment states when it applies, how it changes the guarantee, and the cause if lines or scores get
//! worse. Both the guarantee and its explanation are read from this list, so neither can change without the
//! other. If the guarantee is already as bad before an adjustment, the adjustment may leave it unchanged and
//! still give the cause.

use super::facts::ContractFacts;
use super::{Basis, Guarantee, is_sound};
use crate::algorithm::{LaterMoves, Unconfirmed, Windows};
use crate::feature::{ShownThread, Words};
use crate::pv::{ArrayRule, Follows, LineSource, TableSource};
use crate::search::{Aspiration, NodeLimit, Order, Widen};
use crate::subject::Regime;
use crate::table::{Draft, Narrow, PvCut};
use crate::verdict::{FaultKind, Finding, LineKind, ScoreVerdict};

/// One change to a guarantee.
pub(super) struct Adjustment {
    pub applies: fn(&ContractFacts) -> bool,
    pub effect: fn(&ContractFacts, Guarantee) -> Guarantee,
    /// The cause of a worse guarantee, if this adjustment changes the cause.
    pub cause: Cause,
}

/// The cause that an adjustment gives for a worse guarantee.
#[derive(Clone, Copy)]
pub(super) enum Cause {
    AsBefore,
    Because(&'static str),
    /// A cause of wrong scores, which no later cause replaces.
    Final(&'static str),
    /// A cause that depends on the facts; `None` keeps the cause so far.
    ByFacts(fn(&ContractFacts) -> Option<&'static str>),
}

use Cause::{AsBefore, Because, ByFacts, Final};

/// Defines the list of adjustments, each with its condition, its effect and its cause.
macro_rules! adjustments {
    ($(if $applies:expr, then $effect:expr $(, $cause:expr)?;)*) => {
        pub(super) const ADJUSTMENTS: &[Adjustment] = &[$(Adjustment {
            applies: $applies,
            effect: $effect,
            // The one that is written.
            cause: [$($cause,)? AsBefore][0],
        },)*];
    };
}

adjustments! {
    // A root window that is not widened.
        if |facts| matches!(facts.options.aspiration, Some(Aspiration { widen: Widen::No, .. })),
        then |_, guarantee| Guarantee { may_fail: true, ..guarantee };

    // An algorithm that returns wrong scores.
        if |facts| facts.algorithm.returns_wrong_scores,
        then |_, guarantee| Guarantee {
            must_show: Some(Finding::Score(ScoreVerdict::Unwitnessed)),
            ..guarantee.with_wrong_scores()
        },
        Because(
            "In the last two plies the null-window search of a move decides. In it the child fails low, \
             records nothing and, being fail-hard, returns the edge of its window instead of its value.",
        );

    // Extended moves whose second search is omitted.
        // The algorithm omits the second search by the depth alone.
        if |facts| facts.options.extension && facts.algorithm.omits_re_search_above_leaves,
        then |facts, guarantee| {
            if facts.algorithm.returns_wrong_scores {
                guarantee
            } else {
                guarantee.with_wrong_scores().observed()
            }
        },
        Final(
            "The second search is omitted where the depth implies that the child is a leaf. After an \
             extended move it is not a leaf, and the null-window score that is taken for exact is only a \
             bound.",
        );

    // Another order of moves.
        if |facts| facts.options.order != Order::None,
        // Another one of several optimal lines may come first.
        then |_, guarantee| Guarantee { basis: Basis::Observed, ..guarantee.not_leftmost() };

    // Positions that share a key.
        if |facts| facts.regime == Regime::Colliding,
        then colliding;

    // A table whose entries have the score of a search.
        if ContractFacts::entries_equal_searches,
        // Where windows are narrowed, the smallest games of the score-stable regime are not repeated.
        then |facts, guarantee| match facts.regime {
            Regime::Narrowed => guarantee.observed(),
            _ => Guarantee { basis: Basis::Observed, ..guarantee },
        };

    // Table entries that narrow windows.
    // The entry of the null-window search narrows the window of the re-search: it then begins at the
    // null-window score. This breaks the line as in NegaScout, whatever window the algorithm passes. A window to one beyond
    // the bound begins below that score.
        if |facts| {
            let survives =
                !facts.store.keeps_lines() || facts.store.only_reads() && facts.store.checks_depths();
            let has_windows = !matches!(facts.algorithm.windows, Windows::None | Windows::Tests);
            facts.regime == Regime::Narrowed && has_windows && !survives
        },
        then |facts, guarantee| Guarantee { line: worst_by_table(facts), ..guarantee.observed() },
        Because(
            "The entry of the null-window search narrows the second search to its bound. A move that reaches the \
             bound is the best one, but is taken for a refutation, which is not recorded.",
        );

    // Appended lines of another draft.
        // The draft of the line that the store keeps of a position may differ from that of the table entry.
        if |facts| facts.store.appends_lines() && !facts.lines_match_entries(),
        then |facts, guarantee| match facts.table.pv_cut {
            PvCut::None if !facts.has_several_values() => guarantee,
            _ => Guarantee { line: LineKind::Unsound, ..guarantee.observed() },
        },
        ByFacts(|facts| match facts.algorithm.later_moves {
            LaterMoves::Open | LaterMoves::NullThenOpen => Some(
                "The store keeps the line of the last exact result of a position, and the entry that cut off \
                 may have another draft. The appended tail is then the best line at another depth than the \
                 one searched.",
            ),
            _ => None,
        });

    // Several values of a position.
        if ContractFacts::has_several_values,
        then |_, guarantee| guarantee.at_worst(ScoreVerdict::Witnessed, &[]).not_leftmost().observed();

    // Cutoffs at PV-nodes.
        if |facts| {
            let cuts = !matches!(facts.table.pv_cut, PvCut::None) && facts.regime != Regime::Colliding;
            // Where no entry is from a preceding search, the store has every line that a cutoff could remove.
            let is_one_search =
                !facts.options.deepening && facts.options.lines == 1 && !facts.table.keep;
            let holds_lines = facts.store.appends_lines() && facts.entries_equal_searches() && is_one_search;
            cuts && !holds_lines
        },
        then |facts, guarantee| match guarantee.line {
            LineKind::Same | LineKind::Equivalent => Guarantee {
                line: LineKind::Truncated,
                truncated_only_by_cutoffs: facts.store.only_copies(),
                ..guarantee.observed()
            },
            _ => guarantee,
        };

    // Lines that are appended may be of greater drafts.
        if |facts| {
            let cuts = !matches!(facts.table.pv_cut, PvCut::None) && facts.regime != Regime::Colliding;
            facts.store.appends_lines() && cuts && facts.table.draft == Draft::Deeper
        },
        then |_, guarantee| {
            if is_sound(guarantee.line) {
                guarantee.with_line(LineKind::Overlong).observed()
            } else {
                guarantee
            }
        },
        Because(
            "The store appends the line of the entry that cut off, whose draft may be greater than the \
             remaining depth: the whole line is then longer than the depth of the search.",
        );

    // Repetition and lines of other paths.
        if |facts| facts.options.repetition,
        then other_paths,
        ByFacts(|facts| {
            (facts.has_several_values() && facts.store.only_reads()).then_some(
                "An entry belongs to a position and not to a path: the walk follows it past a draw by \
                 repetition, or plays a move that was found on a path without that draw.",
            )
        });

    // Unconfirmed moves that overwrite a single array.
        if |facts| facts.has_several_values() && is_array_with_terminators(facts),
        then |_, guarantee| guarantee.worsened(LineKind::Illegal),
        ByFacts(|facts| match (facts.algorithm.later_moves, facts.options.table) {
            (LaterMoves::NullThenOpen, Some(_)) => Some(
                "The null-window search finds that a move is better. The second search uses other table \
                 entries and does not confirm it, but its open nodes have already overwritten the tail of \
                 the good line.",
            ),
            (LaterMoves::NullThenOpen, None) => Some(
                "The null-window search finds by pruning or reducing that a move is better. The second \
                 search prunes or reduces at other nodes and does not confirm it, but its open nodes have \
                 already overwritten the tail of the good line.",
            ),
            _ => None,
        });

    // The larger of two scores from different trees.
        if |facts| facts.has_several_values() && facts.unconfirmed() == Unconfirmed::LargerScore,
        then |_, guarantee| {
            guarantee.at_worst(ScoreVerdict::Joined, &[FaultKind::WrongMove]).worsened(LineKind::Unsound)
        },
        Because(
            "The null-window search and the second search have different trees, and the larger of both \
             scores counts: a bound from one tree is combined with a bound from the other.",
        );

    // Null-window scores that are accepted without confirmation.
        if |facts| facts.has_several_values() && facts.unconfirmed() == Unconfirmed::Accepted,
        then |_, guarantee| guarantee.with_false_claims(),
        Because(
            "The null-window search finds that the move is better. The second search uses other table \
             entries and finds that it is not. One of the two results is accepted without the other.",
        );

    // Entries of other trees that narrow windows.
        if |facts| facts.has_several_values() && facts.table.narrow != Narrow::No,
        then |_, guarantee| guarantee.with_false_claims(),
        Because(
            "The window is narrowed by the bound of a table entry from another tree. The result may then \
             be a value between two valid ones that is not valid itself.",
        );

    // Depths that a table walk does not know.
        if |facts| {
            facts.has_several_values() && facts.options.selectivity.iir && facts.store.checks_depths()
        },
        then |_, guarantee| guarantee.worsened(LineKind::Unsound),
        Because(
            "A node was searched one ply less deep, and the walk does not know that: it goes on one ply \
             further than the search did, with a move from a depth that the score does not depend on.",
        );

    // A root entry that another search left.
        if |facts| {
            let keeps = facts.table.keep && facts.keeps_deeper_entries() || facts.options.threads.is_some();
            // Of another thread it may be of this very depth, with another best move.
            let differs = facts.has_several_values()
                || facts.options.collides()
                || facts.options.order != Order::None
                || facts.algorithm.returns_wrong_scores;
            let is_taken = !facts.store.checks_depths() || facts.options.threads.is_some() && differs;
            // Where the root has null windows only, no line is copied, and a walk completes the empty one.
            let is_read = facts.store.only_reads() || facts.algorithm.needs_table();
            is_read && facts.store.walks() && keeps && is_taken
        },
        // The walk finds it in place of the entry of this search. It may have another move that is optimal too.
        then |_, guarantee| guarantee.at_worst(guarantee.score, &[FaultKind::OtherMove]);

    // Search options outside the exhaustive scopes.
        if |facts| {
            // The games of a scope have no noisy or forcing moves, and they were not searched with MultiPV.
            facts.options.quiescence.is_some() || facts.options.extension || facts.options.lines > 1
        },
        then |_, guarantee| match guarantee.basis {
            Basis::Exhaustive => Guarantee { basis: Basis::Observed, ..guarantee },
            _ => guarantee,
        };

    // Two threads may have written one entry.
        if |facts| facts.options.threads.is_some_and(|threads| threads.words != Words::Checked),
        then mixed_entries,
        Final(
            "The two words of an entry are written one after the other, and nothing shows whether they belong together: between \
             them another thread writes those of another position, whose score then counts for this one.",
        );

    // The shown thread is chosen by its score.
        if |facts| {
            let chosen = facts.options.threads.map(|threads| threads.shown);
            matches!(chosen, Some(ShownThread::BestScore | ShownThread::Vote))
        },
        then |_, guarantee| guarantee.at_worst(guarantee.score, &[FaultKind::StaleIteration]).observed(),
        Because(
            "A thread that has completed a smaller depth may have the better score, or more votes: its iteration is shown, \
             although a deeper one is complete.",
        );

    // A search that is stopped.
        if |facts| facts.options.node_limit.is_some(),
        // A stopped search returns the result of the last completed iteration, or a bound.
        then |_, guarantee| Guarantee { may_stop: true, ..guarantee.observed() };

    // The best move so far of a search that is stopped.
        if |facts| matches!(facts.options.node_limit, Some(NodeLimit { improved: true, .. })),
        then best_so_far,
        ByFacts(|facts| {
            is_array_with_terminators(facts).then_some(
                "The search was stopped below another move, whose open nodes had already overwritten the \
                 tail of the best line so far.",
            )
        });
}

fn is_array_with_terminators(facts: &ContractFacts) -> bool {
    facts.store.line == LineSource::SingleArray(ArrayRule::Terminators)
}

/// Returns the worst line that a table can cause, which is illegal in a single array. Wrong cutoffs and broken lines
/// overwrite the terminators of the array.
fn worst_by_table(facts: &ContractFacts) -> LineKind {
    if facts.store.is_single_array() { LineKind::Illegal } else { LineKind::Unsound }
}

/// Returns the guarantee for a table in which an entry may have the key of one position and the data of another.
fn mixed_entries(facts: &ContractFacts, guarantee: Guarantee) -> Guarantee {
    let follows_any = facts.store.table == TableSource::Search(Follows::Any);
    let line = if follows_any { LineKind::Illegal } else { worst_by_table(facts) };
    let wrong = guarantee.with_wrong_scores().observed();
    let score = if wrong.may_bound { ScoreVerdict::FalseBound } else { wrong.score };
    let wrong = wrong.at_worst(score, &[FaultKind::FalseClaim]);
    // A walk may begin with the move of an entry of another position.
    let faults: &[FaultKind] = if facts.store.walks() { &[FaultKind::OtherMove] } else { &[] };
    Guarantee { line: line.max(wrong.line), ..wrong.at_worst(score, faults) }
}

/// Returns the guarantee for colliding keys. Moves are legal if the store copies lines, or checks that the
/// moves that it finds are legal. Nothing else is guaranteed.
fn colliding(facts: &ContractFacts, guarantee: Guarantee) -> Guarantee {
    let base = Guarantee { score: ScoreVerdict::FalseBound, ..guarantee.observed() };
    match facts.store.table {
        TableSource::Search(Follows::Any) => {
            let line = LineKind::Illegal;
            Guarantee { line, must_show: Some(Finding::Line(line)), ..base }
        }
        _ => Guarantee { line: worst_by_table(facts), ..base },
    }
}

/// Returns the guarantee with draws by repetition. Even the walk that checks entries may take a move that was stored on
/// another path and is wrong on this path.
fn other_paths(facts: &ContractFacts, guarantee: Guarantee) -> Guarantee {
    let is_shadow_table = facts.options.table.is_none() && !facts.has_several_values();
    let follows_entries =
        is_shadow_table && facts.store.checks_depths() && guarantee.line == LineKind::Truncated;
    let appends_lines = facts.has_several_values() && facts.store.appends_lines();
    if follows_entries || appends_lines {
        Guarantee { basis: Basis::Observed, ..guarantee.with_line(LineKind::Unsound) }
    } else {
        guarantee
    }
}

/// Returns the guarantee for a stopped search that shows its best move so far. The line of that move need not be the
/// leftmost, its tail in a single array may be overwritten, and the bound may be as wrong as scores may.
fn best_so_far(facts: &ContractFacts, guarantee: Guarantee) -> Guarantee {
    let score = if guarantee.score.is_fault() { ScoreVerdict::FalseBound } else { guarantee.score };
    let guarantee = Guarantee { score, ..guarantee };
    if is_array_with_terminators(facts) {
        Guarantee { line: LineKind::Illegal, ..guarantee }
    } else {
        guarantee.not_leftmost()
    }
}
