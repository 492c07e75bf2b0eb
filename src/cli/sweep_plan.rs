//! The plan of a sweep: from a file, or from the options of the command line.

use super::sweep::SweepArguments;
use crate::files::read_text;
use crate::lab::{Axes, RecordOptions, RunSource, SweepPlan, refuse_equal_names};
use crate::settings::{SETTINGS, Setting};
use crate::{Error, Result};
use ketboard_puzzles::Weights;
use std::path::Path;

/// The file that is a plan, if one of the files is.
pub(crate) fn plan_file(arguments: &SweepArguments) -> Option<&Path> {
    let is_plan = |file: &&Path| read_text(file).is_ok_and(|text| SweepPlan::is_plan(&text));
    let mut files = arguments.files.iter().map(|file| file.as_path());
    files.find(is_plan)
}

/// An error of a setting at the plan that states it.
pub(crate) fn at_plan(error: Error, plan: Option<&Path>) -> Error {
    match (error.of_a_setting(), plan) {
        (Some([name, found, remedy]), Some(plan)) => {
            let found = format!("`{name}`: {found}");
            Error::input(plan.display().to_string(), None, found, remedy)
        }
        _ => error,
    }
}

/// The plan that was asked for.
///
/// # Errors
/// What is wrong with it; files or options beside a plan that says them itself.
pub(crate) fn plan_of(arguments: &SweepArguments) -> Result<SweepPlan> {
    let Some(plan) = plan_file(arguments) else {
        return of_options(arguments);
    };
    let (name, files) = (plan.display(), arguments.files.len());
    if files > 1 {
        let found = format!("{name} is a plan, beside {} other files", files - 1);
        let remedy = "give a plan alone, and name the files in it";
        return Err(Error::argument("FILE", found, remedy));
    }
    let depths = arguments.depths.as_ref().map(|_| "depths");
    let set = SETTINGS
        .iter()
        .find(|one| one.is_changed(&arguments.settings.0));
    if let Some(option) = depths.or(set.map(Setting::option)) {
        let found = format!("{name} is a plan, which says this itself");
        let remedy = "leave the option out, or write it into the plan";
        return Err(Error::setting(option, found, remedy));
    }
    SweepPlan::read(plan)
}

/// The plan of the options: one setting for all files.
fn of_options(arguments: &SweepArguments) -> Result<SweepPlan> {
    let settings = &arguments.settings.0;
    Weights::parse(&settings.weights, settings.encodings())?;
    let sources = arguments.files.iter().map(|file| RunSource::read(file));
    let sources: Vec<RunSource> = sources.collect::<Result<_>>()?;
    refuse_equal_names(&sources, "FILE")?;
    Ok(SweepPlan {
        name: "sweep".to_owned(),
        sources,
        axes: Axes::from(settings),
        depths: arguments
            .depths
            .clone()
            .map_or_else(|| (1..=6).collect(), |depths| depths.0),
        contents: RecordOptions::default(),
        shard: None,
    })
}
