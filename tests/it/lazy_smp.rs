//! Searches of others that start threads: Lazy SMP with a table without locks, right and with seeded mistakes.

use crate::common::prelude::*;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use pvcheck::prelude::*;

/// What is wrong with a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mistake {
    Nothing,
    /// The score is that of one thread, the line that of another one.
    OtherLine,
    /// Nothing shows whether the two words of an entry belong together.
    Unchecked,
    /// The best score is shown, whatever its depth.
    BestScore,
}

/// In the order of their numbers.
const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::Lower, Bound::Upper];

/// A completed iteration: depth, score and line.
type Iteration = (usize, Score, Vec<Move>);

/// An engine whose threads share a table. An entry is a word of `keys`, which is combined with that of `data` by XOR (Hyatt and
/// Mann 2002).
struct Engine {
    mistake: Mistake,
    keys: Vec<AtomicU64>,
    data: Vec<AtomicU64>,
    nodes: AtomicU64,
    limit: u64,
    stop: AtomicBool,
}

impl Engine {
    fn new(mistake: Mistake) -> Self {
        let (keys, data) = (Vec::new(), Vec::new());
        Self { mistake, keys, data, nodes: AtomicU64::new(0), limit: 0, stop: AtomicBool::new(false) }
    }

    fn search(&mut self, request: &Request<'_>) -> Answer {
        let entries = request.table_entries().unwrap_or(64);
        self.keys.resize_with(entries, AtomicU64::default);
        self.data.resize_with(entries, AtomicU64::default);
        (self.nodes, self.stop) = (AtomicU64::new(0), AtomicBool::new(false));
        self.limit = request.node_limit().unwrap_or(u64::MAX);
        let (engine, root, depth) = (&*self, request.root(), request.depth());
        let mut completed: Vec<Iteration> = thread::scope(|scope| {
            let begin = |number| scope.spawn(move || engine.deepened(root, depth, 1 + number % 2));
            let others: Vec<_> = (1..request.threads()).map(begin).collect();
            let first = engine.deepened(root, depth, 1);
            engine.stop.store(true, Relaxed);
            let others = others.into_iter().filter_map(|other| other.join().expect("no panic"));
            first.into_iter().chain(others).collect()
        });
        let other_line = completed.last().map(|(.., line)| line.clone());
        if self.mistake == Mistake::BestScore {
            completed.sort_by_key(|&(_, score, _)| Reverse(score));
        } else {
            completed.sort_by_key(|&(depth, ..)| Reverse(depth));
        }
        let Some((depth, score, line)) = completed.into_iter().next() else {
            return Answer::nothing_searched(root.evaluate());
        };
        let other_line = other_line.filter(|_| self.mistake == Mistake::OtherLine);
        Answer::exact(score, other_line.unwrap_or(line)).of_depth(depth)
    }

    /// Searches deeper and deeper, from depth `first` on, until the search is over. Returns the last iteration.
    fn deepened(&self, root: &SharedPosition, depth: usize, first: usize) -> Option<Iteration> {
        let iterations = (depth.min(first)..=depth).map_while(|depth| {
            let (score, line) = self.negamax(root, depth, 0, Window::FULL)?;
            Some((depth, score, line))
        });
        iterations.last()
    }

    /// The score, fail-soft, and the line; `None` if the search is over.
    fn negamax(
        &self,
        position: &SharedPosition,
        depth: usize,
        ply: usize,
        window: Window,
    ) -> Option<(Score, Vec<Move>)> {
        if self.stop.load(Relaxed) || self.nodes.fetch_add(1, Relaxed) >= self.limit {
            return None;
        }
        if depth == 0 || position.is_terminal() {
            return Some((position.evaluate(), Vec::new()));
        }
        // An entry that was never written has depth 0.
        let packed = self.load(position).filter(|packed| ply > 0 && packed >> 2 & 127 == depth as u64);
        if let Some(packed) = packed {
            let score = Score::saturating(i64::from((packed >> 32) as i32));
            let is_enough = match BOUNDS[(packed & 3) as usize] {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            if is_enough {
                return Some((score, vec![Move::new((packed >> 16) as u16)]));
            }
        }
        let (mut best, mut line) = (-Score::INFINITY, Vec::new());
        for mv in legal_moves(position) {
            let alpha = window.alpha.max(best);
            if alpha >= window.beta {
                break;
            }
            let below = Window { alpha, ..window }.for_child();
            let (score, rest) = self.negamax(&position.play(mv), depth - 1, ply + 1, below)?;
            if score.for_parent() > best {
                (best, line) = (score.for_parent(), [vec![mv], rest].concat());
            }
        }
        let bound = match best {
            _ if best >= window.beta => Bound::Lower,
            _ if best <= window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let packed = u64::from(best.get().cast_unsigned()) << 32 | u64::from(line[0].number()) << 16;
        self.store(position, packed | (depth as u64) << 2 | bound as u64);
        Some((best, line))
    }

    /// The data of the entry for `position`, if there is one.
    fn load(&self, position: &SharedPosition) -> Option<u64> {
        let key = self.keys[self.place(position)].load(Relaxed);
        let data = self.data[self.place(position)].load(Relaxed);
        (key == self.check(position, data)).then_some(data)
    }

    fn store(&self, position: &SharedPosition, data: u64) {
        self.keys[self.place(position)].store(self.check(position, data), Relaxed);
        self.data[self.place(position)].store(data, Relaxed);
    }

    fn place(&self, position: &SharedPosition) -> usize {
        (position.key() % self.keys.len() as u64) as usize
    }

    fn check(&self, position: &SharedPosition, data: u64) -> u64 {
        position.key() ^ if self.mistake == Mistake::Unchecked { 0 } else { data }
    }
}

fn verification(mistake: Mistake) -> Verification {
    let search = |engine: &mut Engine, request: &Request<'_>| engine.search(request);
    verify_object(move || Engine::new(mistake), search)
        .declares(Rules::FIXED_TREE.tt(Drafts::Equal).deepening())
        .known("truncated")
        .games(RandomGames::seed(1).count(500))
}

pvcheck::suite!(
    a_right_search_of_several_threads,
    verification(Mistake::Nothing).search_threads(3).games(RandomGames::seed(1).count(200))
);

#[test]
fn one_thread_makes_none_of_the_mistakes() {
    for mistake in [Mistake::OtherLine, Mistake::Unchecked, Mistake::BestScore] {
        assert!(verification(mistake).table_entries(1).report().is_clean(), "{mistake:?}");
    }
}

/// Asserts that a mistake of two threads, whose table has one entry, shows these findings only, each by luck: not in each of the
/// single searches that are counted, as many as one second has time for.
fn assert_found(mistake: Mistake, repeats: u32, names: &[&str]) {
    let report = verification(mistake).table_entries(1).search_threads(2).repeats(repeats).report();
    assert!(!report.is_clean(), "{report}");
    for example in report.examples() {
        let (name, is_of_two) = (example.finding.name(), example.case.contains(" threads=2 "));
        assert!(names.contains(&name) && is_of_two && !example.recurrence.is_certain(), "{report}");
    }
}

#[test]
fn the_line_of_another_thread_is_found() {
    assert_found(Mistake::OtherLine, 8, &["unsound"]);
}

/// Few searches read such words. The move of another position may even be illegal.
#[test]
fn words_of_two_entries_are_found() {
    assert_found(Mistake::Unchecked, 32, &["unwitnessed", "unsound", "illegal"]);
}

#[test]
fn the_best_score_of_a_smaller_depth_is_found() {
    assert_found(Mistake::BestScore, 8, &["stale_iteration"]);
}

#[test]
fn positions_go_to_other_threads_whose_number_is_that_of_the_case() {
    fn threads<P: Position + Send + Sync + 'static>(request: &Request<'_, P>) -> usize {
        request.threads()
    }
    for (case, expected) in [("v1 depth=0 0", 1), ("v1 depth=0 threads=3 0", 3)] {
        let counted = move |request: &Request<'_>| {
            assert_eq!(threads(request), expected);
            Answer::exact(request.root().evaluate(), [])
        };
        let report = verify(counted).games(RandomGames::seed(1).count(0)).case(case).report();
        assert!(report.is_clean(), "{report}");
    }
}
