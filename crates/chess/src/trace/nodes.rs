//! Nodes are entered and left, and raise alpha.

use super::format::{Entered, Reason};
use super::game::TracedGame;
use super::judge::{Occurred, TraceJudge};
use super::report::BrokenRule;
use super::root::RootSearch;
use super::rule::{Rule, Share};
use super::visit::{Child, Tail, Via, Visit, claim};

/// The most nodes that are open at once, more than any search needs.
const MOST_OPEN: usize = 4_000;

/// How a node is reached from the one around it.
struct Reached {
    via: Via,
    mv: u32,
    full: i16,
    ply: i32,
    is_dead: bool,
}

impl<G: TracedGame> TraceJudge<G> {
    pub(super) fn enter(&mut self, entered: Entered) {
        self.report.nodes += 1;
        if self.open == MOST_OPEN {
            return self.accuse(Rule::NotBegun, |_| format!("{MOST_OPEN} nodes are open: they are not left"));
        }
        let Some((position, place)) = self.reached(&entered) else { return };
        if self.open == self.visits.len() {
            self.visits.push(Visit::new(position, entered));
        } else {
            self.visits[self.open].renew(position, entered);
        }
        let identity = self.game.identity(&self.visits[self.open].position).unwrap_or(entered.key);
        let clock = self.game.clock(&self.visits[self.open].position);
        let Reached { via, mv, full, ply, is_dead } = place;
        let node = self.report.nodes - self.nodes_before;
        let visit = &mut self.visits[self.open];
        (visit.identity, visit.via, visit.mv, visit.full, visit.node) = (identity, via, mv, full, node);
        (visit.ply, visit.is_dead) = (entered.ply.map_or(ply, i32::from), is_dead);
        visit.alphas.push(entered.window.0);
        visit.betas.push(entered.window.1);
        self.open += 1;
        match via {
            Via::Root => {
                self.begin_root(entered, identity);
            }
            Via::Same => {}
            _ => {
                let (is_first, by_null) = (clock == Some(0), via == Via::Null);
                self.occurred.push(Occurred { identity, is_first, by_null });
                let is_repeated = !is_dead && self.repetition().is_some_and(|seen| seen.is_certain);
                self.visits[self.open - 1].is_repeated = is_repeated;
            }
        }
        if !is_dead {
            self.judge_key(entered.key, identity);
            self.judge_window();
        }
    }

    fn begin_root(&mut self, entered: Entered, identity: u64) {
        if self.occurred.last().is_none_or(|last| last.identity != identity) {
            self.occurred.push(Occurred { identity, is_first: false, by_null: false });
        }
        self.root_at = self.occurred.len() - 1;
        self.links.clear();
        self.roots.push(RootSearch::new(&entered));
    }

    /// How the node that is entered is reached from the one around it; `None` if that cannot be known.
    fn reached(&mut self, entered: &Entered) -> Option<(G::Position, Reached)> {
        let Some(above) = self.visits[..self.open].last() else {
            let root = self.root.clone();
            if root.is_none() {
                self.accuse(Rule::NotBegun, |_| "a node is entered before a line `position ..`; with another protocol tell `PV_UCI(\"position X\")`, X any text".to_owned());
            }
            let reached = Reached { via: Via::Root, mv: 0, full: entered.depth, ply: 0, is_dead: false };
            return root.map(|root| (root, reached));
        };
        let same =
            Reached { via: Via::Same, mv: 0, full: entered.depth, ply: above.ply, is_dead: above.is_dead };
        let Some((mv, full, via)) = above.begun.filter(|_| entered.key != above.entered.key) else {
            let position = above.position.clone();
            if entered.key != above.entered.key {
                self.accuse(Rule::NotBegun, |_| {
                    "a node is entered, and no `PV_MOVE`, `PV_NULL` or `PV_PROBE` was told before".to_owned()
                });
            }
            return Some((position, same));
        };
        if above.begun_key.is_some_and(|key| key != entered.key) {
            let name = self.game.move_name(&above.position, mv);
            self.accuse(Rule::NotBegun, |_| {
                format!("two positions are entered after {name}; expected `PV_MOVE` before the second")
            });
        }
        let above = self.visits[..self.open].last_mut()?;
        above.begun_key = Some(entered.key);
        let (is_dead, ply) = (above.is_dead, above.ply + 1);
        let above = self.current();
        let reached = Reached { via, mv, full, ply, is_dead };
        if is_dead {
            return Some((above.position.clone(), reached));
        }
        if mv == 0 && self.game.is_in_check(&above.position) {
            let position = above.position.clone();
            self.accuse(Rule::NullInCheck, |_| "the side to move is in check".to_owned());
            return Some((position, Reached { is_dead: true, ..reached }));
        }
        if let Some(position) = self.game.after(&above.position, mv) {
            self.legal_moves += 1;
            return Some((position, reached));
        }
        let name = self.game.move_name(&above.position, mv);
        let place = self.place(format!("{name} is not legal"));
        let position = above.position.clone();
        self.illegal = Some((mv, Box::new(place)));
        Some((position, Reached { is_dead: true, ..reached }))
    }

    /// A move that was not legal is accused unless it is told to be illegal after its node.
    pub(super) fn accuse_illegal(&mut self, is_raised: bool) {
        // All that is told below an illegal move belongs to that move.
        if self.top().is_some_and(|visit| visit.is_dead) {
            return;
        }
        let Some((_, place)) = self.illegal.take() else { return };
        // The answer to it, which takes the king, refutes it.
        if self.legal_moves >= 10 && !is_raised && self.top().is_some_and(|visit| visit.is_quiescence()) {
            return self.note("an illegal move is searched in quiescence, as in many engines");
        }
        let rule = if self.legal_moves < 10 { Rule::Numbering } else { Rule::IllegalMove };
        let broken = BrokenRule { count: 0, event: self.events, first: *place };
        self.report.broken.entry(rule).or_insert(broken).count += 1;
    }

    fn judge_key(&mut self, key: u64, identity: u64) {
        let before = self.identities.value_of(key).replace(identity).filter(|&before| before != identity);
        if before.is_some() {
            self.accuse(Rule::TwoPositions, |_| {
                format!("the key {key:#x} was that of another position before")
            });
        }
    }

    pub(super) fn leave(&mut self, score: i32, why: Reason, line: u16) {
        let Some(visit) = self.top() else {
            return self.accuse(Rule::NotBegun, |_| "a node is left, and none is entered".to_owned());
        };
        // What is passed through is stopped as the search inside was.
        let why = if why == Reason::Same && visit.is_aborted { Reason::Abort } else { why };
        let (is_judged, bound) = (!visit.is_dead && why != Reason::Abort, claim(visit.entered.window, score));
        self.leaving = Some((score, why, line));
        self.tells_draws |= matches!(why, Reason::Draw | Reason::Cycle);
        let share = if is_judged { self.judge_result(score, bound, why) } else { Share::NotJudged };
        self.report.shares[share as usize] += 1;
        self.leaving = None;
        self.open -= 1;
        let visit = &self.visits[self.open];
        if visit.is_on_path() {
            self.occurred.pop();
        }
        // The line of a search of the same node is the line of the node that passes its score on.
        let inner = visit.inner.last().filter(|inner| why.is_of_same_node() && inner.score == score);
        let tail = inner.map(|inner| inner.tail).or(visit.tail);
        let child = Child {
            mv: visit.mv,
            score,
            bound,
            depth: visit.entered.depth,
            full: visit.full,
            window: visit.entered.window,
            node: visit.node,
            tail: tail.unwrap_or(Tail::End(why, score)),
        };
        let (via, is_dead) = (visit.via, visit.is_dead);
        let Some(above) = self.visits[..self.open].last_mut() else {
            return self.end_root(child, why == Reason::Abort);
        };
        above.has_drawn |= via == Via::Same && why == Reason::Draw;
        if why == Reason::Abort {
            above.is_aborted = true;
        } else if !is_dead || above.is_dead {
            match via {
                Via::Same => above.inner.push(child),
                Via::Probe => above.probes.push(child),
                Via::Null => above.null = Some(child),
                Via::Move | Via::Root => above.children.push(child),
            }
        }
    }

    pub(super) fn raise(&mut self, score: i32) {
        let Some(visit) = self.visits[..self.open].last() else {
            return self.accuse(Rule::NotBegun, |_| "alpha is raised, and no node is entered".to_owned());
        };
        if visit.is_dead {
            return;
        }
        let (mv, alpha) = (visit.begun.map_or(0, |(mv, ..)| mv), visit.alpha());
        let is_probe = visit.begun.is_some_and(|(_, _, via)| via == Via::Probe);
        let searches = if is_probe { &visit.probes } else { &visit.children };
        let last = searches.iter().rfind(|child| child.mv == mv).copied();
        let is_aborted = visit.is_aborted;
        self.tells_raises = true;
        if is_aborted {
            return self.accuse(Rule::AbortUsed, |_| format!("alpha is raised to {score}"));
        }
        if last.is_none() && mv != 0 && self.game.after(&visit.position, mv).is_none() {
            // The illegal move is a finding of its own already.
            return;
        }
        let Some(child) = last else {
            return self
                .accuse(Rule::NotBegun, |_| format!("alpha is raised to {score}, and no move was searched"));
        };
        let text = |judge: &Self| {
            let visit = &judge.visits[judge.open - 1];
            format!("alpha is raised to {score}, but {}", judge.child_text(visit, &child))
        };
        if -child.score != score {
            self.accuse(Rule::RaiseOther, text);
        } else if child.at_least().is_none() {
            self.accuse(Rule::RaiseBound, text);
        }
        if child.is_reduced() {
            self.accuse(Rule::RaiseReduced, text);
        }
        if score <= alpha {
            self.accuse(Rule::RaiseNone, |_| format!("alpha is {alpha}, and is raised to {score}"));
        }
        self.links.push((mv, child.tail, self.visits[self.open - 1].is_quiescence()));
        let tail = Tail::Link(self.links.len() as u32 - 1);
        let visit = &mut self.visits[self.open - 1];
        (visit.raised, visit.tail) = (Some((mv, score)), Some(tail));
        visit.alphas.push(score);
        if self.open == 1 {
            self.raise_root(mv, score, child);
        }
    }

    /// The windows that a node may have follow from those that alpha and beta of the node around it had.
    fn judge_window(&mut self) {
        let [.., above, visit] = &self.visits[..self.open] else { return };
        let (alpha, beta) = visit.entered.window;
        // Mate-distance pruning narrows the window to what a mate is worth, at the node above or at this one.
        let mates = [self.extremes(above.ply), self.extremes(visit.ply).map(|(mated, mate)| (-mate, -mated))];
        let is_mate = |wanted: fn((i32, i32)) -> i32, end: i32| {
            mates.iter().flatten().any(|&mates| wanted(mates) == -end)
        };
        let is_alpha = above.alphas.iter().any(|&alpha| beta == -alpha) || is_mate(|(mated, _)| mated, beta);
        let is_beta = above.betas.iter().any(|&beta| alpha == -beta) || is_mate(|(_, mate)| mate, alpha);
        // A wider window only costs time.
        let is_wider = above.alphas.iter().any(|&least| beta >= -least)
            && above.betas.iter().any(|&most| alpha <= -most);
        let is_null = beta == alpha + 1;
        let fits = match visit.via {
            Via::Move => is_wider || is_alpha && is_beta || is_null && (is_alpha || is_beta),
            Via::Null => is_beta && (is_alpha || is_null) || is_wider,
            Via::Root | Via::Probe | Via::Same => true,
        };
        if fits && alpha < beta {
            return;
        }
        let (least, most) = (above.alpha(), above.beta());
        if alpha >= beta {
            return self.accuse(Rule::ChildWindow, |_| {
                format!("the window ({alpha}, {beta}) is empty: did a raise to beta not cut off?")
            });
        }
        // The move after which alpha would fit.
        let raiser = above
            .children
            .iter()
            .rfind(|child| child.score == beta || child.score == alpha)
            .map(|child| child.mv);
        self.accuse(Rule::ChildWindow, |judge| {
            let above = &judge.visits[judge.open - 2];
            let missing = raiser.map_or(String::new(), |mv| {
                let name = judge.game.move_name(&above.position, mv);
                format!("; it is the score of {name}: was its `PV_RAISE` forgotten?")
            });
            format!(
                "the window ({alpha}, {beta}) is neither ({}, {}) nor a null window at {} or {}{missing}",
                -most, -least, -least, -most
            )
        });
    }
}
