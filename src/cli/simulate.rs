//! `ketboard simulate`: QAOA at given angles on any model in Ketboard's JSON.

use super::common::{TalkOptions, numbers, print_json};
use ketboard::Result;
use ketboard::encode::ModelFile;
use ketboard::files::write_whole;
use ketboard::qaoa::{Angles, Ansatz};
use ketboard::sample::{Counts, Unit, draw};
use ketboard::sim::{Diagonal, Purpose, State, check_memory};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The model, as `ketboard qubo --format json` writes it
    model: PathBuf,
    /// Angles of the cost layers, first layer first
    #[arg(long, value_name = "a,b", allow_hyphen_values = true)]
    gammas: String,
    /// Angles of the mixer layers
    #[arg(long, value_name = "c,d", allow_hyphen_values = true)]
    betas: String,
    /// Write the probability of every basis state: {bitstring: probability}, character k is qubit k
    #[arg(long, value_name = "OUT.json")]
    probs: Option<PathBuf>,
    /// Write simulated measurement counts, as `ketboard decode` reads them
    #[arg(long, value_name = "OUT.json")]
    counts: Option<PathBuf>,
    /// Number of samples for --counts
    #[arg(long, value_name = "N", default_value_t = 1024)]
    shots: u64,
    /// Seed of the samples
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    talk: TalkOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let gammas = numbers("--gammas", &arguments.gammas)?;
    let angles = Angles::new(gammas, numbers("--betas", &arguments.betas)?)?;
    let diagonal = diagonal(&ModelFile::read(&arguments.model)?)?;
    let state = Ansatz::new(&diagonal).state(&angles)?;
    if let Some(path) = &arguments.probs {
        write_whole(path, probabilities_json(&state).as_bytes())?;
    }
    if let Some(path) = &arguments.counts {
        let counts = draw(
            state.n(),
            |x| state.probability(x),
            arguments.shots,
            arguments.seed,
        )?;
        write_whole(path, format!("{}\n", counts.to_json()).as_bytes())?;
    }
    report(arguments, &diagonal, &state);
    Ok(ExitCode::SUCCESS)
}

/// The energies of a model that was read from a file.
pub(crate) fn diagonal(model: &ModelFile) -> Result<Diagonal> {
    let polynomial = model.polynomial();
    check_memory(polynomial.n(), Purpose::Evaluation)?;
    Diagonal::from_terms(polynomial.n(), polynomial.masks())
}

fn report(arguments: &Arguments, diagonal: &Diagonal, state: &State) {
    let expectation = state.expectation(diagonal);
    let ground_level = diagonal.min() + diagonal.rounding();
    let ground = state.probability_where_energy_at_most(diagonal, ground_level);
    if arguments.talk.json {
        print_json(&serde_json::json!({
            "n": state.n(), "expectation": expectation, "norm": state.norm(),
            "ground_probability": ground,
        }));
    } else {
        anstream::println!("qubits               {}", state.n());
        anstream::println!("⟨C⟩                  {expectation}");
        anstream::println!("norm                 {}", state.norm());
        anstream::println!("P(lowest energy {})  {ground}", diagonal.min());
    }
}

fn probabilities_json(state: &State) -> String {
    let names = Counts::new(state.n(), Unit::Probability);
    let mut text = String::from("{");
    for index in 0..1_usize << state.n() {
        let separator = if index == 0 { "" } else { "," };
        let bits = names.bitstring(index as u64);
        let value = serde_json::Value::from(state.probability(index));
        text.push_str(&format!("{separator}\n\"{bits}\": {value}"));
    }
    text.push_str("\n}\n");
    text
}
