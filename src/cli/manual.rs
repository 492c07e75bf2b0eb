//! `ketboard manual`: all that the program says of itself, as man pages or as the reference of the
//! book.
//!
//! Nothing is written here that stands elsewhere: commands and options come from the command line
//! as clap knows it, names of families, formats, mixers, … from the tables of the library, and the
//! keys of a plan from those that plans are read by. A test compares the book with what this
//! writes.

mod commands;
mod lists;
mod settings;

use super::Cli;
use super::page::PrintedPage;
use crate::error::{Error, Result};
use crate::files::{check_target, write_output};
use clap::{Command, CommandFactory, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct ManualArguments {
    /// Man pages, or the pages of the book's reference in Markdown
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "man")]
    format: ManualFormat,
    /// The folder for the pages; it is made where it is missing
    ///
    /// A man page is shown by `man -l DIR/ketboard-solve.1`, and found by its name where the folder
    /// is the `man1` of a path that `manpath` tells.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Who is to read the pages.
#[derive(ValueEnum, Debug, Clone, Copy)]
enum ManualFormat {
    /// One man page for the program and one for each command
    Man,
    /// The pages below `reference/` of the book
    Markdown,
}

/// A page and the name of its file.
#[derive(Debug)]
struct ManualPage {
    name: String,
    text: Vec<u8>,
}

/// Runs `ketboard manual`: man pages, or the reference of the book.
pub(crate) fn run(arguments: &ManualArguments) -> Result<ExitCode> {
    // what the short help leaves out, and says of it, is of no use on a page
    let mut program = Cli::command();
    program.build();
    let pages = match arguments.format {
        ManualFormat::Man => man_pages(&program)?,
        ManualFormat::Markdown => vec![
            markdown("commands.md", commands::page(&program)),
            markdown("settings.md", settings::page()),
            markdown("names.md", lists::page()),
        ],
    };
    let mut written = PrintedPage::default();
    for page in &pages {
        let path = arguments.out.join(&page.name);
        check_target(&path)?;
        write_output(&path, &page.text)?;
        written.line(path.display());
    }
    written.print()?;
    Ok(ExitCode::SUCCESS)
}

/// A page of the book.
fn markdown(name: &str, text: String) -> ManualPage {
    ManualPage {
        name: name.to_owned(),
        text: text.into_bytes(),
    }
}

/// A page for the program, and one for each of its commands.
fn man_pages(program: &Command) -> Result<Vec<ManualPage>> {
    let inner = program.get_subcommands().filter(|c| c.get_name() != "help");
    let all = std::iter::once(program).chain(inner);
    all.map(|command| man_page(command.clone())).collect()
}

/// The man page of a command, in roff.
fn man_page(command: Command) -> Result<ManualPage> {
    let page = clap_mangen::Man::new(command);
    let name = page.get_filename();
    let mut text = Vec::new();
    page.render(&mut text).map_err(|source| Error::Write {
        path: name.clone().into(),
        source,
    })?;
    Ok(ManualPage { name, text })
}
