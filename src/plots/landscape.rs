//! The landscape of one layer's two angles: a heat map over γ and β with contour lines and the
//! optimizer's path on it.
//!
//! Between the pairs of angles values are interpolated: the map is a stack of areas, each of all
//! that lies above a level. Contour lines stand at the ticks of the color bar.

use super::Heading;
use super::axis::{Axis, AxisOf};
use super::canvas::{Anchor, Lettering, Pen, PictureCanvas, Point};
use super::chart::{Chart, NAME, PlotFrame, TICK};
use super::check::{finite, some};
use super::contours::Field;
use super::legend::{LegendKey, LegendMark, end_mark, start_mark};
use super::palette::{CONTOURS, INK, PAPER, viridis};
use super::text::{width, wrap};
use crate::error::{Error, Result};

const HEIGHT: f64 = 430.0;
const BAR_GAP: f64 = 22.0;
const BAR: f64 = 16.0;
/// How far a step of the color bar reaches below its neighbor, drawn later.
const OVERLAP: f64 = 1.2;
/// The number of colors of the map.
const SHADES: u32 = 96;

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
    pub path: Vec<(f64, f64)>,
}

/// The SVG of a landscape, with a color bar, and the path's start and end marked.
///
/// # Errors
/// [`Error::NotFinite`] for NaN and infinities, [`Error::Argument`] for a grid that is empty, not
/// rising or of another shape than the values, and for what is no probability.
pub(crate) fn landscape(plot: &LandscapePlot) -> Result<String> {
    check(plot)?;
    let layout = plot.heading.layout;
    let (across, upward) = (widened(&plot.gammas), widened(&plot.betas));
    let window = (ends(&across), ends(&upward));
    let name = plot.color.title.clone();
    let values = plot.values.iter().flatten().copied();
    let bar = Bar::new(&name, layout.scaled(HEIGHT), layout.ticks(8), values);
    let title = match &*plot.heading.title {
        "" => name,
        title => format!("{title}: {name}"),
    };
    let heading = Heading {
        title,
        ..plot.heading.clone()
    };
    let axis = |name, ends| Axis::exact(name, ends, layout.ticks(7));
    let (x, y) = (axis("γ (radians)", window.0), axis("β (radians)", window.1));
    let mut chart = Chart {
        keys: keys(plot, window),
        notes: notes(plot),
        right: bar.room(),
        ..Chart::new(&heading, x, y)
    };
    chart.frames[0].height = layout.scaled(HEIGHT);
    let mut values = plot.values.clone();
    if plot.gammas.len() == 1 {
        values.iter_mut().for_each(|row| row.push(row[0]));
    }
    if plot.betas.len() == 1 {
        values.push(values[0].clone());
    }
    let field = Field::smooth(&across, &upward, &values);
    Ok(chart.draw(|_, canvas, frame| {
        draw_field(canvas, frame, &field, &bar);
        bar.draw(canvas, frame);
        draw_path(canvas, frame, &plot.path, window);
    }))
}

fn notes(plot: &LandscapePlot) -> Vec<String> {
    let lines = "Colors are interpolated between the points; contour lines stand at the ticks of the color bar.";
    let meaning = plot.color.meaning.clone();
    let all = [meaning, lines.to_owned()].into_iter();
    all.filter(|note| !note.is_empty()).collect()
}

/// The map and its contour lines.
fn draw_field(canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, field: &Field, bar: &Bar) {
    let place = |points: Vec<Point>| -> Vec<Point> {
        let points = points.into_iter();
        points.map(|(gamma, beta)| frame.at(gamma, beta)).collect()
    };
    let color = |shade: u32| viridis((f64::from(shade) + 0.5) / f64::from(SHADES));
    canvas.rectangle(
        (frame.left, frame.top),
        (frame.right, frame.bottom),
        color(0),
    );
    let (low, high) = (bar.axis.low, bar.axis.high);
    for shade in 1..SHADES {
        let level = low + (high - low) * f64::from(shade) / f64::from(SHADES);
        let corners = place(field.above(level));
        if !corners.is_empty() {
            canvas.area(&corners, color(shade), 1.0);
        }
    }
    for tick in &bar.axis.ticks {
        for line in field.lines(tick.value) {
            canvas.line(&place(line), contour_pen(bar.axis.share(tick.value)));
        }
    }
}

/// Light lines on dark colors, dark ones on light colors.
fn contour_pen(share: f64) -> Pen {
    let [light, dark] = CONTOURS;
    Pen::solid(if share < 0.6 { light } else { dark }, 0.9).faint(0.6)
}

fn check(plot: &LandscapePlot) -> Result<()> {
    some("gammas", &plot.gammas)?;
    some("betas", &plot.betas)?;
    let rows = plot.values.len();
    let odd = plot
        .values
        .iter()
        .find(|row| row.len() != plot.gammas.len());
    if rows != plot.betas.len() || odd.is_some() {
        let cols = odd.map_or(plot.gammas.len(), Vec::len);
        return Err(Error::argument(
            "values",
            format!("found {rows} rows of {cols}"),
            format!(
                "give {} rows (β) of {} values (γ)",
                plot.betas.len(),
                plot.gammas.len()
            ),
        ));
    }
    for (beta, row) in plot.betas.iter().zip(&plot.values) {
        for (gamma, &value) in plot.gammas.iter().zip(row) {
            let what = format!("{} at γ = {gamma}, β = {beta}", plot.color.title);
            plot.color.checked(&what, value)?;
        }
    }
    for (k, &(gamma, beta)) in plot.path.iter().enumerate() {
        finite(&format!("γ of path point {}", k + 1), gamma)?;
        finite(&format!("β of path point {}", k + 1), beta)?;
    }
    Ok(())
}

/// The values; in place of a single one two around it, since a map has a width.
fn widened(values: &[f64]) -> Vec<f64> {
    match values {
        [one] => vec![one - 0.05, one + 0.05],
        several => several.to_vec(),
    }
}

fn ends(values: &[f64]) -> (f64, f64) {
    (values[0], values[values.len() - 1])
}

/// Ranges of γ and β.
type Window = ((f64, f64), (f64, f64));

fn inside((gamma, beta): Point, ((left, right), (low, high)): Window) -> bool {
    (left..=right).contains(&gamma) && (low..=high).contains(&beta)
}

fn keys(plot: &LandscapePlot, window: Window) -> Vec<LegendKey> {
    let [first, .., last] = plot.path[..] else {
        return plot
            .path
            .iter()
            .map(|_| LegendKey::new(LegendMark::End, "the optimizer's point"))
            .collect();
    };
    let place = |what: &str, at: Point| {
        let (gamma, beta) = at;
        let off = if inside(at, window) {
            ""
        } else {
            ", off the map"
        };
        format!("{what} (γ = {gamma:.3}, β = {beta:.3}{off})").replace('-', "−")
    };
    let names = match plot.heading.layout.is_narrow() {
        true => ["start of path", "end"],
        false => ["start of the optimizer's path", "its end"],
    };
    vec![
        LegendKey::new(LegendMark::Start, place(names[0], first)),
        LegendKey::new(LegendMark::End, place(names[1], last)),
    ]
}

fn draw_path(
    canvas: &PictureCanvas<'_>,
    frame: &PlotFrame<'_>,
    path: &[(f64, f64)],
    window: Window,
) {
    let steps: Vec<[Point; 2]> = path
        .windows(2)
        .filter_map(|pair| clip([pair[0], pair[1]], window))
        .map(|step| step.map(|(gamma, beta)| frame.at(gamma, beta)))
        .collect();
    for pen in [Pen::solid(PAPER, 4.0), Pen::solid(INK, 1.8)] {
        for step in &steps {
            canvas.line(step, pen);
        }
    }
    let mark = |at: Option<&Point>, draw: fn(&PictureCanvas<'_>, Point)| {
        if let Some(&(gamma, beta)) = at.filter(|&&at| inside(at, window)) {
            draw(canvas, frame.at(gamma, beta));
        }
    };
    if path.len() > 1 {
        mark(path.first(), start_mark);
    }
    mark(path.last(), end_mark);
}

/// The part of a segment inside the window (Liang and Barsky 1984).
fn clip([from, to]: [Point; 2], ((left, right), (low, high)): Window) -> Option<[Point; 2]> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let borders = [
        (-dx, from.0 - left),
        (dx, right - from.0),
        (-dy, from.1 - low),
        (dy, high - from.1),
    ];
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (along, room) in borders {
        if along == 0.0 && room < 0.0 {
            return None;
        } else if along < 0.0 {
            enter = enter.max(room / along);
        } else if along > 0.0 {
            leave = leave.min(room / along);
        }
    }
    let at = |t: f64| (from.0 + t * dx, from.1 + t * dy);
    (enter <= leave).then(|| [at(enter), at(leave)])
}

/// The color bar: an axis of values to the right of the frame.
struct Bar {
    axis: Axis,
    height: f64,
}

impl Bar {
    fn new(name: &str, height: f64, ticks: usize, values: impl Iterator<Item = f64>) -> Self {
        let range = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
            (l.min(v), h.max(v))
        });
        Self {
            axis: Axis::exact(name, range, ticks),
            height,
        }
    }

    fn names(&self) -> Vec<String> {
        wrap(&self.axis.title, self.height, NAME, false)
    }

    fn labels_width(&self) -> f64 {
        let labels = self
            .axis
            .ticks
            .iter()
            .filter_map(|tick| tick.label.as_deref());
        labels
            .map(|label| width(label, TICK, false))
            .fold(0.0, f64::max)
    }

    fn room(&self) -> f64 {
        let names = self.names().len() as f64 * (NAME + 4.0);
        BAR_GAP + BAR + 8.0 + self.labels_width() + 10.0 + names
    }

    fn draw(&self, canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>) {
        const STEPS: i32 = 215;
        let (left, right) = (frame.right + BAR_GAP, frame.right + BAR_GAP + BAR);
        let row = |share: f64| frame.bottom + share * (frame.top - frame.bottom);
        for k in 0..STEPS {
            let share = |step: i32| f64::from(step) / f64::from(STEPS);
            let top = (row(share(k + 1)) - OVERLAP).max(frame.top);
            canvas.rectangle(
                (left, top),
                (right, row(share(k))),
                viridis(share(k) + 0.5 / f64::from(STEPS)),
            );
        }
        for tick in &self.axis.ticks {
            let share = self.axis.share(tick.value);
            let y = row(share);
            canvas.line(&[(right, y), (right + 4.0, y)], Pen::solid(INK, 1.2));
            canvas.line(&[(left, y), (right, y)], contour_pen(share));
            let label = tick.label.as_deref().unwrap_or_default();
            canvas.text((right + 8.0, y + 4.3), label, Lettering::new(TICK, INK));
        }
        let letters = Lettering::new(NAME, INK).anchored(Anchor::Center).upward();
        for (k, name) in self.names().iter().enumerate() {
            let x = right + 8.0 + self.labels_width() + 10.0 + NAME - 2.0 + (NAME + 4.0) * k as f64;
            canvas.text((x, (frame.top + frame.bottom) / 2.0), name, letters);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_cut_where_it_leaves_the_map() {
        let window = ((0.0, 2.0), (-1.0, 1.0));
        let cases = [
            ([(0.5, 0.0), (1.5, 0.5)], Some([(0.5, 0.0), (1.5, 0.5)])),
            ([(1.0, 0.0), (3.0, 0.0)], Some([(1.0, 0.0), (2.0, 0.0)])),
            ([(-2.0, 0.0), (4.0, 0.0)], Some([(0.0, 0.0), (2.0, 0.0)])),
            ([(1.0, 2.0), (1.0, 3.0)], None),
            ([(-1.0, 0.5), (0.5, 2.0)], None),
        ];
        for (step, expected) in cases {
            assert_eq!(clip(step, window), expected, "{step:?}");
        }
    }
}
