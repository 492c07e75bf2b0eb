//! `ketboard verify`: records of a sweep, run again from what they hold and compared byte by byte.

use super::number::{seed, within};
use super::options::TalkOptions;
use super::page::{Page, note, print_json};
use super::stopping::{Stopping, stopped};
use super::words::plural;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ketboard::Result;
use ketboard::lab::{Extent, Heard, Mistake, Results, Verification, Wrong};
use serde_json::{Value, json};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Each record is run again from its own input and setting alone. Exit status 0: all come out as they stand, byte \
                  for byte; 1: some do not."
)]
pub(crate) struct Arguments {
    /// A folder that `ketboard sweep` filled
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Run only N records again, chosen at random [default: all]
    #[arg(long, value_name = "N", value_parser = within::<1, 1_000_000_000>, allow_negative_numbers = true)]
    sample: Option<usize>,
    /// Seed of --sample
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    talk: TalkOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let extent = arguments
        .sample
        .map_or(Extent::All, |records| Extent::Sample {
            records,
            seed: arguments.seed,
        });
    let bar = bar(&arguments.talk);
    let results = Results::open(&arguments.folder)?;
    let stopping = Stopping::listen();
    let found = results.verify(extent, &|heard| {
        match heard {
            Heard::Begins { units, .. } => bar.set_length(units),
            Heard::Done { run } => {
                bar.inc(1);
                bar.set_message(run.to_owned());
            }
            Heard::Searching { .. } | Heard::Searched { .. } => {}
        }
        stopping.answer()
    })?;
    bar.finish_and_clear();
    if arguments.talk.json {
        print_json(&as_json(&found))?;
    } else {
        page(&found, arguments.talk.quiet).print()?;
    }
    if found.stopped {
        note("stopped: the other records were not run again");
        return Ok(stopped());
    }
    Ok(ExitCode::from(u8::from(!found.wrong.is_empty())))
}

fn bar(talk: &TalkOptions) -> ProgressBar {
    if talk.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    }
    let template = "verify {bar:30} {pos}/{len}  {msg}  {elapsed}, about {eta} left";
    let style =
        ProgressStyle::with_template(template).expect("the template names only fields that exist");
    let bar = ProgressBar::new(0).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// How many records that do not come out are told one by one.
const MOST_SHOWN: usize = 20;

fn page(found: &Verification, quiet: bool) -> Page {
    let mut page = Page::default();
    for wrong in found.wrong.iter().take(MOST_SHOWN) {
        page.line(line(wrong));
    }
    let hidden = found.wrong.len().saturating_sub(MOST_SHOWN);
    if hidden > 0 {
        page.line(format_args!("and {hidden} more; --json lists all"));
    }
    if !quiet {
        let verdict = match found.wrong.len() {
            0 if found.stopped => "these come out byte for byte".to_owned(),
            0 => "all come out byte for byte".to_owned(),
            count => format!("{count} do not come out as they stand"),
        };
        let records = plural(found.records as u64, "record");
        page.line(format_args!(
            "{} of {records} run again: {verdict}",
            found.checked
        ));
    }
    page
}

fn line(wrong: &Wrong) -> String {
    let run = wrong.run.as_deref().unwrap_or("no run");
    let what = match &wrong.what {
        Mistake::Differs(found) => {
            format!(
                "{} is {}, and comes out as {}",
                found.key, found.left, found.right
            )
        }
        Mistake::CannotRun(reason) => reason.clone(),
        Mistake::Twice(other) => format!("stands in line {other} too"),
    };
    format!("line {}, {run}: {what}", wrong.line)
}

fn as_json(found: &Verification) -> Value {
    let wrong = found.wrong.iter().map(|wrong| {
        let mut json = json!({"line": wrong.line});
        if let Some(run) = &wrong.run {
            json["run"] = run.as_str().into();
        }
        match &wrong.what {
            Mistake::Differs(found) => {
                json["key"] = found.key.as_str().into();
                json["recorded"] = found.left.as_str().into();
                json["computed"] = found.right.as_str().into();
            }
            Mistake::CannotRun(reason) => json["reason"] = reason.as_str().into(),
            Mistake::Twice(other) => json["same_run_in_line"] = (*other).into(),
        }
        json
    });
    json!({"records": found.records, "checked": found.checked, "wrong": wrong.collect::<Vec<_>>()})
}
