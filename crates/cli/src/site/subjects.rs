//! The matrix: each cell opens into rates, guarantees and counterexamples.

use maud::{Markup, html};

use super::explorers::Explorers;
use super::results::Saved;
use super::{Section, counterexample, mark, scrolling, searched};
use crate::report::{Cell, RegimeClasses, RowJson, counted, joined, line_mark, percent, present};
use pvcheck::algorithm::Algorithm;
use pvcheck::pv::Store;
use pvcheck::subject::Subject;
use pvcheck::verdict::Finding;

/// A row of a result, with the names of the row and the column of its cell.
type Placed<'r> = ((&'static str, &'static str), &'r RowJson);

fn worst(rows: &[RowJson]) -> Option<usize> {
    (!rows.is_empty()).then(|| if rows.iter().any(|row| row.kept == Some(false)) { 3 } else { 0 })
}

fn verdict(rows: &[RowJson]) -> String {
    let broken = rows.iter().filter(|row| row.kept == Some(false)).count() as u64;
    let all = counted(rows.len() as u64, "subject");
    match broken {
        _ if rows.is_empty() => "No subject was searched.".to_owned(),
        0 => format!("Every guarantee was kept by {all}."),
        broken => format!("Guarantees were broken by {broken} of {all}."),
    }
}

pub(super) fn section(id: &str, saved: &Saved, rows: &[RowJson], explorers: &mut Explorers) -> Section {
    let subjects: Vec<Subject> = rows.iter().map(RowJson::subject).collect();
    let body = html! {
        p { (searched(saved)) "." }
        (features(saved))
        p.hint { "A cell shows the worst of its search options; follow it for rates and counterexamples." }
        (maps(id, rows, &subjects, explorers))
    };
    Section { title: title(saved), mark: worst(rows), verdict: verdict(rows), body }
}

fn title(saved: &Saved) -> String {
    let games =
        saved.scope.get("played").or_else(|| saved.scope.get("games")).and_then(serde_json::Value::as_u64);
    let games = games.map_or(String::new(), |games| format!(", {}", counted(games, "game")));
    format!("{}{games}", saved.command)
}

fn features(saved: &Saved) -> Markup {
    let all = saved.scope.get("features").and_then(serde_json::Value::as_object);
    let games = saved.scope.get("played").and_then(serde_json::Value::as_u64);
    let (Some(all), Some(games)) = (all, games) else { return html! {} };
    html! {
        details {
            summary { "What the games contain" }
            table {
                thead { tr { th scope="col" { "feature" } th scope="col" { "games" } th scope="col" { "share" } } }
                @for (name, count) in all {
                    @let count = count.as_u64().unwrap_or_default();
                    tr { th scope="row" { (name.replace('_', " ")) } td { (count) } td { (percent(count, games)) } }
                }
            }
        }
    }
}

/// The tables of stores by regimes for each algorithm, or of algorithms by stores if there is only one regime.
fn maps(id: &str, rows: &[RowJson], subjects: &[Subject], explorers: &mut Explorers) -> Markup {
    let classes = RegimeClasses::among(subjects.iter());
    if let [class] = classes.names[..] {
        let place = |subject: &Subject| (subject.algorithm.name(), subject.store.name());
        let placed: Vec<Placed<'_>> = subjects.iter().map(place).zip(rows).collect();
        let title = format!("Algorithms with stores, {class} regime");
        return map(&format!("{id}-1"), &title, (Algorithm::NAMES, Store::NAMES), &placed, explorers);
    }
    let algorithms = present(Algorithm::ALL, subjects.iter().map(|subject| subject.algorithm));
    let place = |subject: &Subject| (subject.store.name(), classes.class(subject));
    html! {
        @for (index, algorithm) in algorithms.into_iter().enumerate() {
            @let own = subjects.iter().zip(rows).filter(|(subject, _)| subject.algorithm == algorithm);
            @let placed: Vec<Placed<'_>> = own.map(|(subject, row)| (place(subject), row)).collect();
            @let title = format!("{}: stores and regimes", algorithm.name());
            (map(&format!("{id}-{}", index + 1), &title, (Store::NAMES, &classes.names), &placed, explorers))
        }
    }
}

/// A table, and below the table the details that the cells open.
fn map(
    id: &str,
    title: &str,
    (names, heads): (&[&'static str], &[&'static str]),
    placed: &[Placed<'_>],
    explorers: &mut Explorers,
) -> Markup {
    let names = present(names, placed.iter().map(|((name, _), _)| *name));
    let heads = present(heads, placed.iter().map(|((_, head), _)| *head));
    let all = names.iter().flat_map(|&name| heads.iter().map(move |&head| (name, head)));
    let cells = all.filter_map(|place| {
        let rows: Vec<&RowJson> =
            placed.iter().filter(|(own, _)| *own == place).map(|(_, row)| *row).collect();
        Some((place, Cell::worst(rows.iter().map(|row| row.cell()))?, rows))
    });
    let cells: Vec<_> = cells.zip(1..).map(|(cell, number)| (format!("{id}-{number}"), cell)).collect();
    let table = html! {
        table.map {
            thead { tr {
                th scope="col" { (if title.starts_with("Algorithms") { "algorithm" } else { "store" }) }
                @for head in &heads { th scope="col" { (head) } }
            } }
            tbody { @for &name in &names { tr {
                th scope="row" { (name) }
                @for &head in &heads { td {
                    @if let Some((id, (_, cell, _))) = cells.iter().find(|(_, (place, ..))| *place == (name, head)) {
                        a class={ "m" (cell.mark) } href={ "#" (id) } { (cell.plain()) }
                    }
                } }
            } } }
        }
    };
    html! {
        h3 id=(id) { (title) }
        (scrolling(title, &table))
        @for (cell, ((name, head), _, rows)) in &cells {
            article.cell id=(cell) tabindex="-1" {
                h3 { (title.split(':').next().unwrap_or_default()) ": " (name) ", " (head) }
                @for row in rows { (subject(row, explorers)) }
                p { a href={ "#" (id) } { "back to the table" } }
            }
        }
    }
}

fn subject(row: &RowJson, explorers: &mut Explorers) -> Markup {
    html! {
        div.subject {
            h4 { (mark(row.cell().mark)) " " (row.shown_options()) }
            p {
                (counted(row.games, "game")) ": " (findings(row)) "."
                br;
                "Guarantee: " (row.guaranteed()) " (basis: " (row.basis) ")"
                @if row.must_show.is_some() { ", an expected failure" } "."
            }
            (counterexamples(row, explorers))
        }
    }
}

fn findings(row: &RowJson) -> String {
    let mut findings = row.findings();
    findings.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    if findings.is_empty() {
        return "each line is the leftmost optimal one, or none is due".to_owned();
    }
    joined(findings.iter().map(|(name, count)| format!("{name} {}", percent(*count, row.games))), ", ")
}

fn weight(name: &str) -> usize {
    match Finding::all().find(|finding| finding.name() == name) {
        Some(Finding::Line(kind)) => line_mark(kind),
        Some(Finding::Score(verdict)) => usize::from(verdict.is_fault()) * 2,
        Some(Finding::Fault(_) | Finding::NoAnswer(_)) => 2,
        None => 1,
    }
}

fn counterexamples(row: &RowJson, explorers: &mut Explorers) -> Markup {
    let broken = row.breaches.iter().map(|(name, text)| (3, name, text));
    let allowed = row.counterexamples.iter().filter(|(name, _)| !row.breaches.contains_key(*name));
    let allowed = allowed.map(|(name, text)| (weight(name), name, text));
    let mut all: Vec<_> = broken.chain(allowed).filter(|&(weight, ..)| weight > 0).collect();
    all.sort_by_key(|&(weight, ..)| std::cmp::Reverse(weight));
    html! {
        @if !all.is_empty() { ul {
            @for (weight, name, text) in all {
                @let linked = explorers.link(text);
                li { (mark(weight)) " " b { (name.replace('_', " ")) } ": " (counterexample(linked.as_ref(), text)) }
            }
        } }
    }
}

pub(super) fn cases(saved: &Saved, rows: &[RowJson], explorers: &mut Explorers) -> Section {
    let body = scrolling(
        "cases",
        &html! { table {
            thead { tr { @for head in ["mark", "found", "case"] { th scope="col" { (head) } } } }
            @for row in rows {
                @if let Some(case) = &row.case {
                    @let linked = explorers.link_as_is(&case.text);
                    tr {
                        td { (mark(row.cell().mark)) }
                        th scope="row" { (case.found.replace('_', " ")) }
                        td { (counterexample(linked.as_ref(), &case.text)) }
                    }
                }
            }
        } },
    );
    let title = format!("{}, {}", saved.command, counted(rows.len() as u64, "case"));
    let others = rows.iter().filter(|row| row.kept == Some(false)).count();
    let verdict = match others {
        0 => "Each case shows what it may, and what it expects.".to_owned(),
        others => format!(
            "{others} of {} show something worse, or other than they expect.",
            counted(rows.len() as u64, "case")
        ),
    };
    Section { title, mark: worst(rows), verdict, body }
}
