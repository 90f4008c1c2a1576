//! Tests of the engine of experiments, on an experiment whose items are numbers.

use std::collections::BTreeMap;
use std::ops::{AddAssign, ControlFlow, Range};
use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ThreadId};
use std::time::Duration;

use super::chunks::Chunks;
use super::*;

/// The number of runs of each item, and the number of results. Each item has the result 1.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
struct Counted {
    times: BTreeMap<u64, u64>,
    results: u64,
}

impl AddAssign for Counted {
    fn add_assign(&mut self, other: Self) {
        for (item, times) in other.times {
            *self.times.entry(item).or_default() += times;
        }
        self.results += other.results;
    }
}

impl Recorded for Counted {
    fn shape(&self) -> (usize, usize) {
        (1, 1)
    }

    fn adds_up(&self, items: Range<u64>) -> bool {
        self.results == items.end - items.start && self.times.keys().all(|item| items.contains(item))
    }
}

/// An experiment that counts numbers.
struct Numbers {
    count: u64,
    at_once: u64,
    first_round: u64,
    /// The number of results after which the experiment ends.
    enough: u64,
    /// The item that cannot be run.
    breaks_at: Option<u64>,
    /// The number of items run.
    done: AtomicU64,
}

impl Numbers {
    fn new(count: u64) -> Self {
        let done = AtomicU64::new(0);
        Self { count, at_once: 3, first_round: 16, enough: u64::MAX, breaks_at: None, done }
    }

    fn run(&self, threads: usize) -> Run<'static> {
        Run::new(0..self.count, threads)
    }
}

impl Experiment for Numbers {
    type Sums = Counted;
    type Worker = ();

    fn at_once(&self) -> u64 {
        self.at_once
    }

    fn first_round(&self) -> u64 {
        self.first_round
    }

    fn nothing(&self) -> Counted {
        Counted::default()
    }

    fn worker(&self) {}

    fn run_items(&self, items: Range<u64>, (): &mut (), sums: &mut Counted) -> ControlFlow<()> {
        assert!(items.end - items.start <= self.at_once, "{items:?}");
        for item in items {
            if self.breaks_at == Some(item) {
                return ControlFlow::Break(());
            }
            *sums += Counted { times: [(item, 1)].into(), results: 1 };
            self.done.fetch_add(1, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    }

    fn is_enough(&self, sums: &Counted) -> bool {
        sums.results >= self.enough
    }
}

/// Returns the sums over these items, each run once.
fn once(items: Range<u64>) -> Counted {
    Counted { results: items.end - items.start, times: items.map(|item| (item, 1)).collect() }
}

/// Returns the items of each round.
fn rounds(run: &Run<'_>, numbers: &Numbers) -> Vec<Range<u64>> {
    let (mut part, mut rounds) = (run.begin(numbers), Vec::new());
    while let Some(round) = run.play_round(numbers, &part) {
        assert_eq!(round.sums, once(round.items()), "each item is run in its own round");
        rounds.push(round.items());
        part.add(round);
    }
    rounds
}

#[test]
fn each_item_is_run_once_for_any_number_of_threads_and_items_at_once() {
    for (count, at_once, threads) in [(0, 3, 2), (1, 3, 4), (100, 1, 1), (100, 7, 3), (257, 300, 2)] {
        let numbers = Numbers { at_once, ..Numbers::new(count) };
        let progress = AtomicU64::new(0);
        let add = |items| {
            progress.fetch_add(items, Ordering::Relaxed);
        };
        let part = numbers.run(threads).progress(&add).play(&numbers);
        assert_eq!((part.items(), &part.sums), (0..count, &once(0..count)));
        assert_eq!(progress.into_inner(), count);
        assert!(!part.is_cut_short());
    }
}

#[test]
fn rounds_double_in_length_and_depend_on_the_first_item_only() {
    let numbers = Numbers::new(200);
    let whole = [0..16, 16..48, 48..112, 112..200];
    for threads in [1, 3] {
        assert_eq!(rounds(&numbers.run(threads), &numbers), whole);
    }
    let within = Run::new(100..130, 2);
    assert_eq!(rounds(&within, &numbers), [100..116, 116..130]);
    // From the middle of a round to its end.
    let part = Part::new(0..20, once(0..20), false);
    let round = numbers.run(2).play_round(&numbers, &part).expect("a round");
    assert_eq!((round.items(), round.sums), (20..48, once(20..48)));
    let long = Numbers { first_round: LONGEST_ROUND, at_once: 1 << 14, ..Numbers::new(0) };
    let third = 2 * LONGEST_ROUND..3 * LONGEST_ROUND;
    assert_eq!(rounds(&Run::new(0..3 * LONGEST_ROUND, 2), &long)[2], third, "no round is longer");
}

/// A round may end after any chunk. The rounds then add up to the same sums, and none is empty.
#[test]
fn rounds_with_a_time_limit_add_up_to_the_same_sums() {
    let numbers = Numbers::new(50);
    for threads in [1, 3] {
        let run = numbers.run(threads).pausing(Duration::ZERO);
        let rounds = rounds(&run, &numbers);
        assert!(rounds.iter().all(|round| !round.is_empty()), "{rounds:?}");
        assert!(rounds.windows(2).all(|two| two[0].end == two[1].start), "{rounds:?}");
        // One thread takes a chunk per round, and less at the ends of the rounds without a time limit.
        assert!(rounds.len() > 3 && (threads > 1 || rounds.len() == 18), "{rounds:?}");
        assert_eq!(run.play(&numbers).sums, once(0..50));
    }
}

#[test]
fn a_run_that_is_late_runs_its_first_chunk_and_nothing_after_it() {
    let numbers = Numbers::new(100);
    let (stopped, over) = (Deadline::default(), Deadline::after(Some(Duration::ZERO)));
    stopped.stop().store(true, Ordering::Relaxed);
    for run in [stopped, over].map(|deadline| numbers.run(1).until(&deadline)) {
        let first = run.play(&numbers);
        assert_eq!((first.items(), &first.sums), (0..3, &once(0..3)));
        assert!(!first.is_cut_short());
        assert!(run.play_round(&numbers, &first).is_none());
        // A later round takes no chunk at all.
        assert_eq!(Chunks::new(&run, 16..48, 3).take(), None);
        let chunks = Chunks::new(&run, 0..16, 3);
        assert_eq!((chunks.take(), chunks.take(), chunks.taken()), (Some(0..3), None, 0..3));
    }
}

#[test]
fn a_run_that_is_stopped_covers_the_first_items() {
    for threads in [1, 3] {
        let (numbers, deadline) = (Numbers::new(1_000), Deadline::default());
        let progress = |_| {
            deadline.stop().fetch_or(numbers.done.load(Ordering::Relaxed) >= 50, Ordering::Relaxed);
        };
        let part = numbers.run(threads).until(&deadline).progress(&progress).play(&numbers);
        assert_eq!(part.sums, once(part.items()));
        assert!((50..60).contains(&part.count()), "{}", part.count());
    }
}

#[test]
fn a_run_ends_after_the_round_with_enough_results() {
    for (enough, played) in [(1, 16), (16, 16), (17, 48), (u64::MAX, 100)] {
        for threads in [1, 2] {
            let numbers = Numbers { enough, ..Numbers::new(100) };
            assert_eq!(numbers.run(threads).play(&numbers).sums, once(0..played));
        }
    }
}

#[test]
fn an_item_that_cannot_be_run_ends_the_run_and_its_round_is_no_part() {
    let numbers = Numbers { breaks_at: Some(20), ..Numbers::new(100) };
    let part = numbers.run(1).play(&numbers);
    assert_eq!((part.items(), part.sums.clone(), part.is_cut_short()), (0..22, once(0..20), true));
    assert!(numbers.run(1).play_round(&numbers, &part).is_none());
    let mut whole = numbers.run(1).begin(&numbers);
    assert_eq!(whole.append(&Part::new(0..3, once(0..3), true)), Err(PartMismatch::Sums { games: 3 }));
}

#[test]
fn consecutive_parts_add_up_and_others_are_errors() {
    let part = |items: Range<u64>| Part::new(items.clone(), once(items), false);
    let mut sum = part(0..10);
    let gap = Err(PartMismatch::Games { found: 20, expected: 10 });
    assert_eq!(sum.append(&part(20..30)), gap);
    assert_eq!(sum.append(&part(10..20)), Ok(()));
    assert_eq!(sum, part(0..20));
    let twice = Err(PartMismatch::Games { found: 10, expected: 20 });
    assert_eq!(sum.append(&part(10..20)), twice);
    let sums = |games| Err(PartMismatch::Sums { games });
    assert_eq!(sum.append(&Part::new(20..23, once(20..22), false)), sums(3));
    assert_eq!(sum.append(&Part::new(20..23, once(19..22), false)), sums(3));
    assert_eq!(sum, part(0..20), "a part that does not belong there is not added");
}

#[test]
fn a_panic_of_a_thread_is_a_panic_of_the_run() {
    /// An experiment of two items, each on its own thread. The item on the thread of the test does not panic.
    struct Panics(Barrier, ThreadId);

    impl Experiment for Panics {
        type Sums = u64;
        type Worker = ();

        fn nothing(&self) -> u64 {
            0
        }

        fn worker(&self) {}

        fn run_items(&self, items: Range<u64>, (): &mut (), _: &mut u64) -> ControlFlow<()> {
            self.0.wait();
            assert_eq!(thread::current().id(), self.1, "item {}", items.start);
            ControlFlow::Continue(())
        }
    }

    let panics = Panics(Barrier::new(2), thread::current().id());
    let panic = std::panic::catch_unwind(|| Run::new(0..2, 2).play(&panics)).expect_err("a panic");
    assert!(panic.downcast_ref::<String>().expect("a text").contains("item "));
}

mod journals {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::super::journal::{Journal, RunId};
    use super::*;

    fn id() -> RunId {
        RunId { run: vec!["numbers".to_owned()], ..RunId::default() }
    }

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("pvcheck-{name}-{}.journal", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    fn play(numbers: &Numbers, path: &Path) -> Part<Counted> {
        numbers.run(2).play_with_journal(numbers, path, id()).expect("a journal of this run")
    }

    /// The first run ends in its second round, which is not recorded; the second run begins with that round.
    #[test]
    fn a_run_continues_after_the_last_round_of_its_journal() {
        let path = path("continued");
        let ended = Numbers { breaks_at: Some(20), ..Numbers::new(100) };
        assert!(play(&ended, &path).is_cut_short());
        let progress = AtomicU64::new(0);
        let numbers = Numbers::new(100);
        let add = |items| {
            progress.fetch_add(items, Ordering::Relaxed);
        };
        let run = numbers.run(2).progress(&add);
        let part = run.play_with_journal(&numbers, &path, id()).expect("a journal of this run");
        assert_eq!((part.items(), part.sums), (0..100, once(0..100)));
        assert_eq!(
            numbers.done.into_inner(),
            84,
            "the first round is not run again, and no other is left out"
        );
        assert_eq!(progress.into_inner(), 100, "with the items of the journal");
        let again = Numbers::new(100);
        assert_eq!(play(&again, &path).sums, once(0..100));
        assert_eq!(again.done.into_inner(), 0);
        fs::remove_file(&path).expect("the file exists");
    }

    /// The checksums are right, so only the contents show that the file is not the journal of this run.
    #[test]
    fn a_journal_with_other_parts_than_the_run_is_refused() {
        let path = path("refused");
        play(&Numbers::new(30), &path);
        let open = |games: Range<u64>, from: u64| {
            let mut part = Part::nothing(from, Counted::default());
            match Journal::open(&path, id(), &games, &mut part) {
                Ok(_) => Ok(part.items()),
                Err(error) => Err(error.to_string()),
            }
        };
        assert_eq!(open(0..30, 0), Ok(0..30));
        let longer = open(0..29, 0).expect_err("a part too long");
        assert!(longer.contains("line 2: it has games up to 30, but the run has only 29"), "{longer}");
        let later = open(0..30, 1).expect_err("another first game");
        assert!(later.contains("line 2: the part begins with game 0; expected game 1"), "{later}");
        fs::remove_file(&path).expect("the file exists");
    }

    #[test]
    fn a_part_is_read_as_it_was_written() {
        let part = Part::new(5..9, once(5..9), false);
        let text = serde_json::to_string(&part).expect("JSON");
        assert!(text.starts_with(r#"{"from":5,"games":4,"sums":{"#), "{text}");
        assert_eq!(serde_json::from_str::<Part<Counted>>(&text).expect("a part"), part);
    }
}
