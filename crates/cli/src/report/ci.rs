//! Results as CI systems show them: JUnit XML, workflow commands of GitHub, and a summary in Markdown.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{page, replay};
use pvcheck::case::Case;
use pvcheck::check::Checked;

pub const CI_WIDTH: u16 = 100;

#[derive(Clone, Default, Debug)]
pub struct CiReport {
    pub title: String,
    pub verdict: String,
    pub items: Vec<CiItem>,
    pub notes: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct CiItem {
    pub name: String,
    pub group: String,
    pub place: Option<(String, usize)>,
    pub failure: Option<CiFailure>,
    /// Whether the failure is only a warning, with which all else passes.
    pub is_warning: bool,
    /// The reason why the test was skipped; `None` if the test was run.
    pub skipped: Option<String>,
}

#[derive(Clone, Debug)]
pub struct CiFailure {
    pub message: String,
    pub details: String,
    pub replay: String,
}

impl CiFailure {
    /// The failure that this case shows.
    pub fn of_case(message: String, case: &Case, checked: &Checked) -> Self {
        Self { message, details: page(case, checked, CI_WIDTH), replay: replay(case) }
    }
}

impl CiItem {
    pub fn new(name: impl Into<String>, group: impl Into<String>, failure: Option<CiFailure>) -> Self {
        let (name, group) = (name.into(), group.into());
        Self { name, group, place: None, failure, is_warning: false, skipped: None }
    }
}

impl CiReport {
    pub fn new(title: impl Into<String>, verdict: String, items: impl IntoIterator<Item = CiItem>) -> Self {
        Self { title: title.into(), verdict, items: items.into_iter().collect(), ..Self::default() }
    }

    fn failures(&self) -> impl Iterator<Item = (&CiItem, &CiFailure)> {
        self.items.iter().filter_map(|item| item.failure.as_ref().map(|failure| (item, failure)))
    }

    /// Returns the report as JUnit XML, with one test suite.
    pub fn junit(&self) -> String {
        let mut suite = TestSuite::new("pvcheck");
        for item in &self.items {
            let description =
                |failure: &CiFailure| format!("{}\n\n{}", failure.replay, plain(&failure.details));
            let status = match (&item.failure, &item.skipped) {
                (Some(failure), _) if !item.is_warning => {
                    let mut status = finding(&failure.message);
                    status.set_description(description(failure));
                    status
                }
                (None, Some(reason)) => {
                    let mut status = TestCaseStatus::skipped();
                    status.set_message(reason.clone());
                    status
                }
                _ => TestCaseStatus::success(),
            };
            let mut case = TestCase::new(item.name.clone(), status);
            case.set_classname(item.group.clone());
            if let Some(warning) = item.failure.as_ref().filter(|_| item.is_warning) {
                case.set_system_out(format!("warning: {}\n{}", warning.message, description(warning)));
            }
            if let Some((file, line)) = &item.place {
                case.extra.insert("file".into(), file.as_str().into());
                case.extra.insert("line".into(), line.to_string().into());
            }
            suite.add_test_case(case);
        }
        for note in &self.notes {
            suite.add_test_case(TestCase::new(note.clone(), finding(note)));
        }
        let mut report = Report::new(self.title.clone());
        report.add_test_suite(suite);
        let xml = report.to_string().expect("memory takes any text");
        // U+FFFE and U+FFFF are no characters of XML.
        xml.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
    }

    pub fn github(&self) -> String {
        let mut text = String::new();
        for (item, failure) in self.failures() {
            let place = item
                .place
                .as_ref()
                .map_or(String::new(), |(file, line)| format!("file={},line={line},", property(file)));
            let title = property(&format!("pvcheck: {}", item.name));
            let message = format!("{}\n{}\n\n{}", failure.message, failure.replay, plain(&failure.details));
            let level = if item.is_warning { "warning" } else { "error" };
            text += &format!("::{level} {place}title={title}::{}\n", data(&message));
        }
        for note in &self.notes {
            text += &format!("::error title=pvcheck::{}\n", data(note));
        }
        // A line break could begin another command.
        let title = self.title.replace(['\n', '\r'], " ");
        text + &format!("{title}: {}\n", self.verdict)
    }

    /// Returns a summary in Markdown: the verdict, and each failure with its page.
    pub fn markdown(&self) -> String {
        let has_failed = self.failures().any(|(item, _)| !item.is_warning) || !self.notes.is_empty();
        let mark = if has_failed { "❌" } else { "✅" };
        let mut text = format!("## {mark} pvcheck\n\n{}\n\n{}\n", words(&self.verdict), span(&self.title));
        for note in &self.notes {
            text += &format!("\n- {}\n", words(note));
        }
        for (item, failure) in self.failures() {
            text += &format!("\n### {}\n\n{}\n", span(&item.name), words(&failure.message));
            // What an engine reads is no line for a shell.
            let is_command = failure.replay.starts_with("pvcheck ");
            let prompt = if is_command { "$ " } else { "" };
            text += &format!("\n{}\n", block("console", &format!("{prompt}{}\n", failure.replay)));
            let page = block("text", &plain(&failure.details));
            text += &format!(
                "\n<details><summary>The smallest counterexample</summary>\n\n{page}\n\n</details>\n"
            );
        }
        text
    }
}

/// Returns foreign text as Markdown in which no character is markup.
fn words(text: &str) -> String {
    let escaped =
        |letter: char| if r"\`*_{}[]<>#|~&".contains(letter) { vec!['\\', letter] } else { vec![letter] };
    text.replace(['\n', '\r'], " ").chars().flat_map(escaped).collect()
}

/// Returns code in a line, between more back-quotes than the code has in a row.
fn span(code: &str) -> String {
    let (quotes, code) = (back_quotes(code, 1), code.replace(['\n', '\r'], " "));
    let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    format!("{quotes}{pad}{code}{pad}{quotes}")
}

/// Returns lines of code, between more back-quotes than the code has in a row.
fn block(language: &str, code: &str) -> String {
    let (quotes, end) = (back_quotes(code, 3), if code.ends_with('\n') { "" } else { "\n" });
    format!("{quotes}{language}\n{code}{end}{quotes}")
}

fn back_quotes(code: &str, least: usize) -> String {
    let longest = code.split(|letter| letter != '`').map(str::len).max();
    "`".repeat(longest.map_or(least, |longest| least.max(longest + 1)))
}

fn finding(message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(message.to_owned()).set_type("finding");
    status
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> CiReport {
        let item = |name: &str, failure| CiItem {
            name: name.to_owned(),
            group: "stable".to_owned(),
            place: Some(("a,b.case".to_owned(), 7)),
            failure,
            is_warning: false,
            skipped: None,
        };
        let failure = CiFailure {
            message: "50 % <wrong>".to_owned(),
            details: "found\n\u{1b}[31munsound\u{1b}[0m\n".to_owned(),
            replay: "pvcheck check --case 'x'".to_owned(),
        };
        CiReport {
            title: "pvcheck check a.case".to_owned(),
            verdict: "1 of 2 cases as expected".to_owned(),
            items: vec![item("good", None), item("bad", Some(failure))],
            notes: vec!["too few ties".to_owned()],
        }
    }

    #[test]
    fn junit_has_a_test_case_per_item_and_escapes_text() {
        let xml = report().junit();
        for part in [
            r#"tests="3" skipped="0" errors="0" failures="2""#,
            r#"<testcase name="good" classname="stable""#,
            r#"message="50 % &lt;wrong&gt;""#,
            r#"line="7""#,
            "pvcheck check --case",
            "unsound",
        ] {
            assert!(xml.contains(part), "{part} is missing in:\n{xml}");
        }
        assert!(!xml.contains('\u{1b}') && !xml.contains("time="), "{xml}");
    }

    #[test]
    fn github_annotations_are_one_line_each_and_escaped() {
        let text = report().github();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(
            lines[0].starts_with("::error file=a%2Cb.case,line=7,title=pvcheck%3A bad::50 %25 <wrong>%0A")
        );
        assert!(lines[0].ends_with("found%0Aunsound%0A"), "{text}");
        assert_eq!(lines[1], "::error title=pvcheck::too few ties");
        assert_eq!(lines[2], "pvcheck check a.case: 1 of 2 cases as expected");
        let title = "pvcheck check a\n::error::b.case".to_owned();
        let injected = CiReport { title, ..report() }.github();
        assert_eq!(injected.lines().filter(|line| line.starts_with("::")).count(), 2, "{injected}");
    }

    /// Engines may print markup.
    #[test]
    fn text_of_others_is_no_markup() {
        let mut hostile = report();
        let failure = hostile.items[1].failure.as_mut().expect("it failed");
        failure.message = "</details> [x](y) | *b* \u{ffff}".to_owned();
        failure.details = "```\n## heading\n````\n".to_owned();
        "a `b`".clone_into(&mut hostile.items[1].name);
        let text = hostile.markdown();
        for part in [
            r"\</details\> \[x\](y) \| \*b\*",
            "\n`````text\n```\n## heading\n````\n`````\n",
            "### `` a `b` ``\n",
        ] {
            assert!(text.contains(part), "{part} is missing in:\n{text}");
        }
        assert!(!hostile.junit().contains('\u{ffff}'));
    }

    #[test]
    fn the_summary_shows_failures_only() {
        let text = report().markdown();
        for part in
            ["## ❌ pvcheck", "### `bad`\n", "- too few ties", "$ pvcheck check --case 'x'", "\nunsound\n"]
        {
            assert!(text.contains(part), "{part} is missing in:\n{text}");
        }
        assert!(!text.contains("good"));
        let passed = CiReport { items: report().items[..1].to_vec(), notes: Vec::new(), ..report() };
        assert!(passed.markdown().starts_with("## ✅ pvcheck"));
    }
}
