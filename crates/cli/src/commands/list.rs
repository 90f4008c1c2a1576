//! `pvcheck list`: all names, each with a sentence.

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::{Next, Output, OutputArgs, Render};
use crate::report::{CiReport, Document, Word, WordGroup, joined, words, wrapping};

#[derive(Args, Clone, Debug)]
pub struct List {
    /// List only this group
    #[arg(value_parser = GROUPS)]
    group: Option<String>,
}

/// The groups of names that users type.
const GROUPS: [&str; 8] =
    ["algorithms", "stores", "families", "options", "table-options", "regimes", "findings", "terms"];

fn contains(group: &str, words: &str) -> bool {
    match group {
        "findings" => ["lines", "scores", "faults", "no-answers"].contains(&words),
        "terms" => ["truncations", "traces", "marks", "labels", "terms"].contains(&words),
        _ => group == words,
    }
}

impl List {
    pub fn run(&self, show: &OutputArgs) -> Output {
        let is_listed = |group: &WordGroup| self.group.as_ref().is_none_or(|one| contains(one, group.name));
        let groups = words().into_iter().filter(is_listed).collect();
        Output::rendered(&Listing { command: "list", groups }, show)
    }
}

pub struct Listing {
    pub command: &'static str,
    pub groups: Vec<WordGroup>,
}

/// A name or a term, and its meaning.
#[derive(Serialize)]
pub struct WordJson {
    /// The group of the name.
    group: &'static str,
    /// The name.
    name: &'static str,
    /// The name with its values, or the name alone without values.
    form: String,
    /// The meaning of the name.
    summary: String,
}

impl Render for Listing {
    fn text(&self, width: u16) -> String {
        let groups = self.groups.iter().map(|group| {
            let names =
                group.words.iter().map(|word| textwrap::core::display_width(&word.form)).max().unwrap_or(0);
            let column = names.min(usize::from(width) / 3);
            let lines = group.words.iter().map(|word| entry(word, column, width));
            format!("{}\n{}", group.name, lines.collect::<String>())
        });
        joined(groups, "\n")
    }

    fn next(&self) -> Option<Next> {
        (self.command == "explain").then_some(Next::WordExplained)
    }

    fn json(&self) -> Document<impl Serialize> {
        let rows = self.groups.iter().flat_map(|group| {
            let row = |word: &Word| WordJson {
                group: group.name,
                name: word.name,
                form: word.form.clone(),
                summary: word.summary.replace('\u{a0}', " "),
            };
            group.words.iter().map(row)
        });
        Document::new(self.command, None, json!({ "groups": self.groups.len() }), rows)
    }

    fn ci(&self) -> CiReport {
        CiReport::new(format!("pvcheck {}", self.command), String::new(), [])
    }
}

/// Returns a word and its meaning, set in two columns.
fn entry(word: &Word, column: usize, width: u16) -> String {
    let indent = " ".repeat(column + 4);
    let form = textwrap::core::display_width(&word.form);
    // A form that is too long for its column has its own line.
    let head = if form > column {
        format!("  {}\n{indent}", word.form)
    } else {
        format!("  {}{}", word.form, " ".repeat(column - form + 2))
    };
    let options = wrapping(width).initial_indent(&indent).subsequent_indent(&indent);
    // A mark stays with its word.
    let summary = textwrap::fill(&word.summary, options).replace('\u{a0}', " ");
    format!("{head}{}\n", summary.trim_start())
}
