//! The walk through a game that checks its laws.

use std::any::Any;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::laws::facts::{Difference, LawFacts, hash};
use crate::laws::{Broken, Collision, Explored, Law, Method, PositionPath};
use crate::position::{Move, Position};

/// The maximum number of equal positions that are compared with the one found first.
const MOST_EQUALS: usize = 4;

/// The maximum number of compared positions that have only their moves and evaluation in common.
const MOST_ALIKE: usize = 32;

#[derive(Clone, Copy, Default)]
struct ReachedFrom {
    start: usize,
    from: Option<(usize, usize)>,
}

struct Seen<P> {
    position: P,
    origin: ReachedFrom,
    facts: LawFacts,
    equals: usize,
}

pub(super) struct Explorer<P> {
    most: usize,
    seen: Vec<Seen<P>>,
    /// The positions that may be equal, because they have a hash, a key, an ordinal, or moves and evaluation in common.
    by_hash: HashMap<u64, Vec<usize>>,
    by_key: HashMap<u64, Vec<usize>>,
    by_ordinal: HashMap<usize, usize>,
    by_answers: HashMap<u64, Vec<usize>>,
    collision: Option<Collision>,
    is_complete: bool,
    /// The method that is being called, for the report of a panic.
    now: Cell<Method>,
    here: ReachedFrom,
    name: Option<String>,
}

impl<P: Position> Explorer<P> {
    pub fn new(most: usize) -> Self {
        Self {
            most,
            seen: Vec::new(),
            by_hash: HashMap::new(),
            by_key: HashMap::new(),
            by_ordinal: HashMap::new(),
            by_answers: HashMap::new(),
            collision: None,
            is_complete: true,
            now: Cell::new(Method::Eq),
            here: ReachedFrom::default(),
            name: None,
        }
    }

    pub fn examine(mut self, positions: impl IntoIterator<Item = P>) -> Result<Explored, Box<Broken>> {
        let explored = catch_unwind(AssertUnwindSafe(|| self.explore(positions)));
        match explored {
            Ok(explored) => explored?,
            Err(panic) => {
                let found = format!("a panic in `{}`: {}", self.now.get(), message(&*panic));
                return Err(self.broken(Law::Panics, "a result", found));
            }
        }
        Ok(Explored { positions: self.seen.len(), is_complete: self.is_complete, collision: self.collision })
    }

    fn explore(&mut self, positions: impl IntoIterator<Item = P>) -> Result<(), Box<Broken>> {
        for (start, position) in positions.into_iter().enumerate() {
            self.visit(position, ReachedFrom { start, from: None })?;
        }
        let mut next = 0;
        while let Some(Seen { position, origin, facts, .. }) = self.seen.get(next) {
            let (position, start, moves) = (position.clone(), origin.start, facts.moves.clone());
            for (index, &mv) in moves.iter().enumerate() {
                self.visit(position.play(mv), ReachedFrom { start, from: Some((next, index)) })?;
            }
            if let Some(passed) = position.pass() {
                self.visit(passed, ReachedFrom { start, from: Some((next, moves.len())) })?;
            }
            next += 1;
        }
        for number in 0..self.seen.len() {
            self.here = self.seen[number].origin;
            self.name.clone_from(&self.seen[number].facts.name);
            let again = LawFacts::observed(&self.seen[number].position, &self.now);
            let difference = self.seen[number].facts.difference_again(&again);
            self.agree(difference, Law::Again, None)?;
        }
        Ok(())
    }

    fn visit(&mut self, position: P, origin: ReachedFrom) -> Result<(), Box<Broken>> {
        (self.here, self.name) = (origin, None);
        let still = LawFacts::still(&position, &self.now);
        self.name.clone_from(&still.name);
        if let Some(known) = self.find(&position, &still)? {
            self.seen[known].equals += 1;
            return self.agree(self.difference(known, &position, still), Law::Equal, Some(known));
        }
        if self.seen.len() >= self.most {
            self.is_complete = false;
            return Ok(());
        }
        let facts = self.examined(&position, &still)?;
        let number = self.seen.len();
        if let Some(&other) = facts.ordinal.and_then(|ordinal| self.by_ordinal.get(&ordinal)) {
            let found = format!("{} twice", facts.ordinal.unwrap_or_default());
            return Err(Box::new(Broken {
                other: Some(self.place_of(other)),
                ..*self.broken(Law::DistinctOrdinals, "another ordinal", found)
            }));
        }
        if let (None, Some(others)) = (&self.collision, self.by_key.get(&facts.key)) {
            let (first, second) = (self.place_of(others[0]), self.place());
            self.collision = Some(Collision { key: facts.key, first, second });
        }
        self.by_hash.entry(facts.hash).or_default().push(number);
        self.by_key.entry(facts.key).or_default().push(number);
        self.by_answers.entry(answers(&facts)).or_default().push(number);
        self.by_ordinal.extend(facts.ordinal.map(|ordinal| (ordinal, number)));
        self.seen.push(Seen { position, origin, facts, equals: 0 });
        Ok(())
    }

    fn find(&self, position: &P, facts: &LawFacts) -> Result<Option<usize>, Box<Broken>> {
        self.now.set(Method::Eq);
        let all = |positions: Option<&'_ Vec<usize>>| positions.cloned().unwrap_or_default();
        let alike = all(self.by_answers.get(&answers(facts)));
        let ordinal = facts.ordinal.and_then(|ordinal| self.by_ordinal.get(&ordinal).copied());
        let candidates = all(self.by_hash.get(&facts.hash)).into_iter();
        let candidates = candidates.chain(all(self.by_key.get(&facts.key))).chain(ordinal);
        for number in candidates.chain(alike.into_iter().rev().take(MOST_ALIKE)) {
            let other = &self.seen[number].position;
            let is_equal = position == other;
            if is_equal != (other == position) {
                let found = format!("`a == b` is {is_equal} and `b == a` is {}", !is_equal);
                return Err(Box::new(Broken {
                    other: Some(self.place_of(number)),
                    ..*self.broken(Law::Equality, "the same result in both directions", found)
                }));
            }
            if is_equal {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    fn difference(&self, known: usize, position: &P, still: LawFacts) -> Option<Difference> {
        let Seen { position: other, facts, equals, .. } = &self.seen[known];
        // The moves are played only a few times.
        let own = if *equals <= MOST_EQUALS { LawFacts::observed(position, &self.now) } else { still };
        let difference = facts.difference(&own)?;
        if !matches!(difference.method, Method::Play | Method::Pass) {
            return Some(difference);
        }
        // Hashes of the positions after moves were compared.
        self.now.set(difference.method);
        let leads_to_equal = facts.moves.iter().all(|&mv| other.play(mv) == position.play(mv));
        let is_hash = leads_to_equal && other.pass() == position.pass();
        Some(if is_hash { Difference { method: Method::Hash, ..difference } } else { difference })
    }

    fn examined(&self, position: &P, still: &LawFacts) -> Result<LawFacts, Box<Broken>> {
        let now = &self.now;
        self.agree(still.difference_again(&LawFacts::still(position, now)), Law::Again, None)?;
        self.about_answers(position, still)?;
        now.set(Method::Eq);
        let clone = position.clone();
        #[expect(clippy::eq_op, reason = "a game may define equality in any way")]
        let is_equal = position == position && clone == *position;
        if !is_equal {
            return Err(self.broken(
                Law::Equality,
                "`true`",
                "`false` for a position and itself or its clone",
            ));
        }
        self.about_moves(position, still)?;
        let facts = LawFacts::observed(position, now);
        self.agree(still.difference_again(&facts), Law::Unchanged, None)?;
        let again = LawFacts::observed(position, now);
        self.agree(still.difference_again(&again), Law::Unchanged, None)?;
        self.agree(facts.difference_again(&again), Law::Again, None)?;
        self.agree(facts.difference(&LawFacts::observed(&clone, now)), Law::Equal, None)?;
        Ok(facts)
    }

    fn about_answers(&self, position: &P, facts: &LawFacts) -> Result<(), Box<Broken>> {
        let LawFacts { is_terminal, evaluation, ref moves, ref names, ref name, .. } = *facts;
        if !evaluation.is_static() {
            return Err(self.broken(Law::Range, "a score in range", evaluation.to_string()));
        }
        if !is_terminal && moves.is_empty() {
            return Err(self.broken(Law::HasMoves, "a move", "none"));
        }
        if let Some(mv) = moves.iter().find(|&&mv| mv == Move::NULL || mv == Move::POISON) {
            return Err(self.broken(Law::ReservedMoves, "other moves", mv.to_string()));
        }
        let mut different = HashSet::new();
        if let Some(mv) = moves.iter().find(|&&mv| !different.insert(mv)) {
            return Err(self.broken(Law::DistinctMoves, "each move once", format!("{mv} twice")));
        }
        let one_line = |name: &&String| name.is_empty() || name.contains(['\n', '\r']);
        if let Some(name) = names.iter().chain(name).find(one_line) {
            return Err(self.broken(Law::OneLine, "text on one line", format!("{name:?}")));
        }
        let mut different = HashSet::new();
        if let Some(name) = names.iter().find(|name| !different.insert(*name)) {
            return Err(self.broken(Law::DistinctNames, "each name once", format!("{name} twice")));
        }
        if !is_terminal {
            let before = [Move::NULL, Move::POISON];
            let mut appended = before.to_vec();
            self.now.set(Method::Moves);
            position.moves(&mut appended);
            let expected = [&before[..], moves].concat();
            if appended != expected {
                let (expected, found) = (format!("{expected:?}"), format!("{appended:?}"));
                return Err(self.broken(Law::Appends, expected, found));
            }
        }
        Ok(())
    }

    fn about_moves(&self, position: &P, facts: &LawFacts) -> Result<(), Box<Broken>> {
        for (&mv, name) in facts.moves.iter().zip(&facts.names) {
            self.now.set(Method::Play);
            if position.play(mv) != position.play(mv) {
                let expected = format!("the same position after {name}");
                return Err(self.broken(Law::Again(Method::Play), expected, "another one"));
            }
        }
        self.now.set(Method::Pass);
        let passed = position.pass();
        if passed.is_some() && facts.is_terminal {
            return Err(self.broken(Law::PassesWhenOver, "no pass", "one"));
        }
        if passed != position.pass() {
            return Err(self.broken(Law::Again(Method::Pass), "the same position", "another one"));
        }
        if passed.is_some_and(|passed| passed == *position) {
            return Err(self.broken(Law::PassesToItself, "another position", "the same one"));
        }
        Ok(())
    }

    fn agree(
        &self,
        difference: Option<Difference>,
        law: impl Fn(Method) -> Law,
        other: Option<usize>,
    ) -> Result<(), Box<Broken>> {
        let Some(Difference { method, expected, found }) = difference else { return Ok(()) };
        let other = other.map(|other| self.place_of(other));
        Err(Box::new(Broken { other, ..*self.broken(law(method), expected, found) }))
    }

    fn broken(&self, law: Law, expected: impl Into<String>, found: impl Into<String>) -> Box<Broken> {
        let (expected, found) = (expected.into(), found.into());
        Box::new(Broken { law, place: self.place(), other: None, expected, found })
    }

    fn place(&self) -> PositionPath {
        PositionPath { start: self.here.start, path: self.path(self.here), name: self.name.clone() }
    }

    fn place_of(&self, number: usize) -> PositionPath {
        let Seen { origin, facts, .. } = &self.seen[number];
        PositionPath { start: origin.start, path: self.path(*origin), name: facts.name.clone() }
    }

    fn path(&self, origin: ReachedFrom) -> Vec<String> {
        let mut path = Vec::new();
        let mut before = origin.from;
        while let Some((number, index)) = before {
            let Seen { facts, origin, .. } = &self.seen[number];
            path.push(facts.names.get(index).cloned().unwrap_or_else(|| "pass".to_owned()));
            before = origin.from;
        }
        path.reverse();
        path
    }
}

fn answers(facts: &LawFacts) -> u64 {
    hash(&(facts.evaluation, &facts.moves))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}
