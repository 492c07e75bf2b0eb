//! Boards as one choice a row: which puzzles are that, and the number of each board among them.

use crate::error::{Error, Result};
use ketboard_circuits::{Diagonals, bits_for};
use ketboard_puzzles::{Assignment, Cell, Form, Kind, Model, Puzzle, Var};
use std::collections::BTreeSet;

/// The number of queens, where the puzzle is N queens on a whole board: no givens, holes, regions
/// or joined edges.
pub(crate) fn plain_queens(puzzle: &Puzzle) -> Option<usize> {
    let n = puzzle.slots.rows();
    let plain = format!("family = \"n-queens\"\nsize = {n}");
    let plain = Puzzle::parse(&plain, "n-queens").ok()?;
    (puzzle.family == plain.family && puzzle.model == plain.model).then_some(n)
}

/// Which N-queens² circuit a puzzle is: N colors without clues on a plane.
pub(crate) fn plain_squares(puzzle: &Puzzle) -> Option<(usize, Diagonals)> {
    let n = puzzle.slots.rows();
    let kinds = [(Diagonals::Free, false), (Diagonals::Checked, true)];
    let same = |(_, diagonals): &(Diagonals, bool)| {
        let plain = format!("family = \"n-queens-squared\"\nsize = {n}\ndiagonals = {diagonals}");
        let plain = Puzzle::parse(&plain, "n-queens-squared");
        plain.is_ok_and(|plain| puzzle.family == plain.family && puzzle.model == plain.model)
    };
    let kind = kinds.into_iter().find(same)?;
    Some((n, kind.0))
}

/// Why there is no N-queens square of a size, where that is known: N queens of N colors on N² cells
/// color the queen graph with N colors.
///
/// Sizes 2, 3, 4 and 6 are quickly searched. The queen graphs of 8, 9 and 10 rows need 9, 10 and 11
/// colors: Vasquez & Habet, "Complete and incomplete algorithms for the queen graph coloring
/// problem" (ECAI 2004); the bound is reached or not for larger N: Vasquez, "On the queen graph
/// coloring problem" (2006).
pub(crate) fn impossible_square(puzzle: &Puzzle) -> Option<String> {
    let (n, diagonals) = plain_squares(puzzle)?;
    let known = matches!(n, 2 | 3 | 4 | 6 | 8 | 9 | 10) && diagonals == Diagonals::Checked;
    known.then(|| {
        format!("no {n}×{n} board takes {n} colors of {n} queens, no two of a color on a line (the queen graph of {n} rows needs more than {n} colors)")
    })
}

/// What each row may hold, as lists of the variables that are then 1: a mixed-radix digit.
#[derive(Clone, Debug)]
pub(super) struct RowDigits {
    choices: Vec<Vec<Vec<Var>>>,
    boards_each: u64,
}

/// Candidates up to which rows of permutations are taken as they are, the first one too.
const AS_THEY_ARE: u128 = 1 << 24;

/// The most permutations of one row.
const MOST_PERMUTATIONS: usize = 50_000;

impl RowDigits {
    /// # Errors
    /// Where a row is neither one piece nor all symbols, or has too many permutations.
    pub(super) fn of(puzzle: &Puzzle) -> Result<Self> {
        if let Some(cells) = cells_of_symbols(puzzle) {
            return Self::permutations(puzzle, &cells);
        }
        let rows = one_of_each(&puzzle.model);
        let mut listed: Vec<Var> = rows.iter().flatten().copied().collect();
        listed.sort_unstable();
        if !listed.is_empty() && listed.into_iter().eq(puzzle.model.variables()) {
            let alone = |row: Vec<Var>| row.into_iter().map(|var| vec![var]).collect();
            return Ok(Self {
                choices: rows.into_iter().map(alone).collect(),
                boards_each: 1,
            });
        }
        Err(Error::setting(
            "method",
            format!(
                "row-digits on {}, whose rows hold neither one piece each nor each symbol once",
                puzzle.name
            ),
            "use `method` qubits",
        ))
    }

    /// The permutations of the symbols in each row that no clue forbids.
    ///
    /// Without clues, names of symbols mean nothing: where the candidates are too many, the first
    /// row is 1 2 3 … and stands for N! boards.
    fn permutations(puzzle: &Puzzle, cells: &[Vec<Vec<Var>>]) -> Result<Self> {
        let n = cells.len();
        let all = (1..=n as u128).product::<u128>().checked_pow(n as u32);
        let ones = puzzle.model.givens().iter().filter(|(_, value)| *value);
        let mut known: Vec<Var> = ones.map(|(var, _)| *var).collect();
        let mut boards_each = 1;
        if known.is_empty() && all.is_none_or(|all| all > AS_THEY_ARE) {
            known = (0..n).map(|column| cells[0][column][column]).collect();
            boards_each = (1..=n as u64).product();
        }
        let forbidden = forbidden_by(&known, &puzzle.model);
        let mut choices = Vec::new();
        for row in cells {
            let mut found = Vec::new();
            permute(row, &forbidden, &mut Vec::new(), &mut found);
            if found.len() > MOST_PERMUTATIONS {
                return Err(Error::setting(
                    "method",
                    format!("row-digits on rows of more than {MOST_PERMUTATIONS} permutations"),
                    "give more cells in the puzzle file, or use `method` qubits",
                ));
            }
            choices.push(found);
        }
        Ok(Self {
            choices,
            boards_each,
        })
    }

    /// Number of boards that a candidate stands for.
    pub(super) fn boards_each(&self) -> u64 {
        self.boards_each
    }

    /// Number of candidates.
    pub(super) fn space(&self) -> u128 {
        let sizes = self.choices.iter().map(|row| row.len() as u128);
        sizes.fold(1, u128::saturating_mul)
    }

    /// Qubits that hold a digit for each row.
    pub(super) fn qubits(&self) -> usize {
        let rows = self.choices.iter();
        rows.map(|row| bits_for(row.len() as u64)).sum()
    }

    /// The number of a board, if it is a candidate; the first row is the least significant digit.
    pub(super) fn index(&self, board: &Assignment) -> Option<usize> {
        let holds = |choice: &Vec<Var>| choice.iter().all(|var| board[var.index()]);
        let rows = self.choices.iter().rev();
        rows.into_iter().try_fold(0, |index, row| {
            Some(index * row.len() + row.iter().position(holds)?)
        })
    }

    /// The board with a number.
    pub(super) fn board(&self, mut index: usize, variables: usize) -> Assignment {
        let mut board = vec![false; variables];
        for row in &self.choices {
            for var in &row[index % row.len()] {
                board[var.index()] = true;
            }
            index /= row.len();
        }
        board
    }
}

/// By row and cell the variable of each symbol, where rows hold each symbol once.
fn cells_of_symbols(puzzle: &Puzzle) -> Option<Vec<Vec<Vec<Var>>>> {
    if !["sudoku", "n-queens-squared"].contains(&puzzle.family) {
        return None;
    }
    let slots = &puzzle.slots;
    let vars = |row, col| slots[Cell::new(row, col)].vars();
    let row = |row| (0..slots.cols()).map(|col| vars(row, col)).collect();
    Some((0..slots.rows()).map(row).collect())
}

/// The variables that are 0 because one of `known` is 1.
fn forbidden_by(known: &[Var], model: &Model) -> BTreeSet<Var> {
    let mut forbidden = BTreeSet::new();
    for constraint in model.constraints() {
        let excludes = match &constraint.form {
            Form::Count {
                count: 1,
                or_one_more: false,
                ..
            }
            | Form::NotBoth { .. } => true,
            Form::Count { .. } | Form::Equal(_) | Form::Differ(_) => false,
            Form::Distinct(_) | Form::Matching { .. } => false,
        };
        let vars = constraint.vars();
        if excludes && let Some(one) = vars.iter().find(|var| known.contains(var)) {
            forbidden.extend(vars.iter().filter(|var| *var != one));
        }
    }
    forbidden
}

/// Completes a row whose first cells are chosen, in all ways, one more than [`MOST_PERMUTATIONS`]
/// at most.
fn permute(
    row: &[Vec<Var>],
    forbidden: &BTreeSet<Var>,
    chosen: &mut Vec<(usize, Var)>,
    out: &mut Vec<Vec<Var>>,
) {
    let Some(cell) = row.get(chosen.len()) else {
        out.push(chosen.iter().map(|(_, var)| *var).collect());
        return;
    };
    for (symbol, var) in cell.iter().enumerate() {
        let taken = chosen.iter().any(|(other, _)| *other == symbol);
        if !taken && !forbidden.contains(var) && out.len() <= MOST_PERMUTATIONS {
            chosen.push((symbol, *var));
            permute(row, forbidden, chosen, out);
            chosen.pop();
        }
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
