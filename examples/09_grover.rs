//! Grover search for queens: as a circuit with all its ancillas, and on one amplitude for each
//! state of row registers.
//!
//! Run with `cargo run --release --example 09_grover`.

use ketboard::{GroverMethod, GroverPlan, Options, Puzzle};

fn main() -> ketboard::Result<()> {
    let puzzle = Puzzle::parse("family = \"n-queens\"\nsize = 5\n")?;
    let whole = Options::default().set("reduce", "none")?;
    let problem = puzzle.problem(&whole.set("registers", "rows")?)?;
    let circuit = problem.grover_circuit(GroverMethod::RowsCircuit, Some(1))?;
    println!(
        "one iteration: {} qubits ({} ancillas), {} gates, {} CX after decomposition",
        circuit.qubits(),
        circuit.ancillas(),
        circuit.gates().len(),
        circuit.decomposed().two_qubit_gates()
    );
    for method in [GroverMethod::RowsCircuit, GroverMethod::States] {
        let plan = GroverPlan {
            method,
            iterations: None,
            shots: 1,
            seed: 1,
        };
        let found = problem.search_by_grover(&plan)?;
        println!(
            "{}: {} of {} candidates, {} oracle calls, P = {:.6} (closed form {:.6})",
            method.name(),
            found.solutions,
            found.space,
            found.iterations(),
            found.success_probability(),
            found.closed_form()[found.iterations()],
        );
        for row in found.board.iter().flat_map(|board| puzzle.board(board)) {
            println!("  {row}");
        }
    }
    Ok(())
}
