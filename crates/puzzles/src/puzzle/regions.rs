//! Colored regions of a board: sets of cells named by letters, each with a count of its own.
//!
//! Eq. 8 and 13 of the source paper for queens, eq. 55 for the binary grid.

use super::board::BoardVariables;
use super::counts::{CellCount, Count, Total};
use super::file::{DocumentValue, Section};
use crate::error::Result;
use crate::grid::Grid;
use crate::model::Kind;
use std::collections::BTreeSet;

/// The regions of a grid of letters.
#[derive(Clone, Debug)]
pub(crate) struct Regions<'a> {
    letters: Vec<char>,
    numbers: Grid<Option<usize>>,
    value: DocumentValue<'a>,
}

impl<'a> Regions<'a> {
    /// The key `regions`, if the file has it: a letter a cell, `.` for a cell in no region.
    pub(crate) fn read(root: &Section<'a>, board: &BoardVariables) -> Result<Option<Self>> {
        let Some(value) = root.get("regions") else {
            return Ok(None);
        };
        let symbols = "a letter (its region), '.' (in none) or '#' (missing)";
        let cells = value
            .grid()?
            .on_board(board.present(), symbols, |c| match c {
                '.' => Some(None),
                letter => letter.is_ascii_alphabetic().then_some(Some(letter)),
            })?;
        let letter_at = cells.map(|_, cell| cell.flatten());
        let letters: BTreeSet<char> = letter_at.iter().filter_map(|(_, letter)| *letter).collect();
        let letters: Vec<char> = letters.into_iter().collect();
        let number = |letter: &Option<char>| letters.iter().position(|l| Some(*l) == *letter);
        Ok(Some(Self {
            numbers: letter_at.map(|_, letter| number(letter)),
            letters,
            value,
        }))
    }

    /// The number of each cell's region, in the order of the letters.
    pub(crate) fn numbers(&self) -> &Grid<Option<usize>> {
        &self.numbers
    }

    /// The line of the key `regions`.
    pub(crate) fn value(&self) -> DocumentValue<'a> {
        self.value
    }

    /// One group a region, with the counts of `[region_counts]`, or `default` where it has none; a
    /// region without either is no group.
    pub(crate) fn groups(
        &self,
        root: &Section<'_>,
        board: &BoardVariables,
        default: Option<Count>,
    ) -> Result<Vec<CellCount>> {
        let counts = self.read_counts(root)?;
        let mut groups = Vec::new();
        for (number, letter) in self.letters.iter().enumerate() {
            let implied = default.map(|count| (count, self.value.line()));
            let Some((count, line)) = counts[number].or(implied) else {
                continue;
            };
            let inside = board
                .cells()
                .filter(|(cell, _)| self.numbers[*cell] == Some(number));
            groups.push(CellCount {
                kind: Kind::Region,
                name: format!("region {letter}"),
                vars: inside.map(|(_, var)| var).collect(),
                count,
                line: Some(line),
            });
        }
        Ok(groups)
    }

    /// What `groups` ask for, with room for ones in the cells that are in none of them.
    pub(crate) fn total(groups: &[CellCount], board: &BoardVariables) -> Total {
        let covered: usize = groups.iter().map(|group| group.vars.len()).sum();
        Total::of("regions", groups).or_more(board.cells().count() - covered)
    }

    /// By region number: the count stated in `[region_counts]`, and its line.
    fn read_counts(&self, root: &Section<'_>) -> Result<Vec<Option<(Count, usize)>>> {
        let mut counts = vec![None; self.letters.len()];
        let Some(value) = root.get("region_counts") else {
            return Ok(counts);
        };
        let names: Vec<String> = self.letters.iter().map(char::to_string).collect();
        for value in value.section()?.values() {
            let number = names.iter().position(|name| name == value.key());
            let number = number.ok_or_else(|| {
                let found = format!("`region_counts` names a region {}", value.key());
                value.wrong(found, format!("the regions are {}", names.join(" ")))
            })?;
            counts[number] = Some((Count::read(&value)?, value.line()));
        }
        Ok(counts)
    }
}

/// Checks that `[region_counts]` does not stand without `regions`.
pub(crate) fn refuse_counts_alone(root: &Section<'_>) -> Result<()> {
    match (root.get("region_counts"), root.get("regions")) {
        (Some(counts), None) => Err(counts.wrong(
            "`region_counts` without `regions`",
            "add `regions`, a grid of letters",
        )),
        _ => Ok(()),
    }
}
