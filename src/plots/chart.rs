//! The frame of a plot: title, legend, frames with grid and labels, caption, each given the room
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
    pub(super) heading: &'a Heading,
    pub(super) keys: Vec<LegendKey>,
    /// Room between legend and frame.
    pub(super) head: f64,
    /// Room kept free to the right of the frames.
    pub(super) right: f64,
    /// What the reader must know to read the plot, above the caption.
    pub(super) notes: Vec<String>,
    /// The frames below each other, with the names of their axes.
    pub(super) frames: Vec<ChartFrame>,
    /// Small frames below the last one, on its axes, by their names.
    pub(super) small: Vec<String>,
}

/// A frame before its content is drawn.
#[derive(Debug)]
pub(super) struct ChartFrame {
    pub(super) x: Axis,
    pub(super) y: Axis,
    /// The height of the frame, in pixels.
    pub(super) height: f64,
    /// The values that are drawn in it, which the file tells.
    pub(super) values: Vec<DrawnValues>,
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
    /// The place of a pair of values; what lies beyond an axis stands at its end.
    pub(super) fn at(&self, x: f64, y: f64) -> Point {
        let (x, y) = (
            x.clamp(self.x.low, self.x.high),
            y.clamp(self.y.low, self.y.high),
        );
        (self.column(x), self.row(y))
    }

    fn column(&self, x: f64) -> f64 {
        self.left + self.x.share(x) * (self.right - self.left)
    }

    fn row(&self, y: f64) -> f64 {
        self.bottom + self.y.share(y) * (self.top - self.bottom)
    }
}

impl<'a> Chart<'a> {
    /// One frame with the words of `heading`, no legend and no notes.
    pub(super) fn new(heading: &'a Heading, x: Axis, y: Axis) -> Self {
        let height = heading.layout.scaled(360.0);
        let values = Vec::new();
        Self {
            heading,
            keys: Vec::new(),
            head: 12.0,
            right: 0.0,
            notes: Vec::new(),
            frames: vec![ChartFrame {
                x,
                y,
                height,
                values,
            }],
            small: Vec::new(),
        }
    }

    /// The SVG text of the plot; `content` draws over the grid and under the lines of the axes into
    /// each frame by its number, and then into the small ones.
    pub(super) fn draw(
        &self,
        mut content: impl FnMut(usize, &PictureCanvas<'_>, &PlotFrame<'_>),
    ) -> String {
        const BELOW: f64 = 52.0;
        let layout = self.heading.layout;
        let rows = legend::rows(&self.keys, layout.width - 2.0 * MARGIN);
        let legend_top = MARGIN + title_height(&self.heading.title, layout);
        let mut bottom = legend_top + legend::height(&rows);
        let names = self.frames.iter();
        let names = names.map(|frame| wrap(&frame.y.title, frame.height, NAME, false));
        let names: Vec<Vec<String>> = names.collect();
        let room = |(frame, names): (&ChartFrame, &Vec<String>)| {
            let labels = labeled(&frame.y).map(|(_, label)| width(label, TICK, false));
            labels.fold(0.0, f64::max) + names.len() as f64 * (NAME + 4.0) + 15.0
        };
        let left = self.frames.iter().zip(&names).map(room).fold(0.0, f64::max) + MARGIN;
        let right = layout.width - MARGIN - self.right;
        let mut frames = Vec::new();
        for frame in &self.frames {
            let (x, y, top) = (&frame.x, &frame.y, bottom + self.head);
            let foot = top + frame.height;
            frames.push(PlotFrame {
                x,
                y,
                left,
                right,
                top,
                bottom: foot,
            });
            bottom = foot + BELOW;
        }
        let last = &self.frames[frames.len() - 1];
        let columns = self.columns();
        let (across, down) = (
            (right - left + GAP) / columns as f64,
            layout.scaled(150.0) + AROUND,
        );
        let x = Axis {
            ticks: thinned(&last.x.ticks, across - GAP),
            ..last.x.clone()
        };
        for k in 0..self.small.len() {
            let left = left + across * (k % columns) as f64;
            let top = bottom + HEAD + down * (k / columns) as f64;
            let (right, foot) = (left + across - GAP, top + down - AROUND);
            frames.push(PlotFrame {
                x: &x,
                y: &last.y,
                left,
                right,
                top,
                bottom: foot,
            });
        }
        bottom += down * self.small.len().div_ceil(columns) as f64;
        let foot = Foot::new(&self.notes, &self.heading.caption, layout);
        let svg = sheet((layout.width, bottom + foot.height() + MARGIN), |canvas| {
            draw_title(canvas, &self.heading.title, layout);
            legend::draw(canvas, (MARGIN, legend_top), &rows);
            for (k, frame) in frames.iter().enumerate() {
                grid(canvas, frame);
                content(k, canvas, frame);
                let small = k.checked_sub(names.len());
                ticks(
                    canvas,
                    frame,
                    small.is_none_or(|small| small % columns == 0),
                );
                match small {
                    None => axis_names(canvas, frame, &names[k]),
                    Some(small) => {
                        let room = frame.right - frame.left;
                        let name = shorten(&self.small[small], room, TICK);
                        let at = (frame.left, frame.top - 7.0);
                        canvas.text(at, &name, Lettering::new(TICK, INK));
                    }
                }
            }
            foot.draw(canvas, bottom);
        });
        let told = frames.iter().zip(&self.frames).map(|(frame, given)| {
            let (across, upward) = ((frame.left, frame.right), (frame.bottom, frame.top));
            ReadableFrame::new((&given.x, across), (&given.y, upward), &given.values)
        });
        readable(&svg, &told.collect::<Vec<_>>())
    }

    /// Small frames in a row.
    fn columns(&self) -> usize {
        let two = self.heading.layout.is_narrow() || self.small.len() == 4;
        if two { 2 } else { 3 }.min(self.small.len()).max(1)
    }
}

/// Between small frames, above one, and above and below one together.
const GAP: f64 = 18.0;
const HEAD: f64 = 22.0;
const AROUND: f64 = 48.0;

/// The ticks, with no more labels than a width has room for.
fn thinned(all: &[Tick], room: f64) -> Vec<Tick> {
    let label = |tick: &Tick| {
        let label = tick.label.as_deref();
        label.map_or(0.0, |text| width(text, TICK, false))
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

fn axis_names(canvas: &PictureCanvas<'_>, frame: &PlotFrame<'_>, names: &[String]) {
    let letters = Lettering::new(NAME, INK).anchored(Anchor::Center);
    let middle = (frame.left + frame.right) / 2.0;
    canvas.text((middle, frame.bottom + 42.0), &frame.x.title, letters);
    for (k, name) in names.iter().enumerate() {
        let x = MARGIN + NAME - 2.0 + (NAME + 4.0) * k as f64;
        canvas.text(
            (x, (frame.top + frame.bottom) / 2.0),
            name,
            letters.upward(),
        );
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
        canvas.text((x, bottom + 19.0), label, letters.anchored(Anchor::Center));
    }
    for (tick, label) in labeled(frame.y) {
        let y = frame.row(tick);
        canvas.line(&[(left - 5.0, y), (left, y)], line);
        if labels_on_the_left {
            canvas.text(
                (left - 9.0, y + 4.3),
                label,
                letters.anchored(Anchor::Right),
            );
        }
    }
}

fn labeled(axis: &Axis) -> impl Iterator<Item = (f64, &str)> {
    axis.ticks
        .iter()
        .filter_map(|tick| Some((tick.value, tick.label.as_deref()?)))
}
