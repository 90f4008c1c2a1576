//! The statements of the literature, tested.

use maud::html;

use super::explorers::Explorers;
use super::{Section, counterexample, scrolling};
use crate::report::{ClaimJson, SetJson, counted, joined, outcomes, thousands};

pub(super) fn section(rows: &[ClaimJson], explorers: &mut Explorers) -> Section {
    let table = html! { table {
        thead { tr { @for head in ["outcome", "statement", "result", "smallest game"] { th scope="col" { (head) } } } }
        @for row in rows {
            @let linked = row.counterexample.as_ref().and_then(|text| explorers.link_as_is(text, None));
            tr id={ "claim-" (row.id) } {
                td { span class={ "outcome " (row.outcome) } {
                    span.mark aria-hidden="true" {
                        (match row.outcome.as_str() { "proven" | "confirmed" => "✓", "refuted" => "✗", _ => "≈" })
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
                td { (row.result()) }
                td {
                    @if let Some(text) = &row.counterexample { (counterexample(linked.as_ref(), text)) } @else { "-" }
                }
            }
        }
    } };
    Section {
        title: format!("claims, {}", counted(rows.len() as u64, "statement")),
        mark: None,
        verdict: outcomes(rows),
        body: scrolling("Statements of the literature", &table),
    }
}

fn sets(row: &ClaimJson) -> String {
    let set = |set: &SetJson| format!("{} ({})", set.name, counted(set.games, "game"));
    format!("{}: {} searches.", joined(row.scope.iter().map(set), "; "), thousands(row.searches))
}
