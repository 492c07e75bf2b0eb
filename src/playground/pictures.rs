//! The figures of the page in the browser, drawn as those of the program and readable as those of
//! the report: success against the depth, the trace of a search, and the landscape of one layer.

use crate::error::Result;
use crate::experiment::{AngleLandscape, summed_of};
use crate::pipeline::{Problem, ShotEstimate, grover_at_depth};
use crate::plots::{
    self, AxisKind, AxisOf, Curve, Datum, Heading, LandscapePlot, LineChart, Look, PictureLayout,
    Series,
};

/// The SVG of success at the depths that were searched, beside a random guess, Grover's search and
/// annealing; none for fewer than two.
pub(super) fn by_depth(
    problem: &Problem,
    success: &[(usize, f64)],
    annealing: Option<ShotEstimate>,
) -> Result<Option<String>> {
    let [_, .., (deepest, _)] = *success else {
        return Ok(None);
    };
    let truth = &problem.truth;
    let exact = |name, look, value: &dyn Fn(usize, f64) -> Option<f64>| {
        let points = success.iter();
        let points = points.filter_map(|&(p, own)| Some(Datum::from((p as f64, value(p, own)?))));
        (name, look, points.collect::<Vec<_>>())
    };
    let annealed = annealing.map(|found| Datum {
        x: deepest as f64,
        y: found.value,
        interval: found.high.map(|high| (found.low, high)),
    });
    let series = [
        exact("QAOA, angles optimized", Look::Setting, &|_, own| Some(own)),
        exact("random guess", Look::RandomGuess, &|_, _| {
            truth.random_guess()
        }),
        exact("Grover, p iterations", Look::Grover, &|p, _| {
            grover_at_depth(truth, p)
        }),
        (
            "annealing at equal layers",
            Look::Annealing,
            annealed.into_iter().collect(),
        ),
    ];
    let series = series.into_iter().filter(|(.., points)| !points.is_empty());
    let series = series.map(|(name, look, points)| {
        let name = name.to_owned();
        let curve = Curve {
            name: name.clone(),
            points,
        };
        Series::new(name, look, vec![curve])
    });
    let heading = heading(
        "Success probability against depth",
        "The angles of each depth go on from those of the depth before it.",
    );
    let y = AxisOf::probability_of(summed_of(problem), AxisKind::Probabilities);
    let chart = LineChart::new(heading, AxisOf::depth(), y, series.collect());
    Ok(Some(chart.drawn().svg))
}

/// The SVG of ⟨C⟩ at each evaluation of the best start at a depth.
pub(super) fn trace(depth: usize, evaluations: &[f64], minimum: f64) -> Result<String> {
    let title = format!("The search at depth {depth}");
    let heading = heading(&title, "The best start is shown.");
    let chart = plots::optimizer_trace(heading, evaluations, &[], minimum);
    Ok(chart.drawn().svg)
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
