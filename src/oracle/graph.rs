//! Dominators and strongly connected components of a directed graph whose nodes are numbered from 0.
//!
//! A node `a` *dominates* a node `b` if every walk from a root to `b` passes `a`. Each node dominates itself.
//! With several roots, a virtual node before all of them is the only root of the algorithm. So each root is
//! dominated by itself alone.
//!
//! Dominators: K. D. Cooper, T. J. Harvey, K. Kennedy, *A Simple, Fast Dominance Algorithm*, 2001. Components:
//! M. Sharir, *A Strong-Connectivity Algorithm and Its Applications in Data Flow Analysis*, 1981.

use std::ops::Range;

const NONE: u32 = u32::MAX;

#[derive(Clone, Default, Debug)]
pub(super) struct Digraph {
    ends: Vec<u32>,
    targets: Vec<u32>,
}

impl Digraph {
    pub(super) fn push(&mut self, successors: impl IntoIterator<Item = u32>) {
        self.targets.extend(successors);
        self.ends.push(self.targets.len() as u32);
    }

    /// The graph of `len` nodes with these arcs.
    fn of_arcs(len: usize, arcs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0; len + 1];
        for (from, _) in arcs.clone() {
            starts[from as usize + 1] += 1;
        }
        for node in 0..len {
            starts[node + 1] += starts[node];
        }
        let mut targets = vec![0; starts[len] as usize];
        starts.pop();
        // Once the arcs of a node are placed, its start is its end.
        let mut ends = starts;
        for (from, to) in arcs {
            let place = &mut ends[from as usize];
            targets[*place as usize] = to;
            *place += 1;
        }
        Self { ends, targets }
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn arcs(&self, node: usize) -> Range<usize> {
        let first = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        first as usize..self.ends[node] as usize
    }

    fn successors(&self, node: usize) -> &[u32] {
        &self.targets[self.arcs(node)]
    }

    /// Returns the nodes reachable from `roots`, each after all its successors that are not its ancestors in a depth-first search.
    fn postorder(&self, roots: &[u32]) -> Vec<u32> {
        let (mut order, mut seen) = (Vec::with_capacity(self.len()), vec![false; self.len()]);
        for &root in roots {
            self.visit(root, &mut seen, &mut order);
        }
        order
    }

    /// Appends the nodes reachable from `root` through nodes not seen before, in postorder.
    fn visit(&self, root: u32, seen: &mut [bool], order: &mut Vec<u32>) {
        let mut stack: Vec<(u32, usize)> = Vec::new();
        if !std::mem::replace(&mut seen[root as usize], true) {
            stack.push((root, self.arcs(root as usize).start));
        }
        while let Some((node, next)) = stack.last_mut() {
            if *next == self.ends[*node as usize] as usize {
                order.push(*node);
                stack.pop();
                continue;
            }
            let child = self.targets[*next];
            *next += 1;
            if !std::mem::replace(&mut seen[child as usize], true) {
                stack.push((child, self.arcs(child as usize).start));
            }
        }
    }

    /// Returns for each node the representative of its strongly connected component.
    pub(super) fn components(&self) -> Vec<u32> {
        let mut components: Vec<u32> = (0..self.len() as u32).collect();
        let order = self.postorder(&components);
        let of_node = |from: u32| self.successors(from as usize).iter().map(move |&to| (to, from));
        let reversed = Digraph::of_arcs(self.len(), (0..self.len() as u32).flat_map(of_node));
        let (mut seen, mut members) = (vec![false; self.len()], Vec::new());
        for &node in order.iter().rev() {
            reversed.visit(node, &mut seen, &mut members);
            for member in members.drain(..) {
                components[member as usize] = node;
            }
        }
        components
    }

    pub(super) fn dominators(&self, roots: &[u32]) -> Dominators {
        // The nodes are numbered in postorder; the virtual root comes last, and dominates itself.
        let order = self.postorder(roots);
        let virtual_root = order.len() as u32;
        let mut numbers = vec![NONE; self.len()];
        for (number, &node) in (0..).zip(&order) {
            numbers[node as usize] = number;
        }
        let number = |node: u32| numbers[node as usize];
        let of_node = |&node: &u32| {
            let successors = self.successors(node as usize);
            successors.iter().map(move |&child| (number(child), number(node)))
        };
        let to_roots = roots.iter().map(|&root| (number(root), virtual_root));
        let predecessors = Digraph::of_arcs(order.len(), order.iter().flat_map(of_node).chain(to_roots));
        let mut immediate = vec![NONE; order.len() + 1];
        immediate[virtual_root as usize] = virtual_root;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for number in (0..order.len()).rev() {
                let known = predecessors.successors(number).iter().copied();
                let known = known.filter(|&from| immediate[from as usize] != NONE);
                let common = known.reduce(|one, other| intersect(&immediate, one, other));
                let common = common.expect("a node is reached from a root, which comes before it");
                changed |= immediate[number] != common;
                immediate[number] = common;
            }
        }
        Dominators { numbers, immediate }
    }
}

fn intersect(immediate: &[u32], mut one: u32, mut other: u32) -> u32 {
    while one != other {
        while one < other {
            one = immediate[one as usize];
        }
        while other < one {
            other = immediate[other as usize];
        }
    }
    one
}

#[derive(Clone, Debug)]
pub(super) struct Dominators {
    numbers: Vec<u32>,
    immediate: Vec<u32>,
}

impl Dominators {
    /// Whether every walk from a root to `node` passes `by`. Both nodes must be reached from a root.
    pub(super) fn is_dominated(&self, node: u32, by: u32) -> bool {
        let (mut at, by) = (self.numbers[node as usize], self.numbers[by as usize]);
        while at < by {
            at = self.immediate[at as usize];
        }
        at == by
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Choices, Seeded};

    /// Marks the nodes that can be reached from `from` by walks that do not pass `without`.
    fn reached(graph: &Digraph, from: &[u32], without: Option<u32>) -> Vec<bool> {
        let mut seen = vec![false; graph.len()];
        let mut todo: Vec<u32> = from.to_vec();
        while let Some(node) = todo.pop() {
            if Some(node) != without && !std::mem::replace(&mut seen[node as usize], true) {
                todo.extend(graph.successors(node as usize));
            }
        }
        seen
    }

    #[test]
    fn dominators_and_components_are_as_defined_on_random_graphs() {
        let (mut dominated, mut joined) = (0, 0);
        for index in 0..500 {
            let choices = &mut Seeded::new(4, index);
            let len = 1 + choices.below(9);
            let mut graph = Digraph::default();
            for _ in 0..len {
                let count = choices.below(4);
                graph.push((0..count).map(|_| choices.below(len)).collect::<Vec<_>>());
            }
            let roots: Vec<u32> = (0..=choices.below(4)).map(|_| choices.below(len)).collect();
            let dominators = graph.dominators(&roots);
            let from_roots = reached(&graph, &roots, None);
            let nodes = || (0..len).filter(|&node| from_roots[node as usize]);
            for by in nodes() {
                let around = reached(&graph, &roots, Some(by));
                for node in nodes() {
                    let expected = !around[node as usize];
                    assert_eq!(dominators.is_dominated(node, by), expected, "{node} by {by}: {graph:?}");
                    dominated += u32::from(expected && node != by);
                }
            }
            let components = graph.components();
            let walks: Vec<_> = (0..len).map(|node| reached(&graph, &[node], None)).collect();
            for (one, other) in (0..len as usize).flat_map(|one| (0..one).map(move |other| (one, other))) {
                let expected = walks[one][other] && walks[other][one];
                assert_eq!(components[one] == components[other], expected, "{one}, {other}: {graph:?}");
                joined += u32::from(expected);
            }
        }
        assert!(dominated > 800 && joined > 800, "{dominated}, {joined}");
    }
}
