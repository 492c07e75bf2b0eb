//! `ketboard export`: the reduced model for solvers, or its circuit at optimized or given angles,
//! or a job at several sets of them.

use super::activity;
use super::angles::AnglesFile;
use super::flags::in_text;
use super::hardware::{Hardware, HardwareOptions};
use super::options::{DepthOption, SearchOptions, TalkOptions, show_progress};
use super::product::FinishedText;
use super::registers;
use super::subject::{prepared, source};
use super::words::{plural, probability};
use crate::files::check_target;
use crate::pipeline::{
    AnsatzCircuit, AnsatzCounts, NamedParts, Problem, RegistersRecord, find_angles,
};
use crate::settings::{AnsatzKind, Settings};
use crate::{Error, Result};
use clap::builder::{PossibleValue, PossibleValuesParser};
use ketboard_circuits::{
    CIRCUIT_FORMATS, Candidate, Circuit, CircuitExport, CircuitFormat, CircuitHeader, Compiled,
    GateCount,
};
use ketboard_puzzles::{Ising, MODEL_FORMATS, ModelFile, ModelFormat, model_hash};
use ketboard_qaoa::{AngleShape, Angles};
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "A model is reduced by the paper's rules alone, whatever its width, unless --reduce or --target-qubits is given; a \
                  circuit goes on to 16 qubits where more remain. For a circuit give the same --reduce, --target-qubits, --weight, \
                  encodings, --registers and --mixer as for the angles."
)]
pub(crate) struct ExportArguments {
    /// A puzzle file, or a model in any format that this command writes
    file: PathBuf,
    /// The format: of a circuit, or of the model (json, dimod, qubo, lp, ising)
    #[arg(long, alias = "format", value_name = "FORMAT", overrides_with = "to", default_value = CIRCUIT_FORMATS[0].name, value_parser = formats())]
    to: String,
    /// A file with "gammas" and "betas", as `solve --json` writes it [default: optimize now]
    ///
    /// A record of a sweep (records.jsonl#RUN) and two lines of text are read, too. With --job the
    /// option may stand several times, for one job at several sets of angles, of any depths.
    #[arg(long, value_name = "RESULT.json")]
    angles: Vec<PathBuf>,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT", help_heading = "Output")]
    output: Option<PathBuf>,
    #[command(flatten)]
    hardware: HardwareOptions,
    #[command(flatten)]
    settings: SearchOptions,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    talk: TalkOptions,
}

/// The formats of circuits and of models.
fn formats() -> PossibleValuesParser {
    let circuits = CIRCUIT_FORMATS.iter().map(|f| (f.name, f.about));
    let all = circuits.chain(MODEL_FORMATS.iter().map(|f| (f.name, f.about)));
    PossibleValuesParser::new(
        all.map(|(name, about)| PossibleValue::new(name).help(in_text(about))),
    )
}

/// Runs `ketboard export`: the model, or the ansatz at given or searched angles, as a circuit or a
/// job.
pub(crate) fn run(arguments: &ExportArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let settings = arguments.settings.read()?;
    let model_format = MODEL_FORMATS.iter().find(|f| f.name == arguments.to);
    let source = source(&arguments.file)?;
    let settings = match (model_format, &source.energies) {
        (Some(_), None) => settings.by_the_paper_alone(),
        (None, _) | (_, Some(_)) => settings,
    };
    let problem = prepared(&settings, source.clone())?;
    let of_puzzle = || ModelFile::new(&problem.puzzle.model, &problem.reduction, &problem.cost);
    let model = source.energies.unwrap_or_else(of_puzzle);
    let finished = match model_format {
        Some(format) => arguments.model(format, &model)?,
        None => arguments.circuits(&settings, &problem, &model)?,
    };
    finished.deliver(arguments.output.as_deref(), &arguments.talk)?;
    Ok(ExitCode::SUCCESS)
}

impl ExportArguments {
    /// The model in a format that solvers read.
    fn model(&self, format: &ModelFormat, model: &ModelFile) -> Result<FinishedText> {
        if !self.angles.is_empty() {
            let found = format!("{} holds the model, which has no angles", format.name);
            return Err(Error::argument("--angles", found, "leave it out"));
        }
        let text = (format.write)(model)?.into_bytes();
        let n = model.polynomial().n();
        Ok(FinishedText {
            text,
            summary: format!("{}, format {}", plural(n as u64, "qubit"), format.name),
            about: json!({"n": n, "format": format.name}),
        })
    }

    /// The circuit at each set of angles, in one text.
    fn circuits(
        &self,
        settings: &Settings,
        problem: &Problem,
        model: &ModelFile,
    ) -> Result<FinishedText> {
        let format = CircuitFormat::named(&self.to)?;
        let hardware = self.hardware.chosen(format, settings.seed)?;
        problem.needs_qubits("circuit")?;
        check_degree(problem)?;
        let n = problem.qubits();
        format.check(n, hardware.device())?;
        if let Some(path) = &self.output {
            check_target(path)?;
        }
        let kind = AnglesFile::ansatz_of(&self.angles, settings.ansatz)?;
        if self.angles.len() > 1 && !hardware.is_job() {
            let found = format!("{} sets of angles for one circuit", self.angles.len());
            let remedy = "add --job and --backend, whose body takes several sets, or give one";
            return Err(Error::argument("--angles", found, remedy));
        }
        let parts = problem.ansatz_parts(kind)?;
        let (gates, shape) = match &parts {
            None => (problem.ansatz_circuit()?, AngleShape::STANDARD),
            Some(parts) => {
                check_format(format, kind)?;
                let gates = AnsatzCircuit::in_parts(&problem.cost.polynomial, parts, kind)?;
                (gates, kind.shape(parts.len(), n))
            }
        };
        let angles = match &self.angles[..] {
            [] => vec![self.optimized(settings, problem)?],
            paths => {
                let read = |path: &PathBuf| AnglesFile::read(path)?.on(problem, kind);
                paths.iter().map(read).collect::<Result<_>>()?
            }
        };
        let parts = parts.as_ref().map(|parts| (kind, parts));
        let header = header(problem, model);
        let set = |angles| CircuitSet::new(angles, shape, &header, (&gates, parts), &hardware);
        let sets: Vec<CircuitSet> = angles.iter().map(set).collect::<Result<_>>()?;
        let again = |angles: &Angles| Ok(gates.circuit(angles));
        let exports = sets.iter().map(|set| CircuitExport {
            ansatz: parts.is_none().then_some(&again),
            ..CircuitExport::new(&set.circuit, &set.header)
        });
        let exports: Vec<CircuitExport<'_>> = exports.collect();
        let mut about = Map::from_iter([
            ("format".to_owned(), format.name.into()),
            ("qubits".to_owned(), n.into()),
        ]);
        let depths: Vec<String> = sets.iter().map(|set| set.depth.to_string()).collect();
        let (told, place) = match &sets[..] {
            [set] => {
                about.extend(set.about.clone());
                (format!("depth {}", depths[0]), set.place.clone())
            }
            several => {
                let each: Value = several.iter().map(|set| set.about.clone()).collect();
                about.insert("sets".to_owned(), each);
                let (number, depths) = (sets.len(), depths.join(", "));
                let place = several[0].place.replacen("; ", "; the first ", 1);
                (format!("{number} sets of angles, depths {depths}"), place)
            }
        };
        if let Some(name) = hardware.name() {
            about.insert("backend".to_owned(), name.into());
        }
        about.extend(
            RegistersRecord::of(problem)
                .iter()
                .flat_map(RegistersRecord::keys),
        );
        if let Some((kind, parts)) = parts {
            about.insert("ansatz".to_owned(), kind.name().into());
            about.insert("groups".to_owned(), names(parts).into());
        }
        about.insert("gates".to_owned(), gates_json(&gates.counts()));
        Ok(FinishedText {
            text: hardware.text(format, &exports)?.into_bytes(),
            summary: format!(
                "{}, {told}, format {}{place}",
                plural(n as u64, "qubit"),
                format.name
            ),
            about: about.into(),
        })
    }

    /// The angles of the deepest depth of a search, where none were given.
    fn optimized(&self, settings: &Settings, problem: &Problem) -> Result<Angles> {
        let plan = settings.search(self.depth.depth)?.for_problem(problem);
        let ansatz = problem.ansatz_of(plan.ansatz, plan.precision)?.ansatz;
        let bar = self.talk.progress_bar(problem.qubits(), &plan);
        let mut stages = find_angles(&ansatz, &plan, &|progress| {
            show_progress(&bar, progress);
            ControlFlow::Continue(())
        })?;
        bar.finish_and_clear();
        activity::doing("writing the circuit");
        Ok(stages.pop().map(|stage| stage.angles).unwrap_or_default())
    }
}

/// The circuit at one set of angles, and what is said of it.
struct CircuitSet {
    depth: usize,
    header: CircuitHeader,
    circuit: Circuit,
    /// Where it is placed, for people.
    place: String,
    about: Map<String, Value>,
}

impl CircuitSet {
    /// # Errors
    /// If the circuit does not fit the device.
    fn new(
        angles: &Angles,
        shape: AngleShape,
        header: &CircuitHeader,
        (gates, parts): (&AnsatzCircuit, Option<(AnsatzKind, &NamedParts)>),
        hardware: &Hardware,
    ) -> Result<Self> {
        let depth = angles.depth_in(shape);
        let mut header = CircuitHeader {
            angles: angles.clone(),
            shape,
            ..header.clone()
        };
        let mut about = Map::from_iter([
            ("depth".to_owned(), depth.into()),
            ("gammas".to_owned(), angles.gammas.clone().into()),
            ("betas".to_owned(), angles.betas.clone().into()),
        ]);
        if let Some((kind, parts)) = parts {
            let names = names(parts).join(", ");
            let note = format!("ansatz {kind}: a series of {depth} gammas for each of {names}");
            header.notes.push(note);
        }
        if header.mixer.is_some() {
            header.notes.push(gates_line(&gates.counts()));
        }
        let mut place = String::new();
        let circuit = match hardware.compiled(&gates.program(angles))? {
            None => gates.circuit(angles),
            Some(compiled) => {
                let route = route(&compiled, hardware);
                place = format!("; {route}");
                let starts = &compiled.placement;
                let note = format!("{route}; variables start on qubits {starts:?}");
                header.notes.push(note);
                about.extend(candidate_keys(&compiled.chosen));
                about.insert("placement".to_owned(), starts.clone().into());
                about.insert("measured".to_owned(), compiled.circuit.measured().into());
                let candidates = compiled.candidates.iter().map(candidate_keys);
                about.insert("candidates".to_owned(), candidates.collect());
                compiled.circuit
            }
        };
        Ok(Self {
            depth,
            header,
            circuit,
            place,
            about,
        })
    }
}

/// The names of the parts of an ansatz.
fn names(parts: &NamedParts) -> Vec<&str> {
    parts.iter().map(|(name, _)| name.as_str()).collect()
}

/// In which way a circuit was placed on a device, in words.
fn route(compiled: &Compiled, hardware: &Hardware) -> String {
    let chosen = &compiled.chosen;
    let fidelity = chosen.estimated_fidelity.map_or(String::new(), |f| {
        format!(", estimated fidelity {}", probability(f))
    });
    format!(
        "on {} by {}: {} of its two-qubit gates in depth {}{fidelity}",
        hardware.name().unwrap_or_default(),
        chosen.method.name(),
        chosen.two_qubit_gates,
        chosen.two_qubit_depth,
    )
}

/// What programs are told of a way to place a circuit.
fn candidate_keys(candidate: &Candidate) -> Map<String, Value> {
    let mut keys = Map::from_iter([
        ("method".to_owned(), candidate.method.name().into()),
        (
            "two_qubit_gates".to_owned(),
            candidate.two_qubit_gates.into(),
        ),
        (
            "two_qubit_depth".to_owned(),
            candidate.two_qubit_depth.into(),
        ),
    ]);
    if let Some(fidelity) = candidate.estimated_fidelity {
        keys.insert("estimated_fidelity".to_owned(), fidelity.into());
    }
    keys
}

/// The gates of the parts of the ansatz, where all qubits are coupled.
pub(crate) fn gates_json(counts: &AnsatzCounts) -> Value {
    let count = |count: &GateCount| json!({"one_qubit": count.one_qubit, "cx": count.two_qubit});
    json!({
        "start": count(&counts.prepare),
        "cost_layer": count(&counts.cost),
        "mixer_layer": count(&counts.mixer),
    })
}

/// The same in a line.
pub(crate) fn gates_line(counts: &AnsatzCounts) -> String {
    let [start, cost, mixer] =
        [&counts.prepare, &counts.cost, &counts.mixer].map(|count| count.two_qubit);
    format!(
        "where all qubits are coupled: {start} CX to the start, {cost} in a cost layer, {mixer} in a mixer layer"
    )
}

/// # Errors
/// If a product has so many variables that its 2^degree products of spins would fill the memory.
fn check_degree(problem: &Problem) -> Result<()> {
    let (degree, limit) = (problem.cost.polynomial.degree(), Ising::DEGREE_LIMIT);
    if degree <= limit {
        return Ok(());
    }
    let found = format!("a product of {degree} variables becomes 2^{degree} rotations");
    let remedy = format!("circuits take products of at most {limit} variables");
    Err(Error::input(&problem.puzzle.file, None, found, remedy))
}

/// # Errors
/// If the format writes the angles of a layer by name, of which there are two only.
fn check_format(format: &CircuitFormat, kind: AnsatzKind) -> Result<()> {
    if format.name != "qasm3-param" {
        return Ok(());
    }
    let name = format.name;
    let found = format!("{name} names one gamma and one beta for each layer, and {kind} has more");
    let remedy = "use --to qasm3, which writes the angles as numbers";
    Err(Error::argument("--to", found, remedy))
}

/// What a file with counts of Qiskit's in it is read by.
pub(crate) const QISKITS_ORDER: &str = "read them with --bit-order qubit0-right";

/// What the file says of a puzzle or model: its name, how it was reduced and encoded, and how each
/// cell is read off the qubits.
fn header(problem: &Problem, model: &ModelFile) -> CircuitHeader {
    let puzzle = &problem.puzzle;
    let named = model.cell_texts();
    let mut cells: Vec<_> = named.map(|(name, text)| (name.to_owned(), text)).collect();
    if cells.is_empty() {
        let names = (0..problem.qubits()).map(|k| format!("x{k}"));
        cells = names.map(|name| (name.clone(), name)).collect();
    }
    let options = match problem.is_model() {
        true => "a model without rules: no board, no reduction".to_owned(),
        false => format!(
            "family {}; reduction: {}; {}",
            puzzle.family,
            problem.settings.reduction_in_words(),
            problem.encodings
        ),
    };
    let auxiliaries = model.auxiliaries().iter();
    let auxiliaries =
        auxiliaries.map(|(qubit, meaning)| format!("x{qubit} is auxiliary: {meaning}"));
    CircuitHeader {
        puzzle: puzzle.name.clone(),
        file: puzzle.file.clone(),
        model_hash: model_hash(&problem.cost.polynomial),
        mixer: problem.registers.as_ref().map(|known| known.mixer),
        cells,
        notes: std::iter::once(options)
            .chain(auxiliaries)
            .chain(registers::notes(problem))
            .collect(),
        counts_in_qiskits_order: Some(QISKITS_ORDER.to_owned()),
        ..CircuitHeader::default()
    }
}
