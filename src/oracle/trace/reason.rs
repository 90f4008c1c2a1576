//! Why a claim does not follow: the step that came nearest, and what it lacked.

use std::fmt;

use super::{Trace, Visit};
use crate::oracle::{Drafts, Extended, Margin, Plies, Reductions, Repetition, Rules};
use crate::position::{Move, Position};
use crate::score::{Bound, Score, Window};

/// A returned score whose claim does not follow from what the run returned before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Underived {
    /// The moves from the root to the position; [`Move::NULL`] for a null move.
    pub path: Vec<Move>,
    /// The number of the position, if the game numbers its positions.
    pub ordinal: Option<usize>,
    /// The key of the position.
    pub key: u64,
    /// Remaining plies, those of quiescence included.
    pub remaining: usize,
    /// The window of the visit.
    pub window: Window,
    /// The score that it returned.
    pub returned: Score,
    /// What the step that came nearest lacked.
    pub lack: Lack,
    /// The rule with which the claim would follow, if one of them is enough.
    pub needs: Option<&'static str>,
}

/// What a step lacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lack {
    /// The position is on the path already: its value is 0.
    Draw,
    /// The game is over or no plies remain: the value is this evaluation.
    Evaluation(Score),
    /// Standing pat is worth this evaluation, which is more.
    StandPat(Score),
    /// No move was found to be worth the score, or at least the score.
    Support,
    /// No claim about this move was made in this visit.
    NoClaim(Move),
    /// The claims about this move allow that it is worth more.
    Weak(Move),
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("the position is on the path already, so its value is 0"),
            Self::Evaluation(value) => write!(f, "the search ends here, and the evaluation is {value}"),
            Self::StandPat(value) => write!(f, "standing pat is worth {value}"),
            Self::Support => f.write_str("no move was found to be worth that in this visit"),
            Self::NoClaim(mv) => write!(f, "no claim about move {mv} in this visit"),
            Self::Weak(mv) => write!(f, "the claims about move {mv} in this visit allow a better score"),
        }
    }
}

impl fmt::Display for Underived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, ordinal, key, remaining, window, returned, lack, needs } = self;
        if path.is_empty() {
            f.write_str("the search of the root")?;
        } else {
            f.write_str("the search of the position after")?;
            path.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        }
        match ordinal {
            Some(ordinal) => write!(f, " (position {ordinal})")?,
            None => write!(f, " (key {key:#x})")?,
        }
        let claim = match window.bound(*returned) {
            Bound::Lower => "at least",
            Bound::Upper => "at most",
            Bound::Exact => "exactly",
        };
        let plies = if *remaining == 1 { "ply" } else { "plies" };
        write!(f, " with {remaining} {plies} to go and window {window} returned {claim} {returned}: {lack}")?;
        needs.map_or(Ok(()), |rule| write!(f, "; it would be valid with {rule}"))
    }
}

/// Adds a rule.
type Declare = fn(&mut Rules);

/// Rules that a search may have forgotten to declare, each as its most permissive form.
const UNDECLARED: &[(&str, Declare)] = &[
    ("draws by repetition", |rules| rules.repetition = Some(Repetition::FIRST)),
    ("a table", |rules| rules.drafts = Drafts::Equal),
    ("table entries of deeper drafts", |rules| rules.drafts = Drafts::Deeper),
    ("a table that leaves probe", |rules| (rules.drafts, rules.leaves) = (Drafts::Deeper, true)),
    ("internal iterative reduction", |rules| rules.iir = true),
    ("null move", |rules| rules.null = Some(Plies::between(0, u8::MAX))),
    ("late move reductions", |rules| {
        rules.lmr = Some(Reductions { plies: Plies::between(1, u8::MAX), after: 1 });
    }),
    ("futility pruning", |rules| rules.futility = Some(Margin::at_all(0))),
    ("move count pruning", |rules| rules.move_count = Some(1)),
    ("static null move", |rules| rules.static_null = Some(Margin::at_all(0))),
    ("razoring", |rules| rules.razoring = Some(Margin::at_all(0))),
    ("exact scores outside the window", |rules| rules.exact_outside = true),
    ("pruning at open windows", |rules| *rules = prunes_all(*rules).pruning_open_windows()),
    ("static null moves that return the evaluation", |rules| {
        *rules = rules.static_null(Margin::at_all(0)).returning_evaluation();
    }),
    ("extensions of any move", |rules| *rules = rules.extending_moves(Extended::Any, usize::MAX / 2)),
    ("a table in quiescence", |rules| *rules = rules.table(Drafts::Deeper).probing_quiescence()),
    ("delta pruning", |rules| rules.delta = Some(0)),
    ("evasions", |rules| rules.evades = true),
    ("ProbCut", |rules| *rules = rules.prob_cut(Plies::between(0, u8::MAX), 0)),
    ("razoring by quiescence", |rules| rules.razors_by_quiescence = true),
    ("evaluations that the table corrects", |rules| rules.corrects_evaluation = true),
    ("mate distance pruning", |rules| rules.mate_distance = true),
    ("singular extension", |rules| rules.singular = true),
    ("joined bounds", |rules| rules.joins = true),
    ("windows narrowed by table entries", |rules| rules.narrows = true),
];

/// These rules with all that skips moves or cuts off nodes.
fn prunes_all(rules: Rules) -> Rules {
    let all = Margin::at_all(0);
    rules.futility(all).static_null(all).razoring(all).skipping_after(1).null_move(Plies::between(0, u8::MAX))
}

impl<P: Position> Trace<P> {
    /// Explains why the claim that `window` requires does not follow at a visit that returned `score`.
    #[cold]
    pub(super) fn explain(&mut self, visit: &Visit, window: Window, score: Score) -> Underived {
        let lack = self.lack(visit, window, score);
        let needs = self.undeclared(visit, window, score);
        let (path, remaining) = (self.path(visit), visit.remaining);
        let position = self.graph.position(visit.node);
        let (ordinal, key) = (position.ordinal(), position.key());
        Underived { path, ordinal, key, remaining, window, returned: score, lack, needs }
    }

    fn lack(&self, visit: &Visit, window: Window, score: Score) -> Lack {
        if self.draw(visit).is_certain {
            return Lack::Draw;
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
            for (index, edge) in self.searched_edges(visit, remaining) {
                let claims = self.about_move(visit, remaining, index, edge, score);
                if !claims.at_most && !self.may_skip(visit, remaining, index, edge, window, score) {
                    return if claims.was_searched { Lack::Weak(edge.mv) } else { Lack::NoClaim(edge.mv) };
                }
            }
        }
        Lack::Support
    }

    /// The name of a rule with which the claim would follow.
    fn undeclared(&mut self, visit: &Visit, window: Window, score: Score) -> Option<&'static str> {
        self.graph.expand(visit.node, true);
        let (declared, bound) = (self.rules, window.bound(score));
        let found = UNDECLARED.iter().find(|(_, declare)| {
            declare(&mut self.rules);
            let evades = self.rules.evades && self.rules.horizon.is_past(visit.remaining);
            let lacks_move = self.rules.singular && self.is_inner(visit);
            let declared_visit = Visit { evades: visit.evades || evades, lacks_move, ..*visit };
            let would_follow = self.derive(&declared_visit, window, score).includes(bound);
            self.rules = declared;
            would_follow
        });
        found.map(|(name, _)| *name)
    }

    /// The moves from the root to a visit.
    fn path(&self, visit: &Visit) -> Vec<Move> {
        let is_before = |other: &&Visit| other.ply <= visit.ply;
        let on_path: Vec<u32> = self.visits.iter().filter(is_before).map(|other| other.node).collect();
        let step = |pair: &[u32]| {
            let edges = self.graph.edges(pair[0]);
            edges.iter().find(|edge| edge.child == pair[1]).map_or(Move::NULL, |edge| edge.mv)
        };
        on_path.windows(2).filter(|pair| pair[0] != pair[1]).map(step).collect()
    }
}
