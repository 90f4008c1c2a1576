//! Marks and passes of random games.

use crate::game::growth::zigzag;
use crate::game::{Choices, Graph, Marks};
use crate::score::Score;

/// Marks moves, and lets one in three of the positions that have moves pass.
///
/// Half of the positions with moves evaluate to the opposite from then on: where no score is below zero, nobody
/// gains by a move, and quiescence would stand pat everywhere.
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

/// Lets `node` pass: half of the time to any position that is there, be it on the way to
/// `node`, else to a leaf about as good as what one of the moves leads to. Passing is then worse
/// than some moves and at times better than all, which is zugzwang.
fn give_pass(choices: &mut impl Choices, graph: &mut Graph, node: usize) {
    if choices.one_in(2) {
        let there = choices.below(graph.len() as u32);
        graph.add_pass(node, Some(there as usize));
        return;
    }
    let moves = graph.children(node).len() as u32;
    let like = graph.score(graph.child(node, choices.below(moves) as usize));
    let step = zigzag(choices.below(5));
    let leaf = graph.add_pass(node, None);
    let score = if like.is_mate() { like } else { Score::saturating(i64::from(like.get()) + step) };
    graph.set_score(leaf, score);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Growth, Seeded};

    /// Counts over many games, each with what it says of itself once.
    #[test]
    fn a_third_of_the_games_has_marks_and_passes_of_every_kind() {
        const GAMES: u64 = 3_000;
        let (mut graph, mut marked, mut moves, mut inner) = (Graph::leaf(Score::ZERO), 0, 0, 0);
        let (mut noisy, mut forcing, mut passes, mut leaves, mut back) = (0, 0, 0, 0, 0);
        for index in 0..GAMES {
            Growth::random_game(&mut Seeded::new(5, index), &mut graph);
            assert_eq!(
                graph.to_string().parse().as_ref(),
                Ok(&graph),
                "what grows is numbered as it should be"
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
            inner += (0..graph.len()).filter(|&node| !graph.children(node).is_empty()).count();
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
        assert!(is_about(marked, GAMES as f64 / 3.0), "{marked} games");
        assert!(is_about(noisy, moves as f64 / 3.0), "{noisy} noisy of {moves}");
        assert!(is_about(forcing, moves as f64 / 6.0), "{forcing} forcing of {moves}");
        assert!(is_about(passes, inner as f64 / 3.0), "{passes} passes of {inner}");
        assert!(is_about(leaves, passes as f64 / 2.0), "{leaves} leaves of {passes}");
        assert!(back * 20 > passes, "{back} back of {passes}");
    }
}
