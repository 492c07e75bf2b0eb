//! Step 4: one layer of QAOA on the exact state vector, and what it does to the chance of sampling a solution.
//!
//! Run with `cargo run --example 04_one_layer`.

use ketboard::classical::Limits;
use ketboard::encode::Weights;
use ketboard::pipeline::{ReductionPlan, measure, prepare};
use ketboard::puzzle::Puzzle;
use ketboard::qaoa::Angles;

const QUEENS: &str = include_str!("puzzles/queens-5x5.toml");

fn main() -> ketboard::Result<()> {
    let puzzle = Puzzle::parse(QUEENS, "queens-5x5.toml")?;
    let problem =
        prepare(puzzle, &ReductionPlan::default(), Weights::default()).expect("it has a solution");
    let diagonal = problem.diagonal()?;
    let truth = problem.truth(&Limits::default())?;
    println!(
        "{} qubits, mean energy {:.3}",
        problem.qubits(),
        diagonal.mean()
    );
    for (gamma, beta) in [(0.0, 0.0), (0.1, -0.4), (0.2, -0.4), (0.2, 0.4)] {
        let (metrics, _) = measure(&diagonal, &truth, &Angles::new(vec![gamma], vec![beta])?)?;
        let success = metrics.success_probability.unwrap_or(f64::NAN);
        println!(
            "γ = {gamma:.1}, β = {beta:+.1}: ⟨C⟩ = {:.3}, P(solved) = {success:.2e}",
            metrics.expectation
        );
    }
    Ok(())
}
