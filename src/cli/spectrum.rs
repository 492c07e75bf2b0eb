//! `ketboard spectrum`: how many boards have which energy, and QAOA with the Grover mixer on that
//! alone.

use super::activity;
use super::no_solution::NoSolution;
use super::number::{DEEPEST, seed, within};
use super::options::{ModelOptions, TalkOptions, show_progress};
use super::page::{PrintedPage, note, print_json};
use super::pictures::PictureOptions;
use super::ready::prepared;
use super::stopping::{Stopping, stopped};
use super::words::{plural, probability};
use crate::Result;
use crate::experiment::{GroverMixerRecord, SpectrumRecord, spectrum_record, write_spectrum};
use crate::files::{check_folder, fill_folder};
use crate::pipeline::{Problem, memory_for_counting};
use clap::builder::{PossibleValue, PossibleValuesParser};
use ketboard_puzzles::RegisterChoice;
use ketboard_qaoa::{SearchSettings, readable_bytes};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "With the Grover mixer all states of one energy share one amplitude, so that the histogram of energies is all that QAOA \
                  needs: it is exact at any size that can be counted, whole boards of 8x8 and above among them (--reduce none \
                  --registers rows). Boards that obey the rules are listed by the exact solver."
)]
pub(crate) struct SpectrumArguments {
    /// The puzzle file
    file: PathBuf,
    /// Which rules the states keep by construction: the space is the product of the legal fillings
    /// of each
    #[arg(long, value_name = "WHICH", value_parser = choices(), default_value = RegisterChoice::Rows.name())]
    registers: String,
    /// Number of QAOA layers p: every depth from 1 to p is optimized; 0 for the histogram alone
    #[arg(long, short = 'p', value_name = "P", default_value = "0", value_parser = within::<0, DEEPEST>, allow_negative_numbers = true)]
    depth: usize,
    /// Starting points tried at each depth
    #[arg(long, value_name = "N", default_value = "8", value_parser = within::<1, 10_000>, allow_negative_numbers = true)]
    starts: usize,
    /// Seed of the starting points
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// Most memory for counting, in MiB [default: half of what is free]
    #[arg(long, value_name = "MIB", value_parser = within::<1, 1_000_000_000>, allow_negative_numbers = true)]
    memory: Option<usize>,
    /// Folder for records.jsonl and, with --depth, the plot of success against depth
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    #[command(flatten)]
    settings: ModelOptions,
    #[command(flatten)]
    pictures: PictureOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Levels that are printed; JSON has them all.
const MOST_LINES: usize = 24;

fn choices() -> PossibleValuesParser {
    let value = |choice: RegisterChoice| PossibleValue::new(choice.name()).help(choice.about());
    PossibleValuesParser::new(RegisterChoice::ALL.map(value))
}

pub(crate) fn run(arguments: &SpectrumArguments) -> Result<ExitCode> {
    arguments
        .pictures
        .check(arguments.out.is_some(), "give `out`, too")?;
    let talk = &arguments.talk;
    talk.use_threads()?;
    if let Some(folder) = &arguments.out {
        check_folder(folder)?;
    }
    let choice = RegisterChoice::from_name(&arguments.registers).unwrap_or_default();
    let problem = match prepared(
        &arguments.settings.read()?.by_the_paper_alone(),
        &arguments.file,
    )? {
        Ok(problem) => problem,
        Err(no_solution) => return no_solution.report(talk),
    };
    let bytes = arguments.memory.map(|mebibytes| (mebibytes as u64) << 20);
    let stopping = Stopping::listen();
    activity::doing("counting states by energy, then listing the boards that obey the rules");
    let bytes = bytes.unwrap_or_else(memory_for_counting);
    let spectrum = problem.spectrum_asking(choice, bytes, &|| stopping.answer())?;
    if spectrum.solutions() == Some(0) {
        return NoSolution::by_search(&problem.puzzle).report(talk);
    }
    let settings = SearchSettings {
        depth: arguments.depth,
        starts: arguments.starts,
        seed: arguments.seed,
        ..SearchSettings::default()
    };
    let bar = talk.bar_over("angles", settings.depth * settings.starts);
    let depths = spectrum.grover_mixer(&settings, &|progress| {
        show_progress(&bar, progress);
        stopping.answer()
    })?;
    bar.finish_and_clear();
    let is_stopped = stopping.answer().is_break();
    drop(stopping);
    let record = spectrum_record(&problem, choice, &spectrum, &depths);
    if let Some(folder) = &arguments.out {
        fill_folder(folder, |folder| {
            write_spectrum(&record, folder)?;
            arguments.pictures.apply(folder)
        })?;
    }
    if talk.json {
        let json = serde_json::to_value(&record).expect("a record holds only finite numbers");
        print_json(&json)?;
    } else {
        page(talk, &problem, &record).print()?;
    }
    if is_stopped {
        note("stopped: depths that were not searched to their end are left out");
        return Ok(stopped());
    }
    Ok(ExitCode::SUCCESS)
}

fn page(talk: &TalkOptions, problem: &Problem, record: &SpectrumRecord) -> PrintedPage {
    let mut page = PrintedPage::default();
    if !talk.quiet {
        let (name, family) = (&problem.puzzle.name, problem.puzzle.family);
        page.line(format_args!(
            "{name} ({family}): {}, {} ({})",
            plural(record.qubits as u64, "variable"),
            plural(record.dims.len() as u64, "register"),
            record.registers
        ));
        page.line(format_args!("States: {}", record.states));
        match (&record.solutions, record.random_success_probability) {
            (Some(solutions), Some(share)) => page.line(format_args!(
                "Boards that obey the rules: {solutions}; a random guess finds one with {share:.3e}"
            )),
            (Some(_) | None, _) => {
                page.line("Boards that obey the rules: too many to list; success is not known");
            }
        }
        page.line(format_args!(
            "Energy of a random state: {:.4} ± {:.4}; counted with a frontier of {}, {}",
            record.mean,
            record.standard_deviation,
            record.frontier,
            readable_bytes(record.bytes)
        ));
        page.line(format_args!(
            "{:>12} {:>42} {:>12} {:>11}",
            "energy", "states", "obeying", "share"
        ));
    }
    for level in record.levels.iter().take(MOST_LINES) {
        let obeying = level.obeying.as_deref().unwrap_or("?");
        page.line(format_args!(
            "{:>12} {:>42} {obeying:>12} {:>11.3e}",
            level.energy, level.states, level.share
        ));
    }
    if let [.., last] = &record.levels[..]
        && record.levels.len() > MOST_LINES
    {
        let more = (record.levels.len() - MOST_LINES) as u64;
        page.line(format_args!(
            "  and {}, up to energy {} (all with --json)",
            plural(more, "energy level"),
            last.energy
        ));
    }
    if !record.depths.is_empty() {
        page.line(format_args!(
            "{:>5} {:>12} {:>12} {:>14}",
            "p", "⟨C⟩", "success", "Grover search"
        ));
        record
            .depths
            .iter()
            .for_each(|depth| page.line(depth_line(depth)));
    }
    page
}

fn depth_line(depth: &GroverMixerRecord) -> String {
    let known = |p: Option<f64>| p.map_or_else(|| "?".to_owned(), probability);
    format!(
        "{:>5} {:>12.6} {:>12} {:>14}",
        depth.depth,
        depth.expectation,
        known(depth.success_probability),
        known(depth.grover_success_probability)
    )
}
