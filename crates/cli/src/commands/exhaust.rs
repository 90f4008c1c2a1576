//! `pvcheck exhaust`: searches every game of a kind up to a size.

use clap::Args;
use serde_json::{Value, json};

use super::args::{number, parsed};
use super::result::RunResult;
use super::run::{RunArgs, subjects_with};
use super::{Failure, Output, OutputArgs, Words, refused};
use crate::report::{counted, effort_table, outcome_table, survival_table, thousands};
use pvcheck::campaign::{Finished, Games};
use pvcheck::enumerate::{Graphs, Leaves, Limits, Scope};
use pvcheck::score::Score;
use pvcheck::search::SearchOptions;

#[derive(Args, Clone, Debug)]
pub(super) struct Exhaust {
    /// Number of moves at every inner position of the uniform tree, 0 to 1,000
    #[arg(long, value_name = "B", default_value_t = 2, value_parser = number::<u16>(0, 1_000))]
    branching: u16,
    /// Height of the uniform tree and depth of the search, in plies [default: 3]; with --graphs the
    /// largest depth [default: N]; 0 to 1,000
    #[arg(long, value_name = "D", value_parser = number::<usize>(0, 1_000))]
    depth: Option<usize>,
    /// Scores of the leaves: permutations (all orders of distinct scores), orderings (all orders, with ties)
    /// or values:K (all scores from 0 to K-1)
    #[arg(long, value_name = "LEAVES", default_value = "permutations")]
    leaves: String,
    /// Instead of one uniform tree: every ordered tree of up to N positions, with all orders of its leaves
    /// (with ties), searched to its height; 0 to 1,000
    #[arg(long, value_name = "N", conflicts_with_all = ["branching", "depth", "leaves"], value_parser = number::<usize>(0, 1_000))]
    shapes: Option<usize>,
    /// Instead of trees: every graph of up to N positions, in which several positions may have a move to the
    /// same position; with all scores at all positions, searched to every depth from 1 on; 0 to 1,000
    #[arg(long, value_name = "N", conflicts_with_all = ["branching", "leaves", "shapes"], value_parser = number::<usize>(0, 1_000))]
    graphs: Option<usize>,
    /// With --graphs: number of different scores, those nearest to 0, 0 to 1e6 [default: 3, from -1 to 1]
    #[arg(long, value_name = "K", requires = "graphs", value_parser = number::<u32>(0, 1_000_000))]
    scores: Option<u32>,
    /// With --graphs: include graphs with cycles
    #[arg(long, requires = "graphs")]
    cycles: bool,
    /// Distance between neighbouring scores; from 2 on, the window between two of them is not a null window, 1 to 1e6
    #[arg(long, value_name = "GAP", default_value_t = 1, value_parser = number::<u32>(1, 1_000_000))]
    gap: u32,
    #[command(flatten)]
    pub run: RunArgs,
}

impl Exhaust {
    pub fn run(&self, show: &OutputArgs) -> Result<Output, Failure> {
        match self.graphs {
            Some(positions) => {
                let limits = self.limits(positions);
                let graphs = Graphs::new(limits).map_err(|error| Failure::Usage(error.to_string()))?;
                self.play(&graphs.with_gap(self.gap), described(limits), show)
            }
            None => {
                let scope = self.scope()?;
                self.play(&scope, self.trees(), show)
            }
        }
    }

    /// Plays the games, which text output calls `name` and JSON output describes by `scope`.
    fn play(
        &self,
        games: &impl Games,
        (name, mut scope): (String, Value),
        show: &OutputArgs,
    ) -> Result<Output, Failure> {
        let all = subjects_with(SearchOptions::NONE, |_| true);
        let subjects = self.run.subjects(all.collect())?;
        let run = self.run.play(games, subjects, self.arguments(), show)?;
        scope["gap"] = Value::from(self.gap);
        let result = RunResult {
            scope,
            heading: self.heading(games.count(), &name, &run.finished),
            tables: self.run.full.then_some(tables),
            ..run
        };
        Ok(result.output(show))
    }

    fn limits(&self, positions: usize) -> Limits {
        let (scores, depth) = (self.scores.unwrap_or(3), self.depth.unwrap_or(positions));
        Limits { positions, scores, depth, cycles: self.cycles }
    }

    fn height(&self) -> usize {
        self.depth.unwrap_or(3)
    }

    fn scope(&self) -> Result<Scope, Failure> {
        let scope = match self.shapes {
            Some(positions) => Scope::shapes(positions),
            None => {
                let leaves = parsed::<Leaves>("--leaves", &self.leaves)?;
                Scope::uniform(self.branching, self.height(), leaves)
            }
        };
        let scope = scope.map_err(|error| Failure::Usage(error.to_string()))?;
        let scope = scope.with_gap(self.gap);
        if scope.highest() > i64::from(Score::LARGEST.get()) {
            let most = format!("a smaller gap: scores go up to {}", Score::LARGEST);
            return refused(format!("the highest score would be {}; expected {most}", scope.highest()));
        }
        Ok(scope)
    }

    /// What is searched, in words and for JSON.
    fn trees(&self) -> (String, Value) {
        if let Some(positions) = self.shapes {
            let trees = format!("Every ordered tree of up to {positions} positions");
            let name = format!("{trees}, searched to its height, with all orderings of its leaves");
            return (name, json!({ "shapes": positions, "leaves": Leaves::Orderings.to_string() }));
        }
        let (branching, depth, leaves) = (self.branching, self.height(), &self.leaves);
        let name = format!("Branching {branching}, depth {depth}, {leaves}");
        (name, json!({ "branching": branching, "depth": depth, "leaves": leaves }))
    }

    fn heading(&self, count: u64, name: &str, finished: &Finished) -> String {
        let games = if finished.games == count {
            format!("all {}", counted(finished.games, "game"))
        } else {
            format!("the first {} of {} games", thousands(finished.games), thousands(count))
        };
        let gap = if self.gap == 1 { String::new() } else { format!(", scores {} apart", self.gap) };
        format!("{name}{gap}: {games}, {}", counted(finished.rows.len() as u64, "subject"))
    }

    fn arguments(&self) -> Vec<String> {
        let words = Words::new("exhaust");
        let words = match (self.graphs, self.shapes) {
            (Some(positions), _) => {
                let Limits { scores, depth, cycles, .. } = self.limits(positions);
                let words = words.with("--graphs", [positions]).with("--depth", [depth]);
                words.with("--scores", [scores]).flag("--cycles", cycles)
            }
            (None, Some(positions)) => words.with("--shapes", [positions]),
            (None, None) => {
                let words = words.with("--branching", [self.branching]).with("--depth", [self.height()]);
                words.with("--leaves", [&self.leaves])
            }
        };
        self.run.add_to(words.with("--gap", [self.gap])).list()
    }
}

fn tables(finished: &Finished, width: u16) -> String {
    let rows = &finished.rows;
    outcome_table(rows, width) + "\n" + &effort_table(rows, width) + &survival_table(rows, width)
}

fn described(limits: Limits) -> (String, Value) {
    let Limits { positions, scores, depth, cycles } = limits;
    let with = if cycles { "with and without cycles" } else { "without cycles" };
    let graphs = format!("Every graph of up to {positions} positions, {with}, with {scores} scores");
    let fields = json!({ "graphs": positions, "scores": scores, "depth": depth, "cycles": cycles });
    (format!("{graphs}, searched to every depth up to {depth}"), fields)
}
