//! Tables of results, as wide as the terminal.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};

use crate::report::{BROKEN, KNOWN, MARKS, joined, line_mark, marked, percent, present, styled, thousands};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Orders, Row};
use pvcheck::experiment::{QUANTILE_95, share_interval};
use pvcheck::pv::Store;
use pvcheck::search::{Counts, SearchOptions};
use pvcheck::subject::Subject;
use pvcheck::verdict::{Finding, LineKind, ScoreVerdict, Truncation};

fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table
}

pub fn condensed() -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table
}

pub fn fit(mut table: Table, width: u16) -> Table {
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    table
}

fn natural_width(table: &Table) -> usize {
    table.lines().map(|line| textwrap::core::display_width(&line)).max().unwrap_or(0)
}

/// Returns each element of `all` once, in the order of its first place.
pub fn distinct<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    grouped(all.into_iter().map(|one| ((), one))).into_iter().map(|(_, one)| one).collect()
}

/// Groups the keys with equal values; the groups are in the order of their first keys.
pub fn grouped<K, V: PartialEq>(pairs: impl Iterator<Item = (K, V)>) -> Vec<(Vec<K>, V)> {
    let mut groups: Vec<(Vec<K>, V)> = Vec::new();
    for (key, value) in pairs {
        match groups.iter_mut().find(|(_, same)| *same == value) {
            Some((keys, _)) => keys.push(key),
            None => groups.push((vec![key], value)),
        }
    }
    groups
}

type Column = (Algorithm, SearchOptions);

pub fn column(row: &Row) -> Column {
    (row.subject.algorithm, row.subject.options)
}

/// Returns the first row of each search, because all stores of a search see the same nodes.
fn searches(rows: &[Row]) -> Vec<&Row> {
    grouped(rows.iter().map(|row| (row, column(row)))).into_iter().map(|(rows, _)| rows[0]).collect()
}

fn columns(rows: &[Row]) -> Vec<Column> {
    distinct(rows.iter().map(column))
}

pub fn cells(
    words: impl IntoIterator<Item = String>,
    numbers: impl IntoIterator<Item = String>,
) -> Vec<Cell> {
    words.into_iter().map(Cell::new).chain(numbers.into_iter().map(right_aligned)).collect()
}

pub fn right_aligned(text: String) -> Cell {
    Cell::new(text).set_alignment(CellAlignment::Right)
}

/// Returns tables with a row for each store and a column for each search: the guarantee and, below it,
/// the results. Stores with equal cells share a row. There are as many tables as this width needs.
///
/// Where the games are a `sample`, shares have an interval of 95 % confidence.
pub fn guarantee_table(rows: &[Row], width: u16, sample: bool) -> String {
    slices(&columns(rows), width, |columns| guarantee_slice(rows, columns, sample))
}

fn slices<T>(columns: &[T], width: u16, table: impl Fn(&[T]) -> Table) -> String {
    let mut rest = columns;
    let mut tables = Vec::new();
    while !rest.is_empty() {
        let fits = |&count: &usize| natural_width(&table(&rest[..count])) <= usize::from(width);
        let count = (1..=rest.len()).take_while(fits).last().unwrap_or(1);
        tables.push(format!("{}\n", fit(table(&rest[..count]), width)));
        rest = &rest[count..];
    }
    tables.join("\n")
}

/// Hides `expendable` columns, in this order, until the table fits this width. Returns the table and the numbers of the
/// hidden columns.
pub fn without(mut table: Table, width: u16, expendable: &[usize]) -> (Table, Vec<usize>) {
    let mut hidden = Vec::new();
    for &index in expendable {
        if natural_width(&table) <= usize::from(width) {
            break;
        }
        if let Some(column) = table.column_mut(index) {
            column.set_constraint(comfy_table::ColumnConstraint::Hidden);
            hidden.push(index);
        }
    }
    (fit(table, width), hidden)
}

fn guarantee_slice(rows: &[Row], columns: &[Column], sample: bool) -> Table {
    let mut table = table();
    let heads = columns.iter().map(|&(algorithm, options)| {
        let regime = Subject { algorithm, options, store: Store::None }.regime();
        format!("{}\n{options}\n{regime}", algorithm.name())
    });
    table.set_header(std::iter::once("store\n\nguaranteed / seen".to_owned()).chain(heads));
    let groups = by_store(rows, columns, |subject, row| match (row, subject.meaningless()) {
        (Some(row), _) => format!("{}\n{}", guaranteed(row), seen(row, sample)),
        (None, Some(_)) => "n/a".to_owned(),
        (None, None) => String::new(),
    });
    for (stores, cells) in groups {
        table.add_row(std::iter::once(stores.join("\n")).chain(cells));
    }
    table
}

/// The cells of each store that was run, one for each search; stores with equal cells form a group.
fn by_store<'r>(
    rows: &'r [Row],
    columns: &[Column],
    text: impl Fn(Subject, Option<&'r Row>) -> String,
) -> Vec<(Vec<&'static str>, Vec<String>)> {
    let stores = present(Store::ALL, rows.iter().map(|row| row.subject.store));
    grouped(stores.into_iter().map(|store| {
        let cell = |&(algorithm, options): &Column| {
            let subject = Subject { algorithm, store, options };
            text(subject, rows.iter().find(|row| row.subject == subject))
        };
        (store.name(), columns.iter().map(cell).collect())
    }))
}

fn guaranteed(row: &Row) -> String {
    let inside = row.subject.algorithm.profile().may_end_with_bound;
    match row.guarantee.must_show {
        Some(_) => "expected failure".to_owned(),
        None if row.guarantee.score.is_fault() => "no correct score".to_owned(),
        None if row.guarantee.line == LineKind::NoneDue => "no line".to_owned(),
        None if inside => format!("{}, or a bound", row.guarantee.line.name()),
        None => row.guarantee.line.name().to_owned(),
    }
}

/// The interval of a share in a random sample, with 95 % confidence (E. B. Wilson 1927), in percent.
fn interval(count: u64, games: u64) -> String {
    if count == games {
        return String::new();
    }
    let (least, most) = share_interval(count, games, QUANTILE_95);
    format!(" ({:.2} to {:.2})", 100.0 * least, 100.0 * most)
}

fn seen(row: &Row, sample: bool) -> String {
    let tally = &row.tally;
    let share = |count| {
        let interval = if sample { interval(count, tally.games) } else { String::new() };
        percent(count, tally.games) + &interval
    };
    let scores = ScoreVerdict::ALL.iter().filter(|verdict| verdict.is_fault());
    let scores = scores.map(|&verdict| (Finding::Score(verdict), tally.score(verdict)));
    let lines = LineKind::ALL.iter().rev().map(|&kind| (Finding::Line(kind), tally.line(kind)));
    let shares = scores.chain(lines).filter(|&(_, count)| count > 0).map(|(finding, count)| {
        let index = match finding {
            _ if row.breaches.contains_key(&finding) => 3,
            Finding::Line(kind) => line_mark(kind),
            _ => 2,
        };
        let (mark, name) = (MARKS[index].0, finding.name().replace('_', " "));
        marked(index, &format!("{mark} {name} {}", share(count)))
    });
    let broken = |text: &str| styled(BROKEN, &format!("✗ {text}"));
    let has_breach = row.breaches.keys().any(|finding| matches!(finding, Finding::Fault(_)));
    let (style, mark) = if has_breach { (BROKEN, '✗') } else { (KNOWN, '!') };
    let faults = || styled(style, &format!("{mark} node faults {}", share(tally.node_faults)));
    let faults = (tally.node_faults > 0).then(faults);
    let not_reproduced =
        row.not_reproduced.as_ref().map(|_| broken("the committed counterexample is no longer reproduced"));
    joined(faults.into_iter().chain(not_reproduced).chain(shares), "\n")
}

/// Returns a table with a row for each search and a column for each store; stores with equal cells share a
/// column.
pub fn outcome_table(rows: &[Row], width: u16) -> String {
    table_of_stores(rows, width, ("algorithm", search_name), |row| seen(row, false))
}

/// Returns a table over all orders of distinct scores, with exact numbers: for each search the mean number of distinct
/// leaves, for each store the orders with each kind of line. Empty where orders were not counted.
pub fn orders_table(rows: &[Row], width: u16) -> String {
    let all = |orders: Orders| u128::from(orders.lines.iter().sum::<u64>());
    let name = |search| {
        let orders = rows.iter().find(|row| column(row) == search).and_then(|row| row.orders);
        let leaves = orders.map_or(String::new(), |orders| fraction(orders.leaves, all(orders)));
        format!("{}\n{leaves} leaves", search_name(search))
    };
    let Some(Orders { gap, .. }) = rows.iter().find_map(|row| row.orders) else { return String::new() };
    let distance = if gap == Orders::FAR_APART { "far".to_owned() } else { thousands(gap.into()) };
    let head = format!("every order of distinct\nscores, {distance} apart");
    table_of_stores(rows, width, (&head, name), |row| {
        let Some(orders) = row.orders else { return String::new() };
        let kinds = LineKind::ALL.iter().zip(orders.lines).rev().filter(|&(_, count)| count > 0);
        let line = |(&kind, count): (&LineKind, u64)| {
            let (index, name) = (line_mark(kind), kind.name().replace('_', " "));
            let share = match fraction(count.into(), all(orders)) {
                whole if whole == "1" => format!("all {}", thousands(count)),
                part => format!("{} = {part}", thousands(count)),
            };
            marked(index, &format!("{} {name} {share}", MARKS[index].0))
        };
        kinds.map(line).collect::<Vec<_>>().join("\n")
    })
}

fn table_of_stores(
    rows: &[Row],
    width: u16,
    (head, name): (&str, impl Fn(Column) -> String),
    text: impl Fn(&Row) -> String,
) -> String {
    let columns = columns(rows);
    let mut groups = by_store(rows, &columns, |_, row| row.map(&text).unwrap_or_default());
    groups.retain(|(_, cells)| !cells.iter().all(String::is_empty));
    let algorithms: Vec<String> = columns.iter().map(|&column| name(column)).collect();
    slices(&groups, width, |groups| {
        let mut table = table();
        let heads = groups.iter().map(|(stores, _)| stores.join("\n"));
        table.set_header(std::iter::once(head.to_owned()).chain(heads));
        for (index, name) in algorithms.iter().enumerate() {
            let cells = groups.iter().map(|(_, cells)| cells[index].clone());
            table.add_row(std::iter::once(name.clone()).chain(cells));
        }
        table
    })
}

/// Returns a table of the reasons why sound lines were truncated: stores with equal numbers share a row.
pub fn truncation_table(rows: &[Row], width: u16) -> String {
    let mut table = condensed();
    let names = Truncation::ALL.iter().map(|why| why.name());
    table.set_header(["truncated lines", "store"].into_iter().chain(names));
    for search in columns(rows) {
        let truncated =
            rows.iter().filter(|row| column(row) == search && row.tally.line(LineKind::Truncated) > 0);
        let shares = truncated.map(|Row { subject, tally, .. }| {
            let share = |&why: &Truncation| match tally.truncation(why) {
                0 => String::new(),
                count => percent(count, tally.games),
            };
            (subject.store.name(), Truncation::ALL.iter().map(share).collect::<Vec<_>>())
        });
        for (index, (stores, shares)) in grouped(shares).into_iter().enumerate() {
            let name = if index == 0 { search_name(search) } else { String::new() };
            table.add_row(cells([name, stores.join("\n")], shares));
        }
    }
    if table.is_empty() { String::new() } else { format!("{}\n", fit(table, width)) }
}

/// Returns a table with a row for each search: the share of the games in which each search option acted, the share in
/// which the result differs from the search without options, the number of re-searches, and the share of re-searches
/// that did not exceed alpha.
pub fn action_table(rows: &[Row], width: u16) -> String {
    let mut table = condensed();
    table.set_header(["search", "option acted", "in games", "result differs", "re-searches", "unconfirmed"]);
    for row in searches(rows) {
        let tally = &row.tally;
        let share = |count, of| if count == 0 { String::new() } else { percent(count, of) };
        let acted = || tally.acts().filter(|&(_, games)| games > 0);
        let names = joined(acted().map(|(name, _)| name), "\n");
        let shares = joined(acted().map(|(_, games)| percent(games, tally.games)), "\n");
        let Counts { re_searches, unconfirmed, .. } = tally.counts;
        let re_searches_text = if re_searches == 0 { String::new() } else { thousands(re_searches) };
        let differs = share(tally.mattered, tally.compared);
        let numbers = [shares, differs, re_searches_text, share(unconfirmed, re_searches)];
        table.add_row(cells([search_name(column(row)), names], numbers));
    }
    format!("{}\n", fit(table, width))
}

pub fn search_name((algorithm, options): Column) -> String {
    format!("{}{options}", algorithm.name())
}

/// Returns a fraction in lowest terms.
pub fn fraction(count: u128, of: u128) -> String {
    // Euclid's algorithm.
    let (mut divisor, mut rest) = (count, of.max(1));
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let (numerator, denominator) = (count / divisor, of.max(1) / divisor);
    if denominator == 1 { numerator.to_string() } else { format!("{numerator}/{denominator}") }
}

/// Returns a table of the effort of each search: totals, and the mean number of leaf evaluations per game.
pub fn effort_table(rows: &[Row], width: u16) -> String {
    let mut table = condensed();
    table.set_header([
        "algorithm", "leaf evaluations", "per game", "distinct leaves", "nodes", "re-searches", "unconfirmed",
    ]);
    for row in searches(rows) {
        let Row { tally, .. } = row;
        let counts = tally.counts;
        let mean = counts.leaf_evaluations as f64 / tally.games.max(1) as f64;
        let numbers = [
            thousands(counts.leaf_evaluations),
            format!("{mean:.6}"),
            thousands(tally.distinct_leaves),
            thousands(counts.nodes),
            thousands(counts.re_searches),
            thousands(counts.unconfirmed),
        ];
        table.add_row(cells([search_name(column(row))], numbers));
    }
    format!("{}\n", fit(table, width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pvcheck::case::Case;
    use pvcheck::check::check;
    use pvcheck::verdict::Fault;

    /// The contents of the cell, where the search has these faults.
    fn cell(subject: &str, fault: Option<Fault>, is_reproduced: bool) -> String {
        let case: Case = format!("v1 {subject} depth=1 [0 1]").parse().expect("a case");
        let mut checked = check(&case).expect("shallow");
        checked.trial.fault = fault;
        let not_reproduced = (!is_reproduced).then(|| case.clone());
        let row = Row { not_reproduced, ..Row::of_case(&case, &checked) };
        anstream::adapter::strip_str(&seen(&row, false)).to_string()
    }

    #[test]
    fn a_share_of_a_sample_has_its_interval() {
        assert_eq!(interval(10, 1_000), " (0.54 to 1.83)");
        assert_eq!(interval(5, 5), "");
    }

    #[test]
    fn a_cell_shows_faults_as_broken_only_if_the_guarantee_does_not_allow_them() {
        let (subject, whole) = ("pvs-hard-no-last-re-search+triangular", "✓ same 100 %");
        assert_eq!(cell(subject, None, true), whole);
        let allowed = cell(subject, Some(Fault::WrongMove { mv: None }), true);
        assert_eq!(allowed, format!("! node faults 100 %\n{whole}"));
        let broken = cell(subject, Some(Fault::RaisedRefutation { ply: 0 }), true);
        assert_eq!(broken, format!("✗ node faults 100 %\n{whole}"));
        let lost = "✗ the committed counterexample is no longer reproduced";
        assert_eq!(cell(subject, None, false), format!("{lost}\n{whole}"));
    }
}
