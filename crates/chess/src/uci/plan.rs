//! Plans: the conditions in which lines break. Each plan turns positions into sessions of an engine.

use std::sync::Arc;

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::class::Class;
use super::clock::Clock;
use super::message::EngineOption;
use super::random::{BEFORE_THE_END, to_an_end};
use super::root::Root;
use super::search::{CarriedOver, Go, Limit, Ponder, Relation, Setting};
use pvcheck::experiment::Deadline;
use pvcheck::named_enum;
use pvcheck::position::Position as _;

named_enum! {
    /// The conditions of a session.
    Plan ["plan"] {
        Fresh "fresh" "Each search after `ucinewgame`.",
        SmallTable "small-table" "The smallest table that the engine allows, and no `ucinewgame` between the searches.",
        Warm "warm" "The usual table, and no `ucinewgame` between the searches.",
        Threads "threads" "The same searches with 1, 2, 4 and 16 threads, as far as `--threads` goes: the smallest table, no `ucinewgame`, every third search with four lines (MultiPV), and every third one stopped after a random time of 0 to 50 ms.",
        Lines "multipv" "Four lines (MultiPV), and no `ucinewgame`; and then all moves but that of the first line: the score is compared with that of the second.",
        Shallower "shallower" "After each search the same position two plies less deep, without `ucinewgame`.",
        Game "game" "The positions of the game before each position, in order and then backwards.",
        NearTheEnd "near-the-end" "The last positions of a game that is played on at random to its end, the last one first, and the position itself; no `ucinewgame`.",
        StopSweep "stop-sweep" "`go nodes N` for N = 1, 2, 3 and so on up to `--sweep`, and then twice as many each time.",
        TimeSweep "time-sweep" "`go movetime N` for N = 1, 2, 4 and so on up to 32 ms.",
        RandomStop "random-stop" "`go infinite`, and `stop` after a random time of 0 to 50 ms.",
        Ponder "ponder" "Two searches in the time of the other side (`go ponder` with a clock of a second), and `ponderhit` after 20 ms, if the engine offers `Ponder`.",
        Repeat "repeat" "Each search twice, each time after `ucinewgame`: the results must be equal.",
        NoIsReady "no-isready" "No `isready` around the searches, for which most programs wait: engines race there.",
        Play "play" "A game of the engine against itself from each position, of at most `--plies` plies, in one process for both sides.",
        TwoProcesses "two-processes" "The same with a process for each side, which thinks in the other's time (`go ponder`) if the engine offers `Ponder`.",
        EndValue "end-value" "Each position, and then the one at the end of its line: the scores are compared.",
    }
}

impl Plan {
    /// The plans that run by default, for engines of any kind: the list up to `repeat`.
    pub const USUAL: &[Self] = Self::ALL.split_at(Self::Repeat as usize + 1).0;

    /// The plans with a clock: games, and the usual plans whose searches the clock ends.
    pub const WITH_CLOCK: &[Self] = &[
        Self::Play,
        Self::TwoProcesses,
        Self::Fresh,
        Self::SmallTable,
        Self::Warm,
        Self::Threads,
        Self::Lines,
        Self::Game,
        Self::NearTheEnd,
    ];

    /// The plans without which a class is hardly found; empty for a class that every search can show.
    pub const fn needed_by(class: Class) -> &'static [Self] {
        match class {
            Class::NotRepeatable => &[Self::Repeat],
            Class::IgnoresStop | Class::EarlyBestMove => {
                &[Self::RandomStop, Self::TwoProcesses, Self::Threads]
            }
            Class::SameMoveTwice | Class::MissingRank | Class::LineOrder => &[Self::Lines, Self::Threads],
            Class::SecondLineDiffers => &[Self::Lines],
            Class::EndValueDiffers => &[Self::EndValue],
            _ => &[],
        }
    }

    /// Returns the engine options that the plan sets.
    fn settings(self, scale: &Scale) -> Vec<Setting> {
        let hash = ("Hash", scale.table.to_string());
        let settings = match self {
            Self::SmallTable => vec![hash],
            Self::Threads => vec![("Threads", scale.threads.to_string()), hash],
            Self::Lines => vec![("MultiPV", LINES.to_string())],
            Self::Ponder => vec![("Ponder", "true".to_owned())],
            Self::TwoProcesses if scale.ponders => vec![("Ponder", "true".to_owned())],
            _ => Vec::new(),
        };
        settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Whether threads or times decide which findings a search shows.
    pub(super) const fn depends_on_timing(self) -> bool {
        matches!(
            self,
            Self::Threads
                | Self::TimeSweep
                | Self::RandomStop
                | Self::NoIsReady
                | Self::Ponder
                | Self::TwoProcesses
        )
    }

    pub(super) const fn relation(self) -> Option<Relation> {
        match self {
            Self::Repeat => Some(Relation::Repeat),
            Self::Lines => Some(Relation::SecondLine),
            Self::EndValue => Some(Relation::EndValue),
            _ => None,
        }
    }
}

/// Searches that run one after the other, in one process or, in a game, in one process for each side.
#[derive(Clone, Debug)]
pub struct Session {
    /// The plan.
    pub plan: Plan,
    /// The options to set at the start of the session.
    pub settings: Vec<Setting>,
    /// The searches.
    pub requests: Vec<Go>,
}

impl Session {
    /// Returns the session for an engine that obeys no depth, with searches that end by time.
    pub(super) fn by_time(&self) -> Self {
        let requests = self.requests.iter().map(|go| Go { limit: go.limit.by_time(), ..go.clone() });
        Self { requests: requests.collect(), ..self.clone() }
    }

    /// Returns the number of threads; `None` if the session does not set the number.
    pub(super) fn threads(&self) -> Option<u64> {
        self.settings.iter().find(|(name, _)| name == "Threads")?.1.parse().ok()
    }
}

/// The number of doublings of the node limit at the end of `stop-sweep`, since engines test the limit about once in a
/// thousand nodes.
const DOUBLED: u32 = 8;

/// The numbers of threads below the maximum. The number 1 is the control.
const THREADS: [i64; 4] = [1, 2, 4, 16];

/// The searches of the plan `ponder`: an engine that ignores `ponderhit` is waited for.
const PONDERED: usize = 2;
const PONDER: Ponder = Ponder { after: 20, hit: true };
const PONDER_CLOCK: Clock = Clock { left: [1000; 2], increment: 0 };

/// The number of lines of the plans with several.
const LINES: i64 = 4;

/// The lengths and limits of the sessions of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// The limit of a search of a plan that has no limit of its own.
    pub limit: Limit,
    /// The number of positions in one session.
    pub positions: usize,
    /// The largest number of nodes of `stop-sweep`, before this number is doubled.
    pub sweep: u64,
    /// The largest number of plies of a game.
    pub plies: u64,
    /// The seed of random times and moves.
    pub seed: u64,
    /// The most threads of the plan `threads`.
    pub threads: i64,
    /// Whether the engine can show several lines.
    pub has_lines: bool,
    /// Whether the engine can think in the time of the other side.
    pub ponders: bool,
    /// The size of a small table, in MB.
    pub table: i64,
}

impl Scale {
    /// Returns the scale with the smallest table and the most threads that an engine allows, and several lines and
    /// `Ponder` if the engine offers them.
    #[must_use]
    pub fn within(self, offered: &[EngineOption]) -> Self {
        let range = |name: &str| EngineOption::named(offered, name)?.range;
        let table = range("Hash").map_or(self.table, |(least, _)| least);
        let threads = range("Threads").map_or(self.threads, |(_, most)| self.threads.min(most));
        let has_lines = range("MultiPV").is_some_and(|(_, most)| most >= LINES);
        let ponders = EngineOption::named(offered, "Ponder").is_some_and(|option| option.kind == "check");
        Self { threads, has_lines, ponders, table, ..self }
    }
}

/// Returns the sessions of `plan` on these positions, including at least the first position for which no time is left.
pub fn sessions(plan: Plan, roots: &[Arc<Root>], scale: &Scale, until: &Deadline) -> Vec<Session> {
    let mut is_first = true;
    let mut is_due = || std::mem::take(&mut is_first) || !until.is_over();
    let session = |mut requests: Vec<Go>| {
        for request in requests.iter_mut().filter(|request| !request.new_game) {
            let has_clock = matches!(request.limit, Limit::Clock(_));
            request.follows = request.follows.or(has_clock.then_some(CarriedOver::Clock));
        }
        Session { plan, settings: plan.settings(scale), requests }
    };
    match plan {
        Plan::StopSweep | Plan::TimeSweep => {
            let doubled = (1..=DOUBLED).map(|times| scale.sweep << times);
            let limits: Vec<Limit> = match plan {
                Plan::StopSweep => (1..=scale.sweep).chain(doubled).map(Limit::Nodes).collect(),
                _ => (0..6).map(|times| Limit::MoveTime(1 << times)).collect(),
            };
            let sweep = |root: &Arc<Root>| in_order(limits.iter().map(|&limit| (Arc::clone(root), limit)));
            roots.iter().take_while(|_| is_due()).map(|root| session(sweep(root))).collect()
        }
        Plan::Play | Plan::TwoProcesses => {
            let roots = roots.iter().take_while(|_| is_due());
            roots.map(|root| session(game(root, scale, plan == Plan::TwoProcesses))).collect()
        }
        Plan::Ponder => {
            let limit = Limit::Clock(PONDER_CLOCK);
            let ponders = |root: &Arc<Root>| Go { ponder: Some(PONDER), ..Go::new(Arc::clone(root), limit) };
            vec![session(roots.iter().take(PONDERED).map(ponders).collect())]
        }
        Plan::Game => {
            let played = roots.iter().filter(|root| !root.moves().is_empty());
            played.take_while(|_| is_due()).map(|root| session(there_and_back(root, scale.limit))).collect()
        }
        _ => {
            let chunks = roots.chunks(scale.positions.max(1)).zip(0..).take_while(|_| is_due());
            let sessions = chunks.map(|(roots, index)| session(chunk(plan, roots, scale, index)));
            sessions.flat_map(|session| with_threads(&session, scale)).collect()
        }
    }
}

/// Returns a session with each number of threads, if the plan is `threads`. Sessions with more threads than the engine
/// allows are left out later.
fn with_threads(session: &Session, scale: &Scale) -> Vec<Session> {
    let plan = session.plan;
    let fewer = THREADS.into_iter().filter(|&fewer| plan == Plan::Threads && fewer < scale.threads);
    let settings = |threads| plan.settings(&Scale { threads, ..*scale });
    let with = |threads| Session { settings: settings(threads), ..session.clone() };
    fewer.chain([scale.threads.max(2)]).map(with).collect()
}

fn chunk(plan: Plan, roots: &[Arc<Root>], scale: &Scale, index: u64) -> Vec<Go> {
    let mut random = Pcg64Mcg::seed_from_u64(scale.seed ^ index << 32);
    let mut requests: Vec<Go> = Vec::new();
    let roots = match plan {
        Plan::NearTheEnd => roots.iter().flat_map(|root| last_positions(root, &mut random)).collect(),
        _ => roots.to_vec(),
    };
    for (number, root) in roots.iter().enumerate() {
        // An engine may know no other limit than a clock.
        let is_stopped = number % 3 == 2 && !matches!(scale.limit, Limit::Clock(_));
        let limit = match plan {
            Plan::Threads if !is_stopped => scale.limit,
            Plan::RandomStop | Plan::Threads => Limit::Stop(random.random_range(0..=50)),
            _ => scale.limit,
        };
        let new_game = requests.is_empty() || matches!(plan, Plan::Fresh | Plan::Repeat | Plan::EndValue);
        let lines = if number % 3 == 1 { LINES } else { 1 };
        let lines =
            (plan == Plan::Threads && scale.has_lines).then(|| ("MultiPV".to_owned(), lines.to_string()));
        let settings = lines.into_iter().collect();
        let waits = plan != Plan::NoIsReady;
        requests.push(Go { new_game, settings, waits, ..Go::new(Arc::clone(root), limit) });
        if let Some(relation) = plan.relation() {
            requests.push(relation.second(root, limit));
        }
        let less = limit.less().and_then(Limit::less).filter(|_| plan == Plan::Shallower);
        if let Some(limit) = less {
            requests.push(Go { new_game: false, ..Go::new(Arc::clone(root), limit) });
        }
    }
    requests
}

/// Returns the searches in order, without `ucinewgame` between two searches.
fn in_order(searches: impl Iterator<Item = (Arc<Root>, Limit)>) -> Vec<Go> {
    let request = |(index, (root, limit))| Go { new_game: index == 0, ..Go::new(root, limit) };
    searches.enumerate().map(request).collect()
}

/// Returns a game that goes on after each best move, for one process or two. A process that ponders does so before each
/// of its searches, except before its first search.
fn game(root: &Arc<Root>, scale: &Scale, is_for_two: bool) -> Vec<Go> {
    let search = |ply: u64, follows| {
        let process = if is_for_two { ply as usize % 2 } else { 0 };
        let new_game = ply <= process as u64;
        Go { new_game, follows, process, ..Go::new(Arc::clone(root), scale.limit) }
    };
    let plies = (0..scale.plies).flat_map(|ply| {
        let ponders = is_for_two && scale.ponders && ply > 1;
        let ponder = ponders.then(|| search(ply, Some(CarriedOver::Ponder)));
        ponder.into_iter().chain([search(ply, (ply > 0).then_some(CarriedOver::Game))])
    });
    plies.collect()
}

/// Returns the last positions of a random game from `root`, the last position first, and then `root`.
fn last_positions(root: &Arc<Root>, random: &mut Pcg64Mcg) -> Vec<Arc<Root>> {
    let mut game = to_an_end(root, random).game();
    game.retain(|root| !root.position().is_terminal());
    let mut last: Vec<_> = game.into_iter().rev().take(BEFORE_THE_END).map(Arc::new).collect();
    if last.last().is_none_or(|last| last.to_string() != root.to_string()) {
        last.push(Arc::clone(root));
    }
    last
}

fn there_and_back(root: &Root, limit: Limit) -> Vec<Go> {
    let game: Vec<Arc<Root>> = root.game().into_iter().map(Arc::new).collect();
    let both = game.iter().chain(game.iter().rev().skip(1));
    in_order(both.map(|root| (Arc::clone(root), limit)))
}
