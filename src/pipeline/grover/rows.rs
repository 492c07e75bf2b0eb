//! Boards as one choice a row: which puzzles are that, and the number of each board among them.

use crate::error::{Error, Result};
use crate::model::{Assignment, Form, Kind, Model, Var};
use crate::puzzle::Puzzle;

/// The number of queens, where the puzzle is N queens on a whole board: no givens, holes, regions or joined edges.
pub fn plain_queens(puzzle: &Puzzle) -> Option<usize> {
    let n = puzzle.slots.rows();
    let plain = format!("family = \"n-queens\"\nsize = {n}");
    let plain = Puzzle::parse(&plain, "n-queens").ok()?;
    (puzzle.family == plain.family && puzzle.model == plain.model).then_some(n)
}

/// The variables of each row, of which one is 1: a mixed-radix digit.
#[derive(Clone, Debug)]
pub(super) struct Rows(Vec<Vec<Var>>);

impl Rows {
    /// # Errors
    /// Where the rules do not ask for one 1 in each row, with every cell in one row.
    pub(super) fn of(puzzle: &Puzzle) -> Result<Self> {
        let rows = one_of_each(&puzzle.model);
        let mut listed: Vec<Var> = rows.iter().flatten().copied().collect();
        listed.sort_unstable();
        if !listed.is_empty() && listed.into_iter().eq(puzzle.model.variables()) {
            return Ok(Self(rows));
        }
        Err(Error::argument(
            "--method",
            format!(
                "row-digits on {}, whose rows do not hold one piece each",
                puzzle.name
            ),
            "use --method qubits",
        ))
    }

    /// Number of boards with one piece a row.
    pub(super) fn space(&self) -> u128 {
        let sizes = self.0.iter().map(|row| row.len() as u128);
        sizes.fold(1, u128::saturating_mul)
    }

    /// Qubits that hold a digit for each row.
    pub(super) fn qubits(&self) -> usize {
        let bits = |choices: usize| choices.next_power_of_two().trailing_zeros() as usize;
        self.0.iter().map(|row| bits(row.len())).sum()
    }

    /// The number of a board; the first row is the least significant digit.
    pub(super) fn index(&self, board: &Assignment) -> usize {
        let digit = |row: &Vec<Var>| row.iter().position(|var| board[var.index()]);
        let rows = self.0.iter().rev();
        rows.fold(0, |index, row| {
            let digit = digit(row).expect("a solution has one piece in each row");
            index * row.len() + digit
        })
    }

    /// The board with a number.
    pub(super) fn board(&self, mut index: usize, variables: usize) -> Assignment {
        let mut board = vec![false; variables];
        for row in &self.0 {
            board[row[index % row.len()].index()] = true;
            index /= row.len();
        }
        board
    }
}

fn one_of_each(model: &Model) -> Vec<Vec<Var>> {
    let rows = model.constraints().iter().filter(|c| c.kind == Kind::Row);
    rows.filter_map(|constraint| {
        if let Form::Count {
            vars,
            count: 1,
            or_one_more: false,
        } = &constraint.form
        {
            return Some(vars.clone());
        }
        None
    })
    .collect()
}
