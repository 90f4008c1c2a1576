//! The positions of a game, numbered, with their moves.

use std::ops::Range;

use crate::oracle::Memo;
use crate::position::{Move, Position};

#[derive(Debug)]
pub(super) struct TraceGraph<P> {
    pub numbers: Memo<P, u32>,
    pub positions: Vec<P>,
    pub nodes: Vec<TraceNode>,
    pub edges: Vec<TraceEdge>,
    pub moves: Vec<Move>,
}

#[derive(Debug)]
pub(super) struct TraceNode {
    pub edges: Option<Range<u32>>,
    pub passed: Pass,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pass {
    Unknown,
    NotAllowed,
    To(u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct TraceEdge {
    /// The number of the move in the order of the game, from 0.
    pub index: usize,
    pub mv: Move,
    pub child: u32,
    pub noisy: bool,
    pub forcing: bool,
}

impl<P: Position> TraceGraph<P> {
    pub fn number(&mut self, position: &P) -> u32 {
        let known = self.numbers.get(position, 0);
        if known > 0 {
            return known - 1;
        }
        self.positions.push(position.clone());
        self.nodes.push(TraceNode { edges: None, passed: Pass::Unknown });
        let number = self.nodes.len() as u32;
        self.numbers.put(position, 0, number);
        number - 1
    }

    pub fn node(&self, node: u32) -> &TraceNode {
        &self.nodes[node as usize]
    }

    #[inline]
    pub fn position(&self, node: u32) -> &P {
        &self.positions[node as usize]
    }

    /// Generates the moves of a position, and its null move if `passes`.
    pub fn expand(&mut self, node: u32, passes: bool) {
        let TraceNode { edges, passed } = self.node(node);
        let (needs_edges, needs_pass) = (edges.is_none(), passes && *passed == Pass::Unknown);
        if !needs_edges && !needs_pass {
            return;
        }
        let position = self.position(node).clone();
        if needs_edges {
            let (first, mut moves) = (self.edges.len() as u32, std::mem::take(&mut self.moves));
            moves.clear();
            position.moves(&mut moves);
            for (index, &mv) in moves.iter().enumerate() {
                let child = self.number(&position.play(mv));
                let (noisy, forcing) = (position.is_noisy(mv), position.is_forcing(mv));
                self.edges.push(TraceEdge { index, mv, child, noisy, forcing });
            }
            self.moves = moves;
            self.nodes[node as usize].edges = Some(first..self.edges.len() as u32);
        }
        if needs_pass {
            let after = position.pass().map(|after| self.number(&after));
            self.nodes[node as usize].passed = after.map_or(Pass::NotAllowed, Pass::To);
        }
    }

    pub fn edges(&self, node: u32) -> &[TraceEdge] {
        let Range { start, end } = self.node(node).edges.clone().unwrap_or_default();
        &self.edges[start as usize..end as usize]
    }
}
