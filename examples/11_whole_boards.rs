//! QAOA with the Grover mixer on a whole board, by counting: exact at any size whose states can be
//! counted, where no state vector fits into memory.
//!
//! Under e^{−iβ|s⟩⟨s|} all states of one energy share one amplitude, so that the histogram of
//! energies is all that QAOA needs. The states are the legal fillings of each row, nothing is
//! deduced, and the boards that obey the rules are listed by the exact solver, never known by their
//! energy:
//!
//! > P(success) = Σ_k P_k m_k / n_k,  m_k of the n_k states of level k obey the rules
//!
//! Beside it stands Grover search with an oracle that knows the rules, sin²((2p + 1)θ): what no
//! mixer of this kind can beat at equal depth.
//!
//! Run with `cargo run --release --example 11_whole_boards PUZZLE.toml DEPTH` (of `queens-6x6` at
//! depth 2 otherwise); it prints one JSON object, whose counts are texts, because they may exceed
//! what numbers of JSON hold.

use ketboard_circuits::GroverAmplitudes;
use ketboard_puzzles::{
    Encodings, Histogram, Limits, Puzzle, RegisterChoice, RegisterLayout, RuleSet, Weights, reduce,
};
use ketboard_qaoa::{
    Ansatz, Cost, SearchSettings, memory,
    search::{Effort, go_on},
};
use serde_json::{Value, json};
use std::error::Error;
use std::ops::ControlFlow::Continue;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next();
    let file = file.unwrap_or_else(|| "examples/puzzles/queens-6x6.toml".to_owned());
    let depth = arguments.next().unwrap_or_else(|| "2".to_owned());
    let puzzle = Puzzle::read(Path::new(&file))?;
    let board = WholeBoard::of(
        &puzzle,
        RuleSet::None,
        &Weights::default(),
        RegisterChoice::Rows,
    )?;
    let settings = SearchSettings {
        depth: depth.parse()?,
        effort: Effort::Thorough,
        ..SearchSettings::default()
    };
    println!("{}", board.record(&settings)?);
    Ok(())
}

/// The energies of a space of boards, and which of them obey the rules.
pub(crate) struct WholeBoard {
    /// The registers whose product the space is.
    pub(crate) registers: RegisterLayout,
    /// How many states have which energy.
    pub(crate) histogram: Histogram,
    /// For each level of the histogram how many of its states obey the rules.
    pub(crate) obeying: Vec<u128>,
}

impl WholeBoard {
    /// What is left of a puzzle by these rules of reduction, counted on these registers.
    pub(crate) fn of(
        puzzle: &Puzzle,
        rules: RuleSet,
        weights: &Weights,
        choice: RegisterChoice,
    ) -> Result<Self, Box<dyn Error>> {
        let model = &puzzle.model;
        let reduction = reduce(model, rules, None).map_err(|found| found.to_string())?;
        let cost = Encodings::default().encode(model, &reduction, weights)?;
        let registers = RegisterLayout::choose(model, &reduction, &cost.layout, choice);
        let registers =
            registers.map_err(|_| "the puzzle has no such registers, or no solution")?;
        let bytes = memory::available() / 2;
        let histogram = Histogram::count(&cost.polynomial, &registers, bytes, &|| Continue(()))?;
        let boards = model.best_solutions(&Limits::default());
        if !boards.complete {
            return Err("too many boards obey the rules to list them".into());
        }
        let mut obeying = vec![0; histogram.levels.len()];
        for board in &boards.solutions {
            let bits = reduction
                .project(board)
                .filter(|bits| registers.contains(bits));
            let bits = bits.ok_or("a board that obeys the rules is no state of the space")?;
            let level = histogram.level_of(cost.polynomial.value(|qubit| bits[qubit]));
            obeying[level.ok_or("an energy was not counted")?] += 1;
        }
        Ok(Self {
            registers,
            histogram,
            obeying,
        })
    }

    /// The angles of lowest ⟨C⟩ at every depth up to that of `settings`, and what they are worth.
    pub(crate) fn depths(&self, settings: &SearchSettings) -> ketboard_qaoa::Result<Vec<Value>> {
        let levels = &self.histogram.levels;
        let states = self.histogram.states() as f64;
        let ansatz = Ansatz::new(self.cost()?);
        let solutions = self.obeying.iter().sum::<u128>() as f64;
        let worth = |stage: ketboard_qaoa::Stage| {
            let probabilities = ansatz.state(&stage.angles)?.probabilities();
            let shares = levels.iter().zip(&self.obeying);
            let shares = shares.map(|(level, obeying)| *obeying as f64 / level.1 as f64);
            let success: f64 = shares.zip(&probabilities).map(|(share, p)| share * p).sum();
            let grover = GroverAmplitudes::success_after(stage.depth as f64, solutions, states);
            Ok(json!({
                "depth": stage.depth,
                "expectation": stage.expectation,
                "success_probability": success,
                "ground_probability": probabilities[0],
                "grover_success_probability": grover,
                "evaluations": stage.evaluations,
                "angles": stage.angles,
            }))
        };
        let stages = ansatz.optimize(settings, &go_on)?;
        stages.into_iter().map(worth).collect()
    }

    /// The cost over the levels of the histogram.
    fn cost(&self) -> ketboard_qaoa::Result<Cost> {
        let levels = self.histogram.levels.iter();
        Cost::from_histogram(levels.map(|(energy, count)| (*energy, *count as f64)))
    }

    /// The histogram, and each depth.
    pub(crate) fn record(&self, settings: &SearchSettings) -> ketboard_qaoa::Result<Value> {
        let (histogram, states, cost) = (&self.histogram, self.histogram.states(), self.cost()?);
        let solutions: u128 = self.obeying.iter().sum();
        let levels = histogram.levels.iter().zip(&self.obeying);
        let levels = levels.map(|((energy, count), obeying)| {
            let share = *count as f64 / states as f64;
            json!({"energy": energy, "states": count.to_string(), "obeying": obeying.to_string(), "share": share})
        });
        let registers = self.registers.registers.iter();
        Ok(json!({
            "qubits": registers.map(|register| register.variables.len()).sum::<usize>(),
            "registers": "rows",
            "dims": self.registers.dims(),
            "states": states.to_string(),
            "solutions": solutions.to_string(),
            "random_success_probability": solutions as f64 / states as f64,
            "mean": cost.mean(),
            "standard_deviation": cost.standard_deviation(),
            "levels": levels.collect::<Value>(),
            "frontier": histogram.frontier,
            "depths": self.depths(settings)?,
        }))
    }
}
