//! Results as JSON, one object per run; `docs/json.md` documents the fields.
//!
//! No field depends on the time or on the number of threads.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::report::page::right_result;
use crate::report::table::fraction;
use pvcheck::campaign::{Features, Row};
use pvcheck::case::Case;
use pvcheck::check::{Checked, ShownLine};
use pvcheck::experiment::Shard;
use pvcheck::experiment::journal::{BUILD, RunId, SCHEMA, checksum};
use pvcheck::position::Move;
use pvcheck::syntax::Named;
use pvcheck::verdict::{Finding, LineKind};

/// The JSON object of a result; `R` is the type of its rows.
#[derive(Serialize, Debug)]
pub struct Document<R> {
    /// The version of the format, which changes when the meaning of a field changes.
    schema: u32,
    /// The command.
    command: String,
    /// The version of pvcheck.
    version: &'static str,
    /// The seed of the random games; `null` without random games.
    seed: Option<u64>,
    /// The scope of the run, with fields that depend on the command.
    scope: serde_json::Map<String, serde_json::Value>,
    /// The results.
    rows: Vec<R>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    shard: Option<ShardJson>,
}

impl<R: Serialize> Document<R> {
    /// The result of `command` over `scope`.
    ///
    /// # Panics
    ///
    /// If `scope` is not an object.
    pub fn new(
        command: &str,
        seed: Option<u64>,
        scope: serde_json::Value,
        rows: impl IntoIterator<Item = R>,
    ) -> Self {
        let serde_json::Value::Object(scope) = scope else { panic!("the scope is an object: {scope}") };
        let (command, version) = (command.to_owned(), env!("CARGO_PKG_VERSION"));
        let rows = rows.into_iter().collect();
        Self { schema: SCHEMA, command, version, seed, scope, rows, shard: None }
    }

    /// Adds the fields of a shard, if there are any, with the checksum of the whole document.
    ///
    /// # Panics
    ///
    /// Never: every key is a string.
    #[must_use]
    pub fn of_shard(self, shard: Option<ShardJson>) -> Self {
        let mut document = Self { shard, ..self };
        if document.shard.is_some() {
            let sum = sum_of(serde_json::to_value(&document).expect("every key is a string"));
            document.shard = document.shard.map(|shard| ShardJson { sum, ..shard });
        }
        document
    }

    /// Returns the JSON text, with a newline at its end.
    ///
    /// # Panics
    ///
    /// Never: every key is a string.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("every key is a string") + "\n"
    }
}

/// The fields of a shard that `merge` needs, beside its own result.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct ShardJson {
    /// The number of the shard, and the number of shards.
    pub shard: Shard,
    /// The build that played the shard.
    pub build: String,
    /// The arguments of the whole run, without those that do not change the result.
    pub run: Vec<String>,
    /// The program under test, with its checksum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The result of the games of the shard. The format depends on the version.
    pub part: serde_json::Value,
    /// The checksum of all other fields of the document.
    sum: u32,
}

impl ShardJson {
    /// A shard of `run`, played by this build, without a checksum; see [`Document::of_shard`].
    ///
    /// # Panics
    ///
    /// Never: every key of a part is a string.
    pub fn new(shard: Shard, id: RunId, part: &impl Serialize) -> Self {
        let RunId { run, program, .. } = id;
        let part = serde_json::to_value(part).expect("every key is a string");
        Self { shard, build: BUILD.to_owned(), run, program, part, sum: 0 }
    }

    /// Whether the checksum of `document`, from which these fields are, is valid: no field was changed.
    pub fn is_as_written(&self, document: serde_json::Value) -> bool {
        self.sum == sum_of(document)
    }
}

/// Returns the checksum of all fields of a document but its `sum`.
fn sum_of(mut document: serde_json::Value) -> u32 {
    if let Some(fields) = document.as_object_mut() {
        fields.remove("sum");
    }
    checksum(0, &document)
}

/// A subject, its guarantee and its results.
#[derive(Serialize, Deserialize, Debug)]
pub struct RowJson {
    /// The algorithm.
    pub algorithm: String,
    /// The store.
    pub store: String,
    /// The search options, each with a plus sign before it.
    pub options: String,
    /// The regime.
    regime: String,
    /// The number of games.
    pub games: u64,
    /// The number of games for each verdict on the score; adds up to `games`.
    pub score: CountsJson,
    /// The number of games for each verdict on the line; adds up to `games`.
    pub line: CountsJson,
    /// The number of games for each verdict of the trace check on nodes, score and line; adds up to `games`.
    trace: CountsJson,
    /// The number of truncated lines for each reason; adds up to `line.truncated`.
    truncation: CountsJson,
    /// The number of evaluations of leaves; one leaf may be evaluated several times.
    leaf_evaluations: u64,
    /// The number of evaluated leaves, each counted once per game.
    distinct_leaves: u64,
    /// The number of nodes entered.
    nodes: u64,
    /// The number of second searches of a move.
    re_searches: u64,
    /// The number of second searches whose score did not exceed alpha.
    unconfirmed: u64,
    /// The number of games with a fault at a node.
    pub node_faults: u64,
    /// The number of games in which any option had an effect.
    acted: u64,
    /// The number of games in which each option had an effect.
    acts: CountsJson,
    /// The number of games whose search was compared with the search without options.
    compared: u64,
    /// The number of compared games with a different result.
    mattered: u64,
    /// The worst score that the contract allows.
    pub guaranteed_score: String,
    /// The worst line that the contract allows.
    pub guarantee: String,
    /// Whether a truncated line is allowed only if the line ends at a table cutoff.
    truncated_only_by_cutoffs: bool,
    /// Whether the search may end with a true bound instead of an exact score.
    may_bound: bool,
    /// The basis of the guarantee: `theorem`, `source`, `exhaustive` or `observed`.
    pub basis: String,
    /// The finding that an expected failure must show. Each run replays the committed counterexample of this finding.
    pub must_show: Option<String>,
    /// Whether the guarantee was kept, in `check` also whether the case shows what it expects; `null` in one shard of
    /// several.
    pub kept: Option<bool>,
    /// The smallest game of each finding, as a case.
    pub counterexamples: BTreeMap<String, String>,
    /// The smallest game of each finding that broke the guarantee, as a case.
    pub breaches: BTreeMap<String, String>,
    /// The committed counterexample of the cell, if it no longer shows its finding.
    not_reproduced: Option<String>,
    /// The number of orders of distinct scores with each kind of line, if `exhaust --scores all` counted them.
    #[serde(skip_serializing_if = "Option::is_none")]
    orders: Option<CountsJson>,
    /// The mean number of distinct leaves that the searches of these orders evaluate, as a fraction in lowest terms.
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves_of_orders: Option<String>,
    /// The result of a case, in `check` and `shrink`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<CaseJson>,
}

/// The number of games for each value of a kind, by the name of the value, in the order of the kind.
pub type CountsJson = IndexMap<String, u64>;

pub fn counts_json<K: Named>(count: impl Fn(K) -> u64) -> CountsJson {
    K::all().map(|kind| (kind.name().to_owned(), count(kind))).collect()
}

/// The result of a single case, beside its row. A score of a mate in n plies is 1000000000 - n, and its negative for
/// being mated in n plies.
#[derive(Serialize, Deserialize, Debug)]
pub struct CaseJson {
    /// The case as text.
    pub text: String,
    /// The larger case from which this case was shrunk.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// The finding that the case expects.
    expect: Option<String>,
    /// The finding.
    pub found: String,
    /// The ply that the verdict on the line refers to.
    ply: Option<usize>,
    /// The reason why the line is truncated.
    truncation: Option<String>,
    /// The score that the search returned.
    score: i32,
    /// The kind of the score: `exact`, `lower` or `upper`.
    bound: String,
    /// The best move.
    best_move: Option<u16>,
    /// The minimax value.
    right_score: i32,
    /// The line shown; `null` for a slot that the search never wrote.
    line: Option<Vec<Option<u16>>>,
    /// The correct line.
    right_line: Vec<Option<u16>>,
    /// All lines, best first, if the search is MultiPV or has a node limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineJson>,
    /// The first fault at a node, in words.
    node_fault: Option<String>,
    /// The verdict of the trace check.
    trace: String,
    /// The first result that does not follow from earlier results, in words.
    trace_fault: Option<String>,
    /// The turns of several threads under a schedule: for each turn the number of the thread, from 0, and the number of its steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    turns: Vec<(usize, u32)>,
}

/// One of the lines of a case.
#[derive(Serialize, Deserialize, Debug)]
struct LineJson {
    /// The score of the line.
    score: i32,
    /// The kind of the score: `exact`, `lower` or `upper`.
    bound: String,
    /// The best move that was reported with the line.
    best_move: Option<u16>,
    /// The line that was shown.
    line: Option<Vec<Option<u16>>>,
    /// The verdict on the line.
    found: String,
    /// The ply that the verdict refers to.
    ply: Option<usize>,
    /// The depth of the iteration that returned the line.
    depth: usize,
}

impl LineJson {
    fn new(shown: &ShownLine) -> Self {
        let ShownLine { score, bound, best_move, ref line, verdict, depth } = *shown;
        Self {
            score: score.get(),
            bound: bound.name().to_owned(),
            best_move: best_move.and_then(number),
            line: line.as_deref().map(numbers),
            found: verdict.kind.name().to_owned(),
            ply: verdict.ply,
            depth,
        }
    }
}

fn number(mv: Move) -> Option<u16> {
    (mv != Move::POISON && mv != Move::NULL).then(|| mv.number())
}

fn numbers(line: &[Move]) -> Vec<Option<u16>> {
    line.iter().copied().map(number).collect()
}

impl CaseJson {
    /// Returns the result of `case`; `from` is the case from which `case` was shrunk.
    pub fn new(case: &Case, checked: &Checked, from: Option<&Case>) -> Self {
        let (worst, (right_score, right_line)) = (checked.lines.worst(), right_result(case, checked));
        let is_simple = case.subject.options.lines == 1 && case.subject.options.node_limit.is_none();
        let lines = checked.lines.iter().filter(|_| !is_simple).map(LineJson::new).collect();
        Self {
            text: case.to_string(),
            from: from.map(Case::to_string),
            expect: case.expect.map(|finding| finding.name().to_owned()),
            found: checked.finding().name().to_owned(),
            ply: checked.verdict.line.ply,
            truncation: checked.verdict.line.truncation.map(|why| why.name().to_owned()),
            score: worst.score.get(),
            bound: worst.bound.name().to_owned(),
            best_move: worst.best_move.and_then(number),
            right_score: right_score.get(),
            line: checked.line().map(numbers),
            right_line: numbers(&right_line),
            lines,
            node_fault: checked.trial.describe_fault(&case.game.root()),
            trace: checked.trace().name().to_owned(),
            trace_fault: checked.underived.as_ref().map(|step| step.describe(&case.game.root())),
            turns: checked.turns.clone(),
        }
    }
}

impl RowJson {
    /// Returns a row of a run. `kept` is null in a shard, because `kept` is known only for the whole run.
    pub fn of_run(row: &Row, is_shard: bool) -> Self {
        let kept = (!is_shard).then(|| row.is_kept());
        Self { kept, ..Self::new(row, false, None) }
    }

    /// Returns the row of a case, which may have been shrunk from another case.
    pub fn of_case(case: &Case, checked: &Checked, kept: bool, from: Option<&Case>) -> Self {
        Self::new(&Row::of_case(case, checked), kept, Some(CaseJson::new(case, checked, from)))
    }

    /// A row with the given `kept`, which also depends on the finding that a case expects.
    fn new(row: &Row, kept: bool, case: Option<CaseJson>) -> Self {
        let Row { subject, guarantee, tally, counterexamples, breaches, not_reproduced, orders } = row;
        let texts = |cases: &BTreeMap<Finding, Case>| {
            cases.iter().map(|(finding, case)| (finding.name().to_owned(), case.to_string())).collect()
        };
        Self {
            algorithm: subject.algorithm.name().to_owned(),
            store: subject.store.name().to_owned(),
            options: subject.options.to_string().trim_start_matches('+').to_owned(),
            regime: subject.regime().name().to_owned(),
            games: tally.games,
            score: counts_json(|kind| tally.score(kind)),
            line: counts_json(|kind| tally.line(kind)),
            trace: counts_json(|kind| tally.trace(kind)),
            truncation: counts_json(|why| tally.truncation(why)),
            leaf_evaluations: tally.counts.leaf_evaluations,
            distinct_leaves: tally.distinct_leaves,
            nodes: tally.counts.nodes,
            re_searches: tally.counts.re_searches,
            unconfirmed: tally.counts.unconfirmed,
            node_faults: tally.node_faults,
            acted: tally.acted,
            acts: tally.acts().map(|(name, games)| (name.to_owned(), games)).collect(),
            compared: tally.compared,
            mattered: tally.mattered,
            guaranteed_score: guarantee.score.name().to_owned(),
            guarantee: guarantee.line.name().to_owned(),
            truncated_only_by_cutoffs: guarantee.truncated_only_by_cutoffs,
            may_bound: guarantee.may_bound || guarantee.may_fail || guarantee.may_stop,
            basis: guarantee.basis.name().to_owned(),
            must_show: guarantee.must_show.map(|finding| finding.name().to_owned()),
            kept: Some(kept),
            counterexamples: texts(counterexamples),
            breaches: texts(breaches),
            not_reproduced: not_reproduced.as_ref().map(Case::to_string),
            orders: orders.map(|orders| counts_json(|kind: LineKind| orders.lines[kind as usize])),
            leaves_of_orders: orders
                .map(|orders| fraction(orders.leaves, orders.lines.iter().sum::<u64>().into())),
            case,
        }
    }
}

/// Returns the number of games with each feature.
pub fn features_json(features: &Features) -> serde_json::Value {
    let shares = features.shares().map(|(name, count, _)| (name.replace(' ', "_"), count.into()));
    serde_json::Value::Object(shares.collect())
}
