//! The landscape of one layer's two angles: a heat map over γ and β with contour lines and the
//! optimizer's path on it.
//!
//! Between the pairs of angles values are interpolated: the map is a stack of areas, each of all
//! that lies above a level (marching squares, by the crate `contour`). Contour lines are at the
//! ticks of the color bar.

use super::axis::{Axis, AxisOf, Tick};
use super::canvas::{Anchor, Lettering, Pen, PictureCanvas, Point};
use super::chart::{Chart, NAME, NAME_LINE, PlotFrame, TICK, labels_width};
use super::layout::PictureLayout;
use super::legend::{LegendKey, Marker};
use super::palette::{CONTOURS, INK, PAPER, viridis};
use super::text::wrap;
use super::{Drawn, Heading};
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
    /// The grid's γ in radians, at least two, rising in equal steps.
    pub gammas: Vec<f64>,
    /// The grid's β in radians, likewise.
    pub betas: Vec<f64>,
    /// `values[b][g]` belongs to `betas[b]` and `gammas[g]`.
    pub values: Vec<Vec<f64>>,
    /// The optimizer's points (γ, β), in order; empty for none.
    pub path: Vec<Point>,
}

/// The picture of a landscape, with a color bar, and the path's start and end marked.
pub(crate) fn landscape(plot: &LandscapePlot, layout: PictureLayout) -> Drawn {
    let values = plot.values.iter().flatten().copied();
    let ends = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
        (low.min(v), high.max(v))
    });
    let name = &plot.color.title;
    let height = layout.scaled(HEIGHT);
    let bar = Axis::linear(name, ends, layout.ticks(8), 0.0);
    let names = wrap(name, height, NAME, false);
    let heading = Heading::new(format!("{}: {name}", plot.heading.title), "");
    let axis = |name, list: &[f64]| {
        let ends = (list[0], list[list.len() - 1]);
        Axis::linear(name, ends, layout.ticks(7), 0.0)
    };
    let x = axis("γ (radians)", &plot.gammas);
    let y = axis("β (radians)", &plot.betas);
    let marks = marks(&plot.path, &x, &y);
    let chart = Chart {
        heading: &heading,
        layout,
        keys: marks.iter().map(|(key, _)| key.clone()).collect(),
        head: 10.0,
        right: BAR_GAP + BAR + 18.0 + labels_width(&bar) + names.len() as f64 * NAME_LINE,
        frames: vec![PlotFrame::new(x, y, height, Vec::new())],
    };
    let caption = [
        &plot.heading.caption,
        &plot.color.meaning,
        "Colors are interpolated between the points; contour lines are at the ticks of the color bar.",
    ];
    let caption = caption.join("\n").replace("\n\n", "\n");
    chart.drawn(caption, |canvas, frame| {
        let (corner, far) = ((frame.left, frame.top), (frame.right, frame.bottom));
        canvas.clipped(corner, far, || {
            canvas.rectangle(corner, far, viridis(0.5 / f64::from(SHADES)));
            draw_field(canvas, &Field::new(&plot.values, frame), &bar);
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
    })
}

/// The marks of a path with their places on the map: its start, its end, and where it first leaves
/// the map.
fn marks(path: &[Point], x: &Axis, y: &Axis) -> Vec<(LegendKey, Option<Point>)> {
    let is_inside = |&(gamma, beta): &Point| {
        (x.low..=x.high).contains(&gamma) && (y.low..=y.high).contains(&beta)
    };
    // by halves to the last place of a step that is on the map
    let left = |two: &[Point]| {
        let (from, to) = (two[0], two[1]);
        let between = |from: f64, to: f64, part: f64| from + part * (to - from);
        let place = |part| (between(from.0, to.0, part), between(from.1, to.1, part));
        let part = (1..=40).fold(0.0, |part, k| {
            let next = part + 0.5_f64.powi(k);
            if is_inside(&place(next)) { next } else { part }
        });
        (is_inside(&from) && !is_inside(&to)).then(|| place(part))
    };
    let marks = [
        (
            Marker::Start,
            "start",
            path.first().copied().filter(|_| path.len() > 1),
        ),
        (
            Marker::Cross,
            "leaves the map",
            path.windows(2).find_map(left),
        ),
        (Marker::End, "end of the search", path.last().copied()),
    ];
    // what lies off the map is named in the legend, and marked nowhere
    let key = |(marker, what, at): (Marker, &str, Option<Point>)| {
        let at = at?;
        let place = Some(at).filter(is_inside);
        let off = place.map_or(", off the map", |_| "");
        let label = format!("{what} (γ = {:.3}, β = {:.3}{off})", at.0, at.1);
        let key = LegendKey {
            line: None,
            marker: Some((marker, INK)),
            label: label.replace('-', "−"),
        };
        Some((key, place))
    };
    marks.into_iter().filter_map(key).collect()
}

/// Values on places of the sheet, with values between those given, so that contours are smooth.
struct Field {
    /// Row by row of β.
    values: Vec<f64>,
    columns: usize,
    /// The place of the first value, and the steps from one to the next.
    from: Point,
    step: Point,
}

impl Field {
    fn new(given: &[Vec<f64>], frame: &PlotFrame) -> Self {
        let steps = |rows: &[Vec<f64>]| SMOOTH.div_ceil(rows.len()).clamp(1, 8);
        let refined = |rows: &[Vec<f64>], steps| -> Vec<Vec<f64>> {
            rows.iter().map(|list| refined(list, steps)).collect()
        };
        let columns = transposed(given);
        let rows = transposed(&refined(&columns, steps(given)));
        let rows = refined(&rows, steps(&columns));
        let step = |from: f64, to: f64, count: usize| (to - from) / (count - 1) as f64;
        Self {
            columns: rows[0].len(),
            from: (frame.left, frame.bottom),
            step: (
                step(frame.left, frame.right, rows[0].len()),
                step(frame.bottom, frame.top, rows.len()),
            ),
            values: rows.concat(),
        }
    }

    /// The closed lines around all that lies at or above the level; along the border of the field
    /// they run half a step outside of it.
    fn rings(&self, level: f64) -> Vec<Vec<Point>> {
        let rows = self.values.len() / self.columns;
        // the crate counts from half a step before the first value
        let builder = ContourBuilder::new(self.columns, rows, true)
            .x_step(self.step.0)
            .y_step(self.step.1)
            .x_origin(self.from.0 - self.step.0 / 2.0)
            .y_origin(self.from.1 - self.step.1 / 2.0);
        // only a number of values that is not that of the grid is refused
        let lines = builder.lines(&self.values, &[level]);
        let lines = lines.unwrap_or_default().into_iter();
        let rings = lines.flat_map(|line| line.into_inner().0.0);
        rings
            .map(|ring| ring.0.iter().map(|at| (at.x, at.y)).collect())
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

/// The map and its contour lines.
fn draw_field(canvas: &PictureCanvas, field: &Field, bar: &Axis) {
    for shade in 1..SHADES {
        let share = f64::from(shade) / f64::from(SHADES);
        let above = field.rings(bar.low + (bar.high - bar.low) * share);
        if !above.is_empty() {
            canvas.between(&above, viridis(share + 0.5 / f64::from(SHADES)));
        }
    }
    // where nothing is turned all values are one, and no line is drawn along them
    let is_along = |tick: &Tick| {
        let near = |v: &f64| (v - tick.value).abs() < 1e-9 * (bar.high - bar.low);
        field.values.iter().step_by(field.columns).all(near)
    };
    for tick in bar.ticks.iter().filter(|tick| !is_along(tick)) {
        for ring in field.rings(tick.value) {
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
fn draw_bar(canvas: &PictureCanvas, frame: &PlotFrame, bar: &Axis, names: &[String]) {
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
        let x = right + 16.0 + labels_width(bar) + NAME + NAME_LINE * k as f64;
        canvas.text((x, f64::midpoint(frame.top, frame.bottom)), name, letters);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field of these values on whole numbers, none between them.
    fn field(values: &[[f64; 5]]) -> Field {
        Field {
            values: values.concat(),
            columns: 5,
            from: (0.0, 0.0),
            step: (1.0, 1.0),
        }
    }

    /// A hill of height 2 in the middle of a plain, and a second one of height 1 in a corner.
    fn hills() -> Field {
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
    }
}
