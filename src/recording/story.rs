//! The story of a wrong line in plain sentences, which name the node that wrote the first wrong move, the step, and why
//! the move remained.

use super::visits::{StoryVisit, visits};
use super::{Event, Recording, Step, Write, node_after};
use crate::position::{Move, Position};
use crate::pv::MemoryRow;
use crate::score::{Bound, Score, Window};
use crate::syntax::counted;
use crate::table::Entry;
use crate::verdict::{LineKind, Verdict};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    pub text: String,
    pub step: Option<usize>,
}

impl Sentence {
    fn new(step: impl Into<Option<usize>>, text: impl Into<String>) -> Self {
        Self { text: text.into(), step: step.into() }
    }
}

/// Returns the story of `line`, which the search showed. `first_wrong` is the index of the first wrong move of the
/// line, or the length of the line if moves are missing.
pub fn story<P: Position>(
    recording: &Recording,
    positions: &[P],
    (line, correct): (Option<&[Move]>, &[Move]),
    first_wrong: Option<usize>,
) -> Vec<Sentence> {
    let Some(line) = line else { return vec![Sentence::new(None, "The search shows no line.")] };
    let Some(index) = first_wrong else {
        return vec![Sentence::new(None, "Every move of the line is right.")];
    };
    let narrator = Narrator::new(recording, positions, line, index);
    let mut story = vec![narrator.what(positions, correct)];
    let on_line = node_after(recording, &line[..index]);
    if index == line.len() {
        story.extend(on_line.map(|node| narrator.end(node)));
        return story;
    }
    let stored = narrator.write_in_store(on_line);
    match stored.or_else(|| narrator.raise(on_line)) {
        Some(write) if Some(write.node) == on_line => {
            story.extend([narrator.written(write), narrator.own_node(write)]);
        }
        Some(write) if stored.is_some() => {
            story.extend([narrator.written(write), narrator.other_node(write, on_line)]);
        }
        write => story.extend(narrator.only_raises(write, on_line)),
    }
    story
}

struct Narrator<'r> {
    recording: &'r Recording,
    /// The key of each node.
    keys: Vec<u64>,
    visits: Vec<StoryVisit>,
    line: &'r [Move],
    index: usize,
}

impl<'r> Narrator<'r> {
    fn new<P: Position>(recording: &'r Recording, positions: &[P], line: &'r [Move], index: usize) -> Self {
        let keys = positions.iter().map(P::key).collect();
        Self { recording, keys, visits: visits(recording), line, index }
    }

    fn what<P: Position>(&self, positions: &[P], correct: &[Move]) -> Sentence {
        let root = &positions[0];
        let names = crate::position::line_names(root, self.line);
        let correct = crate::position::line_names(root, correct).join(" ");
        let shown = names.join(" ");
        let text = match names.get(self.index) {
            None if shown.is_empty() => format!("The line is empty; the leftmost correct one is {correct}."),
            None => format!("The line ends after {shown}; the leftmost correct one is {correct}."),
            Some(wrong) => format!(
                "The line shown is {shown}; the leftmost correct one is {correct}. Move {} of it, {wrong}, is the first wrong one.",
                self.index + 1
            ),
        };
        Sentence::new(None, text)
    }

    fn write_in_store(&self, on_line: Option<usize>) -> Option<Write> {
        let (_, last) = self.steps().next_back()?;
        // A line in slots is never read from the table.
        let is_shown = |row: &&MemoryRow| matches!(row, MemoryRow::Slots { ply: 0, .. });
        match self.recording.memory(last).iter().find(is_shown) {
            Some(MemoryRow::Slots { slots, .. }) => self.write_in_slot(slots),
            _ => self.write_in_table(on_line?),
        }
    }

    /// Returns the steps of the thread that is shown.
    fn steps(&self) -> impl DoubleEndedIterator<Item = (usize, &Step)> {
        let Recording { steps, shown_thread, .. } = self.recording;
        steps.iter().enumerate().filter(move |(_, step)| step.thread == *shown_thread)
    }

    /// Names the thread of a step, if another thread is shown.
    fn thread_of(&self, step: usize) -> String {
        match self.recording.steps[step].thread {
            thread if thread == self.recording.shown_thread => String::new(),
            thread => format!(" in thread {}", thread + 1),
        }
    }

    /// Returns the raise that probably wrote the wrong move, which is the last raise of its node, or a later one at the same ply.
    fn raise(&self, on_line: Option<usize>) -> Option<Write> {
        let mv = self.line[self.index];
        let own = on_line.and_then(|node| self.last_raise(|one| one.node == node));
        if own.is_some_and(|own| own.mv == mv) {
            return own;
        }
        let at_ply = |one: &Write| one.mv == mv && self.recording.nodes[one.node].ply == self.index;
        self.last_raise(at_ply).filter(|last| own.is_none_or(|own| own.step < last.step))
    }

    fn last_raise(&self, is_it: impl Fn(&Write) -> bool) -> Option<Write> {
        let mut raises = self.steps().rev().filter_map(|(step, one)| match one.event {
            Event::Raised { mv } => Some(Write { step, node: one.node, mv }),
            _ => None,
        });
        raises.find(is_it)
    }

    /// Returns the write of the slot in which the wrong move was at last, unless a search that continued after the line
    /// was shown wrote another move there.
    fn write_in_slot(&self, slots: &[Move]) -> Option<Write> {
        let write = self.recording.writes.get(usize::from(slots.get(self.index)?.number()))?;
        (write.mv == self.line[self.index]).then_some(*write)
    }

    fn write_in_table(&self, node: usize) -> Option<Write> {
        let (key, mv, Recording { steps, .. }) = (self.keys[node], self.line[self.index], self.recording);
        let step = self.last_stored(steps.len(), |entry| entry.key == key && entry.mv == mv)?;
        Some(Write { step, node: steps[step].node, mv })
    }

    /// Names, with several threads, the step that returned the result in the entry that cuts off a node in this step.
    fn origin(&self, step: usize) -> String {
        let steps = &self.recording.steps;
        let Event::Cut { entry } = steps[step].event else { return String::new() };
        if steps.iter().all(|step| step.thread == 0) {
            return String::new();
        }
        let quiescence = steps.iter().zip(&steps[1..]).find_map(|two| match (&two.0.event, &two.1.event) {
            (Event::Started { depth, .. }, Event::Entered { remaining, .. }) => remaining.checked_sub(*depth),
            _ => None,
        });
        let plies = entry.draft + quiescence.unwrap_or(0);
        let key = self.keys[steps[step].node];
        let has_key = |visit: &StoryVisit| self.keys[visit.node] == key;
        let has_score = |visit: &StoryVisit| {
            let score = entry.score.further(self.recording.nodes[visit.node].ply);
            let is_it =
                |(_, window, own): (usize, Window, Score)| own == score && window.bound(own) == entry.bound;
            visit.remaining == plies && visit.exited.is_some_and(is_it)
        };
        let last = |is_it: &dyn Fn(&StoryVisit) -> bool| {
            // A leaf is stored only where there are entries of draft 0.
            let is_stored =
                |one: &&StoryVisit| one.cut.is_none() && !one.drawn && (!one.evaluated || entry.draft == 0);
            let stored = self.visits.iter().filter(is_stored);
            let at = stored.filter(|visit| is_it(visit)).filter_map(|visit| Some(visit.exited?.0));
            at.filter(|&at| at < step).max().map(|at| format!("step {}{}", at + 1, self.thread_of(at)))
        };
        match (last(&|visit| has_key(visit) && has_score(visit)), last(&has_key), last(&has_score)) {
            (Some(of_both), ..) => format!(" from {of_both}"),
            // The two words of an entry are written one by one.
            (None, Some(of_key), Some(of_score)) => {
                format!(" with the key from {of_key} and the score from {of_score}")
            }
            _ => String::new(),
        }
    }

    fn written(&self, write: Write) -> Sentence {
        let name = self.recording.place(write.node);
        let window = self.window_at(write);
        let (step, thread) = (write.step + 1, self.thread_of(write.step));
        Sentence::new(write.step, format!("It was written in step {step}{thread} by {name}{window}."))
    }

    /// Returns what the raises show if no raise wrote the wrong move at its own node, so that `write` is only probable.
    fn only_raises(&self, write: Option<Write>, on_line: Option<usize>) -> Vec<Sentence> {
        let its = if self.recording.has_memory { "" } else { "The memory of this search is not recorded. " };
        let last = match write {
            None if self.line[self.index] == Move::POISON => {
                "No step of the search wrote this slot.".to_owned()
            }
            None => format!("{its}The recorded steps do not show what wrote the move."),
            Some(write @ Write { step, node, .. }) => format!(
                "{its}The last node at this ply that recorded the move is {}, in step {}{}.",
                self.recording.place(node),
                step + 1,
                self.window_at(write)
            ),
        };
        let last = Sentence::new(write.map(|write| write.step), last);
        let Some(Write { step, node, mv }) = on_line.and_then(|node| self.last_raise(|one| one.node == node))
        else {
            return [last].into_iter().chain(write.map(|write| self.other_node(write, on_line))).collect();
        };
        let probably =
            write.map_or(String::new(), |write| format!(": probably step {} overwrote it", write.step + 1));
        let text = format!(
            "The line has this move at {}, which recorded the move {} last, in step {}{probably}.",
            self.recording.place(node),
            self.name(node, mv).unwrap_or_default(),
            step + 1
        );
        vec![last, Sentence::new(step, text)]
    }

    fn window_at(&self, write: Write) -> String {
        let visit = self.visit_at(write.node, write.step);
        visit.map_or(String::new(), |visit| format!(", {}", in_window(visit)))
    }

    /// Returns the name of a move of a node, if the move was searched.
    fn name(&self, node: usize, mv: Move) -> Option<String> {
        let child = |one: &&super::RecordedNode| one.parent == Some(node) && one.mv == mv;
        self.recording.nodes.iter().find(child).map(|child| child.name.clone())
    }

    fn own_node(&self, write: Write) -> Sentence {
        let Some(visit) = self.visit_at(write.node, write.step) else {
            return Sentence::new(write.step, "The search was stopped before that node returned.");
        };
        let is_null = visit.exited.is_some_and(|(_, window, _)| !window.is_open());
        let fully = self.visits.iter().filter(|one| one.node == visit.node).map(|one| one.remaining).max();
        if let Some((step, name)) = self.refutation_after(write, visit) {
            let reached = match (visit.narrowed, visit.exited) {
                (Some((step, Window { beta, .. })), _) => {
                    format!(
                        "{beta}, the beta to which an entry of the table had narrowed the window in step {}",
                        step + 1
                    )
                }
                (None, Some((_, Window { beta, .. }, _))) => format!("beta, {beta}"),
                (None, None) => "beta".to_owned(),
            };
            let text = format!(
                "Later in the same search of that node, in step {}, the move {name} was better still: its score reached {reached}, and it \
                 refuted the node. A refutation is not recorded, so the line kept the move before it, while the score is that of {name}.",
                step + 1
            );
            return Sentence::new(step, text);
        }
        let text = if is_null {
            "A search with a null window proves only a bound: its move refutes, and need not be the best reply. \
             The node was not searched again with an open window, so this move became part of the line."
                .to_owned()
        } else if fully.is_some_and(|most| most > visit.remaining) {
            format!(
                "That search had {} to go, fewer than another search of the same node: its move is the best one only at that depth.",
                counted(visit.remaining, "ply", "plies")
            )
        } else if !self.recording.has_memory {
            "The node is on the line, and recorded no move later: the cause is in the scores of its moves, or in how the search \
             compares them with alpha."
                .to_owned()
        } else if let Some((cut, stored)) = self.collision(visit) {
            let [cut_off, stored_by] =
                [cut, stored].map(|step| self.recording.place(self.recording.steps[step].node));
            format!(
                "The node is on the line, and its window was open: a score that it used is that of another position, with the same key. \
                 It was stored in step {} by {stored_by}, and cut off {cut_off} in step {}.",
                stored + 1,
                cut + 1
            )
        } else {
            "The node is on the line, and its window was open: a score that it used came from a search with other rules than \
             the search of the correct line, such as a smaller depth or a pruned move."
                .to_owned()
        };
        Sentence::new(write.step, text)
    }

    /// Returns the step of a visit at which the entry of another position cuts a node off, and the step that stored the entry.
    fn collision(&self, visit: StoryVisit) -> Option<(usize, usize)> {
        let Recording { steps, .. } = self.recording;
        let end = visit.exited.map_or(steps.len(), |(step, ..)| step);
        (visit.entered..end).rev().find_map(|cut| {
            let Event::Cut { entry } = &steps[cut].event else { return None };
            let stored = self.last_stored(cut, |one| one == entry)?;
            (self.keys[steps[stored].node] != self.keys[steps[cut].node]).then_some((cut, stored))
        })
    }

    /// Returns the last step before `end` that stored such an entry.
    fn last_stored(&self, end: usize, is_it: impl Fn(&Entry) -> bool) -> Option<usize> {
        let Recording { steps, tables, .. } = self.recording;
        (1..end).rev().find(|&step| {
            let changes = &tables[steps[step - 1].table..steps[step].table];
            changes.iter().flat_map(|change| &change.added).any(&is_it)
        })
    }

    fn refutation_after(&self, write: Write, visit: StoryVisit) -> Option<(usize, String)> {
        let end = visit.exited.map_or(usize::MAX, |(step, ..)| step);
        let thread = self.recording.steps[write.step].thread;
        let steps = self.recording.steps.iter().enumerate().skip(write.step + 1);
        steps.take_while(|&(step, _)| step < end).filter(|(_, step)| step.thread == thread).find_map(
            |(number, step)| match step.event {
                Event::Refuted { mv } if step.node == write.node => Some((number, self.name(step.node, mv)?)),
                _ => None,
            },
        )
    }

    fn other_node(&self, write: Write, on_line: Option<usize>) -> Sentence {
        let Some(node) = on_line else {
            let text = "The search never entered the node at which the line has this move.";
            return Sentence::new(write.step, text);
        };
        let place = self.recording.place(node);
        let Some(last) = self.last_visit(node) else {
            let text = format!("The line has this move at {place}, which was not searched.");
            return Sentence::new(write.step, text);
        };
        let (step, order) = (last.entered, if last.entered > write.step { "later" } else { "before" });
        let why = if last.entered > write.step || !self.recording.has_memory {
            self.wrote_nothing(last)
        } else {
            format!("what it wrote was overwritten in step {}", write.step + 1)
        };
        let text = format!(
            "That node is not on the line. The line has this move at {place}, which was searched {order}, in step {}, {}: {why}.",
            step + 1,
            in_window(last)
        );
        Sentence::new(step, text)
    }

    fn wrote_nothing(&self, visit: StoryVisit) -> String {
        match (visit.cut, visit.exited) {
            (Some(step), _) => format!(
                "an entry of the table{} cut it off, so nothing was searched below it and nothing written",
                self.origin(step)
            ),
            _ if visit.drawn => "it is a draw by repetition, so nothing was searched below it".to_owned(),
            _ if visit.evaluated => "it was evaluated, so nothing was searched below it".to_owned(),
            (_, Some((_, window, _))) if !window.is_open() => {
                "in a null window it recorded no move for the line".to_owned()
            }
            (_, Some((_, window, score))) if window.bound(score) == Bound::Upper => {
                format!("no move of it reached alpha, {}, so it recorded none", window.alpha)
            }
            _ => "no move of it remained in the line".to_owned(),
        }
    }

    fn end(&self, node: usize) -> Sentence {
        let place = self.recording.place(node);
        let Some(visit) = self.last_visit(node) else {
            return Sentence::new(None, format!("The line ends at {place}, which was not searched."));
        };
        let step = visit.cut.or(visit.exited.map(|(step, ..)| step)).unwrap_or(visit.entered);
        let why = self.wrote_nothing(visit);
        let (last, window) = (visit.entered + 1, in_window(visit));
        let text =
            format!("The line ends at {place}, which was searched last in step {last}, {window}: {why}.");
        Sentence::new(step, text)
    }

    fn visit_at(&self, node: usize, step: usize) -> Option<StoryVisit> {
        let thread = self.recording.steps[step].thread;
        let mut visits = self.visits.iter().rev().filter(|visit| visit.node == node && visit.entered <= step);
        visits.find(|visit| self.recording.steps[visit.entered].thread == thread).copied()
    }

    /// Returns the last visit of a node by the thread that is shown.
    fn last_visit(&self, node: usize) -> Option<StoryVisit> {
        let Recording { steps, shown_thread, .. } = self.recording;
        let is_it = |visit: &&StoryVisit| visit.node == node && steps[visit.entered].thread == *shown_thread;
        self.visits.iter().rev().find(is_it).copied()
    }
}

fn in_window(visit: StoryVisit) -> String {
    match visit.exited {
        None => "in a search that was stopped".to_owned(),
        Some((_, window @ Window { alpha, beta }, _)) => {
            let kind = if window.is_open() { "the open" } else { "the null" };
            format!("with {kind} window ({alpha}, {beta})")
        }
    }
}

/// Returns the index of the first wrong move of a line with this verdict, or its length if moves are missing.
pub fn first_wrong(line: Option<&[Move]>, verdict: Verdict, correct: &[Move]) -> Option<usize> {
    let line = line?;
    match verdict.line.kind {
        _ if line == correct => None,
        LineKind::Same | LineKind::Equivalent | LineKind::NoneDue | LineKind::Missing => None,
        LineKind::Truncated => Some(line.len()),
        _ => verdict.first_wrong_move().map(|number| number - 1).or_else(|| {
            let differs = line.iter().zip(correct).position(|(own, other)| own != other);
            Some(differs.unwrap_or(line.len().min(correct.len())))
        }),
    }
}
