//! Options that several commands share, and what they mean.

use super::activity;
use super::flags::in_text;
use super::number::{DEEPEST, within};
use super::page::note;
use super::words::plural;
use crate::pipeline::SearchPlan;
use crate::settings::AnsatzKind;
use crate::settings::{Allowed, Offered, RunStage, SETTINGS, Setting, Settings};
use crate::{Error, Result};
use clap::builder::{PossibleValue, PossibleValuesParser, ValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ketboard_qaoa::{Objective, Progress};
use std::io::IsTerminal;
use std::time::Duration;

/// The settings from a puzzle to its cost.
pub(crate) type ModelOptions = SettingOptions<MODEL>;
/// Those from a puzzle to a space of states.
pub(crate) type SpaceOptions = SettingOptions<{ MODEL | REGISTERS }>;
/// The same in the help of a command that tells them all.
pub(crate) type AllSpaceOptions = SettingOptions<{ MODEL | REGISTERS | RARE }>;
/// Those from a puzzle to the angles.
pub(crate) type SearchOptions =
    SettingOptions<{ MODEL | REGISTERS | ANSATZ | SEARCH | PRECISION | SEED }>;
/// Those of a whole run, shots included.
pub(crate) type RunOptions = SettingOptions<{ u8::MAX }>;
/// That of a state alone.
pub(crate) type PrecisionOption = SettingOptions<PRECISION>;

/// The bit of the settings from the puzzle to the cost.
const MODEL: u8 = 1 << RunStage::Model as u8;
/// The bit of the settings from the cost to the space of states.
const REGISTERS: u8 = 1 << RunStage::Registers as u8;
/// The bit of the settings of the angles that there are.
const ANSATZ: u8 = 1 << RunStage::Ansatz as u8;
/// The bit of the settings of the search for angles.
const SEARCH: u8 = 1 << RunStage::Search as u8;
/// The bit of the setting of the amplitudes' precision.
const PRECISION: u8 = 1 << RunStage::Precision as u8;
/// The bit of the setting of the seed.
const SEED: u8 = 1 << RunStage::Seed as u8;
/// The bit of a command whose help tells the rare settings, too; others take them and name `solve`.
const RARE: u8 = 1 << 7;

/// The options that are settings, made from their table: those of the stages whose bits are set.
#[derive(Debug, Clone)]
pub(crate) struct SettingOptions<const STAGES: u8>(Vec<GivenSetting>);

/// A setting that was given on the command line.
#[derive(Debug, Clone)]
struct GivenSetting {
    setting: &'static Setting,
    /// Its value.
    text: String,
}

impl<const STAGES: u8> SettingOptions<STAGES> {
    /// The settings of these stages, in the order of the table.
    fn all() -> impl Iterator<Item = &'static Setting> {
        let settings = SETTINGS.iter();
        settings.filter(|setting| {
            setting.offered != Offered::InPlans && STAGES & (1 << setting.stage as u8) != 0
        })
    }

    /// The settings that are meant: those that were given, and the defaults.
    ///
    /// # Errors
    /// What is no value of its setting.
    pub(crate) fn read(&self) -> Result<Settings> {
        let mut settings = Settings::default();
        for GivenSetting { setting, text } in &self.0 {
            setting.set(&mut settings, text)?;
        }
        Ok(settings)
    }
}

impl<const STAGES: u8> SettingOptions<STAGES> {
    /// The first option that was given.
    pub(crate) fn first_given(&self) -> Option<String> {
        self.0.first().map(|given| flag(given.setting))
    }
}

impl<const STAGES: u8> FromArgMatches for SettingOptions<STAGES> {
    fn from_arg_matches(matches: &ArgMatches) -> std::result::Result<Self, clap::Error> {
        let mut given = Vec::new();
        for setting in Self::all() {
            let name = flag(setting);
            if matches.value_source(&name) == Some(ValueSource::CommandLine) {
                let values = matches.get_many::<String>(&name);
                let values: Vec<&str> = values.into_iter().flatten().map(String::as_str).collect();
                let text = values.join(", ");
                given.push(GivenSetting { setting, text });
            }
        }
        Ok(Self(given))
    }

    fn update_from_arg_matches(
        &mut self,
        matches: &ArgMatches,
    ) -> std::result::Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<const STAGES: u8> Args for SettingOptions<STAGES> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::all().map(|setting| option(setting, STAGES & RARE != 0)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The option of a setting, as users write it; no other argument of a command is called so.
fn flag(setting: &Setting) -> String {
    format!("--{}", setting.option().replace('_', "-"))
}

/// What clap needs to know of a setting.
fn option(setting: &'static Setting, tells_rare: bool) -> Arg {
    let heading = match setting.stage {
        RunStage::Model => "Model",
        RunStage::Registers => "Registers",
        RunStage::Ansatz
        | RunStage::Search
        | RunStage::Precision
        | RunStage::Shots
        | RunStage::Seed => "Search",
    };
    let (help, more) = (in_text(&setting.help()), in_text(&setting.more_help()));
    let is_number = matches!(setting.allowed, Allowed::Whole(..) | Allowed::Number(..));
    let is_list = matches!(setting.allowed, Allowed::List(_));
    let mut option = Arg::new(flag(setting))
        .long(setting.option().replace('_', "-"))
        .value_name(setting.value_name)
        .help_heading(heading)
        .allow_negative_numbers(is_number)
        .hide_short_help(setting.offered == Offered::LongHelp)
        .hide(setting.offered == Offered::LongHelp && !tells_rare)
        .action(if is_list {
            ArgAction::Append
        } else {
            ArgAction::Set
        })
        .value_parser(value_parser(setting));
    let mut long = vec![help.clone()];
    long.extend(Some(more).filter(|more| !more.is_empty()));
    if matches!(setting.allowed, Allowed::NamesAndMore(_)) {
        let named = setting.allowed.names().into_iter();
        let named = named.map(|one| format!("{}: {}", one.name, in_text(one.about)));
        long.push(named.collect::<Vec<_>>().join("\n"));
    }
    if long.len() > 1 {
        option = option.long_help(long.join("\n\n"));
    }
    if setting.unset.is_none() {
        option = option.default_value(setting.default());
    }
    option.help(help)
}

/// Which texts the option of a setting takes; what is wrong with others is told when they are read.
pub(crate) fn value_parser(setting: &'static Setting) -> ValueParser {
    let hidden = setting
        .unset
        .map(|unset| PossibleValue::new(unset).hide(true));
    match setting.allowed {
        Allowed::Names(_) => PossibleValuesParser::new(names(setting).chain(hidden)).into(),
        _ => ValueParser::string(),
    }
}

/// The values that a setting names, with their lines of help.
fn names(setting: &Setting) -> impl Iterator<Item = PossibleValue> + use<> {
    setting
        .allowed
        .names()
        .into_iter()
        .map(|one| match one.about {
            "" => PossibleValue::new(one.name),
            about => PossibleValue::new(one.name).help(in_text(about)),
        })
}

/// # Errors
/// Where terms or qubits have angles of their own, and the command takes one γ and one β for each
/// layer.
pub(crate) fn needs_standard_ansatz(settings: &Settings, command: &str) -> Result<()> {
    if settings.ansatz == AnsatzKind::Standard {
        return Ok(());
    }
    let found = format!("{} for {command}", settings.ansatz);
    let remedy = format!(
        "{command} takes one γ and one β for each layer: leave --ansatz out, or use solve, sweep or export"
    );
    Err(Error::argument("--ansatz", found, remedy))
}

/// # Errors
/// Where something else than ⟨C⟩ is to be minimized, and the command shows ⟨C⟩.
pub(crate) fn needs_expectation(settings: &Settings, command: &str) -> Result<()> {
    let (option, found) = match (settings.objective, settings.objective_shots) {
        (Objective::Expectation, None) => return Ok(()),
        (Objective::Expectation, Some(_)) => ("--objective-shots", format!("for {command}")),
        (other, _) => ("--objective", format!("{other} for {command}")),
    };
    let remedy = format!("{command} shows the exact ⟨C⟩: leave it out");
    Err(Error::argument(option, found, remedy))
}

/// How deep the circuit is.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Search")]
pub(crate) struct DepthOption {
    /// Number of QAOA layers p
    ///
    /// Deeper circuits are likelier to find the board and take longer to optimize: every depth from
    /// 1 to p is.
    #[arg(long, short = 'p', value_name = "P", default_value = "4", value_parser = within::<0, DEEPEST>, allow_negative_numbers = true, display_order = 0)]
    pub(crate) depth: usize,
}

/// How the program talks and how many threads it uses.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Output")]
pub(crate) struct TalkOptions {
    /// One JSON object on standard output and nothing else there
    #[arg(long)]
    pub(crate) json: bool,
    /// Only the result, bare: no notes, no drawings, no progress bar
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Number of threads; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = within::<1, 1024>, allow_negative_numbers = true, hide_short_help = true)]
    pub(crate) threads: Option<usize>,
}

impl TalkOptions {
    /// Sets the number of threads for everything that follows, and shows on a terminal that it goes
    /// on.
    pub(crate) fn use_threads(&self) -> Result<()> {
        activity::begin(self.quiet);
        super::no_solution::talk(self.json, self.quiet);
        let Some(threads) = self.threads else {
            return Ok(());
        };
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global()
            .map_err(|error| {
                Error::argument("--threads", error.to_string(), "ask for fewer threads")
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
    pub(crate) fn speaks(&self) -> bool {
        !self.json && !self.quiet
    }

    /// A bar over the starts of a search, which says on how many qubits it is.
    pub(crate) fn progress_bar(&self, qubits: usize, plan: &SearchPlan) -> ProgressBar {
        let qubits = plural(qubits as u64, "qubit");
        let depths = 1..=plan.settings.depth;
        let starts = depths
            .map(|depth| plan.settings.starts_of_depth(depth))
            .sum();
        self.bar_over(&format!("{qubits}, angles"), starts)
    }

    /// A bar over so many steps, with the time that is left if the others take as long.
    pub(crate) fn bar_over(&self, what: &str, steps: usize) -> ProgressBar {
        let counts = "{bar:30} {pos}/{len}  {elapsed}, about {eta} left  {wide_msg}";
        self.bar_of(&format!("{what} {counts}"), steps as u64)
    }

    /// A bar on a terminal, nothing on a pipe. What may be long stands last, as `{wide_msg}`: it is
    /// cut where the terminal ends.
    pub(crate) fn bar(&self, template: &str) -> ProgressBar {
        self.bar_of(template, 0)
    }

    /// A bar over so many steps, drawn four times a second; hidden where nobody would see it.
    fn bar_of(&self, template: &str, steps: u64) -> ProgressBar {
        if self.quiet || !std::io::stderr().is_terminal() {
            return ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        }
        activity::rest();
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::new(steps)
            .with_style(style.expect("the template names only fields that exist"));
        bar.enable_steady_tick(Duration::from_millis(250));
        bar
    }
}

/// Shows how far the search is, as each of its starts ends.
pub(crate) fn show_progress(bar: &ProgressBar, progress: &Progress) {
    if !progress.ended {
        if bar.length() == Some(bar.position()) {
            bar.set_message("drawing the shots");
        }
        return;
    }
    bar.inc(1);
    bar.set_message(format!(
        "p = {}, reached {:.4}",
        progress.depth, progress.best
    ));
}
