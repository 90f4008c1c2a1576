//! Checks what an engine printed in one search, without knowing what the right line is.

mod ranks;

use cozy_chess::Move;

use self::ranks::{Ranked, Ranks};
use super::class::{Class, FindingKind};
use super::message::{Info, Message, NULL_MOVES, UciScore, is_move};
use super::search::{EngineFailure, Go, Limit, Printed, shortened};
use crate::trace::Rule;
use crate::{Ending, GameWalk, WalkEnd};
use pvcheck::position::{Position, legal_moves};
use pvcheck::score::Bound;
use pvcheck::syntax::counted;

/// The most characters of a word that a finding quotes.
const WORD: usize = 20;

/// A finding in the output of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineFinding {
    /// The class of the finding.
    pub class: Class,
    /// The rule that the nodes of the search break; `None` if lines show the finding.
    pub rule: Option<Rule>,
    /// The index of the line in the output; `None` if no line shows the finding.
    pub line: Option<usize>,
    /// The finding in one sentence.
    pub detail: String,
}

impl EngineFinding {
    /// A finding in the printed lines.
    pub fn of_lines(class: Class, line: impl Into<Option<usize>>, detail: impl Into<String>) -> Self {
        Self { class, rule: None, line: line.into(), detail: detail.into() }
    }

    /// The class and the rule.
    pub fn kind(&self) -> FindingKind {
        FindingKind { class: self.class, rule: self.rule }
    }

    /// Whether the nodes of its search may explain the finding.
    pub(super) fn is_of_search(&self) -> bool {
        self.line.is_some() || self.class == Class::Trace || self.class.may_be_of_another_search()
    }
}

/// A check of one search that needs more than its output, such as whether a mate is forced.
pub type EngineCheck<'c> = dyn Fn(&Go, &Printed) -> Vec<EngineFinding> + Send + Sync + 'c;

/// The context of a search.
#[derive(Clone, Copy, Debug)]
pub struct Context<'s> {
    /// The number of lines that were requested (option `MultiPV`).
    pub lines: usize,
    /// The preceding searches of the same process.
    pub before: &'s [Go],
}

/// Returns all findings in the printed lines, in the order of the lines.
pub fn judge(request: &Go, printed: &Printed, context: &Context<'_>) -> Vec<EngineFinding> {
    let mut judge = Judge {
        request,
        context,
        findings: Vec::new(),
        exact: (Vec::new(), &[]),
        bounds: Vec::new(),
        ranks: Ranks::default(),
        deepest: 0,
        ends_with_mate: None,
        is_beyond: false,
    };
    // What comes before a second answer may be the late first answer to the search before.
    if !context.before.is_empty() && printed.late_result().is_some() {
        judge.end(printed);
        return judge.findings;
    }
    for (index, line) in printed.lines.iter().enumerate() {
        match &line.message {
            Message::Info(info) => judge.info(index, info),
            Message::BestMove(best, ponder) => judge.best_move(index, best.as_deref(), ponder.as_deref()),
            _ => {}
        }
    }
    match &printed.failure {
        Some(failure) => judge.failed(failure),
        None => judge.finished(),
    }
    judge.end(printed);
    let mut findings = judge.findings;
    findings.sort_by_key(|finding| finding.line.unwrap_or(usize::MAX));
    findings
}

struct Judge<'s> {
    request: &'s Go,
    context: &'s Context<'s>,
    findings: Vec<EngineFinding>,
    /// The moves and the words of the last exact line of rank 1, as far as the line can be played.
    exact: (Vec<Move>, &'s [String]),
    /// The first moves of later lines with a bound.
    bounds: Vec<Move>,
    ranks: Ranks<'s>,
    deepest: u64,
    /// Whether the last line of rank 1 with a score has a mate score; `None` without a line of rank 1 with a score.
    ends_with_mate: Option<bool>,
    /// Whether a depth beyond the limit was reported.
    is_beyond: bool,
}

impl<'s> Judge<'s> {
    fn found(&mut self, class: Class, line: impl Into<Option<usize>>, detail: impl Into<String>) {
        self.findings.push(EngineFinding::of_lines(class, line, detail));
    }

    fn info(&mut self, index: usize, info: &'s Info) {
        if let Some(fault) = &info.fault {
            self.found(Class::Malformed, index, fault);
        }
        self.depth(index, info);
        let rank = info.line_rank();
        let is_exact = info.bound == Bound::Exact;
        let is_none = |line: &[String]| line.iter().all(|word| self.is_none(word));
        let Some(line) = info.line.as_deref().filter(|line| !is_none(line)) else {
            let is_over = self.request.root.position().is_terminal();
            let is_result = is_exact && info.score.is_some() && !info.is_progress;
            if is_result && !is_over && info.depth != Some(0) {
                self.found(Class::EmptyLine, index, "an exact score without a line");
            }
            return;
        };
        let walk = self.request.root.position().walk(line);
        let is_legal = self.legality(index, line, &walk);
        if let Some(score) = info.score.filter(|_| is_exact && is_legal) {
            self.mate(index, score, line, &walk);
        }
        if rank <= 1 {
            self.ends_with_mate = Some(info.score.is_some_and(|score| score.mate().is_some()));
        }
        if rank > self.context.lines.max(1) as u64 {
            let detail = format!("line {rank}; requested were {}", self.context.lines);
            self.found(Class::RankBeyondLimit, index, detail);
        }
        let Some(&first) = walk.moves.first().filter(|_| rank > 0) else { return };
        let (depth, word, score) = (info.depth.unwrap_or(0), line[0].as_str(), info.score);
        self.ranks.add(rank, Ranked { index, depth, first, word, score, is_exact });
        if rank == 1 {
            if is_exact {
                self.bounds.clear();
                self.exact = (walk.moves, line);
            } else {
                self.bounds.push(first);
            }
        }
    }

    fn depth(&mut self, index: usize, info: &Info) {
        let Some(depth) = info.depth.filter(|_| info.line.is_some()) else { return };
        if let Some(limit) = self.request.depth()
            && depth > limit
            && !std::mem::replace(&mut self.is_beyond, true)
        {
            self.found(Class::DepthBeyondLimit, index, format!("depth {depth}; requested was {limit}"));
        }
        if info.line_rank() == 1 {
            // The depth of a line of another search says nothing on this one.
            let is_stale = self.findings.iter().any(|finding| finding.class == Class::StaleLine);
            if depth < self.deepest && self.context.lines == 1 && !is_stale {
                let deepest = self.deepest;
                self.found(Class::DepthDecreases, index, format!("depth {depth} after depth {deepest}"));
            }
            self.deepest = self.deepest.max(depth);
        }
    }

    fn legality(&mut self, index: usize, line: &[String], walk: &GameWalk) -> bool {
        let at = walk.legal;
        if let Some((castling, name)) = &walk.castling {
            let detail = format!("move number {}, {}; expected {name}", castling + 1, line[*castling]);
            self.found(Class::CastlingNotation, index, detail);
        }
        for &(plies, ending) in &walk.drawn {
            let more = line.len() - plies;
            let detail = format!("after {} the line has {more} more", moves(plies));
            self.found(Class::after(ending), index, detail);
        }
        let place = || format!("move number {}, {:?}", at + 1, shortened(&line[at], WORD));
        match walk.stop {
            None => return true,
            Some(WalkEnd::Over(ending)) => {
                let more = line.len() - at;
                self.found(
                    Class::after(ending),
                    index,
                    format!("after {} the line has {more} more", moves(at)),
                );
            }
            Some(WalkEnd::NoMove) if !NULL_MOVES.contains(&line[at].as_str()) => {
                self.found(Class::Malformed, index, format!("{} is no move in UCI notation", place()));
            }
            Some(WalkEnd::NoMove | WalkEnd::Illegal) => {
                let was_legal = |before: &Go| {
                    let walk = before.root.position().walk(line);
                    walk.stop.is_none() && before.root.position() != self.request.root.position()
                };
                // A single move may be legal in both by chance, but a line that is not legal here and was there is none.
                if self.context.before.iter().any(was_legal) {
                    self.found(Class::StaleLine, index, place());
                } else {
                    self.found(Class::IllegalMove, index, format!("{} is not legal", place()));
                }
            }
        }
        false
    }

    fn mate(&mut self, index: usize, score: UciScore, line: &[String], walk: &GameWalk) {
        let Some((plies, gives)) = score.mate() else { return };
        if plies == 0 {
            let detail = "mate 0 is that of the side to move, which has a legal move";
            return self.found(Class::WrongMate, index, detail);
        }
        let length = line.len() as u64;
        let is_mate = walk.ending == Some(Ending::Checkmate);
        // The side that is mated is to move at the end.
        let other_side = is_mate && (length % 2 == 1) != gives;
        let claimed = format!("{score} is {plies} plies");
        let (class, detail) = if other_side {
            (Class::MateOtherSide, format!("{score}, and the line mates after {length} plies"))
        } else if length > plies {
            (Class::MateTooLong, format!("{claimed}; the line has {length}"))
        } else if is_mate && length < plies {
            (Class::MateDistance, format!("{claimed}; the line mates after {length}"))
        } else if length == plies && !is_mate {
            (Class::MateWithoutMate, format!("{claimed}, and so has the line, but it does not end with mate"))
        } else if length < plies {
            (Class::MateIncomplete, format!("{claimed}; the line has {length}"))
        } else {
            return;
        };
        self.found(class, index, detail);
    }

    fn best_move(&mut self, index: usize, best: Option<&'s str>, ponder: Option<&'s str>) {
        let position = self.request.root.position();
        let Some(best) = best.filter(|best| !self.is_none(best)) else {
            if self.legal_moves() > 0 {
                self.found(Class::NoBestMove, index, "no best move");
            }
            return;
        };
        let words: Vec<&str> = std::iter::once(best).chain(ponder).collect();
        let walk = position.walk(&words);
        let Some(&first) = walk.moves.first() else {
            self.found(Class::IllegalBestMove, index, format!("{:?}", shortened(best, WORD)));
            return;
        };
        if let Some((castling, name)) = &walk.castling {
            self.found(Class::CastlingNotation, index, format!("{}; expected {name}", words[*castling]));
        }
        let (line, shown) = std::mem::take(&mut self.exact);
        if line.first().is_some_and(|&shown| shown != first) && !self.bounds.contains(&first) {
            let detail = format!("{best}; the last exact line begins with {}", shown[0]);
            self.found(Class::OtherBestMove, index, detail);
        }
        let Some(ponder) = ponder else { return };
        match (walk.moves.get(1), line.get(1)) {
            (None, _) => {
                let detail = format!("{:?} after {best}", shortened(ponder, WORD));
                self.found(Class::IllegalPonder, index, detail);
            }
            (Some(reply), Some(next)) if line[0] == first && reply != next && self.bounds.is_empty() => {
                let detail = format!("{ponder}; the line goes on with {}", shown[1]);
                self.found(Class::OtherPonder, index, detail);
            }
            _ => {}
        }
    }

    /// Whether a word stands for no move, because the position has no legal moves and the word is no move.
    fn is_none(&self, word: &str) -> bool {
        !is_move(word) && self.legal_moves() == 0
    }

    fn legal_moves(&self) -> usize {
        legal_moves(self.request.root.position()).len()
    }

    fn end(&mut self, printed: &Printed) {
        let after = if self.request.ponder.is_some() { " after `ponderhit`" } else { "" };
        if let Limit::Clock(clock) = self.request.limit
            && clock.is_overstepped(&self.request.root, printed.elapsed)
        {
            let (elapsed, left) = (printed.elapsed, clock.left_to_move(&self.request.root));
            let stop = if printed.was_slow { ", and only after `stop`" } else { "" };
            let (elapsed, left) = (elapsed.as_millis(), left.as_millis());
            self.found(
                Class::TimeForfeit,
                None,
                format!("after {elapsed} ms{stop}; {left} ms were left{after}"),
            );
        } else if printed.was_slow {
            self.found(Class::Slow, None, format!("it was sent `stop` when the time{after} was over"));
        }
        if let Some((_, word)) = self.request.held().filter(|_| printed.was_early) {
            self.found(Class::EarlyBestMove, None, format!("`bestmove` came before `{word}`"));
        }
        if let Some(why) = &printed.not_text {
            self.found(Class::NotText, None, why.to_string());
        }
        if let Some(line) = printed.late_result() {
            self.found(Class::AfterBestMove, None, shortened(&line.text, 200));
        }
    }

    fn failed(&mut self, failure: &EngineFailure) {
        let class = match failure {
            // No fault of the engine.
            EngineFailure::Cut => return,
            EngineFailure::NotStarted(_) | EngineFailure::Crashed(_) => Class::Crashed,
            EngineFailure::TimedOut { .. } => Class::TimedOut,
            EngineFailure::IgnoresStop(_) => Class::IgnoresStop,
            EngineFailure::Flood(_) => Class::Flood,
        };
        self.found(class, None, failure.to_string());
    }

    fn finished(&mut self) {
        let is_whole = self.request.depth().is_some() && self.request.only.is_empty();
        // What cannot be read is not missing.
        let is_read = !self.findings.iter().any(|finding| finding.class == Class::Malformed);
        let due = if is_whole && is_read { self.context.lines.min(self.legal_moves()) } else { 0 };
        let ranks = std::mem::take(&mut self.ranks);
        self.findings.extend(ranks.findings(is_whole, due));
        if self.request.only.is_empty() && self.legal_moves() > 1 {
            self.reached_its_depth();
        }
    }

    /// Tests that a search has shown a line, and a search to a depth a line of this depth. A search with a mate may end before.
    fn reached_its_depth(&mut self) {
        let is_named =
            |finding: &EngineFinding| matches!(finding.class, Class::EmptyLine | Class::NoBestMove);
        match (self.ends_with_mate, self.request.depth()) {
            (None, _) if !self.request.is_long() || self.findings.iter().any(is_named) => {}
            (None, _) => {
                self.found(Class::NoLine, None, format!("no line after `go {}`", self.request.limit));
            }
            (Some(false), Some(limit)) if self.deepest < limit => {
                let deepest = self.deepest;
                self.found(Class::DepthNotReached, None, format!("depth {deepest}; requested was {limit}"));
            }
            _ => {}
        }
    }
}

fn moves(number: usize) -> String {
    counted(number, "move", "moves")
}

#[cfg(test)]
mod tests;
