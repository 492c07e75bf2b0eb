//! Regions of a board whose walls are drawn: the cells that no wall parts.

use super::labels::LabelRow;
use crate::grid::{Cell, Grid, Topology};

/// The cells of a board of `shape` (rows, columns), labeled by the connected region they are in.
/// `parted` says whether a wall stands between two neighbors, of which the first is above the
/// second or left of it.
pub(super) fn regions(
    shape: (usize, usize),
    parted: impl Fn(Cell, Cell) -> bool + Copy,
) -> Vec<LabelRow> {
    let mut numbers: Grid<Option<usize>> = Grid::from_fn(shape.0, shape.1, |_| None);
    let cells: Vec<Cell> = numbers.iter().map(|(cell, _)| cell).collect();
    for (number, &start) in cells.iter().enumerate() {
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            if numbers[cell].is_none() {
                numbers[cell] = Some(number);
                let near = neighbors(shape, cell);
                let near = near.filter(|next| !parted(cell.min(*next), cell.max(*next)));
                open.extend(near.filter(|next| numbers[*next].is_none()));
            }
        }
    }
    let label = |number: Option<usize>| number.map_or(".".into(), |number| number.to_string());
    let row = |row| LabelRow {
        line: None,
        labels: (0..shape.1)
            .map(|col| label(numbers[Cell::new(row, col)]))
            .collect(),
    };
    (0..shape.0).map(row).collect()
}

fn neighbors(shape: (usize, usize), cell: Cell) -> impl Iterator<Item = Cell> {
    let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter();
    steps.filter_map(move |step| Topology::Plane.step(shape, cell, step))
}
