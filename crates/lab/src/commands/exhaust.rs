//! `pvcheck-lab exhaust`: searches every assignment of scores to all games of a kind, by classes.

use clap::Args;
use serde_json::{Value, json};

use crate::all_scores::{AllScores, is_settled_by_move};
use pvcheck::campaign::{Finished, Games, Orders};
use pvcheck::enumerate::{Graphs, Leaves, Limits, Scope};
use pvcheck::experiment::{Deadline, Run, threads_or_cores};
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::syntax;
use pvcheck_cli::commands::args::{OutputArgs, number};
use pvcheck_cli::commands::exhaust::{Described, described};
use pvcheck_cli::commands::result::RunResult;
use pvcheck_cli::commands::run::{RunArgs, run_bar, subjects_with};
use pvcheck_cli::commands::{CommandWords, Failure, Interrupt, Output, Result, refused};
use pvcheck_cli::report::{counted, orders_table, outcome_table, thousands};

#[derive(Args, Clone, Debug)]
pub(super) struct Exhaust {
    /// Number of moves at every inner position of the uniform tree, 0 to 1,000
    #[arg(long, value_name = "B", default_value_t = 2, value_parser = number::<u16>(0, 1_000))]
    branching: u16,
    /// Height of the uniform tree and depth of the search, in plies [default: 3]; with --graphs the
    /// largest depth [default: N]; 0 to 1,000
    #[arg(long, value_name = "D", value_parser = number::<usize>(0, 1_000))]
    depth: Option<usize>,
    /// Instead of one uniform tree: every ordered tree of up to N positions, searched to its height; 0 to 1,000
    #[arg(long, value_name = "N", conflicts_with_all = ["branching", "depth"], value_parser = number::<usize>(0, 1_000))]
    shapes: Option<usize>,
    /// Instead of trees: every graph of up to N positions, in which several positions may have a move to the
    /// same position, searched to every depth from 1 on; 0 to 1,000
    #[arg(long, value_name = "N", conflicts_with_all = ["branching", "shapes"], value_parser = number::<usize>(0, 1_000))]
    graphs: Option<usize>,
    /// With --graphs: include graphs with cycles
    #[arg(long, requires = "graphs")]
    cycles: bool,
    /// With one uniform tree: a game for each move of the root, in which it has its whole tree and each other move a
    /// single line; for the subjects whose lines this settles
    #[arg(long, conflicts_with_all = ["shapes", "graphs", "gap"])]
    by_move: bool,
    /// Count the orders of distinct scores with this distance between neighbours, 1 to 1e6 [default: far apart, with
    /// --full and in JSON]
    #[arg(long, value_name = "GAP", value_parser = number::<u32>(1, Orders::FAR_APART.into()))]
    gap: Option<u32>,
    #[command(flatten)]
    run: RunArgs,
}

impl Exhaust {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        let (games, (name, mut scope)) = self.games()?;
        let all = subjects_with(SearchOptions::NONE, |algorithm| !algorithm.profile().needs_table());
        let is_asked = self.run.full || show.is_json();
        // The orders of the games of moves are not the orders of the tree.
        let counts_orders = is_asked && !self.by_move;
        let gap = self.gap.or(counts_orders.then_some(Orders::FAR_APART));
        let asked = self.run.subjects(all.collect())?;
        let (subjects, left_out): (Vec<_>, Vec<_>) =
            asked.iter().partition(|subject| !self.by_move || is_settled_by_move(subject));
        if subjects.is_empty() {
            return refused(format!("none of the subjects is searched by moves: {LEFT_OUT}"));
        }
        let mut searches = AllScores::new(&*games, subjects.clone()).map_err(Failure::usage)?;
        if let Some(gap) = gap {
            searches = searches.counting_orders(gap);
        }
        let why_no_orders = searches.why_no_orders();
        let run = self.play(searches, show)?;
        scope["leaves"] = Value::Null;
        scope["scores"] = "all".into();
        if self.by_move {
            scope["by_move"] = true.into();
            scope["left_out"] = left_out.len().into();
        }
        scope["gap"] = gap.into();
        let heading = heading(&name, &run, self.by_move);
        let rows = &run.finished.rows;
        let is_unsearched = |subject: &Subject| rows.iter().all(|row| row.subject != *subject);
        let unsearched: Vec<_> = subjects.into_iter().filter(is_unsearched).collect();
        let has_orders = rows.iter().any(|row| row.orders.is_some());
        let without_orders = self.gap.is_some() && !has_orders;
        let why_no_orders = if run.is_whole() { &why_no_orders } else { "the run ended early" };
        let count = asked.len();
        let limits = [
            (!left_out.is_empty())
                .then(|| format!("{} of {count} subjects were left out: {LEFT_OUT}.", left_out.len())),
            (!unsearched.is_empty())
                .then(|| format!("{} of {count} subjects were not searched.", unsearched.len())),
            without_orders.then(|| format!("No orders were counted: {why_no_orders}.")),
        ];
        let limits = limits.into_iter().flatten().collect();
        let skipped = left_out.into_iter().map(|subject| (subject, LEFT_OUT));
        let skipped = skipped.chain(unsearched.into_iter().map(|subject| (subject, UNSEARCHED))).collect();
        let tables = (self.run.full || has_orders).then_some(tables as fn(&_, _) -> _);
        Ok(RunResult { scope, heading, limits, skipped, tables, ..run }.output(show))
    }

    /// Returns the games, whose scores mean nothing, and their description.
    fn games(&self) -> Result<(Box<dyn Games>, Described)> {
        let one = Leaves::Values(1);
        if let Some(positions) = self.graphs {
            let depth = self.depth.unwrap_or(positions);
            let limits = Limits { positions, scores: 1, depth, cycles: self.cycles };
            let graphs = Graphs::new(limits).map_err(Failure::usage)?;
            return Ok((Box::new(graphs), described(limits, "every score")));
        }
        if let Some(positions) = self.shapes {
            let scope = Scope::shapes_with(positions, one).map_err(Failure::usage)?;
            let trees = format!("Every ordered tree of up to {positions} positions, searched to its height");
            let name = format!("{trees}, with every score of its leaves");
            return Ok((Box::new(scope), (name, json!({ "shapes": positions }))));
        }
        let (branching, depth) = (self.branching, self.height());
        let scope = if self.by_move { Scope::by_move } else { Scope::uniform };
        let scope = scope(branching, depth, one).map_err(Failure::usage)?;
        let by_move = if self.by_move { "a game for each move of the root, " } else { "" };
        let name = format!("Branching {branching}, depth {depth}, {by_move}every score");
        Ok((Box::new(scope), (name, json!({ "branching": branching, "depth": depth }))))
    }

    fn height(&self) -> usize {
        self.depth.unwrap_or(3)
    }

    /// Runs the searches until time runs out.
    fn play(&self, searches: AllScores<'_>, show: &OutputArgs) -> Result<RunResult> {
        let RunArgs { shard, journal, max_findings, time, threads, .. } = &self.run;
        if shard.is_some() || journal.is_some() || max_findings.is_some() {
            return refused("every score is one run; expected no --shard, --journal and --max-findings");
        }
        let deadline = Deadline::after(*time);
        let interrupt = Interrupt::registered(&deadline)?;
        let bar = run_bar(show, &deadline, searches.items(), "parts");
        let own = deadline.clone();
        let searches = searches.until(move || own.is_over());
        let progress = |parts| bar.inc(parts);
        let run = Run::new(0..searches.items(), threads_or_cores(*threads));
        let run = run.until(&deadline).progress(&progress);
        let part = run.play(&searches);
        bar.finish_and_clear();
        let is_whole = part.items() == run.items() && !part.is_cut_short();
        let finished = searches.finish(&part).map_err(Failure::usage)?;
        Ok(RunResult {
            program: "pvcheck-lab",
            games: is_whole.then_some(finished.games),
            interrupted: interrupt.status().filter(|_| !is_whole),
            ..RunResult::new(self.arguments(), finished)
        })
    }

    fn arguments(&self) -> Vec<String> {
        let words = CommandWords::new("exhaust");
        let words = match (self.graphs, self.shapes) {
            (Some(positions), _) => {
                let depth = self.depth.unwrap_or(positions);
                let words = words.with("--graphs", [positions]).with("--depth", [depth]);
                words.flag("--cycles", self.cycles)
            }
            (None, Some(positions)) => words.with("--shapes", [positions]),
            (None, None) => {
                let words = words.with("--branching", [self.branching]).with("--depth", [self.height()]);
                words.flag("--by-move", self.by_move)
            }
        };
        self.run.add_to(words.with("--gap", self.gap)).list()
    }
}

const LEFT_OUT: &str = "with search options, wrong scores, or an array in which other moves leave theirs, a line may depend on more \
    than the values of other moves";
const UNSEARCHED: &str = "the run ended before it was searched";

fn heading(name: &str, run: &RunResult, by_move: bool) -> String {
    let classes = syntax::counted(thousands(run.finished.games), "class", "classes");
    let part = if run.is_whole() { "all" } else { "not all, as the run ended early:" };
    let subjects = counted(run.finished.rows.len() as u64, "subject");
    let meaning = "A class is all games in which a search and its judges decide every comparison of scores alike; shares \
        are shares of classes";
    let of_what = if by_move { ", and not those of the whole tree" } else { "" };
    format!("{name}: {part} {classes} of all searches, {subjects}. {meaning}{of_what}.")
}

fn tables(finished: &Finished, width: u16) -> String {
    outcome_table(&finished.rows, width) + "\n" + &orders_table(&finished.rows, width)
}
