//! Records of circuits on a device, the depth at which the device does best, and the plot of
//! success with and without noise.

use super::pictures::{saved, summed_of};
use crate::error::Result;
use crate::files::write_whole;
use crate::json::told;
use crate::pipeline::{DevicePlan, DeviceRecord, Problem};
use crate::plots::{AxisKind, AxisOf, Curve, Datum, Heading, LineChart, Look, Series};
use ketboard_circuits::Device;
use serde::Serialize;
use serde_json::{Value, json};
use std::path::Path;

/// The object of `device --json`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DeviceReport {
    /// The device's name.
    pub device: String,
    /// What it is.
    pub about: String,
    /// Where its calibration was published.
    pub source: String,
    /// The circuits, depth by depth.
    pub records: Vec<DeviceRecord>,
    /// The depth at which the device does best.
    pub peak_depth: Option<usize>,
    /// Other depths whose intervals reach that high.
    pub peak_rivals: Option<Vec<usize>>,
    /// The program's version.
    pub version: &'static str,
}

impl DeviceReport {
    /// The circuits that were run on a device.
    pub(crate) fn new(device: &Device, records: Vec<DeviceRecord>) -> Self {
        let best = peak(&records);
        Self {
            device: device.name.clone(),
            about: device.about.clone(),
            source: device.source.clone(),
            records,
            peak_depth: best.as_ref().map(|peak| peak.depth),
            peak_rivals: best.map(|peak| peak.rivals),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// The depth at which a device does best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Peak {
    /// The depth of the largest success probability under noise: simulated, or estimated where
    /// nothing was simulated.
    pub depth: usize,
    /// Other depths whose intervals reach into that one's: the best depth may be one of these.
    pub rivals: Vec<usize>,
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

/// Where the noisy curve peaks; the shallowest of equals. `None` without records.
pub(crate) fn peak(records: &[DeviceRecord]) -> Option<Peak> {
    let by_value = |a: &&DeviceRecord, b: &&DeviceRecord| {
        let shallower = b.depth.cmp(&a.depth);
        a.on_device().total_cmp(&b.on_device()).then(shallower)
    };
    let best = records.iter().max_by(by_value)?;
    let (low, high) = best.interval();
    let reaches =
        |record: &&DeviceRecord| record.interval().1 >= low && record.interval().0 <= high;
    let rivals = records.iter().filter(|record| record.depth != best.depth);
    Some(Peak {
        depth: best.depth,
        rivals: rivals.filter(reaches).map(|record| record.depth).collect(),
    })
}

/// Writes `device.jsonl`, `device.csv` and the plot `device` into `folder`.
///
/// # Errors
/// If there is no record, or a file cannot be written.
pub(crate) fn write_device(
    problem: &Problem,
    plan: &DevicePlan,
    records: &[DeviceRecord],
    folder: &Path,
) -> Result<()> {
    let lines: String = records
        .iter()
        .map(|record| told(record).to_string() + "\n")
        .collect();
    write_whole(&folder.join("device.jsonl"), lines.as_bytes())?;
    let table: String = records.iter().map(|record| row(record) + "\n").collect();
    let head = COLUMNS.map(|column| match column.strip_suffix("interval") {
        Some("noisy_success_") => "noisy_low,noisy_high".to_owned(),
        Some(name) => format!("{name}low,{name}high"),
        None => column.to_owned(),
    });
    let table = format!("{}\n{table}", head.join(","));
    write_whole(&folder.join("device.csv"), table.as_bytes())?;
    let svg = plot(problem, plan, records).svg()?;
    saved(&svg, folder, "device").map(drop)
}

/// The columns of the table; an interval has two, its ends.
const COLUMNS: [&str; 18] = [
    "name",
    "device",
    "depth",
    "qubits",
    "two_qubit_gates",
    "two_qubit_depth",
    "duration_us",
    "estimated_fidelity",
    "success_probability",
    "estimated_success_probability",
    "noisy_success_probability",
    "noisy_success_interval",
    "random_success_probability",
    "seconds_per_shot",
    "seconds_to_99",
    "estimated_seconds_to_99",
    "noisy_seconds_to_99",
    "noisy_seconds_to_99_interval",
];

/// A row of the table, from the keys of the record.
fn row(record: &DeviceRecord) -> String {
    let record = json!(record);
    let cell = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) if text.contains(['"', ',']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let cells = COLUMNS
        .iter()
        .map(|column| match column.ends_with("interval") {
            true => format!("{},{}", cell(&record[column][0]), cell(&record[column][1])),
            false => cell(&record[column]),
        });
    cells.collect::<Vec<_>>().join(",")
}

fn plot(problem: &Problem, plan: &DevicePlan, records: &[DeviceRecord]) -> LineChart {
    let series = |name: &str, look, value: &dyn Fn(&DeviceRecord) -> Option<Datum>| {
        let points = records.iter().filter_map(value).collect();
        let name = name.to_owned();
        Series::new(name.clone(), look, vec![Curve { name, points }])
    };
    let exact = |of: fn(&DeviceRecord) -> f64| {
        move |record: &DeviceRecord| Some(Datum::from((record.depth as f64, of(record))))
    };
    let simulated = |record: &DeviceRecord| {
        Some(Datum {
            x: record.depth as f64,
            y: record.noisy_success_probability?,
            interval: record.noisy_success_interval,
        })
    };
    let trajectories = records.iter().find_map(|record| record.trajectories);
    let noisy = trajectories.map_or("with noise".to_owned(), |count| {
        format!("with noise, {count} trajectories")
    });
    let mut series = vec![
        series(
            "without noise",
            Look::Setting,
            &exact(|r| r.success_probability),
        ),
        series(&noisy, Look::Setting, &simulated),
        series(
            "estimate: F·ideal + (1 − F)·random",
            Look::Setting,
            &exact(|r| r.estimated_success_probability),
        ),
        series(
            "random guess",
            Look::RandomGuess,
            &exact(|r| r.random_success_probability),
        ),
    ];
    series.retain(|one| !one.curves[0].points.is_empty());
    let heading = Heading::new(
        format!(
            "{} on {}: {}",
            problem.puzzle.name, plan.device.name, plan.device.about
        ),
        caption(problem, plan, records),
    );
    let y = AxisOf::probability_of(summed_of(problem), AxisKind::Probabilities);
    let mut chart = LineChart::new(heading, AxisOf::depth(), y, series);
    if let Some(peak) = peak(records) {
        chart
            .columns
            .push((peak.depth as f64, format!("p = {}", peak.depth)));
        chart.beginning = "best on the device".to_owned();
    }
    chart
}

fn caption(problem: &Problem, plan: &DevicePlan, records: &[DeviceRecord]) -> String {
    let deepest = records.last().map_or_else(String::new, |record| {
        format!(
            "p = {}: {} two-qubit gates, {:.1} µs; ",
            record.depth, record.two_qubit_gates, record.duration_us
        )
    });
    let seed = records.first().map_or(0, |record| record.seed);
    let space = problem
        .registers
        .as_ref()
        .map_or_else(String::new, |known| {
            format!(
                ", registers {} of {} states, mixer {}",
                known.choice.name(),
                problem.states(),
                known.mixer.name
            )
        });
    format!(
        "{} qubits{space}; {deepest}compiled for {}; seed {seed}\ncalibration: {}",
        problem.qubits(),
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
        let found = peak(&simulated).unwrap();
        assert_eq!((found.depth, found.rivals), (2, vec![3]));
        let estimated = [
            record(1, 0.2, None),
            record(2, 0.3, None),
            record(3, 0.3, None),
        ];
        let found = peak(&estimated).unwrap();
        assert_eq!(
            (found.depth, found.rivals),
            (2, vec![3]),
            "the shallower of equals"
        );
        assert_eq!(peak(&[]), None);
    }
}
