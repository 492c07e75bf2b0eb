//! The reference of the book, written from the program itself: commands and options from the command
//! line as clap knows it, names from the tables of the library, settings from theirs.
//!
//! With `KETBOARD_UPDATE_BOOK=1` the pages are written anew.

mod commands;
mod names;
mod settings;

use std::path::Path;

/// Compares a page of the reference with what it should be, or writes it anew.
pub(super) fn holds(name: &str, written: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/reference");
    let path = folder.join(name);
    if std::env::var_os("KETBOARD_UPDATE_BOOK").is_some() {
        std::fs::write(&path, written).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    let lines = written.lines().zip(kept.lines()).enumerate();
    let differs = lines.filter(|(_, (ours, theirs))| ours != theirs);
    let differs: Vec<_> = differs.take(1).collect();
    assert!(
        written == kept,
        "{name}: {differs:?}; KETBOARD_UPDATE_BOOK=1 cargo test --lib writes it"
    );
}

#[test]
fn the_reference_is_what_the_program_says_of_itself() {
    let mut program = crate::cli::command();
    program.build();
    for (name, written) in [
        ("commands.md", commands::page(&program)),
        ("names.md", names::page()),
        ("settings.md", settings::page()),
    ] {
        holds(name, &written);
    }
}

#[test]
fn the_short_help_of_every_command_fits_on_one_screen() {
    /// Lines of a terminal that a student has open beside an editor.
    const SCREEN: usize = 42;
    let mut program = crate::cli::command().term_width(100);
    program.build();
    let all = std::iter::once(&program).chain(program.get_subcommands());
    let lengths = all.map(|command| {
        let help = command.clone().render_help().to_string();
        (command.get_name(), help.lines().count())
    });
    let too_long: Vec<_> = lengths.filter(|(_, lines)| *lines > SCREEN).collect();
    assert!(too_long.is_empty(), "{too_long:?}");
}
