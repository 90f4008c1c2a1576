//! The tree with one node per path.

use super::{History, HistoryNode};
use crate::position::Position;

/// The number of nodes beyond which paths share nodes.
const SMALL: usize = 1 << 14;

impl<P: Position> History<P> {
    /// Grows the tree with one node per path. Returns `false`, with an empty tree, if the tree is not small.
    pub(super) fn grow_tree(&mut self, root: &P) -> bool {
        let at_root = self.shape.quiet_at_root(self.before.len());
        self.add(root.clone(), 0, 0, (self.shape.plies(self.depth), at_root));
        let mut at = 0;
        while at < self.nodes.len() && self.nodes.len() <= SMALL {
            self.expand(at);
            at += 1;
        }
        let is_small = at == self.nodes.len();
        if !is_small {
            self.nodes.clear();
            self.moves.clear();
            self.children.clear();
        }
        is_small
    }

    fn add(&mut self, position: P, parent: u32, ply: u32, (remaining, quiet): (usize, u16)) {
        let drawn =
            ply > 0 && (self.shape.is_quiet_draw(&position, quiet) || self.is_repeated(parent, &position));
        self.nodes.push(HistoryNode { position, parent, ply, remaining, quiet, drawn, first: 0, count: 0 });
    }

    fn is_repeated(&self, mut node: u32, position: &P) -> bool {
        let Some(rule) = self.shape.repetition else { return false };
        let mut before = self.before.iter().filter(|other| *other == position).count();
        let mut on_path = 1;
        loop {
            let HistoryNode { position: own, parent, ply, .. } = &self.nodes[node as usize];
            if own == position {
                *(if *ply > 0 || rule.root_counts { &mut on_path } else { &mut before }) += 1;
            }
            if *ply == 0 {
                return self.shape.is_repetition(on_path, before);
            }
            node = *parent;
        }
    }

    fn expand(&mut self, at: usize) {
        let HistoryNode { ref position, ply, remaining, quiet, drawn, .. } = self.nodes[at];
        if drawn {
            return;
        }
        let (position, first) = (position.clone(), self.moves.len());
        self.shape.horizon.moves(&position, remaining, &mut self.moves);
        let count = self.moves.len() - first;
        self.children.extend((self.nodes.len()..self.nodes.len() + count).map(|child| child as u32));
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            let after_move =
                self.shape.plies_after(self.depth, ply as usize, remaining, position.is_forcing(mv));
            let quiet = self.shape.quiet_after(quiet, &position, mv);
            self.add(position.play(mv), at as u32, ply + 1, (after_move, quiet));
        }
        (self.nodes[at].first, self.nodes[at].count) = (first as u32, count as u32);
    }
}
