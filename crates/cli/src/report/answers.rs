//! The answers to the questions of the project, in words, as far as a run has searched the topic.

use super::joined;
use super::screen::Cell;
use super::table::{distinct, grouped};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::Row;
use pvcheck::pv::{Family, Store};
use pvcheck::search::SearchOptions;
use pvcheck::subject::{Regime, Subject};

/// The most options that a sentence names.
const NAMED: usize = 4;

/// The two searches of which the answers are, by the names of the field.
const SEARCHES: [(Algorithm, &str); 2] =
    [(Algorithm::PvsSoft, "PVS"), (Algorithm::AlphaBetaHard, "alpha-beta")];

/// A topic in two or three words, and the answer to the question of the topic.
pub type ScreenAnswer = (&'static str, String);

/// Returns the answers of these rows under two headings: searches without options, and options of PVS.
pub fn answers(rows: &[Row]) -> Vec<(&'static str, Vec<ScreenAnswer>)> {
    let plain = |algorithm, family| worst(rows, algorithm, family, |options| options == SearchOptions::NONE);
    // Beside variants of them, the two are called by their own names.
    let has_variants = rows.iter().any(|row| SEARCHES.iter().all(|(one, _)| *one != row.subject.algorithm));
    let of_searches = |family| {
        let found = SEARCHES.iter().filter_map(|&(algorithm, name)| {
            let name = if has_variants { algorithm.name() } else { name };
            Some((name, phrase(plain(algorithm, family)?)))
        });
        let in_words = |(names, phrase): (Vec<&str>, String)| format!("{phrase} in {}", names.join(" and "));
        joined(grouped(found).into_iter().map(in_words), "; ")
    };
    let walks = [(Family::CheckedWalk, "each one checked:"), (Family::PlainWalk, "unchecked:")];
    let walks = walks
        .iter()
        .filter_map(|&(family, how)| Some(format!("{how} {}", phrase(plain(Algorithm::PvsSoft, family)?))));
    let with_options = |family| broken_by_options(rows, family).unwrap_or_default();
    let without = [
        ("One array", of_searches(Family::SingleArray)),
        ("Triangular table", of_searches(Family::Copying)),
        ("Table entries", joined(walks, "; ")),
    ];
    let with = [
        ("One array", with_options(Family::SingleArray)),
        ("Triangular table", with_options(Family::Copying)),
    ];
    let pvs = if has_variants { "Options of pvs-soft" } else { "Options of PVS" };
    let known =
        |answers: &[ScreenAnswer]| answers.iter().filter(|(_, answer)| !answer.is_empty()).cloned().collect();
    let all: [(_, Vec<ScreenAnswer>); 2] = [("Without options", known(&without)), (pvs, known(&with))];
    all.into_iter().filter(|(_, answers)| !answers.is_empty()).collect()
}

/// The worst result of an algorithm with the stores of a family and these options.
fn worst(
    rows: &[Row],
    algorithm: Algorithm,
    family: Family,
    is_one: impl Fn(SearchOptions) -> bool,
) -> Option<Cell> {
    let is_asked = |row: &&Row| {
        let subject = &row.subject;
        subject.algorithm == algorithm
            && subject.store.profile().family() == family
            && is_one(subject.options)
    };
    Cell::over_rows(rows.iter().filter(is_asked))
}

fn phrase(cell: Cell) -> String {
    let share = cell.short_share();
    match cell.mark {
        0 => "right in every game".to_owned(),
        1 => format!("never wrong, but ends early in {share}"),
        2 => format!("wrong in {share}"),
        _ => format!("worse than guaranteed in {share}"),
    }
}

/// Returns the options of PVS that make lines of a family of stores wrong, the worst first, colliding keys last; `None`
/// if no option was searched.
fn broken_by_options(rows: &[Row], family: Family) -> Option<String> {
    let of = |options| Some((worst(rows, Algorithm::PvsSoft, family, |one| one == options)?, options));
    let tried = distinct(rows.iter().map(|row| row.subject.options));
    let tried = tried.into_iter().filter(|&options| options != SearchOptions::NONE);
    let tried: Vec<(Cell, SearchOptions)> = tried.filter_map(of).collect();
    let mut broken: Vec<_> = tried.iter().filter(|(cell, _)| cell.mark >= 2).collect();
    // What two positions with one key do is no fault of a store.
    let collides = |options| {
        Subject { algorithm: Algorithm::PvsSoft, store: Store::None, options }.regime() == Regime::Colliding
    };
    broken.sort_by(|(one, by_one), (other, by_other)| {
        collides(*by_one).cmp(&collides(*by_other)).then(other.share().total_cmp(&one.share()))
    });
    let named = |&&(cell, options): &&(Cell, SearchOptions)| {
        format!("{} {}", options.to_string().trim_start_matches('+'), cell.short_share())
    };
    let named = joined(broken.iter().take(NAMED).map(named), ", ");
    let rest = broken.len().saturating_sub(NAMED);
    match () {
        () if tried.is_empty() => None,
        () if broken.is_empty() => Some(format!("never wrong with any of {}", tried.len())),
        () if rest > 0 => Some(format!("wrong with {named} and {rest} more")),
        () => Some(format!("wrong with {named}")),
    }
}
