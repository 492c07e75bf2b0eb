//! Tents & Trees: random tents that do not touch, a tree beside each, and the counts; drawn again
//! until no other board has them.

use super::draft::{Draft, Givens};
use super::has_one_solution;
use crate::grid::{Cell, Grid, Topology};
use crate::puzzle::PuzzleText;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

/// Boards tried in one drawing.
const TRIES: usize = 50;

pub(super) fn draw(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    (0..TRIES).find_map(|_| {
        let solution = planted(size, rng)?;
        let count = |inside: &dyn Fn(Cell) -> bool| {
            let tents = solution.iter().filter(|(_, what)| **what == '1');
            Some(tents.filter(|(cell, _)| inside(*cell)).count())
        };
        let rows: Vec<_> = (0..size)
            .map(|row| count(&|cell| cell.row == row))
            .collect();
        let cols: Vec<_> = (0..size)
            .map(|col| count(&|cell| cell.col == col))
            .collect();
        let keys = PuzzleText::default()
            .grid(
                "trees",
                &solution,
                |what| if *what == '#' { 'T' } else { '.' },
            )
            .counts("row_counts", &rows)
            .counts("col_counts", &cols);
        let draft = Draft::new("tents", Givens::Lists("tents"), keys, solution)?;
        has_one_solution(draft.rules()).then_some(draft)
    })
}

/// A tent (`1`) and a tree (`#`) beside it, for one cell in five; `None` where the board fills up
/// before.
fn planted(size: usize, rng: &mut ChaCha8Rng) -> Option<Grid<char>> {
    let mut board = Grid::from_fn(size, size, |_| '0');
    let mut cells: Vec<Cell> = board.iter().map(|(cell, _)| cell).collect();
    cells.shuffle(rng);
    let mut left = size * size / 5;
    for cell in cells {
        let touches = around(size, cell).any(|near| board[near] == '1');
        if left == 0 || touches || board[cell] != '0' {
            continue;
        }
        let beside = around(size, cell).filter(|near| near.row == cell.row || near.col == cell.col);
        let open: Vec<Cell> = beside.filter(|near| board[*near] == '0').collect();
        if let Some(&tree) = open.choose(rng) {
            board[cell] = '1';
            board[tree] = '#';
            left -= 1;
        }
    }
    (left == 0).then_some(board)
}

/// The up to eight neighbors of a cell.
fn around(size: usize, cell: Cell) -> impl Iterator<Item = Cell> {
    let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    steps
        .filter(|step| *step != (0, 0))
        .filter_map(move |step| Topology::Plane.step((size, size), cell, step))
}
