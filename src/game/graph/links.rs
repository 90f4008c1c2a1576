//! The ways out of positions, and the one walk along them that numbers a game.

use crate::game::Graph;
use crate::score::Score;

/// What a game says of a move besides where it leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Marks {
    /// As captures are.
    pub noisy: bool,
    /// As checks are.
    pub forcing: bool,
}

/// What leads out of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// A move.
    Move(Marks),
    /// Passing.
    Pass,
}

/// A way out of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// Where it leads.
    pub to: usize,
    /// What it is.
    pub by: By,
}

impl Link {
    /// A move without marks.
    pub fn plain(to: usize) -> Self {
        Self { to, by: By::Move(Marks::default()) }
    }

    /// How much there is to it: 1, and as much for each mark.
    pub fn weight(self) -> usize {
        match self.by {
            By::Move(Marks { noisy, forcing }) => 1 + usize::from(noisy) + usize::from(forcing),
            By::Pass => 1,
        }
    }
}

impl Graph {
    /// The ways out of `node`: its moves, first move first, and then its pass.
    pub fn links(&self, node: usize) -> impl DoubleEndedIterator<Item = Link> + Clone + '_ {
        let moves = self.children(node).enumerate();
        let moves = moves.map(move |(index, to)| Link { to, by: By::Move(self.marks(node, index)) });
        moves.chain(self.pass(node).map(|to| Link { to, by: By::Pass }))
    }

    /// The game below `from`, with other moves, passes and scores where `links` and `score` say
    /// so; all edits are this one walk. What several ways led to they still lead to.
    ///
    /// `links` appends the ways out of the given position, to those of this game by their
    /// numbers, first move first and the pass last; any number beyond is a new leaf, of which the
    /// score alone is asked. Where it leaves no move there is no pass either.
    #[must_use]
    pub fn rebuild(
        &self,
        from: usize,
        links: impl FnMut(usize, &mut Vec<Link>),
        score: impl FnMut(usize) -> Score,
    ) -> Self {
        Self::numbered(self.len(), from, links, score)
    }

    /// The game below `from`, of `known` positions in any order, as [`rebuild`](Self::rebuild)
    /// asks for them.
    pub(in crate::game) fn numbered(
        known: usize,
        from: usize,
        mut links: impl FnMut(usize, &mut Vec<Link>),
        mut score: impl FnMut(usize) -> Score,
    ) -> Self {
        let mut graph = Self::leaf(score(from));
        let mut places = vec![None; known];
        places[from] = Some(0);
        let (mut sources, mut expanded) = (vec![from], 0);
        // In the order of their positions; they wait until there are no more moves to follow.
        let (mut passes, mut given) = (Vec::new(), 0);
        let mut next = Vec::new();
        loop {
            let node;
            if let Some(&source) = sources.get(expanded) {
                node = expanded;
                expanded += 1;
                if source < known {
                    links(source, &mut next);
                }
                let pass = next.pop_if(|link| link.by == By::Pass);
                passes.extend(pass.filter(|_| !next.is_empty()).map(|pass| (node, pass)));
            } else if let Some(&(passing, pass)) = passes.get(given) {
                node = passing;
                given += 1;
                next.push(pass);
            } else {
                return graph;
            }
            for link in next.drain(..) {
                let there = places.get(link.to).copied().flatten();
                let place = graph.add_link(node, Link { to: there.unwrap_or(graph.len()), ..link });
                if there.is_none() {
                    if let Some(own) = places.get_mut(link.to) {
                        *own = Some(place);
                    }
                    graph.set_score(place, score(link.to));
                    sources.push(link.to);
                }
            }
        }
    }

    /// Gives `node` this way out, to a new position where none is there. Says where it leads.
    fn add_link(&mut self, node: usize, Link { to, by }: Link) -> usize {
        let there = (to < self.len()).then_some(to);
        match by {
            By::Pass => self.add_pass(node, there),
            By::Move(marks) => {
                let place = self.add_move(node, there);
                self.mark(node, self.children(node).len() - 1, marks);
                place
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Graph {
        text.parse().expect("a game")
    }

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
        // From the shared position the root is a child like any other.
        let graph = game("a:[b:[a 0 ~a] b]");
        assert_eq!(copied(&graph, 1).to_string(), "a:[b:[a a] 0 ~b]");
    }

    #[test]
    fn what_only_passes_lead_to_is_numbered_last_and_level_by_level() {
        let graph = game("0[1[3 ~6[8 9 ~10]] 2[4 ~7] ~5[11]]");
        let scores: Vec<i32> = (0..graph.len()).map(|node| graph.score(node).get()).collect();
        assert_eq!(scores, [0, 1, 2, 3, 4, 5, 11, 6, 8, 9, 7, 10]);
    }

    #[test]
    fn a_position_without_moves_loses_its_pass() {
        let graph = game("[[1 ~2] 3]");
        let leaf = graph.child(0, 0);
        let moves = |node: usize, out: &mut Vec<Link>| {
            out.extend(graph.links(node).filter(|link| node != leaf || link.by == By::Pass));
        };
        assert_eq!(graph.rebuild(0, moves, |node| graph.score(node)).to_string(), "[0 3]");
    }
}
