//! The kill matrix as a table and as JSON.

use std::fmt::Write as _;

use comfy_table::{Cell, CellAlignment};

use pvcheck::bugs::Bug;
use pvcheck::bugs::kill::{Check, GamesToCatch, Generator, Hunt, Killed};
use pvcheck::case::Case;
use pvcheck::check::Checked;
use pvcheck::subject::Regime;
use pvcheck::syntax::shell_quoted;
use pvcheck_cli::report::page::{answers, describe, wrapped};
use pvcheck_cli::report::table::{condensed, grouped, right_aligned, without};
use pvcheck_cli::report::{BROKEN, GOOD, KNOWN, counted, joined, percent, styled, thousands, wrapping};

/// Returns a table with a row for each bug: the most frequent finding, the finding checks, and the numbers and sizes of games.
pub(super) fn kill_table(killed: &[Killed], width: u16) -> String {
    const HEADS: [&str; 10] = [
        "bug", "class", "main finding", "checks", "in games", "median", "worst", "trees", "uniform",
        "positions",
    ];
    /// The columns that a narrow terminal lacks first.
    const EXPENDABLE: [usize; 6] = [7, 8, 4, 1, 9, 6];
    let mut table = condensed();
    table.set_header(HEADS);
    for one in killed {
        let mixed = one.hunts_by(Generator::Mixed);
        let others =
            [Generator::Trees, Generator::Uniform].map(|generator| games(one.hunts_by(generator).median()));
        let positions = one.smallest.as_ref().map_or("-".to_owned(), |case| case.game.len().to_string());
        let numbers = [games(mixed.median()), games(mixed.worst())].into_iter().chain(others);
        let mut row: Vec<Cell> = vec![
            Cell::new(one.bug.name),
            Cell::new(one.bug.class).set_alignment(CellAlignment::Center),
            Cell::new(main_finding(one)),
            Cell::new(checks(one)),
            right_aligned(percent(one.seen, one.sample)),
        ];
        row.extend(numbers.chain([positions]).map(right_aligned));
        table.add_row(row);
    }
    let (table, hidden) = without(table, width, &EXPENDABLE);
    let hidden = joined(hidden.into_iter().map(|index| HEADS[index]), ", ");
    let note = format!("columns that need a larger --width: {hidden}\n");
    format!("{table}\n{}{LEGEND}", if hidden.is_empty() { "" } else { &note })
}

const LEGEND: &str = "\
main finding: the one that most games show
in games: share of the sample in which the bug is found
checks that find it: L legality of the line, S score, O each position of the line
attains the score, C there is a line if one is due, of the guaranteed length,
N results of single nodes, R best move and lines of the root,
2 found only in a pair of searches of one game
median, worst: games until the bug was found, over all seeds
positions: size of the smallest game that shows it
trees, uniform: median over five seeds with random trees alone, and with uniform
random trees alone
";

fn games(games: Option<u64>) -> String {
    games.map_or_else(|| styled(KNOWN, "never"), thousands)
}

fn main_finding(killed: &Killed) -> String {
    killed.fault().map_or_else(|| styled(BROKEN, "nothing"), |finding| finding.name().replace('_', " "))
}

/// Returns a letter for each check that finds the bug.
fn checks(killed: &Killed) -> String {
    let found_by = killed.checks();
    let letter =
        |check: Check| if found_by.contains(&check) { check.name()[..1].to_uppercase() } else { "·".into() };
    let pair = if killed.needs_two_searches { "2" } else { "" };
    Check::ALL.iter().copied().map(letter).collect::<String>() + pair
}

pub(super) fn kill_summary(killed: &[Killed], hunt: &Hunt, width: u16) -> String {
    let mut text = String::new();
    let options = wrapping(width);
    let mut say = |line: String| {
        let lines = line.lines().map(|line| textwrap::fill(line, &options) + "\n");
        text.extend(lines);
    };
    let missed: Vec<&Killed> = killed.iter().filter(|one| !one.is_caught()).collect();
    let (count, seeds) = (killed.len(), counted(hunt.seeds.clone().count() as u64, "seed"));
    let most = counted(hunt.max_games, "game");
    let names = |bugs: &[&Killed]| joined(bugs.iter().map(|one| one.bug.name), ", ");
    if missed.is_empty() {
        let all = if count == 1 { "The bug is".to_owned() } else { format!("All {count} bugs are") };
        say(styled(GOOD, &format!("{all} caught with each of {seeds} in at most {most}.")));
    } else {
        let share = format!("{} of {count} ({})", missed.len(), names(&missed));
        say(styled(BROKEN, &format!("MISSED with at least one seed in {most}: {share}.")));
    }
    say(format!("Hardest to find: {}.", hardest(killed)));
    let miss = |generator| killed.iter().filter(|one| one.hunts_by(generator).median().is_none()).count();
    say(format!(
        "Missed in {most} (median of the seeds): {} of {count} with uniform random trees alone, {} with random trees \
         of every shape.{}",
        miss(Generator::Uniform),
        miss(Generator::Trees),
        ratio(killed)
    ));
    let missed_by = |finds: fn(&Killed) -> bool| killed.iter().filter(|one| !finds(one)).count();
    let either = |one: &Killed| one.is_seen_by_legality() || one.is_seen_by_optimality();
    say(format!(
        "In the sample and in the games that first showed a bug, a check of legality alone misses {} of {count}, \
         a check of score and line against minimax alone {}, both together {}.",
        missed_by(Killed::is_seen_by_legality),
        missed_by(Killed::is_seen_by_optimality),
        missed_by(either)
    ));
    let pairs: Vec<&Killed> = killed.iter().filter(|one| one.needs_two_searches).collect();
    if !pairs.is_empty() {
        say(format!("Found only in a pair of searches of one game: {}.", names(&pairs)));
    }
    say(sizes(killed));
    say(indistinguishable(killed));
    text
}

/// Returns the five bugs that take the most games to find, with the numbers of games.
fn hardest(killed: &[Killed]) -> String {
    let mut hardest: Vec<&Killed> = killed.iter().collect();
    let rank = |hunts: &GamesToCatch| [hunts.median(), hunts.worst()].map(|games| games.unwrap_or(u64::MAX));
    hardest.sort_by_key(|one| std::cmp::Reverse(rank(one.hunts_by(Generator::Mixed))));
    let hardest = hardest.iter().take(5).map(|one| {
        let mixed = one.hunts_by(Generator::Mixed);
        let worst = match mixed.median() {
            None => String::new(),
            Some(_) => format!(", worst {}", games(mixed.worst())),
        };
        format!("{} (median {}{worst})", one.bug.name, games(mixed.median()))
    });
    joined(hardest, ", ")
}

fn ratio(killed: &[Killed]) -> String {
    let ratios = killed.iter().filter_map(|one| {
        let [mixed, uniform] = [Generator::Mixed, Generator::Uniform].map(|kind| one.hunts_by(kind).median());
        Some(uniform? as f64 / mixed? as f64)
    });
    let mut ratios: Vec<f64> = ratios.collect();
    ratios.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (ratios.first(), ratios.last()) else { return String::new() };
    let median = ratios[ratios.len() / 2];
    format!(
        " For the bugs that they show, uniform trees need {median:.2} times as many games (median; {least:.2} to {most:.1})."
    )
}

fn sizes(killed: &[Killed]) -> String {
    let size = |one: &Killed| one.smallest.as_ref().map(|case| case.game.len());
    let mut all: Vec<usize> = killed.iter().filter_map(size).collect();
    all.sort_unstable();
    let stable = killed.iter().filter(|one| one.bug.subject().regime() == Regime::Stable).filter_map(size);
    let (Some(&median), Some(largest)) = (all.get(all.len() / 2), all.last()) else {
        return "Smallest games: none, as no bug was found.".to_owned();
    };
    let stable = stable.max().map_or(String::new(), |size| format!("; in the stable regime at most {size}"));
    let median = counted(median as u64, "position");
    format!("Smallest games: median {median}, at most {largest}{stable}.")
}

fn indistinguishable(killed: &[Killed]) -> String {
    let groups = grouped(killed.iter().map(|one| (one.bug.name, one.signature())));
    let same = groups.iter().filter(|(names, _)| names.len() > 1);
    let same = joined(same.map(|(names, _)| format!("  {}", names.join(", "))), "\n");
    let signatures = counted(groups.len() as u64, "signature");
    let mut text = format!("{signatures} (findings, generators, features that the games need)");
    if !same.is_empty() {
        text += &format!("; bugs with the same one:\n{same}");
    }
    text
}

/// Returns the page on a seeded bug in `case`, whose result is `checked`.
pub(super) fn bug_page(bug: &Bug, case: &Case, checked: &Checked, width: u16) -> String {
    let mut page = String::new();
    let mut say = |label: &str, text: &str| {
        writeln!(page, "{label:<9} {}", wrapped(text, width)).expect("a string takes any text");
    };
    say("bug", &format!("{}, class {}: {}", bug.name, bug.class, bug.summary));
    for [original, replacement] in bug.hunks() {
        let on_one_line = |hunk: &str| joined(hunk.split_whitespace(), " ");
        say("original", &on_one_line(original));
        let becomes = if replacement.is_empty() { "(nothing)" } else { replacement };
        say("becomes", &on_one_line(becomes));
    }
    let references = bug.references;
    if !references.is_empty() {
        say("as in", &references.join("; "));
    }
    let case = Case { expect: None, ..case.clone() };
    let answers = answers(&case, bug.stores(), |case| bug.check(case).ok());
    page + &describe(&case, checked, answers, None, &replay(bug, &case), width)
}

/// The command line that runs the bug on the case again.
pub(super) fn replay(bug: &Bug, case: &Case) -> String {
    let case = Case { expect: None, ..case.clone() };
    format!("pvcheck-lab bugs --bug {} --case {}", bug.name, shell_quoted(&case.to_string()))
}
