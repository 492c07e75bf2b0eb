//! Curves over the depth under one or several settings.
//!
//! Under one setting curves look as in [`super::depths`]. Of several settings each has a color, a
//! dash and a marker of its own: the median thick, every puzzle thin. From three puzzles on a
//! setting has a band, the middle half, and a small plot of its own, since bands that lie over each
//! other mix their colors.

use super::canvas::{Pen, PictureCanvas, Point};
use super::check::some;
use super::depths::{self, BAND, DepthCurve};
use super::legend::{LegendKey, LegendMark};
use super::marker::Marker;
use super::palette::{CURVES, GRAY};
use super::readings::DrawnValues;
use crate::error::{Error, Result};

/// The puzzles of a plot under one setting.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Series {
    /// The setting, for the legend; not shown where there is one.
    pub name: String,
    /// One curve for each puzzle; at least one.
    pub curves: Vec<DepthCurve>,
}

/// How many settings one plot tells apart.
pub(crate) const MOST_SERIES: usize = CURVES.len();

/// Markers and dashes, in order.
const STYLES: [(Marker, Option<(f64, f64)>); MOST_SERIES] = [
    (Marker::Disc, None),
    (Marker::Square, Some((9.0, 3.0))),
    (Marker::Diamond, Some((3.0, 3.0))),
    (Marker::Triangle, Some((16.0, 4.0))),
    (Marker::Ring, None),
    (Marker::Wedge, Some((6.0, 2.0))),
];

/// The pen of the line of setting `k` and its marker.
pub(super) fn style(k: usize) -> (Pen, Marker) {
    let (marker, dash) = STYLES[k];
    let pen = Pen {
        dash,
        ..Pen::solid(CURVES[k], 2.6)
    };
    (pen, marker)
}

/// The series with each value as `checked` returns it.
///
/// # Errors
/// What `checked` refuses, more than [`MOST_SERIES`] series, a depth twice, and where there is
/// nothing to draw.
pub(super) fn checked(
    series: &[Series],
    checked: impl Fn(&str, f64) -> Result<f64>,
) -> Result<Vec<Series>> {
    some("settings", series)?;
    few(series.len())?;
    let one = |s: &Series| {
        some("puzzles", &s.curves)?;
        let curve = |c: &DepthCurve| DepthCurve::new(&c.puzzle, &c.points, &checked);
        Ok(Series {
            name: s.name.clone(),
            curves: s.curves.iter().map(curve).collect::<Result<_>>()?,
        })
    };
    series.iter().map(one).collect()
}

/// Refuses more settings than can be told apart.
pub(super) fn few(count: usize) -> Result<()> {
    if count <= MOST_SERIES {
        return Ok(());
    }
    Err(Error::argument(
        "settings",
        format!("found {count}"),
        format!("give at most {MOST_SERIES}: more are not told apart"),
    ))
}

/// All curves of all series.
pub(super) fn curves(series: &[Series]) -> impl Iterator<Item = &DepthCurve> + Clone {
    series.iter().flat_map(|s| &s.curves)
}

/// The values that a page tells: of one setting its puzzles, of several the median of each.
pub(super) fn values(series: &[Series]) -> Vec<DrawnValues> {
    match series {
        [one] => depths::values(&one.curves),
        several => several
            .iter()
            .map(|one| DrawnValues::over(&*one.name, &medians(one)))
            .collect(),
    }
}

/// The legend of the settings, their medians and bands.
pub(super) fn keys(series: &[Series]) -> Vec<LegendKey> {
    if let [one] = series {
        return depths::keys(&one.curves);
    }
    let key = |(k, s): (usize, &Series)| {
        let (pen, marker) = style(k);
        let median = match s.curves.len() {
            1 => String::new(),
            count => format!(": median of {count} puzzles"),
        };
        LegendKey::new(
            LegendMark::Marked(pen, marker),
            format!("{}{median}", s.name),
        )
    };
    let mut keys: Vec<LegendKey> = series.iter().enumerate().map(key).collect();
    if series.iter().any(|s| s.curves.len() > 2) {
        let band = LegendMark::Band(CURVES[0], BAND);
        keys.push(LegendKey::new(
            band,
            "middle half (quartiles), in the color of its setting",
        ));
    }
    if series.iter().any(|s| s.curves.len() > 1) {
        keys.push(LegendKey::new(LegendMark::Line(thin(0)), "each puzzle"));
    }
    keys
}

/// Draws curves and medians; `place` says where a value at a depth lies.
pub(super) fn draw(
    canvas: &PictureCanvas<'_>,
    series: &[Series],
    place: impl Fn(usize, f64) -> Point + Copy,
) {
    if let [one] = series {
        return depths::draw(canvas, &one.curves, place);
    }
    for (k, s) in series.iter().enumerate() {
        draw_puzzles(canvas, (k, s), place);
    }
    draw_medians(canvas, series, place);
}

/// Whether bands of several settings would lie over each other: each setting is then drawn by
/// itself as well.
pub(super) fn crowded(series: &[Series]) -> bool {
    series.len() > 1 && series.iter().any(|s| s.curves.len() > 2)
}

/// The names of the settings, for small plots of one each.
pub(super) fn names(series: &[Series]) -> Vec<&str> {
    series.iter().map(|s| &*s.name).collect()
}

/// Of a plot of all settings (`None`) the medians; of setting `k` its band, its puzzles and its
/// median, and in gray the medians of the others.
pub(super) fn draw_part(
    canvas: &PictureCanvas<'_>,
    series: &[Series],
    part: Option<usize>,
    place: impl Fn(usize, f64) -> Point + Copy,
) {
    let Some(k) = part else {
        return draw_medians(canvas, series, place);
    };
    depths::band(
        canvas,
        &depths::spread(&series[k].curves),
        CURVES[k],
        &place,
    );
    draw_puzzles(canvas, (k, &series[k]), place);
    for (_, other) in series.iter().enumerate().filter(|(other, _)| *other != k) {
        let places = places(&medians(other), place);
        if places.len() > 1 {
            canvas.line(&places, OTHERS);
        }
    }
    draw_median(canvas, (k, &series[k]), place);
}

/// What to say of small plots.
pub(super) const PARTS: &str = "Above: medians. Below: each setting by itself on the same axes, with its middle half and its puzzles; the gray lines are the medians of the other settings.";

const OTHERS: Pen = Pen {
    color: GRAY,
    opacity: 0.8,
    width: 0.9,
    dash: None,
};

fn draw_puzzles(
    canvas: &PictureCanvas<'_>,
    (k, s): (usize, &Series),
    place: impl Fn(usize, f64) -> Point,
) {
    if s.curves.len() > 1 {
        for curve in &s.curves {
            canvas.line(&places(&curve.points, &place), thin(k));
        }
    }
}

fn draw_medians(
    canvas: &PictureCanvas<'_>,
    series: &[Series],
    place: impl Fn(usize, f64) -> Point + Copy,
) {
    for one in series.iter().enumerate() {
        draw_median(canvas, one, place);
    }
}

fn draw_median(
    canvas: &PictureCanvas<'_>,
    (k, s): (usize, &Series),
    place: impl Fn(usize, f64) -> Point,
) {
    let places = places(&medians(s), place);
    let (pen, marker) = style(k);
    if places.len() > 1 {
        canvas.line(&places, pen);
    }
    for at in places {
        marker.draw(canvas, at, pen.color);
    }
}

fn medians(series: &Series) -> Vec<(usize, f64)> {
    let medians = depths::shared(&series.curves).into_iter();
    medians.map(|(depth, q)| (depth, q.median)).collect()
}

fn thin(k: usize) -> Pen {
    Pen::solid(CURVES[k], 0.8).faint(0.35)
}

fn places(points: &[(usize, f64)], place: impl Fn(usize, f64) -> Point) -> Vec<Point> {
    points
        .iter()
        .map(|&(depth, value)| place(depth, value))
        .collect()
}
