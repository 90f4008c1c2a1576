//! `pvcheck explain`: draws a case, or explains a subject or a word.

use std::path::PathBuf;

use clap::Args;

use super::args::{Format, OutputArgs, file};
use super::check::judge;
use super::list::{Listing, all_words};
use super::{Failure, Output};
use crate::case::{Case, VERSION};
use crate::check::Harness;
use crate::contract::{explain, guarantee};
use crate::recording::Sentence;
use crate::report::explorer::{explorer, story_of};
use crate::report::{Word, WordGroup, guaranteed, page};
use crate::subject::Subject;
use crate::syntax::{SyntaxError, suggest};

#[derive(Args, Clone, Debug)]
pub(super) struct Explain {
    /// A case, for example 'v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]', a subject, for example
    /// pvs-soft+triangular+tt, or a word that pvcheck prints, for example truncated
    #[arg(value_name = "CASE|SUBJECT|WORD", required_unless_present = "case")]
    text: Vec<String>,
    /// A case, as `pvcheck check` takes it
    #[arg(long, value_name = "TEXT", conflicts_with = "text")]
    case: Option<String>,
    /// Write a page to FILE on which one steps through the search of a case: its tree, its windows and its memory
    #[arg(long, value_name = "FILE", value_parser = file())]
    html: Option<PathBuf>,
}

impl Explain {
    pub fn run(&self, show: &OutputArgs) -> Result<Output, Failure> {
        if let Some(case) = &self.case {
            return self.case(case, show);
        }
        let text = self.text.join(" ");
        if text.split_whitespace().next() == Some(VERSION) {
            return self.case(&text, show);
        }
        if self.html.is_some() {
            let problem = format!("--html is for a case; expected a case that begins with `{VERSION}`");
            return Err(Failure::Usage(problem));
        }
        if text.contains('+') {
            let subject = text.parse().map_err(|error| Failure::argument("explain", &text, error))?;
            return Ok(Output::of(&Listing { command: "explain", groups: parts(&subject) }, show));
        }
        let mut groups = all_words();
        let word = normal(&text);
        for group in &mut groups {
            group.words.retain(|one| normal(one.name) == word);
        }
        groups.retain(|group| !group.words.is_empty());
        if groups.is_empty() {
            let known: Vec<&str> =
                all_words().iter().flat_map(|group| &group.words).map(|word| word.name).collect();
            let expected = format!(
                "a case that begins with `{VERSION}`, or a word of `pvcheck list`: {}",
                suggest(&text, known)
            );
            let error = SyntaxError::new(&text, 0..text.len(), "unknown word", expected);
            return Err(Failure::argument("explain", &text, error));
        }
        for group in &mut groups {
            group.name = group.what;
        }
        Ok(Output::of(&Listing { command: "explain", groups }, show))
    }

    /// Shows the page on a case. It is no finding whatever the case shows; `pvcheck check` judges it.
    fn case(&self, text: &str, show: &OutputArgs) -> Result<Output, Failure> {
        if show.format() != Format::Text {
            let problem = "`explain` draws a case as text only; expected `--format text`, or `pvcheck check`";
            return Err(Failure::Usage(problem.to_owned()));
        }
        let case: Case = text.parse().map_err(|error| Failure::argument("explain", text, error))?;
        let checked = judge(&mut Harness::default(), &case)?;
        let mut text = page(&case, &checked, show.width());
        match story_of(&case, &checked) {
            Ok(sentences) => {
                text += "\nWhat happened\n";
                for Sentence { text: sentence, .. } in sentences {
                    text += &textwrap::fill(&sentence, options(show.width()));
                    text.push('\n');
                }
            }
            Err(too_long) => text += &format!("\nThe search is not explained: {too_long}.\n"),
        }
        if let Some(path) = &self.html {
            let page =
                explorer(&case, &checked).map_err(|error| Failure::Usage(format!("--html: {error}")))?;
            std::fs::write(path, page).map_err(|error| Failure::Io {
                path: path.clone(),
                doing: "write",
                error,
            })?;
            text += &format!("\nwritten: {}\n", path.display());
        }
        Ok(Output::plain(text))
    }
}

/// A list with a dash before each item.
fn options(width: u16) -> textwrap::Options<'static> {
    textwrap::Options::new(usize::from(width)).initial_indent("- ").subsequent_indent("  ")
}

/// Returns what the parts of a subject are, what it guarantees, and why its lines or scores break.
fn parts(subject: &Subject) -> Vec<WordGroup> {
    let options = subject.options.to_string();
    let options: Vec<&str> = options.split('+').filter_map(|one| one.split(['(', '=']).next()).collect();
    let is_part = |group: &WordGroup, word: &Word| match group.name {
        "algorithms" => word.name == subject.algorithm.name(),
        "stores" => word.name == subject.store.name(),
        "options" => options.contains(&word.name),
        "regimes" => word.name == subject.regime().name(),
        _ => false,
    };
    let mut groups = all_words();
    for group in &mut groups {
        let all = std::mem::take(&mut group.words);
        group.words = all.into_iter().filter(|word| is_part(group, word)).collect();
        group.name = group.what;
    }
    let text = guaranteed(&guarantee(subject));
    let cause = explain(subject).map_or(String::new(), |cause| format!(" {cause}"));
    let name = "guarantee";
    let words = vec![Word { name, form: name, summary: format!("{text}.{cause}") }];
    groups.push(WordGroup { name: "what this subject guarantees", what: name, words });
    groups.retain(|group| !group.words.is_empty());
    groups
}

/// Returns a word with its spaces, hyphens and underscores made equal, in lower case.
fn normal(word: &str) -> String {
    word.trim().to_lowercase().replace(['_', '-'], " ")
}
