//! The options of several threads that search one root with one table, written as arguments of `threads(...)`.

use crate::game::{Choices as _, Seeded};

named_enum! {
    /// The thread whose last completed iteration is shown.
    ShownThread {
        /// The first one, which decides when the search ends.
        Main "main",
        /// One of the greatest depth; of these the one with the best score.
        Deepest "deepest",
        /// The one with the best score, whatever its depth.
        BestScore "best-score",
        /// The one whose best move has the most votes: each thread votes with its depth and its score above the worst
        /// one (Stockfish, 2017 on).
        Vote "vote",
    }
}

named_enum! {
    /// The order in which the two words of a shared table entry are written and read.
    Words {
        /// The key, combined by XOR with the data, then the data (Hyatt and Mann 2002).
        Checked "checked",
        /// The key as it is, then the data.
        KeyFirst "key-first",
        /// The data, then the key as it is.
        DataFirst "data-first",
        /// The data, then the key, combined by XOR with the data that are in memory by then: those of another thread, if it
        /// has written meanwhile.
        CheckedLate "checked-late",
    }
}

/// The schedule that decides when another thread runs. Threads under a schedule run one at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Schedule {
    /// The seed of a random schedule. At about one step of 4, 8 and so on to 128, drawn once per run, the next thread
    /// is drawn anew. A step is an access to one word of the shared table. With 0 all threads run at once, and no
    /// result can be repeated.
    pub seed: u32,
    /// The number of switches of a random schedule, if it is not 0. The first thread in the order of priority that has
    /// not ended runs, and before each of this many steps the running thread gets the lowest priority. Priorities and
    /// steps are drawn (PCT: Burckhardt et al. 2010).
    pub changes: u32,
    /// The step, counted from 1, before which the next thread runs, if it is not 0. The schedule is then not random,
    /// and the next thread also runs where a thread has ended.
    pub first: u32,
    /// The second step before which the next thread runs, if neither `first` nor `second` is 0.
    pub second: u32,
}

impl Schedule {
    /// The random schedule of seed 1.
    pub const DEFAULT: Self = Self { seed: 1, changes: 0, first: 0, second: 0 };

    /// Returns the reason why the schedule has no meaning; `None` if the schedule has a meaning.
    pub(crate) fn meaningless(&self) -> Option<&'static str> {
        let Self { seed, changes, first, second } = *self;
        if changes > 0 && !self.is_random() {
            return Some(
                "`changes` of `threads` with `first` or `schedule=0`: only a random schedule has priorities",
            );
        }
        if first > 0 && seed != Self::DEFAULT.seed {
            return Some(
                "`schedule` and `first` of `threads` together: `first` takes the place of a random schedule",
            );
        }
        let is_early = second > 0 && (first == 0 || second <= first);
        is_early.then_some("`second` of `threads` without a smaller `first`")
    }

    /// Returns the schedule where threads run one after the other, except that the next thread runs before these steps.
    pub const fn switching_at(first: u32, second: u32) -> Self {
        Self { first, second, ..Self::DEFAULT }
    }

    /// Whether the schedule is random, so that its seed decides.
    pub(crate) const fn is_random(&self) -> bool {
        self.seed > 0 && self.first == 0
    }

    /// Whether all threads run whenever they can, so that no run can be repeated.
    pub(crate) const fn is_free(&self) -> bool {
        self.seed == 0 && self.first == 0
    }

    /// Returns this schedule for one of many games. A random schedule gets another seed for each game.
    pub(super) fn in_game(self, index: u64) -> Self {
        if self.is_random() {
            let seed = Seeded::new(self.seed.into(), index).below(u32::MAX);
            Self { seed: 1 + seed, ..self }
        } else {
            self
        }
    }
}

/// An enumeration of all schedules with at most two switches. Before the first switch no other thread runs.
#[derive(Debug)]
pub(crate) struct Schedules {
    switches: u8,
    first: u32,
    second: u32,
    /// The last steps with a choice, without a switch and with the first switch alone.
    last: [u32; 2],
}

impl Schedules {
    pub fn new(switches: u8) -> Self {
        Self { switches, first: u32::MAX, second: 0, last: [0; 2] }
    }

    /// Returns the schedule of the next run.
    pub fn schedule(&self) -> Schedule {
        Schedule::switching_at(self.first, self.second)
    }

    /// Advances to the next schedule, and returns whether there is one. `last` is the last step of the run before which
    /// another thread could have run. Up to a switch, a run is the same with and without the switch.
    pub fn advance(&mut self, last: u32) -> bool {
        match (self.first, self.second) {
            (u32::MAX, _) => (self.first, self.last) = (0, [last; 2]),
            (_, 0) => self.last[1] = last,
            _ => {}
        }
        let next = self.first.max(self.second) + 1;
        if self.switches > 1 && self.first > 0 && next <= self.last[1] {
            self.second = next;
        } else {
            (self.first, self.second) = (self.first + 1, 0);
        }
        self.switches > 0 && self.first <= self.last[0]
    }
}

/// `threads(N,...)`: N threads deepen independently, every second one from one ply deeper on, and share one table
/// ("Lazy SMP"). The search ends when the first thread has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Threads {
    /// The number of threads, at least 2.
    pub count: u8,
    /// The thread whose result is shown.
    pub shown: ShownThread,
    /// The order in which the words of table entries are written.
    pub words: Words,
    /// The schedule that decides when another thread runs.
    pub schedule: Schedule,
}
