//! Which searches a store survives in every game, and the smallest game where not.

use comfy_table::{Cell, CellAlignment, ContentArrangement};

use crate::campaign::Row;
use crate::case::Case;
use crate::report::table::{condensed, grouped};
use crate::report::{percent, thousands};
use crate::subject::Subject;
use crate::verdict::{Finding, LineKind, ScoreVerdict};

/// How wide the lists of names may grow.
const WIDTH: u16 = 118;

/// Two tables: the searches under which a store showed the right line in every game
/// (or no line was due), and for each other pair how often not, with the smallest game.
pub fn survival_table(rows: &[Row]) -> String {
    format!("\nThe right line in every game, or no line due\n{}\n{}", survivors(rows), victims(rows))
}

/// Whether score and leftmost line were right in every game.
fn survives(row: &Row) -> bool {
    let right = row.tally.line(LineKind::Same) + row.tally.line(LineKind::NoneDue);
    smallest(row).is_none() && right == row.tally.games
}

/// The smallest game that showed something else, and what that was.
fn smallest(row: &Row) -> Option<(Finding, &Case)> {
    let shown =
        row.counterexamples.iter().filter(|&(&finding, _)| finding != Finding::Score(ScoreVerdict::Bound));
    let smallest = shown.min_by_key(|(_, case)| case.size());
    smallest.map(|(&finding, case)| (finding, case))
}

fn survivors(rows: &[Row]) -> String {
    let mut table = condensed();
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    table.set_header(["store", "survives"]);
    let of_store = rows.iter().map(|row| (row.subject.store, row)).filter(|(store, _)| store.keeps_lines());
    let by_store = grouped(of_store.map(|(store, row)| (row, store)));
    let lists = by_store.into_iter().map(|(rows, store)| {
        let names: Vec<String> =
            rows.into_iter().filter(|row| survives(row)).map(|row| search(&row.subject)).collect();
        (store.name(), names.join(", "))
    });
    for (stores, searches) in grouped(lists) {
        table.add_row([stores.join(", "), if searches.is_empty() { "none".to_owned() } else { searches }]);
    }
    table.to_string()
}

fn victims(rows: &[Row]) -> String {
    let mut table = condensed();
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    table.set_header(["search", "store", "not right", "share", "smallest game", "shows"]);
    let wrong = rows.iter().filter(|row| row.subject.store.keeps_lines() && !survives(row));
    let cells = wrong.filter_map(|row| {
        let (finding, case) = smallest(row)?;
        let other = row.tally.games - row.tally.line(LineKind::Same) - row.tally.line(LineKind::NoneDue);
        let game = format!("depth={} {}", case.depth, case.game);
        Some((row.subject.store.name(), (search(&row.subject), other, row.tally.games, game, finding.name())))
    });
    for (stores, (search, other, games, game, finding)) in grouped(cells) {
        let number = Cell::new(thousands(other)).set_alignment(CellAlignment::Right);
        let share = Cell::new(percent(other, games)).set_alignment(CellAlignment::Right);
        let text = [search, stores.join(", ")].map(Cell::new);
        table.add_row(text.into_iter().chain([
            number,
            share,
            Cell::new(game),
            Cell::new(finding.replace('_', " ")),
        ]));
    }
    if table.is_empty() { String::new() } else { format!("Elsewhere\n{table}\n") }
}

/// The search of a subject, without its store.
fn search(subject: &Subject) -> String {
    format!("{}{}", subject.algorithm.name(), subject.options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::Campaign;
    use crate::enumerate::Scope;

    #[test]
    fn who_survives_is_listed_and_who_does_not_is_shown_with_the_smallest_game() {
        let subjects = ["alpha-beta-hard+single-array", "pvs-soft+single-array", "belle-root+triangular"];
        let subjects = subjects.map(|text| text.parse().expect("a subject")).to_vec();
        let scope = Scope::shapes(6).expect("a small scope");
        let rows = Campaign::new(&scope, subjects).run(|_| ()).rows;
        let text = survival_table(&rows);
        let (survivors, victims) = text.split_once("Elsewhere").expect("one pair does not survive");
        // A true bound beside no line is right.
        assert!(survivors.contains("belle-root") && survivors.contains("pvs-soft"), "{text}");
        assert!(!survivors.contains("alpha-beta-hard"), "{text}");
        assert!(victims.contains("alpha-beta-hard") && victims.contains("depth=2 [[0] 0]"), "{text}");
        assert!(!victims.contains("belle-root") && !victims.contains("pvs-soft"), "{text}");
        assert!(!survival_table(&rows[1..]).contains("Elsewhere"));
    }
}
