//! Angles from outside: lists on the command line, or a file, which is what another command wrote,
//! a record of a sweep, or plain lists.

use super::angle_list::{AngleList, angle};
use super::number::DEEPEST;
use crate::files::read_text;
use crate::pipeline::Problem;
use crate::pipeline::RegistersRecord;
use crate::settings::AnsatzKind;
use crate::{Error, Result};
use ketboard_puzzles::model_hash;
use ketboard_qaoa::{AngleShape, Angles, MixerName};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The options by which angles are given.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Angles")]
pub(crate) struct GivenAngles {
    /// Run at the angles of a file instead of a search: what solve --json wrote, a record of a
    /// sweep (records.jsonl#RUN), or two lines of text
    #[arg(long, value_name = "FILE", conflicts_with_all = ["gammas", "betas", "depth"])]
    angles: Option<PathBuf>,
    /// Run at these angles of the cost, one for each layer
    #[arg(
        long,
        value_name = "a,b",
        allow_hyphen_values = true,
        requires = "betas",
        conflicts_with = "depth"
    )]
    gammas: Option<String>,
    /// Angles of the mixer, as many
    #[arg(
        long,
        value_name = "c,d",
        allow_hyphen_values = true,
        requires = "gammas"
    )]
    betas: Option<String>,
}

impl GivenAngles {
    /// Whether there are any.
    pub(crate) fn is_some(&self) -> bool {
        self.angles.is_some() || self.gammas.is_some()
    }

    /// The ansatz that the angles belong to.
    ///
    /// # Errors
    /// As [`AnglesFile::ansatz_of`].
    pub(crate) fn ansatz(&self, asked: AnsatzKind) -> Result<AnsatzKind> {
        AnglesFile::ansatz_of(self.angles.as_slice(), asked)
    }

    /// The angles for an ansatz of a problem, and their depth.
    ///
    /// # Errors
    /// What is no angle, too many layers, or as [`AnglesFile::on`].
    pub(crate) fn angles(&self, problem: &Problem, kind: AnsatzKind) -> Result<(Angles, usize)> {
        let parts = problem.ansatz_parts(kind)?;
        let shape = parts.as_ref().map_or(AngleShape::STANDARD, |parts| {
            kind.shape(parts.len(), problem.qubits())
        });
        let (option, angles) = if let Some(path) = &self.angles {
            ("--angles", AnglesFile::read(path)?.on(problem, kind)?)
        } else {
            let list = |option: &str, text: &Option<String>| {
                AngleList::given(option, text.as_deref().unwrap_or_default())
            };
            let gammas = list("--gammas", &self.gammas)?.of_series(shape.groups);
            let betas = list("--betas", &self.betas)?.of_series(shape.mixers);
            ("--gammas", angles_of(gammas, betas, shape)?)
        };
        let depth = angles.depth_in(shape);
        if depth > DEEPEST {
            let (found, remedy) = (
                format!("found {depth} layers"),
                format!("give those of at most {DEEPEST}"),
            );
            return Err(Error::argument(option, found, remedy));
        }
        Ok((angles, depth))
    }
}

/// # Errors
/// If the lists have not as many angles as the shape has for each layer.
fn angles_of(gammas: Vec<f64>, betas: Vec<f64>, shape: AngleShape) -> Result<Angles> {
    Ok(match shape == AngleShape::STANDARD {
        true => Angles::new(gammas, betas)?,
        false => Angles::new_in(gammas, betas, shape)?,
    })
}

/// The part of a result file that is read.
#[derive(Deserialize, Default)]
pub(crate) struct AnglesFile {
    /// The file's name.
    #[serde(skip)]
    name: String,
    gammas: Vec<f64>,
    betas: Vec<f64>,
    model_hash: Option<String>,
    /// What `solve --json` says of registers: each with its levels, or how they were chosen.
    registers: Option<Value>,
    mixer: Option<String>,
    /// Which terms and qubits have angles of their own; absent where one γ and one β serve all.
    ansatz: Option<String>,
    /// The parts that have a γ of their own.
    groups: Option<Vec<String>>,
    /// The name of a record.
    run: Option<String>,
    /// The setting of a record, which says there what results say themselves.
    setting: Option<RecordSetting>,
}

/// The part of a record's setting that is read.
#[derive(Deserialize)]
struct RecordSetting {
    registers: Option<String>,
    mixer: Option<String>,
    ansatz: Option<String>,
}

/// What is to be given where a file has no angles.
const REMEDY: &str = "give a line \"gammas 0.1 0.2\" and a line \"betas -0.5 -pi/8\", or a JSON object with the lists \
                      \"gammas\" and \"betas\"";

impl AnglesFile {
    /// Reads a file; `records.jsonl#RUN` is one record of several.
    ///
    /// # Errors
    /// If there are no angles in it, or those of several runs.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        /// How many runs of a file are named.
        const NAMED: usize = 5;
        let (path, run) = of_run(path);
        let (name, text) = (path.display().to_string(), read_text(&path)?);
        let begins = text.trim_start().chars().next();
        if begins.is_some_and(|first| first != '{' && first != '[') {
            return plain_lists(&text, name);
        }
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
        if let (1, Some(mut one)) = (found.len(), found.pop()) {
            if let Some(setting) = one.setting.take() {
                one.registers = setting.registers.map(Value::String);
                (one.mixer, one.ansatz) = (setting.mixer, setting.ansatz);
            }
            return Ok(Self { name, ..one });
        }
        let said = match &run {
            Some(run) => format!("no single record of the run {run}"),
            None => format!("angles of {} runs", runs.len()),
        };
        let known = runs[..runs.len().min(NAMED)].join(", ");
        let remedy = match known.as_str() {
            "" => REMEDY.to_owned(),
            known => format!("name one behind the file, as {name}#RUN, such as {known}"),
        };
        Err(Error::input(&name, None, said, remedy))
    }

    /// The ansatz that the angles of all files belong to, or else the one that was asked for.
    ///
    /// # Errors
    /// If they differ, or name none that is known.
    pub(crate) fn ansatz_of(paths: &[PathBuf], asked: AnsatzKind) -> Result<AnsatzKind> {
        let standard = AnsatzKind::Standard;
        let mut common = (asked != standard).then_some(asked);
        for path in paths {
            let file = Self::read(path)?;
            let text = file.ansatz.as_deref().unwrap_or(standard.name());
            let kind = AnsatzKind::ALL.into_iter().find(|kind| kind.name() == text);
            let kind = kind.ok_or_else(|| {
                let names = AnsatzKind::ALL.map(AnsatzKind::name).join(", ");
                let found = format!("the ansatz '{text}'");
                Error::input(&file.name, None, found, format!("known are {names}"))
            })?;
            let wanted = *common.get_or_insert(kind);
            if wanted != kind {
                let found = format!("{wanted}, and the angles of {} belong to {kind}", file.name);
                let remedy = "leave it out, or give angles of one ansatz";
                return Err(Error::argument("--ansatz", found, remedy));
            }
        }
        Ok(common.unwrap_or(standard))
    }

    /// The angles for an ansatz of a problem.
    ///
    /// # Errors
    /// If they belong to another model, to other registers, to another mixer or ansatz: at these
    /// angles this cost would be a number without meaning; or if there are not as many as it takes.
    pub(crate) fn on(self, problem: &Problem, kind: AnsatzKind) -> Result<Angles> {
        let wrong =
            |found: String, remedy: &str| Err(Error::input(&self.name, None, found, remedy));
        let own = self
            .ansatz
            .as_deref()
            .unwrap_or(AnsatzKind::Standard.name());
        if own != kind.name() {
            let remedy = "only solve and export take these; give angles of the standard ansatz";
            return wrong(format!("its angles belong to the ansatz {own}"), remedy);
        }
        // a result that names no mixer is one of ΣX, and bare lists of angles fit any
        let known = problem.registers.as_ref();
        let mixer = known.map_or(MixerName::X, |known| known.mixer).name;
        let is_plain = self.model_hash.is_some() && self.registers.is_none();
        let of_angles = self.mixer.as_deref();
        if let Some(other) = of_angles.or(is_plain.then_some(MixerName::X.name))
            && other != mixer
        {
            let remedy = "use the same --registers and --mixer as for the angles";
            let found = format!("its angles belong to the mixer {other}, not to {mixer}");
            return wrong(found, remedy);
        }
        let same = match &self.registers {
            None => true,
            Some(Value::String(choice)) => known.is_some_and(|k| k.choice.name() == choice),
            Some(list) => {
                let here = RegistersRecord::of(problem);
                here.map_or(Value::Null, |known| serde_json::json!(known.registers)) == *list
            }
        };
        if !same {
            let found = "its angles belong to other registers than those asked for here".to_owned();
            return wrong(
                found,
                "use the same --registers, --mixer and --reduce as for the angles",
            );
        }
        let hash = model_hash(&problem.cost.polynomial);
        if self.model_hash.as_ref().is_some_and(|own| *own != hash) {
            let file = &problem.puzzle.file;
            let found = format!("its angles belong to another model than that of {file}");
            let remedy = "use the same file, --reduce, --target-qubits, --weight and encodings as for the angles";
            return wrong(found, remedy);
        }
        let Some(parts) = problem.ansatz_parts(kind)? else {
            let (gammas, betas) = (self.gammas.len(), self.betas.len());
            if gammas != betas {
                let remedy = "give one gamma and one beta for each layer";
                return wrong(format!("{gammas} gammas and {betas} betas"), remedy);
            }
            return Ok(Angles::new(self.gammas, self.betas)?);
        };
        let here = parts.iter().map(|(part, _)| part);
        if let Some(groups) = &self.groups
            && !here.eq(groups)
        {
            let found = "its angles belong to other parts of the cost than those here".to_owned();
            let remedy =
                "use the same file, --reduce, --weight, encodings and --ansatz as for the angles";
            return wrong(found, remedy);
        }
        angles_of(
            self.gammas,
            self.betas,
            kind.shape(parts.len(), problem.qubits()),
        )
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

/// Two lines of angles: `gammas 0.1 0.2` and `betas -0.5 -pi/8`. Without the words the first line
/// is of γ; what follows a `#` says nothing.
fn plain_lists(text: &str, name: String) -> Result<AnglesFile> {
    let wrong = |line: usize, found: String| Err(Error::input(&name, Some(line), found, REMEDY));
    let mut lists: [Option<Vec<f64>>; 2] = [None, None];
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let separators = [' ', '\t', ':', '=', ','];
        let words = line.split(separators).filter(|word| !word.is_empty());
        let mut words = words.peekable();
        let place = match words.peek() {
            Some(&("gammas" | "gamma" | "γ")) => words.next().map(|_| 0),
            Some(&("betas" | "beta" | "β")) => words.next().map(|_| 1),
            _ => lists.iter().position(Option::is_none),
        };
        let Some(list) = place.map(|place| &mut lists[place]) else {
            let found = "more than one line of gammas and one of betas";
            return wrong(number, found.to_owned());
        };
        let list = list.get_or_insert_default();
        for word in words {
            match angle(word) {
                Some(value) => list.push(value),
                None => return wrong(number, format!("found {word:?}")),
            }
        }
    }
    let [Some(gammas), Some(betas)] = lists else {
        let found = "the file ends without gammas and betas".to_owned();
        return wrong(text.lines().count().max(1), found);
    };
    Ok(AnglesFile {
        name,
        gammas,
        betas,
        ..AnglesFile::default()
    })
}
