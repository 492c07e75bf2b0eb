//! N queens on a board, none attacking another along its whole diagonals: a preset of the
//! generalized queens problem (§2.1 of the source paper, eq. 1–4; with regions eq. 19, with soft
//! regions eq. 20).

use super::Family;
use super::queens::{KEYS, QueensPreset, QueensStatement};

/// N-queens.
pub(crate) static FAMILY: Family = Family {
    name: "n-queens",
    about: "one queen in each row and column, none on a diagonal of another",
    also_called: &["nqueens", "eight-queens", "8-queens"],
    keys: KEYS,
    parse: |document| QueensStatement::read(document, &PRESET)?.state(),
    sample: SAMPLE,
};

static PRESET: QueensPreset = QueensPreset::queens("n-queens", usize::MAX);

const SAMPLE: &str = r#"family = "n-queens"
name = "Four queens"
size = 4
queens = ["r1c2"]
"#;
