//! Random games for the engine.

use super::Bug;
use crate::common::prelude::*;

/// Writes game `index` of a sequence to `graph`, and returns the depth to search it to. Every second game has
/// a cycle, and every second pair of games has passes, and noisy or forcing moves.
pub fn random_game(seed: u64, index: u64, graph: &mut Graph) -> usize {
    let (wants_cycle, wants_marks) = (index % 2 == 1, index / 2 % 2 == 1);
    random_game_with(seed, index, graph, |graph| {
        (!wants_cycle || has_cycle(graph))
            && (!wants_marks || has_pass(graph) && (has_noisy(graph) || has_forcing(graph)))
    })
}

/// Draws a random game with a property: games without the property are drawn again.
pub fn random_game_with(
    seed: u64,
    index: u64,
    graph: &mut Graph,
    has_property: impl Fn(&Graph) -> bool,
) -> usize {
    for attempt in 0_u64.. {
        let games = Random { seed: seed ^ (attempt << 32), games: u64::MAX };
        let depth = games.game(index, graph);
        if has_property(graph) {
            return depth;
        }
    }
    unreachable!("some game has the property")
}

/// The most positions before the root.
const LONGEST_HISTORY: usize = 4;

/// Returns positions from which quiet moves lead to the root, oldest first; none if no quiet move leads to the root.
/// Positions may repeat.
pub fn history(graph: &Graph) -> Vec<GraphPosition<'_>> {
    let (mut history, mut next) = (Vec::new(), graph.root());
    let mut before = Vec::new();
    let positions = positions(graph);
    while history.len() < LONGEST_HISTORY {
        let leads_to_next = |position: &&GraphPosition<'_>| {
            legal_moves(*position).into_iter().any(|mv| !position.is_noisy(mv) && position.play(mv) == next)
        };
        before.clear();
        before.extend(positions.iter().filter(leads_to_next));
        // Not always the same one, so that some positions occur once and others repeat.
        let Some(&position) = before.get(history.len() % before.len().max(1)) else { break };
        history.push(position);
        next = position;
    }
    history.reverse();
    history
}

/// The positions that moves lead to, from the root on.
fn positions(graph: &Graph) -> Vec<GraphPosition<'_>> {
    let (mut positions, mut seen) = (vec![graph.root()], 0);
    while let Some(&position) = positions.get(seen) {
        seen += 1;
        for mv in legal_moves(&position) {
            let after = position.play(mv);
            if !positions.contains(&after) {
                positions.push(after);
            }
        }
    }
    positions
}

impl Bug {
    /// Whether the game has what the bug needs to act.
    pub fn suits(self, graph: &Graph) -> bool {
        match self {
            Self::NullMoveSign => has_pass(graph),
            Self::NoFullDepthSearch => {
                (0..graph.len()).filter(|&node| graph.children(node).len() > 2).count() > 1
            }
            Self::PassSharesKey => has_pass(graph) && !graph.is_tree(),
            Self::MateUnadjusted => has_mate(graph) && !graph.is_tree(),
            Self::RepetitionIgnored | Self::DrawStored | Self::StaleRowOnDraw => has_cycle(graph),
            Self::LargerScore
            | Self::RefutedReSearch
            | Self::NarrowedWindow
            | Self::DraftUnchecked
            | Self::StaleRowOnHit
            | Self::NullWindowTail => !graph.is_tree(),
            _ => true,
        }
    }
}

fn has_cycle(graph: &Graph) -> bool {
    let leads_back = |node| graph.children(node).any(|child| child <= node && graph.reaches(child, node));
    (0..graph.len()).any(leads_back)
}

pub fn has_pass(graph: &Graph) -> bool {
    (0..graph.len()).any(|node| graph.pass(node).is_some())
}

pub fn has_mate(graph: &Graph) -> bool {
    (0..graph.len()).any(|node| graph.score(node).is_mate())
}

pub fn has_noisy(graph: &Graph) -> bool {
    has_move(graph, Graph::is_noisy)
}

pub fn has_forcing(graph: &Graph) -> bool {
    has_move(graph, Graph::is_forcing)
}

fn has_move(graph: &Graph, is_it: fn(&Graph, usize, usize) -> bool) -> bool {
    (0..graph.len()).any(|node| (0..graph.children(node).len()).any(|index| is_it(graph, node, index)))
}
