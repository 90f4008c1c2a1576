//! `pvcheck large`: searches of implicit games, judged in constant memory.

use std::time::Duration;

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::args::{MOST_GAMES, all_parsed, named, number, on_one_thread};
use super::bugs::ensure_fits;
use super::{Failure, Output, OutputArgs, Render, Result, Words, progress_bar, refused};
use crate::report::{
    BROKEN, CiFailure, CiItem, CiReport, Document, GOOD, LargeJson, counted, guaranteed, large_tables,
    styled, thousands,
};
use pvcheck::bugs::{Bug, FaultySearch};
use pvcheck::campaign::{Counterexample, PlannedSearch};
use pvcheck::game::{AnyPosition, ImplicitGame};
use pvcheck::subject::Subject;
use pvcheck::verdict::Finding;
use pvcheck_lab::large::{LargeGames, LargeRow, check_large, check_large_by, guaranteed_subjects, plan};

#[derive(Args, Clone, Debug)]
pub(super) struct Large {
    /// What is tested, ALGORITHM+STORE[+OPTION...]: searches of a fixed tree [default: each algorithm and store for
    /// which an exact score and a sound line are guaranteed, without a table and with two]
    #[arg(value_name = "SUBJECT")]
    subjects: Vec<String>,
    /// Number of moves of each position, 1 to 255
    #[arg(long, value_name = "N", default_value = "8", value_parser = number::<u8>(1, 255))]
    branching: u8,
    /// Depth of the search in plies, 0 to 65,535
    #[arg(long, value_name = "N", default_value = "8", value_parser = number::<u16>(0, 65_535))]
    depth: u16,
    /// End the game after N plies, where these are fewer than the depth, 1 to 65,535 [default: it does not end]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1, 65_535))]
    plies: Option<u16>,
    /// Number of different evaluations: the numbers nearest to 0, 1 to 65,535
    #[arg(long, value_name = "N", default_value_t = ImplicitGame::SCORES, value_parser = number::<u16>(1, 65_535))]
    scores: u16,
    /// Let the moves of a player lead to the same position in any order, so that tables recognize positions
    #[arg(long)]
    transpose: bool,
    /// Seed of the first game; the seeds of the others follow
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::<u64>(0, u64::MAX))]
    seed: u64,
    /// Number of games, 1 to 1e15
    #[arg(long, value_name = "N", default_value = "3", value_parser = number::<u64>(1, MOST_GAMES))]
    games: u64,
    /// Search with this seeded bug (`pvcheck list bugs`), which has to fit the one subject
    #[arg(long, value_name = "NAME", value_parser = named::<&Bug>(), hide_possible_values = true)]
    bug: Option<&'static Bug>,
}

impl Large {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        let subjects = self.subjects()?;
        let games = LargeGames::new(self.game(), self.depth.into(), self.games).map_err(Failure::usage)?;
        let searches = plan(&subjects).map_err(Failure::usage)?.len() as u64;
        let steps = (searches + 1).saturating_mul(self.games);
        let bar = progress_bar(show, Some(steps), "{bar:30} {pos}/{len}  {elapsed}  {msg}");
        // One search may take longer than a person waits for a sign.
        bar.enable_steady_tick(Duration::from_millis(250));
        let mut begun = false;
        let progress = |search: Option<&PlannedSearch>| {
            // The step before this one has ended.
            bar.inc(u64::from(std::mem::replace(&mut begun, true)));
            bar.set_message(match search {
                None => "minimax".to_owned(),
                Some(PlannedSearch { algorithm, options, .. }) => format!("{}{options}", algorithm.name()),
            });
        };
        let rows = match self.bug {
            None => check_large(&games, &subjects, progress).map_err(Failure::usage),
            Some(bug) => check_with_bug(bug, &games, &subjects, progress),
        };
        bar.finish_and_clear();
        Ok(Output::of(&Results { request: self, games, rows: rows? }, show))
    }

    fn subjects(&self) -> Result<Vec<Subject>> {
        if self.subjects.is_empty() {
            return Ok(guaranteed_subjects());
        }
        let subjects = all_parsed("large", &self.subjects)?;
        subjects.iter().try_for_each(|subject| on_one_thread("large", subject))?;
        Ok(subjects)
    }

    fn game(&self) -> ImplicitGame {
        let Self { branching, scores, transpose: transposes, seed, plies, .. } = *self;
        let plies = plies.unwrap_or(ImplicitGame::ENDLESS);
        ImplicitGame { seed, branching, plies, scores, transposes }
    }

    fn replay(&self, subject: &Subject, game: u64) -> String {
        Words::new("large")
            .and(subject)
            .with("--branching", [self.branching])
            .with("--depth", [self.depth])
            .with("--plies", self.plies)
            .with("--scores", (self.scores != ImplicitGame::SCORES).then_some(self.scores))
            .flag("--transpose", self.transpose)
            .with("--seed", [self.seed.wrapping_add(game)])
            .with("--games", [1])
            .with("--bug", self.bug.map(|bug| bug.name))
            .command_line()
    }
}

fn check_with_bug(
    bug: &'static Bug,
    games: &LargeGames,
    subjects: &[Subject],
    progress: impl FnMut(Option<&PlannedSearch>),
) -> Result<Vec<LargeRow>> {
    let [subject] = subjects else {
        return refused(format!("--bug {}: expected one subject, such as {}", bug.name, bug.subject()));
    };
    ensure_fits(bug, subject, "a subject")?;
    let (mut faulty, mut store) = (FaultySearch::new(bug, subject.algorithm), bug.store(subject));
    check_large_by(games, subjects, progress, |_, task, each| {
        faulty.new_game();
        let root = AnyPosition::new(*task.root);
        let task = task.with_root(&root);
        faulty.search(&mut store, &mut (), task, &mut |outcome| each(subject.store, outcome))
    })
    .map_err(Failure::usage)
}

struct Results<'a> {
    request: &'a Large,
    games: LargeGames,
    rows: Vec<LargeRow>,
}

impl Results<'_> {
    fn heading(&self) -> String {
        let Large { branching, depth, seed, transpose, games, .. } = self.request;
        format!(
            "pvcheck {}: {} from seed {seed}, {}{} to depth {depth}, {}",
            env!("CARGO_PKG_VERSION"),
            counted(*games, "implicit game"),
            counted(u64::from(*branching), "move"),
            if *transpose { " that transpose" } else { "" },
            counted(self.rows.len() as u64, "subject"),
        )
    }

    fn verdict(&self) -> String {
        let positions = thousands(self.games.minimax_nodes());
        let broken = self.rows.iter().filter(|row| !row.tally.breaches.is_empty()).count() as u64;
        let judged = format!("Minimax of each game visited {positions} positions.");
        match broken {
            0 => format!("{judged} All guarantees were kept."),
            _ => format!("{judged} {} broke a guarantee.", counted(broken, "subject")),
        }
    }

    /// Returns the findings of a row, one per line, each with its replay line.
    fn findings(&self, row: &LargeRow) -> String {
        let LargeRow { subject, guarantee, tally } = row;
        let finding = |(finding, first): (&Finding, &Counterexample)| {
            let name = finding.name().replace('_', " ");
            let (found, replay) = (styled(BROKEN, &name), self.request.replay(subject, first.index));
            format!(
                "{found}  {subject}\n    Guarantee: {}\n    Replay: {replay}\n",
                guaranteed(subject, guarantee)
            )
        };
        tally.breaches.iter().map(finding).collect()
    }
}

impl Render for Results<'_> {
    fn has_findings(&self) -> bool {
        self.rows.iter().any(|row| !row.tally.breaches.is_empty())
    }

    fn text(&self, width: u16) -> String {
        let tables = large_tables(&self.rows, self.games.minimax_nodes(), width);
        let findings: String = self.rows.iter().map(|row| self.findings(row)).collect();
        let style = if self.has_findings() { BROKEN } else { GOOD };
        format!("{}\n\n{tables}\n{findings}{}\n", self.heading(), styled(style, &self.verdict()))
    }

    fn json(&self) -> Document<impl Serialize> {
        let Large { branching, depth, plies, scores, transpose, seed, games, bug, .. } = self.request;
        let scope = json!({
            "branching": branching,
            "depth": depth,
            "plies": plies,
            "scores": scores,
            "transpose": transpose,
            "games": games,
            "minimax_nodes": self.games.minimax_nodes(),
            "bug": bug.map(|bug| bug.name),
        });
        let row = |row: &LargeRow| {
            LargeJson::new(row, self.games.minimax_nodes(), |game| self.request.replay(&row.subject, game))
        };
        Document::new("large", Some(*seed), scope, self.rows.iter().map(row))
    }

    fn ci(&self) -> CiReport {
        let failure = |row: &LargeRow| {
            let (finding, first) = row.tally.breaches.first_key_value()?;
            Some(CiFailure {
                message: format!("{}: {}", row.subject, finding.name().replace('_', " ")),
                details: self.findings(row),
                replay: self.request.replay(&row.subject, first.index),
            })
        };
        let item =
            |row: &LargeRow| CiItem::new(row.subject.to_string(), row.subject.regime().name(), failure(row));
        CiReport::new("pvcheck large", self.verdict(), self.rows.iter().map(item))
    }
}
