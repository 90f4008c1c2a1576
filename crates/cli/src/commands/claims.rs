//! `pvcheck claims`: what the literature states about principal variations, tested.

use std::num::NonZeroUsize;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::args::{Format, OutputArgs, at_least_one, whole};
use super::interrupt::Interrupt;
use super::output::Render;
use super::{Failure, Output};
use crate::report::{
    CiItem, CiReport, ClaimNumber, Document, FigureJson, GOOD, KNOWN, claim_result, counted, styled,
    thousands, wrapping,
};
use pvcheck::experiment::threads_or_cores;
use pvcheck::syntax::{SyntaxError, suggest};
use pvcheck_lab::claims::{Claim, Conclusion, Effort, Tested};
use pvcheck_lab::reproduce::Figure;

#[derive(Args, Clone, Debug)]
pub(super) struct Claims {
    /// Test only these claims (`pvcheck list claims`); without a name, all of them
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Search small sets of games, in seconds
    #[arg(long)]
    quick: bool,
    /// Print a table in Markdown instead of text
    #[arg(long)]
    markdown: bool,
    /// Seed of the random games
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = whole)]
    seed: u64,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
}

/// Finds a claim by its name.
fn named(name: &String) -> Result<&'static Claim, Failure> {
    Claim::named(name).ok_or_else(|| {
        let expected = suggest(name, Claim::all().map(|claim| claim.id));
        let error = SyntaxError::new(name, 0..name.len(), format!("unknown name `{name}`"), expected);
        Failure::argument("claims", name, error)
    })
}

impl Claims {
    pub fn run(&self, show: &OutputArgs) -> Result<Output, Failure> {
        if self.markdown && show.format() != Format::Text {
            let text = "`--markdown` is a form of text output; expected no other `--format`".to_owned();
            return Err(Failure::Usage(text));
        }
        let given: Vec<&Claim> = self.names.iter().map(named).collect::<Result<_, _>>()?;
        let is_wanted = |claim: &&Claim| given.is_empty() || given.iter().any(|one| one.id == claim.id);
        let claims = Claim::all().filter(is_wanted);
        let style = ProgressStyle::with_template("{msg}  {human_pos} games  {elapsed}")
            .expect("the template is right");
        let bar =
            if show.quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner().with_style(style) };
        let interrupt = Interrupt::default();
        interrupt.register()?;
        let effort = Effort {
            quick: self.quick,
            seed: self.seed,
            threads: threads_or_cores(self.threads),
            progress: &|games| {
                bar.inc(games);
                interrupt.end_if_received(&bar);
            },
        };
        let test = |claim: &'static Claim| {
            bar.set_message(claim.id);
            (claim, claim.test(&effort))
        };
        let tested = claims.map(test).collect();
        bar.finish_and_clear();
        Ok(Output::of(&Results { request: self, tested }, show))
    }
}

/// The claims, tested.
struct Results<'a> {
    request: &'a Claims,
    tested: Vec<(&'static Claim, Tested)>,
}

/// A claim, tested.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ClaimJson {
    /// The name.
    id: &'static str,
    /// Where it comes from.
    source: &'static str,
    /// What it states.
    statement: &'static str,
    /// `confirmed`, `refuted` or `measured`.
    outcome: &'static str,
    /// What was searched and counted.
    method: String,
    /// The sets of games.
    scope: Vec<SetJson>,
    /// The number of games, times the number of subjects.
    searches: u64,
    /// The number of searches in which the statement is false; `null` if a number was measured.
    false_in: Option<u64>,
    /// The smallest game in which the statement is false, as a case.
    counterexample: Option<String>,
    /// The numbers, with their confidence intervals.
    figures: Vec<FigureJson>,
    /// The command line that tests it again.
    replay: String,
}

/// A set of games.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct SetJson {
    /// What it contains.
    name: String,
    /// The number of its games.
    games: u64,
}

impl Results<'_> {
    fn replay(&self, claim: &Claim) -> String {
        let Claims { quick, seed, .. } = self.request;
        format!("pvcheck claims {}{} --seed {seed}", claim.id, if *quick { " --quick" } else { "" })
    }

    fn row(&self, claim: &Claim, tested: &Tested) -> ClaimJson {
        let (false_in, counterexample, figures) = match &tested.conclusion {
            Conclusion::Confirmed => (Some(0), None, Vec::new()),
            Conclusion::Refuted { searches, smallest } => {
                (Some(*searches), smallest.as_ref().map(ToString::to_string), Vec::new())
            }
            Conclusion::Measured(figures) => (None, None, figures.iter().map(FigureJson::new).collect()),
        };
        let set = |(name, games): &(String, u64)| SetJson { name: name.clone(), games: *games };
        ClaimJson {
            id: claim.id,
            source: claim.source,
            statement: claim.statement,
            outcome: tested.conclusion.name(),
            method: tested.method.clone(),
            scope: tested.scope.iter().map(set).collect(),
            searches: tested.games() * tested.subjects,
            false_in,
            counterexample,
            figures,
            replay: self.replay(claim),
        }
    }

    fn verdict(&self) -> String {
        let count = |name| self.tested.iter().filter(|(_, tested)| tested.conclusion.name() == name).count();
        let [confirmed, refuted, measured] = ["confirmed", "refuted", "measured"].map(count);
        let all = counted(self.tested.len() as u64, "claim");
        format!("{all}: {confirmed} confirmed, {refuted} refuted, {measured} measured.")
    }

    fn markdown(&self) -> String {
        let mut text = "| outcome | statement | source | result |\n|---|---|---|---|\n".to_owned();
        for (claim, tested) in &self.tested {
            let result = result(tested).replace('|', "\\|");
            let Claim { id, statement, source, .. } = claim;
            text +=
                &format!("| {} | `{id}`: {statement} | {source} | {result} |\n", tested.conclusion.name());
        }
        text
    }
}

/// Returns the result of a test in one sentence.
fn result(tested: &Tested) -> String {
    let (false_in, figures): (_, &[Figure]) = match &tested.conclusion {
        Conclusion::Confirmed => (Some(0), &[]),
        Conclusion::Refuted { searches, .. } => (Some(*searches), &[]),
        Conclusion::Measured(figures) => (None, figures),
    };
    let numbers = figures.iter().map(|figure| ClaimNumber {
        label: figure.measured.label.clone(),
        varied: figure.measured.varied.as_ref().map(|varied| (varied.value, varied.name.to_owned())),
        size: figure.measured.size.map(|size| (size.branching, size.depth)),
        value: figure.value,
        interval: figure.interval,
    });
    claim_result(tested.games() * tested.subjects, false_in, &numbers.collect::<Vec<_>>())
}

impl Render for Results<'_> {
    fn has_findings(&self) -> bool {
        false
    }

    fn text(&self, width: u16) -> String {
        if self.request.markdown {
            return self.markdown();
        }
        let options = wrapping(width).initial_indent("    ").subsequent_indent("    ");
        let mut text = String::new();
        for (claim, tested) in &self.tested {
            let style = if matches!(tested.conclusion, Conclusion::Refuted { .. }) { KNOWN } else { GOOD };
            let outcome = styled(style, tested.conclusion.name());
            text += &format!("{outcome}  {}\n", claim.id);
            let sets: Vec<_> = tested.scope.iter().map(|(name, games)| set(name, *games)).collect();
            let entries = [
                claim.statement.to_owned(),
                format!("Source: {}.", claim.source),
                format!("Result: {}.", result(tested)),
                format!("Method: {}. Games: {}.", tested.method, sets.join("; ")),
            ];
            for entry in entries {
                text += &format!("{}\n", textwrap::fill(&entry, &options));
            }
            if let Conclusion::Refuted { smallest: Some(case), .. } = &tested.conclusion {
                text += &format!("    Smallest: pvcheck explain '{case}'\n");
            }
            text.push('\n');
        }
        text + &self.verdict() + "\n"
    }

    fn json(&self) -> Document<impl Serialize> {
        let rows = self.tested.iter().map(|(claim, tested)| self.row(claim, tested)).collect();
        Document::new("claims", Some(self.request.seed), json!({ "quick": self.request.quick }), rows)
    }

    fn ci(&self) -> CiReport {
        let item = |(claim, tested): &(&Claim, Tested)| CiItem {
            name: claim.id.to_owned(),
            group: tested.conclusion.name().to_owned(),
            place: None,
            failure: None,
        };
        let items = self.tested.iter().map(item).collect();
        CiReport { title: "pvcheck claims".to_owned(), verdict: self.verdict(), items, notes: Vec::new() }
    }
}

/// Returns a set of games and their number.
fn set(name: &str, games: u64) -> String {
    format!("{name} ({})", thousands(games))
}
