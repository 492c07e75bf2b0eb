//! The page of the settings of a run: options, keys of a plan, values and defaults, from their
//! table.

use super::commands::{ended, wrapped};
use crate::settings::{Offered, SETTINGS, Setting};

const HEAD: &str = "# Settings\n\n\
    <!-- Written by a test from the tables of the program; do not edit. -->\n\n\
    Everything that, beside the puzzle and the depth, decides what a run does. The same names are the options of the\n\
    [commands](commands.md), the keys of plans and the fields of records. In a plan a setting is one value, or a list\n\
    of values that are crossed with those of the others.\n";

/// The whole page, in the order in which settings are crossed.
pub(super) fn page() -> String {
    SETTINGS
        .iter()
        .fold(HEAD.to_owned(), |page, setting| page + &section(setting))
}

/// The section of a setting: what it does, its option, its values and its default.
fn section(setting: &Setting) -> String {
    let mut text = format!("\n## {}\n\n", setting.plan_key());
    for help in [0, 1].map(|number| setting.paragraph(number)) {
        let help = help.replace("the setting `", "`");
        if !help.is_empty() {
            text += &wrapped(&ended(&help), "", "");
            text += "\n";
        }
    }
    let default = match setting.default().as_str() {
        "" => "nothing".to_owned(),
        default => format!("`{default}`"),
    };
    let item = |line: String| wrapped(&line, "- ", "  ");
    text += &item(match setting.offered {
        Offered::InPlans => {
            "No option of the commands: a key of plans, and a setting of the library.".to_owned()
        }
        Offered::ShortHelp | Offered::LongHelp => {
            let option = setting.option().replace('_', "-");
            format!("Option: `--{option} <{}>`.", setting.value_name)
        }
    });
    text += &item(format!("Values: {}", ended(&setting.in_words())));
    text += &item(format!("Default: {default}."));
    let named = setting.allowed.names();
    let named = named.iter().filter(|one| !one.about.is_empty());
    named.fold(text, |text, one| {
        text + &wrapped(&format!("`{}`: {}", one.name, ended(one.about)), "- ", "  ")
    })
}
