//! Every assignment of scores at once: the types that only this build has.
//!
//! Searches and their judges only compare scores, negate scores and add constants, and the result of a comparison is a
//! [decision](Classes). So games with the same decisions have the same calls, lines and verdicts. Such games form a
//! *class*, and a run for each class covers every game.

mod orders;

use std::ops::{AddAssign, ControlFlow};

use crate::campaign::{PlannedSearch, SearchedGame, Sums};
use crate::check::{Harness, LineJudge};
use crate::game::Graph;
use crate::search::SearchOptions;
use crate::subject::Subject;
use crate::verdict::LineKind;

pub use crate::campaign::{Counterexample, Tally};
pub use crate::score::origin::{
    Classes, Fact, MOST_VARIABLES, Octagon, Part, Run, leaf, run_game, solve, with_known,
};
pub use crate::verdict::Finding;
pub use orders::{MOST_ORDERED, OrderCounter};

/// The number of classes between two tests whether the run is over.
const CLASSES_AT_ONCE: u64 = 1024;

/// A game whose positions have every score.
#[derive(Clone, Debug)]
pub struct Unscored {
    graph: Graph,
    depth: usize,
    /// The positions whose scores are variables, each with whether the side that does not move at the root moves there.
    variables: Vec<(usize, bool)>,
}

impl Unscored {
    /// Reads the positions and moves of this game, searched to `depth`. The scores of positions without moves are
    /// variables; if the search has options, or may end elsewhere, the scores of all positions.
    ///
    /// # Errors
    ///
    /// If the text is no game, or has too many positions.
    pub fn new(game: &str, depth: usize, has_options: bool) -> Result<Self, String> {
        let graph: Graph = game.parse().map_err(|error| format!("{error}"))?;
        let mut plies = vec![0; graph.len()];
        for node in 0..graph.len() {
            for child in graph.children(node).filter(|&child| child > node) {
                plies[child] = plies[node] + 1;
            }
        }
        let is_whole = graph.is_tree() && plies.iter().all(|&ply| ply <= depth);
        let is_variable = |&node: &usize| has_options || !is_whole || graph.is_leaf(node);
        let variables = (0..graph.len()).filter(is_variable).map(|node| (node, plies[node] % 2 == 1));
        let variables: Vec<_> = variables.collect();
        if variables.len() > MOST_VARIABLES {
            return Err(format!("{} scores; expected at most {MOST_VARIABLES}", variables.len()));
        }
        Ok(Self { graph, depth, variables })
    }

    pub fn variables(&self) -> usize {
        self.variables.len()
    }

    /// Returns the position whose score a variable is, and whether the score is for the side that does not move in the position.
    pub fn position(&self, variable: usize) -> (usize, bool) {
        self.variables[variable]
    }

    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the game with the scores of the current game, and its depth.
    pub fn filled(&mut self) -> (&Graph, usize) {
        for (variable, &(node, is_negated)) in self.variables.iter().enumerate() {
            self.graph.set_score(node, leaf(variable, is_negated));
        }
        (&self.graph, self.depth)
    }
}

/// The searches of subjects, each with all stores of its algorithm and options.
pub struct Searches(Vec<PlannedSearch>);

/// The sums over classes, and the sums over the orders of distinct scores, if orders were counted.
#[derive(Clone)]
pub struct ClassSums {
    classes: Sums,
    /// The sums over orders; `None` if orders are not counted.
    pub orders: Option<OrderSums>,
    /// The largest margin that is not too large, if a margin is too large for some class. The sums mean nothing in this case.
    pub too_far: Option<i16>,
}

/// The sums over orders.
#[derive(Clone)]
pub struct OrderSums {
    /// For each row, the orders with each kind of line.
    pub lines: Vec<[u64; LineKind::ALL.len()]>,
    /// For each search, the distinct evaluated leaves, summed over the orders; `None` if the orders are not known.
    pub leaves: Vec<Option<u128>>,
}

impl OrderSums {
    /// Adds a class with `count` orders, or with an unknown number of orders.
    fn add(
        &mut self,
        planned: &PlannedSearch,
        search: usize,
        (trial, others): &SearchedGame,
        count: Option<u64>,
    ) {
        let leaves = count.map(|count| u128::from(count) * u128::from(trial.distinct_leaves));
        self.leaves[search] = self.leaves[search].zip(leaves).map(|(sum, more)| sum + more);
        let Some(count) = count else { return };
        for (row, other) in planned.rows.iter().zip(others) {
            if let Some((row, _)) = row {
                let kind = other.map_or(LineKind::Same, |line| line.kind);
                self.lines[*row][kind as usize] += count;
            }
        }
    }
}

impl ClassSums {
    /// The number of classes of all searches.
    pub fn classes(&self) -> u64 {
        self.classes.searches.iter().map(|tally| tally.games).sum()
    }
}

impl AddAssign for ClassSums {
    fn add_assign(&mut self, other: Self) {
        self.classes += other.classes;
        self.too_far = self.too_far.or(other.too_far);
        self.orders = self.orders.take().zip(other.orders).map(|(mut own, more)| {
            let lines = own.lines.iter_mut().flatten().zip(more.lines.iter().flatten());
            lines.for_each(|(sum, more)| *sum += more);
            for (sum, more) in own.leaves.iter_mut().zip(more.leaves) {
                *sum = sum.zip(more).map(|(sum, more)| sum + more);
            }
            own
        });
    }
}

/// The memory of a thread.
pub struct Memory {
    runner: Runner,
    counter: OrderCounter,
}

impl Memory {
    /// `gap`: the distance of neighbouring scores, if orders are counted.
    pub fn new(gap: u32) -> Self {
        Self { runner: Runner::default(), counter: OrderCounter::new(gap) }
    }
}

/// The parts that run and judge a search.
#[derive(Default)]
struct Runner {
    harness: Harness,
    judge: LineJudge,
}

impl Searches {
    /// Returns the searches of these subjects, which are the rows of the results.
    ///
    /// # Errors
    ///
    /// If a text is no subject, or has several threads: a class has the decisions of one thread.
    pub fn new(subjects: &[String]) -> Result<Self, String> {
        let parsed = subjects.iter().map(|text| text.parse::<Subject>().map_err(|error| error.to_string()));
        let subjects = parsed.collect::<Result<Vec<_>, _>>()?;
        if let Some(subject) = subjects.iter().find(|subject| subject.options.threads.is_some()) {
            return Err(format!("every score is searched on one thread; expected no `threads` in {subject}"));
        }
        Ok(Self(PlannedSearch::plan(&subjects)))
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Whether a search has options, and so may read the scores of inner positions.
    pub fn has_options(&self, search: usize) -> bool {
        self.0[search].options != SearchOptions::NONE
    }

    /// The search of each row.
    pub fn of_rows(&self) -> impl Iterator<Item = usize> {
        let mut rows: Vec<_> = self
            .0
            .iter()
            .enumerate()
            .flat_map(|(search, planned)| planned.rows.iter().flatten().map(move |&(row, _)| (row, search)))
            .collect();
        rows.sort_unstable();
        rows.into_iter().map(|(_, search)| search)
    }

    /// Returns the sums of no class, with sums over orders if `of_orders` is set.
    pub fn nothing(&self, of_orders: bool) -> ClassSums {
        let rows = self.of_rows().count();
        let orders =
            || OrderSums { lines: vec![[0; LineKind::ALL.len()]; rows], leaves: vec![Some(0); self.0.len()] };
        ClassSums {
            classes: Sums::nothing(rows, self.0.len()),
            orders: of_orders.then(orders),
            too_far: None,
        }
    }

    /// The tally of each row over classes.
    pub fn tallies(&self, sums: &ClassSums) -> Vec<Tally> {
        sums.classes.of_rows(&self.0)
    }

    /// Runs a search on all classes of a part and adds up the results; `Break` if `is_over` ends it early.
    /// Counterexamples number the classes from `first` on.
    pub fn run(
        &self,
        search: usize,
        (unscored, part, first): (&mut Unscored, Part, u64),
        memory: &mut Memory,
        sums: &mut ClassSums,
        is_over: &dyn Fn() -> bool,
    ) -> ControlFlow<()> {
        let Memory { runner, counter } = memory;
        let (planned, size, variables) = (&self.0[search], unscored.graph.len(), unscored.variables());
        let ClassSums { classes, orders, too_far } = sums;
        planned.each_class(unscored, part, runner, |number, found, _| {
            let Some(found) = found else {
                *too_far = Some(with_known(Octagon::largest_bound));
                return ControlFlow::Break(());
            };
            let counterexample = Counterexample { size, index: first + number };
            planned.count_lines(found, counterexample, &mut classes.lines);
            classes.searches[search].count_search(&found.0, None, counterexample);
            if let Some(sums) = orders.as_mut().filter(|sums| sums.leaves[search].is_some()) {
                sums.add(planned, search, found, counter.count(variables));
            }
            if number % CLASSES_AT_ONCE == 0 && is_over() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// A game of the class with this number.
    pub fn game(&self, search: usize, unscored: &mut Unscored, part: Part, number: u64) -> Option<String> {
        let mut game = None;
        let _ = self.0[search].each_class(unscored, part, &mut Runner::default(), |index, _, unscored| {
            if index < number {
                return ControlFlow::Continue(());
            }
            game = Some(unscored.graph.to_string());
            ControlFlow::Break(())
        });
        game
    }
}

impl PlannedSearch {
    /// Calls `each` for every class of a part, with its number and the result of its search; `None` if a margin is too large.
    fn each_class(
        &self,
        unscored: &mut Unscored,
        part: Part,
        Runner { harness, judge }: &mut Runner,
        mut each: impl FnMut(u64, Option<&SearchedGame>, &Unscored) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut classes = Classes::new(unscored.variables(), part);
        let mut number = 0;
        while let Some(run) = classes.run(|| {
            let (graph, depth) = unscored.filled();
            let root = graph.root();
            let mut game = harness.game(&root, depth).expect("no game is deeper than the stores");
            let found = self.search(&mut game, judge, &self.options);
            game.finish();
            found
        }) {
            match run {
                Run::Class(found) => each(number, Some(&found), unscored)?,
                Run::Other => continue,
                Run::TooFar => each(number, None, unscored)?,
            }
            number += 1;
        }
        ControlFlow::Continue(())
    }
}
