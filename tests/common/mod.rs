//! Code that several test binaries share: groups of algorithms and stores, campaigns over all groups, and snapshots.

// Each test binary uses a part of this.
#![allow(dead_code)]

pub mod changed;
pub mod engine;
pub mod laws;
pub mod prelude;
pub mod search_record;
pub mod stable;

use crate::common::prelude::*;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock};

use anstream::adapter::strip_str;
use pvcheck::algorithm::LaterMoves;
use pvcheck::campaign::Tally;
use pvcheck::check::Game;
use pvcheck::experiment::threads_or_cores;
use pvcheck::game::Growth;
use pvcheck::oracle::GroundTruth;
use pvcheck::pv::{Follows, TableSource};
use pvcheck::verify::Answer;

/// Compares `text` with `snapshots/NAME.snap`, below its description. No line has more than 120 columns, so that a person sees what
/// has changed in it.
pub fn assert_snapshot(name: &str, description: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    // Packages below the root have tests too.
    let mut folders =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("snapshots"));
    settings.set_snapshot_path(folders.find(|folder| folder.is_dir()).expect("the root has snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let text = format!("{description}\n\n{}", strip_str(text));
    settings.bind(|| insta::assert_snapshot!(name, text.lines().map(wrapped).collect::<String>()));
}

fn wrapped(line: &str) -> String {
    let indent = line.chars().take_while(|letter| *letter == ' ').count() + 8;
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(120).subsequent_indent(&indent);
    textwrap::fill(line, options.word_splitter(textwrap::WordSplitter::NoHyphenation)) + "\n"
}

/// Fails with a case of each guarantee that is broken, in its notation.
pub fn assert_kept<'r>(rows: impl IntoIterator<Item = &'r Row>) {
    let broken = rows.into_iter().filter(|row| !row.is_kept());
    let cases: Vec<String> = broken
        .flat_map(|row| row.breaches.values().chain(&row.not_reproduced))
        .map(Case::to_string)
        .collect();
    assert!(cases.is_empty(), "{} guarantees are broken:\n{}", cases.len(), cases.join("\n"));
}

/// A constant with all algorithms or stores whose profile has a property.
macro_rules! group {
    ($(#[$doc:meta])* $name:ident = $type:ident where $profile:ident => $belongs:expr) => {
        $(#[$doc])*
        pub const $name: [$type; {
            let (mut count, mut at) = (0, 0);
            while at < $type::ALL.len() {
                let $profile = $type::ALL[at].profile();
                count += $belongs as usize;
                at += 1;
            }
            count
        }] = {
            let mut group = [$type::ALL[0]; _];
            let (mut count, mut at) = (0, 0);
            while at < $type::ALL.len() {
                let $profile = $type::ALL[at].profile();
                if $belongs {
                    group[count] = $type::ALL[at];
                    count += 1;
                }
                at += 1;
            }
            group
        };
    };
}

group! {
    /// The stores that copy a line when alpha is raised, and the one that swaps.
    COPYING = Store where store => store.only_copies()
}

group! {
    /// The stores read from tables, which are shadow tables where the search has none.
    READING = Store where store => {
        !matches!(store.table, TableSource::None | TableSource::Search(Follows::Any))
    }
}

group! {
    /// PVS with a re-search that contains the null-window score, and Scout.
    PVS = Algorithm where one => {
        matches!(one.later_moves, LaterMoves::NullThenOpen) && !one.may_end_with_bound
    }
}

group! {
    /// Re-search from the null-window score itself: right scores, wrong lines.
    FROM_SCORE = Algorithm where one => matches!(one.later_moves, LaterMoves::NullThenFromScore)
}

group! {
    /// Later moves, or their second search, with an open window: lines that copy are right,
    /// the single array is not.
    OPEN = Algorithm where one => matches!(one.later_moves, LaterMoves::Open) && !one.may_end_with_bound
}

group! {
    /// The best move may have only a bound.
    BOUND = Algorithm where one => one.may_end_with_bound
}

pub const ALPHA_BETA: [Algorithm; 2] = [Algorithm::AlphaBetaHard, Algorithm::AlphaBetaSoft];

/// Every algorithm with every store, without options.
pub fn play(games: &impl Games) -> Finished {
    play_with(games, SearchOptions::NONE)
}

/// Returns how many of `games` a test plays: a quarter, or all games with `PVCHECK_WHOLE` set, as once a week.
pub fn sample(games: u64) -> u64 {
    if is_whole() { games } else { games.div_ceil(4) }
}

/// Read once: to read a variable allocates, which some tests count.
fn is_whole() -> bool {
    static IS_WHOLE: LazyLock<bool> = LazyLock::new(|| std::env::var_os("PVCHECK_WHOLE").is_some());
    *IS_WHOLE
}

/// Compares the results of all games, which pages quote, with the first snapshot, or the results of a sample with the
/// second snapshot.
pub fn assert_snapshot_of_sample(names: [&str; 2], description: &str, text: &str) {
    assert_snapshot(names[usize::from(!is_whole())], description, text);
}

/// Returns the results of all items in their order, computed on all cores.
pub fn on_all_threads<T: Sync, R: Send>(items: &[T], result: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let taken = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let taken = taken.map_while(|index| items.get(index).map(|item| (index, item)));
        taken.map(|(index, item)| (index, result(item))).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads_or_cores(None)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no item panics")).collect()
    });
    all.sort_by_key(|&(index, _)| index);
    all.into_iter().map(|(_, result)| result).collect()
}

/// A sample of a scope, spread evenly over it.
pub struct Sampled(pub Scope);

impl Games for Sampled {
    fn count(&self) -> u64 {
        sample(self.0.count())
    }

    fn game(&self, index: u64, tree: &mut Graph) -> usize {
        let whole = self.0.count();
        // As many games apart as one is drawn of, and one of those at random.
        let apart = whole / self.count();
        let within = u64::from(Seeded::new(1, index).below(apart as u32));
        self.0.game((index * apart + within).min(whole - 1), tree)
    }
}

/// The search options of a text.
pub fn options(text: &str) -> SearchOptions {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Checks the case of a text.
pub fn checked(text: &str) -> Checked {
    let case: Case = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    check(&case).expect("within capacity")
}

/// Runs an ignored or failing test of this binary in a process of its own, with these variables. Returns whether it succeeds, and what
/// it prints.
pub fn run_test<N: AsRef<OsStr>>(test: &str, variables: &[(&str, N)]) -> (bool, String) {
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command
        .args(["--exact", test, "--include-ignored", "--nocapture"])
        .envs(variables.iter().map(|(name, value)| (name, value)));
    let output = command.output().expect("it runs");
    let printed = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&printed).into_owned())
}

/// The share of a part, in per cent.
pub fn percent(part: u64, of: u64) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

/// The combinations of these algorithms and stores that have a meaning with these search options.
pub fn subjects(algorithms: &[Algorithm], stores: &[Store], options: SearchOptions) -> Vec<Subject> {
    let pairs = algorithms
        .iter()
        .flat_map(|&algorithm| stores.iter().map(move |&store| Subject { algorithm, store, options }));
    pairs.filter(|subject| subject.meaningless().is_none()).collect()
}

/// Every algorithm with every store and these search options, where the combination has a meaning.
pub fn play_with(games: &impl Games, options: SearchOptions) -> Finished {
    play_some(games, options, Algorithm::ALL, Store::ALL)
}

/// Plays the meaningful combinations of these algorithms, stores and search options.
pub fn play_some(
    games: &impl Games,
    options: SearchOptions,
    algorithms: &[Algorithm],
    stores: &[Store],
) -> Finished {
    let finished = Campaign::new(games, subjects(algorithms, stores, options)).threads(2).run(|_| ());
    assert_eq!(finished.games, games.count());
    finished
}

/// The results of campaigns that several tests of a binary read. Each campaign is run once.
pub struct Shared<K: 'static>(Mutex<Vec<(K, &'static OnceLock<Finished>)>>);

impl<K: PartialEq> Shared<K> {
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The result of the campaign of this key, which `run` runs the first time.
    pub fn get(&self, key: K, run: impl FnOnce() -> Finished) -> &'static Finished {
        let mut results = self.0.lock().expect("no test panics while it holds the list");
        let place = match results.iter().find(|(other, _)| *other == key) {
            Some(&(_, place)) => place,
            None => {
                let place: &'static OnceLock<Finished> = Box::leak(Box::default());
                results.push((key, place));
                place
            }
        };
        drop(results);
        place.get_or_init(run)
    }
}

/// Every algorithm with every store on all games of a uniform scope, run once per binary.
pub fn exhaust(branching: u16, depth: usize, leaves: Leaves) -> &'static Finished {
    static RESULTS: Shared<(u16, usize, Leaves)> = Shared::new();
    RESULTS.get((branching, depth, leaves), || {
        play(&Scope::uniform(branching, depth, leaves).expect("a small scope"))
    })
}

pub fn row(finished: &Finished, algorithm: Algorithm, store: Store) -> &Row {
    let is = |row: &&Row| row.subject.algorithm == algorithm && row.subject.store == store;
    finished.rows.iter().find(is).expect("every pair was played")
}

/// The worst kind of line of all games. No line due counts as no worse than the leftmost optimal line.
pub fn worst_line(tally: &Tally) -> LineKind {
    let seen = LineKind::ALL.iter().copied().filter(|&kind| tally.line(kind) > 0);
    let worst = seen.filter(|&kind| kind != LineKind::NoneDue).max();
    worst.unwrap_or(if tally.line(LineKind::NoneDue) > 0 { LineKind::NoneDue } else { LineKind::Same })
}

/// Random trees of all shapes and values, in which no position is met again.
pub struct Trees {
    pub seed: u64,
    pub games: u64,
}

impl Games for Trees {
    fn count(&self) -> u64 {
        self.games
    }

    fn game(&self, index: u64, tree: &mut Graph) -> usize {
        let mut choices = Seeded::new(self.seed, index);
        let (growth, depth) = Growth::random(&mut choices);
        growth.grow(&mut choices, tree);
        usize::from(depth)
    }
}

/// A line of random moves, of this length at most.
pub fn random_line(root: &GraphPosition<'_>, length: usize, choices: &mut Seeded) -> Vec<Move> {
    let (mut position, mut line) = (*root, Vec::new());
    while line.len() < length && !position.is_terminal() {
        let moves = legal_moves(&position);
        let mv = moves[choices.below(moves.len() as u32) as usize];
        line.push(mv);
        position = position.play(mv);
    }
    line
}

/// Runs PVS and judges it by `rules`. Returns its verdict on the worst line, too.
pub fn run_pvs(
    game: &mut Game<'_, GraphPosition<'_>, Triangular>,
    rules: &Rules,
    profile: Profile,
    options: &SearchOptions,
) -> (Trial, LineKind) {
    let mut worst = LineKind::Same;
    let mut judge_lines = |ground_truth: &GroundTruth<_>, _, outcome: &Outcome<'_>| {
        worst = worst.max(judge_line(ground_truth, outcome, true).kind);
    };
    (game.run_search_by(rules, pvs_soft, profile, options, &mut judge_lines), worst)
}

/// Returns the number of games in which the oracle with these rules reports a correct search by `pvs-soft` with these
/// options, or finds its line worse than `worst`.
pub fn reported(games: &Random, options: &SearchOptions, rules: &Rules, worst: LineKind) -> u64 {
    let (mut harness, mut graph) = (Harness::<Triangular>::default(), Graph::leaf(Score::ZERO));
    let mut reported = 0;
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph);
        let mut game = harness.game(&graph.root(), depth).expect("within capacity");
        let (trial, line) = run_pvs(&mut game, rules, Profile::MINIMAX, options);
        game.finish();
        reported += u64::from(trial.verdict.is_fault() || trial.fault.is_some() || line > worst);
    }
    reported
}

/// Returns how many of `count` random subjects, or positions, are run. A build server with little time runs a part:
/// with `PVCHECK_SHARE=4`, a quarter.
pub fn share(count: u64) -> u64 {
    let parts =
        std::env::var("PVCHECK_SHARE").map_or(1, |text| text.parse().expect("PVCHECK_SHARE is a number"));
    count.div_ceil(parts)
}

/// The outcome of one line as an answer, without its window and depth.
pub fn answer(outcome: &Outcome<'_>) -> Answer {
    let answer = match outcome.bound {
        Bound::Exact => Answer::score(outcome.score),
        Bound::Lower => Answer::lower(outcome.score),
        Bound::Upper => Answer::upper(outcome.score),
    };
    let answer = outcome.line.iter().fold(answer, |answer, line| answer.line(line.iter().copied()));
    outcome.best_move.into_iter().fold(answer, Answer::best_move)
}
