//! How many orders of distinct scores a class contains.

use crate::score::origin::{MOST_VARIABLES, with_known};

/// The most scores whose orders are counted: 18 times the 18! orders are a number of 64 bits.
pub const MOST_ORDERED: usize = 18;

/// Counts orders, and reuses its memory.
#[derive(Default)]
pub struct Orders {
    /// For each variable, those that are smaller.
    smaller: Vec<u32>,
    /// The number of orders of each set of variables of which it is known, else 0; and these sets.
    known: Vec<u64>,
    counted: Vec<u32>,
}

impl Orders {
    /// The number of orders of the variables, all far apart, that belong to the class of the last run: the linear extensions of
    /// what is known; 0 if two scores must be near each other. `None` if the class knows more than the order of its scores: a
    /// bound of a score, or of the sum of two.
    pub fn far_apart(&mut self, variables: usize) -> Option<u64> {
        debug_assert!(variables <= MOST_ORDERED && MOST_ORDERED < MOST_VARIABLES);
        let has_sums = with_known(|known| {
            let has_sum = |x: usize| {
                (0..=x).any(|y| known.known(2 * x, 2 * y + 1).or(known.known(2 * x + 1, 2 * y)).is_some())
            };
            (0..variables).any(has_sum)
        });
        if has_sums {
            return None;
        }
        let is_possible = with_known(|known| {
            // `x - y` has a bound: where scores are far apart, x is the smaller one.
            let is_smaller = |x: usize, y: usize| x != y && known.known(2 * x, 2 * y).is_some();
            self.smaller.clear();
            self.smaller.extend(
                (0..variables)
                    .map(|y| (0..variables).filter(|&x| is_smaller(x, y)).fold(0, |set, x| set | 1 << x)),
            );
            (0..variables).all(|x| (0..x).all(|y| !(is_smaller(x, y) && is_smaller(y, x))))
        });
        Some(if is_possible { self.extensions_of_all(variables) } else { 0 })
    }

    /// The number of orders in which each variable comes after those that are smaller.
    fn extensions_of_all(&mut self, variables: usize) -> u64 {
        let (mut rest, mut placed, mut orders) = ((1u32 << variables) - 1, 0, 1);
        while rest != 0 {
            let component = self.component(rest);
            rest &= !component;
            let size = component.count_ones().into();
            self.known.resize(self.known.len().max(1 << variables), 0);
            // The places of these variables among those of all so far.
            orders = (1..=size).fold(orders, |orders, number| orders * (placed + number) / number);
            orders *= self.extensions(component, 0);
            placed += size;
            self.counted.drain(..).for_each(|set| self.known[set as usize] = 0);
        }
        orders
    }

    /// A set of variables that are not comparable with any other one of `rest`.
    fn component(&self, rest: u32) -> u32 {
        let mut found = rest & rest.wrapping_neg();
        loop {
            let of_one = |set: u32, x: usize| {
                let own = self.smaller[x] | 1 << x;
                if own & set == 0 { set } else { set | own }
            };
            let more = (0..self.smaller.len()).fold(found, of_one);
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// The number of orders of the variables of `all` that are not in `placed`, after those that are.
    fn extensions(&mut self, all: u32, placed: u32) -> u64 {
        if placed == all {
            return 1;
        }
        if self.known[placed as usize] > 0 {
            return self.known[placed as usize];
        }
        let mut sum = 0;
        for x in (0..self.smaller.len()).filter(|x| (all & !placed) >> x & 1 == 1) {
            if self.smaller[x] & !placed == 0 {
                sum += self.extensions(all, placed | 1 << x);
            }
        }
        self.known[placed as usize] = sum;
        self.counted.push(placed);
        sum
    }
}
