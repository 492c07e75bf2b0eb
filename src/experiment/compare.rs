//! The records of a comparison, a line an algorithm and setting, and its two plots: success against
//! calls and against depth.

use super::pictures::{space, summed_of};
use crate::error::Result;
use crate::files::write_whole;
use crate::json::to_json;
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
    let contests = comparison.contests.iter();
    let lines: String = contests
        .map(|one| to_json(one).to_string() + "\n")
        .collect();
    write_whole(&folder.join("records.jsonl"), lines.as_bytes())?;
    let chart = against_calls(problem, comparison);
    plots::save(&chart.drawn()?, folder, "comparison")?;
    let chart = against_depth(problem, comparison);
    if chart.panels[0].1.len() > 1 {
        // more than the random guess alone
        plots::save(&chart.drawn()?, folder, "comparison-depth")?;
    }
    Ok(())
}

/// Points of a curve that is known in closed form.
const FINE: usize = 400;

/// Numbers from one to another, each by the same factor above the one before.
fn steps(from: f64, to: f64) -> impl Iterator<Item = f64> {
    (0..=FINE).map(move |step| from * libm::pow(to / from, step as f64 / FINE as f64))
}

/// What a contest costs, where that is known.
type Cost<'c> = &'c dyn Fn(&Contest) -> Option<f64>;

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
    // k iterations are k + 1 calls: so many oracles, and the check
    let mut series = algorithms(comparison, &|one| Some(one.calls), Some(&|k| k + 1.0));
    let paid = with_search(comparison);
    let paid = |contest: &Contest| Some(paid.iter().find(|(one, _)| *one == contest)?.1);
    let name = "QAOA and the search for its angles";
    series.extend(algorithm(comparison, ("QAOA", name), &paid));
    let costs = series.iter().flat_map(|one| &one.curves[0].points);
    let most = costs.map(|datum| datum.x).fold(10.0, f64::max);
    // as many guesses as calls: 1 − (1 − f)ˣ without loss for small f
    let guess = comparison.random_guess;
    let seen = |x: f64| -libm::expm1(x * libm::log1p(-guess));
    let line: Vec<(f64, f64)> = steps(1.0, most).map(|x| (x, seen(x))).collect();
    let name = "as many random guesses";
    let curve = Curve::exact(name, line.iter().copied().step_by(FINE));
    series.push(Series {
        line,
        ..Series::new(name, Look::RandomGuess, vec![curve])
    });
    plot(problem, comparison, &calls, ("calls of one run", series))
}

/// The contests of QAOA whose angles were searched, each with its calls and those of all
/// evaluations so far: evaluations are counted over all depths, and those of a depth have its
/// number of layers.
fn with_search(comparison: &Comparison) -> Vec<(&Contest, f64)> {
    let (mut evaluations, mut layers) = (0, 0.0);
    let paid = |contest| {
        let &Contest {
            contestant: Contestant::Qaoa { depth },
            angle_evaluations: Some(all),
            calls,
            ..
        } = contest
        else {
            return None;
        };
        layers += (all - evaluations) as f64 * depth as f64;
        evaluations = all;
        Some((contest, calls + layers))
    };
    comparison.contests.iter().filter_map(paid).collect()
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
    cost: Cost<'_>,
    of_k: Option<&dyn Fn(f64) -> f64>,
) -> Vec<Series> {
    let names = ["QAOA", "Grover", "annealing", "exact search"].into_iter();
    let found = names.filter_map(|name| algorithm(comparison, (name, name), cost));
    let mut series: Vec<Series> = found.collect();
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
    let heading = Heading::new(format!("Algorithms on {}", problem.stem()), caption);
    let y = AxisOf::probability_of(summed_of(problem), AxisKind::Probabilities);
    LineChart::new(heading, AxisOf::new(cost, AxisKind::Costs), y, series)
}

/// The contests of an algorithm that have a cost and a success, under a name with their settings.
fn algorithm(comparison: &Comparison, (of, name): (&str, &str), cost: Cost<'_>) -> Option<Series> {
    let mut points = Vec::new();
    let mut settings = Vec::new();
    for contest in &comparison.contests {
        let (algorithm, setting) = contest.contestant.in_words();
        let (Some(x), Some(y)) = (cost(contest), contest.success) else {
            continue;
        };
        if algorithm == of {
            let interval = contest.confidence_interval;
            points.push(Datum { x, y, interval });
            settings.extend(setting);
        }
    }
    let name = match settings.as_slice() {
        [] => name.to_owned(),
        [(unit, one)] => format!("{name}, {unit} = {one}"),
        [(unit, first), .., (_, last)] => format!("{name}, {unit} = {first} to {last}"),
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
