//! How wide a picture is, how large its letters are, and whether it has a title.
//!
//! Pictures are laid out in pixels with letters of fixed sizes, axes' names 13 pixels high. A
//! picture of a given width is laid out on as many pixels as make its letters come out 8 points
//! high, and then scaled as a whole: nothing is squeezed.

use super::file::SCALE;
use crate::error::{Error, Result};

/// Pixels of a picture without a given width.
const USUAL: f64 = 800.0;
/// Size of the names of axes in pixels.
pub(super) const NAME: f64 = 13.0;
/// Letters of a printed picture, in points.
const LETTERS: f64 = 8.0;
/// Points in a centimeter.
const POINTS_IN_CM: f64 = 72.0 / 2.54;
/// Widths in centimeters: less holds no legend, more is no paper.
const WIDTHS: (f64, f64) = (7.0, 70.0);
/// Width of a column of a journal, in centimeters.
const COLUMN: f64 = 8.6;

/// The width of a picture in pixels and on paper, and whether it has a title.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PictureLayout {
    /// Pixels that the picture is laid out on.
    pub(super) width: f64,
    /// Width on paper in centimeters, where one was given.
    pub(super) printed: Option<f64>,
    /// Whether the title is drawn.
    pub(super) titled: bool,
}

impl Default for PictureLayout {
    fn default() -> Self {
        Self {
            width: USUAL,
            printed: None,
            titled: true,
        }
    }
}

impl PictureLayout {
    /// A picture `width` centimeters wide whose axes' names are 8 points high; without a width the
    /// usual picture.
    ///
    /// # Errors
    /// If the width is not 7 to 70 cm.
    pub(crate) fn printed(width: Option<f64>) -> Result<Self> {
        let Some(cm) = width else {
            return Ok(Self::default());
        };
        if !(WIDTHS.0..=WIDTHS.1).contains(&cm) {
            let remedy = format!("choose {} to {} cm", WIDTHS.0, WIDTHS.1);
            return Err(Error::setting("width", format!("{cm} cm"), remedy));
        }
        Ok(Self {
            width: (cm * POINTS_IN_CM * NAME / LETTERS).round(),
            printed: Some(cm),
            ..Self::default()
        })
    }

    /// The picture that fills a column of a journal (8.6 cm), for a page on a screen.
    pub(crate) fn for_pages() -> Self {
        Self::of_width((COLUMN * POINTS_IN_CM * NAME / LETTERS).round())
    }

    /// The picture of so many pixels.
    pub(super) fn of_width(width: f64) -> Self {
        Self {
            width,
            ..Self::default()
        }
    }

    /// The same picture with or without its title.
    pub(crate) fn titled(self, titled: bool) -> Self {
        Self { titled, ..self }
    }

    /// A height that fits a picture of 800 pixels, for this one.
    pub(super) fn scaled(self, usual: f64) -> f64 {
        usual * (0.35 + 0.65 * self.width / USUAL)
    }

    /// A number of ticks that fits a picture of 800 pixels, for this one.
    pub(super) fn ticks(self, usual: usize) -> usize {
        (self.scaled(usual as f64).round() as usize).max(3)
    }

    /// Pixels of a PNG per pixel of the SVG; on paper 300 to an inch.
    pub(super) fn scale(self) -> f32 {
        self.printed.map_or(SCALE, |_| 300.0 / 96.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_keep_their_size_whatever_the_width() {
        for cm in [7.0, 8.6, 17.8, 70.0] {
            let layout = PictureLayout::printed(Some(cm)).unwrap();
            let on_paper = NAME * cm * POINTS_IN_CM / layout.width;
            assert!((on_paper - LETTERS).abs() < 0.02, "{cm} cm: {on_paper}");
        }
        assert_eq!(
            PictureLayout::printed(None).unwrap(),
            PictureLayout::default()
        );
    }

    #[test]
    fn a_page_shows_the_picture_of_a_column() {
        let column = PictureLayout::printed(Some(COLUMN)).unwrap();
        assert_eq!(PictureLayout::for_pages().width, column.width);
    }

    #[test]
    fn what_holds_no_letters_is_refused_with_bounds() {
        for cm in [0.0, -5.0, 6.9, 71.0, f64::NAN, f64::INFINITY] {
            let error = PictureLayout::printed(Some(cm)).unwrap_err().to_string();
            assert!(error.contains("7 to 70 cm"), "{error}");
        }
    }

    #[test]
    fn the_size_on_paper_stands_in_the_picture() {
        let sized = |layout: PictureLayout| crate::plots::canvas::sheet(layout, 200.0, "", |_| ());
        let layout = PictureLayout {
            width: 400.0,
            printed: Some(10.0),
            titled: true,
        };
        let paper = sized(layout);
        assert!(
            paper.starts_with("<svg width=\"10cm\" height=\"5cm\" viewBox=\"0 0 400 200\""),
            "{paper}"
        );
        let screen = sized(PictureLayout::of_width(400.0));
        assert!(
            screen.starts_with("<svg width=\"400\" height=\"200\""),
            "{screen}"
        );
    }
}
