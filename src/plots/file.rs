//! A picture on disk, whole or not there: `.svg` and `.png` side by side with the caption in
//! `.txt`, or the formats that a name or a list asks for. An SVG becomes pixels by resvg, with its
//! texts as outlines of DejaVu Sans (`letters`).

use super::Drawn;
use super::letters::{not_svg, outlined};
use crate::error::{Error, Result};
use crate::files::{write_output, write_whole};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::path::Path;

/// Pixels of the PNG per pixel of the SVG.
pub(super) const SCALE: f32 = 2.0;

/// The formats of pictures: lines and text, or pixels, twice as many a side.
pub(crate) const FORMATS: [&str; 2] = ["svg", "png"];

/// The format of a file, by its ending.
fn format(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    FORMATS.into_iter().find(|format| *format == ending)
}

/// Writes a picture into a folder, as `name.svg`, in the pixels of its scale `name.png`, and its
/// caption as `name.txt`; files of these names are replaced.
///
/// # Errors
/// As [`write_whole`], and whatever [`png`] refuses.
pub(crate) fn save(drawn: &Drawn, folder: &Path, name: &str) -> Result<()> {
    let [svg, pixels, caption] =
        ["svg", "png", "txt"].map(|ending| folder.join(format!("{name}.{ending}")));
    write_whole(&pixels, &png(&drawn.svg, drawn.scale)?)?;
    write_whole(&caption, format!("{}\n", drawn.caption).as_bytes())?;
    write_whole(&svg, drawn.svg.as_bytes())
}

/// Leaves the pictures of a folder in these formats and in no other.
///
/// # Errors
/// If a file cannot be removed.
pub(crate) fn keep_formats(folder: &Path, formats: &[String]) -> Result<()> {
    let files = std::fs::read_dir(folder).map_err(|source| Error::read(folder, source))?;
    for path in files.flatten().map(|entry| entry.path()) {
        if format(&path).is_some_and(|of| !formats.iter().any(|wanted| wanted == of)) {
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
    match format(path) {
        Some("svg") => write_output(path, svg.as_bytes()),
        Some(_) => write_output(path, &png(svg, SCALE)?),
        None => Err(Error::setting(
            "output",
            format!("{} is neither .svg nor .png", path.display()),
            "end the name in .svg or .png",
        )),
    }
}

/// The PNG of an SVG text on white, `scale` times as large as the SVG says.
///
/// # Errors
/// [`Error::Input`] where the text is not SVG, or has no size at this scale.
pub(crate) fn png(svg: &str, scale: f32) -> Result<Vec<u8>> {
    let tree = tree(svg)?;
    let side = |length: f32| (length * scale).round() as u32;
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    let pixels = Pixmap::new(width, height);
    let mut pixels =
        pixels.ok_or_else(|| not_svg(format!("its size is {width}×{height} pixels")))?;
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
