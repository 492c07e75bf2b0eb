//! A picture on disk, whole or not there: `.svg` and `.png` side by side with the caption in
//! `.txt`, or the formats that a name or a list asks for.

use super::Drawn;
use super::raster::png;
use crate::error::{Error, Result};
use crate::files::{write_output, write_whole};
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
    /// The format of a file, by its ending.
    fn of(path: &Path) -> Option<Self> {
        match &*path.extension()?.to_str()?.to_lowercase() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            _ => None,
        }
    }
}

/// Writes a picture into a folder, as `name.svg`, in the pixels of its scale `name.png`, and its
/// caption as `name.txt`; files of these names are replaced. Returns the path of the SVG.
///
/// # Errors
/// As [`write_whole`], and whatever [`png`] refuses.
pub(crate) fn save(drawn: &Drawn, folder: &Path, name: &str) -> Result<PathBuf> {
    let [svg, pixels, caption] =
        ["svg", "png", "txt"].map(|ending| folder.join(format!("{name}.{ending}")));
    write_whole(&pixels, &png(&drawn.svg, drawn.scale)?)?;
    write_whole(&caption, format!("{}\n", drawn.caption).as_bytes())?;
    write_whole(&svg, drawn.svg.as_bytes())?;
    Ok(svg)
}

/// Leaves the pictures of a folder in these formats and in no other.
///
/// # Errors
/// If a file cannot be removed.
pub(crate) fn keep_formats(folder: &Path, formats: &[Format]) -> Result<()> {
    let files = std::fs::read_dir(folder).map_err(|source| Error::read(folder, source))?;
    for path in files.flatten().map(|entry| entry.path()) {
        if Format::of(&path).is_some_and(|of| !formats.contains(&of)) {
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
        Some(Format::Svg) => write_output(path, svg.as_bytes()),
        Some(Format::Png) => write_output(path, &png(svg, SCALE)?),
        None => Err(Error::setting(
            "output",
            format!("{} is neither .svg nor .png", path.display()),
            "end the name in .svg or .png",
        )),
    }
}
