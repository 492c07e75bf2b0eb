//! The figures of the page in the browser, drawn as those of the program and readable as those of
//! the report: success after each layer and against the depth, the trace of a search, and the
//! landscape of one layer.

use crate::error::Result;
use crate::experiment::{AngleLandscape, summed_of};
use crate::pipeline::{Problem, ShotEstimate, grover_at_depth};
use crate::plots::{
    self, AgainstDepth, Baseline, BaselineMethod, DepthCurve, Heading, LandscapePlot,
    OptimizerTrace, PictureLayout, Quantity, Series,
};

/// The SVG of success after 0, 1, … layers; none for fewer than two values.
pub(super) fn by_layer(problem: &Problem, success: &[(usize, f64)]) -> Result<Option<String>> {
    let title = "Success probability after each layer";
    let plot = success_of(problem, (title, "this circuit"), success);
    drawn_of_two(success, || plots::success_against_layer(&plot))
}

/// The SVG of success at the depths that were searched; none for fewer than two.
pub(super) fn by_depth(
    problem: &Problem,
    success: &[(usize, f64)],
    annealing: Option<ShotEstimate>,
) -> Result<Option<String>> {
    let title = "Success probability against depth";
    let mut plot = success_of(problem, (title, "QAOA, angles optimized"), success);
    plot.heading.caption =
        "The angles of each depth go on from those of the depth before it.".to_owned();
    let deepest = success.last().map(|&(depth, _)| depth);
    if let (Some(annealing), Some(depth)) = (annealing, deepest) {
        let at = |value: f64| curves(&[(depth, value)]);
        plot.baselines.push(Baseline {
            lows: at(annealing.low),
            highs: annealing.high.map(at).unwrap_or_default(),
            ..baseline(
                BaselineMethod::Annealing,
                "annealing at equal layers",
                at(annealing.value),
            )
        });
    }
    drawn_of_two(success, || plots::success_against_depth(&plot))
}

/// Success of one state, beside a random guess and Grover's search with as many iterations.
fn success_of(
    problem: &Problem,
    (title, name): (&str, &str),
    success: &[(usize, f64)],
) -> AgainstDepth {
    let truth = &problem.truth;
    let random = |_| truth.random_guess();
    let grover = |p| grover_at_depth(truth, p);
    let along = |value: &dyn Fn(usize) -> Option<f64>| {
        let points = success.iter();
        let points = points.filter_map(|&(p, _)| Some((p, value(p)?)));
        curves(&points.collect::<Vec<_>>())
    };
    let baselines = vec![
        baseline(BaselineMethod::RandomGuess, "random guess", along(&random)),
        baseline(
            BaselineMethod::Grover,
            "Grover, p iterations",
            along(&grover),
        ),
    ];
    let curve = DepthCurve {
        puzzle: name.to_owned(),
        points: success.to_vec(),
    };
    AgainstDepth {
        heading: heading(title, ""),
        what: summed_of(problem).to_owned(),
        series: vec![Series {
            name: String::new(),
            curves: vec![curve],
        }],
        baselines,
    }
}

fn baseline(method: BaselineMethod, name: &str, curves: Vec<DepthCurve>) -> Baseline {
    Baseline {
        method,
        name: name.to_owned(),
        beside: Vec::new(),
        curves,
        lows: Vec::new(),
        highs: Vec::new(),
    }
}

fn curves(points: &[(usize, f64)]) -> Vec<DepthCurve> {
    vec![DepthCurve {
        puzzle: "this puzzle".to_owned(),
        points: points.to_vec(),
    }]
}

/// One value is no curve.
fn drawn_of_two(
    success: &[(usize, f64)],
    draw: impl FnOnce() -> Result<String>,
) -> Result<Option<String>> {
    match success {
        [_, _, ..] => draw().map(Some),
        [] | [_] => Ok(None),
    }
}

/// The SVG of ⟨C⟩ at each evaluation of the best start at a depth.
pub(super) fn trace(depth: usize, evaluations: Vec<f64>, minimum: f64) -> Result<String> {
    plots::optimizer_trace(&OptimizerTrace {
        heading: heading(
            &format!("The search at depth {depth}"),
            "The best start is shown.",
        ),
        evaluations,
        depth_starts: Vec::new(),
        minimum: Some(minimum),
    })
}

/// The SVG of ⟨C⟩ over (γ, β) at one layer.
pub(super) fn landscape(map: &AngleLandscape) -> Result<String> {
    plots::landscape(&LandscapePlot {
        heading: heading("Landscape at p = 1", "The path is that of the best start."),
        quantity: Quantity::Expectation,
        gammas: map.gammas.clone(),
        betas: map.betas.clone(),
        values: map.expectations.clone(),
        path: map.path.clone(),
    })
}

fn heading(title: &str, caption: &str) -> Heading {
    Heading {
        layout: PictureLayout::for_pages(),
        ..Heading::new(title, caption)
    }
}
