//! Time to solution against depth: in shots, and in layers of the circuit.

use super::DrawnFigure;
use super::curves::{baseline, one_dot, said};
use super::study::{RecordChain, Study};
use crate::error::Result;
use crate::lab::Record;
use crate::pipeline::shots_to_99;
use crate::plots::{
    self, Baseline, BaselineMethod, DepthCurve, MeasuredTime, Series, TimeToSolution,
};

/// What times are counted in.
struct TimeUnit {
    file: &'static str,
    title: &'static str,
    counted: &'static str,
    guesses: &'static str,
    annealing: &'static str,
    grover: &'static str,
    qaoa: fn(&Record) -> Option<f64>,
    /// What one shot of QAOA costs, and of Grover at equal depth.
    shot: fn(&Record) -> f64,
    /// What one run of annealing costs.
    run: fn(&Record) -> Option<f64>,
}

const SHOTS: TimeUnit = TimeUnit {
    file: "time-shots",
    title: "Shots until a solution was seen with 99 %",
    counted: "shots to 99 %",
    guesses: "random guesses",
    annealing: "annealing at equal calls, runs",
    grover: "Grover at equal depth, shots",
    qaoa: |record| record.shots_to_99,
    shot: |_| 1.0,
    run: |_| Some(1.0),
};

const LAYERS: TimeUnit = TimeUnit {
    file: "time-layers",
    title: "Layers until a solution was seen with 99 %",
    counted: "layers to 99 % (shots · p)",
    guesses: "random guesses",
    annealing: "annealing at equal calls, flips",
    grover: "Grover at equal depth, iterations",
    qaoa: |record| record.layers_to_99,
    shot: |record| record.depth as f64,
    run: |record| Some(record.baselines.annealing.as_ref()?.flips),
};

pub(super) fn both(study: &Study<'_>) -> Result<DrawnFigure> {
    let mut drawn = DrawnFigure::default();
    for unit in [SHOTS, LAYERS] {
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

fn plot(study: &Study<'_>, unit: &TimeUnit) -> Option<TimeToSolution> {
    let curve = |chain: &RecordChain<'_>| {
        let value = |record: &&Record| Some((record.depth, (unit.qaoa)(record)?.max(1.0)));
        DepthCurve {
            puzzle: chain.name.clone(),
            points: chain
                .records
                .iter()
                .copied()
                .filter_map(|r| value(&r))
                .collect(),
        }
    };
    let series = study.groups.iter().map(|group| {
        let curves = group.chains.iter().map(curve);
        Series {
            name: group.label.clone(),
            curves: curves.filter(|c| !c.points.is_empty()).collect(),
        }
    });
    let series: Vec<Series> = series.filter(|s| !s.curves.is_empty()).collect();
    if series.is_empty() {
        return None;
    }
    let baselines = baselines(study, &series, unit);
    Some(TimeToSolution {
        heading: study.heading(unit.title, said(study)),
        counted: unit.counted.to_owned(),
        series,
        baselines,
        measured: measured(study, unit),
    })
}

fn baselines(study: &Study<'_>, series: &[Series], unit: &TimeUnit) -> Vec<Baseline> {
    let guesses = |record: &Record| shots_to_99(record.baselines.random_guess?);
    let annealed = |record: &Record| {
        let success = record.baselines.annealing.as_ref()?.success.value;
        let run = (unit.run)(record)?;
        // Runs that all failed bound the time from below: it is drawn as its limit.
        Some(shots_to_99(success).map_or(f64::INFINITY, |shots| (shots * run).max(1.0)))
    };
    let annealed_at_least = |record: &Record| {
        let high = record.baselines.annealing.as_ref()?.success.high?;
        Some((shots_to_99(high)? * (unit.run)(record)?).max(1.0))
    };
    let exact = |_: &Record| None;
    let grover = |record: &Record| {
        Some((shots_to_99(record.baselines.grover?)? * (unit.shot)(record)).max(1.0))
    };
    let guess = (BaselineMethod::RandomGuess, unit.guesses);
    let annealing = (BaselineMethod::Annealing, unit.annealing);
    let all = [
        baseline(study, series, guess, (guesses, exact)),
        baseline(study, series, annealing, (annealed, annealed_at_least)),
        baseline(
            study,
            series,
            (BaselineMethod::Grover, unit.grover),
            (grover, exact),
        ),
    ];
    all.concat()
}

/// What shots showed, where the figure is of one puzzle: bars of many would hide each other.
fn measured(study: &Study<'_>, unit: &TimeUnit) -> Vec<MeasuredTime> {
    let mut chains = study.chains();
    let (Some((_, only)), None) = (chains.next(), chains.next()) else {
        return Vec::new();
    };
    let bar = |record: &&Record| {
        let measured = record.measured.as_ref()?;
        let cost = (unit.shot)(record);
        let cost = |shots: f64| (shots * cost).max(1.0);
        let Some(seen) = measured.shots_to_99.as_ref() else {
            // No shot hit: what is left is how long it takes at least.
            let least = cost(shots_to_99(measured.success.high?)?);
            return Some(MeasuredTime {
                depth: record.depth,
                value: least,
                low: least,
                high: None,
            });
        };
        Some(MeasuredTime {
            depth: record.depth,
            value: cost(seen.value),
            low: cost(seen.low),
            high: seen.high.map(cost),
        })
    };
    only.records.iter().filter_map(bar).collect()
}
