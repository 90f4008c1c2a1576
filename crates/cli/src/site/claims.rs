//! The statements of the literature, tested.

use maud::html;

use super::explorers::Explorers;
use super::results::ClaimRow;
use super::{Section, counterexample, scrolling};
use crate::report::{ClaimNumber, claim_result, counted, thousands};

pub(super) fn section(rows: &[ClaimRow], explorers: &mut Explorers) -> Section {
    let count = |name: &str| rows.iter().filter(|row| row.outcome == name).count();
    let [confirmed, refuted, measured] = ["confirmed", "refuted", "measured"].map(count);
    let verdict = format!("{confirmed} confirmed, {refuted} refuted, {measured} measured.");
    let table = html! { table {
        thead { tr { @for head in ["outcome", "statement", "result", "smallest game"] { th scope="col" { (head) } } } }
        @for row in rows {
            @let linked = row.counterexample.as_ref().and_then(|text| explorers.link_as_is(text));
            tr id={ "claim-" (row.id) } {
                td { span class={ "outcome " (row.outcome) } {
                    span.mark aria-hidden="true" {
                        (match row.outcome.as_str() { "confirmed" => "✓", "refuted" => "✗", _ => "≈" })
                    }
                    " " (row.outcome)
                } }
                th scope="row" {
                    (row.statement)
                    div.source { (row.source) }
                    details {
                        summary { "method" }
                        p { (row.method) ". " (sets(row)) }
                        code { (row.replay) }
                    }
                }
                td { (result(row)) }
                td {
                    @if let Some(text) = &row.counterexample { (counterexample(linked.as_ref(), text)) } @else { "-" }
                }
            }
        }
    } };
    Section {
        title: format!("claims, {}", counted(rows.len() as u64, "statement")),
        mark: None,
        verdict,
        body: scrolling("Statements of the literature", &table),
    }
}

fn sets(row: &ClaimRow) -> String {
    let sets: Vec<String> =
        row.scope.iter().map(|set| format!("{} ({})", set.name, counted(set.games, "game"))).collect();
    format!("{}: {} searches.", sets.join("; "), thousands(row.searches))
}

fn result(row: &ClaimRow) -> String {
    let numbers = row.figures.iter().map(|figure| ClaimNumber {
        label: figure.label.clone(),
        varied: figure.varied_value.zip(figure.varied.clone()),
        size: figure.branching.zip(figure.depth),
        value: figure.value,
        interval: figure.low.zip(figure.high),
    });
    claim_result(row.searches, row.false_in, &numbers.collect::<Vec<_>>())
}
