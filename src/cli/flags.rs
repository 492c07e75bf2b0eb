//! Settings of the library as options of the program: the library says "use `target_qubits` 14",
//! the terminal "use --target-qubits 14".
//!
//! The library knows no command line. It writes a setting in backticks, in words joined by
//! underscores; where backticks also mark the keys of a file, it says "the setting `stars`".

use crate::Error;
use ketboard_puzzles::Error::{Input, Read, Write};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Every long option of the program, as a setting of the library.
static SETTINGS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let program = super::command();
    let options = program.get_subcommands().flat_map(|c| c.get_arguments());
    let names = options.filter_map(|option| option.get_long());
    names.map(|name| name.replace('-', "_")).collect()
});

/// An error of the library as it is shown to the user of the program.
pub(crate) fn in_error(error: &Error) -> String {
    let text = error.to_string();
    let is_of_a_file = matches!(
        error,
        Error::Input(Input { .. } | Read { .. } | Write { .. })
    );
    if is_of_a_file {
        in_text(&text)
    } else {
        in_reason(&text)
    }
}

/// A reason that the library gives for something that it left out: every setting in backticks
/// becomes an option.
pub(crate) fn in_reason(text: &str) -> String {
    SETTINGS.iter().fold(in_text(text), |text, name| {
        text.replace(&format!("`{name}`"), &option(name))
    })
}

/// A text with other words in backticks: only what is called a setting becomes an option. The help
/// may use this while the options are still being made.
pub(crate) fn in_text(text: &str) -> String {
    let mut parts = text.split("the setting `");
    let before = parts.next().unwrap_or_default().to_owned();
    parts.fold(before, |shown, part| match part.split_once('`') {
        Some((name, rest)) => shown + &option(name) + rest,
        None => shown + "the setting `" + part,
    })
}

/// The option of a setting: `--target-qubits` of `target_qubits`.
fn option(setting: &str) -> String {
    format!("--{}", setting.replace('_', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_becomes_its_option_and_the_key_of_a_file_stays() {
        for (error, shown) in [
            (
                Error::setting("target_qubits", "found 99", "use `reduce` full"),
                "--target-qubits: found 99; use --reduce full",
            ),
            (
                Error::argument("`distinct_lines` hobo", "too many", "use `gamma_unit`"),
                "--distinct-lines hobo: too many; use `gamma_unit`",
            ),
            (
                Error::input(
                    "a.toml",
                    Some(3),
                    "`size` is 5",
                    "leave `size` out, or give the setting `stars` 1",
                ),
                "a.toml:3: `size` is 5; leave `size` out, or give --stars 1",
            ),
            (
                Error::input("a", None, "found ``size` `", "the setting `x"),
                "a: found ``size` `; the setting `x",
            ),
        ] {
            assert_eq!(in_error(&error), shown);
        }
    }
}
