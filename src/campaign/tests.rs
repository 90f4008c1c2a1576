//! Tests of campaigns, with broken guarantees, parts, rounds and preceding searches.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::check::Checked;
use crate::enumerate::Scope;
use crate::experiment::{Deadline, PartMismatch, Recorded as _};
use crate::search::{Counts, Schedule};
use crate::verdict::{Finding, LineKind, ScoreVerdict};

#[test]
fn a_cell_breaks_its_guarantee_if_its_counterexample_does_not_show_its_finding() {
    let subjects: Vec<Subject> = ["alpha-beta-hard+single-array", "pvs-soft+single-array"]
        .map(|text| text.parse().expect("a subject"))
        .to_vec();
    let games = Random { seed: 1, games: 100 };
    let not_reproduced = |expect| {
        let text = format!("v1 alpha-beta-hard+single-array depth=2 expect={expect} [[1 0] [1 0]]");
        let counterexamples = vec![text.parse().expect("a case")];
        let finished = Campaign::new(&games, subjects.clone()).replaying(counterexamples).run(|_| ());
        finished.rows.iter().map(|row| (row.not_reproduced.is_some(), row.is_kept())).collect::<Vec<_>>()
    };
    assert_eq!(not_reproduced("unsound"), [(false, true), (false, true)]);
    assert_eq!(not_reproduced("illegal"), [(true, false), (false, true)]);
}

#[test]
fn coverage_is_insufficient_by_games_or_by_search_options() {
    let subject = "pvs-soft+none+aspiration(2)".parse().expect("a subject");
    let tally = |acted| {
        let mut acts = [0; Counts::NONE.acts().len()];
        acts[0] = acted;
        Tally { games: 10_000, acts, ..Tally::default() }
    };
    let rows = |acted| vec![Row::new(subject, tally(acted), |_, _| unreachable!("there is no finding"))];
    let every_feature = Features {
        terminal_root: 9_999,
        single_move: 9_999,
        early_end: 9_999,
        horizon: 9_999,
        ties: 9_999,
        open_choice: 9_999,
        transposition: 9_999,
        depths: 9_999,
        cycle: 9_999,
        mate: 9_999,
        noisy: 9_999,
        forcing: 9_999,
        pass: 9_999,
        zugzwang: 9_999,
    };
    let finished = |acted, features| Finished { rows: rows(acted), games: 10_000, features };
    assert_eq!(finished(5_000, every_feature).insufficient_coverage(), Vec::<String>::new());
    assert_eq!(
        finished(0, every_feature).insufficient_coverage(),
        ["pvs-soft+none+aspiration(2) hardly ever shows an effect of aspiration"]
    );
    assert_eq!(finished(5_000, Features { ties: 0, ..every_feature }).insufficient_coverage(), ["ties"]);
}

/// Returns a campaign of searches whose lines are sometimes wrong, with guarantees that do not allow wrong lines.
fn broken_guarantees(games: &Random) -> Campaign<'_> {
    let subjects = ["alpha-beta-hard+single-array", "alpha-beta-hard+triangular"];
    let subjects = subjects.map(|text| text.parse().expect("a subject")).to_vec();
    let mut campaign = Campaign::new(games, subjects);
    let strict = guarantee(&campaign.subjects[1]);
    for (_, guarantee) in campaign.plan[0].rows.iter_mut().flatten() {
        *guarantee = strict;
    }
    campaign
}

#[test]
fn a_run_ends_after_the_round_with_enough_findings_for_any_thread_count() {
    let games = Random { seed: 1, games: 50_000 };
    let whole = broken_guarantees(&games).run(|_| ());
    let kinds = "equivalent, truncated, unsound and illegal lines";
    assert_eq!(whole.rows[0].breaches.len(), 4, "{kinds}");
    for (most, played) in [(1, 16 * CHUNK), (4, 16 * CHUNK), (5, games.games)] {
        for threads in [1, 2] {
            let campaign = broken_guarantees(&games).threads(threads).until_findings(Some(most));
            let finished = campaign.run(|_| ());
            assert_eq!((finished.games, finished.rows[0].breaches.is_empty()), (played, false));
        }
    }
}

fn part(campaign: &Campaign<'_>, games: Range<u64>) -> CampaignPart {
    Run::new(games, 2).play(campaign)
}

#[test]
fn the_parts_of_a_campaign_add_up_and_those_of_others_are_errors() {
    let games = Random { seed: 7, games: 3_000 };
    let campaign = broken_guarantees(&games);
    let [mut sum, two] = [0..1, 1..3_000].map(|games| part(&campaign, games));
    assert_eq!(sum.append(&two), Ok(()));
    assert_eq!(sum, part(&campaign, 0..3_000));
    let other = part(&Campaign::new(&games, vec!["minimax+none".parse().expect("a subject")]), 0..0);
    assert_eq!(sum.append(&other), Err(PartMismatch::Plan { found: 2, expected: 3 }));
}

/// Games that consist of one game with its depth.
struct Single(&'static str, usize);

impl Games for Single {
    fn count(&self) -> u64 {
        1
    }

    fn game(&self, _index: u64, tree: &mut Graph) -> usize {
        *tree = self.0.parse().expect("a game");
        self.1
    }
}

/// A game at the greatest depth for a search with quiescence.
const DEEPEST: Single = Single("a:1[a !1]", 60);

/// The searches of one plan share a game, but each has its own preceding searches. So a case that a campaign finds
/// shows the same result when it is checked alone. With quiescence, a preceding search one ply deeper does not fit in
/// these stores.
#[test]
fn a_case_has_the_same_preceding_searches_in_a_campaign_and_alone() {
    let texts = [
        "pvs-soft+triangular+tt(keep=yes,draft=deeper)",
        "pvs-soft+triangular+tt(keep=yes,draft=deeper)+quiescence",
        "alpha-beta-soft+triangular+tt(keep=yes)+quiescence(plies=2)+deepening",
    ];
    let finished =
        Campaign::new(&DEEPEST, texts.map(|text| text.parse().expect("a subject")).to_vec()).run(|_| ());
    for (row, text) in finished.rows.iter().zip(texts) {
        let case = format!("v1 {text} depth={} {}", DEEPEST.1, DEEPEST.0).parse().expect("a case");
        let alone = crate::check::check(&case).expect("within the limits");
        assert_eq!(row.tally.counts, alone.trial.counts, "{text}");
    }
}

/// The second line of the game is wrong if a single array keeps it.
#[test]
fn the_second_line_of_multipv_counts_and_may_break_the_guarantee() {
    let subjects = ["single-array", "triangular"].map(|store| format!("alpha-beta-hard+{store}+multipv(2)"));
    let subjects = subjects.map(|text| text.parse().expect("a subject")).to_vec();
    let mut campaign = Campaign::new(&Single("[[1 0] [1 0] [2 3]]", 2), subjects);
    let unsound = Finding::Line(LineKind::Unsound);
    let rows = campaign.run(|_| ()).rows;
    assert!(rows[0].is_kept(), "an expected failure");
    assert_eq!((rows[0].tally.line(LineKind::Unsound), rows[0].tally.line(LineKind::Same)), (1, 0));
    assert!(rows[0].counterexamples.contains_key(&unsound));
    assert_eq!(rows[1].tally.line(LineKind::Same), 1);
    let strict = guarantee(&campaign.subjects[1]);
    for (_, guarantee) in campaign.plan.iter_mut().flat_map(|planned| planned.rows.iter_mut().flatten()) {
        *guarantee = strict;
    }
    let rows = campaign.run(|_| ()).rows;
    assert_eq!(rows[0].breaches.keys().collect::<Vec<_>>(), [&unsound]);
    assert!(rows[1].is_kept());
}

/// A change of a part, with its description.
type Change<'c> = (&'c str, &'c dyn Fn(&mut Sums));

/// The sums of a part that was read from a file are checked, because the file may have been edited.
#[test]
fn a_part_whose_sums_do_not_add_up_is_refused() {
    let games = Random { seed: 7, games: 300 };
    let campaign = broken_guarantees(&games);
    let sums = part(&campaign, 0..300).sums;
    let adds_up = |change: &dyn Fn(&mut Sums), games| {
        let mut edited = sums.clone();
        change(&mut edited);
        edited.adds_up(0..games)
    };
    assert!(adds_up(&|_| (), 300));
    assert!(!adds_up(&|_| (), 301), "all games");
    let foreign =
        |games: Range<u64>| move |counterexample: &mut Counterexample| counterexample.index = games.end;
    let of_line = |sums: &mut Sums| sums.lines[0].counterexamples.values_mut().for_each(foreign(0..300));
    let of_breach = |sums: &mut Sums| sums.lines[0].breaches.values_mut().for_each(foreign(0..300));
    let of_search = |sums: &mut Sums| {
        let finding = Finding::Score(ScoreVerdict::Bound);
        sums.searches[0].counterexamples.insert(finding, Counterexample { size: 1, index: 300 });
    };
    let overflow = |sums: &mut Sums| {
        sums.lines[0].line[0] = u64::MAX;
        sums.lines[0].line[1] = 301;
    };
    let changes: [Change<'_>; 8] = [
        ("a line", &|sums| sums.lines[0].line[0] += 1),
        ("a line of a later row", &|sums| sums.lines[1].line[0] -= 1),
        ("a score", &|sums| sums.searches[0].score[0] += 1),
        ("the games of a search", &|sums| sums.searches[0].games -= 1),
        ("a counterexample of a line", &of_line),
        ("a breach of a line", &of_breach),
        ("a counterexample of a search", &of_search),
        ("a sum beyond the largest number", &overflow),
    ];
    for (name, change) in changes {
        assert!(!adds_up(change, 300), "{name}");
    }
    assert!(!sums.lines[0].counterexamples.is_empty() && !sums.lines[0].breaches.is_empty());
}

/// Random games of a run that is stopped when the game with this number is made.
struct StopsAt<'s> {
    games: Random,
    stop: &'s AtomicBool,
    at: u64,
}

impl Games for StopsAt<'_> {
    fn count(&self) -> u64 {
        self.games.games
    }

    fn game(&self, index: u64, tree: &mut Graph) -> usize {
        if index == self.at {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.games.game(index, tree)
    }
}

#[test]
fn a_stopped_campaign_of_many_searches_ends_within_few_games_and_covers_the_first_ones() {
    let algorithms = Algorithm::ALL.iter().filter(|algorithm| !algorithm.profile().needs_table());
    let options = ["", "+tt", "+tt(draft=deeper)", "+repetition", "+extension", "+quiescence", "+deepening"];
    let subjects: Vec<Subject> = algorithms
        .flat_map(|algorithm| options.map(|options| format!("{}+triangular{options}", algorithm.name())))
        .map(|text| text.parse().expect("a subject"))
        .collect();
    let games = Random { seed: 1, games: 10 * CHUNK };
    for threads in [1, 3] {
        let deadline = Deadline::default();
        let stopping = StopsAt { games, stop: deadline.stop(), at: 100 };
        let campaign = Campaign::new(&stopping, subjects.clone());
        let run = Run::new(0..games.games, threads).until(&deadline);
        let played = campaign.finish(&run.play(&campaign));
        let at_once = campaign.at_once();
        assert!(at_once < 20, "{at_once} games at once");
        // Each thread finishes the games that it has taken.
        if threads == 1 {
            assert_eq!(played.games, 101_u64.next_multiple_of(at_once));
        }
        let campaign = Campaign::new(&games, subjects.clone());
        let same = campaign.finish(&part(&campaign, 0..played.games));
        assert_eq!((played.games, played.features), (same.games, same.features));
        let tallies = |finished: Finished| finished.rows.into_iter().map(|row| row.tally).collect::<Vec<_>>();
        assert_eq!(tallies(played), tallies(same), "{threads} threads");
    }
}

/// The schedules of a game show everything that two threads show under any schedule with one or two switches.
#[test]
fn the_schedules_of_a_game_lead_to_everything_that_any_schedule_of_so_many_switches_leads_to() {
    /// A number of steps greater than that of both threads together.
    const STEPS: u32 = 90;
    for (table, positions) in [("entries=1", 3), ("entries=1,keep=yes", 2)] {
        let text = format!("pvs-soft+table-walk+tt({table})+deepening+threads(2,words=key-first)");
        let subject: Subject = text.parse().expect("a subject");
        assert_all_schedules::<STEPS>(&subject, &Scope::shapes(positions).expect("a small scope"));
    }
}

fn assert_all_schedules<const STEPS: u32>(subject: &Subject, scope: &Scope) {
    let (mut harness, mut graph) = (Harness::default(), Graph::default());
    for index in 0..scope.count() {
        let depth = scope.game(index, &mut graph);
        let mut run = |schedule| {
            let options = subject.options.scheduled(schedule);
            let case =
                Case { subject: Subject { options, ..*subject }, depth, expect: None, game: graph.clone() };
            let Checked { trial, lines, .. } = check_on(&mut harness, &case).expect("shallow");
            ((trial.score, trial.counts, format!("{lines:?}")), harness.last_choice())
        };
        for switches in 0..=2 {
            let (mut schedules, mut own, mut count) = (Schedules::new(switches), BTreeSet::new(), 0);
            loop {
                let (shown, last) = run(schedules.schedule());
                own.insert(format!("{shown:?}"));
                count += 1;
                assert!(last < STEPS);
                if !schedules.advance(last) {
                    break;
                }
            }
            let second = |first| if switches < 2 { 0..=0 } else { first..=STEPS };
            let firsts = if switches < 1 { u32::MAX..=u32::MAX } else { 1..=STEPS };
            let any = firsts.flat_map(|first| second(first).map(move |second| (first, second)));
            let any: Vec<_> = any.collect();
            assert!(switches == 0 || count < any.len(), "fewer: {count}");
            let any = any.into_iter().map(|(first, second)| {
                let second = if second > first { second } else { 0 };
                format!("{:?}", run(Schedule::switching_at(first, second)).0)
            });
            assert_eq!(own, any.collect(), "{switches} switches in {graph}");
        }
    }
}

/// The switch that shows the score is in a search before the last one, which has fewer steps.
#[test]
fn the_schedules_of_a_kept_table_are_those_of_all_its_searches() {
    let subject = "pvs-soft+triangular+tt(draft=deeper,keep=yes)+deepening+threads(2,words=checked-late)";
    let mut case: Case = format!("v1 {subject} depth=2 a:[b:1[a b]]").parse().expect("a case");
    let (mut harness, mut schedules, mut scores) = (Harness::default(), Schedules::new(1), BTreeSet::new());
    let options = case.subject.options;
    loop {
        case.subject.options = options.scheduled(schedules.schedule());
        scores.insert(check_on(&mut harness, &case).expect("shallow").trial.score);
        if !schedules.advance(harness.last_choice()) {
            break;
        }
    }
    assert_eq!(scores.len(), 2, "one search, and one that another left its entries: {scores:?}");
}
