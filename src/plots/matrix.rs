//! The coefficients of a model as a matrix: linear ones on the diagonal, couplings above it.
//!
//! > C = offset + Σ_i c_i x_i + Σ_{i<j} c_ij x_i x_j + terms of more variables, which are not drawn
//!
//! The stronger the color, the larger |c|; orange raises the energy, blue lowers it. A cell holds
//! its number where there is room for one, else its sign, so that color alone says nothing.

use super::Heading;
use super::axis::short_number;
use super::canvas::{Anchor, Lettering, Pen, PictureCanvas, Point, sheet};
use super::chart::{Foot, MARGIN, draw_title, title_height};
use super::check::{finite, some};
use super::palette::{GRID, INK, SHADE, SOFT_INK, VERMILION};
use super::text::width;
use crate::error::Result;

/// The linear and quadratic coefficients of a model of n variables.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CoefficientMatrix {
    /// The words around the picture.
    pub heading: Heading,
    /// The constant of C.
    pub offset: f64,
    /// c_i of each variable; at least one.
    pub linear: Vec<f64>,
    /// i < j and c_ij.
    pub quadratic: Vec<(usize, usize, f64)>,
}

const LARGEST: f64 = 34.0;
/// Room for the names of the variables.
const RIM: f64 = 30.0;
/// Beyond so many variables none is named.
const MOST_NAMED: usize = 40;
const SIZE: f64 = 11.0;
/// Opacity of the smallest and of the largest coefficient; ink is readable on both.
const OPACITY: (f64, f64) = (0.12, 0.62);

/// The SVG of the matrix.
///
/// # Errors
/// For NaN and infinities, and where there is no variable.
pub(crate) fn coefficient_matrix(plot: &CoefficientMatrix) -> Result<String> {
    some("linear coefficients", &plot.linear)?;
    finite("the offset", plot.offset)?;
    let n = plot.linear.len();
    let diagonal = plot.linear.iter().enumerate().map(|(i, &c)| (i, i, c));
    let entries = diagonal.chain(plot.quadratic.iter().copied());
    let entries: Vec<_> = entries.filter(|entry| entry.2 != 0.0).collect();
    for &(i, j, c) in &entries {
        finite(&format!("the coefficient of x{i} x{j}"), c)?;
    }
    let largest = entries.iter().map(|entry| entry.2.abs());
    let largest = largest.fold(f64::MIN_POSITIVE, f64::max);
    let layout = plot.heading.layout;
    let rim = if n <= MOST_NAMED { RIM } else { 0.0 };
    let room = layout.width - 2.0 * MARGIN - rim;
    let cell = (room / n as f64).min(LARGEST);
    let top = MARGIN + title_height(&plot.heading.title, layout) + rim;
    let corner = (MARGIN + rim, top);
    let bottom = top + cell * n as f64;
    let foot = Foot::new(&[note(plot.offset)], &plot.heading.caption, layout);
    let size = (layout.width, bottom + foot.height() + MARGIN);
    Ok(sheet(size, |canvas| {
        draw_title(canvas, &plot.heading.title, layout);
        draw_frame(canvas, corner, (cell, n));
        for &(i, j, c) in &entries {
            let at = (corner.0 + cell * j as f64, corner.1 + cell * i as f64);
            draw_entry(canvas, (at, cell), c, c.abs() / largest);
        }
        foot.draw(canvas, bottom);
    }))
}

fn note(offset: f64) -> String {
    format!(
        "C = {} + Σ of what is shown: linear coefficients on the diagonal, couplings above it. Orange raises the energy, blue lowers it.",
        number(offset)
    )
}

/// The border, and the names of rows and columns: of all, or of every fifth where they are narrow.
fn draw_frame(canvas: &PictureCanvas<'_>, corner: Point, (cell, n): (f64, usize)) {
    let side = cell * n as f64;
    let (right, bottom) = (corner.0 + side, corner.1 + side);
    let corners = [
        corner,
        (right, corner.1),
        (right, bottom),
        (corner.0, bottom),
    ];
    canvas.outline(&corners, Pen::solid(GRID, 1.0));
    if n > MOST_NAMED {
        return;
    }
    let letters = Lettering::new(SIZE, SOFT_INK);
    let every = if cell < 20.0 { 5 } else { 1 };
    for k in (0..n).step_by(every) {
        let name = format!("x{k}");
        let middle = cell * (k as f64 + 0.5);
        let above = (corner.0 + middle, corner.1 - 6.0);
        canvas.text(above, &name, letters.anchored(Anchor::Center));
        let beside = (corner.0 - 6.0, corner.1 + middle + 0.36 * SIZE);
        canvas.text(beside, &name, letters.anchored(Anchor::Right));
    }
}

fn draw_entry(canvas: &PictureCanvas<'_>, ((x, y), cell): (Point, f64), c: f64, share: f64) {
    let color = if c > 0.0 { VERMILION } else { SHADE };
    let corners = [(x, y), (x + cell, y), (x + cell, y + cell), (x, y + cell)];
    canvas.area(&corners, color, OPACITY.0 + (OPACITY.1 - OPACITY.0) * share);
    let number = number(c);
    let sign = if c > 0.0 { "+" } else { "−" };
    let sizes = [
        (number.as_str(), SIZE),
        (number.as_str(), 9.0),
        (sign, SIZE),
        (sign, 7.0),
    ];
    let fits =
        |(text, size): &(&str, f64)| width(text, *size, false) <= cell - 2.0 && *size <= cell - 2.0;
    if let Some((text, size)) = sizes.into_iter().find(fits) {
        let letters = Lettering::new(size, INK).anchored(Anchor::Center);
        let at = (x + cell / 2.0, y + cell / 2.0 + 0.36 * size);
        canvas.text(at, text, letters);
    }
}

/// A coefficient without zeros at its end: `−2`, `0.25`.
fn number(c: f64) -> String {
    match c == c.round() && c.abs() < 1e5 {
        true => format!("{c}").replace('-', "−"),
        false => {
            let short = short_number(c);
            match short.contains('×') {
                true => short,
                false => short.trim_end_matches('0').to_owned(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(linear: &[f64], quadratic: &[(usize, usize, f64)]) -> CoefficientMatrix {
        CoefficientMatrix {
            heading: Heading::default(),
            offset: 0.5,
            linear: linear.to_vec(),
            quadratic: quadratic.to_vec(),
        }
    }

    #[test]
    fn every_coefficient_but_zero_has_a_cell_with_its_number() {
        let plot = matrix(&[-1.0, 0.0, 2.5], &[(0, 2, 3.0), (1, 2, -0.25)]);
        let svg = coefficient_matrix(&plot).unwrap();
        assert_eq!(svg.matches("<polygon").count(), 4, "{svg}");
        for number in ["−1", "2.5", "3", "−0.25"] {
            assert!(svg.contains(&format!("\n{number}\n")), "{number} in {svg}");
        }
    }

    #[test]
    fn what_is_no_matrix_is_refused() {
        for (plot, why) in [
            (matrix(&[], &[]), "there are none"),
            (matrix(&[f64::NAN], &[]), "NaN"),
        ] {
            let error = coefficient_matrix(&plot).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
