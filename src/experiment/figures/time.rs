//! Time to solution against depth: in shots, and in layers of the circuit.

use super::DrawnFigure;
use super::curves::{Measurable, baseline, one_dot, said};
use super::study::{RecordChain, Study};
use crate::error::Result;
use crate::lab::Record;
use crate::pipeline::shots_to_99;
use crate::plots::{self, AgainstDepth, Baseline, BaselineMethod, DepthCurve, Series};

/// What times are counted in.
struct TimeUnit {
    file: &'static str,
    title: &'static str,
    counted: &'static str,
    /// What one unit is, for the caption.
    meaning: &'static str,
    annealing: &'static str,
    grover: &'static str,
    /// What comes before the first shot of QAOA.
    before: fn(&Record) -> Option<f64>,
    /// What one shot of QAOA costs, and of Grover's search with p iterations.
    shot: fn(&Record) -> f64,
    /// What one run of annealing costs.
    run: fn(&Record) -> Option<f64>,
}

const SHOTS: TimeUnit = TimeUnit {
    file: "time-shots",
    title: "Shots until a solution was seen with 99 %",
    counted: "shots to 99 %",
    meaning: "",
    annealing: "annealing at equal layers, runs",
    grover: "Grover, p iterations, shots",
    before: |_| Some(0.0),
    shot: |_| 1.0,
    run: |_| Some(1.0),
};

const LAYERS: TimeUnit = TimeUnit {
    file: "time-layers",
    title: "Layers until a solution was seen with 99 %, angles known",
    counted: "layers to 99 %, angles known",
    meaning: " One unit is one look at the whole board: a layer of QAOA, a sweep of annealing, an iteration of Grover's search, the check of a random guess.",
    annealing: "annealing at equal layers, sweeps",
    grover: "Grover, p iterations",
    shot: |record| record.depth as f64,
    run: layers_of_search,
    ..SHOTS
};

const LAYERS_WITH_SEARCH: TimeUnit = TimeUnit {
    file: "time-layers-search",
    title: "Layers until a solution was seen with 99 %, with the search for the angles",
    counted: "layers to 99 %, with the search",
    before: layers_of_search,
    ..LAYERS
};

/// The layers of all calls up to this depth, and so the sweeps of a run of annealing.
fn layers_of_search(record: &Record) -> Option<f64> {
    Some(record.search_layers? as f64)
}

pub(super) fn all(study: &Study<'_>) -> Result<DrawnFigure> {
    let mut drawn = DrawnFigure::default();
    for unit in [SHOTS, LAYERS, LAYERS_WITH_SEARCH] {
        match plot(study, &unit) {
            Some(plot) if one_dot(&plot.series).is_some() => {
                drawn.left_out.extend(one_dot(&plot.series));
            }
            Some(plot) => drawn.push(unit.file, plots::time_to_solution(&plot)?),
            None => drawn
                .left_out
                .push(format!("no record has finite {}", unit.counted)),
        }
    }
    Ok(drawn)
}

fn plot(study: &Study<'_>, unit: &TimeUnit) -> Option<AgainstDepth> {
    let time = |record: &Record| {
        let shots = record.shots_to_99?;
        Some(((unit.before)(record)? + shots * (unit.shot)(record)).max(1.0))
    };
    let series = study.groups.iter().map(|group| {
        let curve = |chain: &RecordChain<'_>| DepthCurve {
            puzzle: chain.name.clone(),
            points: chain.values(time),
        };
        let curves = group.chains.iter().map(curve);
        Series {
            name: group.label.clone(),
            curves: curves.filter(|c| !c.points.is_empty()).collect(),
        }
    });
    let series: Vec<Series> = series.filter(|s| !s.curves.is_empty()).collect();
    (!series.is_empty()).then(|| AgainstDepth {
        heading: study.heading(unit.title, said(study) + unit.meaning),
        what: unit.counted.to_owned(),
        series,
        baselines: baselines(study, unit),
    })
}

fn baselines(study: &Study<'_>, unit: &TimeUnit) -> Vec<Baseline> {
    let time = |success: f64, run: f64| {
        // Runs that all failed bound the time from below: it is drawn as its limit.
        shots_to_99(success).map_or(f64::INFINITY, |shots| (shots * run).max(1.0))
    };
    let guesses = |record: &Record| shots_to_99(record.baselines.random_guess?);
    let annealed =
        |record: &Record| Some(time(record.annealing()?.success.value, (unit.run)(record)?));
    let annealed_between = |record: &Record| {
        let (success, run) = (record.annealing()?.success, (unit.run)(record)?);
        Some((time(success.high?, run), time(success.low, run)))
    };
    let grover = |record: &Record| {
        Some((shots_to_99(record.baselines.grover?)? * (unit.shot)(record)).max(1.0))
    };
    let by_shots = |record: &Record, success: f64| {
        Some((unit.before)(record)? + time(success, (unit.shot)(record)))
    };
    let measured = |record: &Record| by_shots(record, record.measured.as_ref()?.success.value);
    let measured_between = |record: &Record| {
        let success = record.measured.as_ref()?.success;
        Some((
            by_shots(record, success.high?)?,
            by_shots(record, success.low)?,
        ))
    };
    let exact = |_: &Record| None;
    let all: [(BaselineMethod, &str, Measurable<'_>); 4] = [
        (
            BaselineMethod::RandomGuess,
            "random guesses",
            (&guesses, &exact),
        ),
        (
            BaselineMethod::Annealing,
            unit.annealing,
            (&annealed, &annealed_between),
        ),
        (BaselineMethod::Grover, unit.grover, (&grover, &exact)),
        // what shots showed, of one puzzle: bars of many would hide each other
        (
            BaselineMethod::Measured,
            "measured",
            (&measured, &measured_between),
        ),
    ];
    let shown = if study.chains().count() == 1 { 4 } else { 3 };
    let all = all.into_iter().take(shown);
    all.flat_map(|(method, name, of)| baseline(study, (method, name), of))
        .collect()
}
