//! How long annealing takes to a board that obeys the rules, beside what it may take:
//! `cargo bench --bench anneal`.
//!
//! Median and slowest over seeds, with the default settings on all cores; nothing is reduced. The
//! regions are grown from a random placement by a seeded generator, so every run times the same
//! boards.

#[path = "../crates/puzzles/tests/library/anneal/boards.rs"]
mod annealed;
#[path = "../crates/puzzles/tests/library/classical/boards.rs"]
#[allow(dead_code, reason = "the exact solver's boards; some are used here")]
mod boards;

use annealed::{encoded, queens, star_battle, takuzu};
use ketboard_puzzles::{
    AnnealSettings, AnnealedBits, Constraint, EncodedCost, Form, Kind, Limits, Model, Reduction,
    Var, Weights, encode,
};
use std::time::Instant;

const SEEDS: u64 = 15;

fn main() {
    println!(
        "{:34} {:>7} {:>9} {:>10} {:>11} {:>11} {:>9}",
        "to a solved board", "solved", "restarts", "sweeps", "median ms", "slowest ms", "goal ms"
    );
    report("queens 12×12", 2_000.0, |_| queens(12));
    report("queens 20×20", 10_000.0, |_| queens(20));
    report("Star Battle 10×10, 2 stars", 5_000.0, |seed| {
        star_battle(10, 2, seed)
    });
    report("Takuzu 8×8, blank", 2_000.0, |_| takuzu(8));
}

/// Times one board a seed and prints the line; medians are taken of each column by itself.
fn report(name: &str, goal_ms: f64, board: impl Fn(u64) -> Model) {
    let (mut times, mut restarts, mut sweeps, mut solved) = (vec![], vec![], vec![], 0);
    for seed in 0..SEEDS {
        let model = board(seed);
        let start = Instant::now();
        let found = solve(&model, seed);
        times.push(1e3 * start.elapsed().as_secs_f64());
        restarts.push(found.restarts_run);
        sweeps.push(found.sweeps);
        solved += u64::from(model.is_solved_by(&found.bits));
    }
    times.sort_by(f64::total_cmp);
    restarts.sort_unstable();
    sweeps.sort_unstable();
    let middle = SEEDS as usize / 2;
    println!(
        "{name:34} {:>7} {:>9} {:>10} {:>11.1} {:>11.1} {goal_ms:>9.1}",
        format!("{solved}/{SEEDS}"),
        restarts[middle],
        sweeps[middle],
        times[middle],
        times[times.len() - 1],
    );
}

fn solve(model: &Model, seed: u64) -> AnnealedBits {
    let cost = encoded(model);
    let obeys = |bits: &[bool]| model.is_solved_by(bits);
    let settings = AnnealSettings {
        seed,
        target_energy: cost.zero_violation_energy,
        wanted: Some(&obeys),
        ..AnnealSettings::default()
    };
    settings.anneal(cost.polynomial.n(), cost.polynomial.terms())
}
