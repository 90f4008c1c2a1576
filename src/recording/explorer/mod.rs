//! The explorer, a page that shows a search step by step, with the tree, the windows and the memory of the store.
//!
//! The page is one file without links to others: the data are in it as JSON, beside `explorer.css` and `explorer.js`.

pub(super) mod json;
mod steps;

use std::collections::{HashMap, HashSet};

use json::{list, object, option, text, texts};

use crate::case::Case;
use crate::check::{Checked, ShownLine, ground_truth};
use crate::game::GraphPosition;
use crate::oracle::RootMoveSet;
use crate::position::{Move, Position, legal_moves, line_names};
use crate::pv::MemoryRow;
use crate::recording::{RecordedNode, Recording, Sentence, Splice, first_wrong, node_after, story};
use crate::score::Score;
use crate::table::Entry;
use crate::verdict::{Finding, LineKind, ScoreVerdict, Verdict};

pub const COLOURS: &str = include_str!("colours.css");
const STYLE: &str = concat!(include_str!("colours.css"), include_str!("explorer.css"));

/// The content security policy of pages, which allows only their own styles and script, by their hashes, and the empty
/// icon. Foreign text that became markup by an error of ours could thus do nothing. After a change of these files, the
/// tests in a browser print the new hash.
pub const POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; \
    script-src 'sha256-97JKj/rMxLgJ5jcA9cFIpQyIf1qxMFY8vtLLO2GsWr4=' 'sha256-sI44IETOQpSwQrX3kbkX5EJARNs827pM+0F7/4cDATo='; \
    style-src 'sha256-sBTA5Aek1o1TP3aW+WuF/T7zupdubU1/01EweyexnUQ=' 'sha256-5eaF55AvFYxEx7Qmo1z6Ei67r7b+XdnrE7r/4WehFFY='";

const MOST_UNVISITED: usize = 300;

/// The maximum number of bytes of a page, exceeded by at most one step.
const MOST_BYTES: usize = 20_000_000;

/// A function that finds the board of each node, as the placement of the pieces in a FEN.
pub type Boards = Box<dyn Fn(&Recording) -> Vec<Option<String>>>;

/// A page, with a description of its steps if some are missing.
#[derive(Debug)]
pub struct Page {
    pub html: String,
    has: Option<String>,
}

impl Page {
    /// Returns the end of a sentence on the page, if the page lacks steps.
    pub fn note(&self) -> String {
        self.has.as_ref().map_or(String::new(), |has| format!(", with {has}"))
    }
}

pub struct ShownSearch<P> {
    pub root: P,
    /// The names of positions, by their ordinals.
    pub labels: Vec<Option<String>>,
    pub depth: usize,
    pub case: String,
    pub title: String,
    pub replay: String,
    pub finding: Finding,
    pub verdict: Verdict,
    pub shown: ShownLine,
    /// The minimax value of the moves that the line may begin with.
    pub value: Score,
    pub correct: Vec<Move>,
    pub boards: Option<Boards>,
    /// Whether the search, or the store that is shown, reads a transposition table. Others have one in a recording for all stores.
    pub has_table: bool,
}

impl<'g> ShownSearch<GraphPosition<'g>> {
    /// Returns the result `checked` of `case`, which the command line `replay` runs again.
    pub fn new(case: &'g Case, checked: &Checked, replay: &str) -> Self {
        let (whole, excluded_moves) = (ground_truth(case), checked.lines.better_moves());
        let (worst, move_set) = (checked.lines.worst(), RootMoveSet::AllExcept(&excluded_moves));
        let truth = worst.ground_truth(&whole);
        Self {
            root: case.game.root(),
            labels: case.game.labels(),
            depth: case.depth,
            case: case.to_string(),
            title: case.subject.to_string(),
            replay: replay.to_owned(),
            finding: checked.finding(),
            verdict: checked.verdict,
            shown: worst.clone(),
            value: truth.score_among(move_set),
            correct: truth.line_among(move_set),
            boards: None,
            has_table: case.subject.options.table.is_some() || case.subject.store.profile().walks(),
        }
    }
}

impl<P: Position> ShownSearch<P> {
    fn first_wrong(&self) -> Option<usize> {
        first_wrong(self.shown.line.as_deref(), self.verdict, &self.correct)
    }

    fn story_of_line(&self, (recording, positions): &(Recording, Vec<P>)) -> Vec<Sentence> {
        let line = (self.shown.line.as_deref(), &self.correct[..]);
        story(recording, positions, line, self.first_wrong())
    }

    /// Returns the story of the line. A score that is not the minimax value comes first, because the line is judged by it.
    pub fn story(&self, recorded: &(Recording, Vec<P>)) -> Vec<Sentence> {
        let mut all = self.story_of_line(recorded);
        let (score, value) = (self.shown.score, self.value);
        let text = match self.verdict.score {
            wrong if wrong.is_fault() => format!("The score is wrong: {score}."),
            ScoreVerdict::Witnessed if score != value => format!(
                "The score is {score}, and the minimax value {value}: some result rests on another depth or path, or on a move \
                 that was left out. The line is judged by the score."
            ),
            _ => return all,
        };
        all.insert(0, Sentence { text, step: None });
        all
    }

    pub fn page(&self, recorded: (Recording, Vec<P>)) -> Page {
        self.page_within(MOST_BYTES, recorded)
    }

    /// Returns a page with as many steps as fit into `most` bytes, and the next step, so at least one.
    pub(super) fn page_within(&self, most: usize, recorded: (Recording, Vec<P>)) -> Page {
        let known = self.known(&recorded);
        let (mut recording, mut positions) = recorded;
        recording.steps.iter_mut().filter(|_| !self.has_table).for_each(|step| step.table = 0);
        add_unvisited(&mut recording, &mut positions, self.depth);
        let names = RecordedNames::new(&recording, &positions, &self.labels);
        let nodes = self.nodes(&names);
        // The name of a search has no character that HTML would read in another way.
        let page = include_str!("explorer.html")
            .replace("{subject}", &self.title)
            .replace("{policy}", POLICY)
            .replace("{style}", STYLE)
            .replace("{script}", include_str!("explorer.js"));
        let known_length: usize = known.iter().map(|(_, value)| value.len()).sum();
        let left = most.saturating_sub(page.len() + known_length + nodes.len());
        let mut used = 0;
        let fits = |step: &String| {
            let fits = used <= left;
            used += step.len() + 1;
            fits
        };
        let steps: Vec<String> = steps::steps(&names).take_while(fits).collect();
        let (shown, all) = (steps.len(), recording.steps.len());
        let has = (shown < all).then(|| {
            format!("the first {shown} of {all} steps, as a page has at most {} MB", most / 1_000_000)
        });
        let rest = [("nodes", nodes), ("has", option(has.as_deref().map(text))), ("steps", list(steps))];
        let data = object(known.into_iter().chain(rest));
        Page { html: page.replace("{data}", &data), has }
    }

    /// Returns the facts about the whole search, as JSON fields.
    fn known(&self, recorded: &(Recording, Vec<P>)) -> [(&'static str, String); 14] {
        let (recording, _) = recorded;
        let ShownLine { score, bound, line, .. } = &self.shown;
        // The first sentence says which move is wrong, the next one what wrote it.
        let divergence = self.story_of_line(recorded).get(1).and_then(|written| written.step);
        let (line, wrong_from) = (line.as_deref(), self.first_wrong());
        let sentence = |one: Sentence| object([("text", text(&one.text)), ("step", option(one.step))]);
        let is_right =
            matches!(self.finding, Finding::Line(LineKind::Same | LineKind::Equivalent | LineKind::NoneDue));
        let (shown, correct) = (line.unwrap_or_default(), &self.correct);
        let (bound, verdict) = (bound.suffix(), self.verdict.score.name());
        let score = format!("{score}{bound}; minimax value {}: {verdict}", self.value);
        [
            ("case", text(&self.case)),
            ("subject", text(&self.title)),
            ("replay", text(&self.replay)),
            ("found", text(&self.finding.name().replace('_', " "))),
            ("right", is_right.to_string()),
            ("score", text(&score)),
            ("story", list(self.story(recorded).into_iter().map(sentence))),
            ("shown", list(nodes_of(recording, shown))),
            ("correct", list(nodes_of(recording, correct))),
            ("has_memory", recording.has_memory.to_string()),
            ("wrong_from", option(wrong_from)),
            ("divergence", option(divergence)),
            ("line", texts(line_names(&self.root, shown))),
            ("correct_line", texts(line_names(&self.root, correct))),
        ]
    }

    fn nodes(&self, names: &RecordedNames<'_, P>) -> String {
        let boards = self.boards.as_ref().map_or(Vec::new(), |boards| boards(names.recording));
        let mut boards = boards.into_iter();
        let moves: Vec<_> = names.positions.iter().map(legal_moves).collect();
        list(names.recording.nodes.iter().zip(names.positions).map(|(node, position)| {
            let index = |parent: usize| moves[parent].iter().position(|&mv| mv == node.mv);
            object([
                ("parent", option(node.parent)),
                ("index", option(node.parent.and_then(index))),
                ("name", text(&node.name)),
                ("ply", node.ply.to_string()),
                ("label", option(names.label(position).map(text))),
                ("evaluation", text(&position.evaluate().to_string())),
                ("over", position.is_terminal().to_string()),
                ("visited", node.visited.to_string()),
                ("board", option(boards.next().flatten().as_deref().map(text))),
            ])
        }))
    }
}

fn add_unvisited<P: Position>(recording: &mut Recording, positions: &mut Vec<P>, depth: usize) {
    let visited = positions.len();
    let known: HashSet<_> = recording.nodes.iter().map(|node| (node.parent, node.mv)).collect();
    for node in 0..visited {
        if recording.nodes[node].ply >= depth {
            continue;
        }
        for mv in legal_moves(&positions[node]) {
            if known.contains(&(Some(node), mv)) || positions.len() >= visited + MOST_UNVISITED {
                continue;
            }
            let (name, child) = (positions[node].move_name(mv), positions[node].play(mv));
            let ply = recording.nodes[node].ply + 1;
            recording.nodes.push(RecordedNode { parent: Some(node), mv, name, ply, visited: false });
            positions.push(child);
        }
    }
}

fn nodes_of(recording: &Recording, line: &[Move]) -> Vec<usize> {
    let nodes = (0..=line.len()).map_while(|end| node_after(recording, &line[..end]));
    nodes.collect()
}

/// The names of the recorded nodes and moves.
struct RecordedNames<'r, P> {
    recording: &'r Recording,
    positions: &'r [P],
    labels: &'r [Option<String>],
    /// The first node of each key.
    nodes: HashMap<u64, usize>,
}

impl<'r, P: Position> RecordedNames<'r, P> {
    fn new(recording: &'r Recording, positions: &'r [P], labels: &'r [Option<String>]) -> Self {
        let nodes = positions.iter().enumerate().rev().map(|(node, position)| (position.key(), node));
        Self { recording, positions, labels, nodes: nodes.collect() }
    }

    fn label(&self, position: &P) -> Option<&str> {
        self.labels.get(position.ordinal()?)?.as_deref()
    }

    /// Returns a row, with its title, its slots, and the number of slots that are part of a line.
    fn row(&self, row: &MemoryRow) -> String {
        let (title, slots, length) = match row {
            MemoryRow::Slots { ply, array, slots, length } => {
                let array = array.map_or(String::new(), |array| format!(", array {array}"));
                (format!("from ply {ply}{array}"), &slots[..], *length)
            }
            MemoryRow::Entry(entry) => {
                let title = format!("{}: {}", self.position(entry.key), result(entry));
                (title, std::slice::from_ref(&entry.mv), 1)
            }
            MemoryRow::Held { key, moves } => {
                (format!("line kept for {}", self.position(*key)), &moves[..], moves.len())
            }
            MemoryRow::Fragment { key, mv, next } => {
                let next = next.map_or(String::new(), |next| format!(", then {}", self.position(next)));
                (format!("{}{next}", self.position(*key)), std::slice::from_ref(mv), 1)
            }
        };
        object([
            ("title", text(&title)),
            ("cells", list(slots.iter().map(|&mv| self.cell(mv)))),
            ("length", length.to_string()),
        ])
    }

    /// Returns the number of the write that filled a slot, -1 if the slot ends a line, or -2 if the slot was never written.
    fn cell(&self, mv: Move) -> i32 {
        match mv {
            Move::NULL => -1,
            mv if mv != Move::POISON && usize::from(mv.number()) < self.recording.writes.len() => {
                mv.number().into()
            }
            _ => -2,
        }
    }

    fn position(&self, key: u64) -> String {
        let Some(&node) = self.nodes.get(&key) else { return "another position".to_owned() };
        if let Some(label) = self.label(&self.positions[node]) {
            return label.to_owned();
        }
        let path = self.recording.path(node).join(" ");
        if path.is_empty() { "root".to_owned() } else { path }
    }

    fn entry(&self, entry: &Entry) -> String {
        let mv = match self.nodes.get(&entry.key) {
            Some(&node) if entry.mv != Move::NULL => {
                format!("move {}", self.positions[node].move_name(entry.mv))
            }
            _ => "no move".to_owned(),
        };
        texts([self.position(entry.key), format!("{}, {mv}", result(entry))])
    }
}

/// Returns each change as the arguments of JavaScript's `splice`.
fn changes<T>(changes: &[Splice<T>], item: impl Fn(&T) -> String) -> String {
    list(changes.iter().map(|Splice { at, removed, added }| {
        list([at.to_string(), removed.to_string()].into_iter().chain(added.iter().map(&item)))
    }))
}

fn result(entry: &Entry) -> String {
    format!("{}{}, draft {}", steps::relation(entry.bound), entry.score, entry.draft)
}
