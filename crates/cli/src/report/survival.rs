//! The stores that show the correct line in every game of a search, and the smallest game in which the others do not.

use comfy_table::Cell;

use crate::report::table::{cells, column, condensed, fit, grouped, search_name};
use crate::report::{joined, percent, thousands};
use pvcheck::campaign::Row;
use pvcheck::case::Case;
use pvcheck::verdict::{Finding, LineKind, ScoreVerdict};

/// Returns two tables. The first has for each store the searches with the correct line, or no line due, in every game.
/// The second has for each other pair the number of games without the correct line, and the smallest game.
pub fn survival_table(rows: &[Row], width: u16) -> String {
    let (correct, wrong) = (correct_table(rows, width), wrong_table(rows, width));
    format!("\nThe correct line in every game, or no line due\n{correct}\n{wrong}")
}

fn is_correct(row: &Row) -> bool {
    let correct = row.tally.line(LineKind::Same) + row.tally.line(LineKind::NoneDue);
    smallest(row).is_none() && correct == row.tally.games
}

fn smallest(row: &Row) -> Option<(Finding, &Case)> {
    let shown =
        row.counterexamples.iter().filter(|&(&finding, _)| finding != Finding::Score(ScoreVerdict::Bound));
    let smallest = shown.min_by_key(|(_, case)| case.size());
    smallest.map(|(&finding, case)| (finding, case))
}

fn correct_table(rows: &[Row], width: u16) -> String {
    let mut table = condensed();
    table.set_header(["store", "searches"]);
    let of_store =
        rows.iter().map(|row| (row.subject.store, row)).filter(|(store, _)| store.profile().keeps_lines());
    let by_store = grouped(of_store.map(|(store, row)| (row, store)));
    let lists = by_store.into_iter().map(|(rows, store)| {
        let correct = rows.into_iter().filter(|row| is_correct(row));
        (store.name(), joined(correct.map(|row| search_name(column(row))), ", "))
    });
    for (stores, searches) in grouped(lists) {
        table.add_row([stores.join(", "), if searches.is_empty() { "none".to_owned() } else { searches }]);
    }
    fit(table, width).to_string()
}

fn wrong_table(rows: &[Row], width: u16) -> String {
    let mut table = condensed();
    table.set_header(["search", "store", "not correct", "share", "smallest game", "finding"]);
    let wrong = rows.iter().filter(|row| row.subject.store.profile().keeps_lines() && !is_correct(row));
    let rows = wrong.filter_map(|row| {
        let (finding, case) = smallest(row)?;
        let other = row.tally.games - row.tally.line(LineKind::Same) - row.tally.line(LineKind::NoneDue);
        let game = format!("depth={} {}", case.depth, case.game);
        Some((
            row.subject.store.name(),
            (search_name(column(row)), other, row.tally.games, game, finding.name()),
        ))
    });
    for (stores, (search, other, games, game, finding)) in grouped(rows) {
        let mut row = cells([search, stores.join(", ")], [thousands(other), percent(other, games)]);
        row.extend([game, finding.replace('_', " ")].map(Cell::new));
        table.add_row(row);
    }
    if table.is_empty() {
        String::new()
    } else {
        format!("Not the correct line in every game\n{}\n", fit(table, width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pvcheck::campaign::Campaign;
    use pvcheck::check::{Checked, check};
    use pvcheck::enumerate::Scope;
    use pvcheck::verdict::Fault;

    #[test]
    fn correct_pairs_are_listed_and_the_others_are_shown_with_their_smallest_game() {
        let subjects = ["alpha-beta-hard+single-array", "pvs-soft+single-array", "belle-root+triangular"];
        let subjects = subjects.map(|text| text.parse().expect("a subject")).to_vec();
        let scope = Scope::shapes(6).expect("a small scope");
        let rows = Campaign::new(&scope, subjects).run(|_| ()).rows;
        let text = survival_table(&rows, 118);
        let (correct, wrong) = text.split_once("Not the correct line").expect("one pair is not correct");
        // A true bound without a line is correct.
        assert!(correct.contains("belle-root") && correct.contains("pvs-soft"), "{text}");
        assert!(!correct.contains("alpha-beta-hard"), "{text}");
        assert!(wrong.contains("alpha-beta-hard") && wrong.contains("depth=2 [[0] 0]"), "{text}");
        assert!(!wrong.contains("belle-root") && !wrong.contains("pvs-soft"), "{text}");
        assert!(!survival_table(&rows[1..], 118).contains("Not the correct line"));
    }

    /// A wrong score or a fault is a finding beside a line that is the leftmost optimal one.
    #[test]
    fn a_pair_with_a_counterexample_is_not_correct_even_if_every_line_is() {
        let case: Case = "v1 pvs-soft+triangular depth=1 [0 1]".parse().expect("a case");
        let mut checked = check(&case).expect("shallow");
        let row = |checked: &Checked| [Row::of_case(&case, checked)];
        assert!(!survival_table(&row(&checked), 118).contains("Not the correct line"));
        checked.trial.verdict = ScoreVerdict::Witnessed;
        let text = survival_table(&row(&checked), 118);
        assert!(text.contains("Not the correct line") && text.contains("witnessed"), "{text}");
        checked.trial.verdict = ScoreVerdict::Exact;
        checked.trial.fault = Some(Fault::RaisedRefutation { ply: 0 });
        let text = survival_table(&row(&checked), 118);
        assert!(text.contains("Not the correct line") && text.contains("raised refutation"), "{text}");
    }
}
