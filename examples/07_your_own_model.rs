//! Step 7: a model of your own. N queens in a few lines, as in PyQBPP's example program, solved by sampling QAOA's state.
//!
//! Run with `cargo run --release --example 07_your_own_model`.

use ketboard::expression::{Expression, Space};
use ketboard::optimize::{Settings, go_on};
use ketboard::pipeline::{AnsatzKind, Objective, SearchPlan, minimize};

const N: usize = 4;

fn main() -> ketboard::Result<()> {
    let mut space = Space::new();
    let x = space.array("x", [N, N])?;

    // Exactly one queen in each row and column, at most one on each diagonal.
    let mut f = Expression::default();
    for line in x.rows().chain(x.columns()) {
        f += line.sum().equals(1);
    }
    for line in x.diagonals().chain(x.anti_diagonals()) {
        f += line.sum().between(0, 1, &mut space)?;
    }

    let settings = Settings {
        depth: 4,
        ..Settings::default()
    };
    let plan = SearchPlan {
        objective: Objective::Expectation,
        objective_shots: None,
        ansatz: AnsatzKind::Standard,
        settings,
        shots: 2000,
        seed: 1,
    };
    let found = minimize(&space, &f, &plan, &go_on)?;
    println!(
        "{} qubits, {} auxiliary; the lowest energy is {}, its probability {:.4}",
        space.len(),
        space.auxiliaries().len(),
        found.ground_energy,
        found.ground_probability
    );
    let best = found.best().expect("shots were asked for");
    println!("the best of 2000 samples has energy {}:", best.energy);
    for row in x.rows() {
        let queen = |square: ketboard::expression::Variable| best.values[square.index()];
        let line = row
            .iter()
            .map(|square| if queen(square) { 'Q' } else { '.' });
        println!("{}", line.collect::<String>());
    }
    Ok(())
}
