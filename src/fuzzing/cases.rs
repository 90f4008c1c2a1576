//! Targets that search: `agree`, `sound`, `case`, and bugs on purpose in their place.

use super::{Alarm, Memory, Ran, grown, grown_game, text, trying};
use crate::algorithm::Algorithm;
#[cfg(feature = "bugs")]
use crate::bugs::{Bug, Caught};
use crate::case::{Case, VERSION};
use crate::check::{Earlier, Game, Trial, check_on, judge_store};
use crate::contract::Promise;
use crate::game::{Graph, GraphPosition, Visits};
use crate::pv::{Fed, Store};
use crate::reach::Reach;
use crate::score::{Bound, Score};
use crate::search::Shortcuts;
use crate::subject::Subject;
use crate::table::Options;
use crate::verdict::{Finding, LineVerdict, ScoreVerdict, Verdict};

/// What a subject promises: the contract, or in tests what catches a wrong one.
type Promises = fn(&Subject) -> Promise;

/// A text may ask for a search that takes seconds; grown games meet far fewer positions than these.
const MOST_MET: u64 = 4_000;

/// Cases of one file that are judged.
const MOST_CASES: usize = 4;

/// The case that `bytes` are: as text, or grown.
pub(super) fn case(bytes: &[u8]) -> Option<Case> {
    match text(bytes, VERSION) {
        Some(text) => text.trim_end().parse().ok().filter(is_quick),
        None => grown(bytes),
    }
}

/// The game and depth that `bytes` are, in place of what `game` held.
pub(super) fn game(bytes: &[u8], game: &mut Graph) -> Option<usize> {
    if text(bytes, VERSION).is_none() {
        return Some(grown_game(bytes, game));
    }
    // Every algorithm searches it, those too that search again and again.
    let visits = Visits { twice: true, ..Visits::default() };
    let case = case(bytes).filter(|case| case.game.meets_at_most(MOST_MET, Reach::to(case.depth), visits))?;
    *game = case.game;
    Some(case.depth)
}

/// Whether a search of `case` is a matter of milliseconds.
fn is_quick(case: &Case) -> bool {
    let Shortcuts { table, .. } = case.subject.shortcuts;
    let is_small = table.is_none_or(|table| table.entries <= 2 * Options::DEFAULT.entries);
    is_small && case.comes_to_at_most(MOST_MET)
}

/// Every algorithm with every store on one game, without shortcuts but for the table of those that
/// need one. Where all promise the exact score they have to return the same one, whatever the
/// oracle thinks of it.
pub(super) fn agree(bytes: &[u8], memory: &mut Memory, promised: Promises) -> Result<Ran, Alarm> {
    let Memory { bench, game: graph, .. } = memory;
    let Some(depth) = game(bytes, graph) else {
        return Ok(Ran::Refused);
    };
    let Ok(mut game) = bench.game(&graph.root(), depth) else {
        return Ok(Ran::Refused);
    };
    let mut first: Option<(Subject, Score)> = None;
    for &algorithm in Algorithm::ALL {
        let table = algorithm.needs_table().then_some(Options::DEFAULT);
        let shortcuts = Shortcuts { table, ..Shortcuts::NONE };
        let subject = Subject { algorithm, store: Store::Triangular, shortcuts };
        let (trial, found) = search(&mut game, subject, promised);
        let alarm = |subject, what| Err(alarm(subject, depth, graph, what));
        if let Some((store, finding)) = found {
            return alarm(Subject { store, ..subject }, told(&trial, finding));
        }
        if trial.bound != Bound::Exact || promised(&subject).score != ScoreVerdict::Exact {
            continue;
        }
        match first {
            Some((other, score)) if score != trial.score => {
                return alarm(subject, format!("score {}, and {score} by {other}", trial.score));
            }
            _ => first = Some((subject, trial.score)),
        }
    }
    game.finish();
    Ok(Ran::Tried)
}

/// The search of one case, with wild shortcuts, and every store that it feeds.
pub(super) fn sound(bytes: &[u8], memory: &mut Memory, promised: Promises) -> Result<Ran, Alarm> {
    let Some(Case { subject, depth, game: graph, .. }) = case(bytes) else {
        return Ok(Ran::Refused);
    };
    let root = graph.root();
    let Ok(mut game) = memory.bench.game(&root, depth) else {
        return Ok(Ran::Refused);
    };
    if subject.shortcuts.keeps_table() {
        game = game.after(Earlier::of_case(&root, depth, &subject.shortcuts)).expect("no deeper than stores");
    }
    let (trial, found) = search(&mut game, subject, promised);
    game.finish();
    match found {
        Some((store, finding)) => {
            Err(alarm(Subject { store, ..subject }, depth, &graph, told(&trial, finding)))
        }
        None => Ok(Ran::Tried),
    }
}

/// Any text as a file of cases: a clear error, or cases that keep their promises.
pub(super) fn file(bytes: &[u8], memory: &mut Memory, promised: Promises) -> Result<Ran, Alarm> {
    let text = String::from_utf8_lossy(bytes);
    let alarm = |what: String| Err(Alarm::of_text(super::Target::Case, &text, what));
    let cases = match Case::read_all(&text) {
        Err(error) if error.span.end <= text.len() && !error.problem.is_empty() => return Ok(Ran::Tried),
        Err(error) => return alarm(format!("an error without a place: {error}")),
        Ok(cases) => cases,
    };
    for (line, case) in cases.into_iter().filter(|(_, case)| is_quick(case)).take(MOST_CASES) {
        if text
            .lines()
            .nth(line - 1)
            .is_none_or(|line| line.trim().is_empty() || line.trim().starts_with('#'))
        {
            return alarm(format!("line {line} is said to be a case"));
        }
        trying(Some(case.subject));
        let checked = match check_on(&mut memory.bench, &case) {
            Ok(checked) => checked,
            Err(error) => return alarm(format!("line {line} was read, and is refused: {error}")),
        };
        let verdict = checked.verdict.line;
        if let Some(finding) = breach(&promised(&case.subject), &checked.trial, verdict) {
            return Err(Alarm::of_case(case, told(&checked.trial, finding)));
        }
    }
    Ok(Ran::Tried)
}

/// The first case of a file that has this subject.
pub(super) fn case_of(bytes: &[u8], subject: &Subject) -> Option<Case> {
    let cases = Case::read_all(&String::from_utf8_lossy(bytes)).ok()?;
    cases.into_iter().map(|(_, case)| case).find(|case| case.subject == *subject)
}

/// A bug on purpose on the game that `bytes` are; its subject is its own.
#[cfg(feature = "bugs")]
pub(super) fn bug(bug: &Bug, bytes: &[u8], memory: &mut Memory) -> Result<Ran, Alarm> {
    let graph = &mut memory.game;
    let Some(depth) = game(bytes, graph) else {
        return Ok(Ran::Refused);
    };
    match bug.try_on(graph, depth) {
        Ok(None) => Ok(Ran::Tried),
        Ok(Some(Caught { finding, store })) => {
            let what = format!("{finding}, by the bug on purpose `{}`: {}", bug.name, bug.summary);
            Err(alarm(Subject { store, ..bug.subject() }, depth, graph, what))
        }
        Err(_) => Ok(Ran::Refused),
    }
}

/// What a search did, and the first store that breaks its promise.
fn search(
    game: &mut Game<'_, GraphPosition<'_>, Fed>,
    subject: Subject,
    promised: Promises,
) -> (Trial, Option<(Store, Finding)>) {
    trying(Some(subject));
    let mut lines: [Option<LineVerdict>; Store::ALL.len()] = [None; _];
    let trial = game.try_algorithm(subject.algorithm, &subject.shortcuts, |truth, index, outcome| {
        let line = judge_store(truth, Store::ALL[index], outcome);
        lines[index] = Some(lines[index].map_or(line, |worst| worst.or_worse(line)));
    });
    let found = Store::ALL.iter().zip(lines).find_map(|(&store, line)| {
        let subject = Subject { store, ..subject };
        let line = line.filter(|_| subject.meaningless().is_none())?;
        Some((store, breach(&promised(&subject), &trial, line)?))
    });
    (trial, found)
}

/// As what a promise is broken.
fn breach(promise: &Promise, trial: &Trial, line: LineVerdict) -> Option<Finding> {
    let by_score = promise.breach(Verdict { score: trial.verdict, line }, trial.end);
    let fault = trial.fault.filter(|fault| !promise.allows_fault(fault.kind()));
    let by_fault = fault.map(|fault| Finding::Fault(fault.kind()));
    match by_score {
        Some(Finding::Score(_)) => by_score,
        _ => by_fault.or(by_score),
    }
}

/// What to say of a finding.
fn told(trial: &Trial, finding: Finding) -> String {
    match (finding, trial.fault) {
        (Finding::Fault(_), Some(fault)) => format!("{finding}: {fault}"),
        _ => finding.to_string(),
    }
}

fn alarm(subject: Subject, depth: usize, game: &Graph, what: impl Into<String>) -> Alarm {
    Alarm::of_case(Case { subject, depth, expect: None, game: game.clone() }, what)
}
