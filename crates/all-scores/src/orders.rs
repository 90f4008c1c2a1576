//! Counts of the orders of distinct scores in a class.

use std::collections::HashMap;

use crate::score::origin::{Octagon, with_known};

/// The most scores whose orders are counted: the 18! orders are a number of 64 bits.
pub const MOST_ORDERED: usize = 18;

/// No bound of the distance of two places.
const NONE: i16 = i16::MAX / 2;

/// Counts orders of scores whose neighbours are `gap` apart, and reuses its memory. An order gives each variable a place, from 0
/// for the smallest score on.
#[derive(Default)]
pub struct OrderCounter {
    gap: i16,
    bounds: Bounds,
    /// The known number of orders of each set of variables, else 0; and the sets with a known number.
    known: Vec<u64>,
    counted: Vec<u32>,
    /// The pairs of variables with more known than their order; and, if there are any, the numbers of orders of the
    /// variables left to place.
    near: Vec<(usize, usize)>,
    known_near: HashMap<Left, u64>,
}

/// The bounds that a class sets for the places of its variables.
#[derive(Default)]
struct Bounds {
    variables: usize,
    /// For each two variables, the most places by which the first comes after the second; negative if the first must come before
    /// the second.
    after: Vec<i16>,
    /// For each variable, the variables that must come before it, and the variables that must come before or after it.
    smaller: [u32; MOST_ORDERED],
    related: [u32; MOST_ORDERED],
}

impl Bounds {
    fn set(&mut self, known: &Octagon, variables: usize, gap: i16) {
        self.variables = variables;
        self.after.clear();
        for (x, y) in pairs(variables) {
            let places = known.known(2 * x, 2 * y).filter(|_| x != y).map(|bound| bound.div_euclid(gap));
            // No two variables have the same place.
            self.after.push(places.map_or(NONE, |places| if places == 0 { -1 } else { places }));
        }
        (self.smaller, self.related) = ([0; _], [0; _]);
        for (x, y) in pairs(variables) {
            if self.after(x, y) < 0 {
                self.smaller[y] |= 1 << x;
                self.related[y] |= 1 << x;
                self.related[x] |= 1 << y;
            }
        }
    }

    fn after(&self, x: usize, y: usize) -> i16 {
        self.after[x * self.variables + y]
    }

    /// Whether the bounds of a pair say more than which variable comes first.
    fn is_near(&self, (x, y): (usize, usize)) -> bool {
        let bound = self.after(x, y);
        let is_by = |z| {
            let (one, other) = (self.after(x, z), self.after(z, y));
            one < 0 && other < 0 && one + other <= bound
        };
        match bound {
            -1 => false,
            ..0 => !(0..self.variables).any(is_by),
            0.. => usize::from(bound.unsigned_abs()) + 2 <= self.variables,
        }
    }
}

impl OrderCounter {
    /// Returns a counter of orders for a distance of `gap` between neighbouring scores, where `gap` is at least 1.
    pub fn new(gap: u32) -> Self {
        // No class knows of a distance as long as the largest one of this type.
        Self { gap: gap.try_into().unwrap_or(i16::MAX), ..Self::default() }
    }

    /// Returns the number of orders of all variables in the class of the last run. `None` if there are too many
    /// variables, or the class knows a bound of a score or of the sum of two scores.
    pub fn count(&mut self, variables: usize) -> Option<u64> {
        if variables > MOST_ORDERED {
            return None;
        }
        with_known(|known| {
            let has_sum = |(x, y)| known.known(2 * x, 2 * y + 1).or(known.known(2 * x + 1, 2 * y)).is_some();
            (!pairs(variables).any(has_sum)).then(|| self.bounds.set(known, variables, self.gap))
        })?;
        if pairs(variables).any(|(x, y)| self.bounds.after(x, y) < 0 && self.bounds.after(y, x) < 0) {
            return Some(0);
        }
        self.near.clear();
        self.near.extend(pairs(variables).filter(|&pair| self.bounds.is_near(pair)));
        if !self.near.is_empty() {
            self.known_near.clear();
            return Some(self.near_orders(Left::ALL));
        }
        self.known.resize(self.known.len().max(1 << variables), 0);
        let orders = self.orders((1 << variables) - 1);
        self.counted.drain(..).for_each(|set| self.known[set as usize] = 0);
        Some(orders)
    }

    /// The number of linear extensions of the required order of the variables in `set`.
    fn orders(&mut self, set: u32) -> u64 {
        if set.count_ones() <= 1 {
            return 1;
        }
        if self.known[set as usize] > 0 {
            return self.known[set as usize];
        }
        let part = self.related_to(set & set.wrapping_neg(), set);
        let orders = if part != set {
            shuffles(set.count_ones(), part.count_ones()) * self.orders(part) * self.orders(set & !part)
        } else if let Some(x) = bits(set).find(|&x| set & !(self.bounds.related[x] | 1 << x) == 0) {
            let before = set & self.bounds.smaller[x];
            self.orders(before) * self.orders(set & !before & !(1 << x))
        } else {
            let mut orders = 0;
            for x in bits(set) {
                if self.bounds.smaller[x] & set == 0 {
                    orders += self.orders(set & !(1 << x));
                }
            }
            orders
        };
        self.known[set as usize] = orders;
        self.counted.push(set);
        orders
    }

    /// Returns the variables of `set` that are related to variables of `some`, directly or by other variables.
    fn related_to(&self, mut some: u32, set: u32) -> u32 {
        loop {
            let more = bits(some).fold(some, |more, x| more | self.bounds.related[x] & set);
            if more == some {
                return some;
            }
            some = more;
        }
    }

    /// The number of orders of the variables that are left.
    fn near_orders(&mut self, left: Left) -> u64 {
        let (all, now) = ((1 << self.bounds.variables) - 1, left.placed.count_ones() as i16);
        if left.placed == all {
            return 1;
        }
        if let Some(&orders) = self.known_near.get(&left) {
            return orders;
        }
        let mut orders = 0;
        for x in bits(all & !left.placed) {
            if self.bounds.smaller[x] & !left.placed == 0 && left.first[x] <= now {
                orders += left.with(x, &self.near, &self.bounds).map_or(0, |next| self.near_orders(next));
            }
        }
        self.known_near.insert(left, orders);
        orders
    }
}

/// The variables that are left to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Left {
    placed: u32,
    /// The first and the last place that is left to each variable; 0 if the variable is placed, or if the order alone decides.
    first: [i16; MOST_ORDERED],
    last: [i16; MOST_ORDERED],
}

impl Left {
    const ALL: Self = Self { placed: 0, first: [0; _], last: [i16::MAX; _] };

    /// Puts `x` at the next place. Returns the remaining places; `None` if a variable has no place any more.
    fn with(mut self, x: usize, near: &[(usize, usize)], bounds: &Bounds) -> Option<Self> {
        let place = self.placed.count_ones() as i16;
        self.placed |= 1 << x;
        (self.first[x], self.last[x]) = (0, 0);
        for &(one, other) in near {
            let bound = bounds.after(one, other);
            if one == x && self.placed >> other & 1 == 0 {
                self.first[other] = self.first[other].max(place - bound);
            } else if other == x && self.placed >> one & 1 == 0 {
                self.last[one] = self.last[one].min(place + bound);
            }
        }
        for y in bits(((1 << bounds.variables) - 1) & !self.placed) {
            if self.first[y] <= place + 1 {
                self.first[y] = 0;
            }
            if self.last[y] <= place {
                return None;
            }
        }
        Some(self)
    }
}

fn pairs(variables: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..variables * variables).map(move |pair| (pair / variables, pair % variables))
}

fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// Returns the number of ways to divide the places of `all` variables between `part` of the variables and the others.
fn shuffles(all: u32, part: u32) -> u64 {
    (1..=u64::from(part)).fold(1, |ways, number| ways * (u64::from(all - part) + number) / number)
}
