//! Draws on the path.

use super::format::Reason;
use super::game::TracedGame;
use super::judge::TraceJudge;
use super::rule::{Rule, Share};
use super::visit::{Via, words};
use pvcheck::score::Bound;

/// An earlier occurrence of the current position.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Seen {
    /// Whether every engine must see the draw: it occurred on the path after the root, or twice.
    pub is_certain: bool,
}

impl<G: TracedGame> TraceJudge<G> {
    /// An earlier occurrence of the current position since the last move that cannot be undone; `None` if there is none.
    pub(super) fn repetition(&self) -> Option<Seen> {
        let (last, before) = self.occurred.split_last()?;
        if last.is_first || last.by_null {
            return None;
        }
        let (mut times, mut is_after_root) = (0, false);
        for (at, occurred) in before.iter().enumerate().rev() {
            if occurred.identity == last.identity {
                times += 1;
                is_after_root |= at > self.root_at;
            }
            // A null move is no move of the game.
            if occurred.is_first || occurred.by_null {
                break;
            }
        }
        (times > 0).then_some(Seen { is_certain: is_after_root || times > 1 })
    }

    /// Whether the current position occurred before at all, null moves between or not.
    fn occurred_before(&self) -> bool {
        self.occurred
            .split_last()
            .is_some_and(|(last, before)| before.iter().any(|occurred| occurred.identity == last.identity))
    }

    /// A draw on the path must be seen, unless the search passes through it.
    pub(super) fn judge_draw(&mut self, why: Reason) {
        let visit = self.current();
        let is_passed = why == Reason::Same && visit.has_drawn;
        if matches!(why, Reason::Draw | Reason::Cycle | Reason::End) || is_passed || !visit.is_on_path() {
            return;
        }
        let by_null = self.visits[..self.open].iter().any(|visit| visit.via == Via::Null);
        let clock = self.game.clock(&visit.position);
        let place = if visit.is_quiescence() { "in quiescence" } else { "in the main search" };
        // A game of which nothing is known may have no repetitions.
        let may_repeat = clock.is_some() || self.tells_draws;
        if visit.is_repeated && may_repeat {
            if visit.is_quiescence() {
                return self.note("a repetition in quiescence is not seen, as in many engines");
            }
            self.accuse(Rule::Repetition, |_| format!("the position occurred before, {place}"));
        } else if clock.is_some_and(|clock| clock >= 100)
            && !by_null
            && !self.game.is_in_check(&visit.position)
        {
            if visit.is_quiescence() {
                return self.note("fifty moves are not seen in quiescence, as in many engines");
            }
            self.accuse(Rule::FiftyMoves, |_| {
                format!("no progress for {} plies, {place}", clock.unwrap_or(0))
            });
        }
    }

    pub(super) fn by_draw(&mut self, score: i32) -> Share {
        let has_reason = self.current().via == Via::Same
            || self.occurred_before()
            || self.game.is_drawn(&self.current().position)
            || self.is_over();
        if !has_reason {
            self.accuse(Rule::NoDraw, |_| {
                "the position occurred nowhere before, there was progress, and there is material".to_owned()
            });
        }
        if let Some(constants) = self.constants
            && !(constants.draws.0..=constants.draws.1).contains(&score)
        {
            self.accuse(Rule::DrawScore, |_| {
                let (least, most) = constants.draws;
                format!("a draw has the score {score}, and {least} to {most} was told")
            });
        }
        Share::Draw
    }

    pub(super) fn by_cycle(&mut self, score: i32, bound: Bound) -> Share {
        let told = self.current().cycle;
        if bound != Bound::Lower || told.is_none_or(|told| told < score) {
            self.accuse(Rule::Cycle, |_| format!("left with {} {score}; told: {told:?}", words(bound)));
        }
        Share::Draw
    }
}
