//! Small boards, stated rule by rule, for the exact solver's tests and benchmark.
//!
//! They share nothing with the puzzle families, whose rules are tested elsewhere.

use crate::{Constraint, Form, Kind, Model, Var};

pub(crate) fn rule(form: Form) -> Constraint {
    Constraint::new(Kind::Row, "", form)
}

/// A model of `n` variables and no rules, with its variables.
pub(crate) fn blank(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::default();
    let vars = (0..n)
        .map(|k| model.add_variable(format!("x{k}")))
        .collect();
    (model, vars)
}

/// A square board, one variable a cell, with `per_line` ones in every row and column.
pub(crate) struct Board {
    pub(crate) model: Model,
    pub(crate) cells: Vec<Vec<Var>>,
}

impl Board {
    pub(crate) fn new(n: usize, per_line: u32) -> Self {
        let (mut model, vars) = blank(n * n);
        let cells: Vec<Vec<Var>> = vars.chunks(n.max(1)).map(<[Var]>::to_vec).collect();
        for line in lines(&cells) {
            model.add(Constraint::exactly(Kind::Row, "", per_line, line));
        }
        Self { model, cells }
    }

    /// Not both of any two cells that are apart by one of the steps.
    pub(crate) fn attacks(
        mut self,
        joined: bool,
        steps: impl Fn(usize) -> Vec<(usize, i64)>,
    ) -> Self {
        let n = self.cells.len();
        for (row, col, (down, right)) in (0..n)
            .flat_map(|row| (0..n).map(move |col| (row, col)))
            .flat_map(|(row, col)| steps(n).into_iter().map(move |step| (row, col, step)))
        {
            let (below, beside) = (row + down, col as i64 + right);
            let inside = below < n && (0..n as i64).contains(&beside);
            if joined || inside {
                let other = self.cells[below % n][beside.rem_euclid(n as i64) as usize];
                let pair = [self.cells[row][col], other];
                self.model
                    .add(Constraint::not_both(Kind::Diagonal, "", pair));
            }
        }
        self
    }

    /// No three alike in a row in any line.
    pub(crate) fn without_repetition(mut self) -> Self {
        for line in lines(&self.cells) {
            for window in line.windows(3) {
                let window = window.to_vec();
                self.model
                    .add(Constraint::one_of_two(Kind::Repetition, "", 1, window));
            }
        }
        self
    }

    /// No two rows alike and no two columns alike.
    pub(crate) fn with_distinct_lines(mut self) -> Self {
        let n = self.cells.len();
        let lines = lines(&self.cells);
        for (second, first) in (0..2 * n).flat_map(|b| (0..b).map(move |a| (b, a))) {
            if first / n == second / n {
                let pair = [lines[first].clone(), lines[second].clone()];
                self.model.add(rule(Form::Distinct(pair)));
            }
        }
        self
    }
}

/// The rows, then the columns.
pub(crate) fn lines(cells: &[Vec<Var>]) -> Vec<Vec<Var>> {
    let column = |col: usize| cells.iter().map(|row| row[col]).collect();
    let columns = (0..cells.len()).map(column);
    cells.iter().cloned().chain(columns).collect()
}

pub(crate) fn queen_steps(n: usize) -> Vec<(usize, i64)> {
    (1..n)
        .flat_map(|d| [(d, d as i64), (d, -(d as i64))])
        .collect()
}

/// A one-hot model: in each of the sets of cells every symbol stands exactly once.
pub(crate) fn symbols(n: usize, sets: &[Vec<usize>]) -> Model {
    let (mut model, vars) = blank(n * n * n);
    for cell in vars.chunks(n) {
        model.add(Constraint::exactly(Kind::Row, "", 1, cell.to_vec()));
    }
    for (set, symbol) in sets.iter().flat_map(|set| (0..n).map(move |s| (set, s))) {
        let places = set.iter().map(|cell| vars[cell * n + symbol]).collect();
        model.add(Constraint::exactly(Kind::Row, "", 1, places));
    }
    model
}

pub(crate) fn rows_and_columns(n: usize) -> Vec<Vec<usize>> {
    let row = |k: usize| (0..n).map(|i| k * n + i).collect();
    let column = |k: usize| (0..n).map(|i| i * n + k).collect();
    (0..n).map(row).chain((0..n).map(column)).collect()
}
