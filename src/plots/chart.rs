//! A plot between two axes: title, legend, frame with grid and labels, caption, each given the room
//! its text needs.

use super::Heading;
use super::axis::{Axis, Tick};
use super::canvas::{Anchor, Lettering, Pen, PictureCanvas, Point, sheet};
use super::layout::PictureLayout;
use super::legend::{self, LegendKey};
use super::palette::{FAINT_GRID, GRID, INK, SOFT_INK};
use super::readings::{DrawnValues, ReadableFrame, readable};
use super::text::{shorten, width, wrap};

/// Empty border of every picture.
pub(super) const MARGIN: f64 = 24.0;
/// The size of the labels of ticks, in pixels.
pub(super) const TICK: f64 = 12.0;
pub(super) use super::layout::NAME;

const TITLE: f64 = 16.0;
const CAPTION: f64 = 11.0;

/// A plot before its content is drawn.
#[derive(Debug)]
pub(super) struct Chart<'a> {
    pub(super) title: &'a str,
    pub(super) caption: &'a str,
    pub(super) keys: Vec<LegendKey>,
    pub(super) x: Axis,
    pub(super) y: Axis,
    /// Room between legend and frame.
    pub(super) head: f64,
    /// The height of the frame, in pixels.
    pub(super) height: f64,
    /// Room kept free to the right of the frame.
    pub(super) right: f64,
    /// What the reader must know to read the plot, above the caption.
    pub(super) notes: Vec<String>,
    /// The values that are drawn in the frame, which the file tells.
    pub(super) values: Vec<DrawnValues>,
    /// The width of the picture, and which of the words are drawn.
    pub(super) layout: PictureLayout,
}

/// The rectangle the data are drawn in, and the axes that place them.
#[derive(Debug)]
pub(super) struct PlotFrame<'a> {
    x: &'a Axis,
    y: &'a Axis,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl PlotFrame<'_> {
    /// The place of a pair of values.
    pub(super) fn at(&self, x: f64, y: f64) -> Point {
        (self.column(x), self.row(y))
    }

    /// The low end of the upward axis.
    pub(super) fn low(&self) -> f64 {
        self.y.low
    }

    fn column(&self, x: f64) -> f64 {
        self.left + self.x.share(x) * (self.right - self.left)
    }

    fn row(&self, y: f64) -> f64 {
        self.bottom + self.y.share(y) * (self.top - self.bottom)
    }

    /// The axes and the values, as the file tells them.
    fn readable<'a>(&'a self, values: &'a [DrawnValues]) -> ReadableFrame<'a> {
        let (across, upward) = ((self.left, self.right), (self.bottom, self.top));
        ReadableFrame::new((self.x, across), (self.y, upward), values)
    }
}

impl<'a> Chart<'a> {
    /// A plot of the usual height with the words of `heading`, no legend and no notes.
    pub(super) fn new(heading: &'a Heading, x: Axis, y: Axis) -> Self {
        Self {
            title: &heading.title,
            caption: &heading.caption,
            keys: Vec::new(),
            x,
            y,
            head: 12.0,
            height: heading.layout.scaled(360.0),
            right: 0.0,
            notes: Vec::new(),
            values: Vec::new(),
            layout: heading.layout,
        }
    }

    /// The SVG text of the plot; `content` draws over the grid and under the lines of the axes.
    pub(super) fn draw(&self, content: impl FnOnce(&PictureCanvas<'_>, &PlotFrame<'_>)) -> String {
        let mut content = Some(content);
        stack(std::slice::from_ref(self), |_, canvas, frame| {
            if let Some(draw) = content.take() {
                draw(canvas, frame);
            }
        })
    }

    fn frame(&self, top: f64, name_lines: usize) -> PlotFrame<'_> {
        let label = |tick: &Tick| {
            tick.label
                .as_deref()
                .map_or(0.0, |text| width(text, TICK, false))
        };
        let widest = self.y.ticks.iter().map(label).fold(0.0, f64::max);
        PlotFrame {
            x: &self.x,
            y: &self.y,
            left: MARGIN + name_lines as f64 * (NAME + 4.0) + 6.0 + widest + 9.0,
            right: self.layout.width - MARGIN - self.right,
            top,
            bottom: top + self.height,
        }
    }
}

/// The SVG text of plots below each other, with the title, the legend, the notes and the caption of
/// the first; `content` draws into the frame of each. At least one plot.
pub(super) fn stack(
    charts: &[Chart<'_>],
    mut content: impl FnMut(usize, &PictureCanvas<'_>, &PlotFrame<'_>),
) -> String {
    const BELOW: f64 = 52.0;
    let first = &charts[0];
    let layout = first.layout;
    let rows = legend::rows(&first.keys, layout.width - 2.0 * MARGIN);
    let legend_top = MARGIN + title_height(first.title, layout);
    let mut bottom = legend_top + legend::ROW * rows.len() as f64;
    let mut frames = Vec::with_capacity(charts.len());
    let mut names = Vec::with_capacity(charts.len());
    for chart in charts {
        let lines = wrap(&chart.y.title, chart.height, NAME, false);
        let frame = chart.frame(bottom + chart.head, lines.len());
        bottom = frame.bottom + BELOW;
        frames.push(frame);
        names.push(lines);
    }
    let left = frames.iter().map(|frame| frame.left).fold(0.0, f64::max);
    for frame in &mut frames {
        frame.left = left;
    }
    let foot = Foot::new(&first.notes, first.caption, layout);
    let svg = sheet((layout.width, bottom + foot.height() + MARGIN), |canvas| {
        draw_title(canvas, first.title, layout);
        legend::draw(canvas, (MARGIN, legend_top), &rows);
        for (k, (frame, names)) in frames.iter().zip(&names).enumerate() {
            grid(canvas, frame);
            content(k, canvas, frame);
            axes(canvas, frame, names);
        }
        foot.draw(canvas, bottom);
    });
    let told = frames.iter().zip(charts);
    let told = told.map(|(frame, chart)| frame.readable(&chart.values));
    readable(&svg, &told.collect::<Vec<_>>())
}

/// The SVG text of a plot and, below it, of a small one for each name, all on the same axes;
/// `content` draws into the large frame (`None`) and into that of each name.
pub(super) fn overview(
    chart: &Chart<'_>,
    names: &[&str],
    mut content: impl FnMut(Option<usize>, &PictureCanvas<'_>, &PlotFrame<'_>),
) -> String {
    const BELOW: f64 = 52.0;
    const GAP: f64 = 18.0;
    const HEAD: f64 = 22.0;
    const FEET: f64 = 26.0;
    let layout = chart.layout;
    let rows = legend::rows(&chart.keys, layout.width - 2.0 * MARGIN);
    let legend_top = MARGIN + title_height(chart.title, layout);
    let lines = wrap(&chart.y.title, chart.height, NAME, false);
    let top = legend_top + legend::ROW * rows.len() as f64 + chart.head;
    let large = chart.frame(top, lines.len());
    let two = layout.is_narrow() || names.len() == 4;
    let columns = if two { 2 } else { 3 }.min(names.len());
    let across = (large.right - large.left + GAP) / columns as f64;
    let height = layout.scaled(150.0);
    let x = Axis {
        ticks: thinned(&chart.x.ticks, across - GAP),
        ..chart.x.clone()
    };
    let first = large.bottom + BELOW;
    let small = |k: usize| {
        let left = large.left + across * (k % columns) as f64;
        let top = first + HEAD + (HEAD + height + FEET) * (k / columns) as f64;
        PlotFrame {
            x: &x,
            y: &chart.y,
            left,
            right: left + across - GAP,
            top,
            bottom: top + height,
        }
    };
    let bottom = first + (HEAD + height + FEET) * names.len().div_ceil(columns) as f64;
    let foot = Foot::new(&chart.notes, chart.caption, layout);
    let svg = sheet((layout.width, bottom + foot.height() + MARGIN), |canvas| {
        draw_title(canvas, chart.title, layout);
        legend::draw(canvas, (MARGIN, legend_top), &rows);
        grid(canvas, &large);
        content(None, canvas, &large);
        axes(canvas, &large, &lines);
        for (k, name) in names.iter().enumerate() {
            let frame = small(k);
            grid(canvas, &frame);
            content(Some(k), canvas, &frame);
            ticks(canvas, &frame, k % columns == 0);
            let name = shorten(name, frame.right - frame.left, TICK);
            let letters = Lettering::new(TICK, INK);
            canvas.text((frame.left, frame.top - 7.0), &name, letters);
        }
        foot.draw(canvas, bottom);
    });
    readable(&svg, &[large.readable(&chart.values)])
}

/// The ticks, with no more labels than a width has room for.
fn thinned(all: &[Tick], room: f64) -> Vec<Tick> {
    let label = |tick: &Tick| {
        tick.label
            .as_deref()
            .map_or(0.0, |text| width(text, TICK, false))
    };
    let needed: f64 = all.iter().map(|tick| label(tick) + 8.0).sum();
    let step = (needed / room.max(1.0)).ceil().max(1.0) as usize;
    let kept = |(k, tick): (usize, &Tick)| Tick {
        label: tick.label.clone().filter(|_| k % step == 0),
        ..tick.clone()
    };
    all.iter().enumerate().map(kept).collect()
}

/// The height a title takes, with the space below it.
pub(super) fn title_height(title: &str, layout: PictureLayout) -> f64 {
    let lines = title_lines(title, layout).len() as f64;
    if lines == 0.0 {
        0.0
    } else {
        lines * (TITLE + 5.0) + 5.0
    }
}

/// Draws the title at the top of the sheet.
pub(super) fn draw_title(canvas: &PictureCanvas<'_>, title: &str, layout: PictureLayout) {
    for (k, line) in title_lines(title, layout).iter().enumerate() {
        let baseline = MARGIN + TITLE - 3.0 + (TITLE + 5.0) * k as f64;
        canvas.text((MARGIN, baseline), line, Lettering::new(TITLE, INK).bold());
    }
}

fn title_lines(title: &str, layout: PictureLayout) -> Vec<String> {
    if !layout.words {
        return Vec::new();
    }
    wrap(title, layout.width - 2.0 * MARGIN, TITLE, true)
}

/// The small print below a picture.
#[derive(Debug)]
pub(super) struct Foot {
    lines: Vec<String>,
}

impl Foot {
    /// Notes first, the caption last, each on lines of its own; nothing where the layout wants
    /// none.
    pub(super) fn new(notes: &[String], caption: &str, layout: PictureLayout) -> Self {
        if !layout.words {
            return Self { lines: Vec::new() };
        }
        let limit = layout.width - 2.0 * MARGIN;
        let paragraphs = notes.iter().map(String::as_str).chain(caption.lines());
        let lines = paragraphs
            .flat_map(|text| wrap(text, limit, CAPTION, false))
            .collect();
        Self { lines }
    }

    /// The height of the lines.
    pub(super) fn height(&self) -> f64 {
        if self.lines.is_empty() {
            0.0
        } else {
            10.0 + (CAPTION + 5.0) * self.lines.len() as f64
        }
    }

    /// Draws the lines below `top`.
    pub(super) fn draw(&self, canvas: &PictureCanvas<'_>, top: f64) {
        for (k, line) in self.lines.iter().enumerate() {
            let baseline = top + 10.0 + CAPTION + (CAPTION + 5.0) * k as f64;
            canvas.text((MARGIN, baseline), line, Lettering::new(CAPTION, SOFT_INK));
        }
    }
}

fn grid(canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>) {
    let pen = |tick: &Tick| {
        let color = if tick.label.is_some() {
            GRID
        } else {
            FAINT_GRID
        };
        Pen::solid(color, 1.0)
    };
    for tick in &frame.y.ticks {
        let y = frame.row(tick.value);
        canvas.line(&[(frame.left, y), (frame.right, y)], pen(tick));
    }
    for tick in &frame.x.ticks {
        let x = frame.column(tick.value);
        canvas.line(&[(x, frame.top), (x, frame.bottom)], pen(tick));
    }
}

fn axes(canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, names: &[String]) {
    let (left, bottom) = (frame.left, frame.bottom);
    ticks(canvas, frame, true);
    let letters = Lettering::new(NAME, INK).anchored(Anchor::Middle);
    let middle = (left + frame.right) / 2.0;
    canvas.text((middle, bottom + 42.0), &frame.x.title, letters);
    for (k, name) in names.iter().enumerate() {
        let x = MARGIN + NAME - 2.0 + (NAME + 4.0) * k as f64;
        canvas.text((x, (frame.top + bottom) / 2.0), name, letters.upward());
    }
}

/// The lines of both axes with their ticks, and with the labels of these: below, and where they are
/// wanted on the left.
fn ticks(canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, labels_on_the_left: bool) {
    let line = Pen::solid(INK, 1.2);
    let (left, bottom) = (frame.left, frame.bottom);
    canvas.line(
        &[(left, frame.top), (left, bottom), (frame.right, bottom)],
        line,
    );
    let letters = Lettering::new(TICK, INK);
    for (tick, label) in labeled(frame.x) {
        let x = frame.column(tick);
        canvas.line(&[(x, bottom), (x, bottom + 5.0)], line);
        canvas.text((x, bottom + 19.0), label, letters.anchored(Anchor::Middle));
    }
    for (tick, label) in labeled(frame.y) {
        let y = frame.row(tick);
        canvas.line(&[(left - 5.0, y), (left, y)], line);
        if labels_on_the_left {
            canvas.text((left - 9.0, y + 4.3), label, letters.anchored(Anchor::End));
        }
    }
}

fn labeled(axis: &Axis) -> impl Iterator<Item = (f64, &str)> {
    axis.ticks
        .iter()
        .filter_map(|tick| Some((tick.value, tick.label.as_deref()?)))
}
