//! Tests that each law is broken by a small game with one bug, and that no game of this crate breaks a law.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::*;
use crate::game::{Graph, Growth, Seeded};
use crate::position::Move;
use crate::score::Score;

/// A bug of a [`Toy`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bug {
    None,
    /// Equal positions have different answers if more than two moves have led to one of them.
    LongPaths(Method),
    /// The second call of a method has another result than the first.
    EachCall(Method),
    /// A move from a position changes its key.
    PlayChangesKey,
    /// The evaluation of the first position changes when the game is over somewhere.
    EvaluationChangesLater,
    NotEqualToItself,
    EqualToLater,
    ClearsMoves,
    SameMoveTwice,
    NullMove,
    NoMoves,
    EvaluatesToInfinity,
    PassesWhenOver,
    PassesToItself,
    SameOrdinals,
    SameNames,
    LineBreak,
    EmptyName,
    Panics,
    SameKeys,
}

/// A game of two players who take 1 to 3 matches, or pass.
#[derive(Clone)]
struct Toy {
    bug: Bug,
    matches: u8,
    is_second: bool,
    played: u8,
    changed: Cell<bool>,
    /// The number of calls; all positions share this number and `has_ended`.
    calls: Rc<Cell<u64>>,
    has_ended: Rc<Cell<bool>>,
}

const FIRST: u8 = 7;

impl Toy {
    fn new(bug: Bug) -> Self {
        Self {
            bug,
            matches: FIRST,
            is_second: false,
            played: 0,
            changed: Cell::default(),
            calls: Rc::default(),
            has_ended: Rc::default(),
        }
    }

    /// Whether the answer of `method` is wrong now.
    fn lies(&self, method: Method) -> bool {
        self.calls.set(self.calls.get() + 1);
        match self.bug {
            Bug::LongPaths(wrong) => wrong == method && self.played > 2,
            Bug::EachCall(wrong) => wrong == method && self.calls.get().is_multiple_of(2),
            _ => false,
        }
    }
}

impl PartialEq for Toy {
    fn eq(&self, other: &Self) -> bool {
        let is_same = (self.matches, self.is_second) == (other.matches, other.is_second);
        match self.bug {
            Bug::NotEqualToItself => false,
            Bug::EqualToLater => is_same && self.played <= other.played,
            _ => is_same,
        }
    }
}

impl Eq for Toy {}

impl Hash for Toy {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.matches, self.is_second, self.lies(Method::Hash)).hash(state);
    }
}

impl Position for Toy {
    fn moves(&self, moves: &mut Vec<Move>) {
        if self.bug == Bug::ClearsMoves {
            moves.clear();
        }
        let before = moves.len();
        moves.extend((1..=u16::from(self.matches.min(3))).map(Move::new));
        if self.lies(Method::Moves) {
            moves[before..].reverse();
        }
        match self.bug {
            Bug::SameMoveTwice => moves.push(Move::new(1)),
            Bug::NullMove => moves.push(Move::NULL),
            Bug::NoMoves if self.matches == 2 => moves.truncate(before),
            _ => {}
        }
    }

    fn play(&self, mv: Move) -> Self {
        assert!(self.bug != Bug::Panics || self.matches > 2, "two matches left");
        self.changed.set(true);
        self.has_ended.set(self.has_ended.get() || self.matches == 1);
        let taken = if self.lies(Method::Play) { 1 } else { mv.number() as u8 };
        Self {
            matches: self.matches - taken,
            is_second: !self.is_second,
            played: self.played + 1,
            changed: Cell::new(false),
            ..self.clone()
        }
    }

    fn evaluate(&self) -> Score {
        let has_changed =
            self.matches == FIRST && self.bug == Bug::EvaluationChangesLater && self.has_ended.get();
        match self.bug {
            Bug::EvaluatesToInfinity if self.matches == 3 => Score::INFINITY,
            _ if self.lies(Method::Evaluate) || has_changed => Score::ZERO + 1,
            _ => Score::ZERO,
        }
    }

    fn is_terminal(&self) -> bool {
        self.matches == 0 || self.lies(Method::IsTerminal)
    }

    fn pass(&self) -> Option<Self> {
        // Without passes no path leads back to the first position.
        let may_pass =
            self.bug != Bug::EvaluationChangesLater && self.matches > 0 || self.bug == Bug::PassesWhenOver;
        let turns = self.bug != Bug::PassesToItself;
        let passed = Self { is_second: self.is_second ^ turns, played: self.played + 1, ..self.clone() };
        (may_pass && !self.lies(Method::Pass)).then_some(passed)
    }

    fn is_noisy(&self, mv: Move) -> bool {
        self.lies(Method::IsNoisy) ^ (mv.number() == 3)
    }

    fn is_forcing(&self, mv: Move) -> bool {
        self.lies(Method::IsForcing) ^ (mv.number() == 2)
    }

    fn key(&self) -> u64 {
        let side = u64::from(self.is_second && self.bug != Bug::SameKeys);
        let wrong = self.lies(Method::Key) || self.bug == Bug::PlayChangesKey && self.changed.get();
        u64::from(self.matches) << 8 | side | u64::from(wrong) << 4
    }

    fn move_name(&self, mv: Move) -> String {
        match self.bug {
            Bug::SameNames => "take".to_owned(),
            Bug::LineBreak => format!("take\n{mv}"),
            _ if self.lies(Method::MoveName) => format!("remove {mv}"),
            _ => format!("take {mv}"),
        }
    }

    fn name(&self) -> Option<String> {
        let side = if self.is_second { "second" } else { "first" };
        let name = format!("{} for the {side} player", self.matches);
        Some(if self.bug == Bug::EmptyName { String::new() } else { name })
            .filter(|_| !self.lies(Method::Name))
    }

    fn ordinal(&self) -> Option<usize> {
        let side = usize::from(self.is_second && self.bug != Bug::SameOrdinals);
        (!self.lies(Method::Ordinal)).then_some(usize::from(self.matches) * 2 + side)
    }
}

fn broken(bug: Bug) -> Broken {
    *laws([Toy::new(bug)]).expect_err("the bug breaks a law")
}

#[test]
fn a_game_without_a_bug_obeys_all_laws() {
    let whole = Explored { positions: 16, is_complete: true, collision: None };
    assert_eq!(laws([Toy::new(Bug::None)]), Ok(whole.clone()));
    assert_eq!(laws_within([Toy::new(Bug::None)], 16), Ok(whole));
    let part = laws_within([Toy::new(Bug::None)], 5).expect("no bug");
    assert_eq!((part.positions, part.is_complete), (5, false));
    assert_eq!(laws::<Toy>([]).expect("nothing is wrong").positions, 0);
}

#[test]
fn equal_positions_have_equal_answers() {
    // The name of a position need not be the same.
    for &method in Method::ALL.iter().filter(|&&method| ![Method::Eq, Method::Name].contains(&method)) {
        let Broken { law, place, other, .. } = broken(Bug::LongPaths(method));
        let other = other.expect("two positions break the law");
        assert_eq!((law, place.name), (Law::Equal(method), other.name));
        assert!(place.path.len() > other.path.len(), "{:?}, {:?}", place.path, other.path);
    }
}

#[test]
fn a_second_call_has_the_same_result() {
    for &method in Method::ALL.iter().filter(|&&method| method != Method::Eq) {
        let law = broken(Bug::EachCall(method)).law;
        assert!(
            matches!(law, Law::Again(found) | Law::Unchanged(found) if found == method),
            "{method}: {law:?}"
        );
    }
    assert_eq!(broken(Bug::EvaluationChangesLater).law, Law::Again(Method::Evaluate));
}

#[test]
fn each_law_of_a_single_position_finds_its_bug() {
    for (bug, law) in [
        (Bug::PlayChangesKey, Law::Unchanged(Method::Key)),
        (Bug::NotEqualToItself, Law::Equality),
        (Bug::EqualToLater, Law::Equality),
        (Bug::ClearsMoves, Law::Appends),
        (Bug::SameMoveTwice, Law::DistinctMoves),
        (Bug::NullMove, Law::ReservedMoves),
        (Bug::NoMoves, Law::HasMoves),
        (Bug::EvaluatesToInfinity, Law::Range),
        (Bug::PassesWhenOver, Law::PassesWhenOver),
        (Bug::PassesToItself, Law::PassesToItself),
        (Bug::SameOrdinals, Law::DistinctOrdinals),
        (Bug::SameNames, Law::DistinctNames),
        (Bug::LineBreak, Law::OneLine),
        (Bug::EmptyName, Law::OneLine),
        (Bug::Panics, Law::Panics),
    ] {
        assert_eq!(broken(bug).law, law, "{bug:?}");
    }
}

#[test]
fn a_broken_law_is_described_in_three_lines() {
    assert_eq!(
        broken(Bug::NoMoves).to_string(),
        "the game breaks a law: a position that is not terminal has a move\n\
         at the position after take 2 take 3 from given position 1 (2 for the first player)\n\
         expected a move, found none"
    );
    assert_eq!(
        broken(Bug::PassesToItself).to_string(),
        "the game breaks a law: the position after a pass is another one\n\
         at given position 1 (7 for the first player)\n\
         expected another position, found the same one"
    );
    let panic = broken(Bug::Panics);
    assert_eq!(panic.found, "a panic in `play`: two matches left");
    assert_eq!(panic.place.name.as_deref(), Some("2 for the first player"));
    let different = broken(Bug::LongPaths(Method::IsNoisy)).to_string();
    assert!(
        different.contains("`is_noisy` is the same for equal positions") && different.contains(", and "),
        "{different}"
    );
}

#[test]
fn two_positions_with_one_key_are_noted() {
    let examined = laws([Toy::new(Bug::SameKeys)]).expect("no law forbids this");
    let collision = examined.collision.expect("the side to move is not in the key");
    assert_eq!(
        collision.to_string(),
        "two different positions have the key 0x700: given position 1 (7 for the first player), \
         and the position after pass from given position 1 (7 for the second player)"
    );
}

/// The positions of random games have no side to move, so that a pass may lead back to the same position.
#[test]
fn random_games_obey_all_laws_but_one() {
    let mut game = Graph::default();
    let (mut whole, mut passes_to_itself) = (0, 0);
    for seed in 0..1_000 {
        Growth::random_game(&mut Seeded::new(seed, 0), &mut game);
        if (0..game.len()).any(|node| game.pass(node) == Some(node)) {
            let broken = laws([game.root()]).expect_err("a pass leads back");
            assert_eq!(broken.law, Law::PassesToItself, "{game}");
            passes_to_itself += 1;
        } else {
            let expected = Explored { positions: game.len(), is_complete: true, collision: None };
            assert_eq!(laws([game.root()]), Ok(expected), "{game}");
            whole += 1;
        }
    }
    assert!(whole > 800 && passes_to_itself > 0, "{whole}, {passes_to_itself}");
}
