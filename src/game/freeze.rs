//! Freezing: a game of any kind as a [`Graph`], which can be printed, shrunk and replayed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::game::{Graph, Link, Marks};
use crate::ply_limits::PlyLimits;
use crate::position::{Move, Position};
use crate::score::Score;

/// What [`freeze`] includes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Freeze {
    /// All moves and passes are followed for this many plies.
    pub plies: usize,
    /// Noisy moves are followed for this many more plies.
    pub noisy_plies: usize,
    /// The maximum number of positions.
    pub positions: usize,
}

impl Freeze {
    /// What a search within these limits looks at, up to this number of positions. The limits of a search are
    /// in its options: `options.ply_limits(depth)`.
    pub const fn for_search(ply_limits: PlyLimits, positions: usize) -> Self {
        let PlyLimits { max_pv_length, quiescence, .. } = ply_limits;
        Self { plies: max_pv_length - quiescence, noisy_plies: quiescence, positions }
    }
}

/// The error of a game with more positions than [`Freeze`] allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the game has more than {positions} positions within {} plies of the root", plies + 1)]
pub struct TooLarge {
    /// The maximum number of positions.
    pub positions: usize,
    /// So many plies have fewer.
    pub plies: usize,
}

/// A frozen game.
#[derive(Clone, Debug)]
pub struct Frozen<P> {
    /// The game as a graph. Its root is the root of the game.
    pub graph: Graph,
    root: P,
}

/// Returns the game below `root` as a graph: its positions with their evaluations, its moves with their marks and
/// names, and its passes. Equal positions become one. The root has its name; the others have none.
///
/// Positions within `limits.plies` plies of the root, moves or passes, have all their moves, in order. Positions up
/// to `limits.noisy_plies` plies beyond have their noisy moves. The first of their other moves stands for all
/// others, so that the game is not over there; it leads to a leaf with the score 0. So does the first move of the
/// positions that are still farther away.
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
///   game also numbers its moves by their indices, and `limits.noisy_plies` is 0.
/// - PV stores with wrong lines, which may contain a move of another position.
///
/// # Errors
///
/// If there are more than `limits.positions` positions.
pub fn freeze<P: Position>(root: &P, limits: Freeze) -> Result<Frozen<P>, TooLarge> {
    let mut freezer = Freezer::new(root, limits.positions);
    let mut level = 0..1;
    let (mut ply, last) = (0, limits.plies.saturating_add(limits.noisy_plies));
    while !level.is_empty() && ply <= last {
        let follows = match ply {
            _ if ply < limits.plies => Follows::All,
            _ if ply < last => Follows::Noisy,
            _ => Follows::None,
        };
        let next = freezer.positions.len();
        for node in level {
            let complete = freezer.expand(node, follows);
            complete.ok_or(TooLarge { positions: limits.positions, plies: ply })?;
        }
        level = next..freezer.positions.len();
        ply += 1;
    }
    let mut graph = freezer.finish();
    if let Some(name) = root.name() {
        graph.set_position_name(0, &name);
    }
    Ok(Frozen { graph, root: root.clone() })
}

impl<P: Position> Frozen<P> {
    /// Returns the moves of the game that the moves of `line`, a line of the graph, stand for; those before the
    /// first one that does not exist.
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

    /// Returns the moves of `position` that `node` has. Either these are all, or it is only the first one, or
    /// they are the noisy ones and the first quiet one.
    fn kept_moves(&self, node: usize, position: &P) -> Vec<Move> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
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

/// Which moves of a position are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    All,
    Noisy,
    None,
}

/// The leaf in the place of all positions that are not followed.
const BEYOND: usize = 1;

/// The positions that were found, numbered in the order of their distance from the root.
struct Freezer<P> {
    /// All positions but those after passes get their links here.
    graph: Graph,
    /// The only copy of each position; [`BEYOND`] has one that is never read.
    positions: Vec<P>,
    /// The number of each position, by its hash or, if this was taken, by one of the next numbers.
    numbers: HashMap<u64, u32>,
    /// From and to, in order.
    passes: Vec<(usize, usize)>,
    most: usize,
    moves: Vec<Move>,
}

impl<P: Position> Freezer<P> {
    fn new(root: &P, most: usize) -> Self {
        let mut graph = Graph::leaf(root.evaluate());
        graph.add_position(Score::ZERO);
        Self {
            graph,
            positions: vec![root.clone(), root.clone()],
            numbers: HashMap::from([(hash(root), 0)]),
            passes: Vec::new(),
            most,
            moves: Vec::new(),
        }
    }

    /// Adds the links of `node` and their targets. Returns `None` if these are too many.
    fn expand(&mut self, node: usize, follows: Follows) -> Option<()> {
        let position = self.positions[node].clone();
        if position.is_terminal() {
            return Some(());
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        position.moves(&mut moves);
        let (mut index, mut leads_beyond) = (0, false);
        for &mv in &moves {
            let noisy = position.is_noisy(mv);
            let follow = follows == Follows::All || follows == Follows::Noisy && noisy;
            if !follow && std::mem::replace(&mut leads_beyond, true) {
                continue;
            }
            let to = if follow { self.number(position.play(mv))? } else { BEYOND };
            self.graph.add_move(node, Some(to));
            self.graph.mark(node, index, Marks { noisy, forcing: position.is_forcing(mv) });
            let name = position.move_name(mv);
            if name != index.to_string() {
                self.graph.set_move_name(node, index, &name);
            }
            index += 1;
        }
        self.moves = moves;
        if let Some(passed) = position.pass().filter(|_| follows == Follows::All) {
            let to = self.number(passed)?;
            self.passes.push((node, to));
        }
        Some(())
    }

    /// Returns the number of `position`, a new one if it is new; `None` if there are too many.
    fn number(&mut self, position: P) -> Option<usize> {
        let mut hash = hash(&position);
        loop {
            match self.numbers.entry(hash) {
                Entry::Occupied(known) if self.positions[*known.get() as usize] == position => {
                    return Some(*known.get() as usize);
                }
                Entry::Occupied(_) => hash = hash.wrapping_add(1),
                Entry::Vacant(place) => {
                    let number = self.graph.len();
                    // Without the leaf beyond.
                    if number > self.most {
                        return None;
                    }
                    place.insert(number as u32);
                    self.graph.add_position(position.evaluate());
                    self.positions.push(position);
                    return Some(number);
                }
            }
        }
    }

    /// Returns the graph with its passes, in the order that graphs have.
    fn finish(self) -> Graph {
        let Self { graph, passes, positions, numbers, .. } = self;
        drop((positions, numbers));
        let links = |node: usize, out: &mut Vec<Link>| {
            out.extend(graph.links(node));
            let pass = passes.binary_search_by_key(&node, |&(from, _)| from);
            out.extend(pass.map(|at| Link::pass(passes[at].1)));
        };
        graph.rebuild(0, links, |node| graph.score(node))
    }
}

fn hash(position: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}
