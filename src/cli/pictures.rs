//! In which formats pictures are written, and how they are laid out.

use super::options::named;
use crate::Result;
use crate::files::fill_folder;
use crate::plots::{Format, PictureLayout, keep_formats};
use std::path::{Path, PathBuf};

/// The formats by their names.
const FORMATS: [(&str, Format); 2] = [("svg", Format::Svg), ("png", Format::Png)];

/// Options of commands that draw.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct PictureOptions {
    /// Formats of the pictures
    #[arg(long, value_name = "FORMATS", value_parser = named(FORMATS), value_delimiter = ',', default_value = "svg,png", hide_short_help = true)]
    format: Vec<Format>,
    /// The width on paper: column (8.6 cm), page (17.8 cm), or a number of centimeters
    /// [default: 800 pixels]
    #[arg(long, value_name = "WIDTH", value_parser = width, hide_short_help = true)]
    width: Option<f64>,
    /// Draw no title
    #[arg(long, hide_short_help = true)]
    no_title: bool,
}

/// Widths of a column and of a page in centimeters, as journals of two columns print them.
const WIDTHS: [(&str, f64); 2] = [("column", 8.6), ("page", 17.8)];

/// A width in centimeters from `column`, `page` or a number; else what would be right.
fn width(text: &str) -> std::result::Result<f64, &'static str> {
    let named = WIDTHS.iter().find(|(name, _)| *name == text);
    let cm = named.map(|(_, cm)| *cm).or_else(|| text.parse().ok());
    cm.ok_or("give column, page or a number of centimeters")
}

impl PictureOptions {
    /// How the pictures are laid out.
    ///
    /// # Errors
    /// If they are too narrow or too wide.
    pub(crate) fn layout(&self) -> Result<PictureLayout> {
        Ok(PictureLayout::printed(self.width)?.titled(!self.no_title))
    }

    /// Fills a folder with what `write` makes, its pictures in the formats that were asked for.
    ///
    /// # Errors
    /// If a file cannot be written; the folder is then as it was.
    pub(crate) fn fill<T>(
        &self,
        folder: &Path,
        write: impl FnOnce(&Path) -> Result<T>,
    ) -> Result<Vec<PathBuf>> {
        fill_folder(folder, |folder| {
            write(folder)?;
            keep_formats(folder, &self.format)
        })
    }
}
