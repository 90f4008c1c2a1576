//! Whether a score follows from the moves.

use super::format::Reason;
use super::game::{End, TracedGame};
use super::judge::TraceJudge;
use super::reasons::claimed;
use super::rule::{Rule, Share};
use super::visit::{Via, Visit};
use pvcheck::score::Bound;

/// Why a score is not at most so much.
pub(super) struct Above(Rule, String);

impl<G: TracedGame> TraceJudge<G> {
    pub(super) fn current(&self) -> &Visit<G::Position> {
        &self.visits[self.open - 1]
    }

    /// The value of being mated now at this ply, and of mate by the next move; `None` for a game without wins that have a distance.
    pub(super) fn extremes(&self, ply: i32) -> Option<(i32, i32)> {
        self.constants.map(|constants| (ply - constants.win, constants.win - ply - 1))
    }

    pub(super) fn by_moves(&mut self, score: i32, bound: Bound) -> Share {
        if let Some(share) = self.without_moves(score, bound) {
            return share;
        }
        let least = (bound != Bound::Upper).then(|| self.at_least(score));
        let most = (bound != Bound::Lower).then(|| self.at_most(score));
        let mut shares = [Share::Full; 2];
        match least {
            Some(Some(Share::Reduced)) if !self.current().is_quiescence() => {
                self.accuse(Rule::Reduced, |judge| judge.best_text(score, bound));
            }
            Some(Some(share)) => shares[0] = share,
            // The first search of a move that was searched twice may give it.
            Some(None) if self.current().has_twice => {}
            Some(None) => self.accuse(Rule::Lower, |judge| judge.best_text(score, bound)),
            None => {}
        }
        match most {
            Some(Ok(share)) => shares[1] = share,
            Some(Err(Above(rule, text))) => self.accuse(rule, |_| text),
            None => {}
        }
        // Of two shares the weaker one counts.
        shares.into_iter().max().unwrap_or(Share::Full)
    }

    /// Whether the position is known to have no legal moves.
    pub(super) fn is_over(&mut self) -> bool {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let is_over = self.game.moves(&self.current().position, &mut moves) && moves.is_empty();
        self.moves = moves;
        is_over
    }

    /// Whether the game may be over here: its moves are not known, and none was told.
    fn may_be_over(&self) -> bool {
        let visit = self.current();
        let is_told = visit.begun.is_some() || !visit.skipped.is_empty() || !visit.rest.is_empty();
        let is_quiet = !is_told && visit.stand_pat.is_none() && visit.legal.is_none_or(|count| count == 0);
        is_quiet && self.game.end(&visit.position) == End::Unknown
    }

    /// What the score rests on, if the position has no legal moves.
    fn without_moves(&mut self, score: i32, bound: Bound) -> Option<Share> {
        let visit = self.current();
        if !visit.children.is_empty() {
            return None;
        }
        if !self.is_over() {
            self.judge_false_mate(score, bound);
            return self.may_be_over().then_some(Share::Told);
        }
        Some(self.judge_end(score, bound))
    }

    /// Being mated is returned, no move was searched, and there is one: quiescence that leaves out evasions may do so.
    fn judge_false_mate(&mut self, score: i32, bound: Bound) {
        let visit = self.current();
        let is_mated = self.extremes(visit.ply).is_some_and(|(mated, _)| score == mated);
        let is_known = self.game.clock(&visit.position).is_some();
        // A search that is fail-hard returns its alpha.
        if is_mated
            && is_known
            && visit.stand_pat.is_none()
            && bound != Bound::Lower
            && score != visit.entered.window.0
        {
            self.accuse(Rule::NoMoves, |judge| judge.legal_move_text(score, bound));
        }
    }

    /// Judges that the moves show a value of at most this.
    pub(super) fn judge_at_most(&mut self, score: i32) {
        if let Err(Above(rule, text)) = self.at_most(score) {
            self.accuse(rule, |_| text);
        }
    }

    /// The value of a position without legal moves: the least and the most.
    fn end_value(&self) -> (i32, i32) {
        let visit = self.current();
        match self.game.end(&visit.position) {
            End::Unknown => (i32::MIN, i32::MAX),
            End::Score(score) => (score, score),
            End::Drawn => self.constants.map_or((0, 0), |constants| constants.draws),
            End::Lost => self.extremes(visit.ply).map_or((i32::MIN, i32::MAX), |(mated, _)| (mated, mated)),
        }
    }

    /// Judges a score that was told to be the one of the end of the game.
    pub(super) fn by_end(&mut self, score: i32, bound: Bound) -> Share {
        let (alpha, beta) = self.current().entered.window;
        if self.is_over() {
            if self.constants.is_none() && matches!(self.game.end(&self.current().position), End::Lost) {
                self.note("`PV_CONSTANTS` is not told, so scores of mates are not judged");
            }
            let (least, most) = self.end_value();
            // A search that is fail-hard returns an end of its window.
            let is_clamped = score == alpha || score == beta;
            if !(least..=most).contains(&score) && !is_clamped {
                self.accuse(Rule::NoMoves, |_| {
                    format!("{score} is returned for the end of the game, and the value is {least}")
                });
            }
            return Share::Full;
        }
        let visit = self.current();
        let is_known = self.game.clock(&visit.position).is_some();
        if is_known && !self.game.is_drawn(&visit.position) && !visit.is_repeated {
            self.accuse(Rule::NoMoves, |judge| judge.legal_move_text(score, bound));
        }
        Share::Told
    }

    /// A score of the end where a move is legal, in words.
    fn legal_move_text(&self, score: i32, bound: Bound) -> String {
        let (visit, mut moves) = (self.current(), Vec::new());
        self.game.moves(&visit.position, &mut moves);
        let first = moves.first().copied().unwrap_or(0);
        let name = self.game.move_name(&visit.position, first);
        let excluded = if visit.excludes(first) { ", which was excluded," } else { "" };
        format!("{} returned as if the game were over, and {name}{excluded} is legal", claimed(bound, score))
    }

    /// Judges the score of a position without legal moves.
    fn judge_end(&mut self, score: i32, bound: Bound) -> Share {
        let (visit, value) = (self.current(), self.end_value());
        let fits = match bound {
            Bound::Lower => value.1 >= score,
            Bound::Upper => value.0 <= score,
            Bound::Exact => (value.0..=value.1).contains(&score),
        };
        if visit.is_quiescence() && visit.stand_pat.is_some() {
            if !fits {
                self.note("quiescence stands pat where the game is over, as in many engines");
            }
            return Share::Evaluation;
        }
        if !fits && !(value.0..=value.1).contains(&score) {
            self.accuse(Rule::NoMoves, |_| {
                format!(
                    "{} returned, and without legal moves the value is {}",
                    claimed(bound, score),
                    value.0
                )
            });
        }
        Share::Full
    }

    /// The best that a move gave, in words.
    fn best_text(&self, score: i32, bound: Bound) -> String {
        let visit = self.current();
        let best =
            visit.last_searches().filter(|child| child.at_least().is_some()).min_by_key(|child| child.score);
        let best =
            best.map_or("no move gives a lower bound".to_owned(), |child| self.child_text(visit, child));
        format!("{} returned, but the best is: {best}", claimed(bound, score))
    }

    /// What shows that the value is at least this; `None` if nothing does.
    pub(super) fn at_least(&self, score: i32) -> Option<Share> {
        let visit = self.current();
        if self.extremes(visit.ply).is_some_and(|(mated, _)| score <= mated) {
            return Some(Share::Full);
        }
        if visit.stand_pat.is_some_and(|value| value >= score) {
            return Some(Share::Evaluation);
        }
        let mut is_reduced = false;
        for child in visit.last_searches() {
            if child.at_least().is_some_and(|least| least >= score) {
                if !child.is_reduced() {
                    return Some(Share::Full);
                }
                is_reduced = true;
            }
        }
        if visit.cycle.is_some_and(|cycle| cycle >= score) {
            return Some(Share::Draw);
        }
        if visit.least.is_some_and(|least| least >= score) {
            return Some(Share::Told);
        }
        is_reduced.then_some(Share::Reduced)
    }

    /// What shows that the value is at most this.
    pub(super) fn at_most(&mut self, score: i32) -> Result<Share, Above> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let is_known = self.game.moves(&self.current().position, &mut moves);
        let result = if is_known { self.all_at_most(score, &moves) } else { self.known_at_most(score) };
        self.moves = moves;
        result
    }

    /// What shows or denies without a search of a move that the value is at most this.
    fn without_search(&self, score: i32) -> Option<Result<Share, Above>> {
        let visit = self.current();
        if self.extremes(visit.ply).is_some_and(|(_, mate)| score >= mate) {
            return Some(Ok(Share::Full));
        }
        if visit.most.is_some_and(|most| most <= score) {
            return Some(Ok(Share::Told));
        }
        if let (Some(mv), Via::Move | Via::Probe | Via::Null) = (visit.excluded(), visit.via) {
            let name = self.game.move_name(&visit.position, mv);
            let text = format!("{name} is excluded at a node that is reached by a move");
            return Some(Err(Above(Rule::ExcludedHere, text)));
        }
        let value = visit.stand_pat.filter(|&value| value > score)?;
        let text = format!("at most {score} returned, and standing pat was told to be worth {value}");
        Some(Err(Above(Rule::StandPatAbove, text)))
    }

    /// What the last search of this move shows of a value of at most `score`; `None` if the move was not searched.
    fn move_at_most(&self, mv: u32, score: i32) -> Option<Result<Share, Above>> {
        let visit = self.current();
        let child = visit.last_search(mv)?;
        if child.at_most().is_some_and(|most| most <= score) {
            let is_reduced = child.is_reduced() || child.depth < visit.depth.saturating_sub(1);
            return Some(Ok(if is_reduced && !visit.is_quiescence() { Share::Reduced } else { Share::Full }));
        }
        let text = format!("at most {score} returned, but {}", self.child_text(visit, child));
        Some(Err(Above(Rule::BetterMove, text)))
    }

    fn all_at_most(&self, score: i32, moves: &[u32]) -> Result<Share, Above> {
        if let Some(result) = self.without_search(score) {
            return result;
        }
        let visit = self.current();
        let left_out = if visit.is_quiescence() { Share::Selection } else { Share::LeftOut };
        let mut share = Share::Full;
        for &mv in moves {
            let name = || self.game.move_name(&visit.position, mv);
            if let Some(&(_, why)) = visit.skipped.iter().rfind(|&&(skipped, _)| skipped == mv) {
                if why != Reason::Excluded {
                    share = share.max(left_out);
                }
            } else if let Some(result) = self.move_at_most(mv, score) {
                share = share.max(result?);
            } else if visit.rest.iter().any(|&(which, _)| self.game.is_among(&visit.position, mv, which)) {
                share = share.max(left_out);
            } else {
                let name = name();
                let text = format!(
                    "at most {score} returned, but {name} was neither searched nor told to be left out"
                );
                return Err(Above(Rule::Missing, text));
            }
        }
        Ok(share)
    }

    /// What shows that the value is at most this in a game whose moves are known only if they were told.
    fn known_at_most(&self, score: i32) -> Result<Share, Above> {
        if let Some(result) = self.without_search(score) {
            return result;
        }
        let visit = self.current();
        let left_out = if visit.is_quiescence() { Share::Selection } else { Share::LeftOut };
        let (mut share, mut count) = (Share::Full, 0);
        for child in visit.last_searches() {
            count += 1;
            if let Some(result) = self.move_at_most(child.mv, score) {
                share = share.max(result?);
            }
        }
        if !visit.skipped.is_empty() || !visit.rest.is_empty() {
            share = share.max(left_out);
        }
        let skipped = visit.skipped.iter().filter(|(mv, _)| visit.last_search(*mv).is_none()).count();
        let rest = visit.rest.iter().map(|&(_, count)| count.map(usize::from)).sum::<Option<usize>>();
        let told = rest.map(|rest| count + skipped + rest);
        if let (Some(legal), Some(told)) = (visit.legal, told)
            && told < usize::from(legal)
        {
            let text = format!(
                "at most {score} returned, and {told} of {legal} moves were searched or told to be left out"
            );
            return Err(Above(Rule::Missing, text));
        }
        Ok(share)
    }
}
