//! Step 7: a model of your own. N queens in a few lines, as in PyQBPP's example program, solved by
//! sampling QAOA's state.
//!
//! Run with `cargo run --release --example 07_your_own_model`.

use ketboard::puzzles::{Expression, VariableSpace};
use ketboard::{Options, Solve};

fn main() -> ketboard::Result<()> {
    let mut space = VariableSpace::new();
    let x = space.array("x", [4, 4])?;
    // Exactly one queen in each row and column, at most one on each diagonal.
    let lines = x.rows().chain(x.columns());
    let mut cost: Expression = lines.map(|line| line.sum().equals(1)).sum();
    for line in x.diagonals().chain(x.anti_diagonals()) {
        cost += line.sum().between(0, 1, &mut space)?;
    }
    let run = space.model_file(&cost)?.solve(&Options::default())?;
    println!("{run}");
    Ok(())
}
