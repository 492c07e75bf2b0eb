//! The command-line program: parse, dispatch, say what went wrong, exit with the status that scripts read.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program talks to its user"
)]

mod cli;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let command = cli::Cli::parse();
    match cli::run(command) {
        Ok(status) => status,
        Err(error) => {
            anstream::eprintln!("{} {error}", cli::error_label());
            ExitCode::from(error.exit_status())
        }
    }
}
