//! Ratios of two pieces of work, measured side by side.
//!
//! A machine is slower in one second than in the next. So the two sides run in turn, each pair of runs gives one ratio, and
//! the median of the ratios counts. Instructions do not depend on the load at all; cachegrind (Nethercote and Seward 2007)
//! counts them if it is installed.

use std::process::Command;
use std::time::Instant;

/// One of two pieces of work: runs it once and returns the units that it did, such as nodes.
pub type Side = Box<dyn Fn() -> u64>;

/// The goal for a ratio.
#[derive(Clone, Copy)]
pub enum Goal {
    AtMost(f64),
    AtLeast(f64),
    None,
}

impl Goal {
    pub fn text(self) -> String {
        match self {
            Self::AtMost(most) => format!("at most {most:.2}"),
            Self::AtLeast(least) => format!("at least {least:.2}"),
            Self::None => String::new(),
        }
    }

    pub fn is_reached(self, ratio: f64) -> bool {
        match self {
            Self::AtMost(most) => ratio <= most,
            Self::AtLeast(least) => ratio >= least,
            Self::None => true,
        }
    }
}

/// A ratio that is measured.
pub struct Ratio {
    /// How the command line names it.
    pub name: String,
    /// What is divided by what.
    pub title: String,
    pub goal: Goal,
    /// Whether it is a ratio of times. Else it is a ratio of speeds.
    pub of_times: bool,
    /// Whether the units count: then time and instructions are those per unit.
    pub per_unit: bool,
    pub sides: [Side; 2],
}

/// The result of a measurement.
pub struct Measured {
    /// The quartiles of the ratio: a quarter of the pairs is below the first, half of them below the second.
    pub quartiles: [f64; 3],
    /// The median times of the two sides per unit, in nanoseconds.
    pub nanoseconds: [f64; 2],
    /// The ratio of the instructions.
    pub instructions: Option<f64>,
}

/// The quartiles of `values`, which are not empty.
pub fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    let at = |part: usize| values[(values.len() - 1) * part / 4];
    [at(1), at(2), at(3)]
}

impl Ratio {
    /// Measures the two sides `rounds` times in turn.
    pub fn measure(&self, rounds: usize, index: usize) -> Measured {
        let timed = |side: &Side| {
            let begun = Instant::now();
            let units = side();
            let units = if self.per_unit { units as f64 } else { 1.0 };
            begun.elapsed().as_nanos() as f64 / units
        };
        // The first runs fill the caches and grow the memory that later ones reuse.
        self.sides.iter().for_each(|side| {
            side();
        });
        let pairs: Vec<[f64; 2]> = (0..rounds)
            .map(|round| {
                let [first, second] = &self.sides;
                if round % 2 == 0 {
                    [timed(first), timed(second)]
                } else {
                    let second = timed(second);
                    [timed(first), second]
                }
            })
            .collect();
        let ratio = |[first, second]: [f64; 2]| if self.of_times { first / second } else { second / first };
        let median = |side: usize| quartiles(pairs.iter().map(|pair| pair[side]).collect())[1];
        Measured {
            quartiles: quartiles(pairs.iter().map(|&pair| ratio(pair)).collect()),
            nanoseconds: [median(0), median(1)],
            instructions: self.instructions(index).map(ratio),
        }
    }

    /// The instructions of each side per unit: those of a process that runs it twice, less those of one that runs it once.
    fn instructions(&self, index: usize) -> Option<[f64; 2]> {
        let counted = |side: usize| {
            let units = if self.per_unit { self.sides[side]() as f64 } else { 1.0 };
            Some((instructions_of(index, side, 2)? - instructions_of(index, side, 1)?) / units)
        };
        Some([counted(0)?, counted(1)?])
    }
}

fn instructions_of(index: usize, side: usize, times: usize) -> Option<f64> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(program)
        .args(["--once", &index.to_string(), &side.to_string(), &times.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stderr).ok()?;
    let count = text.lines().find_map(|line| line.split_once("refs:"))?.1;
    count.trim().replace(',', "").parse().ok()
}
