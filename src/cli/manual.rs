//! `ketboard manual`: the man pages of the program and of its commands.

use super::page::PrintedPage;
use crate::error::{Error, Result};
use crate::files::{check_target, write_output};
use clap_mangen::Man;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct ManualArguments {
    /// The folder for the pages; it is made where it is missing
    ///
    /// A man page is shown by `man -l DIR/ketboard-solve.1`, and found by its name where the folder
    /// is the `man1` of a path that `manpath` tells.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Runs `ketboard manual`: a page for the program, and one for each of its commands.
pub(crate) fn run(arguments: &ManualArguments) -> Result<ExitCode> {
    let mut program = super::command();
    program.build();
    let inner = program.get_subcommands().filter(|c| c.get_name() != "help");
    let mut written = PrintedPage::default();
    for command in std::iter::once(&program).chain(inner) {
        let page = Man::new(command.clone());
        let path = arguments.out.join(page.get_filename());
        let mut text = Vec::new();
        let rendered = page.render(&mut text);
        rendered.map_err(|source| Error::write(&path, source))?;
        check_target(&path)?;
        write_output(&path, &text)?;
        written.line(path.display());
    }
    written.print()?;
    Ok(ExitCode::SUCCESS)
}
