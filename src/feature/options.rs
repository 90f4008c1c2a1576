//! Search options, which state what a search does beyond walking its tree. They are plain data, so that a fuzzer can
//! choose them, a case can print them, and the shrinker can switch them off.

use super::{Schedule, Selectivity, TableOptions, Threads};
use crate::ply_limits::{CAPACITY, PlyLimits};
use crate::score::{Bound, Score, Window};

/// The options of a search. By default no option is set, as in the stable regime.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchOptions {
    /// `aspiration(W)`: a window around the static evaluation of the root instead of the full window.
    pub aspiration: Option<Aspiration>,
    /// `tt(...)`: a transposition table, empty when the search begins.
    pub table: Option<TableOptions>,
    /// `deepening`: the root is searched to depth 1, 2 and so on. The table is kept in between.
    pub deepening: bool,
    /// `order=...`: the moves that are tried first.
    pub order: Order,
    /// `repetition`: a position that is on the path already is a draw, with score 0.
    pub repetition: bool,
    /// `extension`: a forcing move costs no depth, as long as no line gets longer than twice the depth
    /// of the search or than the stores can hold.
    pub extension: bool,
    /// `quiescence(...)`: where the depth runs out, the search continues with noisy moves.
    pub quiescence: Option<Quiescence>,
    /// `null(R)`, `lmr(R)` and others: the moves and nodes that are skipped, reduced or cut off by a guess.
    pub selectivity: Selectivity,
    /// `multipv(K)`: the K best lines, each with another first move. The default is 1.
    pub lines: u8,
    /// `stop-after(NODES)`: the search is stopped before it enters more nodes.
    pub node_limit: Option<NodeLimit>,
    /// `threads(N)`: several threads search the root with one table.
    pub threads: Option<Threads>,
}

/// `quiescence(plies=N,line=yes|no)`: where the depth runs out, the side to move stands pat (the score is
/// the evaluation) or makes a noisy move, and so on for at most N plies. Each algorithm searches these
/// moves with its own routine (Harris, *The Heuristic Search and the Game of Chess*, 1975;
/// chessprogramming.org, *Quiescence Search*).
///
/// Quiescence tests for draws by repetition as the search above the horizon does. It neither probes the
/// table nor writes to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quiescence {
    /// The maximum number of noisy moves in a row. The limit ends cycles of noisy moves.
    pub plies: u8,
    /// Whether lines contain the moves of quiescence; if not, lines end at the horizon.
    pub in_line: bool,
}

impl Quiescence {
    /// The meaning of `quiescence` without arguments.
    pub const DEFAULT: Self = Self { plies: 4, in_line: true };
}

/// `stop-after(NODES,improved=no|yes)`: the search stops before it enters more than NODES nodes, like an
/// engine that runs out of time.
///
/// A stopped search shows its last completed iteration: score and lines. If no iteration is complete, it
/// shows a lower bound without a line: the evaluation of the root. With `improved=yes` it shows the result
/// of the unfinished iteration, if a move has raised the root's alpha there: *value >= score*, that move as
/// the best move, and its line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeLimit {
    /// The maximum number of nodes, all iterations together.
    pub nodes: u64,
    /// Whether the result of the unfinished iteration is shown.
    pub improved: bool,
}

named_enum! {
    /// The moves that are tried first. All others keep the order in which the game lists them.
    ///
    /// Move ordering keeps its own lines and never reads the store under test.
    Order {
        /// No move: the order of the game.
        None "none",
        /// On the line of the last iteration: the next move of that line.
        Pv "pv",
        /// The hash move: the move of the table entry of the position.
        Table "table",
        /// The two moves that last refuted a node at this ply (Akl & Newborn 1977).
        Killers "killers",
        /// After a root move: the next move of the line that the last iteration found for that root move,
        /// which may be a refutation. At the root: the last best move (Akl & Newborn 1977).
        Refutation "refutation",
    }
}

/// `aspiration(W)` or `aspiration(W,widen=side|both)`: a root window (Baudet 1978; Marsland 1983). If the
/// score is outside of it, the search returns a bound and no line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Aspiration {
    /// The half-width of the window around the root's static evaluation; at least 1.
    pub width: u32,
    /// The way in which the window is widened if the score is outside.
    pub widen: Widen,
}

named_enum! {
    /// The way in which the root window is widened after a search that ended outside the window. As in engines, the
    /// stores are not reset in between.
    Widen {
        /// Not at all: the search ends with a bound.
        No "no",
        /// The side on which the search failed is opened; the other side stays.
        Side "side",
        /// Both sides are opened.
        Both "both",
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self::NONE
    }
}

impl SearchOptions {
    /// Search options without any option set.
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
        threads: None,
    };

    /// Returns options with a root window of this half-width, and with no other option set.
    pub const fn aspiration(width: u32, widen: Widen) -> Self {
        Self { aspiration: Some(Aspiration { width, widen }), ..Self::NONE }
    }

    /// Returns these options for one of many games, each with its own random schedule.
    #[must_use]
    pub(crate) fn in_game(self, index: u64) -> Self {
        self.threads.map_or(self, |threads| self.scheduled(threads.schedule.in_game(index)))
    }

    /// Returns these options with this schedule, if there are several threads.
    #[must_use]
    pub(crate) fn scheduled(self, schedule: Schedule) -> Self {
        Self { threads: self.threads.map(|threads| Threads { schedule, ..threads }), ..self }
    }

    /// Returns these options with the default schedule, if there are several threads.
    #[must_use]
    pub fn by_usual_schedule(self) -> Self {
        self.scheduled(Schedule::DEFAULT)
    }

    /// Whether no option is set, except perhaps `aspiration`. The tree alone then decides on the order of the moves and
    /// on the depth.
    pub fn is_plain(&self) -> bool {
        *self == Self { aspiration: self.aspiration, ..Self::NONE }
    }

    /// Returns the maximum plies of a search to `depth` and the maximum length of its lines.
    pub const fn ply_limits(&self, depth: usize) -> PlyLimits {
        let quiescence = match self.quiescence {
            Some(Quiescence { plies, .. }) => plies as usize,
            None => 0,
        };
        let plies = depth + quiescence;
        let max_pv_length = if self.extension { self.longest_extended(depth) + quiescence } else { plies };
        PlyLimits { plies, quiescence, max_pv_length, extends: self.extension }
    }

    /// The maximum number of moves of a line above the horizon if forcing moves are extended.
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

    /// The maximum number of root searches in a search to `depth` of a root with `moves` moves: all iterations, wider
    /// windows, and preceding searches if the table is kept. The number of lines counts squared, because each line is
    /// found, and judged, without the first moves of all better lines.
    pub fn max_root_searches(&self, depth: usize, moves: usize) -> u64 {
        let iterations = if self.deepening { depth.max(1) } else { 1 };
        let windows = if self.aspiration.is_some() { 3 } else { 1 };
        let runs = if self.keeps_table() { 2 } else { 1 };
        let lines = usize::from(self.lines).min(moves.max(1));
        (iterations * windows * runs * lines * lines) as u64
    }

    /// Whether two positions may share a key in the table.
    pub const fn collides(&self) -> bool {
        matches!(self.table, Some(TableOptions { key_bits: ..64, .. }))
    }

    /// Whether a search begins with the table that the preceding searches filled.
    pub const fn keeps_table(&self) -> bool {
        matches!(self.table, Some(TableOptions { keep: true, .. }))
    }

    /// The first window of the root, around `centre`, which is the static evaluation of the root or the score of the
    /// iteration before.
    pub fn root_window(&self, centre: Score) -> Window {
        match self.aspiration {
            Some(Aspiration { width, .. }) => Window::around(centre, width),
            None => Window::FULL,
        }
    }

    /// The window of the next search of the root, after a search with `window` that returned a score of this `bound`;
    /// `None` if there is none.
    pub fn widened(&self, window: Window, bound: Bound) -> Option<Window> {
        match (self.aspiration?.widen, bound) {
            (Widen::No, _) | (_, Bound::Exact) => None,
            (Widen::Side, Bound::Upper) => Some(Window { alpha: Window::FULL.alpha, ..window }),
            (Widen::Side, Bound::Lower) => Some(Window { beta: Window::FULL.beta, ..window }),
            (Widen::Both, _) => Some(Window::FULL),
        }
        .filter(|&wider| wider != window)
    }

    /// Returns options with this table, and with no other option set.
    pub const fn table(options: TableOptions) -> Self {
        Self { table: Some(options), ..Self::NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The maximum length is twice the depth or the capacity of the stores, whichever is less. A depth beyond
    /// the capacity is kept, so that the search refuses it.
    #[test]
    fn extended_lines_end_at_twice_the_depth_or_at_the_capacity_of_the_stores() {
        let extended = |plies: u8| {
            let quiescence = (plies > 0).then_some(Quiescence { plies, in_line: true });
            SearchOptions { extension: true, quiescence, ..SearchOptions::NONE }
        };
        for plies in [0, 1, 8] {
            let most = CAPACITY - usize::from(plies);
            for depth in [0, 1, 2, 3, most / 2 - 1, most / 2, most / 2 + 1, most - 1, most, most + 1] {
                let longest = if depth > most { depth } else { most.min(2 * depth) };
                let ply_limits = extended(plies).ply_limits(depth);
                assert_eq!(
                    ply_limits.max_pv_length,
                    longest + usize::from(plies),
                    "depth {depth}, quiescence {plies}"
                );
                assert_eq!(ply_limits.plies, depth + usize::from(plies));
            }
        }
        assert_eq!(SearchOptions::NONE.ply_limits(5), PlyLimits::for_depth(5));
    }
}
