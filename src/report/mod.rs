//! What people read: tables, drawn games, pages on divergences, and JSON.

mod draw;
mod json;
pub(crate) mod page;
mod survival;
pub(crate) mod table;

pub use draw::draw;
pub use json::{BUILD, CaseJson, Document, RowJson, SCHEMA, ShardJson, checksum, features_json};
pub use page::page;
pub use survival::survival_table;
pub use table::{
    action_table, census_table, contract_table, effort_table, guarantee_table, outcome_table,
    truncation_table,
};

use anstyle::{AnsiColor, Style};

/// As it should be.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// Known to break, and breaking.
pub(crate) const KNOWN: Style = AnsiColor::Yellow.on_default();
/// A guarantee broken.
pub(crate) const BROKEN: Style = AnsiColor::Red.on_default().bold();

/// `text` in a style; whoever prints it to something without colours strips it.
pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A share for people: never `0 %` for what happened, and `100 %` only for all.
pub(crate) fn percent(count: u64, of: u64) -> String {
    let share = 100.0 * count as f64 / of as f64;
    match share {
        _ if of == 0 => "-".to_owned(),
        _ if count == of => "100 %".to_owned(),
        _ if share >= 99.995 => format!("all but {}", thousands(of - count)),
        _ if share >= 0.005 => format!("{share:.2} %"),
        _ => format!("{} of {}", thousands(count), thousands(of)),
    }
}

/// How many of something, whose name takes an `s` where there are several.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// A number with its thousands apart.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_never_hides_what_happened_or_did_not() {
        assert_eq!(percent(0, 0), "-");
        assert_eq!(percent(7_136, 40_320), "17.70 %");
        assert_eq!(percent(1, 10_000_000), "1 of 10,000,000");
        assert_eq!(percent(9_999_999, 10_000_000), "all but 1");
        assert_eq!(percent(10, 10), "100 %");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(thousands(12), "12");
    }
}
