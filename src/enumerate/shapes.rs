//! Exhaustive enumeration of ordered trees.

use crate::game::Graph;

/// Returns the ordered trees of `positions` positions, with all scores 0. Their number is the Catalan
/// number of `positions - 1` (OEIS A000108).
pub(super) fn shapes(positions: usize) -> Vec<Graph> {
    let trees = if positions == 0 { Vec::new() } else { trees(&forests(positions - 1), positions) };
    trees.iter().map(|text| text.parse().expect("a tree in notation")).collect()
}

fn trees(forests: &[Vec<String>], positions: usize) -> Vec<String> {
    match positions {
        1 => vec!["0".to_owned()],
        _ => forests[positions - 1].iter().map(|below| format!("[{below}]")).collect(),
    }
}

/// Returns for each n the sequences of trees with `n` positions in total, each with its first tree before the others.
fn forests(most: usize) -> Vec<Vec<String>> {
    let mut forests = vec![vec![String::new()]];
    for positions in 1..=most {
        let mut next = Vec::new();
        for first in 1..=positions {
            for tree in &trees(&forests, first) {
                for others in &forests[positions - first] {
                    next.push(format!("{tree} {others}").trim_end().to_owned());
                }
            }
        }
        forests.push(next);
    }
    forests
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Checks the counts by their definition as Catalan numbers.
    #[test]
    fn every_ordered_tree_is_returned_once() {
        for (positions, count) in [(0, 0), (1, 1), (2, 1), (3, 2), (4, 5), (5, 14), (6, 42), (9, 1430)] {
            let shapes: BTreeSet<String> = shapes(positions).iter().map(Graph::to_string).collect();
            assert_eq!(shapes.len(), count);
            assert!(shapes.iter().all(|text| text.parse::<Graph>().expect("a tree").len() == positions));
        }
    }
}
