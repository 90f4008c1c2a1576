//! An engine that shares no code with the searches of the library, as an example of an outside engine that the harness
//! judges, and as a second opinion on the oracle.
//!
//! | file | contains |
//! |---|---|
//! | `search` | the steps of a node: draw, table, leaf, cutoff, expansion |
//! | `expand` | alpha-beta and PVS: windows and re-searches |
//! | `quiescence`, `selective`, `ordering`, `draws`, `evaluation` | single steps |
//! | `nested`, `reduced` | searches of a node, and of its moves, at smaller depths |
//! | `root` | iterative deepening, aspiration, several lines, stopping |
//! | `table`, `rows` | transposition table and triangular PV table |
//! | `options`, `features`, `rules` | what it may do, and how it declares that to the oracle |
//! | `acts` | counts of what it really did |
//! | `bug` | seeded bugs |
//! | `games`, `trial` | random games, and its searches as the harness judges them |
//! | `campaign`, `compare` | many searches, without and with a seeded bug |
//! | `regimes`, `missed`, `record` | how often a seeded bug is missed, by regime |
//! | `variety` | a correct engine with random choices, whose results show what else is valid |

mod acts;
mod bug;
pub mod campaign;
pub mod compare;
mod draws;
mod evaluation;
mod expand;
mod features;
pub mod games;
pub mod missed;
mod nested;
mod options;
mod ordering;
mod quiescence;
pub mod record;
mod reduced;
mod regimes;
mod root;
mod rows;
mod rules;
mod search;
mod selective;
mod table;
pub mod trial;
mod variety;

use crate::common::prelude::*;
pub use acts::{Act, Acts};
pub use bug::Bug;
pub use features::{Extends, Feature, Features, LateMoves, ProbCut, StaticNull};
pub use games::{random_game, random_game_with};
pub use options::{
    Aspiration, Limit, Options, PvCutoffs, Quiescence, Recursion, Replacement, TableOptions, Widening,
};
pub use regimes::Regime;
pub use trial::{Judged, ShownLine, by_facts, judge, judge_by, prepare};
pub use variety::Variety;

use pvcheck::search::ReportedNodes;

use ordering::Killers;
use root::Shown;
use rows::Rows;
use rules::LONGEST_LINE;
use search::Search;
use table::Table;

/// The search reached its node limit, so its current nodes have no result.
#[derive(Clone, Copy, Debug)]
pub struct Stopped;

/// The engine, which keeps its table between the searches of a game.
#[derive(Debug)]
pub struct Engine {
    pub options: Options,
    /// The seeded bug, if any.
    bug: Option<Bug>,
    /// The least depth to go of the nodes of which the engine notifies the observer; `None` for the searches of the root alone.
    pub told_from: Option<usize>,
    /// The acts of the options in the last search.
    pub acts: Acts,
    table: Table,
    rows: Rows,
    killers: Killers,
    /// The random choice of permitted steps, if the engine uses its rules only at random.
    pub variety: Option<Variety>,
    /// The keys of the positions before the root, since the last noisy move.
    pub history: Vec<u64>,
}

impl Engine {
    /// An engine without options; with a seeded bug if one is given.
    pub fn new(bug: Option<Bug>) -> Self {
        Self {
            options: Options::NONE,
            bug,
            told_from: Some(0),
            acts: Acts::NONE,
            table: Table::new(bug),
            rows: Rows::new(LONGEST_LINE),
            killers: Killers::new(LONGEST_LINE),
            variety: None,
            history: Vec::new(),
        }
    }

    /// The nodes that the engine reports.
    pub fn reported(&self) -> ReportedNodes {
        self.told_from.filter(|&least| least > 0).map_or(ReportedNodes::All, ReportedNodes::DownTo)
    }

    /// Forgets the searches of another game.
    pub fn new_game(&mut self) {
        self.table.clear();
    }

    /// Searches `root` to `depth`, and stops before it enters more nodes than `limit`.
    pub fn search<P: Position, O: Observer<P>>(
        &mut self,
        root: &P,
        depth: usize,
        limit: Option<u64>,
        observer: &mut O,
    ) -> Found {
        let options = self.options;
        if let Some(table) = options.table {
            self.table.begin_search(table);
        }
        self.killers.clear();
        self.acts = Acts::NONE;
        let own = options.limit.map_or(u64::MAX, |limit| limit.nodes);
        let mut search = Search {
            engine: self,
            options,
            observer,
            path: Vec::new(),
            depth,
            nodes: 0,
            limit: limit.map_or(own, |nodes| nodes.min(own)),
            excluded: Vec::new(),
            window: Window::FULL,
            best: None,
            is_exact: false,
            pending: None,
        };
        let lines = search.run(root, depth);
        let nodes = search.nodes;
        (0..self.table.conflicts).for_each(|_| self.acts.note(Act::Conflict));
        Found { best: lines.iter().filter_map(|shown| shown.best_move).collect(), lines, nodes }
    }
}

/// The result of a search: its lines, the best one first.
pub struct Found {
    lines: Vec<Shown>,
    best: Vec<Move>,
    /// The number of nodes that were entered.
    pub nodes: u64,
}

impl Found {
    /// The outcomes for the harness.
    pub fn outcomes(&self) -> Vec<Outcome<'_>> {
        // Only the last line may lack a best move.
        let better = |rank: usize| &self.best[..rank.min(self.best.len())];
        self.lines.iter().enumerate().map(|(rank, shown)| shown.outcome(rank, better(rank))).collect()
    }
}
