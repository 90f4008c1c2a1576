//! `pvcheck reproduce`: computes the figures of the literature, and compares them.

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::args::{decimal, number, parsed};
use super::{Failure, Interrupt, Output, OutputArgs, Render, Result, progress_bar};
use crate::report::{
    CiFailure, CiItem, CiReport, Document, FigureJson, counted, figure_sources, figure_tables, joined,
};
use pvcheck::experiment::{Deadline, MOST_THREADS, threads_or_cores};
use pvcheck_lab::reproduce::{Agreement, Family, Figure, Query, Reproduction, compare, measure};

#[derive(Args, Clone, Debug)]
#[command(after_help = "Families of random trees:\n  \
    permutations    different leaves in random order\n  \
    values:K        each leaf is a random number from 0 to K-1\n  \
    ordered:P       the first move is the best one in P percent of the positions; `ordered` is 70:\n  \
                    strongly ordered\n  \
    incremental:K   each move changes the score by a random number from -K to K\n  \
    win-loss:P      each leaf is won for the side to move there with probability P\n  \
    mixed           the games of `pvcheck matrix`, of all sizes")]
pub(super) struct Reproduce {
    /// What to reproduce; without a name, all names are listed
    name: Option<String>,
    /// List all names, with the sources
    #[arg(long, conflicts_with = "name")]
    list: bool,
    /// Family of random trees (below) [default: depends on the name]
    #[arg(long, value_name = "FAMILY")]
    family: Option<String>,
    /// Number of moves at every inner position of the trees; repeatable [default: depends on the name; 2 if
    /// only depths are given]; 0 to 1,000
    #[arg(long, value_name = "B", value_parser = number::<u16>(0, 1_000))]
    branching: Vec<u16>,
    /// Height of the trees and depth of the search, in plies; repeatable [default: depends on the name; 3 if
    /// only numbers of moves are given]; 0 to 32
    #[arg(long, value_name = "D", value_parser = number::<u8>(0, 32))]
    depth: Vec<u8>,
    /// Number of random trees of each size, 2 to 1e9 [default: depends on the size]
    #[arg(long, value_name = "N", value_parser = number::<u64>(2, 1_000_000_000))]
    games: Option<u64>,
    /// Seed of the random trees
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::<u64>(0, u64::MAX))]
    seed: u64,
    /// Instead of a sample, all trees of each size: the exact means, as fractions
    #[arg(long, conflicts_with_all = ["games", "seed", "confidence"])]
    exact: bool,
    /// Confidence, in percent, that all compared intervals together contain their values, from 50 to 99.9999
    #[arg(long, value_name = "PERCENT", default_value = "95", value_parser = decimal(50.0, 99.9999))]
    confidence: f64,
    /// Number of threads, 1 to 256 [default: one per core]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1, MOST_THREADS))]
    threads: Option<usize>,
}

impl Reproduce {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        match &self.name {
            Some(name) => self.reproduce(name, show),
            None => Ok(Output::of(&Experiments, show)),
        }
    }

    fn reproduce(&self, name: &str, show: &OutputArgs) -> Result<Output> {
        let experiment: Reproduction = parsed("reproduce", name)?;
        let family = match &self.family {
            Some(text) => parsed("--family", text)?,
            None => experiment.usual_family(),
        };
        // The number of games depends on the experiment, so the bar has no end.
        let bar = progress_bar(show, None, "{human_pos} games  {elapsed}");
        let interrupt = Interrupt::registered(&Deadline::default())?;
        let query = Query {
            family,
            branchings: &self.branching,
            depths: &self.depth,
            games: self.games,
            seed: self.seed,
            exact: self.exact,
            threads: threads_or_cores(self.threads),
            progress: &|games| {
                bar.inc(games);
                interrupt.end_if_received(&bar);
            },
        };
        let measured = measure(experiment, &query);
        bar.finish_and_clear();
        let measured = measured.map_err(Failure::usage)?;
        let (figures, level) = compare(measured, (!self.exact).then_some(self.confidence / 100.0));
        let reproduced = Reproduced { request: self, experiment, family, figures, level };
        Ok(Output::of(&reproduced, show))
    }
}

struct Experiments;

/// Something that can be reproduced.
#[derive(Serialize)]
pub(super) struct ExperimentJson {
    /// The name.
    name: &'static str,
    /// What it computes.
    summary: &'static str,
    /// Where the figures come from.
    source: &'static str,
}

impl Render for Experiments {
    fn text(&self, width: u16) -> String {
        let indented =
            textwrap::Options::new(usize::from(width)).initial_indent("    ").subsequent_indent("    ");
        let entries = Reproduction::ALL.iter().map(|one| {
            let summary = textwrap::fill(one.summary(), &indented);
            let source = textwrap::fill(&format!("Source: {}.", one.source()), &indented);
            format!("{}\n{summary}\n{source}\n", one.name())
        });
        joined(entries, "\n")
    }

    fn json(&self) -> Document<impl Serialize> {
        let row = |one: &Reproduction| ExperimentJson {
            name: one.name(),
            summary: one.summary(),
            source: one.source(),
        };
        Document::new("reproduce", None, json!({}), Reproduction::ALL.iter().map(row))
    }

    fn ci(&self) -> CiReport {
        CiReport::new("pvcheck reproduce", String::new(), [])
    }
}

/// The figures of an experiment, compared. The findings are those that differ from the literature.
struct Reproduced<'a> {
    request: &'a Reproduce,
    experiment: Reproduction,
    family: Family,
    figures: Vec<Figure>,
    /// The confidence of each interval, as a share; `None` if the values are exact.
    level: Option<f64>,
}

impl Reproduced<'_> {
    fn compared(&self) -> usize {
        self.figures.iter().filter(|figure| figure.agreement.is_some()).count()
    }

    fn differing(&self) -> impl Iterator<Item = &Figure> {
        self.figures.iter().filter(|figure| figure.agreement == Some(Agreement::Differs))
    }

    fn scope(&self) -> String {
        let (family, compared) = (self.family, self.compared());
        let Some(level) = self.level else {
            return format!("All trees of each size, `{family}`: exact values.");
        };
        let level = format!("{:.4}", 100.0 * level);
        let level = level.trim_end_matches('0').trim_end_matches('.');
        let each = match compared {
            0 | 1 => String::new(),
            _ => format!(" for all {compared} compared figures together, {level} % for each"),
        };
        let Reproduce { seed, confidence, .. } = self.request;
        format!("Random trees, `{family}`, from seed {seed}. Confidence: {confidence} %{each}.")
    }

    fn verdict(&self) -> String {
        let compared = self.compared();
        if compared == 0 {
            return "No figure is compared with the literature.".to_owned();
        }
        let result = match (compared, self.differing().count()) {
            (1, 0) => "it agrees".to_owned(),
            (_, 0) => "all agree".to_owned(),
            (_, 1) => "1 differs".to_owned(),
            (_, differing) => format!("{differing} differ"),
        };
        format!("{} compared with the literature: {result}.", counted(compared as u64, "figure"))
    }
}

impl Render for Reproduced<'_> {
    fn has_findings(&self) -> bool {
        self.differing().next().is_some()
    }

    fn text(&self, width: u16) -> String {
        let width = usize::from(width);
        let head = format!("{} Source: {}.", self.experiment.summary(), self.experiment.source());
        let mut text =
            format!("{}\n{}\n", textwrap::fill(&head, width), textwrap::fill(&self.scope(), width));
        text += &figure_tables(&self.figures);
        let sources = figure_sources(&self.figures);
        if !sources.is_empty() {
            text += match self.level {
                Some(_) => "\nLiterature (✓ in the interval, ✗ outside):\n",
                None => "\nLiterature (✓ equal to the exact value, ✗ different):\n",
            };
        }
        let indented = textwrap::Options::new(width).initial_indent("- ").subsequent_indent("  ");
        for source in sources {
            text += &format!("{}\n", textwrap::fill(source, &indented));
        }
        format!("{text}\n{}\n", self.verdict())
    }

    fn json(&self) -> Document<impl Serialize> {
        let Reproduce { exact, confidence, seed, .. } = *self.request;
        let scope = json!({
            "name": self.experiment.name(),
            "family": self.family.to_string(),
            "exact": exact,
            "confidence": self.level.map(|_| confidence),
            "level": self.level.map(|level| 100.0 * level),
        });
        let rows = self.figures.iter().map(FigureJson::new);
        Document::new("reproduce", (!exact).then_some(seed), scope, rows)
    }

    fn ci(&self) -> CiReport {
        let replay = format!("pvcheck reproduce {}", self.experiment.name());
        let item = |figure: &Figure| {
            let json = FigureJson::new(figure);
            let differs = figure.agreement == Some(Agreement::Differs);
            let failure = differs.then(|| CiFailure {
                message: format!("{} differs from the literature", json.title()),
                details: self.text(80),
                replay: replay.clone(),
            });
            CiItem::new(json.title(), self.experiment.name(), failure)
        };
        CiReport::new(&replay, self.verdict(), self.figures.iter().map(item))
    }
}
