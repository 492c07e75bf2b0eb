//! Grids in puzzle files: multi-line strings, one character a cell.
//!
//! Blanks and blank lines do not count; `#` is a missing cell. Every cell knows the line of the
//! file it is in, so that errors name both.

use super::DocumentValue;
use crate::error::Result;
use crate::grid::Grid;

/// The longest side of a board, so that a slip in a file cannot ask for all memory.
pub(crate) const MAX_SIDE: usize = 100;

/// A rectangle of characters with the lines they are in.
#[derive(Clone, Debug)]
pub(crate) struct TextGrid<'a> {
    pub(crate) value: DocumentValue<'a>,
    pub(crate) symbols: Grid<char>,
    /// The line of the file where each row is.
    pub(crate) lines: Vec<usize>,
}

impl<'a> TextGrid<'a> {
    /// The grid in a string value.
    ///
    /// # Errors
    /// No string, no cell, rows of unequal length, more than 100 rows or columns.
    pub(super) fn read(value: DocumentValue<'a>) -> Result<Self> {
        let rows = rows_with_lines(value)?;
        let (key, width) = (value.key, rows.first().map_or(0, |(_, row)| row.len()));
        let remedy = "write one line a row, one character a cell";
        value.refuse_if(width == 0, &format!("`{key}` has no cells"), remedy)?;
        let mut numbered = rows.iter().enumerate();
        if let Some((row, (line, odd))) = numbered.find(|(_, (_, row))| row.len() != width) {
            let found = format!("row {} of `{key}` has {} cells", row + 1, odd.len());
            let remedy = format!("every row needs {width} like row 1; # is a missing cell");
            return Err(value.at(*line).wrong(found, remedy));
        }
        let found = format!("`{key}` has {} rows and {width} columns", rows.len());
        let remedy = format!("a board has at most {MAX_SIDE} of each");
        value.refuse_if(rows.len().max(width) > MAX_SIDE, &found, &remedy)?;
        Ok(Self {
            value,
            symbols: Grid::from_fn(rows.len(), width, |cell| rows[cell.row].1[cell.col]),
            lines: rows.iter().map(|(line, _)| *line).collect(),
        })
    }

    /// Which cells there are: all but `#`.
    pub(crate) fn present(&self) -> Grid<bool> {
        self.symbols.map(|_, symbol| *symbol != '#')
    }

    /// The meaning of every cell of a board with the cells `present`, `None` where no cell is.
    /// `symbols` lists what `meaning` understands, for messages.
    ///
    /// # Errors
    /// Another shape than `present`, or a symbol without a meaning.
    pub(crate) fn on_board<T>(
        &self,
        present: &Grid<bool>,
        symbols: &str,
        meaning: impl Fn(char) -> Option<T>,
    ) -> Result<Grid<Option<T>>> {
        let (key, here, there) = (self.value.key, self.symbols.shape(), present.shape());
        let found = format!("`{key}` has {} rows of {} cells", here.0, here.1);
        let remedy = format!("the board has {} rows of {}", there.0, there.1);
        self.value.refuse_if(here != there, &found, &remedy)?;
        self.symbols.try_map(|(cell, &symbol)| {
            let wrong = |found: &str, remedy: &str| {
                let found = format!("{cell} of `{key}` is {symbol:?}{found}");
                Err(self.value.at(self.lines[cell.row]).wrong(found, remedy))
            };
            match (present[cell], symbol, meaning(symbol)) {
                (true, '#', _) => wrong(
                    ", but the board has a cell there",
                    "put # where the board has none, and nowhere else",
                ),
                (true, _, None) => wrong("", &format!("a cell is {symbols}")),
                (true, _, value) => Ok(value),
                (false, '#' | '.', _) => Ok(None),
                (false, ..) => wrong(
                    ", but the board has no cell there",
                    "write # or . at missing cells",
                ),
            }
        })
    }
}

/// The rows that have cells, without blanks, each with its line in the file.
fn rows_with_lines(value: DocumentValue<'_>) -> Result<Vec<(usize, Vec<char>)>> {
    let text = value.text("a grid: a multi-line string, one character a cell")?;
    let source = value.source();
    let escapes = source.strip_prefix("\"\"\"");
    let found = format!("`{}` holds a backslash", value.key);
    let escaped = escapes.is_some_and(|source| source.contains('\\'));
    value.refuse_if(escaped, &found, "write the rows as they are, one line each")?;
    let lines = escapes.or_else(|| source.strip_prefix("'''"));
    // TOML drops a line break right after the opening quotes, so the text starts a line lower.
    let dropped = lines.is_some_and(|lines| lines.starts_with(['\n', '\r']));
    let start = value.source_line() + usize::from(dropped);
    let rows = text.lines().enumerate().map(|(row, text)| {
        let line = start + if lines.is_some() { row } else { 0 };
        (line, text.chars().filter_map(cell).collect::<Vec<char>>())
    });
    Ok(rows.filter(|(_, cells)| !cells.is_empty()).collect())
}

/// The cell that a character is: none for a blank and for what asks for a colored picture, open
/// for the dot of printed boards.
fn cell(symbol: char) -> Option<char> {
    match symbol {
        '\u{fe0e}' | '\u{fe0f}' => None,
        '·' => Some('.'),
        _ => (!symbol.is_whitespace()).then_some(symbol),
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzle::Document;

    #[test]
    fn every_row_of_a_grid_knows_its_line() {
        let texts = [
            ("g = \"\"\"\n01\n10\n\"\"\"\n", [2, 3]),
            ("\n\ng = '''\r\n 0 1\r\n\r\n1 0'''", [4, 6]),
            ("g = \"\"\"01\n10\"\"\"", [1, 2]),
            ("\ng = \"01\\n10\"", [2, 2]),
            ("\u{feff}g =   '''\n\n\n01\n\t10\n'''", [4, 5]),
        ];
        for (text, lines) in texts {
            let document = Document::parse(text, "f.toml").unwrap();
            let grid = document.root().get("g").unwrap().grid().unwrap();
            assert_eq!((grid.symbols.rows(), grid.symbols.cols()), (2, 2));
            assert_eq!(grid.lines, lines, "{text:?}");
        }
    }
}
