//! SVG text to PNG bytes by resvg, with texts as outlines of DejaVu Sans (`letters`).

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::letters::{not_svg, outlined};
use crate::error::{Error, Result};

/// Pixels a side beyond which no picture is drawn.
const LARGEST_SIDE: f64 = 20_000.0;

/// The PNG of an SVG text on white, `scale` times as large as the SVG says.
///
/// # Errors
/// [`Error::Argument`] for a scale that is not a positive number or makes a picture of more than 20
/// 000 pixels a side, [`Error::Input`] where the text is not SVG.
pub(crate) fn png(svg: &str, scale: f32) -> Result<Vec<u8>> {
    let tree = tree(svg)?;
    let side = |length: f32| (f64::from(length) * f64::from(scale)).round();
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    let drawable = |length: f64| (1.0..=LARGEST_SIDE).contains(&length);
    if !(drawable(width) && drawable(height)) {
        let found = format!("a scale of {scale} makes a picture of {width}×{height} pixels");
        return Err(Error::argument(
            "scale",
            found,
            "choose one between 1 and 4",
        ));
    }
    let mut pixels = Pixmap::new(width as u32, height as u32)
        .expect("a picture of 1 to 20000 pixels a side has a size");
    pixels.fill(Color::WHITE);
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels.encode_png().map_err(|e| not_svg(e.to_string()))
}

/// The shapes of an SVG text, letters among them.
pub(crate) fn tree(svg: &str) -> Result<Tree> {
    let tree = Tree::from_str(&outlined(svg)?, &Options::default());
    tree.map_err(|error| not_svg(error.to_string()))
}
