//! The target `notation`: printing a value and parsing the text gives the same value.

use std::fmt::Display;
use std::str::FromStr;

use super::{FuzzFinding, Ran, RunStatus, Target, grown, set_running};
use pvcheck::case::Case;
use pvcheck::game::Graph;
use pvcheck::subject::Subject;
use pvcheck::syntax::SyntaxError;

/// Reads any text as a game, a subject and a case, and prints and parses a grown case. `printed` is for
/// tests.
pub(super) fn run(bytes: &[u8], printed: fn(String) -> String) -> Ran {
    if let Ok(text) = str::from_utf8(bytes) {
        let read = survives::<Graph>(text, printed)
            .and_then(|()| survives::<Subject>(text, printed))
            .and_then(|()| survives::<Case>(text, printed));
        read.map_err(|what| FuzzFinding::of_text(Target::Notation, text, what))?;
    }
    let Some(case) = grown(bytes) else { return Ok(RunStatus::Rejected) };
    set_running(Some(case.subject));
    let text = printed(case.to_string());
    match text.parse::<Case>() {
        Ok(again) if again == case => Ok(RunStatus::Completed),
        Ok(again) => Err(FuzzFinding::of_case(case, format!("after printing it is parsed as {again}"))),
        Err(error) => Err(FuzzFinding::of_case(case, format!("after printing it is rejected: {error}"))),
    }
}

/// Checks that an error has a place inside the text, or that parsing, printing and parsing give the same
/// value.
fn survives<T>(text: &str, printed: fn(String) -> String) -> Result<(), String>
where
    T: FromStr<Err = SyntaxError> + Display + PartialEq,
{
    let read = match text.parse::<T>() {
        Ok(read) => read,
        Err(error) if error.span.end > text.len() || error.problem.is_empty() => {
            return Err(format!("an error without a position: {error}"));
        }
        Err(_) => return Ok(()),
    };
    let first = printed(read.to_string());
    match first.parse::<T>() {
        Ok(again) if again == read && again.to_string() == first => Ok(()),
        Ok(again) => Err(format!("it is printed as {first}, and that is parsed as {again}")),
        Err(error) => Err(format!("it is printed as {first}, and that is rejected: {error}")),
    }
}
