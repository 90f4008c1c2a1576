//! `pvcheck explain`: draws a case, or explains a subject or a word.

use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{Format, file, parsed};
use super::check::judge;
use super::chess::FenArgs;
use super::input::name;
use super::list::Listing;
use super::{Failure, Next, Output, OutputArgs, Result, refused};
use crate::report::{
    MARKS, NO_OPTIONS, Word, WordGroup, explored, guaranteed, line_mark, members, page, replay, words,
};
use pvcheck::algorithm::Algorithm;
use pvcheck::case::{Case, VERSION};
use pvcheck::check::{Checked, Harness};
use pvcheck::contract::{explain, guarantee};
use pvcheck::experiment::files::replace;
use pvcheck::feature::Preset;
use pvcheck::pv::{Family, Store};
use pvcheck::recording::{NotRecorded, RecordedGame, Sentence, record};
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::syntax::{SyntaxError, suggest};
use pvcheck::verdict::{Finding, NoAnswerKind, ScoreVerdict};
use pvcheck_chess::trace::Rule;

#[derive(Args, Clone, Debug)]
pub struct Explain {
    /// A case, for example 'v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]', a subject, for example
    /// pvs-soft+triangular+tt, a row of the first screen, for example 'pvs-soft stable', or a word that pvcheck prints, for example
    /// truncated
    #[arg(value_name = "CASE|SUBJECT|WORD", required_unless_present_any = ["case", "fen"])]
    text: Vec<String>,
    /// A case, as `pvcheck check` takes it
    #[arg(long, value_name = "TEXT", conflicts_with = "text")]
    case: Option<String>,
    /// A chess position: a FEN, or startpos, optionally with `moves` and moves
    #[arg(long, value_name = "FEN", requires = "depth", requires = "subject", conflicts_with_all = ["text", "case"])]
    fen: Option<String>,
    #[command(flatten)]
    of_fen: FenArgs,
    /// Write a page to FILE on which one steps through the search of a case: its tree, its windows and its memory
    #[arg(long, value_name = "FILE", value_parser = file())]
    html: Option<PathBuf>,
}

impl Explain {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        if let Some(case) = self.of_fen.case(self.fen.as_deref())? {
            return self.case(&case, show);
        }
        let text = self.case.clone().unwrap_or_else(|| self.text.join(" "));
        if self.case.is_some() || text.split_whitespace().next() == Some(VERSION) {
            return self.case(&parsed("explain", &text)?, show);
        }
        if self.html.is_some() {
            return refused(format!("--html is for a case; expected a case that begins with `{VERSION}`"));
        }
        if text.contains(['+', '(', '=']) {
            // The first screen names options alone, beside what they do to one array in PVS.
            let subject = match text.trim_start_matches('+').parse() {
                Ok(options) => Subject { algorithm: Algorithm::PvsSoft, store: Store::SingleArray, options },
                Err(_) => parsed("explain", &text)?,
            };
            return Ok(listed(parts(&subject), show));
        }
        if let Some(groups) = row_of_the_screen(&text) {
            return Ok(listed(groups, show));
        }
        let (word, rule) = (normal(&text), text.trim().trim_start_matches("trace/").parse::<Rule>());
        let titled = titled(&word);
        let of_rule = |rule: Rule| {
            let words = vec![Word::new(rule.name(), rule.summary())];
            WordGroup { name: "rules", what: "a rule of `pvcheck trace`", words }
        };
        let meanings = [
            chosen(|_, one| normal(one.name) == word),
            chosen(|_, one| values(one).any(|value| normal(value) == word)),
            chosen(|_, one| titled.contains(&one.name)),
            rule.into_iter().map(of_rule).collect(),
        ];
        let meaning = meanings.into_iter().find(|groups| !groups.is_empty());
        meaning.map(|groups| listed(groups, show)).ok_or_else(|| unknown(&text))
    }

    /// Shows the page on a case. The exit status is 0 for every case; `pvcheck check` judges cases.
    fn case(&self, case: &Case, show: &OutputArgs) -> Result<Output> {
        if show.format() != Format::Text {
            return refused(
                "`explain` draws a case as text only; expected `--format text`, or `pvcheck check`",
            );
        }
        let checked = judge(&mut Harness::default(), case)?;
        let text = page(case, &checked, show.width());
        drawn(case, (&checked, record(case), &replay(case)), text, self.html.as_deref(), show)
    }
}

/// Returns a page on a case and its search, and writes the page to a file if a name is given. `replay` is the command line that
/// shows the page again.
pub fn drawn(
    case: &Case,
    (checked, recorded, replay): (&Checked, Result<RecordedGame<'_>, NotRecorded>, &str),
    mut text: String,
    html: Option<&Path>,
    show: &OutputArgs,
) -> Result<Output> {
    let (mut failed, mut next) = (Vec::new(), None);
    match recorded {
        Ok(recorded) => {
            let explored = explored(case, checked, replay);
            text += "\nWhat happened\n";
            for Sentence { text: sentence, .. } in explored.story(&recorded) {
                text += &textwrap::fill(&sentence, options(show.width()));
                text.push('\n');
            }
            next = Some(if html.is_some() { Next::CaseToKeep } else { Next::CaseDrawn });
            if let Some(path) = html {
                let page = explored.page(recorded);
                match replace(path, &[page.html.as_bytes()]) {
                    Ok(()) => text += &format!("\nwritten: {}{}\n", name(path), page.note()),
                    Err(error) => failed.push(Failure::io(path, "write")(error)),
                }
            }
        }
        Err(too_long) if html.is_some() => return refused(format!("--html: {too_long}")),
        Err(too_long) => text += &format!("\nWhat happened is not shown: {too_long}.\n"),
    }
    Ok(Output { failed, next, ..Output::plain(text) })
}

fn unknown(text: &str) -> Failure {
    let words = words();
    let known = words.iter().flat_map(|group| &group.words).map(|word| word.name);
    let similar = suggest(text, known);
    let expected = format!("a case that begins with `{VERSION}`, or a word of `pvcheck list`: {similar}");
    let error = SyntaxError::new(text, 0..text.len(), "unknown word", expected);
    Failure::argument("explain", text, error)
}

fn listed(groups: Vec<WordGroup>, show: &OutputArgs) -> Output {
    Output::rendered(&Listing { command: "explain", groups }, show)
}

/// A list with a dash before each item.
fn options(width: u16) -> textwrap::Options<'static> {
    textwrap::Options::new(usize::from(width)).initial_indent("- ").subsequent_indent("  ")
}

/// Returns the meanings of the parts of a subject, its guarantee, and the reasons why its lines or scores break.
fn parts(subject: &Subject) -> Vec<WordGroup> {
    let options = subject.options.to_string();
    let options: Vec<&str> = options.split('+').filter_map(|one| one.split(['(', '=']).next()).collect();
    let is_part = |group: &str, word: &Word| match group {
        "algorithms" => word.name == subject.algorithm.name(),
        "stores" => word.name == subject.store.name(),
        "options" => options.contains(&word.name),
        "regimes" => word.name == subject.regime().name(),
        _ => false,
    };
    let mut groups = chosen(is_part);
    let text = guaranteed(subject, &guarantee(subject));
    let cause = explain(subject).map_or(String::new(), |cause| format!(" {cause}"));
    let name = "guarantee";
    let words = vec![Word { name, form: name.to_owned(), summary: format!("{text}.{cause}") }];
    groups.push(WordGroup { name: "what this subject guarantees", what: name, words });
    groups
}

/// Returns what a row of the first screen is about, by its label: an algorithm, and a regime or `no options`. Each set of options
/// that is searched there has an entry, with the worst line that each family of stores may show.
fn row_of_the_screen(label: &str) -> Option<Vec<WordGroup>> {
    let (algorithm, class) = label.trim().split_once(' ')?;
    let &algorithm = Algorithm::ALL.iter().find(|one| one.name() == algorithm)?;
    let is_of_class = |options: SearchOptions| {
        let regime = Subject { algorithm, store: Store::None, options }.regime();
        class.trim() == regime.name() || options == SearchOptions::NONE && class.trim() == NO_OPTIONS
    };
    let of_class = Preset::all().iter().map(|preset| preset.random).filter(|&options| is_of_class(options));
    let words: Vec<Word> = of_class.filter_map(|options| guaranteed_lines(algorithm, options)).collect();
    if words.is_empty() {
        return None;
    }
    let mut groups = chosen(|group, word| match group {
        "algorithms" => word.name == algorithm.name(),
        "regimes" | "terms" => word.name == class.trim(),
        _ => false,
    });
    groups.push(WordGroup { name: "what each set of options guarantees", what: "guarantee", words });
    Some(groups)
}

/// Returns the worst line of each family of stores with these options, and the reason why a single array loses lines.
fn guaranteed_lines(algorithm: Algorithm, options: SearchOptions) -> Option<Word> {
    let subject = |store| Subject { algorithm, store, options };
    let families = Family::ALL.iter().filter(|&&family| family != Family::NoLine).filter_map(|&family| {
        let subjects = members(family).map(subject).filter(|subject| subject.meaningless().is_none());
        let line = subjects.map(|subject| guarantee(&subject).line).max()?;
        let (mark, line) = (MARKS[line_mark(line)].0, line.name().replace('_', " "));
        Some(format!("{mark}\u{a0}{} ({line})", family.name()))
    });
    let families: Vec<String> = families.collect();
    let cause = explain(&subject(Store::SingleArray))
        .map_or(String::new(), |cause| format!(". Single array: {cause}"));
    let form = options.to_string().trim_start_matches('+').to_owned();
    let form = if form.is_empty() { NO_OPTIONS.to_owned() } else { form };
    (!families.is_empty()).then(|| Word { name: "guarantee", form, summary: families.join(", ") + &cause })
}

/// Returns the words that `is_chosen` accepts, in groups whose names are the descriptions of the groups.
fn chosen(is_chosen: impl Fn(&str, &Word) -> bool) -> Vec<WordGroup> {
    let groups = words().into_iter().map(|mut group| {
        group.words.retain(|word| is_chosen(group.name, word));
        WordGroup { name: group.what, ..group }
    });
    groups.filter(|group| !group.words.is_empty()).collect()
}

/// Returns the values of a field of an option, such as `checked` and `key-first` of `words=checked|key-first`.
fn values(field: &Word) -> impl Iterator<Item = &str> {
    field.form.split_once('=').into_iter().flat_map(|(_, values)| values.split('|'))
}

/// The names of the findings that a report calls by this title.
fn titled(title: &str) -> Vec<&'static str> {
    let is_wrong = |finding: &Finding| match *finding {
        Finding::Score(verdict) => verdict.is_fault() || verdict == ScoreVerdict::Bound,
        _ => true,
    };
    let all = Finding::all().filter(is_wrong).chain(NoAnswerKind::ALL.iter().copied().map(Finding::NoAnswer));
    all.filter(|finding| normal(&finding.title()) == title).map(Finding::name).collect()
}

/// Returns a word with its spaces, hyphens and underscores made equal, in lower case.
fn normal(word: &str) -> String {
    word.trim().to_lowercase().replace(['_', '-'], " ")
}
