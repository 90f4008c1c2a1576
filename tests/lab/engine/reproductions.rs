//! The page of seeded bugs, `reproductions.md`: each row of its table shows the class that it names, and without the bug it does not.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::common::on_all_threads;
use pvcheck::bugs::Bug;
use pvcheck::experiment::Deadline;
use pvcheck::syntax::Named as _;
use pvcheck_chess::uci::{EngineCampaign, EngineCommand, Go, Plan, Printed, Proofs, Session};

const PAGE: &str = include_str!("reproductions.md");

/// A row of the table.
#[derive(Debug)]
struct Row<'p> {
    bug: &'p str,
    subject: &'p str,
    class: &'p str,
    plan: Plan,
    commands: &'p str,
}

fn rows<'p>(page: &'p str) -> Vec<Row<'p>> {
    let lines = page.lines().filter(|line| line.starts_with("| `"));
    let row = |line: &'p str| {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, bug, subject, class, plan, commands, _] = cells[..] else { return None };
        let plan = Plan::named(plan).unwrap_or_else(|| panic!("{bug}: no plan {plan}"));
        Some(Row { bug, subject, class, plan, commands })
    };
    lines.filter_map(row).collect()
}

/// The searches that the commands describe.
fn session(row: &Row<'_>) -> Session {
    let text = format!("{}: {}", row.plan, row.commands);
    text.parse().unwrap_or_else(|error| panic!("{}: {error:?}", row.bug))
}

/// The classes that the searches of a row show.
fn classes(row: &Row<'_>, bug: Option<&str>, proofs: &Proofs) -> BTreeSet<&'static str> {
    let own = [crate::PVCHECK, "engine", row.subject, "--reproducible"];
    let command = own.into_iter().chain(bug.into_iter().flat_map(|bug| ["--bug", bug]));
    let command = command.map(str::to_owned).collect();
    let command = EngineCommand { command, time_limit: Duration::from_secs(10), ..EngineCommand::default() };
    let progress = || ();
    let prove = |request: &Go, printed: &Printed| proofs.check(request, printed);
    let record = |_, _: &Go, _: &Printed| ();
    let sessions = [session(row)];
    let campaign = EngineCampaign {
        command: &command,
        sessions: &sessions,
        workers: 1,
        give_up: 3,
        check: Some(&prove),
        until: &Deadline::default(),
        progress: &progress,
        record: &record,
    };
    campaign.play().found.iter().map(|found| found.finding.class.name()).collect()
}

#[test]
fn each_reproduction_shows_its_bug_and_nothing_without_it() {
    let rows = rows(PAGE);
    assert!(rows.len() >= 80, "{} rows", rows.len());
    let proofs = Proofs::new(3, 2_000_000, None, &Deadline::default());
    let wrong = on_all_threads(&rows, |row| {
        let (with, without) = (classes(row, Some(row.bug), &proofs), classes(row, None, &proofs));
        let is_right = with.contains(row.class) && !without.contains(row.class);
        (!is_right).then(|| format!("{}: {with:?}, without the bug {without:?}", row.bug))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_names_every_bug_once() {
    let (_, rest) = PAGE.split_once("## Not found").expect("a section");
    let listed = rest.lines().filter_map(|line| line.strip_prefix("- `")?.split_once('`'));
    let mut named: Vec<&str> =
        rows(PAGE).iter().map(|row| row.bug).chain(listed.map(|(bug, _)| bug)).collect();
    let mut all: Vec<&str> = Bug::ALL.iter().map(|bug| bug.name).collect();
    named.sort_unstable();
    all.sort_unstable();
    assert_eq!(named, all);
}
