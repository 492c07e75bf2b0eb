//! ⟨C⟩ and success probability at depth 1 over a grid of (γ, β), and the optimizer's path over it.

use super::pictures::space;
use crate::error::{Error, Result};
use crate::pipeline::{Problem, SearchPlan, find_angles};
use ketboard_qaoa::{Angles, Ansatz, SearchSettings, Stage, search::Strategy};
use serde::Serialize;
use std::f64::consts::FRAC_PI_2;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The values of an axis of angles from the first to the last, both ends included.
///
/// # Errors
/// If there are fewer than two points, more than a thousand, or the ends do not ascend within
/// ±2^53, the whole numbers that f64 holds.
pub(crate) fn angle_range(
    option: &'static str,
    from: f64,
    to: f64,
    points: usize,
) -> Result<Vec<f64>> {
    if !(2..=1000).contains(&points) {
        let remedy = "give 2 to 1000 points";
        return Err(Error::setting("points", points.to_string(), remedy));
    }
    let largest = (1_u64 << 53) as f64;
    if !(-largest <= from && from < to && to <= largest) {
        let found = format!("the axis runs from {from:?} to {to:?}");
        let remedy = "give a finite number above 0, at most 2^53";
        return Err(Error::setting(option, found, remedy));
    }
    let step = (to - from) / (points - 1) as f64;
    Ok((0..points).map(|k| from + step * k as f64).collect())
}

/// So many values of γ from 0 to its end, by itself at 4/σ(C), and of β from minus its end to it.
///
/// # Errors
/// As [`angle_range`].
pub(crate) fn angle_axes(
    ansatz: &Ansatz,
    points: usize,
    [gamma, beta]: [Option<f64>; 2],
) -> Result<[Vec<f64>; 2]> {
    let reach = 4.0 / ansatz.cost().standard_deviation().max(1e-9);
    let (gamma, beta) = (gamma.unwrap_or(reach), beta.unwrap_or(FRAC_PI_2));
    let gammas = angle_range("gamma_max", 0.0, gamma, points)?;
    Ok([gammas, angle_range("beta_max", -beta, beta, points)?])
}

/// The landscape at depth 1, with all that its pictures are made from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct AngleLandscape {
    /// The stem of the file of the puzzle or model; names the files of the pictures.
    pub name: String,
    /// The puzzle's or model's own name.
    pub title: String,
    /// What its states span, in words: `14 qubits`.
    pub space: String,
    /// The values of γ.
    pub gammas: Vec<f64>,
    /// The values of β.
    pub betas: Vec<f64>,
    /// ⟨C⟩ at (γ, β): one row per β, one column per γ.
    #[serde(rename = "expectation")]
    pub expectations: Vec<Vec<f64>>,
    /// The probability of all boards that obey the rules, likewise; absent where they were not all
    /// listed.
    #[serde(
        rename = "success_probability",
        skip_serializing_if = "Option::is_none"
    )]
    pub success: Option<Vec<Vec<f64>>>,
    /// The value that these boards have, where boards differ in value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_value: Option<f64>,
    /// The points the optimizer measured on the first start that led as low as any, in order.
    pub path: Vec<(f64, f64)>,
    /// The program's version.
    pub version: &'static str,
}

impl AngleLandscape {
    /// γ, β and ⟨C⟩ at the lowest point of the grid.
    pub(crate) fn lowest(&self) -> (f64, f64, f64) {
        let rows = self.betas.iter().zip(&self.expectations);
        let points = rows.flat_map(|(&beta, row)| {
            let row = self.gammas.iter().zip(row);
            row.map(move |(&gamma, &value)| (gamma, beta, value))
        });
        let lowest = points.min_by(|a, b| a.2.total_cmp(&b.2));
        lowest.unwrap_or((0.0, 0.0, f64::NAN))
    }
}

/// ⟨C⟩ and success probability at every point, and the optimizer's path by `plan` at depth 1. `ask`
/// hears how many points are mapped, and asked whether to go on, after every point and between
/// the layers of a large state.
///
/// # Errors
/// If the states do not fit into memory; [`Error::STOPPED`] where `ask` says stop, since half a map
/// shows nothing.
pub(crate) fn landscape(
    problem: &Problem,
    ansatz: &Ansatz,
    [gammas, betas]: [Vec<f64>; 2],
    plan: &SearchPlan,
    ask: &(dyn Fn(usize) -> ControlFlow<()> + Sync),
) -> Result<AngleLandscape> {
    let truth = &problem.truth;
    let stopped = AtomicBool::new(false);
    let mapped = AtomicUsize::new(0);
    let go_on = || {
        if stopped.load(Ordering::Relaxed) || ask(mapped.load(Ordering::Relaxed)).is_break() {
            stopped.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let mut evaluator = ansatz.evaluator()?.with_stop(&go_on);
    let mut expectations = Vec::new();
    let mut success = Vec::new();
    for &beta in &betas {
        let mut row = Vec::new();
        let mut probabilities = Vec::new();
        for &gamma in &gammas {
            let state = evaluator.state(&Angles {
                gammas: vec![gamma],
                betas: vec![beta],
            });
            mapped.fetch_add(1, Ordering::Relaxed);
            if go_on().is_break() {
                return Err(Error::STOPPED); // the state may have been left unfinished
            }
            row.push(state.expectation(ansatz.cost()));
            probabilities.push(state.probability_of(truth.indices.iter()));
        }
        expectations.push(row);
        success.push(probabilities);
    }
    let ramp = SearchSettings {
        strategy: Strategy::Ramp,
        starts: 1,
        ..plan.settings
    };
    let mut found = Vec::new();
    for settings in [ramp, plan.settings] {
        let stages = find_angles(
            ansatz,
            &SearchPlan {
                settings,
                ..plan.clone()
            },
            &|_| go_on(),
        )?;
        found.extend(stages.into_iter().next());
        if stopped.load(Ordering::Relaxed) {
            return Err(Error::STOPPED);
        }
    }
    // the first start of all, where the best one is lower in its last digits alone
    let measured = found.iter().map(|stage| stage.measured);
    let lowest = measured.fold(f64::INFINITY, f64::min);
    let is_lowest = |stage: &&Stage| stage.measured - lowest <= 1e-9 * lowest.abs().max(1.0);
    let traces = found.iter().find(is_lowest).into_iter();
    let path = traces.flat_map(Stage::trace);
    Ok(AngleLandscape {
        name: problem.stem(),
        title: problem.puzzle.name.clone(),
        space: space(problem),
        gammas,
        betas,
        expectations,
        // a model has no boards whose success could be mapped
        success: (truth.complete && !problem.is_model).then_some(success),
        best_value: truth.best,
        path: path
            .map(|(angles, _)| (angles.gammas[0], angles.betas[0]))
            .collect(),
        version: env!("CARGO_PKG_VERSION"),
    })
}
