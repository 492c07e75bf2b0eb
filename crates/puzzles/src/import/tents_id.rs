//! Tents, of Simon Tatham's collection, as a descriptive game ID:
//! `WxH:trees,counts of the columns,counts of the rows`.
//!
//! Trees, in reading order (`tents.c`): `_` is a tree right here, `a`..`y` 1..25 blanks and then a
//! tree, `z` 25 blanks and no tree; `!` and `-` mark the cell before as a tent and as none. The
//! last letter's tree stands one past the end.

use super::game_id::{self, Game, MAX_SIDE};
use super::source::{PastedText, clipped};
use super::{Importer, Sheet};
use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::puzzle::TentsLayout;

pub(super) static IMPORTER: Importer = Importer {
    name: "tents-id",
    about: "a game ID of Simon Tatham's Tents, such as 4x4:g_db,1,0,1,1,1,1,0,1",
    families: &["tents"],
    tells_family: true,
    sample: "4x4:g_db,1,0,1,1,1,1,0,1",
    recognize: |source| game_id::game(source) == Some(Game::Tents),
    read,
};

fn read(source: &PastedText<'_>, _: &'static str) -> Result<Sheet> {
    let (head, board) = game_id::parts(source)?;
    let remedy = "write WxH, then a colon, the trees, and the counts after commas";
    let known = game_id::sides(head).filter(|(.., rest)| matches!(*rest, "" | "de" | "dt"));
    let (cols, rows, _) = known.ok_or_else(|| game_id::unclear(source, head, remedy))?;
    if ![rows, cols]
        .iter()
        .all(|side| (1..=MAX_SIDE).contains(side))
    {
        return Err(game_id::unclear(
            source,
            head,
            &format!("sides are 1 to {MAX_SIDE}"),
        ));
    }
    let mut fields = board.split(',');
    let trees = fields.next().unwrap_or("");
    let count = |field: &str| field.parse().ok().filter(|count| *count <= MAX_SIDE);
    let counts: Option<Vec<usize>> = fields.map(count).collect();
    let counts = counts.filter(|counts| counts.len() == rows + cols);
    let counts = counts.ok_or_else(|| {
        let found = format!("counts in {}", clipped(board));
        let remedy = format!("after the trees stand {cols} counts of columns and {rows} of rows");
        source.wrong(None, found, remedy)
    })?;
    let places = Places::read(source, trees, rows, cols)?;
    let cell = |place: &usize| Cell::new(place / cols, place % cols);
    let shown = |counts: &[usize]| counts.iter().copied().map(Some).collect();
    Ok(Sheet::Tents(TentsLayout {
        trees: Grid::from_fn(rows, cols, |cell| {
            places.trees.contains(&(cell.row * cols + cell.col))
        }),
        row_counts: shown(&counts[cols..]),
        col_counts: shown(&counts[..cols]),
        tents: places.tents.iter().map(cell).collect(),
        empty: places.empty.iter().map(cell).collect(),
    }))
}

/// What the letters tell, by places in reading order.
#[derive(Default)]
struct Places {
    trees: Vec<usize>,
    tents: Vec<usize>,
    empty: Vec<usize>,
}

impl Places {
    fn read(source: &PastedText<'_>, letters: &str, rows: usize, cols: usize) -> Result<Self> {
        let mut places = Self::default();
        let mut position = 0_usize;
        for letter in letters.chars() {
            let before = position.checked_sub(1).filter(|place| *place < rows * cols);
            match (letter, before) {
                ('z', _) => position += 25,
                ('_', _) => position = places.plant(position),
                ('a'..='y', _) => {
                    position = places.plant(position + 1 + usize::from(letter as u8 - b'a'));
                }
                ('!', Some(place)) => places.tents.push(place),
                ('-', Some(place)) => places.empty.push(place),
                _ => {
                    let found = format!("{letter:?} in the description");
                    let remedy = "the trees are the letters a to z, _, and after a cell ! or -";
                    return Err(source.wrong(None, found, remedy));
                }
            }
        }
        // The tree one past the end is none.
        if position != rows * cols + 1 || places.trees.pop() != Some(rows * cols) {
            let told = position.saturating_sub(1);
            return Err(game_id::wrong_length(source, told, rows, cols));
        }
        Ok(places)
    }

    /// Plants a tree; returns the place after it.
    fn plant(&mut self, place: usize) -> usize {
        self.trees.push(place);
        place + 1
    }
}
