//! `ketboard export`: the reduced model for solvers, or its circuit at optimized or given angles,
//! or a job at several sets of them.

use super::angles::angles_of;
use super::flags::in_text;
use super::hardware::{Hardware, HardwareOptions};
use super::options::{AnsatzOptions, DepthOption, TalkOptions};
use super::page::FinishedText;
use super::registers;
use super::stopping;
use super::subject::{prepared, source};
use super::words::plural;
use crate::files::{check_target, write_output};
use crate::json::extend;
use crate::page::short;
use crate::pipeline::{AnsatzCircuit, Problem, find_angles, registers_record};
use crate::settings::AnsatzKind;
use crate::{Error, Result};
use clap::builder::{PossibleValue, PossibleValuesParser};
use ketboard_circuits::{
    Candidate, Circuit, CircuitExport, CircuitFormat, CircuitHeader, Compiled,
};
use ketboard_puzzles::{ModelFile, ModelFormat, Puzzle};
use ketboard_qaoa::{Angles, search::Callback};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct ExportArguments {
    /// A puzzle file, or a model as this command writes it with `--to json`
    file: PathBuf,
    /// The format: of a circuit, or of the model (json, dimod, qubo, lp, ising)
    #[arg(long, alias = "format", value_name = "FORMAT", overrides_with = "to", default_value = CircuitFormat::ALL[0].name, value_parser = formats())]
    to: String,
    /// A file with "gammas" and "betas", as `solve --json` writes it [default: optimize now]
    ///
    /// A record of a sweep (records.jsonl#RUN) and two lines of text are read, too. With --job the
    /// option may be given several times, for one job at several sets of angles, of any depths.
    #[arg(long, value_name = "RESULT.json")]
    angles: Vec<PathBuf>,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT", help_heading = "Output")]
    output: Option<PathBuf>,
    #[command(flatten)]
    hardware: HardwareOptions,
    #[command(flatten)]
    settings: AnsatzOptions,
    #[command(flatten)]
    depth: DepthOption,
}

/// The formats of circuits and of models.
fn formats() -> PossibleValuesParser {
    let circuits = CircuitFormat::ALL.iter().map(|f| (f.name, f.about));
    let all = circuits.chain(ModelFormat::ALL.iter().map(|f| (f.name, f.about)));
    PossibleValuesParser::new(
        all.map(|(name, about)| PossibleValue::new(name).help(in_text(about))),
    )
}

/// Runs `ketboard export`: the model, or the ansatz at given or searched angles, as a circuit or a
/// job.
pub(crate) fn run(arguments: &ExportArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let settings = arguments.settings.0.clone();
    let model_format = ModelFormat::ALL.iter().find(|f| f.name == arguments.to);
    let source = source(&arguments.file)?;
    let settings = match (model_format, &source.energies) {
        (Some(_), None) => settings.by_the_paper_alone(),
        (None, _) | (_, Some(_)) => settings,
    };
    let problem = prepared(&settings, source.clone())?;
    let of_puzzle = || ModelFile::new(&problem.puzzle.model, &problem.reduction, &problem.cost);
    let model = source.energies.unwrap_or_else(of_puzzle);
    let finished = match model_format {
        Some(_) if !arguments.angles.is_empty() => {
            let found = format!("{} holds the model, which has no angles", arguments.to);
            return Err(Error::setting("angles", found, "leave it out"));
        }
        Some(format) => {
            let (text, n) = ((format.write)(&model)?.into_bytes(), model.polynomial.n());
            FinishedText {
                text,
                summary: format!("{}, format {}", plural(n as u64, "qubit"), format.name),
                about: json!({"n": n, "format": format.name}),
            }
        }
        None => arguments.circuits(&problem, &model, talk)?,
    };
    finished.deliver(arguments.output.as_deref(), talk)
}

impl ExportArguments {
    /// The circuit at each set of angles, in one text.
    fn circuits(
        &self,
        problem: &Problem,
        model: &ModelFile,
        talk: &TalkOptions,
    ) -> Result<FinishedText> {
        let (n, settings) = (problem.qubits(), &problem.settings);
        let format = CircuitFormat::named(&self.to)?;
        let hardware = self.hardware.chosen(format, settings.seed)?;
        problem.needs_qubits("circuit")?;
        format.check(n, hardware.device())?;
        self.output.as_deref().map_or(Ok(()), check_target)?;
        let kind = settings.ansatz;
        if self.angles.len() > 1 && hardware.job.is_none() {
            let found = format!("{} sets of angles for one circuit", self.angles.len());
            let remedy = "add `job` and `backend`: a job takes several sets";
            return Err(Error::setting("angles", found, remedy));
        }
        if kind != AnsatzKind::Standard && format.name == "qasm3-param" {
            let found = format!("qasm3-param names one γ and one β a layer, and {kind} has more");
            return Err(Error::argument("--to", found, "use --to qasm3"));
        }
        let gates = problem.ansatz_circuit_of(kind)?;
        let angles = match &self.angles[..] {
            [] => vec![self.optimized(problem, talk)?],
            paths => {
                let read = |path: &PathBuf| angles_of(path, problem, kind);
                paths.iter().map(read).collect::<Result<_>>()?
            }
        };
        let parts = problem.ansatz_parts(kind)?;
        let names = |parts: Vec<_>| parts.into_iter().map(|(name, _)| name).collect();
        let groups: Option<Vec<String>> = parts.map(names);
        let mut header = problem.circuit_header(model);
        header.counts_in_qiskits_order = Some(QISKITS_ORDER.to_owned());
        header.notes.extend(registers::notes(problem));
        header.shape = problem.angle_shape(kind)?;
        header.notes.extend(groups.iter().map(|groups| {
            let groups = groups.join(", ");
            format!("ansatz {kind}: a series of γ for each of {groups}")
        }));
        let is_mixed = header.mixer.is_some();
        let of_gates = is_mixed.then(|| gates_line(&gates));
        header.notes.extend(of_gates);
        let set = |angles| CircuitSet::new(angles, &header, &gates, &hardware);
        let sets: Vec<CircuitSet> = angles.iter().map(set).collect::<Result<_>>()?;
        let again = |angles: &Angles| Ok(gates.circuit(angles));
        let exports = sets.iter().map(|set| CircuitExport {
            ansatz: groups.is_none().then_some(&again),
            device: hardware.device(),
            fractional: hardware.settings.fractional,
            ..CircuitExport::new(&set.circuit, &set.header)
        });
        let exports: Vec<CircuitExport<'_>> = exports.collect();
        let mut about = json!({"format": format.name, "qubits": n});
        let each: Vec<&Value> = sets.iter().map(|set| &set.about).collect();
        match each[..] {
            [one] => extend(&mut about, one),
            _ => about["sets"] = json!(each),
        }
        extend(&mut about, registers_record(problem));
        let of_kind = json!({
            "backend": hardware.name(),
            "ansatz": groups.as_ref().map(|_| kind.name()),
            "groups": groups,
            "gates": gates_json(&gates),
        });
        extend(&mut about, of_kind);
        let depths: Vec<String> = each
            .iter()
            .map(|about| about["depth"].to_string())
            .collect();
        let (qubits, depths) = (plural(n as u64, "qubit"), depths.join(", "));
        let (format_name, place) = (format.name, &sets[0].place);
        Ok(FinishedText {
            text: hardware.text(format, &exports)?.into_bytes(),
            summary: format!("{qubits}, depth {depths}, format {format_name}{place}"),
            about,
        })
    }

    /// The angles of the deepest depth of a search, where none were given.
    fn optimized(&self, problem: &Problem, talk: &TalkOptions) -> Result<Angles> {
        let plan = problem.settings.search(self.depth.depth)?;
        let plan = plan.for_problem(problem);
        let ansatz = problem.ansatz_of(plan.ansatz, plan.precision)?.ansatz;
        let search = |callback: Callback<'_>| find_angles(&ansatz, &plan, callback);
        let mut stages = talk.search(problem, &plan, search)?;
        if stopping::is_asked() {
            Err(Error::STOPPED)
        } else {
            Ok(stages.pop().map(|stage| stage.angles).unwrap_or_default())
        }
    }
}

/// The circuit at one set of angles, and what is said of it.
struct CircuitSet {
    header: CircuitHeader,
    circuit: Circuit,
    /// Where it is placed, for people.
    place: String,
    about: Value,
}

impl CircuitSet {
    /// # Errors
    /// If the circuit does not fit the device.
    fn new(
        angles: &Angles,
        header: &CircuitHeader,
        gates: &AnsatzCircuit,
        hardware: &Hardware,
    ) -> Result<Self> {
        let mut header = header.clone();
        header.angles = angles.clone();
        let depth = angles.depth_in(header.shape);
        let mut about = json!({"depth": depth, "gammas": angles.gammas, "betas": angles.betas});
        let mut place = String::new();
        let circuit = match hardware.compiled(&gates.program(angles))? {
            None => gates.circuit(angles),
            Some(compiled) => {
                let route = route(&compiled, hardware);
                place = format!("; {route}");
                let starts = &compiled.placement;
                let note = format!("{route}; variables start on qubits {starts:?}");
                header.notes.push(note);
                extend(&mut about, keys_of(&compiled.chosen));
                about["placement"] = json!(starts);
                about["measured"] = json!(compiled.circuit.measured());
                about["candidates"] = compiled.candidates.iter().map(keys_of).collect();
                compiled.circuit
            }
        };
        Ok(Self {
            header,
            circuit,
            place,
            about,
        })
    }
}

/// In which way a circuit was placed on a device, in words.
fn route(compiled: &Compiled, hardware: &Hardware) -> String {
    let chosen = &compiled.chosen;
    let fidelity = chosen.estimated_fidelity;
    let fidelity = fidelity.map_or(String::new(), |f| {
        format!(", estimated fidelity {}", short(f))
    });
    format!(
        "on {} by {}: {} of its two-qubit gates in depth {}{fidelity}",
        hardware.name().unwrap_or_default(),
        chosen.method.name(),
        chosen.two_qubit_gates,
        chosen.two_qubit_depth,
    )
}

/// The keys of a way to place a circuit.
fn keys_of(candidate: &Candidate) -> Value {
    json!({
        "method": candidate.method.name(),
        "two_qubit_gates": candidate.two_qubit_gates,
        "two_qubit_depth": candidate.two_qubit_depth,
        "estimated_fidelity": candidate.estimated_fidelity,
    })
}

/// The CX gates of the parts of the ansatz, where all qubits are coupled.
pub(crate) fn gates_json(gates: &AnsatzCircuit) -> Value {
    let [start, cost, mixer] = gates.cx_gates();
    json!({"start": {"cx": start}, "cost_layer": {"cx": cost}, "mixer_layer": {"cx": mixer}})
}

/// The same in a line.
pub(crate) fn gates_line(gates: &AnsatzCircuit) -> String {
    let [start, cost, mixer] = gates.cx_gates();
    format!(
        "where all qubits are coupled: {start} CX to the start, {cost} in a cost layer, {mixer} in a mixer layer"
    )
}

/// What a file with counts of Qiskit's in it is read by.
const QISKITS_ORDER: &str = "read them with --bit-order qubit0-right";

/// Writes a circuit that is no ansatz, as OpenQASM 3, with notes in its header.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write_qasm(
    path: &Path,
    (title, puzzle): (&str, &Puzzle),
    notes: Vec<String>,
    circuit: &Circuit,
) -> Result<()> {
    let header = CircuitHeader {
        title: Some(title.to_owned()),
        puzzle: puzzle.name.clone(),
        file: puzzle.file.clone(),
        notes,
        counts_in_qiskits_order: Some(QISKITS_ORDER.to_owned()),
        ..CircuitHeader::default()
    };
    let text = CircuitFormat::ALL[0].text(&CircuitExport::new(circuit, &header))?;
    write_output(path, text.as_bytes())
}
