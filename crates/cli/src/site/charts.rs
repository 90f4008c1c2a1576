//! Charts as SVG. Their colours have enough contrast on light and on dark paper, and each curve has a mark of its own, so
//! that none is known by its colour alone.

use std::io;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

type Area<'t> = DrawingArea<SVGBackend<'t>, Shift>;
type Plane<'p, 't> = ChartContext<'p, SVGBackend<'t>, Cartesian2d<Across, RangedCoordf64>>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

#[derive(Debug)]
pub(super) struct Chart {
    pub x: String,
    pub y: String,
    pub logarithmic: bool,
    pub shares: bool,
    /// Whether points are joined by steps instead of straight lines. Some of them are marked.
    pub steps: bool,
    pub series: Vec<Series>,
}

#[derive(Debug)]
pub(super) struct Series {
    pub name: String,
    pub points: Vec<Point>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
    pub interval: Option<(f64, f64)>,
}

struct Across {
    ends: Range<f64>,
    ticks: Vec<f64>,
}

impl Ranged for Across {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let share = (value - self.ends.start) / (self.ends.end - self.ends.start);
        limit.0 + (share * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<H: KeyPointHint>(&self, _: H) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.ends.clone()
    }
}

/// Luminance from 0.12 to 0.30: a contrast of at least 3 with both papers (WCAG 2.2, 1.4.11). After Okabe & Ito 2008.
const INKS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x8e, 0x68),
    RGBColor(0xa3, 0x5f, 0xbf),
    RGBColor(0x8a, 0x70, 0x00),
    RGBColor(0x6e, 0x76, 0x81),
    RGBColor(0xc8, 0x4b, 0x7c),
];

const MARKS: [&str; 7] = ["●", "▲", "✕", "■", "○", "△", "□"];

const INK: RGBColor = RGBColor(1, 2, 3);
const INK_TEXT: &str = "#010203";
const GRID: RGBColor = RGBColor(0x8c, 0x95, 0x9f);

const SIZE: (u32, u32) = (720, 380);

pub(super) fn key(index: usize) -> (&'static str, String) {
    let RGBColor(red, green, blue) = INKS[index % INKS.len()];
    (MARKS[index % MARKS.len()], format!("#{red:02x}{green:02x}{blue:02x}"))
}

impl Chart {
    fn place(&self, x: f64) -> f64 {
        if self.logarithmic { x.log2() } else { x }
    }

    fn points(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|series| &series.points)
    }

    fn ticks(&self) -> Vec<f64> {
        let mut all: Vec<f64> = self.points().map(|point| point.x).collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        if all.len() > 10 && self.logarithmic {
            let most = all.last().copied().unwrap_or(1.0);
            return (0..19).map(|zeros| 10_f64.powi(zeros)).filter(|&tick| tick <= most).collect();
        }
        all
    }

    fn heights(&self) -> (f64, f64) {
        let ends = self.points().flat_map(|point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [low.min(point.y), high.max(point.y)]
        });
        let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)));
        let (low, high) = if self.shares || self.steps { (0.0, high.max(1e-9)) } else { (low, high) };
        let edge = ((high - low) * 0.05).max(high.abs() * 1e-3);
        (if self.shares || self.steps { 0.0 } else { low - edge }, high + edge)
    }

    pub fn svg(&self) -> String {
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
            self.draw(&area).expect("text takes every drawing");
            area.present().expect("text takes every drawing");
        }
        // The size of the page decides, and its colour of text.
        let sized = format!("width=\"{}\" height=\"{}\" ", SIZE.0, SIZE.1);
        text.replacen(&sized, "", 1).replace(INK_TEXT, "currentColor")
    }

    fn draw(&self, area: &Area<'_>) -> Drawn {
        let ticks: Vec<f64> = self.ticks().into_iter().map(|tick| self.place(tick)).collect();
        let (left, right) = (ticks.first().copied().unwrap_or(0.0), ticks.last().copied().unwrap_or(1.0));
        let right = self.points().map(|point| self.place(point.x)).fold(right, f64::max);
        let edge = ((right - left) * 0.03).max(0.05);
        let (low, high) = self.heights();
        let mut plane = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(52)
            .y_label_area_size(72)
            .build_cartesian_2d(Across { ends: left - edge..right + edge, ticks }, low..high)?;
        self.mesh(&mut plane)?;
        for (index, series) in self.series.iter().enumerate() {
            self.curve(&mut plane, index, &series.points)?;
        }
        Ok(())
    }

    fn mesh(&self, plane: &mut Plane<'_, '_>) -> Drawn {
        let across = |x: &f64| number(if self.logarithmic { x.exp2() } else { *x });
        let up = |y: &f64| if self.shares { format!("{} %", number(y * 100.0)) } else { number(*y) };
        let text = ("sans-serif", 15).into_font().color(&INK);
        plane
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID.mix(0.4))
            .axis_style(INK)
            .label_style(text.clone())
            .axis_desc_style(text)
            .x_desc(&self.x)
            .y_desc(&self.y)
            .x_label_formatter(&across)
            .y_label_formatter(&up)
            .y_labels(8)
            .draw()
    }

    fn curve(&self, plane: &mut Plane<'_, '_>, index: usize, points: &[Point]) -> Drawn {
        let ink = INKS[index % INKS.len()];
        let at = |point: &Point| (self.place(point.x), point.y);
        if self.steps {
            let steps = points.windows(2).flat_map(|two| [at(&two[0]), (at(&two[1]).0, two[0].y)]);
            let line = steps.chain(points.last().map(at));
            plane.draw_series(LineSeries::new(line, ink.stroke_width(3)))?;
            // Marks all along, so that no curve is known by its colour alone.
            let marked: Vec<_> = points.iter().step_by(4).chain(points.last()).map(at).collect();
            return Self::marks(plane, index, &marked);
        }
        let bars = points.iter().filter_map(|point| {
            let ((low, high), (x, _)) = (point.interval?, at(point));
            Some(PathElement::new(vec![(x, low), (x, high)], ink.stroke_width(1)))
        });
        plane.draw_series(bars)?;
        plane.draw_series(LineSeries::new(points.iter().map(at), ink.stroke_width(2)))?;
        Self::marks(plane, index, &points.iter().map(at).collect::<Vec<_>>())
    }

    fn marks(plane: &mut Plane<'_, '_>, index: usize, places: &[(f64, f64)]) -> Drawn {
        let ink = INKS[index % INKS.len()];
        let (full, open) = (ink.filled(), ink.stroke_width(2));
        let places = || places.iter().map(|&place| EmptyElement::at(place));
        match index % MARKS.len() {
            0 => plane.draw_series(places().map(|place| place + Circle::new((0, 0), 5, full)))?,
            1 => plane.draw_series(places().map(|place| place + TriangleMarker::new((0, 0), 7, full)))?,
            2 => plane.draw_series(places().map(|place| place + Cross::new((0, 0), 5, open)))?,
            3 => plane.draw_series(places().map(|place| place + Rectangle::new([(-4, -4), (5, 5)], full)))?,
            4 => plane.draw_series(places().map(|place| place + Circle::new((0, 0), 5, open)))?,
            5 => {
                let corners = || vec![(0, -6), (6, 5), (-6, 5), (0, -6)];
                plane.draw_series(places().map(|place| place + PathElement::new(corners(), open)))?
            }
            _ => plane.draw_series(places().map(|place| place + Rectangle::new([(-4, -4), (5, 5)], open)))?,
        };
        Ok(())
    }
}

fn number(value: f64) -> String {
    let rounded = (value * 1e4).round() / 1e4;
    // No label is a negative zero.
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: &[(f64, f64)], shares: bool, logarithmic: bool) -> Chart {
        let point = |&(x, y): &(f64, f64)| Point { x, y, interval: Some((y - 0.1, y + 0.1)) };
        let series = vec![Series { name: "one".to_owned(), points: points.iter().map(point).collect() }];
        Chart { x: "across".to_owned(), y: "up".to_owned(), logarithmic, shares, steps: false, series }
    }

    /// The centres of the marks of a chart with one curve, in its order.
    fn marks(svg: &str) -> Vec<(i32, i32)> {
        let number = |tag: &str, name: &str| {
            let (_, rest) = tag.split_once(&format!("{name}=\"")).expect("an attribute");
            rest.split('"').next().expect("a value").parse().expect("a number")
        };
        svg.split("<circle ").skip(1).map(|tag| (number(tag, "cx"), number(tag, "cy"))).collect()
    }

    #[test]
    fn larger_values_are_further_up_and_equal_factors_have_equal_distances() {
        let svg = chart(&[(1.0, 0.2), (4.0, 0.4), (16.0, 0.8)], true, true).svg();
        let [(x0, y0), (x1, y1), (x2, y2)] = marks(&svg)[..] else { panic!("{svg}") };
        assert!((x2 - x1 - (x1 - x0)).abs() <= 1, "{x0} {x1} {x2}");
        // Twice the difference, twice the distance.
        assert!(((y1 - y2) - 2 * (y0 - y1)).abs() <= 2, "{y0} {y1} {y2}");
        for label in ["across", "up", "16"] {
            assert!(svg.contains(label), "{label}");
        }
        assert!(!svg.contains(INK_TEXT) && svg.contains("currentColor"));
    }

    #[test]
    fn shares_begin_at_none_and_ratios_where_they_are() {
        assert!(chart(&[(1.0, 0.5), (2.0, 0.6)], true, false).heights().0.abs() < 1e-9);
        let (low, high) = chart(&[(1.0, 1.5), (2.0, 1.6)], false, false).heights();
        assert!(low > 1.3 && low < 1.4 && high > 1.7 && high < 1.8, "{low} {high}");
    }

    #[test]
    fn of_many_places_only_some_are_labelled() {
        let points: Vec<(f64, f64)> = (1..=150).map(|x| (f64::from(x), 1.0)).collect();
        let labelled = chart(&points, false, true).ticks();
        assert_eq!(labelled.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1", "10", "100"]);
    }
}
