//! The generation of a table, by retrograde analysis.
//!
//! The first pass examines each entry alone: whether it is mate, how many moves stay within the table, and the values
//! of its captures and promotions, whose tables are complete. The following passes take back one move from the entries
//! of each distance, in increasing order. An entry with a move to a lost entry is won. An entry whose moves all lead to
//! won entries is lost; a counter of remaining moves shows when. All other entries are draws.
//!
//! *Source.* T. Ströhlein, Untersuchungen über kombinatorische Spiele, 1970; K. Thompson, Retrograde analysis of certain
//! endgames, ICCA Journal 9(3), 1986. Captures with their own distances and the en-passant entries are ours.

use super::layout::{Layout, LayoutStep};
use super::material::Placement;
use pvcheck::experiment::Deadline;

/// The value of an entry that is drawn, or not known yet. Smaller values are distances in plies.
pub const DRAW: u8 = 254;
/// The value of an entry that is no legal placement.
pub const ILLEGAL: u8 = 255;

/// The counter of an entry that is not lost, or not legal.
const NEVER: u8 = 255;

struct Generator {
    layout: Layout,
    /// Distances that are known, or that a capture or promotion attains; the smaller ones are final.
    values: Vec<u8>,
    remaining: Vec<u8>,
    /// The distance at which the best of the losing captures and promotions is mated; 0 without a losing capture or promotion.
    lost_beyond: Vec<u8>,
    longest: u8,
}

/// The number of entries between two looks at the clock.
const ENTRIES_PER_LOOK: usize = 1 << 12;

/// The table of `layout`; `None` if the table is not complete at the deadline.
pub fn generate(layout: Layout, until: &Deadline, beyond: impl Fn(&Placement) -> u8) -> Option<Vec<u8>> {
    let size = layout.size();
    let mut generator = Generator {
        layout,
        values: vec![ILLEGAL; size],
        remaining: vec![NEVER; size],
        lost_beyond: vec![0; size],
        longest: 0,
    };
    for index in 0..size {
        if index.is_multiple_of(ENTRIES_PER_LOOK) && until.is_over() {
            return None;
        }
        generator.start(index, &beyond);
    }
    let mut distance = 0;
    while distance <= generator.longest && !until.is_over() {
        generator.take_back_all(distance);
        distance += 1;
    }
    (!until.is_over()).then_some(generator.values)
}

impl Generator {
    fn start(&mut self, index: usize, beyond: &impl Fn(&Placement) -> u8) {
        let Some(state) = self.layout.state(index) else { return };
        let (mut within, mut is_stuck, mut is_drawn) = (0, true, false);
        let (mut won, mut lost) = (DRAW, 0);
        self.layout.each_step(&state, |step| match step {
            LayoutStep::Within(count) => {
                within += count;
                is_stuck &= count == 0;
            }
            LayoutStep::Beyond(placement) => {
                is_stuck = false;
                match beyond(&placement) {
                    DRAW => is_drawn = true,
                    value if value % 2 == 0 => won = won.min(value + 1),
                    value => lost = lost.max(value + 1),
                }
            }
        });
        let value = if is_stuck {
            if self.layout.is_in_check(&state) { 0 } else { DRAW }
        } else if won < DRAW {
            won
        } else if is_drawn {
            DRAW
        } else if within > 0 {
            self.remaining[index] = within;
            self.lost_beyond[index] = lost;
            DRAW
        } else {
            lost
        };
        self.set(index, value);
    }

    fn set(&mut self, index: usize, value: u8) {
        self.values[index] = value;
        if value < DRAW {
            self.longest = self.longest.max(value);
        }
    }

    fn take_back_all(&mut self, distance: u8) {
        const CHUNK: usize = 64;
        assert!(distance + 2 < DRAW, "no mate with four men takes as long");
        for start in (0..self.values.len()).step_by(CHUNK) {
            // What is set now has a larger distance.
            if self.values[start..start + CHUNK].contains(&distance) {
                for index in start..start + CHUNK {
                    if self.values[index] == distance {
                        self.take_back(index);
                    }
                }
            }
        }
    }

    fn take_back(&mut self, index: usize) {
        let layout = self.layout;
        let state = layout.state(index).expect("only legal entries have a distance");
        let next = self.values[index] + 1;
        layout.each_predecessor(&state, |before| {
            if next % 2 == 1 {
                if self.values[before] != ILLEGAL && self.values[before] > next {
                    self.set(before, next);
                }
            } else if self.remaining[before] != NEVER {
                self.remaining[before] -= 1;
                if self.remaining[before] == 0 {
                    self.set(before, next.max(self.lost_beyond[before]));
                }
            }
        });
    }
}
