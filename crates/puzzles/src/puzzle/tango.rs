//! Tango, suns and moons with signs between cells: a preset of the generalized Takuzu/Tango problem
//! (§3.1 of the source paper). Lines may repeat.

use super::binary_grid::{BinaryGridPreset, BinaryGridStatement, EqualLines};
use super::{Family, Key, Shapes, key};

/// Tango.
pub(crate) static FAMILY: Family = Family {
    name: "tango",
    about: "suns and moons: balanced lines, no three alike in a row, = and x between cells",
    also_called: &["linkedin-tango", "suns-and-moons"],
    keys: KEYS,
    parse: |document| BinaryGridStatement::read(document, &PRESET)?.state(),
    sample: SAMPLE,
};

static KEYS: &[Key] = &[
    key(
        "grid",
        "grid of 0 (sun), 1 (moon), . (open) and # (missing)",
    ),
    key(
        "signs",
        "pairs of cells: \"r1c1 = r1c2\" alike, \"r1c1 x r1c2\" different",
    ),
];

static PRESET: BinaryGridPreset = BinaryGridPreset {
    family: "tango",
    lines: EqualLines::MayRepeat,
    shapes: Shapes::SunsAndMoons,
};

const SAMPLE: &str = r#"family = "tango"
name = "Two signs"
grid = """
0...
....
....
...1
"""
signs = ["r1c2 x r2c2", "r3c3 = r4c3"]
"#;
