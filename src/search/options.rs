//! What a search may do beyond walking its tree: plain options, so that a fuzzer
//! can choose them, a case can print them and a shrinker can switch them off.

use std::fmt;

use crate::ply_limits::PlyLimits;
use crate::pv::CAPACITY;
use crate::score::{Bound, Score, Window};
use crate::search::Selectivity;
use crate::table::TableOptions;

/// The search options of a search; the default is none, the stable regime.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchOptions {
    /// `aspiration(W)`: the root is searched with a window about its static
    /// evaluation instead of the full one.
    pub aspiration: Option<Aspiration>,
    /// `tt(...)`: a transposition table, empty at first.
    pub table: Option<TableOptions>,
    /// `deepening`: the root is searched to depth 1, 2 and so on; the table is kept in between.
    pub deepening: bool,
    /// `order=...`: which moves are tried first.
    pub order: Order,
    /// `repetition`: a position that stands on the path already is a draw, 0.
    pub repetition: bool,
    /// `extension`: a forcing move costs no depth, as long as no line gets longer than twice the depth
    /// of the search, nor than stores can hold.
    pub extension: bool,
    /// `quiescence(...)`: where the depth runs out, noisy moves are searched on.
    pub quiescence: Option<Quiescence>,
    /// `null(R)`, `lmr(R)` and others: what is left out or reduced.
    pub selectivity: Selectivity,
    /// `multipv(K)`: the K best lines, each with another first move; 1 without.
    pub lines: u8,
    /// `stop-after(NODES)`: the search is stopped before it enters more nodes.
    pub node_limit: Option<NodeLimit>,
}

/// `quiescence(plies=N,line=yes|no)`: where the depth runs out the side to move may stand pat, which is
/// worth the evaluation, or make a noisy move, and so on for at most N plies. The search
/// of these moves is the algorithm's own (Harris, *The Heuristic Search and the Game of Chess*, 1975;
/// chessprogramming.org, *Quiescence Search*).
///
/// It tests for draws by repetition as the search above it does, and neither asks the table nor writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quiescence {
    /// The most noisy moves in a row: cycles of them end.
    pub plies: u8,
    /// Whether its moves belong to the line; else lines end where the depth does.
    pub in_line: bool,
}

impl Quiescence {
    /// What `quiescence` alone means.
    pub const DEFAULT: Self = Self { plies: 4, in_line: true };
}

/// `stop-after(NODES,improved=no|yes)`: what a search shows that had no time to end.
///
/// It is the last iteration that ended, its score and its lines. Before any has ended it is a lower bound
/// without a line: what the root evaluates to. With `improved=yes` it is what the unfinished iteration
/// has found so far, where a move has raised the root's alpha: *value >= score*, the line of that move, and
/// that move as the best one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeLimit {
    /// The most nodes, of all iterations together.
    pub nodes: u64,
    /// Whether the unfinished iteration counts.
    pub improved: bool,
}

/// Which moves are tried first; all others keep the order that the game gives them.
///
/// What a driver orders by is its own, and never the store under test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Order {
    /// None.
    #[default]
    None,
    /// Along the line that the last iteration ended with, its next move.
    Pv,
    /// The move that the table holds for the position.
    Table,
    /// The two moves that refuted positions at this ply last (Akl & Newborn 1977).
    Killers,
    /// Behind each root move the line that the last iteration found for it, be it a
    /// refutation; at the root the last best move (Akl & Newborn 1977).
    Refutation,
}

impl Order {
    /// All of them.
    pub const ALL: &[Self] = &[Self::None, Self::Pv, Self::Table, Self::Killers, Self::Refutation];

    /// The name that users type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Pv => "pv",
            Self::Table => "table",
            Self::Killers => "killers",
            Self::Refutation => "refutation",
        }
    }
}

/// `aspiration(W)` or `aspiration(W,widen=side|both)`: a root window (Baudet 1978;
/// Marsland 1983). Outside of it the search owes a bound and no line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Aspiration {
    /// The half-width of the window about the root's static evaluation; at least 1.
    pub width: u32,
    /// What happens when the score lies outside.
    pub widen: Widen,
}

/// How the root window is widened when a search ended outside of it. The stores
/// are not reset in between, as they are not in an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Widen {
    /// Not at all: the search ends with a bound.
    #[default]
    No,
    /// The side on which the search failed is opened, the other one stays.
    Side,
    /// Both sides are opened.
    Both,
}

impl Widen {
    /// All of them.
    pub const ALL: &[Self] = &[Self::No, Self::Side, Self::Both];

    /// The name that users type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Side => "side",
            Self::Both => "both",
        }
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self::NONE
    }
}

impl SearchOptions {
    /// No search option at all.
    pub const NONE: Self = Self {
        aspiration: None,
        table: None,
        deepening: false,
        order: Order::None,
        repetition: false,
        extension: false,
        quiescence: None,
        selectivity: Selectivity::NONE,
        lines: 1,
        node_limit: None,
    };

    /// A root window of this half-width, and nothing else.
    pub const fn aspiration(width: u32, widen: Widen) -> Self {
        Self { aspiration: Some(Aspiration { width, widen }), ..Self::NONE }
    }

    /// Whether anything but the tree itself decides which moves come first, or which depth.
    pub const fn is_plain(&self) -> bool {
        self.table.is_none()
            && !self.deepening
            && matches!(self.order, Order::None)
            && !self.repetition
            && !self.extension
            && self.quiescence.is_none()
            && !self.selectivity.is_any()
            && self.lines == 1
            && self.node_limit.is_none()
    }

    /// How far the lines of a search to `depth` go.
    pub const fn ply_limits(&self, depth: usize) -> PlyLimits {
        let quiescence = match self.quiescence {
            Some(Quiescence { plies, .. }) => plies as usize,
            None => 0,
        };
        let plies = depth + quiescence;
        let max_pv_length = if self.extension { self.longest_extended(depth) + quiescence } else { plies };
        PlyLimits { plies, quiescence, max_pv_length, extends: self.extension }
    }

    /// The most moves of a line above the horizon, when forcing ones are extended.
    const fn longest_extended(&self, depth: usize) -> usize {
        let most = CAPACITY.saturating_sub(match self.quiescence {
            Some(Quiescence { plies, .. }) => plies as usize,
            None => 0,
        });
        match 2 * depth {
            twice if twice < most => twice,
            _ if depth < most => most,
            _ => depth,
        }
    }

    /// How many searches of a root with so many moves a search to `depth` is, at worst: all iterations, with
    /// wider windows, and what goes before where the table is kept. Lines count squared: each is found, and
    /// judged, without the moves of all better ones.
    pub fn searches(&self, depth: usize, moves: usize) -> u64 {
        let iterations = if self.deepening { depth.max(1) } else { 1 };
        let windows = if self.aspiration.is_some() { 3 } else { 1 };
        let kept = if self.keeps_table() { 2 } else { 1 };
        let lines = usize::from(self.lines).min(moves.max(1));
        (iterations * windows * kept * lines * lines) as u64
    }

    /// Whether positions may share a key of the table.
    pub const fn collides(&self) -> bool {
        matches!(self.table, Some(TableOptions { key_bits: ..64, .. }))
    }

    /// Whether a search begins with what earlier ones left in the table.
    pub const fn keeps_table(&self) -> bool {
        matches!(self.table, Some(TableOptions { keep: true, .. }))
    }

    /// The window with which the root is searched at first: about `centre`, the root's static
    /// evaluation, or what the iteration before has found.
    pub fn root_window(&self, centre: Score) -> Window {
        match self.aspiration {
            Some(Aspiration { width, .. }) => Window::around(centre, width),
            None => Window::FULL,
        }
    }

    /// The window with which the root is searched again, after a search with
    /// `window` whose score has shown `bound`.
    pub fn widened(&self, window: Window, bound: Bound) -> Option<Window> {
        match (self.aspiration?.widen, bound) {
            (Widen::No, _) | (_, Bound::Exact) => None,
            (Widen::Side, Bound::Upper) => Some(Window { alpha: Window::FULL.alpha, ..window }),
            (Widen::Side, Bound::Lower) => Some(Window { beta: Window::FULL.beta, ..window }),
            (Widen::Both, _) => Some(Window::FULL),
        }
        .filter(|&wider| wider != window)
    }

    /// A table with these options, and nothing else.
    pub const fn table(options: TableOptions) -> Self {
        Self { table: Some(options), ..Self::NONE }
    }
}

impl fmt::Display for SearchOptions {
    /// As in a subject: each with a plus sign before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(options) = self.table {
            write!(f, "+{options}")?;
        }
        match self.aspiration {
            None => {}
            Some(Aspiration { width, widen: Widen::No }) => write!(f, "+aspiration({width})")?,
            Some(Aspiration { width, widen }) => write!(f, "+aspiration({width},widen={})", widen.name())?,
        }
        if self.deepening {
            f.write_str("+deepening")?;
        }
        if self.order != Order::None {
            write!(f, "+order={}", self.order.name())?;
        }
        if self.repetition {
            f.write_str("+repetition")?;
        }
        if self.extension {
            f.write_str("+extension")?;
        }
        if let Some(quiescence) = self.quiescence {
            write!(f, "+{quiescence}")?;
        }
        self.selectivity.fmt(f)?;
        if self.lines > 1 {
            write!(f, "+multipv({})", self.lines)?;
        }
        match self.node_limit {
            None => Ok(()),
            Some(NodeLimit { nodes, improved: false }) => write!(f, "+stop-after({nodes})"),
            Some(NodeLimit { nodes, improved: true }) => write!(f, "+stop-after({nodes},improved=yes)"),
        }
    }
}

impl fmt::Display for Quiescence {
    /// As in a subject, what is not usual in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plies, in_line } = *self;
        match (plies == Self::DEFAULT.plies, in_line) {
            (true, true) => f.write_str("quiescence"),
            (true, false) => f.write_str("quiescence(line=no)"),
            (false, true) => write!(f, "quiescence(plies={plies})"),
            (false, false) => write!(f, "quiescence(plies={plies},line=no)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines are twice as long as the depth, and as long as a store has room for, whichever is less; a search
    /// that is deeper than that is refused by its depth.
    #[test]
    fn extended_lines_end_at_twice_the_depth_or_where_stores_do() {
        let of = |plies: u8| {
            let quiescence = (plies > 0).then_some(Quiescence { plies, in_line: true });
            SearchOptions { extension: true, quiescence, ..SearchOptions::NONE }
        };
        for plies in [0, 1, 8] {
            let most = CAPACITY - usize::from(plies);
            for depth in [0, 1, 2, 3, most / 2 - 1, most / 2, most / 2 + 1, most - 1, most, most + 1] {
                let longest = if depth > most { depth } else { most.min(2 * depth) };
                let ply_limits = of(plies).ply_limits(depth);
                assert_eq!(ply_limits.max_pv_length, longest + usize::from(plies), "{depth} and {plies}");
                assert_eq!(ply_limits.plies, depth + usize::from(plies));
            }
        }
        assert_eq!(SearchOptions::NONE.ply_limits(5), PlyLimits::for_depth(5));
    }

    #[test]
    fn a_table_is_kept_where_its_options_say_so() {
        assert!(!SearchOptions::NONE.keeps_table());
        for keep in [false, true] {
            assert_eq!(
                SearchOptions::table(TableOptions { keep, ..TableOptions::DEFAULT }).keeps_table(),
                keep
            );
        }
    }
}
