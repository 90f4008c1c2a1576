//! The options of the engine: `setoption`.

use pvcheck::search::{NodeLimit, SearchOptions};
use pvcheck::subject::Subject;
use pvcheck::table::{SLOT_BYTES, TableOptions};

/// The most megabytes of a table.
const MOST_HASH: u32 = 256;
/// The maximum number of lines, as no position has more moves.
const MOST_LINES: u8 = 218;

#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub subject: Subject,
    /// Whether castling is read and written as in Chess960 in every position.
    pub chess960: bool,
    /// Whether time and speed are left out, so that the same commands give the same output.
    pub reproducible: bool,
}

impl Settings {
    /// The options of `subject`, with iterative deepening, which an engine always has.
    pub fn new(subject: Subject, reproducible: bool) -> Self {
        let options = SearchOptions { deepening: true, ..subject.options };
        Self { subject: Subject { options, ..subject }, chess960: false, reproducible }
    }

    /// Returns the options in the form in which the answer to `uci` lists them.
    pub fn list(&self) -> Vec<String> {
        let SearchOptions { table, lines, .. } = self.subject.options;
        let mut list = Vec::new();
        if let Some(table) = table {
            let megabytes = megabytes(&table);
            list.push(format!("Hash type spin default {megabytes} min 1 max {MOST_HASH}"));
            list.push("Clear Hash type button".to_owned());
        }
        list.push("Threads type spin default 1 min 1 max 1".to_owned());
        list.push(format!("MultiPV type spin default {lines} min 1 max {MOST_LINES}"));
        list.push("Ponder type check default false".to_owned());
        list.push("UCI_Chess960 type check default false".to_owned());
        list.push(format!("Reproducible type check default {}", self.reproducible));
        list.iter().map(|option| format!("option name {option}")).collect()
    }

    /// Carries out a `setoption`, and returns whether it empties the table. The names are read without regard to case, as UCI demands.
    ///
    /// # Errors
    ///
    /// A sentence on an option or a value that does not exist; the old value stays.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let mut subject = self.subject;
        let name = name.to_lowercase();
        match (name.as_str(), &mut subject.options.table) {
            ("hash", Some(table)) => {
                let bytes = number(&name, value, 1, MOST_HASH)? as usize * (1 << 20);
                table.entries = (bytes / (SLOT_BYTES * table.slots_per_group())) as u32;
            }
            ("clear hash", Some(_)) => return Ok(true),
            ("threads", _) => drop(number(&name, value, 1, 1)?),
            ("multipv", _) => {
                subject.options.lines = number(&name, value, 1, u32::from(MOST_LINES))? as u8;
            }
            // The engine ponders after each `go ponder`, whatever the option says.
            ("ponder", _) => drop(check(&name, value)?),
            ("uci_chess960", _) => self.chess960 = check(&name, value)?,
            ("reproducible", _) => self.reproducible = check(&name, value)?,
            _ => return Err(format!("no option {name:?}")),
        }
        if let Some(reason) = subject.meaningless() {
            return Err(format!("option {name}: {reason}"));
        }
        self.subject = subject;
        Ok(false)
    }

    /// The options of a search with this limit. The `stop-after` of the subject states how a stopped search is shown;
    /// `go nodes` replaces its number.
    pub fn search_options(&self, nodes: Option<u64>) -> SearchOptions {
        let options = self.subject.options;
        let limited = |limit: NodeLimit| NodeLimit { nodes: nodes.unwrap_or(u64::MAX), ..limit };
        SearchOptions { node_limit: options.node_limit.map(limited), ..options }
    }
}

/// The size of a table, rounded up to whole megabytes.
fn megabytes(table: &TableOptions) -> usize {
    (table.entries as usize * table.slots_per_group() * SLOT_BYTES).div_ceil(1 << 20)
}

fn number(name: &str, value: &str, least: u32, most: u32) -> Result<u32, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("option {name}: {value:?} is no number from {least} to {most}"))
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    value.to_lowercase().parse().map_err(|_| format!("option {name}: {value:?} is neither true nor false"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(subject: &str) -> Settings {
        Settings::new(subject.parse().expect("a subject"), false)
    }

    #[test]
    fn the_size_of_the_table_is_given_in_megabytes() {
        let mut settings = settings("pvs-soft+triangular+tt(replace=bucket)");
        let entries = |settings: &Settings| settings.subject.options.table.map(|table| table.entries);
        assert_eq!(settings.set("hash", "2"), Ok(false));
        assert_eq!(entries(&settings), Some((2 << 20) / (4 * SLOT_BYTES as u32)));
        for (name, value) in [("Hash", "0"), ("Hash", "many"), ("Threads", "2")] {
            assert!(settings.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(entries(&settings), Some((2 << 20) / (4 * SLOT_BYTES as u32)));
        assert_eq!(settings.set("Clear Hash", ""), Ok(true));
    }

    #[test]
    fn an_option_that_makes_the_subject_meaningless_is_refused() {
        let mut settings = settings("pvs-soft+triangular+stop-after(9,improved=yes)");
        assert!(settings.set("MultiPV", "2").is_err());
        assert_eq!(settings.subject.options.lines, 1);
        let NodeLimit { nodes, improved } = settings.search_options(Some(50)).node_limit.expect("a limit");
        assert_eq!((nodes, improved), (50, true));
    }
}
