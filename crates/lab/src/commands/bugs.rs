//! `pvcheck-lab bugs`: the kill matrix of the seeded bugs.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::kill::{bug_page, kill_summary, kill_table, replay};
use super::killed::KilledJson;
use pvcheck::bugs::Bug;
use pvcheck::bugs::kill::{Hunt, Killed, matrix};
use pvcheck::case::Case;
use pvcheck::experiment::{Deadline, MOST_THREADS, Run, threads_or_cores};
use pvcheck::subject::Subject;
use pvcheck::syntax;
use pvcheck_cli::commands::args::{Format, MOST_GAMES, OutputArgs, file, named, number, parsed};
use pvcheck_cli::commands::explain::drawn;
use pvcheck_cli::commands::{Failure, Interrupt, Output, Render, Result, progress_bar, refused};
use pvcheck_cli::report::table::distinct;
use pvcheck_cli::report::{CI_WIDTH, CiFailure, CiItem, CiReport, Document, counted, joined};

#[derive(Args, Clone, Debug)]
pub(super) struct Bugs {
    /// Test only this bug, and show all its details; repeatable
    #[arg(long, value_name = "NAME", value_parser = named::<&Bug>(), hide_possible_values = true)]
    bug: Vec<&'static Bug>,
    /// Test only bugs of this class, a letter from A to P, or `-` for bugs that do not affect the line first;
    /// repeatable
    #[arg(long, value_name = "LETTER", conflicts_with = "bug", allow_hyphen_values = true)]
    class: Vec<String>,
    /// Run the bug on this case, whose subject has the algorithm or the store of the bug, instead of searching for games that
    /// show it
    #[arg(long, value_name = "TEXT", requires = "bug", conflicts_with_all = ["seed", "seeds", "games", "sample"])]
    case: Option<String>,
    /// With --case: write a page to FILE on which one steps through the search
    #[arg(long, value_name = "FILE", requires = "case", value_parser = file())]
    html: Option<PathBuf>,
    /// First seed
    #[arg(long, value_name = "SEED", default_value_t = Hunt::HELD_OUT_SEEDS.start, value_parser = number::<u64>(0, u64::MAX))]
    seed: u64,
    /// Number of seeds; with each seed, random games are played until one shows the bug, 1 to 10,000
    #[arg(long, value_name = "N", default_value_t = 21, value_parser = number::<u64>(1, 10_000))]
    seeds: u64,
    /// Give up after N games with one seed; the bug then counts as missed, 1 to 1e15
    #[arg(long, value_name = "N", default_value = "100000", value_parser = number::<u64>(1, MOST_GAMES))]
    games: u64,
    /// Number of games of the first seed in which all findings are counted, 1 to 1e9
    #[arg(long, value_name = "N", default_value = "5000", value_parser = number::<u64>(1, 1_000_000_000))]
    sample: u64,
    /// 3 seeds, a sample of 500 games and at most 10,000 games: ten seconds instead of minutes
    #[arg(long, conflicts_with_all = ["seeds", "sample", "games", "case"])]
    quick: bool,
    /// Number of threads, 1 to 256 [default: one per core]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1, MOST_THREADS))]
    threads: Option<usize>,
}

impl Bugs {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        let bugs = self.selected()?;
        if let Some(text) = &self.case {
            return self.on_case(&bugs, text, show);
        }
        let (seeds, sample, max_games) =
            if self.quick { (3, 500, 10_000) } else { (self.seeds, self.sample, self.games) };
        let Some(end) = self.seed.checked_add(seeds) else {
            let most = u64::MAX - seeds;
            let seed = self.seed;
            return refused(format!("--seed {seed}: expected at most {most} with this number of seeds"));
        };
        let seeds = self.seed..end;
        let hunt = Hunt { seeds, max_games, sample };
        let interrupt = Interrupt::registered(&Deadline::default())?;
        let killed = self.run_hunts(&bugs, &hunt, &interrupt, show);
        let hunted = killed.len();
        let matrix = KillMatrix { killed, hunt, has_details: !self.bug.is_empty() };
        let mut output = Output::rendered(&matrix, show);
        output.interrupted = interrupt.partial(hunted, bugs.len(), "bug");
        Ok(output)
    }

    fn selected(&self) -> Result<Vec<Bug>> {
        for class in &self.class {
            let classes: BTreeSet<_> = Bug::ALL.iter().map(|bug| bug.class).collect();
            let known = Vec::from_iter(classes);
            syntax::named(class, 0..class.len(), "class", &known, |name| name)
                .map_err(|error| Failure::argument("--class", class, error))?;
        }
        if self.bug.is_empty() {
            let is_selected =
                |bug: &&Bug| self.class.is_empty() || self.class.iter().any(|class| class == bug.class);
            return Ok(Bug::ALL.iter().filter(is_selected).copied().collect());
        }
        Ok(distinct(self.bug.iter().copied().copied()))
    }

    fn run_hunts(&self, bugs: &[Bug], hunt: &Hunt, interrupt: &Interrupt, show: &OutputArgs) -> Vec<Killed> {
        let bar = progress_bar(show, Some(bugs.len() as u64), "{bar:30} {pos}/{len} bugs  {eta} left");
        let progress = |bugs| bar.inc(bugs);
        let run = Run::new(0..bugs.len() as u64, threads_or_cores(self.threads));
        let run = run.until(&interrupt.deadline).progress(&progress);
        let killed = matrix(bugs, hunt, &run);
        bar.finish_and_clear();
        killed
    }

    /// The bug must fit the subject of the case, whose store must be one that shows it.
    fn on_case(&self, bugs: &[Bug], text: &str, show: &OutputArgs) -> Result<Output> {
        if show.format() != Format::Text {
            return refused("`--case` prints text only; expected `--format text`");
        }
        let case: Case = parsed("--case", text)?;
        if bugs.len() > 1 && self.html.is_some() {
            return refused("`--html` is a page on one bug; expected one `--bug`");
        }
        let mut all = Output::plain(String::new());
        for bug in bugs {
            let stores = bug.stores();
            if !stores.contains(&case.subject.store) {
                let names = joined(stores.iter().map(|store| store.name()), " or ");
                let store = case.subject.store.name();
                let problem = format!("{} does not show with the store {store}", bug.name);
                return refused(format!("{problem}; expected {names}"));
            }
            ensure_fits(bug, &case.subject)?;
            let checked = bug.check(&case).map_err(Failure::usage)?;
            all.has_findings |= !checked.is_kept();
            let page = bug_page(bug, &case, &checked, show.width());
            let (recorded, replay) = (bug.record(&case), replay(bug, &case));
            let output = drawn(&case, (&checked, recorded, &replay), page, self.html.as_deref(), show)?;
            all.text += &output.text;
            all.failed.extend(output.failed);
        }
        Ok(all)
    }
}

/// Fails if a bug cannot be injected into the subject of a case.
fn ensure_fits(bug: &Bug, subject: &Subject) -> Result<()> {
    if bug.fits(subject) {
        return Ok(());
    }
    let (name, own) = (bug.name, bug.subject());
    let has_threads = |subject: &Subject| subject.options.threads.is_some();
    if has_threads(&own) != has_threads(subject) {
        let number = if has_threads(&own) { "several threads" } else { "one thread" };
        return refused(format!("{name} is in searches by {number}; expected a case with {number}"));
    }
    refused(format!("{name} is in {own}; expected a case with that algorithm or store"))
}

/// The kill matrix of some bugs. The findings are the bugs that were missed.
struct KillMatrix {
    killed: Vec<Killed>,
    hunt: Hunt,
    has_details: bool,
}

impl Render for KillMatrix {
    fn has_findings(&self) -> bool {
        !self.killed.iter().all(Killed::is_caught)
    }

    fn text(&self, width: u16) -> String {
        let Self { killed, hunt, has_details } = self;
        let head = format!(
            "{}, seeds {} to {}, a sample of {} from the first seed\n\n",
            counted(killed.len() as u64, "seeded bug"),
            hunt.seeds.start,
            hunt.seeds.end - 1,
            counted(hunt.sample, "game")
        );
        let pages: String =
            killed.iter().filter(|_| *has_details).map(|one| bug_details(one, width)).collect();
        head + &kill_table(killed, width) + &pages + "\n" + &kill_summary(killed, hunt, width)
    }

    fn json(&self) -> Document<impl Serialize> {
        let scope = json!({
            "bugs": self.killed.len(),
            "seeds": self.hunt.seeds.clone().count(),
            "most_games": self.hunt.max_games,
            "sample": self.hunt.sample,
        });
        let rows = self.killed.iter().map(KilledJson::new);
        Document::new("bugs", Some(self.hunt.seeds.start), scope, rows)
    }

    fn ci(&self) -> CiReport {
        let item = |one: &Killed| {
            let failure = (!one.is_caught()).then(|| CiFailure {
                message: format!("missed in {}: {}", counted(self.hunt.max_games, "game"), one.bug.summary),
                details: bug_details(one, CI_WIDTH),
                replay: format!("pvcheck-lab bugs --bug {}", one.bug.name),
            });
            CiItem::new(one.bug.name, format!("class {}", one.bug.class), failure)
        };
        let caught = self.killed.iter().filter(|one| one.is_caught()).count();
        let verdict = format!("{caught} of {} caught", counted(self.killed.len() as u64, "bug"));
        CiReport::new("pvcheck-lab bugs", verdict, self.killed.iter().map(item))
    }
}

fn bug_details(killed: &Killed, width: u16) -> String {
    let mut page = format!("\n{}\n", killed.bug.name);
    let findings = killed.findings.iter().map(|(finding, &games)| {
        format!("{} in {}", finding.name().replace('_', " "), counted(games, "game"))
    });
    let findings = joined(findings, ", ");
    page += &format!("{:<9} {}\n", "findings", if findings.is_empty() { "none" } else { &findings });
    if !killed.needs.is_empty() {
        page += &format!("{:<9} {}\n", "needs", killed.needs.join(", "));
    }
    match killed.smallest.as_ref().map(|case| (case, killed.bug.check(case))) {
        Some((case, Ok(checked))) => page + "\n" + &bug_page(&killed.bug, case, &checked, width),
        _ => page,
    }
}
