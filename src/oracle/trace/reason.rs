//! Why a claim does not follow: the step that came nearest, and what it lacked.

use std::fmt;

use super::{Trace, Visit};
use crate::oracle::{Drafts, Extended, ExtraPlies, Margin, Plies, Reductions, Repetition, Rules};
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
    /// The rule with which the claim would follow, if one of them is enough.
    pub needs: Option<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lack {
    Draw,
    Evaluation(Score),
    StandPat(Score),
    Support,
    NoClaim(Move),
    Weak(Move),
}

impl Lack {
    fn with_name(self, name: impl Fn(Move) -> String) -> String {
        match self {
            Self::Draw => "the position is on the path already, so its value is 0".to_owned(),
            Self::Evaluation(value) => format!("the search ends here, and the evaluation is {value}"),
            Self::StandPat(value) => format!("standing pat is worth {value}"),
            Self::Support => "no move was found to be worth that in this visit".to_owned(),
            Self::NoClaim(mv) => format!("no claim about move {} in this visit", name(mv)),
            Self::Weak(mv) => {
                format!("the claims about move {} in this visit allow a better score", name(mv))
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
        let Self { ordinal, key, remaining, window, returned, lack, needs, .. } = self;
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
        let needs = needs.map_or(String::new(), |rule| format!("; it would be valid with {rule}"));
        format!(
            "{place} ({position}) with {remaining} {plies} to go and window {window} returned {claim} {returned}: \
             {lack}{needs}"
        )
    }
}

impl fmt::Display for Underived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path: Vec<String> = self.path.iter().map(Move::to_string).collect();
        f.write_str(&self.with_names(&path, |mv| mv.to_string()))
    }
}

type Declare = fn(&mut Rules);

/// Rules that a search may have forgotten to declare, each as its most permissive form.
const UNDECLARED: &[(&str, Declare)] = &[
    ("draws by repetition", |rules| rules.repetition = Some(Repetition::FIRST)),
    ("a table", |rules| rules.drafts = Drafts::Equal),
    ("table entries of deeper drafts", |rules| rules.drafts = Drafts::Deeper),
    ("a table that leaves probe", |rules| (rules.drafts, rules.leaves) = (Drafts::Deeper, true)),
    ("internal iterative reduction", |rules| *rules = rules.iir_plies(1..=u8::MAX)),
    ("null move", |rules| *rules = rules.null(0..=u8::MAX).null_from(1)),
    ("late move reductions", |rules| {
        rules.lmr = Some(Reductions { plies: Plies::between(1, u8::MAX), after: 1 });
    }),
    ("futility pruning", |rules| rules.futility = Some(Margin::at_all(0))),
    ("move count pruning", |rules| rules.move_count = Some(1)),
    ("static null move", |rules| rules.static_null = Some(Margin::at_all(0))),
    ("razoring", |rules| rules.razoring = Some(Margin::at_all(0))),
    ("exact scores outside the window", |rules| rules.exact_outside = true),
    ("pruning at open windows", |rules| *rules = prunes_all(*rules).pv_pruning()),
    ("static null moves that return the evaluation", |rules| {
        *rules = rules.static_null(Margin::at_all(0)).static_null_evaluation();
    }),
    ("extensions of any move", |rules| *rules = rules.extension_moves(Extended::Any, usize::MAX / 2)),
    ("a table in quiescence", |rules| *rules = rules.tt(Drafts::Deeper).tt_quiescence()),
    ("delta pruning", |rules| rules.delta = Some(0)),
    ("evasions", |rules| rules.evades = true),
    ("ProbCut", |rules| *rules = rules.prob_cut(Plies::between(0, u8::MAX), 0)),
    ("razoring by quiescence", |rules| rules.razors_by_quiescence = true),
    ("evaluations that the table corrects", |rules| rules.corrects_evaluation = true),
    ("mate distance pruning", |rules| rules.mate_distance = true),
    ("singular extension", |rules| rules.singular = true),
    ("joined bounds", |rules| rules.joins = true),
    ("windows narrowed by table entries", |rules| rules.narrows = true),
    ("cutoffs by a search of the position itself", |rules| *rules = rules.own_cutoffs()),
    ("skipped moves that count as nothing", |rules| {
        *rules = rules.futility(Margin::at_all(0)).futility_best().delta_pruning(0).delta_pruning_best();
    }),
    ("move count pruning of noisy moves", |rules| *rules = rules.move_count(1).move_count_any()),
    ("less deep searches after late move reductions", |rules| {
        let late = Reductions { plies: Plies::between(1, u8::MAX), after: 1 };
        *rules = rules.lmr(late).lmr_shallower();
    }),
    ("extensions by other numbers of plies", |rules| {
        let plies = ExtraPlies::between(i8::MIN, i8::MAX);
        let longest = rules.extension_moves(Extended::Any, usize::MAX / 2).extension_times(u8::MAX);
        *rules = longest.extension_plies(plies);
    }),
];

fn prunes_all(rules: Rules) -> Rules {
    let all = Margin::at_all(0);
    rules.futility(all).static_null(all).razoring(all).move_count(1).null(Plies::between(0, u8::MAX))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    #[test]
    fn each_guess_may_be_what_was_not_declared() {
        for (name, has) in Rules::GUESSES {
            let declares = |declare: &Declare| {
                let mut rules = Rules::FIXED_TREE;
                declare(&mut rules);
                has(&rules)
            };
            // What several moves may cut off, one may by `ProbCut`.
            let is_named = *name == "multi_cut" || UNDECLARED.iter().any(|(_, declare)| declares(declare));
            assert!(is_named, "{name}");
        }
    }

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
            needs: None,
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
