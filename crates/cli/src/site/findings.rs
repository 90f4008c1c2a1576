//! Findings in the searches of other programs and in the lines of chess engines.

use maud::{Markup, html};

use super::results::Saved;
use super::{Section, cards, mark, scrolling, searched};
use crate::report::{FindingJson, RuleJson, counted, joined, percent, thousands};
use pvcheck::oracle::JudgedBy;
use pvcheck::verify::ExampleJson;
use pvcheck_chess::trace::Share;

pub(super) fn program(saved: &Saved, rows: &[ExampleJson]) -> Section {
    let count = |by: &JudgedBy| saved.scope.get("judged").and_then(|judged| judged[by.name()].as_u64());
    let judges = JudgedBy::ALL.iter().filter_map(|by| Some((by, count(by).filter(|&count| count > 0)?)));
    let by_whom = joined(judges.map(|(by, count)| format!(", {} {}", thousands(count), by.phrase())), "");
    let is_pass = rows.is_empty() && saved.scope.get("judged_too_little") == Some(&false.into());
    let verdict = match rows.len() as u64 {
        0 => format!("No finding{by_whom}."),
        some => format!("{}{by_whom}.", counted(some, "finding")),
    };
    let line = |line: &Option<Vec<String>>| line.as_ref().map_or("-".to_owned(), |line| line.join(" "));
    let body = html! {
        p { (searched(saved)) "." }
        @if !rows.is_empty() { (scrolling("Findings", &html! { table {
            thead { tr { @for head in ["finding", "games", "shown", "correct", "smallest game"] { th scope="col" { (head) } } } }
            @for row in rows { tr {
                th scope="row" { (row.finding.replace('_', " ")) }
                td { (thousands(row.count)) }
                td { (row.no_answer.clone().unwrap_or_else(|| line(&row.line))) }
                td { (line(&row.correct)) }
                td { code { (row.case) } }
            } }
        } })) }
    };
    Section { title: "subject".to_owned(), mark: Some(if is_pass { 0 } else { 3 }), verdict, body }
}

pub(super) fn traces(saved: &Saved, rows: &[RuleJson]) -> Section {
    let number = |name: &str| saved.scope.get(name).and_then(serde_json::Value::as_u64).unwrap_or(0);
    let (nodes, judged) = (number("nodes"), number("judged"));
    let rests = Share::ALL.iter().filter_map(|share| {
        let count = saved.scope.get("rests").and_then(|rests| rests[share.name()].as_u64());
        Some((share, count.filter(|&count| count > 0)?))
    });
    let body = html! {
        @for row in rows { (cards::of_rule(row)) }
        h3 { "What the nodes rest on" }
        (scrolling("Shares", &html! { table { @for (share, count) in rests { tr {
            th scope="row" { (share.name()) }
            td { meter max=(nodes) value=(count) {} " " (percent(count, nodes)) }
            td { (share.summary()) }
        } } } }))
    };
    let rules = counted(rows.len() as u64, "rule");
    let verdict =
        format!("{rules} broken in {}, {} of them judged.", counted(nodes, "node"), thousands(judged));
    let mark = if rows.is_empty() && judged > 0 { 0 } else { 3 };
    Section { title: "trace".to_owned(), mark: Some(mark), verdict, body }
}

pub(super) fn engines(saved: &Saved, rows: &[FindingJson]) -> Section {
    let count =
        |severity: &str| rows.iter().filter(|row| row.severity == severity && !row.known).count() as u64;
    let (errors, warnings) = (count("error"), count("warning"));
    let known = rows.iter().filter(|row| row.known).count();
    let mut engines: Vec<&str> = rows.iter().map(|row| row.engine.as_str()).collect();
    engines.dedup();
    let body = html! { @for engine in engines { (of_engine(engine, rows)) } };
    let incomplete = incomplete(saved);
    let mark = match (errors, warnings) {
        (0, 0) if incomplete.is_empty() => Some(0),
        (0, 0) => None,
        (0, _) => Some(2),
        _ => Some(3),
    };
    let mut verdict =
        format!("{}, {}, {known} known.", counted(errors, "error"), counted(warnings, "warning"));
    for problem in incomplete {
        verdict += &format!(" {problem}.");
    }
    Section { title: "uci".to_owned(), mark, verdict, body }
}

fn incomplete(saved: &Saved) -> Vec<String> {
    use serde_json::Value;
    let list = |name: &str| saved.scope.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let sum = |field: &str| list("engines").iter().filter_map(|engine| engine[field].as_u64()).sum::<u64>();
    let hollow = list("engines").iter().filter(|engine| engine["judged"] == false).count();
    let problems = [
        (hollow > 0, format!("Engines of which almost nothing was judged: {hollow}")),
        (saved.scope.get("whole") == Some(&Value::Bool(false)), "The run ended early".to_owned()),
        (!list("not_run").is_empty(), format!("Engines that were not run: {}", list("not_run").len())),
        (sum("panicked") > 0, format!("Sessions that were not judged: {}", sum("panicked"))),
        (sum("skipped") > 0, format!("Searches that were left out: {}", sum("skipped"))),
    ];
    problems.into_iter().filter(|(is_one, _)| *is_one).map(|(_, problem)| problem).collect()
}

fn of_engine(engine: &str, rows: &[FindingJson]) -> Markup {
    let rows: Vec<&FindingJson> = rows.iter().filter(|row| row.engine == engine).collect();
    let table = html! { table {
        thead { tr { @for head in ["severity", "class", "plan", "position and line", "what is wrong", "lines"] { th scope="col" { (head) } } } }
        @for row in &rows { tr {
            td { (mark(if row.severity == "error" && !row.known { 3 } else { 2 })) " " (row.severity) @if row.known { ", known" } }
            th scope="row" { (row.class) }
            td { (row.plan) }
            td {
                code { (row.position) }
                @if let Some(line) = &row.line { div { code { (line) } } }
            }
            td { (row.detail) }
            td { (row.count) }
        } }
    } };
    html! {
        h3 { (engine) }
        @for row in rows.iter().filter(|row| row.reproduce.is_some()) { (cards::of_finding(row)) }
        (scrolling(engine, &table))
    }
}
