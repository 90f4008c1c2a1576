//! What each seeded bug changes in the output of the engine.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;

use crate::common::on_all_threads;
use pvcheck::bugs::Bug;
use pvcheck_chess::bundled;

use super::driver::lines;

/// The bugs that the searches below do not show.
const UNSEEN: [&str; 3] = ["draft-ignored", "quiescence-draws-untested", "value-ignored"];

/// The bugs that chess cannot show.
const IMPOSSIBLE: [&str; 2] = ["draw-at-even-plies-only", "empty-line-not-shown"];

/// White must give perpetual check.
const PERPETUAL: &str = "position fen 6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1\ngo depth 5";

/// The bugs that need another subject than their own, or another position than those of pvcheck.
const ELSEWHERE: [(&str, &str, Option<&str>); 8] = [
    ("fail-low-keeps-another-move", "pvs-soft+table-walk-raw+tt(entries=16)+order=table", None),
    ("no-last-re-search-raise-before-cutoff", "pvs-hard-no-last-re-search+single-array", None),
    ("not-cleared-on-repetition", "minimax+triangular+repetition", Some(PERPETUAL)),
    ("quiescence-keeps-row", "pvs-soft+triangular+quiescence(plies=4)+extension", None),
    (
        "raise-before-cutoff",
        "pvs-soft+single-array+tt(draft=deeper,pv-cut=all,keep=yes)+aspiration(20,widen=side)+lmr(1)",
        None,
    ),
    ("root-reduced-without-hash-move", "pvs-soft+triangular+tt(entries=1)+iir+multipv(2)", None),
    ("store-not-notified-of-a-draw", "pvs-soft+single-array+repetition", Some(PERPETUAL)),
    ("walks-after-failure", "pvs-soft+table-walk+aspiration(2)+tt", None),
];

/// Searches of the first positions of pvcheck to this depth, and some that are stopped.
fn searches_to(depth: u32, positions: usize) -> String {
    let mut commands = String::new();
    for record in &bundled()[..positions] {
        commands += &format!("position {}\ngo depth {depth}\n", record.uci_position());
    }
    for record in &bundled()[..8] {
        for nodes in [30, 60, 100, 200, 400, 1000, 3000] {
            commands += &format!("position {}\ngo nodes {nodes}\n", record.uci_position());
        }
    }
    commands
}

/// What the engine prints without a bug, by its subject and the commands: many bugs have the same.
#[derive(Default)]
struct Correct(Mutex<HashMap<(&'static str, String), Vec<String>>>);

impl Correct {
    fn differs_from(&self, found: &[String], subject: &'static str, commands: &str) -> bool {
        let key = (subject, commands.to_owned());
        let known = self.0.lock().expect("no panic").get(&key).map(|lines| lines == found);
        !known.unwrap_or_else(|| {
            let lines = lines(&[subject], commands);
            let is_same = lines == found;
            self.0.lock().expect("no panic").insert(key, lines);
            is_same
        })
    }
}

/// Whether the engine prints something else with the bug than without.
fn is_seen(bug: &Bug, correct: &Correct) -> bool {
    let elsewhere = ELSEWHERE.iter().find(|(name, ..)| *name == bug.name);
    let subject = elsewhere.map_or(bug.subject, |(_, subject, _)| *subject);
    let differs = |commands: &str| {
        correct.differs_from(&lines(&[subject, "--bug", bug.name], commands), subject, commands)
    };
    let all = bundled().len();
    match elsewhere {
        Some((_, _, Some(commands))) => differs(commands),
        _ if UNSEEN.contains(&bug.name) => differs(&searches_to(3, all)),
        // Most bugs need little depth, and few positions.
        _ => [3, 4, 5]
            .into_iter()
            .any(|depth| [8, all].into_iter().any(|positions| differs(&searches_to(depth, positions)))),
    }
}

#[test]
#[ignore = "takes half a minute: `cargo exhaustive`"]
fn each_seeded_bug_that_chess_shows_changes_the_output() {
    // The engine has one thread.
    let is_possible = |bug: &&Bug| !IMPOSSIBLE.contains(&bug.name) && bug.subject().options.threads.is_none();
    let bugs: Vec<&Bug> = Bug::ALL.iter().filter(is_possible).collect();
    let correct = Correct::default();
    let unseen = on_all_threads(&bugs, |bug| (!is_seen(bug, &correct)).then_some(bug.name));
    assert_eq!(unseen.into_iter().flatten().collect::<BTreeSet<_>>(), BTreeSet::from(UNSEEN));
}
