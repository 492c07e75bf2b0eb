//! The command-line program: parse, dispatch, say what went wrong, exit with the status that scripts read.

mod cli;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let command = match cli::Cli::try_parse() {
        Ok(command) => command,
        Err(error) => return cli::usage::report(&error),
    };
    match cli::run(command) {
        Ok(status) => status,
        Err(error) => {
            cli::page::complain(cli::flags::in_error(&error));
            ExitCode::from(error.exit_status())
        }
    }
}
