//! Journals and shards of the verification of a search in Rust; cases of positions as text.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::run_test;
use pvcheck::prelude::*;
use pvcheck::verify::Report;
use pvcheck_chess::{ChessPosition, bundled};

use super::verify::alpha_beta;

/// Alpha-beta, which in every fifth game returns a line without its first move.
fn wrong(request: &Request<'_>) -> Answer {
    let (score, line) = alpha_beta(request.root(), request.depth(), Window::FULL);
    let skipped = usize::from(request.root().evaluate().get().rem_euclid(5) == 0);
    Answer::exact(score, line.into_iter().skip(skipped))
}

fn verification() -> Verification {
    verify(wrong).games(RandomGames::seed(3).count(1_500))
}

#[test]
fn shards_add_up_to_the_whole_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = verification().report().to_string();
    for number in 1..=3 {
        let shard = verification().journal(folder.path()).shard(number, 3).report();
        assert_eq!(shard.searches(), 500);
        assert!(shard.games().ends_with(&format!("shard {number}/3")), "{}", shard.games());
    }
    assert_eq!(verification().merge(folder.path()).report().to_string(), whole);
}

/// The text of the panic of `report`.
fn panic_of(report: impl FnOnce() -> Report + std::panic::UnwindSafe) -> String {
    let panic = std::panic::catch_unwind(report).expect_err("a panic");
    panic.downcast_ref::<String>().expect("a text").clone()
}

#[test]
fn shards_that_are_missing_or_of_another_verification_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_owned();
    let merged = |path: &Path| {
        panic_of({
            let path = path.to_owned();
            move || verification().merge(path).report()
        })
    };
    assert!(merged(&path).contains("no journal of a shard of this verification"), "{}", merged(&path));
    drop(verification().journal(&path).shard(1, 2).report());
    assert!(merged(&path).contains("shard 2/2 is missing"), "{}", merged(&path));
    let other = verification().known("unsound").journal(&path).shard(2, 2);
    drop(other.report());
    assert!(merged(&path).contains("shard 2/2 is missing"), "a declaration is part of the run");
    drop(verification().journal(&path).shard(2, 2).report());
    drop(verification().merge(&path).report());
    let is_second = |path: &Path| path.to_string_lossy().contains(".2-of-2.");
    let files = std::fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("a file").path());
    for file in files.filter(|file| is_second(file)) {
        let text = std::fs::read_to_string(&file).expect("a journal");
        std::fs::write(&file, text.split_inclusive('\n').next().expect("a first line")).expect("a file");
    }
    assert!(merged(&path).contains("0 of 750 games; expected a complete shard"), "{}", merged(&path));
}

#[test]
fn a_run_that_was_ended_continues_from_its_journal() {
    let folder = tempfile::tempdir().expect("a folder");
    let searches = Arc::new(AtomicU64::new(0));
    let verification = |hangs_at: u64| {
        let searches = Arc::clone(&searches);
        let search = move |request: &Request<'_>| {
            while searches.fetch_add(1, Ordering::Relaxed) == hangs_at {
                std::thread::sleep(Duration::from_secs(3600));
            }
            wrong(request)
        };
        verify(search).games(RandomGames::seed(3).count(1_500)).time_limit(Duration::from_secs(4))
    };
    let ended = verification(1_200).journal(folder.path()).report();
    assert!(ended.timed_out() && ended.searches() < 1_500, "{ended}");
    let before = searches.swap(0, Ordering::Relaxed);
    let report = verification(u64::MAX).journal(folder.path()).report();
    let (continued, whole) = (searches.swap(0, Ordering::Relaxed), verification(u64::MAX).report());
    assert_eq!(report.to_string(), whole.to_string());
    let all = searches.load(Ordering::Relaxed);
    assert_eq!(continued + 1024, all, "the first round is not searched again, after {before} searches");
}

/// The subject of the next test, which runs it with variables of the environment.
#[test]
#[should_panic(expected = "unsound line")]
fn wrong_lines_are_the_panic() {
    verification().run();
}

#[test]
fn the_environment_has_journals_and_shards() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |variables: &[(&str, &str)]| {
        let (_, text) = run_test("journals::wrong_lines_are_the_panic", variables);
        text[text.find("pvcheck: ").unwrap_or(0)..].to_owned()
    };
    let path = folder.path().to_str().expect("a name");
    for shard in ["1/2", "2/2"] {
        let part = run(&[("PVCHECK_JOURNAL", path), ("PVCHECK_SHARD", shard)]);
        assert!(part.contains(&format!("in 750 searches (random games of seed 3, shard {shard})")), "{part}");
    }
    let whole = run(&[]);
    assert!(whole.contains("in 1,500 searches (random games of seed 3)"), "{whole}");
    assert_eq!(run(&[("PVCHECK_MERGE", path)]), whole);
}

/// Chess, searched by alpha-beta that returns no line where Black is to move.
fn on_chess() -> Verification<ChessPosition> {
    let positions = bundled().iter().take(12).map(|record| (record.position().clone(), 1));
    verify_positions(
        positions,
        || (),
        |(): &mut (), request: &Request<'_, ChessPosition>| {
            let (score, line) = alpha_beta(request.root(), request.depth(), Window::FULL);
            let root = request.root().name().expect("a FEN record");
            Answer::exact(score, line.into_iter().skip(usize::from(root.contains(" b "))))
        },
    )
}

#[test]
fn the_case_of_a_position_is_text_that_finds_it_again() {
    let report = on_chess().report();
    let example = report.examples().first().expect("a finding");
    assert!(example.case.starts_with("position=") && example.case.contains(" # "), "{report}");
    let page = report.page_of(example);
    for part in ["replay     PVCHECK_CASE='position=", "add `.case(\"position="] {
        assert!(page.contains(part), "{page}");
    }
    let again = on_chess().case(&example.case).within(0..0).report();
    let given = again.examples().iter().find(|found| found.game.is_none()).expect("the given case");
    assert_eq!(
        (&given.case, given.finding, &given.detail),
        (&example.case, example.finding, &example.detail)
    );
}

#[test]
fn a_case_of_a_position_has_moves_and_circumstances() {
    let report = on_chess().case("position=1 depth=1 after=same entries=2 moves e2e4").report();
    let found = report.examples().iter().find(|example| example.game.is_none()).expect("Black has no line");
    let begins = "position=1 depth=1 after=same entries=2 moves e2e4 # rnbqkbnr/";
    assert!(found.case.starts_with(begins), "{report}");
    let report = on_chess().case("position=1 depth=1 moves e2e4 e7e5 # whatever").report();
    assert!(report.examples().iter().all(|example| example.game.is_some()), "White has a line: {report}");
    for (case, expected) in [
        ("position=0 depth=1", "no position has the number"),
        ("v1 depth=1 [0 1]", "a case of random games, where positions are given"),
        ("position=99 depth=1", "from 1 to 12"),
        ("depth=1", "from 1 to 12"),
        ("position=1 deep=1", "depth=PLIES"),
        ("position=1 depth=1 moves a1a8", "no move has the name"),
        ("position=1 depth=1 move a1a8", "unknown word"),
        ("position=1 depth=1 lines=0", "from 1 to 255"),
    ] {
        let text = panic_of(move || on_chess().case(case).report());
        assert!(text.contains(expected), "{case}: {text}");
    }
}
