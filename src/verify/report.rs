//! The report of a verification.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use super::builder::GameCheck;
use super::candidates::unusual;
use super::detail::Detail;
use super::example::{Example, KnownFinding};
use super::explanation::{Explanation, Unexplained};
use super::label::Label;
use super::regressions::is_whole;
use super::tally::SearchTally;
use crate::experiment::{Accepted, Recurrence};
use crate::number::thousands;
use crate::oracle::JudgedBy;
use crate::syntax::{cleaned, counted, shell_quoted};
use crate::verdict::{Finding, LineKind, LineVerdict, ScoreVerdict};

/// The results of a verification. Their text form is the page that a failed test shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Report {
    /// The command that runs the same verification on the command line; `None` in a test.
    #[doc(hidden)]
    pub command: Option<String>,
    /// The name of the program; `None` in a test.
    #[doc(hidden)]
    pub program: Option<String>,
    pub(super) games: String,
    pub(super) cases: usize,
    /// The sums of the searches, with the judges of the cases too.
    pub(super) tally: SearchTally,
    /// The declared words for which no values are known.
    pub(super) without_values: Vec<&'static str>,
    /// The number of cases that were not judged.
    pub(super) unjudged_cases: usize,
    /// The number of games and cases, including known cases.
    pub(super) planned: u64,
    /// The number of games and cases that were not searched because the run ended early.
    pub(super) left: u64,
    pub(super) examples: Vec<Example>,
    pub(super) explanation: Result<Explanation, Unexplained>,
    pub(super) known_findings: Vec<KnownFinding>,
    pub(super) game: GameCheck,
    /// The entries of accepted findings that are not stale, kinds of findings before cases.
    pub(super) accepted: Vec<Accepted<String>>,
    /// The accepted cases that show no finding any more.
    pub(super) stale: Vec<Accepted<String>>,
    /// The cases that no entry accepts: the cases of the examples, and others if all games were examined.
    pub(super) new_cases: BTreeSet<String>,
    /// The name of the test that ran the verification.
    pub(super) test: Option<String>,
    /// The result of writing the file with the cases of this test; `None` if there is no file.
    pub(super) kept: Option<String>,
}

impl Report {
    /// Whether nothing was found, no known case is stale, and something was judged.
    pub fn is_clean(&self) -> bool {
        self.examples.is_empty()
            && !self.judged_too_little()
            && !matches!(self.game, GameCheck::Breaks(_))
            && self.stale.is_empty()
    }

    /// The examples of the findings, the most severe kind first, each with its smallest game.
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// The strictest small set of declarations by which all results, or at least all scores, are valid. `None` if there
    /// is none, or if all scores are right.
    pub fn explanation(&self) -> Option<&Explanation> {
        self.explanation.as_ref().ok()
    }

    /// The games that were searched, in words, for example `random games of seed 1`.
    pub fn games(&self) -> &str {
        &self.games
    }

    /// The number of searches of games, without cases and preceding searches.
    pub fn searches(&self) -> u64 {
        self.tally.searches
    }

    /// The number of searches, including those of cases, that could not be judged because their values depend on too many paths.
    pub fn unjudged(&self) -> u64 {
        self.tally.unjudged
    }

    /// The number of searches, including those of cases, whose score and line this judge has judged.
    pub fn judged(&self, by: JudgedBy) -> u64 {
        self.tally.judged[by as usize]
    }

    /// The number of games and cases, including known cases, that were not searched. The time was over, the run was
    /// interrupted, or too many searches did not answer in time.
    pub fn not_searched(&self) -> u64 {
        self.left
    }

    /// Whether too little was judged for a pass. That is so if more searches were not judged than were, a given case
    /// was not judged, or nothing was searched in time.
    pub fn judged_too_little(&self) -> bool {
        let count = |is_a_judge: bool| {
            let all = JudgedBy::ALL.iter().filter(move |by| by.is_a_judge() == is_a_judge);
            all.map(|&by| self.judged(by)).sum::<u64>()
        };
        let is_empty = self.tally.searches == 0 && self.left > 0;
        count(false) + self.unjudged() > count(true) || self.unjudged_cases > 0 || is_empty
    }

    /// The known cases that show no finding any more.
    pub fn stale(&self) -> impl Iterator<Item = &str> {
        self.stale.iter().map(|stale| stale.entry.as_str())
    }

    /// Returns the text of a file that accepts all findings, with the entries that are not stale and the new cases.
    #[doc(hidden)]
    pub fn accepted(&self) -> String {
        let new = self.new_cases.iter().map(|case| format!("{case}\n"));
        self.accepted.iter().map(Accepted::lines).chain(new).collect()
    }

    /// Returns the page on one of the examples.
    pub fn page_of(&self, example: &Example) -> String {
        let mut text = String::new();
        self.page(&mut text, example, &[]).expect("a string takes any text");
        cleaned(&text)
    }

    /// Returns the first lines of the report, with the findings, the judges, and the reasons for searches not judged in full.
    #[doc(hidden)]
    pub fn head(&self) -> String {
        let text = self.to_string();
        text.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// The declared words for which no values are known.
    #[doc(hidden)]
    pub fn without_values(&self) -> &[&'static str] {
        &self.without_values
    }

    /// Whether a search did not answer in time.
    pub fn timed_out(&self) -> bool {
        self.examples.iter().any(|example| example.finding == Finding::TIMED_OUT)
    }

    /// The number of searches whose worst line has this verdict.
    pub fn lines(&self, kind: LineKind) -> u64 {
        self.tally.lines[kind as usize]
    }

    /// The number of searches whose score has this verdict.
    pub fn scores(&self, verdict: ScoreVerdict) -> u64 {
        self.tally.scores[verdict as usize]
    }

    fn whole(&self, f: &mut dyn Write) -> fmt::Result {
        let Self { games, tally, examples, known_findings, game, .. } = self;
        if let GameCheck::Breaks(law) = game {
            return writeln!(f, "pvcheck: nothing was searched, since {law}");
        }
        let found = if examples.is_empty() {
            let found = if self.judged_too_little() { "too little judged" } else { "nothing found" };
            found.to_owned()
        } else {
            let mut kinds: Vec<String> = examples.iter().map(|example| example.finding.title()).collect();
            kinds.dedup();
            kinds.join(", ")
        };
        let program = self.program.as_deref().unwrap_or("pvcheck");
        let searched = format!("{} ({games})", counted(thousands(tally.searches), "search", "searches"));
        let places = match (self.cases, tally.searches) {
            (0, _) => searched,
            (cases, 0) => counted(thousands(cases as u64), "case", "cases"),
            (cases, _) => format!("{} and {searched}", counted(thousands(cases as u64), "case", "cases")),
        };
        writeln!(f, "{program}: {found} in {places}; {}", self.judges())?;
        self.what_nodes_rest_on(f)?;
        self.what_is_missing(f)?;
        for (index, example) in examples.iter().enumerate() {
            writeln!(f)?;
            self.page(f, example, &examples[..index])?;
        }
        match &self.explanation {
            Ok(explanation) => self.explained_by(f, explanation)?,
            Err(Unexplained::NoSet { not_tried }) => {
                writeln!(f, "\nNo small set of the declarations that were tried explains these results.")?;
                if !not_tried.is_empty() {
                    writeln!(f, "Not tried: {}.", not_tried.join(", "))?;
                }
            }
            Err(Unexplained::TimeOver) => {
                writeln!(f, "\nNo explanation by declarations: the time for trying sets of them was over.")?;
            }
            Err(Unexplained::RightScores) => writeln!(
                f,
                "\nNo declaration is suggested: the scores are right, and one that allows these lines would hide a bug."
            )?,
            Err(Unexplained::Senseless) => {}
        }
        if let (GameCheck::Keeps(Some(collision)), false) = (game, examples.is_empty()) {
            writeln!(f, "\nThe cause may be in the game: {collision}")?;
        }
        for &KnownFinding { finding, count, examined } in known_findings {
            let (title, all, examined) = (finding.title(), thousands(count), thousands(examined));
            writeln!(f, "\n{title} in {all} games: {examined} examined, which shrink to accepted cases")?;
        }
        for accepted in self.accepted.iter().filter(|accepted| !accepted.reason.is_empty()) {
            writeln!(f, "\naccepted: {accepted}")?;
        }
        let place = if self.command.is_some() { "the file of --known" } else { "`.known(...)`" };
        for stale in &self.stale {
            writeln!(f, "\nstale: the case {stale} shows no finding any more; remove it from {place}")?;
        }
        Ok(())
    }

    /// Writes the declarations by which all results are valid, and the certainty of the declarations.
    fn explained_by(&self, f: &mut dyn Write, explanation: &Explanation) -> fmt::Result {
        let Explanation { words, results, games, is_added, leaves_lines, others } = explanation;
        let what = if *leaves_lines {
            "scores above are valid, and the wrong lines stay"
        } else {
            "results above are valid"
        };
        let added = if *is_added { ", beside what is declared" } else { "" };
        writeln!(f, "\nDoes the search do all of this{added}? Then declare it: the {what}.\n")?;
        let declared = match (self.command.is_some(), is_added) {
            (_, true) => format!("+{words}"),
            (true, false) => format!("--declare '{words}'"),
            (false, false) => format!(".declares(\"{words}\".parse().expect(\"words\"))"),
        };
        entry(f, Label::Declare, &declared)?;
        entry(f, Label::OrElse, "it has a bug: docs/declarations.md has a question for each word")?;
        let results = counted(thousands(*results as u64), "result", "results");
        let games = counted(thousands(*games), "other game", "other games");
        let strictest = "of the sets that were tried, it accepts the fewest wrong scores";
        entry(f, Label::Checked, &format!("{results} with a finding, and {games}; {strictest}"))?;
        let unusual = unusual(words).map(|word| format!("`{word}`")).collect::<Vec<_>>();
        if !unusual.is_empty() {
            entry(f, Label::Unusual, &format!("{}: few engines do this", unusual.join(", ")))?;
        }
        let Some(first) = others.first() else { return Ok(()) };
        let more = match others.len() {
            1 => " explains as much".to_owned(),
            count => format!(" and {} more explain as much", count - 1),
        };
        entry(f, Label::Uncertain, &format!("`{first}`{more}"))
    }

    /// Writes the page on one example, without the parts that one of the pages on the examples `above` shows.
    fn page(&self, f: &mut dyn Write, example: &Example, above: &[Example]) -> fmt::Result {
        let Example { finding, further, count, detail, no_answer, hint, recurrence, .. } = example;
        let searches = counted(thousands(self.tally.searches), "search", "searches");
        let share =
            example.game.map_or(String::new(), |_| format!(" in {} of {searches}", thousands(*count)));
        write!(f, "{}{share}", finding.title())?;
        if let Some(other) = above.iter().find(|other| other.further.contains(finding)) {
            writeln!(f, "; the game above of the {} shows it too:\n", other.finding.title())?;
            return self.replay_lines(f, example);
        }
        writeln!(f, "; the smallest game found:\n")?;
        let found = match (no_answer, example.line) {
            (Some(failed), _) => failed.to_string(),
            (None, Some(line)) => {
                by_facts(*finding, detail.as_ref()).unwrap_or_else(|| sentence(*finding, line))
            }
            (None, None) if recurrence.of == 0 => {
                "one search showed this; no time was left to search it again".to_owned()
            }
            (None, None) => "one search showed this, repeated searches of the same game do not".to_owned(),
        };
        entry(f, Label::Found, &detail.as_ref().map_or(found.clone(), |detail| attained(detail, &found)))?;
        if !further.is_empty() {
            let titles: Vec<String> = further.iter().map(|finding| finding.title()).collect();
            entry(f, Label::Also, &titles.join(", "))?;
        }
        if !recurrence.is_certain() {
            let Recurrence { shown, of } = recurrence;
            let text =
                format!("in {shown} of {of} runs of this case: the search does not always return the same");
            entry(f, Label::Recurs, &text)?;
            let cause = if self.command.is_some() {
                "does `newgame` clear what the search keeps?"
            } else {
                "does the search keep anything from game to game, such as a static?"
            };
            entry(f, Label::Cause, cause)?;
        }
        if let Some(answer) = &example.answer {
            entry(f, Label::Answered, answer)?;
        }
        if let Some(detail) = detail {
            self::detail(f, detail)?;
        }
        if let Some(hint) = hint {
            entry(
                f,
                Label::Hint,
                &if self.command.is_some() { hint.for_command() } else { hint.for_rust() },
            )?;
        }
        self.replay_lines(f, example)?;
        let Some(drawing) = example.drawing() else { return Ok(()) };
        match above
            .iter()
            .find(|other| other.drawing().is_some_and(|other| unmarked(other).eq(unmarked(drawing))))
        {
            Some(other) => entry(f, Label::Drawing, &format!("that of the {} above", other.finding.title())),
            None => write!(f, "\n{drawing}"),
        }
    }

    /// Writes the commands that run an example again.
    fn replay_lines(&self, f: &mut dyn Write, Example { case, page, .. }: &Example) -> fmt::Result {
        entry(f, Label::Case, case)?;
        if let Some(command) = &self.command {
            entry(f, Label::Replay, &format!("{command} --case {}", shell_quoted(case)))?;
        } else {
            entry(f, Label::Replay, &replay(case, self.test.as_deref()))?;
            match self.kept.as_ref().filter(|_| is_whole(case)) {
                Some(kept) => entry(f, Label::Regression, kept)?,
                None => entry(
                    f,
                    Label::Regression,
                    &format!("add `.case({case:?})` to the verification: it is then run first"),
                )?,
            }
        }
        page.as_ref().map_or(Ok(()), |page| entry(f, Label::Page, page))
    }
}

crate::syntax::debug_is_display!(Report);

impl fmt::Display for Report {
    /// Writes the report, cleaned because the names of positions and moves come from others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.whole(&mut text)?;
        f.write_str(&cleaned(&text))
    }
}

/// Returns the command that runs one case in this test only.
pub(super) fn replay(case: &str, test: Option<&str>) -> String {
    let filter = test.map_or(String::new(), |name| format!(" {name} -- --exact"));
    format!("PVCHECK_CASE={} cargo test{filter}", shell_quoted(case))
}

/// Returns the fault of a line of which only the length and the value at its end are known.
fn by_facts(finding: Finding, detail: Option<&Detail>) -> Option<String> {
    let wrong = match finding {
        Finding::Line(LineKind::Unsound) => "legal, but the value of its last position is not the score",
        Finding::Line(LineKind::Truncated) => {
            "the line ends before the depth, the end of the game and a draw"
        }
        _ => return None,
    };
    detail.filter(|detail| detail.by == JudgedBy::Facts).map(|_| wrong.to_owned())
}

/// Returns `text`, changed for a search without a score, whose line has to attain the minimax value.
fn attained(detail: &Detail, text: &str) -> String {
    if detail.score.is_some() { text.to_owned() } else { text.replace("the score", "the minimax value") }
}

/// Returns the lines of a drawing without the marks of the lines of play.
fn unmarked(drawing: &str) -> impl Iterator<Item = &str> {
    drawing.lines().map(|line| line.split("  <- ").next().unwrap_or(line))
}

/// Writes one line with a label.
fn entry(f: &mut dyn Write, label: Label, text: &str) -> fmt::Result {
    writeln!(f, "{:<10} {text}", label.name())
}

fn detail(f: &mut dyn Write, detail: &Detail) -> fmt::Result {
    if let Some(fault) = &detail.fault {
        entry(f, Label::Fault, &attained(detail, fault))?;
    }
    if let Some(node) = &detail.node {
        entry(f, Label::Node, node)?;
    }
    if let Some(position) = &detail.position {
        entry(f, Label::Position, position)?;
    }
    if let (number, of @ 2..) = detail.line_number {
        let before = if number > 1 { "; the lines before it begin with other moves" } else { "" };
        entry(f, Label::Line, &format!("number {number} of {of}{before}"))?;
    }
    let score = detail.score.map_or("none".to_owned(), |score| format!("{score}{}", detail.bound.suffix()));
    // What facts judge is not compared with minimax.
    let by_facts = detail.by == JudgedBy::Facts;
    let value = if by_facts { String::new() } else { format!("; minimax value {}", detail.value) };
    entry(f, Label::Score, &(score + &value))?;
    if let Some(best_move) = &detail.best_move {
        entry(f, Label::BestMove, best_move)?;
    }
    let line = |line: &[String]| if line.is_empty() { "the empty line".to_owned() } else { line.join(" ") };
    entry(f, Label::Shown, &detail.line.as_deref().map_or("no line".to_owned(), line))?;
    if !by_facts {
        let of_value = if detail.score == Some(detail.value) { "" } else { " (of the minimax value)" };
        entry(f, Label::Correct, &(line(&detail.correct) + of_value))?;
    }
    Ok(())
}

/// Returns the finding in one sentence.
fn sentence(finding: Finding, line: LineVerdict) -> String {
    match finding {
        Finding::NoAnswer(_) => String::new(),
        Finding::Line(_) => line_sentence(line),
        Finding::Score(verdict) => verdict.summary().to_owned(),
        Finding::Fault(kind) => format!("this is violated: {}", kind.summary()),
    }
}

fn line_sentence(line: LineVerdict) -> String {
    match (line.kind, line.ply) {
        (LineKind::Unsound, Some(number)) => line.unsound_from(number),
        (LineKind::Illegal, Some(ply)) => format!("move number {} of the line does not exist", ply + 1),
        (LineKind::PastDraw, Some(ply)) => {
            format!("the line goes on after move number {ply}, which leads to a draw")
        }
        (kind, _) => kind.summary().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict;

    #[test]
    fn a_line_past_a_draw_goes_on_after_the_last_right_move() {
        let line = LineVerdict { ply: Some(2), ..LineKind::PastDraw.into() };
        assert_eq!(Verdict { score: ScoreVerdict::NotJudged, line }.first_wrong_move(), Some(3));
        assert_eq!(line_sentence(line), "the line goes on after move number 2, which leads to a draw");
    }
}
