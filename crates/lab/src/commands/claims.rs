//! `pvcheck-lab claims`: what the literature states about principal variations, tested.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::json;

use crate::claims::{Claim, ClaimJson, Effort, SetJson, outcomes};
use pvcheck::experiment::{Deadline, MOST_THREADS, threads_or_cores};
use pvcheck_cli::commands::args::{Format, OutputArgs, named, number};
use pvcheck_cli::commands::{Interrupt, Output, Render, Result, progress_bar, refused};
use pvcheck_cli::report::{
    CiItem, CiReport, Document, GOOD, KNOWN, counted, joined, styled, thousands, wrapping,
};

#[derive(Args, Clone, Debug)]
pub(super) struct Claims {
    /// Test only these claims (`pvcheck-lab list claims`); without a name, all of them
    #[arg(value_name = "NAME", value_parser = named::<&Claim>(), hide_possible_values = true)]
    names: Vec<&'static Claim>,
    /// Search small sets of games: seconds instead of some minutes
    #[arg(long)]
    quick: bool,
    /// Print a table in Markdown instead of text
    #[arg(long)]
    markdown: bool,
    /// Seed of the random games
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::<u64>(0, u64::MAX))]
    seed: u64,
    /// Number of threads, 1 to 256 [default: one per core]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1, MOST_THREADS))]
    threads: Option<usize>,
}

impl Claims {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        if self.markdown && show.format() != Format::Text {
            return refused("`--markdown` is a form of text output; expected no other `--format`");
        }
        let is_wanted =
            |claim: &&Claim| self.names.is_empty() || self.names.iter().any(|one| one.id == claim.id);
        let claims: Vec<&'static Claim> = Claim::all().filter(is_wanted).collect();
        let interrupt = Interrupt::registered(&Deadline::default())?;
        let bar = progress_bar(show, None, "{msg}  {human_pos} games  {elapsed}");
        let rows = self.tested(&claims, &bar, &interrupt);
        bar.finish_and_clear();
        let tested = rows.len();
        let mut output = Output::rendered(&Results { request: self, rows }, show);
        output.interrupted = interrupt.partial(tested, claims.len(), "claim");
        Ok(output)
    }

    /// Tests the claims in order until a signal is received.
    fn tested(&self, claims: &[&'static Claim], bar: &ProgressBar, interrupt: &Interrupt) -> Vec<ClaimJson> {
        let (own, claims, own_bar) = (self.clone(), claims.to_vec(), bar.clone());
        let (send, tested) = channel();
        let worker = thread::spawn(move || {
            let effort = Effort {
                quick: own.quick,
                seed: own.seed,
                threads: threads_or_cores(own.threads),
                progress: &|games| own_bar.inc(games),
            };
            for claim in claims {
                own_bar.set_message(claim.id);
                let quick = if own.quick { " --quick" } else { "" };
                let replay = format!("pvcheck-lab claims {}{quick} --seed {}", claim.id, own.seed);
                // No one waits for more once a signal was received.
                let _ = send.send(ClaimJson::new(claim, claim.test(&effort), replay));
            }
        });
        let mut rows = Vec::new();
        loop {
            match tested.recv_timeout(Duration::from_millis(50)) {
                Ok(row) => rows.push(row),
                Err(RecvTimeoutError::Timeout) if interrupt.status().is_some() => return rows,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        rows
    }
}

struct Results<'a> {
    request: &'a Claims,
    rows: Vec<ClaimJson>,
}

impl Results<'_> {
    fn verdict(&self) -> String {
        format!("{}: {}", counted(self.rows.len() as u64, "claim"), outcomes(&self.rows))
    }

    fn markdown(&self) -> String {
        let mut text = "| outcome | statement | source | result |\n|---|---|---|---|\n".to_owned();
        for row in &self.rows {
            let result = row.result().replace('|', "\\|");
            let ClaimJson { id, statement, source, outcome, .. } = row;
            text += &format!("| {outcome} | `{id}`: {statement} | {source} | {result} |\n");
        }
        text
    }
}

impl Render for Results<'_> {
    fn text(&self, width: u16) -> String {
        if self.request.markdown {
            return self.markdown();
        }
        let options = wrapping(width).initial_indent("    ").subsequent_indent("    ");
        let mut text = String::new();
        for row in &self.rows {
            let style = if row.outcome == "refuted" { KNOWN } else { GOOD };
            text += &format!("{}  {}\n", styled(style, &row.outcome), row.id);
            let set = |set: &SetJson| format!("{} ({})", set.name, thousands(set.games));
            let sets = joined(row.scope.iter().chain(&row.every_score).map(set), "; ");
            let entries = [
                row.statement.clone(),
                format!("Source: {}.", row.source),
                format!("Result: {}.", row.result()),
                format!("Method: {}. Games: {sets}.", row.method),
            ];
            for entry in entries {
                text += &format!("{}\n", textwrap::fill(&entry, &options));
            }
            if let Some(case) = &row.counterexample {
                text += &format!("    Smallest: pvcheck explain '{case}'\n");
            }
            text.push('\n');
        }
        text + &self.verdict() + "\n"
    }

    fn json(&self) -> Document<impl Serialize> {
        let scope = json!({ "quick": self.request.quick });
        Document::new("claims", Some(self.request.seed), scope, self.rows.iter())
    }

    fn ci(&self) -> CiReport {
        let items = self.rows.iter().map(|row| CiItem::new(&row.id, &row.outcome, None));
        CiReport::new("pvcheck-lab claims", self.verdict(), items)
    }
}
