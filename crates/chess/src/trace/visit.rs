//! The nodes that are open.

use super::format::{Entered, Kind, Reason, Rest, TableEntry};
use pvcheck::score::Bound;

/// How a node is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Via {
    Root,
    Move,
    Probe,
    Null,
    /// The node is searched once more inside its own search.
    Same,
}

/// What follows the move of a line.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tail {
    /// The link with this number.
    Link(u32),
    /// The line ends at a node that was left for this reason with this score.
    End(Reason, i32),
}

/// A node that was left, as the node above it sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub mv: u32,
    /// The score, as the child has returned it.
    pub score: i32,
    /// What the child claims about its own value.
    pub bound: Bound,
    pub depth: i16,
    /// The depth that its move gets unless it is reduced.
    pub full: i16,
    pub window: (i32, i32),
    pub node: u64,
    pub tail: Tail,
}

impl Child {
    /// The value for the node above it, if that is at least this.
    pub fn at_least(&self) -> Option<i32> {
        (self.bound != Bound::Lower).then_some(-self.score)
    }

    /// The value for the node above it, if that is at most this.
    pub fn at_most(&self) -> Option<i32> {
        (self.bound != Bound::Upper).then_some(-self.score)
    }

    pub fn is_reduced(&self) -> bool {
        self.depth < self.full
    }
}

/// A node that was entered and not left.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Clone, Debug)]
pub(super) struct Visit<P> {
    pub position: P,
    pub identity: u64,
    pub entered: Entered,
    /// The depth, as the node has changed it.
    pub depth: i16,
    pub ply: i32,
    pub via: Via,
    pub mv: u32,
    pub full: i16,
    pub node: u64,
    /// The values that alpha and beta had so far.
    pub alphas: Vec<i32>,
    pub betas: Vec<i32>,
    pub evaluation: Option<i32>,
    pub stand_pat: Option<i32>,
    /// The move that was begun last, and its depth.
    pub begun: Option<(u32, i16, Via)>,
    /// The key of the node to which it leads, once that is entered.
    pub begun_key: Option<u64>,
    pub children: Vec<Child>,
    pub probes: Vec<Child>,
    pub null: Option<Child>,
    /// The searches of the same node.
    pub inner: Vec<Child>,
    pub skipped: Vec<(u32, Reason)>,
    pub rest: Vec<(Rest, Option<u16>)>,
    pub legal: Option<u16>,
    pub entries: Vec<TableEntry>,
    pub stores: Vec<TableEntry>,
    pub cycle: Option<i32>,
    /// Bounds that were told, without a move.
    pub least: Option<i32>,
    pub most: Option<i32>,
    pub raised: Option<(u32, i32)>,
    pub tail: Option<Tail>,
    pub is_aborted: bool,
    /// Whether the position occurred before, so that the node must be a draw.
    pub is_repeated: bool,
    /// Whether an illegal move leads here.
    pub is_dead: bool,
    /// Whether a search of the same node was left as a draw.
    pub has_drawn: bool,
    /// Whether a move was searched again after other moves.
    pub has_twice: bool,
}

impl<P> Visit<P> {
    pub fn new(position: P, entered: Entered) -> Self {
        Self {
            position,
            identity: entered.key,
            entered,
            depth: entered.depth,
            ply: 0,
            via: Via::Root,
            mv: 0,
            full: entered.depth,
            node: 0,
            alphas: Vec::new(),
            betas: Vec::new(),
            evaluation: None,
            stand_pat: None,
            begun: None,
            begun_key: None,
            children: Vec::new(),
            probes: Vec::new(),
            null: None,
            inner: Vec::new(),
            skipped: Vec::new(),
            rest: Vec::new(),
            legal: None,
            entries: Vec::new(),
            stores: Vec::new(),
            cycle: None,
            least: None,
            most: None,
            raised: None,
            tail: None,
            is_aborted: false,
            is_repeated: false,
            is_dead: false,
            has_drawn: false,
            has_twice: false,
        }
    }

    /// Turns this visit into that of another node. Its lists keep their memory.
    pub fn renew(&mut self, position: P, entered: Entered) {
        fn emptied<T>(list: &mut Vec<T>) -> Vec<T> {
            list.clear();
            std::mem::take(list)
        }
        *self = Self {
            alphas: emptied(&mut self.alphas),
            betas: emptied(&mut self.betas),
            children: emptied(&mut self.children),
            probes: emptied(&mut self.probes),
            inner: emptied(&mut self.inner),
            skipped: emptied(&mut self.skipped),
            rest: emptied(&mut self.rest),
            entries: emptied(&mut self.entries),
            stores: emptied(&mut self.stores),
            ..Self::new(position, entered)
        };
    }

    pub fn is_quiescence(&self) -> bool {
        self.entered.kind == Kind::Quiescence
    }

    pub fn alpha(&self) -> i32 {
        self.alphas.last().copied().unwrap_or(self.entered.window.0)
    }

    pub fn beta(&self) -> i32 {
        self.betas.last().copied().unwrap_or(self.entered.window.1)
    }

    /// Whether the position is on the path by a move of its own.
    pub fn is_on_path(&self) -> bool {
        !matches!(self.via, Via::Root | Via::Same)
    }

    /// Whether this move is excluded, as was told before what is judged.
    pub fn excludes(&self, mv: u32) -> bool {
        self.skipped.contains(&(mv, Reason::Excluded))
    }

    pub fn excluded(&self) -> Option<u32> {
        self.skipped.iter().find(|(_, why)| *why == Reason::Excluded).map(|&(mv, _)| mv)
    }

    /// The last search of each move counts.
    pub fn last_search(&self, mv: u32) -> Option<&Child> {
        self.children.iter().rfind(|child| child.mv == mv)
    }

    /// The last searches of all moves that are not excluded.
    pub fn last_searches(&self) -> impl Iterator<Item = &Child> {
        let children = self.children.iter().enumerate();
        children
            .filter(|&(index, child)| self.children[index + 1..].iter().all(|later| later.mv != child.mv))
            .map(|(_, child)| child)
            .filter(|child| self.excluded() != Some(child.mv))
    }
}

/// What a score claims in this window.
pub(super) fn claim((alpha, beta): (i32, i32), score: i32) -> Bound {
    if score <= alpha {
        Bound::Upper
    } else if score >= beta {
        Bound::Lower
    } else {
        Bound::Exact
    }
}

/// The claim in words.
pub(super) const fn words(bound: Bound) -> &'static str {
    match bound {
        Bound::Lower => "at least",
        Bound::Upper => "at most",
        Bound::Exact => "exactly",
    }
}
