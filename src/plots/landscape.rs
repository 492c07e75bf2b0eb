//! The landscape of one layer's two angles: a heat map over γ and β with contour lines and the
//! optimizer's path on it.
//!
//! Between the pairs of angles values are interpolated: the map is a stack of areas, each of all
//! that lies above a level (marching squares, by the crate `contour`). Contour lines are at the
//! ticks of the color bar.

use super::axis::{Axis, AxisOf, Tick};
use super::canvas::{Anchor, Lettering, Pen, PictureCanvas, Point};
use super::chart::{Chart, ChartFrame, NAME, PlotFrame, TICK, labels_width};
use super::legend::{LegendKey, Marker};
use super::palette::{CONTOURS, INK, PAPER, viridis};
use super::text::wrap;
use super::{Drawn, Heading};
use crate::error::{Error, Result};
use contour::ContourBuilder;

const HEIGHT: f64 = 430.0;
const BAR_GAP: f64 = 22.0;
const BAR: f64 = 16.0;
/// The number of colors of the map, and of the bar.
const SHADES: u32 = 96;
/// Points along each side that make contours look smooth.
const SMOOTH: usize = 90;

/// Values on a grid of angles, and a path over them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct LandscapePlot {
    /// The words around the plot; the name of the values is added to the title.
    pub heading: Heading,
    /// What the colors show: the name of the values, and what it means.
    pub color: AxisOf,
    /// The grid's γ in radians, rising.
    pub gammas: Vec<f64>,
    /// The grid's β in radians, rising.
    pub betas: Vec<f64>,
    /// `values[b][g]` belongs to `betas[b]` and `gammas[g]`.
    pub values: Vec<Vec<f64>>,
    /// The optimizer's points (γ, β), in order; empty for none.
    pub path: Vec<Point>,
}

/// The picture of a landscape, with a color bar, and the path's start and end marked.
///
/// # Errors
/// [`Error::NotFinite`] for NaN and infinities, [`Error::Argument`] for a grid that is empty or of
/// another shape than the values, and for what is no probability.
pub(crate) fn landscape(plot: &LandscapePlot) -> Result<Drawn> {
    check(plot)?;
    let layout = plot.heading.layout;
    let values = plot.values.iter().flatten().copied();
    let ends = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
        (low.min(v), high.max(v))
    });
    let name = &plot.color.title;
    let height = layout.scaled(HEIGHT);
    let bar = Axis::linear(name, ends, layout.ticks(8), 0.0);
    let names = wrap(name, height, NAME, false);
    let title = match &*plot.heading.title {
        "" => name.clone(),
        title => format!("{title}: {name}"),
    };
    let heading = Heading {
        title,
        ..plot.heading.clone()
    };
    let axis = |name, list: &[f64]| {
        let ends = (list[0], list[list.len() - 1]);
        Axis::linear(name, ends, layout.ticks(7), 0.0)
    };
    let (x, y) = (
        axis("γ (radians)", &plot.gammas),
        axis("β (radians)", &plot.betas),
    );
    let marks = marks(&plot.path, &x, &y);
    let chart = Chart {
        heading: &heading,
        keys: marks.iter().map(|(key, _)| key.clone()).collect(),
        head: 10.0,
        right: BAR_GAP + BAR + 18.0 + labels_width(&bar) + names.len() as f64 * (NAME + 4.0),
        frames: vec![ChartFrame {
            x,
            y,
            height,
            lines: Vec::new(),
        }],
    };
    let caption = [
        &plot.heading.caption,
        &plot.color.meaning,
        "Colors are interpolated between the points; contour lines are at the ticks of the color bar.",
    ];
    let caption = caption.join("\n").replace("\n\n", "\n");
    let svg = chart.draw(&caption, |_, canvas, frame| {
        let (corner, far) = ((frame.left, frame.top), (frame.right, frame.bottom));
        canvas.clipped(corner, far, || {
            canvas.rectangle(corner, far, viridis(0.5 / f64::from(SHADES)));
            draw_field(canvas, frame, &Field::new(plot), &bar);
            let path = plot.path.iter().map(|&(x, y)| frame.beyond(x, y));
            let path: Vec<Point> = path.collect();
            for pen in [Pen::solid(PAPER, 4.0), Pen::solid(INK, 1.8)] {
                canvas.line(&path, pen);
            }
        });
        draw_bar(canvas, frame, &bar, &names);
        for (key, at) in &marks {
            if let Some(((marker, color), (gamma, beta))) = key.marker.zip(*at) {
                marker.draw(canvas, frame.at(gamma, beta), color);
            }
        }
    });
    Ok(Drawn::new(svg, caption, layout))
}

fn check(plot: &LandscapePlot) -> Result<()> {
    let (rows, cols) = (plot.betas.len(), plot.gammas.len());
    let lengths: Vec<usize> = plot.values.iter().map(Vec::len).collect();
    if rows.min(cols) < 2 || lengths != vec![cols; rows] {
        let remedy = format!("give {rows} rows (β) of {cols} values (γ), at least two of each");
        let found = format!("found rows of {lengths:?}");
        return Err(Error::argument("values", found, remedy));
    }
    Ok(())
}

/// The marks of a path with their places on the map: its start, its end, and where it first leaves
/// the map.
fn marks(path: &[Point], x: &Axis, y: &Axis) -> Vec<(LegendKey, Option<Point>)> {
    let is_inside = |&(gamma, beta): &Point| {
        (x.low..=x.high).contains(&gamma) && (y.low..=y.high).contains(&beta)
    };
    // what lies off the map is named in the legend, and marked nowhere
    let key = |marker, what: &str, at: Point| {
        let place = Some(at).filter(is_inside);
        let off = place.map_or(", off the map", |_| "");
        let label = format!("{what} (γ = {:.3}, β = {:.3}{off})", at.0, at.1);
        let key = LegendKey {
            line: None,
            marker: Some((marker, INK)),
            label: label.replace('-', "−"),
        };
        (key, place)
    };
    let start = path.first().filter(|_| path.len() > 1);
    let start = start.map(|at| key(Marker::Start, "start", *at));
    let left = path
        .windows(2)
        .filter(|two| is_inside(&two[0]) && !is_inside(&two[1]));
    let left = left.take(1).map(|two| {
        let share = |from: f64, to: f64, axis: &Axis| {
            let edge = if to > from { axis.high } else { axis.low };
            ((edge - from) / (to - from)).abs()
        };
        let (from, to) = (two[0], two[1]);
        let part = share(from.0, to.0, x).min(share(from.1, to.1, y));
        let between = |from: f64, to: f64, axis: &Axis| {
            (from + part * (to - from)).clamp(axis.low, axis.high)
        };
        let at = (between(from.0, to.0, x), between(from.1, to.1, y));
        key(Marker::Cross, "leaves the map", at)
    });
    let end = path
        .last()
        .map(|at| key(Marker::End, "end of the search", *at));
    start.into_iter().chain(left).chain(end).collect()
}

/// Values over the pairs of two rising lists, with values between those given, so that contours are
/// smooth.
struct Field<'a> {
    x: &'a [f64],
    y: &'a [f64],
    /// Into how many steps each interval of both lists is divided.
    steps: (usize, usize),
    /// Row by row of `y`.
    values: Vec<Vec<f64>>,
}

impl<'a> Field<'a> {
    fn new(plot: &'a LandscapePlot) -> Self {
        let (x, y) = (&plot.gammas, &plot.betas);
        let steps = |list: &[f64]| SMOOTH.div_ceil(list.len()).clamp(1, 8);
        let (across, up) = (steps(x), steps(y));
        let columns = transposed(&plot.values);
        let columns: Vec<_> = columns.iter().map(|list| refined(list, up)).collect();
        let rows = transposed(&columns);
        let values = rows.iter().map(|list| refined(list, across)).collect();
        Self {
            x,
            y,
            steps: (across, up),
            values,
        }
    }

    /// The closed lines around all that lies at or above the level, in angles; along the border of
    /// the field they run half a step outside of it.
    fn rings(&self, level: f64) -> Vec<Vec<Point>> {
        let builder = ContourBuilder::new(self.values[0].len(), self.values.len(), true);
        // only a number of values that is not that of the grid is refused
        let lines = builder.lines(&self.values.concat(), &[level]);
        let lines = lines.unwrap_or_default().into_iter();
        let rings = lines.flat_map(|line| line.into_inner().0.0);
        let point = |at: &contour::Pt| {
            // the crate counts from half a step before the first value
            let place =
                |list: &[f64], at: f64, steps: usize| along(list, (at - 0.5) / steps as f64);
            (
                place(self.x, at.x, self.steps.0),
                place(self.y, at.y, self.steps.1),
            )
        };
        rings
            .map(|ring| ring.0.iter().map(point).collect())
            .collect()
    }
}

fn transposed(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let column = |k: usize| rows.iter().map(|row| row[k]).collect();
    (0..rows[0].len()).map(column).collect()
}

/// Values between those of a list, `steps` to an interval, by cubics through neighbors (Catmull and
/// Rom 1974).
fn refined(values: &[f64], steps: usize) -> Vec<f64> {
    let last = values.len() - 1;
    let between = |place: usize| {
        let (k, t) = (place / steps, (place % steps) as f64 / steps as f64);
        let [a, b, c, d] =
            [k.saturating_sub(1), k, (k + 1).min(last), (k + 2).min(last)].map(|k| values[k]);
        let (bend, turn) = (2.0 * a - 5.0 * b + 4.0 * c - d, 3.0 * (b - c) + d - a);
        // a cubic may swing beyond its ends where values rise fast from a plain
        let value = b + 0.5 * t * (c - a + t * (bend + t * turn));
        value.clamp(b.min(c), b.max(c))
    };
    (0..=last * steps).map(between).collect()
}

/// The value at a place along a list, counted in steps from its first value, and on beyond its
/// ends.
fn along(list: &[f64], place: f64) -> f64 {
    let before = (place.max(0.0) as usize).min(list.len() - 2);
    list[before] + (place - before as f64) * (list[before + 1] - list[before])
}

/// The map and its contour lines.
fn draw_field(canvas: &PictureCanvas, frame: &PlotFrame<'_>, field: &Field<'_>, bar: &Axis) {
    let rings = |level: f64| -> Vec<Vec<Point>> {
        let rings = field.rings(level).into_iter();
        let place = |(gamma, beta)| frame.beyond(gamma, beta);
        rings
            .map(|ring| ring.into_iter().map(place).collect())
            .collect()
    };
    for shade in 1..SHADES {
        let share = f64::from(shade) / f64::from(SHADES);
        let above = rings(bar.low + (bar.high - bar.low) * share);
        if !above.is_empty() {
            canvas.between(&above, viridis(share + 0.5 / f64::from(SHADES)));
        }
    }
    // where nothing is turned all values are one, and no line is drawn along them
    let rest: Vec<f64> = field.values.iter().map(|row| row[0]).collect();
    let is_along = |tick: &Tick| {
        let near = |v: &f64| (v - tick.value).abs() < 1e-9 * (bar.high - bar.low);
        rest.iter().all(near)
    };
    for tick in bar.ticks.iter().filter(|tick| !is_along(tick)) {
        for ring in rings(tick.value) {
            canvas.line(&ring, contour_pen(bar.share(tick.value)));
        }
    }
}

/// Light lines on dark colors, dark ones on light colors.
fn contour_pen(share: f64) -> Pen {
    let [light, dark] = CONTOURS;
    Pen::solid(if share < 0.6 { light } else { dark }, 0.9).faint(0.6)
}

/// The axis of values to the right of the frame.
fn draw_bar(canvas: &PictureCanvas, frame: &PlotFrame<'_>, bar: &Axis, names: &[String]) {
    /// How far a step reaches below its neighbor, drawn later.
    const OVERLAP: f64 = 1.2;
    // whole pixels: steps that overlap would darken a part of one again and again
    let left = (frame.right + BAR_GAP).round();
    let right = left + BAR;
    let row = |share: f64| frame.bottom + share * (frame.top - frame.bottom);
    for k in 0..SHADES {
        let share = |step: f64| (f64::from(k) + step) / f64::from(SHADES);
        let top = (row(share(1.0)) - OVERLAP).max(frame.top);
        canvas.rectangle((left, top), (right, row(share(0.0))), viridis(share(0.5)));
    }
    for tick in &bar.ticks {
        let share = bar.share(tick.value);
        let y = row(share);
        canvas.line(&[(right, y), (right + 4.0, y)], Pen::solid(INK, 1.2));
        canvas.line(&[(left, y), (right, y)], contour_pen(share));
        let label = tick.label.as_deref().unwrap_or_default();
        canvas.text((right + 8.0, y + 4.3), label, Lettering::new(TICK, INK));
    }
    let letters = Lettering::new(NAME, INK).anchored(Anchor::Center).upward();
    for (k, name) in names.iter().enumerate() {
        let x = right + 16.0 + labels_width(bar) + NAME + (NAME + 4.0) * k as f64;
        canvas.text((x, f64::midpoint(frame.top, frame.bottom)), name, letters);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field of these values on whole numbers, none between them.
    fn field(values: &[[f64; 5]]) -> Field<'static> {
        const PLACES: [f64; 5] = [0.0, 1.0, 2.0, 3.0, 4.0];
        Field {
            x: &PLACES,
            y: &PLACES[..values.len()],
            steps: (1, 1),
            values: values.iter().map(|row| row.to_vec()).collect(),
        }
    }

    /// A hill of height 2 in the middle of a plain, and a second one of height 1 in a corner.
    fn hills() -> Field<'static> {
        let mut values = [[0.0; 5]; 5];
        (values[2][2], values[4][4]) = (2.0, 1.0);
        field(&values)
    }

    #[test]
    fn a_contour_lies_where_the_values_between_say() {
        let rings = hills().rings(1.5);
        assert_eq!(rings.len(), 1);
        for expected in [(2.25, 2.0), (2.0, 2.25), (1.75, 2.0), (2.0, 1.75)] {
            assert!(rings[0].contains(&expected), "{expected:?}: {rings:?}");
        }
        assert_eq!(rings[0].first(), rings[0].last());
    }

    #[test]
    fn a_contour_that_meets_the_border_goes_on_outside_of_it() {
        let rings = hills().rings(0.5);
        assert_eq!(rings.len(), 2);
        let corner = rings
            .iter()
            .find(|ring| ring.contains(&(4.0, 3.5)))
            .unwrap();
        assert!(corner.contains(&(3.5, 4.0)), "{corner:?}");
        let inside = |&(x, y): &Point| x < 4.0 && y < 4.0;
        let [(x, y), ..] = corner[..] else { panic!() };
        assert!(
            !corner.iter().any(inside) || (x - y).abs() <= 1.0,
            "{corner:?}"
        );
        assert!(corner.iter().any(|&(x, y)| x > 4.0 || y > 4.0));
    }

    #[test]
    fn values_between_run_through_the_given_ones_and_never_beyond_them() {
        let given = [0.0, 0.0, 1.0, 0.5];
        let found = refined(&given, 4);
        assert_eq!(found.len(), 13);
        for (k, value) in given.iter().enumerate() {
            assert_eq!(found[4 * k], *value);
        }
        assert!(
            found.iter().all(|value| (0.0..=1.0).contains(value)),
            "{found:?}"
        );
        assert!(found[5] > 0.0 && found[5] < found[6] && found[6] < found[7]);
        assert_eq!(along(&[0.0, 2.0, 3.0], 1.5), 2.5);
        assert_eq!(along(&[0.0, 2.0, 3.0], -0.5), -1.0);
        assert_eq!(along(&[0.0, 2.0, 3.0], 2.5), 3.5);
    }
}
