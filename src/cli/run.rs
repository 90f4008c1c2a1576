//! The options and functions that `matrix` and `exhaust` share: they search many games.

use std::collections::HashSet;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanFloatCount, ProgressBar, ProgressState, ProgressStyle};

use super::interrupt::Interrupt;
use super::journal::{Journal, PAUSE};
use super::output::ensure_not_output;
use super::{Failure, OutputArgs, at_least_one};
use crate::algorithm::Algorithm;
use crate::campaign::{Campaign, Finished, Games, Part, Row, Shard};
use crate::case::Case;
use crate::check::{Harness, check, check_on};
use crate::pv::Store;
use crate::report::{ShardJson, counted, page};
use crate::search::SearchOptions;
use crate::shrink::shrink_by;
use crate::subject::{Regime, Subject};
use crate::syntax::SyntaxError;
use crate::verdict::{Finding, LineKind, ScoreVerdict};

/// Options of commands that search many games: the subjects, the number of threads, limits.
#[derive(Args, Clone, Debug)]
pub(super) struct Run {
    /// Test this subject, ALGORITHM+STORE[+OPTION...]; repeatable
    #[arg(long, value_name = "SUBJECT", conflicts_with_all = ["algorithm", "store", "regime"])]
    subject: Vec<String>,
    /// Test only this algorithm; repeatable
    #[arg(long, value_name = "NAME")]
    algorithm: Vec<String>,
    /// Test only this store; repeatable
    #[arg(long, value_name = "NAME")]
    store: Vec<String>,
    /// Test only this regime; repeatable
    #[arg(long, value_name = "NAME")]
    regime: Vec<String>,
    /// Stop after this time; the result is of the games played by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Stop after the round of games in which N guarantees were broken; each kind of finding counts once per
    /// subject
    #[arg(long, value_name = "N", conflicts_with = "journal", value_parser = at_least_one)]
    max_findings: Option<NonZeroUsize>,
    /// Search only shard K of N of the run; the result is JSON for `pvcheck merge`
    #[arg(long, value_name = "K/N", conflicts_with_all = ["time", "max_findings"])]
    shard: Option<Shard>,
    /// Record progress in FILE; if FILE is a journal of the same run, continue from its end
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
    /// The results of shards, to add up instead of playing.
    #[arg(skip)]
    parts: Vec<Part>,
    #[command(flatten)]
    pub show: OutputArgs,
}

/// The result of a run; for a shard also the data that `merge` needs.
pub(super) struct PlayedRun {
    pub finished: Finished,
    pub shard: Option<ShardJson>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a number of seconds, above 0 and below 2^64".to_owned())
}

impl Run {
    /// Returns the subjects to test: those given by `--subject`, or else those of `usual` that have the
    /// given algorithms, stores and regimes.
    ///
    /// # Errors
    ///
    /// When a name is unknown or no subject is left.
    pub fn subjects(&self, usual: Vec<Subject>) -> Result<Vec<Subject>, Failure> {
        if !self.subject.is_empty() {
            let mut subjects: Vec<Subject> = parse_all("--subject", &self.subject)?;
            let mut seen = HashSet::new();
            subjects.retain(|&subject| seen.insert(subject));
            return Ok(subjects);
        }
        let algorithms: Vec<Algorithm> = parse_all("--algorithm", &self.algorithm)?;
        let stores: Vec<Store> = parse_all("--store", &self.store)?;
        let regimes: Vec<Regime> = parse_all("--regime", &self.regime)?;
        let mut subjects = usual;
        subjects.retain(|subject| {
            (algorithms.is_empty() || algorithms.contains(&subject.algorithm))
                && (stores.is_empty() || stores.contains(&subject.store))
                && (regimes.is_empty() || regimes.contains(&subject.regime()))
        });
        if subjects.is_empty() {
            let mut text = "no combination of the given algorithms, stores and regimes is tested here; \
                            `--subject` takes every valid combination"
                .to_owned();
            for algorithm in algorithms {
                let alone = Subject { algorithm, store: Store::Triangular, options: SearchOptions::NONE };
                if let Some(why) = alone.meaningless() {
                    text += &format!("\n  {}: {why}", algorithm.name());
                }
            }
            return Err(Failure::Usage(text));
        }
        Ok(subjects)
    }

    /// Whether algorithms were given.
    pub fn has_algorithms(&self) -> bool {
        !self.algorithm.is_empty()
    }

    /// Whether subjects were given by `--subject`; such a run is not judged by its feature coverage.
    pub fn has_subjects(&self) -> bool {
        !self.subject.is_empty()
    }

    /// Makes this run add up `parts` instead of playing, and show the result as `show` describes.
    pub fn merges(&mut self, parts: Vec<Part>, show: &OutputArgs) {
        (self.parts, self.show) = (parts, show.clone());
    }

    /// Returns the arguments that determine the result, without those of the command itself.
    pub fn arguments(&self) -> Vec<String> {
        let options = [
            ("--subject", &self.subject),
            ("--algorithm", &self.algorithm),
            ("--store", &self.store),
            ("--regime", &self.regime),
        ];
        let words = options.iter().flat_map(|&(flag, texts)| texts.iter().map(move |text| [flag, text]));
        words.flatten().map(str::to_owned).collect()
    }

    /// Plays the games, or the shard's part of them, until a limit is reached. `run` is the command line of
    /// the whole run.
    pub fn play(
        &self,
        games: &dyn Games,
        subjects: Vec<Subject>,
        run: Vec<String>,
    ) -> Result<PlayedRun, Failure> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or(cores, NonZeroUsize::get);
        // The bar is drawn on standard error, and only on a terminal.
        let bar = if self.show.quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
        let style = ProgressStyle::with_template(
            "{bar:30} {human_pos}/{human_len} games  {speed} games/s  {eta} left",
        );
        let speed = |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.0}", HumanFloatCount(state.per_sec()));
        };
        bar.set_style(style.expect("the template is right").with_key("speed", speed));
        let max_findings = self.max_findings.map(NonZeroUsize::get);
        let interrupt = Interrupt::default();
        let campaign = Campaign::new(games, subjects).threads(threads).until(deadline);
        let campaign = campaign.until_findings(max_findings).until_set(&interrupt.received);
        let campaign = match self.shard {
            Some(shard) => campaign.within(shard.range(games.count())),
            None => campaign,
        };
        // With a journal, pause often: a run that is killed then loses little.
        let campaign = if self.journal.is_some() { campaign.pausing(PAUSE) } else { campaign };
        bar.set_length(campaign.games().end - campaign.games().start);
        let played = match &self.journal {
            _ if !self.parts.is_empty() => self.sum(&campaign),
            Some(path) => self.continue_journal(&campaign, &run, &bar, (path, &interrupt)),
            None => campaign.play_on(campaign.begin(), |games| bar.inc(games), |_| Ok(())),
        };
        bar.finish_and_clear();
        let part = played?;
        let finished = campaign.finish(&part);
        let shard = self.shard.map(|shard| ShardJson::new(shard, run, part));
        Ok(PlayedRun { finished, shard })
    }

    /// Plays from the end of the journal, and records progress there.
    fn continue_journal(
        &self,
        campaign: &Campaign<'_>,
        run: &[String],
        bar: &ProgressBar,
        (path, interrupt): (&PathBuf, &Interrupt),
    ) -> Result<Part, Failure> {
        let mut part = campaign.begin();
        ensure_not_output(path, "the journal", &self.show)?;
        let shard = self.shard.map(String::from);
        let mut journal = Journal::open(path, run, shard, &campaign.games(), &mut part)?;
        let registered = interrupt.register();
        registered.map_err(|error| Failure::Io { path: "signals".into(), doing: "wait for", error })?;
        let games = part.games();
        bar.inc(games.end - games.start);
        let part = campaign.play_on(part, |games| bar.inc(games), |round| journal.record(round))?;
        journal.flush()?;
        match interrupt.status() {
            Some(status) if part.games() != campaign.games() => {
                let games = part.games().end - part.games().start;
                Err(Failure::Interrupted { status, games, journal: path.clone() })
            }
            _ => Ok(part),
        }
    }

    /// Adds up the parts of all shards.
    fn sum(&self, campaign: &Campaign<'_>) -> Result<Part, Failure> {
        let mut whole = campaign.begin();
        for part in &self.parts {
            whole
                .append(part)
                .map_err(|error| Failure::Usage(format!("the shards do not fit together: {error}")))?;
        }
        if whole.games() != campaign.games() {
            let (found, expected) = (whole.games(), campaign.games());
            let text = format!("the shards have {} games in total; expected {}", found.end, expected.end);
            return Err(Failure::Usage(text));
        }
        Ok(whole)
    }
}

/// Parses the values of an option.
fn parse_all<T: FromStr<Err = SyntaxError>>(flag: &str, texts: &[String]) -> Result<Vec<T>, Failure> {
    let one = |text: &String| text.parse().map_err(|error| Failure::argument(flag, text, error));
    texts.iter().map(one).collect()
}

/// Returns a page for the smallest counterexample of each kind of finding over all rows, shrunk. Findings
/// that break a guarantee come first and are always shown. Committed counterexamples that no longer show
/// their finding come last.
pub(super) fn counterexample_pages(rows: &[Row]) -> String {
    let mut text = String::new();
    let broken: Vec<Case> = rows.iter().flat_map(broken_cases).collect();
    // Another optimal line and a true bound are not flaws.
    let harmless = [Finding::Line(LineKind::Equivalent), Finding::Score(ScoreVerdict::Bound)];
    let known = Finding::all().filter(|finding| !harmless.contains(finding));
    let known = known.filter_map(|finding| {
        let cases = rows.iter().filter_map(|row| row.counterexamples.get(&finding));
        cases.min_by_key(|case| case.size()).cloned()
    });
    let known: Vec<Case> = known.filter(|case| !broken.contains(case)).collect();
    for case in broken.iter().chain(&known) {
        let finding = case.expect.expect("a counterexample expects what it shows");
        let mut harness = Harness::default();
        let is_broken = broken.contains(case);
        let small = shrink_by(case, |case| {
            let shown = check_on(&mut harness, case);
            shown.is_ok_and(|shown| shown.shows(finding) && !(is_broken && shown.is_kept()))
        });
        if let Ok(checked) = check(&small) {
            let kind = finding.name().replace('_', " ");
            text.push_str(&format!("\nSmallest counterexample: {kind}\n\n{}", page(&small, &checked)));
        }
    }
    for case in rows.iter().filter_map(|row| row.not_reproduced.as_ref()) {
        if let (Some(expected), Ok(checked)) = (case.expect, check(case)) {
            let expected = expected.name().replace('_', " ");
            text.push_str(&format!(
                "\nCommitted counterexample that no longer shows: {expected}\n\n{}",
                page(case, &checked)
            ));
        }
    }
    text
}

fn broken_cases(row: &Row) -> impl Iterator<Item = Case> {
    row.breaches.values().cloned()
}

/// Returns a summary in sentences, and whether there is a finding.
pub(super) fn summary(rows: &[Row], insufficient_coverage: &[String]) -> (String, bool) {
    let broken: Vec<String> =
        rows.iter().filter(|row| !row.is_kept()).map(|row| row.subject.to_string()).collect();
    let mut text = String::new();
    if broken.is_empty() {
        let subjects = counted(rows.len() as u64, "subject");
        text.push_str(&format!("Every guarantee was kept by {subjects}.\n"));
    } else {
        text.push_str(&format!("GUARANTEES BROKEN by {}.\n", broken.join(", ")));
    }
    for rare in insufficient_coverage {
        text.push_str(&format!("INSUFFICIENT FEATURE COVERAGE: {rare} (in too few games).\n"));
    }
    (text, !broken.is_empty() || !insufficient_coverage.is_empty())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::report::RowJson;

    #[test]
    fn a_broken_guarantee_and_insufficient_coverage_are_findings() {
        let case: Case = "v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]".parse().expect("a case");
        let mut checked = check(&case).expect("within capacity");
        let valid = Row::of_case(&case, &checked);
        assert_eq!(
            summary(std::slice::from_ref(&valid), &[]),
            ("Every guarantee was kept by 1 subject.\n".to_owned(), false)
        );
        let (text, findings) = summary(std::slice::from_ref(&valid), &["ties".to_owned()]);
        assert!(findings && text.contains("INSUFFICIENT FEATURE COVERAGE: ties (in too few games)."));
        checked.verdict.line = LineKind::Unsound.into();
        let (text, findings) = summary(&[valid, Row::of_case(&case, &checked)], &[]);
        assert!(findings && text.contains("GUARANTEES BROKEN by pvs-soft+triangular."));
    }

    #[test]
    fn text_and_json_show_breaches_and_counterexamples_that_are_not_reproduced() {
        let text = "v1 alpha-beta-hard+triangular depth=2 expect=unsound [[1 0] [1 0]]";
        let case: Case = text.parse().expect("a case");
        let mut checked = check(&case).expect("within capacity");
        checked.verdict.line = LineKind::Illegal.into();
        let row = Row { not_reproduced: Some(case.clone()), ..Row::of_case(&case, &checked) };
        let json = serde_json::to_value(RowJson::of_run(&row, false)).expect("every key is a string");
        let breach = "v1 alpha-beta-hard+triangular depth=2 expect=illegal [[1 0] [1 0]]";
        assert_eq!((&json["breaches"]["illegal"], &json["not_reproduced"]), (&breach.into(), &text.into()));
        let pages = counterexample_pages(&[row]);
        assert!(pages.contains("Smallest counterexample: illegal"), "{pages}");
        assert!(pages.contains("Committed counterexample that no longer shows: unsound"), "{pages}");
        let replay = text.replace(" expect=unsound", "");
        assert!(pages.contains(&format!("pvcheck check --case '{replay}'")), "{pages}");
    }

    /// A smaller case with the same finding may keep the guarantee. Here every case of the correct search does.
    #[test]
    fn the_case_of_a_broken_guarantee_shrinks_only_while_it_breaks_it() {
        let text = "v1 alpha-beta-hard+single-array depth=2 [[1 0] [1 0] [2 0] 4]";
        let case: Case = text.parse().expect("a case");
        let unsound = Finding::Line(LineKind::Unsound);
        let mut checked = check(&case).expect("within capacity");
        checked.verdict.line = LineKind::Unsound.into();
        let row = Row::of_case(&case, &checked);
        assert!(row.is_kept() && row.counterexamples.contains_key(&unsound));
        let breaches = row.counterexamples.clone();
        let broken = Row { counterexamples: BTreeMap::new(), breaches, ..row.clone() };
        assert!(counterexample_pages(&[broken]).contains("[[1 0] [1 0] [2 0] 4]"));
    }
}
