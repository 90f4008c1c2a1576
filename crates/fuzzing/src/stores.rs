//! The target `stores`: random sequences of calls, and a model of the stores with plain lists.
//!
//! The calls come in the order in which a search makes them, but with any values, cutoffs and windows. The
//! line that a store has to show depends only on the calls.

use super::{FuzzFinding, Ran, RunStatus, Script, Target, set_running, stores_text};
use pvcheck::game::{Choices, Graph};
use pvcheck::ply_limits::PlyLimits;
use pvcheck::position::Move;
use pvcheck::pv::{
    ArrayRule, At, CAPACITY, FinishedSearch, LineSource, PositionCursor, PvStore, Store, WalkBuffers,
};
use pvcheck::score::{Bound, Score, Window};
use pvcheck::table::Table;
use pvcheck::told::Entry;

/// The approximate maximum number of nodes that grow in one search.
const BUDGET: u32 = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ScriptNode {
    pub open: bool,
    /// The key of the position of the node, less than [`ScriptNode::KEYS`].
    pub key: u8,
    pub ends: NodeEnd,
}

impl ScriptNode {
    pub const KEYS: u8 = 8;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NodeEnd {
    /// The node is a leaf, whose value is known without a search of children.
    Leaf,
    Draw,
    /// A table entry with this bound cuts off the node.
    Hit(Bound),
    Searched(Vec<Step>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub child: ScriptNode,
    pub effect: MoveEffect,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveEffect {
    Nothing,
    Raise,
    Refute,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Calls(pub Vec<(usize, ScriptNode)>);

impl Script for Calls {
    const WORD: &str = "stores ";

    fn parsed(text: &str) -> Option<Self> {
        stores_text::parsed(text)
    }

    fn grown(choices: &mut impl Choices) -> Self {
        let mut search = || {
            let depth = choices.below(8) as usize;
            let depth = if choices.one_in(16) { CAPACITY } else { depth };
            (depth, grown(choices, depth, &mut { BUDGET }))
        };
        let mut searches = vec![search()];
        for _ in 0..choices.below(3) {
            let depth = choices.below(8) as usize;
            searches.push((depth, grown(choices, depth, &mut { BUDGET })));
        }
        Self(searches)
    }
}

fn grown(choices: &mut impl Choices, left: usize, budget: &mut u32) -> ScriptNode {
    let open = choices.one_in(2);
    let key = choices.below(u32::from(ScriptNode::KEYS)) as u8;
    *budget = budget.saturating_sub(1);
    let ends = match choices.below(8) {
        0 => NodeEnd::Leaf,
        1 => NodeEnd::Draw,
        2 => NodeEnd::Hit([Bound::Exact, Bound::Lower, Bound::Upper][choices.below(3) as usize]),
        _ if left == 0 || *budget == 0 => NodeEnd::Leaf,
        _ => {
            let mut steps = Vec::new();
            for _ in 0..=choices.below(3) {
                let child = grown(choices, left - 1, budget);
                let effect = [MoveEffect::Nothing, MoveEffect::Raise, MoveEffect::Raise, MoveEffect::Refute]
                    [choices.below(4) as usize];
                steps.push(Step { child, effect });
                if effect == MoveEffect::Refute {
                    break;
                }
            }
            NodeEnd::Searched(steps)
        }
    };
    ScriptNode { open, key, ends }
}

/// Runs the script on `store`, which consists of stores with these names, beside the model.
pub(super) fn run<S: PvStore>(
    bytes: &[u8],
    store: &mut S,
    walk_buffers: &mut WalkBuffers,
    names: &[Store],
) -> Ran {
    let Some(script) = Calls::read(bytes) else { return Ok(RunStatus::Rejected) };
    set_running(None);
    for (number, (depth, node)) in script.0.iter().enumerate() {
        let mut model = Model::new(*depth);
        store.reset(*depth);
        let mut root = store.frame(None, 0);
        let lines = model.drive(store, &mut root, node, 0);
        let (game, table) = (Graph::default(), Table::default());
        let position = game.root();
        let mut cursor = PositionCursor::new(&position);
        let mut finished_search =
            FinishedSearch::new(&mut cursor, PlyLimits::for_depth(*depth), Score::ZERO, &table, walk_buffers);
        let mut wrong = None;
        let (mut index, mut failed) = (0, 0);
        store.show(&root, &mut finished_search, &mut |line| {
            let name = names[index];
            let expected = model.expected_line(name, &lines);
            if has_model(name) && line != expected.as_deref() && wrong.is_none() {
                wrong = Some((name, format!("shows {line:?}, but has to show {expected:?}")));
            }
            index += 1;
        });
        store.show_failed(&root, &mut finished_search, &mut |line| {
            if line.is_some() && wrong.is_none() {
                wrong = Some((names[failed], "shows a line of a search that failed high or low".to_owned()));
            }
            failed += 1;
        });
        store.release(root);
        if (index, failed) != (names.len(), names.len()) {
            wrong = Some((Store::None, format!("{index} and {failed} stores were visited")));
        }
        if let Some((name, what)) = wrong {
            let what = format!("`{}` {what}, in search {}", name.name(), number + 1);
            return Err(FuzzFinding::of_text(Target::Stores, &script.to_string(), what));
        }
    }
    Ok(RunStatus::Completed)
}

#[derive(Clone, Default)]
struct Lines {
    copied: Vec<Move>,
    held: Vec<Move>,
}

/// The model: the content that each kind of store must have, as plain lists.
struct Model {
    depth: usize,
    moves: u16,
    /// The single array by each [`ArrayRule`].
    arrays: [Vec<Move>; 3],
    held_lines: [Option<Vec<Move>>; ScriptNode::KEYS as usize],
}

impl Model {
    fn new(depth: usize) -> Self {
        let arrays = [(); 3].map(|()| vec![Move::POISON; depth + 1]);
        Self { depth, moves: 0, arrays, held_lines: [const { None }; ScriptNode::KEYS as usize] }
    }

    fn drive<S: PvStore>(
        &mut self,
        store: &mut S,
        line: &mut S::Line,
        node: &ScriptNode,
        ply: usize,
    ) -> Lines {
        let null = Window::new(Score::ZERO - 1, Score::ZERO);
        let window = if node.open { Window::FULL } else { null };
        let (at, key) = (At { ply, window }, u64::from(node.key));
        let draft = self.depth - ply;
        let entry = move |bound, mv| Entry { key, draft, bound, score: Score::ZERO, mv };
        let mut lines = Lines::default();
        store.enter_node(line, at);
        match &node.ends {
            NodeEnd::Leaf => store.leaf_value(line, at),
            NodeEnd::Draw => store.draw(line, at),
            NodeEnd::Hit(bound) => {
                store.hit(line, at, &entry(*bound, Move::new(0)), window);
                if *bound == Bound::Exact && node.open {
                    lines.held = self.held_lines[usize::from(node.key)].clone().unwrap_or_default();
                }
            }
            NodeEnd::Searched(steps) => {
                let mut child = store.frame(Some(line), ply + 1);
                let mut kept = (Bound::Upper, Move::NULL);
                for step in steps {
                    let mv = Move::new(self.moves);
                    self.moves += 1;
                    let child_lines = self.drive(store, &mut child, &step.child, ply + 1);
                    match step.effect {
                        MoveEffect::Nothing => {}
                        MoveEffect::Raise => {
                            store.raise(line, &child, at, mv);
                            self.raise(at, mv);
                            lines = child_lines.with_first_move(mv);
                            kept = (if at.is_open() { Bound::Exact } else { Bound::Upper }, mv);
                        }
                        MoveEffect::Refute => {
                            store.refute(line, &child, at, mv);
                            if !at.is_open() {
                                self.arrays[ArrayRule::Refutations as usize][ply] = mv;
                            }
                            kept = (Bound::Lower, mv);
                        }
                    }
                }
                store.exit_node(line, at, &entry(kept.0, kept.1));
                if kept.0 == Bound::Exact {
                    self.held_lines[usize::from(node.key)] = Some(lines.held.clone());
                }
                store.release(child);
                return lines;
            }
        }
        if at.is_open() {
            for rule in [ArrayRule::Terminators, ArrayRule::Refutations] {
                self.arrays[rule as usize][ply] = Move::NULL;
            }
        }
        lines
    }

    fn raise(&mut self, at: At, mv: Move) {
        self.arrays.iter_mut().filter(|_| at.is_open()).for_each(|array| array[at.ply] = mv);
    }

    fn expected_line(&self, store: Store, lines: &Lines) -> Option<Vec<Move>> {
        let shown =
            |array: &[Move]| array[..self.depth].iter().copied().take_while(|&mv| mv != Move::NULL).collect();
        match store.profile().line {
            LineSource::Nothing => None,
            LineSource::SingleArray(rule) => Some(shown(&self.arrays[rule as usize])),
            _ if store.profile().appends_lines() => Some(lines.held.clone()),
            LineSource::Copies | LineSource::Entries => Some(lines.copied.clone()),
        }
    }
}

/// Whether the line of a store depends only on the calls. Other stores read a table or a game.
fn has_model(store: Store) -> bool {
    !store.profile().only_reads()
}

impl Lines {
    fn with_first_move(mut self, mv: Move) -> Self {
        self.copied.insert(0, mv);
        self.held.insert(0, mv);
        self
    }
}
