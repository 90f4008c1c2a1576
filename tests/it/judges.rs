//! What each judge finds: the games until each seeded bug is caught, by what is visible of the search.

use std::fmt::Write as _;

use crate::common::{assert_snapshot, on_all_threads};
use pvcheck::bugs::kill::{Hunt, games_to_catch};
use pvcheck::bugs::{Bug, Visible};

const HUNT: Hunt = Hunt { seeds: 1_000..1_005, max_games: 20_000, sample: 0 };

/// The medians of the games, in the order of [`Visible::ALL`]; `None` where most hunts missed the bug.
type Medians = [Option<u64>; Visible::ALL.len()];

fn medians(bug: &Bug) -> Medians {
    std::array::from_fn(|index| games_to_catch(*bug, Visible::ALL[index], &HUNT).median())
}

/// The number of bugs that a judge finds, and how many of them before and after the judge of the results alone.
fn summary(all: &[Medians], visible: Visible) -> String {
    let games = |medians: &Medians, visible: Visible| medians[visible as usize].unwrap_or(u64::MAX);
    let count = |is: fn(u64, u64) -> bool| {
        all.iter().filter(|medians| is(games(medians, visible), games(medians, Visible::Results))).count()
    };
    let found = all.iter().filter(|medians| medians[visible as usize].is_some()).count();
    format!(
        "{:<10}{found:>6}{:>9}{:>7}\n",
        visible.name(),
        count(|own, other| own < other),
        count(|own, other| own > other)
    )
}

#[test]
fn the_more_a_judge_sees_the_sooner_bugs_are_found() {
    let all = on_all_threads(Bug::ALL, medians);
    let mut text = format!("{:<36}{:>10}{:>10}{:>10}\n", "", "results", "nodes", "options");
    for (bug, medians) in Bug::ALL.iter().zip(&all) {
        let games = medians.map(|games| games.map_or("missed".to_owned(), |games| games.to_string()));
        let _ = writeln!(text, "{:<36}{:>10}{:>10}{:>10}", bug.name, games[0], games[1], games[2]);
    }
    text += &format!("\n{:<10}{:>6}{:>9}{:>7}\n", "", "found", "earlier", "later");
    text.extend(Visible::ALL.iter().map(|&visible| summary(&all, visible)));
    let description = "The number of random games until a seeded bug is caught, the median of five seeds, if only scores and lines \
                       are judged, if the search tells its nodes, and if each told reason must be permitted by the options.";
    assert_snapshot("judges", description, &text);
    let missed =
        Bug::ALL.iter().zip(&all).filter(|(_, medians)| medians[Visible::Options as usize].is_none());
    assert_eq!(missed.map(|(bug, _)| bug.name).collect::<Vec<_>>(), [""; 0]);
}
