//! The links of a game graph, which are moves and passes, and the walk along them that numbers the positions.

use std::sync::Arc;

use crate::game::Graph;
use crate::game::graph::NOWHERE;
use crate::game::graph::names::{MoveNameTable, MoveNames, NameId};
use crate::score::Score;

/// The properties of a move that selective searches and quiescence look at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Marks {
    /// Whether the move is noisy, like a capture, and searched in quiescence.
    pub noisy: bool,
    /// Whether the move is forcing, like a check, and may be extended.
    pub forcing: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkKind {
    Move(Marks),
    /// A pass (null move).
    Pass,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    pub to: usize,
    pub kind: LinkKind,
    pub name: Option<NameId>,
}

impl Link {
    pub fn plain(to: usize) -> Self {
        Self { to, kind: LinkKind::Move(Marks::default()), name: None }
    }

    pub fn pass(to: usize) -> Self {
        Self { to, kind: LinkKind::Pass, name: None }
    }

    /// Returns the size of the link, which is 1, plus 1 for each mark.
    pub fn weight(self) -> usize {
        match self.kind {
            LinkKind::Move(Marks { noisy, forcing }) => 1 + usize::from(noisy) + usize::from(forcing),
            LinkKind::Pass => 1,
        }
    }
}

impl Graph {
    /// Returns the links of `node`, which are its moves in order, then its pass, if the node has a pass.
    pub fn links(&self, node: usize) -> impl DoubleEndedIterator<Item = Link> + Clone + '_ {
        let moves = self.children(node).enumerate().map(move |(index, to)| Link {
            to,
            kind: LinkKind::Move(self.marks(node, index)),
            name: self.names.as_ref().and_then(|names| names.id_at(self.edge(node, index))),
        });
        moves.chain(self.pass(node).map(Link::pass))
    }

    /// Returns a copy of the game below `from`, with the moves, passes and scores that `links` and `score`
    /// give, and with the names of its positions. All edits of a game are done by this walk. Shared positions
    /// stay shared.
    ///
    /// `links` appends the links of the given position: the moves in order, then the pass. A number beyond
    /// the positions of this game is a new leaf, for which only `score` is called. A position without moves
    /// gets no pass.
    #[must_use]
    pub fn rebuild(
        &self,
        from: usize,
        links: impl FnMut(usize, &mut Vec<Link>),
        score: impl FnMut(usize) -> Score,
    ) -> Self {
        let texts = self.names.as_ref().map(|names| names.texts().clone());
        let (mut graph, places) = Self::numbered((self.len(), self.edges.len()), from, texts, links, score);
        for (node, name) in self.names.iter().flat_map(|names| names.positions()) {
            if places[node] != NOWHERE {
                graph.set_position_name(places[node] as usize, name);
            }
        }
        graph
    }

    /// Returns a copy of the game below `from` with the same scores, and with the links of each position that `keep` returns.
    pub(crate) fn relinked(&self, from: usize, mut keep: impl FnMut(usize, Link) -> Option<Link>) -> Self {
        let links =
            |at: usize, out: &mut Vec<Link>| out.extend(self.links(at).filter_map(|link| keep(at, link)));
        self.rebuild(from, links, |at| self.score(at))
    }

    /// Builds the game below `from` out of `known` positions in any order, with memory for about `moves` moves. `links`
    /// and `score` are as in [`rebuild`](Self::rebuild), `texts` the names of moves. Returns the game and the number of
    /// each position in it, or [`NOWHERE`].
    pub(in crate::game) fn numbered(
        (known, moves): (usize, usize),
        from: usize,
        texts: Option<Arc<MoveNames>>,
        mut links: impl FnMut(usize, &mut Vec<Link>),
        mut score: impl FnMut(usize) -> Score,
    ) -> (Self, Vec<u32>) {
        let mut graph = Self::leaf(score(from));
        graph.nodes.reserve(known);
        graph.edges.reserve(moves);
        graph.names = texts.map(|texts| Box::new(MoveNameTable::with_texts(texts, moves)));
        let mut places = vec![NOWHERE; known];
        places[from] = 0;
        let (mut sources, mut expanded) = (Vec::with_capacity(known), 0);
        sources.push(from as u32);
        // Passes, in the order of their positions; added when there are no more moves to follow.
        let (mut passes, mut given) = (Vec::new(), 0);
        let mut next = Vec::new();
        loop {
            let node;
            if let Some(&source) = sources.get(expanded) {
                node = expanded;
                expanded += 1;
                if (source as usize) < known {
                    links(source as usize, &mut next);
                }
                let pass = next.pop_if(|link| link.kind == LinkKind::Pass);
                passes.extend(pass.filter(|_| !next.is_empty()).map(|pass| (node, pass)));
            } else if let Some(&(passing, pass)) = passes.get(given) {
                node = passing;
                given += 1;
                next.push(pass);
            } else {
                return (graph, places);
            }
            for link in next.drain(..) {
                let existing = places.get(link.to).copied().filter(|&place| place != NOWHERE);
                let to = existing.map_or(graph.len(), |place| place as usize);
                let place = graph.add_link(node, Link { to, ..link });
                if existing.is_none() {
                    if let Some(own) = places.get_mut(link.to) {
                        *own = place as u32;
                    }
                    graph.set_score(place, score(link.to));
                    // Numbers beyond the known positions are all alike: new leaves.
                    sources.push(u32::try_from(link.to).unwrap_or(u32::MAX));
                }
            }
        }
    }

    fn add_link(&mut self, node: usize, Link { to, kind, name }: Link) -> usize {
        let existing = (to < self.len()).then_some(to);
        match kind {
            LinkKind::Pass => self.add_pass(node, existing),
            LinkKind::Move(marks) => {
                let place = self.add_move(node, existing);
                let index = self.children(node).len() - 1;
                self.mark(node, index, marks);
                let edge = self.edge(node, index);
                if let Some(names) = self.names.as_mut().filter(|_| name.is_some()) {
                    names.set_id(edge, name);
                }
                place
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::examples::game;

    fn copied(graph: &Graph, from: usize) -> Graph {
        graph.rebuild(from, |node, out| out.extend(graph.links(node)), |node| graph.score(node))
    }

    #[test]
    fn rebuilding_without_edits_changes_nothing() {
        for text in ["[[1 2] [3]]", "[a:[!1 b:[+a] ~[2 ~0]] b ~a]", "[1[2 ~3[4 5]] 6[7 ~8[9]] ~10[11]]"] {
            let graph = game(text);
            assert_eq!(copied(&graph, 0), graph, "{text}");
        }
        assert_eq!(copied(&Graph::uniform(3, 2), 0), Graph::uniform(3, 2));
    }

    #[test]
    fn an_edit_keeps_shared_positions_shared() {
        // Seen from the shared position, the root is an ordinary child.
        let graph = game("a:[b:[a 0 ~a] b]");
        assert_eq!(copied(&graph, 1).to_string(), "a:[b:[a a] 0 ~b]");
    }

    #[test]
    fn positions_that_only_passes_lead_to_are_numbered_last_and_level_by_level() {
        let graph = game("0[1[3 ~6[8 9 ~10]] 2[4 ~7] ~5[11]]");
        let scores: Vec<i32> = (0..graph.len()).map(|node| graph.score(node).get()).collect();
        assert_eq!(scores, [0, 1, 2, 3, 4, 5, 11, 6, 8, 9, 7, 10]);
    }

    #[test]
    fn a_position_without_moves_loses_its_pass() {
        let graph = game("[[1 ~2] 3]");
        let leaf = graph.child(0, 0);
        let moves = |node: usize, out: &mut Vec<Link>| {
            out.extend(graph.links(node).filter(|link| node != leaf || link.kind == LinkKind::Pass));
        };
        assert_eq!(graph.rebuild(0, moves, |node| graph.score(node)).to_string(), "[0 3]");
    }
}
