//! A picture on disk, whole or not there: `.svg` and `.png` side by side, or the formats that a
//! name or a list asks for.

use super::raster::png;
use crate::error::{Error, Result};
use crate::files::{write_output, write_together};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Pixels of the PNG per pixel of the SVG.
pub(super) const SCALE: f32 = 2.0;

/// A format that a picture is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Lines and text, as drawn.
    Svg,
    /// Pixels, twice as many a side as the SVG has.
    Png,
}

impl Format {
    /// What its files end in.
    fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }

    /// The format of a file, by its ending.
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        [Self::Svg, Self::Png]
            .into_iter()
            .find(|format| format.ending() == ending)
    }

    fn bytes(self, svg: &str) -> Result<Vec<u8>> {
        match self {
            Self::Svg => Ok(svg.as_bytes().to_vec()),
            Self::Png => png(svg, SCALE),
        }
    }
}

/// Writes `path.svg` and, at twice the pixels, `path.png`; `path` carries no extension of its own.
/// Files of these names are replaced.
///
/// # Errors
/// As [`write_together`], and whatever [`png`] refuses.
pub(crate) fn save(svg: &str, path: impl AsRef<Path>) -> Result<()> {
    save_scaled(svg, path, SCALE)
}

/// As [`save`], with so many pixels of the PNG per pixel of the SVG.
pub(crate) fn save_scaled(svg: &str, path: impl AsRef<Path>, scale: f32) -> Result<()> {
    let picture = png(svg, scale)?;
    let (svg_path, png_path) = (
        with_extension(path.as_ref(), ".svg"),
        with_extension(path.as_ref(), ".png"),
    );
    write_together(&[(&svg_path, svg.as_bytes()), (&png_path, &picture)])
}

/// Leaves every picture of a folder in these formats and in no other; each is there as an SVG and
/// beside it as a PNG.
///
/// # Errors
/// If a file cannot be removed.
pub(crate) fn keep_formats(folder: &Path, formats: &[Format]) -> Result<()> {
    let unreadable = |source| Error::read(folder, source);
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let other = match Format::of(&path) {
            Some(Format::Svg) => path.with_extension("png"),
            Some(Format::Png) => path.with_extension("svg"),
            None => continue,
        };
        let is_unwanted = Format::of(&path).is_some_and(|of| !formats.contains(&of));
        if is_unwanted && other.exists() {
            std::fs::remove_file(&path).map_err(|source| Error::write(path, source))?;
        }
    }
    Ok(())
}

/// Writes one picture, SVG or PNG as the ending of `path` says; a file of that name is replaced.
///
/// # Errors
/// If the path ends in none of them, as [`write_output`], and whatever [`png`] refuses.
pub(crate) fn save_as(svg: &str, path: &Path) -> Result<()> {
    match Format::of(path) {
        Some(format) => write_output(path, &format.bytes(svg)?),
        None => Err(Error::setting(
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
