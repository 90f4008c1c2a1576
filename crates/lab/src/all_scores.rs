//! Every assignment of scores to the positions of many games, in one run: see [`pvcheck_all_scores::all_scores`].

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use pvcheck::campaign::{Counterexample, Finished, Games, Orders, Row, Tally};
use pvcheck::enumerate::plies;
use pvcheck::experiment::{Experiment, Part};
use pvcheck::game::Graph;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::verdict::Finding;
use pvcheck_all_scores::all_scores::{self as symbolic, ClassSums, MOST_ORDERED, Memory, Searches, Unscored};

/// A class has the number of its item, and its own number there.
const BITS_OF_NUMBER: u32 = 32;

/// The searches of many games, for every assignment of scores to their positions.
///
/// An item is a part of the classes of one search of one game.
pub struct AllScores {
    games: Vec<Scored>,
    subjects: Vec<Subject>,
    searches: Searches,
    counts_orders: bool,
    is_over: Box<dyn Fn() -> bool + Sync>,
}

struct Scored {
    unscored: Unscored,
    /// The number of its first item.
    first: u64,
    /// Each search has 2^bits parts.
    bits: u32,
}

impl AllScores {
    /// The searches of `subjects` on all of `games`, whose scores mean nothing. Inner positions have scores too where a search
    /// may read them: with search options, or where the game goes on after the depth.
    ///
    /// # Errors
    ///
    /// If a game has too many positions.
    pub fn new(games: &dyn Games, subjects: Vec<Subject>) -> Result<Self, String> {
        let texts: Vec<String> = subjects.iter().map(Subject::to_string).collect();
        let searches = Searches::new(&texts)?;
        let has_options = subjects.iter().any(|subject| subject.options != SearchOptions::NONE);
        let (mut graph, mut first, mut all) = (Graph::default(), 0, Vec::new());
        for index in 0..games.count() {
            let depth = games.game(index, &mut graph);
            let is_whole = graph.is_tree() && plies(&graph).into_iter().max() <= Some(depth);
            let unscored = Unscored::new(&graph.to_string(), depth, has_options || !is_whole)?;
            let bits = (unscored.variables() as u32).saturating_sub(6).min(12);
            all.push(Scored { unscored, first, bits });
            first += (searches.count() as u64) << bits;
        }
        Ok(Self { games: all, subjects, searches, counts_orders: false, is_over: Box::new(|| false) })
    }

    /// Counts orders of distinct scores too, if no game has more than 20 scores.
    #[must_use]
    pub fn counting_orders(self) -> Self {
        let can_count = self.games.iter().all(|game| game.unscored.variables() <= MOST_ORDERED);
        Self { counts_orders: can_count, ..self }
    }

    /// Ends the run as soon as `is_over` returns true, which is asked now and then.
    #[must_use]
    pub fn until(self, is_over: impl Fn() -> bool + Sync + 'static) -> Self {
        Self { is_over: Box::new(is_over), ..self }
    }

    pub fn items(&self) -> u64 {
        self.games.last().map_or(0, |game| game.first + ((self.searches.count() as u64) << game.bits))
    }

    /// The game of an item, its search, and its part of the classes.
    fn item(&self, item: u64) -> (&Scored, usize, symbolic::Part) {
        let game = &self.games[self.games.partition_point(|game| game.first <= item) - 1];
        let rest = item - game.first;
        let number = rest & ((1 << game.bits) - 1);
        (game, (rest >> game.bits) as usize, symbolic::Part { number, bits: game.bits })
    }

    fn game(&self, index: u64) -> (Graph, usize) {
        let (game, search, part) = self.item(index >> BITS_OF_NUMBER);
        let mut unscored = game.unscored.clone();
        let number = index & ((1 << BITS_OF_NUMBER) - 1);
        let text =
            self.searches.game(search, &mut unscored, part, number).expect("the class was found before");
        (text.parse().expect("a game in notation"), unscored.depth())
    }

    /// The results, with the number of classes instead of that of games.
    ///
    /// # Errors
    ///
    /// If a margin of a search option is too large.
    pub fn finish(&self, part: &Part<ClassSums>) -> Result<Finished, String> {
        if part.sums.is_too_far {
            return Err(
                "a margin is too large for the number of positions; expected a smaller one".to_owned()
            );
        }
        let rows = self.subjects.iter().zip(self.searches.tallies(&part.sums));
        let row = |(&subject, tally)| Row::new(subject, converted(&tally), |index, _| self.game(index));
        let mut rows: Vec<Row> = rows.map(row).collect();
        if let Some(orders) = &part.sums.orders {
            for ((row, &lines), search) in rows.iter_mut().zip(&orders.lines).zip(self.searches.of_rows()) {
                row.orders = Some(Orders { lines, leaves: orders.leaves[search] });
            }
        }
        let games = part.sums.classes();
        Ok(Finished { rows, games, features: pvcheck::campaign::Features::default() })
    }
}

/// The same tally in the types of the other build.
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
        counterexamples: cases(&tally.counterexamples),
        breaches: cases(&tally.breaches),
        ..Tally::default()
    }
}

impl Experiment for AllScores {
    type Sums = ClassSums;
    type Worker = Memory;

    fn nothing(&self) -> ClassSums {
        self.searches.nothing(self.counts_orders)
    }

    fn worker(&self) -> Memory {
        Memory::default()
    }

    fn run_items(&self, items: Range<u64>, memory: &mut Memory, sums: &mut ClassSums) -> ControlFlow<()> {
        for item in items {
            let (game, search, part) = self.item(item);
            let first = item << BITS_OF_NUMBER;
            let task = (&mut game.unscored.clone(), part, first);
            self.searches.run(search, task, memory, sums, &self.is_over)?;
        }
        ControlFlow::Continue(())
    }
}
