//! Freezing of a game of any kind into a [`Graph`], which can be printed, shrunk and replayed.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::game::graph::MoveNames;
use crate::game::{Graph, Link, LinkKind, Marks, NameId};
use crate::ply_limits::PlyLimits;
use crate::position::{Move, Position, legal_moves};
use crate::score::Score;

/// The limits of the part of a game that [`freeze`] includes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Freeze {
    /// The limits of the searches that the frozen game is for. The limits of a search are in its options:
    /// `options.ply_limits(depth)`.
    pub searches: Vec<PlyLimits>,
    /// The maximum number of positions.
    pub positions: usize,
}

impl Freeze {
    /// Returns the limits of a search, with up to this number of positions.
    pub fn for_search(ply_limits: PlyLimits, positions: usize) -> Self {
        Self { searches: vec![ply_limits], positions }
    }
}

/// The error that a game has more positions than [`Freeze`] allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the game has more than {positions} positions within {} plies of the root", plies + 1)]
pub struct TooLarge {
    /// The maximum number of positions.
    pub positions: usize,
    /// The number of plies within which the game has few enough positions.
    pub plies: usize,
}

/// A frozen game.
#[derive(Clone, Debug)]
pub struct Frozen<P> {
    /// The game as a graph, whose root is the root of the game.
    pub graph: Graph,
    root: P,
}

/// Returns the game below `root` as a graph: its positions with their evaluations, its moves with their marks
/// and names, and its passes. Equal positions become one. Only the root has a name.
///
/// The graph contains every position that minimax within the limits of one of the searches visits; passes
/// count as moves. Positions that are searched before the depth has run out have all their moves, in order.
/// Positions that are searched by quiescence only have their noisy moves, and the first quiet one, so that
/// the game is not over there: it leads to a leaf with the score 0. So does the only move, without a name, of
/// the positions at the end.
///
/// # Which searches are the same
///
/// A search of the frozen game has the same score, the same line (see [`Frozen::moves_of`]) and the same counts as
/// a search of the game with the same options, if it is within the limits ([`Freeze::for_search`]) and the game
/// obeys the laws of [`Position`]. There are three exceptions:
///
/// - A table. Positions have other keys and hence other slots in the table. The searches are the same if no entry
///   replaces one of another position. With `keep=yes` the preceding searches also need to be within the limits.
/// - `order=killers`. It compares moves of different positions by their numbers. The searches are the same if the
///   game also numbers its moves by their indices, and there is no quiescence.
/// - PV stores with wrong lines, which may contain a move of another position.
///
/// # Errors
///
/// If there are more than `limits.positions` positions.
pub fn freeze<P: Position>(root: &P, limits: &Freeze) -> Result<Frozen<P>, TooLarge> {
    let mut freezer = Freezer::new(root, limits.positions);
    for &ply_limits in &limits.searches {
        freezer.walk(ply_limits)?;
    }
    let mut graph = freezer.finish();
    if let Some(name) = root.name() {
        graph.set_position_name(0, &name);
    }
    Ok(Frozen { graph, root: root.clone() })
}

impl<P: Position> Frozen<P> {
    /// Returns the moves of the game for the moves of `line`, a line of the graph. The result ends before the first
    /// move that does not exist.
    pub fn moves_of(&self, line: &[Move]) -> Vec<Move> {
        let (mut node, mut position) = (0, self.root.clone());
        let mut moves = Vec::new();
        for &mv in line {
            let index = usize::from(mv.number());
            if index >= self.graph.children(node).len() {
                break;
            }
            let mv = self.kept_moves(node, &position)[index];
            moves.push(mv);
            (node, position) = (self.graph.child(node, index), position.play(mv));
        }
        moves
    }

    fn kept_moves(&self, node: usize, position: &P) -> Vec<Move> {
        let mut moves = legal_moves(position);
        let kept = self.graph.children(node).len();
        if kept == 1 {
            moves.truncate(1);
        } else if kept < moves.len() {
            let mut has_quiet = false;
            moves.retain(|&mv| position.is_noisy(mv) || !std::mem::replace(&mut has_quiet, true));
        }
        moves
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FrozenNext {
    None,
    Noisy,
    All,
}

/// The leaf that replaces all positions that are not followed.
const BEYOND: u32 = 1;

struct FrozenNode {
    score: Score,
    /// The position before this one; if `origin_move` is [`Move::NULL`], the place of this position among the positions.
    origin: u32,
    origin_move: Move,
    reached: u16,
    moves: u16,
    follows: FrozenNext,
    is_terminal: bool,
    has_pass: bool,
    first_edge: u32,
}

impl FrozenNode {
    fn new(score: Score, is_terminal: bool, (origin, origin_move): (u32, Move)) -> Self {
        Self {
            score,
            origin,
            origin_move,
            reached: 0,
            moves: 0,
            follows: FrozenNext::None,
            is_terminal,
            has_pass: false,
            first_edge: 0,
        }
    }
}

struct FrozenEdge {
    /// The number of the position after the move, with the marks in the two highest bits.
    to_and_marks: u32,
    name: Option<NameId>,
}

impl FrozenEdge {
    const NOISY: u32 = 1 << 31;
    const FORCING: u32 = 1 << 30;

    fn new(to: u32, marks: Marks, name: Option<NameId>) -> Self {
        let noisy = if marks.noisy { Self::NOISY } else { 0 };
        let forcing = if marks.forcing { Self::FORCING } else { 0 };
        Self { to_and_marks: to | noisy | forcing, name }
    }

    fn to(&self) -> u32 {
        self.to_and_marks & !(Self::NOISY | Self::FORCING)
    }

    fn marks(&self) -> Marks {
        let has = |mark| self.to_and_marks & mark != 0;
        Marks { noisy: has(Self::NOISY), forcing: has(Self::FORCING) }
    }
}

struct Freezer<P> {
    nodes: Vec<FrozenNode>,
    edges: Vec<FrozenEdge>,
    names: MoveNames,
    /// The positions from which moves were followed; all others are given by a move from one of these. Most positions
    /// are at the end, where no move is followed.
    positions: Vec<P>,
    /// The number of each position, by its hash, or by one of the next numbers if the hash was taken.
    numbers: HashMap<u32, u32, BuildHasherDefault<OfHashes>>,
    most: usize,
    moves: Vec<Move>,
    text: String,
}

impl<P: Position> Freezer<P> {
    fn new(root: &P, most: usize) -> Self {
        let (mut nodes, mut positions) = (Vec::new(), Vec::new());
        nodes.push(FrozenNode::new(root.evaluate(), root.is_terminal(), (0, Move::NULL)));
        nodes.push(FrozenNode::new(Score::ZERO, true, (0, Move::NULL)));
        positions.push(root.clone());
        Self {
            nodes,
            edges: Vec::new(),
            names: MoveNames::default(),
            positions,
            numbers: std::iter::once((hash(root), 0)).collect(),
            // Numbers of positions have 30 bits.
            most: most.min(1 << 29),
            moves: Vec::new(),
            text: String::new(),
        }
    }

    /// Visits the positions of minimax within these limits, ply by ply. A position is visited again only if more plies
    /// remain than before, because its moves are then extended no less.
    fn walk(&mut self, ply_limits: PlyLimits) -> Result<(), TooLarge> {
        self.nodes.iter_mut().for_each(|node| node.reached = 0);
        let remaining = ply_limits.plies.min(usize::from(u16::MAX) - 1);
        let mut level = vec![0];
        self.nodes[0].reached = remaining as u16 + 1;
        let (mut next, mut ply) = (Vec::new(), 0);
        while !level.is_empty() {
            for &node in &level {
                let remaining = usize::from(self.nodes[node as usize].reached) - 1;
                let follows = match remaining {
                    0 => continue,
                    _ if remaining <= ply_limits.quiescence => FrozenNext::Noisy,
                    _ => FrozenNext::All,
                };
                if self.nodes[node as usize].is_terminal {
                    continue;
                }
                if self.nodes[node as usize].follows < follows {
                    let complete = self.expand(node, follows);
                    complete.ok_or(TooLarge { positions: self.most, plies: ply })?;
                }
                let FrozenNode { first_edge, moves, has_pass, .. } = self.nodes[node as usize];
                let first = first_edge as usize;
                let followed = self.edges[first..first + usize::from(moves)].iter();
                let followed = followed.filter(|edge| follows == FrozenNext::All || edge.marks().noisy);
                let followed = followed.map(|edge| (edge.to(), edge.marks().forcing));
                let passed = has_pass && follows == FrozenNext::All;
                let passed = passed.then(|| (self.edges[first + usize::from(moves)].to(), false));
                for (to, forcing) in followed.chain(passed) {
                    let reached = ply_limits.plies_after(ply, remaining, forcing) as u16 + 1;
                    let target = &mut self.nodes[to as usize];
                    if reached > target.reached {
                        target.reached = reached;
                        next.push(to);
                    }
                }
            }
            level.clear();
            std::mem::swap(&mut level, &mut next);
            ply += 1;
        }
        Ok(())
    }

    /// Adds the moves that are followed to `node`, which is not terminal. Returns `None` if there are too many positions.
    fn expand(&mut self, node: u32, follows: FrozenNext) -> Option<()> {
        let position = self.position(node);
        if self.nodes[node as usize].origin_move != Move::NULL {
            let place = self.positions.len() as u32;
            let node = &mut self.nodes[node as usize];
            (node.origin, node.origin_move) = (place, Move::NULL);
            self.positions.push(position.clone());
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        position.moves(&mut moves);
        let first_edge = self.edges.len();
        let mut leads_beyond = false;
        for &mv in &moves {
            let noisy = position.is_noisy(mv);
            let follow = follows == FrozenNext::All || noisy;
            if !follow && std::mem::replace(&mut leads_beyond, true) {
                continue;
            }
            let to = if follow { self.number(&position.play(mv), (node, mv))? } else { BEYOND };
            let name = self.name(&position.move_name(mv), self.edges.len() - first_edge);
            let marks = Marks { noisy, forcing: position.is_forcing(mv) };
            self.edges.push(FrozenEdge::new(to, marks, name));
        }
        self.moves = moves;
        let moves = (self.edges.len() - first_edge) as u16;
        let pass = position.pass().filter(|_| follows == FrozenNext::All);
        let has_pass = pass.is_some();
        if let Some(passed) = pass {
            let place = self.positions.len() as u32;
            let to = self.number(&passed, (place, Move::NULL))?;
            let target = &self.nodes[to as usize];
            if (target.origin, target.origin_move) == (place, Move::NULL) {
                self.positions.push(passed);
            }
            self.edges.push(FrozenEdge::new(to, Marks::default(), None));
        }
        let first_edge = u32::try_from(first_edge).expect("a game has fewer than 2^32 moves");
        let node = &mut self.nodes[node as usize];
        (node.follows, node.first_edge, node.moves, node.has_pass) = (follows, first_edge, moves, has_pass);
        Some(())
    }

    fn position(&self, node: u32) -> P {
        let FrozenNode { origin: from, origin_move: mv, .. } = self.nodes[node as usize];
        if mv == Move::NULL { self.positions[from as usize].clone() } else { self.position(from).play(mv) }
    }

    fn is_position(&self, node: u32, position: &P) -> bool {
        let FrozenNode { origin, origin_move, .. } = self.nodes[node as usize];
        if origin_move == Move::NULL {
            self.positions[origin as usize] == *position
        } else {
            self.position(node) == *position
        }
    }

    fn number(&mut self, position: &P, origin: (u32, Move)) -> Option<u32> {
        let mut hash = hash(position);
        while let Some(&known) = self.numbers.get(&hash) {
            if self.is_position(known, position) {
                return Some(known);
            }
            hash = hash.wrapping_add(1);
        }
        // Without the leaf beyond.
        if self.nodes.len() > self.most {
            return None;
        }
        let number = self.nodes.len() as u32;
        self.numbers.insert(hash, number);
        self.nodes.push(FrozenNode::new(position.evaluate(), position.is_terminal(), origin));
        Some(number)
    }

    fn name(&mut self, name: &str, index: usize) -> Option<NameId> {
        self.text.clear();
        write!(self.text, "{index}").expect("a string takes any text");
        (name != self.text && !name.is_empty()).then(|| self.names.id(name))
    }

    fn finish(self) -> Graph {
        let Self { nodes, edges, names, positions, numbers, .. } = self;
        drop((positions, numbers));
        let links = |node: usize, out: &mut Vec<Link>| {
            let FrozenNode { first_edge, moves, has_pass, is_terminal, .. } = nodes[node];
            let (first, moves) = (first_edge as usize, usize::from(moves));
            let link = |edge: &FrozenEdge| Link {
                to: edge.to() as usize,
                kind: LinkKind::Move(edge.marks()),
                name: edge.name,
            };
            out.extend(edges[first..first + moves].iter().map(link));
            if moves == 0 && !is_terminal {
                out.push(Link::plain(BEYOND as usize));
            }
            out.extend(has_pass.then(|| Link::pass(edges[first + moves].to() as usize)));
        };
        let texts = (!names.is_empty()).then(|| Arc::new(names));
        // Positions without a move may get one.
        let size = (nodes.len(), edges.len() + nodes.len());
        Graph::numbered(size, 0, texts, links, |node| nodes[node].score).0
    }
}

#[derive(Default)]
struct OfHashes(u32);

impl Hasher for OfHashes {
    fn finish(&self) -> u64 {
        // A map reads the highest bits as well as the lowest.
        u64::from(self.0) << 32 | u64::from(self.0)
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only numbers are hashed");
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = number;
    }
}

fn hash(position: &impl Hash) -> u32 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish() as u32
}
