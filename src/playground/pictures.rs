//! The figures of the page in the browser, drawn as those of the program and readable as those of
//! the report: success against the depth, the trace of a search, and the landscape of one layer.

use crate::error::Result;
use crate::experiment::{AngleLandscape, summed_of};
use crate::pipeline::{Problem, ShotEstimate, grover_at_depth};
use crate::plots::{
    self, AxisKind, AxisOf, Curve, Datum, Heading, LandscapePlot, LineChart, Look, PictureLayout,
    Series,
};

/// The SVG of success at the depths that were searched; none for fewer than two.
pub(super) fn by_depth(
    problem: &Problem,
    success: &[(usize, f64)],
    annealing: Option<ShotEstimate>,
) -> Result<Option<String>> {
    let title = "Success probability against depth";
    let mut chart = success_of(problem, (title, "QAOA, angles optimized"), success);
    chart.heading.caption =
        "The angles of each depth go on from those of the depth before it.".to_owned();
    let deepest = success.last().map(|&(depth, _)| depth);
    if let (Some(annealing), Some(depth)) = (annealing, deepest) {
        let name = "annealing at equal layers".to_owned();
        let points = vec![Datum {
            x: depth as f64,
            y: annealing.value,
            interval: annealing.high.map(|high| (annealing.low, high)),
        }];
        let curve = Curve {
            name: name.clone(),
            points,
        };
        chart.panels[0]
            .1
            .push(Series::new(name, Look::Annealing, vec![curve]));
    }
    drawn_of_two(success, &chart)
}

/// Success of one state, beside a random guess and Grover's search with as many iterations.
fn success_of(
    problem: &Problem,
    (title, name): (&str, &str),
    success: &[(usize, f64)],
) -> LineChart {
    let truth = &problem.truth;
    let random = |_| truth.random_guess();
    let grover = |p| grover_at_depth(truth, p);
    let series = |name: &str, look, value: &dyn Fn(usize, f64) -> Option<f64>| {
        let points = success.iter();
        let points = points.filter_map(|&(p, own)| Some((p as f64, value(p, own)?)));
        Series::new(name, look, vec![Curve::exact(name, points)])
    };
    let mut all = vec![
        series(name, Look::Setting, &|_, own| Some(own)),
        series("random guess", Look::RandomGuess, &|p, _| random(p)),
        series("Grover, p iterations", Look::Grover, &|p, _| grover(p)),
    ];
    all.retain(|one| !one.curves[0].points.is_empty());
    let y = AxisOf::probability_of(summed_of(problem), AxisKind::Probabilities);
    LineChart::new(heading(title, ""), AxisOf::depth(), y, all)
}

/// One value is no curve.
fn drawn_of_two(success: &[(usize, f64)], chart: &LineChart) -> Result<Option<String>> {
    match success {
        [_, _, ..] => Ok(Some(chart.drawn()?.svg)),
        [] | [_] => Ok(None),
    }
}

/// The SVG of ⟨C⟩ at each evaluation of the best start at a depth.
pub(super) fn trace(depth: usize, evaluations: &[f64], minimum: f64) -> Result<String> {
    let title = format!("The search at depth {depth}");
    let heading = heading(&title, "The best start is shown.");
    let chart = plots::optimizer_trace(heading, evaluations, &[], minimum)?;
    Ok(chart.drawn()?.svg)
}

/// The SVG of ⟨C⟩ over (γ, β) at one layer.
pub(super) fn landscape(map: &AngleLandscape) -> Result<String> {
    let drawn = plots::landscape(&LandscapePlot {
        heading: heading("Landscape at p = 1", "The path is that of the best start."),
        color: AxisOf::expectation(),
        gammas: map.gammas.clone(),
        betas: map.betas.clone(),
        values: map.expectations.clone(),
        path: map.path.clone(),
    })?;
    Ok(drawn.svg)
}

fn heading(title: &str, caption: &str) -> Heading {
    Heading {
        layout: PictureLayout::for_pages(),
        ..Heading::new(title, caption)
    }
}
