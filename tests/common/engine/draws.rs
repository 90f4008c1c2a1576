//! Draws: by repetition, and after too many quiet plies.

use crate::common::prelude::*;
use pvcheck::oracle::Repetition;

use super::search::{Node, Search};
use super::{Act, Bug};

impl<P: Position, O: Observer<P>> Search<'_, P, O> {
    /// Whether the node is a draw. Adds its position to the path. The root is never a draw.
    pub fn is_draw(&mut self, node: Node<'_, P>) -> bool {
        self.path.truncate(node.ply);
        let is_draw = node.ply > 0 && (self.is_repeated(node) || self.has_quiet_plies(node));
        self.path.push(node.position.clone());
        is_draw
    }

    /// Whether the position occurred often enough before.
    fn is_repeated(&mut self, node: Node<'_, P>) -> bool {
        let usual = self.options.repetition.then_some(Repetition::FIRST);
        let repetition = self.options.features.repetition.or(usual);
        let Some(repetition) = repetition.filter(|_| !self.has(Bug::RepetitionIgnored)) else { return false };
        let Repetition { on_path, in_game, root_counts } = repetition;
        let equal = |other: &&P| *other == node.position;
        let (root, below) = self.path.split_at(1);
        let at_root = root.iter().filter(equal).count();
        let root_on_path = if root_counts { at_root } else { 0 };
        let path = below.iter().filter(equal).count() + root_on_path;
        let keys = self.engine.history.iter().filter(|&&key| key == node.position.key());
        let before = keys.count() + at_root - root_on_path;
        let by_path = on_path > 0 && path + 1 >= usize::from(on_path);
        let by_game = in_game > 0 && path + before + 1 >= usize::from(in_game);
        if (by_path || by_game) && repetition != Repetition::FIRST {
            self.note(Act::OtherRepetition);
        }
        if by_game && !by_path && before > 0 {
            self.note(Act::RepetitionInGame);
        }
        by_path || by_game
    }

    /// A number up to `most` away from 0, which depends on the number of the node.
    pub fn drawn_by_node(&self, most: u32) -> i32 {
        (self.nodes % u64::from(2 * most + 1)) as i32 - most as i32
    }

    /// Whether too many quiet moves lead here. A position where the game is over keeps its evaluation.
    fn has_quiet_plies(&mut self, node: Node<'_, P>) -> bool {
        let most = self.options.features.quiet_plies;
        let is_draw =
            most.is_some_and(|most| node.quiet >= usize::from(most)) && !node.position.is_terminal();
        if is_draw {
            self.note(Act::QuietDraw);
        }
        is_draw
    }

    /// The value of a draw, if a move leads to a position of the path.
    pub fn upcoming_draw(&mut self, node: Node<'_, P>) -> Option<Score> {
        let is_usual = self.options.features.upcoming && self.options.features.repetition.is_none();
        if !is_usual || node.ply == 0 || node.without.is_some() || self.has(Bug::RepetitionIgnored) {
            return None;
        }
        let moves = legal_moves(node.position);
        let leads_to_draw = moves.iter().any(|&mv| self.path.contains(&node.position.play(mv)));
        leads_to_draw.then(|| self.draw_value(node.ply))
    }

    /// The value of a draw at this ply.
    pub fn draw_value(&mut self, ply: usize) -> Score {
        let contempt = self.options.features.contempt;
        if contempt != 0 {
            self.note(Act::Contempt);
        }
        let value = Score::ZERO + contempt + self.drawn_by_node(self.options.features.draw_spread);
        if value != Score::ZERO + contempt {
            self.note(Act::SpreadDraw);
        }
        if ply.is_multiple_of(2) { value } else { -value }
    }
}
