//! Boards written the way other programs write them, from the description of the formats alone.

use ketboard::grid::{Cell, Grid};

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
