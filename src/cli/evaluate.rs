//! `ketboard evaluate`: QAOA on a puzzle at angles of your own, without a search.

use super::angles::{angles_for, angles_of_parts, ansatz_for};
use super::number::angle_list;
use super::options::{EvaluationOptions, TalkOptions};
use super::outcome;
use super::page::{PrintedPage, print_json};
use super::ready::needs_qubits;
use super::subject::with_solutions;
use super::words::probability;
use crate::Result;
use crate::experiment::SolveRecord;
use crate::pipeline::{AnsatzKind, Outcome, Problem, ReductionPlan, Truth, evaluate};
use ketboard_qaoa::{AngleShape, Angles, SearchSettings};
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
    #[command(flatten)]
    settings: EvaluationOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `ketboard evaluate`: QAOA at angles that are known, layer by layer.
pub(crate) fn run(arguments: &EvaluateArguments) -> Result<ExitCode> {
    let talk = &arguments.talk;
    talk.use_threads()?;
    let mut settings = arguments.settings.read()?;
    settings.ansatz = ansatz_for(arguments.angles.as_deref(), settings.ansatz)?;
    let plan = settings.search(SearchSettings::default().depth)?;
    let (problem, truth) =
        match with_solutions(&settings, &arguments.file, "circuit", plan.precision)? {
            Ok(ready) => ready,
            Err(no_solution) => return no_solution.report(talk),
        };
    needs_qubits(&problem, "circuit")?;
    problem.check_ground_states(&truth)?;
    let angles = arguments.angles_on(&problem, plan.ansatz)?;
    let found = evaluate(&problem, &truth, &plan, &angles)?;
    if talk.json {
        print_json(&SolveRecord {
            warning: outcome::warning_about(&problem, &found),
            ..SolveRecord::at_given_angles(&problem, &truth, &found, &plan)
        })?;
    } else if talk.quiet {
        let mut page = PrintedPage::default();
        let success = found.metrics.success_probability;
        page.line(success.map_or_else(|| "-".to_owned(), |p| p.to_string()));
        page.print()?;
    } else {
        page(&problem, &truth, &found, &settings.reduction()?).print()?;
    }
    Ok(ExitCode::SUCCESS)
}

impl EvaluateArguments {
    /// The angles that were asked for, in the shape of the ansatz.
    fn angles_on(&self, problem: &Problem, kind: AnsatzKind) -> Result<Angles> {
        let parts = problem.ansatz_parts(kind)?;
        let shape = parts.as_ref().map_or(AngleShape::STANDARD, |parts| {
            kind.shape(parts.len(), problem.qubits())
        });
        match (&self.angles, &parts) {
            (Some(path), None) => angles_for(path, problem),
            (Some(path), Some(parts)) => {
                let of = (&problem.cost.polynomial, problem.puzzle.file.as_str());
                angles_of_parts(path, of, parts, shape)
            }
            (None, _) => {
                let gammas = self.gammas.as_deref().unwrap_or_default();
                let betas = self.betas.as_deref().unwrap_or_default();
                let gammas = angle_list("--gammas", gammas)?.of_series(shape.groups);
                let betas = angle_list("--betas", betas)?.of_series(shape.mixers);
                if shape == AngleShape::STANDARD {
                    return Ok(Angles::new(gammas, betas)?);
                }
                Ok(Angles::new_in(gammas, betas, shape)?)
            }
        }
    }
}

/// What the command prints: a line for each layer, then what `solve` prints of its final state.
fn page(problem: &Problem, truth: &Truth, found: &Outcome, plan: &ReductionPlan) -> PrintedPage {
    let mut page = PrintedPage::default();
    outcome::add_subject(&mut page, (problem, truth), plan);
    outcome::add_given_angles(&mut page, found);
    outcome::add_probabilities(&mut page, (problem, truth), found);
    page.line("");
    page.line("Layers            ⟨C⟩   P(success)");
    for (layer, metrics) in found.layers.iter().enumerate() {
        let success = metrics.success_probability;
        let success = success.map_or_else(|| "-".to_owned(), probability);
        page.line(format_args!(
            "{layer:6}  {:13.4}   {success:>10}",
            metrics.expectation
        ));
    }
    outcome::add_likeliest(&mut page, problem, found);
    page
}
