//! Wrong on purpose: what every check must be able to see.
//!
//! A store's bug is a decorator that alters one operation of a real store; an
//! algorithm's is a copy whose only difference is the hunk that is wrong. Each
//! names the findings as which it must be seen, and those alone. *Caught* means
//! that the correct code passes the very same game. Nothing in the library uses
//! this room; tests, fuzz targets and the command line do.

mod algorithms;
mod stores;

use crate::algorithm::Algorithm;
use crate::check::{Bench, judge_line};
use crate::contract::promise;
use crate::game::Tree;
use crate::pv::{Fed, Store};
use crate::search::{Shortcuts, TooDeep, Widen};
use crate::subject::Subject;
use crate::verdict::{Fault, FaultKind, Finding, LineKind, LineVerdict, ScoreVerdict, Verdict};

use stores::Altered;

macro_rules! bugs {
    ($($variant:ident $name:literal $class:literal $what:literal $seen_as:expr;)*) => {
        /// The bugs by name.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Bug {
            $(#[doc = $what] $variant,)*
        }

        impl Bug {
            /// Every bug.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name that users type.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The class of real bugs that it belongs to, by the letters of the
            /// catalogue: A a row not cleared, D a shared buffer, H a length, copy
            /// or index, J bounds shown as lines; `-` where the bug is one of
            /// search and shows in the line.
            pub const fn class(self) -> &'static str {
                match self { $(Self::$variant => $class,)* }
            }

            /// One line on what is wrong.
            pub const fn what(self) -> &'static str {
                match self { $(Self::$variant => $what,)* }
            }

            /// Every finding as which random games show it.
            pub fn seen_as(self) -> Vec<Finding> {
                match self { $(Self::$variant => $seen_as.to_vec(),)* }
            }
        }
    };
}

const EQUIVALENT: Finding = Finding::Line(LineKind::Equivalent);
const TRUNCATED: Finding = Finding::Line(LineKind::Truncated);
const UNPROVEN: Finding = Finding::Line(LineKind::Unproven);
const FALSE_BOUND: Finding = Finding::Score(ScoreVerdict::FalseBound);
const MISSING: Finding = Finding::Line(LineKind::Missing);
const UNSOUND: Finding = Finding::Line(LineKind::Unsound);
const ILLEGAL: Finding = Finding::Line(LineKind::Illegal);
const WRONG_SCORE: Finding = Finding::Score(ScoreVerdict::Unwitnessed);
const BOUND_LAW: Finding = Finding::Fault(FaultKind::BoundLaw);
const PRUNED_LEAF: Finding = Finding::Fault(FaultKind::PrunedLeaf);
const RAISED_REFUTATION: Finding = Finding::Fault(FaultKind::RaisedRefutation);
const EMPTY_WINDOW: Finding = Finding::Fault(FaultKind::EmptyWindow);

bugs! {
    CopiesOneShort "copies-one-short" "H"
        "a raise copies the child's line without its last move" [TRUNCATED];
    ChildNotCopied "child-not-copied" "D"
        "a raise counts the child's line and does not copy it" [ILLEGAL];
    KeepsFirstLine "keeps-first-line" "H"
        "only the first raise of a node is recorded" [UNSOUND];
    NeverClears "never-clears" "A"
        "rows are not cleared on entry" [ILLEGAL];
    IndexOffByOne "index-off-by-one" "H"
        "a raise reads the child's row one slot too far" [ILLEGAL];
    CutoffOnGreaterOnly "cutoff-on-greater-only" "-"
        "a cutoff only when the score exceeds beta" [PRUNED_LEAF];
    ResearchForgotten "research-forgotten" "-"
        "a null-window score counts as if it were exact"
        [WRONG_SCORE, BOUND_LAW, PRUNED_LEAF, TRUNCATED, UNSOUND, ILLEGAL];
    RaiseBeforeCutoff "raise-before-cutoff" "J"
        "the line is recorded before the cutoff test" [RAISED_REFUTATION];
    NullWindowOfWidth0 "null-window-of-width-0" "-"
        "null windows have no width" [WRONG_SCORE, EMPTY_WINDOW];
    NullWindowRefutationsWrite "null-window-refutations-write" "-"
        "refutations in null-window nodes write the single array" [EQUIVALENT, UNSOUND, ILLEGAL];
    TerminatorForgotten "terminator-forgotten" "A"
        "the single array is not ended where a value came without a search" [ILLEGAL];
    SaysNone "says-none" "J"
        "the store says that it has no line" [MISSING];
    ShowsUnproven "shows-unproven" "J"
        "the row is shown although the search ended outside its window" [UNPROVEN];
    CutoffReturnsMore "cutoff-returns-more" "-"
        "a cutoff returns one more than it has proved"
        [FALSE_BOUND, BOUND_LAW];
    SwapsWrongRow "swaps-wrong-row" "H"
        "a raise swaps the pointer of the wrong row" [TRUNCATED, UNSOUND, ILLEGAL];
}

/// A bug of an algorithm, beside its original.
pub struct Mutation {
    /// The source of the original, and the name of its function.
    pub original: (&'static str, &'static str),
    /// The source of the copy, and the name of its function.
    pub copy: (&'static str, &'static str),
    /// The hunk of the original that the copy has otherwise.
    pub removed: &'static str,
    /// What the copy has in its place.
    pub added: &'static str,
}

/// What a buggy search was caught at, and with which store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caught {
    /// As what.
    pub finding: Finding,
    /// The store whose line shows it; any, when the search itself is at fault.
    pub store: Store,
}

/// Runs a copy of an algorithm over every store.
macro_rules! copied {
    ($bug:expr, $function:ident, $game:expr, $depth:expr) => {{
        let mut bench = Bench::<Fed>::default();
        let mut lines = Vec::new();
        let mut game = bench.game(&$game.root(), $depth)?;
        let trial = game.try_search(
            algorithms::$function,
            true,
            &$bug.subject().shortcuts,
            |oracle, index, outcome| {
                let store = Store::ALL[index];
                lines.push((store, judge_line(oracle, outcome, store.keeps_lines())));
            },
        );
        Ok($bug.worst(trial.fault, trial.verdict, &lines))
    }};
}

impl Bug {
    /// The subject that this bug spoils: its store, or for a bug of an algorithm
    /// the store in which it shows first.
    pub const fn subject(self) -> Subject {
        let (algorithm, store) = match self {
            Self::CopiesOneShort
            | Self::ChildNotCopied
            | Self::KeepsFirstLine
            | Self::NeverClears
            | Self::IndexOffByOne
            | Self::SaysNone
            | Self::CutoffOnGreaterOnly => (Algorithm::AlphaBetaHard, Store::Triangular),
            Self::SwapsWrongRow => (Algorithm::AlphaBetaHard, Store::PointerArray),
            Self::NullWindowRefutationsWrite | Self::TerminatorForgotten | Self::RaiseBeforeCutoff => {
                (Algorithm::PvsSoft, Store::SingleArray)
            }
            Self::ResearchForgotten => (Algorithm::PvsHard, Store::Triangular),
            Self::NullWindowOfWidth0 | Self::ShowsUnproven => (Algorithm::PvsSoft, Store::Triangular),
            Self::CutoffReturnsMore => (Algorithm::AlphaBetaSoft, Store::Triangular),
        };
        // Two can show only where a search may end outside its window.
        let shortcuts = match self {
            Self::ShowsUnproven | Self::CutoffReturnsMore => Shortcuts::aspiration(2, Widen::No),
            _ => Shortcuts::NONE,
        };
        Subject { algorithm, store, shortcuts }
    }

    /// For a bug of an algorithm: where it differs from the original.
    pub const fn mutation(self) -> Option<Mutation> {
        const COPIES: &str = include_str!("algorithms.rs");
        const ALPHA_BETA_HARD: &str = include_str!("../algorithm/alpha_beta_hard.rs");
        const ALPHA_BETA_SOFT: &str = include_str!("../algorithm/alpha_beta_soft.rs");
        const PVS_HARD: &str = include_str!("../algorithm/pvs_hard.rs");
        const PVS_SOFT: &str = include_str!("../algorithm/pvs_soft.rs");
        let (original, copy, removed, added) = match self {
            Self::CutoffOnGreaterOnly => (
                (ALPHA_BETA_HARD, "alpha_beta_hard"),
                "cutoff_on_greater_only",
                "if score >= beta {",
                "if score > beta {",
            ),
            Self::CutoffReturnsMore => (
                (ALPHA_BETA_SOFT, "alpha_beta_soft"),
                "cutoff_returns_more",
                "s.refute(node, child); return best;",
                "s.refute(node, child); return best + 1;",
            ),
            Self::ResearchForgotten => (
                (PVS_HARD, "pvs_hard"),
                "research_forgotten",
                "if score > alpha { score = -s.search(pvs_hard, node, child, -beta, -alpha); }",
                "",
            ),
            Self::RaiseBeforeCutoff => (
                (PVS_SOFT, "pvs_soft"),
                "raise_before_cutoff",
                "if score >= beta { s.refute(node, child); return best; } \
                 if score > alpha { alpha = score; s.raise(node, child); }",
                "if score > alpha { alpha = score; s.raise(node, child); } \
                 if score >= beta { s.refute(node, child); return best; }",
            ),
            Self::NullWindowOfWidth0 => (
                (PVS_SOFT, "pvs_soft"),
                "null_window_of_width_0",
                "score = -s.search(pvs_soft, node, child, -alpha - 1, -alpha);",
                "score = -s.search(pvs_soft, node, child, -alpha, -alpha);",
            ),
            _ => return None,
        };
        Some(Mutation { original, copy: (COPIES, copy), removed, added })
    }

    /// Runs the buggy search on a game: the worst that shows and that the correct
    /// subject promises never to show.
    ///
    /// # Errors
    ///
    /// When the depth exceeds the capacity of the stores.
    pub fn try_on(self, game: &Tree, depth: usize) -> Result<Option<Caught>, TooDeep> {
        match self {
            Self::CopiesOneShort => self.altered::<stores::CopiesOneShort>(game, depth),
            Self::ChildNotCopied => self.altered::<stores::ChildNotCopied>(game, depth),
            Self::KeepsFirstLine => self.altered::<stores::KeepsFirstLine>(game, depth),
            Self::NeverClears => self.altered::<stores::NeverClears>(game, depth),
            Self::IndexOffByOne => self.altered::<stores::IndexOffByOne>(game, depth),
            Self::NullWindowRefutationsWrite => {
                self.altered::<stores::NullWindowRefutationsWrite>(game, depth)
            }
            Self::TerminatorForgotten => self.altered::<stores::TerminatorForgotten>(game, depth),
            Self::ShowsUnproven => self.altered::<stores::ShowsUnproven>(game, depth),
            Self::CutoffReturnsMore => copied!(self, cutoff_returns_more, game, depth),
            Self::SaysNone => self.altered::<stores::SaysNone>(game, depth),
            Self::SwapsWrongRow => self.altered::<stores::SwapsWrongRow>(game, depth),
            Self::CutoffOnGreaterOnly => copied!(self, cutoff_on_greater_only, game, depth),
            Self::ResearchForgotten => copied!(self, research_forgotten, game, depth),
            Self::RaiseBeforeCutoff => copied!(self, raise_before_cutoff, game, depth),
            Self::NullWindowOfWidth0 => copied!(self, null_window_of_width_0, game, depth),
        }
    }

    fn altered<A: stores::Alteration>(self, tree: &Tree, depth: usize) -> Result<Option<Caught>, TooDeep> {
        let mut bench = Bench::feeding(Altered::<A>::default());
        let mut line = LineVerdict::from(LineKind::Same);
        let mut game = bench.game(&tree.root(), depth)?;
        let Subject { algorithm, shortcuts, store } = self.subject();
        let trial = game.try_algorithm(algorithm, &shortcuts, |oracle, _, outcome| {
            line = judge_line(oracle, outcome, true);
        });
        Ok(self.worst(trial.fault, trial.verdict, &[(store, line)]))
    }

    fn worst(
        self,
        fault: Option<Fault>,
        score: ScoreVerdict,
        lines: &[(Store, LineVerdict)],
    ) -> Option<Caught> {
        let subject = self.subject();
        if score.is_fault() {
            return Some(Caught { finding: Finding::Score(score), store: subject.store });
        }
        if let Some(fault) = fault {
            return Some(Caught { finding: Finding::Fault(fault.kind()), store: subject.store });
        }
        let broken = lines.iter().filter(|&&(store, line)| {
            !promise(&Subject { store, ..subject }).allows(Verdict { score, line })
        });
        let worst = broken.max_by_key(|(_, line)| line.kind);
        worst.map(|&(store, line)| Caught { finding: Finding::Line(line.kind), store })
    }
}
