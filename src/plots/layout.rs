//! How wide a picture is, how large its letters are, and which words stand around it.
//!
//! Pictures are laid out in pixels with letters of fixed sizes, axes' names 13 pixels high. A
//! picture of a wished width with letters of a wished size is laid out on as many pixels as make
//! the letters come out right, and then scaled as a whole: nothing is squeezed.

use super::file::SCALE;
use crate::error::{Error, Result};

/// Pixels of a picture that nobody wished a width for.
const USUAL: f64 = 800.0;
/// Size of the names of axes in pixels.
pub(super) const NAME: f64 = 13.0;
/// Letters of a printed picture, in points.
const LETTERS: f64 = 8.0;
/// Points in a centimeter, and in a pixel of an SVG.
const POINTS_IN_CM: f64 = 72.0 / 2.54;
const POINTS_IN_PIXEL: f64 = 0.75;
/// Fewer pixels hold no legend, more make letters nobody can read.
const PIXELS: (f64, f64) = (320.0, 3200.0);
const WIDTHS: (f64, f64) = (3.0, 120.0);
const SIZES: (f64, f64) = (4.0, 40.0);
/// Width of a column of a journal, in centimeters.
const COLUMN: f64 = 8.6;

/// The width of a picture in pixels and on paper, and the words around it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PictureLayout {
    /// Pixels that the picture is laid out on.
    pub(super) width: f64,
    /// Width on paper in centimeters, where one was wished for.
    printed: Option<f64>,
    /// Whether the title is drawn.
    pub(super) title: bool,
    /// Whether notes and caption are drawn.
    pub(super) caption: bool,
}

impl Default for PictureLayout {
    fn default() -> Self {
        Self {
            width: USUAL,
            printed: None,
            title: true,
            caption: true,
        }
    }
}

impl PictureLayout {
    /// A picture `width` centimeters wide whose axes' names are `size` points high. Without a width
    /// it stays 800 pixels of 1/96 inch, without a size letters are 8 points high; without both it
    /// is the usual picture.
    ///
    /// # Errors
    /// If the width is not 3 to 120 cm, the size not 4 to 40 points, or both together hold too few
    /// or too many letters.
    pub(crate) fn printed(width: Option<f64>, size: Option<f64>) -> Result<Self> {
        if width.is_none() && size.is_none() {
            return Ok(Self::default());
        }
        let cm = width.unwrap_or(USUAL * POINTS_IN_PIXEL / POINTS_IN_CM);
        let points = size.unwrap_or(LETTERS);
        within("width", cm, WIDTHS, "cm")?;
        within("font_size", points, SIZES, "points")?;
        let pixels = |points: f64| cm * POINTS_IN_CM * NAME / points;
        if !(PIXELS.0..=PIXELS.1).contains(&pixels(points)) {
            let largest = cm * POINTS_IN_CM * NAME / PIXELS.0;
            let least = cm * POINTS_IN_CM * NAME / PIXELS.1;
            return Err(Error::setting(
                "font_size",
                format!("{points} points on a width of {cm:.1} cm"),
                format!("choose {least:.1} to {largest:.1} points for that `width`"),
            ));
        }
        Ok(Self {
            width: pixels(points).round(),
            printed: Some(cm),
            ..Self::default()
        })
    }

    /// The picture that fills a column of a journal (8.6 cm), for a page on a screen.
    pub(crate) fn for_pages() -> Self {
        Self {
            width: (COLUMN * POINTS_IN_CM * NAME / LETTERS).round(),
            ..Self::default()
        }
    }

    /// The same picture with or without its title, and with or without notes and caption.
    pub(crate) fn with_words(self, title: bool, caption: bool) -> Self {
        Self {
            title,
            caption,
            ..self
        }
    }

    /// Whether there is less room for words than in a column of usual pictures.
    pub(super) fn is_narrow(self) -> bool {
        self.width < 600.0
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
    pub(crate) fn scale(self) -> f32 {
        self.printed.map_or(SCALE, |_| 300.0 / 96.0)
    }

    /// The SVG with its width on paper, where one was wished for; its height follows.
    pub(crate) fn on_paper(self, svg: &str) -> String {
        let Some(cm) = self.printed else {
            return svg.to_owned();
        };
        let size = |name: &str| {
            let (_, after) = svg.split_once(&format!(" {name}=\""))?;
            after.split_once('"')?.0.parse::<f64>().ok()
        };
        let (Some(width), Some(height)) = (size("width"), size("height")) else {
            return svg.to_owned();
        };
        let sized = |pixels: f64| format!("{:.4}cm", cm * pixels / width);
        svg.replacen(
            &format!("width=\"{width}\" height=\"{height}\""),
            &format!("width=\"{}\" height=\"{}\"", sized(width), sized(height)),
            1,
        )
    }
}

fn within(name: &str, found: f64, (least, most): (f64, f64), unit: &str) -> Result<()> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(Error::setting(
        name,
        format!("{found} {unit}"),
        format!("choose {least} to {most} {unit}"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_keep_their_size_whatever_the_width() {
        for (cm, points) in [(8.6, 8.0), (17.8, 8.0), (17.8, 10.0), (8.6, 6.0)] {
            let layout = PictureLayout::printed(Some(cm), Some(points)).unwrap();
            let on_paper = NAME * cm * POINTS_IN_CM / layout.width;
            assert!((on_paper - points).abs() < 0.02, "{cm} cm: {on_paper}");
        }
        assert_eq!(
            PictureLayout::printed(None, None).unwrap(),
            PictureLayout::default()
        );
    }

    #[test]
    fn a_page_shows_the_picture_of_a_column() {
        let column = PictureLayout::printed(Some(COLUMN), None).unwrap();
        assert_eq!(PictureLayout::for_pages().width, column.width);
    }

    #[test]
    fn what_holds_no_letters_is_refused_with_bounds() {
        for (width, size, bounds) in [
            (Some(0.0), None, "3 to 120 cm"),
            (Some(f64::NAN), None, "3 to 120 cm"),
            (None, Some(99.0), "4 to 40 points"),
            (Some(8.6), Some(20.0), "1.0 to 9.9 points"),
        ] {
            let error = PictureLayout::printed(width, size).unwrap_err().to_string();
            assert!(error.contains(bounds), "{error}");
        }
    }

    #[test]
    fn the_size_on_paper_stands_in_the_picture() {
        let svg = "<svg width=\"400\" height=\"200\" viewBox=\"0 0 4000 2000\">";
        let layout = PictureLayout::printed(Some(10.0), None).unwrap();
        let sized = layout.on_paper(svg);
        assert!(
            sized.contains("width=\"10.0000cm\" height=\"5.0000cm\""),
            "{sized}"
        );
        assert_eq!(PictureLayout::default().on_paper(svg), svg);
    }
}
