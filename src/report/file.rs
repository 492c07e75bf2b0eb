//! A picture on disk: `.svg` and `.png` side by side, each whole or not there.

use super::raster::png;
use crate::error::Result;
use crate::files::write_together;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Pixels of the PNG per pixel of the SVG.
const SCALE: f32 = 2.0;

/// Writes `path.svg` and, at twice the pixels, `path.png`; `path` carries no extension of its own. Files of these names are
/// replaced.
///
/// # Errors
/// As [`write_together`], and whatever [`png`] refuses.
pub fn save(svg: &str, path: impl AsRef<Path>) -> Result<()> {
    let picture = png(svg, SCALE)?;
    let (svg_path, png_path) = (
        with_extension(path.as_ref(), ".svg"),
        with_extension(path.as_ref(), ".png"),
    );
    write_together(&[(&svg_path, svg.as_bytes()), (&png_path, &picture)])
}

/// `sweep.v2` to `sweep.v2.png`: appended, never replaced.
fn with_extension(path: &Path, extension: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(extension);
    PathBuf::from(name)
}
