//! The optimizer's trace: ⟨C⟩ at each evaluation, and the best so far.

use super::Heading;
use super::axis::{AxisKind, AxisOf};
use super::canvas::Point;
use super::lines::LineChart;
use super::series::{Curve, Look, Series};

/// Beyond so many evaluations only the extremes of each of half as many stretches are drawn.
const MOST_POINTS: usize = 3000;

/// The chart of the evaluations of a search, in order; `starts` says at which of them, counted from
/// 0, a depth begins, and `minimum` is the least value of C.
pub(crate) fn optimizer_trace(
    heading: Heading,
    values: &[f64],
    starts: &[(usize, usize)],
    minimum: f64,
) -> LineChart {
    let at = |k: usize| (k as f64 + 1.0, values[k]);
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
    let each = extremes(values).into_iter().map(at).collect();
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
    if values.len() > MOST_POINTS {
        let count = values.len();
        chart.heading.caption += &format!(
            "\nOf {count} evaluations the least and the largest of each short stretch are drawn."
        );
    }
    chart
}

/// The indices drawn: all of a short trace, the least and the largest of each stretch of a long
/// one.
fn extremes(values: &[f64]) -> Vec<usize> {
    if values.len() <= MOST_POINTS {
        return (0..values.len()).collect();
    }
    let stretch = values.len().div_ceil(MOST_POINTS / 2);
    let by_value = |a: &usize, b: &usize| values[*a].total_cmp(&values[*b]);
    let mut kept = Vec::with_capacity(MOST_POINTS);
    for first in (0..values.len()).step_by(stretch) {
        let indices = first..(first + stretch).min(values.len());
        kept.extend(indices.clone().min_by(by_value));
        kept.extend(indices.max_by(by_value));
    }
    kept.sort_unstable();
    kept.dedup();
    kept
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_trace_keeps_its_extremes_and_its_order() {
        let values: Vec<f64> = (0..50_000).map(|k| f64::from(k * 7919 % 50_021)).collect();
        let kept = extremes(&values);
        assert!(kept.len() <= MOST_POINTS && kept.is_sorted());
        let of = |pick: fn(f64, f64) -> f64, v: &[f64]| v.iter().copied().reduce(pick);
        let drawn: Vec<f64> = kept.iter().map(|&k| values[k]).collect();
        assert_eq!(of(f64::min, &drawn), of(f64::min, &values));
        assert_eq!(of(f64::max, &drawn), of(f64::max, &values));
    }
}
