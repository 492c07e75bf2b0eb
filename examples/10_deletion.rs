//! Sudoku by deletion: the puzzle of the source, circuit by circuit, with what each iteration
//! costs.
//!
//! Run with `cargo run --release --example 10_deletion`.

use ketboard::{Puzzle, deletion_circuit, solve_by_deletion};

const PUZZLE: &str = "family = \"sudoku\"\ngrid = \"\"\"\n.4..\n...3\n2...\n..1.\n\"\"\"\n";

fn main() -> ketboard::Result<()> {
    let puzzle = Puzzle::parse(PUZZLE)?;
    let circuit = deletion_circuit(&puzzle, None)?;
    println!(
        "an iteration: {} qubits, {} of them ancillas, {} gates, {} CX after decomposition",
        circuit.qubits(),
        circuit.ancillas(),
        circuit.gates().len(),
        circuit.decomposed().two_qubit_gates()
    );
    let outcome = solve_by_deletion(&puzzle)?;
    for step in &outcome.steps {
        println!(
            "P(kept) = {:.6} ({:.1} runs of single cells expected): {}",
            step.success_probability,
            step.expected_cell_runs,
            step.clues.join(", ")
        );
    }
    if let Some(board) = &outcome.board {
        println!("{}", puzzle.board(board).join("\n"));
    }
    println!(
        "P(no deletion ever fails) = {:.3e}, {:.0} runs of the whole circuit expected",
        outcome.success_probability, outcome.expected_runs
    );
    Ok(())
}
