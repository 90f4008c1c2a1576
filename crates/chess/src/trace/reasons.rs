//! Whether the score of a node follows from the reason that was told.

use super::format::Reason;
use super::game::TracedGame;
use super::judge::TraceJudge;
use super::rule::{Rule, Share};
use super::visit::{Child, Visit, words};
use pvcheck::score::Bound;

impl<G: TracedGame> TraceJudge<G> {
    /// Judges how the current node is left. Returns what its score rests on.
    pub(super) fn judge_result(&mut self, score: i32, bound: Bound, why: Reason) -> Share {
        if self.current().is_aborted {
            // What else is wrong here follows from it.
            self.accuse(Rule::AbortUsed, |_| format!("the node returns {score}"));
            return Share::NotJudged;
        }
        self.judge_draw(why);
        let share = match why {
            Reason::Moves => self.by_moves(score, bound),
            Reason::Leaf => self.by_leaf(score),
            Reason::StandPat => self.by_stand_pat(score, bound),
            Reason::Draw => self.by_draw(score),
            Reason::Cycle => self.by_cycle(score, bound),
            Reason::Table => self.by_table(score, bound),
            Reason::Null => {
                let null = self.current().null;
                self.by_cutoff(Rule::NullCutoff, score, bound, null.as_slice())
            }
            Reason::ProbCut => {
                let probes = std::mem::take(&mut self.visits[self.open - 1].probes);
                let share = self.by_cutoff(Rule::ProbCut, score, bound, &probes);
                self.visits[self.open - 1].probes = probes;
                share
            }
            Reason::Razoring | Reason::MultiCut | Reason::Same => self.by_same_node(score, bound, why),
            Reason::Static | Reason::Futility => {
                let wanted = if why == Reason::Static { Bound::Lower } else { Bound::Upper };
                if bound != wanted {
                    self.accuse(Rule::StaticCutoff, |_| {
                        format!("{} returned, reason {why}", claimed(bound, score))
                    });
                }
                Share::Static
            }
            Reason::MateDistance => self.by_mate_distance(score, bound),
            Reason::End => self.by_end(score, bound),
            _ => Share::Told,
        };
        self.judge_stores(score, bound, why);
        let visit = self.current();
        if let Some((mv, raised)) = visit.raised
            && bound == Bound::Exact
            && raised != score
            && why == Reason::Moves
            && !visit.has_twice
            && visit.most.is_none_or(|most| score < most)
        {
            self.accuse(Rule::RaiseReturned, |judge| {
                let name = judge.game.move_name(&judge.current().position, mv);
                format!("the last raise was to {raised} by {name}, and {score} is returned")
            });
        }
        share
    }

    fn by_leaf(&mut self, score: i32) -> Share {
        let told = self.current().evaluation;
        if told != Some(score) {
            self.accuse(Rule::Leaf, |_| {
                let told = told.map_or("none was told".to_owned(), |told| format!("{told} was told"));
                format!("a leaf returns {score}, and of its evaluation {told}")
            });
        }
        Share::Evaluation
    }

    fn by_stand_pat(&mut self, score: i32, bound: Bound) -> Share {
        let told = self.current().stand_pat;
        let fits = match bound {
            Bound::Lower => told.is_some_and(|told| told >= score),
            Bound::Upper | Bound::Exact => told == Some(score),
        };
        // The told move makes the node worth at least its score; that no move is better must follow from the moves.
        if fits && bound != Bound::Lower {
            self.judge_at_most(score);
        }
        if !fits {
            self.accuse(Rule::Leaf, |_| {
                let told = told.map_or("nothing".to_owned(), |told| told.to_string());
                format!("standing pat returns {} {score}, and was told to be worth {told}", words(bound))
            });
        }
        Share::Evaluation
    }

    /// A lower bound that one of these searches gives.
    fn by_cutoff(&mut self, rule: Rule, score: i32, bound: Bound, searches: &[Child]) -> Share {
        let shows = |child: &Child| child.at_least().is_some_and(|least| least >= score);
        if bound != Bound::Lower || !searches.iter().any(shows) {
            self.accuse(rule, |judge| {
                let visit = judge.current();
                let last = searches
                    .last()
                    .map_or("nothing was searched".to_owned(), |child| judge.child_text(visit, child));
                format!("{} returned, but {last}", claimed(bound, score))
            });
        }
        Share::Heuristic
    }

    fn by_same_node(&mut self, score: i32, bound: Bound, why: Reason) -> Share {
        let Visit { inner, cycle, least, most, .. } = self.current();
        let permits = match why {
            Reason::Razoring => bound == Bound::Upper,
            Reason::MultiCut => bound == Bound::Lower,
            _ => true,
        };
        let is_least = (*cycle).max(*least).is_some_and(|least| least >= score);
        let is_most = most.is_some_and(|most| most <= score);
        let shows = |child: &Child| {
            permits
                && (bound == Bound::Upper || is_least || child.bound != Bound::Upper && child.score >= score)
                && (bound == Bound::Lower || is_most || child.bound != Bound::Lower && child.score <= score)
        };
        if !inner.iter().any(shows) {
            let last = inner.last().copied();
            self.accuse(Rule::SameNode, |_| {
                if !permits {
                    let side = if why == Reason::Razoring { "low" } else { "high" };
                    return format!(
                        "{} returned, and {why} may only fail {side}; if more is meant, tell `PV_BY_SAME`",
                        claimed(bound, score)
                    );
                }
                let last = last.map_or("there was none".to_owned(), |child| {
                    let (alpha, beta) = child.window;
                    format!("it returned {} for the window ({alpha}, {beta})", child.score)
                });
                format!("{} returned, reason {why}, but {last}", claimed(bound, score))
            });
        }
        if why == Reason::Same { Share::Full } else { Share::Heuristic }
    }

    fn by_mate_distance(&mut self, score: i32, bound: Bound) -> Share {
        let visit = self.current();
        let Some((mated, mate)) = self.extremes(visit.ply) else { return Share::Told };
        let by_cycle = visit.cycle.is_some_and(|cycle| cycle >= score);
        if bound != Bound::Upper && score > mated && !by_cycle || bound != Bound::Lower && score < mate {
            let ply = visit.ply;
            self.accuse(Rule::MateDistance, |_| {
                format!(
                    "{} returned, and at ply {ply} the value is within {mated} and {mate}",
                    claimed(bound, score)
                )
            });
        }
        Share::Full
    }
}

/// A score in words.
pub(super) fn claimed(bound: Bound, score: i32) -> String {
    format!("{} {score}", words(bound))
}
