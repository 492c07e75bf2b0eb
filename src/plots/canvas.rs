//! A sheet of lines, areas, discs and text, drawn by plotters' SVG back end.
//!
//! That back end takes whole numbers only, so the sheet is ten times finer than its pixels:
//! coordinates here are pixels as `f64`, rounded to tenths, and the `viewBox` of the finished
//! picture scales them back. Nothing is clipped: who draws here knows where.

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::{
    Circle, DrawingArea, FontStyle, FontTransform, IntoDrawingArea, IntoFont, PathElement, Polygon,
    RGBColor, Rectangle, SVGBackend, ShapeStyle,
};
use plotters::style::Color;
use plotters::style::text_anchor::{Pos, VPos};

use super::text::{FAMILY, clean};

/// A place on the sheet: pixels from the left, pixels from the top.
pub(super) type Point = (f64, f64);

/// Steps of the back end's grid per pixel.
const FINENESS: f64 = 10.0;

const INFALLIBLE: &str = "drawing into a string cannot fail";

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub(super) color: RGBColor,
    /// 0 is invisible, 1 covers.
    pub(super) opacity: f64,
    pub(super) width: f64,
    /// Lengths of dash and gap; `None` is a solid line.
    pub(super) dash: Option<(f64, f64)>,
}

impl Pen {
    /// A solid line that covers what is below it.
    pub(super) fn solid(color: RGBColor, width: f64) -> Self {
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

    /// The same pen, of another width.
    pub(super) fn of_width(self, width: f64) -> Self {
        Self { width, ..self }
    }

    fn shape(&self) -> ShapeStyle {
        ShapeStyle {
            color: self.color.mix(self.opacity),
            filled: false,
            stroke_width: fine(self.width) as u32,
        }
    }
}

/// Which point of a text its place names.
pub(super) use plotters::style::text_anchor::HPos as Anchor;

/// Size, weight, color and placing of a text; its place is a point of its baseline.
#[derive(Clone, Copy)]
pub(super) struct Lettering {
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) color: RGBColor,
    pub(super) anchor: Anchor,
    /// Read from bottom to top.
    pub(super) is_upward: bool,
}

impl Lettering {
    /// Upright text of regular weight that begins at its place.
    pub(super) fn new(size: f64, color: RGBColor) -> Self {
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
pub(super) struct PictureCanvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

/// The SVG text of a white sheet of `width`×`height` pixels after `draw`.
pub(super) fn sheet((width, height): Point, draw: impl FnOnce(&PictureCanvas<'_>)) -> String {
    let (width, height) = (width.ceil(), height.ceil());
    transparent((width, height), |canvas| {
        canvas.rectangle((0.0, 0.0), (width, height), super::palette::PAPER);
        draw(canvas);
    })
}

/// The SVG text of a sheet without a ground, which may lie over another.
pub(super) fn transparent((width, height): Point, draw: impl FnOnce(&PictureCanvas<'_>)) -> String {
    let (width, height) = (width.ceil(), height.ceil());
    let (fine_width, fine_height) = (fine(width), fine(height));
    let mut svg = String::new();
    {
        let backend = SVGBackend::with_string(&mut svg, (fine_width as u32, fine_height as u32));
        let canvas = PictureCanvas {
            area: backend.into_drawing_area(),
        };
        draw(&canvas);
        canvas.area.present().expect(INFALLIBLE);
    }
    let fine_size = format!("width=\"{fine_width}\" height=\"{fine_height}\"");
    let size = format!("width=\"{width}\" height=\"{height}\"");
    // What says the default; quotes inside texts are escaped, so that only attributes match.
    svg.replacen(&fine_size, &size, 1)
        .replace(" opacity=\"1\"", "")
        .replace(" stroke=\"none\"", "")
}

impl PictureCanvas<'_> {
    /// A line through the points, in order.
    pub(super) fn line(&self, points: &[Point], pen: Pen) {
        let points: Vec<_> = points.iter().copied().map(grid).collect();
        match pen.dash {
            None => self.area.draw(&PathElement::new(points, pen.shape())),
            Some((dash, gap)) => self.area.draw(&DashedPathElement::new(
                points,
                fine(dash),
                fine(gap),
                pen.shape(),
            )),
        }
        .expect(INFALLIBLE);
    }

    /// The closed line through the corners.
    pub(super) fn outline(&self, corners: &[Point], pen: Pen) {
        // The first edge is walked twice, so that the line's join covers the first corner too.
        let around: Vec<_> = corners
            .iter()
            .chain(corners.iter().take(2))
            .copied()
            .collect();
        self.line(&around, pen);
    }

    /// The area between the corners, filled.
    pub(super) fn area(&self, corners: &[Point], color: RGBColor, opacity: f64) {
        let corners: Vec<_> = corners.iter().copied().map(grid).collect();
        let element = Polygon::new(corners, color.mix(opacity).filled());
        self.area.draw(&element).expect(INFALLIBLE);
    }

    /// The rectangle between two opposite corners, filled.
    pub(super) fn rectangle(&self, upper_left: Point, lower_right: Point, color: RGBColor) {
        let element = Rectangle::new([grid(upper_left), grid(lower_right)], color.filled());
        self.area.draw(&element).expect(INFALLIBLE);
    }

    /// Draws a filled circle; the radius is in pixels.
    pub(super) fn disc(&self, center: Point, radius: f64, color: RGBColor) {
        let element = Circle::new(grid(center), fine(radius), color.filled());
        self.area.draw(&element).expect(INFALLIBLE);
    }

    /// Draws the line of a circle; the radius is in pixels.
    pub(super) fn ring(&self, center: Point, radius: f64, pen: Pen) {
        let element = Circle::new(grid(center), fine(radius), pen.shape());
        self.area.draw(&element).expect(INFALLIBLE);
    }

    /// One line of text whose baseline starts, is centered or ends at `at`.
    pub(super) fn text(&self, at: Point, text: &str, lettering: Lettering) {
        // The back end puts the baseline of top-anchored text 0.76 em below its place.
        let drop = 0.76 * lettering.size;
        let weight = if lettering.bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        };
        let (transform, place) = match lettering.is_upward {
            false => (FontTransform::None, (at.0, at.1 - drop)),
            true => (FontTransform::Rotate270, (at.0 - drop, at.1)),
        };
        let style = (FAMILY, enlarged(lettering.size * FINENESS))
            .into_font()
            .style(weight)
            .transform(transform)
            .color(&lettering.color)
            .pos(Pos::new(lettering.anchor, VPos::Top));
        self.area
            .draw_text(&clean(text), &style, grid(place))
            .expect(INFALLIBLE);
    }
}

/// The size that the back end, which divides every font's size by 1.24, writes as `size`.
fn enlarged(size: f64) -> f64 {
    let near = size * 1.24;
    [near, near.next_down(), near.next_up()]
        .into_iter()
        .find(|larger| larger / 1.24 == size)
        .unwrap_or(near)
}

fn fine(length: f64) -> i32 {
    (length * FINENESS).round() as i32
}

fn grid((x, y): Point) -> (i32, i32) {
    (fine(x), fine(y))
}
