//! The generalized Takuzu/Tango problem: a grid of 0 and 1; and its presets `tango` and `takuzu`.
//!
//! Source: Mata Ali & Mencia, §3. Rules over the cells x ∈ {0, 1}:
//!
//! - as many ones as zeros in each line (eq. 40, 41), or a number of ones of its own (eq. 51, 52)
//! - one or two ones in each three cells in a row (eq. 38, 39), also diagonally (eq. 53, 54). A
//!   window over a missing cell is no window.
//! - equal and different pairs, at any distance (eq. 32–35, §3.3.5): a sign stands between any two
//!   cells, an equality region is a chain of = between its cells
//! - m_k ones in region k (eq. 55); no two equal rows, no two equal columns (eq. 36, 37)
//!
//! Only the windows of three wrap over joined edges (§3.3.4); three steps that come back to a cell
//! are no window, and three cells are never counted twice. Tango's lines may repeat (§3.1),
//! Takuzu's (Binairo's) differ unless the file says otherwise.

use super::board::Board;
use super::counts::{CellCount, Count};
use super::file::{DocumentValue, TextGrid};
use super::{Document, Family, Puzzle, Shapes, Sign, key};
use crate::error::Result;
use crate::grid::Cell;
use crate::model::{Constraint, Kind, Part, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Tango: suns and moons with signs between cells.
pub(super) static TANGO: Family = Family {
    name: "tango",
    about: "suns and moons: balanced lines, no three alike in a row, = and x between cells",
    also_called: &["linkedin-tango", "suns-and-moons"],
    keys: &[
        key(
            "grid",
            "grid of 0 (sun), 1 (moon), . (open) and # (missing)",
        ),
        key(
            "signs",
            "pairs of cells: \"r1c1 = r1c2\" alike, \"r1c1 x r1c2\" different",
        ),
    ],
    parse: |document| parse(document, &TANGO, Shapes::SunsAndMoons, false),
    sample: r#"family = "tango"
name = "Two signs"
grid = """
0...
....
....
...1
"""
signs = ["r1c2 x r2c2", "r3c3 = r4c3"]
"#,
};

/// Takuzu (Binairo).
pub(super) static TAKUZU: Family = Family {
    name: "takuzu",
    about: "0 and 1: balanced lines, no three alike in a row, no two equal lines",
    also_called: &["binairo", "binary", "binary-puzzle", "unruly"],
    keys: &[
        key("grid", "grid of 0, 1, . (open) and # (missing)"),
        key(
            "signs",
            "pairs of cells: \"r1c1 = r1c2\" alike, \"r1c1 x r1c2\" different",
        ),
        key(
            "unique_lines",
            "whether no two rows and no two columns are equal; true if absent",
        ),
        key("row_ones", "ones in each row; half its cells if absent"),
        key("col_ones", "ones in each column; half its cells if absent"),
        key(
            "diagonals",
            "whether no three alike in a row holds on diagonals; false if absent",
        ),
        key("regions", "grid of letters, . for a cell in no region"),
        key("region_counts", "ones in a region by its letter"),
        key("equal", "cells that are all alike: cells"),
        key("differ", "two cells that differ: cells"),
    ],
    parse: |document| parse(document, &TAKUZU, Shapes::Digits, true),
    sample: "family = \"takuzu\"\nname = \"Three givens\"\ngrid = \"\"\"\n0...\n.0..\n...1\n....\n\"\"\"\n",
};

fn parse(
    document: &Document<'_>,
    family: &Family,
    shapes: Shapes,
    usually_unique: bool,
) -> Result<Puzzle> {
    let root = document.root();
    let grid = root
        .require("grid", "add `grid`, one line a row, of 0, 1 and .")?
        .grid()?;
    let mut board = Board::new(&root, &grid.present(), shapes)?;
    give(&mut board, &grid)?;
    let half = |part, index, cells: &[Var]| match cells.len() % 2 {
        0 => Ok(Count::exactly(cells.len() as u32 / 2)),
        _ => Err(odd(&grid, family, part, index)),
    };
    board.count_lines([Kind::Balance; 2], ["row_ones", "col_ones"], false, half)?;
    let before = board.counts.len();
    if let Some(regions) = board.count_regions(None)?
        && board.counts.len() == before
    {
        let remedy = "add [region_counts] with the ones in a region, such as A = 2";
        return Err(regions.wrong("`regions` without counts", remedy));
    }
    let flag = |key, usual| root.get(key).map_or(Ok(usual), |value| value.boolean());
    let diagonals = flag("diagonals", false)?;
    let pairs = read_pairs(&board)?;
    let unique = flag("unique_lines", usually_unique)?;
    board.state_counts(CellCount::rules)?;
    let directions: &[(i64, i64)] = match diagonals {
        true => &[(0, 1), (1, 0), (1, 1), (1, -1)],
        false => &[(0, 1), (1, 0)],
    };
    let windows = windows(&board, directions);
    let signs = pairs.iter().map(|(a, b, sign)| {
        let pair = [a.1, b.1];
        match sign {
            Sign::Equal => Constraint::equal(Kind::Sign, format!("{} = {}", a.0, b.0), pair),
            Sign::Differ => Constraint::differ(Kind::Sign, format!("{} x {}", a.0, b.0), pair),
        }
    });
    let distinct = if unique {
        distinct_lines(&board)
    } else {
        Vec::new()
    };
    for rule in windows.into_iter().chain(signs).chain(distinct) {
        board.model.add(rule);
    }
    board.look.signs = pairs.iter().map(|(a, b, sign)| (a.0, b.0, *sign)).collect();
    board.puzzle(family.name)
}

/// Gives the 0 and 1 of the grid, or the suns and moons of a printed or pasted board.
fn give(board: &mut Board<'_>, grid: &TextGrid<'_>) -> Result<()> {
    let symbols = "0, 1, '.' (open) or '#' (missing)";
    let values = board.read(grid, symbols, |symbol| match symbol {
        '.' => Some(None),
        '0' | '○' | '☀' | '☼' | '🌞' => Some(Some(false)),
        '1' | '☾' | '☽' | '🌙' => Some(Some(true)),
        _ => None,
    })?;
    for (cell, value) in values.iter() {
        if let (Some(value), Some(var)) = (value.flatten(), board.var(cell)) {
            board.give(var, value, grid.line(cell.row));
        }
    }
    Ok(())
}

/// The error of a line whose cells have no half.
fn odd(grid: &TextGrid<'_>, family: &Family, part: Part, index: usize) -> crate::Error {
    let (word, key) = match part {
        Part::Row => ("row", "row_ones"),
        _ => ("column", "col_ones"),
    };
    let found = format!("{word} {} has an odd number of cells", index + 1);
    let even = "as many 0 as 1 need an even number";
    let remedy = match family.knows(key) {
        true => format!("{even}, or give `{key}`"),
        false => even.to_owned(),
    };
    match part {
        Part::Row => grid
            .value()
            .document()
            .error(Some(grid.line(index)), found, remedy),
        _ => grid.value().wrong(found, remedy),
    }
}

/// One rule for each window along `directions`.
fn windows(board: &Board<'_>, directions: &[(i64, i64)]) -> Vec<Constraint> {
    let mut seen: BTreeSet<BTreeSet<Cell>> = BTreeSet::new();
    let mut windows = Vec::new();
    for &direction in directions {
        for (start, _) in board.cells() {
            let second = board.step(start, direction);
            let third = second.and_then(|second| board.step(second, direction));
            let (Some(second), Some(third)) = (second, third) else {
                continue;
            };
            let cells = [start, second, third];
            let vars: Vec<Var> = cells.iter().filter_map(|cell| board.var(*cell)).collect();
            let set = BTreeSet::from(cells);
            if vars.len() == 3 && set.len() == 3 && seen.insert(set) {
                let name = window_name(cells, direction);
                windows.push(Constraint::one_of_two(Kind::Repetition, name, 1, vars));
            }
        }
    }
    windows
}

/// `row 2, columns 3-5`; `row 2, columns 6, 1, 2` over an edge; `r1c1, r2c2 and r3c3` on a
/// diagonal.
fn window_name(cells: [Cell; 3], direction: (i64, i64)) -> String {
    let range = |places: [usize; 3]| match places.map(|place| place + 1) {
        [a, _, c] if a < c && c - a == 2 => format!("{a}-{c}"),
        [a, b, c] => format!("{a}, {b}, {c}"),
    };
    let [a, b, c] = cells;
    let [rows, cols] = [cells.map(|cell| cell.row), cells.map(|cell| cell.col)];
    match direction {
        (0, _) => format!("row {}, columns {}", a.row + 1, range(cols)),
        (_, 0) => format!("column {}, rows {}", a.col + 1, range(rows)),
        _ => format!("{a}, {b} and {c}"),
    }
}

/// No two equal rows, no two equal columns; lines with a missing cell are not compared.
fn distinct_lines(board: &Board<'_>) -> Vec<Constraint> {
    let (rows, cols) = board.shape();
    let parts = [(Part::Row, "rows", cols), (Part::Column, "columns", rows)];
    let mut rules = Vec::new();
    for (part, what, length) in parts {
        let lines = board.lines(part).into_iter().enumerate();
        let lines: Vec<(usize, Vec<Var>)> =
            lines.filter(|(_, line)| line.len() == length).collect();
        for (index, (first, a)) in lines.iter().enumerate() {
            for (second, b) in &lines[index + 1..] {
                let name = format!("{what} {} and {}", first + 1, second + 1);
                rules.push(Constraint::distinct(
                    Kind::Distinct,
                    name,
                    [a.clone(), b.clone()],
                ));
            }
        }
    }
    rules
}

type Place = (Cell, Var);

/// The pairs of `signs`, `[[equal]]` and `[[differ]]` with what holds between them, each once.
fn read_pairs(board: &Board<'_>) -> Result<Vec<(Place, Place, Sign)>> {
    let mut pairs = Vec::new();
    let mut lines: BTreeMap<[Cell; 2], usize> = BTreeMap::new();
    let signs = board.root.get("signs");
    let signs = signs.map(|value| value.list("a list of signs such as [\"r1c1 = r1c2\"]"));
    for element in signs.transpose()?.unwrap_or_default() {
        let (a, b, sign) = read_sign(&element, board)?;
        if let Some(line) = lines.insert([a.0.min(b.0), a.0.max(b.0)], element.line()) {
            let found = format!("a second sign between {} and {} (line {line})", a.0, b.0);
            return Err(element.wrong(found, "keep one sign a pair"));
        }
        pairs.push((a, b, sign));
    }
    for (key, sign) in [("equal", Sign::Equal), ("differ", Sign::Differ)] {
        for cells in read_cell_lists(board, key)? {
            pairs.extend(cells.windows(2).map(|pair| (pair[0], pair[1], sign)));
        }
    }
    let mut known = BTreeSet::new();
    pairs.retain(|(a, b, sign)| known.insert((a.1.min(b.1), a.1.max(b.1), *sign)));
    Ok(pairs)
}

/// `r1c1 = r1c2` or `r1c1 x r1c2`.
fn read_sign(value: &DocumentValue<'_>, board: &Board<'_>) -> Result<(Place, Place, Sign)> {
    let text = value.text("a list of signs in quotes such as \"r1c1 = r1c2\"")?;
    let parts: Vec<&str> = text.split(['=', 'x', 'X', '×']).map(str::trim).collect();
    let [left, right] = parts[..] else {
        return Err(not_a_sign(value, text));
    };
    if left.is_empty() || right.is_empty() {
        return Err(not_a_sign(value, text));
    }
    let (a, b) = (board.find(value, left)?, board.find(value, right)?);
    if a == b {
        let found = format!("a sign between {} and itself", a.0);
        return Err(value.wrong(found, "name two different cells"));
    }
    match text.contains('=') {
        true => Ok((a, b, Sign::Equal)),
        false => Ok((a, b, Sign::Differ)),
    }
}

fn not_a_sign(value: &DocumentValue<'_>, text: &str) -> crate::Error {
    let found = format!("`signs` holds {text:?}");
    value.wrong(found, "a sign is \"r1c1 = r1c2\" or \"r1c1 x r1c2\"")
}

/// The `cells` of each `[[key]]`: at least two, and for `differ` exactly two.
fn read_cell_lists(board: &Board<'_>, key: &str) -> Result<Vec<Vec<Place>>> {
    let Some(value) = board.root.get(key) else {
        return Ok(Vec::new());
    };
    let mut lists = Vec::new();
    for section in value.sections()? {
        section.refuse_unknown(&["cells"])?;
        let cells = section.require("cells", "add cells = [\"r1c1\", \"r1c2\"]")?;
        let list = board.find_list(&cells)?;
        if list.len() < 2 || (key == "differ" && list.len() != 2) {
            let found = format!("`{key}` names {} cells", list.len());
            let remedy = match key {
                "differ" => "name two cells, one of each equality region",
                _ => "name two cells or more",
            };
            return Err(cells.wrong(found, remedy));
        }
        lists.push(list.into_iter().map(|(cell, var, _)| (cell, var)).collect());
    }
    Ok(lists)
}
