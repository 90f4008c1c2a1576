//! The explorer: a page on which one steps through a search, with the tree, the windows and the memory of the store.
//!
//! The page is one file without links to others: the data are in it as JSON, beside `explorer.css` and `explorer.js`.

mod steps;

use serde::Serialize;

use crate::case::Case;
use crate::check::{Checked, ground_truth};
use crate::game::Graph;
use crate::oracle::RootMoveSet;
use crate::position::{Move, Position, legal_moves, line_names};
use crate::pv::MemoryRow;
use crate::recording::{Recorded, RecordedNode, Recording, Sentence, divergence, first_wrong, story};
use crate::score::Score;
use crate::table::Entry;
use crate::verdict::{Finding, LineKind, LineVerdict};

pub const COLOURS: &str = include_str!("colours.css");
const STYLE: &str = concat!(include_str!("colours.css"), include_str!("explorer.css"));

const MOST_UNVISITED: usize = 300;

#[derive(Serialize, Debug)]
struct Explorer {
    case: String,
    subject: String,
    replay: String,
    found: String,
    right: bool,
    story: Vec<Sentence>,
    nodes: Vec<NodeJson>,
    steps: Vec<steps::StepJson>,
    memories: Vec<Vec<RowJson>>,
    tables: Vec<Vec<EntryJson>>,
    shown: Vec<usize>,
    correct: Vec<usize>,
    wrong_from: Option<usize>,
    divergence: Option<usize>,
    line: Vec<String>,
    correct_line: Vec<String>,
}

#[derive(Serialize, Debug)]
struct NodeJson {
    parent: Option<usize>,
    name: String,
    ply: usize,
    label: Option<String>,
    evaluation: String,
    over: bool,
    visited: bool,
    board: Option<String>,
}

#[derive(Serialize, Debug)]
struct RowJson {
    title: String,
    cells: Vec<CellJson>,
}

#[derive(Serialize, Debug)]
struct CellJson {
    text: String,
    /// `line`: part of the line of its row; `old`: written before, and no part of it; `end`: ends a line; `never`: not written.
    state: &'static str,
    step: Option<usize>,
    node: Option<usize>,
}

#[derive(Serialize, Debug)]
struct EntryJson {
    position: String,
    text: String,
}

/// Finds the board of each node, the placement of the pieces as in a FEN.
pub type Boards = Box<dyn Fn(&Recording) -> Vec<Option<String>>>;

pub struct ShownSearch<'g> {
    pub game: &'g Graph,
    pub depth: usize,
    pub case: String,
    pub title: String,
    pub replay: String,
    pub finding: Finding,
    pub verdict: LineVerdict,
    pub wrong_score: Option<Score>,
    pub line: Option<Vec<Move>>,
    pub correct: Vec<Move>,
    pub boards: Option<Boards>,
}

impl<'g> ShownSearch<'g> {
    /// The result `checked` of `case`, which the command line `replay` runs again.
    pub fn new(case: &'g Case, checked: &Checked, replay: &str) -> Self {
        let (whole, excluded_moves) = (ground_truth(case), checked.excluded_moves());
        let correct = checked.ground_truth_shown(&whole).line_among(RootMoveSet::AllExcept(&excluded_moves));
        Self {
            game: &case.game,
            depth: case.depth,
            case: case.to_string(),
            title: case.subject.to_string(),
            replay: replay.to_owned(),
            finding: checked.finding(),
            verdict: checked.verdict.line,
            wrong_score: checked.verdict.score.is_fault().then_some(checked.trial.score),
            line: checked.line.clone(),
            correct,
            boards: None,
        }
    }

    fn first_wrong(&self) -> Option<usize> {
        first_wrong(self.line.as_deref(), self.verdict, &self.correct)
    }

    /// The story of the line; a wrong score comes first, as the line may be right.
    pub fn story(&self, (recording, positions): &Recorded<'_>) -> Vec<Sentence> {
        let mut all = story(recording, positions, (self.line.as_deref(), &self.correct), self.first_wrong());
        if let Some(score) = self.wrong_score {
            all.insert(0, Sentence { text: format!("The score is wrong: {score}."), step: None });
        }
        all
    }

    pub fn page(&self, recorded: Recorded<'_>) -> String {
        let data = Explorer::new(self, recorded);
        // In a script element only this could end it.
        let json = serde_json::to_string(&data).expect("text and numbers").replace("</", "<\\/");
        let page = include_str!("explorer.html");
        // The name of a search has no character that HTML would read in another way.
        page.replace("{subject}", &data.subject)
            .replace("{style}", STYLE)
            .replace("{script}", include_str!("explorer.js"))
            .replace("{data}", &json)
    }
}

impl Explorer {
    fn new(explored: &ShownSearch<'_>, recorded: Recorded<'_>) -> Self {
        let root = explored.game.root();
        let story = explored.story(&recorded);
        let (mut recording, mut positions) = recorded;
        let wrong_from = explored.first_wrong();
        let divergence = divergence(&recording, &positions, explored.line.as_deref(), wrong_from);
        add_unvisited(&mut recording, &mut positions, explored.depth);
        let labels = explored.game.labels();
        let mut boards = explored.boards.as_ref().map_or(Vec::new(), |boards| boards(&recording)).into_iter();
        let nodes = recording.nodes.iter().zip(&positions).map(|(node, position)| NodeJson {
            board: boards.next().flatten(),
            parent: node.parent,
            name: node.name.clone(),
            ply: node.ply,
            label: labels[position.node()].clone(),
            evaluation: position.evaluate().to_string(),
            over: position.is_terminal(),
            visited: node.visited,
        });
        let nodes = nodes.collect();
        let names = Names { recording: &recording, positions: &positions, labels: &labels };
        let line = explored.line.as_deref().unwrap_or_default();
        Self {
            case: explored.case.clone(),
            subject: explored.title.clone(),
            replay: explored.replay.clone(),
            found: explored.finding.name().replace('_', " "),
            right: matches!(
                explored.finding,
                Finding::Line(LineKind::Same | LineKind::Equivalent | LineKind::NoneDue)
            ),
            story,
            nodes,
            steps: steps::steps(&recording, &positions),
            memories: recording.memories.iter().map(|memory| names.rows(memory)).collect(),
            tables: recording.tables.iter().map(|table| names.table(table)).collect(),
            shown: nodes_of(&recording, line),
            correct: nodes_of(&recording, &explored.correct),
            wrong_from,
            divergence,
            line: line_names(&root, line),
            correct_line: line_names(&root, &explored.correct),
        }
    }
}

fn add_unvisited<P: Position>(recording: &mut Recording, positions: &mut Vec<P>, depth: usize) {
    let visited = positions.len();
    for node in 0..visited {
        if recording.nodes[node].ply >= depth {
            continue;
        }
        for mv in legal_moves(&positions[node]) {
            let is_known = recording.nodes.iter().any(|one| one.parent == Some(node) && one.mv == mv);
            if is_known || positions.len() >= visited + MOST_UNVISITED {
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
    let nodes = (0..=line.len()).map_while(|end| crate::recording::node_after(recording, &line[..end]));
    nodes.collect()
}

struct Names<'r, P> {
    recording: &'r Recording,
    positions: &'r [P],
    labels: &'r [Option<String>],
}

impl<P: Position> Names<'_, P> {
    fn rows(&self, rows: &[MemoryRow]) -> Vec<RowJson> {
        rows.iter().map(|row| self.row(row)).collect()
    }

    fn row(&self, row: &MemoryRow) -> RowJson {
        match row {
            MemoryRow::Slots { ply, array, slots, length } => {
                let array = array.map_or(String::new(), |array| format!(", array {array}"));
                let cells = slots.iter().enumerate().map(|(index, &mv)| self.cell(mv, index < *length));
                RowJson { title: format!("from ply {ply}{array}"), cells: cells.collect() }
            }
            MemoryRow::Entry(entry) => {
                let cells = vec![self.cell(entry.mv, true)];
                RowJson { title: format!("{}: {}", self.position(entry.key), result(entry)), cells }
            }
            MemoryRow::Held { key, moves } => {
                let cells = moves.iter().map(|&mv| self.cell(mv, true)).collect();
                RowJson { title: format!("line kept for {}", self.position(*key)), cells }
            }
            MemoryRow::Fragment { key, mv, next } => {
                let next = next.map_or(String::new(), |next| format!(", then {}", self.position(next)));
                RowJson { title: format!("{}{next}", self.position(*key)), cells: vec![self.cell(*mv, true)] }
            }
        }
    }

    fn cell(&self, mv: Move, is_line: bool) -> CellJson {
        let plain = |text: &str, state| CellJson { text: text.to_owned(), state, step: None, node: None };
        if mv == Move::NULL {
            return plain("end", "end");
        }
        let Some(write) = self.recording.writes.get(usize::from(mv.number())).filter(|_| mv != Move::POISON)
        else {
            return plain("", "never");
        };
        CellJson {
            text: self.positions[write.node].move_name(write.mv),
            state: if is_line { "line" } else { "old" },
            step: Some(write.step),
            node: Some(write.node),
        }
    }

    fn position(&self, key: u64) -> String {
        let Some(node) = self.positions.iter().position(|position| position.key() == key) else {
            return "another position".to_owned();
        };
        if let Some(label) =
            self.positions[node].ordinal().and_then(|ordinal| self.labels.get(ordinal)?.clone())
        {
            return label;
        }
        let path = self.recording.path(node).join(" ");
        if path.is_empty() { "root".to_owned() } else { path }
    }

    fn table(&self, entries: &[Entry]) -> Vec<EntryJson> {
        let entry = |entry: &Entry| {
            let of = self.positions.iter().find(|position| position.key() == entry.key);
            let mv = match of {
                Some(position) if entry.mv != Move::NULL => format!("move {}", position.move_name(entry.mv)),
                _ => "no move".to_owned(),
            };
            EntryJson { position: self.position(entry.key), text: format!("{}, {mv}", result(entry)) }
        };
        entries.iter().map(entry).collect()
    }
}

fn result(entry: &Entry) -> String {
    format!("{}{}, draft {}", steps::relation(entry.bound), entry.score, entry.draft)
}
