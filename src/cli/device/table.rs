//! What `ketboard device` prints: a row for each depth, the time until a solution was seen, and
//! what is to be said of both.

use super::DeviceArguments;
use crate::cli::flags::in_reason;
use crate::cli::page::PrintedPage;
use crate::cli::registers::summary as space;
use crate::cli::subject::success_of_a_model;
use crate::cli::words::{plural, probability, seconds};
use crate::experiment::peak;
use crate::pipeline::{DevicePlan, DeviceRecord, Problem};

/// What `ketboard device` prints: a line for each depth with the size of its circuit, its duration,
/// and success without noise, as an estimate and with noise.
pub(super) fn table(
    arguments: &DeviceArguments,
    (problem, plan): (&Problem, &DevicePlan),
    records: &[DeviceRecord],
) -> PrintedPage {
    let device = &plan.device;
    let mut page = PrintedPage::default();
    let speaks = arguments.talk.speaks();
    if speaks {
        let qubits = records.first().map_or(0, |record| record.qubits);
        let of = plural(device.qubits as u64, "qubit");
        page.line(format_args!(
            "{} ({}, {of}); the model has {qubits}",
            device.name, device.about
        ));
        page.line(format_args!("calibration: {}", device.source));
        if let Some(success) = success_of_a_model(problem) {
            page.line(success);
        }
        if let Some(known) = &problem.registers {
            page.line(format_args!("Registers: {}", space(problem, known)));
        }
        page.line("");
        page.line("  p   2q gates  2q depth   duration  fidelity     ideal  estimate  with noise");
    }
    for record in records {
        page.line(format_args!(
            "{:>3} {:>10} {:>9} {:>10} {:>9} {:>9} {:>9}  {}",
            record.depth,
            record.two_qubit_gates,
            record.two_qubit_depth,
            seconds(record.duration_us * 1e-6),
            probability(record.estimated_fidelity),
            probability(record.success_probability),
            probability(record.estimated_success_probability),
            with_noise(record)
        ));
    }
    if speaks {
        times(records, &mut page);
        remarks(arguments, records, &mut page);
    }
    page
}

/// Success with noise and its 95 % interval, which a density matrix does not need.
fn with_noise(record: &DeviceRecord) -> String {
    let simulated = record
        .noisy_success_probability
        .zip(record.noisy_success_interval);
    match simulated {
        None => "not simulated".to_owned(),
        Some((value, (low, high))) if low == high => probability(value),
        Some((value, (low, high))) => format!(
            "{} ({} to {})",
            probability(value),
            probability(low),
            probability(high)
        ),
    }
}

/// How long each circuit takes to 99 %; nothing where the device's times are not known.
fn times(records: &[DeviceRecord], page: &mut PrintedPage) {
    let known = |record: &DeviceRecord| Some((record.depth, record.seconds_per_shot?));
    if records.iter().all(|record| known(record).is_none()) {
        return;
    }
    page.line("");
    page.line("time until a solution was seen with 99 %, readout included, resets and queues not:");
    page.line("  p      a shot     ideal  estimate  with noise");
    let time = |time: Option<f64>| time.map_or_else(|| "never".to_owned(), seconds);
    for record in records {
        let Some((depth, shot)) = known(record) else {
            continue;
        };
        page.line(format_args!(
            "{depth:>3} {:>11} {:>9} {:>9}  {}",
            seconds(shot),
            time(record.seconds_to_99),
            time(record.estimated_seconds_to_99),
            time_with_noise(record)
        ));
    }
}

/// The time with noise until a solution was seen with 99 %, and its 95 % interval; the interval has
/// no upper end where it holds a success of 0.
fn time_with_noise(record: &DeviceRecord) -> String {
    let simulated = record
        .noisy_seconds_to_99
        .zip(record.noisy_seconds_to_99_interval);
    match simulated {
        None if record.noisy_success_probability.is_none() => "not simulated".to_owned(),
        None => "never".to_owned(),
        Some((value, (low, Some(high)))) if low == high => seconds(value),
        Some((value, (low, Some(high)))) => {
            format!("{} ({} to {})", seconds(value), seconds(low), seconds(high))
        }
        Some((value, (low, None))) => format!("{} ({} or more)", seconds(value), seconds(low)),
    }
}

/// Adds what stands below the table: the random guess, what the columns mean, and the depth at
/// which the device does best.
fn remarks(arguments: &DeviceArguments, records: &[DeviceRecord], page: &mut PrintedPage) {
    let Some((first, best)) = records.first().zip(peak(records)) else {
        return;
    };
    page.line("");
    let random = probability(first.random_success_probability);
    match first.random_bits_success_probability {
        None => page.line(format_args!("random guess: {random}")),
        Some(bits) => page.line(format_args!(
            "random guess: {random} in the space of the registers; {} of random bits, which noise tends to",
            probability(bits)
        )),
    }
    let left_out = records
        .iter()
        .find_map(|found| found.not_simulated.as_ref());
    page.line(match first.trajectories {
        _ if left_out.is_some() => format!(
            "estimate: F·ideal + (1 − F)·random, F the fidelity; not simulated: {}",
            left_out.map(|reason| in_reason(reason)).unwrap_or_default()
        ),
        Some(0) => "with noise: no noise strikes this circuit".to_owned(),
        Some(count) => format!("with noise: {count} trajectories, 95 % interval"),
        None if arguments.exact => "with noise: density matrix, exact".to_owned(),
        None => {
            "estimate: F·ideal + (1 − F)·random, F the fidelity; leave --estimate out to simulate"
                .to_owned()
        }
    });
    if records.len() > 1 {
        let rivals: Vec<_> = best.rivals.iter().map(ToString::to_string).collect();
        let rivals = match &rivals[..] {
            [] => String::new(),
            list => format!(
                " (the intervals of p = {} overlap with it)",
                list.join(", ")
            ),
        };
        page.line(format_args!(
            "best on the device: p = {}{rivals}",
            best.depth
        ));
        if records.iter().all(|record| record.depth <= best.depth) {
            page.line("that is the deepest one asked for: more layers may help further");
        }
    }
}
