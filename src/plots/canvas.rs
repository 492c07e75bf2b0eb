//! The SVG of a picture, element after element: lines, areas, discs, outlines and text, in pixels.
//!
//! Places are rounded to tenths of a pixel.

use super::layout::PictureLayout;
use super::palette::{Color, PAPER};
use super::text::{FAMILY, escaped};
use std::cell::RefCell;
use std::fmt::{self, Display, Write};

/// A place on the sheet: pixels from the left, pixels from the top.
pub(super) type Point = (f64, f64);

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub(super) color: Color,
    /// 0 is invisible, 1 covers.
    pub(super) opacity: f64,
    pub(super) width: f64,
    /// Lengths of dash and gap; `None` is a solid line.
    pub(super) dash: Option<(f64, f64)>,
}

impl Pen {
    /// A solid line that covers what is below it.
    pub(super) fn solid(color: Color, width: f64) -> Self {
        Self {
            color,
            opacity: 1.0,
            width,
            dash: None,
        }
    }

    /// The same pen, dashed.
    pub(super) fn dashed(self, dash: f64, gap: f64) -> Self {
        Self {
            dash: Some((dash, gap)),
            ..self
        }
    }

    /// The same pen, letting through what is below it.
    pub(super) fn faint(self, opacity: f64) -> Self {
        Self { opacity, ..self }
    }
}

impl Display for Pen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = rounded(self.width, 1e3);
        write!(
            f,
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"",
            self.color
        )?;
        if let Some((dash, gap)) = self.dash {
            write!(f, " stroke-dasharray=\"{dash} {gap}\"")?;
        }
        opacity(f, self.opacity)
    }
}

/// How an area is filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fill(pub(super) Color, pub(super) f64);

impl Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fill=\"{}\"", self.0)?;
        opacity(f, self.1)
    }
}

fn opacity(f: &mut fmt::Formatter<'_>, opacity: f64) -> fmt::Result {
    match rounded(opacity, 1e3) {
        1.0 => Ok(()),
        faint => write!(f, " opacity=\"{faint}\""),
    }
}

/// Which point of a text its place names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Left,
    Center,
    Right,
}

/// Size, weight, color and placing of a text; its place is a point of its baseline.
#[derive(Clone, Copy)]
pub(super) struct Lettering {
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) color: Color,
    pub(super) anchor: Anchor,
    /// Read from bottom to top.
    pub(super) is_upward: bool,
}

impl Lettering {
    /// Upright text of regular weight that begins at its place.
    pub(super) fn new(size: f64, color: Color) -> Self {
        Self {
            size,
            bold: false,
            color,
            anchor: Anchor::Left,
            is_upward: false,
        }
    }

    pub(super) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(super) fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    pub(super) fn upward(self) -> Self {
        Self {
            is_upward: true,
            ..self
        }
    }
}

/// The sheet while it is drawn.
pub(super) struct PictureCanvas {
    elements: RefCell<String>,
}

/// The SVG text of a white sheet as wide as a layout says, on paper too, after `draw`; `about` says
/// what it shows to who does not see it.
pub(super) fn sheet(
    layout: PictureLayout,
    height: f64,
    about: &str,
    draw: impl FnOnce(&PictureCanvas),
) -> String {
    let size = (layout.width.ceil(), height.ceil());
    svg(size, layout.printed, |canvas| {
        if !about.is_empty() {
            canvas.add(format_args!("<desc>{}</desc>", escaped(about)));
        }
        canvas.rectangle((0.0, 0.0), size, PAPER);
        draw(canvas);
    })
}

/// The SVG text of a sheet without a ground, which may lie over another.
pub(super) fn transparent(size: Point, draw: impl FnOnce(&PictureCanvas)) -> String {
    svg((size.0.ceil(), size.1.ceil()), None, draw)
}

/// The SVG text of a sheet, which may be so many centimeters wide on paper.
fn svg((width, height): Point, printed: Option<f64>, draw: impl FnOnce(&PictureCanvas)) -> String {
    let canvas = PictureCanvas {
        elements: RefCell::default(),
    };
    draw(&canvas);
    let length = |side: f64| match printed {
        None => side.to_string(),
        Some(cm) => format!("{}cm", rounded(cm / width * side, 1e4)),
    };
    format!(
        "<svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n{}</svg>\n",
        length(width),
        length(height),
        canvas.elements.into_inner()
    )
}

impl PictureCanvas {
    fn add(&self, element: fmt::Arguments<'_>) {
        // writing to a text cannot fail
        let _ = writeln!(self.elements.borrow_mut(), "{element}");
    }

    /// A line through the points, in order.
    pub(super) fn line(&self, points: &[Point], pen: Pen) {
        self.add(format_args!(
            "<polyline points=\"{}\" {pen}/>",
            list(points)
        ));
    }

    /// The closed line through the corners, or the area between them.
    pub(super) fn polygon(&self, corners: &[Point], paint: impl Display) {
        self.add(format_args!(
            "<polygon points=\"{}\" {paint}/>",
            list(corners)
        ));
    }

    /// The rectangle between two opposite corners, filled.
    pub(super) fn rectangle(&self, (x, y): Point, (right, bottom): Point, color: Color) {
        let [x, y, right, bottom] = [x, y, right, bottom].map(tenths);
        let (width, height) = (tenths(right - x), tenths(bottom - y));
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>"
        ));
    }

    /// A circle, filled or drawn as a line.
    pub(super) fn circle(&self, (x, y): Point, radius: f64, paint: impl Display) {
        let [x, y, radius] = [x, y, radius].map(tenths);
        self.add(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {paint}/>"
        ));
    }

    /// A filled circle.
    pub(super) fn disc(&self, center: Point, radius: f64, color: Color) {
        self.circle(center, radius, Fill(color, 1.0));
    }

    /// An outline given as SVG writes it, in units of `scale` pixels from `origin`.
    pub(super) fn path(&self, (x, y): Point, scale: f64, outline: &str, paint: impl Display) {
        let [x, y, scale] = [x, y, scale].map(tenths);
        self.add(format_args!(
            "<path transform=\"translate({x} {y}) scale({scale})\" d=\"{outline}\" {paint}/>"
        ));
    }

    /// The area between closed lines, what lies within two of them being outside.
    pub(super) fn between(&self, rings: &[Vec<Point>], color: Color) {
        let rings: String = rings
            .iter()
            .map(|ring| format!("M{}Z", list(ring)))
            .collect();
        self.add(format_args!(
            "<path d=\"{rings}\" fill-rule=\"evenodd\" fill=\"{color}\"/>"
        ));
    }

    /// What `draw` draws within a rectangle.
    pub(super) fn clipped(&self, (x, y): Point, (right, bottom): Point, draw: impl FnOnce()) {
        let [x, y, right, bottom] = [x, y, right, bottom].map(tenths);
        let (width, height) = (tenths(right - x), tenths(bottom - y));
        self.add(format_args!(
            "<svg aria-hidden=\"true\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{x} {y} {width} {height}\">"
        ));
        draw();
        self.add(format_args!("</svg>"));
    }

    /// One line of text whose baseline starts, is centered or ends at `at`.
    pub(super) fn text(&self, (x, y): Point, text: &str, lettering: Lettering) {
        let [x, y] = [x, y].map(tenths);
        let (size, color) = (lettering.size, lettering.color);
        let weight = if lettering.bold {
            " font-weight=\"bold\""
        } else {
            ""
        };
        let anchor = match lettering.anchor {
            Anchor::Left => "",
            Anchor::Center => " text-anchor=\"middle\"",
            Anchor::Right => " text-anchor=\"end\"",
        };
        let turn = if lettering.is_upward {
            format!(" transform=\"rotate(270 {x} {y})\"")
        } else {
            String::new()
        };
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"{FAMILY}\" font-size=\"{size}\"{weight}{anchor}{turn} \
             fill=\"{color}\">{}</text>",
            escaped(text)
        ));
    }
}

fn list(points: &[Point]) -> String {
    let place = |&(x, y): &Point| format!("{},{}", tenths(x), tenths(y));
    points.iter().map(place).collect::<Vec<_>>().join(" ")
}

fn tenths(length: f64) -> f64 {
    rounded(length, 10.0)
}

/// The number to the nearest part of one, and no −0.
fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts + 0.0
}
