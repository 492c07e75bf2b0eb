//! In which formats pictures are written.

use super::number::named;
use crate::Result;
use crate::files::fill_folder;
use crate::plots::{Format, keep_formats};
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
}

impl PictureOptions {
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
