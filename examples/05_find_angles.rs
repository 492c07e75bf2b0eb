//! Step 5: the angles are optimized depth by depth; success grows with depth.
//!
//! Run with `cargo run --example 05_find_angles`.

use ketboard::classical::Limits;
use ketboard::encode::Weights;
use ketboard::optimize::{Settings, go_on};
use ketboard::pipeline::{AnsatzKind, Objective, ReductionPlan, SearchPlan, measure, prepare, run};
use ketboard::puzzle::Puzzle;

const TANGO: &str = include_str!("puzzles/tango-4x4.toml");

fn main() -> ketboard::Result<()> {
    let puzzle = Puzzle::parse(TANGO, "tango-4x4.toml")?;
    let problem =
        prepare(puzzle, &ReductionPlan::default(), Weights::default()).expect("it has a solution");
    let truth = problem.truth(&Limits::default())?;
    let settings = Settings {
        depth: 5,
        ..Settings::default()
    };
    let plan = SearchPlan {
        objective: Objective::Expectation,
        objective_shots: None,
        ansatz: AnsatzKind::Standard,
        settings,
        shots: 1000,
        seed: 1,
    };
    let outcome = run(&problem, &truth, &plan, &go_on)?;

    let diagonal = problem.diagonal()?;
    for stage in &outcome.stages {
        let (metrics, _) = measure(&diagonal, &truth, &stage.angles)?;
        let success = metrics.success_probability.unwrap_or(f64::NAN);
        println!(
            "p = {}: ⟨C⟩ = {:.4}, P(solved) = {success:.4}",
            stage.depth, metrics.expectation
        );
    }
    if let Some(board) = outcome.board() {
        println!("{}", problem.puzzle.board(board).join("\n"));
    }
    Ok(())
}
