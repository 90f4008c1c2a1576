//! The summary of a run on one screen: a map of results, a counterexample, and the verdict.

use comfy_table::{ColumnConstraint, Table, presets};

use crate::report::answers::answers;
use crate::report::table::{fit, grouped};
use crate::report::{BROKEN, EARLY, GOOD, KNOWN, joined, styled, thousands, wrapping};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::Row;
use pvcheck::case::Case;
use pvcheck::contract::counterexamples;
use pvcheck::pv::{Family, Store};
use pvcheck::search::SearchOptions;
use pvcheck::subject::{Regime, Subject};
use pvcheck::verdict::{Finding, LineKind, ScoreVerdict};

pub const MARKS: [(&str, &str); 4] = [
    ("✓", "right in every game"),
    ("~", "right, but ends early or goes on past the depth"),
    ("!", "wrong: an expected failure, within the guarantee"),
    ("✗", "worse than guaranteed"),
];

/// Returns the index in [`MARKS`] for a line of this kind that the guarantee allows.
pub const fn line_mark(kind: LineKind) -> usize {
    match kind {
        LineKind::Same | LineKind::Equivalent | LineKind::NoneDue => 0,
        LineKind::Truncated | LineKind::Overlong => 1,
        _ => 2,
    }
}

/// Returns the map of the results. Rows are regimes and columns families of stores. With many algorithms, rows are
/// algorithms and columns regimes, for the first family that was run.
pub fn map_of_results(results: &[Row], width: u16) -> String {
    let algorithms = present(Algorithm::ALL, results.iter().map(|row| row.subject.algorithm));
    let regimes = present(Regime::ALL, results.iter().map(|row| row.subject.regime()));
    let families = present(Family::ALL, results.iter().map(family));
    let families: Vec<Family> = families.into_iter().filter(|&one| one != Family::NoLine).collect();
    if let (true, Some(&first)) = (algorithms.len() > 2 && regimes.len() > 1, families.first()) {
        let heads = regimes.iter().map(|regime| regime.name());
        let cells = |algorithm: Algorithm| {
            let cell =
                |&regime: &Regime| cell(results, algorithm, first, |row| row.subject.regime() == regime);
            (algorithm.name(), regimes.iter().map(cell).collect::<Vec<_>>())
        };
        let rows = by_marks(algorithms.iter().map(|&algorithm| cells(algorithm)));
        let title = format!("Stores of the family `{}`:\n", first.name());
        return title + &drawn("algorithm", heads, rows, width);
    }
    let heads = families.iter().map(|one| one.name());
    let classes = RegimeClasses::among(results.iter().map(|row| &row.subject));
    let cells = |algorithm, class: &str| {
        let cell = |&one: &Family| cell(results, algorithm, one, |row| classes.class(&row.subject) == class);
        families.iter().map(cell).collect::<Vec<_>>()
    };
    if let [class] = classes.names.as_slice() {
        let rows = by_marks(algorithms.iter().map(|&one| (one.name(), cells(one, class))));
        return drawn(&format!("{class} regime"), heads, rows, width);
    }
    let rows = algorithms.iter().flat_map(|&algorithm| {
        let rows = classes.names.iter().map(|class| (format!("  {class}"), cells(algorithm, class)));
        let mut rows: Vec<_> = rows.filter(|(_, cells)| cells.iter().any(Option::is_some)).collect();
        match rows.as_mut_slice() {
            [(label, _)] => algorithm.name().clone_into(label),
            _ => rows.insert(0, (algorithm.name().to_owned(), Vec::new())),
        }
        rows
    });
    drawn("search, regime", heads, rows, width)
}

/// The worst cell of an algorithm and a family.
fn cell(results: &[Row], algorithm: Algorithm, of: Family, is_in: impl Fn(&Row) -> bool) -> Option<Cell> {
    let is_one = |row: &&Row| (row.subject.algorithm, family(row)) == (algorithm, of) && is_in(row);
    Cell::over_rows(results.iter().filter(is_one))
}

/// The name of searches without options, beside searches of the same regime with options.
pub const NO_OPTIONS: &str = "no options";

/// The groups of the subjects of a run: the regime, or `no options` for subjects without options if other subjects of
/// the regime have some. So results of plain searches are not mixed with effects of options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegimeClasses {
    splits_stable: bool,
    pub names: Vec<&'static str>,
}

impl RegimeClasses {
    pub fn among<'s>(subjects: impl Iterator<Item = &'s Subject> + Clone) -> Self {
        let mut stable = subjects.clone().filter(|subject| subject.regime() == Regime::Stable);
        let has_no_options = |subject: &Subject| subject.options == SearchOptions::NONE;
        let has_both = stable.clone().any(has_no_options) && stable.any(|subject| !has_no_options(subject));
        let mut classes = Self { splits_stable: has_both, names: Vec::new() };
        let all: Vec<&str> =
            std::iter::once(NO_OPTIONS).chain(Regime::ALL.iter().map(|one| one.name())).collect();
        classes.names = present(&all, subjects.map(|subject| classes.class(subject)));
        classes
    }

    pub fn class(&self, subject: &Subject) -> &'static str {
        let has_no_options = subject.options == SearchOptions::NONE;
        if has_no_options && self.splits_stable { NO_OPTIONS } else { subject.regime().name() }
    }
}

/// The cells of a row, one for each column.
type Cells = Vec<Option<Cell>>;

fn by_marks<'n>(rows: impl Iterator<Item = (&'n str, Cells)>) -> impl Iterator<Item = (String, Cells)> {
    let marks =
        |cells: &[Option<Cell>]| cells.iter().map(|cell| cell.map(|cell| cell.mark)).collect::<Vec<_>>();
    let groups = grouped(rows.map(|(name, cells)| ((name, cells.clone()), marks(&cells))));
    groups.into_iter().map(|(members, marks)| {
        let worst = |column: usize| Cell::worst(members.iter().filter_map(|(_, cells)| cells[column]));
        (joined(members.iter().map(|&(name, _)| name), ", "), (0..marks.len()).map(worst).collect())
    })
}

pub fn present<T: Copy + PartialEq>(all: &[T], found: impl Iterator<Item = T>) -> Vec<T> {
    let found: Vec<T> = found.collect();
    all.iter().copied().filter(|one| found.contains(one)).collect()
}

fn family(row: &Row) -> Family {
    row.subject.store.profile().family()
}

/// Returns the answers of these rows, each after its topic.
pub fn answered(rows: &[Row], width: u16) -> String {
    let mut text = String::new();
    for (heading, answers) in answers(rows) {
        text += &format!("{heading}\n");
        for (about, answer) in answers {
            let options = wrapping(width).subsequent_indent("                    ");
            text += &format!("{}\n", textwrap::fill(&format!("  {about:18}{answer}."), &options));
        }
    }
    if text.is_empty() { text } else { text + "\n" }
}

pub fn legend(width: u16) -> String {
    let [right, early, wrong, broken] =
        [0, 1, 2, 3].map(|index| format!("{} {}", marked(index, MARKS[index].0), MARKS[index].1));
    textwrap::fill(&format!("{right}   {early}\n{wrong}   {broken}"), wrapping(width))
}

/// A text in the colour of the mark of this index.
pub fn marked(mark: usize, text: &str) -> String {
    styled([GOOD, EARLY, KNOWN, BROKEN][mark], text)
}

const CELL: usize = 8;

fn drawn(
    corner: &str,
    heads: impl Iterator<Item = &'static str>,
    rows: impl Iterator<Item = (String, Cells)>,
    width: u16,
) -> String {
    let heads: Vec<&str> = heads.collect();
    let label_width = usize::from(width).saturating_sub(CELL * heads.len()).max(13);
    // Names that do not fit are broken at hyphens rather than anywhere.
    let label = |text: &str| {
        let fits = text.split(' ').all(|name| name.len() <= label_width);
        textwrap::fill(text, if fits { wrapping(label_width) } else { textwrap::Options::new(label_width) })
    };
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let heads = heads.iter().map(|head| textwrap::fill(&hyphenated(head), CELL - 1));
    table.set_header(std::iter::once(label(corner)).chain(heads));
    let mut longest = 0;
    for (name, cells) in rows {
        longest = longest.max(name.len().min(label_width));
        let cells = cells.into_iter().map(|cell| cell.map_or(String::new(), Cell::text));
        table.add_row(std::iter::once(label(&name)).chain(cells));
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        if index == 0 {
            column.set_constraint(ColumnConstraint::LowerBoundary(comfy_table::Width::Fixed(longest as u16)));
        }
        column.set_padding((u16::from(index > 0), 0));
    }
    fit(table, width).trim_fmt() + "\n"
}

fn hyphenated(head: &str) -> String {
    let words = head.split([' ', '-']).map(|word| match word {
        "aspiration" => "aspira- tion",
        "triangular" => "trian- gular",
        "interrupted" => "inter- rupted",
        "selective" => "selec- tive",
        "dependent" => "depend- ent",
        "colliding" => "collid- ing",
        whole => whole,
    });
    joined(words, " ")
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cell {
    pub mark: usize,
    count: u64,
    games: u64,
}

impl Cell {
    pub fn over_rows<'r>(rows: impl Iterator<Item = &'r Row>) -> Option<Self> {
        Self::worst(rows.map(Self::of_row))
    }

    pub fn worst(cells: impl Iterator<Item = Self>) -> Option<Self> {
        cells.max_by(|a, b| a.mark.cmp(&b.mark).then(a.share().total_cmp(&b.share())))
    }

    fn of_row(row: &Row) -> Self {
        let tally = &row.tally;
        let of = |finding| match finding {
            Finding::Line(kind) => tally.line(kind),
            Finding::Score(verdict) => tally.score(verdict),
            Finding::Fault(_) | Finding::NoAnswer(_) => tally.node_faults,
        };
        Self::new(tally.games, of, row.breaches.keys().copied(), row.is_kept())
    }

    /// The cell of one subject with `games` games, of which each finding has the number that `of` returns.
    pub fn new(
        games: u64,
        of: impl Fn(Finding) -> u64,
        breaches: impl Iterator<Item = Finding>,
        is_kept: bool,
    ) -> Self {
        let [mut early, mut wrong] = [0; 2];
        for &kind in LineKind::ALL {
            match line_mark(kind) {
                0 => {}
                1 => early += of(Finding::Line(kind)),
                _ => wrong += of(Finding::Line(kind)),
            }
        }
        // A wrong score makes its line wrong too; a game must not count twice.
        let faults = ScoreVerdict::ALL.iter().filter(|verdict| verdict.is_fault());
        wrong = wrong.max(faults.map(|&verdict| of(Finding::Score(verdict))).sum());
        let broken: u64 = breaches.map(&of).sum();
        match () {
            () if !is_kept => Self { mark: 3, count: broken.min(games), games },
            () if wrong > 0 => Self { mark: 2, count: wrong, games },
            () if early > 0 => Self { mark: 1, count: early, games },
            () => Self { mark: 0, count: 0, games },
        }
    }

    pub fn share(&self) -> f64 {
        self.count as f64 / self.games.max(1) as f64
    }

    pub fn short_share(&self) -> String {
        let share = 100.0 * self.count as f64 / self.games as f64;
        match share {
            _ if self.count == self.games => "100%".to_owned(),
            _ if share >= 99.5 => ">99%".to_owned(),
            _ if share >= 9.95 => format!("{share:.0}%"),
            _ if share >= 0.95 => format!("{share:.1}%"),
            _ if share >= 0.01 => format!("{share:.2}%"),
            _ => "<.01%".to_owned(),
        }
    }

    fn text(self) -> String {
        marked(self.mark, &self.plain())
    }

    pub fn plain(self) -> String {
        let (mark, _) = MARKS[self.mark];
        if self.count == 0 { mark.to_owned() } else { format!("{mark} {}", self.short_share()) }
    }
}

/// Returns the sentence on the rates that a run of this many games is too short to see: a fault that shows in no game
/// has a rate below three in this number, with 95 % confidence (Hanley and Lippman-Hand 1983, the rule of three).
pub fn too_rare(games: u64) -> String {
    let least = thousands(games.div_ceil(3));
    format!("Too short to see: faults in fewer than 1 of {least} games (95 % confidence).")
}

/// The game of the README, with a line that is legal but wrong.
const WELL_KNOWN: &str = "v1 alpha-beta-hard+single-array depth=2 expect=unsound [[1 0] [1 0]]";

/// Returns the case of the README if a row shows it, else the committed counterexample of a row with the same finding:
/// of the first family of stores, if possible on a tree, and the smallest.
pub fn expected_failure(rows: &[Row]) -> Option<Case> {
    let shows = |row: &Row, case: &Case| {
        let (own, other) = (&row.subject, &case.subject);
        let is_same_cell =
            own.algorithm == other.algorithm && own.store == other.store && own.regime() == other.regime();
        let has_finding = || case.expect.is_some_and(|finding| row.counterexamples.contains_key(&finding));
        is_same_cell && row.is_kept() && has_finding()
    };
    let is_shown = |case: &Case| rows.iter().any(|row| shows(row, case));
    let rank = |case: &Case| {
        let is_tree = case.game.labels().iter().all(Option::is_none);
        (case.subject.store.profile().family(), !is_tree, case.size())
    };
    let best_known = WELL_KNOWN.parse().expect("a case");
    if is_shown(&best_known) {
        return Some(best_known);
    }
    counterexamples().into_iter().filter(is_shown).min_by_key(rank)
}

pub fn members(family: Family) -> impl Iterator<Item = Store> {
    Store::ALL.iter().copied().filter(move |store| store.profile().family() == family)
}
