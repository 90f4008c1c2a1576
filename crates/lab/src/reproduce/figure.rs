//! Figures: a value, its confidence interval, the value of the literature, and whether both agree.

use super::Size;
use super::statistic::{Fraction, Statistic};
use pvcheck::named_enum;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Published {
    pub value: PublishedValue,
    pub source: &'static str,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PublishedValue {
    Fraction(u64, u64),
    Rounded(f64, u8),
    Percent(f64, u8),
    Formula(f64),
    Below(f64),
    Above(f64),
}

const FORMULA_ERROR: f64 = 1e-9;

impl PublishedValue {
    fn range(self) -> (f64, f64) {
        let around = |value: f64, half: f64| (value - half, value + half);
        let half = |decimals: u8| 0.5 * 0.1_f64.powi(i32::from(decimals)) * (1.0 + FORMULA_ERROR);
        match self {
            Self::Fraction(..) => around(self.number(), self.number() * FORMULA_ERROR),
            Self::Rounded(value, decimals) => around(value, half(decimals)),
            // No share is rounded to none.
            Self::Percent(0.0, _) => (0.0, 0.0),
            Self::Percent(_, decimals) => around(self.number(), half(decimals) / 100.0),
            Self::Formula(value) => around(value, value.abs() * FORMULA_ERROR),
            Self::Below(limit) => (f64::NEG_INFINITY, limit),
            Self::Above(limit) => (limit, f64::INFINITY),
        }
    }

    pub fn number(self) -> f64 {
        match self {
            Self::Fraction(numerator, denominator) => numerator as f64 / denominator as f64,
            Self::Percent(value, _) => value / 100.0,
            Self::Rounded(value, _) | Self::Formula(value) | Self::Below(value) | Self::Above(value) => value,
        }
    }

    pub fn text(self, decimals: usize) -> String {
        match self {
            Self::Fraction(numerator, denominator) => {
                Fraction::new(u128::from(numerator), u128::from(denominator)).to_string()
            }
            Self::Rounded(value, decimals) => format!("{value:.*}", usize::from(decimals)),
            Self::Percent(value, decimals) => format!("{value:.*} %", usize::from(decimals)),
            Self::Formula(value) => format!("{value:.decimals$}"),
            Self::Below(limit) => format!("below {limit}"),
            Self::Above(limit) => format!("above {limit}"),
        }
    }
}

named_enum! {
    /// Whether a figure agrees with the literature.
    Agreement {
        Exact "exact" "The published number.",
        InInterval "in interval" "The published number is in the confidence interval.",
        Differs "differs" "Another number.",
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    pub size: Option<Size>,
    pub search: String,
    pub measure: String,
    pub label: String,
    pub statistic: Statistic,
    pub published: Option<Published>,
    pub varied: Option<Varied>,
}

impl Measured {
    /// A figure that no source has, and that varies with the size alone.
    pub(super) fn new(
        size: Option<Size>,
        search: impl Into<String>,
        label: impl Into<String>,
        measure: impl Into<String>,
        statistic: Statistic,
    ) -> Self {
        Self {
            size,
            search: search.into(),
            measure: measure.into(),
            label: label.into(),
            statistic,
            published: None,
            varied: None,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Varied {
    pub name: &'static str,
    pub value: u32,
    pub series: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    pub measured: Measured,
    pub value: f64,
    pub fraction: Option<Fraction>,
    pub interval: Option<(f64, f64)>,
    pub agreement: Option<Agreement>,
}

impl Figure {
    /// Returns the figure of a random sample, with the interval of this confidence `level`; or of all games,
    /// without a level.
    fn new(measured: Measured, level: Option<f64>) -> Self {
        let statistic = &measured.statistic;
        let value = statistic.value();
        let interval = level.and_then(|level| statistic.interval(level));
        let is_exact = level.is_none() || matches!(statistic, Statistic::Computed(_));
        let fraction = if is_exact { statistic.fraction() } else { None };
        let agreement = measured.published.and_then(|published| {
            let (low, high) = published.value.range();
            let agrees = match (is_exact, interval, published.value, fraction) {
                (true, _, PublishedValue::Fraction(numerator, denominator), Some(found)) => {
                    found == Fraction::new(u128::from(numerator), u128::from(denominator))
                }
                (true, ..) => (low..=high).contains(&value),
                (false, interval, ..) => interval.map(|(least, most)| least <= high && low <= most)?,
            };
            Some(match (agrees, is_exact) {
                (false, _) => Agreement::Differs,
                (true, true) => Agreement::Exact,
                (true, false) => Agreement::InInterval,
            })
        });
        Self { measured, value, fraction, interval, agreement }
    }
}

/// Compares what was measured with the literature. `confidence` is that of all compared figures together: if the
/// values of the literature are right, all of them are in their intervals with at least this probability. Each interval
/// therefore has the level `1 - (1 - confidence) / n` for n compared figures (Bonferroni; Dunn, *Multiple comparisons
/// among means*, 1961). Without a confidence the games are all games, and values must be equal.
///
/// Returns the figures, and the level of each interval.
pub fn compare(measured: Vec<Measured>, confidence: Option<f64>) -> (Vec<Figure>, Option<f64>) {
    let is_compared =
        |one: &&Measured| one.published.is_some() && !matches!(one.statistic, Statistic::Computed(_));
    let compared = measured.iter().filter(is_compared).count().max(1);
    let level = confidence.map(|confidence| 1.0 - (1.0 - confidence) / compared as f64);
    (measured.into_iter().map(|one| Figure::new(one, level)).collect(), level)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(statistic: Statistic, value: PublishedValue) -> Measured {
        let published = Some(Published { value, source: "a test" });
        Measured {
            size: None,
            search: "s".into(),
            measure: "m".into(),
            label: String::new(),
            statistic,
            published,
            varied: None,
        }
    }

    fn share(
        count: u64,
        games: u64,
        published: PublishedValue,
        confidence: Option<f64>,
    ) -> Option<Agreement> {
        let (figures, _) = compare(vec![measured(Statistic::Share { count, games }, published)], confidence);
        figures[0].agreement
    }

    #[test]
    fn an_exact_value_agrees_only_if_it_is_equal_or_rounds_to_the_known_digits() {
        let exact = |published| share(7_136, 40_320, published, None);
        assert_eq!(exact(PublishedValue::Percent(17.70, 2)), Some(Agreement::Exact));
        assert_eq!(exact(PublishedValue::Percent(17.71, 2)), Some(Agreement::Differs));
        assert_eq!(exact(PublishedValue::Fraction(223, 1_260)), Some(Agreement::Exact));
        assert_eq!(exact(PublishedValue::Fraction(224, 1_260)), Some(Agreement::Differs));
        assert_eq!(exact(PublishedValue::Below(0.1)), Some(Agreement::Differs));
        assert_eq!(share(1, 1_000_000, PublishedValue::Percent(0.0, 0), None), Some(Agreement::Differs));
    }

    #[test]
    fn a_sample_agrees_if_its_interval_contains_the_known_value() {
        let sampled = |published| share(177, 1_000, published, Some(0.95));
        assert_eq!(sampled(PublishedValue::Percent(17.70, 2)), Some(Agreement::InInterval));
        assert_eq!(sampled(PublishedValue::Percent(20.1, 1)), Some(Agreement::InInterval));
        assert_eq!(sampled(PublishedValue::Percent(20.4, 1)), Some(Agreement::Differs));
        assert_eq!(sampled(PublishedValue::Formula(0.15)), Some(Agreement::Differs));
        assert_eq!(sampled(PublishedValue::Below(0.16)), Some(Agreement::InInterval));
        assert_eq!(sampled(PublishedValue::Below(0.15)), Some(Agreement::Differs));
        assert_eq!(sampled(PublishedValue::Above(0.21)), Some(Agreement::Differs));
        assert_eq!(share(1, 1_000, PublishedValue::Percent(0.0, 0), Some(0.95)), Some(Agreement::Differs));
        assert_eq!(share(0, 1_000, PublishedValue::Percent(0.0, 0), Some(0.95)), Some(Agreement::InInterval));
    }

    #[test]
    fn the_more_figures_are_compared_the_wider_is_each_interval() {
        let one =
            || measured(Statistic::Share { count: 177, games: 1_000 }, PublishedValue::Percent(20.4, 1));
        let (alone, level) = compare(vec![one()], Some(0.95));
        assert_eq!(
            (alone[0].agreement, level.map(|level| (level * 1e6).round())),
            (Some(Agreement::Differs), Some(950_000.0))
        );
        let (ten, level) = compare(vec![one(); 10], Some(0.95));
        assert_eq!(
            (ten[0].agreement, level.map(|level| (level * 1e6).round())),
            (Some(Agreement::InInterval), Some(995_000.0))
        );
    }

    #[test]
    fn a_figure_without_a_known_value_is_not_judged() {
        let published = Measured {
            published: None,
            ..measured(Statistic::Share { count: 1, games: 2 }, PublishedValue::Below(0.0))
        };
        assert_eq!(compare(vec![published], Some(0.95)).0[0].agreement, None);
    }
}
