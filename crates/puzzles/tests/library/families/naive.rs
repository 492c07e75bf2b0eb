//! The rules as a person reads them off a board: no model, no variables, nothing of the library but
//! the name of a topology. Boards with queens are square.

use crate::grid::Topology;

/// A board as people see it: `None` where no cell is.
pub(crate) type Board = Vec<Vec<Option<bool>>>;

pub(crate) fn queens_on(board: &Board) -> Vec<(i64, i64)> {
    let mut queens = Vec::new();
    for (r, row) in board.iter().enumerate() {
        for (c, cell) in row.iter().enumerate() {
            if *cell == Some(true) {
                queens.push((r as i64, c as i64));
            }
        }
    }
    queens
}

pub(crate) fn column(board: &Board, col: usize) -> Vec<Option<bool>> {
    board.iter().map(|row| row[col]).collect()
}

pub(crate) fn ones(line: &[Option<bool>]) -> usize {
    line.iter().filter(|cell| **cell == Some(true)).count()
}

pub(crate) fn one_a_line(board: &Board) -> bool {
    board.iter().all(|row| ones(row) == 1)
        && (0..board[0].len()).all(|col| ones(&column(board, col)) == 1)
}

/// How far apart two places are along one side, over a joined edge too.
fn distances(a: i64, b: i64, length: i64, wraps: bool) -> Vec<i64> {
    let d = (a - b).abs();
    if wraps {
        vec![d, length - d, d + length, 2 * length - d]
    } else {
        vec![d]
    }
}

fn on_a_diagonal(a: (i64, i64), b: (i64, i64), size: i64, reach: i64, topology: Topology) -> bool {
    let down = distances(a.0, b.0, size, topology == Topology::Torus);
    let right = distances(a.1, b.1, size, topology != Topology::Plane);
    down.iter()
        .any(|d| *d > 0 && *d <= reach && right.contains(d))
}

pub(crate) fn no_diagonal(board: &Board, reach: i64, topology: Topology) -> bool {
    let queens = queens_on(board);
    let size = board.len() as i64;
    queens.iter().enumerate().all(|(i, a)| {
        queens[..i]
            .iter()
            .all(|b| !on_a_diagonal(*a, *b, size, reach, topology))
    })
}

pub(crate) fn one_a_region(board: &Board, regions: [&str; 4]) -> bool {
    let queens = queens_on(board);
    "ABCD".chars().all(|letter| {
        let inside =
            |(r, c): &&(i64, i64)| regions[*r as usize].chars().nth(*c as usize) == Some(letter);
        queens.iter().filter(inside).count() == 1
    })
}

pub(crate) fn balanced(line: &[Option<bool>]) -> bool {
    2 * ones(line) == line.iter().flatten().count()
}

pub(crate) fn no_three(line: &[Option<bool>], wraps: bool) -> bool {
    let at = |k: usize| line[k % line.len()];
    let starts = if wraps { line.len() } else { line.len() - 2 };
    (0..starts).all(|k| match [at(k), at(k + 1), at(k + 2)] {
        [Some(a), Some(b), Some(c)] => !(a == b && b == c),
        _ => true,
    })
}

pub(crate) fn binary_rules(board: &Board, topology: Topology) -> bool {
    let cols: Vec<_> = (0..board[0].len()).map(|col| column(board, col)).collect();
    board.iter().chain(&cols).all(|line| balanced(line))
        && board
            .iter()
            .all(|row| no_three(row, topology != Topology::Plane))
        && cols
            .iter()
            .all(|col| no_three(col, topology == Topology::Torus))
}

pub(crate) fn unique(board: &Board) -> bool {
    let differ = |lines: &[Vec<Option<bool>>]| {
        (0..lines.len()).all(|i| (0..i).all(|j| lines[i] != lines[j]))
    };
    let cols: Vec<_> = (0..board[0].len()).map(|col| column(board, col)).collect();
    differ(board) && differ(&cols)
}
