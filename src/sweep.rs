//! Sweeps in the library: a plan into a folder of records, the records, and the check
//! that they come out again.

use crate::experiment::{FigurePlan, figures};
use crate::json::to_json;
pub use crate::lab::Verified;
use crate::lab::{PreparedSweep, SweepEvent, SweepPlan, read_records, records_of_texts};
use crate::{Error, Result};
use std::ops::ControlFlow;
use std::path::Path;

/// Who hears of a sweep and may stop it: the name of a run that is done, and nothing on the way.
///
/// ```
/// use ketboard::sweep_text;
/// use std::ops::ControlFlow;
/// let folder = tempfile::tempdir().expect("a folder");
/// let plan = "puzzles = ['examples/puzzles/tango-4x4.toml']\ndepths = '1'\nstarts = '1'";
/// let listens = |done: Option<&str>| {
///     done.into_iter().for_each(|run| println!("{run} is done"));
///     ControlFlow::Continue(())
/// };
/// assert!(sweep_text(plan, folder.path().join("runs"), &listens)?);
/// # Ok::<(), ketboard::Error>(())
/// ```
pub type SweepListener<'l> = &'l (dyn Fn(Option<&str>) -> ControlFlow<()> + Sync);

/// Runs the plan in a file, and writes its records into the folder `out` as the command `sweep`
/// does, on the threads of the current pool, without figures. Returns whether all runs are done;
/// what is recorded stays, and the same call goes on from there.
///
/// # Errors
/// If the plan or a file in it cannot be read, a puzzle has no solution, or the folder holds runs
/// of another plan.
pub fn sweep(
    plan: impl AsRef<Path>,
    out: impl AsRef<Path>,
    listener: SweepListener<'_>,
) -> Result<bool> {
    run(SweepPlan::read(plan.as_ref())?, out.as_ref(), listener)
}

/// As [`sweep`], of the text of a plan; the files that it names are looked for in the current
/// folder.
///
/// # Errors
/// As [`sweep`].
pub fn sweep_text(plan: &str, out: impl AsRef<Path>, listener: SweepListener<'_>) -> Result<bool> {
    let plan = SweepPlan::parse(plan, Path::new("sweep.toml"))?;
    run(plan, out.as_ref(), listener)
}

fn run(plan: SweepPlan, out: &Path, listener: SweepListener<'_>) -> Result<bool> {
    let sweep = PreparedSweep::new(plan)?;
    let records = sweep.run(out, &|event| listener(done(&event)))?;
    Ok(records.is_some())
}

/// The records in a folder that a sweep filled, one JSON text each, in the order of their file.
///
/// # Errors
/// If there is no file of records, or a line of it is none.
pub fn records(folder: impl AsRef<Path>) -> Result<Vec<String>> {
    let (records, _) = read_records(folder.as_ref())?;
    Ok(records
        .iter()
        .map(|record| to_json(record).to_string())
        .collect())
}

/// A picture that a figure has of some records.
///
/// ```
/// use ketboard::{figure, records, sweep_text};
/// use std::ops::ControlFlow;
/// let folder = tempfile::tempdir().expect("a folder");
/// let plan = "puzzles = ['examples/puzzles/tango-4x4.toml']\ndepths = '1..2'\nstarts = '1'";
/// let out = folder.path().join("runs");
/// sweep_text(plan, &out, &|_| ControlFlow::Continue(()))?;
/// let pictures = figure(&records(&out)?, "success")?;
/// assert!(pictures[0].svg.starts_with("<svg"));
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Picture {
    /// The name that the program gives its file, without an extension.
    pub name: String,
    /// The picture as SVG text.
    pub svg: String,
}

/// The pictures of a figure of records, each a JSON text as [`records`] gives it: those that the
/// program's command `plot` writes for `success`, `expectation`, `angles` and the others.
///
/// # Errors
/// If a text is no record, there is no such figure, or the records do not hold what it shows: why.
pub fn figure(texts: &[String], name: &str) -> Result<Vec<Picture>> {
    let plan = FigurePlan {
        only: vec![name.to_owned()],
        ..FigurePlan::default()
    };
    let records = records_of_texts(texts, "records")?;
    let records: Vec<_> = records.iter().collect();
    let drawn = figures(&records, &plan)?;
    if let ([], Some(nothing)) = (&*drawn.pictures, drawn.left_out.first()) {
        let remedy = "choose another figure, or add the runs that it needs";
        return Err(Error::argument("figure", nothing.reason.clone(), remedy));
    }
    let pictures = drawn.pictures.into_iter();
    Ok(pictures
        .map(|(name, drawn)| Picture {
            name,
            svg: drawn.svg,
        })
        .collect())
}

/// Runs the records of a folder again from what they hold, and compares.
///
/// # Errors
/// If the file of records cannot be read, or is empty; an error where the listener says
/// stop.
pub fn verify(folder: impl AsRef<Path>, listener: SweepListener<'_>) -> Result<Verified> {
    let listens = |event: SweepEvent<'_>| listener(done(&event));
    let found = crate::lab::verify(folder.as_ref(), &listens)?;
    if found.stopped {
        return Err(Error::STOPPED);
    }
    Ok(found)
}

/// The run that is done, if this says one.
fn done<'h>(event: &SweepEvent<'h>) -> Option<&'h str> {
    match event {
        SweepEvent::Done { run } => Some(run),
        SweepEvent::Begins { .. } | SweepEvent::Searched { .. } => None,
    }
}
