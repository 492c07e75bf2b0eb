//! The laboratory as its users meet it: plans that run to the end whatever happens to them, and
//! records that can be run again.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "lab/given.rs"]
mod given;
#[path = "lab/killed.rs"]
mod killed;
#[path = "lab/plans.rs"]
mod plans;
#[cfg(unix)]
#[path = "lab/shards.rs"]
mod shards;
#[cfg(unix)]
#[path = "lab/stopped.rs"]
mod stopped;
#[path = "lab/trouble.rs"]
mod trouble;
#[path = "lab/verified.rs"]
mod verified;
#[path = "lab/wrong_plans.rs"]
mod wrong_plans;

use std::path::Path;

/// A plan of small runs: several searches on boards of a few qubits.
const SMALL: &str = "puzzles = [\"p/tango-4x4.toml\", \"p/takuzu-4x4.toml\", \"p/n-queens-4x4.toml\"]\n\
                     target_qubits = 6\ndepths = \"1..4\"\nstarts = 2\niterations = 30\n\
                     strategy = [\"ladder\", \"fourier\"]\nseeds = \"0..1\"\n";

/// Some seconds of work in twelve chains of four runs.
#[cfg(unix)]
const SLOW: &str = "puzzles = [\"p/tango-6x6.toml\", \"p/queens-5x5.toml\"]\n\
                    target_qubits = 12\ndepths = \"1..4\"\n\
                    strategy = [\"ladder\", \"fourier\", \"interp\"]\nseeds = \"0..1\"\n";

/// The text of a file of results.
fn text(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_default()
}

/// The records of a folder.
fn records(folder: &Path) -> Vec<serde_json::Value> {
    let lines = text(folder, "records.jsonl");
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}
