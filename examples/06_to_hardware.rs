//! Step 6: the same circuit as OpenQASM 3, in the small dialect that every reader accepts.
//!
//! Run with `cargo run --example 06_to_hardware`.

use ketboard::Angles;
use ketboard::circuits::{Circuit, CircuitExport, CircuitFormat, CircuitHeader};
use ketboard::puzzles::{Ising, Polynomial};

fn main() -> ketboard::Result<()> {
    // C = (1 − x0 − x1)²: exactly one of two.
    let mut cost = Polynomial::constant(2, 1.0);
    cost.add_term(&[0], -1.0);
    cost.add_term(&[1], -1.0);
    cost.add_term(&[0, 1], 2.0);
    let angles = Angles::new(vec![0.5], vec![-0.4])?;
    let terms: Vec<_> = Ising::from(&cost)
        .terms()
        .map(|(qubits, c)| (qubits.to_vec(), c))
        .collect();
    let circuit = Circuit::qaoa(&terms, cost.n(), &angles);
    let header = CircuitHeader {
        puzzle: "exactly one of two".to_owned(),
        file: "made in this example".to_owned(),
        model_hash: cost.hash(),
        angles,
        cells: vec![
            ("r1c1".to_owned(), "x0".to_owned()),
            ("r1c2".to_owned(), "x1".to_owned()),
        ],
        ..CircuitHeader::default()
    };
    let export = CircuitExport::new(&circuit, &header);
    print!("{}", CircuitFormat::ALL[0].text(&export)?);
    Ok(())
}
