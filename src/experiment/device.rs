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
        "peak_depth": best.map(|best| best.record.depth),
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
        let shallower = b.record.depth.cmp(&a.record.depth);
        a.on_device().total_cmp(&b.on_device()).then(shallower)
    })
}

/// Other depths whose intervals reach into that of the best: the best depth may be one of these.
fn rivals(best: &DeviceRecord, records: &[DeviceRecord]) -> Vec<usize> {
    let (low, high) = best.interval();
    let others = records
        .iter()
        .filter(|record| record.record.depth != best.record.depth);
    let reaching =
        others.filter(|record| record.interval().1 >= low && record.interval().0 <= high);
    reaching.map(|record| record.record.depth).collect()
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
            r.record.metrics.success_probability
        }),
        (&noisy, Look::Setting, |r| r.noisy_success_probability),
        (
            "estimate: F·ideal + (1 − F)·random",
            Look::Setting,
            |r| Some(r.estimated_success_probability),
        ),
        ("random guess", Look::RandomGuess, |r| {
            r.record.metrics.random_success_probability
        }),
    ];
    let series = rows.iter().map(|(name, look, of)| {
        let points = records.iter().filter_map(|record| {
            Some(Datum {
                x: record.record.depth as f64,
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
    let best =
        peak(records).map(|best| (best.record.depth as f64, "best on the device".to_owned()));
    LineChart {
        columns: best.into_iter().collect(),
        ..LineChart::new(heading, AxisOf::depth(), y, series)
    }
}

fn caption(problem: &Problem, plan: &DevicePlan, records: &[DeviceRecord]) -> String {
    let deepest = records.last().map_or_else(String::new, |record| {
        format!(
            "p = {}: {} two-qubit gates, {:.1} µs; ",
            record.record.depth, record.two_qubit_gates, record.duration_us
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
