//! Sudoku by deletion: the puzzle of the source, circuit by circuit, with what each iteration
//! costs.
//!
//! Run with `cargo run --release --example 10_deletion`.

use ketboard::{Ending, Puzzle, deletion_circuit, deletion_position, solve_by_deletion};

const PUZZLE: &str = "family = \"sudoku\"\ngrid = \"\"\"\n.4..\n...3\n2...\n..1.\n\"\"\"\n";

fn main() -> ketboard::Result<()> {
    let puzzle = Puzzle::parse(PUZZLE)?;
    let names = deletion_position(&puzzle)?.names;
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
        let clues: Vec<String> = step
            .clues
            .iter()
            .map(|(cell, symbol)| format!("{}={}", names[*cell], symbol + 1))
            .collect();
        println!(
            "P(kept) = {:.6} ({:.1} runs of single cells expected): {}",
            step.success_probability,
            step.cell_runs,
            clues.join(" ")
        );
    }
    if let Ending::Solved(board) = &outcome.ending {
        println!("{}", puzzle.board(board).join("\n"));
    }
    println!(
        "P(no deletion ever fails) = {:.3e}, {:.0} runs of the whole circuit expected",
        outcome.success_probability(),
        outcome.expected_runs()
    );
    Ok(())
}
