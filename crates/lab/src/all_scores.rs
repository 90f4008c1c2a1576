//! Every assignment of scores to the positions of many games, in one run: see [`pvcheck_all_scores::all_scores`].

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use pvcheck::campaign::{Counterexample, Finished, Games, Orders, Row, Shown, Tally};
use pvcheck::case::Case;
use pvcheck::contract::{Guarantee, guarantee};
use pvcheck::experiment::{Experiment, Part};
use pvcheck::game::Graph;
use pvcheck::search::{Counts, SearchOptions};
use pvcheck::subject::Subject;
use pvcheck::verdict::{Finding, LineKind, ScoreVerdict};
use pvcheck_all_scores::all_scores::{
    self as symbolic, ClassSums, MOST_ORDERED, Memory, OrderSums, Searches, Unscored,
};

/// Up to this number of games, the classes of a game are in parts, so that all threads have work.
const FEW_GAMES: u64 = 8;
/// The bits of the number of a class within its item; the bits above have the number of the item.
const BITS_OF_NUMBER: u32 = 32;

/// The searches of many games, for every assignment of scores to their positions.
///
/// An item is a part of the classes of one search of one game. The searches take turns, so that a run which ends early has
/// something of each.
pub struct AllScores<'g> {
    games: &'g dyn Games,
    subjects: Vec<Subject>,
    searches: Searches,
    /// The classes of each search of a game are in 2^bits parts.
    bits: u32,
    /// The scores of the largest game, in the search with the fewest scores.
    fewest_scores: usize,
    /// The distance of neighbouring scores in the counted orders; `None` if no orders are counted.
    gap: Option<u32>,
    is_over: Box<dyn Fn() -> bool + Sync>,
}

/// Whether the line of a search depends on the other moves of the root only by their values, so that a game for each
/// move ([`Scope::by_move`](pvcheck::enumerate::Scope::by_move)) shows what the whole tree shows. The line of such a
/// search never comes from other moves by the store, its scores are right, and it has no search options.
pub fn is_settled_by_move(subject: &Subject) -> bool {
    let Guarantee { score, line, .. } = guarantee(subject);
    subject.options == SearchOptions::NONE && line < LineKind::Illegal && score < ScoreVerdict::Unwitnessed
}

impl<'g> AllScores<'g> {
    /// The searches of `subjects` on all of `games`, whose scores mean nothing.
    ///
    /// # Errors
    ///
    /// If a game has too many positions.
    pub fn new(games: &'g dyn Games, subjects: Vec<Subject>) -> Result<Self, String> {
        let texts: Vec<String> = subjects.iter().map(Subject::to_string).collect();
        let searches = Searches::new(&texts)?;
        let is_over = Box::new(|| false);
        let mut all = Self { games, subjects, searches, bits: 0, fewest_scores: 0, gap: None, is_over };
        // The largest game comes last.
        let scores = |search| Ok(all.unscored(games.count() - 1, search)?.variables());
        let scores = (0..all.searches.count()).map(scores).collect::<Result<Vec<_>, String>>()?;
        all.fewest_scores = scores.iter().copied().min().unwrap_or(0);
        if games.count() <= FEW_GAMES {
            let most = scores.into_iter().max().unwrap_or(0);
            all.bits = (most as u32).saturating_sub(6).min(12);
        }
        Ok(all)
    }

    /// Also counts orders of distinct scores whose neighbours are `gap` apart, for searches whose classes know only
    /// differences of at most 18 scores.
    #[must_use]
    pub fn counting_orders(self, gap: u32) -> Self {
        Self { gap: Some(gap), ..self }
    }

    /// Returns the reason why a whole run has no orders of any search.
    pub fn why_no_orders(&self) -> String {
        match self.fewest_scores {
            scores if scores > MOST_ORDERED => {
                format!("a game has {scores} scores, more than {MOST_ORDERED}")
            }
            _ => "in each search some class knows more than differences of scores".to_owned(),
        }
    }

    /// Ends the run as soon as `is_over` returns true, which is asked now and then.
    #[must_use]
    pub fn until(self, is_over: impl Fn() -> bool + Sync + 'static) -> Self {
        Self { is_over: Box::new(is_over), ..self }
    }

    pub fn items(&self) -> u64 {
        (self.games.count() * self.searches.count() as u64) << self.bits
    }

    fn unscored(&self, game: u64, search: usize) -> Result<Unscored, String> {
        let mut graph = Graph::default();
        let depth = self.games.game(game, &mut graph);
        Unscored::new(&graph.to_string(), depth, self.searches.has_options(search))
    }

    /// The game of an item, its search, and its part of the classes.
    fn item(&self, item: u64) -> (Unscored, usize, symbolic::Part) {
        let count = self.searches.count() as u64;
        let (turn, search) = (item / count, (item % count) as usize);
        let part = symbolic::Part { number: turn & ((1 << self.bits) - 1), bits: self.bits };
        let unscored = self.unscored(turn >> self.bits, search);
        (unscored.expect("no game is larger than the last one"), search, part)
    }

    fn game(&self, index: u64) -> (Graph, usize) {
        let (mut unscored, search, part) = self.item(index >> BITS_OF_NUMBER);
        let number = index & ((1 << BITS_OF_NUMBER) - 1);
        let text =
            self.searches.game(search, &mut unscored, part, number).expect("the class was found before");
        (text.parse().expect("a game in notation"), unscored.depth())
    }

    /// Returns the results with numbers of classes instead of games, for the rows with classes and for all searches.
    ///
    /// # Errors
    ///
    /// If a margin of a search option is too large.
    pub fn finish(&self, part: &Part<ClassSums>) -> Result<Finished, String> {
        if let Some(most) = part.sums.too_far {
            return Err(format!("a margin is too large; expected at most {most} with so many positions"));
        }
        let is_whole = part.items().end == self.items() && !part.is_cut_short();
        let orders = part.sums.orders.as_ref().filter(|_| is_whole);
        let rows = self.subjects.iter().zip(self.searches.tallies(&part.sums)).zip(self.searches.of_rows());
        let row = |(index, ((&subject, tally), search)): (usize, ((&Subject, _), usize))| {
            let row = Row::new(subject, converted(&tally), |index, Shown { finding, .. }| {
                let (game, depth) = self.game(index);
                Case { subject, depth, expect: Some(finding), game }
            });
            let of_row = |(orders, gap): (&OrderSums, u32)| {
                Some(Orders { gap, lines: orders.lines[index], leaves: orders.leaves[search]? })
            };
            Row { orders: orders.zip(self.gap).and_then(of_row), ..row }
        };
        let rows = rows.enumerate().map(row).filter(|row| row.tally.games > 0);
        let features = pvcheck::campaign::Features::default();
        Ok(Finished { rows: rows.collect(), games: part.sums.classes(), features })
    }
}

/// Converts a tally to the types of the other build.
fn converted(tally: &symbolic::Tally) -> Tally {
    let finding =
        |name| Finding::all().find(|finding| finding.name() == name).expect("both builds have all findings");
    let cases = |cases: &BTreeMap<symbolic::Finding, symbolic::Counterexample>| {
        let case = |&symbolic::Counterexample { size, index }| Counterexample { size, index };
        cases.iter().map(|(known, smallest)| (finding(known.name()), case(smallest))).collect()
    };
    Tally {
        trace: tally.trace,
        line: tally.line,
        games: tally.games,
        score: tally.score,
        truncation: tally.truncation,
        node_faults: tally.node_faults,
        distinct_leaves: tally.distinct_leaves,
        counts: Counts::from_array(tally.counts.to_array()),
        acted: tally.acted,
        acts: tally.acts,
        counterexamples: cases(&tally.counterexamples),
        breaches: cases(&tally.breaches),
        ..Tally::default()
    }
}

impl Experiment for AllScores<'_> {
    type Sums = ClassSums;
    type Worker = Memory;

    fn nothing(&self) -> ClassSums {
        self.searches.nothing(self.gap.is_some())
    }

    fn worker(&self) -> Memory {
        Memory::new(self.gap.unwrap_or(Orders::FAR_APART))
    }

    fn run_items(&self, items: Range<u64>, memory: &mut Memory, sums: &mut ClassSums) -> ControlFlow<()> {
        for item in items {
            let (mut unscored, search, part) = self.item(item);
            let task = (&mut unscored, part, item << BITS_OF_NUMBER);
            self.searches.run(search, task, memory, sums, &self.is_over)?;
        }
        ControlFlow::Continue(())
    }
}
