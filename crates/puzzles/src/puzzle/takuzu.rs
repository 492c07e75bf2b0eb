//! Takuzu (Binairo): a preset of the generalized Takuzu/Tango problem (§3.1 of the source paper)
//! where no two rows and no two columns are equal, with the keys of the generalizations in §3.3.

use super::binary_grid::{BinaryGridPreset, BinaryGridStatement, EqualLines};
use super::{Family, Key, Shapes, key};

/// Takuzu.
pub(crate) static FAMILY: Family = Family {
    name: "takuzu",
    about: "0 and 1: balanced lines, no three alike in a row, no two equal lines",
    also_called: &["binairo", "binary", "binary-puzzle", "unruly"],
    keys: KEYS,
    parse: |document| BinaryGridStatement::read(document, &PRESET)?.state(),
    sample: SAMPLE,
};

static KEYS: &[Key] = &[
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
];

static PRESET: BinaryGridPreset = BinaryGridPreset {
    family: "takuzu",
    lines: EqualLines::Unique,
    shapes: Shapes::Digits,
};

const SAMPLE: &str = r#"family = "takuzu"
name = "Three givens"
grid = """
0...
.0..
...1
....
"""
"#;
