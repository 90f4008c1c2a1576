//! All answers of a game about one position.

use std::cell::Cell;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::laws::Method;
use crate::position::{Move, Position};
use crate::score::Score;

#[derive(Clone)]
pub(super) struct LawFacts {
    pub hash: u64,
    pub key: u64,
    pub is_terminal: bool,
    pub evaluation: Score,
    pub moves: Vec<Move>,
    pub names: Vec<String>,
    noisy: Vec<bool>,
    forcing: Vec<bool>,
    pub ordinal: Option<usize>,
    pub name: Option<String>,
    after: Option<(Vec<u64>, Option<u64>)>,
}

pub(super) struct Difference {
    pub method: Method,
    pub expected: String,
    pub found: String,
}

impl LawFacts {
    pub fn still<P: Position>(position: &P, now: &Cell<Method>) -> Self {
        let during = |method| now.set(method);
        during(Method::Hash);
        let hash = hash(position);
        during(Method::Key);
        let key = position.key();
        during(Method::IsTerminal);
        let is_terminal = position.is_terminal();
        during(Method::Evaluate);
        let evaluation = position.evaluate();
        let mut moves = Vec::new();
        if !is_terminal {
            during(Method::Moves);
            position.moves(&mut moves);
        }
        during(Method::IsNoisy);
        let noisy = moves.iter().map(|&mv| position.is_noisy(mv)).collect();
        during(Method::IsForcing);
        let forcing = moves.iter().map(|&mv| position.is_forcing(mv)).collect();
        during(Method::MoveName);
        let names = moves.iter().map(|&mv| position.move_name(mv)).collect();
        during(Method::Ordinal);
        let ordinal = position.ordinal();
        during(Method::Name);
        let name = position.name();
        Self { hash, key, is_terminal, evaluation, moves, names, noisy, forcing, ordinal, name, after: None }
    }

    pub fn observed<P: Position>(position: &P, now: &Cell<Method>) -> Self {
        let still = Self::still(position, now);
        now.set(Method::Play);
        let children = still.moves.iter().map(|&mv| hash(&position.play(mv))).collect();
        now.set(Method::Pass);
        let passed = position.pass().map(|passed| hash(&passed));
        Self { after: Some((children, passed)), ..still }
    }

    pub fn difference(&self, found: &Self) -> Option<Difference> {
        let still = [
            differ(Method::Hash, &self.hash, &found.hash),
            differ(Method::Key, &self.key, &found.key),
            differ(Method::IsTerminal, &self.is_terminal, &found.is_terminal),
            differ(Method::Evaluate, &self.evaluation, &found.evaluation),
            differ(Method::Moves, &self.moves, &found.moves),
            differ(Method::MoveName, &self.names, &found.names),
            differ(Method::IsNoisy, &self.with_mark(&self.noisy), &found.with_mark(&found.noisy)),
            differ(Method::IsForcing, &self.with_mark(&self.forcing), &found.with_mark(&found.forcing)),
            differ(Method::Ordinal, &self.ordinal, &found.ordinal),
        ];
        still.into_iter().flatten().next().or_else(|| self.difference_after(found))
    }

    pub fn difference_again(&self, again: &Self) -> Option<Difference> {
        self.difference(again).or_else(|| differ(Method::Name, &self.name, &again.name))
    }

    fn difference_after(&self, found: &Self) -> Option<Difference> {
        let ((children, passed), (others, other)) = self.after.as_ref().zip(found.after.as_ref())?;
        if let Some(at) = children.iter().zip(others).position(|(own, other)| own != other) {
            let expected = format!("the same position after {}", self.names[at]);
            return Some(Difference { method: Method::Play, expected, found: "another one".to_owned() });
        }
        let describe = |passed: &Option<u64>| match passed {
            None => "no pass".to_owned(),
            Some(hash) => format!("a pass to the position with the hash {hash:#x}"),
        };
        let expected = describe(passed);
        (passed != other).then(|| Difference { method: Method::Pass, expected, found: describe(other) })
    }

    fn with_mark(&self, marks: &[bool]) -> Vec<&str> {
        self.names.iter().zip(marks).filter(|&(_, &mark)| mark).map(|(name, _)| name.as_str()).collect()
    }
}

fn differ<T: PartialEq + Debug>(method: Method, expected: &T, found: &T) -> Option<Difference> {
    (expected != found).then(|| Difference {
        method,
        expected: format!("{expected:?}"),
        found: format!("{found:?}"),
    })
}

pub(super) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
