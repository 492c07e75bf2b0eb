//! A measured zero is a limit, not a value: it stands at the end of its interval with an arrow, on
//! every axis, and no line leads there.

use crate::plots::{Curve, Look, Series};
use crate::tests::plots::data::{curve, success, usual};
use crate::tests::plots::reading::{elements, near, points, through, ticks, words};
use crate::tests::plots::study::{by_size, of_times, sized};
use resvg::usvg::roxmltree::Document;

/// Strokes of 11 pixels, level: where limits begin.
fn limits(svg: &Document<'_>) -> Vec<(f64, f64)> {
    let level = |p: &Vec<(f64, f64)>| p.len() == 2 && p[0].1 == p[1].1 && p[1].0 - p[0].0 == 110.0;
    let lines = elements(svg, "polyline").into_iter().map(points);
    let strokes = lines.filter(level);
    strokes.map(|p| (p[0].0 + 55.0, p[0].1)).collect()
}

/// Every line with an end at `at` that goes on from there: the arrow goes to `side` of it, and
/// nothing else leaves it.
fn only_an_arrow_leaves(svg: &Document<'_>, at: (f64, f64), side: f64) {
    let lines = elements(svg, "polyline").into_iter().map(points);
    let is_there = |p: &(f64, f64)| near(p.0, at.0) && near(p.1, at.1);
    let from: Vec<_> = lines.filter(|line| line.iter().any(is_there)).collect();
    assert_eq!(from.len(), 1, "{from:?}");
    let [start, end] = from[0][..] else {
        panic!("an arrow is one line: {from:?}");
    };
    assert!(near(start.0, end.0) && near(end.1 - start.1, side * 140.0));
}

/// Annealing of one puzzle with the ends of its intervals.
fn annealing(values: &[f64], ends: &[(f64, f64)]) -> Series {
    let mut curve = curve("a", values);
    for (datum, ends) in curve.points.iter_mut().zip(ends) {
        datum.interval = Some(*ends);
    }
    Series::new("annealing at equal calls", Look::Annealing, vec![curve])
}

/// Where the powers of ten of an axis lie, from its labeled ticks.
fn powers(svg: &Document<'_>, (low, high): (f64, f64)) -> impl Fn(f64) -> f64 + use<> {
    let rows: Vec<f64> = ticks(svg, (50.0, 0.0)).iter().map(|tick| tick.1).collect();
    let bottom = rows.iter().copied().fold(f64::MIN, f64::max);
    let top = rows.iter().copied().fold(f64::MAX, f64::min);
    through((low, bottom), (high, top))
}

#[test]
fn runs_that_all_failed_bound_a_probability_from_above() {
    // The ticks of the log scale are 10⁻² and 10⁻¹, read by hand.
    let mut plot = success(&["q"], &[&[0.002, 0.1, 0.5]], 0.002);
    let ends = [(0.0, 0.037), (0.2, 0.4), (0.5, 0.7)];
    plot.panels[0].1[1] = annealing(&[0.0, 0.3, 0.6], &ends);
    let svg = plot.drawn(usual()).svg;
    let svg = Document::parse(&svg).unwrap();
    let told = words(&svg).join(" ");
    assert!(told.contains("where no run succeeded"), "{told}");
    assert!(!told.contains("drawn at the floor"), "{told}");
    let row = powers(&svg, (-2.0, -1.0));
    let found = limits(&svg);
    assert_eq!(found.len(), 1, "{found:?}");
    let at = *found.last().unwrap();
    assert!(near(at.1, row(f64::log10(0.037))), "{at:?}");
    only_an_arrow_leaves(&svg, at, 1.0);
}

#[test]
fn a_limit_stands_on_a_linear_axis_too_and_a_computed_zero_stays_a_value() {
    let mut plot = success(&["q"], &[&[0.2, 0.3, 0.4]], 0.1);
    let mut drawn = |ends: &[(f64, f64)]| {
        plot.panels[0].1[1] = annealing(&[0.0, 0.3, 0.3], ends);
        plot.drawn(usual()).svg
    };
    let measured = drawn(&[(0.0, 0.25), (0.2, 0.4), (0.2, 0.4)]);
    let exact = drawn(&[]);
    let count = |svg: &str| limits(&Document::parse(svg).unwrap()).len();
    assert_eq!((count(&measured), count(&exact)), (1, 0));
}

#[test]
fn runs_that_all_failed_bound_a_time_from_below() {
    let never = f64::INFINITY;
    let plot = of_times(vec![
        Series::new(
            "standard",
            Look::Setting,
            vec![curve("a", &[900.0, 40.0, 12.0])],
        ),
        annealing(
            &[never, 30.0, 10.0],
            &[(120.0, never), (20.0, 40.0), (10.0, 20.0)],
        ),
    ]);
    let svg = plot.drawn(usual()).svg;
    let svg = Document::parse(&svg).unwrap();
    assert!(words(&svg).join(" ").contains("where no run succeeded"));
    // Read by hand: 10 to 10³, the limits being beyond the median alone.
    let row = powers(&svg, (1.0, 3.0));
    let at = *limits(&svg).last().unwrap();
    assert!(near(at.1, row(f64::log10(120.0))), "{at:?}");
    only_an_arrow_leaves(&svg, at, -1.0);
}

#[test]
fn the_median_over_puzzles_of_a_size_counts_those_where_no_run_succeeded() {
    let values = [(4, 0.5), (4, 0.0), (4, 0.0), (6, 0.3), (6, 0.2), (6, 0.1)];
    let mut points: Vec<Curve> = sized(&values);
    for curve in &mut points {
        curve.points[0].interval = Some((0.0, curve.points[0].y + 0.037));
    }
    let plot = by_size(vec![
        Series::new("", Look::Setting, sized(&[(4, 0.9), (5, 0.5), (6, 0.2)])),
        Series::new("annealing at equal calls", Look::Annealing, points),
    ]);
    let svg = plot.drawn(usual()).svg;
    let svg = Document::parse(&svg).unwrap();
    // Read by hand: 10⁻¹ to 1; the median of 0.537, 0.037 and 0.037.
    let row = powers(&svg, (-1.0, 0.0));
    let at = *limits(&svg).last().unwrap();
    assert!(near(at.1, row(f64::log10(0.037))), "{at:?}");
}
