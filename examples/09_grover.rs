//! Grover search for queens: as a circuit with all its ancillas, as a register of digits, and
//! without knowing how many there are.
//!
//! Run with `cargo run --release --example 09_grover`.

use ketboard::{GroverMethod, GroverPlan, Iterations, Options, Puzzle};

fn main() -> ketboard::Result<()> {
    let puzzle = Puzzle::parse("family = \"n-queens\"\nsize = 5\n")?;
    let problem = puzzle.problem(&Options::default())?;
    let circuit = problem.grover_circuit(GroverMethod::RowsCircuit, Some(1))?;
    println!(
        "one iteration: {} qubits ({} ancillas), {} gates, {} CX after decomposition",
        circuit.qubits(),
        circuit.ancillas(),
        circuit.gates().len(),
        circuit.decomposed().two_qubit_gates()
    );
    for (method, iterations) in [
        (GroverMethod::RowsCircuit, Iterations::Best),
        (GroverMethod::RowDigits, Iterations::Best),
        (GroverMethod::RowDigits, Iterations::Unknown),
    ] {
        let plan = GroverPlan {
            method,
            iterations,
            shots: 1,
            seed: 1,
        };
        let found = problem.search_by_grover(&plan)?;
        println!(
            "{}: {} of {} candidates, {} oracle calls, P = {:.6} (closed form {:.6})",
            method.name(),
            found.solutions,
            found.space,
            found.oracle_calls,
            found.success_probability(),
            found.closed_form()[found.iterations],
        );
        for row in found.board.iter().flat_map(|board| puzzle.board(board)) {
            println!("  {row}");
        }
    }
    Ok(())
}
