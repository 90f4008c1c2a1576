//! What people read: tables, drawn games, pages on divergences, and JSON.

mod draw;
mod json;
mod page;
mod table;

pub use draw::draw;
pub use json::{CaseJson, Document, RowJson, features_json};
pub use page::page;
pub use table::{contract_table, effort_table, outcome_table, promise_table};

use anstyle::{AnsiColor, Style};

/// As it should be.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// Known to break, and breaking.
pub(crate) const KNOWN: Style = AnsiColor::Yellow.on_default();
/// A promise broken.
pub(crate) const BROKEN: Style = AnsiColor::Red.on_default().bold();

/// `text` in a style; whoever prints it to something without colours strips it.
pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A share for people: two significant digits, never `0 %` for what happened and `100 %` only for all.
pub(crate) fn percent(count: u64, of: u64) -> String {
    let share = 100.0 * count as f64 / of as f64;
    match share {
        _ if count == of => "100 %".to_owned(),
        // Rounded down: what is not all must not look like it.
        _ if share >= 10.0 => format!("{:.1} %", (share * 10.0).floor() / 10.0),
        _ if share >= 0.01 => format!("{share:.2} %"),
        _ => format!("{count} of {}", thousands(of)),
    }
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
