//! What `-h` leaves to `--help`, so that it stays on one screen.
//!
//! A command of the program takes up to forty options, most of which an experiment needs once. The
//! short help shows those of a first day and says where the others stand; the long help, the
//! man pages and the reference show all.

use clap::Command;

/// Options that only the long help shows, wherever they are; of one command alone as
/// `command option`.
const LONG_ONLY: &[&str] = &[
    "ansatz",
    "compare iterations",
    "compare restarts",
    "compare sweeps",
    "counts",
    "cycle-time",
    "budget",
    "decode readout-error",
    "decode result",
    "decode seed",
    "decode trajectories",
    "device angles",
    "device circuit",
    "device exact",
    "device optimize",
    "device strategy",
    "device trajectories",
    "distinct-lines",
    "drop-region",
    "export job-options",
    "export method",
    "export objective",
    "export optimize",
    "export seed",
    "export shots",
    "export starts",
    "export strategy",
    "font-size",
    "format",
    "fractional",
    "iterations",
    "label",
    "landscape mixer",
    "landscape strategy",
    "memory",
    "no-caption",
    "no-times",
    "no-title",
    "objective-shots",
    "optimizer",
    "physical-error",
    "precision",
    "sweep shard",
    "symbols",
    "threads",
    "transfer-table",
    "warm-epsilon",
    "warm-start",
    "weight",
];

/// The command line with a short help of one screen for every command.
pub(crate) fn on_one_screen(program: Command) -> Command {
    let names: Vec<String> = program
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    names.iter().fold(program, |program, name| {
        program.mut_subcommand(name, |command| shortened(command, name))
    })
}

/// The command with a short help: without the options that only the long help shows, and with a
/// line that says how many there are.
fn shortened(command: Command, name: &str) -> Command {
    let hides = |option: &str| {
        let own = |entry: &&str| entry.split_once(' ') == Some((name, option));
        LONG_ONLY.contains(&option) || LONG_ONLY.iter().any(own)
    };
    let mut hidden = 0;
    let command = command.mut_args(|argument| match argument.get_long() {
        Some(option) if hides(option) => {
            hidden += 1;
            argument.hide_short_help(true)
        }
        Some(_) | None => argument,
    });
    // What stands below the options is part of the long help alone, which without it would show
    // what stands below the short one.
    let more = command.get_after_help().cloned();
    let has_more = more.is_some() || hidden > 0;
    let command = command.after_long_help(more.unwrap_or_default());
    if !has_more {
        return command;
    }
    let others = match hidden {
        0 => "More about all of this".to_owned(),
        1 => "One more option, and more about these".to_owned(),
        number => format!("{number} more options, and more about these"),
    };
    command.after_help(format!("{others}: ketboard {name} --help"))
}

#[cfg(test)]
mod tests {
    use super::LONG_ONLY;
    use crate::cli::command;

    /// Lines of a terminal that a student has open beside an editor.
    const SCREEN: usize = 40;

    /// The program with its help on a terminal of 100 columns, wherever the tests run.
    fn program() -> clap::Command {
        let mut program = command().term_width(100);
        program.build();
        program
    }

    #[test]
    fn the_short_help_of_every_command_fits_on_one_screen() {
        let mut program = program();
        let mut too_long = Vec::new();
        for mut inner in program.get_subcommands().cloned() {
            let lines = inner.render_help().to_string().lines().count();
            if lines > SCREEN {
                too_long.push((inner.get_name().to_owned(), lines));
            }
        }
        assert!(too_long.is_empty(), "{too_long:?}");
        let overview = program.render_help().to_string().lines().count();
        assert!(overview <= SCREEN, "{overview} lines");
    }

    #[test]
    fn the_long_help_does_not_point_to_itself() {
        for mut inner in program().get_subcommands().cloned() {
            let long = inner.render_long_help().to_string();
            assert!(
                !long.contains(&format!("ketboard {} --help", inner.get_name())),
                "{long}"
            );
        }
    }

    #[test]
    fn what_the_short_help_leaves_out_stands_in_the_long_one() {
        let program = program();
        for mut inner in program.get_subcommands().cloned() {
            let long = inner.render_long_help().to_string();
            for option in inner.get_arguments().filter(|a| !a.is_hide_set()) {
                if let Some(name) = option.get_long() {
                    assert!(long.contains(&format!("--{name}")), "{}", inner.get_name());
                }
            }
            let short = inner.render_help().to_string();
            let hides = inner.get_arguments().any(|a| a.is_hide_short_help_set());
            let says = short.contains(&format!("ketboard {} --help", inner.get_name()));
            assert!(says || !hides, "{short}");
        }
    }

    #[test]
    fn every_option_that_is_left_to_the_long_help_exists() {
        let program = program();
        for entry in LONG_ONLY {
            let (only, option) = match entry.split_once(' ') {
                Some((command, option)) => (Some(command), option),
                None => (None, *entry),
            };
            let mut commands = program
                .get_subcommands()
                .filter(|c| only.is_none_or(|name| c.get_name() == name));
            let found = commands.any(|c| c.get_arguments().any(|a| a.get_long() == Some(option)));
            assert!(found, "{entry}");
        }
    }
}
