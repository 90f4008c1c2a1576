//! The results of `pvcheck large`: JSON and tables.

use std::collections::BTreeMap;

use comfy_table::Table;
use schemars::JsonSchema;
use serde::Serialize;

use super::json::Counts;
use super::table::{cells, condensed, fit, grouped};
use crate::report::{joined, percent, thousands};
use pvcheck::algorithm::Algorithm;
use pvcheck::search::SearchOptions;
use pvcheck::verdict::{LineKind, ScoreVerdict};
use pvcheck_lab::large::LargeRow;

/// A subject, its guarantee and its results on implicit games.
#[derive(Serialize, JsonSchema, Debug)]
#[schemars(deny_unknown_fields)]
pub struct LargeJson {
    /// The subject.
    subject: String,
    /// The number of games.
    games: u64,
    /// The number of positions that minimax visits, in all games.
    minimax_nodes: u64,
    /// The number of nodes that the search entered, in all games.
    nodes: u64,
    /// The number of nodes that a table entry cut off.
    table_cutoffs: u64,
    /// The number of games for each verdict on the score; adds up to `games`.
    score: Counts<ScoreVerdict>,
    /// The number of games for each verdict on the line; adds up to `games`.
    line: Counts<LineKind>,
    /// The worst score that the contract allows.
    guaranteed_score: &'static str,
    /// The worst line that the contract allows.
    guarantee: &'static str,
    /// Whether the guarantee was kept.
    kept: bool,
    /// The findings that broke the guarantee, each with the command line of the first game that shows it.
    breaches: BTreeMap<&'static str, String>,
}

impl LargeJson {
    /// Returns a row, for games of which minimax visits so many positions. `replay` returns the command line of the game
    /// with this number.
    pub fn new(row: &LargeRow, minimax_nodes: u64, replay: impl Fn(u64) -> String) -> Self {
        let LargeRow { subject, guarantee, tally } = row;
        let breaches = tally.breaches.iter();
        Self {
            subject: subject.to_string(),
            games: tally.games,
            minimax_nodes: tally.games * minimax_nodes,
            nodes: tally.counts.nodes,
            table_cutoffs: tally.counts.table_cutoffs,
            score: Counts::of(|one| tally.score(one)),
            line: Counts::of(|one| tally.line(one)),
            guaranteed_score: guarantee.score.name(),
            guarantee: guarantee.line.name(),
            kept: tally.breaches.is_empty(),
            breaches: breaches.map(|(finding, first)| (finding.name(), replay(first.index))).collect(),
        }
    }
}

/// Returns a table for each set of search options, with a row for each algorithm, in which the lines of its stores are added
/// up. Minimax of each game visits `minimax_nodes` positions.
pub fn large_tables(rows: &[LargeRow], minimax_nodes: u64, width: u16) -> String {
    let tables = grouped(rows.iter().map(|row| (row, row.subject.options)));
    let has = |kind: LineKind| rows.iter().any(|row| row.tally.line(kind) > 0);
    let kinds: Vec<LineKind> = LineKind::ALL.iter().copied().filter(|&kind| has(kind)).collect();
    let text = |(rows, options): &(Vec<&LargeRow>, SearchOptions)| {
        let searches = grouped(rows.iter().map(|&row| (row, row.subject.algorithm)));
        let name =
            if *options == SearchOptions::NONE { "no options".to_owned() } else { options.to_string() };
        format!("{name}\n{}\n", fit(table(&searches, &kinds, minimax_nodes), width))
    };
    joined(tables.iter().map(text), "\n")
}

fn table(searches: &[(Vec<&LargeRow>, Algorithm)], kinds: &[LineKind], minimax_nodes: u64) -> Table {
    let mut table = condensed();
    let names = kinds.iter().map(|kind| kind.name().replace('_', " "));
    let header = ["stores", "nodes", "of minimax", "cutoffs"].map(str::to_owned).into_iter().chain(names);
    table.set_header(cells(["search".to_owned()], header));
    for (rows, _) in searches {
        // All stores of a search see the same nodes.
        let LargeRow { subject, tally, .. } = rows[0];
        let name = match rows[..] {
            [_] => format!("{}+{}", subject.algorithm.name(), subject.store.name()),
            _ => subject.algorithm.name().to_owned(),
        };
        let effort = [
            rows.len().to_string(),
            thousands(tally.counts.nodes),
            percent(tally.counts.nodes, tally.games * minimax_nodes),
            thousands(tally.counts.table_cutoffs),
        ];
        let sum = |kind: &LineKind| thousands(rows.iter().map(|row| row.tally.line(*kind)).sum());
        table.add_row(cells([name], effort.into_iter().chain(kinds.iter().map(sum))));
    }
    table
}
