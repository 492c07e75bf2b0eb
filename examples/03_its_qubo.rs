//! Step 3: the rules become a QUBO, and the QUBO an Ising Hamiltonian; both have the same energies.
//!
//! Run with `cargo run --example 03_its_qubo`.

use ketboard::Puzzle;
use ketboard::puzzles::{Ising, RuleSet, Weights, encode, reduce};

fn main() -> ketboard::Result<()> {
    let text = "family = \"n-queens\"\nname = \"Four queens\"\nsize = 4\n";
    let puzzle = Puzzle::parse(text)?;
    let reduction =
        reduce(&puzzle.model, RuleSet::None, None).expect("no givens, no contradiction");
    let cost = encode(&puzzle.model, &reduction, &Weights::default());
    let ising = Ising::from(&cost.polynomial);
    println!(
        "{} qubits, offset {}",
        cost.polynomial.n(),
        cost.polynomial.offset()
    );
    println!(
        "energy of a board that breaks no rule: {:?}",
        cost.zero_violation_energy
    );

    // The ground states of the QUBO are the solutions: the two placements of four queens.
    for index in 0..1_u64 << cost.polynomial.n() {
        let at = |k: usize| index >> k & 1 == 1;
        let energy = cost.polynomial.value(at);
        assert_eq!(
            energy,
            ising.value(at),
            "QUBO and Ising agree at every basis state"
        );
        if energy == 0.0 {
            println!(
                "{}\n",
                puzzle.board(&reduction.lift_index(index)).join("\n")
            );
        }
    }
    Ok(())
}
