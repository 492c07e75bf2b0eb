//! The frame of a plot: title, legend, frames with grid and labels, each given the room its text
//! needs; and what is read off it.
//!
//! A picture says its axes and the values drawn in it as JSON in an attribute of the SVG:
//!
//! > pixel = from + s·(to − from), s = (v − low)/(high − low) or log(v/low)/log(high/low)
//!
//! A page that knows these numbers can name the values under a pointer, and lay a mark over the
//! picture, without a scale of its own; a script has the numbers behind a file.

use super::axis::{Axis, Tick};
use super::canvas::{Anchor, Lettering, Pen, PictureCanvas, Point, sheet};
use super::layout::PictureLayout;
use super::legend::{LegendKey, ROW, draw_legend, legend_rows, row_lines};
use super::line::Line;
use super::palette::{FAINT_GRID, GRID, INK};
use super::text::{escaped, width, wrap};
use super::{Drawn, Heading};
use serde_json::{Value, json};

/// Empty border of every picture.
pub(super) const MARGIN: f64 = 16.0;
/// The size of the labels of ticks, in pixels.
pub(super) const TICK: f64 = 12.0;
pub(super) use super::layout::NAME;
/// The height of a line of the names of axes.
pub(super) const NAME_LINE: f64 = NAME + 4.0;

const TITLE: f64 = 16.0;
/// The attribute of the picture's `<svg>` element that says what is read off it.
pub(super) const ATTRIBUTE: &str = "data-frames";

/// A plot before its content is drawn.
#[derive(Debug)]
pub(super) struct Chart<'a> {
    pub(super) heading: &'a Heading,
    pub(super) layout: PictureLayout,
    pub(super) keys: Vec<LegendKey>,
    /// Room between legend and frame.
    pub(super) head: f64,
    /// Room kept free to the right of the frames.
    pub(super) right: f64,
    /// The frames below each other; their downward axes are alike.
    pub(super) frames: Vec<PlotFrame>,
}

/// The rectangle the data are drawn in, and the axes that place them.
#[derive(Debug)]
pub(super) struct PlotFrame {
    x: Axis,
    pub(super) y: Axis,
    /// The lines that are drawn in it, of which the file has those with a name.
    pub(super) lines: Vec<Line>,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl PlotFrame {
    /// A frame of this height, which the chart then puts in its place.
    pub(super) fn new(x: Axis, y: Axis, height: f64, lines: Vec<Line>) -> Self {
        let (left, right, top) = (0.0, 0.0, 0.0);
        Self {
            x,
            y,
            lines,
            left,
            right,
            top,
            bottom: height,
        }
    }

    /// The place of a pair of values; what lies beyond an axis is at its end.
    pub(super) fn at(&self, x: f64, y: f64) -> Point {
        let (x, y) = (
            x.clamp(self.x.low, self.x.high),
            y.clamp(self.y.low, self.y.high),
        );
        self.beyond(x, y)
    }

    /// The place of a pair of values, wherever it is.
    pub(super) fn beyond(&self, x: f64, y: f64) -> Point {
        (
            self.left + self.x.share(x) * (self.right - self.left),
            self.bottom + self.y.share(y) * (self.top - self.bottom),
        )
    }

    /// The name of the upward axis, in lines.
    fn name(&self) -> Vec<String> {
        wrap(&self.y.title, self.bottom - self.top, NAME, false)
    }

    /// What a page reads off the frame.
    fn read(&self) -> Value {
        let axis = |axis: &Axis, from: f64, to: f64| {
            let scale = if axis.is_logarithmic {
                "logarithmic"
            } else {
                "linear"
            };
            json!({"name": axis.title, "scale": scale, "low": axis.low, "high": axis.high, "from": from, "to": to})
        };
        let curve = |line: &Line| {
            let seen = line.at.iter().filter(|point| point.limit.is_none());
            let points = seen.map(|point| (point.x, point.y));
            json!({"name": line.name, "points": points.collect::<Vec<_>>()})
        };
        json!({
            "x": axis(&self.x, self.left, self.right),
            "y": axis(&self.y, self.bottom, self.top),
            "values": self.named().map(curve).collect::<Value>(),
        })
    }

    /// The lines that files tell.
    fn named(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| !line.name.is_empty())
    }
}

impl Chart<'_> {
    /// The picture of the plot; `content` draws over the grid and under the lines of the axes into
    /// each frame.
    pub(super) fn drawn(
        mut self,
        caption: String,
        mut content: impl FnMut(&PictureCanvas, &PlotFrame),
    ) -> Drawn {
        /// Labels and name of an axis below a frame.
        const BELOW: f64 = 46.0;
        let layout = self.layout;
        let rows = legend_rows(&self.keys, layout.width - 2.0 * MARGIN);
        let legend_top = MARGIN + title_height(&self.heading.title, layout);
        let mut bottom = legend_top + ROW * rows.iter().map(row_lines).sum::<usize>() as f64;
        let room = |frame: &PlotFrame| {
            labels_width(&frame.y) + frame.name().len() as f64 * NAME_LINE + 15.0
        };
        let left = self.frames.iter().map(room).fold(0.0, f64::max) + MARGIN;
        for frame in &mut self.frames {
            let top = bottom + self.head;
            (frame.left, frame.right) = (left, layout.width - MARGIN - self.right);
            (frame.top, frame.bottom) = (top, top + frame.bottom);
            bottom = frame.bottom + BELOW;
        }
        let svg = sheet(layout, bottom + MARGIN - 8.0, &caption, |canvas| {
            draw_title(canvas, &self.heading.title, layout);
            draw_legend(canvas, (MARGIN, legend_top), &rows);
            for frame in &self.frames {
                grid(canvas, frame);
                content(canvas, frame);
                axes(canvas, frame);
            }
        });
        let read: Value = self.frames.iter().map(PlotFrame::read).collect();
        let read = escaped(&read.to_string());
        let svg = svg.replacen("<svg ", &format!("<svg {ATTRIBUTE}=\"{read}\" "), 1);
        Drawn {
            table: self.table(),
            ..Drawn::new(svg, caption, layout)
        }
    }

    /// The values of all frames as a table; empty where there are none.
    fn table(&self) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let (mut table, mut before) = (String::new(), "");
        for frame in &self.frames {
            for line in frame.named() {
                if frame.y.title != before {
                    let (x, y) = (quoted(&frame.x.title), quoted(&frame.y.title));
                    table += &format!("curve,{x},{y},low,high,n\n");
                    before = &frame.y.title;
                }
                for point in &line.at {
                    let ends = point
                        .interval
                        .map_or(",".to_owned(), |(l, h)| format!("{l},{h}"));
                    let (name, count) = (quoted(&line.name), point.count);
                    table += &format!("{name},{},{},{ends},{count}\n", point.x, point.y);
                }
            }
        }
        table
    }
}

/// The height a title takes, with the space below it.
pub(super) fn title_height(title: &str, layout: PictureLayout) -> f64 {
    match title_lines(title, layout).len() {
        0 => 0.0,
        lines => lines as f64 * (TITLE + 5.0) + 6.0,
    }
}

/// Draws the title at the top of the sheet.
pub(super) fn draw_title(canvas: &PictureCanvas, title: &str, layout: PictureLayout) {
    for (k, line) in title_lines(title, layout).iter().enumerate() {
        let baseline = MARGIN + TITLE - 3.0 + (TITLE + 5.0) * k as f64;
        canvas.text((MARGIN, baseline), line, Lettering::new(TITLE, INK).bold());
    }
}

fn title_lines(title: &str, layout: PictureLayout) -> Vec<String> {
    if layout.titled {
        wrap(title, layout.width - 2.0 * MARGIN, TITLE, true)
    } else {
        Vec::new()
    }
}

fn grid(canvas: &PictureCanvas, frame: &PlotFrame) {
    let pen = |tick: &Tick| match tick.label {
        Some(_) => Pen::solid(GRID, 1.0),
        None => Pen::solid(FAINT_GRID, 1.0),
    };
    for tick in &frame.y.ticks {
        let (_, y) = frame.at(frame.x.low, tick.value);
        canvas.line(&[(frame.left, y), (frame.right, y)], pen(tick));
    }
    for tick in &frame.x.ticks {
        let (x, _) = frame.at(tick.value, frame.y.low);
        canvas.line(&[(x, frame.top), (x, frame.bottom)], pen(tick));
    }
}

/// The lines of both axes with their ticks, the labels of these, and the names.
fn axes(canvas: &PictureCanvas, frame: &PlotFrame) {
    let line = Pen::solid(INK, 1.2);
    let (left, right, bottom) = (frame.left, frame.right, frame.bottom);
    canvas.line(&[(left, frame.top), (left, bottom), (right, bottom)], line);
    let letters = Lettering::new(TICK, INK);
    for (value, label) in labeled(&frame.x) {
        let (x, _) = frame.at(value, frame.y.low);
        canvas.line(&[(x, bottom), (x, bottom + 5.0)], line);
        canvas.text((x, bottom + 18.0), label, letters.anchored(Anchor::Center));
    }
    for (value, label) in labeled(&frame.y) {
        let (_, y) = frame.at(frame.x.low, value);
        canvas.line(&[(left - 5.0, y), (left, y)], line);
        let at = (left - 9.0, y + 4.3);
        canvas.text(at, label, letters.anchored(Anchor::Right));
    }
    let letters = Lettering::new(NAME, INK).anchored(Anchor::Center);
    let middle = ((left + right) / 2.0, (frame.top + bottom) / 2.0);
    canvas.text((middle.0, bottom + 37.0), &frame.x.title, letters);
    for (k, name) in frame.name().iter().enumerate() {
        let x = MARGIN + NAME - 2.0 + NAME_LINE * k as f64;
        canvas.text((x, middle.1), name, letters.upward());
    }
}

fn labeled(axis: &Axis) -> impl Iterator<Item = (f64, &str)> {
    let ticks = axis.ticks.iter();
    ticks.filter_map(|tick| Some((tick.value, tick.label.as_deref()?)))
}

/// The width of the widest label of an axis.
pub(super) fn labels_width(axis: &Axis) -> f64 {
    let widths = labeled(axis).map(|(_, label)| width(label, TICK, false));
    widths.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::usvg::roxmltree::Document;

    /// What the script of a page computes from the attribute.
    fn pixel(axis: &Value, value: f64) -> f64 {
        let number = |key: &str| axis[key].as_f64().unwrap();
        let (low, high) = (number("low"), number("high"));
        let share = match axis["scale"].as_str() {
            Some("linear") => (value - low) / (high - low),
            _ => (value / low).ln() / (high / low).ln(),
        };
        number("from") + share * (number("to") - number("from"))
    }

    #[test]
    fn a_page_places_a_value_where_the_axis_does_whatever_its_name() {
        let heading = Heading::default();
        let axes = [
            Axis::linear("\"><b>&", (0.0, 0.37), 5, 0.0),
            Axis::logarithmic("y", (1e-4, 1.0)),
        ];
        let [x, y] = axes.clone();
        let chart = Chart {
            heading: &heading,
            layout: PictureLayout::default(),
            keys: Vec::new(),
            head: 0.0,
            right: 0.0,
            frames: vec![PlotFrame::new(x, y, 300.0, Vec::new())],
        };
        let mut places = Vec::new();
        let drawn = chart.drawn(String::new(), |_, frame| {
            places = [1e-3, 0.02, 0.3].map(|v| (v, frame.at(v, v))).to_vec();
        });
        let svg = drawn.svg;
        let read = Document::parse(&svg).unwrap();
        let read: Value =
            serde_json::from_str(read.root_element().attribute(ATTRIBUTE).unwrap()).unwrap();
        assert_eq!(read[0]["x"]["name"], axes[0].title.as_str());
        for (value, (x, y)) in places {
            assert!((pixel(&read[0]["x"], value) - x).abs() < 1e-9, "{value}");
            assert!((pixel(&read[0]["y"], value) - y).abs() < 1e-9, "{value}");
        }
    }
}
