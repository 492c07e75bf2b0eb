//! The record of a spectrum, and the plot of the Grover mixer's success against depth beside plain
//! Grover search.

use super::label;
use crate::error::Result;
use crate::files::{read_bytes, write_whole};
use crate::pipeline::{GroverMixerDepth, Problem, Spectrum};
use crate::plots::{
    self, Baseline, BaselineMethod, DepthCurve, Heading, PictureLayout, Series, SuccessAgainstDepth,
};
use ketboard_puzzles::RegisterChoice;
use ketboard_qaoa::Angles;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The numbers of one spectrum. Counts are decimal texts: they may exceed what numbers of JSON
/// hold.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct SpectrumRecord {
    /// The stem of the puzzle's file.
    pub name: String,
    /// The puzzle's family.
    pub family: String,
    /// Variables that the reduction left.
    pub qubits: usize,
    /// Which registers the space is a product of.
    pub registers: String,
    /// The number of levels of each.
    pub dims: Vec<usize>,
    /// Number of states.
    pub states: String,
    /// States that obey the rules; `None` where a limit stopped their enumeration.
    pub solutions: Option<String>,
    /// Their share.
    pub random_success_probability: Option<f64>,
    /// Mean energy of a random state.
    pub mean: f64,
    /// Standard deviation of its energy.
    pub standard_deviation: f64,
    /// Every energy that occurs, rising.
    pub levels: Vec<LevelRecord>,
    /// Different fields that counting kept at once.
    pub frontier: usize,
    /// Bytes that they took, as estimated.
    pub bytes: u64,
    /// QAOA with the Grover mixer, depth by depth.
    pub depths: Vec<GroverMixerRecord>,
    /// The program's version.
    pub version: String,
}

/// One energy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct LevelRecord {
    /// The energy.
    pub energy: f64,
    /// How many states have it.
    pub states: String,
    /// How many of them obey the rules.
    pub obeying: Option<String>,
    /// The share of the space that they are, all states of the level together.
    pub share: f64,
}

/// One depth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct GroverMixerRecord {
    /// Number of layers.
    pub depth: usize,
    /// The angles.
    #[schemars(with = "AngleLists")]
    pub angles: Angles,
    /// ⟨C⟩.
    pub expectation: f64,
    /// The probability of all boards that obey the rules.
    pub success_probability: Option<f64>,
    /// The probability of the lowest energy.
    pub ground_probability: f64,
    /// Plain Grover search after as many iterations.
    pub grover_success_probability: Option<f64>,
    /// Calls of the objective up to here.
    pub evaluations: u64,
}

/// How angles are written.
#[derive(JsonSchema)]
#[expect(
    dead_code,
    reason = "only its schema is used: the type of the angles is the engine's"
)]
struct AngleLists {
    /// Angles of the cost layers.
    gammas: Vec<f64>,
    /// Angles of the mixer layers.
    betas: Vec<f64>,
}

/// The record of a spectrum and of the search on it.
pub(crate) fn spectrum_record(
    problem: &Problem,
    choice: RegisterChoice,
    spectrum: &Spectrum,
    depths: &[GroverMixerDepth],
) -> SpectrumRecord {
    let histogram = &spectrum.histogram;
    SpectrumRecord {
        name: label(problem),
        family: problem.puzzle.family.to_owned(),
        qubits: problem.qubits(),
        registers: choice.name().to_owned(),
        dims: spectrum.registers.dims(),
        states: histogram.states().to_string(),
        solutions: spectrum.solutions().map(|solutions| solutions.to_string()),
        random_success_probability: spectrum.random_guess(),
        mean: histogram.mean(),
        standard_deviation: histogram.standard_deviation(),
        levels: levels(spectrum),
        frontier: histogram.frontier,
        bytes: histogram.bytes,
        depths: depths.iter().map(depth_record).collect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

fn levels(spectrum: &Spectrum) -> Vec<LevelRecord> {
    let total = spectrum.histogram.states() as f64;
    let levels = spectrum.histogram.levels.iter().enumerate();
    let record = levels.map(|(place, level)| LevelRecord {
        energy: level.energy,
        states: level.states.to_string(),
        obeying: spectrum
            .obeying
            .as_ref()
            .map(|obeying| obeying[place].to_string()),
        share: level.states as f64 / total,
    });
    record.collect()
}

fn depth_record(depth: &GroverMixerDepth) -> GroverMixerRecord {
    GroverMixerRecord {
        depth: depth.stage.depth,
        angles: depth.stage.angles.clone(),
        expectation: depth.stage.expectation,
        success_probability: depth.success,
        ground_probability: depth.lowest,
        grover_success_probability: depth.grover,
        evaluations: depth.stage.evaluations,
    }
}

/// Writes `records.jsonl` and, where success is known at some depth, the plot `success` into
/// `folder`.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn write_spectrum(record: &SpectrumRecord, folder: &Path) -> Result<()> {
    let line = serde_json::to_string(record).expect("a record holds only finite numbers") + "\n";
    write_whole(&folder.join("records.jsonl"), line.as_bytes())?;
    match spectrum_picture(record, PictureLayout::default(), &str::to_owned)? {
        Some(svg) => plots::save(&svg, folder.join("success")),
        None => Ok(()),
    }
}

/// The record of a spectrum in a folder; `None` where the folder has no records, or others.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn read_spectrum(folder: &Path) -> Result<Option<SpectrumRecord>> {
    let path = folder.join("records.jsonl");
    if !path.exists() {
        return Ok(None);
    }
    Ok(serde_json::from_slice(&read_bytes(&path)?).ok())
}

/// Success against depth with the Grover mixer, laid out so, with its curves called what `named`
/// makes of their names; `None` where it is known at no depth.
///
/// # Errors
/// If the picture cannot be drawn.
pub(crate) fn spectrum_picture(
    record: &SpectrumRecord,
    layout: PictureLayout,
    named: &dyn Fn(&str) -> String,
) -> Result<Option<String>> {
    let drawn = plot(record, layout, named).map(|plot| plots::success_against_depth(&plot));
    drawn.transpose()
}

/// A whole number in groups of three digits.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn plot(
    record: &SpectrumRecord,
    layout: PictureLayout,
    named: &dyn Fn(&str) -> String,
) -> Option<SuccessAgainstDepth> {
    let random_guess = record.random_success_probability?;
    let curve = |of: &dyn Fn(&GroverMixerRecord) -> Option<f64>| {
        let points = record.depths.iter().map(|d| Some((d.depth, of(d)?)));
        Some(vec![DepthCurve {
            puzzle: named("QAOA, Grover mixer"),
            points: points.collect::<Option<_>>()?,
        }])
    };
    let series = Series {
        name: String::new(),
        curves: curve(&|d| d.success_probability)?,
    };
    let beside = |method, name: &str, curves| Baseline {
        method,
        name: named(name),
        beside: None,
        curves,
        limits: Vec::new(),
    };
    let guess = curve(&|_| Some(random_guess))?;
    let grover = curve(&|d| d.grover_success_probability)?;
    let caption = format!(
        "{} states (registers: {}), counted; angles of least ⟨C⟩",
        grouped(&record.states),
        record.registers
    );
    (!record.depths.is_empty()).then(|| SuccessAgainstDepth {
        heading: Heading {
            layout,
            ..Heading::new(format!("Grover mixer on {}", record.name), caption)
        },
        summed: "all boards that obey the rules".to_owned(),
        series: vec![series],
        baselines: vec![
            beside(BaselineMethod::RandomGuess, "random guess", guess),
            beside(BaselineMethod::Grover, "Grover search", grover),
        ],
    })
}
