//! Campaigns that find what nobody guaranteed, and campaigns in parts.

use super::*;
use crate::search::Counts;

#[test]
fn a_cell_whose_counterexample_no_longer_shows_it_is_blind_and_breaks_its_guarantee() {
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
fn a_run_is_insufficient_by_its_games_or_by_its_search_options() {
    let subject = "pvs-soft+none+aspiration(2)".parse().expect("a subject");
    let tally = |acted| {
        let mut acts = [0; Counts::NONE.acts().len()];
        acts[0] = acted;
        Tally { games: 10_000, acts, ..Tally::default() }
    };
    let rows = |acted| vec![Row::new(subject, tally(acted), |_, _| 0)];
    let rich = Features {
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
    assert_eq!(finished(5_000, rich).insufficient_coverage(), Vec::<String>::new());
    assert_eq!(
        finished(0, rich).insufficient_coverage(),
        ["pvs-soft+none+aspiration(2) hardly ever has aspiration act"]
    );
    assert_eq!(finished(5_000, Features { ties: 0, ..rich }).insufficient_coverage(), ["ties"]);
}

/// Searches whose lines are wrong at times, with guarantees that say that they never are.
fn broken_guarantees(games: &Random) -> Campaign<'_, Random> {
    let subjects = ["alpha-beta-hard+single-array", "alpha-beta-hard+triangular"];
    let subjects = subjects.map(|text| text.parse().expect("a subject")).to_vec();
    let mut campaign = Campaign::new(games, subjects);
    let right = guarantee(&campaign.subjects[1]);
    for (_, guarantee) in campaign.plan[0].rows.iter_mut().flatten() {
        *guarantee = right;
    }
    campaign
}

#[test]
fn a_run_ends_with_the_round_in_which_enough_was_found_whatever_the_thread_count() {
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
fn parts_add_up_wherever_they_were_cut_and_only_in_order() {
    let games = Random { seed: 7, games: 3_000 };
    let campaign = || broken_guarantees(&games);
    let play = |range| {
        let campaign = campaign().within(range);
        campaign.play_on(campaign.begin(), |_| (), |_| Ok::<_, ()>(())).expect("nobody objects")
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
    // Going on from a part is the same as never having stopped.
    let from = play(0..2_000);
    let gone_on = campaign().play_on(from, |_| (), |_| Ok::<_, ()>(())).expect("nobody objects");
    assert_eq!(gone_on, whole);
}

#[cfg(feature = "cli")]
#[test]
fn a_part_is_read_as_it_was_written() {
    let games = Random { seed: 7, games: 1_000 };
    let campaign = broken_guarantees(&games);
    let part = campaign.play_on(campaign.begin(), |_| (), |_| Ok::<_, ()>(())).expect("nobody objects");
    let text = serde_json::to_string(&part).expect("JSON");
    assert_eq!(serde_json::from_str::<Part>(&text).expect("a part"), part);
}

/// Rounds may end after any chunk: the parts add up to the same, and none is without games.
#[test]
fn rounds_that_are_cut_short_add_up_to_the_same() {
    let subject = "pvs-soft+single-array+tt(draft=deeper)".parse().expect("a subject");
    let games = Random { seed: 1, games: 5 * CHUNK + 7 };
    for threads in [1, 3] {
        let campaign = Campaign::new(&games, vec![subject]).threads(threads);
        let play = |campaign: &Campaign<'_, Random>| {
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
        let (cut, parts) = play(&campaign.pausing(Duration::ZERO));
        assert_eq!(cut, whole);
        assert!(parts.len() > 1 && parts.windows(2).all(|two| two[0].end == two[1].start), "{parts:?}");
        assert!(threads > 1 || parts.len() == 6, "{parts:?}");
    }
}
