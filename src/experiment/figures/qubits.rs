//! Success against the number of qubits, at the study's depth.

use super::DrawnFigure;
use super::curves::{BESIDE, Beside, labeled, said};
use super::study::{RecordChain, Study};
use super::words::summed_in;
use crate::error::Result;
use crate::lab::Record;
use crate::plots::{self, SizedBaseline, SizedPoint, SizedSeries, SuccessAgainstQubits};
use std::collections::BTreeSet;

pub(super) fn success(study: &Study<'_>) -> Result<DrawnFigure> {
    let depth = study.depth;
    let of = |record: &Record| record.success_probability;
    let series = study.groups.iter().map(|group| SizedSeries {
        name: group.label.clone(),
        points: points(
            group.chains.iter().map(|chain| ("", chain)),
            depth,
            (&of, &|_| None),
        ),
    });
    let series: Vec<SizedSeries> = series.filter(|s| !s.points.is_empty()).collect();
    let sizes: BTreeSet<usize> = series
        .iter()
        .flat_map(|s| &s.points)
        .map(|p| p.qubits)
        .collect();
    if series.is_empty() {
        return Ok(DrawnFigure::nothing("no record has a success probability"));
    }
    if sizes.len() < 2 || series.iter().all(|s| s.points.len() < 3) {
        return Ok(DrawnFigure::nothing(
            "a fit needs three puzzles or more, of two numbers of qubits or more",
        ));
    }
    let baselines = baselines(study, &series);
    let plot = SuccessAgainstQubits {
        heading: study.heading(
            format!("QAOA success probability against qubits at p = {depth}"),
            said(study),
        ),
        summed: summed_in(study.records()).to_owned(),
        series,
        baselines,
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

/// A number of a record, where it has it.
type OfRecord<'f> = &'f dyn Fn(&Record) -> Option<f64>;

fn points<'a, 'r: 'a>(
    chains: impl Iterator<Item = (&'a str, &'a RecordChain<'r>)>,
    depth: usize,
    (of, limit): (OfRecord<'_>, OfRecord<'_>),
) -> Vec<SizedPoint> {
    let point = |(label, chain): (&str, &RecordChain<'r>)| {
        let record = chain.at(depth)?;
        Some(SizedPoint {
            puzzle: labeled(&chain.name, label),
            qubits: record.qubits,
            value: of(record)?,
            limit: limit(record),
        })
    };
    chains.filter_map(point).collect()
}

fn baselines(study: &Study<'_>, series: &[SizedSeries]) -> Vec<SizedBaseline> {
    let mut beside = Vec::new();
    for Beside {
        method,
        name,
        value,
        limit,
    } in BESIDE
    {
        for (space, groups) in study.settings_of(method) {
            let first = |one: &SizedSeries| groups.iter().any(|group| group.label == one.name);
            let chains = groups.iter();
            let chains = chains.flat_map(|g| g.chains.iter().map(|chain| (&*g.label, chain)));
            beside.push(SizedBaseline {
                method,
                name: labeled(&study.renamed(name), space.unwrap_or_default()),
                beside: space.and_then(|_| series.iter().position(first)),
                points: points(chains, study.depth, (&value, &limit)),
            });
        }
    }
    beside.retain(|b| !b.points.is_empty());
    beside
}
