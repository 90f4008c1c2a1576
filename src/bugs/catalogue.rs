//! Every bug on purpose: its name, its class, the subject that it spoils, what is
//! wrong, and every finding as which random games show it.

use super::stores;
use super::{Bug, Hear, altered};
use crate::check::Trial;
use crate::game::Graph;
use crate::search::TooDeep;
use crate::subject::Subject;
use crate::verdict::{FaultKind, Finding, LineKind, ScoreVerdict};

const EQUIVALENT: Finding = Finding::Line(LineKind::Equivalent);
const TRUNCATED: Finding = Finding::Line(LineKind::Truncated);
const UNPROVEN: Finding = Finding::Line(LineKind::Unproven);
const MISSING: Finding = Finding::Line(LineKind::Missing);
const UNSOUND: Finding = Finding::Line(LineKind::Unsound);
const ILLEGAL: Finding = Finding::Line(LineKind::Illegal);
const BOUND: Finding = Finding::Score(ScoreVerdict::Bound);
const FALSE_BOUND: Finding = Finding::Score(ScoreVerdict::FalseBound);
const WRONG_SCORE: Finding = Finding::Score(ScoreVerdict::Unwitnessed);
const BOUND_LAW: Finding = Finding::Fault(FaultKind::BoundLaw);
const FALSE_CLAIM: Finding = Finding::Fault(FaultKind::FalseClaim);
const PRUNED_LEAF: Finding = Finding::Fault(FaultKind::PrunedLeaf);
const RAISED_REFUTATION: Finding = Finding::Fault(FaultKind::RaisedRefutation);
const EMPTY_WINDOW: Finding = Finding::Fault(FaultKind::EmptyWindow);
const PAST_DRAW: Finding = Finding::Line(LineKind::PastDraw);
const WRONG_MOVE: Finding = Finding::Fault(FaultKind::WrongMove);
const SAME_MOVE: Finding = Finding::Fault(FaultKind::SameMove);
const LINE_COUNT: Finding = Finding::Fault(FaultKind::LineCount);
const EXCLUDED: Finding = Finding::Fault(FaultKind::Excluded);
const UNFINISHED: Finding = Finding::Fault(FaultKind::Unfinished);
const OVER_LIMIT: Finding = Finding::Fault(FaultKind::OverLimit);
const STALE_ITERATION: Finding = Finding::Fault(FaultKind::StaleIteration);

macro_rules! catalogue {
    (
        stores { $($store:ident $store_name:literal $store_class:literal $store_subject:literal
            $store_what:literal [$($store_seen:ident)*];)* }
        algorithms { $($copy_name:literal $copy_class:literal $copy_subject:literal
            $copy_what:literal [$($copy_seen:ident)*];)* }
        shared { $($part_name:literal $part_class:literal $part_subject:literal
            $part_what:literal [$($part_seen:ident)*];)* }
    ) => {
        impl Bug {
            /// Every bug: those of stores, those of algorithms, those of what all searches share.
            pub const ALL: &[Self] = &[
                $(Self {
                    name: $store_name,
                    class: $store_class,
                    what: $store_what,
                    seen_as: &[$($store_seen),*],
                    subject: $store_subject,
                },)*
                $(Self {
                    name: $copy_name,
                    class: $copy_class,
                    what: $copy_what,
                    seen_as: &[$($copy_seen),*],
                    subject: $copy_subject,
                },)*
                $(Self {
                    name: $part_name,
                    class: $part_class,
                    what: $part_what,
                    seen_as: &[$($part_seen),*],
                    subject: $part_subject,
                },)*
            ];

            /// Runs the bug of a store; `None` where it is none of a store.
            pub(super) fn run_store<'t>(
                &self,
                subject: &Subject,
                game: &'t Graph,
                depth: usize,
                paired: bool,
                hear: Hear<'_, 't>,
            ) -> Option<Result<Trial, TooDeep>> {
                match self.name {
                    $($store_name => Some(altered::<stores::$store>(subject, game, depth, paired, hear)),)*
                    _ => None,
                }
            }
        }
    };
}

catalogue! {
    stores {
        CopiesOneShort "copies-one-short" "H" "alpha-beta-hard+triangular"
            "a raise copies the child's line without its last move" [TRUNCATED];
        CopiesOneShort "copies-one-short-beside-a-table" "H" "pvs-soft+triangular+tt"
            "the same, where a table may cut lines short: no cutoff stands where this one ends" [TRUNCATED];
        ChildNotCopied "child-not-copied" "D" "alpha-beta-hard+triangular"
            "a raise counts the child's line and does not copy it" [ILLEGAL];
        KeepsFirstLine "keeps-first-line" "H" "alpha-beta-hard+triangular"
            "only the first raise of a node is recorded" [UNSOUND];
        NeverClears "never-clears" "A" "alpha-beta-hard+triangular"
            "rows are not cleared on entry" [ILLEGAL];
        NotClearedAtLeaf "not-cleared-at-leaf" "B" "alpha-beta-hard+triangular"
            "rows are cleared where a node is expanded, and a leaf does not clear its own" [ILLEGAL];
        NotClearedOnRepetition "not-cleared-on-repetition" "A" "alpha-beta-hard+triangular+repetition"
            "rows are cleared where a node is expanded, and a draw does not clear its own" [PAST_DRAW ILLEGAL];
        NotClearedOnExactHit "not-cleared-on-exact-hit" "F" "alpha-beta-hard+triangular+tt(draft=deeper,keep=yes)"
            "rows are cleared where a node is expanded, and an exact table hit does not clear its own" [TRUNCATED UNSOUND ILLEGAL];
        RowClearedInOpenWindows "row-cleared-in-open-windows" "C" "pvs-soft-no-last-re-search+triangular"
            "a row is cleared on entry with an open window only" [UNSOUND ILLEGAL];
        TerminatorInOpenWindows "terminator-in-open-windows" "C" "pvs-soft-no-last-re-search+triangular-terminated"
            "a row is ended on entry with an open window only" [UNSOUND ILLEGAL];
        ListClearedInOpenWindows "list-cleared-in-open-windows" "C" "pvs-soft-no-last-re-search+stack-list"
            "the list that siblings share is emptied on entry with an open window only" [UNSOUND ILLEGAL];
        PointerClearedInOpenWindows "pointer-cleared-in-open-windows" "C" "pvs-soft-no-last-re-search+pointer-array"
            "a swapped array is ended on entry with an open window only" [UNSOUND ILLEGAL];
        EntrysMoveRecorded "entrys-move-recorded" "F" "pvs-soft+triangular+tt(key-bits=1,draft=deeper)"
            "where an entry ends a node its move is put into the row, be it that of another position" [ILLEGAL];
        ShowsLastIteration "shows-last-iteration" "K" "pvs-soft+triangular+deepening"
            "the line that is shown is that of the iteration before" [EQUIVALENT TRUNCATED UNSOUND];
        IndexOffByOne "index-off-by-one" "H" "alpha-beta-hard+triangular"
            "a raise reads the child's row one slot too far" [ILLEGAL];
        SaysNone "says-none" "J" "alpha-beta-hard+triangular"
            "the store says that it has no line" [MISSING];
        ShowsUnproven "shows-unproven" "J" "pvs-soft+triangular+aspiration(2)"
            "the row is shown although the search ended outside its window" [UNPROVEN];
        OffsetOfOwnRow "offset-of-own-row" "D" "alpha-beta-hard+triangular-offsets"
            "the child is handed the parent's own row" [EQUIVALENT TRUNCATED UNSOUND ILLEGAL];
        OffsetOneShort "offset-one-short" "I" "alpha-beta-hard+triangular-offsets"
            "each row begins on the last slot of the row before" [EQUIVALENT UNSOUND ILLEGAL];
        ExtensionBeyondTheLimit "extension-beyond-the-limit" "I" "alpha-beta-hard+triangular+extension"
            "rows are as long as the depth, whatever extensions add, and copies are cut to fit" [TRUNCATED];
        LooksUpOwnRow "looks-up-own-row" "H" "alpha-beta-hard+triangular-lookup"
            "a raise copies from the node's own row" [EQUIVALENT TRUNCATED UNSOUND ILLEGAL];
        LooksUpByDepth "looks-up-by-depth" "H" "alpha-beta-hard+triangular-lookup"
            "the row index is looked up by remaining depth" [EQUIVALENT TRUNCATED UNSOUND ILLEGAL];
        PrintedToTerminator "printed-to-terminator" "H" "alpha-beta-hard+triangular-terminated"
            "the line is printed beyond its row, up to the next null move" [UNSOUND ILLEGAL];
        TerminatorNotCopied "terminator-not-copied" "H" "alpha-beta-hard+triangular-terminated"
            "a copy stops before the null move" [ILLEGAL];
        StrideOneShort "stride-one-short" "I" "alpha-beta-hard+quadratic"
            "rows overlap by one slot" [EQUIVALENT UNSOUND ILLEGAL];
        RowsShareOneArray "rows-share-one-array" "D" "alpha-beta-hard+quadratic"
            "all rows share one array" [EQUIVALENT TRUNCATED UNSOUND ILLEGAL];
        ChildListNotReset "child-list-not-reset" "D" "alpha-beta-hard+stack-list"
            "siblings share their parent's list for them, and it is not emptied between them" [ILLEGAL];
        AppendsToOwnList "appends-to-own-list" "D" "alpha-beta-hard+stack-list"
            "a raise appends to what the list holds" [UNSOUND ILLEGAL];
        ListOneShort "list-one-short" "I" "alpha-beta-hard+stack-list-half"
            "lists are a move too short, and copies are cut to fit" [TRUNCATED];
        CopiesOwnLength "copies-own-length" "H" "alpha-beta-hard+stack-list-half"
            "a raise copies as many moves as its own line had before" [TRUNCATED UNSOUND ILLEGAL];
        SwapsWrongRow "swaps-wrong-row" "H" "alpha-beta-hard+pointer-array"
            "a raise swaps the pointer of the wrong row" [TRUNCATED UNSOUND ILLEGAL];
        SwapForgotten "swap-forgotten" "H" "alpha-beta-hard+pointer-array"
            "a raise swaps no pointers" [TRUNCATED];
        TerminatorForgotten "terminator-forgotten" "A" "pvs-soft+single-array"
            "the single array is not ended where a value came without a search" [ILLEGAL];
        NullWindowsTerminate "null-windows-terminate" "C" "pvs-soft+single-array"
            "null-window nodes write terminators too" [TRUNCATED];
        WalkUnverified "walk-unverified" "G" "pvs-soft+table-walk+tt(key-bits=2)"
            "the walk shows moves whether they are legal or not" [ILLEGAL];
        WalksAfterFailure "walks-after-failure" "J" "pvs-soft+table-walk+aspiration(2)"
            "the table is walked although the search ended outside its window" [UNPROVEN];
        FollowsLeaf "follows-leaf" "L" "pvs-soft+table-walk-exact+tt(leaves=yes)"
            "the exact entry of a leaf is followed, which has no move" [ILLEGAL];
        EmptyIsNone "empty-is-none" "J" "pvs-soft+table-walk-exact"
            "an empty line is said to be none" [MISSING];
        DraftIgnored "draft-ignored" "G" "pvs-soft+table-walk-checked"
            "the walk looks at the value of an entry and not at its draft" [UNSOUND];
        ValueIgnored "value-ignored" "G" "pvs-soft+table-walk-checked"
            "any exact entry is followed, whatever its draft and its value" [UNSOUND];
        FollowsNoMove "follows-no-move" "L" "pvs-soft+table-walk-raw+tt(leaves=yes)"
            "an entry without a move is followed" [ILLEGAL];
        StaysAtRoot "stays-at-root" "G" "pvs-soft+table-walk-raw+tt"
            "the position is not moved on, so that the root's entry is found again and again" [ILLEGAL];
        PvTableAfterFailure "pv-table-after-failure" "J" "pvs-soft+pv-table+aspiration(2)"
            "the table of PV-nodes is read although the search ended outside its window" [UNPROVEN];
        PvTableUnverified "pv-table-unverified" "G" "pvs-soft+pv-table"
            "three bits of the key are taken for the whole, and legality is not looked at" [ILLEGAL];
        TailNotAppended "tail-not-appended" "F" "alpha-beta-hard+pv-holder+tt(pv-cut=all)"
            "an exact hit leaves the line short" [TRUNCATED];
        TailUnverified "tail-unverified" "F" "alpha-beta-hard+pv-holder+tt(leaves=yes)"
            "the tail that was held last is appended, whose it may be" [ILLEGAL];
        LinksToItself "links-to-itself" "G" "pvs-soft+edwards-trees"
            "a fragment leads to its own position" [ILLEGAL];
        BranchNotReset "branch-not-reset" "D" "pvs-soft+edwards-trees"
            "what is known of a sibling stays in the frame that siblings share" [ILLEGAL];
        RecoversFromRoot "recovers-from-root" "F" "pvs-soft+tail-recovery+tt"
            "the tail is looked for from the root and not from where the line ends" [UNSOUND ILLEGAL];
        RecoversAfterFailure "recovers-after-failure" "J" "pvs-soft+tail-recovery+tt+aspiration(2)"
            "a line that proves nothing is completed and shown" [UNPROVEN];
    }
    algorithms {
        "minimax-starts-at-zero" "-" "minimax+triangular"
            "the best score so far begins at zero" [WRONG_SCORE BOUND_LAW WRONG_MOVE];
        "minimax-takes-the-last-of-equals" "-" "minimax+triangular"
            "a move as good as the best takes its place" [EQUIVALENT];
        "cutoff-on-greater-only" "-" "alpha-beta-hard+triangular"
            "a cutoff only when the score exceeds beta" [EMPTY_WINDOW PRUNED_LEAF];
        "window-not-turned" "-" "alpha-beta-hard+triangular"
            "the child is handed the window from its parent's side" [FALSE_BOUND EMPTY_WINDOW];
        "cutoff-returns-more" "-" "alpha-beta-soft+triangular+aspiration(2)"
            "a cutoff returns one more than it has proved" [FALSE_BOUND BOUND_LAW WRONG_MOVE];
        "alpha-not-raised" "-" "alpha-beta-soft+triangular"
            "alpha stays as it was when a move raises it" [PRUNED_LEAF WRONG_MOVE EQUIVALENT UNSOUND];
        "research-forgotten" "-" "pvs-hard+triangular"
            "a null-window score counts as if it were exact" [WRONG_SCORE BOUND_LAW PRUNED_LEAF EQUIVALENT TRUNCATED UNSOUND ILLEGAL];
        "flag-never-cleared" "-" "pvs-hard+single-array"
            "every move is searched as if it were the first" [EQUIVALENT TRUNCATED UNSOUND ILLEGAL];
        "cutoff-forgotten" "-" "pvs-hard-until-raise+triangular"
            "no move causes a cutoff" [EMPTY_WINDOW PRUNED_LEAF];
        "re-search-begins-above-alpha" "J" "pvs-hard-until-raise+triangular"
            "the second search begins one above alpha" [EMPTY_WINDOW TRUNCATED UNSOUND ILLEGAL];
        "zero-window-on-greater-only" "-" "pvs-zws+triangular"
            "a zero-window cutoff only when the score exceeds beta" [BOUND_LAW PRUNED_LEAF];
        "re-search-by-zero-window" "-" "pvs-zws+triangular"
            "the second search is a zero-window search too" [WRONG_SCORE BOUND_LAW TRUNCATED UNSOUND ILLEGAL];
        "null-window-below-alpha" "-" "pvs-hard-not-last-two+triangular"
            "null windows lie below alpha, not above" [WRONG_SCORE BOUND_LAW PRUNED_LEAF EQUIVALENT];
        "raise-forgotten" "K" "pvs-hard-not-last-two+triangular"
            "no raise is recorded" [WRONG_MOVE];
        "wrong-scores-raise-before-cutoff" "J" "pvs-hard-no-last-re-search+triangular"
            "the line is recorded before the cutoff test, in a search whose scores are wrong anyway" [RAISED_REFUTATION];
        "wrong-scores-empty-window" "-" "pvs-hard-no-last-re-search+triangular"
            "null windows have no width, in a search whose scores are wrong anyway" [EMPTY_WINDOW];
        "raise-before-cutoff" "J" "pvs-soft+single-array"
            "the line is recorded before the cutoff test" [RAISED_REFUTATION];
        "null-window-of-width-0" "-" "pvs-soft+triangular"
            "null windows have no width" [WRONG_SCORE EMPTY_WINDOW];
        "every-raise-is-a-bound" "J" "pvs-soft+triangular"
            "the search says of every best move that it knows a bound alone" [BOUND WRONG_MOVE];
        "smaller-of-both-counts" "-" "pvs-soft-from-score+triangular"
            "the smaller of both scores counts" [WRONG_SCORE BOUND_LAW PRUNED_LEAF];
        "from-score-without-guard" "-" "pvs-soft-from-score+triangular"
            "a refuting move is searched again, from its score to beta" [EMPTY_WINDOW];
        "from-below-begins-at-the-score" "J" "pvs-soft-from-below+triangular"
            "the second search begins at the score, not below" [TRUNCATED UNSOUND ILLEGAL];
        "from-below-keeps-the-bound" "-" "pvs-soft-from-below+triangular"
            "the score of the second search is not used" [WRONG_SCORE BOUND_LAW PRUNED_LEAF EQUIVALENT];
        "no-re-search-in-the-last-three" "-" "pvs-soft-no-last-re-search+triangular"
            "the second search is omitted a ply too early" [WRONG_SCORE BOUND_LAW];
        "best-never-kept" "-" "pvs-soft-no-last-re-search+triangular"
            "the best score is not kept, alpha is returned in its place" [WRONG_SCORE FALSE_BOUND BOUND_LAW PRUNED_LEAF];
        "re-search-begins-above-the-score" "-" "negascout-hard+triangular"
            "the second search begins one above the score" [WRONG_SCORE EMPTY_WINDOW BOUND_LAW WRONG_MOVE];
        "fail-hard-skips-the-last-two" "-" "negascout-hard+triangular"
            "the second search is omitted in the last two plies, fail-hard" [WRONG_SCORE BOUND_LAW PRUNED_LEAF];
        "re-search-without-guard" "-" "negascout-soft+triangular"
            "moves that failed low are searched again" [PRUNED_LEAF];
        "null-window-closes" "-" "negascout-soft+triangular"
            "the null window is set to no width" [WRONG_SCORE EMPTY_WINDOW];
        "test-on-greater-only" "-" "scout+triangular"
            "TEST says yes only when the value exceeds its bound" [WRONG_SCORE BOUND_LAW];
        "test-says-yes-to-ties" "-" "scout+triangular"
            "EVAL takes a later move that ties" [EQUIVALENT];
        "second-search-begins-above" "J" "palphabeta+triangular"
            "the second search begins one above the best score" [TRUNCATED UNSOUND];
        "bound-taken-for-value" "-" "palphabeta+triangular"
            "the null-window bound counts as the value" [WRONG_SCORE BOUND_LAW PRUNED_LEAF EQUIVALENT TRUNCATED];
        "second-search-by-alpha-beta" "-" "calphabeta+single-array"
            "the second search is by plain alpha-beta, which the single array does not survive"
                [EQUIVALENT TRUNCATED UNSOUND ILLEGAL];
        "last-score-returned" "-" "calphabeta+triangular"
            "the score of the last move is returned" [WRONG_SCORE BOUND_LAW];
        "bound-not-declared" "J" "last-move+triangular"
            "a winner known by a bound is not declared as such" [WRONG_SCORE WRONG_MOVE];
        "last-move-never-wins" "-" "last-move+triangular"
            "the null window of the last move lies below alpha" [WRONG_SCORE PRUNED_LEAF];
        "second-fail-high-overlooked" "-" "belle-root+triangular"
            "the second fail-high takes the place of the first unseen" [WRONG_MOVE];
        "first-move-is-a-bound" "J" "belle-root+triangular"
            "the first move is said to be known by a bound alone" [WRONG_MOVE];
        "pending-recorded-as-best" "J" "belle-root+triangular"
            "the line of a move that has failed high is recorded, and its bound taken for its value" [WRONG_SCORE TRUNCATED UNSOUND ILLEGAL];
        "passes-lie-above-their-bound" "-" "mtdf+triangular+tt"
            "the window of a pass lies one above the bound that it tests" [WRONG_SCORE WRONG_MOVE];
        "a-fail-high-ends-it" "J" "mtdf+triangular+tt"
            "a pass that fails high is the last one, and its bound the value" [WRONG_SCORE];
    }
    shared {
        "store-not-told-of-a-hit" "F" "pvs-soft+single-array+tt(keep=yes)"
            "the store does not hear that a table entry ended the search of a node" [UNSOUND ILLEGAL];
        "store-not-told-of-a-draw" "A" "pvs-soft+single-array+repetition"
            "the store does not hear that a node is a draw" [PAST_DRAW ILLEGAL];
        "root-cut-off-by-its-entry" "F" "pvs-soft+triangular+tt(keep=yes,replace=bucket)+deepening"
            "the root ends by its own entry, which has no line" [WRONG_MOVE];
        "draw-at-even-plies-only" "P" "pvs-soft+triangular+repetition"
            "a position that comes back after an odd number of plies is no draw" [PAST_DRAW WRONG_SCORE BOUND_LAW];
        "root-forgotten-by-repetition" "P" "pvs-soft+triangular+repetition"
            "the root's own position may come back" [PAST_DRAW WRONG_SCORE BOUND_LAW];
        "sibling-counts-as-repetition" "-" "pvs-soft+triangular+repetition"
            "the position of the sibling before stays on the path" [TRUNCATED WRONG_SCORE BOUND_LAW];
        "stored-a-ply-too-deep" "-" "pvs-soft+triangular+tt"
            "an entry's draft is one more than it was searched to" [WRONG_SCORE BOUND_LAW];
        "every-entry-is-exact" "-" "pvs-soft+triangular+tt"
            "what the score says is not stored with it" [UNSOUND WRONG_SCORE BOUND_LAW];
        "stored-from-the-wrong-side" "-" "pvs-soft+triangular+tt"
            "the score is stored as the other side sees it" [WRONG_SCORE BOUND_LAW];
        "leaf-stored-too-deep" "-" "pvs-soft+triangular+tt(leaves=yes)"
            "a leaf's evaluation counts as a search of one ply" [WRONG_SCORE BOUND_LAW];
        "stored-as-the-root-sees-it" "N" "pvs-soft+triangular+tt"
            "a mate is stored as so many plies from the root, and not from its position" [WRONG_SCORE BOUND_LAW];
        "stopped-node-stored" "K" "pvs-soft+triangular+tt(keep=yes)"
            "a node whose search was stopped is stored" [WRONG_SCORE BOUND_LAW];
        "reduced-search-believed" "-" "pvs-soft+triangular+lmr(1)"
            "a reduced search that says better is not confirmed to the full depth" [WRONG_SCORE FALSE_CLAIM];
        "pruned-in-pv-nodes" "-" "pvs-soft+triangular+move-count(1)"
            "moves are skipped in nodes with an open window too" [WRONG_SCORE FALSE_CLAIM];
        "first-move-skipped" "-" "pvs-soft+triangular+futility(0)"
            "a node may skip all of its moves" [WRONG_SCORE FALSE_CLAIM];
        "noisy-moves-skipped" "-" "pvs-soft+triangular+move-count(1)"
            "noisy moves are skipped as quiet ones are" [WRONG_SCORE FALSE_CLAIM];
        "futile-at-any-depth" "-" "pvs-soft+triangular+futility(0)"
            "moves count as futile whatever the depth" [WRONG_SCORE FALSE_CLAIM];
        "static-null-without-its-margin" "-" "pvs-soft+triangular+static-null(1)"
            "a static cutoff returns the evaluation without its margin" [WRONG_SCORE FALSE_CLAIM];
        "razored-at-any-depth" "-" "pvs-soft+triangular+razoring(0)"
            "nodes are razored whatever their depth" [WRONG_SCORE FALSE_CLAIM];
        "null-window-not-turned" "-" "pvs-soft+triangular+null(0)"
            "the search behind a pass has the window of the other side" [WRONG_SCORE FALSE_CLAIM];
        "null-move-a-ply-too-shallow" "-" "pvs-soft+triangular+null(0)"
            "the search behind a pass is a ply less deep than it should be" [WRONG_SCORE FALSE_CLAIM];
        "root-reduced-for-want-of-a-move" "-" "pvs-soft+triangular+tt+iir"
            "the root is searched a ply less deep too" [TRUNCATED UNSOUND WRONG_SCORE WRONG_MOVE];
        "best-move-of-any-node" "K" "pvs-soft+triangular"
            "the move chosen last at any node is named as the root's" [WRONG_MOVE];
        "move-kept-by-its-place" "N" "pvs-soft+triangular+tt+order=table"
            "the line holds a move's place among those of its position, and they are made anew in another order" [UNSOUND ILLEGAL];
        "first-best-move-stays" "K" "pvs-soft+triangular"
            "the first best move of the root is named, whatever beats it" [WRONG_MOVE];
        "first-move-lost" "-" "pvs-soft+triangular+tt+order=table"
            "the move that is tried first takes the place of another" [WRONG_SCORE BOUND_LAW];
        "last-iteration-left-out" "K" "pvs-soft+triangular+deepening+repetition"
            "deepening ends one ply early" [EQUIVALENT TRUNCATED UNSOUND WRONG_SCORE WRONG_MOVE];
        "fail-high-takes-a-ply" "J" "pvs-soft+triangular+aspiration(1,widen=side)"
            "the root is searched a ply less deep each time that it fails high" [EQUIVALENT WRONG_SCORE PRUNED_LEAF];
        "judged-by-the-first-window" "-" "pvs-soft+triangular+aspiration(1,widen=side)"
            "what a score says is read off the window before it was widened" [BOUND WRONG_MOVE];
        "best-move-not-reset" "K" "pvs-soft+triangular+aspiration(1)+deepening"
            "a fail-low names the best move of the search of the root before" [WRONG_MOVE];
        "preferred-not-reset" "J" "pvs-soft+triangular+aspiration(1)+deepening"
            "a fail-low after a fail-high is declared to be a lower bound" [FALSE_BOUND EMPTY_WINDOW];
        "failed-line-shown" "J" "pvs-soft+triangular+aspiration(2)"
            "the driver shows the line of a search that ended outside its window" [UNPROVEN];
        "draft-not-compared" "-" "pvs-soft+triangular+tt"
            "any entry of the position matches, whatever its draft" [WRONG_SCORE BOUND_LAW];
        "key-not-compared" "-" "pvs-soft+triangular+tt(entries=4)"
            "whatever stands in the slot is taken for an entry of the position" [WRONG_SCORE BOUND_LAW];
        "exact-hit-whatever-pv-cut" "F" "pvs-soft+triangular+tt(pv-cut=none)"
            "an exact entry ends a PV-node where nothing may" [TRUNCATED];
        "bounds-exchanged" "-" "pvs-soft+triangular+tt"
            "a lower bound is read as an upper one, and the reverse" [WRONG_SCORE BOUND_LAW];
        "narrowed-past-the-bound" "-" "pvs-soft+triangular+tt(narrow=yes)"
            "a lower bound narrows the window by one too much" [WRONG_SCORE BOUND_LAW];
        "fail-low-keeps-another-move" "L" "pvs-soft+table-walk-raw+tt(entries=4,leaves=yes)"
            "an entry without a move takes the one of the position that stood in its slot" [ILLEGAL];
        "quiescence-keeps-row" "E" "pvs-soft+triangular+quiescence(plies=2)"
            "a node of quiescence does not clear its row on entry" [ILLEGAL];
        "quiescence-draws-untested" "E" "pvs-soft+triangular+repetition+quiescence"
            "draws by repetition are not tested in quiescence" [WRONG_SCORE BOUND_LAW];
        "quiescence-moves-not-recorded" "E" "pvs-soft+triangular+quiescence"
            "the moves of quiescence do not come into the line" [TRUNCATED ILLEGAL];
        "quiescence-moves-recorded-unasked" "E" "pvs-soft+triangular+quiescence(line=no)"
            "the moves of quiescence come into a line that is said to end before them" [UNSOUND];
        "line-goes-on-where-it-stands-pat" "E" "pvs-soft+triangular+quiescence"
            "a noisy move that is worse than to stand pat stays in the line" [EQUIVALENT UNSOUND ILLEGAL WRONG_MOVE];
        "stopped-child-raises" "K" "pvs-soft+triangular+stop-after(9,improved=yes)"
            "what a stopped child returns counts as its score" [TRUNCATED UNSOUND ILLEGAL FALSE_BOUND WRONG_MOVE];
        "unfinished-iteration-shown-as-finished" "K" "pvs-soft+triangular+stop-after(9,improved=yes)"
            "the best score so far is declared to be that of the root" [WRONG_SCORE UNFINISHED];
        "finished-score-unfinished-line" "K" "pvs-soft+triangular+deepening+stop-after(9,improved=yes)"
            "the score is that of the last iteration, and the line is that of the best move so far" [FALSE_BOUND WRONG_MOVE];
        "best-move-of-the-unfinished-iteration" "K" "pvs-soft+triangular+deepening+stop-after(9)"
            "the best move is that of the iteration that was stopped" [WRONG_MOVE];
        "rows-shown-before-the-first-iteration" "K" "pvs-soft+triangular+stop-after(1)"
            "a search that was stopped at once shows what its rows hold" [ILLEGAL];
        "stops-a-node-late" "K" "pvs-soft+triangular+deepening+stop-after(9)"
            "a node more is entered than the search may" [OVER_LIMIT];
        "odd-iterations-forgotten" "K" "pvs-soft+triangular+deepening+stop-after(60)"
            "of the iterations that have ended one in two is not shown" [STALE_ITERATION];
        "every-line-is-the-first" "O" "pvs-soft+triangular+multipv(2)"
            "every line shows the row of the first" [UNSOUND];
        "excluded-move-searched-again" "O" "pvs-soft+triangular+multipv(3)"
            "a line is found without the best move before it, and with those before that" [WRONG_SCORE SAME_MOVE];
        "later-lines-stored-at-the-root" "O" "pvs-soft+triangular+tt(draft=deeper)+deepening+multipv(3)"
            "what the root is worth without its best move is stored as what it is worth" [WRONG_SCORE FALSE_CLAIM];
        "lines-out-of-order" "O" "pvs-soft+triangular+multipv(2)"
            "the worst line comes first" [WRONG_SCORE];
        "lines-beyond-the-moves" "O" "pvs-soft+triangular+multipv(3)"
            "a line more is looked for than the root has moves" [FALSE_BOUND];
        "lines-missing" "O" "pvs-soft+triangular+multipv(3)"
            "two lines are found where three are asked for" [LINE_COUNT];
        "best-move-of-the-last-line" "O" "pvs-soft+triangular+multipv(2)"
            "the move that is named as best is that of the last line" [WRONG_MOVE EXCLUDED];
    }
}
