//! Markers that differ in shape, so that curves are told apart without color.

use plotters::prelude::RGBColor;

use super::canvas::{Pen, PictureCanvas, Point};
use super::palette::PAPER;

/// The shape of a marker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Marker {
    /// A filled disc.
    Disc,
    /// A hollow square.
    Square,
    /// A filled diamond.
    Diamond,
    /// A hollow triangle, upright.
    Triangle,
    /// A hollow circle.
    Ring,
    /// A filled triangle that points down.
    Wedge,
    /// Two strokes, slanted.
    Cross,
    /// Two strokes, upright.
    Plus,
    /// One level stroke, as of an interval.
    Dash,
    /// A small filled disc.
    Dot,
}

impl Marker {
    /// Draws the marker around `at`.
    pub(super) fn draw(self, canvas: &PictureCanvas<'_>, at: Point, color: RGBColor) {
        let corner = |x: f64, y: f64| (at.0 + x, at.1 + y);
        let hollow = |corners: &[Point]| {
            canvas.area(corners, PAPER, 1.0);
            canvas.outline(corners, Pen::solid(color, 1.8));
        };
        match self {
            Self::Disc => canvas.disc(at, 4.0, color),
            Self::Dot => canvas.disc(at, 2.3, color),
            Self::Dash => {
                let pen = Pen::solid(color, 1.4);
                canvas.line(&[corner(-5.0, 0.0), corner(5.0, 0.0)], pen);
            }
            Self::Square => hollow(&[
                corner(-4.0, -4.0),
                corner(4.0, -4.0),
                corner(4.0, 4.0),
                corner(-4.0, 4.0),
            ]),
            Self::Diamond => {
                let corners = [
                    corner(0.0, -5.5),
                    corner(5.5, 0.0),
                    corner(0.0, 5.5),
                    corner(-5.5, 0.0),
                ];
                canvas.area(&corners, color, 1.0);
            }
            Self::Triangle => hollow(&[corner(0.0, -5.5), corner(5.5, 4.5), corner(-5.5, 4.5)]),
            Self::Ring => {
                canvas.disc(at, 4.0, PAPER);
                canvas.ring(at, 4.0, Pen::solid(color, 1.8));
            }
            Self::Wedge => {
                let corners = [corner(0.0, 5.5), corner(5.5, -4.0), corner(-5.5, -4.0)];
                canvas.area(&corners, color, 1.0);
            }
            Self::Cross => {
                let pen = Pen::solid(color, 1.8);
                canvas.line(&[corner(-3.6, -3.6), corner(3.6, 3.6)], pen);
                canvas.line(&[corner(-3.6, 3.6), corner(3.6, -3.6)], pen);
            }
            Self::Plus => {
                let pen = Pen::solid(color, 1.8);
                canvas.line(&[corner(-4.8, 0.0), corner(4.8, 0.0)], pen);
                canvas.line(&[corner(0.0, -4.8), corner(0.0, 4.8)], pen);
            }
        }
    }
}
