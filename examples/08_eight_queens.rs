//! Step 8: eight queens, 64 variables: too many for a state vector, so the same model goes to
//! simulated annealing, which stops at the target energy 0. Line by line PyQBPP's example program.
//!
//! Run with `cargo run --release --example 08_eight_queens`.

use ketboard::puzzles::{AnnealSettings, Expression, VariableSpace};

const N: usize = 8;

fn main() -> ketboard::Result<()> {
    let mut space = VariableSpace::new();
    let x = space.array("x", [N, N])?;

    // Exactly one queen in each column and row, at most one on each diagonal.
    let mut f = Expression::default();
    for line in x.columns().chain(x.rows()) {
        f += line.sum().equals(1);
    }
    for line in x.diagonals().chain(x.anti_diagonals()) {
        f += line.sum().between(0, 1, &mut space)?;
    }

    let settings = AnnealSettings {
        target_energy: Some(0.0),
        ..AnnealSettings::default()
    };
    let found = settings.anneal(space.names().len(), space.polynomial(&f)?.terms());
    assert!(found.reached_target, "there are 92 boards");
    for row in x.rows() {
        println!("{}", row.show(&found.bits, 'Q', '.'));
    }
    Ok(())
}
