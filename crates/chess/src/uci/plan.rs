//! Plans: the conditions in which lines break. Each plan turns positions into sessions of an engine.

use std::sync::Arc;

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::engine::Offered;
use super::relation::Relation;
use super::root::Root;
use super::search::{Follows, Go, Limit};
use pvcheck::named_enum;

named_enum! {
    /// The conditions of a session.
    Plan ["plan"] {
        Fresh "fresh" "Each search after `ucinewgame`.",
        SmallTable "small-table" "The smallest table that the engine allows, and no `ucinewgame` between the searches.",
        Warm "warm" "The usual table, and no `ucinewgame` between the searches.",
        Threads "threads" "Several threads (`--threads`), the smallest table, and no `ucinewgame`.",
        Lines "multipv" "Four lines (MultiPV), and no `ucinewgame`.",
        Shallower "shallower" "After each search the same position two plies less deep, without `ucinewgame`.",
        Game "game" "The positions of the game before each position, in order and then backwards.",
        StopSweep "stop-sweep" "`go nodes N` for N = 1, 2, 3 and so on.",
        RandomStop "random-stop" "`go infinite`, and `stop` after a random time of 0 to 50 ms.",
        Repeat "repeat" "Each search twice, each time after `ucinewgame`: the results must be equal.",
        NoIsReady "no-isready" "No `isready` around the searches, for which most programs wait: engines race there.",
        Play "play" "A game of the engine against itself from each position, of at most `--plies` plies, in one process for both sides.",
        Mirror "mirror" "Each position, and the same with colours exchanged: the scores are compared.",
        FirstMove "first-move" "Each position, and then only the first move of its line: the scores are compared.",
        TableSize "table-size" "Each position with the smallest table and with one of 64 MB: the scores are compared.",
        EndValue "end-value" "Each position, and then the one at the end of its line: the scores are compared.",
        EndEval "end-eval" "Each position, and the engine's own `eval` at the end of its line.",
        Minimax "minimax" "Each position to a small depth (`--minimax`), and a minimax of the engine's own `eval`.",
    }
}

impl Plan {
    /// Those that compare no two searches, and [`Plan::Repeat`].
    pub const USUAL: &[Self] = &[
        Self::Fresh,
        Self::SmallTable,
        Self::Warm,
        Self::Threads,
        Self::Lines,
        Self::Shallower,
        Self::Game,
        Self::StopSweep,
        Self::RandomStop,
        Self::Repeat,
    ];

    /// With a clock: the usual ones whose searches it ends, and [`Plan::Play`].
    pub const WITH_CLOCK: &[Self] =
        &[Self::Fresh, Self::SmallTable, Self::Warm, Self::Threads, Self::Lines, Self::Game, Self::Play];

    /// The options that it sets.
    fn settings(self, scale: &Scale) -> Vec<(String, String)> {
        let settings: &[(&str, i64)] = match self {
            Self::SmallTable => &[("Hash", scale.tables.0)],
            Self::Threads => &[("Threads", scale.threads), ("Hash", scale.tables.0)],
            Self::Lines => &[("MultiPV", 4)],
            _ => &[],
        };
        settings.iter().map(|&(name, value)| (name.to_owned(), value.to_string())).collect()
    }

    pub(super) const fn relation(self) -> Option<Relation> {
        match self {
            Self::Repeat => Some(Relation::Repeat),
            Self::Mirror => Some(Relation::Mirror),
            Self::FirstMove => Some(Relation::FirstMove),
            Self::TableSize => Some(Relation::TableSize),
            Self::EndValue => Some(Relation::EndValue),
            _ => None,
        }
    }
}

/// Searches that one process runs one after the other.
#[derive(Clone, Debug)]
pub struct Session {
    /// The plan.
    pub plan: Plan,
    /// The options to set at its start.
    pub settings: Vec<(String, String)>,
    /// The searches.
    pub requests: Vec<Go>,
}

/// How long the sessions of a run are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// When a search ends, where the plan does not give it.
    pub limit: Limit,
    /// The number of positions in one session.
    pub positions: usize,
    /// The largest number of nodes of `stop-sweep`.
    pub sweep: u64,
    /// The largest number of plies of a game of `play`.
    pub plies: u64,
    /// The depth of `minimax`.
    pub minimax: u64,
    /// The seed of random times.
    pub seed: u64,
    /// The number of threads of the plan `threads`.
    pub threads: i64,
    /// The size of a small table and of a large one, in MB.
    pub tables: (i64, i64),
}

impl Scale {
    /// With the smallest table that an engine allows, and at most so many threads as it allows, but several.
    #[must_use]
    pub fn within(self, offered: &[Offered]) -> Self {
        let range = |name: &str| {
            let option = offered.iter().find(|option| option.name.eq_ignore_ascii_case(name));
            option.and_then(|option| option.range)
        };
        let tables = range("Hash").map_or(self.tables, |(least, most)| {
            (least, self.tables.1.max(least.saturating_mul(2)).min(most))
        });
        let threads = range("Threads").map_or(self.threads, |(_, most)| self.threads.min(most).max(2));
        Self { threads, tables, ..self }
    }
}

/// The sessions of `plan` on these positions.
pub fn sessions(plan: Plan, roots: &[Arc<Root>], scale: &Scale) -> Vec<Session> {
    let session = |mut requests: Vec<Go>| {
        for request in requests.iter_mut().filter(|request| !request.new_game) {
            let has_clock = matches!(request.limit, Limit::Clock(_));
            request.follows = request.follows.or(has_clock.then_some(Follows::Clock));
        }
        Session { plan, settings: plan.settings(scale), requests }
    };
    match plan {
        Plan::StopSweep => roots.iter().map(|root| session(sweep(root, scale.sweep))).collect(),
        Plan::Play => roots.iter().map(|root| session(game(root, scale))).collect(),
        Plan::Game => {
            let played = roots.iter().filter(|root| !root.moves().is_empty());
            played.map(|root| session(there_and_back(root, scale.limit))).collect()
        }
        _ => {
            let chunks = roots.chunks(scale.positions.max(1)).zip(0..);
            chunks.map(|(roots, index)| session(chunk(plan, roots, scale, index))).collect()
        }
    }
}

fn chunk(plan: Plan, roots: &[Arc<Root>], scale: &Scale, index: u64) -> Vec<Go> {
    let mut times = Pcg64Mcg::seed_from_u64(scale.seed ^ index << 32);
    let mut requests: Vec<Go> = Vec::new();
    for root in roots {
        let limit = match plan {
            Plan::RandomStop => Limit::Stop(times.random_range(0..=50)),
            Plan::Minimax => Limit::Depth(scale.minimax),
            _ => scale.limit,
        };
        let first = requests.is_empty();
        let new_game = first || matches!(plan, Plan::Fresh | Plan::EndEval | Plan::Minimax);
        let new_game = new_game || plan.relation().is_some();
        let table = |size: i64| match plan {
            Plan::TableSize => vec![("Hash".to_owned(), size.to_string())],
            _ => Vec::new(),
        };
        let (settings, waits) = (table(scale.tables.0), plan != Plan::NoIsReady);
        requests.push(Go { new_game, settings, waits, ..Go::new(Arc::clone(root), limit) });
        if let Some(relation) = plan.relation() {
            requests.push(Go { settings: table(scale.tables.1), ..relation.second(root, limit) });
        }
        let less = limit.less().and_then(Limit::less).filter(|_| plan == Plan::Shallower);
        if let Some(limit) = less {
            requests.push(Go { new_game: false, ..Go::new(Arc::clone(root), limit) });
        }
    }
    requests
}

/// One position with one node, two nodes, and so on.
fn sweep(root: &Arc<Root>, most: u64) -> Vec<Go> {
    let request = |nodes| Go { new_game: nodes == 1, ..Go::new(Arc::clone(root), Limit::Nodes(nodes)) };
    (1..=most).map(request).collect()
}

/// A game that goes on after each best move.
fn game(root: &Arc<Root>, scale: &Scale) -> Vec<Go> {
    let first = Go::new(Arc::clone(root), scale.limit);
    let next = Go { new_game: false, follows: Some(Follows::Game), ..first.clone() };
    (0..scale.plies).map(|ply| if ply == 0 { first.clone() } else { next.clone() }).collect()
}

fn there_and_back(root: &Root, limit: Limit) -> Vec<Go> {
    let game: Vec<Arc<Root>> = root.game().into_iter().map(Arc::new).collect();
    let both = game.iter().chain(game.iter().rev().skip(1));
    let request =
        |(index, root): (usize, &Arc<Root>)| Go { new_game: index == 0, ..Go::new(Arc::clone(root), limit) };
    both.enumerate().map(request).collect()
}
