//! The findings in the lines of chess engines as JSON.

use serde::{Deserialize, Serialize};

use pvcheck_chess::uci::{EngineExample, EngineReport, EngineRow};

/// A class of findings in one position.
#[derive(Serialize, Deserialize, Debug)]
pub struct FindingJson {
    /// The class.
    pub class: String,
    /// `error` if the finding is proven, else `warning`.
    pub severity: String,
    /// The name of the engine.
    pub engine: String,
    /// The plan that found the class first.
    pub plan: String,
    /// The position, as in the command `position`.
    pub position: String,
    /// The finding in one sentence.
    pub detail: String,
    /// The printed line that shows the finding; `null` if no line shows it.
    pub line: Option<String>,
    /// The number of lines that show this class in this position.
    pub count: u64,
    /// Whether the file of accepted findings has the finding.
    pub known: bool,
    /// The smallest sequence of commands found, for the first position of each class; else `null`.
    pub reproduce: Option<Vec<String>>,
    /// What the trace shows of the last of these commands, if the engine is traced; else `null`.
    pub inside: Option<String>,
    /// The command line that runs exactly these commands; else `null`.
    pub replay: Option<String>,
    /// The number of fresh processes in which the smallest sequence showed the finding; else `null`.
    shown: Option<u32>,
    /// The number of fresh processes that ran the smallest sequence; else `null`.
    repeated: Option<u32>,
}

impl FindingJson {
    /// Returns the row of this report, with the minimised finding if the row is the first of its class.
    pub fn new(report: &EngineReport, row: &EngineRow, example: Option<&EngineExample>) -> Self {
        let found = report.found(row);
        Self {
            class: row.kind.to_string(),
            severity: row.severity.name().to_owned(),
            engine: report.name.clone(),
            plan: row.plan.name().to_owned(),
            position: row.position.clone(),
            detail: found.finding.detail.clone(),
            line: found.line.as_ref().map(|line| line.text.clone()),
            count: row.count,
            known: row.is_known,
            reproduce: example.map(EngineExample::commands),
            inside: example.and_then(|example| example.inside.clone()),
            replay: example.map(|example| report.replay(example)),
            shown: example.map(|example| example.recurrence.shown),
            repeated: example.map(|example| example.recurrence.of),
        }
    }
}
