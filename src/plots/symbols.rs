//! What stands in a board's cell, as shapes: no font has to know a crown or a crescent.

use std::f64::consts::{PI, TAU};

use super::canvas::{Anchor, Lettering, Pen, PictureCanvas, Point};
use super::palette::{GRAY, INK, MOON, OBEYS, PAPER, SUN, TRUNK};

/// The crown of a queen in a cell of width `cell` around `center`.
pub(super) fn queen(canvas: &PictureCanvas<'_>, center: Point, cell: f64) {
    let r = 0.34 * cell;
    let peaks = [
        (-1.0, -0.55),
        (-0.5, -0.8),
        (0.0, -0.9),
        (0.5, -0.8),
        (1.0, -0.55),
    ];
    let valleys = [(-0.62, 0.12), (-0.23, -0.02), (0.23, -0.02), (0.62, 0.12)];
    let mut corners = vec![(-0.72, 0.55)];
    for (k, &peak) in peaks.iter().enumerate() {
        corners.push(peak);
        corners.extend(valleys.get(k));
    }
    corners.push((0.72, 0.55));
    let place = |(x, y): Point| (center.0 + r * x, center.1 + r * (y + 0.08));
    canvas.area(
        &corners.into_iter().map(place).collect::<Vec<_>>(),
        INK,
        1.0,
    );
    for peak in peaks {
        canvas.disc(place(peak), 0.15 * r, INK);
    }
    canvas.rectangle(place((-0.72, 0.66)), place((0.72, 0.88)), INK);
}

/// A star of five points.
pub(super) fn star(canvas: &PictureCanvas<'_>, center: Point, cell: f64) {
    let corner = |k: i32| {
        let radius = if k % 2 == 0 { 0.38 } else { 0.15 } * cell;
        polar(center, radius, PI * f64::from(k) / 5.0 - PI / 2.0)
    };
    canvas.area(&(0..10).map(corner).collect::<Vec<_>>(), INK, 1.0);
}

/// A tent: a triangle with its door open.
pub(super) fn tent(canvas: &PictureCanvas<'_>, center: Point, cell: f64) {
    let place = |x: f64, y: f64| (center.0 + cell * x, center.1 + cell * y);
    let corners = [
        place(0.0, -0.3),
        place(0.35, 0.3),
        place(0.12, 0.3),
        place(0.0, 0.02),
        place(-0.12, 0.3),
        place(-0.35, 0.3),
    ];
    canvas.area(&corners, INK, 1.0);
}

/// A tree: a trunk and three discs of leaves.
pub(super) fn tree(canvas: &PictureCanvas<'_>, center: Point, cell: f64) {
    let place = |x: f64, y: f64| (center.0 + cell * x, center.1 + cell * y);
    canvas.rectangle(place(-0.05, 0.0), place(0.05, 0.34), TRUNK);
    for (x, y) in [(-0.13, 0.03), (0.13, 0.03), (0.0, -0.16)] {
        canvas.disc(place(x, y), 0.16 * cell, OBEYS);
    }
}

/// A piece: a crown for the queen, a letter on a dark disc for the others.
pub(super) fn piece(canvas: &PictureCanvas<'_>, center: Point, cell: f64, letter: char) {
    if letter == 'Q' {
        return queen(canvas, center, cell);
    }
    canvas.disc(center, 0.38 * cell, INK);
    let size = (0.5 * cell).round();
    let lettering = Lettering::new(size, PAPER).bold();
    centered(canvas, center, letter, (size, lettering));
}

/// The piece that an empty cell might hold: its letter, small and gray.
pub(super) fn faint(canvas: &PictureCanvas<'_>, center: Point, cell: f64, letter: char) {
    let size = (0.34 * cell).round();
    let letter = letter.to_ascii_uppercase();
    centered(canvas, center, letter, (size, Lettering::new(size, GRAY)));
}

/// A disc with eight rays.
pub(super) fn sun(canvas: &PictureCanvas<'_>, center: Point, cell: f64) {
    canvas.disc(center, 0.19 * cell, SUN);
    for k in 0..8 {
        let angle = TAU * f64::from(k) / 8.0;
        let ray = [
            polar(center, 0.24 * cell, angle),
            polar(center, 0.33 * cell, angle),
        ];
        canvas.line(&ray, Pen::solid(SUN, 0.065 * cell));
    }
}

/// A crescent: a disc less the disc beside it.
pub(super) fn moon(canvas: &PictureCanvas<'_>, center: Point, cell: f64) {
    const STEPS: i32 = 24;
    // A crescent's weight lies off its circle's center.
    let center = (center.0 + 0.04 * cell, center.1);
    let (outer, inner) = (0.32 * cell, 0.26 * cell);
    let shadow = (center.0 + 0.17 * cell, center.1 - 0.08 * cell);
    let (far, tip) = horns(center, outer, shadow, inner);
    let sweep = |middle: Point, radius: f64, from: f64, to: f64| {
        (0..=STEPS).map(move |k| {
            polar(
                middle,
                radius,
                from + (to - from) * f64::from(k) / f64::from(STEPS),
            )
        })
    };
    let angle = |middle: Point, at: Point| libm::atan2(at.1 - middle.1, at.0 - middle.0);
    let (start, end) = (angle(center, far), angle(center, tip));
    let long = if end < start { end + TAU } else { end };
    let (back, home) = (angle(shadow, tip), angle(shadow, far));
    let short = if home > back { home - TAU } else { home };
    let edge = sweep(center, outer, start, long).chain(sweep(shadow, inner, back, short));
    canvas.area(&edge.collect::<Vec<_>>(), MOON, 1.0);
}

/// A character, as large as a cell holds.
pub(super) fn character(canvas: &PictureCanvas<'_>, center: Point, cell: f64, character: char) {
    let size = (0.6 * cell).round();
    centered(canvas, center, character, (size, Lettering::new(size, INK)));
}

fn centered(
    canvas: &PictureCanvas<'_>,
    center: Point,
    character: char,
    (size, lettering): (f64, Lettering),
) {
    let at = (center.0, center.1 + 0.36 * size);
    canvas.text(
        at,
        &character.to_string(),
        lettering.anchored(Anchor::Center),
    );
}

/// Where two circles cross, first the crossing on the right hand of the way from one center to the
/// other.
fn horns(a: Point, ra: f64, b: Point, rb: f64) -> (Point, Point) {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let d = libm::hypot(dx, dy);
    let along = (d * d + ra * ra - rb * rb) / (2.0 * d);
    let aside = (ra * ra - along * along).max(0.0).sqrt();
    let (ux, uy) = (dx / d, dy / d);
    let foot = (a.0 + along * ux, a.1 + along * uy);
    let at = |side: f64| (foot.0 - side * aside * uy, foot.1 + side * aside * ux);
    (at(1.0), at(-1.0))
}

fn polar(center: Point, radius: f64, angle: f64) -> Point {
    (
        center.0 + radius * libm::cos(angle),
        center.1 + radius * libm::sin(angle),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn horns_lie_on_both_circles() {
        let (a, ra, b, rb) = ((1.0, 2.0), 3.0, (2.5, 1.0), 2.0);
        let (p, q) = horns(a, ra, b, rb);
        for at in [p, q] {
            let far = |c: Point| (at.0 - c.0).hypot(at.1 - c.1);
            assert!((far(a) - ra).abs() < 1e-12 && (far(b) - rb).abs() < 1e-12);
        }
        assert!(p != q);
    }
}
