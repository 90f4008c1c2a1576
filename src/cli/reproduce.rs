//! `pvcheck reproduce`: computes the figures of the literature, and compares them.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgMatches, Args, FromArgMatches, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::{Failure, Format, Output, OutputArgs, at_least_one};
use crate::report::{Document, FigureJson, counted, figure_csv, figure_sources, figure_tables};
use crate::reproduce::{Agreement, Experiment, Family, Figure, Request, compare, measure};
use crate::syntax::SyntaxError;

/// The command, with the options for output as other commands have them.
#[derive(Clone, Debug)]
pub(super) struct Reproduce {
    options: Options,
    show: OutputArgs,
}

#[derive(Args, Clone, Debug)]
#[command(after_help = "Families of random trees:\n  \
    permutations    different leaves in random order\n  \
    values:K        each leaf is a random number from 0 to K-1\n  \
    ordered         strongly ordered: the first move is the best one with probability 0.70\n  \
    incremental:K   each move changes the score by a random number from -K to K\n  \
    win-loss:P      each leaf is won for the side to move there with probability P\n  \
    mixed           the games of `pvcheck matrix`, of all sizes")]
struct Options {
    /// What to reproduce; without a name, all names are listed
    name: Option<String>,
    /// List all names, with the sources
    #[arg(long, conflicts_with = "name")]
    list: bool,
    /// Family of random trees (below) [default: depends on the name]
    #[arg(long, value_name = "FAMILY")]
    family: Option<String>,
    /// Number of moves at every inner position of the trees; repeatable [default: depends on the name; 2 if
    /// only depths are given]
    #[arg(long, value_name = "B")]
    branching: Vec<u16>,
    /// Height of the trees and depth of the search, in plies; repeatable [default: depends on the name; 3 if
    /// only numbers of moves are given]
    #[arg(long, value_name = "D")]
    depth: Vec<u8>,
    /// Number of random trees of each size [default: depends on the size]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    games: Option<u64>,
    /// Seed of the random trees
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Instead of a sample, all trees of each size: the exact means, as fractions
    #[arg(long, conflicts_with_all = ["games", "seed", "confidence"])]
    exact: bool,
    /// Confidence, in percent, that all compared intervals together contain their values
    #[arg(long, value_name = "PERCENT", default_value = "95", value_parser = percent)]
    confidence: f64,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    output: FigureOutput,
}

/// Options for the output, with more formats than those of other commands.
#[derive(Args, Clone, Debug)]
struct FigureOutput {
    /// Output format: text for people, JSON or CSV for programs
    #[arg(long, value_enum, default_value_t = FigureFormat::Text)]
    format: FigureFormat,
    /// Write the result to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Do not show a progress bar
    #[arg(long)]
    quiet: bool,
    /// Do not use colours
    #[arg(long)]
    no_color: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum FigureFormat {
    Text,
    Json,
    Csv,
}

/// Parses a confidence in percent.
fn percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok().filter(|percent| (50.0..=99.9999).contains(percent));
    percent.ok_or_else(|| "expected a number from 50 to 99.9999".to_owned())
}

impl Args for Reproduce {
    fn augment_args(command: clap::Command) -> clap::Command {
        Options::augment_args(command)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Options::augment_args_for_update(command)
    }
}

impl FromArgMatches for Reproduce {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let options = Options::from_arg_matches(matches)?;
        let FigureOutput { ref out, quiet, no_color, .. } = options.output;
        // The format of the others is not used here.
        let show = OutputArgs { format: Format::Text, out: out.clone(), quiet, no_color };
        Ok(Self { options, show })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Reproduce {
    pub fn show(&self) -> &OutputArgs {
        &self.show
    }

    pub fn run(&self) -> Result<Output, Failure> {
        match &self.options.name {
            Some(name) => self.options.reproduce(name),
            None => Ok(Output { text: self.options.list(), findings: false }),
        }
    }
}

impl Options {
    fn list(&self) -> String {
        let all = Experiment::ALL.iter();
        match self.output.format {
            FigureFormat::Json => {
                let rows = all.map(
                    |one| json!({ "name": one.name(), "summary": one.summary(), "source": one.source() }),
                );
                Document::new("reproduce", None, json!({}), rows.collect()).text()
            }
            FigureFormat::Csv => {
                let mut writer = csv::Writer::from_writer(Vec::new());
                let rows = all.map(|one| [one.name(), one.summary(), one.source()]);
                for row in std::iter::once(["name", "summary", "source"]).chain(rows) {
                    writer.write_record(row).expect("memory takes any text");
                }
                let bytes = writer.into_inner().expect("memory takes any text");
                String::from_utf8(bytes).expect("the fields are text")
            }
            FigureFormat::Text => {
                let rows = all.map(|one| {
                    let indented =
                        textwrap::Options::new(79).initial_indent("    ").subsequent_indent("    ");
                    let wrapped = textwrap::fill(one.summary(), &indented);
                    let source = textwrap::fill(&format!("Source: {}.", one.source()), &indented);
                    format!("{}\n{wrapped}\n{source}\n", one.name())
                });
                rows.collect::<Vec<_>>().join("\n")
            }
        }
    }

    fn reproduce(&self, name: &str) -> Result<Output, Failure> {
        let invalid = |argument: &'static str, text: &str| {
            let text = text.to_owned();
            move |error: SyntaxError| Failure::argument(argument, &text, error)
        };
        let experiment = name.parse::<Experiment>().map_err(invalid("reproduce", name))?;
        let family = match &self.family {
            Some(text) => text.parse::<Family>().map_err(invalid("--family", text))?,
            None => experiment.usual_family(),
        };
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        // The number of games depends on the experiment, so the bar has no end.
        let style =
            ProgressStyle::with_template("{human_pos} games  {elapsed}").expect("the template is right");
        let bar = if self.output.quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new_spinner().with_style(style)
        };
        let request = Request {
            family,
            branchings: &self.branching,
            depths: &self.depth,
            games: self.games,
            seed: self.seed,
            exact: self.exact,
            threads: self.threads.map_or(cores, NonZeroUsize::get),
            progress: &|games| bar.inc(games),
        };
        let measured = measure(experiment, &request);
        bar.finish_and_clear();
        let measured = measured.map_err(|refused| Failure::Usage(refused.to_string()))?;
        let (figures, level) = compare(measured, (!self.exact).then_some(self.confidence / 100.0));
        let findings = figures.iter().any(|figure| figure.agreement == Some(Agreement::Differs));
        let text = match self.output.format {
            FigureFormat::Text => self.text(experiment, family, &figures, level),
            FigureFormat::Json => self.json(experiment, family, &figures, level),
            FigureFormat::Csv => figure_csv(&figures),
        };
        Ok(Output { text, findings })
    }

    fn text(&self, experiment: Experiment, family: Family, figures: &[Figure], level: Option<f64>) -> String {
        let compared = figures.iter().filter(|figure| figure.agreement.is_some()).count();
        let differing = figures.iter().filter(|figure| figure.agreement == Some(Agreement::Differs)).count();
        let games = match level {
            None => format!("All trees of each size, `{family}`: exact values."),
            Some(level) => {
                let level = format!("{:.4}", 100.0 * level);
                let level = level.trim_end_matches('0').trim_end_matches('.');
                let each = match compared {
                    0 | 1 => String::new(),
                    _ => format!(" for all {compared} compared figures together, {level} % for each"),
                };
                let confidence = self.confidence;
                format!(
                    "Random trees, `{family}`, from seed {}. Confidence: {confidence} %{each}.",
                    self.seed
                )
            }
        };
        let head = format!("{} Source: {}.", experiment.summary(), experiment.source());
        let mut text = format!("{}\n{}\n", textwrap::fill(&head, 79), textwrap::fill(&games, 79));
        text += &figure_tables(figures);
        let sources = figure_sources(figures);
        if sources.is_empty() {
            return text + "\nNo figure is compared with the literature.\n";
        }
        text += match level {
            Some(_) => "\nLiterature (✓ in the interval, ✗ outside):\n",
            None => "\nLiterature (✓ equal to the exact value, ✗ different):\n",
        };
        let indented = textwrap::Options::new(79).initial_indent("- ").subsequent_indent("  ");
        for source in sources {
            text += &format!("{}\n", textwrap::fill(source, &indented));
        }
        let result = match (compared, differing) {
            (1, 0) => "it agrees".to_owned(),
            (_, 0) => "all agree".to_owned(),
            (_, 1) => "1 differs".to_owned(),
            _ => format!("{differing} differ"),
        };
        text +=
            &format!("\n{} compared with the literature: {result}.\n", counted(compared as u64, "figure"));
        text
    }

    fn json(&self, experiment: Experiment, family: Family, figures: &[Figure], level: Option<f64>) -> String {
        let scope = json!({
            "name": experiment.name(),
            "family": family.to_string(),
            "exact": self.exact,
            "confidence": level.map(|_| self.confidence),
            "level": level.map(|level| 100.0 * level),
        });
        let seed = (!self.exact).then_some(self.seed);
        Document::new("reproduce", seed, scope, figures.iter().map(FigureJson::new).collect()).text()
    }
}
