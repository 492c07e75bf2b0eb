//! A measured zero is a limit, not a value: it stands at the end of its interval with an arrow, on
//! every axis, and no line leads there.

use crate::plots::{
    AgainstDepth, Baseline, BaselineMethod, ContestPoint, ContestSeries, Guessing, Series,
    SizedBaseline, SizedPoint, SizedSeries, SuccessAgainstCost, SuccessAgainstQubits,
    success_against_cost, success_against_depth, success_against_qubits, time_to_solution,
};
use crate::tests::plots::data::{contest, curve, heading, series, success};
use crate::tests::plots::reading::{elements, near, points, through, ticks, words};
use crate::tests::plots::study::sized;
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
fn annealing(values: &[f64], lows: &[f64], highs: &[f64]) -> Baseline {
    Baseline {
        method: BaselineMethod::Annealing,
        name: "annealing at equal calls".into(),
        beside: Vec::new(),
        curves: vec![curve("a", values)],
        lows: vec![curve("a", lows)],
        highs: vec![curve("a", highs)],
    }
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
    // Log scale from 10⁻³ to 1, read by hand.
    let mut plot = success(&["q"], &[&[0.002, 0.1, 0.5]], 0.002);
    plot.baselines = vec![annealing(
        &[0.0, 0.3, 0.6],
        &[0.0, 0.2, 0.5],
        &[0.037, 0.4, 0.7],
    )];
    let svg = success_against_depth(&plot).unwrap();
    let svg = Document::parse(&svg).unwrap();
    let told = words(&svg).join(" ");
    assert!(
        told.contains("annealing at equal calls: no run succeeded, at most (95 % interval)"),
        "{told}"
    );
    assert!(!told.contains("drawn at the floor"), "{told}");
    let row = powers(&svg, (-3.0, 0.0));
    let found = limits(&svg);
    // One in the legend, one at p = 1.
    assert_eq!(found.len(), 2, "{found:?}");
    let at = *found.last().unwrap();
    assert!(near(at.1, row(f64::log10(0.037))), "{at:?}");
    only_an_arrow_leaves(&svg, at, 1.0);
}

#[test]
fn a_limit_stands_on_a_linear_axis_too_and_a_computed_zero_stays_a_value() {
    let mut plot = success(&["q"], &[&[0.2, 0.3, 0.4]], 0.1);
    plot.baselines = vec![annealing(
        &[0.0, 0.3, 0.3],
        &[0.0, 0.2, 0.2],
        &[0.25, 0.4, 0.4],
    )];
    let measured = success_against_depth(&plot).unwrap();
    plot.baselines[0].lows.clear();
    plot.baselines[0].highs.clear();
    let exact = success_against_depth(&plot).unwrap();
    let count = |svg: &str| limits(&Document::parse(svg).unwrap()).len();
    assert_eq!((count(&measured), count(&exact)), (2, 0));
}

#[test]
fn runs_that_all_failed_bound_a_time_from_below() {
    let never = f64::INFINITY;
    let plot = AgainstDepth {
        heading: heading("Times"),
        what: "shots to 99 %".into(),
        series: vec![Series {
            name: "standard".into(),
            curves: vec![curve("a", &[900.0, 40.0, 12.0])],
        }],
        baselines: vec![annealing(
            &[never, 30.0, 10.0],
            &[120.0, 20.0, 10.0],
            &[never, 40.0, 20.0],
        )],
    };
    let svg = time_to_solution(&plot).unwrap();
    let svg = Document::parse(&svg).unwrap();
    assert!(words(&svg).join(" ").contains("no run succeeded, at least"));
    // Read by hand: 1 to 10³, the limits being beyond the median alone.
    let row = powers(&svg, (1.0, 3.0));
    let at = *limits(&svg).last().unwrap();
    assert!(near(at.1, row(f64::log10(120.0))), "{at:?}");
    only_an_arrow_leaves(&svg, at, -1.0);
}

#[test]
fn annealing_that_never_succeeds_is_bounded_among_algorithms() {
    let failed = ContestPoint {
        cost: 900.0,
        success: 0.0,
        interval: Some((0.0, 0.037)),
    };
    let known = series("annealing", &[(10.0, 0.05)], true).points;
    let annealing = ContestSeries {
        name: "annealing".into(),
        points: [known, vec![failed]].concat(),
        line: Vec::new(),
    };
    let plot = SuccessAgainstCost {
        series: vec![series("QAOA", &[(2.0, 0.9)], false), annealing],
        ..contest(Guessing::Once(0.002))
    };
    let svg = success_against_cost(&plot).unwrap();
    let svg = Document::parse(&svg).unwrap();
    let told = words(&svg).join(" ");
    assert!(
        told.contains("annealing: no run succeeded, at most"),
        "{told}"
    );
    assert!(!told.contains("drawn at the floor"), "{told}");
    let row = powers(&svg, (-3.0, 0.0));
    let at = *limits(&svg).last().unwrap();
    assert!(near(at.1, row(f64::log10(0.037))), "{at:?}");
}

#[test]
fn the_median_over_puzzles_of_a_size_counts_those_where_no_run_succeeded() {
    let values = [(4, 0.5), (4, 0.0), (4, 0.0), (6, 0.3), (6, 0.2), (6, 0.1)];
    let limited = |point: SizedPoint| SizedPoint {
        interval: Some((0.0, point.value + 0.037)),
        ..point
    };
    let annealing = SizedBaseline {
        method: BaselineMethod::Annealing,
        name: "annealing at equal calls".into(),
        beside: Vec::new(),
        points: sized(&values).into_iter().map(limited).collect(),
    };
    let plot = SuccessAgainstQubits {
        heading: heading("Sizes"),
        summed: "all boards that obey the rules".into(),
        series: vec![SizedSeries {
            name: String::new(),
            points: sized(&[(4, 0.9), (5, 0.5), (6, 0.2)]),
        }],
        baselines: vec![annealing],
    };
    let svg = success_against_qubits(&plot).unwrap();
    let svg = Document::parse(&svg).unwrap();
    // Read by hand: 10⁻² to 1; the median of 0.537, 0.037 and 0.037.
    let row = powers(&svg, (-2.0, 0.0));
    let at = *limits(&svg).last().unwrap();
    assert!(near(at.1, row(f64::log10(0.037))), "{at:?}");
}
