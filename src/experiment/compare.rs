//! The records of a comparison, a line an algorithm and setting, and the plot of success against
//! calls.

use super::pictures::{space, summed_of};
use crate::error::Result;
use crate::files::write_whole;
use crate::json::to_json;
use crate::pipeline::{Comparison, Contest, Contestant, Problem};
use crate::plots::{self, AxisKind, AxisOf, Curve, Datum, Heading, LineChart, Look, Series};
use std::path::Path;

/// Writes `records.jsonl`, and the plot `comparison` of success against calls.
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
    let drawn = against_calls(problem, comparison).drawn();
    plots::save(&drawn, folder, "comparison").map(drop)
}

/// Points of a curve that is known in closed form.
const FINE: usize = 400;

/// Numbers from one to another, each by the same factor above the one before.
fn steps(from: f64, to: f64) -> impl Iterator<Item = f64> {
    (0..=FINE).map(move |step| from * libm::pow(to / from, step as f64 / FINE as f64))
}

fn against_calls(problem: &Problem, comparison: &Comparison) -> LineChart {
    let mut series = Vec::new();
    for name in ["QAOA", "Grover", "annealing", "exact search"] {
        let own = comparison.contests.iter();
        let own = own.filter(|contest| contest.contestant.in_words().0 == name);
        series.extend(algorithm(name, own.map(|contest| (contest.calls, contest))));
    }
    if let Some(grover) = series.iter_mut().find(|one| one.name.starts_with("Grover"))
        && let [first, .., last] = grover.curves[0].points[..]
    {
        // between its points the closed form; k iterations are k + 1 calls: oracles, and the check
        let calls = steps(first.x, last.x);
        grover.line = calls
            .map(|calls| (calls, comparison.closed_form(calls - 1.0)))
            .collect();
    }
    let name = "QAOA and the search for its angles";
    series.extend(algorithm(name, with_search(comparison)));
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
    let heading = Heading::new(
        format!("Algorithms on {}", problem.stem()),
        caption(problem, comparison),
    );
    let x = AxisOf::new("calls of one run", AxisKind::Costs);
    let y = AxisOf::probability_of(summed_of(problem), AxisKind::Probabilities);
    LineChart::new(heading, x, y, series)
}

fn caption(problem: &Problem, comparison: &Comparison) -> String {
    let [reduced, solutions, checked, exact] = if problem.is_model {
        let exact = "energies of all states in exact search";
        ["", "ground states, the solutions", "assignment", exact]
    } else {
        let exact = "values assumed by exact search, which finds all boards";
        ["reduced to ", "solutions", "board", exact]
    };
    format!(
        "{}; {reduced}{}, {} of {} basis states are {solutions}; seed {}. Grover's oracle lists the solutions.\n\
         Calls: cost layers of QAOA, oracles of Grover, moves proposed by annealing, each with the check of \
         the {checked} at the end; {exact}. The search for the \
         angles: the cost layers of every evaluation of ⟨C⟩ so far, each taken as one run of the circuit.",
        problem.puzzle.name,
        space(problem),
        comparison.marked,
        comparison.space,
        comparison.seed
    )
}

/// The contests of QAOA whose angles were searched, each with its calls and those of all
/// evaluations so far: evaluations are counted over all depths, and those of a depth have its
/// number of layers.
fn with_search(comparison: &Comparison) -> impl Iterator<Item = (f64, &Contest)> {
    let (mut evaluations, mut layers) = (0, 0.0);
    let paid = move |contest| {
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
        Some((calls + layers, contest))
    };
    comparison.contests.iter().filter_map(paid)
}

/// The contests of an algorithm that have a success, each with its cost, under a name with their
/// settings.
fn algorithm<'c>(name: &str, contests: impl Iterator<Item = (f64, &'c Contest)>) -> Option<Series> {
    let mut points = Vec::new();
    let mut settings = Vec::new();
    for (x, contest) in contests {
        if let Some(y) = contest.success {
            let interval = contest.confidence_interval;
            points.push(Datum { x, y, interval });
            settings.extend(contest.contestant.in_words().1);
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
