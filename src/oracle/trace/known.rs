//! What a run has claimed about each position and depth, and by which moves.

use super::derive::Derived;
use crate::score::Score;

const END: u32 = u32::MAX;

/// The claims of a run, by position and remaining plies. Lists are linked by indices, so that a run
/// allocates nothing once the memory is large enough.
#[derive(Default, Debug)]
pub(super) struct Known {
    heads: Vec<u32>,
    records: Vec<Record>,
    values: Vec<Value>,
    supporters: Vec<Supporter>,
    /// Visits that were searched less deep: the node, the plies to go that were requested, and those that were searched.
    reduced: Vec<(u32, usize, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    remaining: usize,
    at_least: Option<Score>,
    at_most: Option<Score>,
    values: u32,
    next: u32,
}

/// A value that a visit of a position named as exact.
#[derive(Clone, Copy, Debug)]
struct Value {
    score: Score,
    /// Whether a visit returned it as the value with which alpha began, so that it has no line.
    is_alpha: bool,
    supporters: u32,
    next: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Supporter {
    pub node: u32,
    pub remaining: usize,
    next: u32,
}

fn list<T: Copy>(items: &[T], first: u32, next: impl Fn(&T) -> u32) -> impl Iterator<Item = (u32, T)> {
    let mut at = first;
    std::iter::from_fn(move || {
        let item = *items.get(at as usize)?;
        Some((std::mem::replace(&mut at, next(&item)), item))
    })
}

impl Known {
    pub fn clear(&mut self) {
        self.heads.clear();
        self.records.clear();
        self.values.clear();
        self.supporters.clear();
        self.reduced.clear();
    }

    pub fn add_reduced(&mut self, node: u32, remaining: usize, searched: usize) {
        if !self.is_reduced(node, remaining, searched) {
            self.reduced.push((node, remaining, searched));
        }
    }

    /// Whether a visit of this node with `remaining` plies to go was searched with `searched`.
    pub fn is_reduced(&self, node: u32, remaining: usize, searched: usize) -> bool {
        self.reduced.contains(&(node, remaining, searched))
    }

    fn records(&self, node: u32) -> impl Iterator<Item = (u32, Record)> {
        let first = self.heads.get(node as usize).copied().unwrap_or(END);
        list(&self.records, first, |record| record.next)
    }

    fn values(&self, record: Record) -> impl Iterator<Item = (u32, Value)> {
        list(&self.values, record.values, |value| value.next)
    }

    pub fn record(&mut self, node: u32, remaining: usize) -> u32 {
        let known = self.records(node).find(|(_, record)| record.remaining == remaining);
        if let Some((index, _)) = known {
            return index;
        }
        let node = node as usize;
        if self.heads.len() <= node {
            self.heads.resize(node + 1, END);
        }
        let index = self.records.len() as u32;
        let next = std::mem::replace(&mut self.heads[node], index);
        self.records.push(Record { remaining, at_least: None, at_most: None, values: END, next });
        index
    }

    pub fn add(&mut self, record: u32, score: Score, derived: Derived) {
        let known = &mut self.records[record as usize];
        if derived.at_least {
            known.at_least = known.at_least.max(Some(score));
        }
        if derived.at_most {
            known.at_most = Some(known.at_most.map_or(score, |least| least.min(score)));
        }
        if derived.exactly {
            self.value(record, score);
        }
    }

    fn value(&mut self, record: u32, score: Score) -> u32 {
        let own = self.records[record as usize];
        let known = self.values(own).find(|(_, value)| value.score == score);
        if let Some((index, _)) = known {
            return index;
        }
        let index = self.values.len() as u32;
        self.values.push(Value { score, is_alpha: false, supporters: END, next: own.values });
        self.records[record as usize].values = index;
        index
    }

    /// Notes that a visit returned the exact value as the one with which alpha began.
    pub fn add_alpha(&mut self, record: u32, score: Score) {
        let value = self.value(record, score) as usize;
        self.values[value].is_alpha = true;
    }

    /// Whether a visit at one of the drafts for which `usable` holds returned the exact value as the one with which alpha began.
    pub fn is_alpha(&self, node: u32, score: Score, usable: impl Fn(usize) -> bool) -> bool {
        let mut records = self.records(node).filter(|(_, record)| usable(record.remaining));
        records
            .any(|(_, record)| self.values(record).any(|(_, value)| value.is_alpha && value.score == score))
    }

    pub fn add_supporter(&mut self, record: u32, score: Score, node: u32, remaining: usize) {
        let value = self.value(record, score) as usize;
        let first = self.values[value].supporters;
        let is_known = |(_, one): (u32, Supporter)| (one.node, one.remaining) == (node, remaining);
        if !list(&self.supporters, first, |one| one.next).any(is_known) {
            self.values[value].supporters = self.supporters.len() as u32;
            self.supporters.push(Supporter { node, remaining, next: first });
        }
    }

    /// The largest v of *value >= v* and the smallest v of *value <= v* at the drafts for which `usable` holds.
    pub fn bounds(&self, node: u32, usable: impl Fn(usize) -> bool) -> (Option<Score>, Option<Score>) {
        let records = self.records(node).map(|(_, record)| record).filter(|record| usable(record.remaining));
        records.fold((None, None), |(least, most), record| {
            let smaller = most.into_iter().chain(record.at_most).min();
            (least.max(record.at_least), smaller)
        })
    }

    /// The smallest and the largest score that an entry of a position may put in the place of `evaluation`: those of
    /// upper bounds below it, of lower bounds above it, and exact ones; no mates.
    pub fn extremes(&self, node: u32, evaluation: Score) -> (Score, Score) {
        let (mut least, mut most) = (evaluation, evaluation);
        let ordinary = |score: Option<Score>| score.filter(|score| score.is_ordinary());
        for (_, record) in self.records(node) {
            let values = || self.values(record).filter_map(|(_, value)| ordinary(Some(value.score)));
            // Only the sharpest bound is kept. If that is a mate, any other number may have been one before.
            let within =
                |bound: Option<Score>| bound.map(|bound| bound.clamp(-Score::LARGEST, Score::LARGEST));
            least = values().chain(within(record.at_most)).fold(least, Score::min);
            most = values().chain(within(record.at_least)).fold(most, Score::max);
        }
        (least, most)
    }

    /// Which claims about `score` follow from those about the position at the drafts for which `usable`
    /// holds.
    pub fn implied(&self, node: u32, score: Score, usable: impl Fn(usize) -> bool) -> Derived {
        let mut implied = Derived::default();
        for (_, record) in self.records(node).filter(|(_, record)| usable(record.remaining)) {
            implied.at_least |= record.at_least.is_some_and(|known| known >= score);
            implied.at_most |= record.at_most.is_some_and(|known| known <= score);
            implied.exactly |= self.values(record).any(|(_, value)| value.score == score);
        }
        implied
    }

    /// The children that attained the exact value `score` at one of the drafts for which `usable` holds.
    pub fn supporters(
        &self,
        node: u32,
        score: Score,
        usable: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = Supporter> {
        let records = self.records(node).filter(move |(_, record)| usable(record.remaining));
        let values = records.flat_map(|(_, record)| self.values(record));
        let values = values.filter(move |(_, value)| value.score == score);
        values
            .flat_map(|(_, value)| list(&self.supporters, value.supporters, |one| one.next))
            .map(|(_, one)| one)
    }
}
