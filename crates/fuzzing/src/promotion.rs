//! Promotion of a fuzzer's artefact to a small case or text, which the tests then replay.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{FuzzFinding, Memory, Ran, Reproducer, RunStatus, Target};
use pvcheck::case::Case;
use pvcheck::shrink::shrink_by;

const WIDTH: usize = 108;

/// Reproduces the finding or panic of `target` on these bytes, and shrinks it to the smallest case with the same fault,
/// or to a short text with any fault.
///
/// # Errors
///
/// The target finds nothing, or the bytes are no valid input for it.
pub fn promote(target: Target, bytes: &[u8]) -> Result<FuzzFinding, &'static str> {
    promote_by(bytes, target, |target, bytes| target.run(bytes, &mut Memory::default()))
}

pub(super) fn promote_by(
    bytes: &[u8],
    target: Target,
    run: fn(Target, &[u8]) -> Ran,
) -> Result<FuzzFinding, &'static str> {
    let FuzzFinding { reproducer, what } = match catch_unwind(AssertUnwindSafe(|| run(target, bytes))) {
        Ok(Ok(RunStatus::Rejected)) => return Err("these bytes are no valid input for this target"),
        Ok(Ok(RunStatus::Completed)) => return Err("this target finds no fault with these bytes"),
        Ok(Err(fuzz_finding)) => fuzz_finding,
        Err(_) => FuzzFinding { reproducer: target.reproducer(bytes), what: "a panic".to_owned() },
    };
    let case = match reproducer {
        Reproducer::Case(case) => *case,
        Reproducer::Text { target, text } => {
            let is_wrong = |text: &str| !matches!(catch_unwind(|| run(target, text.as_bytes())), Ok(Ok(_)));
            let text = shortened(&text, is_wrong);
            return Ok(FuzzFinding { reproducer: Reproducer::Text { target, text }, what });
        }
    };
    // An expectation in the input is the fuzzer's own. The promoted case has to keep its guarantee.
    let case = Case { expect: None, ..case };
    // The tests replay the case as a file of cases, so the smaller case has to show the fault there. If the
    // file does not show it, for example because the notation itself is at fault, the case is not shrunk.
    let wrong = |case: &Case| {
        let text = case.to_string();
        match catch_unwind(|| run(Target::Case, text.as_bytes())) {
            // The beginning of the description has to stay the same; numbers after it may change.
            Ok(ran) => ran
                .err()
                .map(|fuzz_finding| fuzz_finding.what.split(':').next().unwrap_or_default().to_owned()),
            Err(_) => Some("a panic".to_owned()),
        }
    };
    let small = match wrong(&case) {
        Some(way) => shrink_by(&case, |smaller| wrong(smaller).as_ref() == Some(&way)),
        None => case,
    };
    Ok(FuzzFinding { reproducer: Reproducer::Case(Box::new(small)), what })
}

fn shortened(text: &str, is_wrong: impl Fn(&str) -> bool) -> String {
    let mut best = text.to_owned();
    let mut size = best.len() / 2;
    while size > 0 {
        let (mut at, before) = (0, best.len());
        while at + size <= best.len() {
            let around = best.get(..at).zip(best.get(at + size..));
            match around.map(|(start, end)| format!("{start}{end}")).filter(|shorter| is_wrong(shorter)) {
                Some(shorter) => best = shorter,
                None => at += 1,
            }
        }
        if best.len() == before {
            size /= 2;
        }
    }
    best
}

impl Reproducer {
    pub fn file(&self) -> String {
        match self {
            Self::Case(_) => "found_by_fuzzing.case".to_owned(),
            Self::Text { target, .. } => format!("{}.text", target.name()),
        }
    }

    pub fn entry(&self, cause: &str) -> String {
        let cause = cause.split_whitespace().collect::<Vec<_>>().join(" ");
        let wrapping =
            textwrap::Options::new(WIDTH).break_words(false).initial_indent("# ").subsequent_indent("# ");
        let wrapping = wrapping.word_splitter(textwrap::WordSplitter::NoHyphenation);
        let kept = match self {
            Self::Case(kept) => kept.to_string(),
            Self::Text { text, .. } => serde_json::to_string(text).expect("a text is a JSON string"),
        };
        format!("{}\n{kept}\n", textwrap::fill(&cause, wrapping))
    }
}

/// Returns the texts of a file that [`Reproducer::entry`] has written, with their line numbers from 1.
///
/// # Errors
///
/// The first line that is no text of this form.
pub fn kept_texts(file: &str) -> Result<Vec<(usize, String)>, String> {
    let lines = file.lines().enumerate().map(|(index, line)| (index + 1, line));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = |(number, line)| match serde_json::from_str(line) {
        Ok(text) => Ok((number, text)),
        Err(_) => Err(format!("line {number} is not a JSON string: {line}")),
    };
    lines.map(read).collect()
}
