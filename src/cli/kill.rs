//! The kill matrix for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use comfy_table::{Cell, CellAlignment};
use serde::Serialize;

use crate::bugs::kill::{Check, GamesToCatch, Generator, Killed, Plan};
use crate::bugs::{Bug, Hunk};
use crate::case::Case;
use crate::check::Checked;
use crate::report::page::{answers, describe, wrapped};
use crate::report::table::{condensed, grouped};
use crate::report::{BROKEN, GOOD, KNOWN, counted, percent, styled, thousands};
use crate::subject::{Regime, Subject};
use crate::verdict::Finding;

/// A bug a row: as what it is seen, by which checks, after how many games, in how small a game.
pub(super) fn kill_table(killed: &[Killed]) -> String {
    let mut table = condensed();
    table.set_header([
        "bug",
        "class",
        "seen most as",
        "checks",
        "in games",
        "median",
        "worst",
        "trees",
        "uniform",
        "positions",
    ]);
    for one in killed {
        let mixed = one.by(Generator::Mixed);
        let others =
            [Generator::Trees, Generator::Uniform].map(|generator| games(one.by(generator).median()));
        let positions = one.smallest.as_ref().map_or("-".to_owned(), |case| case.game.len().to_string());
        let numbers = [games(mixed.median()), games(mixed.worst())].into_iter().chain(others);
        let mut row: Vec<Cell> = vec![
            Cell::new(one.bug.name),
            Cell::new(one.bug.class).set_alignment(CellAlignment::Center),
            Cell::new(fault(one)),
            Cell::new(checks(one)),
            right_aligned(&percent(one.seen, one.sample)),
        ];
        row.extend(numbers.map(|number| right_aligned(&number)));
        row.push(right_aligned(&positions));
        table.add_row(row);
    }
    format!("{table}\n{LEGEND}")
}

const LEGEND: &str = "\
checks: L each move is legal, S the score is right, O each position carries it, C a line where one is owed and
as long, N the laws of nodes, R best move and lines of the root, 2 only a pair of searches of one game shows it
in games: of the sample that show it   median, worst: games until it was caught, over all seeds
trees, uniform: the median over five seeds with trees alone, and with uniform trees as most people would write them
";

fn right_aligned(text: &str) -> Cell {
    Cell::new(text).set_alignment(CellAlignment::Right)
}

fn games(games: Option<u64>) -> String {
    games.map_or_else(|| styled(KNOWN, "never"), thousands)
}

fn fault(killed: &Killed) -> String {
    killed.fault().map_or_else(|| styled(BROKEN, "nothing"), |finding| finding.name().replace('_', " "))
}

/// A letter for each check that sees it.
fn checks(killed: &Killed) -> String {
    let seen = killed.checks();
    let letter =
        |check: Check| if seen.contains(&check) { check.name()[..1].to_uppercase() } else { "·".into() };
    let pair = if killed.needs_two_searches { "2" } else { "" };
    Check::ALL.map(letter).concat() + pair
}

/// What the matrix says, in sentences.
pub(super) fn kill_summary(killed: &[Killed], plan: &Plan) -> String {
    let mut text = String::new();
    let mut say = |line: String| text.push_str(&(line + "\n"));
    let missed: Vec<&Killed> = killed.iter().filter(|one| !one.is_caught()).collect();
    let (count, seeds) = (killed.len(), counted(plan.seeds.clone().count() as u64, "seed"));
    let most = counted(plan.most, "game");
    let names = |bugs: &[&Killed]| bugs.iter().map(|one| one.bug.name).collect::<Vec<_>>().join(", ");
    if missed.is_empty() {
        let all = if count == 1 { "The bug is".to_owned() } else { format!("All {count} bugs are") };
        say(styled(GOOD, &format!("{all} caught with each of {seeds} in at most {most}.")));
    } else {
        let of = format!("{} of {count}", missed.len());
        say(styled(BROKEN, &format!("MISSED in {most} with some seed, {of}: {}.", names(&missed))));
    }
    say(format!("The hardest: {}.", hardest(killed)));
    let miss = |generator| killed.iter().filter(|one| one.by(generator).median().is_none()).count();
    say(format!(
        "Uniform random trees miss {} of {count} in {most}, trees of every shape {} (each in the median).{}",
        miss(Generator::Uniform),
        miss(Generator::Trees),
        ratio(killed)
    ));
    let not = |sees: fn(&Killed) -> bool| killed.iter().filter(|one| !sees(one)).count();
    let neither = |one: &Killed| one.is_seen_by_legality() || one.is_seen_by_optimality();
    say(format!(
        "In the sample, and in the games that ended a hunt, whoever looks at legality alone misses {} of {count}, \
         at minimax alone {}, at both {}.",
        not(Killed::is_seen_by_legality),
        not(Killed::is_seen_by_optimality),
        not(neither)
    ));
    let pairs: Vec<&Killed> = killed.iter().filter(|one| one.needs_two_searches).collect();
    if !pairs.is_empty() {
        say(format!("Only a pair of searches of one game shows {}.", names(&pairs)));
    }
    say(sizes(killed));
    say(indistinguishable(killed));
    text
}

fn hardest(killed: &[Killed]) -> String {
    let mut hardest: Vec<&Killed> = killed.iter().collect();
    let rank = |hunts: &GamesToCatch| [hunts.median(), hunts.worst()].map(|games| games.unwrap_or(u64::MAX));
    hardest.sort_by_key(|one| std::cmp::Reverse(rank(one.by(Generator::Mixed))));
    let hardest = hardest.iter().take(5).map(|one| {
        let mixed = one.by(Generator::Mixed);
        let worst = match mixed.median() {
            None => String::new(),
            Some(_) => format!(", at worst {}", games(mixed.worst())),
        };
        format!("{} ({}{worst})", one.bug.name, games(mixed.median()))
    });
    hardest.collect::<Vec<_>>().join(", ")
}

/// How many times as many uniform trees it takes, of the bugs that they show at all.
fn ratio(killed: &[Killed]) -> String {
    let ratios = killed.iter().filter_map(|one| {
        let [mixed, uniform] = [Generator::Mixed, Generator::Uniform].map(|kind| one.by(kind).median());
        Some(uniform? as f64 / mixed? as f64)
    });
    let mut ratios: Vec<f64> = ratios.collect();
    ratios.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (ratios.first(), ratios.last()) else { return String::new() };
    let median = ratios[ratios.len() / 2];
    format!(
        " Where they show a bug, they take {median:.2} times as many games in the median ({least:.2} to {most:.1})."
    )
}

fn sizes(killed: &[Killed]) -> String {
    let size = |one: &Killed| one.smallest.as_ref().map(|case| case.game.len());
    let mut all: Vec<usize> = killed.iter().filter_map(size).collect();
    all.sort_unstable();
    let stable = killed.iter().filter(|one| one.bug.subject().regime() == Regime::Stable).filter_map(size);
    let (Some(&median), Some(largest)) = (all.get(all.len() / 2), all.last()) else {
        return "Smallest games: none, as no bug was seen.".to_owned();
    };
    let stable = stable.max().map_or(String::new(), |size| format!("; in the stable regime at most {size}"));
    let median = counted(median as u64, "position");
    format!("Smallest games: {median} in the median, at most {largest}{stable}.")
}

/// Bugs that nothing tells apart but their names.
fn indistinguishable(killed: &[Killed]) -> String {
    let groups = grouped(killed.iter().map(|one| (one.bug.name, one.signature())));
    let alike = groups.iter().filter(|(names, _)| names.len() > 1);
    let alike: Vec<String> = alike.map(|(names, _)| format!("  {}", names.join(", "))).collect();
    let signatures = counted(groups.len() as u64, "signature");
    let mut text = format!("{signatures} (findings, generators, what the games need)");
    if !alike.is_empty() {
        text += &format!("; alike are:\n{}", alike.join("\n"));
    }
    text
}

/// The page on what a seeded bug does to a case, of which `checked` was found.
pub(super) fn bug_page(bug: &Bug, case: &Case, checked: &Checked) -> String {
    let mut page = String::new();
    let mut say = |label: &str, text: &str| {
        writeln!(page, "{label:<8} {}", wrapped(text)).expect("a string takes any text");
    };
    say("bug", &format!("{}, class {}: {}", bug.name, bug.class, bug.summary));
    for Hunk { original, replacement, .. } in bug.hunks() {
        let on_one_line = |hunk: &str| hunk.split_whitespace().collect::<Vec<_>>().join(" ");
        say("instead", &on_one_line(original));
        say("stands", &if replacement.is_empty() { "nothing".to_owned() } else { on_one_line(replacement) });
    }
    let references = bug.references;
    if !references.is_empty() {
        say("as in", &references.join("; "));
    }
    let subject = Subject { store: case.subject.store, ..bug.subject() };
    let case = Case { subject, expect: None, ..case.clone() };
    let replay = format!("pvcheck bugs --bug {} --case '{case}'", bug.name);
    let answers = answers(&case, bug.stores(), |case| bug.check(case).ok());
    page + &describe(&case, checked, answers, None, &replay)
}

/// A bug and what was seen of it, for programs.
#[expect(clippy::struct_excessive_bools, reason = "each is a column of its own")]
#[derive(Serialize, Debug)]
pub(super) struct KilledJson {
    bug: &'static str,
    class: &'static str,
    what: &'static str,
    subject: String,
    /// The real bugs that it stands for, the first one alone and all of them.
    reference: Option<&'static str>,
    references: &'static [&'static str],
    caught: bool,
    fault: Option<&'static str>,
    findings: BTreeMap<&'static str, u64>,
    checks: Vec<&'static str>,
    needs: Vec<&'static str>,
    seen_by_legality_alone: bool,
    seen_by_optimality_alone: bool,
    needs_two_searches: bool,
    seen: u64,
    games_median: Option<u64>,
    games_worst: Option<u64>,
    /// The medians of other generators.
    generators: BTreeMap<&'static str, Option<u64>>,
    smallest: Option<String>,
    positions: Option<usize>,
}

impl KilledJson {
    /// What was seen of one bug.
    pub fn new(killed: &Killed) -> Self {
        let (bug, mixed) = (killed.bug, killed.by(Generator::Mixed));
        let references = bug.references;
        let findings = killed.findings.iter().map(|(finding, &games)| (finding.name(), games));
        let generators = Generator::ALL.map(|generator| (generator.name(), killed.by(generator).median()));
        Self {
            bug: bug.name,
            class: bug.class,
            what: bug.summary,
            subject: bug.subject().to_string(),
            reference: references.first().copied(),
            references,
            caught: killed.is_caught(),
            fault: killed.fault().map(Finding::name),
            findings: findings.collect(),
            checks: killed.checks().into_iter().map(Check::name).collect(),
            needs: killed.needs.clone(),
            seen_by_legality_alone: killed.is_seen_by_legality(),
            seen_by_optimality_alone: killed.is_seen_by_optimality(),
            needs_two_searches: killed.needs_two_searches,
            seen: killed.seen,
            games_median: mixed.median(),
            games_worst: mixed.worst(),
            generators: generators.into_iter().collect(),
            smallest: killed.smallest.as_ref().map(ToString::to_string),
            positions: killed.smallest.as_ref().map(|case| case.game.len()),
        }
    }
}
