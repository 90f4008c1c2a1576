//! The steps of a search in words.

use std::collections::HashSet;

use super::json::{object, option, text, texts};
use super::{RecordedNames, changes};
use crate::oracle::PerThread;
use crate::position::{Move, Position};
use crate::recording::{Event, end_with};
use crate::score::{Bound, Window};
use crate::syntax::counted;
use crate::table::Entry;

/// Returns each step with its changes, as JSON.
pub(super) fn steps<P: Position>(names: &RecordedNames<'_, P>) -> impl Iterator<Item = String> {
    let (recording, positions) = (names.recording, names.positions);
    let is_one_thread = recording.steps.iter().all(|step| step.thread == 0);
    // The windows of the path, and the nodes that were entered.
    let mut threads: PerThread<(Vec<Option<Window>>, HashSet<usize>)> = PerThread::default();
    let (mut memory, mut table, mut writes) = (0, 0, recording.writes.iter().peekable());
    recording.steps.iter().enumerate().map(move |(index, step)| {
        let ply = recording.nodes[step.node].ply;
        threads.go_on_as(step.thread);
        let (windows, entered) = &mut *threads;
        let is_again = match step.event {
            Event::Started { .. } => {
                windows.clear();
                entered.clear();
                false
            }
            Event::Entered { window, .. } => {
                end_with(windows, ply, None, window);
                !entered.insert(step.node)
            }
            _ => false,
        };
        let window = windows.get(ply).copied().flatten();
        let (kind, mut what) = described(&step.event, &positions[step.node], is_again);
        if !is_one_thread {
            what = format!("Thread {}: {what}", step.thread + 1);
        }
        let score = match step.event {
            Event::Exited { window, score } => Some(format!("{}{score}", relation(window.bound(score)))),
            _ => None,
        };
        let rows = &recording.memories[std::mem::replace(&mut memory, step.memory)..step.memory];
        let entries = &recording.tables[std::mem::replace(&mut table, step.table)..step.table];
        let writes = std::iter::from_fn(|| writes.next_if(|write| write.step <= index));
        object([
            ("kind", text(kind)),
            ("node", step.node.to_string()),
            ("text", text(&what.replace("{}", &recording.place(step.node)))),
            (
                "window",
                option(window.map(|Window { alpha, beta }| texts([alpha.to_string(), beta.to_string()]))),
            ),
            ("open", window.is_some_and(Window::is_open).to_string()),
            ("score", option(score.as_deref().map(text))),
            ("writes", texts(writes.map(|write| positions[write.node].move_name(write.mv)))),
            ("memory", changes(rows, |row| names.row(row))),
            ("table", changes(entries, |entry| names.entry(entry))),
        ])
    })
}

/// Returns the kind of an event, and a sentence in which `{}` is the node.
fn described<P: Position>(event: &Event, position: &P, is_again: bool) -> (&'static str, String) {
    match event {
        Event::Started { depth, window, .. } => {
            ("start", format!("A search of the root to depth {depth} begins, with the window {window}."))
        }
        Event::Entered { remaining, window } => {
            let again = if is_again { " again (a re-search, or another way through the tree)" } else { "" };
            let plies = counted(remaining, "ply", "plies");
            let window = match window {
                Some(window) if window.is_open() => format!("the open window {window}"),
                Some(window) => format!("the null window {window}"),
                None => "a window that is not known, as the search was stopped".to_owned(),
            };
            ("enter", format!("The search enters {{}}{again}, with {window} and {plies} to go."))
        }
        Event::Evaluated => ("leaf", format!("The static evaluation of {{}} is {}.", position.evaluate())),
        Event::Drawn => ("draw", "The position of {} is on the path already: a draw.".to_owned()),
        Event::Cut { entry } => {
            let found = found(entry);
            ("hit", format!("The table has {found}, which cuts off {{}}: nothing below it is searched."))
        }
        Event::Narrowed { entry, window } => {
            ("hit", format!("The table has {}, which narrows the window of {{}} to {window}.", found(entry)))
        }
        Event::Raised { mv } => {
            ("raise", format!("{} raises alpha in {{}}, and is written to the line.", named(position, *mv)))
        }
        Event::Refuted { mv } => {
            ("refute", format!("{} refutes {{}}: its score reaches beta.", named(position, *mv)))
        }
        Event::Exited { window, score } => (
            "exit",
            match window.bound(*score) {
                Bound::Exact => format!("{{}} returns {score}, the exact score."),
                Bound::Lower => {
                    format!("{{}} returns {score}: it fails high, so its value is at least that.")
                }
                Bound::Upper => format!("{{}} returns {score}: it fails low, so its value is at most that."),
            },
        ),
        Event::Stored => ("store", "The result of {} is in the table now.".to_owned()),
    }
}

fn found(entry: &Entry) -> String {
    format!("{}{} at draft {}", relation(entry.bound), entry.score, entry.draft)
}

fn named<P: Position>(position: &P, mv: Move) -> String {
    format!("The move {}", position.move_name(mv))
}

pub(super) const fn relation(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => "≥ ",
        Bound::Upper => "≤ ",
    }
}
