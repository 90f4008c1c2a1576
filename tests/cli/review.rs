//! Tables that a person reviews: the census and the contract.

use comfy_table::{Table, presets};

use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::Row;
use pvcheck::contract::guarantee;
use pvcheck::pv::Store;
use pvcheck::search::{SearchOptions, Selectivity, Widen};
use pvcheck::subject::{Regime, Subject};
use pvcheck::table::{Draft, TableOptions};
use pvcheck::verdict::{Finding, LineKind, ScoreVerdict};

fn condensed() -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table
}

/// Returns the results in plain numbers, for review: one row per subject.
pub fn census_table(rows: &[Row]) -> String {
    let mut table = condensed();
    table.set_header(["subject", "scores", "lines", "acted", "differs", "leaf evaluations", "re-searches"]);
    for Row { subject, tally, .. } in rows {
        let scores = ScoreVerdict::ALL.iter().map(|&verdict| (verdict.name(), tally.score(verdict)));
        let lines = LineKind::ALL.iter().map(|&kind| (kind.name(), tally.line(kind)));
        table.add_row([
            subject.to_string(),
            counted(scores),
            counted(lines),
            tally.acted.to_string(),
            tally.mattered.to_string(),
            tally.counts.leaf_evaluations.to_string(),
            tally.counts.re_searches.to_string(),
        ]);
    }
    format!("{table}\n")
}

fn counted(counts: impl Iterator<Item = (&'static str, u64)>) -> String {
    let some: Vec<String> =
        counts.filter(|&(_, count)| count > 0).map(|(name, count)| format!("{name} {count}")).collect();
    some.join(", ")
}

/// Returns the whole contract as a table, with a row for each combination of algorithm, store and regime.
pub fn contract_table() -> String {
    let mut table = condensed();
    table.set_header(["algorithm", "store", "regime", "score", "", "line at worst", "must show", "basis"]);
    for &regime in Regime::ALL {
        for &algorithm in Algorithm::ALL {
            for &store in Store::ALL {
                let options = match regime {
                    Regime::Stable => SearchOptions::NONE,
                    Regime::Aspiration => SearchOptions::aspiration(1, Widen::No),
                    Regime::ScoreStable => SearchOptions::table(TableOptions::DEFAULT),
                    Regime::DepthMixed => {
                        SearchOptions::table(TableOptions { draft: Draft::Deeper, ..TableOptions::DEFAULT })
                    }
                    Regime::Selective => SearchOptions {
                        selectivity: Selectivity { lmr: Some(1), ..Selectivity::NONE },
                        ..SearchOptions::NONE
                    },
                    Regime::PathDependent => {
                        SearchOptions { repetition: true, ..SearchOptions::table(TableOptions::DEFAULT) }
                    }
                    Regime::Colliding => {
                        SearchOptions::table(TableOptions { key_bits: 2, ..TableOptions::DEFAULT })
                    }
                };
                let subject = Subject { algorithm, store, options };
                let guarantee = guarantee(&subject);
                let mut row = vec![algorithm.name(), store.name(), regime.name()];
                match subject.meaningless() {
                    Some(_) => row.extend(["n/a", "", "n/a", "n/a", "n/a"]),
                    None => row.extend([
                        guarantee.score.name(),
                        match (guarantee.may_fail, guarantee.may_bound) {
                            (_, true) => "or a bound",
                            (true, false) => "or a bound, outside the window",
                            (false, false) => "",
                        },
                        if guarantee.truncated_only_by_cutoffs {
                            "truncated by a cutoff"
                        } else {
                            guarantee.line.name()
                        },
                        guarantee.must_show.map_or("-", Finding::name),
                        guarantee.basis.name(),
                    ]),
                }
                table.add_row(row);
            }
        }
    }
    format!("{table}\n")
}
