//! Records of circuits on a device, the depth at which the device does best, and the plot of
//! success with and without noise.

use super::pictures::{space, summed_of};
use crate::error::Result;
use crate::files::write_whole;
use crate::json::to_json;
use crate::pipeline::{DevicePlan, DeviceRecord, Problem};
use crate::plots::{
    self, AxisKind, AxisOf, Curve, Datum, Heading, LineChart, Look, PictureLayout, Series,
};
use ketboard_circuits::Device;
use serde_json::{Value, json};
use std::path::Path;

/// The object of `device --json`: the circuits that were run on a device, depth by depth, the depth
/// at which it does best, and other depths whose intervals reach that high.
pub(crate) fn device_report(device: &Device, records: &[DeviceRecord]) -> Value {
    let best = peak(records);
    json!({
        "device": device.name,
        "about": device.about,
        "source": device.source,
        "records": records,
        "peak_depth": best.map(|best| best.depth),
        "peak_rivals": best.map(|best| rivals(best, records)),
        "version": env!("CARGO_PKG_VERSION"),
    })
}

impl DeviceRecord {
    /// The success probability under noise, by the best means there is.
    fn on_device(&self) -> f64 {
        let simulated = self.noisy_success_probability;
        simulated.unwrap_or(self.estimated_success_probability)
    }

    fn interval(&self) -> (f64, f64) {
        let value = self.on_device();
        self.noisy_success_interval.unwrap_or((value, value))
    }
}

/// The record of the largest success probability under noise, the shallowest of equals.
fn peak(records: &[DeviceRecord]) -> Option<&DeviceRecord> {
    records.iter().max_by(|a, b| {
        let shallower = b.depth.cmp(&a.depth);
        a.on_device().total_cmp(&b.on_device()).then(shallower)
    })
}

/// Other depths whose intervals reach into that of the best: the best depth may be one of these.
fn rivals(best: &DeviceRecord, records: &[DeviceRecord]) -> Vec<usize> {
    let (low, high) = best.interval();
    let others = records.iter().filter(|record| record.depth != best.depth);
    let reaching =
        others.filter(|record| record.interval().1 >= low && record.interval().0 <= high);
    reaching.map(|record| record.depth).collect()
}

/// The circuit of a record that was just made, as JSON on a line: gates in order, [name, qubits,
/// angles] with qubits of the device; what is measured; and, where they were computed, the
/// probabilities of all outcomes.
pub(crate) fn device_circuit(found: &DeviceRecord) -> String {
    let gates = found.native.gates().iter();
    let gates = gates.map(|gate| json!([gate.name(), gate.qubits, gate.op.angles()]));
    let circuit = json!({
        "device": found.device,
        "qubits": found.native.qubits(),
        "gates": gates.collect::<Value>(),
        "measured": found.native.measured(),
        "duration_us": found.duration_us,
        "probabilities": found.distribution,
    });
    format!("{}\n", to_json(&circuit))
}

/// Writes `device.jsonl` and the plot `device` into `folder`.
///
/// # Errors
/// If there is no record, or a file cannot be written.
pub(crate) fn write_device(
    problem: &Problem,
    plan: &DevicePlan,
    records: &[DeviceRecord],
    folder: &Path,
    layout: PictureLayout,
) -> Result<()> {
    let line = |record| format!("{}\n", to_json(record));
    let lines: String = records.iter().map(line).collect();
    write_whole(&folder.join("device.jsonl"), lines.as_bytes())?;
    let drawn = plot(problem, plan, records).drawn(layout);
    plots::save(&drawn, folder, "device").map(drop)
}

fn plot(problem: &Problem, plan: &DevicePlan, records: &[DeviceRecord]) -> LineChart {
    let trajectories = records.iter().find_map(|record| record.trajectories);
    let noisy = trajectories.map_or("with noise".to_owned(), |count| {
        format!("with noise, {count} trajectories")
    });
    type Read = fn(&DeviceRecord) -> Option<f64>;
    let rows: [(&str, Look, Read); 4] = [
        ("without noise", Look::Setting, |r| {
            Some(r.success_probability)
        }),
        (&noisy, Look::Setting, |r| r.noisy_success_probability),
        (
            "estimate: F·ideal + (1 − F)·random",
            Look::Setting,
            |r| Some(r.estimated_success_probability),
        ),
        ("random guess", Look::RandomGuess, |r| {
            Some(r.random_success_probability)
        }),
    ];
    let series = rows.iter().map(|(name, look, of)| {
        let points = records.iter().filter_map(|record| {
            Some(Datum {
                x: record.depth as f64,
                y: of(record)?,
                interval: record.noisy_success_interval.filter(|_| *name == noisy),
            })
        });
        let name = (*name).to_owned();
        let points = points.collect();
        Series::new(name.clone(), *look, vec![Curve { name, points }])
    });
    let series = series
        .filter(|one| !one.curves[0].points.is_empty())
        .collect();
    let (puzzle, device) = (&problem.puzzle.name, &plan.device);
    let title = format!("{puzzle} on {}: {}", device.name, device.about);
    let heading = Heading::new(title, caption(problem, plan, records));
    let y = AxisOf::probability_of(summed_of(problem), AxisKind::Probabilities);
    let best = peak(records).map(|best| (best.depth as f64, "best on the device".to_owned()));
    LineChart {
        columns: best.into_iter().collect(),
        ..LineChart::new(heading, AxisOf::depth(), y, series)
    }
}

fn caption(problem: &Problem, plan: &DevicePlan, records: &[DeviceRecord]) -> String {
    let deepest = records.last().map_or_else(String::new, |record| {
        format!(
            "p = {}: {} two-qubit gates, {:.1} µs; ",
            record.depth, record.two_qubit_gates, record.duration_us
        )
    });
    let seed = records.first().map_or(0, |record| record.seed);
    format!(
        "{}; {deepest}compiled for {}; seed {seed}\ncalibration: {}",
        space(problem),
        plan.compile.goal.name(),
        plan.device.source
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(depth: usize, estimate: f64, noisy: Option<(f64, f64)>) -> DeviceRecord {
        let middle = noisy.map(|(low, high)| (low + high) / 2.0);
        let mut value = serde_json::json!({
            "name": "a", "family": "queens", "device": "torino", "qubits": 4, "qubits_used": 4, "depth": depth, "gammas": [], "betas": [],
            "optimized_for": "fidelity", "method": "parity network", "fractional": false, "gates": {}, "two_qubit_gates": 0,
            "two_qubit_depth": 0, "duration_us": 0.0, "estimated_fidelity": 1.0, "success_probability": 0.5,
            "estimated_success_probability": estimate, "random_success_probability": 0.1, "seed": 0, "model_hash": "", "version": ""
        });
        if let Some(noisy) = noisy {
            value["noisy_success_probability"] = middle.into();
            value["noisy_success_interval"] = serde_json::json!(noisy);
        }
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn the_peak_is_where_the_simulated_curve_is_highest_and_rivals_are_named() {
        let simulated = [
            record(1, 0.9, Some((0.1, 0.2))),
            record(2, 0.1, Some((0.3, 0.5))),
            record(3, 0.1, Some((0.3, 0.4))),
        ];
        let best = peak(&simulated).unwrap();
        assert_eq!((best.depth, rivals(best, &simulated)), (2, vec![3]));
        let estimated = [
            record(1, 0.2, None),
            record(2, 0.3, None),
            record(3, 0.3, None),
        ];
        let best = peak(&estimated).unwrap();
        assert_eq!(
            (best.depth, rivals(best, &estimated)),
            (2, vec![3]),
            "the shallower of equals"
        );
        assert!(peak(&[]).is_none());
    }
}
