//! Statistics of what an engine printed: how long its lines are, how they end, what grows with threads, and how much related
//! scores differ.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::{AddAssign, RangeInclusive};

use super::class::Class;
use super::plan::{Plan, Session};
use super::process::EngineSearch;
use super::relation::Difference;
use super::search::Go;
use crate::Ending;
use pvcheck::experiment::{QUANTILE_95, share_interval};
use pvcheck::named_enum;

/// The statistics of the lines and searches of one engine.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// The lengths of the last exact line of rank 1 of each iteration, by the depth that the engine prints.
    pub depths: BTreeMap<u64, Lengths>,
    /// The numbers of last exact lines of rank 1, by the end of the lines.
    pub ends: BTreeMap<LineEnd, u64>,
    /// The exact lines with a mate score, by plan.
    pub mates: BTreeMap<Plan, MateLines>,
    /// The rates of searches that set a number of threads, by this number.
    pub threads: BTreeMap<u64, SearchRates>,
    /// The differences of related scores, by plan.
    pub differences: BTreeMap<Plan, Spread>,
}

/// The lengths of lines, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lengths {
    /// The number of lines.
    pub lines: u64,
    /// The number of lines that are as long as the depth, or end the game.
    pub whole: u64,
    /// The sum of the lengths.
    pub plies: u64,
}

impl Lengths {
    /// The mean length, in plies; 0 without lines.
    pub fn mean(&self) -> f64 {
        if self.lines == 0 { 0.0 } else { self.plies as f64 / self.lines as f64 }
    }
}

named_enum! {
    /// How a line ends.
    LineEnd {
        Depth "depth" "It has as many moves as the depth, or more.",
        Early "early" "It has fewer moves, and the game is not over.",
        Checkmate "checkmate" "Checkmate.",
        Stalemate "stalemate" "Stalemate.",
        Draw "draw" "A third occurrence, fifty moves, or a dead position.",
        Illegal "illegal" "A move of it is not legal.",
    }
}

impl LineEnd {
    fn of_line(request: &Go, depth: u64, line: &[String]) -> Self {
        let walk = request.root.position().walk(line);
        match walk.ending {
            _ if walk.stop.is_some() => Self::Illegal,
            Some(Ending::Checkmate) => Self::Checkmate,
            Some(Ending::Stalemate) => Self::Stalemate,
            Some(Ending::Threefold | Ending::FiftyMoves | Ending::DeadPosition) => Self::Draw,
            None if line.len() as u64 >= depth => Self::Depth,
            None => Self::Early,
        }
    }
}

/// The lines with a mate score.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MateLines {
    /// The number of lines.
    pub lines: u64,
    /// The number of lines that end before the mate, including lines without a move.
    pub incomplete: u64,
}

/// The searches with one number of threads, and the classes that the searches show.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SearchRates {
    /// The number of searches.
    pub searches: u64,
    /// The number of searches that show each class.
    pub classes: BTreeMap<Class, u64>,
    /// The exact lines with a mate score.
    pub mates: MateLines,
}

/// The rate of a class with one number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// The class.
    pub class: Class,
    /// The number of threads.
    pub threads: u64,
    /// The number of searches; for `mate-line-incomplete`, the number of exact lines with a mate score.
    pub of: u64,
    /// The number of searches or lines that show the class.
    pub shown: u64,
}

impl Rate {
    /// The interval of the rate with 95 % confidence.
    pub fn interval(&self) -> (f64, f64) {
        share_interval(self.shown, self.of, QUANTILE_95)
    }
}

/// The differences of pairs of scores.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Spread {
    /// The number of pairs for each absolute difference, in hundredths of a pawn; 0 is the difference of equal scores.
    pub centipawns: BTreeMap<u64, u64>,
    /// The number of pairs of a mate and another score.
    pub mates: u64,
}

impl Spread {
    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.centipawns.values().sum::<u64>() + self.mates
    }

    /// The number of pairs with equal scores.
    pub fn equal(&self) -> u64 {
        self.centipawns.get(&0).copied().unwrap_or(0)
    }

    /// The difference that this share of the pairs does not exceed, in hundredths of a pawn; `None` if that is the difference
    /// between a mate and another score, or there are no pairs.
    pub fn quantile(&self, percent: u64) -> Option<u64> {
        let due = (self.pairs() * percent).div_ceil(100).max(1);
        let mut below = 0;
        self.centipawns.iter().find_map(|(&difference, &pairs)| {
            below += pairs;
            (below >= due).then_some(difference)
        })
    }
}

impl Statistics {
    pub(super) fn count(&mut self, session: &Session, judged: &EngineSearch<'_>) {
        let EngineSearch { request, printed, findings, difference } = judged;
        let (plan, threads) = (session.plan, session.threads());
        if let Some(tally) = threads.map(|threads| self.threads.entry(threads).or_default()) {
            tally.searches += 1;
            let classes: BTreeSet<Class> = findings.iter().map(|finding| finding.class).collect();
            for class in classes {
                *tally.classes.entry(class).or_default() += 1;
            }
        }
        if printed.late_result().is_some() {
            return;
        }
        let mut last: BTreeMap<u64, &[String]> = BTreeMap::new();
        for (_, info) in printed.exact_infos().filter(|(_, info)| !info.is_progress) {
            let line = info.line.as_deref().unwrap_or_default();
            if let Some((plies, _)) = info.score.and_then(super::message::UciScore::mate) {
                let has_fewer = (line.len() as u64) < plies;
                let goes_on = || LineEnd::of_line(request, 0, line) == LineEnd::Depth;
                let incomplete = u64::from(has_fewer && goes_on());
                let one = MateLines { lines: 1, incomplete };
                *self.mates.entry(plan).or_default() += one;
                if let Some(threads) = threads {
                    self.threads.entry(threads).or_default().mates += one;
                }
            }
            let is_first = info.line_rank() == 1 && !line.is_empty();
            if let Some(depth) = info.depth.filter(|_| is_first) {
                last.insert(depth, line);
            }
        }
        for (depth, line) in last {
            let end = LineEnd::of_line(request, depth, line);
            let is_whole = !matches!(end, LineEnd::Early | LineEnd::Illegal);
            let one = Lengths { lines: 1, whole: u64::from(is_whole), plies: line.len() as u64 };
            *self.depths.entry(depth).or_default() += one;
            *self.ends.entry(end).or_default() += 1;
        }
        if let Some(difference) = difference.filter(|_| plan != Plan::Repeat) {
            let spread = self.differences.entry(plan).or_default();
            match difference {
                Difference::Centipawns(by) => *spread.centipawns.entry(by.unsigned_abs()).or_default() += 1,
                Difference::Mate => spread.mates += 1,
            }
        }
    }

    /// The rate of each class by the number of threads: of classes that some number of threads shows, and of
    /// classes that several threads are known for.
    pub fn rates(&self) -> Vec<Rate> {
        let found = self.threads.values().flat_map(|searches| searches.classes.keys());
        let classes: BTreeSet<Class> =
            found.copied().chain([Class::OtherBestMove, Class::MateIncomplete]).collect();
        let rate = |class: Class, (&threads, tally): (&u64, &SearchRates)| {
            let (of, shown) = match class {
                Class::MateIncomplete => (tally.mates.lines, tally.mates.incomplete),
                _ => (tally.searches, tally.classes.get(&class).copied().unwrap_or(0)),
            };
            Rate { class, threads, of, shown }
        };
        let rates = |class| self.threads.iter().map(move |tally| rate(class, tally));
        classes.into_iter().flat_map(rates).filter(|rate| rate.of > 0).collect()
    }

    /// Depths beyond [`DEEP`], which engines reach where there is nothing to search, are one range.
    fn ranges(&self) -> Vec<(RangeInclusive<u64>, Lengths)> {
        let (depths, deep): (Vec<_>, Vec<_>) = self.depths.iter().partition(|&(&depth, _)| depth <= DEEP);
        let size = depths.len().div_ceil(ROWS).max(1);
        let range = |chunk: &[(&u64, &Lengths)]| {
            let mut sum = Lengths::default();
            for &(_, &lengths) in chunk {
                sum += lengths;
            }
            (*chunk[0].0..=*chunk[chunk.len() - 1].0, sum)
        };
        depths.chunks(size).chain(deep.chunks(deep.len().max(1))).map(range).collect()
    }
}

sums! {
    Statistics: maps depths ends mates threads differences;
    Lengths: numbers lines whole plies;
    MateLines: numbers lines incomplete;
    SearchRates: numbers searches mates, maps classes;
    Spread: numbers mates, maps centipawns;
}

/// Adds the values of `more` to the sums with the same keys.
pub(super) fn add_all<K: Ord, V: AddAssign + Default>(sums: &mut BTreeMap<K, V>, more: BTreeMap<K, V>) {
    for (key, more) in more {
        *sums.entry(key).or_default() += more;
    }
}

const ROWS: usize = 8;
const DEEP: u64 = 64;

fn percent(part: u64, of: u64) -> String {
    if of == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / of as f64) }
}

pub(super) fn range_in_percent((least, most): (f64, f64)) -> String {
    format!("{:.1} to {:.1}", 100.0 * least, 100.0 * most)
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.depths.is_empty() {
            writeln!(f, "{:<24} {:>8} {:>12} {:>8}", "depth of the line", "lines", "mean length", "whole")?;
        }
        for (depths, lengths) in self.ranges() {
            let (first, last) = (depths.start(), depths.end());
            let depths = match (first, last) {
                _ if *first > DEEP => format!("more than {DEEP}"),
                (first, last) if first == last => first.to_string(),
                _ => format!("{first}-{last}"),
            };
            let (mean, whole) = (format!("{:.1}", lengths.mean()), percent(lengths.whole, lengths.lines));
            writeln!(f, "{depths:<24} {:>8} {mean:>12} {whole:>8}", lengths.lines)?;
        }
        let all: u64 = self.ends.values().sum();
        let ends = self.ends.iter().map(|(end, &count)| format!("{} {}", end.name(), percent(count, all)));
        let ends: Vec<String> = ends.collect();
        if !ends.is_empty() {
            writeln!(f, "ends       {}", ends.join(", "))?;
        }
        if !self.mates.is_empty() {
            writeln!(f, "\n{:<24} {:>8} {:>12}", "mate lines of plan", "lines", "incomplete")?;
        }
        for (plan, &MateLines { lines, incomplete }) in &self.mates {
            let share = format!("{incomplete} ({})", percent(incomplete, lines));
            writeln!(f, "{plan:<24} {lines:>8} {share:>12}")?;
        }
        let rates = self.rates();
        if !rates.is_empty() {
            writeln!(
                f,
                "\n{:<24} {:>8} {:>8} {:>8}  rate (95 % interval)",
                "with threads", "threads", "of", "shown"
            )?;
        }
        for rate in rates {
            let Rate { class, threads, of, shown } = rate;
            let rate = format!("{} ({})", percent(shown, of), range_in_percent(rate.interval()));
            writeln!(f, "{class:<24} {threads:>8} {of:>8} {shown:>8}  {rate}")?;
        }
        if !self.differences.is_empty() {
            let columns =
                ["pairs", "equal", "median", "90 %", "largest"].map(|column| format!("{column:>8}"));
            writeln!(f, "\n{:<24} {}  in centipawns", "scores compared", columns.join(" "))?;
        }
        for (plan, spread) in &self.differences {
            let cell = |percent| spread.quantile(percent).map_or("mate".to_owned(), |size| size.to_string());
            let cells = [spread.pairs().to_string(), percent(spread.equal(), spread.pairs())];
            let cells = cells.into_iter().chain([50, 90, 100].map(cell)).map(|cell| format!("{cell:>8}"));
            writeln!(f, "{plan:<24} {}", cells.collect::<Vec<_>>().join(" "))?;
        }
        Ok(())
    }
}
