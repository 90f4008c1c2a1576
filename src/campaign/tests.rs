//! Tests of campaigns: broken guarantees, parts, rounds and preceding searches.

use super::*;
use crate::search::Counts;
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
    let rows = |acted| vec![Row::new(subject, tally(acted), |_, _| (Graph::leaf(Score::ZERO), 0))];
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

/// Searches whose lines are sometimes wrong, with guarantees that do not allow that.
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
    let games = Random { seed: 1, games: 100_000 };
    let whole = broken_guarantees(&games).run(|_| ());
    let kinds = "equivalent, truncated, unsound and illegal lines";
    assert_eq!(whole.rows[0].breaches.len(), 4, "{kinds}");
    for (most, played) in [(1, SHORTEST_ROUND), (4, SHORTEST_ROUND), (5, games.games)] {
        for threads in [1, 2] {
            let campaign = broken_guarantees(&games).threads(threads).until_findings(Some(most));
            let finished = campaign.run(|_| ());
            assert_eq!((finished.games, finished.rows[0].breaches.is_empty()), (played, false));
        }
    }
}

#[test]
fn consecutive_parts_add_up_and_others_are_errors() {
    let games = Random { seed: 7, games: 3_000 };
    let campaign = || broken_guarantees(&games);
    let play = |range| {
        let campaign = campaign().within(range);
        campaign.play_on(campaign.begin(), |_| (), |_| Ok::<_, ()>(())).expect("the callback never fails")
    };
    let whole = play(0..3_000);
    let [one, two, three] = [0..1, 1..2_000, 2_000..9_000].map(play);
    let mut sum = one.clone();
    assert_eq!(sum.append(&three), Err(PartMismatch::Games { found: 2_000, expected: 1 }));
    assert_eq!((sum.append(&two), sum.append(&three)), (Ok(()), Ok(())));
    assert_eq!(sum, whole);
    assert_eq!(sum.append(&three), Err(PartMismatch::Games { found: 2_000, expected: 3_000 }));
    let other = Campaign::new(&games, vec!["minimax+none".parse().expect("a subject")]).begin();
    assert_eq!(sum.append(&other), Err(PartMismatch::Plan { found: 2, expected: 3 }));
    // Continuing from a part gives the same result as one run.
    let from = play(0..2_000);
    let continued = campaign().play_on(from, |_| (), |_| Ok::<_, ()>(())).expect("the callback never fails");
    assert_eq!(continued, whole);
}

#[cfg(feature = "json")]
#[test]
fn a_part_survives_a_round_trip_through_json() {
    let games = Random { seed: 7, games: 1_000 };
    let campaign = broken_guarantees(&games);
    let part =
        campaign.play_on(campaign.begin(), |_| (), |_| Ok::<_, ()>(())).expect("the callback never fails");
    let text = serde_json::to_string(&part).expect("JSON");
    assert_eq!(serde_json::from_str::<Part>(&text).expect("a part"), part);
}

/// A round may end after any chunk. The parts then add up to the same result, and no part is empty.
#[test]
fn rounds_with_a_time_limit_add_up_to_the_same_result() {
    let subject = "pvs-soft+single-array+tt(draft=deeper)".parse().expect("a subject");
    let games = Random { seed: 1, games: 5 * CHUNK + 7 };
    for threads in [1, 3] {
        let campaign = Campaign::new(&games, vec![subject]).threads(threads);
        let play = |campaign: &Campaign<'_>| {
            let mut parts = Vec::new();
            let played = campaign.play_on(
                campaign.begin(),
                |_| (),
                |part| {
                    parts.push(part.games());
                    Ok::<_, Infallible>(())
                },
            );
            (played.expect("never fails"), parts)
        };
        let (whole, one) = play(&campaign);
        assert_eq!(one, vec![campaign.games()]);
        let campaign = campaign.pausing(Duration::ZERO);
        let (cut, parts) = play(&campaign);
        assert_eq!(cut, whole);
        assert!(parts.len() > 1 && parts.windows(2).all(|two| two[0].end == two[1].start), "{parts:?}");
        let chunks = games.games.div_ceil(campaign.games_at_once());
        assert!(threads > 1 || parts.len() as u64 == chunks, "{parts:?}");
    }
}

/// One game, at the greatest depth for a search with quiescence.
struct Deepest;

const DEEPEST: &str = "a:1[a !1]";

impl Games for Deepest {
    fn count(&self) -> u64 {
        1
    }

    fn game(&self, _index: u64, tree: &mut Graph) -> usize {
        *tree = DEEPEST.parse().expect("a game");
        60
    }
}

/// The searches of one plan share a game, but each has its own preceding searches. So a case that a campaign
/// finds shows the same when it is checked alone. With quiescence, a preceding search one ply deeper does not
/// fit in the stores here.
#[test]
fn a_case_has_the_same_preceding_searches_in_a_campaign_and_alone() {
    let texts = [
        "pvs-soft+triangular+tt(keep=yes,draft=deeper)",
        "pvs-soft+triangular+tt(keep=yes,draft=deeper)+quiescence",
        "alpha-beta-soft+triangular+tt(keep=yes)+quiescence(plies=2)+deepening",
    ];
    let finished =
        Campaign::new(&Deepest, texts.map(|text| text.parse().expect("a subject")).to_vec()).run(|_| ());
    for (row, text) in finished.rows.iter().zip(texts) {
        let case = format!("v1 {text} depth=60 {DEEPEST}").parse().expect("a case");
        let alone = crate::check::check(&case).expect("within the limits");
        assert_eq!(row.tally.counts, alone.trial.counts, "{text}");
    }
}

/// One game, whose second line is wrong if a single array keeps it.
struct SecondLineWrong;

impl Games for SecondLineWrong {
    fn count(&self) -> u64 {
        1
    }

    fn game(&self, _index: u64, tree: &mut Graph) -> usize {
        *tree = "[[1 0] [1 0] [2 3]]".parse().expect("a game");
        2
    }
}

#[test]
fn the_second_line_of_multipv_counts_and_may_break_the_guarantee() {
    let subjects = ["single-array", "triangular"].map(|store| format!("alpha-beta-hard+{store}+multipv(2)"));
    let subjects = subjects.map(|text| text.parse().expect("a subject")).to_vec();
    let mut campaign = Campaign::new(&SecondLineWrong, subjects);
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

/// A description, and what is changed in a part.
type Change<'c> = (&'c str, &'c dyn Fn(&mut Part));

/// The sums of a part that was read from a file may have been edited.
#[test]
fn a_part_whose_sums_do_not_add_up_is_refused() {
    let games = Random { seed: 7, games: 300 };
    let campaign = broken_guarantees(&games);
    let part = campaign.play_on(campaign.begin(), |_| (), |_| Ok::<_, ()>(())).expect("never fails");
    let append = |change: &dyn Fn(&mut Part)| {
        let mut edited = part.clone();
        change(&mut edited);
        campaign.begin().append(&edited).err()
    };
    assert_eq!(append(&|_| ()), None);
    let foreign =
        |games: Range<u64>| move |counterexample: &mut Counterexample| counterexample.index = games.end;
    let of_line = |part: &mut Part| part.lines[0].counterexamples.values_mut().for_each(foreign(0..300));
    let of_breach = |part: &mut Part| part.lines[0].breaches.values_mut().for_each(foreign(0..300));
    let of_search = |part: &mut Part| {
        let finding = Finding::Score(ScoreVerdict::Bound);
        part.searches[0].counterexamples.insert(finding, Counterexample { size: 1, index: 300 });
    };
    let overflow = |part: &mut Part| {
        part.lines[0].line[0] = u64::MAX;
        part.lines[0].line[1] = 301;
    };
    let changes: [Change<'_>; 9] = [
        ("a line", &|part| part.lines[0].line[0] += 1),
        ("a line of a later row", &|part| part.lines[1].line[0] -= 1),
        ("a score", &|part| part.searches[0].score[0] += 1),
        ("the games of a search", &|part| part.searches[0].games -= 1),
        ("all games", &|part| part.games += 1),
        ("a counterexample of a line", &of_line),
        ("a breach of a line", &of_breach),
        ("a counterexample of a search", &of_search),
        ("a sum beyond the largest number", &overflow),
    ];
    for (name, change) in changes {
        assert!(matches!(append(change), Some(PartMismatch::Sums { .. })), "{name}");
    }
    assert!(!part.lines[0].counterexamples.is_empty() && !part.lines[0].breaches.is_empty());
}

/// A campaign that is stopped before it begins searches its first chunk; one that continues searches nothing
/// more.
#[test]
fn a_stopped_campaign_searches_only_its_first_chunk() {
    let games = Random { seed: 1, games: 40 * CHUNK };
    let (subject, stop) = ("pvs-soft+none".parse().expect("a subject"), AtomicBool::new(true));
    let campaign = Campaign::new(&games, vec![subject]).until_set(&stop);
    let play = |part| campaign.play_on(part, |_| (), |_| Ok::<_, Infallible>(())).expect("never fails");
    let first = play(campaign.begin());
    assert_eq!(first.games(), 0..CHUNK);
    assert_eq!(play(first).games(), 0..CHUNK);
    let within = Campaign::new(&games, vec![subject]).until_set(&stop).within(CHUNK..4 * CHUNK);
    assert_eq!(within.run(|_| ()).games, CHUNK);
    // A later round takes no chunk at all.
    let next = AtomicU64::new(0);
    assert_eq!(campaign.take_chunk(&next, &(CHUNK..9 * CHUNK), None), None);
    assert_eq!(campaign.take_chunk(&next, &(0..9 * CHUNK), None), Some(0..CHUNK));
    assert_eq!(campaign.take_chunk(&next, &(0..9 * CHUNK), None), None);
}

/// Random games; the run is stopped when the game with this number is made.
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
        let stop = AtomicBool::new(false);
        let stopping = StopsAt { games, stop: &stop, at: 100 };
        let campaign = Campaign::new(&stopping, subjects.clone()).threads(threads).until_set(&stop);
        let played = campaign.run(|_| ());
        let at_once = campaign.games_at_once();
        assert!(at_once < 20, "{at_once} games at once");
        // Each thread finishes the games that it has taken.
        if threads == 1 {
            assert_eq!(played.games, 101_u64.next_multiple_of(at_once));
        }
        let same = Campaign::new(&games, subjects.clone()).within(0..played.games).run(|_| ());
        assert_eq!((played.games, played.features), (same.games, same.features));
        let tallies = |finished: Finished| finished.rows.into_iter().map(|row| row.tally).collect::<Vec<_>>();
        assert_eq!(tallies(played), tallies(same), "{threads} threads");
    }
}
