//! `pvcheck schema`: the JSON Schema of all results.

use clap::Args;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

use super::Output;
use super::conformance::ConformanceJson;
use super::list::WordJson;
use super::report::ReportedJson;
use super::reproduce::ExperimentJson;
use crate::report::{ClaimJson, Document, FigureJson, FindingJson, KilledJson, RowJson};
use pvcheck::verify::ExampleJson;

/// A row of any command. Only its schema is used.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it stands for its variants in the schema")]
enum AnyRow {
    /// `matrix`, `exhaust`, `merge`, `check` and `shrink`.
    Subject(Box<RowJson>),
    /// `bugs`.
    Bug(Box<KilledJson>),
    /// `list` and `explain`.
    Word(WordJson),
    /// `reproduce`, and without a name.
    Figure(Box<FigureJson>),
    Experiment(ExperimentJson),
    /// `claims`.
    Claim(Box<ClaimJson>),
    /// `report`.
    Reported(ReportedJson),
    /// `subject`, and `subject --conformance`.
    Found(Box<ExampleJson>),
    Conformance(ConformanceJson),
    /// `uci`.
    Engine(FindingJson),
}

#[derive(Args, Clone, Debug)]
pub(super) struct Schema {}

impl Schema {
    #[expect(clippy::unused_self, reason = "every command is a method of its options")]
    pub fn run(&self) -> Output {
        let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let mut schema = generator.into_root_schema_for::<Document<AnyRow>>();
        schema.insert("title".to_owned(), "A result of pvcheck".into());
        let text = serde_json::to_string_pretty(&schema).expect("every key is a string");
        Output::plain(text + "\n")
    }
}
