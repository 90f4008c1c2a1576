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
        // Mate-distance pruning is right in a draw, too: no mate is nearer.
        let is_told =
            matches!(why, Reason::Draw | Reason::Cycle | Reason::End | Reason::Rule | Reason::MateDistance);
        if is_told || is_passed || !visit.is_on_path() {
            return;
        }
        // A node that is left to quiescence is one of it.
        let is_quiescence = visit.is_quiescence() || why == Reason::Same && visit.depth <= 0;
        let by_null = self.visits[..self.open].iter().any(|visit| visit.via == Via::Null);
        let clock = self.game.clock(&visit.position);
        // A game of which nothing is known may have no repetitions.
        let may_repeat = clock.is_some() || self.tells_draws;
        if visit.is_repeated {
            match (is_quiescence, may_repeat) {
                (true, _) => self.note("a repetition in quiescence is not seen, as in many engines"),
                (_, false) => self.note("a position occurred before, and no repetition was told so far"),
                _ => self.accuse(Rule::Repetition, Self::repetition_text),
            }
        } else if clock.is_some_and(|clock| clock >= 100)
            && !by_null
            && !self.game.is_in_check(&visit.position)
        {
            if is_quiescence {
                return self.note("fifty moves are not seen in quiescence, as in many engines");
            }
            self.accuse(Rule::FiftyMoves, |_| format!("no progress for {} plies", clock.unwrap_or(0)));
        }
    }

    fn repetition_text(&self) -> String {
        let visit = self.current();
        let before = self.visits[..self.open - 1].iter().rfind(|before| before.identity == visit.identity);
        let (key, told) = (visit.entered.key, before.map_or(0, |before| before.entered.key));
        match before {
            Some(_) if key != told => {
                format!("the position occurred before with another key, {told:#x}, not {key:#x}")
            }
            _ => "the position occurred before".to_owned(),
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
        self.judge_draw_score(score);
        Share::Draw
    }

    fn judge_draw_score(&mut self, score: i32) {
        if let Some(constants) = self.constants
            && !(constants.draws.0..=constants.draws.1).contains(&score)
        {
            self.accuse(Rule::DrawScore, |_| {
                let (least, most) = constants.draws;
                format!("a draw has the score {score}, and {least} to {most} was told")
            });
        }
    }

    /// Judges a repetition that is told to be near, and gives at least this.
    pub(super) fn judge_cycle(&mut self, value: i32) {
        self.judge_draw_score(value);
        let mut moves = std::mem::take(&mut self.moves);
        let is_near = self.is_cycle_near(&mut moves);
        self.moves = moves;
        if !is_near {
            self.accuse(Rule::NoCycle, |_| {
                "no move leads to a position that occurred before, nor from such a position to this one"
                    .to_owned()
            });
        }
    }

    /// Whether one move leads from here to a position that occurred, or, as engines find both by one table, from one before the
    /// last to here. True in a game whose moves are not known.
    fn is_cycle_near(&self, moves: &mut Vec<u32>) -> bool {
        let (game, position) = (&self.game, &self.current().position);
        let mut leads = |from: &G::Position, is_wanted: &dyn Fn(u64) -> bool| {
            moves.clear();
            let is_known = game.moves(from, moves);
            let next = |&mv: &u32| game.after(from, mv).and_then(|position| game.identity(&position));
            !is_known || moves.iter().filter_map(next).any(is_wanted)
        };
        let occurred = |next| self.occurred.iter().any(|occurred| occurred.identity == next);
        let here = self.current().identity;
        let path = self.visits[..self.open].iter().filter(|visit| visit.via != Via::Same);
        leads(position, &occurred)
            || path.rev().skip(2).any(|visit| leads(&visit.position, &|next| next == here))
    }

    pub(super) fn by_cycle(&mut self, score: i32, bound: Bound) -> Share {
        let told = self.current().cycle;
        if bound != Bound::Lower || told.is_none_or(|told| told < score) {
            self.accuse(Rule::Cycle, |_| {
                let told = told.map_or("was not told to be near".to_owned(), |told| {
                    format!("was told to be worth {told}")
                });
                format!("left with {} {score}, and a repetition {told}", words(bound))
            });
        }
        Share::Draw
    }
}
