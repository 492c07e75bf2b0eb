//! What the laboratory costs around the simulator: `cargo bench --bench lab`.
//!
//! A plan of 12-qubit models and puzzles is swept on one thread, into a folder on the disk, and the same runs are made without it:
//! `find_angles` to the same depth, and `measure` at every depth. The two alternate in one process, fifteen times each; what is told is the
//! median of the ratios of neighbors, and the ratio of the processor's time of all rounds, which a busy machine does not disturb (Linux tells it). The goal is less than 5 % with records as they are by default for models. What puzzles' records hold beyond them, and with
//! layers, is told too: it is more than the simulator's numbers, and takes its own time.

use ketboard::encode::ModelFile;
use ketboard::export::MODEL_FORMATS;
use ketboard::lab::{
    Axes, Contents, Input, Laboratory, LayersOf, Plan, Source, Subject, SubjectKind, hear_nothing,
};
use ketboard::optimize::{Settings, go_on};
use ketboard::pipeline::{SearchPlan, Truth, find_angles, measure};
use ketboard::sim::Purpose;
use std::path::Path;
use std::time::Instant;

const DEPTH: usize = 6;
const ROUNDS: usize = 15;

fn main() {
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global()
        .expect("no pool was made before");
    println!(
        "{:28} {:>12} {:>12} {:>9} {:>10}  goal",
        "12 qubits, depths 1 to 6", "alone ms", "sweep ms", "overhead", "processor"
    );
    let puzzles = ["queens-4x4", "tango-6x6", "n-queens-5x5"].map(puzzle);
    let models = puzzles.clone().map(|source| model_of(&source));
    let plain = Contents::default();
    let closed = Contents {
        baselines: false,
        ..plain
    };
    let layers = Contents {
        layers: LayersOf::All,
        ..plain
    };
    compare("models", &models, plain, "5 %");
    compare("puzzles, no baselines", &puzzles, closed, "");
    compare("puzzles", &puzzles, plain, "");
    compare("puzzles, every layer", &puzzles, layers, "");
}

fn puzzle(name: &str) -> Source {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    Source::read(&folder.join(format!("{name}.toml"))).expect("a shipped puzzle")
}

/// The model of a puzzle at 12 qubits.
fn model_of(source: &Source) -> Source {
    let subject = subject(source);
    let SubjectKind::Puzzle(puzzle) = &subject.kind else {
        unreachable!("the sources are puzzles")
    };
    let problem = &puzzle.0;
    let model = ModelFile::new(&problem.puzzle.model, &problem.reduction, &problem.cost);
    let mut text = Vec::new();
    (MODEL_FORMATS[0].write)(&model, &mut text).expect("a list of bytes takes any text");
    Source {
        name: source.name.clone(),
        file: source.file.clone(),
        input: Input::Model(String::from_utf8(text).expect("models are text")),
    }
}

fn axes(source: &Source) -> Axes {
    let mut axes = Axes::default();
    if matches!(source.input, Input::Puzzle(_)) {
        axes.set("target_qubits", vec!["12".to_owned()])
            .expect("a number of qubits");
    }
    axes
}

fn subject(source: &Source) -> Subject {
    let setting = &axes(source).settings()[0];
    let prepared = Subject::prepare(source, setting).expect("a shipped puzzle fits");
    prepared.expect("a shipped puzzle has a solution")
}

fn compare(what: &str, sources: &[Source], contents: Contents, goal: &str) {
    let plan = Plan {
        name: what.to_owned(),
        sources: sources.to_vec(),
        axes: axes(&sources[0]),
        depths: (1..=DEPTH).collect(),
        contents,
    };
    let laboratory = Laboratory::new(plan).expect("shipped puzzles");
    let laboratory = laboratory.expect("shipped puzzles have solutions");
    let subjects: Vec<Subject> = sources.iter().map(subject).collect();
    let (mut alones, mut sweeps, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let (mut work_alone, mut work) = (0.0, 0.0);
    for _ in 0..ROUNDS {
        let start = processor();
        let without = seconds(|| subjects.iter().for_each(alone));
        let middle = processor();
        let folder = tempfile::tempdir().expect("a folder");
        let with = seconds(|| {
            laboratory
                .run(folder.path(), 1, &hear_nothing)
                .expect("the folder can be written");
        });
        work_alone += middle - start;
        work += processor() - middle;
        alones.push(without);
        sweeps.push(with);
        ratios.push(with / without);
    }
    println!(
        "{what:28} {:>12.1} {:>12.1} {:>8.1}% {:>9.1}%  {goal}",
        1e3 * median(alones),
        1e3 * median(sweeps),
        100.0 * (median(ratios) - 1.0),
        100.0 * (work / work_alone - 1.0)
    );
}

/// The processor's time that this process took so far, in hundredths of a second; 0 where the system does not tell.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // after the name in parentheses: state, then numbers; the 12th and 13th are the user's and the system's time
    let numbers = stat.rsplit(')').next().unwrap_or_default();
    let times = numbers.split_whitespace().skip(11).take(2);
    times.filter_map(|time| time.parse::<f64>().ok()).sum()
}

fn median(mut list: Vec<f64>) -> f64 {
    list.sort_by(f64::total_cmp);
    list[list.len() / 2]
}

/// The simulator's part of a chain: angles to every depth, and the numbers of each state.
fn alone(subject: &Subject) {
    let plan = SearchPlan {
        settings: Settings {
            depth: DEPTH,
            ..Settings::default()
        },
        shots: 1024,
        ..SearchPlan::default()
    };
    let unknown = Truth::unknown();
    let (diagonal, truth) = match &subject.kind {
        SubjectKind::Puzzle(puzzle) => (puzzle.0.diagonal(), &puzzle.1),
        SubjectKind::Model(model) => (model.diagonal(Purpose::Gradient), &unknown),
    };
    let diagonal = diagonal.expect("12 qubits fit");
    for stage in find_angles(&diagonal, &plan, &go_on).expect("energies are finite") {
        measure(&diagonal, truth, &stage.angles).expect("12 qubits fit");
    }
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}
