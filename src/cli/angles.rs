//! Angles from outside: lists on the command line, or a file, which is what another command wrote
//! or a record of a sweep.

use super::options::DEEPEST;
use crate::files::read_text;
use crate::pipeline::{Problem, registers_record};
use crate::settings::{AnsatzKind, ReadAngles};
use crate::{Error, Result};
use ketboard_qaoa::{Angles, mixers::MixerName};
use serde::Deserialize;
use serde_json::Value;
use std::f64::consts::PI;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The options by which angles are given.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Angles")]
pub(crate) struct GivenAngles {
    /// Run at the angles of a file instead of a search: what solve --json wrote, or a record of a
    /// sweep (records.jsonl#RUN)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["gammas", "betas", "depth"])]
    angles: Option<PathBuf>,
    /// Run at these angles of the cost, one for each layer
    #[arg(long, value_name = "a,b", allow_hyphen_values = true, requires = "betas", conflicts_with = "depth", value_parser = angle_list)]
    gammas: Option<Arc<[f64]>>,
    /// Run at these angles of the mixer, one for each layer
    #[arg(long, value_name = "c,d", allow_hyphen_values = true, requires = "gammas", value_parser = angle_list)]
    betas: Option<Arc<[f64]>>,
}

impl GivenAngles {
    /// Whether there are any.
    pub(crate) fn is_some(&self) -> bool {
        self.angles.is_some() || self.gammas.is_some()
    }

    /// The angles for an ansatz of a problem, and their depth; none at all where none are given.
    ///
    /// # Errors
    /// As [`angles_of`].
    pub(crate) fn angles(&self, problem: &Problem, kind: AnsatzKind) -> Result<(Angles, usize)> {
        let shape = problem.angle_shape(kind)?;
        let list = |list: &Option<Arc<[f64]>>| list.as_ref().map_or_else(Vec::new, |l| l.to_vec());
        let angles = match &self.angles {
            Some(path) => angles_of(path, problem, kind)?,
            None => Angles::new_in(list(&self.gammas), list(&self.betas), shape)?,
        };
        let depth = angles.depth_in(shape);
        Ok((angles, depth))
    }
}

/// A list of angles in radians, first layer first, of several series one after the other: with
/// commas between them, or `FROM..TO:P`, the values of a straight line at the midpoints
/// of P layers, t = (k + ½)/P, as the search's own ramps are; else what would be right.
fn angle_list(text: &str) -> std::result::Result<Arc<[f64]>, String> {
    let angles: Option<Vec<f64>> = match text.trim() {
        "" => Some(Vec::new()),
        text if text.contains("..") => ramp(text),
        text => text.split(',').map(angle).collect(),
    };
    angles.map(Arc::from).ok_or_else(|| {
        format!("give finite numbers, e.g. 0.1,0.2 or pi/8,-3pi/8,0.25*pi, or a ramp such as 0..0.8:4 of at most {DEEPEST} layers")
    })
}

/// `0..0.8:4`.
fn ramp(text: &str) -> Option<Vec<f64>> {
    let (from, rest) = text.split_once("..")?;
    let (to, layers) = rest.split_once(':')?;
    let (from, to) = (angle(from)?, angle(to)?);
    let layers = layers.trim().parse::<usize>().ok()?;
    let midpoint = |k: usize| from + (to - from) * ((k as f64 + 0.5) / layers as f64);
    let layers = (1..=DEEPEST).contains(&layers).then_some(layers)?;
    Some((0..layers).map(midpoint).collect())
}

/// An angle: a number, perhaps times pi and over another: `0.25`, `pi/2`, `-3pi/8`, `0.25*π`.
fn angle(text: &str) -> Option<f64> {
    let number = |text: &str| {
        let begins = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        begins.then(|| text.parse::<f64>().ok()).flatten()
    };
    let text = text.trim();
    let (sign, size) = match text.strip_prefix(['-', '−']) {
        Some(size) => (-1.0, size),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let (above, below) = match size.split_once('/') {
        Some((above, below)) => (above.trim(), number(below.trim())?),
        None => (size, 1.0),
    };
    let above = match above.strip_suffix("pi").or(above.strip_suffix('π')) {
        None => number(above)?,
        Some("") => PI,
        Some(times) => number(times.trim_end_matches(['*', ' ']))? * PI,
    };
    let value = sign * (above / below);
    value.is_finite().then_some(value)
}

/// The part of a result file that is read.
#[derive(Deserialize)]
#[serde(expecting = "an object of angles")]
struct AnglesFile {
    /// The file's name.
    #[serde(skip)]
    name: String,
    #[serde(flatten)]
    angles: ReadAngles,
    model_hash: Option<String>,
    /// What a result says of its space and ansatz.
    #[serde(flatten)]
    of_result: Space,
    /// The name of a record.
    run: Option<String>,
    /// The setting of a record, which says there what results say themselves.
    setting: Option<Space>,
}

/// The space and the ansatz that angles belong to.
#[derive(Deserialize, Default)]
struct Space {
    /// The registers, each with its levels, or how they were chosen.
    registers: Option<Value>,
    mixer: Option<String>,
    /// Which terms and qubits have angles of their own; absent where one γ and one β serve all.
    ansatz: Option<String>,
}

/// The angles in a file for an ansatz of a problem; `records.jsonl#RUN` is one record of several.
///
/// # Errors
/// If there are no angles in it, or those of several runs, or of another model, other registers,
/// another mixer or ansatz: at these angles this cost would be a number without meaning; or if
/// there are not as many as it takes.
pub(crate) fn angles_of(path: &Path, problem: &Problem, kind: AnsatzKind) -> Result<Angles> {
    AnglesFile::read(path)?.on(problem, kind)
}

impl AnglesFile {
    /// The file, or one record of several.
    fn read(path: &Path) -> Result<Self> {
        /// How many runs of a file are named.
        const NAMED: usize = 5;
        const REMEDY: &str = "give a JSON object with the lists \"gammas\" and \"betas\"";
        let (path, run) = of_run(path);
        let (name, text) = (path.display().to_string(), read_text(&path)?);
        let values = serde_json::Deserializer::from_str(&text).into_iter::<Self>();
        let found: std::result::Result<Vec<Self>, _> = values.collect();
        let mut found = found.map_err(|error| {
            let found = error.to_string();
            let found = found.split(" at line").next().unwrap_or_default();
            Error::input(&name, Some(error.line()), found, REMEDY)
        })?;
        let runs: Vec<String> = found.iter().filter_map(|one| one.run.clone()).collect();
        if run.is_some() {
            found.retain(|one| one.run == run);
        }
        if let (1, Some(one)) = (found.len(), found.pop()) {
            return Ok(Self { name, ..one });
        }
        let known = runs[..runs.len().min(NAMED)].join(", ");
        let (said, remedy) = if runs.is_empty() {
            ("no angles".to_owned(), REMEDY.to_owned())
        } else {
            (
                format!("angles of {} runs", runs.len()),
                format!("name one behind the file, as {name}#RUN, such as {known}"),
            )
        };
        Err(Error::input(&name, None, said, remedy))
    }

    /// The angles, once it is sure that they belong to this ansatz of this problem.
    fn on(self, problem: &Problem, kind: AnsatzKind) -> Result<Angles> {
        let known = problem.registers.as_ref();
        let setting = self.setting.unwrap_or_default();
        let ansatz = setting.ansatz.or(self.of_result.ansatz);
        let ansatz = ansatz.unwrap_or_else(|| AnsatzKind::Standard.name().to_owned());
        let registers = self.of_result.registers.or(setting.registers);
        // a result that names no mixer is one of ΣX, and bare lists of angles fit any
        let is_plain = self.model_hash.is_some() && registers.is_none();
        let mixer = self.of_result.mixer.or(setting.mixer);
        let mixer = mixer.or(is_plain.then(|| MixerName::X.name.to_owned()));
        let mixer_here = known.map_or(MixerName::X, |known| known.mixer).name;
        let same_registers = match &registers {
            None => true,
            Some(Value::String(choice)) => known.is_some_and(|k| k.choice.name() == choice),
            Some(list) => registers_record(problem)["registers"] == *list,
        };
        let hash = problem.cost.polynomial.hash();
        let shape = problem.angle_shape(kind)?;
        let same_model = self.model_hash.as_ref().is_none_or(|own| *own == hash);
        let wrong = [
            ("another ansatz", ansatz != kind.name()),
            ("another mixer", mixer.is_some_and(|own| own != mixer_here)),
            ("other registers", !same_registers),
            ("another model", !same_model),
        ];
        if let Some((what, _)) = wrong.into_iter().find(|(_, is_wrong)| *is_wrong) {
            let found = format!("its angles belong to {what} than asked for here");
            let remedy = "use the same file and options (--reduce, --target-qubits, --weight, encodings, --registers, --mixer, --ansatz) as for the angles";
            return Err(Error::input(&self.name, None, found, remedy));
        }
        let ReadAngles(angles) = self.angles;
        let (gammas, betas) = (angles.gammas.len(), angles.betas.len());
        if gammas * shape.mixers != betas * shape.groups {
            let found = format!("{gammas} gammas and {betas} betas");
            let (gammas, betas) = (shape.groups, shape.mixers);
            let remedy = format!("give {gammas} gammas and {betas} betas for each layer");
            return Err(Error::input(&self.name, None, found, remedy));
        }
        Ok(Angles::new_in(angles.gammas, angles.betas, shape)?)
    }
}

/// The file and the run that `FILE#RUN` names; a file whose own name has a `#` is itself.
fn of_run(path: &Path) -> (PathBuf, Option<String>) {
    let text = path.to_string_lossy();
    match text.rsplit_once('#') {
        Some((file, run)) if !path.exists() => (PathBuf::from(file), Some(run.to_owned())),
        Some(_) | None => (path.to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_angle_is_a_number_or_a_multiple_of_pi() {
        for (text, value) in [
            ("0.1", 0.1),
            (" -1e-3 ", -0.001),
            ("+.5", 0.5),
            ("pi", PI),
            ("-π", -PI),
            ("pi/2", PI / 2.0),
            ("-3pi/8", -3.0 * PI / 8.0),
            ("3*pi/8", 3.0 * PI / 8.0),
            ("0.25*pi", 0.25 * PI),
            ("1/3", 1.0 / 3.0),
        ] {
            assert_eq!(angle(text), Some(value), "{text}");
        }
        for text in [
            "", "-", "pie", "p/2", "pi/", "/2", "1/0", "pi/0", "nan", "inf", "1e999", "--1",
            "2pi3", "*pi", "1;2", "x",
        ] {
            assert_eq!(angle(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_ramp_is_that_of_the_engine() {
        let gammas = angle_list("0..0.8:2").unwrap();
        let betas = angle_list("-0.4..0:2").unwrap();
        let ramp = ketboard_qaoa::Angles::ramp(2, 0.8, 0.4);
        for (ours, theirs) in [(&gammas, &ramp.gammas), (&betas, &ramp.betas)] {
            for (a, b) in ours.iter().zip(theirs) {
                assert!((a - b).abs() < 1e-15, "{ours:?} {theirs:?}");
            }
        }
        let quarter = angle_list("-pi/4..0:1").unwrap();
        assert_eq!(*quarter, [-PI / 8.0]);
        for text in ["0..1", "0..1:0", "0..1:x", "0..1:1001", "..1:2", "0..:2"] {
            assert!(angle_list(text).is_err(), "{text:?}");
        }
    }
}
