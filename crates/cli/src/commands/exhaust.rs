//! `pvcheck exhaust`: searches every game of a kind up to a size.

use clap::Args;
use serde_json::{Value, json};

use super::args::{number, parsed};
use super::result::RunResult;
use super::run::{RunArgs, subjects_with};
use super::{CommandWords, Failure, Output, OutputArgs, Result, refused};
use crate::report::{counted, effort_table, outcome_table, survival_table, thousands};
use pvcheck::campaign::{Finished, Games, Orders};
use pvcheck::enumerate::{Graphs, Leaves, Limits, Scope};
use pvcheck::score::Score;
use pvcheck::search::SearchOptions;

#[derive(Args, Clone, Debug)]
pub struct Exhaust {
    /// Number of moves at every inner position of the uniform tree, 0 to 1,000
    #[arg(long, value_name = "B", default_value_t = 2, value_parser = number::<u16>(0, 1_000))]
    branching: u16,
    /// Height of the uniform tree and depth of the search, in plies [default: 3]; with --graphs the
    /// largest depth [default: N]; 0 to 1,000
    #[arg(long, value_name = "D", value_parser = number::<usize>(0, 1_000))]
    depth: Option<usize>,
    /// Scores of the leaves: permutations (all orders of distinct scores), orderings (all orders, with ties)
    /// or values:K (all scores from 0 to K-1) [default: permutations]
    #[arg(long, value_name = "LEAVES")]
    leaves: Option<String>,
    /// Instead of one uniform tree: every ordered tree of up to N positions, with all orders of its leaves
    /// (with ties), searched to its height; 0 to 1,000
    #[arg(long, value_name = "N", conflicts_with_all = ["branching", "depth", "leaves"], value_parser = number::<usize>(0, 1_000))]
    shapes: Option<usize>,
    /// Instead of trees: every graph of up to N positions, in which several positions may have a move to the
    /// same position; with all scores at all positions, searched to every depth from 1 on; 0 to 1,000
    #[arg(long, value_name = "N", conflicts_with_all = ["branching", "leaves", "shapes"], value_parser = number::<usize>(0, 1_000))]
    graphs: Option<usize>,
    /// With --graphs: number of different scores, those nearest to 0, 0 to 1e6
    #[arg(long, value_name = "K", requires = "graphs", default_value_t = 3, value_parser = number::<u32>(0, 1_000_000))]
    scores: u32,
    /// With --graphs: include graphs with cycles
    #[arg(long, requires = "graphs")]
    cycles: bool,
    /// Distance between neighbouring scores; from 2 on, the window between two of them is not a null window, 1 to 1e6
    #[arg(long, value_name = "GAP", default_value_t = 1, value_parser = number::<u32>(1, Orders::FAR_APART.into()))]
    gap: u32,
    /// With a subject of several threads: search each game by every schedule with at most so many switches, each to the next
    /// thread, 0 to 2 [default: one random schedule for each game]
    #[arg(long, value_name = "N", value_parser = number::<u8>(0, 2))]
    switches: Option<u8>,
    #[command(flatten)]
    pub run: RunArgs,
}

impl Exhaust {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        match self.graphs {
            Some(positions) => {
                let limits = self.limits(positions);
                let graphs = Graphs::new(limits).map_err(Failure::usage)?;
                let in_words = counted(limits.scores.into(), "score");
                self.play(&graphs.with_gap(self.gap), described(limits, &in_words), show)
            }
            None => {
                let scope = self.scope()?;
                self.play(&scope, self.trees(), show)
            }
        }
    }

    /// Plays the games, which text output calls `name` and JSON output describes by `scope`.
    fn play(&self, games: &impl Games, (name, mut scope): Described, show: &OutputArgs) -> Result<Output> {
        let all = subjects_with(SearchOptions::NONE, |_| true);
        let subjects = self.run.subjects(all.collect())?;
        let run = self.run.switching(self.switches, &subjects)?;
        let run = run.play(games, subjects, self.arguments(), show)?;
        scope["gap"] = Value::from(self.gap);
        if self.switches.is_some() {
            scope["switches"] = self.switches.into();
        }
        let result = RunResult {
            scope,
            heading: self.heading(games.count(), &name, &run.finished),
            tables: self.run.full.then_some(tables),
            ..run
        };
        Ok(result.output(show))
    }

    fn limits(&self, positions: usize) -> Limits {
        let depth = self.depth.unwrap_or(positions);
        Limits { positions, scores: self.scores, depth, cycles: self.cycles }
    }

    fn leaves(&self) -> &str {
        self.leaves.as_deref().unwrap_or("permutations")
    }

    fn height(&self) -> usize {
        self.depth.unwrap_or(3)
    }

    fn scope(&self) -> Result<Scope> {
        let scope = match self.shapes {
            Some(positions) => Scope::shapes(positions),
            None => {
                let leaves = parsed::<Leaves>("--leaves", self.leaves())?;
                Scope::uniform(self.branching, self.height(), leaves)
            }
        };
        let scope = scope.map_err(Failure::usage)?;
        let scope = scope.with_gap(self.gap);
        if scope.highest() > i64::from(Score::LARGEST.get()) {
            let most = format!("a smaller gap: scores go up to {}", Score::LARGEST);
            return refused(format!("the highest score would be {}; expected {most}", scope.highest()));
        }
        Ok(scope)
    }

    fn trees(&self) -> Described {
        if let Some(positions) = self.shapes {
            let trees = format!("Every ordered tree of up to {positions} positions, searched to its height");
            let name = format!("{trees}, with all orderings of its leaves");
            return (name, json!({ "shapes": positions, "leaves": Leaves::Orderings.to_string() }));
        }
        let (branching, depth, leaves) = (self.branching, self.height(), self.leaves());
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
        let schedules = self.switches.map(|switches| {
            let searches = || finished.rows.iter().map(|row| row.tally.games);
            let (least, most) = (searches().min().unwrap_or(0), searches().max().unwrap_or(0));
            let from = if least < most { format!("{} to ", thousands(least)) } else { String::new() };
            let switches = counted(switches.into(), "switch");
            format!(", every schedule of up to {switches}: {from}{} of each", counted(most, "search"))
        });
        let schedules = schedules.unwrap_or_default();
        format!("{name}{gap}: {games}, {}{schedules}", counted(finished.rows.len() as u64, "subject"))
    }

    fn arguments(&self) -> Vec<String> {
        let words = CommandWords::new("exhaust");
        let words = match (self.graphs, self.shapes) {
            (Some(positions), _) => {
                let Limits { scores, depth, cycles, .. } = self.limits(positions);
                let words = words.with("--graphs", [positions]).with("--depth", [depth]);
                words.with("--scores", [scores]).flag("--cycles", cycles)
            }
            (None, Some(positions)) => words.with("--shapes", [positions]),
            (None, None) => {
                let words = words.with("--branching", [self.branching]).with("--depth", [self.height()]);
                words.with("--leaves", [self.leaves()])
            }
        };
        self.run.add_to(words.with("--gap", [self.gap]).with("--switches", self.switches)).list()
    }
}

fn tables(finished: &Finished, width: u16) -> String {
    let rows = &finished.rows;
    outcome_table(rows, width) + "\n" + &effort_table(rows, width) + &survival_table(rows, width)
}

/// The scope of a search, in words and for JSON.
pub type Described = (String, Value);

/// Returns the description of the games. `in_words` describes the scores of the positions.
pub fn described(limits: Limits, in_words: &str) -> Described {
    let Limits { positions, scores, depth, cycles } = limits;
    let with = if cycles { "with and without cycles" } else { "without cycles" };
    let graphs = format!("Every graph of up to {positions} positions, {with}, with {in_words}");
    let fields = json!({ "graphs": positions, "scores": scores, "depth": depth, "cycles": cycles });
    (format!("{graphs}, searched to every depth up to {depth}"), fields)
}
