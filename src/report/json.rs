//! Results as JSON, one object per run; `docs/json.md` documents the fields.
//!
//! No field depends on the time or on the number of threads.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::campaign::{Features, Part, Row, Shard};
use crate::case::Case;
use crate::check::{Checked, ShownLine, ground_truth};
use crate::oracle::RootMoveSet;
use crate::position::Move;
use crate::score::Bound;
use crate::verdict::{Finding, LineKind, ScoreVerdict, TraceVerdict, Truncation};

/// The build of this version: a hash of the sources.
pub const BUILD: &str = env!("PVCHECK_BUILD");

/// The version of the format: it changes when the meaning of a field changes.
pub const SCHEMA: u32 = 2;

/// The JSON object of a result; `R` is the type of its rows.
#[derive(Serialize, Debug)]
pub struct Document<R> {
    schema: u32,
    command: &'static str,
    version: &'static str,
    seed: Option<u64>,
    scope: serde_json::Value,
    rows: Vec<R>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    shard: Option<ShardJson>,
}

impl<R: Serialize> Document<R> {
    /// The result of `command` over `scope`.
    pub fn new(command: &'static str, seed: Option<u64>, scope: serde_json::Value, rows: Vec<R>) -> Self {
        Self { schema: SCHEMA, command, version: env!("CARGO_PKG_VERSION"), seed, scope, rows, shard: None }
    }

    /// Adds the fields of a shard, if there are any.
    #[must_use]
    pub fn of_shard(self, shard: Option<ShardJson>) -> Self {
        Self { shard, ..self }
    }

    /// Returns the JSON text, with a newline at its end.
    ///
    /// # Panics
    ///
    /// Never: every key is a string.
    pub fn text(mut self, style: JsonStyle) -> String {
        let rows = if style == JsonStyle::Lines { std::mem::take(&mut self.rows) } else { Vec::new() };
        let whole = match style {
            JsonStyle::Pretty => serde_json::to_string_pretty(&self),
            JsonStyle::Compact | JsonStyle::Lines => serde_json::to_string(&self),
        };
        let mut text = whole.expect("every key is a string") + "\n";
        for row in rows {
            text += &serde_json::to_string(&row).expect("every key is a string");
            text.push('\n');
        }
        text
    }
}

/// How JSON is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JsonStyle {
    /// On one line.
    Compact,
    /// Indented.
    Pretty,
    /// JSON lines: first the object without rows, then each row.
    Lines,
}

/// The fields of a shard that `merge` needs, beside its own result.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct ShardJson {
    /// The number of the shard, and the number of shards.
    pub shard: Shard,
    /// The build that played it.
    pub build: String,
    /// The arguments of the whole run, without those that do not change the result.
    pub run: Vec<String>,
    /// The result of its games.
    pub part: Part,
    /// The checksum of all other fields.
    sum: u32,
}

impl ShardJson {
    /// A shard of `run`, played by this build.
    pub fn new(shard: Shard, run: Vec<String>, part: Part) -> Self {
        let found = Self { shard, build: BUILD.to_owned(), run, part, sum: 0 };
        Self { sum: found.checksum(), ..found }
    }

    fn checksum(&self) -> u32 {
        let Self { shard, build, run, part, sum: _ } = self;
        checksum(0, &(shard, build, run, part))
    }

    /// Whether the checksum is valid: the file was not changed.
    pub fn is_as_written(&self) -> bool {
        self.sum == self.checksum()
    }
}

/// Returns the checksum (CRC-32) of the JSON of `value`, appended to data with the checksum `before`.
///
/// # Panics
///
/// Never: every key is a string.
pub fn checksum(before: u32, value: &impl Serialize) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(serde_json::to_string(value).expect("every key is a string").as_bytes());
    hasher.finalize()
}

/// A row: a subject, its guarantee and its results.
#[derive(Serialize, Debug)]
pub struct RowJson {
    algorithm: &'static str,
    store: &'static str,
    options: String,
    regime: &'static str,
    games: u64,
    score: Counts,
    line: Counts,
    trace: Counts,
    truncation: Counts,
    leaf_evaluations: u64,
    distinct_leaves: u64,
    nodes: u64,
    re_searches: u64,
    unconfirmed: u64,
    node_faults: u64,
    acted: u64,
    acts: Counts,
    compared: u64,
    mattered: u64,
    guaranteed_score: &'static str,
    guarantee: &'static str,
    truncated_only_by_cutoffs: bool,
    may_bound: bool,
    basis: &'static str,
    must_show: Option<&'static str>,
    kept: Option<bool>,
    counterexamples: BTreeMap<&'static str, String>,
    breaches: BTreeMap<&'static str, String>,
    not_reproduced: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<CaseJson>,
}

/// Names and their counts, in this order.
#[derive(Debug)]
struct Counts(Vec<(&'static str, u64)>);

impl Serialize for Counts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// The result of a single case, beside its row.
#[derive(Serialize, Debug)]
pub struct CaseJson {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    expect: Option<&'static str>,
    found: &'static str,
    ply: Option<usize>,
    truncation: Option<&'static str>,
    score: i32,
    bound: &'static str,
    best_move: Option<u16>,
    right_score: i32,
    line: Option<Vec<Option<u16>>>,
    right_line: Vec<Option<u16>>,
    /// All lines, best first, if the search is MultiPV or has a node limit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineJson>,
    node_fault: Option<String>,
    trace: &'static str,
    trace_fault: Option<String>,
}

/// One of the lines of a case.
#[derive(Serialize, Debug)]
struct LineJson {
    score: i32,
    bound: &'static str,
    best_move: Option<u16>,
    line: Option<Vec<Option<u16>>>,
    found: &'static str,
    ply: Option<usize>,
    depth: usize,
}

impl LineJson {
    fn new(shown: &ShownLine) -> Self {
        let ShownLine { score, bound, best_move, ref line, verdict, depth } = *shown;
        Self {
            score: score.get(),
            bound: bound_name(bound),
            best_move: best_move.and_then(number),
            line: line.as_deref().map(numbers),
            found: verdict.kind.name(),
            ply: verdict.ply,
            depth,
        }
    }
}

/// Returns the number of a move; `None` for a null move and for a slot that the search never wrote.
fn number(mv: Move) -> Option<u16> {
    (mv != Move::POISON && mv != Move::NULL).then(|| mv.number())
}

fn numbers(line: &[Move]) -> Vec<Option<u16>> {
    line.iter().copied().map(number).collect()
}

const fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

impl CaseJson {
    /// The result of `case`; `from` is the case that it was shrunk from.
    pub fn new(case: &Case, checked: &Checked, from: Option<&Case>) -> Self {
        let whole = ground_truth(case);
        let ground_truth = checked.ground_truth_shown(&whole);
        let excluded_moves = checked.excluded_moves();
        let move_set = RootMoveSet::AllExcept(&excluded_moves);
        let is_simple = case.subject.options.lines == 1 && case.subject.options.node_limit.is_none();
        let lines = checked.lines.iter().filter(|_| !is_simple).map(LineJson::new).collect();
        Self {
            text: case.to_string(),
            from: from.map(Case::to_string),
            expect: case.expect.map(Finding::name),
            found: checked.finding().name(),
            ply: checked.verdict.line.ply,
            truncation: checked.verdict.line.truncation.map(Truncation::name),
            score: checked.worst().score.get(),
            bound: bound_name(checked.worst().bound),
            best_move: checked.worst().best_move.and_then(number),
            right_score: ground_truth.score_among(move_set).get(),
            line: checked.line.as_deref().map(numbers),
            right_line: numbers(&ground_truth.line_among(move_set)),
            lines,
            node_fault: checked.trial.fault.map(|fault| fault.to_string()),
            trace: checked.trace().name(),
            trace_fault: checked.underived.as_ref().map(ToString::to_string),
        }
    }
}

impl RowJson {
    /// A row of a run. In a shard `kept` is null: it is known only for the whole run.
    pub fn of_run(row: &Row, is_shard: bool) -> Self {
        let kept = (!is_shard).then(|| row.is_kept());
        Self { kept, ..Self::new(row, false, None) }
    }

    /// A row with the given `kept`, which also depends on the finding that a case expects.
    pub fn new(row: &Row, kept: bool, case: Option<CaseJson>) -> Self {
        let Row { subject, guarantee, tally, counterexamples, breaches, not_reproduced } = row;
        let texts = |cases: &BTreeMap<Finding, Case>| {
            cases.iter().map(|(finding, case)| (finding.name(), case.to_string())).collect()
        };
        Self {
            algorithm: subject.algorithm.name(),
            store: subject.store.name(),
            options: subject.options.to_string().trim_start_matches('+').to_owned(),
            regime: subject.regime().name(),
            games: tally.games,
            score: Counts(ScoreVerdict::ALL.iter().map(|&kind| (kind.name(), tally.score(kind))).collect()),
            line: Counts(LineKind::ALL.iter().map(|&kind| (kind.name(), tally.line(kind))).collect()),
            trace: Counts(TraceVerdict::ALL.iter().map(|&kind| (kind.name(), tally.trace(kind))).collect()),
            truncation: Counts(
                Truncation::ALL.iter().map(|&why| (why.name(), tally.truncation(why))).collect(),
            ),
            leaf_evaluations: tally.counts.leaf_evaluations,
            distinct_leaves: tally.distinct_leaves,
            nodes: tally.counts.nodes,
            re_searches: tally.counts.re_searches,
            unconfirmed: tally.counts.unconfirmed,
            node_faults: tally.node_faults,
            acted: tally.acted,
            acts: Counts(tally.acts().collect()),
            compared: tally.compared,
            mattered: tally.mattered,
            guaranteed_score: guarantee.score.name(),
            guarantee: guarantee.line.name(),
            truncated_only_by_cutoffs: guarantee.truncated_only_by_cutoffs,
            may_bound: guarantee.may_bound || guarantee.may_fail || guarantee.may_stop,
            basis: guarantee.basis.name(),
            must_show: guarantee.must_show.map(Finding::name),
            kept: Some(kept),
            counterexamples: texts(counterexamples),
            breaches: texts(breaches),
            not_reproduced: not_reproduced.as_ref().map(Case::to_string),
            case,
        }
    }
}

/// Returns the number of games with each feature.
pub fn features_json(features: &Features) -> serde_json::Value {
    let shares = features.shares().map(|(name, count, _)| (name.replace(' ', "_"), count.into()));
    serde_json::Value::Object(shares.collect())
}
