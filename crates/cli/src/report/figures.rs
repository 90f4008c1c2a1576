//! The figures of `pvcheck reproduce`: as tables and as JSON.

use comfy_table::Cell;
use serde::{Deserialize, Serialize};

use super::table::{cells, condensed, distinct, grouped};
use super::{BROKEN, GOOD, styled};
use pvcheck_lab::reproduce::{Agreement, Figure, Measured, Statistic};

/// A figure of `reproduce`. A share is a number from 0 to 1.
#[derive(Serialize, Deserialize, Debug)]
pub struct FigureJson {
    /// The number of moves of each inner position; `null` for games of all sizes.
    pub(crate) branching: Option<u16>,
    /// The height of the trees and the depth of the search, in plies.
    pub(crate) depth: Option<u8>,
    /// What was measured.
    pub(crate) measure: String,
    /// The search, as the table names it.
    pub(crate) label: String,
    /// The subject, or a part of it.
    search: String,
    /// The number of games.
    pub(crate) games: u64,
    /// The mean or the share.
    pub(crate) value: f64,
    /// The exact value as a fraction.
    fraction: Option<String>,
    /// The lower end of the confidence interval.
    pub(crate) low: Option<f64>,
    /// The upper end of the confidence interval.
    pub(crate) high: Option<f64>,
    /// The value of the literature.
    literature: Option<f64>,
    /// The value of the literature, as the source writes it.
    pub(crate) literature_text: Option<String>,
    /// The source of that value.
    source: Option<String>,
    /// `exact`, `in interval` or `differs`.
    pub(crate) agreement: Option<String>,
    /// The quantity that the experiment varies besides the size.
    pub(crate) varied: Option<String>,
    /// Its value.
    pub(crate) varied_value: Option<u32>,
    /// The curve that the figure is a point of.
    pub(crate) series: Option<String>,
}

impl FigureJson {
    pub fn title(&self) -> String {
        let size = self.branching.zip(self.depth);
        let size = size.map_or(String::new(), |(branching, depth)| format!(" ({branching}, {depth})"));
        format!("{}{size}: {}", self.measure, self.label)
    }

    pub fn new(figure: &Figure) -> Self {
        let Figure { measured, value, fraction, interval, agreement } = figure;
        let Measured { size, search, measure, label, statistic, published, varied } = measured;
        Self {
            branching: size.map(|size| size.branching),
            depth: size.map(|size| size.depth),
            measure: measure.clone(),
            label: label.clone(),
            search: search.clone(),
            games: statistic.games(),
            value: *value,
            fraction: fraction.map(|fraction| fraction.to_string()),
            low: interval.map(|(low, _)| low),
            high: interval.map(|(_, high)| high),
            literature: published.map(|published| published.value.number()),
            literature_text: published.map(|published| published.value.text(6)),
            source: published.map(|published| published.source.to_owned()),
            agreement: agreement.map(|agreement| agreement.to_string()),
            varied: varied.as_ref().map(|varied| varied.name.to_owned()),
            varied_value: varied.as_ref().map(|varied| varied.value),
            series: varied.as_ref().map(|varied| varied.series.clone()),
        }
    }
}

pub fn figure_tables(figures: &[Figure]) -> String {
    let mut text = String::new();
    let same = |one: &Figure, other: &Figure| {
        (one.measured.size, &one.measured.measure) == (other.measured.size, &other.measured.measure)
    };
    for section in figures.chunk_by(same) {
        let Measured { size, measure, .. } = &section[0].measured;
        let size = size.map_or(String::new(), |size| format!(" ({size})"));
        text += &format!("\n{}{size}\n{}\n", capital(measure), section_table(section));
    }
    text
}

pub(crate) fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

fn section_table(section: &[Figure]) -> String {
    let is_sample = section.iter().any(|figure| figure.interval.is_some());
    let is_compared = section.iter().any(|figure| figure.measured.published.is_some());
    let rows = section
        .iter()
        .map(|figure| (figure.measured.label.clone(), [value(figure), interval(figure), literature(figure)]));
    let groups = grouped(rows);
    if let ([(labels, [value, interval, _])], false) = (&groups[..], is_compared)
        && labels.len() > 1
    {
        let interval = if is_sample { format!(" ({interval})") } else { String::new() };
        return format!("    {value}{interval} with all {} searches", labels.len());
    }
    let mut table = condensed();
    let interval_head = is_sample.then_some("interval");
    let heads = ["", "value"].into_iter().chain(interval_head).chain(is_compared.then_some("literature"));
    table.set_header(heads);
    for (labels, [value, interval, literature]) in groups {
        let mut row = cells([labels.join("\n")], [value].into_iter().chain(is_sample.then_some(interval)));
        row.extend(is_compared.then(|| Cell::new(literature)));
        table.add_row(row);
    }
    table.to_string()
}

fn is_share(figure: &Figure) -> bool {
    matches!(figure.measured.statistic, Statistic::Share { .. })
}

/// Returns the number of decimals that the figure has: two digits of the half-width of its interval; six of a number
/// without an interval, and two of a percentage.
fn decimals(figure: &Figure) -> usize {
    let scale = if is_share(figure) { 100.0 } else { 1.0 };
    match (figure.interval, is_share(figure)) {
        (Some((low, high)), _) if high > low => {
            let half = (high - low) / 2.0 * scale;
            (0..6).find(|&digits| half * 10.0_f64.powi(digits as i32) >= 10.0).unwrap_or(6)
        }
        (_, true) => 2,
        (_, false) => 6,
    }
}

fn digits(figure: &Figure, number: f64) -> String {
    let decimals = decimals(figure);
    match figure.interval {
        Some((low, high)) if low.total_cmp(&high).is_eq() && number.fract() == 0.0 => format!("{number}"),
        _ if is_share(figure) => format!("{:.decimals$}", 100.0 * number),
        _ => format!("{number:.decimals$}"),
    }
}

fn value(figure: &Figure) -> String {
    let unit = if is_share(figure) { " %" } else { "" };
    let number = digits(figure, figure.value) + unit;
    match figure.fraction {
        Some(fraction) if fraction.denominator > 1 => format!("{fraction} = {number}"),
        Some(fraction) if !is_share(figure) => fraction.to_string(),
        _ => number,
    }
}

fn interval(figure: &Figure) -> String {
    let Some((low, high)) = figure.interval else { return String::new() };
    let unit = if is_share(figure) { " %" } else { "" };
    format!("{} to {}{unit}", digits(figure, low), digits(figure, high))
}

fn literature(figure: &Figure) -> String {
    let Some(published) = figure.measured.published else { return String::new() };
    let text = published.value.text(decimals(figure));
    match figure.agreement {
        Some(Agreement::Differs) => styled(BROKEN, &format!("✗ {text} {}", Agreement::Differs)),
        Some(_) => styled(GOOD, &format!("✓ {text}")),
        None => text,
    }
}

pub fn figure_sources(figures: &[Figure]) -> Vec<&'static str> {
    distinct(figures.iter().filter_map(|figure| figure.measured.published).map(|published| published.source))
}
