//! Success against the number of qubits at one depth, with the exponent of P ≈ c·2^(−a n) and its
//! interval.
//!
//! A probability below 1e-15 has no logarithm worth fitting: such points are left out of picture
//! and fit, and a note names them. Nor is a line fitted to fewer than three sizes, or over families
//! that come in different sizes, whose difference it would take for one of sizes.

use super::DrawnFigure;
use super::curves::{BESIDE, Readable, labeled, said};
use super::study::{RecordChain, SettingGroup, Study};
use super::words::summed_in;
use crate::error::Result;
use crate::plots::{
    AxisKind, AxisOf, Curve, Datum, LineChart, Look, NOTHING, Series, exponential_fit,
};
use std::collections::{BTreeMap, BTreeSet};

/// More left-out points than this are counted, not named.
const NAMED: usize = 12;

const LAW: &str = "Lines are least squares of log₂ P on n, P ≈ c·2^(−a n); in brackets the 95 % interval of a (Student's t). There is no line below three sizes, nor over families that come in different sizes.";

pub(super) fn success(study: &Study<'_>) -> Result<DrawnFigure> {
    let depth = study.depth;
    let mut notes = vec![LAW.to_owned()];
    let mut series = Vec::new();
    for group in &study.groups {
        let exact: Readable<'_> = &|record| Some((record.success_probability?, None));
        let curves = points(group.chains.iter(), depth, exact).into_iter();
        let (mut shown, zeros): (Vec<Curve>, Vec<Curve>) =
            curves.partition(|curve| curve.points[0].y >= NOTHING);
        notes.extend(left_out(&group.label, &zeros));
        let named = |curve: &mut Curve| curve.name = labeled(&curve.name, &group.label);
        shown.iter_mut().for_each(named);
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
        for (beside, chains) in study.baselines(of) {
            let curves = points(chains.into_iter(), depth, of);
            series.extend((!curves.is_empty()).then(|| Series {
                beside,
                ..Series::new(study.renamed(name), look, curves)
            }));
        }
    }
    let title = format!("QAOA success probability against qubits at p = {depth}");
    let chart = LineChart {
        is_cloud: true,
        notes,
        ..LineChart::new(
            study.heading(title, said(study)),
            AxisOf::new("qubits n", AxisKind::WholeNumbers),
            AxisOf::probability_of(summed_in(study.records()), AxisKind::Decades),
            series,
        )
    };
    let mut drawn = DrawnFigure::default();
    drawn.push("qubits", chart.svg()?);
    let without = study
        .chains()
        .filter(|(_, chain)| chain.at(depth).is_none());
    let count = without.count();
    drawn
        .left_out
        .extend((count > 0).then(|| format!("{count} curves do not reach p = {depth}")));
    Ok(drawn)
}

/// A point for each puzzle that has the number.
fn points<'a>(
    chains: impl Iterator<Item = &'a RecordChain<'a>>,
    depth: usize,
    of: Readable<'_>,
) -> Vec<Curve> {
    let point = |chain: &RecordChain<'_>| {
        let first = chain.at(depth)?;
        let mut curve = chain.curve(of);
        curve.points.retain(|datum| datum.x == depth as f64);
        let at_size = |datum: &mut Datum| datum.x = first.qubits as f64;
        curve.points.iter_mut().for_each(at_size);
        (!curve.points.is_empty()).then_some(curve)
    };
    chains.filter_map(point).collect()
}

/// The points of a setting with the line through them, and its exponent in the label.
fn fitted(group: &SettingGroup<'_>, depth: usize, curves: Vec<Curve>) -> Series {
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
    let label = match (&*group.label, fit) {
        ("", Some(_)) => format!("each puzzle, and c·2^(−a n): {law}"),
        ("", None) => format!("each puzzle: {law}"),
        (label, _) => format!("{label}: {law}"),
    };
    let sizes = || shown.iter().map(|point| point.0);
    let ends = [
        sizes().fold(f64::INFINITY, f64::min),
        sizes().fold(0.0, f64::max),
    ];
    let line = fit.map(|fit| ends.map(|n| (n, fit.value(n))));
    Series {
        label,
        line: line.into_iter().flatten().collect(),
        ..Series::new(group.label.clone(), Look::Setting, curves)
    }
}

/// Which puzzles have no place on the axis.
fn left_out(label: &str, zeros: &[Curve]) -> Option<String> {
    let of = match label {
        "" => String::new(),
        name => format!(" of {name}"),
    };
    let names: Vec<&str> = zeros.iter().map(|curve| &*curve.name).collect();
    let who = match zeros.len() {
        0 => return None,
        many if many > NAMED => format!("{many} puzzles"),
        _ => names.join(", "),
    };
    Some(format!(
        "Left out{of}, with a probability of 0 or below 10⁻¹⁵: {who}."
    ))
}
