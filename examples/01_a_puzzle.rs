//! Step 1: a puzzle is a board and rules; a board is judged by the rules.
//!
//! Run with `cargo run --example 01_a_puzzle`.

use ketboard::Puzzle;
use ketboard::puzzles::{CellMark, DrawStyle};

const QUEENS: &str = r#"
family = "queens"
name = "Four regions"
regions = """
AABB
ABBB
CCCD
CDDD
"""
queens = ["r1c2"]
"#;

fn main() -> ketboard::Result<()> {
    let puzzle = Puzzle::parse(QUEENS)?;
    println!(
        "{} variables, {} rules",
        puzzle.model.len(),
        puzzle.model.constraints().len()
    );

    // A queen on r1c2 is given; put the others anywhere and ask the judge.
    let guess: Vec<bool> = puzzle
        .model
        .names()
        .iter()
        .map(|name| ["r1c2", "r2c4", "r3c1", "r4c4"].contains(&name.as_str()))
        .collect();
    let marks: Vec<CellMark> = guess.iter().map(|&value| CellMark::Answer(value)).collect();
    println!("{}", puzzle.drawn(&marks, DrawStyle::Plain));
    for violation in puzzle.model.violations(&guess) {
        println!("broken: {}", puzzle.model.describe(&violation, &guess));
    }
    Ok(())
}
