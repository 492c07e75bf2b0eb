//! A picture on disk, whole or not there: `.svg` and `.png` side by side with the caption in `.txt`,
//! or the formats that a name or a list asks for.

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

/// Writes a picture into a folder, as `name.svg`, at twice the pixels `name.png`, and its caption
/// as `name.txt`; files of these names are replaced. Returns the path of the SVG.
///
/// # Errors
/// As [`write_whole`], and whatever [`png`] refuses.
pub(crate) fn save(drawn: &Drawn, folder: &Path, name: &str) -> Result<PathBuf> {
    let path = save_scaled(&drawn.svg, folder, name, SCALE)?;
    let caption = format!("{}\n", drawn.caption);
    write_whole(&folder.join(format!("{name}.txt")), caption.as_bytes())?;
    Ok(path)
}

/// Writes `name.svg`, and `name.png` of so many pixels per pixel of the SVG; returns the path of
/// the SVG.
///
/// # Errors
/// As [`save`].
pub(crate) fn save_scaled(svg: &str, folder: &Path, name: &str, scale: f32) -> Result<PathBuf> {
    let picture = png(svg, scale)?;
    let [svg_path, png_path] = ["svg", "png"].map(|of| folder.join(format!("{name}.{of}")));
    write_whole(&png_path, &picture)?;
    write_whole(&svg_path, svg.as_bytes())?;
    Ok(svg_path)
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
