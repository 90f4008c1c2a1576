//! `pvcheck explain`: draws a case, or explains a word.

use clap::Args;

use super::args::{Format, OutputArgs};
use super::check::judge;
use super::list::{Listing, all_words};
use super::{Failure, Output};
use crate::case::{Case, VERSION};
use crate::check::Harness;
use crate::report::page;
use crate::syntax::{SyntaxError, suggest};

#[derive(Args, Clone, Debug)]
pub(super) struct Explain {
    /// A case, for example 'v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]', or a word that pvcheck prints, for
    /// example truncated
    #[arg(value_name = "CASE|WORD", required_unless_present = "case")]
    text: Vec<String>,
    /// A case, as `pvcheck check` takes it
    #[arg(long, value_name = "TEXT", conflicts_with = "text")]
    case: Option<String>,
}

impl Explain {
    pub fn run(&self, show: &OutputArgs) -> Result<Output, Failure> {
        if let Some(case) = &self.case {
            return Self::case(case, show);
        }
        let text = self.text.join(" ");
        if text.split_whitespace().next() == Some(VERSION) {
            return Self::case(&text, show);
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
    fn case(text: &str, show: &OutputArgs) -> Result<Output, Failure> {
        if show.format() != Format::Text {
            let problem = "`explain` draws a case as text only; expected `--format text`, or `pvcheck check`";
            return Err(Failure::Usage(problem.to_owned()));
        }
        let case: Case = text.parse().map_err(|error| Failure::argument("explain", text, error))?;
        let checked = judge(&mut Harness::default(), &case)?;
        Ok(Output::plain(page(&case, &checked, show.width())))
    }
}

/// Returns a word with its spaces, hyphens and underscores made equal, in lower case.
fn normal(word: &str) -> String {
    word.trim().to_lowercase().replace(['_', '-'], " ")
}
