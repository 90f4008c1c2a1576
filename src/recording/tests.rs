use std::collections::BTreeSet;

use super::explorer::ShownSearch;
use super::*;
use crate::check::check;
use crate::pv::Store;
use crate::subject::Subject;
use crate::verdict::LineKind;

fn case(text: &str) -> Case {
    text.parse().expect("a case")
}

/// Returns the first row of the last memory of the shown thread, with the moves of the writes in it.
fn last_row(recording: &Recording) -> Vec<Move> {
    let last = recording.steps.iter().rfind(|step| step.thread == recording.shown_thread).expect("a step");
    let rows = recording.memory(last);
    let Some(MemoryRow::Slots { slots, length, .. }) = rows.first() else { panic!("no row: {rows:?}") };
    slots[..*length].iter().map(|mv| recording.writes[usize::from(mv.number())].mv).collect()
}

/// Returns cases of all kinds, with ties, tables, re-searches, quiescence and draws.
fn cases() -> Vec<Case> {
    let games = ["depth=3 [[[3 1] [2 4]] [[5 0] [7 2]] [[1 6] [8 3]]]", "depth=2 [[1 1] 0 [0 [2 1]]]"];
    let options =
        ["", "+tt", "+lmr(1)", "+aspiration(1,widen=side)", "+deepening", "+repetition", "+null(1)"];
    let algorithms = ["alpha-beta-hard", "pvs-soft", "negascout-soft", "minimax", "scout"];
    let mut cases = Vec::new();
    for game in games {
        for option in options {
            for algorithm in algorithms {
                let text = format!("v1 {algorithm}+triangular{option} {game}");
                // Some options have no meaning without null windows.
                cases.extend(text.parse::<Case>());
            }
        }
    }
    assert!(cases.len() > 50, "{}", cases.len());
    cases
}

/// Returns the cases with every store, where that has a meaning.
fn cases_in_every_store() -> impl Iterator<Item = Case> {
    let with_stores = |one: Case| {
        Store::ALL.iter().map(move |&store| Case { subject: Subject { store, ..one.subject }, ..one.clone() })
    };
    cases().into_iter().flat_map(with_stores).filter(|case| case.subject.meaningless().is_none())
}

#[test]
fn the_recorded_line_is_that_of_the_search_in_every_store() {
    for case in cases_in_every_store() {
        let checked = check(&case).expect("within capacity");
        let (recording, positions) = record(&case).expect("a small search");
        assert_eq!(recording.line.as_deref(), checked.line(), "{case}");
        assert_eq!(recording.nodes.len(), positions.len());
        if case.subject.store.profile().only_copies() && checked.line().is_some() {
            assert_eq!(Some(&last_row(&recording)[..]), checked.line(), "{case}");
        }
    }
}

#[test]
fn every_node_that_is_entered_is_exited_and_every_raise_is_in_the_memory() {
    for case in cases() {
        let (recording, _) = record(&case).expect("a small search");
        let mut open = Vec::new();
        for (number, step) in recording.steps.iter().enumerate() {
            match step.event {
                Event::Started { .. } => assert!(open.is_empty()),
                Event::Entered { window, .. } => {
                    assert!(window.is_some(), "{case}");
                    open.push(step.node);
                }
                Event::Exited { .. } => assert_eq!(open.pop(), Some(step.node), "{case}"),
                Event::Raised { mv } => {
                    assert_eq!(open.last(), Some(&step.node), "{case}");
                    let write = recording.writes.iter().find(|write| write.step == number);
                    let write = write.expect("a raise writes");
                    assert_eq!((write.node, write.mv), (step.node, mv), "{case}");
                    let ply = recording.nodes[step.node].ply;
                    let rows = recording.memory(step);
                    let is_own =
                        |row: &&MemoryRow| matches!(row, MemoryRow::Slots { ply: own, .. } if *own == ply);
                    let Some(MemoryRow::Slots { slots, .. }) = rows.iter().find(is_own) else {
                        panic!("{case}")
                    };
                    assert_eq!(recording.writes[usize::from(slots[0].number())].mv, mv, "{case}");
                }
                _ => {}
            }
        }
        assert!(open.is_empty(), "{case}");
    }
}

/// The recorder changes no turn of the threads, and the line and the memory are those of the shown thread.
#[test]
fn the_recorded_line_of_several_threads_is_that_of_the_search() {
    let mut shown = BTreeSet::new();
    for seed in 1..=20 {
        for line in ["main", "deepest", "best-score", "vote"] {
            for (store, change) in [("triangular", 0), ("quadratic", 2), ("table-walk", 0)] {
                let threads =
                    format!("threads(3,line={line},words=key-first,schedule={seed},changes={change})");
                let case = case(&format!(
                    "v1 pvs-soft+{store}+tt(entries=2)+deepening+{threads} depth=3 [[[3 1] [2 4]] [[5 0] [7 2]]]"
                ));
                let checked = check(&case).expect("within capacity");
                let (recording, _) = record(&case).expect("a small search");
                assert_eq!(recording.line.as_deref(), checked.line(), "{case}");
                let thread_at = |number: usize| recording.steps.iter().any(|step| step.thread == number);
                assert!(
                    checked.turns.iter().all(|&(thread, steps)| steps < 9 || thread_at(thread)),
                    "{case}"
                );
                // Another thread was stopped in an iteration after the one that is shown.
                if store != "table-walk" && recording.shown_thread == 0 {
                    assert_eq!(Some(&last_row(&recording)[..]), checked.line(), "{case}");
                }
                shown.insert(recording.shown_thread);
            }
        }
    }
    assert_eq!(shown.len(), 3, "{shown:?}");
}

#[test]
fn a_story_names_the_thread_that_stored_an_entry_and_a_run_that_cannot_be_repeated_has_none() {
    let text = |schedule| {
        format!(
            "v1 pvs-soft+triangular+tt(entries=1)+deepening+threads(2,words=key-first,{schedule}) depth=5 [[1]]"
        )
    };
    let story = narrated(&text("first=56,second=62"));
    let mixed =
        "an entry of the table with the key from step 45 in thread 2 and the score from step 37 cut it off";
    assert!(story.iter().any(|text| text.contains(mixed)), "{story:?}");
    // Step 292, of the key, is a result of draft 2; the entry has draft 5.
    let deeper = narrated(
        "v1 scout+single-array+tt(entries=1,draft=deeper)+deepening+threads(5,words=key-first,schedule=25) depth=5 [a:[[0]] [[1] a]]",
    );
    assert!(
        deeper.iter().any(|text| text
            .contains("with the key from step 292 in thread 2 and the score from step 287 in thread 4")),
        "{deeper:?}"
    );
    assert_eq!(record(&case(&text("schedule=0"))).map(|_| ()), Err(NotRecorded::NotRepeatable));
}

/// A slot of the line was written neither by the table nor by a search after the line was shown.
#[test]
fn a_story_names_no_step_that_did_not_write_the_move() {
    let poison = narrated("v1 mtdf+single-array+tt(entries=64)+deepening+threads(2) depth=4 a:1[a]");
    assert!(poison.iter().any(|text| text == "No step of the search wrote this slot."), "{poison:?}");
    // The slots are of the second line at the end, in which another move of the same node is the best.
    let of_first = narrated(
        "v1 alpha-beta-soft+single-array+tt(entries=64)+deepening+multipv(2)+threads(2,schedule=12,changes=3) depth=3 [[[[0 -1] -1 [3 -1]] [[-2 -1] 2] -3] [[[-1 1]] [[-1]] -3]]",
    );
    assert!(!of_first.iter().any(|text| text.starts_with("It was written")), "{of_first:?}");
}

#[test]
fn a_table_is_recorded_as_it_is_at_each_step() {
    let case = case("v1 pvs-soft+table-walk+tt depth=2 [[3 1] [2 4]]");
    let (recording, _) = record(&case).expect("a small search");
    let size = |step: &Step| {
        let changes = recording.tables[..step.table].iter();
        changes.fold(0, |size, change| size + change.added.len() - change.removed)
    };
    let sizes: Vec<usize> = recording.steps.iter().map(size).collect();
    assert_eq!(sizes.first(), Some(&0));
    assert!(sizes.is_sorted() && sizes.last() == Some(&3), "the root and its two moves: {sizes:?}");
}

/// Returns the story of the line of a case, sentence by sentence.
fn narrated(text: &str) -> Vec<String> {
    let case = case(text);
    let checked = check(&case).expect("within capacity");
    let recorded = record(&case).expect("a small search");
    let sentences = ShownSearch::new(&case, &checked, "").story(&recorded);
    let (recording, _) = recorded;
    let exists = |sentence: &Sentence| sentence.step.is_none_or(|step| step < recording.steps.len());
    assert!(sentences.iter().all(exists), "{sentences:?}");
    sentences.into_iter().map(|sentence| sentence.text).collect()
}

#[test]
fn a_story_names_the_node_that_wrote_the_wrong_move_and_why_it_remained() {
    // Plain alpha-beta overwrites the array in a line that is refuted.
    let array = narrated("v1 alpha-beta-hard+single-array depth=2 [[1 0] [1 0]]");
    assert_eq!(array[1], "It was written in step 18 by the node after 1, with the open window (-inf, 0).");
    assert!(
        array[2].starts_with("That node is not on the line. The line has this move at the node after 0,"),
        "{array:?}"
    );
    assert!(array[2].ends_with("what it wrote was overwritten in step 18."), "{array:?}");
    // NegaScout searches again from the null-window score, and the better move only refutes.
    let crippled = narrated("v1 negascout-hard+triangular depth=2 [1 [1 0]]");
    assert!(crippled[2].contains("the move 1 was better still: its score reached beta, 0,"), "{crippled:?}");
    // A table narrows the window to its bound, which the better move reaches.
    let narrowed = narrated("v1 pvs-soft+triangular+tt(narrow=yes) depth=2 [1 [1 0]]");
    let reached =
        "its score reached 0, the beta to which an entry of the table had narrowed the window in step 16";
    assert!(narrowed[2].contains(reached), "{narrowed:?}");
    // Two positions share a key.
    let collided = narrated("v1 pvs-soft+single-array+tt(key-bits=1) depth=2 [a:1[b:0] b [a]]");
    assert!(
        collided[3].ends_with(
            "with the same key. It was stored in step 8 by the node after 0, and cut off the node after 2 in step 14."
        ),
        "{collided:?}"
    );
    // A score of another path.
    let of_path = narrated("v1 pvs-soft+single-array+tt+repetition depth=3 [[a:[b:1[a]]] b]");
    assert!(of_path[0].starts_with("The score is -1, and the minimax value 0:"), "{of_path:?}");
    // A cut by the table ends the line.
    let cut = narrated("v1 pvs-soft+triangular+tt(pv-cut=exact) depth=3 [a:[[0]] [[1] a]]");
    assert!(
        cut.len() < 2 || cut.iter().any(|text| text.contains("an entry of the table cut it off")),
        "{cut:?}"
    );
    assert_eq!(
        narrated("v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]"),
        ["Every move of the line is right."]
    );
}

/// The story of each wrong line has a sentence on a step, and each step exists.
#[test]
fn every_wrong_line_has_a_story() {
    let mut wrong = 0;
    for case in cases_in_every_store() {
        let story = narrated(&case.to_string());
        let checked = check(&case).expect("within capacity");
        if matches!(checked.verdict.line.kind, LineKind::Unsound | LineKind::Illegal) {
            wrong += 1;
            assert!(story.len() >= 2, "{case}: {story:?}");
        }
    }
    assert!(wrong > 20, "{wrong}");
}

#[test]
fn a_page_has_as_many_steps_as_fit_and_at_least_one() {
    let case = case("v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]");
    let shown = ShownSearch::new(&case, &check(&case).expect("within capacity"), "");
    let page = |most| shown.page_within(most, record(&case).expect("a small search"));
    let steps = |html: &str| html.matches("\"kind\":").count();
    let whole = page(usize::MAX);
    assert_eq!(whole.note(), "");
    let part = page(whole.html.len() - 2_000);
    assert!((2..steps(&whole.html)).contains(&steps(&part.html)) && part.html.len() < whole.html.len());
    assert!(part.note().starts_with(", with the first "), "{}", part.note());
    assert_eq!(steps(&page(0).html), 1);
}

/// Escaped JSON is the original text again when it is read.
#[test]
fn texts_are_escaped_for_a_script_element() {
    let all = "<!--<script>&amp;\u{2028}\u{2029}\"\\\n\0é";
    let json = explorer::json::text(all);
    assert!(!json.contains(['<', '&', '\u{2028}', '\u{2029}', '\n', '\0']), "{json}");
    assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), all);
}

#[test]
fn a_search_with_too_many_steps_is_refused() {
    let case = Case { depth: 14, ..case("v1 minimax+triangular depth=2 a:1[a 2 a]") };
    assert_eq!(record(&case).map(|_| ()), Err(NotRecorded::TooLong { steps: MOST_STEPS }));
}
