//! Whether a puzzle has several solutions, and where these differ, as `show` tells it.

use super::page::PrintedPage;
use ketboard_puzzles::{Cell, Limits, Puzzle, best_solutions};
use serde_json::Value;

/// How far the exact solver goes for a glance at the solutions.
const GLANCE: Limits<'static> = Limits {
    solutions: Some(100),
    nodes: Some(20_000),
    ask: None,
};

/// The solutions that a glance of the exact solver finds.
pub(crate) struct Solutions {
    /// How many different boards it found.
    count: usize,
    /// Whether these are all.
    complete: bool,
    /// The cells in which two of them differ.
    cells: Vec<String>,
}

impl Solutions {
    /// The solutions of a puzzle; of boards that differ in value the best.
    pub(crate) fn of(puzzle: &Puzzle) -> Self {
        let found = best_solutions(&puzzle.model, &GLANCE);
        let boards = puzzle.different_boards(found.solutions);
        let rows = |board| -> Vec<Vec<char>> {
            let rows: Vec<String> = puzzle.board(board);
            rows.iter().map(|row| row.chars().collect()).collect()
        };
        let boards: Vec<Vec<Vec<char>>> = boards.iter().map(rows).collect();
        let mut cells = Vec::new();
        if let [first, others @ ..] = &boards[..] {
            for (row, symbols) in first.iter().enumerate() {
                for (col, symbol) in symbols.iter().enumerate() {
                    if others.iter().any(|other| other[row][col] != *symbol) {
                        cells.push(Cell::new(row, col).to_string());
                    }
                }
            }
        }
        Self {
            count: boards.len(),
            complete: found.complete,
            cells,
        }
    }

    /// A line for people, where there are several solutions.
    pub(crate) fn add(&self, page: &mut PrintedPage, valued: bool) {
        if self.count < 2 {
            return;
        }
        let kind = if valued {
            "boards of the best value"
        } else {
            "solutions"
        };
        let title = match self.complete {
            true => format!("{} {kind}, which differ in:", self.count),
            false => format!("At least {} {kind}, which differ in:", self.count),
        };
        page.listed(&title, &self.cells);
    }

    /// For programs: how many solutions there are, and where they differ; absent where a limit
    /// stopped the search.
    pub(crate) fn add_json(&self, json: &mut Value) {
        if self.complete {
            json["solutions"] = self.count.into();
        }
        if self.count > 1 {
            json["differing_cells"] = self.cells.clone().into();
        }
    }
}
