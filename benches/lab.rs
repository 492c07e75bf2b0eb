//! What a sweep costs around the simulator: `cargo bench --bench lab`.
//!
//! Puzzles at 12 qubits are swept on one thread by the program, into a folder on the disk, and the
//! same searches are made through the library without it: the angles to the same depth, and the
//! numbers of the state at every depth. The two alternate, fifteen times each; what is told is the
//! median of the ratios of neighbors. The start of the program's process is part of the sweep's
//! time. The goal is less than 5 % without baselines; what records hold beyond the simulator's
//! numbers takes its own time and is told, too.

use ketboard::{Options, Problem, Puzzle};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

const DEPTH: usize = 6;
const ROUNDS: usize = 15;
const PUZZLES: [&str; 3] = ["queens-4x4", "tango-6x6", "n-queens-5x5"];

fn main() {
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global()
        .expect("no pool was made before");
    println!(
        "{:28} {:>12} {:>12} {:>9}  goal",
        "12 qubits, depths 1 to 6", "alone ms", "sweep ms", "overhead"
    );
    compare("puzzles, no baselines", "baselines = false", "5 %");
    compare("puzzles", "", "");
    compare("puzzles, every layer", "layers = \"all\"", "");
}

fn options() -> Options {
    Options::default().target_qubits(12).depth(DEPTH)
}

fn file(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    folder.join(format!("{name}.toml")).display().to_string()
}

fn compare(what: &str, contents: &str, goal: &str) {
    let problems = PUZZLES.map(|name| {
        let puzzle = Puzzle::read(file(name)).expect("a shipped puzzle");
        puzzle.problem(&options()).expect("it has a solution")
    });
    let folder = tempfile::tempdir().expect("a folder");
    let plan = format!(
        "puzzles = {:?}\ntarget_qubits = 12\ndepths = \"1..{DEPTH}\"\n[record]\n{contents}\n",
        PUZZLES.map(file)
    );
    let plan_file = folder.path().join("plan.toml");
    std::fs::write(&plan_file, plan).expect("the folder can be written");
    let (mut alones, mut sweeps, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let without = seconds(|| problems.iter().for_each(alone));
        let out = folder.path().join(round.to_string());
        let with = seconds(|| {
            let status = Command::new(env!("CARGO_BIN_EXE_ketboard"))
                .arg("sweep")
                .arg(&plan_file)
                .arg("--out")
                .arg(&out)
                .args(["--quiet", "--no-plots", "--threads", "1"])
                .status()
                .expect("the program starts");
            assert!(status.success(), "{status}");
        });
        alones.push(without);
        sweeps.push(with);
        ratios.push(with / without);
    }
    println!(
        "{what:28} {:>12.1} {:>12.1} {:>8.1}%  {goal}",
        1e3 * median(alones),
        1e3 * median(sweeps),
        100.0 * (median(ratios) - 1.0)
    );
}

fn median(mut list: Vec<f64>) -> f64 {
    list.sort_by(f64::total_cmp);
    list[list.len() / 2]
}

/// The simulator's part of a chain: angles to every depth, and the numbers of each state.
fn alone(problem: &Problem) {
    let run = problem.clone().solve(&options()).expect("12 qubits fit");
    for stage in run.stages() {
        problem.at(&stage.angles).expect("12 qubits fit");
    }
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}
