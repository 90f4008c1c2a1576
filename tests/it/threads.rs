//! Several threads with one table: what is guaranteed holds under each schedule, and what is not is found.

use crate::common;
use crate::common::prelude::*;
use pvcheck::check::check_on;
use pvcheck::feature::{Preset, Schedule, Threads};
use pvcheck::shrink::shrink;
use pvcheck::subject::Regime;
use pvcheck::verdict::{Finding, TraceVerdict};

const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::AlphaBetaHard, Algorithm::PvsSoft, Algorithm::NegascoutSoft, Algorithm::Mtdf];

fn subject(text: &str) -> Subject {
    text.parse().expect("a subject")
}

fn with_schedule(subject: Subject, schedule: Schedule) -> Subject {
    let threads = subject.options.threads.map(|threads| Threads { schedule, ..threads });
    Subject { options: SearchOptions { threads, ..subject.options }, ..subject }
}

/// The subjects of all stores with the presets of the regime.
fn subjects(schedule: Option<Schedule>) -> Vec<Subject> {
    let mut all = Vec::new();
    for preset in Preset::parallel() {
        let subjects = common::subjects(&ALGORITHMS, Store::ALL, preset.random).into_iter();
        all.extend(subjects.map(|one| schedule.map_or(one, |schedule| with_schedule(one, schedule))));
    }
    all
}

fn play(subjects: Vec<Subject>, games: u64, threads: usize) -> Finished {
    let games = Random { seed: 5, games };
    Campaign::new(&games, subjects).threads(threads).replaying(Vec::new()).run(|_| ())
}

fn assert_kept(finished: &Finished) {
    for row in &finished.rows {
        assert!(row.is_kept(), "{}: {:?}", row.subject, row.breaches);
        assert_eq!(row.subject.regime(), Regime::Parallel);
    }
}

fn rows_showing(finished: &Finished, finding: Finding) -> Vec<&Case> {
    finished.rows.iter().filter_map(|row| row.counterexamples.get(&finding)).collect()
}

#[test]
fn every_guarantee_holds_under_random_schedules_and_what_is_not_guaranteed_is_found() {
    let finished = play(subjects(None), 1_500, 2);
    assert_kept(&finished);
    // The words of two threads are mixed only where nothing tests whether they belong together.
    let mixed = rows_showing(&finished, Finding::Score(ScoreVerdict::Unwitnessed));
    assert!(!mixed.is_empty() && mixed.iter().all(|case| case.subject.to_string().contains("words=")));
    // An iteration that is not the deepest is shown only where scores choose the thread.
    let stale = rows_showing(&finished, Finding::Fault(FaultKind::StaleIteration));
    let by_score =
        |case: &&Case| ["best-score", "vote"].iter().any(|line| case.subject.to_string().contains(line));
    assert!(!stale.is_empty() && stale.iter().all(by_score));
}

#[test]
fn every_guarantee_holds_where_threads_run_at_once() {
    assert_kept(&play(subjects(Some(Schedule { seed: 0, ..Schedule::DEFAULT })), 300, 2));
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads() {
    let sums = |threads| {
        play(subjects(None), 200, threads).rows.into_iter().map(|row| row.tally).collect::<Vec<_>>()
    };
    assert_eq!(sums(1), sums(2));
}

fn run(harness: &mut Harness, subject: Subject, game: &Graph, depth: usize) -> Checked {
    check_on(harness, &Case { subject, depth, expect: None, game: game.clone() }).expect("shallow")
}

#[test]
fn a_case_with_a_schedule_replays() {
    let (mut first, mut second, mut graph) = (Harness::default(), Harness::default(), Graph::default());
    let random = Random { seed: 9, games: 200 };
    let mut kinds = std::collections::BTreeSet::new();
    for index in 0..random.count() {
        let depth = random.game(index, &mut graph);
        for text in ["tt+deepening+threads(2)", "tt(entries=1)+deepening+threads(3,words=key-first)"] {
            let schedule = Schedule { seed: 1 + index as u32, ..Schedule::DEFAULT };
            let subject = with_schedule(subject(&format!("pvs-soft+triangular+{text}")), schedule);
            let shown = run(&mut first, subject, &graph, depth);
            // Neither what ran before on the harness nor the text makes a difference.
            let read: Subject = subject.to_string().parse().expect("a subject");
            assert_eq!(run(&mut second, read, &graph, depth), shown, "{subject}");
            assert_eq!(run(&mut Harness::default(), subject, &graph, depth), shown, "{subject}");
            kinds.insert(shown.verdict.line.kind);
        }
        let alone = subject("pvs-soft+table-walk+tt");
        assert_eq!(run(&mut first, alone, &graph, depth), run(&mut Harness::default(), alone, &graph, depth));
    }
    assert!(kinds.len() >= 3, "the schedules lead to different lines: {kinds:?}");
}

/// A walk through the table begins with the entry of the root, and that may be of another thread.
#[test]
fn a_line_may_begin_with_the_entry_of_another_thread() {
    for text in [
        "v1 pvs-soft+table-walk-checked+tt+deepening+order=refutation+repetition+threads(2,first=19) depth=2 [1[a:0] a]",
        "v1 pvs-soft+table-walk-checked+tt(draft=deeper)+deepening+threads(2,first=21) depth=2 a:1[a b:1[b]]",
        "v1 pvs-soft+table-walk-checked+tt(replace=depth,draft=deeper,pv-cut=none)+deepening+order=refutation+move-count(2)+\
         threads(4,first=25) depth=2 [[0] -1[0]]",
    ] {
        let case: Case = text.parse().expect("a case");
        let checked = check_on(&mut Harness::default(), &case).expect("shallow");
        assert!(checked.is_kept(), "{case}: {:?}", checked.finding());
        assert_eq!(checked.trace(), TraceVerdict::Derived);
    }
}

/// If the first thread is never switched from, it is alone.
#[test]
fn a_thread_that_goes_on_to_its_end_searches_as_if_it_were_alone() {
    let (mut harness, mut graph) = (Harness::default(), Graph::default());
    let random = Random { seed: 3, games: 300 };
    for index in 0..random.count() {
        let depth = random.game(index, &mut graph);
        for &store in Store::ALL {
            let alone = subject(&format!("pvs-soft+{}+tt+deepening", store.name()));
            let late = Schedule::switching_at(u32::MAX, 0);
            let threads = subject(&format!("{alone}+threads(2)"));
            let [alone, first] = [alone, with_schedule(threads, late)].map(|subject| {
                let Checked { trial, lines, .. } = run(&mut harness, subject, &graph, depth);
                (trial.score, trial.counts.nodes, lines)
            });
            assert_eq!(alone, first);
        }
    }
}

#[test]
fn every_schedule_with_at_most_two_switches_keeps_the_guarantee_on_small_games() {
    let scope = Scope::shapes(4).expect("a small scope");
    let texts = ["single-array+tt(entries=1)", "triangular+tt", "table-walk-checked+tt(entries=1)"];
    let subjects = |switching| {
        let text = |text| subject(&format!("pvs-soft+{text}+deepening+threads(2{switching})"));
        texts.map(text).to_vec()
    };
    let play = |subjects, switches| {
        Campaign::new(&scope, subjects).replaying(Vec::new()).by_every_schedule(Some(switches)).run(|_| ())
    };
    let searches = [0, 1, 2].map(|switches| {
        let finished = play(subjects(""), switches);
        assert_kept(&finished);
        finished.rows.iter().map(|row| row.tally.games).sum::<u64>()
    });
    assert_eq!(searches, [87, 1_465, 26_439]);
    let mixed = play(subjects(",words=key-first"), 2);
    let shown = rows_showing(&mixed, Finding::Score(ScoreVerdict::Unwitnessed));
    for case in &shown {
        let checked = check_on(&mut Harness::default(), case).expect("shallow");
        assert!(checked.shows(case.expect.expect("a finding")), "the schedule of the case shows it: {case}");
    }
    assert_eq!(shown.len(), 2, "one switch between the words of an entry, and one back");
}

#[test]
fn a_mixed_entry_is_shrunk_to_a_game_and_a_schedule_of_two_switches() {
    let case = "v1 pvs-soft+triangular+tt(entries=1)+deepening+threads(2,words=key-first,schedule=2551552487) \
                depth=5 [[1]]";
    let case: Case = case.parse().expect("a case");
    let finding = Finding::Score(ScoreVerdict::Unwitnessed);
    let small = shrink(&case, finding);
    let checked = check_on(&mut Harness::default(), &small).expect("shallow");
    assert!(checked.shows(finding) && checked.is_kept());
    let Schedule { first, second, .. } = small.subject.options.threads.expect("threads").schedule;
    assert!(first > 0 && second > first, "{small}");
}

/// The others stop when the first thread has ended: here before it has completed an iteration.
#[test]
fn when_the_first_thread_has_ended_the_others_complete_no_iteration() {
    let game: Graph = "[[3 5] [2 9]]".parse().expect("a game");
    let text = "pvs-soft+triangular+tt+deepening+stop-after(1)+threads(3,line=deepest)";
    let late = with_schedule(subject(text), Schedule::switching_at(u32::MAX, 0));
    let shown = run(&mut Harness::default(), late, &game, 2);
    assert_eq!((shown.lines.worst().depth, shown.line()), (0, None), "{shown:?}");
}

#[test]
fn threads_need_a_table() {
    let error = "pvs-soft+triangular+threads(2)".parse::<Subject>().expect_err("no table").to_string();
    assert!(error.contains("which they would share") && error.contains("+tt+threads(2)"), "{error}");
    for text in [
        "threads",
        "threads(1)",
        "threads(65)",
        "threads(2,line=last)",
        "threads(2,schedule=-1)",
        "threads(2,second=3)",
        "threads(2,first=3,second=3)",
        "threads(2,schedule=7,first=3)",
    ] {
        assert!(format!("pvs-soft+triangular+tt+{text}").parse::<Subject>().is_err(), "{text}");
    }
}
