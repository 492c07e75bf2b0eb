//! In which formats pictures are written.

use super::number::named;
use crate::error::{Error, Result};
use crate::plots::{Format, keep_formats};
use std::path::Path;

/// The formats by their names.
const FORMATS: [(&str, Format); 2] = [("svg", Format::Svg), ("png", Format::Png)];

/// Options of commands that draw.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct PictureOptions {
    /// Formats of the pictures [default: svg,png]
    #[arg(
        long,
        value_name = "FORMATS",
        value_parser = named(&FORMATS),
        value_delimiter = ',',
        hide_short_help = true
    )]
    format: Vec<Format>,
}

impl PictureOptions {
    /// Leaves pictures of the wanted formats alone in a folder, in which all are drawn as SVG.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(crate) fn apply(&self, folder: &Path) -> Result<()> {
        keep_formats(folder, self.formats())
    }

    /// # Errors
    /// If formats are asked for where nothing is drawn; `remedy` says what to do.
    pub(crate) fn check(&self, written: bool, remedy: &str) -> Result<()> {
        if written || self.format.is_empty() {
            return Ok(());
        }
        Err(Error::setting("format", "no picture is written", remedy))
    }

    fn formats(&self) -> &[Format] {
        match self.format.as_slice() {
            [] => &[Format::Svg, Format::Png],
            formats => formats,
        }
    }

    /// `as SVG and PNG`.
    pub(crate) fn words(&self) -> String {
        let named = FORMATS
            .iter()
            .filter(|(_, format)| self.formats().contains(format));
        let named: Vec<String> = named.map(|(name, _)| name.to_uppercase()).collect();
        format!("as {}", named.join(" and "))
    }
}
