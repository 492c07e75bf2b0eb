//! The generalized Takuzu/Tango problem: a grid of 0 and 1; and its presets `tango` and `takuzu`.
//!
//! Source: Mata Ali & Mencia, §3. Rules over the cells x ∈ {0, 1}:
//!
//! - as many ones as zeros in each line (eq. 40, 41), or a number of ones of its own (eq. 51, 52)
//! - one or two ones in each three cells in a row (eq. 38, 39), also diagonally (eq. 53, 54). A
//!   window over a missing cell is no window.
//! - equal and different pairs, at any distance (eq. 32–35, §3.3.5): a sign may be between any two
//!   cells, an equality region is a chain of = between its cells
//! - m_k ones in region k (eq. 55); no two equal rows, no two equal columns (eq. 36, 37)
//!
//! Only the windows of three wrap over joined edges (§3.3.4); three steps that come back to a cell
//! are no window, and three cells are never counted twice. Tango's lines may repeat (§3.1),
//! Takuzu's (Binairo's) differ unless the file says otherwise.

use super::board::Board;
use super::counts::{CellCount, Count};
use super::file::{DocumentValue, TextGrid};
use super::{Family, Shapes, Sign};
use crate::error::Result;
use crate::grid::Cell;
use crate::model::{Constraint, Kind, Part, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Tango: suns and moons with signs between cells.
pub(super) static TANGO: Family = Family {
    name: "tango",
    about: "suns and moons: balanced lines, no three alike in a row, = and x between cells",
    also_called: &["linkedin-tango", "suns-and-moons"],
    keys: "grid signs",
    parse: |root| parse(root, &TANGO),
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
    keys: "grid signs unique_lines row_ones col_ones diagonals regions region_counts equal differ",
    parse: |root| parse(root, &TAKUZU),
    sample: "family = \"takuzu\"\nname = \"Three givens\"\ngrid = \"\"\"\n0...\n.0..\n...1\n....\n\"\"\"\n",
};

fn parse<'a>(root: &DocumentValue<'a>, family: &Family) -> Result<Board<'a>> {
    let (shapes, usually_unique) = match family.name {
        "takuzu" => (Shapes::Digits, true),
        _ => (Shapes::SunsAndMoons, false),
    };
    let grid = root.require("grid", "add `grid`, one line a row, of 0, 1 and .")?;
    let grid = grid.grid()?;
    let mut board = Board::new(root, &grid.present(), shapes)?;
    give(&mut board, &grid)?;
    let half = |part, index, cells: &[Var]| match cells.len() % 2 {
        0 => Ok(Count::exactly(cells.len() as u32 / 2)),
        _ => Err(odd(&grid, family, part, index)),
    };
    board.count_lines([Kind::Balance; 2], ["row_ones", "col_ones"], false, half)?;
    let before = board.counts.len();
    board.count_regions(None)?;
    if let Some(regions) = root.get("regions") {
        let remedy = "add [region_counts] with the ones in a region, such as A = 2";
        regions.refuse_if(
            board.counts.len() == before,
            "`regions` without counts",
            remedy,
        )?;
    }
    let flag = |key| root.optional(key, "true or false");
    let (diagonals, pairs) = (flag("diagonals")?.unwrap_or(false), read_pairs(&board)?);
    let unique = flag("unique_lines")?.unwrap_or(usually_unique);
    board.state_counts(CellCount::rules)?;
    let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let windows = windows(&board, &directions[..if diagonals { 4 } else { 2 }]);
    let signs = pairs.iter().map(|((a, x), (b, y), sign)| match sign {
        Sign::Equal => Constraint::equal(Kind::Sign, format!("{a} = {b}"), [*x, *y]),
        Sign::Differ => Constraint::differ(Kind::Sign, format!("{a} x {b}"), [*x, *y]),
    });
    let distinct = match unique {
        true => distinct_lines(&board),
        false => Vec::new(),
    };
    let rules = windows.into_iter().chain(signs).chain(distinct);
    board.model.add_all(rules);
    board.look.signs = pairs.iter().map(|(a, b, sign)| (a.0, b.0, *sign)).collect();
    Ok(board)
}

/// The value that a symbol means: false for a sun, true for a moon.
pub(crate) fn bit(symbol: char) -> Option<bool> {
    match symbol {
        '0' | '○' | '☀' | '☼' | '🌞' => Some(false),
        '1' | '☾' | '☽' | '🌙' => Some(true),
        _ => None,
    }
}

/// Gives the cells of the grid that hold a value.
fn give(board: &mut Board<'_>, grid: &TextGrid<'_>) -> Result<()> {
    let symbols = "0, 1, '.' (open) or '#' (missing)";
    let values = grid.on_board(&board.present(), symbols, |symbol| match symbol {
        '.' => Some(None),
        _ => bit(symbol).map(Some),
    })?;
    for (cell, value) in values.iter() {
        if let (Some(value), Some(var)) = (value.flatten(), board.var(cell)) {
            board.give(var, value, grid.lines[cell.row]);
        }
    }
    Ok(())
}

/// The error of a line that cannot be balanced; of a row with its line of the file.
fn odd(grid: &TextGrid<'_>, family: &Family, part: Part, index: usize) -> crate::Error {
    let (key, line) = match part {
        Part::Row => ("row_ones", grid.lines[index]),
        _ => ("col_ones", grid.value.line),
    };
    let found = format!("{} {} has an odd number of cells", part.word(), index + 1);
    let mut remedy = "as many 0 as 1 need an even number".to_owned();
    if family.knows(key) {
        remedy += &format!(", or give `{key}`");
    }
    grid.value.at(line).wrong(found, remedy)
}

/// One or two ones in each three cells in a row, each three once.
fn windows(board: &Board<'_>, directions: &[(i64, i64)]) -> Vec<Constraint> {
    let mut seen: BTreeSet<BTreeSet<Cell>> = BTreeSet::new();
    let mut windows = Vec::new();
    for &direction in directions {
        for (start, _) in board.cells() {
            let next = |cell: &Cell| board.step(*cell, direction);
            let cells: Vec<Cell> = std::iter::successors(Some(start), next).take(3).collect();
            let vars: Vec<Var> = cells.iter().filter_map(|cell| board.var(*cell)).collect();
            let set = BTreeSet::from_iter(cells.iter().copied());
            if let (Ok(cells), 3, 3) = (cells.try_into(), vars.len(), set.len())
                && seen.insert(set)
            {
                let name = window_name(cells, direction);
                windows.push(Constraint::one_of_two(Kind::Repetition, name, 1, vars));
            }
        }
    }
    windows
}

fn window_name(cells: [Cell; 3], direction: (i64, i64)) -> String {
    let [a, b, c] = cells;
    let name = |line, at: usize, across, places: [usize; 3]| {
        let places = match places.map(|place| place + 1) {
            [a, _, c] if a + 2 == c => format!("{a}-{c}"),
            [a, b, c] => format!("{a}, {b}, {c}"),
        };
        format!("{line} {}, {across} {places}", at + 1)
    };
    match direction {
        (0, _) => name("row", a.row, "columns", [a.col, b.col, c.col]),
        (_, 0) => name("column", a.col, "rows", [a.row, b.row, c.row]),
        _ => format!("{a}, {b} and {c}"),
    }
}

/// No two equal rows, no two equal columns; lines with a missing cell are not compared.
fn distinct_lines(board: &Board<'_>) -> Vec<Constraint> {
    let (rows, cols) = board.slots.shape();
    let mut rules = Vec::new();
    for (part, length) in [(Part::Row, cols), (Part::Column, rows)] {
        let lines = board.lines(part);
        for (first, a) in lines.iter().enumerate() {
            for (second, b) in lines.iter().enumerate().skip(first + 1) {
                if a.len() == length && b.len() == length {
                    let name = format!("{}s {} and {}", part.word(), first + 1, second + 1);
                    let lines = [a.clone(), b.clone()];
                    rules.push(Constraint::distinct(Kind::Distinct, name, lines));
                }
            }
        }
    }
    rules
}

type Place = (Cell, Var);

/// The pairs that are alike or different: signs, then neighbors in each list of alike or different
/// cells; each once.
fn read_pairs(board: &Board<'_>) -> Result<Vec<(Place, Place, Sign)>> {
    let mut pairs = Vec::new();
    let mut lines: BTreeMap<[Cell; 2], usize> = BTreeMap::new();
    let signs = board.root.get("signs");
    let signs = signs.map(|value| value.list("a list of signs such as [\"r1c1 = r1c2\"]"));
    for element in signs.transpose()?.unwrap_or_default() {
        let (a, b, sign) = read_sign(&element, board)?;
        if let Some(line) = lines.insert([a.0.min(b.0), a.0.max(b.0)], element.line) {
            let found = format!("a second sign between {} and {} (line {line})", a.0, b.0);
            return Err(element.wrong(found, "keep one sign a pair"));
        }
        pairs.push((a, b, sign));
    }
    for (key, sign) in [("equal", Sign::Equal), ("differ", Sign::Differ)] {
        let sections = board.root.get(key).map(|value| value.sections());
        for section in sections.transpose()?.unwrap_or_default() {
            let cells = read_cells(&section, board, sign)?;
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
    let unclear = || {
        let remedy = "a sign is \"r1c1 = r1c2\" or \"r1c1 x r1c2\"";
        value.wrong(format!("`signs` holds {text:?}"), remedy)
    };
    let (left, right, sign) = Sign::split(text).ok_or_else(unclear)?;
    let (a, b) = (board.find(value, left)?, board.find(value, right)?);
    let found = format!("a sign between {} and itself", a.0);
    value.refuse_if(a == b, &found, "name two different cells")?;
    Ok((a, b, sign))
}

/// The cells of a table `[[equal]]`, two or more, or of a table `[[differ]]`, two.
fn read_cells(section: &DocumentValue<'_>, board: &Board<'_>, sign: Sign) -> Result<Vec<Place>> {
    section.refuse_unknown(&["cells"])?;
    let cells = section.require("cells", "add cells = [\"r1c1\", \"r1c2\"]")?;
    let list = board.find_list(&cells)?;
    let found = format!("`{}` names {} cells", section.key, list.len());
    let (most, remedy) = match sign {
        Sign::Differ => (2, "name two cells, one of each equality region"),
        Sign::Equal => (usize::MAX, "name two cells or more"),
    };
    cells.refuse_if(!(2..=most).contains(&list.len()), &found, remedy)?;
    Ok(list.into_iter().map(|(cell, var, _)| (cell, var)).collect())
}
