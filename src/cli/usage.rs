//! Bad usage in one line: what was found, what would be right.

use super::nearest::{most_like, nearest_name, nearest_option};
use super::page::complain;
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::process::ExitCode;

/// Prints the help that was asked for, or one line on what is wrong with the command.
pub(crate) fn report(error: &clap::Error, program: &Command) -> ExitCode {
    let asks_for_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if asks_for_help {
        // As for a page: a reader that has seen enough is no error.
        error.print().ok();
    } else {
        let given: Vec<String> = std::env::args().skip(1).collect();
        complain(in_one_line(error, program, &given));
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// What is wrong with the arguments that were given to the program, and what is meant.
fn in_one_line(error: &clap::Error, program: &Command, given: &[String]) -> String {
    let told = flattened(&error.render().to_string());
    let meant = meant(error, program, given);
    let question = meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
    format!("{told}{question}; see --help")
}

/// The message without its label, its usage and its line breaks; tips become the remedy.
fn flattened(message: &str) -> String {
    let lines = message.lines().map(str::trim);
    let told =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let mut text = String::new();
    for line in told.filter(|line| !line.is_empty()) {
        match line.strip_prefix("tip: ") {
            // "use '-- --flag'" would make a file name of a mistyped option; what is similar is
            // asked below, by one measure for all names.
            Some(tip) if tip.contains("as a value") || tip.contains("similar") => {}
            Some(tip) => text += &format!("; {tip}"),
            None if text.is_empty() => text += line.trim_start_matches("error: "),
            None => text += &format!(" {line}"),
        }
    }
    text
}

/// The command, option or value that is most like the one that is not known.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "clap has many kinds of errors, and adds to them"
)]
fn meant(error: &clap::Error, program: &Command, given: &[String]) -> Option<String> {
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        Some(_) | None => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let known = program.get_subcommands().map(Command::get_name);
            most_like(named(ContextKind::InvalidSubcommand)?, known).map(str::to_owned)
        }
        ErrorKind::UnknownArgument => {
            let found = named(ContextKind::InvalidArg)?.trim_start_matches('-');
            let mut words = given.iter();
            let command = words.find_map(|word| program.find_subcommand(word));
            let options = command.unwrap_or(program).get_arguments();
            let mut known: Vec<&str> = options.filter_map(|option| option.get_long()).collect();
            // clap adds these by itself
            known.push("help");
            known.extend(command.is_none().then_some("version"));
            nearest_option(found, &known).map(|option| format!("--{option}"))
        }
        ErrorKind::InvalidValue => {
            let Some(ContextValue::Strings(known)) = error.get(ContextKind::ValidValue) else {
                return None;
            };
            let found = format!("'{}'", named(ContextKind::InvalidValue)?);
            nearest_name(&found, &known.join(", "))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::in_one_line;
    use crate::cli::command;

    #[test]
    fn bad_usage_is_one_line_with_its_remedy() {
        for (given, line) in [
            (
                "solve f --depht 2",
                "unexpected argument '--depht' found; did you mean --depth?; see --help",
            ),
            (
                "solve f --layers=2",
                "unexpected argument '--layers' found; did you mean --depth?; see --help",
            ),
            (
                "export f --out x",
                "unexpected argument '--out' found; did you mean --output?; see --help",
            ),
            ("solve f -x", "unexpected argument '-x' found; see --help"),
            (
                "solve f --mixer xy",
                "invalid value 'xy' for '--mixer <MIXER>' [possible values: x, xy-ring, xy-path, xy-complete, grover, warm]; \
                 did you mean xy-ring?; see --help",
            ),
            (
                "solve f --mixer a",
                "invalid value 'a' for '--mixer <MIXER>' [possible values: x, xy-ring, xy-path, xy-complete, grover, warm]; \
                 see --help",
            ),
            (
                "solve f --precision f23",
                "invalid value 'f23' for '--precision <PRECISION>' [possible values: f64, f32]; did you mean f32?; \
                 see --help",
            ),
            (
                "--versoin",
                "unexpected argument '--versoin' found; did you mean --version?; see --help",
            ),
            (
                "solve --hlep",
                "unexpected argument '--hlep' found; did you mean --help?; see --help",
            ),
            (
                "slove f",
                "unrecognized subcommand 'slove'; did you mean solve?; see --help",
            ),
            (
                "help slove",
                "unrecognized subcommand 'slove'; did you mean solve?; see --help",
            ),
        ] {
            let words: Vec<String> = given.split(' ').map(str::to_owned).collect();
            let with_name = std::iter::once("ketboard".to_owned()).chain(words.clone());
            let error = command().try_get_matches_from(with_name).unwrap_err();
            assert_eq!(in_one_line(&error, &command(), &words), line);
        }
    }
}
