//! The figures of experiments, as curves and as tables.

use maud::{Markup, html};

use super::charts::{Chart, Point, Series};
use super::results::Saved;
use super::{Section, figure, scrolling, searched};
use crate::report::table::{distinct, grouped};
use crate::report::{FigureJson, capital, counted};

pub(super) fn section(saved: &Saved, rows: &[FigureJson]) -> Section {
    let name = saved.scope.get("name").and_then(serde_json::Value::as_str).unwrap_or(&saved.command);
    let compared = rows.iter().filter(|row| row.agreement.is_some()).count() as u64;
    let differ = rows.iter().filter(|row| row.agreement.as_deref() == Some("differs")).count();
    let verdict = match (compared, differ) {
        (0, _) => "No known values to compare with.".to_owned(),
        (1, 0) => "The one comparison with a known value agrees.".to_owned(),
        (all, 0) => format!("All of {} with known values agree.", counted(all, "comparison")),
        (all, differ) => format!("{differ} of {} with known values differ.", counted(all, "comparison")),
    };
    let measures = distinct(rows.iter().map(|row| row.measure.as_str()));
    let level = saved.scope.get("level").and_then(serde_json::Value::as_f64);
    let body = html! {
        p { (searched(saved)) "." }
        @for measure in measures {
            @let rows: Vec<&FigureJson> = rows.iter().filter(|row| row.measure == measure).collect();
            @for (title, chart) in charts(measure, &rows) { (figure(&title, &chart, &table(&rows, level))) }
            @if charts(measure, &rows).is_empty() { h3 { (capital(measure)) } (scrolling(measure, &table(&rows, level))) }
        }
    };
    let mark = (compared > 0).then_some(if differ > 0 { 3 } else { 0 });
    Section { title: format!("reproduce {name}"), mark, verdict, body }
}

fn charts(measure: &str, rows: &[&FigureJson]) -> Vec<(String, Chart)> {
    let is_varied = rows.iter().all(|row| row.varied_value.is_some());
    let group = |row: &FigureJson| if is_varied { (row.branching, row.depth) } else { (None, row.depth) };
    let mut groups: Vec<_> = rows.iter().map(|row| group(row)).collect();
    groups.sort_unstable();
    groups.dedup();
    let chart = |of| {
        let rows: Vec<&FigureJson> = rows.iter().copied().filter(|row| group(row) == of).collect();
        let x = |row: &FigureJson| {
            if is_varied { row.varied_value.map(f64::from) } else { row.branching.map(f64::from) }
        };
        let series = curves(&rows, x);
        let mut values = series.iter().flat_map(|series| &series.points).map(|point| point.y.to_bits());
        let first = values.next();
        // Equal figures need no chart.
        let is_curve =
            series.iter().any(|series| series.points.len() > 2) && values.any(|one| Some(one) != first);
        let size = match of {
            (Some(branching), Some(depth)) => format!(" (branching {branching}, depth {depth})"),
            (None, Some(depth)) => format!(" (depth {depth})"),
            _ => String::new(),
        };
        let name = rows.first().and_then(|row| row.varied.clone()).unwrap_or_else(|| "branching".to_owned());
        is_curve.then(|| {
            let chart = Chart {
                logarithmic: !name.contains("percent"),
                x: name,
                y: short(measure).to_owned(),
                shares: measure.contains("lines"),
                steps: false,
                series,
            };
            (capital(measure) + &size, chart)
        })
    };
    groups.into_iter().filter_map(chart).collect()
}

fn short(measure: &str) -> &str {
    if measure.len() > 34 { measure.split(" / ").next().map_or(measure, |_| "ratio") } else { measure }
}

fn curves(rows: &[&FigureJson], x: impl Fn(&FigureJson) -> Option<f64>) -> Vec<Series> {
    let points = rows.iter().filter_map(|row| {
        let point = Point { x: x(row)?, y: row.value, interval: row.low.zip(row.high) };
        Some((point, row.series.as_ref().unwrap_or(&row.label)))
    });
    let series = grouped(points).into_iter();
    series.map(|(points, name)| Series { name: name.clone(), points }).collect()
}

fn table(rows: &[&FigureJson], level: Option<f64>) -> Markup {
    let is_sized = rows.iter().any(|row| row.branching.is_some());
    let is_compared = rows.iter().any(|row| row.literature_text.is_some());
    let number = |value: f64| format!("{value:.4}");
    html! { table {
        thead { tr {
            @if is_sized { th scope="col" { "branching" } th scope="col" { "depth" } }
            th scope="col" { "search" } th scope="col" { "value" } th scope="col" { @if let Some(level) = level { (level) " % " } "confidence interval" }
            th scope="col" { "games" }
            @if is_compared { th scope="col" { "known value" } }
        } }
        @for row in rows { tr {
            @if is_sized { td { (row.branching.unwrap_or_default()) } td { (row.depth.unwrap_or_default()) } }
            th scope="row" { (row.label) }
            td { (number(row.value)) }
            td { @if let Some((low, high)) = row.low.zip(row.high) { (number(low)) " to " (number(high)) } @else { "-" } }
            td { (row.games) }
            @if is_compared { td {
                (row.literature_text.as_deref().unwrap_or("-"))
                @if let Some(agreement) = &row.agreement { ", " (agreement) }
            } }
        } }
    } }
}
