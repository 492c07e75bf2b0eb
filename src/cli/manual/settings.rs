//! The page of the settings of a run: keys of a plan file, their values and their defaults.

use super::commands::{ended, wrapped};
use crate::lab::AXES;
use clap::Command;

const HEAD: &str = "# Settings of a plan file\n\n\
    <!-- Written by `ketboard manual --format markdown`; do not edit. -->\n\n\
    A plan file names puzzles and depths, and any of these settings. A setting is one value, or a list of values that\n\
    are crossed with those of the others. Each is also an option of [`ketboard sweep`](commands.md#sweep), where it\n\
    has one value, and stands in the `setting` of every record unless it is absent there for its default.\n";

/// Settings whose option has another name.
const OTHER_NAMES: &[(&str, &str)] = &[("weights", "weight"), ("seeds", "seed")];

/// The whole page, in the order in which settings are crossed.
pub(super) fn page(program: &Command) -> String {
    let sweep = program.find_subcommand("sweep");
    let mut page = HEAD.to_owned();
    for axis in AXES {
        let other = OTHER_NAMES.iter().find(|(key, _)| *key == axis.key);
        let option = match other {
            Some((_, name)) => (*name).to_owned(),
            None => axis.key.replace('_', "-"),
        };
        let argument = sweep.and_then(|sweep| {
            let mut arguments = sweep.get_arguments();
            arguments.find(|argument| argument.get_long() == Some(option.as_str()))
        });
        let help = argument.and_then(|argument| argument.get_help());
        let help = help.map(ToString::to_string).unwrap_or_default();
        // The default of the option is written for the command line.
        let help = help.split(" [default:").next().unwrap_or_default();
        page += &format!("\n## {}\n\n", axis.key);
        page += &wrapped(&ended(help), "", "");
        let default = match axis.default {
            "" => "the empty text".to_owned(),
            default => format!("`{default}`"),
        };
        let values = (axis.expected)();
        page += "\n";
        page += &wrapped(&format!("Values: {}", ended(&values)), "- ", "  ");
        page += &wrapped(&format!("Default: {default}."), "- ", "  ");
        if argument.is_some() {
            page += &wrapped(&format!("Option: `--{option}`."), "- ", "  ");
        }
    }
    page
}
