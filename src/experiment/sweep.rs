//! The pictures of a sweep, from its records: success, ground state and expectation against depth, and of single chains the optimizer's
//! trace and the likeliest boards.

use super::pictures::{BOARDS, Found, boards, saved, summed, trace};
use crate::error::Result;
use crate::lab::{Chain, Record, SubjectKind};
use crate::report::{self, Heading};
use std::path::{Path, PathBuf};

/// The set that ground-state probabilities sum, as plots name it.
const LOWEST_STATES: &str = "the states of lowest energy";

/// One curve of a sweep: the records of a chain, by depth.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its name in legends.
    pub label: String,
    /// The records, ascending in depth.
    pub records: Vec<Record>,
    /// The energy of what breaks no rule, where it is a constant and known.
    pub zero_violation: Option<f64>,
    /// Whether boards differ in value.
    pub valued: bool,
}

impl Curve {
    /// The curve of a chain.
    pub fn new(chain: &Chain, label: String, records: Vec<Record>) -> Self {
        let valued = match &chain.subject.kind {
            SubjectKind::Puzzle(puzzle) => puzzle.0.puzzle.model.has_objective(),
            SubjectKind::Model(_) => false,
        };
        Self {
            label,
            records,
            zero_violation: chain.subject.zero_violation_energy(),
            valued,
        }
    }

    fn is_model(&self) -> bool {
        self.records.first().is_some_and(|record| record.family.is_none())
    }

    fn success(&self) -> Option<report::SuccessCurve> {
        let points = self.records.iter();
        let points = points.map(|record| Some((record.depth, record.success_probability?)));
        let random_guess = self.records.first()?.baselines.random_guess?;
        Some(report::SuccessCurve {
            puzzle: self.label.clone(),
            points: points.collect::<Option<_>>()?,
            random_guess,
        })
    }

    fn ground(&self) -> Option<report::SuccessCurve> {
        let random_guess = self.records.first()?.baselines.random_guess?;
        let points = self.records.iter();
        self.is_model().then(|| report::SuccessCurve {
            puzzle: self.label.clone(),
            points: points.map(|r| (r.depth, r.ground_probability)).collect(),
            random_guess,
        })
    }

    fn expectation(&self) -> report::ExpectationCurve {
        let first = self.records.first();
        let points = self.records.iter();
        report::ExpectationCurve {
            puzzle: self.label.clone(),
            points: points.map(|record| (record.depth, record.expectation)).collect(),
            minimum: first.map_or(0.0, |record| record.ground_energy),
            mean: first.map_or(0.0, |record| record.mean_energy),
            zero_violation: self.zero_violation.unwrap_or(0.0),
        }
    }
}

/// Draws `success` (of puzzles), `ground` (of models, which have no rules) and `expectation` against depth into `folder`;
/// returns the files written.
///
/// # Errors
/// If a file cannot be written.
pub fn draw_sweep(curves: &[Curve], folder: &Path) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    let caption = caption_of(curves);
    let against_depth = |what: &str, summed: &str, curves| report::SuccessAgainstDepth {
        heading: Heading::new(format!("QAOA {what} probability against depth"), &caption),
        summed: summed.to_owned(),
        curves,
    };
    let success: Vec<_> = curves.iter().filter_map(Curve::success).collect();
    if !success.is_empty() {
        let summed = summed(curves.iter().any(|curve| curve.valued));
        let plot = report::success_against_depth(&against_depth("success", summed, success))?;
        written.push(saved(&plot, folder, "success")?);
    }
    let ground: Vec<_> = curves.iter().filter_map(Curve::ground).collect();
    if !ground.is_empty() {
        let plot = against_depth("ground-state", LOWEST_STATES, ground);
        written.push(saved(&report::success_against_depth(&plot)?, folder, "ground")?);
    }
    let plot = report::ExpectationAgainstDepth {
        heading: Heading::new("Expectation of the cost against depth", &caption),
        ordinate: ordinate(curves),
        curves: curves.iter().map(Curve::expectation).collect(),
    };
    written.push(saved(&report::expectation_against_depth(&plot)?, folder, "expectation")?);
    Ok(written)
}

/// Draws the optimizer's trace, where its values are known, and of a puzzle the likeliest boards at the angles of a record of the chain; returns
/// the files written.
///
/// # Errors
/// If the state does not fit into memory, or a file cannot be written.
pub fn draw_chain(
    chain: &Chain,
    record: &Record,
    values: &[(usize, Vec<f64>)],
    folder: &Path,
) -> Result<Vec<PathBuf>> {
    let (name, mut written) = (&record.name, Vec::new());
    let title = match &chain.subject.kind {
        SubjectKind::Puzzle(puzzle) => &puzzle.0.puzzle.name,
        SubjectKind::Model(_) => name,
    };
    if !values.is_empty() {
        let trace = trace(title, record.qubits, values, record.ground_energy);
        let svg = report::optimizer_trace(&trace)?;
        written.push(saved(&svg, folder, &format!("trace-{name}"))?);
    }
    if let SubjectKind::Puzzle(puzzle) = &chain.subject.kind {
        let found = Found {
            depth: record.depth,
            success: record.success_probability,
            likeliest: &chain.likeliest(record, BOARDS)?,
        };
        let svg = report::likeliest_boards(&boards(&puzzle.0, &puzzle.1, &found))?;
        written.push(saved(&svg, folder, &format!("boards-{name}"))?);
    }
    Ok(written)
}

fn caption_of(curves: &[Curve]) -> String {
    let first = curves.iter().filter_map(|curve| curve.records.first());
    let qubits: Vec<usize> = first.clone().map(|record| record.qubits).collect();
    let least = qubits.iter().min().copied().unwrap_or(0);
    let most = qubits.iter().max().copied().unwrap_or(0);
    let settings = first.map(|record| &record.setting).next();
    let settings = settings.map_or_else(String::new, |setting| {
        let (optimizer, starts) = (&setting.optimizer, setting.starts);
        format!("; {optimizer}, {starts} starts at each depth, seed {}", setting.seed)
    });
    let width = match least == most {
        true => format!("{least}"),
        false => format!("{least} to {most}"),
    };
    let models = curves.iter().filter(|curve| curve.is_model()).count();
    let counted = |number: usize, what: &str| match number {
        0 => None,
        1 => Some(format!("1 {what}")),
        _ => Some(format!("{number} {what}s")),
    };
    let kinds = [
        counted(curves.len() - models, "puzzle"),
        counted(models, "model"),
    ];
    let kinds: Vec<String> = kinds.into_iter().flatten().collect();
    let reduced = if models == curves.len() {
        ""
    } else {
        " after the reduction"
    };
    format!("{}, {width} qubits{reduced}{settings}", kinds.join(", "))
}

/// Energies of different puzzles are compared above the energy of a board that breaks no rule.
fn ordinate(curves: &[Curve]) -> report::Ordinate {
    match curves.iter().all(|curve| curve.zero_violation.is_some()) {
        true => report::Ordinate::AboveZeroViolation,
        false => report::Ordinate::Expectation,
    }
}
