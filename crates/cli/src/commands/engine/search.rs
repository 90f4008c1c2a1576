//! One search of an engine: iterations until a limit is reached. Each complete iteration is reported.

use std::cell::Cell;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::limits::Limits;
use super::output::UciOutput;
use super::position::EnginePosition;
use super::report::{Effort, InfoLine, mate_plies, named};
use pvcheck::algorithm::Algorithm;
use pvcheck::game::AnyPosition;
use pvcheck::position::{Position as _, legal_moves};
use pvcheck::pv::AnyStore;
use pvcheck::score::{Bound, Score};
use pvcheck::search::{Observer, Outcome, Scratch, SearchOptions, Task};
use pvcheck_chess::{ChessPosition, LONGEST_SEARCH};

pub(super) struct Job {
    /// The position. In a position of Chess960 castling is written in the notation of Chess960.
    pub root: ChessPosition,
    pub limits: Limits,
    pub options: SearchOptions,
    pub reproducible: bool,
    /// The flag that stops the search.
    pub stop: Arc<AtomicBool>,
    /// Whether the search must not answer yet.
    pub held: Arc<AtomicBool>,
}

/// An observer that counts the nodes of a search, and notes the largest ply of the search.
#[derive(Default)]
struct Counter {
    nodes: Cell<u64>,
    seldepth: Cell<usize>,
}

impl Observer<AnyPosition<'_>> for &Counter {
    fn node_entered(&mut self, _: &AnyPosition<'_>, ply: usize, _: usize) {
        self.nodes.update(|nodes| nodes + 1);
        self.seldepth.update(|deepest| deepest.max(ply));
    }
}

/// A search of any game with its memory between searches, except the store.
pub trait EngineSearch: Send {
    fn new_game(&mut self);

    /// Ends the searches from now on once the flag is set.
    fn interrupt_by(&mut self, flag: &Arc<AtomicBool>);

    /// Runs one search, and calls `each` with each outcome.
    fn search<'t>(
        &mut self,
        store: &mut AnyStore<'_>,
        observer: &mut dyn Observer<AnyPosition<'t>>,
        task: Task<'_, AnyPosition<'t>>,
        each: &mut dyn FnMut(&Outcome<'_>),
    );
}

/// An algorithm of pvcheck.
pub(super) struct Plain {
    pub algorithm: Algorithm,
    pub scratch: Scratch,
}

impl EngineSearch for Plain {
    fn new_game(&mut self) {
        self.scratch.new_game();
    }

    fn interrupt_by(&mut self, flag: &Arc<AtomicBool>) {
        self.scratch.interrupt_by(Arc::clone(flag));
    }

    fn search<'t>(
        &mut self,
        store: &mut AnyStore<'_>,
        observer: &mut dyn Observer<AnyPosition<'t>>,
        task: Task<'_, AnyPosition<'t>>,
        each: &mut dyn FnMut(&Outcome<'_>),
    ) {
        self.algorithm.search(store, observer, &mut self.scratch, task, each);
    }
}

/// A search and its store.
pub(super) struct Searcher {
    pub search: Box<dyn EngineSearch>,
    pub store: AnyStore<'static>,
}

impl Searcher {
    pub fn run<W: Write>(&mut self, job: &Job, output: &UciOutput<W>) {
        let time = job.limits.time.filter(|_| !job.limits.ponder);
        let timer = time.map(|time| start_timer(time, &job.stop));
        let mut printer = Printer::new(job, output);
        if let Some(ending) = job.root.ending() {
            output.line(&format!("info string the game has ended: {ending:?}"));
            let (score, line) = (job.root.evaluate(), Vec::new());
            let report = InfoLine { depth: 0, rank: 1, score, bound: Bound::Exact, line };
            output.line(&report.text(Effort::default()));
        } else {
            self.iterate(job, |counter, outcome| printer.show(counter, outcome));
        }
        while job.held.load(Ordering::Relaxed) && !job.stop.load(Ordering::Relaxed) {
            thread::park();
        }
        job.stop.store(true, Ordering::Relaxed);
        if let Some(timer) = timer {
            timer.unpark();
        }
        printer.answer();
    }

    /// Iterates to the largest depth, and calls `each` for each line of each iteration.
    fn iterate(&mut self, job: &Job, mut each: impl FnMut(&Counter, &Outcome<'_>)) {
        let root = EnginePosition { position: job.root.clone(), only: job.limits.moves.clone() };
        let most = deepest(&job.options);
        let depth = job.limits.last_depth().unwrap_or(most).clamp(1, most);
        let root = AnyPosition::new(root);
        let task = Task { root: &root, depth, options: &job.options, node_limit: job.limits.nodes };
        let counter = Counter::default();
        let each: &mut dyn FnMut(&Outcome<'_>) = &mut |outcome| each(&counter, outcome);
        self.search.interrupt_by(&job.stop);
        self.search.search(&mut self.store, &mut &counter, task, each);
    }
}

/// The largest depth whose lines no store is too small for.
fn deepest(options: &SearchOptions) -> usize {
    let fits = |&depth: &usize| options.ply_limits(depth).max_pv_length <= LONGEST_SEARCH;
    (1..=LONGEST_SEARCH).rev().find(fits).unwrap_or(1)
}

/// Sets `stop` after this time, unless `stop` is set earlier and the thread is woken.
pub(super) fn start_timer(time: Duration, stop: &Arc<AtomicBool>) -> Thread {
    let (begun, stop) = (Instant::now(), Arc::clone(stop));
    let timer = thread::spawn(move || {
        while !stop.load(Ordering::Relaxed) && begun.elapsed() < time {
            thread::park_timeout(time.saturating_sub(begun.elapsed()));
        }
        stop.store(true, Ordering::Relaxed);
    });
    timer.thread().clone()
}

/// A printer that prints the results of one search, and remembers the best move.
struct Printer<'j, W> {
    job: &'j Job,
    output: &'j UciOutput<W>,
    begun: Instant,
    /// The last report of each line, best first.
    shown: Vec<InfoLine>,
    /// The answer according to the last exact score, and according to the last bound.
    exact: Option<String>,
    bound: Option<String>,
}

impl<'j, W: Write> Printer<'j, W> {
    fn new(job: &'j Job, output: &'j UciOutput<W>) -> Self {
        Self { job, output, begun: Instant::now(), shown: Vec::new(), exact: None, bound: None }
    }

    /// Prints the result of an iteration only once, as a stopped search repeats the result.
    fn show(&mut self, counter: &Counter, outcome: &Outcome<'_>) {
        // The line of a bound is the move that proves it, unless the store shows one.
        let proof = outcome.best_move.filter(|_| outcome.bound != Bound::Exact);
        let line = match (outcome.line, &proof) {
            (Some(line), _) => line,
            (None, Some(mv)) => std::slice::from_ref(mv),
            (None, None) => &[],
        };
        let Outcome { depth, score, bound, rank, .. } = *outcome;
        let report = InfoLine { depth, rank: rank + 1, score, bound, line: named(&self.job.root, line) };
        if rank == 0 {
            self.remember(outcome, &report);
        }
        if self.shown.get(rank) == Some(&report) {
            return;
        }
        let time = (!self.job.reproducible).then(|| self.begun.elapsed());
        let effort = Effort { nodes: counter.nodes.get(), seldepth: counter.seldepth.get(), time };
        self.output.line(&report.text(effort));
        self.shown.truncate(rank);
        self.shown.push(report);
        if !self.job.held.load(Ordering::Relaxed) && self.has_mate(outcome) {
            self.job.stop.store(true, Ordering::Relaxed);
        }
    }

    fn remember(&mut self, outcome: &Outcome<'_>, report: &InfoLine) {
        let first = report.line.first().cloned();
        let best = outcome.best_move.map(|mv| self.job.root.move_name(mv)).or_else(|| first.clone());
        let Some(best) = best else { return };
        let ponder = report.line.get(1).filter(|_| first.as_ref() == Some(&best));
        let ponder = ponder.map_or(String::new(), |ponder| format!(" ponder {ponder}"));
        let answer = Some(format!("bestmove {best}{ponder}"));
        match outcome.bound {
            Bound::Exact => self.exact = answer,
            Bound::Lower | Bound::Upper => self.bound = answer,
        }
    }

    fn has_mate(&self, outcome: &Outcome<'_>) -> bool {
        let wins = outcome.score > Score::ZERO && outcome.bound == Bound::Exact;
        let plies = mate_plies(outcome.score).filter(|_| wins);
        let wanted = self.job.limits.mate.map(i64::from);
        wanted.zip(plies).is_some_and(|(wanted, plies)| (i64::from(plies) + 1) / 2 <= wanted)
    }

    /// Prints the best move of the last exact score, or else of the last bound, or else the first legal move that may be searched.
    fn answer(self) {
        let first = || {
            let root =
                EnginePosition { position: self.job.root.clone(), only: self.job.limits.moves.clone() };
            let best = legal_moves(&root).first().map(|&mv| self.job.root.move_name(mv));
            format!("bestmove {}", best.as_deref().unwrap_or("(none)"))
        };
        self.output.line(&self.exact.or(self.bound).unwrap_or_else(first));
    }
}
