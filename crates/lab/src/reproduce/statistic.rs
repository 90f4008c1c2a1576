//! What was counted, as integers that can be added in any order; and the confidence intervals of the results.

use std::fmt;

use distrs::{Normal, StudentsT};
use pvcheck::experiment::share_interval;

/// The sums over games of two numbers, `x` and `y`, of each game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    games: u64,
    x: u128,
    y: u128,
    xx: u128,
    yy: u128,
    xy: u128,
}

impl Sums {
    pub fn count(&mut self, x: u64, y: u64) {
        let (x, y) = (u128::from(x), u128::from(y));
        self.add(&Self { games: 1, x, y, xx: x * x, yy: y * y, xy: x * y });
    }

    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.yy += other.yy;
        self.xy += other.xy;
    }

    pub(super) fn share(&self) -> Statistic {
        Statistic::Share { count: self.y as u64, games: self.x as u64 }
    }

    fn mean(sum: u128, games: u64) -> f64 {
        sum as f64 / games as f64
    }

    fn covariance(&self, product: u128, one: u128, other: u128) -> f64 {
        let games = u128::from(self.games);
        // Exact as integers: the difference of the two products is small beside them.
        let (all, expected) = (product * games, one * other);
        let difference = if all >= expected { (all - expected) as f64 } else { -((expected - all) as f64) };
        difference / (games as f64 * (games - 1) as f64)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fraction {
    pub numerator: u128,
    pub denominator: u128,
}

impl Fraction {
    /// The fraction in lowest terms.
    ///
    /// # Panics
    ///
    /// If the denominator is 0.
    pub fn new(numerator: u128, denominator: u128) -> Self {
        assert!(denominator > 0, "a fraction has a denominator");
        let (mut one, mut other) = (numerator, denominator);
        while other > 0 {
            (one, other) = (other, one % other);
        }
        Self { numerator: numerator / one, denominator: denominator / one }
    }

    pub fn number(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => f.pad(&self.numerator.to_string()),
            denominator => f.pad(&format!("{}/{denominator}", self.numerator)),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Statistic {
    Share {
        count: u64,
        games: u64,
    },
    Mean(Sums),
    Ratio(Sums),
    /// The square root of the quotient of two means of `y`, over independent games: the growth per ply when the depths
    /// of the games differ by two plies.
    Growth {
        deep: Sums,
        /// Two plies less deep.
        shallow: Sums,
    },
    Computed(f64),
}

impl Statistic {
    pub fn games(&self) -> u64 {
        match self {
            Self::Share { games, .. } => *games,
            Self::Mean(sums) | Self::Ratio(sums) | Self::Growth { deep: sums, .. } => sums.games,
            Self::Computed(_) => 0,
        }
    }

    pub fn value(&self) -> f64 {
        match self {
            Self::Growth { deep, shallow } => {
                (Sums::mean(deep.y, deep.games) / Sums::mean(shallow.y, shallow.games)).sqrt()
            }
            Self::Computed(value) => *value,
            _ => self.fraction().map_or(0.0, Fraction::number),
        }
    }

    pub fn fraction(&self) -> Option<Fraction> {
        let (numerator, denominator) = match self {
            Self::Share { count, games } => (u128::from(*count), u128::from(*games)),
            Self::Mean(sums) => (sums.y, u128::from(sums.games)),
            Self::Ratio(sums) => (sums.y, sums.x),
            Self::Growth { .. } | Self::Computed(_) => return None,
        };
        (denominator > 0).then(|| Fraction::new(numerator, denominator))
    }

    /// Returns the confidence interval of this `level`, below 1, if the games are a random sample. `None` if there is
    /// no sample.
    ///
    /// - A share: the score interval (E. B. Wilson 1927).
    /// - A mean: Student's interval from the sample variance.
    /// - A ratio of means, and a growth: the same, with the variance of the first-order expansion (the delta method).
    pub fn interval(&self, level: f64) -> Option<(f64, f64)> {
        let quantile = f64::midpoint(1.0, level);
        match *self {
            Self::Share { count, games } => {
                (games > 0).then(|| share_interval(count, games, Normal::ppf(quantile, 0.0, 1.0)))
            }
            Self::Mean(ref sums) => (sums.games > 1)
                .then(|| self.student(sums.games, sums.covariance(sums.yy, sums.y, sums.y), quantile)),
            Self::Ratio(ref sums) => {
                if sums.games < 2 || sums.x == 0 {
                    return None;
                }
                let ratio = self.value();
                let variance = sums.covariance(sums.yy, sums.y, sums.y)
                    - 2.0 * ratio * sums.covariance(sums.xy, sums.x, sums.y)
                    + ratio * ratio * sums.covariance(sums.xx, sums.x, sums.x);
                let mean = Sums::mean(sums.x, sums.games);
                Some(self.student(sums.games, variance.max(0.0) / (mean * mean), quantile))
            }
            Self::Growth { ref deep, ref shallow } => {
                if deep.games < 2 || shallow.games < 2 {
                    return None;
                }
                // The relative error of a square root is half that of the quotient.
                let relative = |sums: &Sums| {
                    let mean = Sums::mean(sums.y, sums.games);
                    sums.covariance(sums.yy, sums.y, sums.y) / (mean * mean * sums.games as f64)
                };
                let games = deep.games.min(shallow.games);
                let variance = (relative(deep) + relative(shallow)) / 4.0 * self.value().powi(2);
                Some(self.student(games, variance * games as f64, quantile))
            }
            Self::Computed(_) => None,
        }
    }

    fn student(&self, games: u64, variance: f64, quantile: f64) -> (f64, f64) {
        let half = StudentsT::ppf(quantile, (games - 1) as f64) * (variance / games as f64).sqrt();
        (self.value() - half, self.value() + half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(pairs: &[(u64, u64)]) -> Sums {
        let mut sums = Sums::default();
        for &(x, y) in pairs {
            sums.count(x, y);
        }
        sums
    }

    fn near(interval: Option<(f64, f64)>, low: f64, high: f64) -> bool {
        interval.is_some_and(|found| (found.0 - low).abs() < 5e-5 && (found.1 - high).abs() < 5e-5)
    }

    /// 81 of 263 is the example of Newcombe, *Two-sided confidence intervals for the single proportion*, 1998.
    #[test]
    fn the_interval_of_a_share_is_that_of_wilson() {
        let share = |count, games| Statistic::Share { count, games }.interval(0.95);
        assert!(near(share(81, 263), 0.2553, 0.3662), "{:?}", share(81, 263));
        assert!(near(share(0, 20), 0.0, 0.1611) && near(share(20, 20), 0.8389, 1.0));
        assert_eq!(
            (share(0, 20).map(|found| found.0), share(20, 20).map(|found| found.1)),
            (Some(0.0), Some(1.0))
        );
        assert_eq!(share(0, 0), None);
    }

    /// The mean of 1 to 5 is 3, the variance 2.5, and the quantile of 4 degrees of freedom 2.7764.
    #[test]
    fn the_interval_of_a_mean_is_that_of_student() {
        let mean = Statistic::Mean(sums(&[(0, 1), (0, 2), (0, 3), (0, 4), (0, 5)]));
        let half = 2.776_445 * 0.5_f64.sqrt();
        assert!(near(mean.interval(0.95), 3.0 - half, 3.0 + half), "{:?}", mean.interval(0.95));
        assert_eq!(mean.fraction().map(|mean| mean.to_string()), Some("3".into()));
        assert_eq!(Statistic::Mean(sums(&[(0, 1)])).interval(0.95), None);
        let equal = Statistic::Mean(sums(&[(0, 7), (0, 7), (0, 7)]));
        assert_eq!(equal.interval(0.95), Some((7.0, 7.0)));
    }

    #[test]
    fn the_interval_of_a_ratio_is_narrow_if_both_numbers_vary_together() {
        let together = Statistic::Ratio(sums(&[(1, 2), (5, 10), (9, 18)]));
        assert_eq!(together.fraction(), Some(Fraction::new(2, 1)));
        assert!(near(together.interval(0.95), 2.0, 2.0));
        let opposite = Statistic::Ratio(sums(&[(1, 18), (5, 10), (9, 2)]));
        let (low, high) = opposite.interval(0.95).expect("a sample");
        assert!(low < -3.0 && high > 7.0, "{low} to {high}");
        assert_eq!(Statistic::Ratio(sums(&[(0, 1), (0, 2)])).interval(0.95), None);
    }

    #[test]
    fn a_growth_is_the_square_root_of_the_quotient() {
        let growth = Statistic::Growth { deep: sums(&[(0, 18), (0, 18)]), shallow: sums(&[(0, 2), (0, 2)]) };
        assert_eq!((growth.value(), growth.interval(0.95)), (3.0, Some((3.0, 3.0))));
        let deep = sums(&[(0, 17), (0, 19)]);
        let growth = Statistic::Growth { deep, shallow: sums(&[(0, 2), (0, 2)]) };
        // The relative error of the mean of 17 and 19 is 1/18, and a root has half of it.
        let half = 12.706_2 * 3.0 / 36.0;
        assert!(near(growth.interval(0.95), 3.0 - half, 3.0 + half), "{:?}", growth.interval(0.95));
    }

    #[test]
    fn sums_of_parts_add_up_to_the_sums_of_the_whole() {
        let mut first = sums(&[(1, 2), (3, 4)]);
        first.add(&sums(&[(5, 9)]));
        assert_eq!(first, sums(&[(1, 2), (3, 4), (5, 9)]));
    }

    #[test]
    fn a_fraction_is_in_lowest_terms() {
        assert_eq!(Fraction::new(276_096, 40_320).to_string(), "719/105");
        assert_eq!(
            (Fraction::new(0, 9).to_string(), Fraction::new(8, 4).to_string()),
            ("0".into(), "2".into())
        );
    }
}
