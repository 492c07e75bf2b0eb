//! What `decode` says beside the boards: how the file was read, and how the frequency of solutions
//! compares with what to expect.

use super::angles::AnglesFile;
use super::hardware::backend;
use super::page::PrintedPage;
use super::words::probability;
use crate::Result;
use crate::pipeline::{
    DevicePlan, DeviceRecord, Frequency, Prediction, Problem, on_device, solution_frequency,
};
use crate::settings::AnsatzKind;
use ketboard_circuits::{Bitstring, CompileSettings, Counts, MeasuredResults, SaidBy};
use serde_json::{Value, json};
use std::ops::ControlFlow::Continue;
use std::path::Path;

/// Results of a machine, on their way to the verdict.
pub(crate) struct Expected<'a> {
    problem: &'a Problem,
    measured: &'a MeasuredResults,
    readout_error: Option<f64>,
    frequency: Option<Frequency>,
    predicted: Option<(DevicePlan, DeviceRecord)>,
}

impl<'a> Expected<'a> {
    /// These results of the circuit of a problem, compared with a random guess; where the angles
    /// are known with the ideal circuit, and where a device is named with its noise.
    pub(crate) fn new(
        problem: &'a Problem,
        measured: &'a MeasuredResults,
        readout_error: Option<f64>,
        angles: Option<&Path>,
        device: Option<(&str, Prediction)>,
    ) -> Result<Self> {
        let read = |path| AnglesFile::read(path)?.on(problem, AnsatzKind::Standard);
        let angles = angles.map(read).transpose()?;
        let counts = (&measured.counts, readout_error);
        let frequency = solution_frequency(problem, counts, angles.as_ref())?;
        let mut predicted = None;
        if let (Some((name, prediction)), Some(angles)) = (device, &angles) {
            let plan = DevicePlan {
                device: backend(name)?,
                compile: CompileSettings::default(),
                prediction,
            };
            plan.check(problem)?;
            let ansatz = problem.ansatz()?;
            let found = on_device(problem, &ansatz, angles, &plan, &|_| Continue(()))?;
            predicted = Some((plan, found));
        }
        Ok(Self {
            problem,
            measured,
            readout_error,
            frequency,
            predicted,
        })
    }

    /// The outcomes to be judged: mitigated where that was asked for.
    pub(crate) fn counts(&self) -> Result<Counts<Bitstring>> {
        match self.readout_error {
            Some(rate) => Ok(self.measured.counts.mitigated(rate)?),
            None => Ok(self.measured.counts.clone()),
        }
    }

    /// Adds it to what programs are told.
    pub(crate) fn add_to(&self, json: &mut Value) {
        json["shape"] = self.measured.shape.into();
        json["bit_order"] = self.measured.bit_order.name().into();
        if let Some(rate) = self.readout_error {
            json["shots"] = self.measured.counts.total().into();
            json["mitigation"] = json!({"readout_error": rate, "method": METHOD});
        }
        let Some(frequency) = &self.frequency else {
            return;
        };
        let plan = self.predicted.as_ref().map(|(plan, _)| plan);
        let found = self.predicted.as_ref().map(|(_, found)| found);
        for (key, value) in [
            ("solution_frequency", json!(frequency.measured)),
            ("hint", json!(self.hint(frequency))),
            ("solution_frequency_interval", json!(frequency.interval)),
            ("success_probability", json!(frequency.ideal)),
            ("random_success_probability", json!(frequency.random)),
            ("device", json!(plan.map(|plan| &plan.device.name))),
            (
                "estimated_fidelity",
                json!(found.map(|found| found.estimated_fidelity)),
            ),
            (
                "estimated_success_probability",
                json!(found.map(|found| found.estimated_success_probability)),
            ),
            (
                "noisy_success_probability",
                json!(found.and_then(|found| found.noisy_success_probability)),
            ),
            (
                "noisy_success_interval",
                json!(found.and_then(|found| found.noisy_success_interval)),
            ),
            (
                "trajectories",
                json!(found.and_then(|found| found.trajectories)),
            ),
        ] {
            json[key] = value;
        }
    }

    /// What to look at where no shot obeys the rules: the order of the bits only where no vendor
    /// fixes it.
    pub(crate) fn what_may_be_wrong(&self) -> &'static str {
        match self.measured.said_by {
            SaidBy::Shape => {
                "\nIf that surprises: the board may have been reduced otherwise for the circuit."
            }
            SaidBy::Caller | SaidBy::File | SaidBy::Nobody => {
                "\nIf that surprises: the bitstrings may be the other way round (--bit-order), or the board reduced otherwise."
            }
        }
    }

    /// Says the same in words.
    pub(crate) fn describe(&self, page: &mut PrintedPage) {
        let order = self.measured.bit_order.name();
        let by = match self.measured.said_by {
            SaidBy::Caller => "as asked for",
            SaidBy::File => "as the file says",
            SaidBy::Shape => "as always in this shape",
            SaidBy::Nobody => "taken for the order of this program",
        };
        let shape = self.measured.shape;
        page.line(format_args!("Read as {shape}, bit order {order} ({by})"));
        if let Some(rate) = self.readout_error {
            page.line(format_args!(
                "Mitigated: {METHOD}, at a rate of {rate} a bit"
            ));
        }
        if let Some(frequency) = &self.frequency {
            self.compare(page, frequency);
        }
        page.line("");
    }

    /// Adds the frequency that was measured, and what it is held against.
    fn compare(&self, page: &mut PrintedPage, frequency: &Frequency) {
        let predicted = self.predicted.as_ref().map(|(_, found)| found);
        page.line("Frequency of solutions:");
        for (what, number, interval) in [
            ("measured", Some(frequency.measured), frequency.interval),
            ("ideal circuit", frequency.ideal, None),
            (
                "with noise",
                predicted.and_then(|found| found.noisy_success_probability),
                predicted.and_then(|found| found.noisy_success_interval),
            ),
            (
                "noisy estimate",
                predicted.map(|found| found.estimated_success_probability),
                None,
            ),
            ("random guess", frequency.random, None),
        ] {
            let Some(number) = number.map(probability) else {
                continue;
            };
            let interval = interval.map_or(String::new(), |(low, high)| {
                format!("  (95 %: {} to {})", probability(low), probability(high))
            });
            page.line(format_args!("  {what:<14} {number}{interval}"));
        }
        if let Some((plan, _)) = &self.predicted {
            let (name, source) = (&plan.device.name, &plan.device.source);
            let readout = match self.readout_error {
                None => "",
                Some(_) => {
                    "; the shots are mitigated, the prediction holds the device's readout errors"
                }
            };
            page.line(format_args!(
                "  noise: that of {name} (calibration: {source}){readout}"
            ));
        }
        if let Some(hint) = self.hint(frequency) {
            page.line(format_args!("  {hint}"));
        }
    }

    /// Where nobody said the order and the other one solves more, that is worth knowing.
    fn hint(&self, frequency: &Frequency) -> Option<String> {
        if self.measured.said_by != SaidBy::Nobody || self.readout_error.is_some() {
            return None;
        }
        let turned = self.measured.counts.turned();
        let counts = (&turned, None);
        let other = solution_frequency(self.problem, counts, None);
        let other = other.ok().flatten()?.measured;
        (other > frequency.measured).then(|| {
            format!(
                "Read the other way round it would be {}: if Qiskit printed these counts, say --bit-order qubit0-right",
                probability(other)
            )
        })
    }
}

/// How readout errors are undone, for the JSON.
const METHOD: &str = "inverse of independent readout errors, then the nearest distribution";
