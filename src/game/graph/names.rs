//! The names that moves and positions may have, for reports and for the notation.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU32;
use std::sync::Arc;

use crate::game::Graph;
use crate::syntax::is_printable;

/// The name of a move, by its number among the names of a game and of every game rebuilt from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NameId(NonZeroU32);

#[derive(Clone, Default)]
pub(in crate::game) struct MoveNames {
    texts: Vec<Arc<str>>,
    ids: HashMap<Arc<str>, NameId>,
}

impl MoveNames {
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    pub fn id(&mut self, name: &str) -> NameId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let text: Arc<str> = valid(name).into();
        if let Some(&id) = self.ids.get(&text) {
            return id;
        }
        self.texts.push(text.clone());
        let number = u32::try_from(self.texts.len()).ok().and_then(NonZeroU32::new);
        let id = NameId(number.expect("a game has fewer than 2^32 names"));
        self.ids.insert(text, id);
        id
    }

    fn text(&self, NameId(number): NameId) -> Option<&str> {
        self.texts.get(number.get() as usize - 1).map(|text| &**text)
    }
}

/// Whether a name may contain this character, which must be printable and no double quote. The space is the only white space.
pub(in crate::game) fn is_name_character(character: char) -> bool {
    character == ' ' || character != '"' && is_printable(character) && !character.is_whitespace()
}

fn valid(name: &str) -> String {
    name.chars().map(|character| if is_name_character(character) { character } else { '?' }).collect()
}

#[derive(Clone, Default)]
pub(super) struct MoveNameTable {
    texts: Arc<MoveNames>,
    moves: Vec<Option<NameId>>,
    positions: BTreeMap<usize, Box<str>>,
}

impl MoveNameTable {
    pub fn with_texts(texts: Arc<MoveNames>, moves: usize) -> Self {
        Self { texts, moves: Vec::with_capacity(moves), ..Self::default() }
    }

    pub fn texts(&self) -> &Arc<MoveNames> {
        &self.texts
    }

    pub fn positions(&self) -> impl Iterator<Item = (usize, &str)> {
        self.positions.iter().map(|(&node, name)| (node, &**name))
    }

    pub fn id_at(&self, edge: usize) -> Option<NameId> {
        self.moves.get(edge).copied().flatten()
    }

    pub fn name_of_edge(&self, edge: usize) -> Option<&str> {
        self.id_at(edge).and_then(|id| self.texts.text(id))
    }

    pub fn set_id(&mut self, edge: usize, id: Option<NameId>) {
        if self.moves.len() <= edge {
            self.moves.resize(edge + 1, None);
        }
        self.moves[edge] = id;
    }
}

impl Graph {
    pub fn move_name(&self, node: usize, index: usize) -> Option<&str> {
        self.name_at(self.edge(node, index))
    }

    pub fn name_text(&self, name: NameId) -> Option<&str> {
        self.names.as_ref()?.texts.text(name)
    }

    /// Gives a name to the move with this index at `node`; an empty name removes the name. A `?` replaces each
    /// character that the notation cannot write: `"`, control characters, and white space other than the space.
    pub fn set_move_name(&mut self, node: usize, index: usize, name: &str) {
        let edge = self.edge(node, index);
        let names = self.names.get_or_insert_default();
        let id = (!name.is_empty()).then(|| Arc::make_mut(&mut names.texts).id(name));
        names.set_id(edge, id);
    }

    /// The name of `node`, for reports only; `None` without a name. Comparisons of games ignore this name.
    pub fn position_name(&self, node: usize) -> Option<&str> {
        self.names.as_ref()?.positions.get(&node).map(|name| &**name)
    }

    /// Gives a name to `node`; an empty name removes the name. Characters are replaced as in the [names of
    /// moves](Self::set_move_name).
    pub fn set_position_name(&mut self, node: usize, name: &str) {
        let positions = &mut self.names.get_or_insert_default().positions;
        match name {
            "" => positions.remove(&node),
            _ => positions.insert(node, valid(name).into()),
        };
    }

    pub(super) fn has_move_names_of(&self, other: &Self) -> bool {
        let none = self.names.is_none() && other.names.is_none();
        none || (0..self.edges.len()).all(|edge| self.name_at(edge) == other.name_at(edge))
    }

    fn name_at(&self, edge: usize) -> Option<&str> {
        self.names.as_ref()?.name_of_edge(edge)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::examples::game;
    use crate::position::{Move, Position, line_names};
    use crate::score::Score;

    #[test]
    fn moves_and_positions_have_the_names_that_were_given() {
        let mut graph = game("[a:[1 2] 3[a]]");
        graph.set_move_name(0, 1, "e2e4");
        graph.set_move_name(2, 0, "e2e4");
        graph.set_position_name(1, "after d2d4");
        let root = graph.root();
        let line = [Move::new(1), Move::new(0), Move::new(7), Move::new(0)];
        assert_eq!(line_names(&root, &line), ["e2e4", "e2e4", "7", "0"]);
        assert_eq!(
            (root.move_name(Move::new(0)), root.move_name(Move::POISON)),
            ("0".into(), "poison".into())
        );
        assert_eq!((root.name(), root.play(Move::new(0)).name()), (None, Some("after d2d4".into())));
        assert_eq!(graph.to_string(), r#"[a:[1 2] "e2e4" 3["e2e4" a]]"#);
        graph.set_move_name(0, 1, "");
        graph.set_position_name(1, "");
        assert_eq!((graph.move_name(0, 1), graph.position_name(1)), (None, None));
    }

    #[test]
    fn characters_that_the_notation_cannot_write_are_replaced() {
        let mut graph = game("[1 2]");
        graph.set_move_name(0, 0, "a\"b\nc\u{2028}d\te f'g");
        assert_eq!(graph.move_name(0, 0), Some("a?b?c?d?e f'g"));
        graph.set_position_name(0, "8/8 w\r");
        assert_eq!(graph.position_name(0), Some("8/8 w?"));
    }

    #[test]
    fn names_of_moves_count_for_equality_and_those_of_positions_do_not() {
        let plain = game("[1 2]");
        let mut graph = plain.clone();
        graph.set_position_name(0, "start");
        assert_eq!(graph, plain);
        graph.set_move_name(0, 1, "b");
        assert_ne!(graph, plain);
        assert_ne!(plain, graph);
        // The same names, given in another order.
        let mut other = plain.clone();
        other.set_move_name(0, 0, "c");
        other.set_move_name(0, 1, "b");
        other.set_move_name(0, 0, "");
        assert_eq!(graph, other);
        graph.set_move_name(0, 1, "");
        assert_eq!(graph, plain);
    }

    #[test]
    fn a_copy_has_the_names_and_a_reset_game_has_none() {
        let named = game(r#"["a" 1 "b" 2]"#);
        let mut copy = game(r#"["c" [5 6] 2]"#);
        copy.copy_from(&named);
        assert_eq!(copy, named);
        copy.reset(Score::ZERO);
        copy.expand(0, 2);
        assert_eq!((copy.move_name(0, 0), copy.to_string()), (None, "[0 0]".into()));
    }

    #[test]
    fn a_rebuilt_game_keeps_the_names_of_what_remains() {
        let mut graph = game(r#"["a" 1 "b"![x:["c" 3 "d" 4] "e" 5 ~x]]"#);
        graph.set_position_name(graph.child(0, 1), "after b");
        graph.set_position_name(graph.child(0, 0), "gone");
        let links = |node: usize, out: &mut Vec<_>| out.extend(graph.links(node).filter(|link| link.to != 1));
        let rest = graph.rebuild(0, links, |node| graph.score(node));
        assert_eq!(rest.to_string(), r#"["b"![a:["c" 3 "d" 4] "e" 5 ~a]]"#);
        let names: Vec<_> = (0..rest.len()).filter_map(|node| rest.position_name(node)).collect();
        assert_eq!((names, rest.position_name(1)), (vec!["after b"], Some("after b")));
    }
}
