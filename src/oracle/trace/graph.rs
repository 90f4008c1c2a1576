//! The positions of a game, numbered, with their moves.

use std::ops::Range;

use crate::oracle::Memo;
use crate::position::{Move, Position};

#[derive(Debug)]
pub(super) struct TraceGraph<P> {
    pub numbers: Memo<P, u32>,
    pub positions: Vec<P>,
    /// Where the moves of each position are in `edges`; `None` if they are not generated.
    pub nodes: Vec<Option<Range<u32>>>,
    pub edges: Vec<TraceEdge>,
    pub moves: Vec<Move>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct TraceEdge {
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
        self.nodes.push(None);
        let number = self.nodes.len() as u32;
        self.numbers.put(position, 0, number);
        number - 1
    }

    #[inline]
    pub fn position(&self, node: u32) -> &P {
        &self.positions[node as usize]
    }

    /// Generates the moves of a position.
    pub fn expand(&mut self, node: u32) {
        if self.nodes[node as usize].is_some() {
            return;
        }
        let position = self.position(node).clone();
        let (first, mut moves) = (self.edges.len() as u32, std::mem::take(&mut self.moves));
        moves.clear();
        position.moves(&mut moves);
        for &mv in &moves {
            let child = self.number(&position.play(mv));
            let (noisy, forcing) = (position.is_noisy(mv), position.is_forcing(mv));
            self.edges.push(TraceEdge { mv, child, noisy, forcing });
        }
        self.moves = moves;
        self.nodes[node as usize] = Some(first..self.edges.len() as u32);
    }

    pub fn edges(&self, node: u32) -> &[TraceEdge] {
        let Range { start, end } = self.nodes[node as usize].clone().unwrap_or_default();
        &self.edges[start as usize..end as usize]
    }
}
