//! SVG text to PNG bytes by resvg, with DejaVu Sans compiled in and no other font.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, fontdb};

use crate::error::{Error, Result};

/// Pixels a side beyond which no picture is drawn.
const LARGEST_SIDE: f64 = 20_000.0;

/// The PNG of an SVG text on white, `scale` times as large as the SVG says.
///
/// # Errors
/// [`Error::Argument`] for a scale that is not a positive number or makes a picture of more than 20
/// 000 pixels a side, [`Error::Input`] where the text is not SVG.
pub(crate) fn png(svg: &str, scale: f32) -> Result<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &options()).map_err(|e| not_svg(e.to_string()))?;
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

/// The settings of usvg: the embedded font, and nothing of the system.
pub(super) fn options() -> usvg::Options<'static> {
    usvg::Options {
        font_family: "DejaVu Sans".into(),
        fontdb: fonts(),
        ..usvg::Options::default()
    }
}

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    FONTS
        .get_or_init(|| {
            let mut fonts = fontdb::Database::new();
            for face in [dejavu::sans::regular(), dejavu::sans::bold()] {
                fonts.load_font_source(fontdb::Source::Binary(Arc::new(face)));
            }
            fonts.set_sans_serif_family("DejaVu Sans");
            Arc::new(fonts)
        })
        .clone()
}

fn not_svg(found: String) -> Error {
    Error::input("SVG", None, found, "give the text of an SVG picture")
}
