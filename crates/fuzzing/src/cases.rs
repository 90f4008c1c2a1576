//! The targets that search: `agree`, `sound` and `case`, and the same searches with a seeded bug.

use arbitrary::Unstructured;

use super::{FuzzFinding, Memory, Ran, RunStatus, grown, set_running, text};
use pvcheck::algorithm::Algorithm;
#[cfg(feature = "bugs")]
use pvcheck::bugs::{Bug, Caught};
use pvcheck::case::{Case, VERSION};
use pvcheck::check::{Game, Trial, check_on, judge_store};
use pvcheck::contract::Guarantee;
use pvcheck::game::{Graph, GraphPosition, Growth, Visits};
use pvcheck::ply_limits::PlyLimits;
use pvcheck::pv::{AllStores, Store};
use pvcheck::score::{Bound, Score};
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::syntax::SyntaxError;
use pvcheck::table::TableOptions;
use pvcheck::verdict::{Finding, LineVerdict, ScoreVerdict, Verdict};

/// A function that returns the guarantee of a subject: the guarantee of the contract, or a wrong guarantee in tests.
type GuaranteeOf = fn(&Subject) -> Guarantee;

/// The maximum number of positions of a case that is given as text: no search takes seconds.
const MAX_MET: u64 = 4_000;

/// The maximum number of cases of one file that are run.
const MAX_CASES: usize = 4;

pub(super) fn case(bytes: &[u8]) -> Option<Case> {
    match text(bytes, VERSION) {
        Some(text) => text.trim_end().parse().ok().filter(is_quick),
        None => grown(bytes),
    }
}

pub(super) fn game(bytes: &[u8], game: &mut Graph) -> Option<usize> {
    if text(bytes, VERSION).is_none() {
        return Some(Growth::random_game(&mut Unstructured::new(bytes), game));
    }
    // Algorithms that search a move more than once run on it too.
    let visits = Visits { twice: true, ..Visits::default() };
    let case = case(bytes)
        .filter(|case| case.game.visits_within(MAX_MET, PlyLimits::for_depth(case.depth), visits))?;
    *game = case.game;
    Some(case.depth)
}

/// Whether a search of `case` takes only milliseconds.
fn is_quick(case: &Case) -> bool {
    let SearchOptions { table, .. } = case.subject.options;
    let is_small = table.is_none_or(|table| table.entries <= 2 * TableOptions::DEFAULT.entries);
    is_small && case.visits_at_most_nodes(MAX_MET)
}

/// Runs every algorithm with every store on one game, without search options, except a table for the algorithms that
/// need one. The algorithms that guarantee the exact score must also return equal scores, independent of the oracle.
pub(super) fn agree(bytes: &[u8], memory: &mut Memory, guaranteed: GuaranteeOf) -> Ran {
    let Memory { harness, game: graph, .. } = memory;
    let Some(depth) = game(bytes, graph) else { return Ok(RunStatus::Rejected) };
    let Ok(mut game) = harness.game(&graph.root(), depth) else { return Ok(RunStatus::Rejected) };
    let mut first: Option<(Subject, Score)> = None;
    for &algorithm in Algorithm::ALL {
        let table = algorithm.profile().needs_table().then_some(TableOptions::DEFAULT);
        let options = SearchOptions { table, ..SearchOptions::NONE };
        let subject = Subject { algorithm, store: Store::Triangular, options };
        let (trial, found) = search(&mut game, subject, guaranteed);
        let fuzz_finding = |subject, what| Err(fuzz_finding(subject, depth, graph, what));
        if let Some((store, finding)) = found {
            return fuzz_finding(Subject { store, ..subject }, describe(&trial, finding));
        }
        if trial.bound != Bound::Exact || guaranteed(&subject).score != ScoreVerdict::Exact {
            continue;
        }
        match first {
            Some((other, score)) if score != trial.score => {
                return fuzz_finding(subject, format!("score {}, and {score} by {other}", trial.score));
            }
            _ => first = Some((subject, trial.score)),
        }
    }
    game.finish();
    Ok(RunStatus::Completed)
}

/// Runs the search of one case, with random search options, and checks every store.
pub(super) fn sound(bytes: &[u8], memory: &mut Memory, guaranteed: GuaranteeOf) -> Ran {
    let Some(Case { subject, depth, game: graph, .. }) = case(bytes) else { return Ok(RunStatus::Rejected) };
    let Ok(mut game) = memory.harness.game_for(&graph.root(), depth, &subject.options) else {
        return Ok(RunStatus::Rejected);
    };
    let (trial, found) = search(&mut game, subject, guaranteed);
    game.finish();
    match found {
        Some((store, finding)) => {
            Err(fuzz_finding(Subject { store, ..subject }, depth, &graph, describe(&trial, finding)))
        }
        None => Ok(RunStatus::Completed),
    }
}

/// Reads any text as a file of cases, which must give a clear error, or cases that keep their guarantees.
pub(super) fn file(bytes: &[u8], memory: &mut Memory, guaranteed: GuaranteeOf) -> Ran {
    let text = String::from_utf8_lossy(bytes);
    let fuzz_finding = |what: String| FuzzFinding::of_text(super::Target::Case, &text, what);
    let cases = match Case::read_all(&text) {
        Err(errors) => {
            let is_clear = |error: &SyntaxError| error.span.end <= text.len() && !error.problem.is_empty();
            return match errors.first.iter().find(|error| !is_clear(error)) {
                None => Ok(RunStatus::Completed),
                Some(error) => Err(fuzz_finding(format!("an error without a position: {error}"))),
            };
        }
        Ok(cases) => cases,
    };
    for (line, case) in cases.into_iter().filter(|(_, case)| is_quick(case)).take(MAX_CASES) {
        let is_case = |line: &str| !line.trim().is_empty() && !line.trim().starts_with('#');
        if !text.lines().nth(line - 1).is_some_and(is_case) {
            return Err(fuzz_finding(format!("line {line} is empty or a comment, but was read as a case")));
        }
        set_running(Some(case.subject));
        let checked = check_on(&mut memory.harness, &case)
            .map_err(|error| fuzz_finding(format!("line {line} was parsed, but rejected later: {error}")))?;
        let verdict = checked.verdict.line;
        if let Some(finding) = breach(&guaranteed(&case.subject), &checked.trial, verdict) {
            return Err(FuzzFinding::of_case(case, describe(&checked.trial, finding)));
        }
    }
    Ok(RunStatus::Completed)
}

pub(super) fn case_of(bytes: &[u8], subject: &Subject) -> Option<Case> {
    let cases = Case::read_all(&String::from_utf8_lossy(bytes)).ok()?;
    cases.into_iter().map(|(_, case)| case).find(|case| case.subject == *subject)
}

/// Runs a seeded bug with the subject of its record on the game that `bytes` encode.
#[cfg(feature = "bugs")]
pub(super) fn bug(bug: &Bug, bytes: &[u8], memory: &mut Memory) -> Ran {
    let graph = &mut memory.game;
    let Some(depth) = game(bytes, graph) else { return Ok(RunStatus::Rejected) };
    match bug.run_on(&bug.subject(), graph, depth) {
        Ok(None) => Ok(RunStatus::Completed),
        Ok(Some(Caught { finding, store })) => {
            let what = format!("{finding}, caused by the seeded bug `{}`: {}", bug.name, bug.summary);
            Err(fuzz_finding(Subject { store, ..bug.subject() }, depth, graph, what))
        }
        Err(_) => Ok(RunStatus::Rejected),
    }
}

fn search(
    game: &mut Game<'_, GraphPosition<'_>, AllStores>,
    subject: Subject,
    guaranteed: GuaranteeOf,
) -> (Trial, Option<(Store, Finding)>) {
    set_running(Some(subject));
    let mut lines: [Option<LineVerdict>; Store::ALL.len()] = [None; _];
    let trial =
        game.run_algorithm(subject.algorithm, &subject.options, &mut |ground_truth, index, outcome| {
            let line = judge_store(ground_truth, Store::ALL[index], outcome);
            lines[index] = Some(lines[index].map_or(line, |worst| worst.or_worse(line)));
        });
    let found = Store::ALL.iter().zip(lines).find_map(|(&store, line)| {
        let subject = Subject { store, ..subject };
        let line = line.filter(|_| subject.meaningless().is_none())?;
        Some((store, breach(&guaranteed(&subject), &trial, line)?))
    });
    (trial, found)
}

fn breach(guarantee: &Guarantee, trial: &Trial, line: LineVerdict) -> Option<Finding> {
    let by_score = guarantee.breach(Verdict { score: trial.verdict, line }, trial.end);
    let fault = trial.fault.filter(|fault| !guarantee.allows_fault(fault.kind()));
    let by_fault = fault.map(|fault| Finding::Fault(fault.kind()));
    match by_score {
        Some(Finding::Score(_)) => by_score,
        _ => by_fault.or(by_score),
    }
}

fn describe(trial: &Trial, finding: Finding) -> String {
    match (finding, trial.fault) {
        (Finding::Fault(_), Some(fault)) => format!("{finding}: {fault}"),
        _ => finding.to_string(),
    }
}

fn fuzz_finding(subject: Subject, depth: usize, game: &Graph, what: impl Into<String>) -> FuzzFinding {
    FuzzFinding::of_case(Case { subject, depth, expect: None, game: game.clone() }, what)
}
