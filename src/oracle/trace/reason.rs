//! Why a claim does not follow: the step that came nearest, and what it lacked.

use std::fmt;

use super::path::{Draw, PathValues};
use super::{Trace, TraceVisit};
use crate::oracle::Repetition;
use crate::position::{Move, Position, line_names};
use crate::score::{Bound, Score, Window};

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
    Support,
    NoClaim(Move),
    Weak(Move),
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
            Self::Support => "no move was found to be worth that in this visit".to_owned(),
            Self::NoClaim(mv) => format!("no claim about move {} in this visit", name(mv)),
            Self::Weak(mv) => {
                format!("the claims about move {} in this visit allow a better score", name(mv))
            }
            Self::Window(mv, window) => {
                let mv = name(mv);
                format!("move {mv} was searched with window {window}, which no score found before it gives")
            }
        }
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
        let Self { ordinal, key, remaining, window, returned, lack, .. } = self;
        let place = match path {
            [] => "the search of the root".to_owned(),
            path => format!("the search of the position after {}", path.join(" ")),
        };
        let position = match ordinal {
            Some(ordinal) => format!("position {ordinal}"),
            None => format!("key {key:#x}"),
        };
        let claim = match window.bound(*returned) {
            Bound::Lower => "at least",
            Bound::Upper => "at most",
            Bound::Exact => "exactly",
        };
        let plies = if *remaining == 1 { "ply" } else { "plies" };
        let lack = lack.with_name(name);
        format!(
            "{place} ({position}) with {remaining} {plies} to go and window {window} returned {claim} {returned}: \
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
        let lack = self.strange(visit, window).unwrap_or_else(|| self.lack(visit, window, score));
        let (path, remaining) = (self.path(visit), visit.remaining);
        let position = self.graph.position(visit.node);
        let (ordinal, key) = (position.ordinal(), position.key());
        Underived { path, ordinal, key, remaining, window, returned: score, lack }
    }

    /// The child with a strange window, if all else is right.
    fn strange(&self, visit: &TraceVisit, window: Window) -> Option<Lack> {
        let child = self.strange_child(visit, window)?;
        let edge = self.graph.edges(visit.node).iter().find(|edge| edge.child == child.node);
        Some(Lack::Window(edge.map_or(Move::NULL, |edge| edge.mv), child.window))
    }

    fn lack(&self, visit: &TraceVisit, window: Window, score: Score) -> Lack {
        let Draw { is_certain, value: PathValues { least, most, .. }, .. } = self.draw(visit);
        let repetition = self.rules.repetition.filter(|_| self.is_repeated(visit)).map(DrawRule::Repetition);
        let rule = repetition.or(self.rules.quiet_plies.map(DrawRule::QuietMoves));
        if let Some(rule) = rule.filter(|_| is_certain) {
            return Lack::Draw { rule, least, most };
        }
        let (position, remaining) = (self.graph.position(visit.node), visit.remaining);
        if remaining == 0 || position.is_terminal() {
            return Lack::Evaluation(position.evaluate());
        }
        let bound = window.bound(score);
        if bound != Bound::Lower {
            let stands_pat = self.rules.horizon.is_past(remaining).then(|| position.evaluate());
            if let Some(value) = stands_pat.filter(|&value| value > score) {
                return Lack::StandPat(value);
            }
            for edge in self.searched_edges(visit) {
                let claims = self.about_move(visit, edge, score);
                if self.is_optional(visit, edge) && !claims.was_searched {
                    continue;
                }
                if !claims.at_most && !self.may_skip(visit, edge, window, score) {
                    return if claims.was_searched { Lack::Weak(edge.mv) } else { Lack::NoClaim(edge.mv) };
                }
            }
        }
        Lack::Support
    }

    /// The moves that lead to a visit, one for each ply: a search inside a visit is at the ply of that visit, and a move
    /// from a position to itself is not.
    fn path(&mut self, visit: &TraceVisit) -> Vec<Move> {
        let on_path: Vec<u32> = self.path_before(visit).chain([visit.node]).collect();
        let step = |pair: &[u32]| {
            // The moves of a node are known after its first visit, which may be this one.
            if !self.graph.position(pair[0]).is_terminal() {
                self.graph.expand(pair[0], false);
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
