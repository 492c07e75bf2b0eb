//! The optimizer's trace: ⟨C⟩ at each evaluation, and the best so far.

use super::Heading;
use super::axis::{AxisKind, AxisOf};
use super::canvas::Point;
use super::lines::LineChart;
use super::series::{Curve, Look, Series};

/// The chart of the evaluations of a search, in order; `starts` says at which of them, counted from
/// 0, a depth begins, and `minimum` is the least value of C.
pub(crate) fn optimizer_trace(
    heading: Heading,
    values: &[f64],
    starts: &[(usize, usize)],
    minimum: f64,
) -> LineChart {
    let series = |name: &str, look, points: Vec<Point>| {
        Series::new(name, look, vec![Curve::exact(name, points)])
    };
    let stairs = best_so_far(values);
    let best = Series {
        line: stairs.clone(),
        ..series(
            "best so far",
            Look::Best,
            stairs.into_iter().step_by(2).collect(),
        )
    };
    let each = (1..).map(f64::from).zip(values.iter().copied()).collect();
    let mut chart = LineChart::new(
        heading,
        AxisOf::new("evaluation", AxisKind::WholeNumbers),
        AxisOf::expectation(),
        vec![
            series("each evaluation", Look::Evaluations, each),
            best,
            series("minimum of C", Look::Minimum, vec![(1.0, minimum)]),
        ],
    );
    let starts = starts
        .iter()
        .map(|(k, depth)| (*k as f64 + 1.0, format!("p = {depth}")));
    chart.columns = starts.collect();
    chart
}

/// The stairs of the running minimum: an upper and a lower corner for each, and the end.
fn best_so_far(values: &[f64]) -> Vec<Point> {
    let mut stairs: Vec<Point> = Vec::new();
    for (k, &value) in values.iter().enumerate() {
        let best = stairs.last().map_or(f64::INFINITY, |corner| corner.1);
        if value < best {
            let x = k as f64 + 1.0;
            stairs.extend(stairs.last().map(|&(_, before)| (x, before)));
            stairs.push((x, value));
        }
    }
    stairs.extend(stairs.last().map(|&(_, best)| (values.len() as f64, best)));
    stairs
}
