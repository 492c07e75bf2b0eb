//! Grids in puzzle files: multi-line strings, one character a cell.
//!
//! Blanks and blank lines do not count; `#` is a missing cell. Every cell knows the line of the
//! file it stands in, so that errors name both.

use super::DocumentValue;
use crate::error::{Error, Result};
use crate::grid::{Cell, Grid};

/// The longest side of a board, so that a slip in a file cannot ask for all memory.
pub(crate) const MAX_SIDE: usize = 100;

/// A rectangle of characters with the lines they stand in.
#[derive(Clone, Debug)]
pub(crate) struct TextGrid<'a> {
    value: DocumentValue<'a>,
    symbols: Grid<char>,
    lines: Vec<usize>,
}

impl<'a> TextGrid<'a> {
    /// The grid in a string value.
    ///
    /// # Errors
    /// No string, no cell, rows of unequal length, more than 100 rows or columns.
    pub(super) fn read(value: DocumentValue<'a>) -> Result<Self> {
        let rows = rows_with_lines(value)?;
        let key = value.key();
        let Some((_, first)) = rows.first() else {
            return Err(value.wrong(
                format!("`{key}` has no cells"),
                "write one line a row, one character a cell",
            ));
        };
        for (row, (line, symbols)) in rows.iter().enumerate() {
            if symbols.len() != first.len() {
                let (found, width) = (symbols.len(), first.len());
                let found = format!("row {} of `{key}` has {found} cells", row + 1);
                let remedy = format!("every row needs {width} like row 1; # is a missing cell");
                return Err(value.document().error(Some(*line), found, remedy));
            }
        }
        if rows.len().max(first.len()) > MAX_SIDE {
            let found = format!(
                "`{key}` has {} rows and {} columns",
                rows.len(),
                first.len()
            );
            return Err(value.wrong(found, format!("a board has at most {MAX_SIDE} of each")));
        }
        let symbol = |cell: Cell| rows[cell.row].1[cell.col];
        Ok(Self {
            value,
            symbols: Grid::from_fn(rows.len(), first.len(), symbol),
            lines: rows.iter().map(|(line, _)| *line).collect(),
        })
    }

    /// The value it was read from.
    pub(crate) fn value(&self) -> DocumentValue<'a> {
        self.value
    }

    /// The characters.
    pub(crate) fn symbols(&self) -> &Grid<char> {
        &self.symbols
    }

    /// The line of the file where a row stands; `row` is 0-based.
    pub(crate) fn line(&self, row: usize) -> usize {
        self.lines[row]
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
        let (rows, cols) = (self.symbols.rows(), self.symbols.cols());
        if (rows, cols) != (present.rows(), present.cols()) {
            let found = format!("`{}` has {rows} rows of {cols} cells", self.value.key());
            let remedy = format!(
                "the board has {} rows of {}",
                present.rows(),
                present.cols()
            );
            return Err(self.value.wrong(found, remedy));
        }
        let mut cells = Grid::from_fn(rows, cols, |_| None);
        for (cell, &symbol) in self.symbols.iter() {
            let wrong = |found: &str, remedy: &str| {
                Err(self.wrong(cell, &format!("is {symbol:?}{found}"), remedy))
            };
            cells[cell] = match (present[cell], symbol, meaning(symbol)) {
                (true, '#', _) => {
                    let remedy = "put # where the board has none, and nowhere else";
                    return wrong(", but the board has a cell there", remedy);
                }
                (false, '#' | '.', _) => None,
                (false, ..) => {
                    let remedy = "write # or . at missing cells";
                    return wrong(", but the board has no cell there", remedy);
                }
                (true, _, None) => return wrong("", &format!("a cell is {symbols}")),
                (true, _, value) => value,
            };
        }
        Ok(cells)
    }

    /// An error at a cell.
    pub(crate) fn wrong(&self, cell: Cell, found: &str, remedy: impl Into<String>) -> Error {
        let found = format!("{cell} of `{}` {found}", self.value.key());
        let line = Some(self.line(cell.row));
        self.value.document().error(line, found, remedy)
    }
}

/// The rows that have cells, without blanks, each with its line in the file.
fn rows_with_lines(value: DocumentValue<'_>) -> Result<Vec<(usize, Vec<char>)>> {
    let text = value.text("a grid: a multi-line string, one character a cell")?;
    let source = value.source();
    let opening = source.get(..3).unwrap_or("");
    let is_multi_line = matches!(opening, "\"\"\"" | "'''");
    if is_multi_line && opening != "'''" && source.contains('\\') {
        let found = format!("`{}` holds a backslash", value.key());
        return Err(value.wrong(found, "write the rows as they are, one line each"));
    }
    // TOML drops a line break right after the opening quotes, so the text starts a line lower.
    let dropped = source
        .get(3..)
        .is_some_and(|rest| rest.starts_with('\n') || rest.starts_with("\r\n"));
    let start = value.source_line() + usize::from(is_multi_line && dropped);
    let line = |row: usize| start + if is_multi_line { row } else { 0 };
    let rows = text
        .lines()
        .enumerate()
        .map(|(row, text)| (line(row), text.chars().filter_map(cell)))
        .map(|(line, cells)| (line, cells.collect::<Vec<char>>()));
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
            assert_eq!((grid.symbols().rows(), grid.symbols().cols()), (2, 2));
            assert_eq!([grid.line(0), grid.line(1)], lines, "{text:?}");
        }
    }
}
