//! Why a claim does not follow: the step that came nearest, and what it lacked.

use std::fmt;

use super::path::PathValues;
use super::{ChildClaim, Trace, TraceVisit};
use crate::oracle::Repetition;
use crate::position::{Move, Position, line_names};
use crate::score::{Bound, Score, Window};
use crate::told::Entry;
use crate::told::Why;

/// A returned score whose claim does not follow from what the run returned before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Underived {
    pub path: Vec<Move>,
    pub ordinal: Option<usize>,
    pub key: u64,
    pub remaining: usize,
    pub window: Window,
    pub returned: Score,
    pub lack: Lack,
    /// The line of the search's source that returned it, if it was told.
    pub line: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lack {
    /// The position is a draw by this rule, with a value from `least` to `most`.
    Draw {
        rule: DrawRule,
        least: Score,
        most: Score,
    },
    Evaluation(Score),
    StandPat(Score),
    /// No move was found to be worth the score. The best claim about a move, if there is one: its value, and the plies that
    /// its search lacked.
    Support(Option<(Move, Score, usize)>),
    /// The told reason does not show the score.
    Reason(Why),
    /// An entry was told where no table is declared.
    NoTable,
    /// The told entry has this draft, and the visit needs the other one.
    Draft(usize, usize),
    /// The told entry does not show the score. What was known of the position at the draft of the entry: at least, and at most.
    Entry(Entry, Option<Score>, Option<Score>),
    /// The visit told neither moves nor a reason.
    Untold,
    /// Alpha was told to begin with this value, which nothing guarantees.
    Alpha(Score),
    /// The search of this move was told, and no node after it.
    NotEntered(Move),
    /// The node after this move is another position: that after another move, if there is one.
    OtherPosition(Move, Option<Move>),
    NoClaim(Move),
    Weak(Move),
    /// The options of the search do not permit what it told.
    NotPermitted(&'static str),
    /// The full depth of this move is less than its node allows.
    Short(Move),
    /// This entry was stored for the node, which did not return what it states, or was searched to the other depth.
    Stored(Entry, Option<usize>),
    /// The move was searched with this window, which does not follow from what the visit knew.
    Window(Move, Window),
}

/// The rule by which a position is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawRule {
    Repetition(Repetition),
    /// A draw after this number of quiet moves in a row.
    QuietMoves(u16),
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Repetition(Repetition::FIRST) => f.write_str("the position is on the path already"),
            Self::Repetition(_) => f.write_str("the position is a draw by the declared repetition"),
            Self::QuietMoves(plies) => {
                let moves = if plies == 1 { "quiet move" } else { "quiet moves in a row" };
                write!(f, "the position is a draw after {plies} {moves}")
            }
        }
    }
}

impl Lack {
    fn with_name(self, name: impl Fn(Move) -> String) -> String {
        match self {
            Self::Draw { rule, least, most } if least == most => format!("{rule}, so its value is {least}"),
            Self::Draw { rule, least, most } => format!("{rule}, so its value is from {least} to {most}"),
            Self::Evaluation(value) => format!("the search ends here, and the evaluation is {value}"),
            Self::StandPat(value) => format!("standing pat is worth {value}"),
            Self::Support(None) => "no move was found to be worth that in this visit".to_owned(),
            Self::Support(Some((mv, value, 0))) => {
                format!("no move was found to be worth that: move {} was worth {value}", name(mv))
            }
            Self::Support(Some((mv, value, less))) => {
                let less = plies(less);
                format!("move {} was worth {value}, {less} too shallow", name(mv))
            }
            Self::Reason(why) => unshown(why).to_owned(),
            Self::NoTable => "it told an entry of a table, and none is declared for such a node".to_owned(),
            Self::Draft(draft, wanted) => {
                format!("it told an entry with draft {draft}, and draft {wanted} is needed")
            }
            Self::Entry(Entry { draft, bound, score, .. }, least, most) => {
                let known = match (least, most) {
                    (None, None) => "nothing".to_owned(),
                    (Some(least), None) => format!("at least {least}"),
                    (None, Some(most)) => format!("at most {most}"),
                    (Some(least), Some(most)) => format!("at least {least} and at most {most}"),
                };
                format!(
                    "it told an entry of {} {score} with draft {draft}, and {known} was known of the position at that depth",
                    claim(bound)
                )
            }
            Self::Untold => "it told neither moves nor a reason for that".to_owned(),
            Self::Alpha(value) => {
                format!(
                    "it told that alpha begins with {value}, and no move leads to a draw that is worth that"
                )
            }
            Self::NotEntered(mv) => format!("the search of move {} was told, but no node after it", name(mv)),
            Self::OtherPosition(mv, None) => {
                format!("the node after move {} is not the position to which the move leads", name(mv))
            }
            Self::OtherPosition(mv, Some(other)) => {
                let (mv, other) = (name(mv), name(other));
                format!("the node after move {mv} is the position after move {other}, which was not told")
            }
            Self::NoClaim(mv) => format!("no claim about move {} in this visit", name(mv)),
            Self::Weak(mv) => {
                format!("the claims about move {} in this visit allow a better score", name(mv))
            }
            Self::Short(mv) => format!("move {} was searched less deep than the node allows", name(mv)),
            Self::NotPermitted(why) => why.to_owned(),
            Self::Stored(Entry { draft, bound, score, .. }, searched) => {
                let searched =
                    searched.map_or(String::new(), |depth| format!(", and it was searched to depth {depth}"));
                format!(
                    "the entry of {} {score} with draft {draft} was stored for it{searched}",
                    claim(bound)
                )
            }
            Self::Window(mv, window) => {
                let mv = name(mv);
                format!("move {mv} was searched with window {window}, which no score found before it gives")
            }
        }
    }
}

fn plies(count: usize) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

/// The claim of a result in words.
const fn claim(bound: Bound) -> &'static str {
    match bound {
        Bound::Lower => "at least",
        Bound::Upper => "at most",
        Bound::Exact => "exactly",
    }
}

/// What a reason that was told does not show, in words.
const fn unshown(why: Why) -> &'static str {
    match why {
        Why::Moves | Why::Table(_) => "its moves do not show that",
        Why::Draw => "it told a draw, and the position is none by the declared rules",
        Why::Static(_) => "the evaluation that it told does not show that, or is none of the position",
        Why::Pass => "no search after a pass in this visit returned that",
        Why::Cut(_) => "the tests of its moves do not show that",
        Why::SameNode => "no search of the same position in this visit returned that",
        Why::ChildEntry(..) => "the entry of the next position does not show that",
    }
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_name(|mv| mv.to_string()))
    }
}

impl Underived {
    /// Returns the step in words, with its moves in the words of the game. `root` is the root of the search.
    pub fn describe<P: Position>(&self, root: &P) -> String {
        let name = |mv: Move| line_names(root, &[&self.path[..], &[mv]].concat()).pop().unwrap_or_default();
        self.with_names(&line_names(root, &self.path), name)
    }

    fn with_names(&self, path: &[String], name: impl Fn(Move) -> String) -> String {
        let Self { ordinal, key, remaining, window, returned, lack, line, .. } = self;
        let place = match path {
            [] => "the search of the root".to_owned(),
            path => format!("the search of the position after {}", path.join(" ")),
        };
        let position = match ordinal {
            Some(ordinal) => format!("position {ordinal}"),
            None => format!("key {key:#x}"),
        };
        let claim = claim(window.bound(*returned));
        let plies = plies(*remaining);
        let lack = lack.with_name(name);
        let line = line.map_or(String::new(), |line| format!(" in line {line}"));
        format!(
            "{place} ({position}) with {plies} to go and window {window} returned {claim} {returned}{line}: \
             {lack}"
        )
    }
}

impl fmt::Display for Underived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path: Vec<String> = self.path.iter().map(Move::to_string).collect();
        f.write_str(&self.with_names(&path, |mv| mv.to_string()))
    }
}

impl<P: Position> Trace<P> {
    /// Explains why the claim that `window` requires does not follow at a visit that returned `score`.
    #[cold]
    pub(super) fn explain(&mut self, visit: &TraceVisit, window: Window, score: Score) -> Underived {
        let is_by_rule = self.is_ground(visit) || self.draw(visit).is_certain;
        let untold = if is_by_rule { None } else { self.untold(visit) };
        let lack = untold.or_else(|| self.strange(visit, window));
        let lack = lack.unwrap_or_else(|| self.lack(visit, window, score));
        let (path, remaining) = (self.path(visit), visit.remaining);
        let position = self.graph.position(visit.node);
        let (ordinal, key) = (position.ordinal(), position.key());
        Underived { path, ordinal, key, remaining, window, returned: score, lack, line: visit.line }
    }

    /// The child with a strange window, if all else is right.
    fn strange(&self, visit: &TraceVisit, window: Window) -> Option<Lack> {
        let child = self.strange_child(visit, window)?;
        let edge = self.graph.edges(visit.node).iter().find(|edge| edge.child == child.node);
        Some(Lack::Window(edge.map_or(Move::NULL, |edge| edge.mv), child.window))
    }

    fn lack(&self, visit: &TraceVisit, window: Window, score: Score) -> Lack {
        let draw = self.draw(visit);
        let repetition = self.rules.repetition.filter(|_| self.is_repeated(visit)).map(DrawRule::Repetition);
        let rule = repetition.or(self.rules.quiet_plies.map(DrawRule::QuietMoves));
        if let Some(rule) = rule.filter(|_| draw.applies(visit.why)) {
            let PathValues { least, most, .. } = draw.value;
            return Lack::Draw { rule, least, most };
        }
        let (position, remaining) = (self.graph.position(visit.node), visit.remaining);
        if self.is_ground(visit) {
            return Lack::Evaluation(position.evaluate());
        }
        match visit.why {
            Why::Moves => {}
            Why::Table(_) if !self.probes(remaining) => return Lack::NoTable,
            Why::Table(entry) if !self.is_usable(visit, &entry) => {
                return Lack::Draft(entry.draft, self.rules.horizon.depth(visit.remaining));
            }
            Why::Table(entry) => {
                let (least, most) = self.known.bounds(visit.node, |plies| self.has_draft(plies, &entry));
                return Lack::Entry(entry, least, most);
            }
            why => return Lack::Reason(why),
        }
        if window.bound(score) != Bound::Lower {
            let stands_pat = self.rules.horizon.is_past(remaining).then(|| position.evaluate());
            if let Some(value) = stands_pat.filter(|&value| value > score) {
                return Lack::StandPat(value);
            }
            for edge in self.searched_edges(visit) {
                let claims = self.about_move(visit, edge, score);
                if !claims.at_most && !self.may_lack(visit, edge) {
                    return if claims.was_searched { Lack::Weak(edge.mv) } else { Lack::NoClaim(edge.mv) };
                }
            }
        }
        Lack::Support(self.best_claim(visit))
    }

    /// The move with the best value that a child of a visit claimed, and the plies that its search lacked.
    fn best_claim(&self, visit: &TraceVisit) -> Option<(Move, Score, usize)> {
        let claims = self.claims_of(visit).iter().filter(|claim| claim.derived.at_most && !claim.is_test);
        let best = claims.max_by_key(|claim| (claim.score.for_parent(), claim.remaining))?;
        let edge = self.graph.edges(visit.node).iter().find(|edge| best.is_about(**edge))?;
        Some((edge.mv, best.score.for_parent(), best.full.saturating_sub(best.remaining)))
    }

    /// What the search should have told about a visit.
    fn untold(&self, visit: &TraceVisit) -> Option<Lack> {
        if let Some(alpha) = visit.alpha.filter(|_| self.alpha(visit).is_none()) {
            return Some(Lack::Alpha(alpha));
        }
        let claims = self.claims_of(visit);
        let stands_pat = self.rules.horizon.is_past(visit.remaining);
        let has_no_moves = visit.begun.is_none() && claims.is_empty() && self.skipped_of(visit).is_empty();
        let has_passes = visit.pass > visit.first;
        let has_facts = visit.alpha.is_some() || visit.without.is_some() || visit.narrowed.is_some();
        if has_no_moves && !has_passes && !has_facts && !stands_pat && visit.why == Why::Moves {
            return Some(Lack::Untold);
        }
        let edges = self.graph.edges(visit.node);
        let is_elsewhere = |claim: &&ChildClaim| {
            claim.mv.is_some_and(|mv| {
                if mv == Move::NULL {
                    !self.is_after_pass(visit, claim)
                } else {
                    !edges.iter().any(|edge| claim.is_about(*edge))
                }
            })
        };
        let elsewhere = claims.iter().find(is_elsewhere).and_then(|claim| {
            let other = edges.iter().find(|edge| edge.child == claim.node).map(|edge| edge.mv);
            Some(Lack::OtherPosition(claim.mv?, other))
        });
        let begun = visit.begun.filter(|_| !visit.is_answered && self.least_reported == 0);
        elsewhere.or(begun.map(|(mv, ..)| Lack::NotEntered(mv)))
    }

    /// The moves that lead to a visit, one for each ply: a search inside a visit is at the ply of that visit, and a move
    /// from a position to itself is not.
    fn path(&mut self, visit: &TraceVisit) -> Vec<Move> {
        let on_path: Vec<u32> = self.path_before(visit).chain([visit.node]).collect();
        let step = |pair: &[u32]| {
            // The moves of a node are known after its first visit, which may be this one.
            if !self.graph.position(pair[0]).is_terminal() {
                self.graph.expand(pair[0]);
            }
            let edges = self.graph.edges(pair[0]);
            edges.iter().find(|edge| edge.child == pair[1]).map_or(Move::NULL, |edge| edge.mv)
        };
        on_path.windows(2).map(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    #[test]
    fn a_step_is_described_by_the_names_of_its_moves() {
        let game: Graph = r#"["a" 1 "b" [2 "c" [3] ~["d" 4 5]]]"#.parse().expect("a game");
        let step = |path: &[Move], mv| Underived {
            path: path.to_vec(),
            ordinal: Some(7),
            key: 0,
            remaining: 1,
            window: Window::FULL,
            returned: Score::ZERO,
            lack: Lack::NoClaim(mv),
            line: None,
        };
        let [first, second] = [Move::new(0), Move::new(1)];
        let text = |step: &Underived| (step.to_string(), step.describe(&game.root()));
        let (plain, named) = text(&step(&[second], second));
        assert!(
            plain.contains("after 1 (position 7)") && plain.ends_with("about move 1 in this visit"),
            "{plain}"
        );
        assert!(
            named.contains("after b (position 7)") && named.ends_with("about move c in this visit"),
            "{named}"
        );
        let (plain, named) = text(&step(&[second, Move::NULL], first));
        assert!(plain.contains("after 1 null (") && plain.ends_with("about move 0 in this visit"), "{plain}");
        assert!(named.contains("after b null (") && named.ends_with("about move d in this visit"), "{named}");
    }
}
