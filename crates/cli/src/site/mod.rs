//! The pages of `pvcheck report`: saved results, and an explorer for each counterexample.

mod board;
mod cards;
mod explorers;
mod findings;
mod results;
mod subjects;

use std::slice::from_ref;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use pvcheck::recording::explorer::{COLOURS, POLICY};

use crate::report::{MARKS, joined, thousands, words};
use explorers::{Explorers, Linked};
pub use results::{Rows, Saved};

const STYLE: &str = include_str!("site.css");
const SCRIPT: &str = include_str!("site.js");

/// The mark of a page of a report, which may be replaced.
pub const GENERATOR: &str = "pvcheck report";

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SitePage {
    pub path: String,
    pub text: String,
}

struct Section {
    title: String,
    mark: Option<usize>,
    verdict: String,
    body: Markup,
}

/// Returns the pages on these results, the index first. `done` is called after each result.
pub fn pages(results: &[Saved], done: impl Fn()) -> Vec<SitePage> {
    let mut explorers = Explorers::default();
    let mut section = |(number, saved)| section(&format!("r{number}"), saved, &mut explorers);
    let sections: Vec<Section> = (1..).zip(results).map(&mut section).inspect(|_| done()).collect();
    let index = SitePage { path: "index.html".to_owned(), text: index(results, &sections, true) };
    [vec![index], explorers.pages].concat()
}

/// Returns one page on a result without searches to step through, with no other files.
pub fn page(saved: &Saved) -> String {
    index(from_ref(saved), &[section("r1", saved, &mut Explorers::default())], false)
}

pub fn data_path(index: usize, saved: &Saved) -> String {
    format!("data/{}-{}.json", index + 1, saved.command)
}

fn section(id: &str, saved: &Saved, explorers: &mut Explorers) -> Section {
    match &saved.rows {
        Rows::Subjects(rows) => subjects::section(id, saved, rows, explorers),
        Rows::Cases(rows) => subjects::cases(saved, rows, explorers),
        Rows::Examples(rows) => findings::program(saved, rows),
        Rows::Engines(rows) => findings::engines(saved, rows),
        Rows::Traces(rows) => findings::traces(saved, rows),
    }
}

fn index(results: &[Saved], sections: &[Section], has_files: bool) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(GENERATOR);
                title { "pvcheck report" }
                // Without an icon a browser would request one.
                link rel="icon" href="data:,";
                style { (PreEscaped(COLOURS)) (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "Principal variations: results" }
                    nav aria-label="Results" {
                        ol {
                            @for (index, section) in sections.iter().enumerate() {
                                li {
                                    a href={ "#r" (index + 1) } { (section.title) }
                                    " " (marked(section))
                                }
                            }
                        }
                    }
                    @if results.iter().any(|saved| saved.rows.is_on_games()) {
                        p.legend {
                            @for (mark, meaning) in MARKS { span { b { (mark) } " " (meaning) } }
                        }
                        (glossary())
                    }
                }
                main {
                    @for (index, (section, saved)) in sections.iter().zip(results).enumerate() {
                        section id={ "r" (index + 1) } aria-labelledby={ "h" (index + 1) } {
                            h2 id={ "h" (index + 1) } { (section.title) }
                            p.verdict { (marked(section)) }
                            (section.body)
                            @if has_files {
                                p.source {
                                    "From " (saved.name) " ("
                                    a href=(data_path(index, saved)) { "the data" } ")."
                                }
                            }
                        }
                    }
                }
                script { (PreEscaped(SCRIPT)) }
                footer { p { "Written by pvcheck " (env!("CARGO_PKG_VERSION")) "." } }
            }
        }
    };
    markup.into_string()
}

fn marked(section: &Section) -> Markup {
    html! { @if let Some(index) = section.mark { (mark(index)) " " } (section.verdict) }
}

fn glossary() -> Markup {
    let groups = words();
    html! {
        details {
            summary { "What the words mean" }
            @for group in groups.iter().filter(|group| ["regimes", "lines", "scores", "stores"].contains(&group.name)) {
                h2 { (group.name) }
                dl { @for word in &group.words { dt { (word.name) } dd { (word.summary) } } }
            }
        }
    }
}

fn mark(index: usize) -> Markup {
    let (mark, meaning) = MARKS[index];
    html! { span class={ "mark m" (index) } title=(meaning) { (mark) } }
}

fn counterexample(linked: Option<&Linked>, text: &str) -> Markup {
    html! {
        @match linked {
            None => code { (text) },
            Some(Linked { path, case, replay }) => {
                @match path {
                    Some(path) => a href=(path) { "step through" },
                    None => span { "too long to step through" },
                }
                " " code.case { (case) }
                details { summary { "command" } code { (replay) } }
            }
        }
    }
}

/// A table that scrolls by itself if the table is too wide, also by keyboard.
fn scrolling(label: &str, table: &Markup) -> Markup {
    html! { div.scroll tabindex="0" role="region" aria-label=(label) { (table) } }
}

fn searched(saved: &Saved) -> String {
    let text = |(name, value): (&String, &serde_json::Value)| match value {
        serde_json::Value::Number(number) => {
            let number = number.as_u64().map_or_else(|| number.to_string(), thousands);
            Some(format!("{} {number}", name.replace('_', " ")))
        }
        serde_json::Value::String(text) => Some(format!("{} {text}", name.replace('_', " "))),
        serde_json::Value::Bool(true) => Some(name.replace('_', " ")),
        _ => None,
    };
    let seed = saved.seed.map(|seed| format!("seed {seed}"));
    joined(saved.scope.iter().filter_map(text).chain(seed), ", ")
}
