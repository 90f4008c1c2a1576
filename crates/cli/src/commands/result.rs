//! The result of a run of many games, in each format: what `matrix` and `exhaust` show.

use serde::Serialize;
use serde_json::Value;

use super::{Failure, Next, Output, OutputArgs, Render};
use crate::report::{
    BROKEN, CI_WIDTH, CiFailure, CiItem, CiReport, Document, GOOD, MARKS, RowJson, ShardJson, answered,
    chess_root, counted, expected_failure, joined, legend, line_mark, map_of_results, page, replay, smaller,
    styled, summary, thousands, wrapping,
};
use pvcheck::campaign::{Finished, Row};
use pvcheck::case::Case;
use pvcheck::check::{Checked, Harness, check};
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::verdict::{Finding, LineKind, ScoreVerdict};

#[derive(Default)]
pub struct RunResult {
    /// The name of the program.
    pub program: &'static str,
    /// The command and the arguments that give the same result.
    pub arguments: Vec<String>,
    /// The number of games of the whole run; `None` if a run of classes ended before all classes were found.
    pub games: Option<u64>,
    /// The exit status for the signal that ended the run early.
    pub interrupted: Option<u8>,
    pub seed: Option<u64>,
    /// The scope of the run, for JSON.
    pub scope: Value,
    /// The scope of the run, in words.
    pub heading: String,
    /// Sentences on the judgments for which the run was too short.
    pub limits: Vec<String>,
    /// The subjects of which nothing was searched, each with the reason.
    pub skipped: Vec<(Subject, &'static str)>,
    pub finished: Finished,
    /// The data that `merge` needs, if the run is a shard.
    pub shard: Option<ShardJson>,
    /// Features that the games covered too rarely; a finding.
    pub insufficient_coverage: Vec<String>,
    /// The tables of `--full`; `None` if no tables were requested.
    pub tables: Option<fn(&Finished, u16) -> String>,
}

/// The number of lines of a screen.
const LINES: usize = 36;

/// The number of random games from which on a run answers general questions.
const CONCLUSIVE: u64 = 10_000;

/// The legend below the tables of results.
pub const LEGEND: &str = "\
✓ right   ~ right, but not whole   ! wrong, as the guarantee allows   ✗ worse
expected failure: this store is known to fail here, and a committed
counterexample must still show it
same: the leftmost optimal line   equivalent: another optimal line
truncated: right, but it ends early   none due: no line is due
unsound: legal, but it does not attain the score
illegal: a move that does not exist
past draw: it continues after a draw by repetition
unwitnessed: a score that no correct search returns
node faults: games in which a node returned a value or bound that is not valid
in its window
";

impl Render for RunResult {
    fn has_findings(&self) -> bool {
        !self.insufficient_coverage.is_empty() || self.broken().next().is_some()
    }

    fn text(&self, width: u16) -> String {
        let Some(tables) = self.tables else { return self.screen(width) };
        let rows = &self.finished.rows;
        let pages = counterexample_pages(rows, width);
        let [heading, limits, verdict] =
            [self.heading.clone(), self.limits.join("\n"), self.verdict(usize::MAX)]
                .map(|text| textwrap::fill(&text, wrapping(width)));
        format!("{heading}\n\n{}\n{LEGEND}{pages}\n{limits}\n{verdict}", tables(&self.finished, width))
    }

    fn next(&self) -> Option<Next> {
        Some(match self.has_findings() {
            true => Next::Broken,
            false if self.seed.is_some() => Next::RandomKept,
            false => Next::EveryKept,
        })
    }

    fn json(&self) -> Document<impl Serialize> {
        let rows = self.finished.rows.iter().map(|row| RowJson::of_run(row, self.shard.is_some()));
        let mut scope = self.scope.clone();
        scope["games"] = self.games.into();
        scope["played"] = self.finished.games.into();
        Document::new(&self.arguments[0], self.seed, scope, rows).of_shard(self.shard.clone())
    }

    fn ci(&self) -> CiReport {
        let item =
            |subject: &Subject, failure| CiItem::new(subject.to_string(), subject.regime().name(), failure);
        let verdict = anstream::adapter::strip_str(&self.verdict(3)).to_string();
        let title = format!("{} {}", self.program, self.arguments.join(" "));
        let searched = self.finished.rows.iter().map(|row| item(&row.subject, failure(row)));
        let skipped = self
            .skipped
            .iter()
            .map(|(subject, reason)| CiItem { skipped: Some((*reason).to_owned()), ..item(subject, None) });
        let items = searched.chain(skipped);
        let notes = self.insufficient_coverage.iter().map(|rare| insufficient(rare)).collect();
        CiReport { notes, ..CiReport::new(title, verdict.trim_end().replace('\n', " "), items) }
    }
}

impl RunResult {
    /// The result of all games of a run, which `arguments` describe.
    pub fn new(arguments: Vec<String>, finished: Finished) -> Self {
        Self { program: "pvcheck", arguments, games: Some(finished.games), finished, ..Self::default() }
    }

    /// Whether all games of the run were searched.
    pub fn is_whole(&self) -> bool {
        Some(self.finished.games) == self.games
    }

    /// Returns the output. If a signal ended the run, the output covers the games until the signal.
    pub fn output(&self, show: &OutputArgs) -> Output {
        let mut output = Output::rendered(self, &show.of_shard(self.shard.is_some()));
        output.interrupted = self.interrupted.map(|status| {
            let done = thousands(self.finished.games);
            let text = match self.games {
                Some(all) => format!("the result covers the first {done} of {}", counted(all, "game")),
                None => format!("the result covers {done} classes of games"),
            };
            Failure::new(format!("interrupted: {text}"), status)
        });
        output
    }

    fn broken(&self) -> impl Iterator<Item = &Row> {
        self.finished.rows.iter().filter(|row| !row.is_kept())
    }

    /// Returns the verdict in sentences, with the names of at most `most` subjects.
    fn verdict(&self, most: usize) -> String {
        let broken: Vec<String> = self.broken().map(|row| row.subject.to_string()).collect();
        let subjects = counted(self.finished.rows.len() as u64, "subject");
        let mut text = if broken.is_empty() {
            let mark = styled(GOOD, MARKS[0].0);
            format!("{mark} Nothing unexpected: each `!` is a known failure of its method ({subjects}).\n")
        } else {
            let names = joined(broken.iter().take(most).map(String::as_str), ", ");
            let rest = broken.len().saturating_sub(most);
            let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
            let problem = format!("{} GUARANTEES BROKEN by {names}{more}.", MARKS[3].0);
            styled(BROKEN, &problem) + "\n"
        };
        for rare in &self.insufficient_coverage {
            text += &format!("{}\n", styled(BROKEN, &format!("{} {}", MARKS[3].0, insufficient(rare))));
        }
        text
    }

    /// Whether the run searched all games of a kind, or many random games. Chess positions are too few.
    fn is_conclusive(&self) -> bool {
        let is_whole = self.seed.is_none() && self.scope["game"] != "chess" && self.is_whole();
        is_whole || self.seed.is_some() && self.finished.games >= CONCLUSIVE
    }

    fn screen(&self, width: u16) -> String {
        let rows = &self.finished.rows;
        let wrap = |text: &str| textwrap::fill(text, wrapping(width));
        let answers = if self.is_conclusive() { answered(rows, width) } else { String::new() };
        let map = map_of_results(rows, width);
        let head = format!("{}\n\n{answers}{map}{}\n", wrap(&self.heading), legend(width));
        let mut more: String = self.limits.iter().map(|line| wrap(line) + "\n").collect();
        if let Some(case) = rows.iter().find_map(|row| row.not_reproduced.as_ref()) {
            more += &format!("{}\n", wrap(&format!("No longer reproduced: {}", replay(case))));
        }
        let foot = format!("\n{more}{}", wrap(&self.verdict(3)));
        let used = head.lines().count() + foot.lines().count();
        let example = self.example().map_or(String::new(), |(title, case, checked)| {
            // A case is never broken: it must be possible to copy the line.
            let (title, replay) = (wrap(&title), replay(&case));
            let text = format!("\n{title}\n{}{replay}\n", summary(&case, &checked));
            // A board is the point of a chess example.
            let fits = chess_root(&case).is_some() || used + text.lines().count() <= LINES;
            // The drawing is one command away.
            if fits { text } else { format!("{title}\n{}\n", replay.replace("check --case", "explain")) }
        });
        format!("{head}{example}{foot}")
    }

    /// Returns the heading, the case and the result of the example on the screen.
    fn example(&self) -> Option<(String, Case, Checked)> {
        let broken = self.broken().find_map(|row| Some((row, row.breaches.first_key_value()?)));
        if let Some((row, (finding, case))) = broken {
            let title = broken_by(row, *finding);
            return shrunk(case, true).map(|(small, checked)| (title, small, checked));
        }
        let rows = &self.finished.rows;
        let case = failure_in_chess(rows).or_else(|| expected_failure(rows))?;
        let game = if chess_root(&case).is_some() { "chess position" } else { "game" };
        let title = format!("A {game} in which {} fails, as expected:", case.subject);
        let checked = check(&case).ok()?;
        Some((title, case, checked))
    }
}

/// Returns the smallest case of a chess position with an expected wrong line. Legal lines are preferred to slots that
/// were never written, and searches without options to others.
fn failure_in_chess(rows: &[Row]) -> Option<Case> {
    let expected = rows.iter().filter(|row| row.guarantee.must_show.is_some());
    let cases = expected.flat_map(|row| &row.counterexamples);
    let wrong = cases.filter_map(|(&finding, case)| match finding {
        Finding::Line(kind) if line_mark(kind) == 2 => Some((kind != LineKind::Unsound, case)),
        _ => None,
    });
    let wrong = wrong.filter(|(_, case)| chess_root(case).is_some());
    let key =
        |&(other, case): &(bool, &Case)| (case.subject.options != SearchOptions::NONE, other, case.size());
    wrong.min_by_key(key).map(|(_, case)| case.clone())
}

fn insufficient(rare: &str) -> String {
    format!("INSUFFICIENT FEATURE COVERAGE: {rare} (in too few games).")
}

/// Returns the case of a finding, shrunk, and the result of the case. A broken guarantee stays broken.
fn shrunk(case: &Case, is_broken: bool) -> Option<(Case, Checked)> {
    let finding = case.expect.expect("a counterexample expects what it shows");
    // A chess position stays one: the campaign has already looked for a smaller one.
    if chess_root(case).is_some() {
        return check(case).ok().map(|checked| (case.clone(), checked));
    }
    let small = smaller(&mut Harness::default(), case, finding, is_broken);
    check(&small).ok().map(|checked| (small, checked))
}

/// Returns the sentence on a broken guarantee.
fn broken_by(row: &Row, finding: Finding) -> String {
    format!("Broken by {}: {}", row.subject, finding.name().replace('_', " "))
}

fn failure(row: &Row) -> Option<CiFailure> {
    if let Some((finding, case)) = row.breaches.first_key_value() {
        let (small, checked) = shrunk(case, true)?;
        return Some(CiFailure::of_case(broken_by(row, *finding), &small, &checked));
    }
    let case = row.not_reproduced.as_ref()?;
    let details = check(case).map_or(String::new(), |checked| page(case, &checked, CI_WIDTH));
    let message = format!("{}: the committed counterexample is no longer reproduced", row.subject);
    Some(CiFailure { message, details, replay: replay(case) })
}

/// Returns a page for the smallest counterexample of each kind of finding over all rows, shrunk; one page if
/// several findings have the same. Findings that break a guarantee come first and are always shown. Committed
/// counterexamples that no longer show their finding come last.
fn counterexample_pages(rows: &[Row], width: u16) -> String {
    let broken: Vec<Case> = rows.iter().flat_map(|row| row.breaches.values().cloned()).collect();
    // Another optimal line and a true bound are no findings.
    let harmless = [Finding::Line(LineKind::Equivalent), Finding::Score(ScoreVerdict::Bound)];
    let known = Finding::all().filter(|finding| !harmless.contains(finding));
    let known = known.filter_map(|finding| {
        let cases = rows.iter().filter_map(|row| row.counterexamples.get(&finding));
        cases.min_by_key(|case| case.size()).cloned()
    });
    let known: Vec<Case> = known.filter(|case| !broken.contains(case)).collect();
    let mut pages: Vec<(Vec<String>, String, Case)> = Vec::new();
    for case in broken.iter().chain(&known) {
        let finding = case.expect.expect("a counterexample expects what it shows");
        let Some((small, checked)) = shrunk(case, broken.contains(case)) else { continue };
        let kind = finding.name().replace('_', " ");
        let plain = Case { expect: None, ..small };
        match pages.iter_mut().find(|(.., other)| *other == plain) {
            Some((kinds, ..)) => kinds.push(kind),
            None => pages.push((vec![kind], page(&plain, &checked, width), plain)),
        }
    }
    let page_of = |(mut kinds, page, _): (Vec<String>, String, Case)| {
        kinds.dedup();
        format!("\nSmallest counterexample: {}\n\n{page}", kinds.join(", "))
    };
    let mut text: String = pages.into_iter().map(page_of).collect();
    for case in rows.iter().filter_map(|row| row.not_reproduced.as_ref()) {
        if let (Some(expected), Ok(checked)) = (case.expect, check(case)) {
            let expected = expected.name().replace('_', " ");
            let page = page(case, &checked, width);
            text += &format!("\nCommitted counterexample that no longer shows: {expected}\n\n{page}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The result of a run with these rows.
    fn result(rows: Vec<Row>, insufficient_coverage: &[&str]) -> RunResult {
        let finished = Finished { rows, games: 1, features: pvcheck::campaign::Features::default() };
        RunResult {
            heading: "1 game".to_owned(),
            insufficient_coverage: insufficient_coverage.iter().map(|&text| text.to_owned()).collect(),
            ..RunResult::new(vec!["matrix".to_owned()], finished)
        }
    }

    fn case(text: &str) -> (Case, Checked) {
        let case: Case = text.parse().expect("a case");
        let checked = check(&case).expect("within capacity");
        (case, checked)
    }

    #[test]
    fn a_broken_guarantee_and_insufficient_coverage_are_findings() {
        let (case, mut checked) = case("v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]");
        let valid = Row::of_case(&case, &checked);
        let kept = result(vec![valid.clone()], &[]);
        assert!(!kept.has_findings() && kept.ci().items[0].failure.is_none());
        assert!(
            kept.text(80)
                .ends_with("Nothing unexpected: each `!` is a known failure of its method (1 subject).\n"),
            "{}",
            kept.text(80)
        );
        let rare = result(vec![valid.clone()], &["ties"]);
        assert!(rare.has_findings());
        let problem = "INSUFFICIENT FEATURE COVERAGE: ties (in too few games).";
        assert!(rare.text(80).contains(problem) && rare.ci().notes == [problem]);
        checked.verdict.line = LineKind::Unsound.into();
        let broken = result(vec![valid, Row::of_case(&case, &checked)], &[]);
        assert!(broken.has_findings());
        let text = broken.text(80);
        assert!(text.contains("GUARANTEES BROKEN by pvs-soft+triangular."), "{text}");
        assert!(text.contains("Broken by pvs-soft+triangular: unsound"), "{text}");
        assert!(
            anstream::adapter::strip_str(&text).to_string().contains("✗ 100%"),
            "the map shows it: {text}"
        );
        let many = result(vec![broken.finished.rows[1].clone(); 5], &[]).text(80);
        let widest =
            many.lines().filter(|line| !line.starts_with("pvcheck ")).map(textwrap::core::display_width);
        assert!(widest.max() <= Some(80), "{many}");
        let report = broken.ci();
        assert!(report.items[0].failure.is_none());
        let failure = report.items[1].failure.as_ref().expect("the second row is broken");
        assert_eq!(failure.message, "Broken by pvs-soft+triangular: unsound");
        assert!(failure.details.contains("[[3 5] [2 9]]") && failure.replay.contains("[[3 5] [2 9]]"));
    }

    #[test]
    fn text_and_json_show_breaches_and_counterexamples_that_are_not_reproduced() {
        let text = "v1 alpha-beta-hard+triangular depth=2 expect=unsound [[1 0] [1 0]]";
        let (case, mut checked) = case(text);
        checked.verdict.line = LineKind::Illegal.into();
        let row = Row { not_reproduced: Some(case.clone()), ..Row::of_case(&case, &checked) };
        let json = serde_json::to_value(RowJson::of_run(&row, false)).expect("every key is a string");
        let breach = "v1 alpha-beta-hard+triangular depth=2 expect=illegal [[1 0] [1 0]]";
        assert_eq!((&json["breaches"]["illegal"], &json["not_reproduced"]), (&breach.into(), &text.into()));
        let pages = counterexample_pages(std::slice::from_ref(&row), 80);
        assert!(pages.contains("Smallest counterexample: illegal"), "{pages}");
        assert!(pages.contains("Committed counterexample that no longer shows: unsound"), "{pages}");
        let replay = text.replace(" expect=unsound", "");
        assert!(pages.contains(&format!("pvcheck check --case '{replay}'")), "{pages}");
        let lost = Row { breaches: BTreeMap::new(), ..row };
        let failure = failure(&lost).expect("it failed");
        assert!(failure.message.ends_with("the committed counterexample is no longer reproduced"));
    }

    /// A smaller case with the same finding may keep the guarantee. Here every case of the correct search does.
    #[test]
    fn the_case_of_a_broken_guarantee_shrinks_only_while_it_breaks_it() {
        let (case, mut checked) = case("v1 alpha-beta-hard+single-array depth=2 [[1 0] [1 0] [2 0] 4]");
        let unsound = Finding::Line(LineKind::Unsound);
        checked.verdict.line = LineKind::Unsound.into();
        let row = Row::of_case(&case, &checked);
        assert!(row.is_kept() && row.counterexamples.contains_key(&unsound));
        let breaches = row.counterexamples.clone();
        let broken = Row { counterexamples: BTreeMap::new(), breaches, ..row.clone() };
        assert!(counterexample_pages(&[broken], 80).contains("[[1 0] [1 0] [2 0] 4]"));
    }

    /// Two findings may have the same smallest game.
    #[test]
    fn a_counterexample_of_two_findings_is_shown_once() {
        let (case, checked) = case("v1 alpha-beta-hard+single-array depth=2 [[1 0] [1 0]]");
        let row = Row::of_case(&case, &checked);
        let unsound = row.counterexamples[&Finding::Line(LineKind::Unsound)].clone();
        let counterexamples = BTreeMap::from([
            (Finding::Line(LineKind::Unsound), unsound.clone()),
            (Finding::Line(LineKind::Truncated), unsound),
        ]);
        let pages = counterexample_pages(&[Row { counterexamples, ..row }], 80);
        assert_eq!(pages.matches("replay").count(), 1, "{pages}");
        assert!(pages.contains("Smallest counterexample: unsound"), "{pages}");
    }
}
