//! The formats of pictures that a command writes.

use crate::error::{Error, Result};
use crate::plots::{Format, keep_formats};
use clap::ValueEnum;
use std::path::Path;

/// The formats of every picture that a command writes.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct PictureOptions {
    /// The formats of pictures, separated by commas
    /// [default: svg,png]
    #[arg(
        long,
        value_name = "FORMATS",
        value_enum,
        value_delimiter = ',',
        hide_short_help = true
    )]
    format: Vec<Name>,
}

/// A format, as the command line names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Name {
    Svg,
    Png,
}

impl Name {
    /// The format of this name.
    fn format(self) -> Format {
        match self {
            Self::Svg => Format::Svg,
            Self::Png => Format::Png,
        }
    }
}

impl PictureOptions {
    /// Leaves the pictures of a folder, each of which is there as an SVG, in the wished formats.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(crate) fn apply(&self, folder: &Path) -> Result<()> {
        let formats: Vec<Format> = self.names().iter().map(|name| name.format()).collect();
        keep_formats(folder, &formats)
    }

    /// Refuses formats where no picture is written; `remedy` says how one is.
    ///
    /// # Errors
    /// If formats are given and `written` is false.
    pub(crate) fn check(&self, written: bool, remedy: &str) -> Result<()> {
        if written || self.format.is_empty() {
            return Ok(());
        }
        Err(Error::setting("format", "no picture is written", remedy))
    }

    /// The formats that were named, or those that are written by default: SVG and PNG.
    fn names(&self) -> &[Name] {
        match self.format.as_slice() {
            [] => &[Name::Svg, Name::Png],
            names => names,
        }
    }

    /// `as SVG and as PNG`.
    pub(crate) fn words(&self) -> String {
        let all = [Name::Svg, Name::Png].into_iter();
        let named = all.filter(|name| self.names().contains(name));
        let named: Vec<String> = named
            .map(|name| format!("as {name:?}").to_uppercase())
            .collect();
        named.join(" and ").replace("AS ", "as ")
    }
}
