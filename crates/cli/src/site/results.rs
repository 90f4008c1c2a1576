//! The fields of saved JSON results that the pages show. `docs/json.md` documents all fields.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::report::{Cell, FindingJson, RowJson, RuleJson};
use pvcheck::experiment::journal::{SCHEMA, json_problem};
use pvcheck::subject::Subject;
use pvcheck::verdict::Finding;
use pvcheck::verify::ExampleJson;

#[derive(Debug)]
pub struct Saved {
    pub name: String,
    pub command: String,
    pub seed: Option<u64>,
    pub scope: Map<String, Value>,
    pub rows: Rows,
    pub text: String,
}

#[derive(Debug)]
pub enum Rows {
    Subjects(Vec<RowJson>),
    Cases(Vec<RowJson>),
    Examples(Vec<ExampleJson>),
    Engines(Vec<FindingJson>),
    Traces(Vec<RuleJson>),
}

#[derive(Deserialize)]
struct Head {
    schema: u32,
    command: String,
    version: String,
    seed: Option<u64>,
    scope: Map<String, Value>,
    shard: Option<String>,
}

impl Saved {
    /// Reads a result from `text`, in JSON, which is from `name`.
    ///
    /// # Errors
    ///
    /// A message with the place, if the text is not a result of this version whose pages are known.
    pub fn read(name: &str, text: String) -> Result<Self, String> {
        let refuse = |problem: String| format!("{name}: {problem}");
        let mut whole: Value = serde_json::from_str(&text)
            .map_err(|error| refuse(format!("{}; expected a result in JSON", json_problem(&error))))?;
        let Some(Value::Array(rows)) = whole.get_mut("rows").map(Value::take) else {
            return Err(refuse("no `rows`; expected a result of pvcheck in JSON".to_owned()));
        };
        let head: Head = serde_json::from_value(whole).map_err(|error| refuse(error.to_string()))?;
        let Head { schema, command, version, seed, scope, shard } = head;
        if schema != SCHEMA {
            return Err(refuse(format!("schema {schema} of version {version}; expected schema {SCHEMA}")));
        }
        if let Some(shard) = shard {
            return Err(refuse(format!(
                "it is shard {shard} of a run; expected the output of `pvcheck merge`"
            )));
        }
        let rows = Rows::read(&command, rows).map_err(refuse)?;
        Ok(Self { name: name.to_owned(), command, seed, scope, rows, text })
    }
}

fn of_type<R: DeserializeOwned>(rows: Vec<Value>) -> Result<Vec<R>, String> {
    let read =
        |(index, row)| serde_json::from_value(row).map_err(|error| format!("row {}: {error}", index + 1));
    rows.into_iter().enumerate().map(read).collect()
}

impl Rows {
    /// Whether the result is of our games, with the marks and words that they have.
    pub fn is_on_games(&self) -> bool {
        !matches!(self, Self::Engines(_) | Self::Traces(_))
    }

    fn read(command: &str, rows: Vec<Value>) -> Result<Self, String> {
        Ok(match command {
            "matrix" | "exhaust" => Self::Subjects(subjects(rows)?),
            "check" | "shrink" => Self::Cases(subjects(rows)?),
            "subject" => Self::Examples(of_type(rows)?),
            "uci" => Self::Engines(of_type(rows)?),
            "trace" => Self::Traces(of_type(rows)?),
            _ => {
                let expected = "matrix, exhaust, check, shrink, subject, uci or trace";
                return Err(format!("a result of `{command}`; expected one of {expected}"));
            }
        })
    }
}

fn subjects(rows: Vec<Value>) -> Result<Vec<RowJson>, String> {
    let rows: Vec<RowJson> = of_type(rows)?;
    for (index, row) in rows.iter().enumerate() {
        if let Err(error) = row.name().parse::<Subject>() {
            return Err(format!("row {}: {}", index + 1, error.problem));
        }
    }
    Ok(rows)
}

impl RowJson {
    fn name(&self) -> String {
        let plus = if self.options.is_empty() { "" } else { "+" };
        format!("{}+{}{plus}{}", self.algorithm, self.store, self.options)
    }

    /// The subject.
    ///
    /// # Panics
    ///
    /// Never: it was parsed when the row was read.
    pub fn subject(&self) -> Subject {
        self.name().parse().expect("parsed before")
    }

    pub fn shown_options(&self) -> &str {
        if self.options.is_empty() { "no options" } else { &self.options }
    }

    pub fn guaranteed(&self) -> String {
        let [score, line] = [&self.guaranteed_score, &self.guarantee].map(|name| name.replace('_', " "));
        format!("score {score}, line {line}")
    }

    pub fn findings(&self) -> Vec<(String, u64)> {
        let scores = self.score.iter().filter(|(name, _)| !["exact", "not_judged"].contains(&name.as_str()));
        let lines = self.line.iter().filter(|(name, _)| !["same", "none_due"].contains(&name.as_str()));
        let all = scores.chain(lines).map(|(name, count)| (name.replace('_', " "), *count));
        all.chain([("node faults".to_owned(), self.node_faults)]).filter(|(_, count)| *count > 0).collect()
    }

    pub(super) fn cell(&self) -> Cell {
        let breaches = self.breaches.keys().filter_map(|name| Finding::all().find(|one| one.name() == name));
        let of = |finding: Finding| match finding {
            Finding::Line(_) => self.line.get(finding.name()).copied().unwrap_or(0),
            Finding::Score(_) => self.score.get(finding.name()).copied().unwrap_or(0),
            Finding::Fault(_) | Finding::NoAnswer(_) => self.node_faults,
        };
        Cell::new(self.games, of, breaches, self.kept != Some(false))
    }
}
