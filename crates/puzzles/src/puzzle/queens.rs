//! The generalized queens problem, and its presets `queens`, `n-queens` and `star-battle`.
//!
//! Source: Mata Ali & Mencia, §2. Rules, each a group of constraints over the cells x ∈ {0, 1}:
//!
//! - r_i ones in row i, c_j in column j (eq. 10, 11), q_k in region k (eq. 13); each count q or q +
//!   1 (eq. 15). Regions may overlap (`[[region]]`).
//! - no two queens of which one attacks the other: x·y for each pair. With one reach for all
//!   diagonals each pair counts once (eq. 3, 7); with a reach d_ij per cell the sum runs over
//!   ordered pairs (eq. 12): a mutual attack counts 2, a one-way attack 1.
//!
//! | key | value | stated as | source |
//! |---|---|---|---|
//! | `diagonal_form` | `pairs` | x·y for each pair on a diagonal | eq. 3, 19–21 |
//! | | `lines` | a set of 0 or 1 for each diagonal *line*, (½ − Σx)² | eq. 16–18 |
//! | `soft_form` | `fraction` | a count of 0 or 1 is (½ − Σx)² | eq. 20 |
//! | | `pairs` | Σ x·y over the ordered pairs of the set, so 2 a pair | eq. 21 |
//!
//! The forms have the same boards and different energies. The paper writes eq. 16–18 with a set for
//! each *cell*, both its diagonals together, which forbids an empty cell to see two queens; a set
//! is a line here. Attacks by `attacks` and `rays` are pairs in any case. Star Battle: the slides
//! "Solve S Not Touch with Quantum Annealing" sum over ordered pairs, which counts each pair twice;
//! here a pair counts once.

use super::board::{Board, DIAGONALS, Moves, SIDES, ray, read_offsets, read_present};
use super::counts::{CellCount, Count};
use super::{DocumentValue, Family, Shapes};
use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::model::{Constraint, Form, Kind, Part, Var};
use std::collections::BTreeSet;

/// N-queens.
pub(super) static N_QUEENS: Family = Family {
    name: "n-queens",
    about: "one queen in each row and column, none on a diagonal of another",
    also_called: &["nqueens", "eight-queens", "8-queens"],
    keys: KEYS,
    parse: |root| queens(root, usize::MAX),
    sample: "family = \"n-queens\"\nname = \"Four queens\"\nsize = 4\nqueens = [\"r1c2\"]\n",
};

/// Queens with regions where only adjacent diagonals attack.
pub(super) static QUEENS: Family = Family {
    name: "queens",
    about: "one queen in each row, column and region, no two touching",
    also_called: &["linkedin-queens", "queens-game"],
    keys: KEYS,
    parse: |root| queens(root, 1),
    sample: r#"family = "queens"
name = "Four regions"
regions = """
AABB
ACBB
CCCB
DDDD
"""
"#,
};

/// Star Battle (Two Not Touch).
pub(super) static STAR_BATTLE: Family = Family {
    name: "star-battle",
    about: "S stars in each row, column and region, no two touching",
    also_called: &["two-not-touch", "starbattle"],
    keys: "regions stars queens empty",
    parse: star_battle,
    sample: r#"family = "star-battle"
name = "Four stars"
regions = """
AABB
AABB
CABD
CADD
"""
stars = 1
"#,
};

/// The keys of the generalized problem.
const KEYS: &str = "size board regions region_counts region row_counts col_counts diagonals \
                    attacks rays diagonal_form soft_form queens empty";

fn star_battle<'a>(root: &DocumentValue<'a>) -> Result<Board<'a>> {
    root.require("regions", "add `regions`, a grid of letters")?;
    let stars = |value: DocumentValue<'_>| value.within(1..=100, "an integer from 1 to 100");
    let stars = root.get("stars").map_or(Ok(1), stars)?;
    stated(root, (Shapes::Stars, stars), 1, Moves::along(SIDES, 1))
}

fn queens<'a>(root: &DocumentValue<'a>, usual: usize) -> Result<Board<'a>> {
    stated(root, (Shapes::Queens, 1), usual, Moves::default())
}

/// So many pieces in each row, column and region; what they attack beside the diagonals, which
/// usually reach so far.
fn stated<'a>(
    root: &DocumentValue<'a>,
    (shapes, each): (Shapes, u32),
    usual: usize,
    sides: Moves,
) -> Result<Board<'a>> {
    let mut board = Board::new(root, &read_present(root)?, shapes)?;
    count(&mut board, each)?;
    count_overlapping(&mut board)?;
    let (reach, reaches) = read_reaches(&board, usual)?;
    let rays = Moves::along(&read_offsets(root, "rays")?, usize::MAX);
    let further = sides
        .and(&rays)
        .and(&Moves::along(&read_offsets(root, "attacks")?, 1));
    let lines = root.is_second("diagonal_form", ["pairs", "lines"])?;
    if let (Some(value), true) = (root.get("diagonal_form"), lines)
        && !matches!(reach, Some(0 | usize::MAX))
    {
        let found = "`diagonal_form` is \"lines\", and the diagonals do not reach to the edge";
        return Err(value.wrong(found, "write diagonals = \"all\", or use \"pairs\""));
    }
    let soft_pairs = root.is_second("soft_form", ["fraction", "pairs"])?;
    board.place("queens")?;
    board.state_counts(|group| match group.count {
        Count { least: 0, most: 1 } if soft_pairs => ordered_pairs(group),
        _ => group.rules(),
    })?;
    let lines = lines && reach == Some(usize::MAX);
    if lines {
        let diagonals = diagonal_lines(&board);
        board.model.add_all(diagonals);
    }
    let moves = |reach: &usize| Moves::along(DIAGONALS, if lines { 0 } else { *reach });
    let moves = reaches.map(|_, reach| further.and(&moves(reach)));
    board.forbid_attacks(reach.is_none(), |cell| Some(&moves[cell]));
    Ok(board)
}

/// Counts rows, columns and regions: as the file says, else `each` in a line that has a cell.
fn count(board: &mut Board<'_>, each: u32) -> Result<()> {
    let keys = ["row_counts", "col_counts"];
    let implied = |_, _, cells: &[Var]| Ok(Count::exactly(if cells.is_empty() { 0 } else { each }));
    board.count_lines([Kind::Row, Kind::Column], keys, false, implied)?;
    board.count_regions(Some(Count::exactly(each)))
}

/// Counts the regions that may overlap: `[[region]]` with `cells` and `count` (1 if absent).
fn count_overlapping(board: &mut Board<'_>) -> Result<()> {
    let sections = board.root.get("region").map(|value| value.sections());
    for (index, section) in sections.transpose()?.iter().flatten().enumerate() {
        section.refuse_unknown(&["cells", "count"])?;
        let cells = section.require("cells", "add cells = [\"r1c1\", \"r1c2\"]")?;
        let count = section.get("count");
        let vars = board.find_list(&cells)?.into_iter().map(|(_, var, _)| var);
        board.counts.push(CellCount {
            kind: Kind::Region,
            part: Part::Region,
            name: format!("region {}", index + 1),
            vars: vars.collect(),
            count: count.map_or(Ok(Count::exactly(1)), |value| Count::read(&value))?,
            line: Some(count.unwrap_or(cells).line),
            adds_up: false,
        });
    }
    Ok(())
}

/// The key `diagonals`: how far the diagonals of each cell reach (d_ij), and of all of them where
/// the file states it once; `usize::MAX` is to the edge.
fn read_reaches(board: &Board<'_>, usual: usize) -> Result<(Option<usize>, Grid<usize>)> {
    let same = |reach: usize| Ok((Some(reach), board.slots.map(|_, _| reach)));
    let Some(value) = board.root.get("diagonals") else {
        return same(usual);
    };
    let expected = "\"none\", \"adjacent\", \"all\", a reach from 0, or a grid of digits";
    if let Ok(reach) = value.read(expected) {
        return same(reach);
    }
    match value.text(expected)?.trim() {
        "none" => same(0),
        "adjacent" => same(1),
        "all" => same(usize::MAX),
        text if text.lines().count() < board.slots.rows() && text.contains(char::is_alphabetic) => {
            Err(value.expected(expected))
        }
        _ => {
            let digit = |symbol: char| symbol.to_digit(10).map(|digit| digit as usize);
            let reaches =
                value
                    .grid()?
                    .on_board(&board.present(), "a digit or '#' (missing)", digit)?;
            Ok((None, reaches.map(|_, reach| reach.unwrap_or(0))))
        }
    }
}

/// Not both of any two, each pair counted twice.
fn ordered_pairs(group: &CellCount) -> Vec<Constraint> {
    let vars = &group.vars;
    let pairs = (0..vars.len()).flat_map(|b| (0..b).map(move |a| [vars[a], vars[b]]));
    let rule = |pair| Constraint::new(group.kind, group.name.clone(), Form::not_both(pair, 2));
    pairs.map(rule).collect()
}

/// 0 or 1 on each diagonal line of two cells or more; over joined edges a line goes on until it
/// closes.
fn diagonal_lines(board: &Board<'_>) -> Vec<Constraint> {
    let shape = (board.slots.shape(), board.look.topology);
    let mut seen = BTreeSet::new();
    let mut rules = Vec::new();
    for (cell, _) in board.cells() {
        for steps in [[(-1, -1), (1, 1)], [(-1, 1), (1, -1)]] {
            let both = steps.iter().flat_map(|step| ray(shape, cell, *step));
            let line = both.chain([cell]).filter(|at| board.var(*at).is_some());
            let line: BTreeSet<Cell> = line.collect();
            if let (Some(first), Some(last)) = (line.first(), line.last())
                && first != last
                && seen.insert(line.clone())
            {
                let name = format!("diagonal {first} to {last}");
                let vars = line.iter().filter_map(|cell| board.var(*cell)).collect();
                rules.push(Constraint::one_of_two(Kind::Diagonal, name, 0, vars));
            }
        }
    }
    rules
}
