//! Reports: tables, drawings of games, pages on single cases, and JSON.

mod answers;
mod board;
mod ci;
mod engines;
mod json;
pub mod page;
mod screen;
mod survival;
pub mod table;
mod traces;
mod words;

pub use board::{chess_root, explored, line_in_san, whole_position};
pub use ci::{CI_WIDTH, CiFailure, CiItem, CiReport};
pub use engines::FindingJson;
pub use json::{CaseJson, Document, RowJson, ShardJson, counts_json, features_json};
pub use page::smaller;
pub use page::{guaranteed, page, replay, summary};
pub use screen::{Cell, NO_OPTIONS, RegimeClasses, marked, present};
pub use screen::{MARKS, answered, expected_failure, legend, line_mark, map_of_results, members, too_rare};
pub use survival::survival_table;
pub use table::{action_table, effort_table, guarantee_table, orders_table, outcome_table, truncation_table};
pub use traces::RuleJson;
pub use words::{Word, WordGroup, words};

use std::borrow::Borrow;

use anstyle::{AnsiColor, Style};

pub use pvcheck::number::thousands;

pub const GOOD: Style = AnsiColor::Green.on_default();
pub const EARLY: Style = AnsiColor::Cyan.on_default();
pub const KNOWN: Style = AnsiColor::Yellow.on_default();
pub const BROKEN: Style = AnsiColor::Red.on_default().bold();

pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

pub fn joined<T: Borrow<str>>(parts: impl IntoIterator<Item = T>, between: &str) -> String {
    parts.into_iter().collect::<Vec<_>>().join(between)
}

pub fn percent(count: u64, of: u64) -> String {
    let share = 100.0 * count as f64 / of as f64;
    match share {
        _ if of == 0 => "-".to_owned(),
        _ if count == of => "100 %".to_owned(),
        _ if share >= 99.995 && count < of => format!("all but {}", thousands(of - count)),
        _ if share >= 0.005 => format!("{share:.2} %"),
        _ => format!("{} of {}", thousands(count), thousands(of)),
    }
}

/// Returns options that wrap text to this width. Names contain hyphens and must not be split there.
pub fn wrapping(width: impl Into<usize>) -> textwrap::Options<'static> {
    textwrap::Options::new(width.into()).word_splitter(textwrap::WordSplitter::NoHyphenation)
}

pub fn counted(number: u64, noun: &str) -> String {
    let plural = match noun {
        _ if number == 1 => "",
        noun if noun.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{} {noun}{plural}", thousands(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_never_rounded_to_none_or_all() {
        assert_eq!(percent(0, 0), "-");
        assert_eq!(percent(7_136, 40_320), "17.70 %");
        assert_eq!(percent(1, 10_000_000), "1 of 10,000,000");
        assert_eq!(percent(9_999_999, 10_000_000), "all but 1");
        assert_eq!(percent(3, 2), "150.00 %");
        assert_eq!(percent(10, 10), "100 %");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(thousands(12), "12");
    }
}
