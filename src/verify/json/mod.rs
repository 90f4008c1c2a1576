//! The parts that need the feature `json`, which are the JSON of a report and the journals of a verification.

mod journals;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub(super) use journals::Journals;

use super::example::Example;
use super::report::Report;
use crate::experiment::journal::SCHEMA;
use crate::oracle::JudgedBy;
use crate::score::Score;

/// One kind of finding, with the smallest game found.
#[derive(Serialize, Deserialize, Debug)]
pub struct ExampleJson {
    /// The finding.
    pub finding: String,
    /// The number of games that show the finding.
    pub count: u64,
    /// The number of the game from which the case was shrunk; `null` for a given case.
    game: Option<u64>,
    /// The smallest case found, for `--case`.
    pub case: String,
    /// The reason why there was no valid answer; `null` if there was one.
    pub no_answer: Option<String>,
    /// The number of the line, from 1, if the search returns several; `null` without a valid answer.
    line_number: Option<usize>,
    /// The score that the program returned; `null` without a valid answer.
    score: Option<i32>,
    /// The bound of the score, `exact`, `lower` or `upper`; `null` without a valid answer.
    bound: Option<String>,
    /// The minimax value; `null` without a valid answer.
    value: Option<i32>,
    /// The line that the program returned; `null` if there was none.
    pub line: Option<Vec<String>>,
    /// An optimal line; `null` without a valid answer.
    pub correct: Option<Vec<String>>,
    /// The number of the first wrong move of the line, from 1; `null` if none is wrong.
    wrong_from: Option<usize>,
    /// Hints at changes that would make the result valid or acceptable.
    hints: Vec<String>,
    /// The number of repeated searches of the case that show the finding; `null` if all of them do.
    recurrence: Option<RecurrenceJson>,
}

/// The number of repeated searches of one case, and of those that show a finding.
#[derive(Serialize, Deserialize, Debug)]
pub struct RecurrenceJson {
    /// The number of searches that show the finding.
    shown: u32,
    /// The number of all searches.
    of: u32,
}

impl ExampleJson {
    /// Returns the fields of `example`.
    pub fn new(example: &Example) -> Self {
        let Example { finding, count, game, case, detail, no_answer, hint, recurrence, .. } = example;
        let detail = detail.as_ref();
        Self {
            finding: finding.name().to_owned(),
            count: *count,
            game: *game,
            case: case.clone(),
            no_answer: no_answer.as_ref().map(ToString::to_string),
            line_number: detail.map(|detail| detail.line_number.0),
            score: detail.and_then(|detail| detail.score).map(Score::get),
            bound: detail.map(|detail| detail.bound.name().to_owned()),
            value: detail.map(|detail| detail.value.get()),
            line: detail.and_then(|detail| detail.line.clone()),
            correct: detail.map(|detail| detail.correct.clone()),
            wrong_from: detail.and_then(|detail| detail.wrong_from),
            hints: hint.iter().map(|hint| hint.for_command()).collect(),
            recurrence: (!recurrence.is_certain())
                .then_some(RecurrenceJson { shown: recurrence.shown, of: recurrence.of }),
        }
    }
}

impl Report {
    /// Returns the report as a JSON object, with what was searched, the counts of searches and of unjudged searches,
    /// the examples with the fields of `docs/json.md`, and the known cases without a finding.
    ///
    /// # Panics
    ///
    /// Never, because every key is a string.
    pub fn json(&self) -> String {
        let examples: Vec<ExampleJson> = self.examples().iter().map(ExampleJson::new).collect();
        let judged: BTreeMap<&str, u64> =
            JudgedBy::ALL.iter().map(|&by| (by.name(), self.judged(by))).collect();
        let value = serde_json::json!({
            "schema": SCHEMA,
            "games": self.games(),
            "searches": self.searches(),
            "judged": judged,
            "rests": self.rests(),
            "judged_too_little": self.judged_too_little(),
            "without_values": self.without_values(),
            "unjudged": self.unjudged(),
            "examples": examples,
            "declaration": self.explanation(),
            "stale": self.stale().collect::<Vec<_>>(),
        });
        value.to_string()
    }
}
