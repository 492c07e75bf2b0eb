//! Records of circuits on a device, the depth at which the device does best, and the plot of
//! success with and without noise.

use super::pictures::{saved, summed_of};
use super::{family, label};
use crate::error::Result;
use crate::files::write_whole;
use crate::pipeline::{DevicePlan, DeviceTime, OnDevice, Problem};
use crate::plots::{AxisKind, AxisOf, Curve, Datum, Heading, LineChart, Look, Series};
use ketboard_circuits::{Device, Pulses};
use ketboard_puzzles::model_hash;
use ketboard_qaoa::Angles;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The numbers of one circuit on one device. A number that was not computed is absent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct DeviceRecord {
    /// The stem of the puzzle's file.
    pub name: String,
    /// The puzzle's family; absent for a model without rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The device's name.
    pub device: String,
    /// Qubits after the reduction.
    pub qubits: usize,
    /// How registers were chosen; absent on plain qubits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registers: Option<String>,
    /// What mixes their levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mixer: Option<String>,
    /// How many states they have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// Qubits of the device that the circuit uses.
    pub qubits_used: usize,
    /// QAOA layers p.
    pub depth: usize,
    /// Angles of the cost layers.
    pub gammas: Vec<f64>,
    /// Angles of the mixer layers.
    pub betas: Vec<f64>,
    /// What the compiler went for.
    pub optimized_for: String,
    /// How it routed the cost layers.
    pub method: String,
    /// Whether the device's gates of any angle were used.
    pub fractional: bool,
    /// Number of native gates of each name.
    pub gates: BTreeMap<String, usize>,
    /// Gates on two qubits.
    pub two_qubit_gates: usize,
    /// The longest chain of them.
    pub two_qubit_depth: usize,
    /// From the first gate to the measurement.
    pub duration_us: f64,
    /// F: the product of the fidelities of all gates, waits and readouts.
    pub estimated_fidelity: f64,
    /// Probability of all boards that obey the rules, without noise.
    pub success_probability: f64,
    /// F·ideal + (1 − F)·random bits: what global depolarizing would leave.
    pub estimated_success_probability: f64,
    /// The same by simulation of the noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noisy_success_probability: Option<f64>,
    /// Its 95 % interval; both ends the same where the simulation is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noisy_success_interval: Option<(f64, f64)>,
    /// How many trajectories were run; absent for a density matrix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trajectories: Option<usize>,
    /// Probability that a uniformly random state of the same space, of the qubits or of the
    /// registers, obeys the rules.
    pub random_success_probability: f64,
    /// Seconds of a shot, from the first gate to the end of the readout; this and the next four are
    /// absent where the device's times are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_per_shot: Option<f64>,
    /// Seconds until a solution was seen with 99 %, without noise; absent where none can be seen,
    /// as the next three.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_to_99: Option<f64>,
    /// The same at the estimated success probability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_seconds_to_99: Option<f64>,
    /// The same by simulation of the noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noisy_seconds_to_99: Option<f64>,
    /// Its 95 % interval; no upper end where that is infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noisy_seconds_to_99_interval: Option<(f64, Option<f64>)>,
    /// The same of random bits of all qubits, which noise tends to; absent on plain qubits, where
    /// it is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_bits_success_probability: Option<f64>,
    /// The seed of everything random.
    pub seed: u64,
    /// SHA-256 of the model.
    pub model_hash: String,
    /// The program's version.
    pub version: String,
}

/// The object of `device --json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
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

/// The record of a circuit on a device.
pub(crate) fn device_record(
    problem: &Problem,
    plan: &DevicePlan,
    (angles, found): (&Angles, &OnDevice),
    seed: u64,
) -> DeviceRecord {
    let noisy = found.noisy.as_ref();
    let registers = problem.registers.as_ref();
    let gates = found.gates.iter();
    let time = DeviceTime::of(found, &plan.device);
    let simulated = time.and_then(|time| time.simulated);
    DeviceRecord {
        name: label(problem),
        family: family(problem),
        device: plan.device.name.clone(),
        qubits: problem.qubits(),
        registers: registers.map(|known| known.choice.name().to_owned()),
        mixer: registers.map(|known| known.mixer.name.to_owned()),
        states: registers.and_then(|_| u64::try_from(problem.states()).ok()),
        qubits_used: found.qubits_used,
        depth: angles.depth(),
        gammas: angles.gammas.clone(),
        betas: angles.betas.clone(),
        optimized_for: plan.compile.goal.name().to_owned(),
        method: found.method.to_owned(),
        fractional: plan.compile.pulses == Pulses::Fractional,
        gates: gates
            .map(|(name, count)| ((*name).to_owned(), *count))
            .collect(),
        two_qubit_gates: found.two_qubit_gates,
        two_qubit_depth: found.two_qubit_depth,
        duration_us: found.duration_us,
        estimated_fidelity: found.estimated_fidelity,
        success_probability: found.ideal,
        estimated_success_probability: found.estimate,
        noisy_success_probability: noisy.map(|noisy| noisy.success.mean),
        noisy_success_interval: noisy.map(|noisy| noisy.success.of_probability()),
        trajectories: noisy.and_then(|noisy| noisy.trajectories),
        random_success_probability: found.random,
        seconds_per_shot: time.map(|time| time.seconds_per_shot),
        seconds_to_99: time.and_then(|time| time.noiseless),
        estimated_seconds_to_99: time.and_then(|time| time.estimated),
        noisy_seconds_to_99: simulated.map(|seconds| seconds.value),
        noisy_seconds_to_99_interval: simulated.map(|seconds| (seconds.low, seconds.high)),
        random_bits_success_probability: registers.map(|_| found.random_bits),
        seed,
        model_hash: model_hash(&problem.cost.polynomial),
        version: env!("CARGO_PKG_VERSION").to_owned(),
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
    let line = |record| serde_json::to_string(record).expect("a record holds only finite numbers");
    let lines: String = records.iter().map(|record| line(record) + "\n").collect();
    write_whole(&folder.join("device.jsonl"), lines.as_bytes())?;
    let table: String = records.iter().map(|record| row(record) + "\n").collect();
    let table = format!("{HEADER}\n{table}");
    write_whole(&folder.join("device.csv"), table.as_bytes())?;
    let svg = plot(problem, plan, records).svg()?;
    saved(&svg, folder, "device").map(drop)
}

const HEADER: &str = "name,device,depth,qubits,two_qubit_gates,two_qubit_depth,duration_us,estimated_fidelity,\
                      success_probability,estimated_success_probability,noisy_success_probability,noisy_low,noisy_high,\
                      random_success_probability,seconds_per_shot,seconds_to_99,estimated_seconds_to_99,noisy_seconds_to_99,\
                      noisy_seconds_to_99_low,noisy_seconds_to_99_high";

fn row(record: &DeviceRecord) -> String {
    let known = |number: Option<f64>| number.map_or_else(String::new, |value| value.to_string());
    let ends = record.noisy_success_interval;
    let times = record.noisy_seconds_to_99_interval;
    [
        format!("\"{}\"", record.name.replace('"', "\"\"")),
        record.device.clone(),
        record.depth.to_string(),
        record.qubits.to_string(),
        record.two_qubit_gates.to_string(),
        record.two_qubit_depth.to_string(),
        record.duration_us.to_string(),
        record.estimated_fidelity.to_string(),
        record.success_probability.to_string(),
        record.estimated_success_probability.to_string(),
        known(record.noisy_success_probability),
        known(ends.map(|ends| ends.0)),
        known(ends.map(|ends| ends.1)),
        record.random_success_probability.to_string(),
        known(record.seconds_per_shot),
        known(record.seconds_to_99),
        known(record.estimated_seconds_to_99),
        known(record.noisy_seconds_to_99),
        known(times.map(|times| times.0)),
        known(times.and_then(|times| times.1)),
    ]
    .join(",")
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
