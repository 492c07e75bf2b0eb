//! Bad usage in one line: what was found, what would be right.

use super::nearest::nearest_name;
use super::page::complain;
use clap::error::ErrorKind;
use std::process::ExitCode;

/// Prints the help that was asked for, or one line on what is wrong with the command.
pub(crate) fn report(error: &clap::Error) -> ExitCode {
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
        complain(in_one_line(&error.render().to_string()));
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// The message without its label, its usage and its line breaks; tips become the remedy.
fn in_one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim);
    let told =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let mut text = String::new();
    for line in told.filter(|line| !line.is_empty()) {
        match line.strip_prefix("tip: ") {
            // "use '-- --flag'" would make a file name of a mistyped option.
            Some(tip) if tip.contains("as a value") => {}
            Some(tip) => text += &format!("; {tip}"),
            None if text.is_empty() => text += line.trim_start_matches("error: "),
            None => text += &format!(" {line}"),
        }
    }
    text += &missing_question(&text);
    format!("{text}; see --help")
}

/// The nearest of the possible values, where clap finds none of them similar: it asks nothing about
/// `f23`.
fn missing_question(text: &str) -> String {
    let Some((found, possible)) = text.split_once(" for '") else {
        return String::new();
    };
    let listed = possible.split_once("[possible values: ");
    let listed = listed.and_then(|(_, listed)| listed.split_once(']'));
    let meant = match listed {
        Some((values, "")) => nearest_name(found, values),
        Some(_) | None => None,
    };
    meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"))
}

#[cfg(test)]
mod tests {
    use super::in_one_line;

    #[test]
    fn a_message_of_several_lines_becomes_one_with_its_remedy() {
        for (message, line) in [
            (
                "error: unexpected argument '--depht' found\n\n  tip: a similar argument exists: '--depth'\n\n\
                 Usage: ketboard solve <FILE>\n\nFor more information, try '--help'.\n",
                "unexpected argument '--depht' found; a similar argument exists: '--depth'; see --help",
            ),
            (
                "error: unexpected argument '-x' found\n\n  tip: to pass '-x' as a value, use '-- -x'\n",
                "unexpected argument '-x' found; see --help",
            ),
            (
                "error: invalid value 'a' for '--reduce <LEVEL>'\n  [possible values: none, full]\n\nFor more",
                "invalid value 'a' for '--reduce <LEVEL>' [possible values: none, full]; see --help",
            ),
            (
                "error: invalid value 'f23' for '--precision <P>'\n  [possible values: f64, f32, auto]\n\nFor more",
                "invalid value 'f23' for '--precision <P>' [possible values: f64, f32, auto]; did you mean f32?; see --help",
            ),
            (
                "error: invalid value 'fulll' for '--reduce <LEVEL>'\n  [possible values: none, full]\n\n  \
                 tip: a similar value exists: 'full'\n",
                "invalid value 'fulll' for '--reduce <LEVEL>' [possible values: none, full]; a similar value exists: 'full'; see --help",
            ),
        ] {
            assert_eq!(in_one_line(message), line);
        }
    }
}
