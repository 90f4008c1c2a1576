//! `pvcheck exhaust`: searches every game of a kind up to a size.

use clap::Args;
use serde_json::{Value, json};

use super::args::{number, parsed};
use super::result::RunResult;
use super::run::{RunArgs, subjects_with};
use super::{Failure, Output, OutputArgs, Result, Words, refused};
use crate::report::{counted, effort_table, orders_table, outcome_table, survival_table, thousands};
use pvcheck::campaign::{Finished, Games, Orders};
use pvcheck::enumerate::{Graphs, Leaves, Limits, Scope};
use pvcheck::score::Score;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::syntax;
use pvcheck_lab::all_scores::{AllScores, is_settled_by_move};

/// The scores of `--scores`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scores {
    All,
    Nearest(u32),
}

fn scores(text: &str) -> Result<Scores, String> {
    let number = number::<u32>(0, 1_000_000)(text).map(Scores::Nearest);
    if text == "all" { Ok(Scores::All) } else { number.map_err(|error| format!("{error}, or `all`")) }
}

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
    /// With --graphs: number of different scores, those nearest to 0, 0 to 1e6, or `all` [default: 3, from -1 to 1]; `all`,
    /// also without --graphs: every assignment of scores, whatever their order and their distances, by classes of games
    /// for which a search and its judges decide all comparisons alike
    #[arg(long, value_name = "K|all", value_parser = scores)]
    scores: Option<Scores>,
    /// With `--scores all` and one uniform tree: a game for each move of the root, in which it has its whole tree and each
    /// other move a single line; for the subjects whose lines this settles
    #[arg(long, requires = "scores", conflicts_with_all = ["shapes", "graphs", "cycles", "gap"])]
    by_move: bool,
    /// With --graphs: include graphs with cycles
    #[arg(long, requires = "graphs")]
    cycles: bool,
    /// Distance between neighbouring scores [default: 1]; from 2 on, the window between two of them is not a null window,
    /// 1 to 1e6. With `--scores all`: count the orders of distinct scores with this distance [default: far apart, with --full
    /// and in JSON]
    #[arg(long, value_name = "GAP", value_parser = number::<u32>(1, Orders::FAR_APART.into()))]
    gap: Option<u32>,
    /// With a subject of several threads: search each game by every schedule with at most so many switches, each to the next
    /// thread, 0 to 2 [default: one random schedule for each game]
    #[arg(long, value_name = "N", conflicts_with = "by_move", value_parser = number::<u8>(0, 2))]
    switches: Option<u8>,
    #[command(flatten)]
    pub run: RunArgs,
}

impl Exhaust {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        if self.scores == Some(Scores::All) {
            return self.every_score(show);
        }
        if self.by_move {
            return refused("--by-move needs `--scores all`");
        }
        if self.scores.is_some() && self.graphs.is_none() {
            return refused("--scores with a number needs --graphs; expected --graphs N, or `--scores all`");
        }
        match self.graphs {
            Some(positions) => {
                let limits = self.limits(positions);
                let graphs = Graphs::new(limits).map_err(Failure::usage)?;
                let in_words = counted(limits.scores.into(), "score");
                self.play(&graphs.with_gap(self.gap()), described(limits, &in_words), show)
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
        scope["gap"] = Value::from(self.gap());
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

    /// Every assignment of scores, by classes.
    fn every_score(&self, show: &OutputArgs) -> Result<Output> {
        if self.switches.is_some() {
            return refused("`--scores all` searches on one thread; expected no --switches");
        }
        if self.leaves.is_some() {
            return refused("`--scores all` includes all leaves; expected no --leaves");
        }
        let one = Leaves::Values(1);
        let (games, (name, mut scope)): (Box<dyn Games>, _) = match (self.graphs, self.shapes) {
            (Some(positions), _) => {
                let limits = self.limits(positions);
                (Box::new(Graphs::new(limits).map_err(Failure::usage)?), described(limits, "every score"))
            }
            (None, Some(positions)) => {
                (Box::new(Scope::shapes_with(positions, one).map_err(Failure::usage)?), self.trees())
            }
            (None, None) => {
                let scope = if self.by_move { Scope::by_move } else { Scope::uniform };
                (Box::new(scope(self.branching, self.height(), one).map_err(Failure::usage)?), self.trees())
            }
        };
        let all = subjects_with(SearchOptions::NONE, |algorithm| !algorithm.profile().needs_table());
        let is_asked = self.run.full || show.is_json();
        // Those of the games of moves are not those of the tree.
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
        let run = self.run.play_classes(searches, self.arguments(), show)?;
        scope["leaves"] = Value::Null;
        scope["scores"] = "all".into();
        if self.by_move {
            scope["by_move"] = true.into();
            scope["left_out"] = left_out.len().into();
        }
        scope["gap"] = gap.into();
        let heading = heading_of_classes(&name, &run, self.by_move);
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
        let tables = (self.run.full || has_orders).then_some(class_tables as fn(&_, _) -> _);
        Ok(RunResult { scope, heading, limits, skipped, tables, ..run }.output(show))
    }

    fn limits(&self, positions: usize) -> Limits {
        let scores = match self.scores {
            None => 3,
            Some(Scores::Nearest(scores)) => scores,
            Some(Scores::All) => 1,
        };
        let depth = self.depth.unwrap_or(positions);
        Limits { positions, scores, depth, cycles: self.cycles }
    }

    fn gap(&self) -> u32 {
        self.gap.unwrap_or(1)
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
        let scope = scope.with_gap(self.gap());
        if scope.highest() > i64::from(Score::LARGEST.get()) {
            let most = format!("a smaller gap: scores go up to {}", Score::LARGEST);
            return refused(format!("the highest score would be {}; expected {most}", scope.highest()));
        }
        Ok(scope)
    }

    fn trees(&self) -> Described {
        let is_every = self.scores == Some(Scores::All);
        if let Some(positions) = self.shapes {
            let trees = format!("Every ordered tree of up to {positions} positions, searched to its height");
            let leaves = if is_every { "every score of its leaves" } else { "all orderings of its leaves" };
            let name = format!("{trees}, with {leaves}");
            return (name, json!({ "shapes": positions, "leaves": Leaves::Orderings.to_string() }));
        }
        let (branching, depth, leaves) = (self.branching, self.height(), self.leaves());
        let scores = match is_every {
            true if self.by_move => "a game for each move of the root, every score",
            true => "every score",
            false => leaves,
        };
        let name = format!("Branching {branching}, depth {depth}, {scores}");
        (name, json!({ "branching": branching, "depth": depth, "leaves": leaves }))
    }

    fn heading(&self, count: u64, name: &str, finished: &Finished) -> String {
        let games = if finished.games == count {
            format!("all {}", counted(finished.games, "game"))
        } else {
            format!("the first {} of {} games", thousands(finished.games), thousands(count))
        };
        let gap = if self.gap() == 1 { String::new() } else { format!(", scores {} apart", self.gap()) };
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
        let words = Words::new("exhaust");
        let is_every = self.scores == Some(Scores::All);
        let words = match (self.graphs, self.shapes) {
            (Some(positions), _) => {
                let Limits { scores, depth, cycles, .. } = self.limits(positions);
                let words = words.with("--graphs", [positions]).with("--depth", [depth]);
                words.with("--scores", (!is_every).then_some(scores)).flag("--cycles", cycles)
            }
            (None, Some(positions)) => words.with("--shapes", [positions]),
            (None, None) => {
                let words = words.with("--branching", [self.branching]).with("--depth", [self.height()]);
                words.with("--leaves", (!is_every).then_some(self.leaves())).flag("--by-move", self.by_move)
            }
        };
        let words = words.with("--scores", is_every.then_some("all"));
        let gap = if is_every { self.gap } else { Some(self.gap()) };
        self.run.add_to(words.with("--gap", gap).with("--switches", self.switches)).list()
    }
}

const LEFT_OUT: &str = "with search options, wrong scores, or an array in which other moves leave theirs, a line may depend on more \
    than the values of other moves";
const UNSEARCHED: &str = "the run ended before it was searched";

fn heading_of_classes(name: &str, run: &RunResult, by_move: bool) -> String {
    let classes = syntax::counted(thousands(run.finished.games), "class", "classes");
    let part = if run.is_whole() { "all" } else { "not all, as the run ended early:" };
    let subjects = counted(run.finished.rows.len() as u64, "subject");
    let meaning = "A class is all games in which a search and its judges decide every comparison of scores alike; shares \
        are shares of classes";
    let of_what = if by_move { ", and not those of the whole tree" } else { "" };
    format!("{name}: {part} {classes} of all searches, {subjects}. {meaning}{of_what}.")
}

fn class_tables(finished: &Finished, width: u16) -> String {
    outcome_table(&finished.rows, width) + "\n" + &orders_table(&finished.rows, width)
}

fn tables(finished: &Finished, width: u16) -> String {
    let rows = &finished.rows;
    outcome_table(rows, width) + "\n" + &effort_table(rows, width) + &survival_table(rows, width)
}

/// What is searched, in words and for JSON.
type Described = (String, Value);

/// `in_words`: which scores the positions have.
fn described(limits: Limits, in_words: &str) -> Described {
    let Limits { positions, scores, depth, cycles } = limits;
    let with = if cycles { "with and without cycles" } else { "without cycles" };
    let graphs = format!("Every graph of up to {positions} positions, {with}, with {in_words}");
    let fields = json!({ "graphs": positions, "scores": scores, "depth": depth, "cycles": cycles });
    (format!("{graphs}, searched to every depth up to {depth}"), fields)
}
