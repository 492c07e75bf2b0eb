//! A picture on disk, whole or not there: `.svg` and `.png` side by side, or the one of them that a name asks for.

use super::raster::png;
use crate::error::{Error, Result};
use crate::files::{write_output, write_together};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Pixels of the PNG per pixel of the SVG.
const SCALE: f32 = 2.0;

/// Writes `path.svg` and, at twice the pixels, `path.png`; `path` carries no extension of its own. Files of these names are
/// replaced.
///
/// # Errors
/// As [`write_together`], and whatever [`png`] refuses.
pub(crate) fn save(svg: &str, path: impl AsRef<Path>) -> Result<()> {
    let picture = png(svg, SCALE)?;
    let (svg_path, png_path) = (
        with_extension(path.as_ref(), ".svg"),
        with_extension(path.as_ref(), ".png"),
    );
    write_together(&[(&svg_path, svg.as_bytes()), (&png_path, &picture)])
}

/// Writes one picture, SVG or PNG as the ending of `path` says; a file of that name is replaced.
///
/// # Errors
/// If the path ends in neither, as [`write_output`], and whatever [`png`] refuses.
pub(crate) fn save_as(svg: &str, path: &Path) -> Result<()> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.map(str::to_lowercase).as_deref() {
        Some("svg") => write_output(path, svg.as_bytes()),
        Some("png") => write_output(path, &png(svg, SCALE)?),
        Some(_) | None => Err(Error::setting(
            "output",
            format!("{} is neither .svg nor .png", path.display()),
            "end the name in .svg or .png",
        )),
    }
}

/// `sweep.v2` to `sweep.v2.png`: appended, never replaced.
fn with_extension(path: &Path, extension: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(extension);
    PathBuf::from(name)
}
