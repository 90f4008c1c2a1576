//! Leaves: the evaluation, or quiescence.

use crate::common::prelude::*;
use pvcheck::told::SkipReason;

use super::search::{Found, Node, Search};
use super::{Act, Bug, Stopped};

impl<P: Position, O: Observer<P>> Search<'_, P, O> {
    /// Evaluates a leaf. With quiescence, the side to move stands pat or makes a noisy move.
    pub fn quiesce(&mut self, node: Node<'_, P>) -> Result<Found, Stopped> {
        let Node { position, ply, remaining, window: Window { mut alpha, beta }, .. } = node;
        let mut stand_pat = self.evaluation(node);
        let mut found = Found { score: stand_pat, mv: None, draft: self.draft(remaining) };
        let evades = self.options.features.evasions && node.forced;
        if !evades || remaining == 0 || position.is_terminal() {
            self.notify(remaining, |observer| observer.leaf_evaluated(position));
        }
        if remaining == 0 || position.is_terminal() {
            self.append_a_move(node);
            self.is_exact = true;
            return Ok(found);
        }
        // After a forcing move the side to move does not stand pat.
        stand_pat = if evades { -Score::INFINITY } else { self.corrected(node, stand_pat) };
        found.score = stand_pat;
        if stand_pat < beta {
            alpha = alpha.max(stand_pat);
            let mut moves = legal_moves(position);
            let checks = self.options.features.quiet_checks && remaining == self.options.quiescence_plies();
            let is_searched = |mv| evades || position.is_noisy(mv) || checks && position.is_forcing(mv);
            moves.retain(|&mv| is_searched(mv) && (ply > 0 || !self.excluded.contains(&mv)));
            for mv in moves {
                if let Some(most) = self.delta(stand_pat, alpha) {
                    found.score = found.score.max(most);
                    self.tell(remaining, ply, Told::Skipped(mv, SkipReason::Futile));
                    continue;
                }
                if evades && !position.is_noisy(mv) {
                    self.note(Act::Evasion);
                }
                self.tell(remaining, ply, Told::Move(mv, remaining - 1));
                let after = position.play(mv);
                let child = node.after(&after, mv, remaining - 1);
                let score = self.child(child, Window { alpha, beta })?;
                if !evades && !position.is_noisy(mv) && score > alpha {
                    self.note(Act::QuietCheck);
                }
                found.score = found.score.max(score);
                if score >= beta {
                    self.refute(node, mv);
                    break;
                }
                if score > alpha {
                    alpha = score;
                    self.raise(node, mv, score);
                    self.note_noisy();
                }
            }
        }
        self.is_exact = false;
        found.score = self.limited(found.score, node.window);
        Ok(found)
    }

    /// The evaluation of a leaf, counted from the root.
    fn evaluation(&mut self, node: Node<'_, P>) -> Score {
        let score = self.with_history(node.position, node.position.evaluate()).further(node.ply);
        let is_wrong = self.has(Bug::WrongSide) && node.ply % 2 == 1 && !node.position.is_terminal();
        if is_wrong { -score } else { score }
    }

    /// With a seeded bug, the line of a leaf is its first move.
    fn append_a_move(&mut self, node: Node<'_, P>) {
        if self.has(Bug::OneMoveTooMany) && !node.position.is_terminal() {
            self.engine.rows.set(node.ply, &legal_moves(node.position)[..1]);
        }
    }

    fn note_noisy(&mut self) {
        self.note(Act::Noisy);
        if self.options.quiescence.is_some_and(|quiescence| !quiescence.in_line) {
            self.note(Act::HiddenNoisy);
        }
    }
}
