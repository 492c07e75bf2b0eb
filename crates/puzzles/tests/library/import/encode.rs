//! Boards written the way other programs write them, from the description of the formats alone.

use crate::grid::{Cell, Grid};

/// The descriptive game ID of an Unruly board: runs of open cells, each with the clue after it.
pub(crate) fn unruly_id(grid: &Grid<Option<bool>>) -> String {
    let mut id = format!("{}x{}:", grid.cols(), grid.rows());
    let end = [Some(false)];
    let mut skipped = 0_u8;
    for clue in grid.iter().map(|(_, value)| *value).chain(end) {
        let Some(value) = clue else {
            skipped += 1;
            continue;
        };
        id += &"z".repeat(usize::from(skipped / 25));
        id.push(char::from((if value { b'A' } else { b'a' }) + skipped % 25));
        skipped = 0;
    }
    id
}

/// The descriptive game ID of a Tents board: runs of blanks, each with the tree after it, then the
/// counts.
pub(crate) fn tents_id(trees: &Grid<bool>, rows: &[usize], cols: &[usize]) -> String {
    let mut id = format!("{}x{}:", trees.cols(), trees.rows());
    let mut skipped = 0_u8;
    for tree in trees.iter().map(|(_, tree)| *tree).chain([true]) {
        if !tree {
            skipped += 1;
            if skipped == 25 {
                id.push('z');
                skipped = 0;
            }
            continue;
        }
        id.push(if skipped == 0 {
            '_'
        } else {
            char::from(b'a' + skipped - 1)
        });
        skipped = 0;
    }
    cols.iter()
        .chain(rows)
        .for_each(|count| id += &format!(",{count}"));
    id
}

/// The puzz.link URL of a Tents board, whose counts may be hidden.
pub(crate) fn tents_url(
    trees: &Grid<bool>,
    rows: &[Option<usize>],
    cols: &[Option<usize>],
) -> String {
    let mut url = format!(
        "https://puzz.link/p?tents/{}/{}/",
        trees.cols(),
        trees.rows()
    );
    for count in cols.iter().chain(rows) {
        url += &match count {
            None => "g".to_owned(),
            Some(count @ 0..=15) => format!("{count:x}"),
            Some(count) => format!("-{count:02x}"),
        };
    }
    let cells: Vec<bool> = trees.iter().map(|(_, tree)| *tree).collect();
    let mut rest = &cells[..];
    while let Some(first) = rest.first() {
        let tail = &rest[usize::from(*first)..];
        let open = tail.iter().take_while(|tree| !**tree).count();
        let (taken, base) = if *first {
            (open.min(17), 0)
        } else {
            (open.min(18), 17)
        };
        url.push(char::from_digit((base + taken) as u32, 36).unwrap());
        rest = &tail[taken..];
    }
    url
}

/// The descriptive game ID of a Solo board with so many columns and rows of blocks.
pub(crate) fn solo_id(clues: &Grid<Option<usize>>, across: usize, down: usize) -> String {
    let mut id = format!("{across}x{down}:");
    let mut skipped = 0_u8;
    let mut after_clue = false;
    let flush = |id: &mut String, skipped: &mut u8| {
        (0..*skipped / 26).for_each(|_| id.push('z'));
        if !skipped.is_multiple_of(26) {
            id.push(char::from(b'a' + *skipped % 26 - 1));
        }
        *skipped = 0;
    };
    for (_, clue) in clues.iter() {
        let Some(clue) = clue else {
            skipped += 1;
            after_clue = false;
            if skipped == 26 * 9 {
                flush(&mut id, &mut skipped);
            }
            continue;
        };
        flush(&mut id, &mut skipped);
        if after_clue {
            id.push('_');
        }
        id += &clue.to_string();
        after_clue = true;
    }
    flush(&mut id, &mut skipped);
    id
}

/// A label a cell, taken from the end of the alphabet, with `gap` between.
pub(crate) fn letter_grid(regions: &Grid<usize>, gap: &str) -> String {
    grid_of(regions, gap, |number| char::from(b'z' - number as u8))
}

/// A colored square or disk a cell, squares with a variation selector now and then.
pub(crate) fn emoji_grid(regions: &Grid<usize>) -> String {
    let colors: Vec<char> = "🟥🟧🟨🟩🟦🟪🟫⬛⬜".chars().collect();
    grid_of(regions, "", |number| colors[number]).replace('⬜', "⬜\u{fe0f}")
}

fn grid_of(regions: &Grid<usize>, gap: &str, label: impl Fn(usize) -> char) -> String {
    let cell = |row, col| label(regions[Cell::new(row, col)]).to_string();
    let row = |row| {
        let cells: Vec<String> = (0..regions.cols()).map(|col| cell(row, col)).collect();
        cells.join(gap) + "\n"
    };
    (0..regions.rows()).map(row).collect()
}

/// The rows with the regions named A, B, C, … by first appearance, between slashes.
pub(crate) fn by_appearance(regions: &Grid<usize>) -> String {
    let mut order: Vec<usize> = Vec::new();
    let mut text = String::new();
    for (cell, &number) in regions.iter() {
        if cell.col == 0 && cell.row > 0 {
            text.push('/');
        }
        let known = order.iter().position(|other| *other == number);
        let place = known.unwrap_or_else(|| {
            order.push(number);
            order.len() - 1
        });
        text.push(char::from(b'A' + place as u8));
    }
    text
}
