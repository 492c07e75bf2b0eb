//! Step 2: the initial conditions decide most cells; what is left needs few qubits.
//!
//! Run with `cargo run --example 02_reduce_it`.

use ketboard::Puzzle;
use ketboard::puzzles::{RuleSet, reduce};

const TANGO: &str = r#"
family = "tango"
name = "A small Tango"
grid = """
1...
....
....
...0
"""
signs = ["r1c2 x r1c3", "r3c1 = r4c1"]
"#;

fn main() -> ketboard::Result<()> {
    let puzzle = Puzzle::parse(TANGO)?;
    for level in [RuleSet::None, RuleSet::Paper, RuleSet::Full] {
        match reduce(&puzzle.model, level, None) {
            Ok(reduction) => println!("{:6} leaves {:2} qubits", level.name(), reduction.qubits()),
            Err(contradiction) => {
                println!("{:6} finds a contradiction: {contradiction}", level.name())
            }
        }
    }
    // The dial: one deduction at a time, simplest first, until 6 qubits are left.
    if let Ok(reduction) = reduce(&puzzle.model, RuleSet::Full, Some(6)) {
        for step in reduction.steps {
            println!("  {:28} {}", step.rule, step.describe(&puzzle.model));
        }
    }
    Ok(())
}
