//! The records of a comparison, a line an algorithm and setting, and its two plots: success against
//! calls and against depth.

use super::pictures::{space, summed_of};
use crate::error::Result;
use crate::files::write_whole;
use crate::pipeline::{Comparison, Contest, Contestant, Judge, Problem};
use crate::plots::{self, ContestPoint, ContestSeries, Guessing, Heading, SuccessAgainstCost};
use serde_json::json;
use std::path::Path;

/// Writes `records.jsonl`, the plot `comparison` of success against calls and, where there are
/// circuits, `comparison-depth`.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn write_comparison(
    problem: &Problem,
    comparison: &Comparison,
    folder: &Path,
) -> Result<()> {
    let lines = comparison
        .contests
        .iter()
        .map(|contest| json!(contest).to_string() + "\n");
    let lines: String = lines.collect();
    write_whole(&folder.join("records.jsonl"), lines.as_bytes())?;
    let svg = plots::success_against_cost(&against_calls(problem, comparison))?;
    plots::save(&svg, folder.join("comparison"))?;
    let plot = against_depth(problem, comparison);
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

fn against_calls(problem: &Problem, comparison: &Comparison) -> SuccessAgainstCost {
    let calls = |contest: &Contest| Some(contest.calls);
    let mut plot = plot(problem, comparison, calls);
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
    plot.guessing = Guessing::Repeated(comparison.random_guess);
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
        _ => None,
    };
    let series = algorithm(comparison, "QAOA", cost);
    ContestSeries {
        name: series
            .name
            .replacen("QAOA", "QAOA and the search for its angles", 1),
        ..series
    }
}

fn against_depth(problem: &Problem, comparison: &Comparison) -> SuccessAgainstCost {
    let depth = |contest: &Contest| Some(contest.circuit?.depth as f64);
    let mut plot = plot(problem, comparison, depth);
    plot.cost = "depth of the circuit over one-qubit gates and CX".to_owned();
    if let Some(depth) = depth_of(comparison) {
        fill_closed_form(&mut plot, comparison, depth);
    }
    plot
}

fn plot(
    problem: &Problem,
    comparison: &Comparison,
    cost: impl Fn(&Contest) -> Option<f64>,
) -> SuccessAgainstCost {
    let board = problem.stem();
    let (reduced, solutions) = match problem.judge {
        Judge::Rules => ("reduced to ", "solutions"),
        Judge::Energy => ("", "ground states, the solutions"),
    };
    let caption = format!(
        "{}; {reduced}{}, {} of {} basis states are {solutions}; seed {}. Grover's oracle lists the solutions.",
        problem.puzzle.name,
        space(problem),
        comparison.marked,
        comparison.space,
        comparison.seed
    );
    let series = ["QAOA", "Grover", "annealing", "exact search"];
    let series = series.map(|name| algorithm(comparison, name, &cost));
    SuccessAgainstCost {
        heading: Heading::new(format!("Algorithms on {board}"), caption),
        cost: String::new(),
        summed: summed_of(problem).to_owned(),
        series: series.into(),
        guessing: Guessing::Once(comparison.random_guess),
    }
}

/// The contests of an algorithm that have a cost and a success, with their settings in the name.
fn algorithm(
    comparison: &Comparison,
    name: &str,
    cost: impl Fn(&Contest) -> Option<f64>,
) -> ContestSeries {
    let contests = comparison.contests.iter();
    let contests = contests.filter(|contest| contest.contestant.in_words().0 == name);
    let mut points = Vec::new();
    let mut settings = Vec::new();
    for contest in contests {
        if let (Some(cost), Some(success)) = (cost(contest), contest.success) {
            points.push(ContestPoint {
                cost,
                success,
                interval: contest.confidence_interval,
            });
            settings.extend(contest.contestant.in_words().1);
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
        _ => None,
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
