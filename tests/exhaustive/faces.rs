//! The searches of the library, verified as if they were those of somebody else: as Rust code and as a program.

use pvcheck::contract::{Guarantee, rules};
use pvcheck::prelude::{Answer, RandomGames, Request, verify_object};
use pvcheck::pv::AllStores;
use pvcheck::search::{NodeLimit, Scratch, Search, Task};
use pvcheck::table::TableOptions;
use pvcheck::verify::{Program, Report, Verification};

use crate::common::prelude::*;
use crate::common::{answer, share};
use pvcheck::verdict::Finding;

/// The subjects that are verified as Rust code, and the games of each.
const SUBJECTS: u64 = 1_000;
const GAMES: u64 = 1_000;
/// The subjects that are verified as programs, and the games of each.
const PROGRAMS: u64 = 50;
const PROGRAM_GAMES: u64 = 2_000;

/// A random subject with a meaning. Searches with keys that may collide are not judged, and are left out.
fn subject(number: u64) -> Subject {
    let mut choices = Seeded::new(29, number);
    loop {
        let algorithm = Algorithm::ALL[choices.below(Algorithm::ALL.len() as u32) as usize];
        let store = Store::ALL[choices.below(Store::ALL.len() as u32) as usize];
        let mut options =
            if choices.one_in(8) { SearchOptions::NONE } else { SearchOptions::random(&mut choices) };
        if algorithm.profile().needs_table() {
            options.table.get_or_insert(TableOptions::DEFAULT);
        }
        if let Some(table) = &mut options.table {
            table.keep = false;
        }
        let subject = Subject { algorithm, store, options };
        if subject.meaningless().is_none() && !options.collides() {
            return subject;
        }
    }
}

/// Searches as `subject` does.
fn search(
    subject: &Subject,
    options: &SearchOptions,
    memory: &mut (Scratch, AllStores),
    request: &Request<'_>,
    reports: bool,
) -> Answer {
    let (scratch, stores) = memory;
    let options = &SearchOptions {
        lines: request.lines() as u8,
        node_limit: request.node_limit().map(|nodes| NodeLimit {
            nodes,
            improved: options.node_limit.is_some_and(|limit| limit.improved),
        }),
        ..*options
    };
    let task = Task { root: request.root(), depth: request.depth(), options, node_limit: None };
    let (mut rank, mut index, mut whole) = (None, 0, None::<Answer>);
    let mut each = |outcome: &Outcome<'_>| {
        if rank != Some(outcome.rank) {
            (rank, index) = (Some(outcome.rank), 0);
        }
        if Store::ALL[index] == subject.store {
            let next = answer(outcome).in_window(outcome.window);
            let all = match whole.take() {
                Some(before) => before.then(next),
                None => next,
            };
            whole = Some(if outcome.unfinished {
                all.unfinished(outcome.depth)
            } else {
                all.of_depth(outcome.depth)
            });
        }
        index += 1;
    };
    let (mut events, mut silent) = (request.observer(), ());
    let mut observer: &mut dyn Observer<SharedPosition> = if reports { &mut *events } else { &mut silent };
    Search::new(stores, &mut observer, scratch)
        .root(subject.algorithm.callee(), &task, &mut |_, outcome| each(outcome))
        .expect("within capacity");
    whole.expect("the store shows a result")
}

/// A verification with what `subject` declares and needs.
fn declared(verification: Verification, subject: &Subject) -> Verification {
    let Subject { algorithm, options, .. } = subject;
    let verification = verification.declares(rules(algorithm.profile(), options)).lines(options.lines);
    match options.node_limit {
        Some(NodeLimit { nodes, .. }) => verification.stopped(nodes..=nodes),
        None => verification,
    }
}

/// Whether the guarantee of a subject allows a finding.
fn allows(guarantee: &Guarantee, finding: Finding) -> bool {
    match finding {
        Finding::Line(kind) => kind <= guarantee.line,
        Finding::Score(ScoreVerdict::Bound) => {
            guarantee.may_bound || guarantee.may_fail || guarantee.may_stop
        }
        Finding::Score(verdict) => verdict <= guarantee.score,
        Finding::Fault(kind) => guarantee.allows_fault(kind),
        Finding::NoAnswer(_) => false,
    }
}

/// Fails if the report on `subject` has a finding that its guarantee does not allow.
fn assert_kept(subject: &Subject, report: &Report) {
    let guarantee = guarantee(subject);
    for example in report.examples() {
        assert!(allows(&guarantee, example.finding), "{subject}: {:?}\n{report}", example.finding);
    }
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn in_a_million_searches_of_rust_code_there_is_no_finding_beyond_the_guarantee() {
    let (mut searches, mut findings) = (0, 0);
    for number in 0..share(SUBJECTS) {
        let subject = subject(number);
        let games = RandomGames::seed(number).count(GAMES).cycles().mates().marks();
        let verification =
            verify_object(<(Scratch, AllStores)>::default, move |memory, request: &Request<'_>| {
                memory.0.new_game();
                search(&subject, &subject.options, memory, request, number % 2 == 0)
            });
        let report = declared(verification.games(games), &subject).threads(2).report();
        assert_kept(&subject, &report);
        searches += report.searches() - report.unjudged();
        findings += report.examples().len();
    }
    assert!(searches >= share(SUBJECTS) * GAMES * 9 / 10, "{searches} searches");
    assert!(findings as u64 > share(500), "{findings} expected failures");
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn in_a_hundred_thousand_searches_of_programs_there_is_no_finding_beyond_the_guarantee() {
    let mut searches = 0;
    for number in 0..share(PROGRAMS) {
        let subject = Subject {
            options: SearchOptions { node_limit: None, ..subject(number).options },
            ..subject(number)
        };
        if subject.meaningless().is_some() {
            continue;
        }
        let command =
            vec![env!("CARGO_BIN_EXE_pvcheck").to_owned(), "program".to_owned(), subject.to_string()];
        let program =
            Program { command, options: Vec::new(), time_limit: std::time::Duration::from_secs(20) };
        let games = RandomGames::seed(number).count(PROGRAM_GAMES).cycles().mates().marks();
        let verification = Verification::of_program(program).games(games).threads(2);
        let report = declared(verification, &subject).report();
        assert_kept(&subject, &report);
        searches += report.searches() - report.unjudged();
    }
    assert!(searches >= share(PROGRAMS) * PROGRAM_GAMES * 8 / 10, "{searches} searches");
}
