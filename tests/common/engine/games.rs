//! Random games for the engine.

use pvcheck::campaign::{Games, Random};
use pvcheck::game::Graph;

use super::bug::Bug;

/// Writes game `index` of a sequence to `graph`, and returns the depth to search it to. Every second game has
/// a cycle, and every second pair of games has passes, and noisy or forcing moves.
pub fn random_game(seed: u64, index: u64, graph: &mut Graph) -> usize {
    let (wants_cycle, wants_marks) = (index % 2 == 1, index / 2 % 2 == 1);
    random_game_with(seed, index, graph, |graph| {
        (!wants_cycle || has_cycle(graph)) && (!wants_marks || has_pass(graph) && has_marks(graph))
    })
}

/// The same for games that have a property: others are drawn again.
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

impl Bug {
    /// Whether the game has what the bug needs to act.
    pub fn suits(self, graph: &Graph) -> bool {
        match self {
            Self::NullMoveSign => has_pass(graph),
            Self::NoFullDepthSearch => {
                (0..graph.len()).filter(|&node| graph.children(node).len() > 2).count() > 1
            }
            Self::PassSharesKey => has_pass(graph) && !graph.is_tree(),
            Self::MateUnadjusted => {
                let has_mate = (0..graph.len()).any(|node| graph.score(node).is_mate());
                has_mate && !graph.is_tree()
            }
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

fn has_pass(graph: &Graph) -> bool {
    (0..graph.len()).any(|node| graph.pass(node).is_some())
}

fn has_marks(graph: &Graph) -> bool {
    let is_marked = |node, index| graph.is_noisy(node, index) || graph.is_forcing(node, index);
    let marks = |node| (0..graph.children(node).len()).any(|index| is_marked(node, index));
    (0..graph.len()).any(marks)
}
