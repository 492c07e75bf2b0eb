//! Background colors of regions: twelve regions have a color each, more begin again with the first.
//! A heavy line parts regions in any case.

use super::DrawStyle;
use crate::grid::{Cell, Grid};
use crate::puzzle::Puzzle;
use anstyle::{Ansi256Color, Style as Paint};

/// Light colors of the 256-color terminal, on which dark text reads well.
const COLORS: [u8; 12] = [217, 153, 193, 229, 183, 223, 159, 250, 147, 180, 115, 225];
const LINE: Ansi256Color = Ansi256Color(243);

/// The background of each cell; none where there are no regions or no colors.
#[derive(Debug)]
pub(super) struct Palette {
    backgrounds: Option<Grid<Option<Ansi256Color>>>,
}

impl Palette {
    /// The colors of a puzzle's regions; none in the plain style.
    pub(super) fn new(puzzle: &Puzzle, style: DrawStyle) -> Self {
        let regions = match style {
            DrawStyle::Color => puzzle.look.regions.as_ref(),
            DrawStyle::Plain => None,
        };
        let color = |region: usize| Ansi256Color(COLORS[region % COLORS.len()]);
        let backgrounds = regions.map(|regions| regions.map(|_, region| region.map(color)));
        Self { backgrounds }
    }

    /// The background of a cell.
    pub(super) fn at(&self, cell: Cell) -> Option<Ansi256Color> {
        self.backgrounds.as_ref().and_then(|grid| grid[cell])
    }

    /// Some background that the board has, if it has any.
    pub(super) fn any(&self) -> Option<Ansi256Color> {
        let grid = self.backgrounds.as_ref()?;
        grid.iter().find_map(|(_, color)| *color)
    }

    /// The paint of a line between `cells`: their background where they share it.
    pub(super) fn line(&self, cells: &[Option<Cell>]) -> Paint {
        let background = |cell: &Option<Cell>| cell.and_then(|cell| self.at(cell));
        let first = cells.first().and_then(background);
        match first {
            Some(color) if cells.iter().all(|cell| background(cell) == first) => {
                LINE.on_default().bg_color(Some(color.into()))
            }
            _ => Paint::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn twelve_regions_have_a_color_each() {
        assert_eq!(BTreeSet::from(COLORS).len(), 12);
    }
}
