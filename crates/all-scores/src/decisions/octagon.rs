//! The known bounds of integers: of `x - y`, `x + y` and `x`.
//!
//! An octagon (Miné, *The Octagon Abstract Domain*, 2006) has two nodes for each variable `x`: one stands for `x`, the other one for
//! `-x`. The matrix holds the least known bound of the difference of each two nodes, so that `x + y <= 3` is `x - (-y) <= 3`, and
//! `x <= 3` is `x - (-x) <= 6`. The matrix is always tightly closed: it has every bound that follows for integers, and some integers
//! satisfy all bounds (Bagnara, Hill and Zaffanella, *Weakly-relational shapes for numeric abstractions*, 2009).

/// A variable or its negation: variable v has the number 2v, and its negation the number 2v + 1.
pub type Node = usize;

/// `x - y <= bound`, where x and y are different nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    pub x: Node,
    pub y: Node,
    pub bound: i16,
}

impl Fact {
    /// Whether the fact is about a node and its negation, whose bounds are even: twice the bounds of a variable.
    fn is_of_one_variable(self) -> bool {
        self.x == self.y ^ 1
    }

    #[must_use]
    pub fn negation(self) -> Self {
        let step = if self.is_of_one_variable() { 2 } else { 1 };
        Self { x: self.y, y: self.x, bound: -self.bound - step }
    }
}

/// No bound. The sum of two is no overflow.
const NONE: i16 = i16::MAX / 2;
/// The largest bound; larger numbers come from [`NONE`].
const LARGEST: i16 = NONE / 2;

#[derive(Clone, Default, Debug)]
pub struct Octagon {
    nodes: usize,
    bounds: Vec<i16>,
    /// Two rows that are used while the matrix changes.
    rows: [Vec<i16>; 2],
    /// Whether any variable may be bounded by itself.
    has_bounds: bool,
}

impl Octagon {
    /// Resets the octagon to integers without bounds.
    pub fn reset(&mut self, variables: usize) {
        self.nodes = 2 * variables;
        self.bounds.clear();
        self.bounds.resize(self.nodes * self.nodes, NONE);
        for node in 0..self.nodes {
            self.bounds[node * self.nodes + node] = 0;
        }
        self.has_bounds = false;
    }

    /// The largest bound of a fact, chosen so that no sum of bounds is mistaken for a missing bound.
    pub fn largest_bound(&self) -> i16 {
        LARGEST / (2 * self.nodes.max(1)) as i16
    }

    pub fn nodes(&self) -> usize {
        self.nodes
    }

    pub fn save(&self, saved: &mut Vec<i16>) {
        saved.extend_from_slice(&self.bounds);
        saved.push(self.has_bounds.into());
    }

    /// Restores the bounds that were saved last, and removes them from `saved`.
    pub fn restore(&mut self, saved: &mut Vec<i16>) {
        self.has_bounds = saved.pop() == Some(1);
        let first = saved.len() - self.bounds.len();
        self.bounds.copy_from_slice(&saved[first..]);
        saved.truncate(first);
    }

    #[inline]
    fn bound(&self, x: Node, y: Node) -> i16 {
        self.bounds[x * self.nodes + y]
    }

    /// The least known bound of `x - y`.
    pub fn known(&self, x: Node, y: Node) -> Option<i16> {
        Some(self.bound(x, y)).filter(|&bound| bound <= LARGEST)
    }

    /// Returns whether the fact holds for all or for no integers that satisfy the bounds; `None` if it holds for some integers.
    #[inline]
    pub fn decides(&self, fact: Fact) -> Option<bool> {
        let not = fact.negation();
        if self.bound(fact.x, fact.y) <= fact.bound {
            Some(true)
        } else if self.bound(not.x, not.y) <= not.bound {
            Some(false)
        } else {
            None
        }
    }

    /// Adds a fact that is not decided.
    pub fn assume(&mut self, fact: Fact) {
        let (Fact { x, y, bound }, n) = (fact, self.nodes);
        // The same fact about the negations: -y - (-x) <= bound.
        let (minus_x, minus_y) = (x ^ 1, y ^ 1);
        let rows = &mut self.rows;
        for (row, node) in rows.iter_mut().zip([y, minus_x]) {
            row.clear();
            row.extend_from_slice(&self.bounds[node * n..][..n]);
        }
        let [from_y, from_minus_x] = rows;
        let between =
            [from_minus_x[x], self.bounds[y * n + minus_y]].map(|known| known.saturating_add(bound));
        for row in self.bounds.chunks_exact_mut(n) {
            // The least bounds of `row - y` and `row - (-x)` by a path that ends with the new fact.
            let [to_x, to_minus_y] = [x, minus_y].map(|node| row[node].saturating_add(bound));
            let to_y = to_x.min(to_minus_y.saturating_add(between[0]));
            let to_minus_x = to_minus_y.min(to_x.saturating_add(between[1]));
            if to_y > LARGEST && to_minus_x > LARGEST {
                continue;
            }
            for (old, (&one, &other)) in row.iter_mut().zip(from_y.iter().zip(&*from_minus_x)) {
                *old = (*old).min(to_y.saturating_add(one)).min(to_minus_x.saturating_add(other));
            }
        }
        self.has_bounds = self.has_bounds || (0..n).any(|node| self.bound(node, node ^ 1) <= LARGEST);
        if self.has_bounds {
            self.tighten();
        }
    }

    /// Tightens the bounds: makes a bound of twice a variable even, and bounds sums by the bounds of two variables.
    fn tighten(&mut self) {
        let n = self.nodes;
        let [halves, _] = &mut self.rows;
        halves.clear();
        halves.extend((0..n).map(|node| {
            let own = self.bounds[node * n + (node ^ 1)];
            if own > LARGEST { LARGEST } else { own.div_euclid(2) }
        }));
        for (node, row) in self.bounds.chunks_exact_mut(n).enumerate() {
            let own = halves[node];
            if own == LARGEST {
                continue;
            }
            row[node ^ 1] = 2 * own;
            for (other, old) in row.iter_mut().enumerate() {
                if halves[other ^ 1] < LARGEST && other != node {
                    *old = (*old).min(own + halves[other ^ 1]);
                }
            }
        }
    }

    /// Gives each node an integer so that all bounds hold. For one variable after the other, `choose` takes an integer
    /// between the least and the greatest one that the preceding variables leave. A million stands for no bound, so
    /// `choose` takes numbers far from a million.
    pub fn solve(&self, values: &mut Vec<i32>, mut choose: impl FnMut(i32, i32) -> i32) {
        const FAR: i32 = 1 << 20;
        let bound = |x, y| self.known(x, y).map_or(FAR, i32::from);
        values.clear();
        for x in (0..self.nodes).step_by(2) {
            let minus_x = x + 1;
            let (mut low, mut high) = (-bound(minus_x, x).div_euclid(2), bound(x, minus_x).div_euclid(2));
            for (y, &value) in values.iter().enumerate() {
                high = high.min(value + bound(x, y));
                low = low.max(value - bound(y, x));
            }
            assert!(low <= high, "a tightly closed octagon leaves every variable a value");
            let value = choose(low, high);
            values.extend([value, -value]);
        }
    }
}
