//! The kill matrix of the seeded bugs.

use maud::{Markup, html};

use super::charts::{Chart, Point, Series};
use super::explorers::Explorers;
use super::{Section, counterexample, figure, scrolling};
use crate::report::{KilledJson, counted, thousands};

pub(super) fn section(rows: &[KilledJson], explorers: &mut Explorers) -> Section {
    let missed: Vec<&str> = rows.iter().filter(|row| !row.caught).map(|row| row.bug.as_str()).collect();
    let all = counted(rows.len() as u64, "seeded bug");
    let verdict = match missed[..] {
        [] => format!("All of {all} were found with each seed."),
        _ => format!("Missed with at least one seed: {}.", missed.join(", ")),
    };
    let count = |seen: fn(&KilledJson) -> bool| rows.iter().filter(|row| !seen(row)).count();
    let body = html! {
        p {
            "A check of legality alone misses " (count(|row| row.seen_by_legality_alone))
            ", a check of score and line against minimax alone " (count(|row| row.seen_by_optimality_alone))
            ", both together " (count(|row| row.seen_by_legality_alone || row.seen_by_optimality_alone))
            ". " (rows.iter().filter(|row| row.needs_two_searches).count())
            " show only in two searches of the same game."
        }
        (found_after(rows))
        (scrolling("Seeded bugs", &table(rows, explorers)))
    };
    let mark = if missed.is_empty() { 0 } else { 3 };
    Section { title: format!("bugs, {all}"), mark: Some(mark), verdict, body }
}

fn found_after(rows: &[KilledJson]) -> Markup {
    let Some(first) = rows.first() else { return html! {} };
    let mut series: Vec<Series> = first.generators.keys().map(|name| curve(rows, name)).collect();
    // No more bugs are found to the right of a curve, as far as the hunt went.
    let last = series.iter().filter_map(|one| one.points.last()).map(|point| point.x).fold(1.0, f64::max);
    for one in &mut series {
        let end = one.points.last().map(|point| Point { x: last, ..*point });
        one.points.extend(end.filter(|end| one.points.last() != Some(end)));
    }
    let title = "Seeded bugs found within a number of games (median of the seeds)";
    let table = html! { table {
        thead { tr { th scope="col" { "games" } @for one in &series { th scope="col" { (one.name) } } } }
        @for games in [1, 10, 100, 1_000, 10_000, 100_000] {
            tr { th scope="row" { (thousands(games)) } @for one in &series {
            td { (needed(rows, &one.name).iter().filter(|&&needed| needed <= games).count()) }
        } }
        }
    } };
    let chart = Chart {
        x: "games".to_owned(),
        y: "bugs found".to_owned(),
        logarithmic: true,
        shares: false,
        steps: true,
        series,
    };
    figure(title, &chart, &table)
}

fn needed(rows: &[KilledJson], generator: &str) -> Vec<u64> {
    let mut games: Vec<u64> =
        rows.iter().filter_map(|row| row.generators.get(generator).copied().flatten()).collect();
    games.sort_unstable();
    games
}

fn curve(rows: &[KilledJson], generator: &str) -> Series {
    let games = needed(rows, generator);
    let mut found = 0;
    let points = games.chunk_by(|one, other| one == other).map(|equal| {
        found += equal.len();
        Point { x: equal[0] as f64, y: found as f64, interval: None }
    });
    Series { name: generator.to_owned(), points: points.collect() }
}

fn games(games: Option<u64>) -> String {
    games.map_or_else(|| "never".to_owned(), thousands)
}

fn table(rows: &[KilledJson], explorers: &mut Explorers) -> Markup {
    const HEADS: [&str; 7] = [
        "bug",
        "class",
        "main finding",
        "checks that find it",
        "games, median",
        "games, worst",
        "smallest game",
    ];
    html! { table {
        thead { tr { @for head in HEADS { th scope="col" { (head) } } } }
        @for row in rows {
            @let linked = row.smallest.as_ref().and_then(|text| explorers.link_as_is(text, Some(&row.bug)));
            tr {
                th scope="row" { details { summary { (row.bug) } div { (row.what) } code { (row.subject) } } }
                td { (row.class) }
                td { (row.fault.as_ref().map_or("nothing".to_owned(), |name| name.replace('_', " "))) }
                td { (row.checks.join(", ")) @if row.needs_two_searches { ", in two searches" } }
                td { (games(row.games_median)) }
                td { (games(row.games_worst)) }
                td {
                    @if let Some(text) = &row.smallest {
                        (counted(row.positions.unwrap_or_default() as u64, "position")) ": "
                        (counterexample(linked.as_ref(), text))
                    } @else { "-" }
                }
            }
        }
    } }
}
