//! Step 4: one layer of QAOA on the exact state vector, and what it does to the chance of sampling
//! a solution.
//!
//! Run with `cargo run --example 04_one_layer`.

use ketboard::{Angles, Options, Puzzle};

fn main() -> ketboard::Result<()> {
    let puzzle = Puzzle::parse(include_str!("puzzles/queens-5x5.toml"))?;
    let problem = puzzle.problem(&Options::default())?;
    for (gamma, beta) in [(0.0, 0.0), (0.1, -0.4), (0.2, -0.4), (0.2, 0.4)] {
        let layer = problem.at(&Angles::new(vec![gamma], vec![beta])?)?;
        println!("γ = {gamma:.1}, β = {beta:+.1}: {layer}");
    }
    Ok(())
}
