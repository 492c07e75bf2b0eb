//! Tents & Trees: random tents that do not touch, a tree beside each, and the counts; drawn again
//! until no other board has them.

use super::{Hint, Maker, PuzzleDraft, has_one_solution, with_given};
use crate::grid::{Cell, Grid, Topology};
use crate::puzzle::{Puzzle, PuzzleText};
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

pub(super) const MAKER: Maker = Maker {
    family: "tents",
    sizes: 4..=8,
    only_even: false,
    draw,
};

/// Boards tried in one drawing.
const TRIES: usize = 50;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Open,
    Tent,
    Tree,
}

fn draw(size: usize, rng: &mut ChaCha8Rng) -> Option<PuzzleDraft> {
    let (content, file) = (0..TRIES).find_map(|_| {
        let content = planted(size, rng)?;
        let file = file(&content);
        let text = PuzzleText::new("tents", "draft").and(&file).end();
        let puzzle = Puzzle::parse(&text, "draft").ok()?;
        has_one_solution(&puzzle.model).then_some((content, file))
    })?;
    let land = content.iter().filter(|(_, what)| **what != Content::Tree);
    let hints = land
        .map(|(cell, what)| Hint {
            cell,
            value: *what == Content::Tent,
        })
        .collect();
    let write = move |name: &str, given: &[Hint]| {
        let file = PuzzleText::new("tents", name).and(&file);
        with_given(file, "tents", given).end()
    };
    Some(PuzzleDraft {
        hints,
        write: Box::new(write),
    })
}

/// A tent and a tree beside it, for one cell in five; `None` where the board fills up before.
fn planted(size: usize, rng: &mut ChaCha8Rng) -> Option<Grid<Content>> {
    let mut board = Grid::from_fn(size, size, |_| Content::Open);
    let mut cells: Vec<Cell> = board.iter().map(|(cell, _)| cell).collect();
    cells.shuffle(rng);
    let mut left = size * size / 5;
    for cell in cells {
        let touches = around(&board, cell).any(|near| board[near] == Content::Tent);
        if left == 0 || touches || board[cell] != Content::Open {
            continue;
        }
        let beside =
            around(&board, cell).filter(|near| near.row == cell.row || near.col == cell.col);
        let open: Vec<Cell> = beside
            .filter(|near| board[*near] == Content::Open)
            .collect();
        if let Some(&tree) = open.choose(rng) {
            board[cell] = Content::Tent;
            board[tree] = Content::Tree;
            left -= 1;
        }
    }
    (left == 0).then_some(board)
}

/// The up to eight neighbors of a cell.
fn around<T>(board: &Grid<T>, cell: Cell) -> impl Iterator<Item = Cell> + use<T> {
    let shape = (board.rows(), board.cols());
    let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    steps
        .filter(|step| *step != (0, 0))
        .filter_map(move |step| Topology::Plane.step(shape, cell, step))
}

/// Trees and counts.
fn file(content: &Grid<Content>) -> PuzzleText {
    let count = |inside: &dyn Fn(Cell) -> bool| {
        let tents = content.iter().filter(|(_, what)| **what == Content::Tent);
        Some(tents.filter(|(cell, _)| inside(*cell)).count())
    };
    let rows: Vec<_> = (0..content.rows())
        .map(|row| count(&|cell| cell.row == row))
        .collect();
    let cols: Vec<_> = (0..content.cols())
        .map(|col| count(&|cell| cell.col == col))
        .collect();
    let tree = |what: &Content| if *what == Content::Tree { 'T' } else { '.' };
    PuzzleText::default()
        .grid("trees", content, tree)
        .counts("row_counts", &rows)
        .counts("col_counts", &cols)
}
