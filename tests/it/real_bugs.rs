//! The table of real bugs in `docs/internals/real-bugs.md` is complete and agrees with the seeded bugs.

use std::collections::{BTreeMap, BTreeSet};

use pvcheck::bugs::Bug;

const TABLE: &str = include_str!("../../docs/internals/real-bugs.md");

/// The number of real bugs of each class, from class A on.
const CLASSES: [usize; 17] = [11, 3, 3, 3, 5, 7, 7, 6, 7, 9, 8, 2, 4, 8, 7, 4, 3];

/// The first words of the last column when no seeded bug has the fault.
const NOT_EXPRESSIBLE: &str = "not expressible: ";
const NOT_YET: &str = "not yet: ";

/// The mark of a row whose seeded bugs cause the same fault in another way.
const ANOTHER_MECHANISM: &str = "; by another mechanism: ";

/// One real bug.
#[derive(Debug)]
struct Row {
    class: char,
    number: usize,
    place: &'static str,
    what: &'static str,
    expressed: &'static str,
}

impl Row {
    /// The row on a line of the section of `class`, if the line is one: its first cell is a number.
    fn read(class: Option<char>, line: &'static str) -> Option<Self> {
        let cells: Vec<_> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
        let number = cells[0].parse().ok()?;
        let class = class.unwrap_or_else(|| panic!("row {number} is in no section"));
        let &[_, place, what, expressed] = cells.as_slice() else {
            panic!("row {number} has {} cells", cells.len());
        };
        Some(Self { class, number, place, what, expressed })
    }

    /// The names in the last column, which are between backticks.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.expressed.split('`').skip(1).step_by(2)
    }

    fn is_expressed(&self) -> bool {
        !self.expressed.starts_with(NOT_EXPRESSIBLE) && !self.expressed.starts_with(NOT_YET)
    }
}

/// The class of a heading like `## A. A row is not cleared`.
fn class_of(heading: &str) -> Option<char> {
    let mut letters = heading.strip_prefix("## ")?.chars();
    letters.next().filter(|_| letters.next() == Some('.'))
}

fn rows() -> Vec<Row> {
    let mut class = None;
    let mut rows = Vec::new();
    for line in TABLE.lines() {
        if line.starts_with("## ") {
            class = class_of(line);
        }
        rows.extend(Row::read(class, line));
    }
    rows
}

/// The number that the table at the end of the page gives for `what`.
fn stated(what: &str) -> usize {
    let found: Vec<_> = TABLE.lines().filter_map(|line| line.strip_prefix(&format!("| {what} | "))).collect();
    let &[number] = found.as_slice() else { panic!("{what} is counted {} times", found.len()) };
    number.trim_end_matches(" |").parse().expect("a number")
}

#[test]
fn every_real_bug_has_one_row() {
    let mut numbers: Vec<_> = rows().iter().map(|row| row.number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=97).collect::<Vec<_>>());
}

#[test]
fn every_class_has_its_section_and_as_many_rows_as_there_are_bugs() {
    let headings: Vec<_> = TABLE.lines().filter_map(class_of).collect();
    assert_eq!(headings, ('A'..='Q').collect::<Vec<_>>());
    let mut own = BTreeMap::<char, usize>::new();
    for row in rows() {
        *own.entry(row.class).or_default() += 1;
    }
    assert!(own.values().eq(&CLASSES), "{own:?}");
}

#[test]
fn every_row_has_a_place_and_one_sentence_about_the_fault() {
    for row in rows() {
        assert!(!row.place.is_empty(), "{row:?}");
        assert!(row.what.ends_with('.') && !row.what.contains(". "), "{row:?}");
    }
}

#[test]
fn every_listed_name_is_the_name_of_a_seeded_bug() {
    let known: BTreeSet<&str> = Bug::ALL.iter().map(|bug| bug.name).collect();
    let rows = rows();
    let unknown: Vec<_> = rows
        .iter()
        .flat_map(|row| row.names().map(move |name| (row.number, name)))
        .filter(|(_, name)| !known.contains(name))
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn every_row_begins_with_a_name_or_the_reason_for_having_none() {
    for row in rows() {
        assert_eq!(row.expressed.matches('`').count() % 2, 0, "{row:?}");
        let names = row.names().count();
        if row.is_expressed() {
            assert!(row.expressed.starts_with('`') && names > 0, "{row:?}");
        } else {
            assert_eq!(names, 0, "{row:?}");
            assert!(!row.expressed.contains(ANOTHER_MECHANISM), "{row:?}");
        }
    }
}

#[test]
fn the_numbers_at_the_end_are_those_of_the_rows() {
    let rows = rows();
    let of = |is: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
    let expressed = of(&Row::is_expressed);
    let otherwise = of(&|row| row.expressed.contains(ANOTHER_MECHANISM));
    let impossible = of(&|row| row.expressed.starts_with(NOT_EXPRESSIBLE));
    let missing = of(&|row| row.expressed.starts_with(NOT_YET));
    assert_eq!(stated("expressed"), expressed);
    assert_eq!(stated("of these by another mechanism only"), otherwise);
    assert_eq!(stated("not expressible"), impossible);
    assert_eq!(stated("not yet"), missing);
    assert_eq!(expressed + impossible + missing, 97);
}

/// The records have the same references as the table.
#[test]
fn every_record_has_the_references_of_the_rows_that_list_it() {
    let rows = rows();
    for bug in Bug::ALL {
        let own = rows.iter().filter(|row| row.names().any(|name| name == bug.name));
        assert!(own.map(|row| row.place).eq(bug.references.iter().copied()), "{}", bug.name);
    }
}
