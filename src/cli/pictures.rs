//! In which formats pictures are written, and how they are laid out.

use super::activity;
use crate::Result;
use crate::experiment::{FigurePlan, Figures, draw_figures};
use crate::files::fill_folder;
use crate::pipeline::Record;
use crate::plots::{FORMATS, PictureLayout, keep_formats};
use std::path::{Path, PathBuf};

/// Options of commands that draw.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct PictureOptions {
    /// Formats of the pictures
    #[arg(long, value_name = "FORMATS", value_parser = FORMATS, value_delimiter = ',', default_value = "svg,png", hide_short_help = true)]
    format: Vec<String>,
    /// The width on paper: column (8.6 cm), page (17.8 cm), or a number of centimeters
    /// [default: 800 pixels]
    #[arg(long, value_name = "WIDTH", value_parser = width, hide_short_help = true)]
    width: Option<PictureLayout>,
    /// Draw no title
    #[arg(long, hide_short_help = true)]
    no_title: bool,
}

/// Widths of a column and of a page in centimeters, as journals of two columns print them.
const WIDTHS: [(&str, f64); 2] = [("column", 8.6), ("page", 17.8)];

/// The picture of a width: `column`, `page` or a number of centimeters; else what would be right.
fn width(text: &str) -> std::result::Result<PictureLayout, String> {
    let named = WIDTHS.iter().find(|(name, _)| *name == text);
    let cm = named.map(|(_, cm)| *cm).or_else(|| text.parse().ok());
    let cm = cm.ok_or("give column, page or a number of centimeters")?;
    PictureLayout::printed(Some(cm)).map_err(|error| {
        let parts = error.of_a_setting();
        parts.map_or_else(String::new, |[.., remedy]| remedy.to_owned())
    })
}

impl PictureOptions {
    /// How the pictures are laid out.
    pub(crate) fn layout(&self) -> PictureLayout {
        self.width.unwrap_or_default().titled(!self.no_title)
    }

    /// Draws the figures of a plan into a folder; the files that are new there.
    ///
    /// # Errors
    /// As [`draw_figures`].
    pub(crate) fn draw(
        &self,
        records: &[Record],
        folder: &Path,
        plan: FigurePlan,
    ) -> Result<(Figures, Vec<PathBuf>)> {
        activity::doing("drawing");
        let layout = self.layout();
        let (plan, mut figures) = (FigurePlan { layout, ..plan }, Figures::default());
        let files = self.fill(folder, |folder| {
            figures = draw_figures(records, folder, &plan)?;
            Ok(())
        })?;
        Ok((figures, files))
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
