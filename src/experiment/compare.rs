//! The records of a comparison, a line an algorithm and setting, and its two plots: success against
//! calls and against depth.

use super::pictures::{space, summed_of};
use super::registers::RegistersRecord;
use crate::error::Result;
use crate::files::write_whole;
use crate::pipeline::{Comparison, Contest, Contestant, Judge, Problem};
use crate::plots::{self, ContestPoint, ContestSeries, Guessing, Heading, SuccessAgainstCost};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The numbers of one algorithm at one setting. A number that was not computed, or that there is
/// not, is absent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct ContestRecord {
    /// The stem of the puzzle's file.
    pub name: String,
    /// The puzzle's family; absent for a model without rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The algorithm, by the name that it has in the legend.
    pub algorithm: String,
    /// The number of QAOA layers p; absent for other algorithms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// The number of iterations of Grover's search; absent for other algorithms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Sweeps of a restart of annealing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweeps: Option<u64>,
    /// The probability that a run ends at a board that obeys all rules and is best where boards
    /// differ in value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_probability: Option<f64>,
    /// The 95 % confidence interval of a measured success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence_interval: Option<(f64, f64)>,
    /// In how many runs it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured_runs: Option<u64>,
    /// Looks at the rules in one run, on the average.
    pub calls: f64,
    /// Evaluations of ⟨C⟩ that found the angles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angle_evaluations: Option<u64>,
    /// Runs of which one succeeds with probability 0.99.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs_to_99: Option<u64>,
    /// Calls of these runs together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls_to_99: Option<f64>,
    /// Qubits of the circuit, ancillas included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qubits: Option<usize>,
    /// How many of the qubits are ancillas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ancillas: Option<usize>,
    /// Depth of the circuit over one-qubit gates and CX.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub circuit_depth: Option<usize>,
    /// How many CX gates the circuit has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub two_qubit_gates: Option<usize>,
    /// The seed of angles and restarts.
    pub seed: u64,
    /// The program's version.
    pub version: String,
}

/// The object of `compare --json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct ComparisonRecord {
    /// Qubits after the reduction.
    pub qubits: usize,
    /// How many candidates there are.
    pub search_space: f64,
    /// How many of them Grover search marks.
    pub marked: usize,
    /// How many solutions there are.
    pub solutions: usize,
    /// The gates over which depths and CX are counted.
    pub gate_set: &'static str,
    /// Probability that a uniformly random candidate is a solution.
    pub random_success_probability: f64,
    /// The algorithms, each at its setting.
    pub algorithms: Vec<ContestRecord>,
    /// The seed of angles and restarts.
    pub seed: u64,
    /// The puzzle's family; absent for a model without rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The puzzle's name.
    pub name: String,
    /// The best value, where boards differ in value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_value: Option<f64>,
    /// The registers, where the states are theirs.
    #[serde(flatten)]
    pub registers: Option<RegistersRecord>,
    /// The program's version.
    pub version: &'static str,
    /// Seconds from the start of the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_s: Option<f64>,
}

impl ComparisonRecord {
    /// The gates over which depths and CX are counted.
    pub(crate) const GATE_SET: &'static str = "one-qubit gates and CX";

    /// A comparison, without the time that it took.
    pub(crate) fn of(problem: &Problem, comparison: &Comparison, seed: u64) -> Self {
        Self {
            qubits: comparison.qubits,
            search_space: comparison.space,
            marked: comparison.marked,
            solutions: comparison.solutions,
            gate_set: Self::GATE_SET,
            random_success_probability: comparison.random_guess(),
            algorithms: comparison_records(problem, comparison, seed),
            seed,
            family: problem.family_if_any().map(str::to_owned),
            name: problem.puzzle.name.clone(),
            best_value: problem.truth.best,
            registers: RegistersRecord::of(problem),
            version: env!("CARGO_PKG_VERSION"),
            wall_s: None,
        }
    }
}

/// The records of a comparison, in its order.
fn comparison_records(problem: &Problem, comparison: &Comparison, seed: u64) -> Vec<ContestRecord> {
    let contests = comparison.contests.iter();
    contests
        .map(|contest| record(problem, contest, seed))
        .collect()
}

fn record(problem: &Problem, contest: &Contest, seed: u64) -> ContestRecord {
    let setting = contest.contestant.setting();
    let set = |unit: &str| setting.filter(|(name, _)| *name == unit).map(|(_, n)| n);
    let circuit = contest.circuit;
    ContestRecord {
        name: problem.stem(),
        family: problem.family_if_any().map(str::to_owned),
        algorithm: contest.contestant.algorithm().to_owned(),
        depth: set("p"),
        iterations: set("k"),
        sweeps: set("sweeps"),
        success_probability: contest.success,
        confidence_interval: contest.measured.map(|(_, interval)| interval),
        measured_runs: contest.measured.map(|(runs, _)| runs),
        calls: contest.calls,
        angle_evaluations: contest.angle_evaluations,
        runs_to_99: contest.runs_to_99(),
        calls_to_99: contest.calls_to_99(),
        qubits: circuit.map(|circuit| circuit.qubits),
        ancillas: circuit.map(|circuit| circuit.ancillas),
        circuit_depth: circuit.map(|circuit| circuit.depth),
        two_qubit_gates: circuit.map(|circuit| circuit.two_qubit_gates),
        seed,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// Writes `records.jsonl`, the plot `comparison` of success against calls and, where there are
/// circuits, `comparison-depth`.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn write_comparison(
    problem: &Problem,
    comparison: &Comparison,
    seed: u64,
    folder: &Path,
) -> Result<()> {
    let records = comparison_records(problem, comparison, seed);
    let line = |record| serde_json::to_string(record).expect("a record holds only finite numbers");
    let lines: String = records.iter().map(|r| line(r) + "\n").collect();
    write_whole(&folder.join("records.jsonl"), lines.as_bytes())?;
    let svg = plots::success_against_cost(&against_calls(problem, comparison, seed))?;
    plots::save(&svg, folder.join("comparison"))?;
    let plot = against_depth(problem, comparison, seed);
    if plot.series.iter().all(|series| series.points.is_empty()) {
        return Ok(());
    }
    plots::save(
        &plots::success_against_cost(&plot)?,
        folder.join("comparison-depth"),
    )
}

/// Points of the closed form between the fewest and the most iterations.
const FINE: usize = 400;

fn against_calls(problem: &Problem, comparison: &Comparison, seed: u64) -> SuccessAgainstCost {
    let calls = |contest: &Contest| Some(contest.calls);
    let mut plot = plot(problem, comparison, seed, calls);
    let (checked, exact) = match problem.judge {
        Judge::Rules => (
            "board",
            "values assumed by exact search, which finds all boards",
        ),
        Judge::Energy => ("assignment", "energies of all states in exact search"),
    };
    plot.heading.caption += &format!(
        "\nCalls: cost layers of QAOA, oracles of Grover, moves proposed by annealing, each with the check of \
         the {checked} at the end; {exact}. The search for the \
         angles: the cost layers of every evaluation of ⟨C⟩ so far, each taken as one run of the circuit."
    );
    plot.series.push(with_search(comparison));
    plot.cost = "calls of one run".to_owned();
    plot.guessing = Guessing::Repeated(comparison.random_guess());
    // k + 1 calls: so many oracles, and the check.
    fill_closed_form(&mut plot, comparison, |k| k + 1.0);
    plot
}

/// QAOA where each depth also pays for the evaluations that found its angles.
fn with_search(comparison: &Comparison) -> ContestSeries {
    let mut known = (0, 0.0);
    let mut paid = Vec::new();
    for contest in &comparison.contests {
        let (Contestant::Qaoa { depth }, Some(evaluations)) =
            (contest.contestant, contest.angle_evaluations)
        else {
            continue;
        };
        // Evaluations are counted over all depths so far; those of this depth have its number of
        // layers.
        let layers = known.1 + (evaluations - known.0) as f64 * depth as f64;
        known = (evaluations, layers);
        paid.push((depth, contest.calls + layers));
    }
    let cost = |contest: &Contest| match contest.contestant {
        Contestant::Qaoa { depth } => Some(paid.iter().find(|(d, _)| *d == depth)?.1),
        Contestant::RandomGuess | Contestant::Grover { .. } => None,
        Contestant::Annealing { .. } | Contestant::ExactSearch => None,
    };
    let series = algorithm(comparison, "QAOA", cost);
    ContestSeries {
        name: series
            .name
            .replacen("QAOA", "QAOA and the search for its angles", 1),
        ..series
    }
}

fn against_depth(problem: &Problem, comparison: &Comparison, seed: u64) -> SuccessAgainstCost {
    let depth = |contest: &Contest| Some(contest.circuit?.depth as f64);
    let mut plot = plot(problem, comparison, seed, depth);
    plot.cost = "depth of the circuit over one-qubit gates and CX".to_owned();
    if let Some(depth) = depth_of(comparison) {
        fill_closed_form(&mut plot, comparison, depth);
    }
    plot
}

fn plot(
    problem: &Problem,
    comparison: &Comparison,
    seed: u64,
    cost: impl Fn(&Contest) -> Option<f64>,
) -> SuccessAgainstCost {
    let board = problem.stem();
    let (reduced, solutions) = match problem.judge {
        Judge::Rules => ("reduced to ", "solutions"),
        Judge::Energy => ("", "ground states, the solutions"),
    };
    let caption = format!(
        "{}; {reduced}{}, {} of {} basis states are {solutions}; seed {seed}. Grover's oracle lists the solutions.",
        problem.puzzle.name,
        space(problem),
        comparison.marked,
        comparison.space
    );
    let series = ["QAOA", "Grover", "annealing", "exact search"];
    let series = series.map(|name| algorithm(comparison, name, &cost));
    SuccessAgainstCost {
        heading: Heading::new(format!("Algorithms on {board}"), caption),
        cost: String::new(),
        summed: summed_of(problem).to_owned(),
        series: series.into(),
        guessing: Guessing::Once(comparison.random_guess()),
    }
}

/// The contests of an algorithm that have a cost and a success, with their settings in the name.
fn algorithm(
    comparison: &Comparison,
    name: &str,
    cost: impl Fn(&Contest) -> Option<f64>,
) -> ContestSeries {
    let contests = comparison.contests.iter();
    let contests = contests.filter(|contest| contest.contestant.algorithm() == name);
    let mut points = Vec::new();
    let mut settings = Vec::new();
    for contest in contests {
        if let (Some(cost), Some(success)) = (cost(contest), contest.success) {
            let interval = contest.measured.map(|(_, interval)| interval);
            points.push(ContestPoint {
                cost,
                success,
                interval,
            });
            settings.extend(contest.contestant.setting());
        }
    }
    let name = match (settings.first(), settings.last()) {
        (Some((unit, first)), Some((_, last))) if first == last => {
            format!("{name}, {unit} = {last}")
        }
        (Some((unit, first)), Some((_, last))) => format!("{name}, {unit} = {first} to {last}"),
        _ => name.to_owned(),
    };
    ContestSeries {
        name,
        points,
        line: Vec::new(),
    }
}

/// Draws Grover's line by sin²((2k + 1)θ) between its first and its last point, `cost` being that
/// of k iterations.
fn fill_closed_form(
    plot: &mut SuccessAgainstCost,
    comparison: &Comparison,
    cost: impl Fn(f64) -> f64,
) {
    let iterations = searches(comparison).map(|(k, _)| k);
    let (Some(first), Some(last)) = (iterations.clone().next(), iterations.last()) else {
        return;
    };
    let ratio = (last + 1.0) / (first + 1.0);
    let k = |step: usize| (first + 1.0) * libm::pow(ratio, step as f64 / FINE as f64) - 1.0;
    let point = |step| (cost(k(step)), comparison.closed_form(k(step)));
    let is_grover = |series: &&mut ContestSeries| series.name.starts_with("Grover");
    if let Some(series) = plot.series.iter_mut().find(is_grover) {
        series.line = (0..=FINE).map(point).collect();
    }
}

/// Grover's numbers of iterations, ascending, with their contests.
fn searches(comparison: &Comparison) -> impl Iterator<Item = (f64, &Contest)> + Clone {
    let contests = comparison.contests.iter();
    contests.filter_map(|contest| match contest.contestant {
        Contestant::Grover { iterations } => Some((iterations as f64, contest)),
        Contestant::RandomGuess | Contestant::Qaoa { .. } => None,
        Contestant::Annealing { .. } | Contestant::ExactSearch => None,
    })
}

/// The depth of Grover's circuit by its number of iterations, which is a straight line from one
/// iteration on.
fn depth_of(comparison: &Comparison) -> Option<impl Fn(f64) -> f64 + use<>> {
    let depth = |contest: &Contest| Some(contest.circuit?.depth as f64);
    let sized = searches(comparison).filter_map(|(k, contest)| Some((k, depth(contest)?)));
    let mut sized = sized.filter(|(k, _)| *k >= 1.0);
    let (first, last) = (sized.next()?, sized.last()?);
    let slope = (last.1 - first.1) / (last.0 - first.0);
    Some(move |k: f64| first.1 + (k - first.0) * slope)
}
