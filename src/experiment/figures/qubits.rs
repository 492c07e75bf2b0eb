//! Success against the number of qubits, at the study's depth.

use super::DrawnFigure;
use super::curves::{BESIDE, Beside, Measurable, said};
use super::study::{RecordChain, Study};
use super::words::summed_in;
use crate::error::Result;
use crate::plots::{self, SizedBaseline, SizedPoint, SizedSeries, SuccessAgainstQubits};
use std::collections::BTreeSet;

pub(super) fn success(study: &Study<'_>) -> Result<DrawnFigure> {
    let depth = study.depth;
    let exact: Measurable<'_> = (&|record| record.success_probability, &|_| None);
    let series = study.groups.iter().map(|group| SizedSeries {
        name: group.label.clone(),
        points: points(group.chains.iter(), depth, exact),
    });
    let series: Vec<SizedSeries> = series.filter(|s| !s.points.is_empty()).collect();
    let all = series.iter().flat_map(|s| &s.points);
    let sizes: BTreeSet<usize> = all.map(|point| point.qubits).collect();
    match sizes.len() {
        0 => return Ok(DrawnFigure::nothing("no record has a success probability")),
        1 => {
            return Ok(DrawnFigure::nothing(
                "all puzzles have one number of qubits",
            ));
        }
        _ => (),
    }
    let plot = SuccessAgainstQubits {
        heading: study.heading(
            format!("QAOA success probability against qubits at p = {depth}"),
            said(study),
        ),
        summed: summed_in(study.records()).to_owned(),
        series,
        baselines: BESIDE
            .iter()
            .flat_map(|beside| baselines(study, beside))
            .collect(),
    };
    let mut drawn = DrawnFigure::default();
    drawn.push("qubits", plots::success_against_qubits(&plot)?);
    let without = study
        .chains()
        .filter(|(_, chain)| chain.at(depth).is_none());
    match without.count() {
        0 => (),
        count => drawn
            .left_out
            .push(format!("{count} curves do not reach p = {depth}")),
    }
    Ok(drawn)
}

/// A point for each puzzle that has the number.
fn points<'a>(
    chains: impl Iterator<Item = &'a RecordChain<'a>>,
    depth: usize,
    (of, interval): Measurable<'_>,
) -> Vec<SizedPoint> {
    let point = |chain: &RecordChain<'_>| {
        let first = chain.at(depth)?;
        let low = chain.value(depth, |record| Some(interval(record)?.0));
        let high = chain.value(depth, |record| Some(interval(record)?.1));
        Some(SizedPoint {
            puzzle: chain.name.clone(),
            family: first.family.clone().unwrap_or_default(),
            qubits: first.qubits,
            value: chain.value(depth, of)?,
            interval: low.zip(high),
        })
    };
    chains.filter_map(point).collect()
}

/// What one of the others reaches: once, or for each of the settings that differ in it.
fn baselines(study: &Study<'_>, beside: &Beside) -> Vec<SizedBaseline> {
    let shared = study.baselines(beside.value).into_iter();
    let one = shared.map(|shared| SizedBaseline {
        method: beside.method,
        name: study.renamed(beside.name),
        points: points(
            shared.chains.into_iter(),
            study.depth,
            (&beside.value, &beside.interval),
        ),
        beside: shared.beside,
    });
    one.filter(|b| !b.points.is_empty()).collect()
}
