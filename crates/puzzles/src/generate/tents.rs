//! Tents & Trees: random tents that do not touch, a tree beside each, and the counts; drawn again
//! until no other board has them.

use super::GenerateOptions;
use super::draft::{Draft, Givens};
use super::has_one_solution;
use crate::grid::{Cell, Grid, Topology};
use crate::puzzle::{Moves, PuzzleText};
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

/// Boards tried in one drawing.
const TRIES: usize = 50;

pub(super) fn draw(options: &GenerateOptions, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let size = options.size;
    (0..TRIES).find_map(|_| {
        let solution = planted(size, rng)?;
        let counts = |line: fn(Cell) -> usize| -> Vec<Option<usize>> {
            let is_tent = |k, (cell, what): &(Cell, &char)| **what == '1' && line(*cell) == k;
            let count = |k| solution.iter().filter(|place| is_tent(k, place)).count();
            (0..size).map(|k| Some(count(k))).collect()
        };
        let trees = solution.map(|_, what| if *what == '#' { 'T' } else { '.' });
        let keys = PuzzleText::default().grid("trees", &trees);
        let keys = keys.counts("row_counts", &counts(|cell| cell.row));
        let keys = keys.counts("col_counts", &counts(|cell| cell.col));
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
    let touching = Moves::touching();
    for cell in cells {
        let around = touching.targets(((size, size), Topology::Plane), cell);
        let touches = around.iter().any(|near| board[*near] == '1');
        if left == 0 || touches || board[cell] != '0' {
            continue;
        }
        let beside = cell.neighbors((size, size));
        let open: Vec<Cell> = beside.filter(|near| board[*near] == '0').collect();
        if let Some(&tree) = open.choose(rng) {
            board[cell] = '1';
            board[tree] = '#';
            left -= 1;
        }
    }
    (left == 0).then_some(board)
}
