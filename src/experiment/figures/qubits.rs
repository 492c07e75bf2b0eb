//! Success against the number of qubits at one depth, with the exponent of P ≈ c·2^(−a n) and its
//! interval.
//!
//! A probability below 1e-15 has no logarithm worth fitting: such points are left out of picture
//! and fit, and the caption names them. Nor is a line fitted to fewer than three sizes, or over
//! families that come in different sizes, whose difference it would take for one of sizes.

use super::Figures;
use super::curves::{NUMBERS, said, series};
use super::study::{ChainGroup, RecordChain, Study, read};
use super::words::summed_in;
use crate::error::Result;
use crate::plots::{
    AxisKind, AxisOf, Curve, Datum, Heading, LineChart, Look, NOTHING, Series, exponential_fit,
};
use std::collections::{BTreeMap, BTreeSet};

const LAW: &str = "Lines are least squares of log₂ P on n, P ≈ c·2^(−a n); in brackets the 95 % interval of a (Student's t). There is no line below three sizes, nor over families that come in different sizes.";

pub(super) fn success(study: &Study<'_>, figures: &mut Figures) -> Result<()> {
    let depth = study.depth;
    let number = |(look, name, key): (Look, &str, &str)| {
        series(study, (look, name), |chain| Curve {
            name: if look == Look::Setting {
                chain.name.clone()
            } else {
                chain.records[0].name.clone()
            },
            points: at_size(chain, depth, key).into_iter().collect(),
        })
    };
    let mut zeros = Vec::new();
    let mut all = number(NUMBERS[0]);
    for one in &mut all {
        one.curves.retain(|curve| {
            let is_shown = curve.points[0].y >= NOTHING;
            zeros.extend((!is_shown).then(|| curve.name.clone()));
            is_shown
        });
        let group = study.groups.iter().find(|group| group.label == one.name);
        fit(one, group.is_some_and(|group| are_alike(group, depth)));
    }
    let sizes = all.iter().flat_map(|one| &one.curves);
    let sizes: BTreeSet<usize> = sizes.map(|curve| curve.points[0].x as usize).collect();
    if sizes.len() == 1 {
        figures.leave_out("all puzzles have one number of qubits");
        return Ok(());
    }
    all.extend(NUMBERS[1..].iter().copied().flat_map(number));
    let left_out = if zeros.is_empty() {
        String::new()
    } else {
        let zeros = zeros.join(", ");
        format!("\nLeft out, with a probability of 0 or below 10⁻¹⁵: {zeros}.")
    };
    let title = format!("QAOA success probability against qubits at p = {depth}");
    let chart = LineChart {
        is_cloud: true,
        ..LineChart::new(
            Heading::new(title, format!("{}\n{LAW}{left_out}", said(study))),
            AxisOf::new("qubits n", AxisKind::WholeNumbers),
            AxisOf::probability_of(&summed_in(study.records()), AxisKind::Decades),
            all,
        )
    };
    let wanted = study.chains().count() - zeros.len();
    figures.add("qubits", &chart, study, wanted);
    if let Some((_, drawn)) = figures.pictures.last_mut().filter(|one| one.0 == "qubits") {
        drawn.table += &laws(study);
    }
    Ok(())
}

/// The exponents of every group at every depth, for the table.
fn laws(study: &Study<'_>) -> String {
    let mut table = "fit,depth,a,low,high,n,\"qubits from\",to\n".to_owned();
    for group in &study.groups {
        let depths: BTreeSet<usize> = group.chains.iter().flat_map(RecordChain::depths).collect();
        for depth in depths.into_iter().filter(|depth| are_alike(group, *depth)) {
            let point = |chain| at_size(chain, depth, NUMBERS[0].2).map(|at| (at.x, at.y));
            let points = group.chains.iter().filter_map(point);
            let points: Vec<(f64, f64)> = points.filter(|point| point.1 >= NOTHING).collect();
            if let Some(fit) = exponential_fit(&points) {
                let (label, a, n) = (&group.label, fit.exponent, fit.points);
                let ((low, high), [from, to]) = (fit.interval, fit.sizes);
                table += &format!("\"{label}\",{depth},{a},{low},{high},{n},{from},{to}\n");
            }
        }
    }
    table
}

/// The number of a puzzle at its size, where it has one.
fn at_size(chain: &RecordChain<'_>, depth: usize, key: &str) -> Option<Datum> {
    let x = chain.at(depth)?.qubits as f64;
    let datum = chain.datum(&|record| read(key, record), depth)?;
    Some(Datum { x, ..datum })
}

/// Whether all families of a group come in the same sizes.
fn are_alike(group: &ChainGroup<'_>, depth: usize) -> bool {
    let mut sizes: BTreeMap<&Option<String>, BTreeSet<usize>> = BTreeMap::new();
    for record in group.chains.iter().filter_map(|chain| chain.at(depth)) {
        sizes
            .entry(&record.family)
            .or_default()
            .insert(record.qubits);
    }
    let sizes: BTreeSet<_> = sizes.into_values().collect();
    sizes.len() < 2
}

/// Puts the line through the points of a series that may have one, and its exponent in the label.
fn fit(series: &mut Series, is_law: bool) {
    let points = series.curves.iter().map(|curve| &curve.points[0]);
    let points: Vec<(f64, f64)> = points.map(|point| (point.x, point.y)).collect();
    let fit = exponential_fit(&points).filter(|_| is_law);
    let law = fit.map_or("no line".to_owned(), |fit| {
        let (low, high) = fit.interval;
        format!("a = {:.3} [{low:.3}, {high:.3}]", fit.exponent).replace('-', "−")
    });
    let what = if series.name.is_empty() {
        "each puzzle"
    } else {
        &*series.name
    };
    series.label = format!("{what}: {law}");
    series.fit = fit.map(|fit| fit.sizes.map(|n| (n, fit.value(n))));
}
