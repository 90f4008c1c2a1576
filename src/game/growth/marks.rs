//! Random marks and passes.

use crate::game::growth::zigzag;
use crate::game::{Choices, Graph, Marks};
use crate::score::Score;

/// Marks moves at random, and adds a pass to one in three of the positions with moves.
///
/// Half of the positions with moves also get their score negated. If no score were below zero, no move would gain
/// anything, and quiescence would stand pat everywhere.
pub(super) fn give_marks(choices: &mut impl Choices, graph: &mut Graph) {
    for node in 0..graph.len() {
        let moves = graph.children(node).len();
        for index in 0..moves {
            let (noisy, forcing) = (choices.one_in(3), choices.one_in(6));
            graph.mark(node, index, Marks { noisy, forcing });
        }
        if moves > 0 && choices.one_in(2) {
            graph.set_score(node, -graph.score(node));
        }
        if moves > 0 && choices.one_in(3) {
            give_pass(choices, graph, node);
        }
    }
}

/// Adds a pass to `node`, half of the time to any position of the game, otherwise to a new leaf. The leaf has about the
/// score of the target of a move, so that passing is sometimes better than all moves (zugzwang).
fn give_pass(choices: &mut impl Choices, graph: &mut Graph, node: usize) {
    if choices.one_in(2) {
        let target = choices.below(graph.len() as u32);
        graph.add_pass(node, Some(target as usize));
        return;
    }
    let moves = graph.children(node).len() as u32;
    let similar = graph.score(graph.child(node, choices.below(moves) as usize));
    let step = zigzag(choices.below(5));
    let leaf = graph.add_pass(node, None);
    let score = if similar.is_mate() { similar } else { Score::saturating(i64::from(similar.get()) + step) };
    graph.set_score(leaf, score);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Growth, Seeded};

    /// Counts marks and passes over many games, each of which is also printed and parsed.
    #[test]
    fn a_third_of_the_games_has_marks_and_passes_of_every_kind() {
        const GAMES: u64 = 3_000;
        let (mut graph, mut marked, mut moves, mut inner) = (Graph::default(), 0, 0, 0);
        let (mut noisy, mut forcing, mut passes, mut leaves, mut back) = (0, 0, 0, 0, 0);
        for index in 0..GAMES {
            Growth::random_game(&mut Seeded::new(5, index), &mut graph);
            assert_eq!(
                graph.to_string().parse().as_ref(),
                Ok(&graph),
                "a random game has the numbering of the notation"
            );
            let passing = (0..graph.len()).filter_map(|node| Some((node, graph.pass(node)?)));
            let marks = |node: usize| (0..graph.children(node).len()).map(move |at| (node, at));
            let all = || (0..graph.len()).flat_map(marks);
            let any = all().any(|(node, at)| graph.marks(node, at) != Marks::default());
            if !any && passing.clone().next().is_none() {
                continue;
            }
            marked += 1;
            moves += all().count();
            inner += (0..graph.len()).filter(|&node| !graph.is_leaf(node)).count();
            noisy += all().filter(|&(node, at)| graph.is_noisy(node, at)).count();
            forcing += all().filter(|&(node, at)| graph.is_forcing(node, at)).count();
            for (node, to) in passing {
                passes += 1;
                leaves +=
                    usize::from((0..graph.len()).all(|node| graph.children(node).all(|child| child != to)));
                back += usize::from(graph.reaches(to, node));
            }
        }
        let is_about = |count: usize, share: f64| (0.8..1.2).contains(&(count as f64 / share));
        assert!(is_about(marked, GAMES as f64 / 3.0), "{marked} games have marks or passes");
        assert!(is_about(noisy, moves as f64 / 3.0), "{noisy} of {moves} moves are noisy");
        assert!(is_about(forcing, moves as f64 / 6.0), "{forcing} of {moves} moves are forcing");
        assert!(is_about(passes, inner as f64 / 3.0), "{passes} of {inner} inner positions have a pass");
        assert!(is_about(leaves, passes as f64 / 2.0), "{leaves} of {passes} passes lead to new leaves");
        assert!(back * 20 > passes, "{back} of {passes} passes lead back");
    }
}
