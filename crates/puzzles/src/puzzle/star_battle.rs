//! Star Battle (Two Not Touch): S stars in each row, column and region, none touching. A preset of
//! the generalized queens problem.
//!
//! Σ over rows, columns and regions of (S − Σx)², and x·y for each pair of cells that touch,
//! diagonally or not. (The slides "Solve S Not Touch with Quantum Annealing" sum over ordered
//! pairs, which counts each pair twice.) Making a board by annealing, the slides' second part, is
//! the example `star_battle_models` of this crate.

use super::queens::{Attacks, QueensPreset, QueensStatement};
use super::{Document, Family, Key, Puzzle, Shapes, key};
use crate::error::Result;

/// Star Battle.
pub(crate) static FAMILY: Family = Family {
    name: "star-battle",
    about: "S stars in each row, column and region, no two touching",
    also_called: &["two-not-touch", "starbattle"],
    keys: KEYS,
    parse,
    sample: SAMPLE,
};

static KEYS: &[Key] = &[
    key("regions", "grid of letters"),
    key("stars", "stars in each row, column and region; 1 if absent"),
    key("queens", "cells with a star, as in `queens`"),
    key("empty", "cells without one"),
];

const SAMPLE: &str = r#"family = "star-battle"
name = "Four stars"
regions = """
AABB
AABB
CABD
CADD
"""
stars = 1
"#;

fn parse(document: &Document<'_>) -> Result<Puzzle> {
    let root = document.root();
    root.require("regions", "add `regions`, a grid of letters")?;
    let preset = QueensPreset {
        family: "star-battle",
        each: read_stars(document)?,
        attacks: Attacks::touching(),
        shapes: Shapes::Stars,
    };
    QueensStatement::read(document, &preset)?.state()
}

fn read_stars(document: &Document<'_>) -> Result<u32> {
    let Some(value) = document.root().get("stars") else {
        return Ok(1);
    };
    let stars = value.integer_in(1..=100, "an integer from 1 to 100")?;
    Ok(u32::try_from(stars).expect("1 to 100 fits"))
}
