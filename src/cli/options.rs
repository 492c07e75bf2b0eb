//! Options that several commands share, and what they mean; values on the command line: numbers,
//! each with its range in the message, and names.

use super::activity;
use super::flags::{in_error, in_reason, in_text};
use super::page::{PrintedPage, note, print_json};
use super::stopping::Stopping;
use super::words::plural;
use crate::lab::{RunListener, SweepEvent, whole_numbers};
use crate::pipeline::{Problem, SearchPlan};
use crate::settings::{Allowed, Offered, RunStage, SETTINGS, Setting, Settings};
use crate::{Error, Result};
use clap::builder::{
    PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser, ValueParser,
};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ketboard_puzzles::{Assignment, CellMark, Puzzle};
use ketboard_qaoa::search::Callback;
use serde::Serialize;
use serde_json::Value;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The settings from a puzzle to its cost.
pub(crate) type ModelOptions = SettingOptions<{ RunStage::Model as u8 }>;
/// The options from a puzzle to a space of states.
pub(crate) type SpaceOptions = SettingOptions<{ RunStage::Registers as u8 }>;
/// The options from a puzzle to angles, one γ and one β for each layer.
pub(crate) type SearchOptions = SettingOptions<{ RunStage::Seed as u8 }>;
/// The options from a puzzle to the angles of any ansatz.
pub(crate) type AnsatzOptions = SettingOptions<{ RunStage::Ansatz as u8 }>;
/// The options of a whole run, shots included.
pub(crate) type RunOptions = SettingOptions<{ RunStage::Shots as u8 }>;

/// The options that are settings, made from their table: those up to a stage of the run.
#[derive(Debug, Clone)]
pub(crate) struct SettingOptions<const LAST: u8>(
    /// The settings that are meant.
    pub(crate) Settings,
    /// The first option that was given.
    pub(crate) Option<&'static str>,
);

impl<const LAST: u8> SettingOptions<LAST> {
    fn all() -> impl Iterator<Item = &'static Setting> {
        let up_to = |one: &&Setting| one.offered != Offered::InPlans && one.stage as u8 <= LAST;
        SETTINGS.iter().filter(up_to)
    }
}

impl<const LAST: u8> FromArgMatches for SettingOptions<LAST> {
    fn from_arg_matches(matches: &ArgMatches) -> std::result::Result<Self, clap::Error> {
        let (mut settings, mut first) = (Settings::default(), None);
        for setting in Self::all() {
            if matches.value_source(&flag(setting)) == Some(ValueSource::CommandLine) {
                first = first.or(Some(setting.option()));
            }
            let values = matches.get_many::<String>(&flag(setting));
            let values: Vec<&str> = values.into_iter().flatten().map(String::as_str).collect();
            if !values.is_empty() {
                let set = set(setting, &mut settings, &values.join(", "));
                set.map_err(|wrong| clap::Error::raw(ErrorKind::ValueValidation, wrong + "\n"))?;
            }
        }
        Ok(Self(settings, first))
    }

    fn update_from_arg_matches(
        &mut self,
        matches: &ArgMatches,
    ) -> std::result::Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<const LAST: u8> Args for SettingOptions<LAST> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::all().map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The option of a setting; no other argument of a command is called so.
fn flag(setting: &Setting) -> String {
    format!("--{}", setting.option().replace('_', "-"))
}

/// Sets a setting to what was given; else what would be right.
fn set(setting: &Setting, settings: &mut Settings, text: &str) -> std::result::Result<(), String> {
    let set = setting.set(settings, text);
    set.map_err(|error| match error.of_a_setting() {
        // clap says what was given
        Some([_, found, remedy]) if found == format!("found '{text}'") => remedy.to_owned(),
        Some([_, found, remedy]) => in_reason(&format!("{found}; {remedy}")),
        None => in_error(&error),
    })
}

/// What clap needs to know of a setting. The help of `solve` alone has the rare ones.
fn option(setting: &'static Setting) -> Arg {
    let heading = match setting.stage {
        RunStage::Model => "Model",
        RunStage::Registers => "Registers",
        _ => "Search",
    };
    let is_rare = setting.offered == Offered::LongHelp;
    let action = match setting.allowed {
        Allowed::List(_) => ArgAction::Append,
        _ => ArgAction::Set,
    };
    let help = in_text(&setting.paragraph(0));
    let named = setting.allowed.names().into_iter();
    let named = named.map(|one| format!("{}: {}", one.name, in_text(one.about)));
    let named = match setting.allowed {
        Allowed::NamesAndMore(_) => named.collect::<Vec<_>>().join("\n"),
        _ => String::new(), // clap lists them itself
    };
    let mut long = vec![help.clone(), in_text(&setting.paragraph(1)), named];
    long.retain(|paragraph| !paragraph.is_empty());
    let flag = flag(setting);
    let default = setting.unset.is_none().then(|| setting.default());
    Arg::new(flag.clone())
        .long(flag[2..].to_owned())
        .value_name(setting.value_name)
        .help_heading(heading)
        .hide_short_help(is_rare)
        .hide(is_rare)
        .action(action)
        .value_parser(value_parser(setting))
        .default_values(default)
        .help(help)
        .long_help(long.join("\n\n"))
}

/// Which texts the option of a setting takes.
fn value_parser(setting: &'static Setting) -> ValueParser {
    if !matches!(setting.allowed, Allowed::Names(_)) {
        let read = move |text: String| set(setting, &mut Settings::default(), &text).map(|()| text);
        return ValueParser::new(StringValueParser::new().try_map(read));
    }
    let unset = setting.unset.into_iter();
    let unset = unset.map(|unset| PossibleValue::new(unset).hide(true));
    let names = setting.allowed.names().into_iter();
    let names = names.map(|one| match one.about {
        "" => PossibleValue::new(one.name),
        about => PossibleValue::new(one.name).help(in_text(about)),
    });
    PossibleValuesParser::new(names.chain(unset)).into()
}

/// How deep the circuit is.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Search")]
pub(crate) struct DepthOption {
    /// Number of QAOA layers p
    ///
    /// A deeper circuit is likelier to find the board, and takes longer to optimize, because every
    /// depth from 1 to p is optimized.
    #[arg(long, short = 'p', value_name = "P", default_value = "4", value_parser = within::<0, DEEPEST>, display_order = 0)]
    pub(crate) depth: usize,
}

/// How the program talks and how many threads it uses.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Output")]
pub(crate) struct TalkOptions {
    /// One JSON object on standard output and nothing else there
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Only the result, bare: no notes, no drawings, no progress bar
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
    /// Number of threads; the results do not depend on it [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = within::<1, 1024>, hide_short_help = true)]
    pub(crate) threads: Option<usize>,
}

impl TalkOptions {
    /// Sets the number of threads for everything that follows, and shows on a terminal that it goes
    /// on.
    ///
    /// # Errors
    /// If the system gives fewer threads.
    pub(crate) fn begin(&self) -> Result<()> {
        activity::begin(self.quiet);
        let Some(threads) = self.threads else {
            return Ok(());
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build_global().map_err(|error| {
            Error::argument("--threads", error.to_string(), "ask for fewer threads")
        })
    }

    /// Prints what was found: with `--json` the record; with `--quiet` the bare result, if there is
    /// one; else the page that `write` makes.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(crate) fn tell(
        &self,
        record: &impl Serialize,
        bare: Option<String>,
        write: impl FnOnce(&mut PrintedPage),
    ) -> Result<ExitCode> {
        if self.json {
            print_json(record)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut page = PrintedPage::default();
        match (self.quiet, bare) {
            (true, bare) => bare.into_iter().for_each(|bare| page.drawing(bare)),
            (false, _) => write(&mut page),
        }
        page.print()?;
        Ok(ExitCode::SUCCESS)
    }

    /// [`Self::tell`] of a puzzle, with the board that was found.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn tell_with_board(
        &self,
        record: &Value,
        puzzle: &Puzzle,
        board: Option<&Assignment>,
    ) -> Result<ExitCode> {
        let bare = board.map(|board| puzzle.board(board).join("\n"));
        self.tell(record, bare, |page| {
            page.line(format_args!("{} ({})", puzzle.name, puzzle.family));
            page.whole(record);
            if let Some(board) = board {
                page.line("");
                page.board(puzzle, |var| CellMark::Answer(board[var.index()]));
            }
        })
    }

    /// Says so where the other ranks of the program have had nothing to do.
    pub(crate) fn note_idle_ranks(&self) {
        let idle = ketboard_qaoa::ranks::idle_ranks();
        if idle > 0 && !self.quiet {
            note(format_args!(
                "rank 0 computed this alone, and the other {idle} had nothing to do: the states are few, or do not divide among the ranks"
            ));
        }
    }

    /// Whether notes and drawings go to standard output.
    pub(crate) fn prints(&self) -> bool {
        !self.json && !self.quiet
    }

    /// Searches for angles under a bar, until Ctrl-C asks to stop.
    pub(crate) fn search<T>(
        &self,
        problem: &Problem,
        plan: &SearchPlan,
        search: impl FnOnce(Callback<'_>) -> Result<T>,
    ) -> Result<T> {
        plan.caution(problem).iter().for_each(note);
        let starts = |depth| plan.settings.starts_of_depth(depth);
        let starts = (1..=plan.settings.depth).map(starts).sum();
        let qubits = plural(problem.qubits() as u64, "qubit");
        let bar = self.bar(&format!("{qubits}, angles"), starts);
        let stopping = Stopping::listen();
        let found = search(&|progress| {
            if progress.ended {
                bar.inc(1);
                let (depth, best) = (progress.depth, progress.best);
                bar.set_message(format!("p = {depth}, reached {best:.4}"));
            }
            stopping.answer()
        });
        bar.finish_and_clear();
        activity::doing("writing");
        found
    }

    /// Makes runs, or makes them again, under a bar, until Ctrl-C asks to stop; of the bar's steps
    /// so many are done with a run, beside those that its search says.
    pub(crate) fn watch<T>(
        &self,
        what: &str,
        steps: u64,
        make: impl FnOnce(RunListener<'_>) -> Result<T>,
    ) -> Result<T> {
        let (bar, stopping) = (self.bar(what, 0), Stopping::listen());
        let made = make(&|event| {
            match event {
                SweepEvent::Begins { units } => bar.set_length(units),
                SweepEvent::Searched { units: 0, .. } => {}
                SweepEvent::Searched { units, name, depth } => {
                    bar.inc(units);
                    bar.set_message(format!("{name}, p = {depth}"));
                }
                SweepEvent::Done { run } => {
                    bar.inc(steps);
                    bar.set_message(run.to_owned());
                }
            }
            stopping.answer()
        });
        bar.finish_and_clear();
        made
    }

    /// A bar over so many steps, with the time that is left if the others take as long; nothing
    /// where nobody would see it.
    pub(crate) fn bar(&self, what: &str, steps: usize) -> ProgressBar {
        if self.quiet || !std::io::stderr().is_terminal() {
            return ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        }
        activity::rest();
        // what may be long comes last: it is cut where the terminal ends
        let template = "{prefix} {bar:30} {percent:>3}%  {elapsed}, about {eta} left  {wide_msg}";
        let style = ProgressStyle::with_template(template);
        let style = style.expect("the template names only fields that exist");
        let bar = ProgressBar::new(steps as u64).with_style(style);
        bar.set_prefix(what.to_owned());
        bar.enable_steady_tick(Duration::from_millis(250));
        bar
    }
}

/// A whole number in a range, both ends included: the parser of an option's value.
pub(crate) fn within<const FROM: usize, const TO: usize>(
    text: &str,
) -> std::result::Result<usize, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (FROM..=TO).contains(number))
        .ok_or_else(|| format!("give a whole number from {FROM} to {TO}"))
}

/// A seed.
pub(crate) fn seed(text: &str) -> std::result::Result<u64, String> {
    text.parse()
        .map_err(|_| format!("give a whole number from 0 to {}", u64::MAX))
}

/// One of some values by its name: the parser of an option's value.
pub(crate) fn named<T: Clone + Send + Sync + 'static, const N: usize>(
    all: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(all.each_ref().map(|(name, _)| *name));
    names.try_map(move |given| {
        let found = all.iter().find(|(name, _)| *name == given);
        found.map(|(_, value)| value.clone()).ok_or("no such name")
    })
}

/// Depths of circuits, ascending and without repetition; clap would take a Vec for the values of
/// several options.
pub(crate) type Depths = Arc<[usize]>;

/// Depths from 1 up: `1..8` (both ends) or `1,2,4`; else what would be right.
pub(crate) fn depths(text: &str) -> std::result::Result<Depths, String> {
    let found = whole_numbers(text, &(1..=DEEPEST as u64)).ok_or_else(|| {
        format!("give a range such as 1..8 (both ends included) or a list such as 1,2,4, from 1 to {DEEPEST}")
    })?;
    Ok(found.into_iter().map(|depth| depth as usize).collect())
}

/// The deepest circuit that can be asked for.
pub(crate) const DEEPEST: usize = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_ranges_with_both_ends_or_lists() {
        for (text, expected) in [
            ("1..3", vec![1, 2, 3]),
            ("2..=3", vec![2, 3]),
            ("4", vec![4]),
            ("4, 1,2,1", vec![1, 2, 4]),
        ] {
            assert_eq!(depths(text).unwrap().to_vec(), expected, "{text}");
        }
        for text in [
            "",
            "0",
            "0..3",
            "3..1",
            "-1",
            "1..",
            "1..x",
            "1.5",
            "1..99999999999",
        ] {
            assert!(depths(text).is_err(), "{text:?}");
        }
    }
}
