//! The records of a comparison, a line an algorithm and setting, and its two plots: success against
//! calls and against depth.

use super::pictures::{space, summed_of};
use crate::error::Result;
use crate::files::write_whole;
use crate::json::told;
use crate::pipeline::{Comparison, Contest, Contestant, Judge, Problem};
use crate::plots::{self, AxisKind, AxisOf, Curve, Datum, Heading, LineChart, Look, Series};
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
        .map(|contest| told(contest).to_string() + "\n");
    let lines: String = lines.collect();
    write_whole(&folder.join("records.jsonl"), lines.as_bytes())?;
    let chart = against_calls(problem, comparison);
    plots::save(&chart.svg()?, folder.join("comparison"))?;
    let chart = against_depth(problem, comparison);
    if chart.panels[0].1.len() == 1 {
        return Ok(()); // the random guess alone
    }
    plots::save(&chart.svg()?, folder.join("comparison-depth"))
}

/// Points of a curve that is known in closed form.
const FINE: usize = 400;

/// Numbers from one to another, each by the same factor above the one before.
fn steps(from: f64, to: f64) -> impl Iterator<Item = f64> {
    (0..=FINE).map(move |step| from * libm::pow(to / from, step as f64 / FINE as f64))
}

fn against_calls(problem: &Problem, comparison: &Comparison) -> LineChart {
    let (checked, exact) = match problem.judge {
        Judge::Rules => (
            "board",
            "values assumed by exact search, which finds all boards",
        ),
        Judge::Energy => ("assignment", "energies of all states in exact search"),
    };
    let calls = format!(
        "\nCalls: cost layers of QAOA, oracles of Grover, moves proposed by annealing, each with the check of \
         the {checked} at the end; {exact}. The search for the \
         angles: the cost layers of every evaluation of ⟨C⟩ so far, each taken as one run of the circuit."
    );
    // k + 1 calls: so many oracles, and the check.
    let mut series = algorithms(
        comparison,
        &|contest| Some(contest.calls),
        Some(&|k| k + 1.0),
    );
    series.extend(with_search(comparison));
    let costs = series.iter().flat_map(|one| &one.curves[0].points);
    let most = costs.map(|datum| datum.x).fold(10.0, f64::max);
    // as many guesses as calls: 1 − (1 − f)ˣ without loss for small f
    let guess = comparison.random_guess;
    let seen = |x: f64| -libm::expm1(x * libm::log1p(-guess));
    let decade = libm::pow(10.0, libm::log10(most).ceil());
    let line: Vec<(f64, f64)> = steps(1.0, decade).map(|x| (x, seen(x))).collect();
    let name = "as many random guesses";
    let curve = Curve::exact(name, line.iter().copied().step_by(FINE));
    series.push(Series {
        line,
        ..Series::new(name, Look::RandomGuess, vec![curve])
    });
    plot(problem, comparison, &calls, ("calls of one run", series))
}

/// QAOA where each depth also pays for the evaluations that found its angles.
fn with_search(comparison: &Comparison) -> Option<Series> {
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
    let mut series = algorithm(comparison, "QAOA", &cost)?;
    let name = "QAOA and the search for its angles";
    series.name = series.name.replacen("QAOA", name, 1);
    series.curves[0].name.clone_from(&series.name);
    Some(series)
}

fn against_depth(problem: &Problem, comparison: &Comparison) -> LineChart {
    let depth = |contest: &Contest| Some(contest.circuit?.depth as f64);
    let of_k = depth_of(comparison);
    let mut series = algorithms(comparison, &depth, of_k.as_ref().map(|of| of as _));
    let guess = Curve::exact("random guess", [(1.0, comparison.random_guess)]);
    series.push(Series::new("random guess", Look::RandomGuess, vec![guess]));
    let cost = "depth of the circuit over one-qubit gates and CX";
    plot(problem, comparison, "", (cost, series))
}

/// The algorithms that have a point, by their costs; Grover's line is sin²((2k + 1)θ) between its
/// first and its last point, `of_k` being the cost of k iterations.
fn algorithms(
    comparison: &Comparison,
    cost: &dyn Fn(&Contest) -> Option<f64>,
    of_k: Option<&dyn Fn(f64) -> f64>,
) -> Vec<Series> {
    let names = ["QAOA", "Grover", "annealing", "exact search"].into_iter();
    let mut series: Vec<Series> = names
        .filter_map(|name| algorithm(comparison, name, cost))
        .collect();
    let iterations = searches(comparison).map(|(k, _)| k);
    let grover = series.iter_mut().find(|one| one.name.starts_with("Grover"));
    if let (Some(grover), Some(of_k), Some(first), Some(last)) =
        (grover, of_k, iterations.clone().next(), iterations.last())
    {
        let points = steps(first + 1.0, last + 1.0).map(|k| k - 1.0);
        let points = points.map(|k| (of_k(k), comparison.closed_form(k)));
        grover.line = points.collect();
    }
    series
}

fn plot(
    problem: &Problem,
    comparison: &Comparison,
    more: &str,
    (cost, series): (&str, Vec<Series>),
) -> LineChart {
    let board = problem.stem();
    let (reduced, solutions) = match problem.judge {
        Judge::Rules => ("reduced to ", "solutions"),
        Judge::Energy => ("", "ground states, the solutions"),
    };
    let caption = format!(
        "{}; {reduced}{}, {} of {} basis states are {solutions}; seed {}. Grover's oracle lists the solutions.{more}",
        problem.puzzle.name,
        space(problem),
        comparison.marked,
        comparison.space,
        comparison.seed
    );
    let heading = Heading::new(format!("Algorithms on {board}"), caption);
    let y = AxisOf::probability_of(summed_of(problem), AxisKind::Probabilities);
    LineChart::new(heading, AxisOf::new(cost, AxisKind::Costs), y, series)
}

/// The contests of an algorithm that have a cost and a success, with their settings in the name.
fn algorithm(
    comparison: &Comparison,
    name: &str,
    cost: &dyn Fn(&Contest) -> Option<f64>,
) -> Option<Series> {
    let contests = comparison.contests.iter();
    let contests = contests.filter(|contest| contest.contestant.in_words().0 == name);
    let mut points = Vec::new();
    let mut settings = Vec::new();
    for contest in contests {
        if let (Some(cost), Some(success)) = (cost(contest), contest.success) {
            points.push(Datum {
                x: cost,
                y: success,
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
    let curve = Curve {
        name: name.clone(),
        points,
    };
    (!curve.points.is_empty()).then(|| Series::new(name, Look::Setting, vec![curve]))
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
