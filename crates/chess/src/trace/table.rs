//! Entries of the table.

use super::format::{Kind, Reason, TableEntry};
use super::game::TracedGame;
use super::judge::TraceJudge;
use super::reasons::claimed;
use super::rule::{Rule, Share};
use super::visit::{Child, Via, words};
use pvcheck::position::mixed;
use pvcheck::score::Bound;

impl<G: TracedGame> TraceJudge<G> {
    pub(super) fn by_table(&mut self, score: i32, bound: Bound) -> Share {
        let visit = self.current();
        let Some(&entry) = visit.entries.last() else {
            self.accuse(Rule::NotBegun, |_| "left by the table, and no entry was told".to_owned());
            return Share::Table;
        };
        // A search without a move may have entries of its own.
        let (key, is_own) = (visit.entered.key, visit.excluded().is_none());
        if entry.key != key && is_own {
            self.accuse(Rule::EntryKey, |_| format!("the key {:#x} instead of {key:#x}", entry.key));
        }
        let visit = self.current();
        if entry.key == key && entry.bound != Bound::Upper && visit.excludes(entry.mv) {
            self.accuse(Rule::EntryExcluded, |judge| {
                let name = judge.game.move_name(&judge.current().position, entry.mv);
                format!("{}, by {name}, cuts off, and that move is excluded", entry_text(&entry))
            });
        }
        let visit = self.current();
        let is_shallow = visit.entered.kind == Kind::Main && entry.draft < visit.entered.depth;
        if is_shallow && !self.is_proven(&entry) {
            self.accuse(Rule::EntryShallow, |_| format!("{} cuts off", entry_text(&entry)));
        }
        let visit = self.current();
        let gives =
            |bound| visit.entries.iter().any(|entry| self.entry_gives(entry, visit.ply, score, bound));
        let is_least = gives(Bound::Lower) || visit.stand_pat.is_some_and(|value| value >= score);
        let fits = match bound {
            Bound::Exact => is_least && gives(Bound::Upper),
            Bound::Lower => is_least,
            Bound::Upper => gives(Bound::Upper),
        };
        if !fits {
            let ply = visit.ply;
            self.accuse(Rule::EntryScore, |judge| {
                let value = judge.at_ply(entry.score, ply);
                format!(
                    "{} returned, but {} says {value} at ply {ply}",
                    claimed(bound, score),
                    entry_text(&entry)
                )
            });
        }
        Share::Table
    }

    /// Whether the entry says that the game is won or lost, which is so at any depth.
    fn is_proven(&self, entry: &TableEntry) -> bool {
        self.constants.is_some_and(|constants| match entry.bound {
            Bound::Lower => entry.score >= constants.least,
            Bound::Upper => entry.score <= -constants.least,
            Bound::Exact => entry.score.abs() >= constants.least,
        })
    }

    fn entry_gives(&self, entry: &TableEntry, ply: i32, score: i32, bound: Bound) -> bool {
        let value = self.at_ply(entry.score, ply);
        match bound {
            Bound::Lower => entry.bound != Bound::Upper && value >= score,
            // Nothing exceeds mate by the next move.
            _ => {
                entry.bound != Bound::Lower && value <= score
                    || self.extremes(ply).is_some_and(|(_, mate)| score >= mate)
            }
        }
    }

    /// The score of an entry at this ply: wins are stored with the distance from the position.
    fn at_ply(&self, score: i32, ply: i32) -> i32 {
        match self.constants {
            Some(constants) if score >= constants.least => score - ply,
            Some(constants) if score <= -constants.least => score + ply,
            _ => score,
        }
    }

    /// What was stored at the current node, which returns this score.
    pub(super) fn judge_stores(&mut self, score: i32, bound: Bound, why: Reason) {
        let stores = std::mem::take(&mut self.visits[self.open - 1].stores);
        for entry in &stores {
            self.judge_store(entry, score, bound, why);
        }
        self.visits[self.open - 1].stores = stores;
    }

    fn judge_store(&mut self, entry: &TableEntry, score: i32, bound: Bound, why: Reason) {
        let visit = self.current();
        let excluded = visit.excluded();
        if entry.key != visit.entered.key {
            // A search without a move may have entries of its own.
            if excluded.is_none() {
                let key = visit.entered.key;
                self.accuse(Rule::StoreKey, |_| format!("{:#x} instead of {key:#x}", entry.key));
            }
            return;
        }
        let wanted = match self.constants {
            Some(constants) if score >= constants.least => score + visit.ply,
            Some(constants) if score <= -constants.least => score - visit.ply,
            _ => score,
        };
        let clamped = self.constants.map_or(wanted, |constants| wanted.clamp(-constants.win, constants.win));
        let depth = visit.depth.max(visit.entered.depth).max(0);
        let (via, ply) = (visit.via, visit.ply);
        let is_other = entry.score != wanted && entry.score != clamped;
        if is_other && !self.is_sharper(entry, score, why) {
            self.accuse(Rule::StoreScore, |_| {
                format!("{} was stored, but {score} is returned at ply {ply}", entry_text(entry))
            });
        } else if let (Some(mv), Via::Same, true) = (excluded, via, entry.bound != Bound::Lower) {
            self.accuse(Rule::StoreExcluded, |judge| {
                let name = judge.game.move_name(&judge.current().position, mv);
                format!("{} was stored, but {name} was excluded", entry_text(entry))
            });
        } else if entry.bound != bound && bound != Bound::Exact && !self.is_end(score, why) {
            self.accuse(Rule::StoreBound, |_| {
                format!("{} was stored, but {} is returned", entry_text(entry), claimed(bound, score))
            });
        }
        self.judge_stored_move(entry, score, bound, why);
        if entry.draft > depth && why != Reason::Tablebase {
            self.accuse(Rule::StoreDepth, |_| format!("{} was stored at depth {depth}", entry_text(entry)));
        }
    }

    /// The move that is stored with a score that is no upper bound must be one that gave it.
    fn judge_stored_move(&mut self, entry: &TableEntry, score: i32, bound: Bound, why: Reason) {
        let visit = self.current();
        let is_raised = visit.raised.is_some_and(|(mv, raised)| mv == entry.mv && raised == score);
        let gives =
            |child: &Child| child.mv == entry.mv && child.at_least().is_some_and(|least| least >= score);
        let by_stand_pat = visit.stand_pat.is_some_and(|value| value >= score);
        let is_judged =
            why == Reason::Moves && bound != Bound::Upper && entry.bound == bound && entry.mv != 0;
        if is_judged
            && !by_stand_pat
            && !visit.children.is_empty()
            && !is_raised
            && !visit.last_searches().any(gives)
        {
            self.accuse(Rule::StoreMove, |judge| {
                let name = judge.game.move_name(&judge.current().position, entry.mv);
                format!("{} was stored with {name}, which did not give {score}", entry_text(entry))
            });
        }
    }

    /// Whether the bound that is stored says more than the one that is returned, and the moves prove it: a search that returns
    /// alpha may store what it found below alpha.
    fn is_sharper(&mut self, entry: &TableEntry, returned: i32, why: Reason) -> bool {
        let score = self.at_ply(entry.score, self.current().ply);
        why == Reason::Moves
            && match entry.bound {
                Bound::Lower => score > returned && self.at_least(score).is_some(),
                Bound::Upper => score < returned && self.at_most(score).is_ok(),
                Bound::Exact => false,
            }
    }

    /// Whether the score is the one of a mate, which is exact in any window.
    fn is_end(&self, score: i32, why: Reason) -> bool {
        let is_extreme =
            self.extremes(self.current().ply).is_some_and(|(mated, mate)| score <= mated || score >= mate);
        is_extreme || matches!(why, Reason::Draw | Reason::End | Reason::Rule | Reason::Leaf)
    }

    pub(super) fn unknown_entry(&self, entry: &TableEntry) -> String {
        let last = self.last_stored.get(entry.key).and_then(Option::as_ref);
        let last = last.map_or(
            "nothing was told to be stored under its key: a `PV_STORE` is missing, or the trace of another thread".to_owned(),
            |last| format!("the last one told under its key is {}: was a `PV_STORE` forgotten?", entry_text(last)),
        );
        format!("{} was read; {last}", entry_text(entry))
    }

    pub(super) fn store(&mut self, entry: &TableEntry) {
        self.tells_stores = true;
        *self.stored.value_of(identity_of(entry)) = true;
        *self.last_stored.value_of(entry.key) = Some(*entry);
        if let Some(visit) = self.top()
            && !visit.is_dead
        {
            visit.stores.push(*entry);
            if visit.is_aborted {
                self.accuse(Rule::AbortUsed, |_| "an entry is stored".to_owned());
            }
        }
    }
}

/// What is compared of an entry where it is read: not its move, which may be that of an older one.
pub(super) fn identity_of(entry: &TableEntry) -> u64 {
    let TableEntry { key, score, bound, draft, .. } = *entry;
    let [score, draft] = [i64::from(score), draft.into()].map(i64::cast_unsigned);
    key ^ mixed(score << 32 ^ draft << 8 ^ bound as u64)
}

pub(super) fn entry_text(entry: &TableEntry) -> String {
    let TableEntry { score, bound, draft, .. } = entry;
    format!("an entry of {} {score} with depth {draft}", words(*bound))
}
