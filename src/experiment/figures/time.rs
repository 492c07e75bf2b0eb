//! Time to solution against depth: in shots, and in layers of the circuit.

use super::DrawnFigure;
use super::curves::{Beside, against_depth, beside, drawn, measured, settings};
use super::study::Study;
use crate::error::Result;
use crate::lab::Record;
use crate::pipeline::{ShotEstimate, shots_to_99};
use crate::plots::{AxisKind, AxisOf, Look, Series};

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
    let mut all = DrawnFigure::default();
    for unit in [SHOTS, LAYERS, LAYERS_WITH_SEARCH] {
        let y = AxisOf::new(unit.counted, AxisKind::Times);
        let chart = against_depth(study, (unit.title, unit.meaning), y, series(study, &unit));
        let nothing = format!("no record has finite {}", unit.counted);
        let one = drawn(unit.file, chart, &nothing)?;
        all.pictures.extend(one.pictures);
        all.left_out.extend(one.left_out);
    }
    Ok(all)
}

fn series(study: &Study<'_>, unit: &TimeUnit) -> Vec<Series> {
    // Runs that all failed bound the time from below: it is drawn as its limit.
    let time = |success: f64, run: f64| {
        shots_to_99(success).map_or(f64::INFINITY, |shots| (shots * run).max(1.0))
    };
    // the time of a success that was measured, of which the ends change places
    let of = |success: ShotEstimate, before: f64, run: f64| {
        let (value, ends) = measured(success);
        let time = |success| before + time(success, run);
        (time(value), ends.map(|(low, high)| (time(high), time(low))))
    };
    let qaoa = |r: &Record| {
        Some((
            ((unit.before)(r)? + r.shots_to_99? * (unit.shot)(r)).max(1.0),
            None,
        ))
    };
    let guesses = |r: &Record| Some((shots_to_99(r.baselines.random_guess?)?, None));
    let annealed = |r: &Record| Some(of(r.annealing()?.success, 0.0, (unit.run)(r)?));
    let grover = |r: &Record| {
        Some((
            (shots_to_99(r.baselines.grover?)? * (unit.shot)(r)).max(1.0),
            None,
        ))
    };
    let shots = |r: &Record| {
        Some(of(
            r.measured.as_ref()?.success,
            (unit.before)(r)?,
            (unit.shot)(r),
        ))
    };
    let all: [Beside<'_>; 4] = [
        (Look::RandomGuess, "random guesses", &guesses),
        (Look::Annealing, unit.annealing, &annealed),
        (Look::Grover, unit.grover, &grover),
        // what shots showed, of one puzzle: bars of many would hide each other
        (Look::Measured, "measured", &shots),
    ];
    let shown = if study.chains().count() == 1 { 4 } else { 3 };
    let others = all
        .into_iter()
        .take(shown)
        .flat_map(|one| beside(study, one));
    [settings(study, &qaoa, false), others.collect()].concat()
}
