//! How many orders of distinct scores a class contains.

use crate::score::origin::{MOST_VARIABLES, with_known};

/// The most scores whose orders are counted: there are 20! orders, which a number of 64 bits can hold.
pub const MOST_ORDERED: usize = 20;

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
    /// what is known. None if two scores must be near each other.
    pub fn far_apart(&mut self, variables: usize) -> u64 {
        debug_assert!(variables <= MOST_ORDERED && MOST_ORDERED < MOST_VARIABLES);
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
        if !is_possible {
            return 0;
        }
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
