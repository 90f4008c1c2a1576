//! What a search may do beyond walking its tree: plain options, so that a fuzzer
//! can choose them, a case can print them and a shrinker can switch them off.

use std::fmt;

use crate::score::{Bound, Score, Window};
use crate::search::Selectivity;
use crate::table::Options;

/// The shortcuts of a search; the default is none, the stable regime.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Shortcuts {
    /// `aspiration(W)`: the root is searched with a window about its static
    /// evaluation instead of the full one.
    pub aspiration: Option<Aspiration>,
    /// `tt(...)`: a transposition table, empty at first.
    pub table: Option<Options>,
    /// `deepening`: the root is searched to depth 1, 2 and so on; the table is kept in between.
    pub deepening: bool,
    /// `order=...`: which moves are tried first.
    pub order: Order,
    /// `repetition`: a position that stands on the path already is a draw, 0.
    pub repetition: bool,
    /// `null(R)`, `lmr(R)` and others: what is left out or reduced.
    pub selectivity: Selectivity,
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

impl Shortcuts {
    /// No shortcut at all.
    pub const NONE: Self = Self {
        aspiration: None,
        table: None,
        deepening: false,
        order: Order::None,
        repetition: false,
        selectivity: Selectivity::NONE,
    };

    /// A root window of this half-width, and nothing else.
    pub const fn aspiration(width: u32, widen: Widen) -> Self {
        Self { aspiration: Some(Aspiration { width, widen }), ..Self::NONE }
    }

    /// Whether anything but the tree itself decides which moves come first, or which depth.
    pub const fn is_direct(&self) -> bool {
        self.table.is_none()
            && !self.deepening
            && matches!(self.order, Order::None)
            && !self.repetition
            && !self.selectivity.is_any()
    }

    /// Whether positions may share a key of the table.
    pub const fn collides(&self) -> bool {
        matches!(self.table, Some(Options { key_bits: ..64, .. }))
    }

    /// Whether a search begins with what earlier ones left in the table.
    pub const fn keeps_table(&self) -> bool {
        matches!(self.table, Some(Options { keep: true, .. }))
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
    pub const fn table(options: Options) -> Self {
        Self { table: Some(options), ..Self::NONE }
    }
}

impl fmt::Display for Shortcuts {
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
        self.selectivity.fmt(f)
    }
}
