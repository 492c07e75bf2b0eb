//! `ketboard evaluate`: QAOA at angles of your own, without a search.

use super::activity;
use super::angles::{angles_for, angles_of_parts, ansatz_for};
use super::number::{DEEPEST, angle_list};
use super::options::{EvaluationOptions, TalkOptions};
use super::outcome;
use super::page::{PrintedPage, print_json};
use super::subject::{prepared, source};
use crate::experiment::SolveRecord;
use crate::files::write_output;
use crate::pipeline::{Problem, evaluate};
use crate::settings::AnsatzKind;
use crate::{Error, Result};
use ketboard_circuits::Bitstring;
use ketboard_qaoa::{AngleShape, Angles, Purpose, SearchSettings, State};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Angles: numbers in radians, pi/2, -3pi/8, 0.25*pi; or a ramp 0..0.8:4, a straight line from 0 to 0.8 at the midpoints \
                  of 4 layers (0.1,0.3,0.5,0.7). With --ansatz per-rule or multi-angle the lists hold group after group (qubit after \
                  qubit), all layers each, in the order that --json tells as groups; a ramp serves every group. The terms of \
                  multi-angle are products of 0/1 variables.\n\n\
                  To search for angles: ketboard solve."
)]
pub(crate) struct EvaluateArguments {
    /// The puzzle file, or a model in any format that `ketboard qubo` writes, whose solutions are
    /// its exact ground states; - for standard input
    file: PathBuf,
    /// Angles of the cost layers, first layer first
    #[arg(
        long,
        value_name = "a,b",
        allow_hyphen_values = true,
        required_unless_present = "angles",
        requires = "betas"
    )]
    gammas: Option<String>,
    /// Angles of the mixer layers, as many; to minimize, a ramp has β < 0
    #[arg(
        long,
        value_name = "c,d",
        allow_hyphen_values = true,
        required_unless_present = "angles",
        requires = "gammas"
    )]
    betas: Option<String>,
    /// Angles from a file: JSON with "gammas" and "betas" as solve --json writes it, a record
    /// (records.jsonl#RUN), or two lines of text
    ///
    /// Give the same --reduce, --target-qubits, --weight, encodings, --registers and --mixer as for
    /// the angles.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["gammas", "betas"])]
    angles: Option<PathBuf>,
    /// Write the probability of every basis state: {bitstring: probability}, character k is qubit k
    #[arg(long, value_name = "OUT.json", help_heading = "Output")]
    probs: Option<PathBuf>,
    #[command(flatten)]
    settings: EvaluationOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Layers that are measured one by one, at most; of a deeper circuit every second, third, … is.
const SHOWN: usize = 100;

/// Runs `ketboard evaluate`: QAOA at angles that are known, layer by layer.
pub(crate) fn run(arguments: &EvaluateArguments) -> Result<ExitCode> {
    let talk = &arguments.talk;
    talk.use_threads()?;
    let mut settings = arguments.settings.read()?;
    settings.ansatz = ansatz_for(arguments.angles.as_deref(), settings.ansatz)?;
    let plan = settings.search(SearchSettings::default().depth)?;
    let mut problem = prepared(&settings, source(&arguments.file)?)?;
    problem.purpose = Purpose::Evaluation;
    let problem = problem.solved()?;
    problem.needs_qubits("circuit")?;
    let (angles, depth) = arguments.angles_on(&problem, plan.ansatz)?;
    activity::doing("running the circuit layer by layer");
    let step = depth.div_ceil(SHOWN).max(1);
    let (found, state) = evaluate(&problem, &plan, &angles, step)?;
    talk.note_idle_ranks();
    if let Some(path) = &arguments.probs {
        // the number of each basis state, and its line of the text
        state.check_list(8 + line_of(&problem))?;
        write_output(path, probabilities_json(&problem, &state).as_bytes())?;
    }
    if talk.json {
        print_json(&SolveRecord {
            n: Some(problem.qubits()),
            norm: Some(state.norm()),
            ..outcome::record(&problem, &found, &plan)
        })?;
    } else if talk.quiet {
        let mut page = PrintedPage::default();
        let success = found.metrics.success_probability;
        page.line(success.map_or_else(|| "-".to_owned(), |p| p.to_string()));
        page.print()?;
    } else {
        outcome::page(&problem, &found, &plan).print()?;
    }
    Ok(ExitCode::SUCCESS)
}

impl EvaluateArguments {
    /// The angles that were asked for, in the shape of the ansatz, and the number of layers.
    ///
    /// # Errors
    /// Angles of another ansatz or another problem, and circuits deeper than any command runs.
    fn angles_on(&self, problem: &Problem, kind: AnsatzKind) -> Result<(Angles, usize)> {
        let parts = problem.ansatz_parts(kind)?;
        let shape = parts.as_ref().map_or(AngleShape::STANDARD, |parts| {
            kind.shape(parts.len(), problem.qubits())
        });
        let angles = match (&self.angles, &parts) {
            (Some(path), None) => angles_for(path, problem)?,
            (Some(path), Some(parts)) => {
                let of = (&problem.cost.polynomial, problem.puzzle.file.as_str());
                angles_of_parts(path, of, parts, shape)?
            }
            (None, _) => {
                let gammas = self.gammas.as_deref().unwrap_or_default();
                let betas = self.betas.as_deref().unwrap_or_default();
                let gammas = angle_list("--gammas", gammas)?.of_series(shape.groups);
                let betas = angle_list("--betas", betas)?.of_series(shape.mixers);
                match shape == AngleShape::STANDARD {
                    true => Angles::new(gammas, betas)?,
                    false => Angles::new_in(gammas, betas, shape)?,
                }
            }
        };
        let depth = angles.depth_in(shape);
        if depth > DEEPEST {
            let option = if self.angles.is_some() {
                "--angles"
            } else {
                "--gammas"
            };
            let remedy = format!("give those of at most {DEEPEST}");
            return Err(Error::argument(
                option,
                format!("found {depth} layers"),
                remedy,
            ));
        }
        Ok((angles, depth))
    }
}

/// The probability of every bitstring, character k of which is qubit k.
fn probabilities_json(problem: &Problem, state: &State) -> String {
    let mut text = String::with_capacity(state.states() * line_of(problem));
    text.push('{');
    for (index, probability) in (0..).zip(state.probabilities()) {
        let separator = if index == 0 { "" } else { "," };
        let bits = Bitstring::from_iter(problem.bits(index));
        let value = serde_json::Value::from(probability);
        text.push_str(&format!("{separator}\n\"{bits}\": {value}"));
    }
    text.push_str("\n}\n");
    text
}

/// Characters of a line of that text, at most.
fn line_of(problem: &Problem) -> usize {
    problem.qubits() + 40
}
