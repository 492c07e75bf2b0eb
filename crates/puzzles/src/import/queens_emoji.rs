//! LinkedIn Queens as colored squares: a line a row, an emoji a cell.
//!
//! A crown covers the color of its cell, and nothing in the text tells it again, so boards with
//! crowns are refused.

use super::labels::{self, LabelRow};
use super::source::{PastedText, clipped};
use super::{Importer, Sheet, tango_text};
use crate::error::Result;
use crate::grid::Cell;

pub(super) static IMPORTER: Importer = Importer {
    name: "queens-emoji",
    about: "Queens regions as colored squares 🟥🟦🟩⬜, no crowns",
    families: &["queens"],
    tells_family: true,
    sample: "🟥🟥🟦🟦\n🟩🟩🟦🟦\n🟩🟩🟩🟦\n⬜️⬜️⬜️⬜️\n",
    recognize,
    read,
};

/// Whether it is a colored square or disk.
pub(super) fn is_square(c: char) -> bool {
    matches!(c, '🟠'..='🟫' | '⬛' | '⬜' | '◻'..='◾' | '🔴' | '🔵' | '⚪' | '⚫' | '🔲' | '🔳' | '🔶'..='🔹')
}

fn is_crown(c: char) -> bool {
    matches!(c, '👑' | '♛' | '♕')
}

fn recognize(source: &PastedText<'_>) -> bool {
    let text = source.text();
    !source.is_json()
        && text.chars().any(is_square)
        && !text.chars().any(tango_text::is_sun_or_moon)
}

fn read(source: &PastedText<'_>, _: &'static str) -> Result<Sheet> {
    let mut rows = Vec::new();
    for line in source.lines() {
        if line.symbols().any(|c| c.is_ascii()) {
            let found = format!("{} among the rows of squares", clipped(line.text));
            return Err(source.wrong(Some(line.number), found, "leave only the rows of the board"));
        }
        if let Some(col) = line.symbols().position(is_crown) {
            let cell = Cell::new(rows.len(), col);
            let found = format!("a crown in {cell}, which hides its color");
            let remedy = format!(
                "put the color of its region there, and queens = [\"{cell}\"] into the puzzle file"
            );
            return Err(source.wrong(Some(line.number), found, remedy));
        }
        rows.push(LabelRow {
            line: Some(line.number),
            labels: line.symbols().map(String::from).collect(),
        });
    }
    labels::layout(source, &rows).map(Sheet::Queens)
}
