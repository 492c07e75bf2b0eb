//! Success against the number of qubits at one depth, with the exponent of P ≈ c·2^(−a n) and its
//! interval.
//!
//! A probability below 1e-15 has no logarithm worth fitting: such points are left out of picture
//! and fit, and the caption names them. Nor is a line fitted to fewer than three sizes, or over
//! families that come in different sizes, whose difference it would take for one of sizes.

use super::DrawnFigure;
use super::curves::{BESIDE, beside, said};
use super::study::{ChainGroup, Readable, RecordChain, Study, labeled};
use super::words::summed_in;
use crate::error::Result;
use crate::plots::{AxisKind, AxisOf, Curve, LineChart, Look, NOTHING, Series, exponential_fit};
use std::collections::{BTreeMap, BTreeSet};

const LAW: &str = "Lines are least squares of log₂ P on n, P ≈ c·2^(−a n); in brackets the 95 % interval of a (Student's t). There is no line below three sizes, nor over families that come in different sizes.";

pub(super) fn success(study: &Study<'_>) -> Result<DrawnFigure> {
    let depth = study.depth;
    let exact: Readable<'_> = &|record| Some((record.success_probability?, None));
    let (mut series, mut zeros) = (Vec::new(), Vec::new());
    for group in &study.groups {
        let points = group.chains.iter().filter_map(|chain| {
            let mut point = at_size(chain, depth, exact);
            point.name = labeled(&point.name, &group.label);
            (!point.points.is_empty()).then_some(point)
        });
        let (shown, none): (Vec<Curve>, Vec<Curve>) =
            points.partition(|curve| curve.points[0].y >= NOTHING);
        zeros.extend(none.into_iter().map(|curve| curve.name));
        if !shown.is_empty() {
            series.push(fitted(group, depth, shown));
        }
    }
    let sizes = series.iter().flat_map(|s: &Series| &s.curves);
    let sizes: BTreeSet<usize> = sizes.map(|curve| curve.points[0].x as usize).collect();
    match sizes.len() {
        0 => return Ok(DrawnFigure::nothing("no record has a success probability")),
        1 => {
            return Ok(DrawnFigure::nothing(
                "all puzzles have one number of qubits",
            ));
        }
        _ => (),
    }
    for (look, name, of) in BESIDE {
        series.extend(beside(study, (look, name), |chain| {
            at_size(chain, depth, of)
        }));
    }
    let left_out = match zeros.as_slice() {
        [] => String::new(),
        names => format!(
            "\nLeft out, with a probability of 0 or below 10⁻¹⁵: {}.",
            names.join(", ")
        ),
    };
    let title = format!("QAOA success probability against qubits at p = {depth}");
    let chart = LineChart {
        is_cloud: true,
        ..LineChart::new(
            study.heading(title, format!("{}\n{LAW}{left_out}", said(study))),
            AxisOf::new("qubits n", AxisKind::WholeNumbers),
            AxisOf::probability_of(&summed_in(study.records()), AxisKind::Decades),
            series,
        )
    };
    let short = study
        .chains()
        .filter(|(_, chain)| chain.at(depth).is_none());
    let short = short.count();
    let reason = format!("{short} curves do not reach p = {depth}");
    Ok(DrawnFigure {
        pictures: vec![("qubits".to_owned(), chart.drawn())],
        left_out: (short > 0).then_some(reason).into_iter().collect(),
    })
}

/// The number of a puzzle at its size; no point where it has none.
fn at_size(chain: &RecordChain<'_>, depth: usize, of: Readable<'_>) -> Curve {
    let mut curve = chain.curve(of);
    curve.points.retain(|datum| datum.x == depth as f64);
    for (datum, record) in curve.points.iter_mut().zip(chain.at(depth)) {
        datum.x = record.qubits as f64;
    }
    curve
}

/// The points of a group with the line through them, and its exponent in the label.
fn fitted(group: &ChainGroup<'_>, depth: usize, curves: Vec<Curve>) -> Series {
    let mut sizes: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for record in group.chains.iter().filter_map(|chain| chain.at(depth)) {
        let family = record.family.as_deref().unwrap_or_default();
        sizes.entry(family).or_default().insert(record.qubits);
    }
    let mut sizes = sizes.into_values();
    let first = sizes.next();
    let are_alike = sizes.all(|of_family| Some(of_family) == first);
    let shown = curves
        .iter()
        .map(|curve| (curve.points[0].x, curve.points[0].y));
    let shown: Vec<(f64, f64)> = shown.collect();
    let fit = exponential_fit(&shown).filter(|_| are_alike);
    let law = fit.map_or("no line".to_owned(), |fit| {
        let (low, high) = fit.interval;
        format!("a = {:.3} [{low:.3}, {high:.3}]", fit.exponent).replace('-', "−")
    });
    let what = if group.label.is_empty() {
        "each puzzle"
    } else {
        &*group.label
    };
    let sizes = || shown.iter().map(|point| point.0);
    let ends = [
        sizes().fold(f64::INFINITY, f64::min),
        sizes().fold(0.0, f64::max),
    ];
    let line = fit.map(|fit| ends.map(|n| (n, fit.value(n))));
    Series {
        label: format!("{what}: {law}"),
        line: line.into_iter().flatten().collect(),
        ..Series::new(group.label.clone(), Look::Setting, curves)
    }
}
