//! The plan of a sweep: a plan file, or the same made of flags.

use super::sweep::SweepArguments;
use crate::files::read_text;
use crate::lab::{
    Axes, DEEPEST, RecordOptions, RunSource, SweepPlan, refuse_equal_names, whole_numbers,
};
use crate::{Error, Result};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, FromArgMatches};
use ketboard_puzzles::Weights;
use std::path::Path;

/// The options that were written, by name: with a plan, only some may be.
#[derive(Debug)]
pub(crate) struct WrittenOptions(Vec<String>);

/// What may stand beside a plan.
const BESIDE_A_PLAN: [&str; 9] = [
    "files", "out", "dry_run", "no_plots", "format", "shard", "json", "quiet", "threads",
];

impl FromArgMatches for WrittenOptions {
    fn from_arg_matches(matches: &ArgMatches) -> std::result::Result<Self, clap::Error> {
        let names = matches.ids().map(clap::Id::as_str);
        // groups of options, which clap also lists, begin with a capital
        let options = names.filter(|name| !name.starts_with(char::is_uppercase));
        let written = options.filter(|name| {
            matches.value_source(name) == Some(ValueSource::CommandLine)
                && !BESIDE_A_PLAN.contains(name)
        });
        Ok(Self(written.map(option).collect()))
    }

    fn update_from_arg_matches(
        &mut self,
        matches: &ArgMatches,
    ) -> std::result::Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for WrittenOptions {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

/// The option of a field; that of a setting is called as users write it.
fn option(field: &str) -> String {
    match field.starts_with("--") {
        true => field.to_owned(),
        false => format!("--{}", field.replace('_', "-")),
    }
}

/// The file among the arguments that is a plan, where one is.
pub(crate) fn plan_file(arguments: &SweepArguments) -> Option<&Path> {
    let is_plan = |file: &Path| read_text(file).is_ok_and(|text| SweepPlan::is_plan(&text));
    let mut files = arguments.files.iter().map(|file| file.as_path());
    files.find(|file| is_plan(file))
}

/// An error about a setting, at the plan where the setting stands: a plan has keys, and no options.
pub(crate) fn at_plan(error: Error, plan: Option<&Path>) -> Error {
    match (error, plan) {
        (
            Error::Input(ketboard_puzzles::Error::Setting {
                name,
                found,
                remedy,
            }),
            Some(plan),
        ) => {
            let found = format!("`{name}`: {found}");
            Error::input(plan.display().to_string(), None, found, remedy)
        }
        (other, _) => other,
    }
}

/// The plan that the arguments ask for.
///
/// # Errors
/// A file that cannot be read or is neither puzzle, model nor plan; a value that an option cannot
/// have; options beside a plan that says the same itself.
pub(crate) fn plan_of(arguments: &SweepArguments) -> Result<SweepPlan> {
    let files = &arguments.files;
    let Some(plan) = plan_file(arguments) else {
        return of_flags(arguments);
    };
    let name = plan.display();
    if files.len() > 1 {
        let found = format!("{name} is a plan, beside {} other files", files.len() - 1);
        let remedy = "give a plan alone, and name the files in it";
        return Err(Error::argument("FILE", found, remedy));
    }
    if let Some(option) = arguments.given.0.first() {
        let found = format!("{name} is a plan, which says this itself");
        return Err(Error::argument(
            option,
            found,
            "leave the option out, or write it into the plan",
        ));
    }
    SweepPlan::read(plan)
}

/// The plan that the options state: one value of each setting, and all depths.
///
/// # Errors
/// If the depths are no range or list, a setting is wrong, or two puzzles have one name.
fn of_flags(arguments: &SweepArguments) -> Result<SweepPlan> {
    let depths = whole_numbers(&arguments.depths, &(1..=DEEPEST)).ok_or_else(|| {
        let remedy = format!(
            "give a range such as 1..8 (both ends included) or a list such as 1,2,4, from 1 to {DEEPEST}"
        );
        Error::argument("--depths", format!("found {:?}", arguments.depths), remedy)
    })?;
    let settings = arguments.settings.read()?;
    Weights::parse(&settings.weights, settings.encodings())?;
    let sources = arguments.files.iter().map(|file| RunSource::read(file));
    let sources: Vec<RunSource> = sources.collect::<Result<_>>()?;
    refuse_equal_names(&sources, "FILE")?;
    Ok(SweepPlan {
        name: "sweep".to_owned(),
        sources,
        axes: Axes::from(&settings),
        depths: depths.into_iter().map(|depth| depth as usize).collect(),
        contents: RecordOptions::default(),
    })
}
